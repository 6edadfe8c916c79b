package schemadiff

import (
	"fmt"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

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
