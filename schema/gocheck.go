package schema

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
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
	c.own = validator.New()
	if err := register(c.own, s.opts.rules); err != nil {
		return nil, &TypeError{Type: s.typ, Err: err}
	}
	if err := c.makePasses(s.opts.rules); err != nil {
		return nil, &TypeError{Type: s.typ, Err: err}
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

// run checks a decoded value. raw is the text it was decoded from: it tells a
// value that was sent from one that was not.
//
// faults are what the walk found before, if anything: where it found fault, no
// second one is reported, nor by a rule that looks there.
func (c *goChecks) run(ctx context.Context, root *plan.Node, raw []byte, v reflect.Value, faults []plan.Fault, add func(Problem)) {
	r := goRun{goChecks: c, ctx: ctx, root: root, faults: faults, add: add}
	r.value(raw, v, nil)
}

// goRun is one run of the checks.
type goRun struct {
	*goChecks
	ctx    context.Context //nolint:containedctx // lives as long as the call
	root   *plan.Node
	faults []plan.Fault
	add    func(Problem)
}

// blocked reports whether a fault is known at, above or below a path.
func (r *goRun) blocked(path []plan.Step) bool {
	for _, f := range r.faults {
		n := min(len(path), len(f.Path))
		if slices.Equal(path[:n], f.Path[:n]) {
			return true
		}
	}
	return false
}

// blockedField is blocked for a field beside others.
func (r *goRun) blockedField(path []plan.Step, owner reflect.Type, goPath string) bool {
	if len(r.faults) == 0 {
		return false
	}
	for name := range strings.SplitSeq(jsonNameIn(owner)(goPath), ".") {
		path = step(path, plan.Step{Name: name})
	}
	return r.blocked(path)
}

// report adds a problem. Values below a secret one are not repeated.
func (r *goRun) report(path []plan.Step, rule, want string, raw []byte) {
	if r.blocked(path) {
		return
	}
	if r.root.SecretAt(path) {
		raw = nil
	}
	r.add(r.direction.newProblem(path, rule, want, raw))
}

func (r *goRun) value(raw []byte, v reflect.Value, path []plan.Step) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	t := v.Type()
	if !r.visits[t] {
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
		names := 0
		for name, item := range plan.Members(raw) {
			names++
			if e := mapElement(v, name); e.IsValid() {
				r.value(item, e, step(path, plan.Step{Name: name}))
			}
		}
		if names > v.Len() {
			r.report(path, "uniqueNames", "must not have two names that mean the same", nil)
		}
	case reflect.Struct:
		r.structure(raw, v, path)
	}
}

func step(path []plan.Step, s plan.Step) []plan.Step {
	return append(slices.Clip(path), s)
}

// mapElement finds the value of a key by its JSON name. It is a copy that can
// be addressed, as its own fields must be.
func mapElement(m reflect.Value, name string) reflect.Value {
	found := reflect.Value{}
	if m.Type().Key().Kind() == reflect.String {
		found = m.MapIndex(reflect.ValueOf(name).Convert(m.Type().Key()))
	}
	if !found.IsValid() {
		for _, k := range m.MapKeys() {
			if keyText(k) == name {
				found = m.MapIndex(k)
			}
		}
	}
	if !found.IsValid() {
		return found
	}
	e := reflect.New(found.Type()).Elem()
	e.Set(found)
	return e
}

func keyText(k reflect.Value) string {
	if m, ok := reflect.TypeAssert[interface{ MarshalText() ([]byte, error) }](k); ok {
		text, err := m.MarshalText()
		if err == nil {
			return string(text)
		}
	}
	return fmt.Sprint(k.Interface())
}

// structure checks one struct: the rules of its fields, then what is inside.
func (r *goRun) structure(raw []byte, v reflect.Value, path []plan.Step) {
	present := maps.Collect(plan.Members(raw))
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
			switch {
			case rule.presence != nil:
				has := sent && isGiven(item)
				if has == rule.presence.forbids && !r.blockedAny(path, f.Owner, rule.fields) && rule.presence.applies(owner, present) {
					r.report(at, rule.name, rule.want, item)
				}
			case sent && rule.inStruct && rule.caller:
				r.callers(rule, owner, f, item, path)
			case sent && !rule.inStruct:
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

func (r *goRun) blockedAny(path []plan.Step, owner reflect.Type, goPaths []string) bool {
	return slices.ContainsFunc(goPaths, func(goPath string) bool { return r.blockedField(path, owner, goPath) })
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
		if owner.CanAddr() && !owner.CanInterface() { // an embedded struct that is not exported
			owner = reflect.NewAt(owner.Type(), owner.Addr().UnsafePointer()).Elem()
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
				r.name(rule, name, at)
			} else if e := mapElement(v, name); e.IsValid() {
				r.inside(rule, hops[1:], item, e, at)
			}
		}
	}
}

// name runs a rule on the name of a map entry.
func (r *goRun) name(rule goRule, name string, path []plan.Step) {
	if r.validator(rule).VarCtx(r.ctx, name, rule.tag) != nil {
		r.report(path, rule.name, "is no good name: it "+rule.want, nil)
	}
}

func (r *goRun) validator(rule goRule) *validator.Validate {
	if rule.caller {
		return r.caller
	}
	return r.own
}

// single runs a rule on one value.
func (r *goRun) single(rule goRule, raw []byte, v reflect.Value, path []plan.Step) {
	if !v.CanInterface() || v.Kind() == reflect.Pointer {
		return
	}
	if r.validator(rule).VarCtx(r.ctx, v.Interface(), rule.tag) != nil {
		r.report(path, rule.name, rule.want, raw)
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
			r.fieldFailed(t, owner, f.StructField(), pass, present, path)
		}
	}
}

// fieldFailed reports the rule that one pass has for a field. The name may end
// in the indexes of an item.
func (r *goRun) fieldFailed(t reflect.Type, owner reflect.Value, failed string, pass int, present map[string][]byte, path []plan.Step) {
	field, indexes := itemOf(failed)
	n := 0
	for _, rule := range r.fields[checkKey{t, field}] {
		if !rule.inStruct || rule.caller {
			continue
		}
		if n++; n != pass+1 {
			continue
		}
		name := jsonNameIn(t)(field)
		if raw, sent := present[name]; sent && !r.blockedAny(path, t, rule.fields) && rule.comparable(owner, present) {
			at := step(path, plan.Step{Name: name})
			for _, i := range indexes {
				at, raw = step(at, plan.Step{Index: i, IsIndex: true}), element(raw, i)
			}
			r.report(at, rule.name, rule.want, raw)
		}
	}
}

// comparable reports whether the fields that an ordering rule compares with were
// sent: there is nothing to be greater than in a value that is not there.
func (g goRule) comparable(owner reflect.Value, present map[string][]byte) bool {
	if !strings.HasPrefix(g.name, "gt") && !strings.HasPrefix(g.name, "lt") {
		return true
	}
	return !slices.ContainsFunc(g.fields, func(path string) bool { return !given(owner, path, present) })
}

// itemOf splits a name such as Tags[2] into the field and the indexes.
func itemOf(name string) (field string, indexes []int) {
	field, rest, _ := strings.Cut(name, "[")
	for part := range strings.SplitSeq(strings.TrimSuffix(rest, "]"), "][") {
		if i, err := strconv.Atoi(part); err == nil {
			indexes = append(indexes, i)
		}
	}
	return field, indexes
}

func element(raw []byte, index int) []byte {
	for i, e := range plan.Elements(raw) {
		if i == index {
			return e
		}
	}
	return nil
}

// callers runs the author's own tag of one field on the caller's validator, and
// reports where it fails by this rule. The rules that the validator package has
// are settled by then; one that sees a zero as missing hides this rule.
func (r *goRun) callers(rule goRule, owner reflect.Value, f jsonfield.Field, raw []byte, path []plan.Step) {
	var failed validator.ValidationErrors
	if !errors.As(r.caller.StructPartialCtx(r.ctx, owner.Interface(), f.GoName), &failed) {
		return
	}
	for _, e := range failed {
		field, indexes := itemOf(e.StructField())
		if field != f.GoName || e.Tag() != rule.name || len(indexes) != len(rule.path) {
			continue
		}
		at, value := step(path, plan.Step{Name: f.Name}), raw
		for _, i := range indexes {
			at, value = step(at, plan.Step{Index: i, IsIndex: true}), element(value, i)
		}
		r.report(at, rule.name, rule.want, value)
	}
}

// structLevel runs the struct-level rules of the caller's own validator.
func (r *goRun) structLevel(v reflect.Value, path []plan.Step) {
	if r.caller == nil || len(r.faults) > 0 {
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
		r.report(at, f.Tag(), fmt.Sprintf("must pass the check %q", f.Tag()), nil)
	}
}
