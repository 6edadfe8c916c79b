package schemadiff

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// current says what a schema says in the words of earlier drafts and of OpenAPI
// in those of today: bounds that are exclusive if true, and null by nullable, which
// is taken at its word.
func current(o *jsondoc.Object) *jsondoc.Object {
	for _, bound := range numberBounds {
		if v := lookup(o, bound.exclusive); v == free || v == never {
			limit, has := o.Lookup(bound.inclusive)
			o = without(o, bound.exclusive)
			if v == free && has {
				o = without(o, bound.inclusive)
				o.Set(bound.exclusive, limit)
			}
		}
	}
	if v := lookup(o, "nullable"); v == never {
		return without(o, "nullable")
	} else if v == free && o.Has("type") {
		return withNull(o)
	}
	return o
}

func withNull(o *jsondoc.Object) *jsondoc.Object {
	o = without(o, "nullable")
	null := jsondoc.FromString("null")
	types, isList := lookup(o, "type").(jsondoc.Array)
	if !isList {
		types = jsondoc.Array{lookup(o, "type")}
	}
	o.Set("type", append(slices.Clip(types), null))
	if values, ok := lookup(o, "enum").(jsondoc.Array); ok {
		o.Set("enum", append(slices.Clip(values), jsondoc.Raw("null")))
	}
	return o
}

// wellFormed leaves out the keywords whose values are not what they must be, and
// tells of those that changed.
func (d *differ) wellFormed(a, b node) (_, _ node) {
	var odd []string
	for _, name := range namesOf(a.o, b.o) {
		v, had := a.o.Lookup(name)
		w, has := b.o.Lookup(name)
		if (!had || isWellFormed(name, v)) && (!has || isWellFormed(name, w)) {
			continue
		}
		odd = append(odd, name)
		if had != has || text(v) != text(w) {
			d.addf(a.place, b.place, name, Altered, "%s changed, and is not what it must be", name)
		}
	}
	if odd == nil {
		return a, b
	}
	return nodeOf(a.place, without(a.o, odd...)), nodeOf(b.place, without(b.o, odd...))
}

// isWellFormed reports whether a keyword that is compared has a value of the kind
// that it must have.
func isWellFormed(name string, v jsondoc.Value) bool {
	switch name {
	case "type":
		return isString(v) || isListOf(v, isString)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		_, ok := number(v)
		return ok
	case "pattern", "format":
		return isString(v)
	case "uniqueItems":
		return v == free || v == never
	case "required":
		return isListOf(v, isString)
	case "enum":
		return isListOf(v, func(jsondoc.Value) bool { return true })
	case "prefixItems", "allOf", "anyOf":
		return isListOf(v, isSchema)
	case "items":
		return isSchema(v) || isListOf(v, isSchema)
	case "additionalItems", "additionalProperties", "propertyNames":
		return isSchema(v)
	case "properties", "patternProperties":
		return hasOnly(v, isSchema)
	case "dependentRequired":
		return hasOnly(v, func(v jsondoc.Value) bool { return isListOf(v, isString) })
	}
	return true
}

func isString(v jsondoc.Value) bool {
	_, ok := jsondoc.String(v)
	return ok
}

func isSchema(v jsondoc.Value) bool {
	_, ok := v.(*jsondoc.Object)
	return ok || v == free || v == never
}

func isListOf(v jsondoc.Value, is func(jsondoc.Value) bool) bool {
	list, ok := v.(jsondoc.Array)
	return ok && !slices.ContainsFunc(list, func(v jsondoc.Value) bool { return !is(v) })
}

func hasOnly(v jsondoc.Value, is func(jsondoc.Value) bool) bool {
	o, ok := v.(*jsondoc.Object)
	return ok && !slices.ContainsFunc(o.Members, func(m jsondoc.Member) bool { return !is(m.Value) })
}
