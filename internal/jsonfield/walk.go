package jsonfield

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
)

// embedded is a struct type whose fields are promoted to the outer struct.
type embedded struct {
	typ        reflect.Type
	index      []int
	viaPointer bool
	// repeated: the type is embedded more than once at this depth, so that
	// every one of its fields competes with a copy of itself.
	repeated bool
}

// candidate is a field that gets its name unless another one takes it.
type candidate struct {
	Field
	tagged   bool // the name comes from the json tag
	repeated bool
}

// walker visits a struct and the structs it embeds, level by level, each type
// once. That is also what ends the walk of a type that embeds itself.
type walker struct {
	found    []candidate
	problems []Problem
	visited  map[reflect.Type]bool
	next     []embedded
	queued   map[reflect.Type]int // position in next
}

func walk(t reflect.Type) *walker {
	w := &walker{visited: map[reflect.Type]bool{}, next: []embedded{{typ: t}}}
	for len(w.next) > 0 {
		level := w.next
		w.next, w.queued = nil, map[reflect.Type]int{}
		for _, e := range level {
			w.visit(e)
		}
	}
	return w
}

func (w *walker) visit(e embedded) {
	if w.visited[e.typ] {
		return
	}
	w.visited[e.typ] = true
	for sf := range e.typ.Fields() {
		w.checkTag(e.typ, sf)
		if !visible(sf) {
			w.checkInvisible(e.typ, sf)
			continue
		}
		if sf.Tag.Get("json") != "-" {
			w.add(e, sf)
		}
	}
}

// visible reports whether encoding/json looks at the field at all. An embedded
// struct of an unexported type counts: its own fields may be exported.
func visible(sf reflect.StructField) bool {
	if sf.IsExported() {
		return true
	}
	return sf.Anonymous && pointee(sf.Type).Kind() == reflect.Struct
}

// add records the field, or queues the struct that it embeds.
func (w *walker) add(e embedded, sf reflect.StructField) {
	tag := parseJSONTag(sf.Tag.Get("json"))
	index := slices.Concat(e.index, sf.Index)
	promotes := sf.Anonymous && tag.name == "" && pointee(sf.Type).Kind() == reflect.Struct
	w.checkJSONTag(e.typ, sf, tag, promotes)
	if promotes {
		w.embed(embedded{
			typ:        pointee(sf.Type),
			index:      index,
			viaPointer: e.viaPointer || sf.Type.Kind() == reflect.Pointer,
		})
		return
	}
	name := tag.name
	if name == "" {
		name = sf.Name
	}
	w.found = append(w.found, candidate{
		Field: Field{
			Name:       name,
			Type:       sf.Type,
			Index:      index,
			Tag:        sf.Tag,
			GoName:     sf.Name,
			Owner:      e.typ,
			OmitEmpty:  tag.omitEmpty,
			OmitZero:   tag.omitZero,
			Quoted:     tag.quoted && quotable(sf.Type) && !writesItself(sf.Type),
			ViaPointer: e.viaPointer,
		},
		tagged:   tag.name != "",
		repeated: e.repeated,
	})
}

func (w *walker) embed(e embedded) {
	if i, ok := w.queued[e.typ]; ok {
		w.next[i].repeated = true
		return
	}
	w.queued[e.typ] = len(w.next)
	w.next = append(w.next, e)
}

// pointee follows the one pointer that encoding/json follows: a named pointer
// type is left alone.
func pointee(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		return t.Elem()
	}
	return t
}

// quotable reports whether the option ",string" applies to fields of type t.
func quotable(t reflect.Type) bool {
	switch k := pointee(t).Kind(); k {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64:
		return true
	default:
		return k >= reflect.Int && k <= reflect.Uintptr
	}
}

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// writesItself reports whether t has its own JSON form. encoding/json never
// puts that form in quotes.
func writesItself(t reflect.Type) bool {
	p := reflect.PointerTo(pointee(t))
	return p.Implements(marshaler) || p.Implements(textMarshaler)
}
