package typed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/callinfo"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// core is a typed tool without its types. It is immutable.
type core struct {
	name, description string
	opts              options
	in                *schema.Schema
	out               *schema.Schema // nil where there is no schema
	outType           reflect.Type
	shape             outShape
	validates         bool // In has a Validate method
}

// validator is what an In may implement to check what no tag can say.
type validator interface {
	Validate(ctx context.Context) error
}

func newCore(name, description string, in, out reflect.Type, noHandler bool, opts []Option) (*core, error) {
	c := &core{name: name, description: description, outType: out}
	for _, opt := range opts {
		if opt != nil {
			opt(&c.opts)
		}
	}
	if err := c.check(in, noHandler); err != nil {
		return nil, err
	}
	var err error
	if c.in, err = schema.ForType(in, schema.Input, c.opts.forInput()...); err != nil {
		return nil, c.errorf("%w", err)
	}
	if !isObject(c.in.JSON()) {
		return nil, c.errorf("%v does not travel as a JSON object; put it into a field of a struct", in)
	}
	target := reflect.TypeFor[validator]()
	c.validates = in.Implements(target) || reflect.PointerTo(in).Implements(target)
	if err := c.checkOptions(in); err != nil {
		return nil, err
	}
	return c, c.describeOut(out)
}

func (c *core) errorf(format string, args ...any) error {
	return fmt.Errorf("tool %q: "+format, append([]any{c.name}, args...)...)
}

// check refuses what no type is needed to see.
func (c *core) check(in reflect.Type, noHandler bool) error {
	if err := toolnexus.ValidateName(c.name); err != nil {
		return err
	}
	switch {
	case strings.TrimSpace(c.description) == "":
		return c.errorf("the description is empty; a model chooses the tool by it")
	case noHandler:
		return c.errorf("the handler is nil")
	}
	t := in
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return c.errorf("the input type %v is no struct: providers want an object; put the value into a field of a struct", in)
	}
	return nil
}

// isObject reports whether a schema demands an object at its root.
func isObject(raw []byte) bool {
	var root struct {
		Type any `json:"type"`
	}
	return json.Unmarshal(raw, &root) == nil && root.Type == "object"
}

func (c *core) tool(execute func(context.Context, json.RawMessage) toolnexus.ToolResult) toolnexus.Tool {
	tool := toolnexus.Tool{
		Name: c.name, Description: c.description,
		InputSchema: c.inputSchema(), ConcurrencySafe: c.concurrencySafe(), Source: toolnexus.SourceNative, Hints: c.opts.hints, Execute: execute,
	}
	if c.out != nil && !c.out.IsFree() {
		tool.OutputSchema = c.out.JSON()
	}
	return tool
}

// decode checks the arguments and reads them into in, a pointer to an In.
func (c *core) decode(ctx context.Context, args json.RawMessage, in any) ([]schema.Repair, error) {
	repairs, err := c.in.Decode(ctx, args, in)
	if len(args) == len("{}") && callinfo.NoArgs(ctx) {
		repairs = append([]schema.Repair{{Kind: "no arguments read as {}"}}, repairs...)
	}
	if err != nil {
		return repairs, c.argumentError(err)
	}
	if !c.validates {
		return repairs, nil
	}
	v, ok := in.(validator)
	if !ok { // In is a pointer and has the method itself
		v, ok = reflect.TypeAssert[validator](reflect.ValueOf(in).Elem())
	}
	if ok {
		err = v.Validate(ctx)
	}
	var suspended *toolnexus.SuspendedError
	if err == nil || errors.As(err, &suspended) {
		return repairs, err
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return repairs, err
	}
	return repairs, &ArgumentError{Tool: c.name, Err: err, Problems: ownProblems(err.Error())}
}

// ownProblems is what a Validate method says, a problem a line: joined errors
// have one each.
func ownProblems(text string) []schema.Problem {
	var problems []schema.Problem
	for line := range strings.Lines(strings.ToValidUTF8(text, "\uFFFD")) {
		if line = strings.TrimSpace(line); line != "" {
			problems = append(problems, schema.Problem{Rule: "validate", Want: line, Message: line})
		}
	}
	if problems == nil {
		const unsaid = "the arguments do not fit together"
		problems = []schema.Problem{{Rule: "validate", Want: unsaid, Message: unsaid}}
	}
	return problems
}

func (c *core) argumentError(err error) error {
	var invalid *schema.InvalidError
	if !errors.As(err, &invalid) {
		return err
	}
	return &ArgumentError{Tool: c.name, Problems: invalid.Problems, Omitted: invalid.Omitted, Err: invalid.Err}
}

// call is one call: check and decode, run, encode. in points to a zero In.
func (c *core) call(ctx context.Context, args json.RawMessage, in any, run runner) toolnexus.ToolResult {
	if err := c.checkResumed(ctx, args); err != nil {
		return toolnexus.FromError(err)
	}
	repairs, err := c.decode(ctx, args, in)
	if err != nil {
		return c.refused(err, args, repairs)
	}
	var out any
	if c.opts.isPlain() {
		out, err = run(ctx, in)
	} else {
		out, err = c.guarded(ctx, in, run)
	}
	if err != nil {
		return c.refused(err, args, repairs)
	}
	return c.result(ctx, out, repairs)
}

// refused is the result of a call that gave an error. The request of a
// suspension is completed on the way.
func (c *core) refused(err error, args json.RawMessage, repairs []schema.Repair) toolnexus.ToolResult {
	if bad, ok := errors.AsType[*ResultError](err); ok && bad.Tool == c.name {
		return noted(misfit(bad), repairs)
	}
	var suspended *toolnexus.SuspendedError
	if !errors.As(err, &suspended) {
		return noted(toolnexus.FromError(err), repairs)
	}
	req, failed := c.bound(suspended.Request, args)
	if failed != nil {
		return noted(toolnexus.FromError(failed), repairs)
	}
	if bytes.Equal(req.Data, suspended.Request.Data) {
		return noted(toolnexus.FromError(err), repairs)
	}
	return noted(toolnexus.Pending(req), repairs)
}

// noted tells the host which leniencies were used.
func noted(r toolnexus.ToolResult, repairs []schema.Repair) toolnexus.ToolResult {
	if len(repairs) == 0 {
		return r
	}
	return r.WithMetadata("repairs", slices.Clip(repairs))
}
