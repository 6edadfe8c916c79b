package schemadiff

import (
	"fmt"
	"maps"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

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
			d.addf(a.place, b.place, "required", Narrowed, "%q is required now", n)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(before)) {
		if !after[n] {
			d.addf(a.place, b.place, "required", Widened, "%q is not required any more", n)
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
		d.addf(a.place, b.place, "additionalProperties", Widened, "names that are not listed are accepted now")
	case !x.isNever() && y.isNever():
		d.addf(a.place, b.place, "additionalProperties", Narrowed, "names that are not listed are not accepted any more")
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
			d.addf(a.place, b.place, name, Narrowed, "what %q requires besides has grown", m)
		case Narrowed:
			d.addf(a.place, b.place, name, Widened, "what %q requires besides has shrunk", m)
		case Altered:
			d.addf(a.place, b.place, name, Altered, "what %q requires besides changed", m)
		case Said:
		}
	}
}
