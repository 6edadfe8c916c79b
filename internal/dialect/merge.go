package dialect

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// mergeInto has o demand what it demands and what other demands. What one schema
// cannot say of both is said in words. The annotations of o win. It returns
// false if no type is left.
func (r *rewriter) mergeInto(o, other *jsondoc.Object) (possible bool) {
	possible = true
	if t := r.refs[other]; t != nil {
		if r.refs[o] == nil && onlyAnnotates(o) {
			r.refs[o] = t
		} else {
			r.resolve(other)
		}
	}
	if bounds(o, other) || bounds(other, o) {
		r.lose(o, "additionalProperties", "names that one of several parts refuses are taken here, and refused by the call")
	}
	for _, m := range other.Members {
		have, ok := o.Lookup(m.Name)
		switch {
		case !ok:
			o.Set(m.Name, m.Value)
		case m.Name == "type":
			possible = r.mergeTypes(o, other) && possible
		case isAnnotation(m.Name):
		case r.mergeKeyword(o, m.Name, have, m.Value):
		default:
			r.tell(o, m.Name, r.words(other, m.Name))
		}
	}
	return possible
}

// bounds reports whether one schema demands something of names that it does not
// list and the other does.
func bounds(one, other *jsondoc.Object) bool {
	v, ok := one.Lookup("additionalProperties")
	if !ok || v == jsondoc.Raw("true") {
		return false
	}
	if other.Has("patternProperties") {
		return true
	}
	listed := map[string]bool{}
	for _, m := range members(one, "properties") {
		listed[m.Name] = true
	}
	return slices.ContainsFunc(members(other, "properties"), func(m jsondoc.Member) bool { return !listed[m.Name] })
}

func (r *rewriter) mergeTypes(o, other *jsondoc.Object) bool {
	var common []string
	a, b := keyword.Types(o), keyword.Types(other)
	for _, t := range []string{"string", "number", "integer", "boolean", "array", "object", "null"} {
		takes := func(types []string) bool { return has(types, t) || t == "integer" && has(types, "number") }
		if takes(a) && takes(b) && !(t == "integer" && has(common, "number")) {
			common = append(common, t)
		}
	}
	if len(common) == 0 {
		r.tell(o, "type", r.words(other, "type"))
		return false
	}
	setTypes(o, common)
	return true
}

// mergeKeyword merges what two schemas say by one keyword, and reports whether
// it could.
func (r *rewriter) mergeKeyword(o *jsondoc.Object, name string, a, b jsondoc.Value) bool {
	switch name {
	case "properties", "patternProperties":
		r.mergeNamed(o.Object(name), b)
	case "required":
		setNames(o, name, union(names(o, name), names(jsondoc.NewObject(jsondoc.Member{Name: name, Value: b}), name)))
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains":
		o.Set(name, tighter(a, b, 1))
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains":
		o.Set(name, tighter(a, b, -1))
	case "enum":
		return mergeEnums(o, a, b)
	case "items", "additionalProperties", "propertyNames":
		return r.mergeSchemas(o, name, a, b)
	case "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "contains", "dependentSchemas", "prefixItems":
		x, y := jsondoc.NewObject(jsondoc.Member{Name: name, Value: a}), jsondoc.NewObject(jsondoc.Member{Name: name, Value: b})
		return r.same(x, y)
	default:
		return text(a) == text(b)
	}
	return true
}

// mergeNamed merges schemas by name.
func (r *rewriter) mergeNamed(into *jsondoc.Object, from jsondoc.Value) {
	added, _ := from.(*jsondoc.Object)
	if into == nil || added == nil {
		return
	}
	index := map[string]*jsondoc.Object{}
	for _, m := range into.Members {
		index[m.Name], _ = m.Value.(*jsondoc.Object)
	}
	for _, m := range added.Members {
		p, _ := m.Value.(*jsondoc.Object)
		switch have := index[m.Name]; {
		case have == nil:
			into.Members = append(into.Members, m)
		case p != nil && (r.refs[have] == nil || r.refs[have] != r.refs[p]):
			r.resolve(have)
			r.mergeInto(have, p)
		}
	}
}

func (r *rewriter) mergeSchemas(o *jsondoc.Object, name string, a, b jsondoc.Value) bool {
	x, xOK := a.(*jsondoc.Object)
	y, yOK := b.(*jsondoc.Object)
	switch {
	case xOK && yOK:
		r.resolve(x)
		r.mergeInto(x, y)
	case a == jsondoc.Raw("false") || b == jsondoc.Raw("false"):
		o.Set(name, jsondoc.FromBool(false))
	case yOK: // beside true
		o.Set(name, b)
	}
	return true
}

// tighter returns the number that demands more: the larger one for sign 1, the
// smaller one for sign -1.
func tighter(a, b jsondoc.Value, sign int) jsondoc.Value {
	if decimal.Parse([]byte(text(a))).Cmp(decimal.Parse([]byte(text(b))))*sign < 0 {
		return b
	}
	return a
}

// mergeEnums keeps the values that both list, if there are any.
func mergeEnums(o *jsondoc.Object, a, b jsondoc.Value) bool {
	first, _ := a.(jsondoc.Array)
	second, _ := b.(jsondoc.Array)
	listed := map[string]bool{}
	for _, v := range second {
		listed[text(v)] = true
	}
	common := slices.DeleteFunc(slices.Clone(first), func(v jsondoc.Value) bool { return !listed[text(v)] })
	if len(common) == 0 {
		return false
	}
	o.Set("enum", common)
	return true
}

func union(a, b []string) []string {
	known := map[string]bool{}
	var all []string
	for _, s := range slices.Concat(a, b) {
		if !known[s] {
			known[s] = true
			all = append(all, s)
		}
	}
	return all
}

func has(list []string, s string) bool { return slices.Contains(list, s) }
