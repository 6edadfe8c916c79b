package schemadiff

import (
	"github.com/toolnexus/go-sdk/internal/keyword"
)

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
