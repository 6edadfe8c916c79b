package typed

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	govalidator "github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// Option adjusts a tool that [Define] makes.
type Option func(*options)

type options struct {
	schema      []schema.Option // of both In and Out
	input       []schema.Option // of In alone
	checkOutput bool
	hints       *toolnexus.ToolHints
	examples    []json.RawMessage
	safe        *safePredicate

	// What stands between the checked arguments and the handler.
	approvals  []approval
	middleware []Middleware
	timeout    time.Duration
	signingKey []byte
}

// isPlain reports whether nothing stands between the arguments and the handler.
func (o *options) isPlain() bool {
	return len(o.approvals) == 0 && len(o.middleware) == 0 && o.timeout <= 0
}

// forInput are the options for the schema of the arguments.
func (o *options) forInput() []schema.Option { return slices.Concat(o.schema, o.input) }

// forOutput are the options for the schema of the result.
func (o *options) forOutput() []schema.Option {
	if !o.checkOutput {
		return nil
	}
	return append(slices.Clip(o.schema), schema.OutputRules())
}

func with(opt schema.Option) Option {
	return func(o *options) { o.schema = append(o.schema, opt) }
}

// Hints sets the hints of the tool, which advise hosts and enforce nothing.
func Hints(h toolnexus.ToolHints) Option { return func(o *options) { o.hints = &h } }

// Strict refuses null for an optional key, and values sent inside a string.
func Strict() Option { return with(schema.Strict()) }

// AllowUnknown accepts keys that In does not have, and leaves them out.
func AllowUnknown() Option {
	return func(o *options) { o.input = append(o.input, schema.AllowUnknown()) }
}

// Exact publishes the exact pattern or list of every validate rule, however
// long it is; see [schema.Exact].
func Exact() Option { return with(schema.Exact()) }

// Validator uses the rules, aliases and struct-level rules registered on v,
// which must not be changed any more; see [schema.Validator].
func Validator(v *govalidator.Validate) Option { return with(schema.Validator(v)) }

// Rules adds validate rules together with what they mean in JSON Schema.
func Rules(rules ...schema.Rule) Option { return with(schema.Rules(rules...)) }

// CheckOutput publishes the validate rules and jsonschema constraints of Out in
// the output schema, and makes a result that breaks them an error result.
func CheckOutput() Option { return func(o *options) { o.checkOutput = true } }

// Examples publishes arguments of good calls in the input schema, as JSON
// texts. Each must be accepted by the schema as it stands, without any leniency,
// which Define checks.
func Examples(args ...string) Option {
	return func(o *options) {
		for _, a := range args {
			o.examples = append(o.examples, json.RawMessage(a))
		}
	}
}

// ConcurrencySafe decides by the input whether a call may run while others do.
// In must be the input type of the tool, which Define checks. Arguments that
// are not acceptable may not.
func ConcurrencySafe[In any](safe func(in In) bool) Option {
	return func(o *options) {
		o.safe = &safePredicate{in: reflect.TypeFor[In](), safe: func(in any) bool {
			return safe(*in.(*In)) //nolint:errcheck,forcetypeassert // Define saw to it
		}}
	}
}

// safePredicate is a ConcurrencySafe without its type. safe takes a pointer.
type safePredicate struct {
	in   reflect.Type
	safe func(in any) bool
}

// checkOptions holds the options to the types of the tool.
func (c *core) checkOptions(in reflect.Type) error {
	for _, a := range c.opts.approvals {
		if a.in != in {
			return c.errorf("RequireApproval is for %v, but the tool takes %v", a.in, in)
		}
	}
	if s := c.opts.safe; s != nil && s.in != in {
		return c.errorf("ConcurrencySafe is for %v, but the tool takes %v", s.in, in)
	}
	if len(c.opts.examples) == 0 {
		return nil
	}
	strict, err := schema.ForType(in, schema.Input, append(c.opts.forInput(), schema.Strict())...)
	if err != nil {
		return c.errorf("%w", err)
	}
	for _, example := range c.opts.examples {
		if err := strict.Check(example); err != nil {
			return c.errorf("the example %s is not acceptable: %w", example, err)
		}
	}
	return nil
}

// concurrencySafe is the predicate of the tool, nil without an option. It has no
// context to hand on.
//
//nolint:contextcheck,nolintlint // read by the first at the callers, not here
func (c *core) concurrencySafe() func(args json.RawMessage) bool {
	if c.opts.safe == nil {
		return nil
	}
	return func(args json.RawMessage) bool {
		in := reflect.New(c.opts.safe.in).Interface()
		_, err := c.in.Decode(context.Background(), args, in)
		return err == nil && c.opts.safe.safe(in)
	}
}

// inputSchema is the published schema, with the examples.
func (c *core) inputSchema() json.RawMessage {
	raw := c.in.JSON()
	if len(c.opts.examples) == 0 {
		return raw
	}
	list, err := json.Marshal(c.opts.examples)
	if err != nil { // they were checked
		return raw
	}
	return append(append(append(raw[:len(raw)-1], `,"examples":`...), list...), '}')
}
