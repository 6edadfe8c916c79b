// Package decode reads JSON text that is known to be well-formed, and to fit
// its Go type, without encoding/json's second look at every byte.
//
// It does what encoding/json does for structs, pointers, lists, strings,
// numbers and booleans, and hands all else to it: maps, interfaces, types with
// methods of their own. A text that turns out not to fit is an error, and the
// caller lets encoding/json say what is wrong.
package decode

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// errMismatch says that the text does not fit the type, or is not well-formed.
var errMismatch = errors.New("the text does not fit the type")

// Decoder decodes into one type. It is immutable and safe for concurrent use.
type Decoder struct {
	typ  reflect.Type
	root *reader
}

// reader reads one type. It is a pointer so that recursive types can refer to
// themselves.
type reader struct {
	read func(c *cursor, v reflect.Value) error
}

// New makes a decoder for t.
func New(t reflect.Type) *Decoder {
	b := builder{}
	return &Decoder{typ: t, root: b.reader(t)}
}

// Decode reads text into v, a non-nil pointer to a zero value of the type.
// After an error the value may be half read.
func (d *Decoder) Decode(text []byte, v any) error {
	c := cursor{data: text}
	c.space()
	if err := d.root.read(&c, reflect.ValueOf(v).Elem()); err != nil {
		return err
	}
	c.space()
	if c.pos != len(text) {
		return errMismatch
	}
	return nil
}

// builder makes the readers of a type and all that it holds.
type builder map[reflect.Type]*reader

func (b builder) reader(t reflect.Type) *reader {
	if r := b[t]; r != nil {
		return r
	}
	r := &reader{}
	b[t] = r
	r.read = b.readFunc(t)
	return r
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	jsonNumber      = reflect.TypeFor[json.Number]()
)

func (b builder) readFunc(t reflect.Type) func(*cursor, reflect.Value) error {
	p := reflect.PointerTo(t)
	if t == jsonNumber || t.Kind() != reflect.Pointer && (p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler)) {
		return readStandard
	}
	switch t.Kind() {
	case reflect.Bool:
		return readBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return readInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return readUint
	case reflect.Float32, reflect.Float64:
		return readFloat
	case reflect.String:
		return readString
	case reflect.Pointer:
		return readPointer(b.reader(t.Elem()))
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return readStandard // base64
		}
		return readSlice(b.reader(t.Elem()))
	case reflect.Array:
		return readArray(b.reader(t.Elem()))
	case reflect.Struct:
		return b.readStruct(t)
	default:
		return readStandard
	}
}

// readStandard leaves the value to encoding/json.
func readStandard(c *cursor, v reflect.Value) error {
	start := c.pos
	if !c.skip() {
		return errMismatch
	}
	return json.Unmarshal(c.data[start:c.pos], v.Addr().Interface())
}

func readBool(c *cursor, v reflect.Value) error {
	switch {
	case c.word("true"):
		v.SetBool(true)
	case c.word("false"):
		v.SetBool(false)
	case !c.word("null"):
		return errMismatch
	}
	return nil
}

func readInt(c *cursor, v reflect.Value) error {
	text := c.number()
	if text == nil {
		return c.null()
	}
	n, err := strconv.ParseInt(view(text), 10, v.Type().Bits())
	if err != nil {
		return errMismatch
	}
	v.SetInt(n)
	return nil
}

func readUint(c *cursor, v reflect.Value) error {
	text := c.number()
	if text == nil {
		return c.null()
	}
	n, err := strconv.ParseUint(view(text), 10, v.Type().Bits())
	if err != nil {
		return errMismatch
	}
	v.SetUint(n)
	return nil
}

func readFloat(c *cursor, v reflect.Value) error {
	text := c.number()
	if text == nil {
		return c.null()
	}
	f, err := strconv.ParseFloat(view(text), v.Type().Bits())
	if err != nil {
		return errMismatch
	}
	v.SetFloat(f)
	return nil
}

// view is the bytes as a string for a call that does not keep it, without a
// copy for every number.
func view(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b)) //nolint:gosec // no callee keeps it, and nothing writes to b meanwhile
}

func readString(c *cursor, v reflect.Value) error {
	raw, escaped, ok := c.str()
	switch {
	case !ok:
		return c.null()
	case escaped:
		v.SetString(string(jsontext.AppendUnescaped(nil, raw)))
	default:
		v.SetString(string(raw))
	}
	return nil
}

func readPointer(elem *reader) func(*cursor, reflect.Value) error {
	return func(c *cursor, v reflect.Value) error {
		if c.word("null") {
			v.SetZero()
			return nil
		}
		p := reflect.New(v.Type().Elem())
		v.Set(p)
		return elem.read(c, p.Elem())
	}
}

func readSlice(elem *reader) func(*cursor, reflect.Value) error {
	return func(c *cursor, v reflect.Value) error {
		if c.word("null") {
			v.SetZero()
			return nil
		}
		const few = 4 // the room made for the first elements
		n := 0
		err := c.elements(func() error {
			if n == v.Cap() {
				v.Grow(max(few, n))
			}
			n++
			v.SetLen(n)
			return elem.read(c, v.Index(n-1))
		})
		if err == nil && n == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		return err
	}
}

func readArray(elem *reader) func(*cursor, reflect.Value) error {
	return func(c *cursor, v reflect.Value) error {
		if c.word("null") {
			return nil
		}
		n := 0
		return c.elements(func() error {
			if n == v.Len() {
				return errMismatch
			}
			n++
			return elem.read(c, v.Index(n-1))
		})
	}
}

// property is how one property reaches its field.
type property struct {
	name  string
	index []int
	value *reader
}

func (b builder) readStruct(t reflect.Type) func(*cursor, reflect.Value) error {
	fields := jsonfield.Of(t).Fields
	properties := make([]property, 0, len(fields))
	byName := make(map[string]int, len(fields))
	for i, f := range fields {
		if f.Quoted {
			return readStandard
		}
		properties = append(properties, property{f.Name, f.Index, b.reader(f.Type)})
		byName[f.Name] = i
	}
	return func(c *cursor, v reflect.Value) error {
		if c.word("null") {
			return nil
		}
		next := 0
		return c.members(func(name []byte) error {
			i := next
			if i >= len(properties) || properties[i].name != string(name) {
				var ok bool
				if i, ok = byName[string(name)]; !ok {
					if !c.skip() {
						return errMismatch
					}
					return nil
				}
			}
			next = i + 1
			p := &properties[i]
			return p.value.read(c, field(v, p.index))
		})
	}
}

// field goes to a field, making embedded pointers on the way.
func field(v reflect.Value, index []int) reflect.Value {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}
