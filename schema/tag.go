package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/nearest"
)

// The jsonschema tag: keywords separated by commas, `word` or `word=value`, as
// github.com/invopop/jsonschema reads them. Where that reader loses text
// without a word, this one keeps it or fails: a part that is no keyword
// continues the text before it, comma included; blanks around a keyword do not
// matter; an unknown `word=value` is an error; a first part that is no keyword
// is the description.

// tagItem is one keyword of a jsonschema tag.
type tagItem struct {
	key, value string
	bare       bool // no "=value"
}

// text is the item as it stands in the tag.
func (i tagItem) text() string {
	if i.bare {
		return i.key
	}
	return i.key + "=" + i.value
}

// valueForm says how the value of a tag keyword is read.
type valueForm uint8

const (
	formText    valueForm = iota + 1 // a string, which commas continue
	formWord                         // a string without commas
	formNumber                       // a JSON number
	formCount                        // a whole number from 0 up
	formFlag                         // true or false; bare means true
	formValue                        // a value of the field's type
	formBare                         // stands alone
	formRefused                      // known to the other reader, not supported
)

// tagKeywords are the keywords of the jsonschema tag.
var tagKeywords = map[string]valueForm{
	"title": formText, "description": formText, "pattern": formText,
	"format": formWord, "oneof_required": formWord, "anyof_required": formWord,
	"oneof_type": formWord, "anyof_type": formWord,
	"minimum": formNumber, "maximum": formNumber, "exclusiveMinimum": formNumber, "exclusiveMaximum": formNumber,
	"multipleOf": formNumber,
	"minLength":  formCount, "maxLength": formCount, "minItems": formCount, "maxItems": formCount,
	"minProperties": formCount, "maxProperties": formCount,
	"uniqueItems": formFlag, "deprecated": formFlag, "readOnly": formFlag, "writeOnly": formFlag,
	"default": formValue, "example": formValue, "enum": formValue, "const": formValue,
	"required": formBare, "nullable": formBare, "omitempty": formBare,
	"type": formRefused, "anchor": formRefused, "oneof_ref": formRefused, "anyof_ref": formRefused,
}

// parseTag splits a jsonschema tag into its keywords.
func parseTag(tag string) ([]tagItem, error) {
	if strings.TrimSpace(tag) == "" {
		return nil, nil
	}
	var items []tagItem
	for i, part := range splitUnescaped(tag) {
		item, isKeyword, err := readPart(part)
		if err != nil {
			return nil, err
		}
		switch {
		case isKeyword:
			items = append(items, item)
		case i == 0:
			items = append(items, tagItem{key: "description", value: part})
		default:
			if err := continueText(items, part); err != nil {
				return nil, err
			}
		}
	}
	return items, nil
}

// readPart reads one part as a keyword, if it is one.
func readPart(part string) (item tagItem, isKeyword bool, err error) {
	trimmed := strings.TrimLeft(part, " \t")
	key, value, hasValue := strings.Cut(trimmed, "=")
	if !hasValue {
		key = strings.TrimRight(key, " \t")
	}
	form, known := tagKeywords[key]
	switch {
	case trimmed == "-":
		return item, false, fmt.Errorf(`"-" hides the field and stands alone`)
	case known && form == formRefused:
		return item, false, fmt.Errorf("%q is not supported: the type decides it; give the type a JSONSchema method instead", key)
	case known && hasValue && form == formBare:
		return item, false, fmt.Errorf("%q takes no value", key)
	case known && !hasValue && form != formBare && form != formFlag:
		return item, false, nil
	case known:
		return tagItem{key: key, value: value, bare: !hasValue}, true, nil
	case isWord(key):
		return item, false, unknownWord(key, hasValue)
	default:
		return item, false, nil
	}
}

// unknownWord is an error for a word that can hardly be meant as text.
func unknownWord(word string, hasValue bool) error {
	near := nearest.Of(word, keywordNames())
	switch {
	case hasValue && near != "":
		return fmt.Errorf("unknown keyword %q; did you mean %q?", word, near)
	case hasValue:
		return fmt.Errorf(`unknown keyword %q; a comma inside a text is written \\, and x- keywords belong into a jsonschema_extras tag`, word)
	case near != "" && len(word) > 4:
		return fmt.Errorf("unknown keyword %q; did you mean %q?", word, near)
	default:
		return nil
	}
}

func keywordNames() []string {
	names := make([]string, 0, len(tagKeywords))
	for name := range tagKeywords {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func isWord(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' && c != '$' {
			return false
		}
	}
	return true
}

// continueText appends a part to the text keyword before it.
func continueText(items []tagItem, part string) error {
	if n := len(items); n > 0 && tagKeywords[items[n-1].key] == formText {
		items[n-1].value += "," + part
		return nil
	}
	return fmt.Errorf(`%q is no keyword; a comma inside a value is written \\,`, strings.TrimSpace(part))
}

// splitUnescaped splits at commas that no backslash precedes, and takes the
// backslash off the others.
func splitUnescaped(s string) []string {
	var parts []string
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == ',':
			b.WriteByte(',')
			i++
		case s[i] == ',':
			parts = append(parts, b.String())
			b.Reset()
		default:
			b.WriteByte(s[i])
		}
	}
	return append(parts, b.String())
}
