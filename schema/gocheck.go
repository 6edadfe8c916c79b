package schema

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/plan"
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
	cross      bool // looks at other fields
	onAbsent   bool // runs without the key too
	custom     bool // the caller's own
	structLike bool
}

// goChecks runs the rules that are left for Go. The validator instance is the
// schema's own: its rules are replaced by the ones that are left, so that
// nothing is checked twice and nothing that the schema has settled is
// contradicted. It is immutable and safe for concurrent use.
type goChecks struct {
	fields map[checkKey][]goRule
	own    *validator.Validate // also the caller's rules that came with a meaning
	caller *validator.Validate // the caller's instance, or nil
	passes []*validator.Validate
	visits map[reflect.Type]bool // types that hold anything to check
}

func newGoChecks(s *Schema, b *builder) (*goChecks, error) {
	if len(b.checks) == 0 && s.opts.validate == nil {
		return nil, nil //nolint:nilnil // nothing to check is the common case
	}
	c := &goChecks{fields: b.checks, own: validator.New(), caller: s.opts.validate, visits: map[reflect.Type]bool{}}
	if err := register(c.own, s.opts.rules); err != nil {
		return nil, &TypeError{Type: s.typ, Err: err}
	}
	if err := c.makePasses(s.opts.rules); err != nil {
		return nil, &TypeError{Type: s.typ, Err: err}
	}
	if !c.visitType(s.typ, map[reflect.Type]bool{}) {
		return nil, nil //nolint:nilnil // as above
	}
	return c, nil
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
			if r.cross {
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
	for i := range t.NumField() {
		name := t.Field(i).Name
		out[name] = "-"
		n := 0
		for _, r := range c.fields[checkKey{t, name}] {
			if !r.cross {
				continue
			}
			if n == pass {
				out[name] = r.tag
				if r.structLike {
					out[name] += ",structonly"
				}
			}
			n++
		}
	}
	return out
}

// visitType finds the types on the way to anything that is to be checked.
func (c *goChecks) visitType(t reflect.Type, seen map[reflect.Type]bool) bool {
	t = deref(t)
	if seen[t] {
		return c.visits[t]
	}
	seen[t] = true
	found := false
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		found = c.visitType(t.Elem(), seen)
	case reflect.Struct:
		if _, known := knownTypes[t]; known {
			return false
		}
		found = c.caller != nil
		for _, f := range jsonfield.Of(t).Fields {
			if len(c.fields[checkKey{f.Owner, f.GoName}]) > 0 || c.visitType(f.Type, seen) {
				found = true
			}
		}
	}
	c.visits[t] = found
	return found
}

// run checks a decoded value. raw is the text it was decoded from: it tells a
// value that was sent from one that was not.
func (c *goChecks) run(ctx context.Context, raw []byte, v reflect.Value, report func(Problem)) {
	if c == nil {
		return
	}
	r := goRun{goChecks: c, ctx: ctx, report: report}
	r.value(raw, v, nil)
}

// goRun is one run of the checks.
type goRun struct {
	*goChecks
	ctx    context.Context //nolint:containedctx // lives as long as the call
	report func(Problem)
}

func (r *goRun) value(raw []byte, v reflect.Value, path []plan.Step) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	t := v.Type()
	if !r.mayHold(t) {
		return
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		for i, item := range plan.Elements(raw) {
			if i < v.Len() {
				r.value(item, v.Index(i), step(path, plan.Step{Index: i, IsIndex: true}))
			}
		}
	case reflect.Map:
		for name, item := range plan.Members(raw) {
			if e := mapElement(v, name); e.IsValid() {
				r.value(item, e, step(path, plan.Step{Name: name}))
			}
		}
	case reflect.Struct:
		r.structure(raw, v, path)
	}
}

func (r *goRun) mayHold(t reflect.Type) bool { return r.visits[t] }

func step(path []plan.Step, s plan.Step) []plan.Step {
	return append(path[:len(path):len(path)], s)
}

// mapElement finds the value of a key by its JSON name.
func mapElement(m reflect.Value, name string) reflect.Value {
	if m.Type().Key().Kind() == reflect.String {
		return m.MapIndex(reflect.ValueOf(name).Convert(m.Type().Key()))
	}
	for _, k := range m.MapKeys() {
		if keyText(k) == name {
			return m.MapIndex(k)
		}
	}
	return reflect.Value{}
}

func keyText(k reflect.Value) string {
	if m, ok := k.Interface().(interface{ MarshalText() ([]byte, error) }); ok {
		text, err := m.MarshalText()
		if err == nil {
			return string(text)
		}
	}
	return fmt.Sprint(k.Interface())
}

// structure checks one struct: the rules of its fields, then what is inside.
func (r *goRun) structure(raw []byte, v reflect.Value, path []plan.Step) {
	present := map[string][]byte{}
	for name, item := range plan.Members(raw) {
		present[name] = item
	}
	owners := map[reflect.Type]reflect.Value{}
	for _, f := range jsonfield.Of(v.Type()).Fields {
		owner, value, ok := fieldValue(v, f)
		if !ok {
			continue
		}
		owners[f.Owner] = owner
		item, sent := present[f.Name]
		at := step(path, plan.Step{Name: f.Name})
		for _, rule := range r.fields[checkKey{f.Owner, f.GoName}] {
			if sent && !rule.cross {
				r.inside(rule, rule.path, item, value, at)
			}
		}
		if sent {
			r.value(item, value, at)
		}
	}
	for t, owner := range owners {
		r.crossFields(t, owner, present, path)
	}
	r.structLevel(v, path)
}

// fieldValue returns the struct that declares a field, and the field, unless a
// nil embedded pointer is in between.
func fieldValue(v reflect.Value, f jsonfield.Field) (owner, value reflect.Value, ok bool) {
	owner = v
	for _, i := range f.Index[:len(f.Index)-1] {
		owner = owner.Field(i)
		if owner.Kind() == reflect.Pointer {
			if owner.IsNil() {
				return owner, value, false
			}
			owner = owner.Elem()
		}
	}
	return owner, owner.Field(f.Index[len(f.Index)-1]), true
}

// inside runs a rule on the value, or on each value that its hops lead to.
func (r *goRun) inside(rule goRule, hops []hop, raw []byte, v reflect.Value, path []plan.Step) {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if len(hops) == 0 {
		r.single(rule, raw, v, path)
		return
	}
	switch {
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for i, item := range plan.Elements(raw) {
			if i < v.Len() {
				r.inside(rule, hops[1:], item, v.Index(i), step(path, plan.Step{Index: i, IsIndex: true}))
			}
		}
	case v.Kind() == reflect.Map:
		for name, item := range plan.Members(raw) {
			at := step(path, plan.Step{Name: name})
			if hops[0] == hopKeys {
				r.inside(rule, hops[1:], plan.AppendString(nil, name), reflect.ValueOf(name), at)
			} else if e := mapElement(v, name); e.IsValid() {
				r.inside(rule, hops[1:], item, e, at)
			}
		}
	}
}

// single runs a rule on one value.
func (r *goRun) single(rule goRule, raw []byte, v reflect.Value, path []plan.Step) {
	if !v.CanInterface() || v.Kind() == reflect.Pointer {
		return
	}
	checker := r.own
	if rule.custom && r.caller != nil && registered(r.caller, rule.tag) {
		checker = r.caller
	}
	if err := checker.VarCtx(r.ctx, v.Interface(), rule.tag); err != nil {
		r.report(newProblem(path, rule.name, rule.want, raw))
	}
}

// crossFields runs the rules about other fields of one struct.
func (r *goRun) crossFields(t reflect.Type, owner reflect.Value, present map[string][]byte, path []plan.Step) {
	for pass, v := range r.passes {
		var failed validator.ValidationErrors
		if !errors.As(v.StructCtx(r.ctx, owner.Interface()), &failed) {
			continue
		}
		for _, f := range failed {
			r.crossFailed(t, f.StructField(), pass, present, path)
		}
	}
}

func (r *goRun) crossFailed(t reflect.Type, field string, pass int, present map[string][]byte, path []plan.Step) {
	n := 0
	for _, rule := range r.fields[checkKey{t, field}] {
		if !rule.cross {
			continue
		}
		if n++; n != pass+1 {
			continue
		}
		name := jsonNameIn(t)(field)
		raw, sent := present[name]
		if sent || rule.onAbsent {
			r.report(newProblem(step(path, plan.Step{Name: name}), rule.name, rule.want, raw))
		}
	}
}

// structLevel runs the struct-level rules of the caller's own validator.
func (r *goRun) structLevel(v reflect.Value, path []plan.Step) {
	if r.caller == nil {
		return
	}
	var failed validator.ValidationErrors
	if !errors.As(r.caller.StructPartialCtx(r.ctx, v.Interface()), &failed) {
		return
	}
	for _, f := range failed {
		at := path
		if f.StructField() != "" {
			at = step(path, plan.Step{Name: jsonNameIn(v.Type())(f.StructField())})
		}
		r.report(newProblem(at, f.Tag(), strings.TrimSpace(fmt.Sprintf("must pass the check %q", f.Tag())), nil))
	}
}
