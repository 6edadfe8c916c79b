package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/dialect"
	"github.com/toolnexus/go-sdk/internal/nearest"
)

// A Dialect is the part of JSON Schema that one provider of models takes for
// the parameters of a tool.
type Dialect uint8

// The dialects.
const (
	JSONSchema       Dialect = iota // JSON Schema, draft 2020-12
	OpenAI                          // OpenAI functions
	OpenAIStrict                    // OpenAI functions with strict: true
	Anthropic                       // Anthropic tools
	AnthropicStrict                 // Anthropic tools with strict: true
	Gemini                          // the parameters of a Gemini function declaration
	GeminiJSONSchema                // its parametersJsonSchema
)

// A Loss is something that a schema demands and its rewritten form does not. A
// call is still held to it.
type Loss struct {
	// Path is where the schema is that lost something, as a JSON Pointer into
	// the schema that was rewritten.
	Path string
	// Keyword is what was taken away or weakened.
	Keyword string
	// Text says what is lost, in words.
	Text string
	// Described reports whether the description says it instead.
	Described bool
}

// String gives the loss on one line.
func (l Loss) String() string {
	text := placeName(l.Path) + ": " + l.Text
	if l.Described {
		text += ", which only the description says"
	}
	return text
}

// placeName names the place of a schema.
func placeName(pointer string) string {
	if pointer == "" {
		return "the root"
	}
	return pointer
}

// Rewritten is a schema in a dialect.
type Rewritten struct {
	// Schema is compact and deterministic, with properties in the order of the
	// source. It is nil where the provider wants none: Gemini, for a tool
	// without arguments.
	Schema json.RawMessage
	// Losses are in the order of the source.
	Losses []Loss
	// Optional counts the properties that may be left out, and Unions the places
	// with a choice of forms or types; some providers limit their sums.
	Optional, Unions int
}

// A DialectError says why a schema cannot be said in a dialect: every reason,
// each with its place.
type DialectError struct {
	Dialect  Dialect
	Problems []DialectProblem
}

// A DialectProblem is one reason.
type DialectProblem struct {
	Path    string // a JSON Pointer into the schema
	Message string
}

// Error gives one line for each problem.
func (e *DialectError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "the schema cannot be said in %s", e.Dialect)
	for _, p := range e.Problems {
		fmt.Fprintf(&text, "\n%s: %s", placeName(p.Path), p.Message)
	}
	return text.String()
}

// Rewrite says a schema in the dialect. What the provider refuses is rewritten,
// and what it ignores is moved into descriptions; each loss is reported. The
// schema may come from anywhere: it may be of an earlier draft, or use the type
// names of a programming language. The error is a [*DialectError]. Where the
// schema can be said, but is beyond a limit of the provider, such as its number
// of properties, the rewritten schema is returned with the error.
func (d Dialect) Rewrite(schema json.RawMessage) (Rewritten, error) {
	profile := d.profile()
	if profile == nil {
		return Rewritten{}, &DialectError{Dialect: d, Problems: []DialectProblem{{Message: "there is no such dialect"}}}
	}
	result, problems := dialect.Rewrite(profile, schema)
	r := Rewritten{Schema: result.Schema, Optional: result.Optional, Unions: result.Unions}
	for _, l := range result.Losses {
		r.Losses = append(r.Losses, Loss{l.Path, l.Keyword, l.Text, l.Described})
	}
	if len(problems) == 0 {
		return r, nil
	}
	e := &DialectError{Dialect: d}
	for _, p := range problems {
		e.Problems = append(e.Problems, DialectProblem{p.Path, p.Text})
	}
	return r, e
}

func (d Dialect) profile() *dialect.Profile {
	switch d {
	case JSONSchema:
		return dialect.JSONSchema
	case OpenAI:
		return dialect.OpenAI
	case OpenAIStrict:
		return dialect.OpenAIStrict
	case Anthropic:
		return dialect.Anthropic
	case AnthropicStrict:
		return dialect.AnthropicStrict
	case Gemini:
		return dialect.Gemini
	case GeminiJSONSchema:
		return dialect.GeminiJSONSchema
	}
	return nil
}

// dialectNames are the names of the dialects, by their numbers.
var dialectNames = []string{
	"json-schema", "openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "gemini-json-schema",
}

// String gives the name of the dialect, such as "openai-strict".
func (d Dialect) String() string {
	if int(d) < len(dialectNames) {
		return dialectNames[d]
	}
	return fmt.Sprintf("dialect %d", uint8(d))
}

// Dialects returns all dialects in order. The slice belongs to the caller.
func Dialects() []Dialect {
	all := make([]Dialect, len(dialectNames))
	for i := range all {
		all[i] = Dialect(i)
	}
	return all
}

// ParseDialect returns the dialect that [Dialect.String] gives this name.
func ParseDialect(name string) (Dialect, error) {
	if i := slices.Index(dialectNames, name); i >= 0 {
		return Dialect(i), nil
	}
	text := fmt.Sprintf("there is no dialect %.80q", name)
	if near := nearest.Of(name, dialectNames); near != "" {
		return 0, fmt.Errorf("%s; did you mean %q?", text, near)
	}
	return 0, fmt.Errorf("%s; known: %s", text, strings.Join(dialectNames, ", "))
}
