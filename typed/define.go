package typed

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Define makes a tool of a function. The name must be a valid tool name (see
// [toolnexus.ValidateName]) and the description must not be empty: a model
// chooses by it.
//
// In is a struct, or a pointer to one: providers want an object. Out may be
// any type that encoding/json can write, and also:
//
//   - [Text], whose text is the output as it is;
//   - [toolnexus.ToolResult], which passes through;
//   - [Result], a value with parts and metadata beside it.
//
// Everything that can be known from the types and their tags fails here, with
// an error that names the field and the tag: usually a
// [*github.com/toolnexus/go-sdk/schema.TypeError].
//
// The tool may be called from many goroutines at once if the handler may. A
// call decodes into a new In each time. The handler's error becomes the
// result's Error with its text as output; one made by [toolnexus.Suspend]
// suspends the call, however it is wrapped.
func Define[In, Out any](name, description string, handler func(context.Context, In) (Out, error), opts ...Option) (toolnexus.Tool, error) {
	core, err := newCore(name, description, reflect.TypeFor[In](), reflect.TypeFor[Out](), handler == nil, opts)
	if err != nil {
		return toolnexus.Tool{}, err
	}
	run := func(ctx context.Context, in any) (any, error) {
		out, err := handler(ctx, *in.(*In)) //nolint:errcheck,forcetypeassert // made below
		return &out, err
	}
	return core.tool(func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
		return core.call(ctx, args, new(In), run)
	}), nil
}

// MustDefine is like [Define] and panics if the tool cannot be defined. It is
// for tools that are made when a program starts.
func MustDefine[In, Out any](name, description string, handler func(context.Context, In) (Out, error), opts ...Option) toolnexus.Tool {
	tool, err := Define(name, description, handler, opts...)
	if err != nil {
		panic(err) //nolint:forbidigo // what Must says
	}
	return tool
}
