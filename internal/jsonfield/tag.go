package jsonfield

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// jsonTag is the value of a json tag as encoding/json reads it.
type jsonTag struct {
	name     string // "" when the field has its Go name
	rejected string // a name that encoding/json does not accept
	unknown  []string

	omitEmpty, omitZero, quoted bool
}

// parseJSONTag reads the value of a json tag other than "-".
func parseJSONTag(value string) jsonTag {
	name, options, _ := strings.Cut(value, ",")
	var t jsonTag
	if validName(name) {
		t.name = name
	} else {
		t.rejected = name
	}
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty":
			t.omitEmpty = true
		case "omitzero":
			t.omitZero = true
		case "string":
			t.quoted = true
		case "":
			// `json:"-,"` is the way to get the name "-".
		default:
			t.unknown = append(t.unknown, option)
		}
	}
	return t
}

// validName reports whether encoding/json accepts the name in a json tag. An
// empty name, which stands for the Go name, is fine.
func validName(name string) bool {
	for _, r := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// checkConvention reports why a struct tag is not a list of key:"value" pairs
// that package reflect can read to the end. Blanks between the pairs are
// optional, as they are in package reflect.
func checkConvention(tag string) error {
	var seen []string
	for {
		tag = strings.TrimLeft(tag, " ")
		if tag == "" {
			return nil
		}
		key, rest, err := cutKey(tag)
		if err != nil {
			return err
		}
		if tag, err = cutValue(key, rest); err != nil {
			return err
		}
		if slices.Contains(seen, key) {
			return fmt.Errorf("the key %s is given twice, and the second is ignored", key)
		}
		seen = append(seen, key)
	}
}

// cutKey splits the tag into its first key and what follows the colon.
func cutKey(tag string) (key, rest string, err error) {
	end := strings.IndexFunc(tag, func(r rune) bool {
		return r != '_' && r != '-' && r != '.' && r != '/' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	switch {
	case end == 0:
		return "", "", fmt.Errorf("%s where a key is expected, so the rest of the tag is ignored", startOf(tag))
	case end < 0 || tag[end] != ':':
		return "", "", fmt.Errorf("%s is not a key:\"value\" pair, so the rest of the tag is ignored", startOf(tag))
	}
	return tag[:end], tag[end+1:], nil
}

// cutValue checks the quoted value at the start of rest and returns what
// follows it.
func cutValue(key, rest string) (string, error) {
	if !strings.HasPrefix(rest, `"`) {
		return "", fmt.Errorf("the value of %s is not in double quotes right after the colon", key)
	}
	end, ok := closingQuote(rest)
	if !ok {
		return "", fmt.Errorf("the value of %s has no closing quote", key)
	}
	if _, err := strconv.Unquote(rest[:end+1]); err != nil {
		return "", fmt.Errorf("the value of %s is not a Go string, so it is ignored (a backslash must be doubled)", key)
	}
	return rest[end+1:], nil
}

// closingQuote returns the position of the quote that ends the quoted text at
// the start of s.
func closingQuote(s string) (int, bool) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i, true
		}
	}
	return 0, false
}

// startOf quotes the start of s for a message, in backquotes if possible.
func startOf(s string) string {
	const most = 20
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "..."
	}
	return fmt.Sprintf("%#q", s)
}
