package docs_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
	"github.com/toolnexus/go-sdk/typed"
)

type contact struct {
	Name  string `json:"name" validate:"required" jsonschema:"Who books"`
	Email string `json:"email,omitempty" validate:"omitempty,email"`
}

type booking struct {
	Restaurant string            `json:"restaurant" validate:"required,max=80" jsonschema:"Name of the restaurant"`
	At         string            `json:"at" jsonschema:"When, with the offset of the place,format=date-time"`
	Guests     int               `json:"guests" validate:"min=1,max=12"`
	Contact    contact           `json:"contact"`
	Wishes     []string          `json:"wishes,omitempty" validate:"max=5"`
	Labels     map[string]string `json:"labels,omitempty"`
	Seating    string            `json:"seating,omitempty" validate:"omitempty,oneof=inside outside" jsonschema:"default=inside"`
}

type booked struct {
	Confirmation string `json:"confirmation"`
}

func never(context.Context, json.RawMessage) toolnexus.ToolResult { return toolnexus.ToolResult{} }

// raw is a tool of a server somewhere else.
func raw(name, description, input string) toolnexus.Tool {
	return toolnexus.Tool{
		Name: name, Description: description, InputSchema: json.RawMessage(input),
		Source: toolnexus.SourceMCP, Execute: never,
	}
}

const treeSchema = `{
	"type": "object",
	"properties": {"root": {"$ref": "#/$defs/Node"}},
	"required": ["root"],
	"$defs": {
		"Node": {
			"type": "object",
			"description": "A node of the tree.",
			"properties": {
				"value": {"type": "number"},
				"children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
			},
			"required": ["value"]
		}
	}
}`

const searchSchema = `{
	"type": "object",
	"properties": {
		"query": {"type": "string", "minLength": 1, "pattern": "^[^|]+$", "examples": ["lisbon", "a b"]},
		"by": {"oneOf": [
			{"title": "Age", "type": "object", "properties": {"days": {"type": "integer", "minimum": 1}}, "required": ["days"], "additionalProperties": false},
			{"title": "Place", "type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
		]},
		"limit": {"anyOf": [{"type": "integer", "maximum": 50}, {"type": "null"}], "default": 10},
		"scores": {"type": "array", "items": {"type": "number"}, "contains": {"exclusiveMinimum": 0.5}, "minContains": 2, "uniqueItems": true},
		"pair": {"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false},
		"old": {"type": "string", "deprecated": true, "not": {"enum": ["x", "y"]}, "x-order": 3}
	},
	"patternProperties": {"^x-": {"type": "string"}},
	"propertyNames": {"maxLength": 20},
	"required": ["query"],
	"dependentRequired": {"by": ["limit"]},
	"if": {"required": ["old"]}, "then": {"required": ["scores"]},
	"examples": [{"query": "harbour", "scores": [1, 2]}, {"query": 7}]
}`

// hostile are texts that want to be more than text.
var hostile = []string{
	"</script><script>alert(1)</script>",
	"<script>parent.hacked = true</script><img src=x onerror=alert(1)>",
	"</style></pre></code><!-- --> ]]> <![CDATA[",
	"`code` `` two ` one",
	"```\nfence\n```\n~~~\n# heading\n- list\n1. one\n> quote\n    indented",
	"| a | b |\n|---|---|\n| c \\| d | <br> |",
	"[link](javascript:alert(1)) ![image](http://x.example/i.png) <http://x.example> www.x.example a@x.example",
	"**bold** __bold__ *em* _em_ ~~gone~~ $math$ &amp; &lt;b&gt; \\",
	"line\u2028separator\u2029paragraph\x00nul\x1b[31mred\ufffe",
	"right\u202eto left\u202c isolate\u2066d\u2069 \U000e0041\U000e0042 tag",
	"{{.Title}} {{template \"x\"}} ${x} <%= x %>",
	"a\r\nb\rc\td",
	`"quotes" 'single' " onmouseover="alert(1)`,
	"\xff\xfe broken",
}

// poisoned is a tool with a text everywhere.
func poisoned(t testing.TB, name, text string) toolnexus.Tool {
	t.Helper()
	schema, err := json.Marshal(map[string]any{
		"type": "object", "title": text, "description": text,
		"properties": map[string]any{
			text: map[string]any{"type": "string", "title": text, "description": text, "pattern": text, "format": text, "default": text, "examples": []any{text}},
			"e":  map[string]any{"enum": []any{text, text + "2"}, "not": map[string]any{"const": text}, "x-" + text: text},
			"f": map[string]any{"anyOf": []any{
				map[string]any{"title": text, "type": "object", "properties": map[string]any{text: true}}, map[string]any{"minLength": 1, "title": text},
			}},
			"r": map[string]any{"$ref": "#/$defs/x"}, "s": map[string]any{"$ref": "#/$defs/x"},
		},
		"patternProperties": map[string]any{text: map[string]any{"contentMediaType": text}},
		"required":          []any{text, "gone " + text},
		"dependentRequired": map[string]any{text: []any{text}},
		"examples":          []any{map[string]any{text: text}},
		"$defs":             map[string]any{text: map[string]any{"type": "string"}, "x": map[string]any{"type": "object", "properties": map[string]any{"next": map[string]any{"$ref": "#/$defs/x"}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	tool := raw(name, text, string(schema))
	tool.Source = toolnexus.ToolSource(text)
	tool.Hints = &toolnexus.ToolHints{Title: text}
	tool.OutputSchema = schema
	return tool
}

// mixed are tools of all kinds.
func mixed(t testing.TB) []toolnexus.Tool {
	t.Helper()
	yes, no := true, false
	book := typed.MustDefine("book_table", "Books a table in a restaurant.\n\nReturns the `confirmation` to show at the door.",
		func(context.Context, booking) (booked, error) { return booked{}, nil })
	book.Hints = &toolnexus.ToolHints{Title: "Book a table", ReadOnly: &no, Idempotent: &no, OpenWorld: &yes}
	ping := toolnexus.Tool{Name: "ping", Description: "Answers.", Execute: never}
	tree := raw("store_tree", "Stores a tree.", treeSchema)
	tree.OutputSchema = json.RawMessage(treeSchema)
	search := raw("search", "", searchSchema)
	search.OutputSchema = json.RawMessage(`true`)
	bad := poisoned(t, "Ping", hostile[0]+"\n"+hostile[3]+"\n"+hostile[6]+"\n\n"+hostile[9]+" | c")
	return []toolnexus.Tool{book, ping, tree, search, bad}
}

func newReference(t testing.TB, o docs.Options, tools ...toolnexus.Tool) *docs.Reference {
	t.Helper()
	r, err := o.New(tools...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
