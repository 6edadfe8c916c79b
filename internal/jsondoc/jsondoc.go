// Package jsondoc holds small JSON documents, such as JSON Schemas, with the
// order of their members and the exact text of their numbers.
//
// A document is a [Value]: an [*Object], an [Array] or a [Raw] scalar. Values
// are plain data; a document is safe for concurrent reading once nobody
// changes it any more.
package jsondoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// maxDepth bounds the nesting of a document that Parse reads.
const maxDepth = 1000

// Value is one JSON value: *Object, Array or Raw.
type Value any

// Array is a JSON array.
type Array []Value

// Raw is a scalar (string, number, true, false, null) as JSON text.
type Raw string

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// Object is a JSON object that keeps the order of its members. The zero value
// is an empty object, and nil can be read as one.
type Object struct {
	Members []Member
}

// NewObject returns an object with the given members.
func NewObject(members ...Member) *Object { return &Object{Members: members} }

// Lookup returns the value of the named member.
func (o *Object) Lookup(name string) (Value, bool) {
	if i := o.index(name); i >= 0 {
		return o.Members[i].Value, true
	}
	return nil, false
}

// Names are the names of the members.
func (o *Object) Names() []string {
	if o == nil {
		return nil
	}
	names := make([]string, len(o.Members))
	for i, m := range o.Members {
		names[i] = m.Name
	}
	return names
}

// Has reports whether the object has the named member.
func (o *Object) Has(name string) bool { return o.index(name) >= 0 }

// Object returns the named member if it is an object, else nil.
func (o *Object) Object(name string) *Object {
	v, _ := o.Lookup(name)
	child, _ := v.(*Object)
	return child
}

// Set gives the named member a value, in place if it is there already.
func (o *Object) Set(name string, v Value) {
	if i := o.index(name); i >= 0 {
		o.Members[i].Value = v
		return
	}
	o.Members = append(o.Members, Member{name, v})
}

// Delete removes the named member.
func (o *Object) Delete(name string) {
	if i := o.index(name); i >= 0 {
		o.Members = slices.Delete(o.Members, i, i+1)
	}
}

func (o *Object) index(name string) int {
	if o == nil {
		return -1
	}
	return slices.IndexFunc(o.Members, func(m Member) bool { return m.Name == name })
}

// String returns the text of v if it is a JSON string.
func String(v Value) (string, bool) {
	raw, ok := v.(Raw)
	if !ok || !strings.HasPrefix(string(raw), `"`) {
		return "", false
	}
	var s string
	if err := json.Unmarshal([]byte(raw), &s); err != nil {
		return "", false
	}
	return s, true
}

// FromString returns s as a JSON string, without HTML escaping.
func FromString(s string) Raw { return Raw(jsontext.AppendString(nil, s)) }

// FromBool returns b as JSON.
func FromBool(b bool) Raw { return Raw(strconv.FormatBool(b)) }

// FromInt returns n as JSON.
func FromInt(n int) Raw { return Raw(strconv.Itoa(n)) }

// Parse reads exactly one JSON document. Duplicate names, text after the
// document and nesting beyond 1,000 levels are errors.
func Parse(data []byte) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := parseValue(dec, 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the JSON document at byte %d", dec.InputOffset())
	}
	return v, nil
}

func parseValue(dec *json.Decoder, depth int) (Value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested more than %d levels deep", maxDepth)
	}
	tok, err := dec.Token()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	switch t := tok.(type) {
	case json.Delim:
		if t == '{' {
			return parseObject(dec, depth)
		}
		return parseArray(dec, depth)
	case string:
		return FromString(t), nil
	case json.Number:
		return Raw(t), nil
	case bool:
		return FromBool(t), nil
	default:
		return Raw("null"), nil
	}
}

func parseObject(dec *json.Decoder, depth int) (Value, error) {
	o := &Object{}
	seen := map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := tok.(string)
		if seen[name] {
			return nil, fmt.Errorf("the name %q is given twice in one object", name)
		}
		seen[name] = true
		v, err := parseValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		o.Members = append(o.Members, Member{name, v})
	}
	_, err := dec.Token()
	return o, err
}

func parseArray(dec *json.Decoder, depth int) (Value, error) {
	a := Array{}
	for dec.More() {
		v, err := parseValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		a = append(a, v)
	}
	_, err := dec.Token()
	return a, err
}

// Append appends v as compact JSON to dst.
func Append(dst []byte, v Value) []byte {
	switch v := v.(type) {
	case *Object:
		dst = append(dst, '{')
		for i, m := range v.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, FromString(m.Name)...)
			dst = append(dst, ':')
			dst = Append(dst, m.Value)
		}
		return append(dst, '}')
	case Array:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, e)
		}
		return append(dst, ']')
	case Raw:
		return append(dst, v...)
	default:
		return append(dst, "null"...)
	}
}

// Clone returns a deep copy of v.
func Clone(v Value) Value {
	switch v := v.(type) {
	case *Object:
		c := &Object{Members: make([]Member, len(v.Members))}
		for i, m := range v.Members {
			c.Members[i] = Member{m.Name, Clone(m.Value)}
		}
		return c
	case Array:
		c := make(Array, len(v))
		for i, e := range v {
			c[i] = Clone(e)
		}
		return c
	default:
		return v
	}
}
