package schemadiff

import (
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// place is a schema and where it is in its document.
type place struct {
	schema jsondoc.Value
	// The pointer is spelled when there is something to tell.
	up   *place
	path []string // from up; without one, a whole pointer
}

// placeAt is the place of a schema with a JSON Pointer.
func placeAt(schema jsondoc.Value, pointer string) place {
	return place{schema: schema, path: []string{pointer}}
}

// pointer is the JSON Pointer of a place.
func (p place) pointer() string {
	var steps []place
	for p.up != nil {
		steps = append(steps, p)
		p = *p.up
	}
	var text strings.Builder
	text.WriteString(p.path[0])
	for _, step := range slices.Backward(steps) {
		for _, name := range step.path {
			text.WriteString("/" + jsondoc.EscapePointer(name))
		}
	}
	return text.String()
}

var (
	free  jsondoc.Value = jsondoc.Raw("true")
	never jsondoc.Value = jsondoc.Raw("false")
)

// at is the schema below a place, or free if there is none.
func (p place) at(path ...string) place {
	schema := p.schema
	for _, name := range path {
		schema = jsondoc.Child(schema, name)
	}
	if schema == nil {
		schema = free
	}
	return place{schema, &p, path}
}

// instead is another schema at the same place.
func (p place) instead(schema jsondoc.Value) place { return place{schema, p.up, p.path} }

// empty is one object, so that pairs with it are recognised. Nobody changes it.
var empty = &jsondoc.Object{}

// object is nil for what is no schema, and for the schema that accepts nothing.
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
	return o != nil && !demands(o)
}

func (p place) isNever() bool {
	o, _ := p.schema.(*jsondoc.Object)
	return p.schema == never || o != nil && o.Object("not") != nil && len(o.Object("not").Members) == 0
}

// node is a place whose schema is an object.
type node struct {
	place

	o *jsondoc.Object
}

// nodeOf has an object in place of the schema at a place.
func nodeOf(p place, o *jsondoc.Object) node { return node{p.instead(o), o} }

func (n node) get(name string) jsondoc.Value { return lookup(n.o, name) }

func lookup(o *jsondoc.Object, name string) jsondoc.Value {
	v, _ := o.Lookup(name)
	return v
}

// with is an object with some of the members of another.
func with(o *jsondoc.Object, keep func(name string) bool) *jsondoc.Object {
	some := &jsondoc.Object{}
	for _, m := range o.Members {
		if keep(m.Name) {
			some.Members = append(some.Members, m)
		}
	}
	return some
}

func without(o *jsondoc.Object, names ...string) *jsondoc.Object {
	return with(o, func(name string) bool { return !slices.Contains(names, name) })
}

// demands reports whether a schema has more than annotations.
func demands(o *jsondoc.Object) bool {
	return slices.ContainsFunc(o.Members, func(m jsondoc.Member) bool { return !isAnnotation(m.Name) })
}

// isAnnotation reports whether a keyword says nothing of values: what annotates, and
// what places a schema in its document.
func isAnnotation(name string) bool {
	switch name {
	case "$schema", "$id", "id", "$anchor", "$defs", "definitions", "components", "example", "contentEncoding", "contentMediaType":
		return true
	}
	return keyword.IsAnnotation(name)
}

func text(v jsondoc.Value) string { return string(jsondoc.Append(nil, v)) }
