package dialect

import (
	"fmt"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// dropImpossible takes out what nothing can fit, as a schema "false" says.
func (r *rewriter) dropImpossible() {
	if r.isNever(r.root) {
		r.problemf(r.root, "no arguments can fit")
	}
	r.eachValue(func(o *jsondoc.Object) {
		r.dropForbidden(o)
		for _, name := range []string{"anyOf", "oneOf"} {
			forms := schemas(o, name)
			possible := slices.DeleteFunc(slices.Clone(forms), r.isNever)
			switch {
			case len(forms) > 0 && len(possible) == 0:
				r.problemf(o, "nothing can fit, since no form in %s can be met", name)
			case len(possible) < len(forms):
				setSchemas(o, name, possible)
			}
		}
		if items := o.Object("items"); items != nil && r.isNever(items) {
			o.Delete("items")
			o.Set("maxItems", jsondoc.FromInt(len(list(o, "prefixItems"))))
		}
	})
}

func (r *rewriter) isNever(o *jsondoc.Object) bool {
	excluded := o.Object("not")
	return excluded != nil && len(excluded.Members) == 0 && r.refs[excluded] == nil
}

// dropForbidden takes out the properties that must not be there.
func (r *rewriter) dropForbidden(o *jsondoc.Object) {
	properties := o.Object("properties")
	if properties == nil {
		return
	}
	required := set(names(o, "required")...)
	kept := make([]jsondoc.Member, 0, len(properties.Members))
	for _, m := range properties.Members {
		p, _ := m.Value.(*jsondoc.Object)
		if !r.isNever(p) {
			kept = append(kept, m)
			continue
		}
		if required[m.Name] {
			r.problemf(p, "nothing can fit, since %q is required and must be left out", m.Name)
		}
		if v, _ := o.Lookup("additionalProperties"); v != jsondoc.Raw("false") || o.Has("patternProperties") {
			words := fmt.Sprintf("%q must be left out", m.Name)
			r.report(p, "not", words, r.say(o, sentence(words)))
		}
	}
	properties.Members = kept
}

// key is a text that schemas share that are written alike. One with references
// inside is like itself only.
func (r *rewriter) key(o *jsondoc.Object) string {
	if r.refs[o] != nil || r.holdsRefs(o) {
		return fmt.Sprintf("%p", o)
	}
	return text(o)
}

// holdsRefs reports whether there are references inside of a schema.
func (r *rewriter) holdsRefs(o *jsondoc.Object) (found bool) {
	keyword.Walk(o, func(inner *jsondoc.Object) { found = found || inner != o && r.refs[inner] != nil })
	return found
}

func (r *rewriter) mergeAllOf() { r.eachValue(r.flatten) }

// maxNesting is more references to allOf in allOf than anybody writes.
const maxNesting = 1000

// flatten says allOf by one schema.
func (r *rewriter) flatten(o *jsondoc.Object) {
	for range maxNesting {
		parts := schemas(o, "allOf")
		if len(parts) == 0 {
			return
		}
		o.Delete("allOf")
		if len(parts) == 1 && onlyAnnotates(o) && r.refs[o] == nil && r.isBareRef(parts[0]) {
			r.refs[o] = r.refs[parts[0]]
			return
		}
		if !r.mergePart(o, r.together(parts)) {
			r.problemf(o, "nothing can fit, since the parts of allOf want different types")
			return
		}
	}
	r.problemf(o, "is a reference that leads back to itself")
}

// together merges parts by halves, so that many of them take no longer than
// their size.
func (r *rewriter) together(parts []*jsondoc.Object) *jsondoc.Object {
	if len(parts) == 1 {
		r.resolve(parts[0])
		return parts[0]
	}
	half := len(parts) / 2
	first, second := r.together(parts[:half]), r.together(parts[half:])
	r.loseRemainder(first, second)
	if !r.mergePart(first, second) {
		r.problemf(first, "nothing can fit, since the parts of allOf want different types")
	}
	return first
}

// mergePart merges what holds as well, with its description.
func (r *rewriter) mergePart(o, part *jsondoc.Object) bool {
	own, more := keyword.Text(o, "description"), keyword.Text(part, "description")
	possible := r.mergeInto(o, part)
	if own != "" && more != "" && own != more {
		o.Set("description", jsondoc.FromString(follow(own, more)))
	}
	return possible
}

// isBareRef reports whether a schema is a reference and nothing else.
func (r *rewriter) isBareRef(o *jsondoc.Object) bool {
	return r.refs[o] != nil && len(o.Members) == 0 && len(r.sentences[o]) == 0
}

// resolve replaces a reference by what it leads to.
func (r *rewriter) resolve(o *jsondoc.Object) {
	for t := r.refs[o]; t != nil && len(r.problems) == 0; t = r.refs[o] {
		delete(r.refs, o)
		if !r.mergeInto(o, r.clone(t)) {
			r.problemf(o, "nothing can fit, since a reference leads to another type than stands beside it")
		}
	}
}

// loosenOneOf says oneOf by anyOf, and the rest in words.
func (r *rewriter) loosenOneOf() { r.eachValue(r.loosen) }

func (r *rewriter) loosen(o *jsondoc.Object) {
	forms := schemas(o, "oneOf")
	switch {
	case len(forms) == 0:
	case o.Has("anyOf") || r.onlyConditions(forms):
		r.describe(o, "oneOf")
	default:
		for i := range o.Members {
			if o.Members[i].Name == "oneOf" {
				o.Members[i].Name = "anyOf"
			}
		}
		if !r.apart(forms) {
			r.tell(o, "oneOf", "must fit exactly one of the forms")
		}
	}
}

// loosenWeakened loosens what would refuse more when its forms accept more: one of
// several forms, and no more than so many items of a form.
func (r *rewriter) loosenWeakened() {
	known := map[*jsondoc.Object]bool{}
	r.eachValue(func(o *jsondoc.Object) {
		weak := func(f *jsondoc.Object) bool { return r.isWeakened(f, known) }
		if slices.ContainsFunc(schemas(o, "oneOf"), weak) {
			r.loosen(o)
		}
		if item := o.Object("contains"); item != nil && o.Has("maxContains") && weak(item) {
			r.describe(o, "contains")
		}
	})
}

// isWeakened reports whether a schema, or one that it leads to, lost a demand.
func (r *rewriter) isWeakened(o *jsondoc.Object, known map[*jsondoc.Object]bool) bool {
	if weak, met := known[o]; met {
		return weak
	}
	known[o] = r.weakened[o]
	weak := r.weakened[o]
	if t := r.refs[o]; t != nil {
		weak = r.isWeakened(t, known) || weak
	}
	keyword.Children(o, func(child jsondoc.Value, _ ...string) {
		if c, ok := child.(*jsondoc.Object); ok {
			weak = r.isWeakened(c, known) || weak
		}
	})
	known[o] = weak
	return weak
}

// apart reports whether no value can fit two of the forms, as far as their types
// tell, or a property that all require with one value each.
func (r *rewriter) apart(forms []*jsondoc.Object) bool {
	types, objects := map[string]bool{}, 0
	distinct := true
	for _, f := range forms {
		own := keyword.Types(r.target(f))
		if len(own) == 1 && own[0] == "object" {
			objects++
		}
		if len(own) != 1 || types[own[0]] || types["number"] && own[0] == "integer" || types["integer"] && own[0] == "number" {
			distinct = false
		}
		for _, t := range own {
			types[t] = true
		}
	}
	return distinct || objects == len(forms) && r.tagged(forms)
}

// tagged reports whether a property tells the forms apart.
func (r *rewriter) tagged(forms []*jsondoc.Object) bool {
	values := map[string]map[string]bool{}
	for _, f := range forms {
		for _, t := range tags(r.target(f)) {
			if values[t.name] == nil {
				values[t.name] = map[string]bool{}
			}
			values[t.name][keyword.Canonical(t.value)] = true
		}
	}
	for _, v := range values {
		if len(v) == len(forms) {
			return true
		}
	}
	return false
}

// tag is a property that is required with one value.
type tag struct {
	name  string
	value jsondoc.Value
}

func tags(form *jsondoc.Object) []tag {
	required := set(names(form, "required")...)
	var all []tag
	for _, m := range members(form, "properties") {
		p, _ := m.Value.(*jsondoc.Object)
		v, ok := p.Lookup("const")
		if values := list(p, "enum"); !ok && len(values) == 1 {
			v, ok = values[0], true
		}
		if ok && required[m.Name] {
			all = append(all, tag{m.Name, v})
		}
	}
	return all
}

// target is what a schema is, behind references.
func (r *rewriter) target(o *jsondoc.Object) *jsondoc.Object {
	for range maxNesting {
		t := r.refs[o]
		if t == nil {
			break
		}
		o = t
	}
	return o
}

// onlyConditions reports whether schemas describe no values, but only add
// conditions to the schema around them.
func (r *rewriter) onlyConditions(forms []*jsondoc.Object) bool {
	return !slices.ContainsFunc(forms, func(f *jsondoc.Object) bool {
		return r.refs[f] != nil || isShape(f)
	})
}

// isShape reports whether a schema says what a value is.
func isShape(o *jsondoc.Object) bool {
	return slices.ContainsFunc(o.Members, func(m jsondoc.Member) bool {
		switch m.Name {
		case "type", "properties", "items", "prefixItems", "enum", "const", "anyOf", "additionalProperties":
			return true
		}
		return false
	})
}

// settleChoices has anyOf stand beside annotations only. What stands beside it
// otherwise moves into each of the forms.
func (r *rewriter) settleChoices() {
	r.eachValue(func(o *jsondoc.Object) {
		r.flattenChoice(o)
		forms := schemas(o, "anyOf")
		switch {
		case len(forms) == 0:
		case r.onlyConditions(forms):
			r.describe(o, "anyOf")
		case r.refs[o] == nil && onlyAnnotates(without(o, "anyOf")):
			if len(forms) == 1 && r.refs[forms[0]] == nil {
				o.Delete("anyOf")
				r.mergeInto(o, forms[0])
			}
		default:
			r.distribute(o, forms)
		}
	})
}

// flattenChoices says a choice that is a form of another one by one choice.
func (r *rewriter) flattenChoices() { r.eachValue(r.flattenChoice) }

func (r *rewriter) flattenChoice(o *jsondoc.Object) {
	forms := schemas(o, "anyOf")
	nested := func(f *jsondoc.Object) bool {
		return f.Has("anyOf") && r.refs[f] == nil && onlyAnnotates(without(f, "anyOf")) && len(r.sentences[f]) == 0
	}
	for range maxNesting {
		if !slices.ContainsFunc(forms, nested) {
			return
		}
		var flat []*jsondoc.Object
		for _, f := range forms {
			if !nested(f) {
				flat = append(flat, f)
				continue
			}
			inner := schemas(f, "anyOf")
			if note := keyword.Text(f, "description"); note != "" {
				inner[0].Set("description", jsondoc.FromString(follow(note, keyword.Text(inner[0], "description"))))
			}
			flat = append(flat, inner...)
		}
		forms = flat
		setSchemas(o, "anyOf", forms)
	}
}

func without(o *jsondoc.Object, name string) *jsondoc.Object {
	rest := jsondoc.NewObject(slices.Clone(o.Members)...)
	rest.Delete(name)
	return rest
}

func (r *rewriter) distribute(o *jsondoc.Object, forms []*jsondoc.Object) {
	r.resolve(o)
	var notes, demands []jsondoc.Member
	for _, m := range o.Members {
		switch {
		case isAnnotation(m.Name):
			notes = append(notes, m)
		case m.Name != "anyOf":
			demands = append(demands, m)
		}
	}
	base := r.made(o, demands...)
	r.patterned[base], r.weakened[base] = r.patterned[o], r.weakened[o]
	var possible []*jsondoc.Object
	for _, f := range forms {
		r.resolve(f)
		both := r.clone(base)
		if r.mergeInto(both, f) {
			possible = append(possible, both)
		}
	}
	switch o.Members = notes; len(possible) {
	case 0:
		r.problemf(o, "nothing can fit, since no form in anyOf goes with what stands beside it")
	case 1:
		r.mergeInto(o, possible[0])
	default:
		setSchemas(o, "anyOf", possible)
	}
}
