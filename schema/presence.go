package schema

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/plan"
	"github.com/toolnexus/go-sdk/internal/rules"
)

// presenceRule is required_if, excluded_with and the like. They are about
// whether a key was sent, which only the JSON text tells: a 0 that was sent is
// a value. A string that is empty does not count as sent, as with required; where
// a key must be left out, it counts.
type presenceRule struct {
	forbids    bool // the key must not be there
	every      bool // all conditions or fields count, not any of them
	inverted   bool // the demand holds unless they do, or where fields are missing
	conditions []rules.Condition
	fields     []string // Go paths
}

// presenceOf reads a rule about presence, nil for others.
func presenceOf(r rules.Rule, m rules.Meaning) *presenceRule {
	kind, when, ok := strings.Cut(r.Name, "_")
	if m.Class != rules.Cross || !ok {
		return nil
	}
	p := &presenceRule{forbids: kind == "excluded", conditions: m.Conditions, fields: m.Fields}
	switch kind + "_" {
	case "required_", "excluded_", "skip_":
	default:
		return nil
	}
	switch when {
	case "if":
		p.every = true
	case "unless":
		p.inverted, p.every = kind != "skip", kind == "skip" // skip_unless means required_if
	case "with", "without":
		p.inverted = when == "without"
	case "with_all", "without_all":
		p.every, p.inverted = true, when == "without_all"
	}
	return p
}

// applies reports whether the demand holds for a struct, given the text it was
// decoded from.
func (p *presenceRule) applies(owner reflect.Value, present map[string]*plan.Tree) bool {
	if len(p.conditions) > 0 {
		return p.count(len(p.conditions), func(i int) bool {
			c := p.conditions[i]
			return holds(valueAt(owner, c.Field), c.Value)
		}) != p.inverted
	}
	return p.count(len(p.fields), func(i int) bool {
		return given(owner, p.fields[i], present) != p.inverted
	})
}

// count reports whether all, or any, of n tests are true.
func (p *presenceRule) count(n int, test func(i int) bool) bool {
	for i := range n {
		if test(i) != p.every {
			return !p.every
		}
	}
	return p.every
}

// valueAt follows a Go path. The result is not valid where a pointer is nil.
func valueAt(v reflect.Value, path string) reflect.Value {
	for name := range strings.SplitSeq(path, ".") {
		for v.IsValid() && v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if !v.IsValid() || v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		v = v.FieldByName(name)
	}
	for v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

// holds reports whether a value is the one that a condition names.
func holds(v reflect.Value, text string) bool {
	if !v.IsValid() {
		return text == "nil"
	}
	switch k := v.Kind(); k {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool()) == text
	case reflect.Float32, reflect.Float64:
		f, err := strconv.ParseFloat(text, v.Type().Bits())
		return err == nil && v.Float() == f
	case reflect.Slice, reflect.Map, reflect.Array:
		if text == "nil" {
			return k != reflect.Array && v.IsNil()
		}
		n, err := strconv.ParseInt(text, 0, 64)
		return err == nil && int64(v.Len()) == n
	case reflect.String:
		return v.String() == text
	}
	if v.CanInt() {
		n, err := strconv.ParseInt(text, 0, 64)
		return err == nil && v.Int() == n
	}
	n, err := strconv.ParseUint(text, 0, 64)
	return err == nil && v.CanUint() && v.Uint() == n
}

// given reports whether the key of a Go field was sent with a value.
func given(owner reflect.Value, path string, present map[string]*plan.Tree) bool {
	t := sent(owner, path, present)
	return t != nil && isGiven(t)
}

// sent is what was sent under the key of a Go field, nil for nothing or null.
func sent(owner reflect.Value, path string, present map[string]*plan.Tree) *plan.Tree {
	names := jsonPath(owner.Type(), path)
	t := present[names[0]]
	for _, name := range names[1:] {
		if t == nil {
			return nil
		}
		t = t.Part(plan.Step{Name: name})
	}
	if t == nil || isNull(t) {
		return nil
	}
	return t
}

func isGiven(t *plan.Tree) bool { return !isNull(t) && string(t.Raw) != `""` }

func isNull(t *plan.Tree) bool { return string(t.Raw) == "null" }
