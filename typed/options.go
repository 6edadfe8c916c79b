package typed

import (
	"slices"

	govalidator "github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// Option adjusts a tool that [Define] makes.
type Option func(*options)

type options struct {
	schema      []schema.Option
	checkOutput bool
	hints       *toolnexus.ToolHints
}

// output are the options for the schema of the result.
func (o *options) output() []schema.Option {
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
func AllowUnknown() Option { return with(schema.AllowUnknown()) }

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
