package dialect

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// listConditional lists the names of which only conditions speak, as optional ones,
// where the conditions will be said in words and other names cannot be given.
func (r *rewriter) listConditional() {
	r.eachValue(func(o *jsondoc.Object) {
		other, _ := o.Lookup("additionalProperties")
		if other == jsondoc.Raw("false") || !r.describesObjects(o) {
			return
		}
		rest := o.Object("unevaluatedProperties")
		isClosed := rest != nil && r.isNever(rest)
		if r.profile.Closed || isClosed {
			r.listNames(o, r.branches(o, r.goes(o), map[*jsondoc.Object]bool{}), !isClosed)
		}
	})
}

// describesObjects reports whether a schema says that its values are objects.
func (r *rewriter) describesObjects(o *jsondoc.Object) bool {
	if o.Has("type") {
		return has(keyword.Types(o), "object")
	}
	return o == r.root || o.Has("properties")
}

// goes tells which conditions of a schema will be said in words.
func (r *rewriter) goes(o *jsondoc.Object) func(name string) bool {
	return func(name string) bool { return !r.profile.Keywords[name] || name == "if" && o == r.root }
}

func every(string) bool { return true }

// branches are the schemas that hold for a value under conditions that go. Each is
// met once, on whatever ways references lead there.
func (r *rewriter) branches(o *jsondoc.Object, goes func(name string) bool, met map[*jsondoc.Object]bool) (found []*jsondoc.Object) {
	if met[o] {
		return nil
	}
	met[o] = true
	add := func(v jsondoc.Value) {
		if b, ok := v.(*jsondoc.Object); ok {
			b = r.target(b)
			found = append(append(found, b), r.branches(b, every, met)...)
		}
	}
	if o.Has("if") && goes("if") {
		for _, name := range []string{"then", "else"} {
			v, _ := o.Lookup(name)
			add(v)
		}
	}
	if goes("dependentSchemas") {
		for _, m := range members(o, "dependentSchemas") {
			add(m.Value)
		}
	}
	for _, part := range schemas(o, "allOf") {
		found = append(found, r.branches(r.target(part), goes, met)...)
	}
	return found
}

// listNames lists the names that branches describe and the schema does not. What is
// said of one in several branches becomes a choice. isOpen is whether a name may
// have any value where no condition holds.
func (r *rewriter) listNames(o *jsondoc.Object, branches []*jsondoc.Object, isOpen bool) {
	properties := jsondoc.NewObject(slices.Clone(members(o, "properties"))...)
	known := set(properties.Names()...)
	var added []string
	said := united{variants: map[string][]*jsondoc.Object{}, keys: map[string]map[string]bool{}}
	for _, b := range branches {
		for _, m := range members(b, "properties") {
			p, ok := m.Value.(*jsondoc.Object)
			if !ok || known[m.Name] || r.isNever(p) {
				continue
			}
			if said.variants[m.Name] == nil {
				added = append(added, m.Name)
			}
			said.add(m.Name, p, r.key(p))
		}
	}
	for _, name := range added {
		variants := said.variants[name]
		p := r.clone(variants[0])
		if len(variants) > 1 {
			for i, v := range variants {
				variants[i] = r.clone(v)
			}
			p = r.made(o)
			setSchemas(p, "anyOf", variants)
		}
		properties.Members = append(properties.Members, jsondoc.Member{Name: name, Value: p})
		if isOpen {
			r.lose(variants[0], "properties", "where no condition speaks of it, it may have any value, and others than these cannot be given")
		}
	}
	if len(added) > 0 {
		o.Set("properties", properties)
	}
}
