// Package keyword knows the keywords of JSON Schema: which of them hold schemas,
// in what order they are written, and how what they demand is said in words.
package keyword

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// order is the order in which keywords are published: what a value is
// first, what it must satisfy next, the annotations last. Keywords that are
// not listed follow in the order in which they were set.
var order = []string{
	"$ref", "type", "title", "description", "enum", "const", "format", "pattern", "minLength", "maxLength",
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
	"contentEncoding", "contentMediaType", "contentSchema",
	"prefixItems", "items", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains",
	"properties", "required", "additionalProperties", "patternProperties", "propertyNames",
	"minProperties", "maxProperties", "dependentRequired", "dependentSchemas",
	"unevaluatedProperties", "unevaluatedItems", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
	"default", "examples", "deprecated", "readOnly", "writeOnly", "$comment",
}

// Rank is the place of a keyword in the order of writing, or -1 for a word that
// is no keyword.
func Rank(name string) int {
	if name == "$defs" {
		return len(order) + 1
	}
	return slices.Index(order, name)
}

// rank puts words that are no keywords before $defs, which is long.
func rank(name string) int {
	if i := Rank(name); i >= 0 {
		return i
	}
	return len(order)
}

// Type names the type of the values that a keyword speaks of; "" is any. Number
// stands for integer, too.
func Type(name string) string {
	switch name {
	case "minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType":
		return "string"
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return "number"
	case "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains":
		return "array"
	case "properties", "required", "additionalProperties", "patternProperties", "propertyNames",
		"minProperties", "maxProperties", "dependentRequired", "dependentSchemas":
		return "object"
	}
	return ""
}

// IsAnnotation reports whether a keyword says something and demands nothing.
// Words that begin with "x-" are annotations by convention.
func IsAnnotation(name string) bool {
	switch name {
	case "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment":
		return true
	}
	return strings.HasPrefix(name, "x-")
}

// Holds says what a keyword has for a value.
type Holds uint8

// What keywords hold.
const (
	Data   Holds = iota // anything but schemas
	Schema              // a schema
	List                // an array of schemas
	Named               // an object of schemas, whose names are not keywords
)

// HoldsOf says what the named keyword holds.
func HoldsOf(name string) Holds {
	switch name {
	case "items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else", "contentSchema",
		"unevaluatedProperties", "unevaluatedItems":
		return Schema
	case "properties", "patternProperties", "dependentSchemas", "$defs":
		return Named
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return List
	}
	return Data
}

// Slots calls visit for the place of every schema directly inside o, with the
// path from o. What visit puts there is inside o then. It knows which keywords
// hold schemas and which hold names or data.
func Slots(o *jsondoc.Object, visit func(slot *jsondoc.Value, path ...string)) {
	for i := range o.Members {
		m := &o.Members[i]
		switch HoldsOf(m.Name) {
		case Schema:
			visit(&m.Value, m.Name)
		case Named:
			if named, ok := m.Value.(*jsondoc.Object); ok {
				for j := range named.Members {
					visit(&named.Members[j].Value, m.Name, named.Members[j].Name)
				}
			}
		case List:
			if list, ok := m.Value.(jsondoc.Array); ok {
				for j := range list {
					visit(&list[j], m.Name, strconv.Itoa(j))
				}
			}
		case Data:
		}
	}
}

// Children calls visit for every schema directly inside o, with its path from o.
func Children(o *jsondoc.Object, visit func(child jsondoc.Value, path ...string)) {
	Slots(o, func(slot *jsondoc.Value, path ...string) { visit(*slot, path...) })
}

// Walk calls visit for v, if it is a schema that is an object, and for every one
// inside it, outer ones first. What visit makes of a schema is visited in its turn.
func Walk(v jsondoc.Value, visit func(o *jsondoc.Object)) {
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return
	}
	visit(o)
	Children(o, func(child jsondoc.Value, _ ...string) { Walk(child, visit) })
}

// Each is Walk with JSON Pointers, which may take far more room than the schemas:
// the names in them are repeated for all that is below.
func Each(v jsondoc.Value, pointer string, visit func(o *jsondoc.Object, pointer string)) {
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return
	}
	visit(o, pointer)
	Children(o, func(child jsondoc.Value, path ...string) {
		var at strings.Builder
		at.WriteString(pointer)
		for _, p := range path {
			at.WriteString("/" + jsondoc.EscapePointer(p))
		}
		Each(child, at.String(), visit)
	})
}

// Sort puts the keywords of every schema in v in published order.
func Sort(v jsondoc.Value) {
	Walk(v, func(o *jsondoc.Object) {
		slices.SortStableFunc(o.Members, func(a, b jsondoc.Member) int {
			return rank(a.Name) - rank(b.Name)
		})
	})
}
