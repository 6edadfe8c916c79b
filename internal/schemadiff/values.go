package schemadiff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

var allTypes = []string{"string", "integer", "number", "boolean", "array", "object", "null"}

// types are the types that a schema admits, with integer where there is number.
// Some dialects write their names in capitals.
func types(o *jsondoc.Object) map[string]bool {
	set := map[string]bool{}
	names := keyword.Types(o)
	if !o.Has("type") {
		names = allTypes
	}
	for _, n := range names {
		n = strings.ToLower(n)
		set[n] = true
		if n == "number" {
			set["integer"] = true
		}
	}
	return set
}

// touches reports whether a schema admits values that a keyword speaks of.
func touches(o *jsondoc.Object, name string) bool {
	has := types(o)
	for n := range has {
		if !slices.Contains(allTypes, n) {
			return true // nobody knows what values that is
		}
	}
	switch keyword.Type(name) {
	case "":
		return true
	case "number":
		return has["integer"]
	default:
		return has[keyword.Type(name)]
	}
}

// added is the effect of a demand that only the new schema has, and removed that
// of one that only the old one has. A demand on values of a type that the other
// schema does not admit changes nothing beyond the type.
func added(a node, name string) Effect {
	if touches(a.o, name) {
		return Narrowed
	}
	return Said
}

func removed(b node, name string) Effect {
	if touches(b.o, name) {
		return Widened
	}
	return Said
}

func (d *differ) types(a, b node) {
	before, after := types(a.o), types(b.o)
	effect := compareSets(before, after)
	if effect != Said {
		d.addf(a.place, b.place, "type", effect, "the type changed from %s to %s", typeWords(a.o), typeWords(b.o))
	}
}

func typeWords(o *jsondoc.Object) string {
	if !o.Has("type") {
		return "any"
	}
	return strings.Join(keyword.Types(o), " or ")
}

// compareSets is the effect of accepting the members of one set instead of
// those of another.
func compareSets(before, after map[string]bool) Effect {
	gone := slices.ContainsFunc(slices.Collect(maps.Keys(before)), func(s string) bool { return !after[s] })
	come := slices.ContainsFunc(slices.Collect(maps.Keys(after)), func(s string) bool { return !before[s] })
	switch {
	case gone && come:
		return Altered
	case gone:
		return Narrowed
	case come:
		return Widened
	}
	return Said
}

// values compares enum and const, which say the same.
func (d *differ) values(a, b node) {
	before, after := listed(a.o), listed(b.o)
	name := "enum"
	if b.o.Has("const") || !b.o.Has("enum") && a.o.Has("const") {
		name = "const"
	}
	switch {
	case before == nil && after == nil:
	case before == nil:
		d.addf(a.place, b.place, name, Narrowed, "the values are listed now: %s", valueWords(after))
	case after == nil:
		d.addf(a.place, b.place, name, Widened, "the values are not listed any more; they were %s", valueWords(before))
	default:
		effect := compareSets(keys(before), keys(after))
		if effect == Said {
			return
		}
		var words []string
		if come := minus(after, before); len(come) > 0 {
			words = append(words, "new: "+valueWords(come))
		}
		if gone := minus(before, after); len(gone) > 0 {
			words = append(words, "gone: "+valueWords(gone))
		}
		d.addf(a.place, b.place, name, effect, "the listed values changed, %s", strings.Join(words, ", "))
	}
}

// listed are the values that enum and const leave, by their canonical text.
func listed(o *jsondoc.Object) map[string]jsondoc.Value {
	var values map[string]jsondoc.Value
	if list, ok := lookup(o, "enum").(jsondoc.Array); ok {
		values = map[string]jsondoc.Value{}
		for _, v := range list {
			values[keyword.Canonical(v)] = v
		}
	}
	if v, ok := o.Lookup("const"); ok {
		if values == nil || values[keyword.Canonical(v)] != nil {
			return map[string]jsondoc.Value{keyword.Canonical(v): v}
		}
		return map[string]jsondoc.Value{}
	}
	return values
}

func number(v jsondoc.Value) (decimal.Number, bool) {
	raw, _ := v.(jsondoc.Raw)
	if raw == "" || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return decimal.Number{}, false
	}
	return decimal.Parse([]byte(raw)), true
}

func keys(values map[string]jsondoc.Value) map[string]bool {
	set := map[string]bool{}
	for k := range values {
		set[k] = true
	}
	return set
}

func minus(a, b map[string]jsondoc.Value) map[string]jsondoc.Value {
	rest := maps.Clone(a)
	maps.DeleteFunc(rest, func(k string, _ jsondoc.Value) bool { _, ok := b[k]; return ok })
	return rest
}

func valueWords(values map[string]jsondoc.Value) string {
	var texts []string
	for _, k := range slices.Sorted(maps.Keys(values)) {
		texts = append(texts, keyword.Brief(values[k]))
	}
	const most = 10
	if len(texts) > most {
		texts = append(texts[:most], fmt.Sprintf("and %d more", len(texts)-most))
	}
	return strings.Join(texts, ", ")
}
