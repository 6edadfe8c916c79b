package docs

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/sample"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// tool is everything that is said of one tool. All renderings are made from it.
type tool struct {
	name, title, description string

	traits        []string // what the hints say, in words
	wire          json.RawMessage
	inputSchema   json.RawMessage
	outputSchema  json.RawMessage // nil if there is none
	input, output *shape          // output is nil if there is no schema
	examples      []json.RawMessage
	renderings    []rendering
}

// rendering is the input schema as some dialects have it, all of them in the same
// way.
type rendering struct {
	dialects []schema.Dialect
	schema   json.RawMessage // nil where none is sent, or there is an error
	losses   []string
	problems []string // why it cannot be said in the dialects
}

func newTool(t toolnexus.Tool, dialects []schema.Dialect) (tool, error) {
	if len(t.InputSchema) == 0 {
		t.InputSchema = toolnexus.EmptySchema()
	}
	t.Description = clean(t.Description)
	t.InputSchema = compact(t.InputSchema)
	if len(t.OutputSchema) > 0 {
		t.OutputSchema = compact(t.OutputSchema)
	}
	wire, err := t.MarshalJSON()
	if err != nil {
		return tool{}, fmt.Errorf("tool %q: %w", t.Name, err)
	}
	documented := tool{
		name: t.Name, description: t.Description, traits: t.Hints.Words(), wire: legible(wire),
		inputSchema: t.InputSchema, input: newShape(t.Name, "input", t.InputSchema),
	}
	if t.Hints != nil {
		documented.title = oneLine(t.Hints.Title)
	}
	if len(t.OutputSchema) > 0 {
		documented.outputSchema = t.OutputSchema
		documented.output = newShape(t.Name, "output", t.OutputSchema)
	}
	documented.examples = documented.input.takeExamples()
	documented.renderings = renderings(documented.inputSchema, dialects)
	return documented, nil
}

// takeExamples takes the arguments that an input schema lists as examples out of
// its description, because they are shown as calls. What the schema lists and
// refuses is no example of a call. Where nothing is left, an example is made, if
// one can be found.
func (s *shape) takeExamples() []json.RawMessage {
	sampler, err := samplerOf(s.doc)
	if err != nil {
		return nil // nobody knows what the schema accepts
	}
	var all []json.RawMessage
	for _, e := range s.root.examples {
		if v, err := jsondoc.Parse(e); err == nil && sampler.Accepts("", v) {
			all = append(all, e)
		} else {
			s.root.demand("lists an example that it refuses:", string(e))
		}
	}
	s.root.examples = nil
	if made, ok := sampler.First(""); ok && all == nil {
		all = append(all, written(made))
	}
	return all
}

// samplerOf reads a schema, in case of need as declarations read one of another draft
// or language.
func samplerOf(doc jsondoc.Value) (*sample.Sampler, error) {
	sampler, err := sample.New(doc)
	if err == nil {
		return sampler, nil
	}
	standard, err := schema.JSONSchema.Rewrite(jsondoc.Append(nil, doc))
	if err != nil {
		return nil, err
	}
	if doc, err = jsondoc.Parse(standard.Schema); err != nil {
		return nil, err
	}
	return sample.New(doc)
}

// renderings says a schema in each dialect, and puts together those that come out
// alike.
func renderings(source json.RawMessage, dialects []schema.Dialect) []rendering {
	var all []rendering
	for _, d := range dialects {
		r := render(source, d)
		i := slices.IndexFunc(all, r.same)
		if i < 0 {
			all = append(all, r)
			continue
		}
		all[i].dialects = append(all[i].dialects, d)
	}
	return all
}

func render(source json.RawMessage, d schema.Dialect) rendering {
	r := rendering{dialects: []schema.Dialect{d}}
	rewritten, err := d.Rewrite(source)
	if rewritten.Schema != nil {
		r.schema = legible(rewritten.Schema)
	}
	for _, l := range rewritten.Losses {
		r.losses = append(r.losses, oneLine(l.String()))
	}
	if refused, ok := errors.AsType[*schema.DialectError](err); ok {
		for _, p := range refused.Problems {
			single := &schema.DialectError{Problems: []schema.DialectProblem{p}}
			_, text, _ := strings.Cut(single.Error(), "\n")
			r.problems = append(r.problems, oneLine(text))
		}
	} else if err != nil {
		r.problems = append(r.problems, oneLine(err.Error()))
	}
	return r
}

func (r rendering) same(other rendering) bool {
	return slices.Equal(r.problems, other.problems) && string(r.schema) == string(other.schema) && slices.Equal(r.losses, other.losses)
}

// dialectNames are the names of the dialects for people.
var dialectNames = map[schema.Dialect]string{
	schema.JSONSchema:       "JSON Schema",
	schema.OpenAI:           "OpenAI",
	schema.OpenAIStrict:     "OpenAI strict",
	schema.Anthropic:        "Anthropic",
	schema.AnthropicStrict:  "Anthropic strict",
	schema.Gemini:           "Gemini",
	schema.GeminiJSONSchema: "Gemini JSON Schema",
}

func dialectName(d schema.Dialect) string {
	if name, ok := dialectNames[d]; ok {
		return name
	}
	return d.String()
}

// names lists the dialects of a rendering for people.
func (r rendering) names() string {
	var names []string
	for _, d := range r.dialects {
		names = append(names, dialectName(d))
	}
	return strings.Join(names, ", ")
}
