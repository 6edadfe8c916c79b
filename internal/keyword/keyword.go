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
	"allOf", "anyOf", "oneOf", "not", "if", "then", "else",
	"default", "examples", "deprecated", "readOnly", "writeOnly", "$comment",
}

func rank(name string) int {
	switch i := slices.Index(order, name); {
	case name == "$defs":
		return len(order) + 1
	case i < 0:
		return len(order)
	default:
		return i
	}
}

// Children calls visit for every schema directly inside o, with its path
// from o. It knows which keywords hold schemas and which hold names or data.
func Children(o *jsondoc.Object, visit func(child jsondoc.Value, path ...string)) {
	for _, m := range o.Members {
		switch m.Name {
		case "items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else", "contentSchema":
			visit(m.Value, m.Name)
		case "properties", "patternProperties", "dependentSchemas", "$defs":
			if named, ok := m.Value.(*jsondoc.Object); ok {
				for _, p := range named.Members {
					visit(p.Value, m.Name, p.Name)
				}
			}
		case "prefixItems", "allOf", "anyOf", "oneOf":
			if list, ok := m.Value.(jsondoc.Array); ok {
				for i, e := range list {
					visit(e, m.Name, strconv.Itoa(i))
				}
			}
		}
	}
}

// Each calls visit for v and every schema inside it, with JSON Pointers.
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
	Each(v, "", func(o *jsondoc.Object, _ string) {
		slices.SortStableFunc(o.Members, func(a, b jsondoc.Member) int {
			return rank(a.Name) - rank(b.Name)
		})
	})
}
