package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/rules"
)

// level is one level of a validate tag: the field, the items behind dive, or
// the keys of a map.
type level struct {
	tag  *rules.Tag
	doc  *jsondoc.Object
	typ  reflect.Type
	path []hop  // how Go gets from the field to the value
	who  string // how a sentence about the value starts, "" for the field
}

// applyRules publishes what the validate tag demands, and notes what is left
// for Go to check.
func (fb *fieldBuilder) applyRules() error {
	key := checkKey{fb.field.Owner, fb.field.GoName}
	delete(fb.checks, key)
	if fb.rules.Skip {
		return nil
	}
	doc := fb.doc
	if fb.field.Quoted && (len(fb.rules.Rules) > 0 || fb.rules.Required && isText(fb.field.Type)) {
		doc = fb.quotedContent()
	}
	return fb.applyLevel(level{tag: fb.rules, doc: doc, typ: fb.field.Type})
}

func isText(t reflect.Type) bool { return deref(t).Kind() == reflect.String }

func (fb *fieldBuilder) applyLevel(l level) error {
	base := deref(l.typ)
	kind := ruleKind(base, fb.dir)
	if l.tag.Required && kind == rules.String {
		if err := tighten(l.doc, "minLength", jsondoc.FromInt(1)); err != nil {
			return fb.at.tagged("validate", "required", err)
		}
	}
	for _, r := range l.tag.Rules {
		if err := fb.applyRule(l, r, kind); err != nil {
			return fb.at.tagged("validate", ruleText(r), err)
		}
	}
	if !l.tag.Dive {
		return nil
	}
	if err := fb.dive(l, base, kind); err != nil {
		if _, ok := errors.AsType[*TypeError](err); ok {
			return err
		}
		return fb.at.tagged("validate", "dive", err)
	}
	return nil
}

func ruleText(r rules.Rule) string {
	if r.Alias != "" {
		return r.Alias
	}
	if r.Text != "" {
		return r.Text
	}
	return r.Tag()
}

// dive goes on with the items of a list, or the keys and values of a map.
func (fb *fieldBuilder) dive(l level, base reflect.Type, kind rules.Kind) error {
	next := level{tag: l.tag.Elem}
	switch kind {
	case rules.Slice, rules.Array:
		if l.tag.Keys != nil {
			return fmt.Errorf("keys needs a map, not %v", base)
		}
		next.doc, next.path, next.who = child(l.doc, "items"), append(slices.Clip(l.path), hopItems), "Each item"
	case rules.Map:
		next.doc, next.path, next.who = child(l.doc, "additionalProperties"), append(slices.Clip(l.path), hopValues), "Each value"
		if l.tag.Keys != nil {
			keys := level{tag: l.tag.Keys, doc: child(l.doc, "propertyNames"), typ: base.Key(), path: append(slices.Clip(l.path), hopKeys), who: "Each name"}
			if err := fb.applyLevel(keys); err != nil {
				return err
			}
			if len(keys.doc.Members) == 0 {
				l.doc.Delete("propertyNames")
			}
		}
	default:
		return fmt.Errorf("dive needs a list or a map, not %v", base)
	}
	if next.tag == nil {
		return nil
	}
	next.typ = base.Elem()
	err := fb.applyLevel(next)
	if kind == rules.Map && len(next.doc.Members) == 0 {
		l.doc.Delete("additionalProperties")
	}
	return err
}

// child returns the schema under a keyword, made if it is not there.
func child(o *jsondoc.Object, name string) *jsondoc.Object {
	c := o.Object(name)
	if c == nil {
		c = &jsondoc.Object{}
		o.Set(name, c)
	}
	return c
}

// applyRule publishes one rule.
func (fb *fieldBuilder) applyRule(l level, r rules.Rule, kind rules.Kind) error {
	base := deref(l.typ)
	target := rules.Target{Kind: kind, Pointer: l.typ.Kind() == reflect.Pointer, Stringer: implementsStringer(base)}
	switch kind {
	case rules.Slice, rules.Array, rules.Map:
		target.Elem = ruleKind(deref(base.Elem()), fb.dir)
	}
	if len(l.path) > 0 && l.path[len(l.path)-1] == hopKeys && kind != rules.String {
		return fmt.Errorf("rules for names need a map with string keys, not %v", base)
	}
	meaning, err := r.Meaning(target, rules.Options{
		Exact: fb.opts.exact, JSONName: jsonNameIn(fb.field.Owner), ElemJSONName: elemNames(base), Custom: fb.opts.custom,
	})
	if err != nil {
		return err
	}
	if err := fb.checkFields(meaning, base, len(l.path) > 0); err != nil {
		return err
	}
	if err := fb.publish(l.doc, meaning); err != nil {
		return err
	}
	if meaning.Note != "" {
		fb.notes = append(fb.notes, about(l.who, meaning.Note))
	}
	if meaning.InGo {
		presence := presenceOf(r, meaning)
		key := checkKey{fb.field.Owner, fb.field.GoName}
		fb.checks[key] = append(fb.checks[key], goRule{
			tag: r.Tag(), path: l.path, presence: presence, fields: meaning.Fields,
			inStruct: presence == nil && (meaning.Class == rules.Cross || meaning.Class == rules.Custom && onlyItems(l.path)),
			name:     ruleName(r), want: meaning.Want, caller: meaning.Class == rules.Custom && fb.opts.isCallers(r),
			structLike: base.Kind() == reflect.Struct,
		})
	}
	return nil
}

// onlyItems reports whether a path leads through lists alone: the validator then
// says which item failed.
func onlyItems(path []hop) bool {
	return !slices.ContainsFunc(path, func(h hop) bool { return h != hopItems })
}

func ruleName(r rules.Rule) string {
	switch {
	case r.Alias != "":
		return r.Alias
	case r.Name != "":
		return r.Name
	default:
		return r.Text
	}
}

// about turns a sentence about the value into one about its items: "Must be a
// URL." becomes "Each item must be a URL.".
func about(who, note string) string {
	if who == "" || note == "" {
		return note
	}
	return who + " " + strings.ToLower(note[:1]) + note[1:]
}

func implementsStringer(t reflect.Type) bool {
	stringer := reflect.TypeFor[fmt.Stringer]()
	return t.Implements(stringer) || reflect.PointerTo(t).Implements(stringer)
}

// publish adds the keywords of a rule, with how they are put into words. A
// keyword that was there already and is tighter keeps its own words.
func (fb *fieldBuilder) publish(o *jsondoc.Object, m rules.Meaning) error {
	for _, k := range m.Keywords {
		v, err := jsondoc.Parse(k.Value)
		if err != nil {
			return err
		}
		if err := tighten(o, k.Name, v); err != nil {
			return err
		}
		if now, _ := o.Lookup(k.Name); now != nil && equalJSON(now, v) {
			fb.setHint(o, k.Name, m.Want)
			continue
		}
		all, _ := o.Lookup("allOf")
		if list, ok := all.(jsondoc.Array); ok && len(list) > 0 {
			part, _ := list[len(list)-1].(*jsondoc.Object)
			if now, _ := part.Lookup(k.Name); now != nil && equalJSON(now, v) {
				fb.setHint(part, k.Name, m.Want)
			}
		}
	}
	return nil
}

// checkFields makes sure that the fields a rule refers to are there and of
// kinds that it can look at; the validator would find out in the middle of a
// call, by a panic or by never being satisfied.
func (fb *fieldBuilder) checkFields(m rules.Meaning, base reflect.Type, inside bool) error {
	if m.Class == rules.Cross && inside {
		return fmt.Errorf("a rule about other fields cannot stand behind dive")
	}
	for _, name := range m.Fields {
		other, ok := fieldByPath(fb.field.Owner, name)
		if !ok {
			return fmt.Errorf("%v has no exported field %s", fb.field.Owner, name)
		}
		if m.SameKind && deref(other).Kind() != base.Kind() {
			return fmt.Errorf("%s is a %v and cannot be compared with a %v", name, deref(other), base)
		}
	}
	for _, c := range m.Conditions {
		other, _ := fieldByPath(fb.field.Owner, c.Field)
		if other == nil {
			continue
		}
		if err := c.Check(ruleKind(deref(other), fb.dir)); err != nil {
			return fmt.Errorf("the condition on %s: %w", c.Field, err)
		}
	}
	return checkComparable(m, base)
}

func checkComparable(m rules.Meaning, base reflect.Type) error {
	if !m.Comparable {
		return nil
	}
	elem := deref(base.Elem())
	if m.ElemField != "" {
		f, ok := fieldByPath(elem, m.ElemField)
		if !ok {
			return fmt.Errorf("%v has no exported field %s", elem, m.ElemField)
		}
		elem = deref(f)
	}
	if !strictlyComparable(elem) {
		return fmt.Errorf("values of type %v cannot be compared", elem)
	}
	return nil
}

func strictlyComparable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return false
	case reflect.Array:
		return strictlyComparable(t.Elem())
	case reflect.Struct:
		for field := range t.Fields() {
			if !strictlyComparable(field.Type) {
				return false
			}
		}
		return true
	default:
		return t.Comparable()
	}
}

// fieldByPath finds a Go field by a path such as Window.Start.
func fieldByPath(t reflect.Type, path string) (reflect.Type, bool) {
	for name := range strings.SplitSeq(path, ".") {
		if t = deref(t); t.Kind() != reflect.Struct {
			return nil, false
		}
		f, ok := t.FieldByName(name)
		if !ok || !f.IsExported() {
			return nil, false
		}
		t = f.Type
	}
	return t, true
}

// jsonNameIn turns a Go path below t into JSON names, joined by dots.
func jsonNameIn(t reflect.Type) func(string) string {
	return func(path string) string { return strings.Join(jsonPath(t, path), ".") }
}

// jsonPath turns a Go path below t into JSON names.
func jsonPath(t reflect.Type, path string) []string {
	at := t
	names := strings.Split(path, ".")
	for i, name := range names {
		at = deref(at)
		if at.Kind() != reflect.Struct {
			return names
		}
		f, ok := at.FieldByName(name)
		if !ok {
			return names
		}
		names[i] = promotedName(at, f)
		at = f.Type
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// promotedName is the JSON name of a Go field, "" for an embedded struct whose
// fields are promoted.
func promotedName(t reflect.Type, f reflect.StructField) string {
	for _, p := range jsonfield.Of(t).Fields {
		if p.GoName == f.Name {
			return p.Name
		}
	}
	if f.Anonymous {
		return ""
	}
	return f.Name
}

func elemNames(t reflect.Type) func(string) string {
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return jsonNameIn(deref(t.Elem()))
	default:
		return nil
	}
}

// fragment reads a JSON Schema fragment: an object of keywords.
func fragment(raw json.RawMessage) ([]rules.Keyword, error) {
	v, err := jsondoc.Parse(raw)
	if err != nil {
		return nil, err
	}
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return nil, fmt.Errorf("must be an object of keywords")
	}
	if err := refusesRefs(o); err != nil {
		return nil, err
	}
	var out []rules.Keyword
	for _, m := range o.Members {
		out = append(out, rules.Keyword{Name: m.Name, Value: jsondoc.Append(nil, m.Value)})
	}
	return out, nil
}
