package schema

import (
	"fmt"
	"reflect"
	"strings"
)

// TypeError says why a Go type cannot be described: a kind that JSON cannot
// carry, a tag that cannot be read, a rule that does not fit its field. It is
// for the author of the type and therefore speaks of Go names.
type TypeError struct {
	// Type is the type that declares the field, or the type itself.
	Type reflect.Type
	// Field is the Go name of the field, "" if the type as a whole is meant.
	Field string
	// Tag is the part of the struct tag that is to blame, as in
	// `validate:"min=x"`, or "".
	Tag string
	// Err is the reason.
	Err error
}

// Error implements error.
func (e *TypeError) Error() string {
	var b strings.Builder
	b.WriteString(typeName(e.Type))
	if e.Field != "" {
		b.WriteString("." + e.Field)
	}
	if e.Tag != "" {
		fmt.Fprintf(&b, ": tag %s", e.Tag)
	}
	fmt.Fprintf(&b, ": %v", e.Err)
	return b.String()
}

// Unwrap returns the reason.
func (e *TypeError) Unwrap() error { return e.Err }

func typeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	return t.String()
}

// place is where in the Go source a part of the description comes from.
type place struct {
	owner reflect.Type
	field string
}

func (p place) errorf(format string, args ...any) error {
	return &TypeError{Type: p.owner, Field: p.field, Err: fmt.Errorf(format, args...)}
}

// tagged is an error about one part of the field's tag.
func (p place) tagged(key, value string, err error) error {
	return &TypeError{Type: p.owner, Field: p.field, Tag: fmt.Sprintf("%s:%q", key, value), Err: err}
}
