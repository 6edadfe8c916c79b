package schema

import (
	"reflect"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/rules"
)

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
	if fb.dir == Output && fb.demanded() {
		return true
	}
	if fb.dir == Output {
		if fb.opts.openObjects && f.Type.Kind() == reflect.Pointer {
			return false
		}
		return !f.ViaPointer && !f.OmitZero && !(f.OmitEmpty && canBeEmpty(f.Type))
	}
	if fb.rules.Required || fb.has("required") {
		return true
	}
	return !f.OmitEmpty && !f.OmitZero && f.Type.Kind() != reflect.Pointer && !fb.rules.Optional && !fb.doc.Has("default")
}

// demanded reports whether a rule of the result demands the property.
func (fb *fieldBuilder) demanded() bool { return fb.opts.outputRules && fb.rules.Required }

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
	if fb.dir != Output || t.Kind() != reflect.Pointer || fb.demanded() {
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
