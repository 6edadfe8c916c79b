package agree

import (
	"encoding"
	"encoding/json"
	"math/big"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

// settled are the types that read a form of their own which their schema
// describes in full: decoding has nothing left to refuse.
var settled = map[reflect.Type]bool{
	reflect.TypeFor[time.Time]():       true,
	reflect.TypeFor[url.URL]():         true,
	reflect.TypeFor[big.Int]():         true,
	reflect.TypeFor[json.RawMessage](): true,
}

// DecodesItself reports whether the value of t at a path, or the name at its
// end, reads its own form: by a method for that, or inside a string.
func DecodesItself(t reflect.Type, path string) bool {
	found := false
	follow(t, path, func(t reflect.Type, f *jsonfield.Field, isKey, last bool) {
		own := !settled[t] && hasUnmarshaler(t)
		found = found || own && (!isKey || last) || f != nil && f.Quoted
	})
	return found
}

func hasUnmarshaler(t reflect.Type) bool {
	v := reflect.New(t).Interface()
	_, text := v.(encoding.TextUnmarshaler)
	_, custom := v.(json.Unmarshaler)
	return text || custom
}

// HasRule reports whether a validate tag on the way to a path names the rule.
func HasRule(t reflect.Type, path, rule string) bool {
	found := false
	follow(t, path, func(_ reflect.Type, f *jsonfield.Field, _, _ bool) {
		if f == nil {
			return
		}
		for _, part := range strings.FieldsFunc(f.Tag.Get("validate"), func(c rune) bool { return c == ',' || c == '|' }) {
			name, _, _ := strings.Cut(part, "=")
			found = found || name == rule
		}
		found = found || strings.Contains(f.Tag.Get("validate"), rule) // a|b is named as a whole
	})
	return found
}

// follow visits the types on the way from t along a JSON Pointer, with the
// struct field they are the type of, and the types of map keys.
func follow(t reflect.Type, path string, visit func(t reflect.Type, f *jsonfield.Field, isKey, last bool)) {
	var segments []string
	if path != "" {
		segments = strings.Split(path[1:], "/")
	}
	t = pointee(t)
	visit(t, nil, false, len(segments) == 0)
	for i, s := range segments {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
		last := i == len(segments)-1
		switch t.Kind() {
		case reflect.Struct:
			f := fieldNamed(t, s)
			if f == nil {
				return
			}
			t = pointee(f.Type)
			visit(t, f, false, last)
		case reflect.Map:
			visit(t.Key(), nil, true, last)
			t = pointee(t.Elem())
			visit(t, nil, false, last)
		case reflect.Slice, reflect.Array:
			t = pointee(t.Elem())
			visit(t, nil, false, last)
		default:
			return
		}
	}
}

func fieldNamed(t reflect.Type, name string) *jsonfield.Field {
	fields := jsonfield.Of(t).Fields
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}

func pointee(t reflect.Type) reflect.Type {
	for range 16 {
		if t.Kind() != reflect.Pointer {
			break
		}
		t = t.Elem()
	}
	return t
}
