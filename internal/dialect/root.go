package dialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

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
	r.settleRemainder(r.root)
	if !r.root.Has("properties") {
		r.root.Set("properties", jsondoc.NewObject())
	}
}

// unite says a choice of forms at the root as one object that has the
// properties of all of them.
func (r *rewriter) unite(name string, forms []*jsondoc.Object) {
	root := r.root
	words, whole := r.words(root, name)
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
		r.report(root, name, words, r.say(root, sentence(words)) && whole)
		r.freeRemainders(root, name)
		return
	}
	r.tell(root, name, formsWords(name, forms))
	if slices.ContainsFunc(forms, r.speaksBesides) {
		r.freeRemainders(root, name)
	}
	r.uniteProperties(forms)
	r.uniteRequired(forms)
	for _, f := range forms {
		r.loseDemands(f, name)
	}
}

// formsWords tells forms apart by what they require.
func formsWords(name string, forms []*jsondoc.Object) string {
	const most, mostNames = 12, 20
	var texts []string
	for i, f := range forms {
		if i == most {
			texts = append(texts, fmt.Sprintf("and %d more", len(forms)-most))
			break
		}
		fixed := map[string]bool{}
		var given []string
		for _, t := range tags(f) {
			fixed[t.name] = true
			given = append(given, t.name+" "+keyword.Brief(t.value))
		}
		var others []string
		for _, n := range names(f, "required") {
			if !fixed[n] {
				others = append(others, n)
			}
		}
		if len(others) > mostNames {
			others = append(others[:mostNames], "…")
		}
		switch with := strings.Join(others, ", "); {
		case len(given) > 0 && with != "":
			texts = append(texts, strings.Join(given, " and ")+" with "+with)
		case len(given) > 0:
			texts = append(texts, strings.Join(given, " and "))
		case with != "":
			texts = append(texts, with)
		default:
			texts = append(texts, "nothing")
		}
	}
	amount := "at least"
	if name == "oneOf" {
		amount = "exactly"
	}
	return fmt.Sprintf("must fit %s one of %d forms, which require: %s", amount, len(forms), strings.Join(texts, "; or "))
}

// uniteRequired has the root require what all forms require.
func (r *rewriter) uniteRequired(forms []*jsondoc.Object) {
	counts := map[string]int{}
	for _, f := range forms {
		for n := range set(names(f, "required")...) {
			counts[n]++
		}
	}
	common := slices.DeleteFunc(names(forms[0], "required"), func(n string) bool { return counts[n] < len(forms) })
	if all := union(names(r.root, "required"), common); len(all) > 0 {
		setNames(r.root, "required", all)
	}
}

// loseDemands reports what a form demands beside its properties.
func (r *rewriter) loseDemands(form *jsondoc.Object, choice string) {
	for _, m := range form.Members {
		switch m.Name {
		case "type", "properties", "required", "additionalProperties":
		default:
			if !isAnnotation(m.Name) && !demandsNothing(m.Name, m.Value) && keyword.Rank(m.Name) >= 0 {
				words, _ := r.words(form, m.Name)
				r.lose(form, m.Name, "a form of "+choice+" "+words+", which the schema does not say")
			}
		}
	}
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
	fixed := len(index)
	u := united{variants: map[string][]*jsondoc.Object{}, keys: map[string]map[string]bool{}, listed: map[string]int{}}
	for _, f := range forms {
		isOpen := leavesOpen(f)
		if isOpen {
			u.open++
		}
		for _, m := range members(f, "properties") {
			p, _ := m.Value.(*jsondoc.Object)
			i, known := index[m.Name]
			if known && i < fixed {
				r.loseVariant(p, properties.Members[i].Value)
				continue
			}
			if !known {
				index[m.Name] = len(properties.Members)
				properties.Members = append(properties.Members, m)
			}
			if isOpen {
				u.listed[m.Name]++
			}
			u.add(m.Name, p, r.key(p))
		}
	}
	for i, m := range properties.Members[fixed:] {
		all := u.variants[m.Name]
		if u.listed[m.Name] < u.open {
			r.lose(all[0], "anyOf", "another form takes any value here, and others than these cannot be given")
		}
		if len(all) > 1 {
			choice := r.made(all[0])
			setSchemas(choice, "anyOf", all)
			properties.Members[fixed+i].Value = choice
		}
	}
	if u.open == 0 {
		r.root.Set("additionalProperties", jsondoc.FromBool(false))
	}
}

// united is what several forms say of their properties.
type united struct {
	variants map[string][]*jsondoc.Object
	keys     map[string]map[string]bool // of the variants
	open     int                        // forms that take names they do not list
	listed   map[string]int             // how many of these list a name
}

func (u *united) add(name string, p *jsondoc.Object, key string) {
	if u.keys[name] == nil {
		u.keys[name] = map[string]bool{}
	}
	if !u.keys[name][key] {
		u.keys[name][key] = true
		u.variants[name] = append(u.variants[name], p)
	}
}

// loseVariant reports what a form says of a property that the root describes.
func (r *rewriter) loseVariant(p *jsondoc.Object, known jsondoc.Value) {
	if own, ok := known.(*jsondoc.Object); ok && !isFree(p) && r.key(p) != r.key(own) {
		r.lose(p, "properties", "a form of the choice at the root describes this in another way, which the schema does not say")
	}
}

// leavesOpen reports whether a form takes names that it does not list.
func leavesOpen(form *jsondoc.Object) bool {
	v, _ := form.Lookup("additionalProperties")
	return v != jsondoc.Raw("false") || form.Has("patternProperties")
}
