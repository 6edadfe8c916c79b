package docs

import (
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

func sayType(_ *describer, f *field, n node) bool {
	types := keyword.Types(n.schema)
	list, isList := n.Value.(jsondoc.Array)
	if len(types) == 0 || isList && len(list) != len(types) {
		return false
	}
	for _, t := range types {
		if keyword.TypeWords([]string{t}) == "" {
			return false
		}
	}
	switch {
	case f.types == nil && !f.nullable:
		f.types = types
	case !slices.Equal(f.types, types):
		f.demand(keyword.Words("type", n.schema), "")
	}
	return true
}

// The beginnings of rules that end with code.
const (
	wordsOneOf   = "must be one of"
	wordsIs      = "must be"
	wordsPattern = "must match the pattern"

	wordsIsNoneOf  = "must not be one of"
	wordsIsNot     = "must not be"
	wordsNoPattern = "must not match the pattern"
)

// Rules that are read again, or made in several places.
const (
	wordsNoOthers = "takes no other names"
	wordsNoNames  = "takes no names at all"
	wordsLeftOut  = "must be left out"
)

func sayListed(_ *describer, f *field, n node) bool {
	if list, isList := n.Value.(jsondoc.Array); n.Name == "enum" && (!isList || len(list) == 0) {
		return false
	}
	f.demandWords(n, wordsOneOf, wordsIs)
	return true
}

// sayFormat says a format that calls are not held to in other words.
func sayFormat(d *describer, f *field, n node) bool {
	name, ok := jsondoc.String(n.Value)
	if _, checked := format.Lookup(name); !ok || checked {
		return sayText(d, f, n)
	}
	f.demand("format", name)
	return true
}

func sayText(_ *describer, f *field, n node) bool {
	if _, isText := jsondoc.String(n.Value); !isText {
		return false
	}
	if n.Name == "pattern" {
		f.demandWords(n, wordsPattern)
	} else {
		f.demandWords(n)
	}
	return true
}

// demandWords adds the words of a keyword, with code after one of the beginnings.
func (f *field) demandWords(n node, beginnings ...string) {
	words := keyword.Words(n.Name, n.schema)
	for _, b := range beginnings {
		if code, ok := strings.CutPrefix(words, b+" "); ok {
			f.demand(b, code)
			return
		}
	}
	f.demand(words, "")
}

func isNumber(v jsondoc.Value) bool {
	raw, ok := v.(jsondoc.Raw)
	return ok && (raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9')
}

func sayNumber(_ *describer, f *field, n node) bool {
	if !isNumber(n.Value) {
		return false
	}
	f.demandWords(n)
	return true
}

func sayUnique(_ *describer, f *field, n node) bool {
	if !isTrue(n.Value) {
		return false
	}
	f.demandWords(n)
	return true
}
