package schema

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// run checks a decoded value. raw is the text it was decoded from: it tells a
// value that was sent from one that was not.
//
// faults are what the walk found before, if anything: where it found fault, no
// second one is reported, nor by a rule that looks there.
func (c *goChecks) run(ctx context.Context, root *plan.Node, text *plan.Tree, v reflect.Value, faults []plan.Fault, report *report) {
	r := goRun{goChecks: c, ctx: ctx, root: root, faults: faults, out: report}
	r.value(text, v, nil)
}

// goRun is one run of the checks.
type goRun struct {
	*goChecks
	ctx    context.Context //nolint:containedctx // lives as long as the call
	root   *plan.Node
	faults []plan.Fault
	out    *report
}

// report collects problems up to a number, and counts the rest.
type report struct {
	problems []Problem
	room     int
	omitted  int
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
	if r.out.room == 0 {
		r.out.omitted++
		return
	}
	r.out.room--
	if n, secret := r.root.SecretAt(path); secret {
		path, raw = path[:n], nil
	}
	r.out.problems = append(r.out.problems, r.direction.newProblem(path, rule, want, raw))
}

func (r *goRun) value(text *plan.Tree, v reflect.Value, path []plan.Step) {
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
		for i, item := range text.Elements() {
			if i < v.Len() {
				r.value(item, v.Index(i), step(path, plan.Step{Index: i, IsIndex: true}))
			}
		}
	case reflect.Map:
		names, elements := 0, elementsOf(v)
		for name, item := range text.Members() {
			names++
			if e := elements(name); e.IsValid() {
				r.value(item, e, step(path, plan.Step{Name: name}))
			}
		}
		if names > v.Len() {
			r.report(path, "uniqueNames", "must not have two names that mean the same", nil)
		}
	case reflect.Struct:
		r.structure(text, v, path)
	}
}

func step(path []plan.Step, s plan.Step) []plan.Step {
	return append(slices.Clip(path), s)
}

// elementsOf returns a lookup of the values of a map by JSON name. What it finds
// are copies that can be addressed, as their own fields must be.
func elementsOf(m reflect.Value) func(name string) reflect.Value {
	keyType := m.Type().Key()
	direct := keyType.Kind() == reflect.String && !reflect.PointerTo(keyType).Implements(textUnmarshaler)
	var keys map[string]reflect.Value
	if !direct {
		keys = make(map[string]reflect.Value, m.Len())
		for _, k := range m.MapKeys() {
			keys[keyText(k)] = k
		}
	}
	return func(name string) reflect.Value {
		key := keys[name]
		if direct {
			key = reflect.ValueOf(name).Convert(keyType)
		}
		if !key.IsValid() {
			return reflect.Value{}
		}
		found := m.MapIndex(key)
		if !found.IsValid() {
			return found
		}
		e := reflect.New(found.Type()).Elem()
		e.Set(found)
		return e
	}
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
func (r *goRun) structure(text *plan.Tree, v reflect.Value, path []plan.Step) {
	present := maps.Collect(text.Members())
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
				has := sent && (isGiven(item) || rule.presence.forbids && !isNull(item))
				if has == rule.presence.forbids && !r.blockedAny(path, f.Owner, rule.fields) && rule.presence.applies(owner, present) {
					r.report(at, rule.name, rule.want, rawOf(item))
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

func rawOf(t *plan.Tree) []byte {
	if t == nil {
		return nil
	}
	return t.Raw
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
func (r *goRun) inside(rule goRule, hops []hop, text *plan.Tree, v reflect.Value, path []plan.Step) {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if len(hops) == 0 {
		r.single(rule, text.Raw, v, path)
		return
	}
	switch {
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for i, item := range text.Elements() {
			if i < v.Len() {
				r.inside(rule, hops[1:], item, v.Index(i), step(path, plan.Step{Index: i, IsIndex: true}))
			}
		}
	case v.Kind() == reflect.Map:
		elements := elementsOf(v)
		for name, item := range text.Members() {
			at := step(path, plan.Step{Name: name})
			if hops[0] == hopKeys {
				r.name(rule, name, at)
			} else if e := elements(name); e.IsValid() {
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
	if strings.Contains(rule.tag, "unique") {
		v = inUTC(v)
	}
	if r.validator(rule).VarCtx(r.ctx, v.Interface(), rule.tag) != nil {
		r.report(path, rule.name, rule.want, raw)
	}
}
