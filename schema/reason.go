package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// EncodeError says why a Go value has no JSON form.
type EncodeError struct {
	// Path is where the value is that cannot be written, as a JSON Pointer,
	// where it is known.
	Path string
	// Reason is in plain words, without Go names.
	Reason string
	// Err is the error of encoding/json.
	Err error
}

// Error implements error.
func (e *EncodeError) Error() string { return e.Reason }

// Unwrap returns the error of encoding/json.
func (e *EncodeError) Unwrap() error { return e.Err }

// encodeError puts an error of encoding/json into words that a model may read.
func encodeError(v any, err error) error {
	e := &EncodeError{Reason: "it has no JSON form", Err: err}
	var value *json.UnsupportedValueError
	var marshaler *json.MarshalerError
	switch {
	case errors.As(err, &value) && strings.Contains(value.Str, "cycle"):
		e.Reason = "it contains itself"
	case errors.As(err, &value):
		if path, ok := notFinite(reflect.ValueOf(v), nil, 0); ok {
			e.Path, e.Reason = pointer(path), readable("the result", path)+" is "+value.Str+", which JSON does not have"
		} else {
			e.Reason = "it contains " + value.Str + ", which JSON does not have"
		}
	case errors.As(err, &marshaler):
		e.Reason = "a value in it does not write itself as valid JSON"
		if text := refusal(marshaler.Unwrap()); text != unreadable {
			e.Reason = "a value in it cannot be written: " + strings.TrimPrefix(text, "is refused: ")
		}
	}
	return e
}

// notFinite finds the first number that is NaN or infinite.
func notFinite(v reflect.Value, path []plan.Step, depth int) ([]plan.Step, bool) {
	if depth > 1000 || !v.IsValid() {
		return nil, false
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		f := v.Float()
		return path, math.IsNaN(f) || math.IsInf(f, 0)
	case reflect.Pointer, reflect.Interface:
		return notFinite(v.Elem(), path, depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if at, ok := notFinite(v.Index(i), step(path, plan.Step{Index: i, IsIndex: true}), depth+1); ok {
				return at, true
			}
		}
	case reflect.Map:
		for _, k := range slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int { return cmp.Compare(keyText(a), keyText(b)) }) {
			if at, ok := notFinite(v.MapIndex(k), step(path, plan.Step{Name: keyText(k)}), depth+1); ok {
				return at, true
			}
		}
	case reflect.Struct:
		for _, f := range jsonfield.Of(v.Type()).Fields {
			if _, value, ok := fieldValue(v, f); ok {
				if at, found := notFinite(value, step(path, plan.Step{Name: f.Name}), depth+1); found {
					return at, true
				}
			}
		}
	}
	return nil, false
}
