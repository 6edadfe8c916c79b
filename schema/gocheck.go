package schema

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

// hop is one step from a field to the value that a rule is about.
type hop uint8

const (
	hopItems hop = iota + 1
	hopValues
	hopKeys
)

// checkKey is a field of a struct type.
type checkKey struct {
	owner reflect.Type
	field string
}

// goRule is a rule that the schema cannot say, or not fully: it runs in Go, on
// the decoded value.
type goRule struct {
	tag        string // as the validator wants it
	name       string
	want       string
	path       []hop
	fields     []string // Go paths of the fields it looks at
	presence   *presenceRule
	inStruct   bool // needs the struct around it: it looks, or may look, at other fields
	caller     bool // known to the caller's own validator alone
	structLike bool
}

// goChecks runs the rules that are left for Go. The validator instance is the
// schema's own: its rules are replaced by the ones that are left, so that
// nothing is checked twice and nothing that the schema has settled is
// contradicted. It is immutable and safe for concurrent use.
type goChecks struct {
	direction Direction
	fields    map[checkKey][]goRule
	own       *validator.Validate // also the caller's rules that came with a meaning
	caller    *validator.Validate // the caller's instance, or nil
	passes    []*validator.Validate
	visits    map[reflect.Type]bool // types that hold anything to check
}

func newGoChecks(s *Schema, b *builder) (*goChecks, error) {
	if s.direction == Output && !s.opts.outputRules {
		return nil, nil //nolint:nilnil // what marshalling guarantees needs no check
	}
	c := &goChecks{direction: s.direction, fields: b.checks, caller: s.opts.validate, visits: map[reflect.Type]bool{}}
	if !c.findVisits(s.typ) {
		return nil, nil //nolint:nilnil // nothing to check is the common case
	}
	if err := adopt(c.caller, s.opts.rules); err != nil {
		return nil, &TypeError{Type: s.typ, Err: err}
	}
	c.own = validator.New()
	if err := register(c.own, s.opts.rules); err != nil {
		return nil, &TypeError{Type: s.typ, Err: err}
	}
	if err := c.makePasses(s.opts.rules); err != nil {
		return nil, &TypeError{Type: s.typ, Err: err}
	}
	return c, nil
}

// adopting guards the validators of callers while rules are added to them.
var adopting sync.Mutex

// adopt makes the rules that came with a meaning known to the caller's own
// validator as well: it refuses to look at a struct with a tag it does not know.
func adopt(v *validator.Validate, set *ruleSet) error {
	if v == nil || set == nil {
		return nil
	}
	adopting.Lock()
	defer adopting.Unlock()
	for name, r := range set.byName {
		if registered(v, name) {
			continue
		}
		if r.Alias != "" {
			v.RegisterAlias(name, r.Alias)
			continue
		}
		check := r.Func
		if check == nil { // its schema says everything
			check = func(validator.FieldLevel) bool { return true }
		}
		if err := v.RegisterValidation(name, check); err != nil {
			return fmt.Errorf("rule %q: %w", name, err)
		}
	}
	return nil
}

func register(v *validator.Validate, set *ruleSet) error {
	if set == nil {
		return nil
	}
	for name, r := range set.byName {
		if r.Func == nil {
			continue
		}
		if err := v.RegisterValidation(name, r.Func); err != nil {
			return fmt.Errorf("rule %q: %w", name, err)
		}
	}
	return nil
}

// makePasses prepares one validator for the first rule about other fields of
// each field, one for the second, and so on: a validator stops at the first
// rule of a field that fails, and every problem is to be reported.
func (c *goChecks) makePasses(set *ruleSet) error {
	types := map[reflect.Type]bool{}
	most := 0
	for key, list := range c.fields {
		n := 0
		for _, r := range list {
			if r.inStruct && !r.caller {
				n++
			}
		}
		if n > 0 {
			types[key.owner] = true
		}
		most = max(most, n)
	}
	for pass := range most {
		v := validator.New()
		v.SetTagName("-") // no tag: only the rules below
		if err := register(v, set); err != nil {
			return err
		}
		for t := range types {
			v.RegisterStructValidationMapRules(c.crossRules(t, pass), reflect.New(t).Elem().Interface())
		}
		c.passes = append(c.passes, v)
	}
	return nil
}

func (c *goChecks) crossRules(t reflect.Type, pass int) map[string]string {
	out := map[string]string{}
	for field := range t.Fields() {
		name := field.Name
		out[name] = "-"
		n := 0
		for _, r := range c.fields[checkKey{t, name}] {
			if !r.inStruct || r.caller {
				continue
			}
			if n == pass {
				out[name] = strings.Repeat("dive,", len(r.path)) + r.tag
				if r.structLike {
					out[name] += ",structonly"
				}
			}
			n++
		}
	}
	return out
}

// findVisits finds the types on the way to anything that is to be checked, and
// reports whether t is one.
func (c *goChecks) findVisits(t reflect.Type) bool {
	var types []reflect.Type
	reachable(deref(t), c.direction, map[reflect.Type]bool{}, &types)
	for changed := true; changed; {
		changed = false
		for _, t := range types {
			if !c.visits[t] && c.leadsToCheck(t) {
				c.visits[t] = true
				changed = true
			}
		}
	}
	return c.visits[deref(t)]
}

// decodesKeys reports whether two names may become one key.
func decodesKeys(t reflect.Type) bool {
	key, err := keyForm(t.Key(), Input)
	return err == nil && key.decodes
}

// reachable lists the types that values of t may hold.
func reachable(t reflect.Type, dir Direction, seen map[reflect.Type]bool, types *[]reflect.Type) {
	if seen[t] {
		return
	}
	seen[t] = true
	*types = append(*types, t)
	for _, part := range parts(t, dir) {
		reachable(deref(part), dir, seen, types)
	}
}

func (c *goChecks) leadsToCheck(t reflect.Type) bool {
	if t.Kind() == reflect.Map && decodesKeys(t) {
		return true
	}
	if t.Kind() == reflect.Struct {
		if c.caller != nil {
			return true
		}
		for _, f := range jsonfield.Of(t).Fields {
			if len(c.fields[checkKey{f.Owner, f.GoName}]) > 0 {
				return true
			}
		}
	}
	for _, part := range parts(t, c.direction) {
		if c.visits[deref(part)] {
			return true
		}
	}
	return false
}
