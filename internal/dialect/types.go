package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

func setTypes(o *jsondoc.Object, types []string) {
	if len(types) == 1 {
		o.Set("type", jsondoc.FromString(types[0]))
		return
	}
	setNames(o, "type", types)
}

// eachValue visits the schemas that describe values, and leaves out those that
// are conditions: a type added there would change what they mean.
func (r *rewriter) eachValue(visit func(*jsondoc.Object)) {
	var descend func(o *jsondoc.Object)
	descend = func(o *jsondoc.Object) {
		visit(o)
		keyword.Children(o, func(child jsondoc.Value, path ...string) {
			if isOfConditions(path[0]) {
				return
			}
			c, ok := child.(*jsondoc.Object)
			if !ok || keyword.HoldsOf(path[0]) == keyword.List && path[0] != "prefixItems" && !r.profile.ChoiceAlone && !isShape(c) {
				return
			}
			descend(c)
		})
	}
	for o := range r.trees() {
		descend(o)
	}
}

// giveTypes has every schema of a value say its type.
func (r *rewriter) giveTypes() { r.eachValue(r.giveType) }

func (r *rewriter) giveType(o *jsondoc.Object) {
	if o.Has("type") || r.refs[o] != nil || o.Has("anyOf") || o.Has("oneOf") || o.Has("allOf") {
		return
	}
	if r.isNever(o) { // of whatever type
		setTypes(o, []string{"string"})
		return
	}
	types, exact := implied(o)
	if len(types) > 0 {
		setTypes(o, types)
		if !exact {
			r.lose(o, "type", "is taken for "+keyword.TypeWords(types)+", and other values cannot be given here")
		}
		return
	}
	setTypes(o, r.profile.AnyTypes)
	if !has(r.profile.AnyTypes, "object") {
		r.lose(o, "type", "may be anything, but objects and arrays cannot be given here")
	}
}

// fitValues leaves the listed values that are of the type. Where none is, the list
// was not written with care, and what is meant is worth a guess.
func (r *rewriter) fitValues() {
	r.eachValue(func(o *jsondoc.Object) {
		types := keyword.Types(o)
		if v, ok := o.Lookup("const"); ok && len(types) > 0 && !isOfAny(v, types) {
			r.describe(o, "const")
		}
		values := list(o, "enum")
		fitting := slices.DeleteFunc(slices.Clone(values), func(v jsondoc.Value) bool { return !isOfAny(v, types) })
		switch read := readAs(values, types); {
		case len(types) == 0 || len(fitting) == len(values):
		case len(fitting) > 0:
			o.Set("enum", fitting)
		case has(types, "array"):
			r.listItems(o)
		case len(read) == len(values):
			o.Set("enum", read)
			r.lose(o, "enum", "none of the listed values is "+keyword.TypeWords(types)+", and they were taken for what their texts say")
		default:
			r.describe(o, "enum")
		}
	})
}

// readAs reads texts as values of the types that they hold: "1" as an integer.
func readAs(values jsondoc.Array, types []string) jsondoc.Array {
	var read jsondoc.Array
	for _, v := range values {
		s, ok := jsondoc.String(v)
		held, err := jsondoc.Parse([]byte(s))
		if !ok || err != nil || !isOfAny(held, types) {
			return nil
		}
		read = append(read, held)
	}
	return read
}

// listItems takes the values that are listed for an array, none of which is one,
// for those of its items, as they are surely meant.
func (r *rewriter) listItems(o *jsondoc.Object) {
	listed := r.made(o, jsondoc.Member{Name: "enum", Value: list(o, "enum")})
	o.Delete("enum")
	items := o.Object("items")
	if items == nil || r.refs[items] != nil {
		items = listed
		o.Set("items", items)
	} else {
		r.mergeValue(items, listed)
	}
	r.lose(o, "enum", "none of the listed values is an array, and they were taken for values of the items; other arrays cannot be given")
	r.giveType(items)
}

// implied returns the types that the other keywords speak of, and whether there
// can be no others.
func implied(o *jsondoc.Object) (types []string, exact bool) {
	values := list(o, "enum")
	if v, ok := o.Lookup("const"); ok {
		values = jsondoc.Array{v}
	}
	for _, v := range values {
		types = append(types, keyword.TypeOf(v))
	}
	exact = len(types) > 0
	if !exact {
		for _, m := range o.Members {
			if t := keyword.Type(m.Name); t != "" {
				types = append(types, t)
			}
		}
	}
	types = union(types, nil)
	if has(types, "number") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "integer" })
	}
	return types, exact
}

// giveItems has every array say what its items are.
func (r *rewriter) giveItems() {
	r.eachValue(func(o *jsondoc.Object) {
		if !has(keyword.Types(o), "array") {
			return
		}
		if o.Has("prefixItems") && !r.profile.Keywords["prefixItems"] {
			r.foldTuple(o)
		}
		if o.Object("items") != nil {
			return
		}
		if o.Has("unevaluatedItems") { // items will speak of all
			r.describe(o, "unevaluatedItems")
		}
		types := slices.DeleteFunc(slices.Clone(r.profile.AnyTypes), func(t string) bool { return t == "array" })
		items := r.made(o)
		setTypes(items, types)
		o.Set("items", items)
		if most, err := strconv.Atoi(keyword.Text(o, "maxItems")); err == nil && most <= len(list(o, "prefixItems")) {
			return
		}
		if has(types, "object") {
			r.lose(o, "items", "its items may be anything, but arrays cannot be given here")
		} else {
			r.lose(o, "items", "its items may be anything, but objects and arrays cannot be given here")
		}
	})
}

// foldTuple says items that differ by place as a choice.
func (r *rewriter) foldTuple(o *jsondoc.Object) {
	places := schemas(o, "prefixItems")
	o.Delete("prefixItems")
	var forms []*jsondoc.Object
	var inOrder []string
	known := map[string]bool{}
	for _, p := range places {
		if key := r.key(p); !known[key] {
			known[key] = true
			forms = append(forms, p)
		}
		inOrder = append(inOrder, r.nounOf(p))
	}
	if rest := o.Object("items"); rest != nil {
		forms = append(forms, rest)
	} else if v, ok := o.Lookup("maxItems"); !ok || len(text(v)) > 1 || text(v) > strconv.Itoa(len(places)) {
		r.lose(o, "prefixItems", "further items may be anything, and can only be given if they are like the first ones; others cannot be given")
	}
	if len(forms) == 1 {
		o.Set("items", forms[0])
		return
	}
	choice := r.made(o)
	setSchemas(choice, "anyOf", forms)
	o.Set("items", choice)
	const most = 20
	if len(inOrder) > most {
		inOrder = append(inOrder[:most], "…")
	}
	r.tell(o, "prefixItems", "has these items first, in this order: "+strings.Join(inOrder, ", "))
}

// nounOf names what a schema describes.
func (r *rewriter) nounOf(o *jsondoc.Object) string {
	o = r.target(o)
	if title := keyword.Text(o, "title"); title != "" {
		return title
	}
	if words := keyword.TypeWords(keyword.Types(o)); words != "" {
		return words
	}
	return "a value"
}

// splitTypes says several types as a choice of schemas with one type each.
func (r *rewriter) splitTypes() {
	r.eachValue(func(o *jsondoc.Object) {
		types := keyword.Types(o)
		if len(types) < 2 || r.profile.Nullable && len(types) == 2 && has(types, "null") {
			return
		}
		forms := r.ofTypes(o, types)
		o.Members = slices.DeleteFunc(slices.Clone(o.Members), func(m jsondoc.Member) bool { return !isAnnotation(m.Name) })
		if len(forms) == 1 {
			r.mergeInto(o, forms[0])
			return
		}
		setSchemas(o, "anyOf", forms)
	})
}

func (r *rewriter) ofTypes(o *jsondoc.Object, types []string) []*jsondoc.Object {
	forms := make([]*jsondoc.Object, 0, len(types))
	for _, t := range types {
		if f := r.ofType(o, t); f != nil {
			forms = append(forms, f)
		}
	}
	return forms
}

// ofType is what a schema demands of values of one type, or nil if it has none.
func (r *rewriter) ofType(o *jsondoc.Object, t string) *jsondoc.Object {
	f := r.made(o)
	setTypes(f, []string{t})
	r.patterned[f], r.weakened[f] = r.patterned[o], r.weakened[o]
	for _, m := range o.Members {
		of := keyword.Type(m.Name)
		switch {
		case m.Name == "type" || isAnnotation(m.Name):
		case m.Name == "enum":
			own := slices.DeleteFunc(slices.Clone(list(o, "enum")), func(v jsondoc.Value) bool { return !keyword.IsOf(v, t) })
			if len(own) == 0 {
				return nil
			}
			f.Set("enum", own)
		case m.Name == "const":
			if !keyword.IsOf(m.Value, t) {
				return nil
			}
			f.Set("const", m.Value)
		case of == "" || of == t || of == "number" && t == "integer":
			f.Set(m.Name, m.Value)
		}
	}
	return f
}

func isOfAny(v jsondoc.Value, types []string) bool {
	return slices.ContainsFunc(types, func(t string) bool { return keyword.IsOf(v, t) })
}

// bareChoices moves what is said beside a choice into its first form.
func (r *rewriter) bareChoices() {
	r.eachValue(func(o *jsondoc.Object) {
		forms := schemas(o, "anyOf")
		if len(forms) == 0 {
			return
		}
		first := forms[0]
		if note := follow(keyword.Text(o, "description"), keyword.Text(first, "description")); note != "" {
			first.Set("description", jsondoc.FromString(note))
		}
		o.Members = []jsondoc.Member{{Name: "anyOf", Value: list(o, "anyOf")}}
	})
}

func (r *rewriter) upperTypes() {
	r.eachValue(func(o *jsondoc.Object) {
		if o.Has("type") {
			o.Set("type", jsondoc.FromString(strings.ToUpper(keyword.Text(o, "type"))))
		}
		if len(members(o, "properties")) == 0 {
			o.Delete("properties") // an empty one is refused
		}
	})
}
