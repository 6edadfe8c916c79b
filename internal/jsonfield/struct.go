package jsonfield

import (
	"reflect"

	"github.com/toolnexus/go-sdk/internal/syncmap"
)

// Field is one JSON property of a struct, as encoding/json reads and writes it.
type Field struct {
	// Name is the JSON name, before any escaping.
	Name string
	// Type is the Go type of the field, a pointer when the field is one.
	Type reflect.Type
	// Index leads from the outer struct to the field, as for
	// [reflect.Value.FieldByIndex]. It must not be changed.
	Index []int
	// Tag is the whole struct tag.
	Tag reflect.StructTag
	// GoName is the name of the field in Go.
	GoName string
	// Owner is the struct type that declares the field. For a promoted field
	// this is the embedded type.
	Owner reflect.Type

	// OmitEmpty and OmitZero report the json options of those names.
	OmitEmpty, OmitZero bool
	// Quoted reports that encoding/json puts the value in a string, because
	// of the option ",string" on a type it applies to.
	Quoted bool
	// ViaPointer reports that the field is reached through an embedded
	// pointer. The property is not written while that pointer is nil, and
	// reading the property sets the pointer.
	ViaPointer bool
}

// Struct is what encoding/json makes of a struct type. It is shared between
// callers, must not be changed, and is safe for concurrent use.
type Struct struct {
	// Fields are the properties in the order in which encoding/json writes
	// them: by declaration, with promoted fields in the place of the
	// embedded struct. No two have the same name.
	Fields []Field
	// Problems are the places where the struct most likely does not mean
	// what it says: first those of single fields as they are declared, then
	// those of names and of decoding.
	Problems []Problem
}

// plans holds one *Struct for each struct type that was asked for.
var plans syncmap.Map[reflect.Type, *Struct]

// Of returns the JSON properties of the struct type t. The answer is computed
// once for each type. A nil type, or one that is not a struct, has no
// properties. Of is safe for concurrent use.
func Of(t reflect.Type) *Struct {
	if t == nil || t.Kind() != reflect.Struct {
		return &Struct{}
	}
	if s, ok := plans.Load(t); ok {
		return s
	}
	s, _ := plans.LoadOrStore(t, newStruct(t))
	return s
}

func newStruct(t reflect.Type) *Struct {
	w := walk(t)
	fields := w.dominant()
	w.checkDecoding(t, fields)
	return &Struct{Fields: fields, Problems: w.problems}
}
