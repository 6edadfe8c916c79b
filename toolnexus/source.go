package toolnexus

import (
	"context"
	"slices"
)

// A Source gives tools to a [Toolkit]: a list of tools, a server, a folder. The
// package tooltest tests that a source keeps these promises.
//
// Tools may be called more than once and from several goroutines. It gives the
// same tools in the same order as long as nothing has changed behind the
// source, and the caller may do with the slice what it likes. It should return
// soon after ctx is done, with an error that matches ctx.Err(). The context is
// that of this call: what the source keeps beyond it, such as a connection, must
// not end with it. What is returned beside an error is not used.
//
// A source may do more, by having more methods:
//
//   - [Named]: it has a name for statuses and logs.
//   - [SystemPrompter]: it has text for the system prompt.
//   - [io.Closer]: it holds something that has to be let go. A toolkit calls
//     Close once, but Close may be called again and does nothing then; Tools
//     returns an error afterwards.
//
// A panic in any of these methods does no harm to a toolkit or its other
// sources.
type Source interface {
	Tools(ctx context.Context) ([]Tool, error)
}

// Named is a [Source] that has a name. Name returns at once. A source without a
// name, or with an empty one, is called by its place: "source 2".
type Named interface {
	Name() string
}

// SystemPrompter is a [Source] that has something to say in the system prompt,
// beside the descriptions of its tools. It is asked once, after its tools.
type SystemPrompter interface {
	SystemPrompt() string
}

// Tools returns a source that gives these tools, in this order. Its name is
// "tools". The tools are not checked; a [Toolkit] does that.
func Tools(tools ...Tool) Source {
	own := make(fixedTools, len(tools))
	for i, tool := range tools {
		own[i] = tool.clone()
	}
	return own
}

type fixedTools []Tool

// Tools implements [Source].
func (f fixedTools) Tools(ctx context.Context) ([]Tool, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	tools := make([]Tool, len(f))
	for i, tool := range f {
		tools[i] = tool.clone()
	}
	return tools, nil
}

// Name implements [Named].
func (fixedTools) Name() string { return "tools" }

// clone returns a copy that shares nothing that can be written to.
func (t Tool) clone() Tool {
	t.InputSchema, t.OutputSchema = slices.Clone(t.InputSchema), slices.Clone(t.OutputSchema)
	if t.Hints != nil {
		hints := *t.Hints
		for _, hint := range []**bool{&hints.ReadOnly, &hints.Destructive, &hints.Idempotent, &hints.OpenWorld} {
			if *hint != nil {
				*hint = new(**hint)
			}
		}
		t.Hints = &hints
	}
	return t
}
