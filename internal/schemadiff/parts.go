package schemadiff

import (
	"maps"
	"slices"
	"strconv"

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
	places := max(a.places(), b.places())
	for i := range places {
		d.compare(a.item(i), b.item(i))
	}
	x, y := a.item(places), b.item(places)
	if d.remainders() && (a.places() != b.places() || (x.schema == free) != (y.schema == free)) {
		d.addf(a.place, b.place, "items", Altered, "which items it speaks of changed, beside a keyword for all others")
	}
	d.compare(x, y)
}

// places is how many items a schema speaks of one by one. Earlier drafts say so by
// an array of items, and by additionalItems of those that follow.
func (n node) places() int {
	if list, ok := n.get("items").(jsondoc.Array); ok {
		return len(list)
	}
	list, _ := n.get("prefixItems").(jsondoc.Array)
	return len(list)
}

func (n node) item(i int) place {
	_, earlier := n.get("items").(jsondoc.Array)
	switch {
	case earlier && i < n.places():
		return n.at("items", strconv.Itoa(i))
	case earlier:
		return n.at("additionalItems")
	case i < n.places():
		return n.at("prefixItems", strconv.Itoa(i))
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
	if !d.like.alikeKeyword("patternProperties", a.o, b.o) {
		d.addf(a.place, b.place, "patternProperties", Altered, "what names that match a pattern may have for values changed")
	}
	olds, news := byName(before), byName(after)
	for _, m := range namesOf(before, after) {
		was, inOld := olds[m]
		is, inNew := news[m]
		old, now := a.property(m, was), b.property(m, is)
		switch {
		case inOld && inNew:
			d.compare(old, now)
		case patterned || d.remainders():
			d.addf(old, now, "properties", Altered, "the property %q came or went beside %s", m, beside(patterned))
		case inNew:
			d.cameOrWent(old.instead(a.other().schema), now, "was added", m)
		default:
			d.cameOrWent(old, now.instead(b.other().schema), "was removed", m)
		}
	}
	d.otherNames(a, b)
}

func beside(patterned bool) string {
	if patterned {
		return "patterns of names"
	}
	return "a keyword for all names that are not spoken of"
}

// other is what names that are not listed may have for values.
func (n node) other() place { return n.at("additionalProperties") }

// property is the place of a property, whose schema is known or nil.
func (n node) property(name string, schema jsondoc.Value) place {
	if schema == nil {
		schema = free
	}
	return place{schema, &n.place, []string{"properties", name}}
}

// byName has the members of an object, which may be nil.
func byName(o *jsondoc.Object) map[string]jsondoc.Value {
	values := map[string]jsondoc.Value{}
	if o != nil {
		for _, m := range o.Members {
			values[m.Name] = m.Value
		}
	}
	return values
}

// namesOf are the names of members in one of two objects, first those of the new
// one.
func namesOf(before, after *jsondoc.Object) []string {
	var all []string
	met := map[string]bool{}
	for _, o := range []*jsondoc.Object{after, before} {
		if o == nil {
			continue
		}
		for _, m := range o.Members {
			if !met[m.Name] {
				met[m.Name] = true
				all = append(all, m.Name)
			}
		}
	}
	return all
}

// cameOrWent tells of a property that only one of the schemas lists, and
// compares it with what unlisted names may be in the other.
func (d *differ) cameOrWent(a, b place, what, name string) {
	d.addf(a, b, "properties", d.guess(a, b, Said), "the property %q %s", name, what)
}

func (d *differ) otherNames(a, b node) {
	const name = "additionalProperties"
	x, y := a.other(), b.other()
	switch {
	case !a.o.Has(name) && !b.o.Has(name):
	case d.remainders() && a.o.Has(name) != b.o.Has(name):
		d.addf(a.place, b.place, name, Altered, "%s came or went beside a keyword for all names that are not spoken of", name)
	case x.isNever() && !y.isNever():
		d.addf(a.place, b.place, name, Widened, "names that are not listed are accepted now")
	case !x.isNever() && y.isNever():
		d.addf(a.place, b.place, name, Narrowed, "names that are not listed are not accepted any more")
	default:
		d.compare(x, y)
	}
}

func (d *differ) dependentRequired(a, b node) {
	const name = "dependentRequired"
	before, after := a.o.Object(name), b.o.Object(name)
	for _, m := range namesOf(before, after) {
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
