package schema

import (
	"reflect"
	"time"
)

// inUTC returns a value with the times inside it in UTC, in a copy if there are
// any. One instant then equals itself however it was written: == compares the
// locations of times too, which differ from machine to machine.
func inUTC(v reflect.Value) reflect.Value {
	if !holdsTimes(v.Type()) {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(inUTC(v.Elem()))
		}
	case reflect.Slice:
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			c.Index(i).Set(inUTC(v.Index(i)))
		}
	case reflect.Map:
		c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for key, value := range v.Seq2() {
			c.SetMapIndex(key, inUTC(value))
		}
	case reflect.Struct:
		if t, ok := reflect.TypeAssert[time.Time](v); ok {
			c.Set(reflect.ValueOf(t.UTC()))
			break
		}
		for i := range v.NumField() {
			if c.Field(i).CanSet() {
				c.Field(i).Set(inUTC(v.Field(i)))
			}
		}
	}
	return c
}

// holdsTimes reports whether == on the parts of a list or map, or on a value
// itself, looks at times. Lists may lie inside themselves, so one level is peeled.
func holdsTimes(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map:
		t = t.Elem()
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return comparesTimes(t)
}

func comparesTimes(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return comparesTimes(t.Elem())
	case reflect.Struct:
		if t == timeType {
			return true
		}
		for field := range t.Fields() {
			if comparesTimes(field.Type) {
				return true
			}
		}
	}
	return false
}
