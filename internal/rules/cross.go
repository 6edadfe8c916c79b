package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// crossRule is a rule that looks at other fields.
type crossRule struct {
	read func(r Rule, t Target, opt Options, rule crossRule) (sense, error)

	// presence says that the rule is about whether the value is there; it
	// cannot be an alternative. absent says that it must run without the key.
	presence, absent bool

	// when words the condition of a presence rule, %s being the fields; joined
	// is the conjunction between them.
	when, joined string
}

var crossRules = map[string]crossRule{
	"eqfield": {read: compareSense}, "nefield": {read: compareSense},
	"gtfield": {read: compareSense}, "gtefield": {read: compareSense},
	"ltfield": {read: compareSense}, "ltefield": {read: compareSense},
	"eqcsfield": {read: compareSense}, "necsfield": {read: compareSense},
	"gtcsfield": {read: compareSense}, "gtecsfield": {read: compareSense},
	"ltcsfield": {read: compareSense}, "ltecsfield": {read: compareSense},

	"fieldcontains":                 {read: otherTextSense},
	"fieldexcludes":                 {read: otherTextSense},
	"postcode_iso3166_alpha2_field": {read: otherTextSense},

	"required_if":     {presence: true, absent: true, read: valueSense, when: "when", joined: "and"},
	"skip_unless":     {presence: true, absent: true, read: valueSense, when: "when", joined: "and"},
	"required_unless": {presence: true, absent: true, read: valueSense, when: "unless", joined: "or"},
	"excluded_if":     {presence: true, read: valueSense, when: "when", joined: "and"},
	"excluded_unless": {presence: true, read: valueSense, when: "unless", joined: "or"},

	"required_with":        {presence: true, absent: true, read: givenSense, when: "when %s is given", joined: "or"},
	"required_with_all":    {presence: true, absent: true, read: givenSense, when: "when %s are given", joined: "and"},
	"required_without":     {presence: true, absent: true, read: givenSense, when: "when %s is left out", joined: "or"},
	"required_without_all": {presence: true, absent: true, read: givenSense, when: "when %s are left out", joined: "and"},
	"excluded_with":        {presence: true, read: givenSense, when: "when %s is given", joined: "or"},
	"excluded_with_all":    {presence: true, read: givenSense, when: "when %s are given", joined: "and"},
	"excluded_without":     {presence: true, read: givenSense, when: "when %s is left out", joined: "or"},
	"excluded_without_all": {presence: true, read: givenSense, when: "when %s are left out", joined: "and"},
}

// crossSense reads a rule that looks at other fields.
func crossSense(r Rule, t Target, opt Options) (sense, error) {
	rule := crossRules[r.Name]
	return rule.read(r, t, opt, rule)
}

// Check says whether the condition can be asked of a field of kind k. The
// validator would panic on a value it cannot read.
func (c Condition) Check(k Kind) error {
	var err error
	switch k {
	case Int, Uint:
		_, err = canonicalNumber(c.Value, k)
	case Float:
		_, err = strconv.ParseFloat(c.Value, 64)
	case Slice, Map, Bytes:
		if c.Value != "nil" {
			_, err = canonicalNumber(c.Value, Int)
		}
	case Array:
		_, err = canonicalNumber(c.Value, Int)
	case Bool:
		if c.Value != "true" && c.Value != "false" {
			err = fmt.Errorf("%s is not true or false", strconv.Quote(c.Value))
		}
	case Duration:
		_, err = canonicalNumber(c.Value, Int)
		if err != nil {
			err = fmt.Errorf("%s must be written in nanoseconds here", strconv.Quote(c.Value))
		}
	case String:
	default:
		err = fmt.Errorf("kind %s has no value to compare with", k)
	}
	if err != nil {
		return fmt.Errorf("%s is compared with %s: %w", c.Field, strconv.Quote(c.Value), err)
	}
	return nil
}

// across makes the sense of a rule about other fields.
func across(words string, fields ...string) sense {
	s := inGo(words)
	s.Class, s.Fields = Cross, fields
	return s
}

// jsonName is the name of another field as the model knows it.
func (o Options) jsonName(goField string) string {
	if o.JSONName == nil {
		return goField
	}
	return o.JSONName(goField)
}

// The demands of a comparison with another field, %s being its name.
type demands map[string]string

var (
	numberDemands = demands{
		"eq": "must equal %s", "ne": "must differ from %s",
		"gt": "must be greater than %s", "gte": "must be at least %s",
		"lt": "must be less than %s", "lte": "must be at most %s",
	}
	timeDemands = demands{
		"eq": "must equal %s", "ne": "must differ from %s",
		"gt": "must be later than %s", "gte": "must not be earlier than %s",
		"lt": "must be earlier than %s", "lte": "must not be later than %s",
	}
	// The field rules compare strings by their length, the csfield rules by
	// their order.
	lengthDemands = demands{
		"eq": "must equal %s", "ne": "must differ from %s",
		"gt": "must be longer than %s, counted in bytes", "gte": "must not be shorter than %s, counted in bytes",
		"lt": "must be shorter than %s, counted in bytes", "lte": "must not be longer than %s, counted in bytes",
	}
	orderDemands = demands{
		"eq": "must equal %s", "ne": "must differ from %s",
		"gt": "must sort behind %s", "gte": "must not sort before %s",
		"lt": "must sort before %s", "lte": "must not sort behind %s",
	}
	countDemands = demands{
		"eq": "must have as many %[2]s as %[1]s", "ne": "must not have as many %[2]s as %[1]s",
		"gt": "must have more %[2]s than %[1]s", "gte": "must have at least as many %[2]s as %[1]s",
		"lt": "must have fewer %[2]s than %[1]s", "lte": "must have at most as many %[2]s as %[1]s",
	}
)

// compareSense reads eqfield, gtcsfield and the like.
func compareSense(r Rule, t Target, opt Options, _ crossRule) (sense, error) {
	if r.Param == "" {
		return sense{}, bare(r, "a field")
	}
	name, csfield := strings.CutSuffix(r.Name, "csfield")
	if !csfield {
		name = strings.TrimSuffix(r.Name, "field")
	}
	equality := name == "eq" || name == "ne"
	other := opt.jsonName(r.Param)
	var words string
	switch {
	case t.Kind == Int || t.Kind == Uint || t.Kind == Float || t.Kind == Duration:
		words = fmt.Sprintf(numberDemands[name], other)
	case t.Kind == Bool && equality:
		words = fmt.Sprintf(numberDemands[name], other)
	case t.Kind == Time:
		words = fmt.Sprintf(timeDemands[name], other)
	case t.Kind == String && csfield:
		words = fmt.Sprintf(orderDemands[name], other)
	case t.Kind == String:
		words = fmt.Sprintf(lengthDemands[name], other)
	case (csfield || equality) && measures[t.Kind].unit != "":
		words = fmt.Sprintf(countDemands[name], other, strings.TrimPrefix(count(2, measures[t.Kind].unit), "2 "))
	default:
		return sense{}, misfit(r, t, "the validator would not compare the values; do it in a Validate method")
	}
	s := across(words, r.Param)
	s.SameKind = true
	return s, nil
}

// otherTextSense reads the rules on strings that take a text from a field.
func otherTextSense(r Rule, t Target, opt Options, _ crossRule) (sense, error) {
	if t.Kind != String {
		return sense{}, misfit(r, t, "")
	}
	if r.Param == "" {
		return sense{}, bare(r, "a field")
	}
	field := r.Param
	words := "must contain the text of %s"
	switch r.Name {
	case "fieldexcludes":
		words = "must not contain the text of %s"
	case "postcode_iso3166_alpha2_field":
		fields, err := splitList(r)
		if err != nil {
			return sense{}, err
		}
		if len(fields) != 1 {
			return sense{}, fmt.Errorf("%s: the rule takes one field", r.Text)
		}
		field, words = fields[0], "must be a postal code of the country in %s"
	}
	s := across(fmt.Sprintf(words, opt.jsonName(field)), field)
	s.SameKind = true
	return s, nil
}

// valueSense reads required_if, excluded_unless and the like.
func valueSense(r Rule, t Target, opt Options, rule crossRule) (sense, error) {
	pairs, err := splitList(r)
	if err != nil {
		return sense{}, err
	}
	if len(pairs)%2 != 0 {
		return sense{}, fmt.Errorf("%s: fields and values must come in pairs, as in %s", r.Text, example(r.Name))
	}
	var (
		conditions []Condition
		fields     []string
		texts      []string
		seen       = map[string]bool{}
	)
	for i := 0; i < len(pairs); i += 2 {
		field, value := pairs[i], pairs[i+1]
		if seen[field] {
			return sense{}, fmt.Errorf("%s: %s is named twice", r.Text, field)
		}
		seen[field] = true
		conditions = append(conditions, Condition{field, value})
		fields = append(fields, field)
		texts = append(texts, opt.jsonName(field)+" is "+shownValue(value, quoteJSON(value)))
	}
	s := presenceSense(rule, rule.when+" "+strings.Join(texts, " "+rule.joined+" "))
	s.Fields, s.Conditions = fields, conditions
	return s, nil
}

// givenSense reads required_with, excluded_without_all and the like.
func givenSense(r Rule, t Target, opt Options, rule crossRule) (sense, error) {
	fields, err := splitList(r)
	if err != nil {
		return sense{}, err
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = opt.jsonName(f)
	}
	when := rule.when
	if len(fields) == 1 { // one field is given, not several
		when = strings.Replace(when, " are ", " is ", 1)
	}
	s := presenceSense(rule, fmt.Sprintf(when, list(names, rule.joined)))
	s.Fields = fields
	return s, nil
}

// presenceSense words a rule that demands or forbids a value. The caller decides
// by the key: to the validator a zero would be no value.
func presenceSense(rule crossRule, when string) sense {
	words := "is required " + when
	if !rule.absent {
		words = "must be left out " + when
	}
	s := across(words)
	s.OnAbsent = rule.absent
	return s
}
