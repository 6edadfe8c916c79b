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
func types(o *jsondoc.Object) map[string]bool {
	set := map[string]bool{}
	names := keyword.Types(o)
	if !o.Has("type") {
		names = allTypes
	}
	for _, n := range names {
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

// numberBound is one end of a range of numbers.
type numberBound struct {
	inclusive, exclusive string
	sign                 int // 1 where a larger number demands more
}

var numberBounds = []numberBound{{"minimum", "exclusiveMinimum", 1}, {"maximum", "exclusiveMaximum", -1}}

// end is where a range ends.
type end struct {
	value     jsondoc.Value
	n         decimal.Number
	exclusive bool
}

// of returns the end that a schema demands.
func (b numberBound) of(o *jsondoc.Object) (e end, ok bool) {
	if v, has := o.Lookup(b.inclusive); has {
		if n, isNumber := number(v); isNumber {
			e, ok = end{v, n, false}, true
		}
	}
	if v, has := o.Lookup(b.exclusive); has {
		if n, isNumber := number(v); isNumber && (!ok || n.Cmp(e.n)*b.sign >= 0) {
			e, ok = end{v, n, true}, true
		}
	}
	return e, ok
}

func (b numberBound) words(e end) string {
	name := b.inclusive
	if e.exclusive {
		name = b.exclusive
	}
	return name + " " + keyword.Brief(e.value)
}

func (d *differ) bound(a, b node, bound numberBound) {
	before, had := bound.of(a.o)
	after, has := bound.of(b.o)
	switch {
	case !had && !has:
	case !had:
		d.addf(a.place, b.place, bound.inclusive, added(a, bound.inclusive), "%s was added", bound.words(after))
	case !has:
		d.addf(a.place, b.place, bound.inclusive, removed(b, bound.inclusive), "%s was removed", bound.words(before))
	default:
		order := after.n.Cmp(before.n) * bound.sign
		if order == 0 && before.exclusive != after.exclusive {
			order = 1
			if before.exclusive {
				order = -1
			}
		}
		switch {
		case order > 0:
			d.addf(a.place, b.place, bound.inclusive, added(a, bound.inclusive), "%s became %s", bound.words(before), bound.words(after))
		case order < 0:
			d.addf(a.place, b.place, bound.inclusive, removed(b, bound.inclusive), "%s became %s", bound.words(before), bound.words(after))
		}
	}
}

var counts = []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}

func (d *differ) count(a, b node, name string) {
	before, had := number(a.get(name))
	after, has := number(b.get(name))
	smallest := strings.HasPrefix(name, "min")
	if smallest { // none is 0
		had, has = had && !before.IsZero(), has && !after.IsZero()
	}
	sign := -1
	if smallest {
		sign = 1
	}
	switch {
	case !had && !has:
	case !had:
		d.addf(a.place, b.place, name, added(a, name), "%s %s was added", name, keyword.Brief(b.get(name)))
	case !has:
		d.addf(a.place, b.place, name, removed(b, name), "%s %s was removed", name, keyword.Brief(a.get(name)))
	case after.Cmp(before)*sign > 0:
		d.addf(a.place, b.place, name, added(a, name), "%s %s became %s", name, keyword.Brief(a.get(name)), keyword.Brief(b.get(name)))
	case after.Cmp(before)*sign < 0:
		d.addf(a.place, b.place, name, removed(b, name), "%s %s became %s", name, keyword.Brief(a.get(name)), keyword.Brief(b.get(name)))
	}
}

// whole compares a demand that is either the same or another one.
func (d *differ) whole(a, b node, name string) {
	before, had := a.o.Lookup(name)
	after, has := b.o.Lookup(name)
	switch {
	case !had && !has || had && has && text(before) == text(after):
	case !had:
		d.addf(a.place, b.place, name, added(a, name), "%s %s was added", name, keyword.Brief(after))
	case !has:
		d.addf(a.place, b.place, name, removed(b, name), "%s %s was removed", name, keyword.Brief(before))
	default:
		d.addf(a.place, b.place, name, Altered, "%s %s became %s", name, keyword.Brief(before), keyword.Brief(after))
	}
}

func (d *differ) multipleOf(a, b node) {
	before, after := smallInteger(a.get("multipleOf")), smallInteger(b.get("multipleOf"))
	switch {
	case before > 0 && after > 0 && before != after && before%after == 0:
		d.addf(a.place, b.place, "multipleOf", removed(b, "multipleOf"), "multipleOf %d became %d", before, after)
	case before > 0 && after > 0 && before != after && after%before == 0:
		d.addf(a.place, b.place, "multipleOf", added(a, "multipleOf"), "multipleOf %d became %d", before, after)
	default:
		d.whole(a, b, "multipleOf")
	}
}

func smallInteger(v jsondoc.Value) (n int) {
	raw, _ := v.(jsondoc.Raw)
	if len(raw) == 0 || len(raw) > 9 || strings.Trim(string(raw), "0123456789") != "" {
		return 0
	}
	for _, c := range raw {
		n = n*10 + int(c-'0')
	}
	return n
}

func (d *differ) uniqueItems(a, b node) {
	const name = "uniqueItems"
	before, after := a.get(name) == free, b.get(name) == free
	switch {
	case !before && after:
		d.addf(a.place, b.place, name, added(a, name), "equal items are not accepted any more")
	case before && !after:
		d.addf(a.place, b.place, name, removed(b, name), "equal items are accepted now")
	}
}

// below compares the schemas that a keyword has for values. None is a free one.
func (d *differ) below(a, b node, name string) {
	if a.o.Has(name) || b.o.Has(name) {
		d.compare(a.at(name), b.at(name))
	}
}

// items compares the schemas of items, place by place.
func (d *differ) items(a, b node) {
	before, _ := a.get("prefixItems").(jsondoc.Array)
	after, _ := b.get("prefixItems").(jsondoc.Array)
	for i := range max(len(before), len(after)) {
		d.compare(itemAt(a, before, i), itemAt(b, after, i))
	}
	d.below(a, b, "items")
}

func itemAt(n node, prefix jsondoc.Array, i int) place {
	if i < len(prefix) {
		return n.at("prefixItems", fmt.Sprint(i))
	}
	return n.at("items")
}

func names(o *jsondoc.Object, keyword string) map[string]bool {
	set := map[string]bool{}
	list, _ := lookup(o, keyword).(jsondoc.Array)
	for _, v := range list {
		if s, ok := jsondoc.String(v); ok {
			set[s] = true
		}
	}
	return set
}

func (d *differ) required(a, b node) {
	before, after := names(a.o, "required"), names(b.o, "required")
	for _, n := range slices.Sorted(maps.Keys(after)) {
		if !before[n] {
			d.addf(a.place, b.place, "required", added(a, "required"), "%q is required now", n)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(before)) {
		if !after[n] {
			d.addf(a.place, b.place, "required", removed(b, "required"), "%q is not required any more", n)
		}
	}
}

// properties compares what each name may have for a value, and what names there
// may be besides.
func (d *differ) properties(a, b node) {
	before, after := a.o.Object("properties"), b.o.Object("properties")
	patterned := a.o.Has("patternProperties") || b.o.Has("patternProperties")
	if patterned && !d.equal(a.at("patternProperties"), b.at("patternProperties")) {
		d.addf(a.place, b.place, "patternProperties", Altered, "what names that match a pattern may have for values changed")
	}
	for _, m := range propertiesOf(before, after) {
		switch inOld, inNew := before.Has(m), after.Has(m); {
		case inOld && inNew:
			d.compare(a.at("properties", m), b.at("properties", m))
		case patterned:
			d.addf(a.at("properties", m), b.at("properties", m), "properties", Altered, "the property %q came or went beside patterns of names", m)
		case inNew:
			d.cameOrWent(a.otherFor(m), b.at("properties", m), "was added", m)
		default:
			d.cameOrWent(a.at("properties", m), b.otherFor(m), "was removed", m)
		}
	}
	if a.o.Has("additionalProperties") || b.o.Has("additionalProperties") {
		d.otherNames(a, b)
	}
}

// other is what names that are not listed may have for values.
func (n node) other() place { return n.at("additionalProperties") }

// otherFor is what a name that is not listed may have for a value, at the place
// where it would be listed.
func (n node) otherFor(name string) place {
	return place{n.other().schema, n.at("properties", name).pointer}
}

func propertiesOf(before, after *jsondoc.Object) []string {
	var all []string
	for _, o := range []*jsondoc.Object{after, before} {
		if o == nil {
			continue
		}
		for _, m := range o.Members {
			if o == after || !after.Has(m.Name) {
				all = append(all, m.Name)
			}
		}
	}
	return all
}

// cameOrWent tells of a property that only one of the schemas lists, and
// compares it with what unlisted names may be in the other.
func (d *differ) cameOrWent(a, b place, what, name string) {
	inner := &differ{before: d.before, after: d.after, met: d.met}
	inner.compare(a, b)
	effect := Said
	for _, c := range inner.changes {
		effect = both(effect, c.Effect)
	}
	d.addf(a, b, "properties", effect, "the property %q %s", name, what)
}

// both is the effect of two changes together.
func both(a, b Effect) Effect {
	switch {
	case a == Said || a == b:
		return b
	case b == Said:
		return a
	}
	return Altered
}

func (d *differ) otherNames(a, b node) {
	x, y := a.other(), b.other()
	switch {
	case x.isNever() && !y.isNever():
		d.addf(a.place, b.place, "additionalProperties", removed(b, "additionalProperties"), "names that are not listed are accepted now")
	case !x.isNever() && y.isNever():
		d.addf(a.place, b.place, "additionalProperties", added(a, "additionalProperties"), "names that are not listed are not accepted any more")
	default:
		d.compare(x, y)
	}
}

func (d *differ) dependentRequired(a, b node) {
	const name = "dependentRequired"
	before, after := a.o.Object(name), b.o.Object(name)
	for _, m := range propertiesOf(before, after) {
		wanted := func(o *jsondoc.Object) map[string]bool {
			if o == nil {
				return nil
			}
			return names(o, m)
		}
		// To require more is to accept less.
		switch compareSets(wanted(before), wanted(after)) {
		case Widened:
			d.addf(a.place, b.place, name, added(a, name), "what %q requires besides has grown", m)
		case Narrowed:
			d.addf(a.place, b.place, name, removed(b, name), "what %q requires besides has shrunk", m)
		case Altered:
			d.addf(a.place, b.place, name, Altered, "what %q requires besides changed", m)
		case Said:
		}
	}
}

// allOf compares demands that hold together.
func (d *differ) allOf(a, b node) {
	before, _ := a.get("allOf").(jsondoc.Array)
	after, _ := b.get("allOf").(jsondoc.Array)
	if len(before) == len(after) {
		for i := range before {
			d.compare(a.at("allOf", fmt.Sprint(i)), b.at("allOf", fmt.Sprint(i)))
		}
		return
	}
	if hasRef(a.get("allOf")) || hasRef(b.get("allOf")) {
		d.addf(a.place, b.place, "allOf", Altered, "the schemas that hold together changed")
		return
	}
	sets := [2]map[string]bool{{}, {}}
	for i, list := range []jsondoc.Array{before, after} {
		for _, v := range list {
			sets[i][keyword.Canonical(v)] = true
		}
	}
	switch effect := compareSets(sets[0], sets[1]); effect {
	case Widened:
		d.addf(a.place, b.place, "allOf", Narrowed, "there are further demands")
	case Narrowed:
		d.addf(a.place, b.place, "allOf", Widened, "there are fewer demands")
	case Altered:
		d.addf(a.place, b.place, "allOf", Altered, "the schemas that hold together changed")
	case Said:
	}
}

// choices compares anyOf. It returns true if that is all there is to compare.
func (d *differ) choices(a, b node) bool {
	before, had := a.get("anyOf").(jsondoc.Array)
	after, has := b.get("anyOf").(jsondoc.Array)
	switch {
	case !had && !has:
		return false
	case had && has && len(before) == len(after):
		for i := range before {
			d.compare(a.at("anyOf", fmt.Sprint(i)), b.at("anyOf", fmt.Sprint(i)))
		}
		return false
	}
	olds, pureOld := forms(a, before, had)
	news, pureNew := forms(b, after, has)
	if !pureOld || !pureNew {
		d.addf(a.place, b.place, "anyOf", Altered, "the forms to choose from changed")
		return false
	}
	wider := every(olds, func(x place) bool { return slices.ContainsFunc(news, func(y place) bool { return d.widens(x, y) }) })
	narrower := every(news, func(y place) bool { return slices.ContainsFunc(olds, func(x place) bool { return d.narrows(x, y) }) })
	switch {
	case wider && narrower:
	case wider:
		d.addf(a.place, b.place, "anyOf", Widened, "there are further forms to choose from")
	case narrower:
		d.addf(a.place, b.place, "anyOf", Narrowed, "there are fewer forms to choose from")
	default:
		d.addf(a.place, b.place, "anyOf", Altered, "the forms to choose from changed")
	}
	return true
}

func every(all []place, holds func(place) bool) bool {
	return !slices.ContainsFunc(all, func(p place) bool { return !holds(p) })
}

// forms are what a schema offers to choose from: itself, if it has no choice. It
// is pure if there are no demands beside the choice.
func forms(n node, list jsondoc.Array, isChoice bool) (all []place, pure bool) {
	if !isChoice {
		return []place{n.place}, true
	}
	for i := range list {
		all = append(all, n.at("anyOf", fmt.Sprint(i)))
	}
	pure = !slices.ContainsFunc(n.o.Members, func(m jsondoc.Member) bool { return m.Name != "anyOf" && !isAnnotation(m.Name) })
	return all, pure
}

// compared are the keywords that have rules of their own.
var compared = map[string]bool{
	"type": true, "enum": true, "const": true, "minimum": true, "exclusiveMinimum": true, "maximum": true, "exclusiveMaximum": true,
	"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "minProperties": true, "maxProperties": true,
	"pattern": true, "format": true, "multipleOf": true, "uniqueItems": true, "items": true, "prefixItems": true,
	"required": true, "properties": true, "patternProperties": true, "additionalProperties": true, "dependentRequired": true,
	"propertyNames": true, "allOf": true, "anyOf": true, "$ref": true,
}

// others compares the keywords whose changes cannot be told apart: those under
// which accepting more means accepting less.
func (d *differ) others(a, b node) {
	for _, n := range propertiesOf(a.o, b.o) {
		if compared[n] || isAnnotation(n) {
			continue
		}
		if !d.equal(a.at(n), b.at(n)) || a.o.Has(n) != b.o.Has(n) {
			d.addf(a.place, b.place, n, Altered, "%s changed", n)
		}
	}
}

// annotations compares what is said to readers.
func (d *differ) annotations(before, after place) {
	x, y := before.object(), after.object()
	if x == nil || y == nil {
		return
	}
	for _, name := range []string{"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType"} {
		v, had := x.Lookup(name)
		w, has := y.Lookup(name)
		switch {
		case !had && !has || had && has && text(v) == text(w):
		case !had:
			d.addf(before, after, name, Said, "%s was added: %s", name, keyword.Brief(w))
		case !has:
			d.addf(before, after, name, Said, "%s was removed: %s", name, keyword.Brief(v))
		default:
			d.addf(before, after, name, Said, "%s changed from %s to %s", name, keyword.Brief(v), keyword.Brief(w))
		}
	}
}
