package schemadiff

import (
	"strings"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

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
