package dialect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/pattern"
)

// keepKeywords leaves the keywords that the profile takes, and says the others
// in words.
func (r *rewriter) keepKeywords() {
	r.each(func(o *jsondoc.Object) {
		for _, m := range slices.Clone(o.Members) {
			switch {
			case !o.Has(m.Name): // gone with another one
			case m.Name == "const" && !r.profile.Keywords["const"] && r.takesValues(o, jsondoc.Array{m.Value}):
				o.Delete("const")
				o.Set("enum", jsondoc.Array{m.Value})
			case !r.takes(o, m):
				r.describe(o, m.Name)
			}
		}
	})
}

// takes reports whether a keyword with its value may stay.
func (r *rewriter) takes(o *jsondoc.Object, m jsondoc.Member) bool {
	p := r.profile
	if !p.Keywords[m.Name] {
		return false
	}
	switch m.Name {
	case "enum":
		return r.takesValues(o, list(o, "enum"))
	case "const":
		return r.takesValues(o, jsondoc.Array{m.Value})
	case "format":
		return p.Formats == nil || p.Formats[keyword.Text(o, "format")]
	case "pattern":
		return isCommonPattern(keyword.Text(o, "pattern"))
	case "minItems":
		n, err := strconv.Atoi(keyword.Text(o, "minItems"))
		return p.MaxMinItems < 0 || err == nil && n <= p.MaxMinItems
	}
	return true
}

// takesValues reports whether the values may be listed.
func (r *rewriter) takesValues(o *jsondoc.Object, values jsondoc.Array) bool {
	for _, v := range values {
		t := typeOf(v)
		switch r.profile.Enum {
		case AnyValues:
		case Primitives:
			if t == "object" || t == "array" {
				return false
			}
		case StringsAndNumbers:
			if t != "string" && t != "number" && t != "integer" && t != "null" {
				return false
			}
		case Strings:
			if t != "string" || v == jsondoc.Raw(`""`) || !has(keyword.Types(o), "string") {
				return false
			}
		}
	}
	return true
}

// isCommonPattern reports whether an expression means the same to the servers,
// whatever they are written in. Python knows no \p{…} and writes names of groups
// in another way.
func isCommonPattern(expr string) bool {
	portable, err := pattern.Portable(expr)
	return err == nil && portable == expr && !strings.Contains(expr, `\p`) && !strings.Contains(expr, `\P`)
}

// describe says a keyword in the description and takes it out.
func (r *rewriter) describe(o *jsondoc.Object, name string) {
	value, _ := o.Lookup(name)
	companions := []string{name}
	if demandsNothing(name, value) {
		o.Delete(name)
		return
	}
	switch name {
	case "readOnly", "writeOnly":
		o.Delete(name)
		return
	case "then", "else", "minContains", "maxContains":
		if !o.Has("if") && !o.Has("contains") { // else they go with those
			o.Delete(name)
		}
		return
	case "if":
		companions = []string{"if", "then", "else"}
	case "contains":
		companions = []string{"contains", "minContains", "maxContains"}
	case "default":
		if value == jsondoc.Raw("null") { // how some say that there is none
			o.Delete(name)
			return
		}
	case "patternProperties":
		if !r.profile.Closed && o.Has("additionalProperties") { // it would refuse these names, too
			r.describe(o, "additionalProperties")
		}
	case "additionalProperties":
		if isBool(value) {
			if value == jsondoc.Raw("false") {
				r.lose(o, name, "other names than those listed are refused, which the schema does not say")
			}
			o.Delete(name)
			return
		}
	}
	words := r.words(o, name)
	for _, c := range companions {
		o.Delete(c)
	}
	if words == "" {
		r.lose(o, name, fmt.Sprintf("%.80q is no keyword of JSON Schema, and was left out", name))
		return
	}
	r.tell(o, name, words)
}

// demandsNothing reports whether a keyword is written out that could be left out.
func demandsNothing(name string, value jsondoc.Value) bool {
	switch name {
	case "uniqueItems", "deprecated":
		return value == jsondoc.Raw("false")
	case "minLength", "minItems", "minProperties":
		return value == jsondoc.Raw("0")
	}
	return false
}

// tell says something in the description of a schema and reports it.
func (r *rewriter) tell(o *jsondoc.Object, name, words string) {
	r.say(o, sentence(words))
	r.report(o, name, words, true)
}

// say adds a sentence to a description, once.
func (r *rewriter) say(o *jsondoc.Object, sentence string) {
	if slices.Contains(r.sentences[o], sentence) {
		return
	}
	r.sentences[o] = append(r.sentences[o], sentence)
	text := strings.TrimSpace(keyword.Text(o, "description"))
	if text != "" {
		if last, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".!?:。", last) {
			text += "."
		}
		text += " "
	}
	o.Set("description", jsondoc.FromString(text+sentence))
}

func sentence(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	s := string(unicode.ToUpper(first)) + words[size:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// words says what a keyword of a schema means, or "" for a word that is no
// keyword.
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
	case "contentEncoding":
		return "the text is encoded in " + keyword.Text(o, name)
	case "contentMediaType":
		return "the text is of the type " + keyword.Text(o, name)
	case "format":
		if f := keyword.Text(o, name); !format.Known(f) {
			return "format: " + f
		}
	case "dependentRequired":
		return dependentWords(members(o, name))
	case "additionalProperties":
		if len(members(o, "properties")) == 0 {
			return "any names may be given, with values like this: " + r.shown(v)
		}
		return "other names may be given, with values like this: " + r.shown(v)
	case "patternProperties":
		return r.namedWords("names that match %s have values like this: %s", members(o, name))
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
	if keyword.Rank(name) < 0 {
		return ""
	}
	return keyword.Words(name, o)
}

func dependentWords(dependents []jsondoc.Member) string {
	var texts []string
	for _, m := range dependents {
		o := jsondoc.NewObject(jsondoc.Member{Name: "r", Value: m.Value})
		texts = append(texts, fmt.Sprintf("with %q, must have %s", m.Name, strings.Join(names(o, "r"), ", ")))
	}
	return strings.Join(texts, "; ")
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
