package schemadiff

import (
	"slices"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// allOf compares demands that hold together.
func (d *differ) allOf(a, b node) {
	olds, news := listOf(a, "allOf"), listOf(b, "allOf")
	if len(olds) == len(news) {
		d.pairs(olds, news)
		return
	}
	restOld, restNew := d.apart(olds, news)
	switch {
	case d.remainders() || len(restOld) > 0 && len(restNew) > 0:
		d.addf(a.place, b.place, "allOf", Altered, "the schemas that hold together changed")
	case len(restNew) > 0:
		d.addf(a.place, b.place, "allOf", Narrowed, "there are further demands")
	default:
		d.addf(a.place, b.place, "allOf", Widened, "there are fewer demands")
	}
}

// choices compares anyOf. It returns true if that is all there is to compare.
func (d *differ) choices(a, b node) (all bool) {
	olds, news := listOf(a, "anyOf"), listOf(b, "anyOf")
	more, fewer := "there are further forms to choose from", "there are fewer forms to choose from"
	switch had, has := a.o.Has("anyOf"), b.o.Has("anyOf"); {
	case !had && !has:
		return false
	case had && has:
	case had && !demands(without(a.o, "anyOf")):
		news, all = byType(b), true
	case has && !demands(without(b.o, "anyOf")):
		olds, all = byType(a), true
	case had:
		news, more = []place{b.instead(free)}, "there is no choice of forms any more"
	default:
		olds, fewer = []place{a.instead(free)}, "there is a choice of forms now"
	}
	restOld, restNew := d.apart(olds, news)
	if len(restOld) == len(restNew) {
		d.pairs(restOld, restNew)
		return all
	}
	wider := every(restOld, func(x place) bool {
		return slices.ContainsFunc(news, func(y place) bool { return d.isWithin(x, y, Narrowed) })
	})
	narrower := every(restNew, func(y place) bool {
		return slices.ContainsFunc(olds, func(x place) bool { return d.isWithin(x, y, Widened) })
	})
	switch {
	case wider && narrower:
	case wider:
		d.addf(a.place, b.place, "anyOf", Widened, "%s", more)
	case narrower:
		d.addf(a.place, b.place, "anyOf", Narrowed, "%s", fewer)
	default:
		d.addf(a.place, b.place, "anyOf", Altered, "the forms to choose from changed")
	}
	return all
}

func every(all []place, holds func(place) bool) bool {
	return !slices.ContainsFunc(all, func(p place) bool { return !holds(p) })
}

// isWithin reports whether one schema becoming another changes nothing, or not in
// a way that is unlike what is hoped for.
func (d *differ) isWithin(a, b place, unlike Effect) bool {
	effect := d.guess(a, b, unlike)
	return effect != unlike && effect != Altered
}

// pairs compares the schemas of two lists one by one.
func (d *differ) pairs(olds, news []place) {
	for i := range olds {
		d.compare(olds[i], news[i])
	}
}

// apart leaves out what two lists share, in whatever order. What that says to
// readers may have changed.
func (d *differ) apart(olds, news []place) (restOld, restNew []place) {
	same := map[fingerprint][]place{}
	for _, p := range news {
		key := d.like.print(p.schema)
		same[key] = append(same[key], p)
	}
	taken := map[fingerprint]int{}
	for _, p := range olds {
		key := d.like.print(p.schema)
		if taken[key] == len(same[key]) || !d.like.alikeBehind(p.schema) {
			restOld = append(restOld, p)
			continue
		}
		d.compare(p, same[key][taken[key]])
		taken[key]++
	}
	for _, p := range news {
		if key := d.like.print(p.schema); taken[key] > 0 {
			taken[key]--
		} else {
			restNew = append(restNew, p)
		}
	}
	return restOld, restNew
}

// listOf are the schemas that a keyword lists.
func listOf(n node, name string) []place {
	list, _ := n.get(name).(jsondoc.Array)
	var all []place
	for i := range list {
		all = append(all, n.at(name, strconv.Itoa(i)))
	}
	return all
}

// byType is a schema as a choice, of a form for each type that it lists.
func byType(n node) []place {
	list, _ := n.get("type").(jsondoc.Array)
	if len(list) < 2 {
		return []place{n.place}
	}
	var forms []place
	for _, v := range list {
		name, _ := jsondoc.String(v)
		form := with(n.o, func(k string) bool { return speaksOf(keyword.Type(k), name) })
		form.Set("type", v)
		if values, ok := lookup(form, "enum").(jsondoc.Array); ok {
			values = slices.DeleteFunc(slices.Clone(values), func(v jsondoc.Value) bool { return !keyword.IsOf(v, name) })
			form.Set("enum", values)
			if name == "null" && len(values) > 0 { // which is all that there is
				form.Delete("enum")
			}
		}
		forms = append(forms, n.instead(form))
	}
	return forms
}

// speaksOf reports whether what is said of one type, or of all, is said of another.
func speaksOf(said, name string) bool {
	return said == "" || said == name || said == "number" && name == "integer"
}
