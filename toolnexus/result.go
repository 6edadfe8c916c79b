package toolnexus

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"unicode/utf8"
)

// A ToolResult is what a call returns, success or failure. The zero value is a
// success that says nothing.
//
// The With methods return changed copies and leave the receiver as it is, also
// where results share a map or a slice.
//
// On the wire a result is
//
//	{"output": "…", "isError": false, "structured": …, "parts": […], "metadata": {…}}
//
// where the last three are left out when there is nothing in them.
type ToolResult struct {
	// Output is all the text that the model reads.
	Output string

	// Error is nil on success. On failure it is for the host: [errors.Is] and
	// [errors.As] reach the cause.
	Error error

	// Structured is the same result as JSON, for readers that want more than
	// text. Nil and JSON null mean that there is none.
	Structured json.RawMessage

	// Parts are images, sounds and files beside the text.
	Parts []ContentPart

	// Metadata is free-form data for the host. It is never sent to a model.
	// The key "pending" holds the [Request] of a suspension.
	Metadata map[string]any
}

// OK returns a successful result with this text.
func OK(text string) ToolResult {
	return ToolResult{Output: text}
}

// Errorf returns an error result. The text is for the model and is formatted as
// by [fmt.Errorf]; %w keeps a cause reachable in Error.
func Errorf(format string, args ...any) ToolResult {
	return FromError(fmt.Errorf(format, args...))
}

// FromError returns an error result with the error's text as its output. Two
// errors speak otherwise to the model: a suspension, however wrapped, becomes
// what [Pending] makes of it, and of a panic only the tool's name is told.
// FromError(nil) is OK("").
func FromError(err error) ToolResult {
	return ToolResult{Error: err}.settled()
}

// IsError reports whether the call failed or was suspended.
func (r ToolResult) IsError() bool { return r.Error != nil }

// WithMetadata returns a copy of the result with one more entry for the host.
// Values that JSON cannot carry are allowed, but such a result cannot be
// marshalled.
func (r ToolResult) WithMetadata(key string, value any) ToolResult {
	metadata := make(map[string]any, len(r.Metadata)+1)
	maps.Copy(metadata, r.Metadata)
	metadata[key] = value
	r.Metadata = metadata
	return r
}

// WithParts returns a copy of the result with these parts after those it has.
func (r ToolResult) WithParts(parts ...ContentPart) ToolResult {
	r.Parts = slices.Concat(r.Parts, parts)
	return r
}

// WithStructured returns a copy of the result with this JSON value as its
// structured form. The bytes are not copied.
func (r ToolResult) WithStructured(value json.RawMessage) ToolResult {
	r.Structured = value
	return r
}

// LogValue implements [slog.LogValuer]: the output, the error, and what kind of
// parts there are. The bytes of parts are not logged.
func (r ToolResult) LogValue() slog.Value {
	attrs := []slog.Attr{
		slog.String("output", r.Output),
		slog.Bool("isError", r.IsError()),
	}
	if r.Error != nil {
		attrs = append(attrs, slog.Any("error", r.Error))
	}
	if len(r.Parts) > 0 {
		parts := make([]string, len(r.Parts))
		for i, p := range r.Parts {
			parts[i] = p.String()
		}
		attrs = append(attrs, slog.Any("parts", parts))
	}
	return slog.GroupValue(attrs...)
}

// settled completes an error result: the output says what the error says, and
// the request of a suspension is where JSON carries it.
func (r ToolResult) settled() ToolResult {
	if r.Error == nil {
		return r
	}
	if r.Output == "" {
		r.Output = modelText(r.Error)
	}
	if !utf8.ValidString(r.Output) {
		r.Output = string([]rune(r.Output)) // as encoding/json writes it, so that the text survives JSON
	}
	if _, ok := requestIn(r.Metadata); ok {
		return r
	}
	if s, ok := suspensionIn(r.Error); ok {
		return r.WithMetadata(pendingKey, s.Request.identified())
	}
	return r
}

// modelText is what a model may read of an error.
func modelText(err error) string {
	if p, ok := errors.AsType[*PanicError](err); ok {
		return p.modelText()
	}
	if s, ok := suspensionIn(err); ok {
		return s.Error()
	}
	return err.Error()
}
