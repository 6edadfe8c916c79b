package schemadiff

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// compared are the keywords that have rules of their own.
var compared = map[string]bool{
	"type": true, "enum": true, "const": true, "minimum": true, "exclusiveMinimum": true, "maximum": true, "exclusiveMaximum": true,
	"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "minProperties": true, "maxProperties": true,
	"pattern": true, "format": true, "multipleOf": true, "uniqueItems": true, "items": true, "prefixItems": true,
	"required": true, "properties": true, "patternProperties": true, "additionalProperties": true, "additionalItems": true, "dependentRequired": true,
	"propertyNames": true, "allOf": true, "anyOf": true, "$ref": true,
}

// others compares the keywords whose changes cannot be told apart: those under
// which accepting more means accepting less.
func (d *differ) others(a, b node) {
	for _, n := range namesOf(a.o, b.o) {
		if compared[n] || isAnnotation(n) {
			continue
		}
		if !d.like.alikeKeyword(n, a.o, b.o) {
			d.addf(a.place, b.place, n, Altered, "%s changed", n)
		}
	}
}

// annotationsBeside compares what is said to readers beside references. What one
// of the schemas says behind a reference, the other may say itself.
func (d *differ) annotationsBeside(before, after place, a, b *jsondoc.Object, bothFollowed bool) {
	x, y := before.object(), after.object()
	if !bothFollowed {
		x, y = together(x, a), together(y, b)
	}
	d.annotations(before, after, x, y)
}

// together has the members of two objects, of which each may be nil. The first one
// is asked first.
func together(x, y *jsondoc.Object) *jsondoc.Object {
	if x == nil || y == nil || x == y {
		return x
	}
	return &jsondoc.Object{Members: slices.Concat(x.Members, y.Members)}
}

var annotations = []string{"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType"}

// annotations compares what schemas say to readers, each of which may be nil.
func (d *differ) annotations(before, after place, x, y *jsondoc.Object) {
	if x == nil || y == nil || d.outer != nil {
		return
	}
	for _, name := range annotations {
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
