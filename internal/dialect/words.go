package dialect

import (
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// words says what a keyword of a schema means, with those that go with it. It is
// whole if nothing is left out of it.
func (r *rewriter) words(o *jsondoc.Object, name string) (text string, whole bool) {
	w := wording{r: r, whole: true}
	return w.of(o, name), w.whole
}

// wording is what is said of one keyword.
type wording struct {
	r     *rewriter
	whole bool
}

func (w *wording) of(o *jsondoc.Object, name string) string {
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
		return "the text holds JSON like this: " + w.shown(v)
	case "format":
		switch f := keyword.Text(o, name); {
		case f == "regex": // of which language, only the tool knows
			return "must be a regular expression"
		case !format.Known(f):
			return "format: " + f
		}
	case "additionalProperties":
		if len(members(o, "properties")) == 0 {
			return "any names may be given, with values like this: " + w.shown(v)
		}
		return "other names may be given, with values like this: " + w.shown(v)
	case "patternProperties":
		return w.named("names that match %s have values like this: %s", members(o, name))
	case "unevaluatedProperties", "unevaluatedItems":
		return w.remainder(name, v)
	case "propertyNames":
		return "the names are like this: " + w.shown(v)
	case "dependentSchemas":
		return w.named("with %s, must be like this: %s", members(o, name))
	case "if":
		return w.condition(o)
	case "contains":
		return w.contains(o)
	case "enum":
		w.whole = len(list(o, name)) <= keyword.MostListed
	case "not", "allOf", "anyOf", "oneOf":
		if words := keyword.Words(name, o); !strings.Contains(words, "the schema") {
			return words
		}
		return w.forms(o, name)
	}
	return keyword.Words(name, o)
}

// forms shows schemas that are combined.
func (w *wording) forms(o *jsondoc.Object, name string) string {
	var texts []string
	for _, v := range list(o, name) {
		texts = append(texts, w.shown(v))
	}
	switch name {
	case "anyOf":
		return "must be like at least one of these: " + strings.Join(texts, " or ")
	case "oneOf":
		return "must be like exactly one of these: " + strings.Join(texts, " or ")
	case "allOf":
		return "must be like each of these: " + strings.Join(texts, " and ")
	default:
		v, _ := o.Lookup(name)
		return "must not be like this: " + w.shown(v)
	}
}

func (w *wording) remainder(name string, v jsondoc.Value) string {
	things := "other names"
	if name == "unevaluatedItems" {
		things = "other items"
	}
	if o, ok := v.(*jsondoc.Object); ok && w.r.isNever(o) {
		return things + " than those described must not be given"
	}
	return things + " than those described are like this: " + w.shown(v)
}

// contains says how many items there must be of a form. Any number of them is no
// demand.
func (w *wording) contains(o *jsondoc.Object) string {
	least, most := "1", keyword.Text(o, "maxContains")
	if o.Has("minContains") {
		least = keyword.Text(o, "minContains")
	}
	var amount string
	switch {
	case most == "" && least == "0":
		return ""
	case most == "":
		amount = "at least " + keyword.Counted(least, "minItems")
	case least == "0":
		amount = "at most " + keyword.Counted(most, "maxItems")
	case least == most:
		amount = "exactly " + keyword.Counted(most, "maxItems")
	default:
		amount = "at least " + least + " and at most " + keyword.Counted(most, "maxItems")
	}
	item, _ := o.Lookup("contains")
	return "must have " + amount + " like this: " + w.shown(item)
}

func (w *wording) named(form string, named []jsondoc.Member) string {
	var texts []string
	for _, m := range named {
		texts = append(texts, fmt.Sprintf(form, m.Name, w.shown(m.Value)))
	}
	return strings.Join(texts, "; ")
}

func (w *wording) condition(o *jsondoc.Object) string {
	condition, _ := o.Lookup("if")
	var text strings.Builder
	text.WriteString("if it is like this: " + w.shown(condition))
	for _, branch := range []struct{ name, words string }{{"then", ", then it must be like this: "}, {"else", ", else like this: "}} {
		if v, ok := o.Lookup(branch.name); ok {
			text.WriteString(branch.words + w.shown(v))
		}
	}
	return text.String()
}

// shown is a schema inside a sentence, as JSON.
func (w *wording) shown(v jsondoc.Value) string {
	const longest = 1000
	budget := longest / len(`{"type":""}`)
	if v, ok := w.r.spelled(v, &budget); ok {
		if s := text(v); len(s) <= longest {
			return s
		}
	}
	w.whole = false
	return "a form that is too long to be shown here"
}

// spelled is a schema with what it refers to in place of references. It returns
// false where that is more than a number of schemas.
func (r *rewriter) spelled(v jsondoc.Value, budget *int) (_ jsondoc.Value, ok bool) {
	if *budget--; *budget < 0 {
		return nil, false
	}
	o, isObject := v.(*jsondoc.Object)
	if !isObject {
		return v, true
	}
	target := r.refs[o]
	if target != nil && len(o.Members) == 0 {
		return r.spelled(target, budget)
	}
	whole := holding(o)
	if target != nil { // beside other demands
		whole.Set("allOf", append(jsondoc.Array{target}, list(whole, "allOf")...))
	}
	ok = true
	keyword.Slots(whole, func(slot *jsondoc.Value, _ ...string) {
		if ok {
			*slot, ok = r.spelled(*slot, budget)
		}
	})
	return whole, ok
}
