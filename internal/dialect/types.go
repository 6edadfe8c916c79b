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
			switch path[0] {
			case "not", "if", "then", "else", "propertyNames", "dependentSchemas":
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
func (r *rewriter) giveTypes() {
	r.eachValue(func(o *jsondoc.Object) {
		if o.Has("type") || r.refs[o] != nil || o.Has("anyOf") || o.Has("oneOf") || o.Has("allOf") {
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
	})
}

// implied returns the types that the other keywords speak of, and whether there
// can be no others.
func implied(o *jsondoc.Object) (types []string, exact bool) {
	values := list(o, "enum")
	if v, ok := o.Lookup("const"); ok {
		values = jsondoc.Array{v}
	}
	for _, v := range values {
		types = append(types, typeOf(v))
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

// typeOf names the type of a value.
func typeOf(v jsondoc.Value) string {
	switch v := v.(type) {
	case *jsondoc.Object:
		return "object"
	case jsondoc.Array:
		return "array"
	case jsondoc.Raw:
		switch {
		case v[0] == '"':
			return "string"
		case isBool(v):
			return "boolean"
		case v == "null":
			return "null"
		case strings.ContainsAny(string(v), ".eE"):
			return "number"
		}
	}
	return "integer"
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
		types := slices.DeleteFunc(slices.Clone(r.profile.AnyTypes), func(t string) bool { return t == "array" })
		items := r.made(o)
		setTypes(items, types)
		o.Set("items", items)
		if v, _ := o.Lookup("maxItems"); v == jsondoc.Raw("0") {
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
	for _, p := range places {
		if !slices.ContainsFunc(forms, func(f *jsondoc.Object) bool { return r.same(f, p) }) {
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
	r.tell(o, "prefixItems", "has these items first, in this order: "+strings.Join(inOrder, ", "))
}

// nounOf names what a schema describes.
func (r *rewriter) nounOf(o *jsondoc.Object) string {
	if t := r.refs[o]; t != nil {
		o = t
	}
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
		if len(forms) == 0 { // no listed value is of a type that is taken
			for _, name := range []string{"enum", "const"} {
				if o.Has(name) {
					r.describe(o, name)
				}
			}
			forms = r.ofTypes(o, types)
		}
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
	for _, m := range o.Members {
		of := keyword.Type(m.Name)
		switch {
		case m.Name == "type" || isAnnotation(m.Name):
		case m.Name == "enum":
			own := slices.DeleteFunc(slices.Clone(list(o, "enum")), func(v jsondoc.Value) bool { return !isOf(v, t) })
			if len(own) == 0 {
				return nil
			}
			f.Set("enum", own)
		case m.Name == "const":
			if !isOf(m.Value, t) {
				return nil
			}
			f.Set("const", m.Value)
		case of == "" || of == t || of == "number" && t == "integer":
			f.Set(m.Name, m.Value)
		}
	}
	return f
}

func isOf(v jsondoc.Value, t string) bool {
	is := typeOf(v)
	return is == t || is == "integer" && t == "number"
}

// allowNull has a schema take null, too.
func allowNull(o *jsondoc.Object) {
	if types := keyword.Types(o); len(types) > 0 && !has(types, "null") {
		setTypes(o, append(types, "null"))
	}
	if v, ok := o.Lookup("const"); ok && v != jsondoc.Raw("null") {
		o.Delete("const")
		o.Set("enum", jsondoc.Array{v})
	}
	if values := list(o, "enum"); len(values) > 0 && !slices.Contains(values, jsondoc.Value(jsondoc.Raw("null"))) {
		o.Set("enum", append(slices.Clone(values), jsondoc.Raw("null")))
	}
}

// takesNull reports whether a schema has null among its forms.
func (r *rewriter) takesNull(o *jsondoc.Object) bool {
	for range maxNesting {
		if r.refs[o] == nil {
			break
		}
		o = r.refs[o]
	}
	return has(keyword.Types(o), "null") && listsNull(o) || slices.ContainsFunc(schemas(o, "anyOf"), r.takesNull)
}

// listsNull reports whether null is among the values that a schema lists, if it
// lists any.
func listsNull(o *jsondoc.Object) bool {
	if v, ok := o.Lookup("const"); ok {
		return v == jsondoc.Raw("null")
	}
	return !o.Has("enum") || slices.Contains(list(o, "enum"), jsondoc.Value(jsondoc.Raw("null")))
}

// requireAll has every property be required. One that may be left out may be
// null instead.
func (r *rewriter) requireAll() {
	r.each(func(o *jsondoc.Object) {
		if !has(keyword.Types(o), "object") {
			return
		}
		required := set(names(o, "required")...)
		all := []string{}
		for _, m := range members(o, "properties") {
			all = append(all, m.Name)
			if p, ok := m.Value.(*jsondoc.Object); ok && !required[m.Name] && !r.takesNull(p) {
				r.orNull(p)
			}
		}
		setNames(o, "required", all)
	})
}

func (r *rewriter) orNull(o *jsondoc.Object) {
	switch {
	case r.refs[o] != nil:
		bare := r.made(o)
		r.refs[bare] = r.refs[o]
		delete(r.refs, o)
		setSchemas(o, "anyOf", []*jsondoc.Object{bare, r.null(o)})
	case o.Has("anyOf"):
		setSchemas(o, "anyOf", append(schemas(o, "anyOf"), r.null(o)))
	default:
		allowNull(o)
	}
}

func (r *rewriter) null(at *jsondoc.Object) *jsondoc.Object {
	return r.made(at, jsondoc.Member{Name: "type", Value: jsondoc.FromString("null")})
}

// markNullable says null by nullable: true.
func (r *rewriter) markNullable() {
	r.each(func(o *jsondoc.Object) {
		nullable := r.dropNullForms(o)
		if types := keyword.Types(o); has(types, "null") {
			rest := slices.DeleteFunc(types, func(t string) bool { return t == "null" })
			if len(rest) == 0 {
				rest = []string{"string"}
				r.tell(o, "type", "must be null")
			}
			nullable = nullable || listsNull(o)
			setTypes(o, rest)
		}
		if !nullable {
			return
		}
		if values := list(o, "enum"); len(values) > 0 {
			rest := slices.DeleteFunc(slices.Clone(values), func(v jsondoc.Value) bool { return v == jsondoc.Raw("null") })
			o.Set("enum", rest)
			if len(rest) == 0 {
				o.Delete("enum")
			}
		}
		target := o
		if forms := schemas(o, "anyOf"); len(forms) > 0 {
			target = forms[0] // the choice itself has to stand alone
		}
		target.Set("nullable", jsondoc.FromBool(true))
	})
}

// dropNullForms takes null out of a choice and reports whether it was there.
func (r *rewriter) dropNullForms(o *jsondoc.Object) bool {
	forms := schemas(o, "anyOf")
	rest := slices.DeleteFunc(slices.Clone(forms), func(f *jsondoc.Object) bool {
		types := keyword.Types(f)
		return len(types) == 1 && types[0] == "null"
	})
	switch {
	case len(rest) == len(forms):
		return false
	case len(rest) == 0:
		o.Delete("anyOf")
		setTypes(o, []string{"null"})
	case len(rest) == 1:
		o.Delete("anyOf")
		r.mergeInto(o, rest[0])
	default:
		setSchemas(o, "anyOf", rest)
	}
	return true
}

// bareChoices moves what is said beside a choice into its first form.
func (r *rewriter) bareChoices() {
	r.each(func(o *jsondoc.Object) {
		forms := schemas(o, "anyOf")
		if len(forms) == 0 {
			return
		}
		first := forms[0]
		note := strings.TrimSpace(keyword.Text(o, "description"))
		if own := strings.TrimSpace(keyword.Text(first, "description")); own != "" && note != "" {
			note = strings.TrimSuffix(note, ".") + ". " + own
		} else {
			note += own
		}
		if note != "" {
			first.Set("description", jsondoc.FromString(note))
		}
		o.Members = []jsondoc.Member{{Name: "anyOf", Value: list(o, "anyOf")}}
	})
}

func (r *rewriter) upperTypes() {
	r.each(func(o *jsondoc.Object) {
		if t, ok := o.Lookup("type"); ok {
			o.Set("type", jsondoc.FromString(strings.ToUpper(keyword.Text(jsondoc.NewObject(jsondoc.Member{Name: "t", Value: t}), "t"))))
		}
	})
}

// describeRequired lists the properties that are required and not described.
func (r *rewriter) describeRequired() {
	r.eachValue(func(o *jsondoc.Object) {
		required := union(names(o, "required"), nil)
		if len(required) == 0 {
			return
		}
		known := map[string]bool{}
		for _, m := range members(o, "properties") {
			known[m.Name] = true
		}
		properties := jsondoc.NewObject(slices.Clone(members(o, "properties"))...)
		for _, n := range required {
			if !known[n] {
				properties.Members = append(properties.Members, jsondoc.Member{Name: n, Value: r.unlisted(o)})
			}
		}
		o.Set("properties", properties)
		setNames(o, "required", required)
	})
}

// unlisted is what a name that is not listed may have for a value.
func (r *rewriter) unlisted(o *jsondoc.Object) *jsondoc.Object {
	if other := o.Object("additionalProperties"); other != nil {
		return r.clone(other)
	}
	return r.made(o)
}

// closeObjects has objects take the names that they list and no others.
func (r *rewriter) closeObjects() {
	r.each(func(o *jsondoc.Object) {
		if !has(keyword.Types(o), "object") {
			return
		}
		other, given := o.Lookup("additionalProperties")
		_, isSchema := other.(*jsondoc.Object)
		listed := len(members(o, "properties")) > 0
		open := !listed && other != jsondoc.Raw("false") && (o != r.root || isSchema)
		switch {
		case open || !listed && o.Has("patternProperties"):
			r.problemf(o, "an object with names of any kind (a map) cannot be said in strict mode")
		case isSchema || !given || other == jsondoc.Raw("true") || o.Has("patternProperties"):
			r.lose(o, "additionalProperties", "other names than those listed cannot be given")
		}
		if !o.Has("properties") {
			o.Set("properties", jsondoc.NewObject())
		}
		if !o.Has("required") && r.profile.AllRequired {
			setNames(o, "required", nil)
		}
		o.Set("additionalProperties", jsondoc.FromBool(false))
	})
}
