package schema

import (
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/nearest"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// want says what a broken rule demands: in the words of the rule that the
// keyword was made from, else in words made from the keyword.
func (s *Schema) want(f *plan.Fault) string {
	if want := s.hints[hintKey{f.Node.Pointer, f.Keyword}]; want != "" {
		return want
	}
	switch f.Keyword {
	case "type":
		return "must be " + typeWords(f.Node.Types)
	case "required", "dependentRequired":
		return "is required"
	case plan.KeywordUnknown:
		return unknownWords(f)
	case plan.KeywordDuplicate:
		return "is given twice"
	case plan.KeywordKeyRange:
		return keyRangeWords(f.Node.KeyBits)
	case "number":
		return "must be a number that a double can hold"
	case "duration":
		return durationWant + ", of less than 292 years"
	case "url":
		return "must be a URL"
	case "false":
		return "must be left out"
	case "propertyNames":
		return s.nameWords(f.Name)
	default:
		return keyword.Words(f.Keyword, f.Node.Doc)
	}
}

var typeNames = []struct {
	t    plan.Types
	name string
}{
	{plan.String, "string"},
	{plan.Number, "number"},
	{plan.Integer, "integer"},
	{plan.Boolean, "boolean"},
	{plan.Array, "array"},
	{plan.Object, "object"},
	{plan.Null, "null"},
}

func typeWords(types plan.Types) string {
	var names []string
	for _, t := range typeNames {
		if types&t.t != 0 {
			names = append(names, t.name)
		}
	}
	return keyword.TypeWords(names)
}

func unknownWords(f *plan.Fault) string {
	if f.Secret {
		return "has a name that is not known there"
	}
	name := f.Path[len(f.Path)-1].Name
	known := f.Node.Properties()
	if near := nearest.Of(name, known); near != "" {
		return fmt.Sprintf("is not known here; did you mean %q?", near)
	}
	const some = 12
	switch {
	case len(known) == 0:
		return "is not known here; nothing may be given"
	case len(known) > some:
		return fmt.Sprintf("is not known here; known: %s and %d more", strings.Join(known[:some], ", "), len(known)-some)
	default:
		return "is not known here; known: " + strings.Join(known, ", ")
	}
}

func keyRangeWords(bits int) string {
	if bits > 0 {
		return fmt.Sprintf("must be a whole number of at most %d bits, as a name", bits)
	}
	return fmt.Sprintf("must be a whole number of at most %d bits, sign included, as a name", -bits)
}

// nameWords says what is wrong with a name.
func (s *Schema) nameWords(reason *plan.Fault) string {
	if reason == nil {
		return "is not a name that is allowed here"
	}
	if reason.Keyword == "pattern" {
		switch keyword.Text(reason.Node.Doc, "pattern") {
		case integerPattern:
			return "must be a whole number, as a name"
		case unsignedPattern:
			return "must be a whole number from 0 up, as a name"
		}
	}
	return "is no good name: it " + s.want(reason)
}
