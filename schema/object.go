package schema

import (
	"fmt"
	"reflect"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/jsonfield"
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
	if !b.opts.openObjects {
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
		if p.Kind.Note() || p.Kind == jsonfield.Undecodable && b.dir == Output {
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
