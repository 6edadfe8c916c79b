package toolnexus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// A Tool is something a model can call. Every field is public and a struct
// literal is a legal tool; only Name and Execute are needed to call one, and
// [Tool.Validate] says what is wrong with one.
//
// A Tool is a value. It may be copied, and called from many goroutines at once
// if Execute allows it. Do not change a tool, or the bytes of its schemas,
// after it was handed on.
type Tool struct {
	// Name is what the model calls the tool by; see [ValidateName].
	Name string

	// Description tells the model when and how to use the tool.
	Description string

	// InputSchema is the JSON Schema of the arguments, an object with
	// "type": "object" at its root. Nil means that the tool takes no
	// arguments, as [EmptySchema] says.
	InputSchema json.RawMessage

	// OutputSchema is the JSON Schema of ToolResult.Structured; nil when the
	// tool promises no shape.
	OutputSchema json.RawMessage

	// Source says where the tool came from. Empty means [SourceCustom].
	Source ToolSource

	// Hints describe the tool's behavior; nil when nothing is known.
	Hints *ToolHints

	// ConcurrencySafe reports whether a call with these arguments may run
	// beside other calls. Nil means: only if Hints say that the tool is read
	// only. Ask through [Tool.MayOverlap].
	ConcurrencySafe func(args json.RawMessage) bool

	// Execute does the work. Run it through [Tool.Call], which sees to it that
	// args is never empty or null. Execute must not change args, nor keep them
	// after it returned, and it should stop when ctx is done.
	Execute func(ctx context.Context, args json.RawMessage) ToolResult
}

// ToolSource says where a tool came from. Other values than the constants are
// carried unchanged.
type ToolSource string

// The sources of tools.
const (
	SourceCustom  ToolSource = "custom"  // built by hand
	SourceNative  ToolSource = "native"  // a Go function
	SourceMCP     ToolSource = "mcp"     // an MCP server
	SourceSkill   ToolSource = "skill"   // a skill folder
	SourceBuiltin ToolSource = "builtin" // part of this SDK
	SourceHTTP    ToolSource = "http"    // an HTTP endpoint
	SourceRelay   ToolSource = "relay"   // run by the other side of a relay
	SourceAgent   ToolSource = "agent"   // another agent
)

// ToolHints describe how a tool behaves. They advise a host and enforce
// nothing. A nil hint means that it is not known.
type ToolHints struct {
	Title       string `json:"title,omitempty"`       // name for people
	ReadOnly    *bool  `json:"readOnly,omitempty"`    // changes nothing
	Destructive *bool  `json:"destructive,omitempty"` // may delete or overwrite
	Idempotent  *bool  `json:"idempotent,omitempty"`  // repeating a call changes nothing more
	OpenWorld   *bool  `json:"openWorld,omitempty"`   // reaches outside systems
}

// Words says for people what is known of the behavior, such as "only reads". It is
// nil where nothing is, also for nil hints. The title is not among it.
func (h *ToolHints) Words() []string {
	if h == nil {
		return nil
	}
	var words []string
	for _, hint := range []struct {
		value   *bool
		yes, no string
	}{
		{h.ReadOnly, "only reads", "makes changes"},
		{h.Destructive, "may delete or overwrite", "deletes and overwrites nothing"},
		{h.Idempotent, "safe to repeat", "not safe to repeat"},
		{h.OpenWorld, "reaches outside systems", "reaches no outside system"},
	} {
		switch {
		case hint.value == nil:
		case *hint.value:
			words = append(words, hint.yes)
		default:
			words = append(words, hint.no)
		}
	}
	return words
}

// DefineTool returns a tool that runs a function on raw arguments. Its source
// is [SourceNative]. A nil schema means that there are no arguments; see
// [EmptySchema].
//
// The text that run returns is the output. An error becomes an error result
// with exactly the error's text, and stays reachable for [errors.Is] and
// [errors.As]; one that came from [Suspend] stays a suspension.
//
// DefineTool never fails. [Tool.Validate] says what is wrong with the tool, and
// a nil run is one of those things.
func DefineTool(
	name, description string,
	schema json.RawMessage,
	run func(ctx context.Context, args json.RawMessage) (string, error),
) Tool {
	tool := Tool{
		Name:        name,
		Description: description,
		InputSchema: bytes.Clone(schema),
		Source:      SourceNative,
	}
	if len(schema) == 0 {
		tool.InputSchema = EmptySchema()
	}
	if run == nil {
		return tool
	}
	tool.Execute = func(ctx context.Context, args json.RawMessage) ToolResult {
		text, err := run(ctx, args)
		if err != nil {
			return FromError(err)
		}
		return OK(text)
	}
	return tool
}

// EmptySchema returns the schema of a tool without arguments: an object that
// has no properties and allows none. The bytes belong to the caller.
func EmptySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)
}

// Validate returns nil if the tool can be offered to a model and called.
// Otherwise the error names the tool and lists everything that is wrong, one
// thing a line: the name (a [*NameError]), a schema, or a missing Execute.
//
// The input schema must be a JSON object with "type": "object" at its root.
// The output schema, if there is one, must be a JSON object or a boolean.
// Deeper rules of JSON Schema are not checked.
func (t Tool) Validate() error {
	errs := []error{t.ValidateDeclaration()}
	if t.Execute == nil {
		errs = append(errs, fmt.Errorf("tool %s: there is nothing to run, Execute is nil", quoteName(t.Name)))
	}
	return errors.Join(errs...)
}

// ValidateDeclaration is [Tool.Validate] for a tool that is not to be called, such
// as one that was read from a file: it may have no Execute.
func (t Tool) ValidateDeclaration() error {
	errs := []error{ValidateName(t.Name)}
	if err := checkInputSchema(t.InputSchema); err != nil {
		errs = append(errs, fmt.Errorf("tool %s: input schema: %w", quoteName(t.Name), err))
	}
	if err := checkOutputSchema(t.OutputSchema); err != nil {
		errs = append(errs, fmt.Errorf("tool %s: output schema: %w", quoteName(t.Name), err))
	}
	return errors.Join(errs...)
}

func checkInputSchema(schema json.RawMessage) error {
	if len(schema) == 0 {
		return nil
	}
	if err := checkSchemaText(schema); err != nil {
		return err
	}
	// A map, because a struct would also take "Type" for "type".
	var root map[string]json.RawMessage
	if err := json.Unmarshal(schema, &root); err != nil || root == nil {
		return errors.New("not a JSON object")
	}
	var kind string
	if err := json.Unmarshal(root["type"], &kind); err != nil || kind != "object" {
		return errors.New(`the root must have "type": "object"`)
	}
	return nil
}

func checkOutputSchema(schema json.RawMessage) error {
	if len(schema) == 0 {
		return nil
	}
	if err := checkSchemaText(schema); err != nil {
		return err
	}
	switch trimJSONSpace(schema)[0] {
	case '{', 't', 'f':
		return nil
	}
	return errors.New("neither a JSON object nor a boolean")
}

func checkSchemaText(schema json.RawMessage) error {
	if err := checkJSON(schema); err != nil {
		return err
	}
	if !utf8.Valid(schema) {
		return errors.New("not valid UTF-8")
	}
	return nil
}

// MayOverlap reports whether a call with these arguments may run while other
// calls run. It asks ConcurrencySafe; a tool without that function may overlap
// only if its hints say that it is read only. A panic in ConcurrencySafe counts
// as no.
func (t Tool) MayOverlap(args json.RawMessage) (safe bool) {
	if t.ConcurrencySafe == nil {
		return t.Hints != nil && t.Hints.ReadOnly != nil && *t.Hints.ReadOnly
	}
	defer func() {
		if recover() != nil {
			safe = false
		}
	}()
	if isBlank(args) {
		args = emptyObject()
	}
	return t.ConcurrencySafe(args)
}
