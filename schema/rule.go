package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/rules"
)

// Rule is a validate rule of the caller's own, together with what it means in
// JSON Schema. At least one of Func, Schema and Alias is set.
type Rule struct {
	// Name is how tags refer to the rule.
	Name string
	// Func checks a decoded value. It may be nil if Schema says everything.
	Func validator.Func
	// Alias makes the name stand for other rules, as in "oneof=soft loud".
	Alias string
	// Schema is the published part for a parameter: an object of JSON Schema
	// keywords. It is enforced on the JSON text. nil publishes nothing.
	Schema func(param string) json.RawMessage
	// Want is the demand in words for who breaks it, without a dot: "must be a
	// slug such as my-post".
	Want string
	// Note is a sentence for descriptions, for what Schema does not say.
	Note string
}

// Rules adds validate rules. A rule replaces one of the same name that the
// validator package has.
func Rules(list ...Rule) Option {
	return func(o *options) {
		set := &ruleSet{byName: map[string]Rule{}}
		if o.rules != nil {
			maps.Copy(set.byName, o.rules.byName)
		}
		for _, r := range list {
			set.byName[r.Name] = r
		}
		o.rules = set
	}
}

// ruleSet is the caller's own rules. It is not changed once it is in use.
type ruleSet struct{ byName map[string]Rule }

func (s *ruleSet) lookup(name string) (Rule, bool) {
	if s == nil {
		return Rule{}, false
	}
	r, ok := s.byName[name]
	return r, ok
}

// alias resolves the caller's aliases for the tag parser.
func (o options) alias(name string) (string, bool) {
	r, ok := o.rules.lookup(name)
	return r.Alias, ok && r.Alias != ""
}

// custom gives the meaning of the caller's own rules.
func (o options) custom(r rules.Rule, _ rules.Target) (m rules.Meaning, known bool, err error) {
	if own, ok := o.rules.lookup(r.Name); ok && own.Alias == "" {
		m, err = own.meaning(r.Param)
		return m, true, err
	}
	if o.validate == nil || isBuiltIn(r.Name) || !registered(o.validate, r.Tag()) {
		return m, false, nil
	}
	return rules.Meaning{
		Class: rules.Custom, InGo: true,
		Want: fmt.Sprintf("must pass the check %q", r.Name),
		Note: fmt.Sprintf("Must pass the check %q.", r.Name),
	}, true, nil
}

// isCallers reports whether the function of a rule is known to the caller's own
// validator alone.
func (o options) isCallers(r rules.Rule) bool {
	_, ours := o.rules.lookup(r.Name)
	return !ours && o.validate != nil
}

func (r Rule) meaning(param string) (rules.Meaning, error) {
	if r.Func == nil && r.Schema == nil {
		return rules.Meaning{}, fmt.Errorf("the rule checks nothing: it has no Func, no Schema and no Alias")
	}
	m := rules.Meaning{Class: rules.Custom, InGo: r.Func != nil, Want: r.Want, Note: r.Note}
	if m.Want == "" {
		m.Want = fmt.Sprintf("must pass the check %q", r.Name)
	}
	if r.Schema == nil {
		if m.Note == "" {
			m.Note = "M" + m.Want[1:] + "."
		}
		return m, nil
	}
	err := guarded(func() (err error) {
		m.Keywords, err = fragment(r.Schema(param))
		return err
	})
	if err != nil {
		return m, fmt.Errorf("the schema of the rule: %w", err)
	}
	return m, nil
}

// builtIn knows the rules of the validator package.
var builtIn = validator.New()

func isBuiltIn(name string) bool { return registered(builtIn, name) }

// registered reports whether v knows a rule or alias: it panics on one that it
// does not, and that is the only way to ask.
func registered(v *validator.Validate, tag string) (known bool) {
	defer func() {
		if p := recover(); p != nil {
			text, _ := p.(string)
			known = !strings.HasPrefix(text, "Undefined validation function")
		}
	}()
	_ = v.Var("", "omitempty,"+tag) // only the parsing of the tag matters
	return true
}
