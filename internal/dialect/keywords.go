package dialect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/pattern"
)

// keepKeywords leaves the keywords that the profile takes, and says the others
// in words.
func (r *rewriter) keepKeywords() {
	r.eachValue(func(o *jsondoc.Object) {
		for _, m := range slices.Clone(o.Members) {
			switch {
			case !o.Has(m.Name): // gone with another one
			case companionOf(m.Name) != "" && o.Has(companionOf(m.Name)): // which speaks for it
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
		t := keyword.TypeOf(v)
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

// conditions are keywords whose schemas speak of the value around them, or of
// names. What they say is put into words before anything in them is rewritten.
var conditions = []string{
	"not", "if", "contains", "patternProperties", "additionalProperties", "propertyNames", "dependentSchemas",
	"unevaluatedProperties", "unevaluatedItems", "contentSchema",
}

// describeConditions says the conditions that the profile does not take.
func (r *rewriter) describeConditions() {
	r.eachValue(func(o *jsondoc.Object) {
		for _, name := range conditions {
			if o.Has(name) && (!r.profile.Keywords[name] || r.hasForeignPattern(o, name)) {
				r.describe(o, name)
			}
		}
	})
}

// hasForeignPattern reports whether a condition has an expression that the servers
// may not read, or read otherwise. Of a value, only the expression is said in
// words; of a condition, the whole.
func (r *rewriter) hasForeignPattern(o *jsondoc.Object, name string) (found bool) {
	if name == "patternProperties" {
		return slices.ContainsFunc(members(o, name), func(m jsondoc.Member) bool { return !isCommonPattern(m.Name) })
	}
	if !isOfConditions(name) {
		return false
	}
	for _, c := range companions(name) {
		v, _ := o.Lookup(c)
		keyword.Walk(jsondoc.NewObject(jsondoc.Member{Name: c, Value: v}), func(inner *jsondoc.Object) {
			expr := keyword.Text(inner, "pattern")
			found = found || expr != "" && !isCommonPattern(expr) || inner.Has("patternProperties") && r.hasForeignPattern(inner, "patternProperties")
		})
	}
	return found
}

// isOfConditions reports whether the schemas that a keyword holds describe no
// values, so that eachValue does not come to them.
func isOfConditions(name string) bool {
	switch name {
	case "not", "if", "then", "else", "propertyNames", "dependentSchemas":
		return true
	}
	return false
}

// companionOf is the keyword that another one goes with.
func companionOf(name string) string {
	switch name {
	case "then", "else":
		return "if"
	case "minContains", "maxContains":
		return "contains"
	}
	return ""
}

// companions are the keywords that go with another one.
func companions(name string) []string {
	switch name {
	case "if":
		return []string{"if", "then", "else"}
	case "contains":
		return []string{"contains", "minContains", "maxContains"}
	}
	return []string{name}
}

// describe says a keyword in the description and takes it out.
func (r *rewriter) describe(o *jsondoc.Object, name string) {
	value, _ := o.Lookup(name)
	words, whole := "", true
	switch {
	case name == "additionalProperties" && o == r.root && len(members(o, "properties")) == 0 && isFree(value):
		r.lose(o, name, "names that are not listed cannot be given")
	case demandsNothing(name, value):
	case name == "additionalProperties" && value == jsondoc.Raw("false"):
		r.lose(o, name, "other names than those listed are refused, which the schema does not say")
	case keyword.Rank(name) < 0:
		r.lose(o, name, fmt.Sprintf("%.80q is no keyword of JSON Schema, and was left out", name))
	default:
		words, whole = r.words(o, name)
	}
	if name == "patternProperties" {
		r.patterned[o] = true
		if !r.profile.Closed && o.Has("additionalProperties") { // it would refuse these names, too
			r.describe(o, "additionalProperties")
		}
	}
	for _, c := range companions(name) {
		o.Delete(c)
	}
	if words != "" {
		r.report(o, name, words, r.say(o, sentence(words)) && whole)
	}
	r.freeRemainders(o, name)
	r.dropOtherEnd(o, name, value)
}

// dropOtherEnd takes out the other end of a range of one number, which is said by
// now, unless it may stay.
func (r *rewriter) dropOtherEnd(o *jsondoc.Object, name string, value jsondoc.Value) {
	for _, pair := range [][2]string{{"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}} {
		other := pair[0]
		if name == pair[0] {
			other = pair[1]
		}
		v, ok := o.Lookup(other)
		if slices.Contains(pair[:], name) && ok && text(v) == text(value) && !r.takes(o, jsondoc.Member{Name: other, Value: v}) {
			o.Delete(other)
		}
	}
}

// demandsNothing reports whether a keyword is written that could be left out.
func demandsNothing(name string, value jsondoc.Value) bool {
	switch name {
	case "readOnly", "writeOnly", "then", "else", "minContains", "maxContains":
		return true // by themselves
	case "default":
		return value == jsondoc.Raw("null") // how some say that there is none
	case "uniqueItems", "deprecated":
		return value == jsondoc.Raw("false")
	case "minLength", "minItems", "minProperties":
		return value == jsondoc.Raw("0")
	case "propertyNames":
		return isFree(value) || text(value) == `{"type":"string"}`
	case "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
		return isFree(value)
	}
	return annotatesOnly(name)
}

// isFree reports whether a schema accepts everything.
func isFree(v jsondoc.Value) bool {
	o, ok := v.(*jsondoc.Object)
	return v == jsondoc.Raw("true") || ok && len(o.Members) == 0
}
