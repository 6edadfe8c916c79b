package typed

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// Call runs any tool in a typed way: in becomes the arguments, and the result is
// checked against what the output schema of Out says, and decoded. Out may be
// [Text], which takes the output as it is, [Result], or [toolnexus.ToolResult].
//
// An error result and a suspension come back as a [*CallError], through which
// [errors.As] finds the [*toolnexus.SuspendedError], the [*ArgumentError] or
// whatever else the tool gave. A result that is no Out is a [*CallError] too.
// Names that Out does not have are left out, and a pointer that is absent is nil.
func Call[In, Out any](ctx context.Context, tool toolnexus.Tool, in In) (Out, error) {
	var out, zero Out
	if err := call(ctx, tool, &in, &out); err != nil {
		return zero, err
	}
	return out, nil
}

// Func makes a plain function of a tool; see [Call].
func Func[In, Out any](tool toolnexus.Tool) func(context.Context, In) (Out, error) {
	return func(ctx context.Context, in In) (Out, error) { return Call[In, Out](ctx, tool, in) }
}

// CallError is the error of [Call].
type CallError struct {
	// Tool is the name of the tool.
	Tool string
	// Result is what the tool returned.
	Result toolnexus.ToolResult
	// Err is the result's Error, or what is wrong with the result.
	Err error
}

// Error implements error.
func (e *CallError) Error() string { return fmt.Sprintf("tool %q: %v", e.Tool, e.Err) }

// Unwrap returns the result's Error, or what is wrong with the result.
func (e *CallError) Unwrap() error { return e.Err }

// call is Call without types; in and out are pointers.
func call(ctx context.Context, tool toolnexus.Tool, in, out any) error {
	args, err := encodeArgs(ctx, in)
	if err != nil {
		return &CallError{Tool: tool.Name, Err: err}
	}
	result := tool.Call(ctx, args)
	if result.Error != nil {
		return &CallError{Tool: tool.Name, Result: result, Err: result.Error}
	}
	if err := decodeResult(ctx, result, out); err != nil {
		return &CallError{Tool: tool.Name, Result: result, Err: err}
	}
	return nil
}

// encodeArgs writes an In as its input schema reads it.
func encodeArgs(ctx context.Context, in any) (json.RawMessage, error) {
	s, err := schema.ForType(reflect.TypeOf(in).Elem(), schema.Output)
	if err != nil {
		return nil, fmt.Errorf("the arguments: %w", err)
	}
	var args json.RawMessage
	err = s.Encode(ctx, in, func(text []byte) { args = append(args, text...) })
	if err != nil {
		return nil, fmt.Errorf("the arguments: %w", err)
	}
	return args, nil
}

// decodeResult reads a result into out.
func decodeResult(ctx context.Context, result toolnexus.ToolResult, out any) error {
	switch out := out.(type) {
	case *toolnexus.ToolResult:
		*out = result
		return nil
	case *Text:
		*out = Text(result.Output)
		return nil
	case resultParts:
		out.take(result.Parts, result.Metadata)
		value, _, _ := out.parts()
		return decodeResult(ctx, result, value)
	}
	s, err := schema.ForType(reflect.TypeOf(out).Elem(), schema.Output, schema.AllowUnknown())
	if err != nil {
		return fmt.Errorf("the result: %w", err)
	}
	text := []byte(result.Structured)
	if len(text) == 0 {
		text = []byte(strings.TrimSpace(result.Output))
	}
	if _, err := s.Decode(ctx, text, out); err != nil {
		return fmt.Errorf("the result is not what was expected: %w", err)
	}
	return nil
}
