package schemadiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// Effect is what a difference means for the values that are accepted.
type Effect uint8

// The effects.
const (
	Said     Effect = iota // none: the new schema says something else to readers
	Widened                // the new schema accepts more
	Narrowed               // the new schema accepts less
	Altered                // it accepts other values, or that cannot be told
)

// String names the effect.
func (e Effect) String() string { return [...]string{"said", "widened", "narrowed", "altered"}[e] }

// Change is one difference.
type Change struct {
	Old, New string // JSON Pointers of the schemas that differ; one may not exist in its document
	Keyword  string
	Effect   Effect
	Text     string // what changed, in words
}

// Diff lists what differs between two schemas, in the order of the new one.
func Diff(before, after jsondoc.Value) []Change {
	d := &differ{before: before, after: after, met: map[[2]*jsondoc.Object]bool{}}
	d.compare(place{before, ""}, place{after, ""})
	return d.changes
}

type differ struct {
	before, after jsondoc.Value
	met           map[[2]*jsondoc.Object]bool // pairs that are being compared, or were
	changes       []Change
}

// place is a schema and where it is in its document.
type place struct {
	schema  jsondoc.Value
	pointer string
}

var (
	free  jsondoc.Value = jsondoc.Raw("true")
	never jsondoc.Value = jsondoc.Raw("false")
)

// at is the schema below a place, or free if there is none.
func (p place) at(path ...string) place {
	next := place{p.schema, p.pointer}
	for _, name := range path {
		next.pointer += "/" + jsondoc.EscapePointer(name)
		next.schema = jsondoc.Child(next.schema, name)
	}
	if next.schema == nil {
		next.schema = free
	}
	return next
}

// empty is one object, so that pairs with it are recognised. Nobody changes it.
var empty = &jsondoc.Object{}

func (p place) object() *jsondoc.Object {
	o, _ := p.schema.(*jsondoc.Object)
	if o == nil && p.schema == free {
		return empty
	}
	return o
}

// isFree reports whether a schema accepts everything, as far as it is easy to
// see.
func (p place) isFree() bool {
	o := p.object()
	return o != nil && !slices.ContainsFunc(o.Members, func(m jsondoc.Member) bool { return !isAnnotation(m.Name) })
}

func (p place) isNever() bool {
	o, _ := p.schema.(*jsondoc.Object)
	return p.schema == never || o != nil && o.Object("not") != nil && len(o.Object("not").Members) == 0
}

// resolved follows references. It returns false where one leads nowhere.
func resolved(document jsondoc.Value, p place) (place, bool) {
	const most = 100
	for range most {
		o := p.object()
		ref, ok := jsondoc.String(lookup(o, "$ref"))
		if !ok {
			return p, true
		}
		pointer, local := jsondoc.Fragment(ref)
		if !local {
			return p, false
		}
		target := place{jsondoc.At(document, pointer), pointer}
		if target.schema == nil || demandsBesideRef(o) {
			return p, false
		}
		p = target
	}
	return p, false
}

func demandsBesideRef(o *jsondoc.Object) bool {
	return slices.ContainsFunc(o.Members, func(m jsondoc.Member) bool { return m.Name != "$ref" && !isAnnotation(m.Name) })
}

func lookup(o *jsondoc.Object, name string) jsondoc.Value {
	v, _ := o.Lookup(name)
	return v
}

// isAnnotation reports whether a keyword says nothing of values: what annotates, and
// what places a schema in its document.
func isAnnotation(name string) bool {
	switch name {
	case "$schema", "$id", "$anchor", "$defs", "contentEncoding", "contentMediaType":
		return true
	}
	return keyword.IsAnnotation(name)
}

func (d *differ) addf(before, after place, name string, effect Effect, format string, args ...any) {
	d.changes = append(d.changes, Change{before.pointer, after.pointer, name, effect, fmt.Sprintf(format, args...)})
}

// compare notes what differs between two schemas.
func (d *differ) compare(before, after place) {
	d.annotations(before, after) // those beside a reference count, not those behind it
	a, okA := resolved(d.before, before)
	b, okB := resolved(d.after, after)
	switch {
	case !okA || !okB:
		if !d.equal(before, after) {
			d.addf(before, after, "$ref", Altered, "a reference changed that cannot be followed")
		}
		return
	case a.isNever() && b.isNever() || a.isFree() && b.isFree():
		return
	case a.isNever():
		d.addf(a, b, "", Widened, "is accepted now")
		return
	case b.isNever():
		d.addf(a, b, "", Narrowed, "is not accepted any more")
		return
	}
	x, y := a.object(), b.object()
	if x == nil || y == nil {
		d.addf(a, b, "", Altered, "is no schema")
		return
	}
	pair := [2]*jsondoc.Object{x, y}
	if d.met[pair] {
		return
	}
	d.met[pair] = true
	d.keywords(node{a, x}, node{b, y})
}

// node is a place whose schema is an object.
type node struct {
	place

	o *jsondoc.Object
}

func (n node) get(name string) jsondoc.Value { return lookup(n.o, name) }

// keywords compares two schemas keyword by keyword.
func (d *differ) keywords(a, b node) {
	if d.choices(a, b) {
		return
	}
	d.types(a, b)
	d.values(a, b)
	for _, bound := range numberBounds {
		d.bound(a, b, bound)
	}
	for _, name := range counts {
		d.count(a, b, name)
	}
	for _, name := range []string{"pattern", "format"} {
		d.whole(a, b, name)
	}
	d.multipleOf(a, b)
	d.uniqueItems(a, b)
	// What parts must be says nothing new where only one of them has parts.
	if touches(a.o, "items") && touches(b.o, "items") {
		d.items(a, b)
	}
	if touches(a.o, "properties") && touches(b.o, "properties") {
		d.required(a, b)
		d.properties(a, b)
		d.dependentRequired(a, b)
		d.below(a, b, "propertyNames")
	}
	d.allOf(a, b)
	d.others(a, b)
}

// widens reports whether one schema accepts all that another accepts.
func (d *differ) widens(a, b place) bool { return d.only(a, b, Said, Widened) }

func (d *differ) narrows(a, b place) bool { return d.only(a, b, Said, Narrowed) }

func (d *differ) only(a, b place, effects ...Effect) bool {
	inner := &differ{before: d.before, after: d.after, met: map[[2]*jsondoc.Object]bool{}}
	for pair := range d.met {
		inner.met[pair] = true
	}
	inner.compare(a, b)
	return !slices.ContainsFunc(inner.changes, func(c Change) bool { return !slices.Contains(effects, c.Effect) })
}

// equal reports whether two schemas are written alike, with references that may
// lead to different things counting as different.
func (d *differ) equal(a, b place) bool {
	return text(a.schema) == text(b.schema) && (!hasRef(a.schema) || text(d.before) == text(d.after))
}

// hasRef reports whether there may be references in v. Data that looks like one
// counts.
func hasRef(v jsondoc.Value) bool { return strings.Contains(text(v), `"$ref"`) }

func text(v jsondoc.Value) string { return string(jsondoc.Append(nil, v)) }
