package schema

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/invopop/jsonschema"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// The methods by which a type describes itself, of github.com/invopop/jsonschema.
// They count on pointer receivers too.
type (
	describesItself interface{ JSONSchema() *jsonschema.Schema }
	extendsItself   interface{ JSONSchemaExtend(s *jsonschema.Schema) }
	documentsFields interface{ GetFieldDocString(field string) string }
)

// zeroPointer makes a pointer to a zero T as an interface to call methods on.
func zeroPointer(t reflect.Type) any { return reflect.New(t).Interface() }

// guarded turns a panic of the author's own code into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the code panics: %v", v)
		}
	}()
	return f()
}

// hookSchema asks the type for its own schema.
func hookSchema(t reflect.Type, at place) (doc *jsondoc.Object, ok bool, err error) {
	self, ok := zeroPointer(t).(describesItself)
	if !ok {
		return nil, false, nil
	}
	own := place{owner: t, field: at.field}
	if at.owner != nil {
		own.owner = at.owner
	}
	err = guarded(func() error {
		doc, err = fromInvopop(self.JSONSchema())
		return err
	})
	if err != nil {
		err = own.errorf("the schema that %v gives of itself: %w", t, err)
	}
	return doc, true, err
}

// fromInvopop reads a schema that the author's code made.
func fromInvopop(s *jsonschema.Schema) (*jsondoc.Object, error) {
	if s == nil {
		return nil, fmt.Errorf("is nil")
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	v, err := jsondoc.Parse(text)
	if err != nil {
		return nil, err
	}
	v = withoutBareTrue(v)
	doc, ok := v.(*jsondoc.Object)
	if !ok {
		return nil, fmt.Errorf("must be an object, not %s", text)
	}
	for _, name := range []string{"$schema", "$id"} {
		doc.Delete(name)
	}
	return doc, refusesRefs(doc)
}

// refusesRefs refuses a schema by others that refers to parts of a document: it
// becomes part of another.
func refusesRefs(doc *jsondoc.Object) (err error) {
	keyword.Walk(doc, func(o *jsondoc.Object) {
		if o.Has("$ref") || o.Has("$defs") {
			err = fmt.Errorf("must not refer to other schemas; write them out")
		}
	})
	return err
}

// withoutBareTrue writes the schema true as {}: some clients refuse a boolean
// where a schema is wanted. Only additionalProperties may be one.
func withoutBareTrue(v jsondoc.Value) jsondoc.Value {
	if v == jsondoc.Raw("true") {
		return &jsondoc.Object{}
	}
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return v
	}
	keyword.Children(o, func(child jsondoc.Value, path ...string) {
		if path[0] != "additionalProperties" {
			replaceAt(o, withoutBareTrue(child), path)
		}
	})
	return o
}

func replaceAt(o *jsondoc.Object, v jsondoc.Value, path []string) {
	if len(path) == 1 {
		o.Set(path[0], v)
		return
	}
	holder, _ := o.Lookup(path[0])
	switch holder := holder.(type) {
	case *jsondoc.Object:
		holder.Set(path[1], v)
	case jsondoc.Array:
		for i := range holder {
			if fmt.Sprint(i) == path[1] {
				holder[i] = v
			}
		}
	}
}

// extendHook lets the type change the schema that was made of it.
func extendHook(t reflect.Type, doc *jsondoc.Object, b *builder) (*jsondoc.Object, error) {
	self, ok := zeroPointer(t).(extendsItself)
	if !ok {
		return doc, nil
	}
	at := place{owner: t}
	var extended *jsondoc.Object
	err := guarded(func() error {
		s, err := toInvopop(doc)
		if err != nil {
			return err
		}
		self.JSONSchemaExtend(s)
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		v, err := jsondoc.Parse(text)
		if err != nil {
			return err
		}
		if extended, ok = withoutBareTrue(v).(*jsondoc.Object); !ok {
			return fmt.Errorf("must be an object, not %s", text)
		}
		return nil
	})
	if err != nil {
		return nil, at.errorf("the schema that JSONSchemaExtend makes: %w", err)
	}
	b.carryOver(doc, extended)
	return extended, nil
}

// toInvopop turns a schema into the form that the author's method takes. That
// form has room for one type only; carryOver restores the others.
func toInvopop(doc *jsondoc.Object) (*jsonschema.Schema, error) {
	plain, _ := jsondoc.Clone(doc).(*jsondoc.Object)
	keyword.Walk(plain, func(o *jsondoc.Object) {
		if v, ok := o.Lookup("type"); ok {
			if list, ok := v.(jsondoc.Array); ok {
				o.Set("type", list[0])
			}
		}
	})
	s := &jsonschema.Schema{}
	return s, json.Unmarshal(jsondoc.Append(nil, plain), s)
}

// carryOver restores what the author's form of a schema has no room for, where
// the schema is still there: lists of types, keywords that start with x-, and
// what is known about the place and the wording of demands.
func (b *builder) carryOver(from, to *jsondoc.Object) {
	after := map[string]*jsondoc.Object{}
	keyword.Each(to, "", func(o *jsondoc.Object, pointer string) { after[pointer] = o })
	keyword.Each(from, "", func(o *jsondoc.Object, pointer string) {
		same := after[pointer]
		if same == nil {
			return
		}
		b.places[same], b.hints[same] = b.places[o], b.hints[o]
		for _, m := range o.Members {
			list, isList := m.Value.(jsondoc.Array)
			now, _ := same.Lookup(m.Name)
			if len(m.Name) > 2 && m.Name[:2] == "x-" && now == nil || m.Name == "type" && isList && now == list[0] {
				same.Set(m.Name, m.Value)
			}
		}
	})
	if len(to.Members) > 0 && !to.Has("properties") && from.Has("properties") {
		to.Set("properties", &jsondoc.Object{})
	}
}

// docHook asks the struct for the documentation of a field.
func docHook(owner reflect.Type, field string) (text string) {
	self, ok := zeroPointer(owner).(documentsFields)
	if !ok {
		return ""
	}
	_ = guarded(func() error { // no text is no fault
		text = self.GetFieldDocString(field)
		return nil
	})
	return text
}

// withEnum adds the values that the type's Enum method lists. It may return a
// slice of the type itself, or of anything that marshals to its JSON form.
func (b *builder) withEnum(t reflect.Type, at place, doc *jsondoc.Object) (*jsondoc.Object, error) {
	if b.dir == Output && !b.opts.outputRules {
		return doc, nil
	}
	method := reflect.New(t).MethodByName("Enum")
	if !method.IsValid() || method.Type().NumIn() != 0 || method.Type().NumOut() != 1 || method.Type().Out(0).Kind() != reflect.Slice {
		return doc, nil
	}
	var values jsondoc.Array
	err := guarded(func() error {
		text, err := json.Marshal(method.Call(nil)[0].Interface())
		if err != nil {
			return err
		}
		v, err := jsondoc.Parse(text)
		values, _ = v.(jsondoc.Array)
		return err
	})
	if err != nil {
		return nil, at.errorf("the Enum method of %v: %w", t, err)
	}
	if len(values) == 0 {
		return nil, at.errorf("the Enum method of %v lists no values", t)
	}
	listed := &jsondoc.Object{}
	for _, v := range values {
		if err := fits(doc, v); err != nil {
			return nil, at.errorf("the Enum method of %v lists %s: %w", t, jsondoc.Append(nil, v), err)
		}
		appendTo(listed, "enum", v)
	}
	unique, _ := listed.Lookup("enum")
	if err := tighten(doc, "enum", unique); err != nil {
		return nil, at.errorf("%w", err)
	}
	return doc, pruneEnum(doc)
}
