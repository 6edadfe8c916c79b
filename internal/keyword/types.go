package keyword

import (
	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// TypeOf names the type of a value; integer is that of a number that is written as
// one.
func TypeOf(v jsondoc.Value) string {
	switch v := v.(type) {
	case *jsondoc.Object:
		return "object"
	case jsondoc.Array:
		return "array"
	case jsondoc.Raw:
		switch {
		case v == "null":
			return "null"
		case v == "true" || v == "false":
			return "boolean"
		case v[0] == '"':
			return "string"
		case decimal.Parse([]byte(v)).IsInteger():
			return "integer"
		}
	}
	return "number"
}

// IsOf reports whether a value is of a type. An integer is a number, too.
func IsOf(v jsondoc.Value, name string) bool {
	is := TypeOf(v)
	return is == name || is == "integer" && name == "number"
}

// AreApart reports whether no value is of two of the types.
func AreApart(types []string) bool {
	seen := map[string]bool{}
	for _, t := range types {
		if t == "integer" {
			t = "number"
		}
		if seen[t] {
			return false
		}
		seen[t] = true
	}
	return true
}
