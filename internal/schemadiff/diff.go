package schemadiff

import (
	"fmt"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
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

// and is the effect of two changes together.
func (e Effect) and(other Effect) Effect {
	switch {
	case e == Said || e == other:
		return other
	case other == Said:
		return e
	}
	return Altered
}

// Change is one difference.
type Change struct {
	Old, New string // JSON Pointers of the schemas that differ; one may not exist in its document
	Keyword  string
	Effect   Effect
	Text     string // what changed, in words
}

// Diff lists what differs between two schemas, in the order of the new one.
func Diff(before, after jsondoc.Value) []Change {
	pairs := mostPairs
	d := &differ{before: newDocument(before), after: newDocument(after), met: map[pair]bool{}, left: &pairs}
	d.like = newLikeness(d.before, d.after)
	d.compare(placeAt(before, ""), placeAt(after, ""))
	return d.changes
}

// mostPairs bounds how many pairs of schemas are compared, since each form of a
// choice may have to be compared with each other.
const mostPairs = 100_000

type pair struct{ before, after *jsondoc.Object }

// differ compares two documents, from one pair of schemas on.
type differ struct {
	before, after document
	like          *likeness
	met           map[pair]bool // pairs that are being compared, or were
	left          *int          // how many pairs may still be compared
	changes       []Change

	// A guess only finds an effect, and compares no further than to the one that
	// it hopes not to find.
	outer  *differ // who guesses, or nil
	unlike Effect
	effect Effect
}

// guess compares two schemas for the effect alone.
func (d *differ) guess(a, b place, unlike Effect) Effect {
	inner := &differ{before: d.before, after: d.after, like: d.like, met: map[pair]bool{}, left: d.left, outer: d, unlike: unlike}
	inner.compare(a, b)
	return inner.effect
}

// isSettled reports whether a guess has found what it hoped not to find.
func (d *differ) isSettled() bool {
	return d.outer != nil && (d.effect == Altered || d.unlike != Said && d.effect == d.unlike)
}

// hasMet notes a pair, and reports whether it had been noted before.
func (d *differ) hasMet(p pair) bool {
	for at := d; at != nil; at = at.outer {
		if at.met[p] {
			return true
		}
	}
	d.met[p] = true
	return false
}

func (d *differ) addf(before, after place, name string, effect Effect, format string, args ...any) {
	if d.outer != nil {
		d.effect = d.effect.and(effect)
		return
	}
	d.changes = append(d.changes, Change{before.pointer(), after.pointer(), name, effect, fmt.Sprintf(format, args...)})
}

// remainders reports whether it matters which names and items a schema speaks of,
// whatever it says of them.
func (d *differ) remainders() bool { return d.before.remainders || d.after.remainders }

// compare notes what differs between two schemas.
func (d *differ) compare(before, after place) {
	if d.isSettled() {
		return
	}
	if *d.left--; *d.left < 0 {
		if !d.like.alike(before.schema, after.schema) {
			d.addf(before, after, "", Altered, "it changed, in more ways than are compared")
		}
		return
	}
	a, okA := d.before.resolved(before)
	b, okB := d.after.resolved(after)
	if !okA || !okB {
		d.annotations(before, after, before.object(), after.object())
		if !d.like.alike(before.schema, after.schema) {
			d.addf(before, after, "$ref", Altered, "a reference changed that cannot be followed")
		}
		return
	}
	x, y := a.object(), b.object()
	followedA, followedB := x != before.object(), y != after.object()
	d.annotationsBeside(before, after, x, y, followedA == followedB)
	switch {
	case a.isNever() && b.isNever():
	case a.isNever():
		d.addf(a, b, "", Widened, "is accepted now")
	case b.isNever():
		d.addf(a, b, "", Narrowed, "is not accepted any more")
	case x == nil || y == nil:
		if text(a.schema) != text(b.schema) {
			d.addf(a, b, "", Altered, "is no schema")
		}
	case d.hasMet(pair{x, y}):
	default:
		if followedA && followedB {
			d.annotations(a, b, x, y)
		}
		d.demands(before, after, node{a, x}, node{b, y})
	}
}

// demands compares two schemas behind references.
func (d *differ) demands(before, after place, a, b node) {
	switch {
	case a.isFree() && b.isFree():
	case a.o.Has("$ref") || b.o.Has("$ref"):
		d.besideReferences(before, after, a, b)
	default:
		d.keywords(nodeOf(a.place, current(a.o)), nodeOf(b.place, current(b.o)))
	}
}

// besideReferences compares schemas of which at least one has demands beside a
// reference: what is referred to, and what is demanded besides.
func (d *differ) besideReferences(before, after place, a, b node) {
	was, restA, okA := d.before.split(before, a)
	is, restB, okB := d.after.split(after, b)
	if !okA || !okB {
		if !d.like.alike(a.schema, b.schema) {
			d.addf(a.place, b.place, "$ref", Altered, "a reference changed that cannot be followed")
		}
		return
	}
	d.compare(was, is)
	d.keywords(nodeOf(restA.place, current(restA.o)), nodeOf(restB.place, current(restB.o)))
}

// split divides a schema, which may be behind a reference, into what it refers to
// and the rest.
func (d document) split(unfollowed place, n node) (target place, rest node, ok bool) {
	switch {
	case n.o.Has("$ref"):
		target, ok = d.target(n.o)
		return target, nodeOf(n.place, without(n.o, "$ref")), ok
	case unfollowed.object() != n.o:
		target, ok = d.target(unfollowed.object())
		return target, nodeOf(unfollowed, empty), ok
	}
	return n.instead(free), n, true
}

// keywords compares two schemas keyword by keyword.
func (d *differ) keywords(a, b node) {
	a, b = d.wellFormed(a, b)
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
