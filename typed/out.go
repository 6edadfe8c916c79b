package typed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// Text is a result that is text as it is, not JSON: the model reads it without
// quotes and escapes. It has no output schema.
type Text string

// Result is a typed result with content parts and host-only metadata beside
// it. The output, its schema and the structured value are those of Value.
type Result[Out any] struct {
	Value    Out
	Parts    []toolnexus.ContentPart
	Metadata map[string]any
}

// parts gives the value, by pointer, and what is beside it.
func (r *Result[Out]) parts() (value any, parts []toolnexus.ContentPart, metadata map[string]any) {
	return &r.Value, r.Parts, r.Metadata
}

// take sets what is beside the value.
func (r *Result[Out]) take(parts []toolnexus.ContentPart, metadata map[string]any) {
	r.Parts, r.Metadata = parts, metadata
}

func (*Result[Out]) valueType() reflect.Type { return reflect.TypeFor[Out]() }

// resultParts is a Result of any type.
type resultParts interface {
	parts() (value any, parts []toolnexus.ContentPart, metadata map[string]any)
	take(parts []toolnexus.ContentPart, metadata map[string]any)
	valueType() reflect.Type
}

// outShape says how a result is made from an Out.
type outShape uint8

const (
	outJSON outShape = iota
	outText
	outResult  // a toolnexus.ToolResult
	outWrapped // a Result
)

// describeOut works out the shape and the schema of the result.
func (c *core) describeOut(out reflect.Type) error {
	value := out
	if wrapped, ok := reflect.TypeAssert[resultParts](reflect.New(out)); ok {
		c.shape, value = outWrapped, wrapped.valueType()
	}
	switch {
	case value.Kind() == reflect.Pointer && isShape(value.Elem()):
		return c.errorf("the result type %v is a pointer; use %v", value, value.Elem())
	case c.shape == outWrapped && value != reflect.TypeFor[Text]() && isShape(value):
		return c.errorf("the result type %v has one shape too many; use %v", out, value)
	case value == reflect.TypeFor[toolnexus.ToolResult]():
		c.shape = outResult
		return nil
	case value == reflect.TypeFor[Text]():
		if c.shape != outWrapped {
			c.shape = outText
		}
		return nil
	case value.Kind() == reflect.Interface && value.NumMethod() > 0:
		return c.errorf("the result type %v says nothing about its JSON form; use a struct, any, or typed.Text", value)
	}
	var err error
	if c.out, err = schema.ForType(value, schema.Output, c.opts.forOutput()...); err != nil {
		return c.errorf("the result: %w", err)
	}
	return nil
}

// isShape reports whether a type is one of those that say how a result is made.
func isShape(t reflect.Type) bool {
	if t == reflect.TypeFor[toolnexus.ToolResult]() || t == reflect.TypeFor[Text]() {
		return true
	}
	_, ok := reflect.TypeAssert[resultParts](reflect.New(t))
	return ok
}

// result makes the result of a call from out, a pointer to an Out.
func (c *core) result(ctx context.Context, out any, repairs []schema.Repair) toolnexus.ToolResult {
	switch c.shape {
	case outText:
		return noted(textResult(out), repairs)
	case outResult: // passes through, without a note of repairs either
		r := *out.(*toolnexus.ToolResult) //nolint:errcheck,forcetypeassert // describeOut saw to it
		r.Output = validText(r.Output)
		return r
	case outWrapped:
		value, parts, metadata := out.(resultParts).parts() //nolint:errcheck,forcetypeassert // describeOut saw to it
		r := c.encode(ctx, value)
		if len(parts) > 0 {
			r = r.WithParts(parts...)
		}
		for key, v := range metadata {
			r = r.WithMetadata(key, v)
		}
		return noted(r, repairs)
	default:
		return noted(c.encode(ctx, out), repairs)
	}
}

func textResult(out any) toolnexus.ToolResult {
	return toolnexus.OK(validText(string(*out.(*Text)))) //nolint:errcheck,forcetypeassert // describeOut saw to it
}

// validText replaces bytes that are not UTF-8.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// encode writes a value as JSON text.
func (c *core) encode(ctx context.Context, value any) toolnexus.ToolResult {
	if _, ok := value.(*Text); ok {
		return textResult(value)
	}
	var r toolnexus.ToolResult
	keep := func(text []byte) {
		r.Output = string(text)
		if text[0] == '{' {
			r.Structured = json.RawMessage(r.Output)
		}
	}
	if err := c.out.Encode(ctx, value, keep); err != nil {
		return unwritable(c.name, err)
	}
	return r
}

// unwritable is the result of a handler whose value has no JSON form, or
// breaks its schema. The handler has run by then, and the text says so.
func unwritable(tool string, err error) toolnexus.ToolResult {
	if invalid, ok := errors.AsType[*schema.InvalidError](err); ok {
		return toolnexus.ToolResult{
			Output: fmt.Sprintf("tool %q ran, but its result breaks its own schema:\n%s", tool, invalid),
			Error:  &ResultError{Tool: tool, Err: err},
		}
	}
	return toolnexus.ToolResult{
		Output: fmt.Sprintf("tool %q ran, but its result cannot be written as JSON: %v", tool, err),
		Error:  &ResultError{Tool: tool, Err: err},
	}
}
