package plan

import (
	"bytes"
	"math/big"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// Canonical returns well-formed JSON text in a form that is the same for equal
// values.
func Canonical(value []byte) []byte { return canonical(nil, value) }

// canonical appends well-formed JSON text in a form that is the same for equal
// values: numbers by value, strings without optional escapes, names sorted.
func canonical(dst, value []byte) []byte { return appendCanonical(dst, ParseTree(value)) }

func appendCanonical(dst []byte, t *Tree) []byte {
	switch {
	case t.names != nil:
		return appendCanonicalObject(dst, t)
	case len(t.Raw) == 0:
		return dst
	}
	switch c := t.Raw[0]; {
	case c == '[':
		dst = append(dst, '[')
		for i := range t.parts {
			dst = append(appendCanonical(dst, &t.parts[i]), ',')
		}
		return append(dst, ']')
	case c == '"':
		return jsontext.AppendString(dst, string(jsontext.AppendUnescaped(nil, t.Raw[1:len(t.Raw)-1])))
	case c == '-' || c-'0' <= 9:
		return append(dst, decimal.Parse(t.Raw).String()...)
	default:
		return append(dst, t.Raw...)
	}
}

// appendCanonicalObject takes the members in the order of their names.
func appendCanonicalObject(dst []byte, t *Tree) []byte {
	order := make([]int, len(t.names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(t.names[a], t.names[b]) })
	dst = append(dst, '{')
	for _, i := range order {
		dst = append(jsontext.AppendString(dst, t.names[i]), ':')
		dst = append(appendCanonical(dst, &t.parts[i]), ',')
	}
	return append(dst, '}')
}

// split returns the elements of an array, or the members of an object, of
// well-formed text.
func split(value []byte) [][]byte {
	var parts [][]byte
	depth, inString, start := 0, false, 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth == 1 {
				start = i + 1
			}
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				if last := bytes.TrimSpace(value[start:i]); len(last) > 0 {
					parts = append(parts, last)
				}
			}
		case c == ',' && depth == 1:
			parts = append(parts, bytes.TrimSpace(value[start:i]))
			start = i + 1
		}
	}
	return parts
}

// isMultiple reports whether a is a whole multiple of b, exactly. Both are
// within double range, which bounds the work.
func isMultiple(a, b []byte) bool {
	x, ok := new(big.Rat).SetString(string(a))
	if !ok {
		return false
	}
	y, ok := new(big.Rat).SetString(string(b))
	return ok && y.Sign() != 0 && x.Quo(x, y).IsInt()
}
