package schema

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// builder makes the schema document of one type.
type builder struct {
	dir  Direction
	opts options

	recursive map[reflect.Type]bool
	defs      map[defKey]string // names of definitions, "" for the root
	docs      *jsondoc.Object   // the definitions
	names     map[string]bool
	size      int

	hints  map[*jsondoc.Object]map[string]string // keyword -> demand in words
	places map[*jsondoc.Object]place
	checks map[checkKey][]goRule // rules that run in Go, by struct type and field
}

// defKey is a recursive type. Whether it can be addressed decides whether the
// methods of its pointer count on output.
type defKey struct {
	typ         reflect.Type
	addressable bool
}

func newBuilder(dir Direction, o options) *builder {
	return &builder{
		dir: dir, opts: o,
		defs: map[defKey]string{}, docs: &jsondoc.Object{}, names: map[string]bool{},
		hints: map[*jsondoc.Object]map[string]string{}, places: map[*jsondoc.Object]place{},
		checks: map[checkKey][]goRule{},
	}
}

// document describes the root.
func (b *builder) document(t reflect.Type) (*jsondoc.Object, error) {
	b.recursive = recursiveTypes(t, b.dir)
	at := place{owner: t}
	doc, err := b.value(t, at, true)
	if err != nil {
		return nil, err
	}
	ref, isRef := doc.Lookup("$ref")
	switch {
	case b.dir == Output && t.Kind() == reflect.Pointer:
		doc = nullable(doc)
	case isRef:
		doc = b.unrefRoot(ref)
	}
	if len(b.docs.Members) > 0 {
		doc.Set("$defs", b.docs)
	}
	b.places[doc] = at
	return doc, nil
}

// unrefRoot makes a recursive root the root of the document: providers want an
// object there, not a reference. References to it become "#".
func (b *builder) unrefRoot(ref jsondoc.Value) *jsondoc.Object {
	text, _ := jsondoc.String(ref)
	name := text[len(defsPrefix):]
	root := b.docs.Object(name)
	b.docs.Delete(name)
	rename := func(o *jsondoc.Object, _ string) {
		if v, ok := o.Lookup("$ref"); ok && v == ref {
			o.Set("$ref", jsondoc.Raw(`"#"`))
		}
	}
	keyword.Each(root, "", rename)
	for _, m := range b.docs.Members {
		keyword.Each(m.Value, "", rename)
	}
	return root
}

const defsPrefix = "#/$defs/"

// maxNodes bounds the work on types that refer to others many times over.
const maxNodes = 20_000

// value describes a value of type t, pointers followed.
func (b *builder) value(t reflect.Type, at place, addressable bool) (*jsondoc.Object, error) {
	if b.size++; b.size > maxNodes {
		return nil, at.errorf("the schema would have more than %d parts: its structs refer to each other too often", maxNodes)
	}
	if t.Kind() == reflect.Pointer {
		addressable = true
		if t = deref(t); t.Kind() == reflect.Pointer {
			return nil, at.errorf("%v points only to itself", t)
		}
	}
	if !b.recursive[t] || t.Name() == "" {
		return b.described(t, at, addressable)
	}
	return b.definition(t, at, addressable)
}

// definition describes a recursive type once, and returns a reference to it.
func (b *builder) definition(t reflect.Type, at place, addressable bool) (*jsondoc.Object, error) {
	key := defKey{t, addressable || b.dir == Input || !b.dependsOnAddress(t)}
	name, ok := b.defs[key]
	if !ok {
		name = b.defName(t)
		b.defs[key] = name
		b.docs.Set(name, nil) // keeps the order of first use
		doc, err := b.described(t, at, addressable)
		if err != nil {
			return nil, err
		}
		b.docs.Set(name, doc)
	}
	return keywordsOf("$ref", defsPrefix+name), nil
}

// dependsOnAddress reports whether anything in t is written differently when it
// can be addressed, because its methods have pointer receivers.
func (b *builder) dependsOnAddress(t reflect.Type) bool {
	var types []reflect.Type
	reachable(t, b.dir, map[reflect.Type]bool{}, &types)
	return slices.ContainsFunc(types, func(t reflect.Type) bool {
		return wireForm(t, Output, true) != wireForm(t, Output, false)
	})
}

// defName names a definition: letters, digits and "_", and not used yet.
func (b *builder) defName(t reflect.Type) string {
	base := defBaseName(t.Name())
	name := base
	for i := 2; b.names[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	b.names[name] = true
	return name
}

// defBaseName turns a type name such as Page[example.com/shop.Item] into
// Page_Item.
func defBaseName(name string) string {
	out := make([]byte, 0, len(name))
	word := 0 // where the current identifier starts in out
	for _, c := range name {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_':
			out = append(out, byte(c))
		case c == '.' || c == '/' || c == '-':
			out = out[:word] // it was a part of a package path
		case c == '[' || c == ',' || c == ' ':
			if len(out) > 0 && out[len(out)-1] != '_' {
				out = append(out, '_')
			}
			word = len(out)
		}
	}
	if len(out) > 0 && out[len(out)-1] == '_' {
		out = out[:len(out)-1]
	}
	if len(out) == 0 || out[0] >= '0' && out[0] <= '9' {
		out = append([]byte("T"), out...)
	}
	return string(out)
}

// described describes a type that is not a pointer: by its hooks, else by its
// wire form, else by its kind; and by the values that it lists.
func (b *builder) described(t reflect.Type, at place, addressable bool) (*jsondoc.Object, error) {
	if doc, ok, err := hookSchema(t, at); ok || err != nil {
		return doc, err
	}
	doc, err := b.ofForm(t, at, addressable)
	if err != nil || t.Kind() == reflect.Interface {
		return doc, err
	}
	return b.withEnum(t, at, doc)
}

func (b *builder) ofForm(t reflect.Type, at place, addressable bool) (*jsondoc.Object, error) {
	switch wireForm(t, b.dir, addressable) {
	case formKnown:
		if t == bigIntType && b.dir == Output && !addressable {
			return nil, at.errorf("encoding/json writes a big.Int that cannot be addressed as {}; use *big.Int")
		}
		return b.known(t), nil
	case formCustom:
		return keywordsOf("description", "Free-form: the value has a form of its own, which is not described here."), nil
	case formString:
		return textForm(t), nil
	}
	if doc, ok := scalar(t, b.dir); ok {
		return doc, nil
	}
	switch t.Kind() {
	case reflect.Interface:
		return b.interfaceValue(t, at)
	case reflect.Slice, reflect.Array:
		return b.list(t, at, addressable)
	case reflect.Map:
		return b.mapping(t, at)
	case reflect.Struct:
		return b.object(t, at, addressable)
	default:
		if at.field == "" {
			return nil, at.errorf("%v cannot travel as JSON", t)
		}
		return nil, at.errorf("%v cannot travel as JSON; hide the field with json:\"-\"", t)
	}
}

func (b *builder) known(t reflect.Type) *jsondoc.Object {
	known := knownTypes[t]
	if b.dir == Output {
		return known.output()
	}
	doc := known.input()
	for keyword, want := range known.wants {
		b.hint(doc, keyword, want)
	}
	return doc
}

func (b *builder) interfaceValue(t reflect.Type, at place) (*jsondoc.Object, error) {
	switch {
	case t == errorType:
		return nil, at.errorf("an error loses its text in JSON; use a string field with err.Error()")
	case t.NumMethod() > 0 && b.dir == Input:
		return nil, at.errorf("%v cannot be decoded from JSON: nothing says which type to make; use a concrete type or any", t)
	default:
		return anything(), nil
	}
}

func (b *builder) list(t reflect.Type, at place, addressable bool) (*jsondoc.Object, error) {
	if isBytes(t) {
		doc := keywordsOf("type", "string", "contentEncoding", "base64", "pattern", base64Pattern)
		b.hint(doc, "pattern", base64Want)
		b.hint(doc, "type", base64Want)
		return doc, nil
	}
	isSlice := t.Kind() == reflect.Slice
	items, err := b.element(t.Elem(), at, isSlice || addressable)
	if err != nil {
		return nil, err
	}
	doc := keywordsOf("type", "array", "items", items)
	if !isSlice {
		doc.Set("minItems", jsondoc.FromInt(t.Len()))
		doc.Set("maxItems", jsondoc.FromInt(t.Len()))
	}
	return doc, nil
}

func (b *builder) mapping(t reflect.Type, at place) (*jsondoc.Object, error) {
	key, err := keyForm(t.Key(), b.dir)
	if err != nil {
		return nil, at.errorf("%w", err)
	}
	values, err := b.element(t.Elem(), at, false)
	if err != nil {
		return nil, err
	}
	doc := keywordsOf("type", "object")
	if len(values.Members) > 0 {
		doc.Set("additionalProperties", values)
	}
	switch {
	case key.pattern != "":
		doc.Set("propertyNames", keywordsOf("pattern", key.pattern))
	case t.Key().Kind() == reflect.String || key.decodes:
		names, err := b.withEnum(t.Key(), at, &jsondoc.Object{})
		if err != nil {
			return nil, err
		}
		if len(names.Members) > 0 {
			doc.Set("propertyNames", names)
		}
	}
	return doc, nil
}

// element describes the elements of a list or map. On output a nil pointer
// among them is null.
func (b *builder) element(t reflect.Type, at place, addressable bool) (*jsondoc.Object, error) {
	doc, err := b.value(t, at, addressable)
	if err == nil && b.dir == Output && t.Kind() == reflect.Pointer {
		doc = nullable(doc)
	}
	return doc, err
}

// nullable widens a schema by null.
func nullable(doc *jsondoc.Object) *jsondoc.Object {
	if demandsNothing(doc) {
		return doc
	}
	name, single := doc.Lookup("type")
	_, simple := jsondoc.String(name)
	if single && simple && !doc.Has("enum") && !doc.Has("const") && !doc.Has("$ref") && !doc.Has("anyOf") && !doc.Has("allOf") && !doc.Has("oneOf") {
		doc.Set("type", jsondoc.Array{name, jsondoc.Raw(`"null"`)})
		return doc
	}
	if single && !simple { // a list of types
		return doc
	}
	wrapped := keywordsOf("anyOf", jsondoc.Array{doc, keywordsOf("type", "null")})
	for _, keyword := range []string{"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"} {
		if v, ok := doc.Lookup(keyword); ok {
			wrapped.Set(keyword, v)
			doc.Delete(keyword)
		}
	}
	return wrapped
}

// demandsNothing reports whether a schema has annotations alone, and so admits
// null already.
func demandsNothing(doc *jsondoc.Object) bool {
	return !slices.ContainsFunc(doc.Members, func(m jsondoc.Member) bool { return plan.Enforced(m.Name) })
}

// hint records how a demand is put into words for whoever breaks it.
func (b *builder) hint(o *jsondoc.Object, keyword, want string) {
	if want == "" {
		return
	}
	if b.hints[o] == nil {
		b.hints[o] = map[string]string{}
	}
	b.hints[o][keyword] = want
}

// setHint is hint, but also takes older words away.
func (b *builder) setHint(o *jsondoc.Object, keyword, want string) {
	delete(b.hints[o], keyword)
	b.hint(o, keyword, want)
}

// hintKey is a keyword of a schema of the published document.
type hintKey struct{ pointer, keyword string }

func (b *builder) hintsByPointer(doc jsondoc.Value) map[hintKey]string {
	hints := map[hintKey]string{}
	keyword.Each(doc, "", func(o *jsondoc.Object, pointer string) {
		for keyword, want := range b.hints[o] {
			hints[hintKey{pointer, keyword}] = want
		}
	})
	return hints
}

// locate turns an error about the document into one about the Go source.
func (b *builder) locate(t reflect.Type, doc jsondoc.Value, err error) error {
	var compile *plan.CompileError
	if !errors.As(err, &compile) {
		return &TypeError{Type: t, Err: err}
	}
	at, found := place{owner: t}, -1
	keyword.Each(doc, "", func(o *jsondoc.Object, pointer string) {
		if p, ok := b.places[o]; ok && len(pointer) > found && isWithin(compile.Pointer, pointer) {
			at, found = p, len(pointer)
		}
	})
	if compile.Keyword == "" {
		return at.errorf("%s", compile.Reason)
	}
	return at.errorf("%s %s", compile.Keyword, compile.Reason)
}

// isWithin reports whether pointer is at or below base.
func isWithin(pointer, base string) bool {
	return len(pointer) >= len(base) && pointer[:len(base)] == base && (len(pointer) == len(base) || pointer[len(base)] == '/')
}

// checkExamples holds defaults, examples and required names to the schema they
// stand in.
func (b *builder) checkExamples(p *plan.Plan, doc jsondoc.Value, t reflect.Type) error {
	var failed error
	keyword.Each(doc, "", func(o *jsondoc.Object, pointer string) {
		if name := impossibleName(o); name != "" && failed == nil {
			failed = b.locate(t, doc, &plan.CompileError{Pointer: pointer, Keyword: "required", Reason: fmt.Sprintf("demands %q, which the schema does not allow", name)})
		}
		values := jsondoc.Array{}
		if v, ok := o.Lookup("default"); ok {
			values = append(values, v)
		}
		if v, ok := o.Lookup("examples"); ok {
			list, _ := v.(jsondoc.Array)
			values = append(values, list...)
		}
		for _, v := range values {
			node := p.NodeAt(pointer)
			if node == nil || failed != nil {
				return
			}
			text := jsondoc.Append(nil, v)
			if out := node.Check(text, plan.Mode{}); out != nil && !out.OK() {
				failed = b.locate(t, doc, &plan.CompileError{Pointer: pointer, Reason: fmt.Sprintf(
					"the default or example %s breaks the schema: %s", text, firstFault(out))})
			}
		}
	})
	return failed
}

// impossibleName is a required name that the schema itself forbids, if any.
func impossibleName(o *jsondoc.Object) string {
	closed, _ := o.Lookup("additionalProperties")
	if closed != jsondoc.Raw("false") || o.Has("patternProperties") {
		return ""
	}
	v, _ := o.Lookup("required")
	required, _ := v.(jsondoc.Array)
	properties := o.Object("properties")
	for _, r := range required {
		if name, _ := jsondoc.String(r); properties == nil || !properties.Has(name) {
			return name
		}
	}
	return ""
}

func firstFault(out *plan.Outcome) string {
	if len(out.Faults) == 0 {
		return "it is no acceptable JSON"
	}
	return (&Schema{}).want(&out.Faults[0])
}
