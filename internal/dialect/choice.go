package dialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// dropImpossible takes out what nothing can fit, as a schema "false" says.
func (r *rewriter) dropImpossible() {
	if r.isNever(r.root) {
		r.problemf(r.root, "no arguments can fit")
	}
	r.each(func(o *jsondoc.Object) {
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
	kept := make([]jsondoc.Member, 0, len(properties.Members))
	for _, m := range properties.Members {
		p, _ := m.Value.(*jsondoc.Object)
		if !r.isNever(p) {
			kept = append(kept, m)
			continue
		}
		if v, _ := o.Lookup("additionalProperties"); v != jsondoc.Raw("false") || o.Has("patternProperties") {
			r.say(o, fmt.Sprintf("%q must be left out.", m.Name))
			r.report(p, "not", fmt.Sprintf("%q must be left out", m.Name), true)
		}
	}
	properties.Members = kept
}

// openRoot has the root be an object and nothing else: no provider takes a
// choice, or another condition, in that place.
func (r *rewriter) openRoot() {
	for range maxNesting { // a form may be a choice in its turn
		r.resolve(r.root)
		r.flatten(r.root)
		name := "anyOf"
		if !r.root.Has(name) {
			name = "oneOf"
		}
		forms := schemas(r.root, name)
		if len(forms) == 0 || len(r.problems) > 0 {
			break
		}
		r.unite(name, forms)
	}
	setTypes(r.root, []string{"object"})
	for _, name := range []string{"enum", "const", "not", "if"} {
		if r.root.Has(name) {
			r.describe(r.root, name)
		}
	}
}

// unite says a choice of forms at the root as one object that has the
// properties of all of them.
func (r *rewriter) unite(name string, forms []*jsondoc.Object) {
	root := r.root
	words := keyword.Words(name, root)
	root.Delete(name)
	for _, form := range forms {
		r.resolve(form)
		r.flatten(form)
	}
	forms = slices.DeleteFunc(forms, func(f *jsondoc.Object) bool {
		types := keyword.Types(f)
		return len(types) > 0 && !has(types, "object")
	})
	if len(forms) == 0 {
		r.problemf(root, "the arguments of a tool are an object, and no form in %s is one", name)
		return
	}
	if len(forms) == 1 {
		r.mergeInto(root, forms[0])
		return
	}
	if !slices.ContainsFunc(forms, func(f *jsondoc.Object) bool { return len(members(f, "properties")) > 0 }) {
		r.tell(root, name, words)
		return
	}
	var sets []string
	required := names(forms[0], "required")
	for _, f := range forms {
		own := names(f, "required")
		required = slices.DeleteFunc(slices.Clone(required), func(n string) bool { return !has(own, n) })
		if len(own) == 0 {
			own = []string{"no other"}
		}
		sets = append(sets, strings.Join(own, " with "))
	}
	r.uniteProperties(forms)
	if all := union(names(root, "required"), required); len(all) > 0 {
		setNames(root, "required", all)
	}
	amount := "at least"
	if name == "oneOf" {
		amount = "exactly"
	}
	r.tell(root, name, fmt.Sprintf("must fit %s one of %d forms, which require: %s", amount, len(forms), strings.Join(sets, "; or ")))
}

// uniteProperties gives the root the properties of all forms. One that differs
// between forms becomes a choice.
func (r *rewriter) uniteProperties(forms []*jsondoc.Object) {
	properties := r.root.Object("properties")
	if properties == nil {
		properties = jsondoc.NewObject()
		r.root.Set("properties", properties)
	}
	index := map[string]int{}
	for i, m := range properties.Members {
		index[m.Name] = i
	}
	fixed, closed := len(index), true
	variants := map[string][]*jsondoc.Object{}
	for _, f := range forms {
		v, _ := f.Lookup("additionalProperties")
		closed = closed && v == jsondoc.Raw("false") && !f.Has("patternProperties")
		for _, m := range members(f, "properties") {
			p, _ := m.Value.(*jsondoc.Object)
			if i, known := index[m.Name]; known && i < fixed {
				continue
			} else if !known {
				index[m.Name] = len(properties.Members)
				properties.Members = append(properties.Members, m)
			}
			same := func(q *jsondoc.Object) bool { return r.same(p, q) }
			if !slices.ContainsFunc(variants[m.Name], same) {
				variants[m.Name] = append(variants[m.Name], p)
			}
		}
	}
	for i, m := range properties.Members[fixed:] {
		all := variants[m.Name]
		if slices.ContainsFunc(forms, func(f *jsondoc.Object) bool { return leavesOpen(f, m.Name) }) {
			r.lose(all[0], "anyOf", "another form takes any value here, and others than these cannot be given")
		}
		if len(all) > 1 {
			choice := r.made(all[0])
			setSchemas(choice, "anyOf", all)
			properties.Members[fixed+i].Value = choice
		}
	}
	if closed {
		r.root.Set("additionalProperties", jsondoc.FromBool(false))
	}
}

// leavesOpen reports whether a form says nothing of a property, and takes it.
func leavesOpen(form *jsondoc.Object, property string) bool {
	v, _ := form.Lookup("additionalProperties")
	return (v != jsondoc.Raw("false") || form.Has("patternProperties")) && !form.Object("properties").Has(property)
}

// same reports whether two schemas are written alike.
func (r *rewriter) same(a, b *jsondoc.Object) bool {
	return r.refs[a] == r.refs[b] && !r.holdsRefs(a) && !r.holdsRefs(b) && text(a) == text(b)
}

// holdsRefs reports whether there are references inside of a schema.
func (r *rewriter) holdsRefs(o *jsondoc.Object) (found bool) {
	walk(o, func(inner *jsondoc.Object) { found = found || inner != o && r.refs[inner] != nil })
	return found
}

func (r *rewriter) mergeAllOf() { r.each(r.flatten) }

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
		if len(parts) == 1 && onlyAnnotates(o) && r.refs[o] == nil && r.refs[parts[0]] != nil && len(parts[0].Members) == 0 {
			r.refs[o] = r.refs[parts[0]]
			return
		}
		for _, part := range parts {
			r.resolve(part)
			r.mergeInto(o, part)
		}
	}
	r.problemf(o, "is a reference that leads back to itself")
}

// resolve replaces a reference by what it leads to.
func (r *rewriter) resolve(o *jsondoc.Object) {
	for t := r.refs[o]; t != nil && len(r.problems) == 0; t = r.refs[o] {
		delete(r.refs, o)
		r.mergeInto(o, r.clone(t))
	}
}

// loosenOneOf says oneOf by anyOf, and the rest in words.
func (r *rewriter) loosenOneOf() {
	r.each(func(o *jsondoc.Object) {
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
	})
}

// apart reports whether no value can fit two of the forms, as far as their types
// tell, or a property that all require with one value each.
func (r *rewriter) apart(forms []*jsondoc.Object) bool {
	types, tags := map[string]bool{}, map[string]int{}
	distinct := true
	for _, f := range forms {
		own := keyword.Types(f)
		distinct = distinct && len(own) == 1 && !types[own[0]] && !(own[0] == "integer" && types["number"]) && !(own[0] == "number" && types["integer"])
		for _, t := range own {
			types[t] = true
		}
		required := names(f, "required")
		for _, m := range members(f, "properties") {
			p, _ := m.Value.(*jsondoc.Object)
			if v, ok := p.Lookup("const"); ok && has(required, m.Name) {
				tags[m.Name+"="+text(v)]++
				tags[m.Name]++
			}
		}
	}
	for tag, n := range tags {
		if n == len(forms) && !strings.Contains(tag, "=") && r.allOnce(tags, tag) {
			return true
		}
	}
	return distinct
}

func (r *rewriter) allOnce(tags map[string]int, property string) bool {
	for tag, n := range tags {
		if strings.HasPrefix(tag, property+"=") && n > 1 {
			return false
		}
	}
	return true
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
	r.each(func(o *jsondoc.Object) {
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
