package dialect

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// allowNull has a schema take null, too.
func allowNull(o *jsondoc.Object) {
	if !o.Has("type") && !o.Has("enum") && !o.Has("const") {
		return
	}
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
	o = r.target(o)
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
	r.eachValue(func(o *jsondoc.Object) {
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
	r.eachValue(func(o *jsondoc.Object) {
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
