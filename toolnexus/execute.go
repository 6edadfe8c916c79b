package toolnexus

import (
	"context"
	"encoding/json"
	"strconv"
)

// Execute calls the tool of this name, as [Tool.Call] does, and always returns a
// result. Two error results are its own: for a name that no tool has, whose
// Error is an [*UnknownToolError], and of a closed toolkit, whose Error is
// [ErrClosed].
//
// # Null for what is left out
//
// A provider that fills in every property, as OpenAI does in strict mode, sends
// null for those that a model wants to leave out, and most tools would refuse
// that. A toolkit takes such a null out before the tool sees it, at any depth,
// if the input schema declares the property, does not require it, and does not
// permit it to be null. Whatever the schema leaves open, as a choice of several
// forms does, is left as it is.
//
// Arguments are passed on byte for byte where nothing is taken out, and also
// where they are no JSON or have a name twice: to refuse them is for the tool.
// Each null that was taken out is noted for the host, as a [schema.Repair]
// before those of the tool's own in Metadata["repairs"].
//
// The tools that [Toolkit.Get] and [Toolkit.List] return do the same.
func (tk *Toolkit) Execute(ctx context.Context, name string, args json.RawMessage) ToolResult {
	if tk.closed.Load() {
		return FromError(ErrClosed)
	}
	now := tk.registry.Load()
	e, ok := now.find(name)
	if !ok {
		err := now.unknown(name)
		return ToolResult{Output: "Unknown tool: " + err.words(), Error: err}
	}
	return e.tool.Call(ctx, args)
}

func (r *registry) unknown(name string) *UnknownToolError {
	known := make([]string, len(r.entries))
	for i, e := range r.entries {
		known[i] = e.tool.Name
	}
	return &UnknownToolError{Name: name, Nearest: nearestName(name, known)}
}

// An UnknownToolError says that a toolkit has no tool of this name.
type UnknownToolError struct {
	Name    string // the name that was called, which may be anything
	Nearest string // the tool that was perhaps meant, or ""
}

func (e *UnknownToolError) Error() string { return "unknown tool: " + e.words() }

// words shows a name that could be one as it is, and any other quoted and cut.
func (e *UnknownToolError) words() string {
	text := e.Name
	if !validName(text) {
		text = quoteName(text)
	}
	if e.Nearest != "" {
		text += "; did you mean " + strconv.Quote(e.Nearest) + "?"
	}
	return text
}
