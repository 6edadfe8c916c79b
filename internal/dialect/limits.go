package dialect

import (
	"fmt"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// size is what providers limit.
type size struct {
	depth, properties, characters, enumValues int
	optional, unions                          int
}

// measure counts what the schema has.
func (r *rewriter) measure() size {
	s := size{depth: r.depth(r.root, map[*jsondoc.Object]int{})}
	r.each(func(o *jsondoc.Object) {
		required := set(names(o, "required")...)
		for _, m := range members(o, "properties") {
			s.properties++
			s.characters += utf8.RuneCountInString(m.Name)
			if !required[m.Name] {
				s.optional++
			}
		}
		for _, v := range list(o, "enum") {
			s.enumValues++
			s.characters += utf8.RuneCountInString(text(v))
		}
		if v, ok := o.Lookup("const"); ok {
			s.characters += utf8.RuneCountInString(text(v))
		}
		if o.Has("anyOf") || o.Has("oneOf") || len(keyword.Types(o)) > 1 {
			s.unions++
		}
	})
	return s
}

// depth counts the levels of objects and arrays below o; what is recursive
// counts once. known holds the depths of the targets of references.
func (r *rewriter) depth(o *jsondoc.Object, known map[*jsondoc.Object]int) int {
	if t := r.refs[o]; t != nil {
		d, met := known[t]
		if !met {
			known[t] = 0 // while it is counted
			d = r.depth(t, known)
			known[t] = d
		}
		return d
	}
	deepest := 0
	keyword.Children(o, func(child jsondoc.Value, path ...string) {
		c, ok := child.(*jsondoc.Object)
		if !ok {
			return
		}
		d := r.depth(c, known)
		if path[0] == "properties" || path[0] == "items" || path[0] == "additionalProperties" {
			d++
		}
		deepest = max(deepest, d)
	})
	return deepest
}

// exceeded says what the provider would refuse although the schema is right.
func (r *rewriter) exceeded(s size) []Problem {
	l := r.profile.Limits
	for _, c := range []struct {
		have, limit int
		what        string
	}{
		{s.depth, l.Depth, "levels of objects and arrays"},
		{s.properties, l.Properties, "properties"},
		{s.characters, l.Characters, "characters of names and listed values"},
		{s.enumValues, l.EnumValues, "values listed by enum"},
	} {
		if c.limit > 0 && c.have > c.limit {
			r.problemf(r.root, "%d %s, and at most %d are taken", c.have, c.what, c.limit)
		}
	}
	r.each(func(o *jsondoc.Object) {
		r.checkLongEnum(o)
		r.checkNames(o)
	})
	return r.problems
}

func (r *rewriter) checkLongEnum(o *jsondoc.Object) {
	values := list(o, "enum")
	if r.profile.Limits.LongEnum == 0 || len(values) <= r.profile.Limits.LongEnum {
		return
	}
	characters := 0
	for _, v := range values {
		characters += utf8.RuneCountInString(text(v))
	}
	if characters > r.profile.Limits.LongEnumText {
		r.problemf(o, "enum lists %d values of %d characters in all; more than %d values may have at most %d",
			len(values), characters, r.profile.Limits.LongEnum, r.profile.Limits.LongEnumText)
	}
}

func (r *rewriter) checkNames(o *jsondoc.Object) {
	if r.profile.Names == nil {
		return
	}
	for _, m := range members(o, "properties") {
		if p, ok := m.Value.(*jsondoc.Object); ok && !r.profile.Names.MatchString(m.Name) {
			r.problemf(p, "the name %s is not one that %s takes, which must match %s",
				fmt.Sprintf("%.80q", m.Name), r.profile.Name, r.profile.Names)
		}
	}
}
