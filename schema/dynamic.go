package schema

import (
	"reflect"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/jsontext"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// Values in interfaces have types that no schema tells. Their published form is
// found when they are written, from the description of the type they turn out
// to have.

// holdsInterfaces reports whether values of t may hold interfaces.
func holdsInterfaces(t reflect.Type) bool {
	var types []reflect.Type
	reachable(deref(t), Output, map[reflect.Type]bool{}, &types)
	for _, t := range types {
		if t.Kind() == reflect.Interface {
			return true
		}
	}
	return false
}

// publishDynamic returns text with the values that v holds in interfaces in
// their published form.
func publishDynamic(text []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Interface:
		return publishAs(text, v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			return text
		}
		return publishDynamic(text, v.Elem())
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
		if wireForm(v.Type(), Output, v.CanAddr()) == formGo && !isBytes(v.Type()) && holdsInterfaces(v.Type()) {
			return publishParts(text, v)
		}
	}
	return text
}

// publishAs publishes a value by the type it has. A type that cannot be
// described is left as encoding/json wrote it.
func publishAs(text []byte, v reflect.Value) []byte {
	if !v.IsValid() {
		return text
	}
	s, err := ForType(v.Type(), Output)
	if err != nil {
		return text
	}
	published, err := s.publish(text)
	if err != nil {
		return text
	}
	return publishDynamic(published, v)
}

func publishParts(text []byte, v reflect.Value) []byte {
	var out []byte
	for i, element := range plan.Elements(text) {
		if i < v.Len() {
			element = publishDynamic(element, v.Index(i))
		}
		out = append(append(out, ','), element...)
	}
	if out != nil {
		out[0] = '['
		return append(out, ']')
	}
	part := partsOf(v)
	for name, member := range plan.Members(text) {
		if part := part(name); part.IsValid() {
			member = publishDynamic(member, part)
		}
		out = append(out, ',')
		out = append(append(jsontext.AppendString(out, name), ':'), member...)
	}
	if out == nil {
		return text
	}
	out[0] = '{'
	return append(out, '}')
}

// partsOf returns a lookup of fields or map elements by JSON name.
func partsOf(v reflect.Value) func(name string) reflect.Value {
	if v.Kind() == reflect.Map {
		return elementsOf(v)
	}
	return func(name string) reflect.Value {
		for _, f := range jsonfield.Of(v.Type()).Fields {
			if f.Name == name {
				_, value, _ := fieldValue(v, f)
				return value
			}
		}
		return reflect.Value{}
	}
}
