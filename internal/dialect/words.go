package dialect

import (
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// words says what a keyword of a schema means.
func (r *rewriter) words(o *jsondoc.Object, name string) string {
	v, _ := o.Lookup(name)
	switch name {
	case "default":
		return "default: " + keyword.Brief(v)
	case "examples":
		var texts []string
		for _, e := range list(o, name) {
			texts = append(texts, keyword.Brief(e))
		}
		return "examples: " + strings.Join(texts, ", ")
	case "deprecated":
		return "deprecated"
	case "contentSchema":
		return "the text holds JSON like this: " + r.shown(v)
	case "format":
		switch f := keyword.Text(o, name); {
		case f == "regex": // of which language, only the tool knows
			return "must be a regular expression"
		case !format.Known(f):
			return "format: " + f
		}
	case "additionalProperties":
		if len(members(o, "properties")) == 0 {
			return "any names may be given, with values like this: " + r.shown(v)
		}
		return "other names may be given, with values like this: " + r.shown(v)
	case "patternProperties":
		return r.namedWords("names that match %s have values like this: %s", members(o, name))
	case "unevaluatedProperties", "unevaluatedItems":
		return unevaluatedWords(name, r.shown(v))
	case "propertyNames":
		return "the names are like this: " + r.shown(v)
	case "dependentSchemas":
		return r.namedWords("with %s, must be like this: %s", members(o, name))
	case "if":
		return r.conditionWords(o)
	case "contains", "not", "allOf":
		if words := keyword.Words(name, o); !strings.Contains(words, "the schema") {
			return words
		}
		return name + ": " + r.shown(v)
	}
	return keyword.Words(name, o)
}

func unevaluatedWords(name, shown string) string {
	things := "other names"
	if name == "unevaluatedItems" {
		things = "other items"
	}
	if shown == `{"not":{}}` {
		return things + " than those described must not be given"
	}
	return things + " than those described are like this: " + shown
}

func (r *rewriter) namedWords(form string, named []jsondoc.Member) string {
	var texts []string
	for _, m := range named {
		texts = append(texts, fmt.Sprintf(form, m.Name, r.shown(m.Value)))
	}
	return strings.Join(texts, "; ")
}

func (r *rewriter) conditionWords(o *jsondoc.Object) string {
	condition, _ := o.Lookup("if")
	var text strings.Builder
	text.WriteString("if it is like this: " + r.shown(condition))
	for _, branch := range []struct{ name, words string }{{"then", ", then it must be like this: "}, {"else", ", else like this: "}} {
		if v, ok := o.Lookup(branch.name); ok {
			text.WriteString(branch.words + r.shown(v))
		}
	}
	return text.String()
}

// shown is a schema inside a sentence, as JSON.
func (r *rewriter) shown(v jsondoc.Value) string {
	const limit = 400
	o, ok := v.(*jsondoc.Object)
	if ok && (r.refs[o] != nil || r.holdsRefs(o)) {
		return "a form that the schema has elsewhere"
	}
	if s := text(v); len(s) <= limit {
		return s
	}
	return "a form that is too long to be shown here"
}
