package toolnexus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/toolnexus/go-sdk/internal/callinfo"
)

// Call runs the tool and always returns a result; it never panics. It is the
// way to run any tool.
//
// Empty, blank and null args reach Execute as an empty object; all others
// reach it untouched. The result is what Execute returned, completed where
// Error is set and Output is empty: Output is then the error's text, or the
// prompt of a suspension.
//
// These are error results that Call makes itself:
//
//   - The context is done: Execute does not run, and Error matches ctx.Err()
//     and [context.Cause].
//   - The tool is not usable, which [Tool.Validate] explains in Error. Call
//     looks only at what costs nothing to see: the name, a missing Execute, an
//     input schema that does not even begin an object.
//   - Execute panicked: Output says only that the tool failed internally, and
//     Error is a [*PanicError].
//
// To run a suspended call again with its answer, use [Resume].
//
// Call starts no goroutine and sets no deadline: it returns when Execute does.
func (t Tool) Call(ctx context.Context, args json.RawMessage) (result ToolResult) {
	if !t.callable() {
		return unusable(t)
	}
	// A flag instead of a nil check on recover's value: it also holds for
	// panic(nil) under GODEBUG=panicnil=1.
	returned := false
	defer func() {
		if !returned {
			result = panicked(t.Name, recover())
		}
	}()
	if err := ctx.Err(); err != nil {
		result = notRun(ctx, t.Name)
	} else {
		ctx, args = withoutBlank(enter(ctx), args)
		result = t.Execute(ctx, args)
	}
	if result.Error != nil {
		result = result.settled()
	}
	returned = true
	return result
}

// callable is the part of Validate that every call can afford.
func (t *Tool) callable() bool {
	return t.Execute != nil && validName(t.Name) &&
		(len(t.InputSchema) == 0 || opensObject(t.InputSchema))
}

func unusable(t Tool) ToolResult {
	return ToolResult{
		Output: fmt.Sprintf("tool %s is not set up correctly and cannot be run", quoteName(t.Name)),
		Error:  t.Validate(),
	}
}

func notRun(ctx context.Context, tool string) ToolResult {
	err := ctx.Err()
	why := "the call was cancelled"
	if errors.Is(err, context.DeadlineExceeded) {
		why = "its time was up"
	}
	if cause := context.Cause(ctx); !errors.Is(cause, err) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	return ToolResult{
		Output: fmt.Sprintf("tool %q was not run: %s", tool, why),
		Error:  fmt.Errorf("tool %q was not run: %w", tool, err),
	}
}

// withoutBlank gives a tool an empty object where a model sent nothing, and
// leaves a note of it in the context.
func withoutBlank(ctx context.Context, args json.RawMessage) (context.Context, json.RawMessage) {
	if len(args) > len("{}") && args[0] == '{' {
		return ctx, args
	}
	if isBlank(args) {
		return callinfo.WithNoArgs(ctx, true), emptyObject()
	}
	if callinfo.NoArgs(ctx) { // of an outer call
		ctx = callinfo.WithNoArgs(ctx, false)
	}
	return ctx, args
}

func isBlank(args json.RawMessage) bool {
	rest := trimJSONSpace(args)
	return len(rest) == 0 || string(rest) == "null"
}

// emptyObject makes fresh bytes each time: a shared slice could be changed by a
// tool.
func emptyObject() json.RawMessage { return json.RawMessage("{}") }

func opensObject(raw json.RawMessage) bool {
	if raw[0] == '{' {
		return true
	}
	rest := trimJSONSpace(raw)
	return len(rest) > 0 && rest[0] == '{'
}

func trimJSONSpace(raw []byte) []byte { return bytes.Trim(raw, " \t\r\n") }

// A PanicError is the Error of the result when a tool panicked. It is for the
// host: no part of it but the tool's name is shown to a model.
type PanicError struct {
	Tool  string // the tool that panicked
	Value any    // what it panicked with
	Stack []byte // the stack of the goroutine, as [debug.Stack] prints it
}

// Error gives the tool and the value, without the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("tool %q panicked: %v", e.Tool, e.Value)
}

// Unwrap returns the value of the panic if it is an error, so that [errors.Is]
// and [errors.As] see through the panic.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func panicked(tool string, value any) ToolResult {
	err := &PanicError{Tool: tool, Value: value, Stack: debug.Stack()}
	return ToolResult{Output: err.modelText(), Error: err}
}

// modelText is all that a model learns about a panic.
func (e *PanicError) modelText() string {
	return fmt.Sprintf("tool %q failed internally", e.Tool)
}
