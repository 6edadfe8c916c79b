package plan

import (
	"bytes"
	"slices"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// enumSet is the values of an enum or a const, ready for comparison by value.
type enumSet struct {
	keyword    string
	and        *enumSet            // a schema may have both enum and const
	strings    []string            // when there are few
	many       map[string]struct{} // when there are many
	numbers    []decimal.Number
	literals   []string
	composites [][]byte // canonical
}

func newEnumSet(keyword string, values jsondoc.Array) *enumSet {
	set := &enumSet{keyword: keyword}
	for _, v := range values {
		if s, ok := jsondoc.String(v); ok {
			set.strings = append(set.strings, s)
			continue
		}
		raw := jsondoc.Append(nil, v)
		switch {
		case raw[0] == '{' || raw[0] == '[':
			set.composites = append(set.composites, canonical(nil, raw))
		case raw[0] == '-' || raw[0]-'0' <= 9:
			set.numbers = append(set.numbers, decimal.Parse(raw))
		default:
			set.literals = append(set.literals, string(raw))
		}
	}
	const few = 12
	if len(set.strings) > few {
		set.many = make(map[string]struct{}, len(set.strings))
		for _, s := range set.strings {
			set.many[s] = struct{}{}
		}
	}
	return set
}

func (e *enumSet) hasString(s []byte) bool {
	if e.many != nil {
		_, ok := e.many[string(s)]
		return ok
	}
	return slices.Contains(e.strings, string(s))
}

// The missing functions return the first set that lacks the value, or nil.

func (e *enumSet) missingString(s []byte) *enumSet {
	for ; e != nil; e = e.and {
		if !e.hasString(s) {
			return e
		}
	}
	return nil
}

func (e *enumSet) missingNumber(d decimal.Number) *enumSet {
	for ; e != nil; e = e.and {
		if !slices.ContainsFunc(e.numbers, func(n decimal.Number) bool { return n.Cmp(d) == 0 }) {
			return e
		}
	}
	return nil
}

func (e *enumSet) missingLiteral(word string) *enumSet {
	for ; e != nil; e = e.and {
		if !slices.Contains(e.literals, word) {
			return e
		}
	}
	return nil
}

func (e *enumSet) missingComposite(value []byte) *enumSet {
	value = canonical(nil, value)
	for ; e != nil; e = e.and {
		if !slices.ContainsFunc(e.composites, func(c []byte) bool { return bytes.Equal(c, value) }) {
			return e
		}
	}
	return nil
}
