package schema

import (
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
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
	case "format":
		return format.Want(keywordText(f.Node.Doc, "format"))
	case "pattern":
		return "must match the pattern " + keywordText(f.Node.Doc, "pattern")
	case "enum", "const":
		return listWords(f)
	case "uniqueItems":
		return "must not have equal items"
	case "propertyNames":
		return s.nameWords(f.Name)
	case "not":
		return s.notWords(f.Node.Doc.Object("not"))
	case "anyOf", "oneOf", "allOf", "then", "else", "dependentSchemas", "patternProperties", "contains", "maxContains":
		return wholeWords(f)
	default:
		return boundWords(f)
	}
}

var typeNames = []struct {
	t    plan.Types
	name string
}{
	{plan.String, "a string"},
	{plan.Number, "a number"},
	{plan.Integer, "an integer"},
	{plan.Boolean, "true or false"},
	{plan.Array, "an array"},
	{plan.Object, "an object"},
	{plan.Null, "null"},
}

func typeWords(types plan.Types) string {
	var names []string
	for _, t := range typeNames {
		if types&t.t == 0 || t.t == plan.Integer && types&plan.Number != 0 {
			continue
		}
		names = append(names, t.name)
	}
	return strings.Join(names, " or ")
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

func keywordText(o *jsondoc.Object, name string) string {
	if o == nil {
		return ""
	}
	v, _ := o.Lookup(name)
	if s, ok := jsondoc.String(v); ok {
		return s
	}
	return string(jsondoc.Append(nil, v))
}

func listWords(f *plan.Fault) string {
	v, _ := f.Node.Doc.Lookup(f.Keyword)
	if f.Keyword == "const" {
		return "must be " + string(jsondoc.Append(nil, v))
	}
	const some = 40
	list, _ := v.(jsondoc.Array)
	var texts []string
	for i, e := range list {
		if i == some {
			texts = append(texts, fmt.Sprintf("and %d more", len(list)-some))
			break
		}
		texts = append(texts, string(jsondoc.Append(nil, e)))
	}
	if len(list) == 1 {
		return "must be " + texts[0]
	}
	return "must be one of " + strings.Join(texts, ", ")
}

// nameWords says what is wrong with a name.
func (s *Schema) nameWords(reason *plan.Fault) string {
	if reason == nil {
		return "is not a name that is allowed here"
	}
	if reason.Keyword == "pattern" {
		switch keywordText(reason.Node.Doc, "pattern") {
		case integerPattern:
			return "must be a whole number, as a name"
		case unsignedPattern:
			return "must be a whole number from 0 up, as a name"
		}
	}
	return "is no good name: it " + s.want(reason)
}

// wholeWords speaks of schemas that are combined.
func wholeWords(f *plan.Fault) string {
	v, _ := f.Node.Doc.Lookup(f.Keyword)
	list, _ := v.(jsondoc.Array)
	var groups []string
	for _, e := range list {
		o, _ := e.(*jsondoc.Object)
		if o == nil {
			break
		}
		req, ok := o.Lookup("required")
		names, _ := req.(jsondoc.Array)
		if !ok {
			break
		}
		var texts []string
		for _, name := range names {
			s, _ := jsondoc.String(name)
			texts = append(texts, s)
		}
		groups = append(groups, strings.Join(texts, " with "))
	}
	complete := len(groups) > 0 && len(groups) == len(list)
	if types := choiceOfTypes(list); types != 0 && f.Keyword != "allOf" {
		return "must be " + typeWords(types)
	}
	switch {
	case complete && f.Keyword == "oneOf":
		return "must have exactly one of " + strings.Join(groups, ", ")
	case complete && f.Keyword == "anyOf":
		return "must have at least one of " + strings.Join(groups, ", ")
	case f.Keyword == "oneOf":
		return "must fit exactly one of the forms that the schema lists"
	case f.Keyword == "anyOf":
		return "must fit one of the forms that the schema lists"
	case f.Keyword == "contains":
		return "must contain an item of the form that the schema describes"
	case f.Keyword == "maxContains":
		return "contains too many items of the form that the schema describes"
	default:
		return "must fit all that the schema demands"
	}
}

// choiceOfTypes returns the types that a list of schemas offers, if that is all
// it does.
func choiceOfTypes(list jsondoc.Array) plan.Types {
	var types plan.Types
	for _, e := range list {
		o, _ := e.(*jsondoc.Object)
		if o == nil || len(o.Members) != 1 || jsonType(o) == "" {
			return 0
		}
		types |= plan.TypeNamed(jsonType(o))
	}
	return types
}

// notWords speaks of what a schema excludes, if that is one thing.
func (s *Schema) notWords(excluded *jsondoc.Object) string {
	if excluded != nil && len(excluded.Members) > 0 {
		words := s.want(&plan.Fault{Keyword: excluded.Members[0].Name, Node: &plan.Node{Doc: excluded}})
		single := len(excluded.Members) == 1 || strings.HasPrefix(words, "must have exactly")
		if rest, ok := strings.CutPrefix(words, "must "); ok && single {
			return "must not " + rest
		}
	}
	return "must not have the form that the schema excludes"
}

// boundWords speaks of limits, and says both ends at once where they are equal.
func boundWords(f *plan.Fault) string {
	limit := keywordText(f.Node.Doc, f.Keyword)
	for _, pair := range [][2]string{{"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}} {
		if (f.Keyword == pair[0] || f.Keyword == pair[1]) &&
			f.Node.Doc.Has(pair[0]) && keywordText(f.Node.Doc, pair[0]) == keywordText(f.Node.Doc, pair[1]) {
			return "must have exactly " + counted(limit, f.Keyword)
		}
	}
	if words := limitWords(f.Keyword, limit); words != "" {
		return words
	}
	return "breaks the rule " + f.Keyword
}

func limitWords(keyword, limit string) string {
	switch keyword {
	case "minimum":
		return "must be at least " + limit
	case "maximum":
		return "must be at most " + limit
	case "exclusiveMinimum":
		return "must be more than " + limit
	case "exclusiveMaximum":
		return "must be less than " + limit
	case "multipleOf":
		return "must be a multiple of " + limit
	case "minLength", "minItems", "minProperties":
		if limit == "1" {
			return "must not be empty"
		}
		return "must have at least " + counted(limit, keyword)
	case "maxLength", "maxItems", "maxProperties":
		return "must have at most " + counted(limit, keyword)
	default:
		return ""
	}
}

// counted says a number of what a keyword counts.
func counted(n, keyword string) string {
	unit := map[string]string{
		"minLength": "character", "maxLength": "character", "minItems": "item", "maxItems": "item",
		"minProperties": "entry", "maxProperties": "entry",
	}[keyword]
	switch {
	case n == "1":
		return "1 " + unit
	case unit == "entry":
		return n + " entries"
	default:
		return n + " " + unit + "s"
	}
}
