package dialect

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// mergeInto has o demand what it demands and what other demands. What one schema
// cannot say of both is said in words. The annotations of o win. It returns
// false if there is no type that both take.
func (r *rewriter) mergeInto(o, other *jsondoc.Object) (possible bool) {
	if t := r.refs[other]; t != nil {
		if r.refs[o] == nil && onlyAnnotates(o) {
			r.refs[o] = t
		} else {
			r.resolve(other)
		}
	}
	if o.Has("type") && other.Has("type") && !mergeTypes(o, other) {
		return false
	}
	if bounds(o, other) || bounds(other, o) {
		r.lose(o, "additionalProperties", "names that one of several parts refuses are taken here, and refused by the call")
	}
	r.loseRemainder(other, o)
	r.mergeItems(o, other)
	for _, said := range r.sentences[other] {
		r.say(o, said)
	}
	r.patterned[o] = r.patterned[o] || r.patterned[other]
	for _, m := range other.Members {
		have, ok := o.Lookup(m.Name)
		main := companionOf(m.Name)
		switch {
		case main != "" && other.Has(main): // merged with that
		case !ok:
			for _, c := range companions(m.Name) {
				if v, has := other.Lookup(c); has {
					o.Set(c, v)
				}
			}
		case m.Name == "type" || m.Name == "items" || m.Name == "prefixItems" || isAnnotation(m.Name):
		case r.mergeKeyword(o, m.Name, have, m.Value):
		case len(companions(m.Name)) > 1 && r.sameCompanions(o, other, m.Name):
		default:
			r.tellKeyword(o, other, m.Name)
			r.freeRemainders(o, m.Name)
		}
	}
	return true
}

// sameCompanions reports whether a keyword and those that go with it are written
// alike.
func (r *rewriter) sameCompanions(a, b *jsondoc.Object, name string) bool {
	pick := func(o *jsondoc.Object) *jsondoc.Object {
		picked := jsondoc.NewObject()
		for _, c := range companions(name) {
			if v, ok := o.Lookup(c); ok {
				picked.Set(c, v)
			}
		}
		return picked
	}
	return r.key(pick(a)) == r.key(pick(b))
}

// mergeItems merges what two schemas say of items, place by place.
func (r *rewriter) mergeItems(o, other *jsondoc.Object) {
	if !other.Has("items") && !other.Has("prefixItems") {
		return
	}
	first, second := schemas(o, "prefixItems"), schemas(other, "prefixItems")
	places := make([]*jsondoc.Object, max(len(first), len(second)))
	for i := range places {
		places[i] = r.bothItems(itemAt(o, first, i), itemAt(other, second, i), i >= len(first), i >= len(second))
	}
	if len(places) > 0 {
		setSchemas(o, "prefixItems", places)
	}
	if items := r.bothItems(o.Object("items"), other.Object("items"), false, false); items != nil {
		o.Set("items", items)
	}
}

func itemAt(o *jsondoc.Object, prefix []*jsondoc.Object, i int) *jsondoc.Object {
	if i < len(prefix) {
		return prefix[i]
	}
	return o.Object("items")
}

// bothItems merges two schemas of an item, either of which may be missing, or
// shared with other places.
func (r *rewriter) bothItems(a, b *jsondoc.Object, sharedA, sharedB bool) *jsondoc.Object {
	if a != nil && sharedA {
		a = r.clone(a)
	}
	if b != nil && sharedB {
		b = r.clone(b)
	}
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil:
		return b
	case b == nil:
		return a
	}
	r.mergeValue(a, b)
	return a
}

// mergeValue merges the schemas of a part of the value. Where they want different
// types, that part cannot be given.
func (r *rewriter) mergeValue(a, b *jsondoc.Object) {
	r.resolve(a)
	if !r.mergeInto(a, b) {
		r.tellKeyword(a, b, "type")
	}
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

// mergeTypes leaves the types that both schemas take, and reports whether there
// are any.
func mergeTypes(o, other *jsondoc.Object) bool {
	var common []string
	a, b := keyword.Types(o), keyword.Types(other)
	for _, t := range []string{"string", "number", "integer", "boolean", "array", "object", "null"} {
		takes := func(types []string) bool { return has(types, t) || t == "integer" && has(types, "number") }
		if takes(a) && takes(b) && !(t == "integer" && has(common, "number")) {
			common = append(common, t)
		}
	}
	if len(common) == 0 {
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
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		o.Set(name, tighter(a, b, 1))
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		o.Set(name, tighter(a, b, -1))
	case "enum":
		return mergeEnums(o, a, b)
	case "additionalProperties", "propertyNames":
		return r.mergeSchemas(o, name, a, b)
	case "if", "contains":
		return false // not without those that go with them
	case "allOf":
		o.Set(name, append(slices.Clone(list(o, name)), listOf(b)...))
	case "anyOf", "oneOf", "not", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
		x, y := jsondoc.NewObject(jsondoc.Member{Name: name, Value: a}), jsondoc.NewObject(jsondoc.Member{Name: name, Value: b})
		return r.key(x) == r.key(y)
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
			r.mergeValue(have, p)
		}
	}
}

func (r *rewriter) mergeSchemas(o *jsondoc.Object, name string, a, b jsondoc.Value) bool {
	x, xOK := a.(*jsondoc.Object)
	y, yOK := b.(*jsondoc.Object)
	switch {
	case xOK && yOK:
		r.mergeValue(x, y)
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
		listed[keyword.Canonical(v)] = true
	}
	common := slices.DeleteFunc(slices.Clone(first), func(v jsondoc.Value) bool { return !listed[keyword.Canonical(v)] })
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

func listOf(v jsondoc.Value) jsondoc.Array {
	a, _ := v.(jsondoc.Array)
	return a
}

func has(list []string, s string) bool { return slices.Contains(list, s) }
