package plan

import (
	"bytes"
	"math/big"
	"slices"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// Canonical returns well-formed JSON text in a form that is the same for equal
// values.
func Canonical(value []byte) []byte { return canonical(nil, value) }

// canonical appends well-formed JSON text in a form that is the same for equal
// values: numbers by value, strings without optional escapes, names sorted.
func canonical(dst, value []byte) []byte {
	value = bytes.Trim(value, " \t\n\r")
	switch c := value[0]; {
	case c == '{':
		return canonicalObject(dst, value)
	case c == '[':
		dst = append(dst, '[')
		for _, e := range split(value) {
			dst = append(canonical(dst, e), ',')
		}
		return append(dst, ']')
	case c == '"':
		return jsontext.AppendString(dst, string(jsontext.AppendUnescaped(nil, value[1:len(value)-1])))
	case c == '-' || c-'0' <= 9:
		return append(dst, decimal.Parse(value).String()...)
	default:
		return append(dst, value...)
	}
}

func canonicalObject(dst, value []byte) []byte {
	parts := split(value)
	members := make([][]byte, 0, len(parts))
	for _, p := range parts {
		w := walker{data: p}
		name, _ := w.memberName()
		member := append(jsontext.AppendString(nil, string(name)), ':')
		members = append(members, canonical(member, p[w.pos:]))
	}
	slices.SortFunc(members, bytes.Compare)
	dst = append(dst, '{')
	for _, m := range members {
		dst = append(append(dst, m...), ',')
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
