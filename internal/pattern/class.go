package pattern

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The two readers disagree on what \s holds, but not on what \s and \S hold
// together: these are the only shorthands that mean the same to both.
const (
	anyRune = `[\s\S]`
	noRune  = `[^\s\S]`
)

// categoryNames lists the general categories that Go and ECMA-262 know by the
// same name, wide ones first. Cs is left out: surrogates are in no valid text.
const categoryNames = "L M N P S Z C LC Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No " +
	"Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cn Co"

type category struct {
	name string
	set  runeSet
}

// categories returns the sets of the general categories, made on first use.
var categories = sync.OnceValue(func() []category {
	var list []category
	for name := range strings.FieldsSeq(categoryNames) {
		if table, ok := unicode.Categories[name]; ok {
			list = append(list, category{name, tableSet(table)})
		}
	}
	return list
})

func isCategoryName(name string) bool {
	return slices.ContainsFunc(categories(), func(c category) bool { return c.name == name })
}

// classText prints a set so that it matches one of its runes: a single
// character, a general category, or a class in brackets, whichever is shortest.
func classText(set runeSet) string {
	switch {
	case len(set) == 0:
		return noRune
	case set.all():
		return anyRune
	case len(set) == 2 && set[0] == set[1]:
		return runeText(set[0], literalSyntax)
	}
	// A set that reaches the last rune was most likely written as a negation.
	open, letter := "[", "p"
	if set[len(set)-1] == utf8.MaxRune {
		set, open, letter = set.complement(), "[^", "P"
	}
	explicit := open + rangesText(set) + "]"
	names, rest := takeCategories(set)
	if len(names) == 1 && len(rest) == 0 {
		if short := `\` + letter + `{` + names[0] + `}`; len(short) < len(explicit) {
			return short
		}
	}
	var b strings.Builder
	b.WriteString(open)
	for _, name := range names {
		b.WriteString(`\p{` + name + `}`)
	}
	b.WriteString(rangesText(rest) + "]")
	if b.Len() < len(explicit) {
		return b.String()
	}
	return explicit
}

// takeCategories names the categories that lie wholly in the set and save text,
// and returns the runes none of them holds.
func takeCategories(set runeSet) (names []string, rest runeSet) {
	rest = set
	if set[len(set)-1] < utf8.RuneSelf {
		return nil, rest
	}
	for _, c := range categories() {
		if !set.contains(c.set) {
			continue
		}
		if len(rangesText(rest.intersect(c.set))) <= len(`\p{}`)+len(c.name) {
			continue
		}
		names = append(names, c.name)
		rest = rest.intersect(c.set.complement())
	}
	return names, rest
}

// rangesText prints the inside of a class.
func rangesText(set runeSet) string {
	var b strings.Builder
	for i := 0; i < len(set); i += 2 {
		lo, hi := set[i], set[i+1]
		b.WriteString(runeText(lo, classSyntax))
		if hi > nextRune(lo) {
			b.WriteByte('-')
		}
		if hi > lo {
			b.WriteString(runeText(hi, classSyntax))
		}
	}
	return b.String()
}

// Characters to escape with a backslash, outside and inside a class.
const (
	literalSyntax = `^$\.*+?()[]{}|`
	classSyntax   = `\[]^-`
)

// runeText prints one character. Both readers know \xHH but share no escape for
// what lies beyond it, so those characters stand for themselves.
func runeText(r rune, syntax string) string {
	switch {
	case strings.ContainsRune(syntax, r):
		return `\` + string(r)
	case '\t' <= r && r <= '\r':
		return `\` + string("tnvfr"[r-'\t'])
	case needsHex(r):
		return fmt.Sprintf(`\x%02x`, r)
	}
	return string(r)
}

// needsHex reports whether r is better read as \xHH than raw.
func needsHex(r rune) bool {
	return r <= unicode.MaxLatin1 && !unicode.IsPrint(r)
}
