package rules

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// longForms holds one JSON object of keywords per file, named by rule and, on
// numbers, by number. They are read only when asked for.
//
//go:embed long/*.json
var longForms embed.FS

// longForm gives the long keywords of a format rule.
func longForm(tag string, k Kind) ([]Keyword, error) {
	switch tag {
	case "alphaunicode":
		return matching("^[" + runesWhere(unicode.IsLetter) + "]+$"), nil
	case "alphanumunicode":
		return matching("^[" + runesWhere(func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }) + "]+$"), nil
	case "lowercase":
		return matching("^[^" + runesWhere(func(c rune) bool { return unicode.ToLower(c) != c }) + "]+$"), nil
	case "uppercase":
		return matching("^[^" + runesWhere(func(c rune) bool { return unicode.ToUpper(c) != c }) + "]+$"), nil
	case "ip_addr", "ip4_addr", "ip6_addr":
		tag = map[string]string{"ip_addr": "ip", "ip4_addr": "ipv4", "ip6_addr": "ipv6"}[tag]
	}
	if k != String {
		tag += ".number"
	}
	text, err := longForms.ReadFile("long/" + tag + ".json")
	if err != nil {
		return nil, fmt.Errorf("no long form: %w", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, fmt.Errorf("long form: %w", err)
	}
	var keywords []Keyword
	for _, name := range slices.Sorted(maps.Keys(members)) {
		keywords = append(keywords, Keyword{name, members[name]})
	}
	return keywords, nil
}

// runesWhere writes the characters that hold as the inside of a class. It is
// computed, because the answer changes with the Unicode tables of Go.
func runesWhere(holds func(rune) bool) string {
	var b strings.Builder
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if !holds(c) {
			continue
		}
		first := c
		for c < unicode.MaxRune && holds(c+1) {
			c++
		}
		b.WriteRune(first)
		if c > first+1 {
			b.WriteByte('-')
		}
		if c > first {
			b.WriteRune(c)
		}
	}
	return b.String()
}
