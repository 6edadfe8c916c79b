package jsonfield_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

func TestLaws(t *testing.T) {
	for _, typ := range nasty {
		t.Run(typ.String(), func(t *testing.T) { checkLaws(t, typ) })
	}
}

func TestLawsForGeneratedTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkLaws(t, drawStruct(t, 3)) })
}

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// checkLaws holds what the package says of a struct against what encoding/json
// does with it.
func checkLaws(t tester, typ reflect.Type) {
	t.Helper()
	s := jsonfield.Of(typ)
	if again := jsonfield.Of(typ); again != s {
		t.Errorf("%v: computed twice", typ)
	}
	full := reflect.New(typ)
	fill(full.Elem(), 0)
	wrote := marshal(t, full)
	for _, v := range []reflect.Value{full, reflect.New(typ)} {
		if diff := cmp.Diff(written(v.Elem(), s), keys(t, marshal(t, v))); diff != "" {
			t.Errorf("%v: fields (-) against keys written (+):\n%s", typ, diff)
		}
	}
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal(wrote, &values); err != nil {
		t.Fatalf("%v: %v", typ, err)
	}
	for _, f := range s.Fields {
		checkField(t, full.Elem(), f)
		if values[f.Name] == nil {
			continue // an empty array is never written with omitempty
		}
		checkQuoted(t, f, values[f.Name])
		checkReading(t, full.Elem(), s, f, values[f.Name])
	}
}

// checkField holds the description of a field against the type it is in.
func checkField(t tester, full reflect.Value, f jsonfield.Field) {
	t.Helper()
	sf := full.Type().FieldByIndex(f.Index)
	if sf.Name != f.GoName || sf.Type != f.Type || sf.Tag != f.Tag {
		t.Errorf("%v: index %v leads to %s %v `%s`, not to %s %v `%s`", full.Type(), f.Index, sf.Name, sf.Type, sf.Tag, f.GoName, f.Type, f.Tag)
	}
	if own := f.Owner.Field(f.Index[len(f.Index)-1]); own.Name != f.GoName {
		t.Errorf("%v: %v does not declare %s", full.Type(), f.Owner, f.GoName)
	}
}

// checkQuoted looks for the quotes that only the option ",string" can explain.
func checkQuoted(t tester, f jsonfield.Field, value json.RawMessage) {
	t.Helper()
	kind := f.Type.Kind()
	if kind == reflect.Pointer {
		kind = f.Type.Elem().Kind()
	}
	quote := `"`
	switch kind {
	case reflect.String:
		if f.Type != reflect.TypeFor[json.Number]() {
			quote = `"\"`
		}
	case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
		if f.Quoted {
			t.Errorf("%v.%s: quoted, but a %v", f.Owner, f.GoName, kind)
		}
		return
	}
	if got := strings.HasPrefix(string(value), quote); got != f.Quoted {
		t.Errorf("%v.%s: quoted %t, but written as %s", f.Owner, f.GoName, f.Quoted, value)
	}
}

// checkReading reads an object with one property and looks where it went.
func checkReading(t tester, full reflect.Value, s *jsonfield.Struct, f jsonfield.Field, value json.RawMessage) {
	t.Helper()
	if f.Type.Kind() == reflect.Interface && f.Type.NumMethod() > 0 {
		return // encoding/json does not know which type to make
	}
	name, err := json.Marshal(f.Name)
	if err != nil {
		t.Fatalf("%v", err)
	}
	got := reflect.New(full.Type())
	err = unmarshal(fmt.Appendf(nil, "{%s:%s}", name, value), got.Interface())
	if behindUnexportedPointer(full.Type(), f.Index) {
		if err == nil || !has(s, jsonfield.Undecodable) {
			t.Errorf("%v: property %s: error %v, problems %v", full.Type(), name, err, s.Problems)
		}
		return
	}
	want := reflect.New(full.Type()).Elem()
	if f.Quoted {
		reach(want, f.Index).Set(reach(full, f.Index))
	} else if unmarshal(value, reach(want, f.Index).Addr().Interface()) != nil {
		return // the type of the field cannot be read, wherever it is
	}
	if err != nil {
		t.Errorf("%v: property %s: %v", full.Type(), name, err)
		return
	}
	if !reflect.DeepEqual(want.Interface(), got.Elem().Interface()) {
		t.Errorf("%v: property %s: got %+v, want %+v", full.Type(), name, got.Elem(), want)
	}
}

// unmarshal turns the panic with which encoding/json answers a named embedded
// pointer to an unexported struct into an error.
func unmarshal(data []byte, v any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return json.Unmarshal(data, v)
}

func behindUnexportedPointer(t reflect.Type, index []int) bool {
	for _, i := range index {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		sf := t.Field(i)
		if !sf.IsExported() && sf.Type.Kind() == reflect.Pointer {
			return true
		}
		t = sf.Type
	}
	return false
}

// written lists the fields that v has on the wire.
func written(v reflect.Value, s *jsonfield.Struct) []string {
	return names(slices.DeleteFunc(slices.Clone(s.Fields), func(f jsonfield.Field) bool {
		if f.ViaPointer != viaPointer(v.Type(), f.Index) {
			return true // shows as a difference
		}
		fv, err := v.FieldByIndexErr(f.Index)
		if err != nil {
			return true // behind a nil pointer
		}
		fv = unlock(fv)
		return f.OmitEmpty && empty(fv) || f.OmitZero && isZero(fv)
	}))
}

func viaPointer(t reflect.Type, index []int) bool {
	for i := 1; i < len(index); i++ {
		if t.FieldByIndex(index[:i]).Type.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		return false
	case reflect.Array:
		return v.Len() == 0
	default:
		return v.IsZero()
	}
}

func isZero(v reflect.Value) bool {
	if v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		return v.IsNil()
	}
	if z, ok := reflect.TypeAssert[interface{ IsZero() bool }](v.Addr()); ok {
		return z.IsZero()
	}
	return v.IsZero()
}

func names(fields []jsonfield.Field) []string {
	list := []string{}
	for _, f := range fields {
		list = append(list, f.Name)
	}
	return list
}

func has(s *jsonfield.Struct, k jsonfield.Kind) bool {
	return slices.ContainsFunc(s.Problems, func(p jsonfield.Problem) bool { return p.Kind == k })
}

func marshal(t tester, v reflect.Value) []byte {
	t.Helper()
	b, err := json.Marshal(v.Interface())
	if err != nil {
		t.Fatalf("%v: %v", v.Type(), err)
	}
	return b
}

// keys lists the keys of a JSON object in their order.
func keys(t tester, object []byte) []string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		t.Fatalf("%v", err)
	}
	list := []string{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			t.Fatalf("%v", err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatalf("%v", err)
		}
		list = append(list, key.(string))
	}
	return list
}

// reach is FieldByIndex that sets embedded pointers on its way, whether they
// are exported or not.
func reach(v reflect.Value, index []int) reflect.Value {
	for _, i := range index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = unlock(v.Field(i))
	}
	return v
}

// unlock lets a test set an unexported field.
func unlock(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// fill sets everything in v to something other than the zero value, that JSON
// keeps as it is. A type that contains itself is filled a few levels deep.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		if v.Type() == reflect.TypeFor[json.Number]() {
			v.SetString("12")
			return
		}
		v.SetString("text")
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Pointer:
		if depth < 8 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth+1)
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf(loud("any")).Convert(dynamic(v.Type())))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, depth+1)
		fill(value, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() || v.Type().Field(i).Anonymous {
				fill(unlock(v.Field(i)), depth)
			}
		}
	default:
		if v.CanInt() {
			v.SetInt(7)
		} else {
			v.SetUint(7)
		}
	}
}

// dynamic picks a type for the value of an interface.
func dynamic(t reflect.Type) reflect.Type {
	if t.NumMethod() > 0 {
		return reflect.TypeFor[loud]()
	}
	return reflect.TypeFor[string]()
}

// drawStruct makes a struct type with few names, so that they meet often.
func drawStruct(t *rapid.T, depth int) reflect.Type {
	var fields []reflect.StructField
	for range rapid.IntRange(0, 6).Draw(t, "fields") {
		f := drawField(t, depth)
		if !slices.ContainsFunc(fields, func(g reflect.StructField) bool { return g.Name == f.Name }) {
			fields = append(fields, f)
		}
	}
	return embeddingStructOf(fields)
}

// embeddingStructOf embeds what package reflect is able to embed.
func embeddingStructOf(fields []reflect.StructField) (t reflect.Type) {
	defer func() {
		if recover() == nil {
			return
		}
		for i := range fields {
			fields[i].Anonymous = false
		}
		t = reflect.StructOf(fields)
	}()
	return reflect.StructOf(fields)
}

var (
	goNames   = []string{"A", "B", "C", "Ab", "Äb", "hidden"}
	jsonNames = []string{"", "", "a", "b", "A", "B", "-", "ä", "owner's", `a\"b`, "<b>&", "x y", "Ab"}
	options   = []string{"omitempty", "omitzero", "string", "inline", " omitempty", "omitEmpty", ""}
	others    = []string{`validate:"required"`, `json:"late"`, `,`, `x`, `validate:"\d"`, `db:"-"`}
	leaves    = []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[*int](), reflect.TypeFor[bool](),
		reflect.TypeFor[float32](), reflect.TypeFor[uint8](), reflect.TypeFor[**int](), reflect.TypeFor[*string](),
		reflect.TypeFor[[]int](), reflect.TypeFor[map[string]int](), reflect.TypeFor[any](), reflect.TypeFor[[0]int](),
		reflect.TypeFor[Never](), reflect.TypeFor[Instant](), reflect.TypeFor[PointerToInt](), reflect.TypeFor[json.Number](),
	}
	embeddable = []reflect.Type{
		reflect.TypeFor[Base](), reflect.TypeFor[*Base](), reflect.TypeFor[Zone](), reflect.TypeFor[*Zone](),
		reflect.TypeFor[Left](), reflect.TypeFor[Outer1](), reflect.TypeFor[*Outer1](), reflect.TypeFor[Outer3](),
		reflect.TypeFor[middle](), reflect.TypeFor[*Chain](), reflect.TypeFor[Chain](), reflect.TypeFor[Loop](),
		reflect.TypeFor[*Deep1](), reflect.TypeFor[Deep2](), reflect.TypeFor[Number](), reflect.TypeFor[*Word](),
		reflect.TypeFor[Page[int]](), reflect.TypeFor[UnexportedPointer](), reflect.TypeFor[Any](),
	}
)

func drawField(t *rapid.T, depth int) reflect.StructField {
	f := reflect.StructField{Name: rapid.SampledFrom(goNames).Draw(t, "name"), Tag: drawTag(t)}
	if f.Name == "hidden" {
		f.PkgPath = "example.com/test"
	}
	switch kind := rapid.IntRange(0, 9).Draw(t, "kind"); {
	case kind < 5 || f.PkgPath != "":
		f.Type = rapid.SampledFrom(leaves).Draw(t, "leaf")
	case kind < 7:
		f.Type = rapid.SampledFrom(embeddable).Draw(t, "embedded")
		f.Anonymous = rapid.IntRange(0, 4).Draw(t, "anonymous") > 0
	case depth > 0:
		f.Type = drawStruct(t, depth-1)
		if rapid.Bool().Draw(t, "pointer") {
			f.Type = reflect.PointerTo(f.Type)
		}
		f.Anonymous = rapid.Bool().Draw(t, "anonymous")
	default:
		f.Type = reflect.TypeFor[int]()
	}
	return f
}

func drawTag(t *rapid.T) reflect.StructTag {
	var parts []string
	if rapid.IntRange(0, 3).Draw(t, "other") == 0 {
		parts = append(parts, rapid.SampledFrom(others).Draw(t, "other tag"))
	}
	if rapid.Bool().Draw(t, "json") {
		value := rapid.SampledFrom(jsonNames).Draw(t, "json name")
		for _, o := range rapid.SliceOfN(rapid.SampledFrom(options), 0, 3).Draw(t, "options") {
			value += "," + o
		}
		parts = append(parts, `json:"`+value+`"`)
	}
	return reflect.StructTag(strings.Join(parts, " "))
}
