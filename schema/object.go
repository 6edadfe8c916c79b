package schema

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/rules"
)

// object describes a struct that encoding/json carries as an object.
func (b *builder) object(t reflect.Type, at place, addressable bool) (*jsondoc.Object, error) {
	fields := jsonfield.Of(t)
	if err := b.fieldProblems(t, fields); err != nil {
		return nil, err
	}
	if len(fields.Fields) == 0 && t.NumField() > 0 && !allHidden(t) {
		return nil, at.errorf("%v has no field that JSON can see, so it would always travel as {}", t)
	}
	doc := keywordsOf("type", "object")
	properties, required := &jsondoc.Object{}, jsondoc.Array{}
	doc.Set("properties", properties)
	for i := range fields.Fields {
		f := &fields.Fields[i]
		isHidden, err := hiddenTag(t, f)
		if err != nil {
			return nil, err
		}
		if isHidden {
			if err := b.hidden(f, addressable); err != nil {
				return nil, err
			}
			continue
		}
		p, err := b.property(t, f, doc, addressable || f.ViaPointer)
		if err != nil {
			return nil, err
		}
		properties.Set(f.Name, p.doc)
		if p.required {
			required = append(required, jsondoc.FromString(f.Name))
		}
	}
	if len(required) > 0 {
		doc.Set("required", required)
	}
	if !b.opts.openObjects || b.dir == Output {
		doc.Set("additionalProperties", jsondoc.FromBool(false))
	}
	b.places[doc] = place{owner: t}
	return extendHook(t, doc, b)
}

// hiddenTag reports whether jsonschema:"-" hides a field, or an embedded struct
// that promotes it. Other tags on such a struct would be lost.
func hiddenTag(t reflect.Type, f *jsonfield.Field) (bool, error) {
	for i := 1; i < len(f.Index); i++ {
		outer := t.FieldByIndex(f.Index[:i])
		if outer.Tag.Get("jsonschema") == "-" {
			return true, nil
		}
		for _, key := range []string{"jsonschema", "validate"} {
			if value := outer.Tag.Get(key); value != "" && value != "-" {
				return false, place{owner: t, field: outer.Name}.tagged(key, value, fmt.Errorf("has no effect: the fields of the embedded struct are promoted; put it on them, or give the struct a json name"))
			}
		}
	}
	return f.Tag.Get("jsonschema") == "-", nil
}

// hidden looks at a field that is hidden from the schema: encoding/json writes
// it all the same, before it is left out of the result.
func (b *builder) hidden(f *jsonfield.Field, addressable bool) error {
	if b.dir == Input {
		return nil
	}
	_, err := b.value(f.Type, place{owner: f.Owner, field: f.GoName}, addressable || f.ViaPointer)
	return err
}

// allHidden reports whether every field is hidden by json:"-".
func allHidden(t reflect.Type) bool {
	for field := range t.Fields() {
		if field.Tag.Get("json") != "-" {
			return false
		}
	}
	return true
}

// fieldProblems refuses what encoding/json would drop or misread in silence.
func (b *builder) fieldProblems(t reflect.Type, fields *jsonfield.Struct) error {
	for _, p := range fields.Problems {
		switch {
		case p.Kind.Note(), p.Kind == jsonfield.Undecodable && b.dir == Output,
			p.Kind == jsonfield.UnknownOption && !strings.Contains(p.Text, "perhaps"):
			continue
		}
		owner := p.Owner
		if owner == nil {
			owner = t
		}
		return &TypeError{Type: owner, Field: p.Field, Err: fmt.Errorf("%s", p.Text)}
	}
	return nil
}

// property is one described field.
type property struct {
	doc      *jsondoc.Object
	required bool
}

// fieldBuilder gathers what the parts of one field's tags say.
type fieldBuilder struct {
	*builder
	outer  reflect.Type // the struct the field is a property of
	field  *jsonfield.Field
	at     place
	parent *jsondoc.Object
	doc    *jsondoc.Object
	items  []tagItem
	rules  *rules.Tag
	notes  []string // sentences for the description
}

// property describes one field of the struct outer.
func (b *builder) property(outer reflect.Type, f *jsonfield.Field, parent *jsondoc.Object, addressable bool) (property, error) {
	fb := &fieldBuilder{builder: b, outer: outer, field: f, parent: parent, at: place{owner: f.Owner, field: f.GoName}}
	if err := fb.readTags(); err != nil {
		return property{}, err
	}
	if err := fb.start(addressable); err != nil {
		return property{}, err
	}
	if err := fb.applyTag(); err != nil {
		return property{}, err
	}
	if err := fb.applyExtras(); err != nil {
		return property{}, err
	}
	if b.dir == Input || b.opts.outputRules {
		if err := fb.applyRules(); err != nil {
			return property{}, err
		}
	}
	fb.describe()
	if err := fb.prune(); err != nil {
		return property{}, err
	}
	p := property{doc: fb.doc, required: fb.isRequired()}
	if fb.writesNull() || fb.has("nullable") {
		p.doc = nullable(fb.doc)
	}
	b.places[p.doc], b.places[fb.doc] = fb.at, fb.at
	return p, nil
}

func (fb *fieldBuilder) readTags() (err error) {
	if fb.items, err = parseTag(fb.field.Tag.Get("jsonschema")); err != nil {
		return fb.at.tagged("jsonschema", fb.field.Tag.Get("jsonschema"), err)
	}
	validate := fb.field.Tag.Get("validate")
	if fb.rules, err = rules.Parse(validate, fb.opts.alias); err != nil {
		return fb.at.tagged("validate", validate, err)
	}
	return nil
}

func (fb *fieldBuilder) has(key string) bool {
	for _, item := range fb.items {
		if item.key == key {
			return true
		}
	}
	return false
}

// start describes the field's type.
func (fb *fieldBuilder) start(addressable bool) (err error) {
	f := fb.field
	if !f.Quoted {
		fb.doc, err = fb.value(f.Type, fb.at, addressable)
		return err
	}
	if t := deref(f.Type); knownTypes[t].input != nil {
		return fb.at.errorf(`the json option "string" does not fit %v, which has a text form already; remove it`, t)
	}
	fb.doc = quotedForm(f.Type)
	fb.hint(fb.doc, "pattern", quotedWant(deref(f.Type)))
	fb.hint(fb.doc, "type", quotedWant(deref(f.Type)))
	if deref(f.Type).Kind() == reflect.Bool {
		fb.hint(fb.doc, "enum", quotedWant(deref(f.Type)))
	}
	return nil
}

func quotedWant(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return `must be "true" or "false", as a string`
	case k == reflect.String:
		return `must be a string that holds a JSON string, such as "\"text\""`
	case k == reflect.Float32 || k == reflect.Float64:
		return `must be a string that holds a number, such as "4.5"`
	default:
		return `must be a string that holds a whole number, such as "42"`
	}
}

// isRequired says whether the property belongs into required.
func (fb *fieldBuilder) isRequired() bool {
	f := fb.field
	if fb.dir == Output {
		return !f.ViaPointer && !f.OmitZero && !(f.OmitEmpty && canBeEmpty(f.Type))
	}
	if fb.rules.Required || fb.has("required") {
		return true
	}
	return !f.OmitEmpty && !f.OmitZero && f.Type.Kind() != reflect.Pointer && !fb.rules.Optional && !fb.doc.Has("default")
}

// canBeEmpty reports whether omitempty ever leaves a value of type t out.
func canBeEmpty(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		return false
	case reflect.Array:
		return t.Len() == 0
	default:
		return true
	}
}

// writesNull reports whether encoding/json may write null for the field.
func (fb *fieldBuilder) writesNull() bool {
	t := fb.field.Type
	if fb.dir != Output || t.Kind() != reflect.Pointer {
		return false
	}
	omitsNil := fb.field.OmitEmpty || fb.field.OmitZero
	return !omitsNil || t.Elem().Kind() == reflect.Pointer
}

// describe joins the author's description with what the rules add in words.
func (fb *fieldBuilder) describe() {
	if text := docHook(fb.field.Owner, fb.field.GoName); text != "" && !fb.doc.Has("description") {
		fb.doc.Set("description", jsondoc.FromString(text))
	}
	if len(fb.notes) == 0 {
		return
	}
	text, _ := fb.doc.Lookup("description")
	old, _ := jsondoc.String(text)
	sentences := fb.notes
	if old = strings.TrimSpace(old); old != "" {
		if !strings.ContainsAny(old[len(old)-1:], ".!?:;") {
			old += "."
		}
		sentences = append([]string{old}, sentences...)
	}
	fb.doc.Set("description", jsondoc.FromString(strings.Join(sentences, " ")))
}

// applyTag sets what the jsonschema tag says.
func (fb *fieldBuilder) applyTag() error {
	if text := fb.field.Tag.Get("jsonschema_description"); text != "" {
		fb.doc.Set("description", jsondoc.FromString(text))
	}
	var defaults jsondoc.Array
	for _, item := range fb.items {
		if err := fb.applyItem(item, &defaults); err != nil {
			return fb.at.tagged("jsonschema", item.text(), err)
		}
	}
	if defaults != nil {
		fb.doc.Set("default", defaults)
	}
	return nil
}

// isConstraint reports whether a tag keyword demands something. On output
// only what marshalling guarantees is published unless rules are asked for.
func isConstraint(item tagItem) bool {
	switch tagKeywords[item.key] {
	case formNumber, formCount:
		return true
	}
	switch item.key {
	case "pattern", "format", "enum", "const", "uniqueItems", "oneof_required", "anyof_required", "oneof_type", "anyof_type", "default":
		return true
	}
	return false
}

func (fb *fieldBuilder) applyItem(item tagItem, defaults *jsondoc.Array) error {
	if fb.dir == Output && !fb.opts.outputRules && isConstraint(item) {
		return nil
	}
	switch item.key {
	case "required", "nullable", "omitempty":
		return nil
	case "title", "description":
		fb.doc.Set(item.key, jsondoc.FromString(item.value))
		return nil
	case "oneof_required", "anyof_required":
		return fb.requiredGroup(item)
	case "oneof_type", "anyof_type":
		return fb.typeChoice(item)
	case "default":
		if jsonType(fb.doc) == "array" && !strings.HasPrefix(strings.TrimSpace(item.value), "[") {
			v, err := valueFor(fb.doc.Object("items"), item.value)
			*defaults = append(*defaults, v)
			return err
		}
	}
	target, err := fb.targetOf(item)
	if err != nil {
		return err
	}
	return setItem(target, item)
}

// targetOf picks the schema that a keyword is about: of a list, the keywords
// for its items go to the items.
func (fb *fieldBuilder) targetOf(item tagItem) (*jsondoc.Object, error) {
	target := fb.doc
	switch item.key {
	case "minItems", "maxItems", "uniqueItems", "default", "deprecated", "readOnly", "writeOnly", "minProperties", "maxProperties":
	default:
		if jsonType(target) == "array" && !strings.HasPrefix(strings.TrimSpace(item.value), "[") {
			target = target.Object("items")
		}
	}
	if fb.field.Quoted && aboutContent(item.key, isText(fb.field.Type)) {
		target = fb.quotedContent()
	}
	wanted := typeOfKeyword(item.key)
	if have := jsonType(target); wanted != "" && have != "" && have != wanted && !(wanted == "number" && have == "integer") {
		return nil, fmt.Errorf("%q is for a %s, and the value is %s", item.key, wanted, withArticle(have))
	}
	return target, nil
}

// aboutContent reports whether a keyword is about the value inside a string.
func aboutContent(key string, text bool) bool {
	switch typeOfKeyword(key) {
	case "number":
		return true
	case "string":
		return text
	default:
		return text && (key == "enum" || key == "const")
	}
}

// quotedContent is the schema of the value that is carried in a string.
func (fb *fieldBuilder) quotedContent() *jsondoc.Object {
	content := fb.doc.Object("contentSchema")
	if content == nil {
		kind := deref(fb.field.Type).Kind()
		switch {
		case kind == reflect.String:
			content = typed("string")()
		case kind == reflect.Bool:
			content = typed("boolean")()
		case integerBounds[kind].low != "":
			content = typed("integer")()
		default:
			content = typed("number")()
		}
		fb.doc.Set("contentMediaType", jsondoc.FromString("application/json"))
		fb.doc.Set("contentSchema", content)
	}
	return content
}

// jsonType is the one type a schema names, or "".
func jsonType(o *jsondoc.Object) string {
	if o == nil {
		return ""
	}
	v, _ := o.Lookup("type")
	if list, ok := v.(jsondoc.Array); ok && len(list) > 0 {
		v = list[0]
	}
	name, _ := jsondoc.String(v)
	return name
}

func withArticle(name string) string {
	if strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

func typeOfKeyword(key string) string {
	switch key {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return "number"
	case "minLength", "maxLength", "pattern", "format":
		return "string"
	case "minItems", "maxItems", "uniqueItems":
		return "array"
	case "minProperties", "maxProperties":
		return "object"
	default:
		return ""
	}
}

// setItem adds one keyword with its value.
func setItem(o *jsondoc.Object, item tagItem) error {
	switch tagKeywords[item.key] {
	case formNumber:
		raw, err := jsonNumber(item.value)
		if err != nil {
			return err
		}
		return tighten(o, item.key, raw)
	case formCount:
		raw, err := parseCount(item.value)
		if err != nil {
			return err
		}
		return tighten(o, item.key, raw)
	case formFlag:
		return setFlag(o, item)
	case formValue:
		return setValue(o, item)
	default:
		if item.key == "pattern" {
			return setPattern(o, item.value)
		}
		return tighten(o, item.key, jsondoc.FromString(strings.TrimSpace(item.value)))
	}
}

func setFlag(o *jsondoc.Object, item tagItem) error {
	on := item.bare
	if !on {
		var err error
		if on, err = strconv.ParseBool(item.value); err != nil {
			return fmt.Errorf("%q is neither true nor false", item.value)
		}
	}
	if on {
		o.Set(item.key, jsondoc.FromBool(true))
	}
	return nil
}

func setValue(o *jsondoc.Object, item tagItem) error {
	v, err := valueFor(o, item.value)
	if err != nil {
		return err
	}
	switch item.key {
	case "default":
		o.Set("default", v)
	case "const":
		return tighten(o, "const", v)
	case "example":
		appendTo(o, "examples", v)
	case "enum":
		appendTo(o, "enum", v)
	}
	return nil
}

func appendTo(o *jsondoc.Object, name string, v jsondoc.Value) {
	old, _ := o.Lookup(name)
	list, _ := old.(jsondoc.Array)
	for _, e := range list {
		if equalJSON(e, v) {
			return
		}
	}
	o.Set(name, append(list, v))
}

// requiredGroup puts the field into a group of which exactly one, or at least
// one, must be there.
func (fb *fieldBuilder) requiredGroup(item tagItem) error {
	keyword := strings.TrimSuffix(item.key, "_required") // oneof or anyof
	keyword = keyword[:3] + "Of"
	old, _ := fb.parent.Lookup(keyword)
	groups, _ := old.(jsondoc.Array)
	name := jsondoc.FromString(fb.field.Name)
	for _, g := range groups {
		group, _ := g.(*jsondoc.Object)
		if title, _ := group.Lookup("title"); title == jsondoc.FromString(item.value) {
			appendTo(group, "required", name)
			return nil
		}
	}
	group := keywordsOf("title", item.value, "required", jsondoc.Array{name})
	fb.parent.Set(keyword, append(groups, group))
	return nil
}

// typeChoice lists the JSON types of a value that may be anything.
func (fb *fieldBuilder) typeChoice(item tagItem) error {
	if len(fb.doc.Members) > 0 && (fb.doc.Has("type") || fb.doc.Has("$ref")) {
		return fmt.Errorf("the type of the value is fixed by Go; %q is for any and json.RawMessage", item.key)
	}
	var choices jsondoc.Array
	for name := range strings.SplitSeq(item.value, ";") {
		choices = append(choices, keywordsOf("type", strings.TrimSpace(name)))
	}
	fb.doc.Set(item.key[:3]+"Of", choices)
	return nil
}

// applyExtras sets what the jsonschema_extras tag says.
func (fb *fieldBuilder) applyExtras() error {
	tag := fb.field.Tag.Get("jsonschema_extras")
	if tag == "" {
		return nil
	}
	for _, part := range splitUnescaped(tag) {
		key, text, ok := strings.Cut(strings.TrimLeft(part, " \t"), "=")
		if !ok || key == "" {
			return fb.at.tagged("jsonschema_extras", part, fmt.Errorf("must be keyword=value"))
		}
		if err := fb.applyExtra(key, text); err != nil {
			return fb.at.tagged("jsonschema_extras", part, err)
		}
	}
	return nil
}

func (fb *fieldBuilder) applyExtra(key, text string) error {
	if _, known := tagKeywords[key]; known {
		return fb.applyItem(tagItem{key: key, value: text}, &jsondoc.Array{})
	}
	if !strings.HasPrefix(key, "x-") && key != "$comment" && key != "contentMediaType" && key != "contentEncoding" {
		return fmt.Errorf("unknown keyword %q; keywords of your own start with x-", key)
	}
	v, err := jsondoc.Parse([]byte(text))
	if err != nil || strings.HasPrefix(key, "$") || strings.HasPrefix(key, "content") {
		v = jsondoc.FromString(text)
	}
	fb.doc.Set(key, v)
	return nil
}
