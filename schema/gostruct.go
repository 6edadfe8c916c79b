package schema

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// crossFields runs the rules about other fields of one struct.
func (r *goRun) crossFields(t reflect.Type, owner reflect.Value, present map[string]*plan.Tree, path []plan.Step) {
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
func (r *goRun) fieldFailed(t reflect.Type, owner reflect.Value, failed string, pass int, present map[string]*plan.Tree, path []plan.Step) {
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
			r.report(at, rule.name, rule.want, rawOf(raw))
		}
	}
}

// comparable reports whether the fields that an ordering rule compares with were
// sent: there is nothing to be greater than in a value that is not there.
func (g goRule) comparable(owner reflect.Value, present map[string]*plan.Tree) bool {
	if !strings.HasPrefix(g.name, "gt") && !strings.HasPrefix(g.name, "lt") {
		return true
	}
	return !slices.ContainsFunc(g.fields, func(path string) bool { return sent(owner, path, present) == nil })
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

func element(t *plan.Tree, index int) *plan.Tree {
	if t == nil {
		return nil
	}
	return t.Part(plan.Step{Index: index, IsIndex: true})
}

// callers runs the author's own tag of one field on the caller's validator, and
// reports where it fails by this rule. The rules that the validator package has
// are settled by then; one that sees a zero as missing hides this rule.
func (r *goRun) callers(rule goRule, owner reflect.Value, f jsonfield.Field, text *plan.Tree, path []plan.Step) {
	var failed validator.ValidationErrors
	if !errors.As(r.caller.StructPartialCtx(r.ctx, owner.Interface(), f.GoName), &failed) {
		return
	}
	for _, e := range failed {
		field, indexes := itemOf(e.StructField())
		if field != f.GoName || e.Tag() != rule.name || len(indexes) != len(rule.path) {
			continue
		}
		at, value := step(path, plan.Step{Name: f.Name}), text
		for _, i := range indexes {
			at, value = step(at, plan.Step{Index: i, IsIndex: true}), element(value, i)
		}
		r.report(at, rule.name, rule.want, rawOf(value))
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
