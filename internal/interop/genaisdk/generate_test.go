// Package genaisdk has Google's SDK for Go judge what is said to Gemini. It has
// only tests.
package genaisdk_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// modes are the ways to declare tools; the bool is JSONSchema.
var modes = map[string]bool{"parameters": false, "parametersJsonSchema": true}

func TestDeclarations(t *testing.T) {
	for name, jsonSchema := range modes {
		t.Run(name, func(t *testing.T) {
			functions := declared(t, interop.NewToolkit(t, interop.Tools()...), jsonSchema)[0].FunctionDeclarations
			if len(functions) != len(interop.Calls()) {
				t.Fatalf("got %d functions, want %d", len(functions), len(interop.Calls()))
			}
			for i, c := range interop.Calls() {
				if f := functions[i]; f.Name != c.Tool.Name || f.Description != c.Tool.Description {
					t.Errorf("function %d is not %s: %+v", i, c.Tool.Name, f)
				}
			}
		})
	}
}

func TestResults(t *testing.T) {
	for name, result := range interop.Results() {
		t.Run(name, func(t *testing.T) {
			text, err := result.GeminiPart("call_1", "print")
			if err != nil {
				t.Fatal(err)
			}
			got := interop.Through[*genai.Part](t, text).FunctionResponse
			if got == nil || got.ID != "call_1" || got.Name != "print" {
				t.Fatalf("the SDK takes it for another part: %s", text)
			}
			if _, failed := got.Response["error"]; failed != result.IsError() || len(got.Response) != 1 {
				t.Errorf("the response does not say whether it failed: %s", text)
			}
		})
	}
}

func TestContent(t *testing.T) {
	content := parts(t)
	if len(content) != len(interop.Parts()) {
		t.Fatalf("got %d parts, want %d", len(content), len(interop.Parts()))
	}
	if content[0].Text == "" || content[1].InlineData == nil || content[2].FileData == nil ||
		content[3].InlineData == nil || content[4].InlineData == nil {
		t.Errorf("the SDK takes a part for one of another kind: %s", interop.Marshal(t, content))
	}
}

// The model calls all tools at once, sees their results, and says something.
func TestLoop(t *testing.T) {
	for name, jsonSchema := range modes {
		t.Run(name, func(t *testing.T) { testLoop(t, jsonSchema) })
	}
}

func testLoop(t *testing.T, jsonSchema bool) {
	server := interop.NewServer(t, calls(t),
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"All done."}]},"finishReason":"STOP"}]}`)
	client, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		APIKey:      "none",
		Backend:     genai.BackendGeminiAPI,
		HTTPOptions: genai.HTTPOptions{BaseURL: server.URL},
	})
	if err != nil {
		t.Fatal(err)
	}
	kit := interop.NewToolkit(t, interop.Tools()...)

	const model = "gemini"
	config := &genai.GenerateContentConfig{Tools: declared(t, kit, jsonSchema)}
	contents := []*genai.Content{genai.NewContentFromText("Use every tool.", genai.RoleUser)}
	first, err := client.Models.GenerateContent(t.Context(), model, contents, config)
	if err != nil {
		t.Fatal(err)
	}
	var said []json.RawMessage
	var answer []*genai.Part
	for _, call := range first.FunctionCalls() {
		result := kit.Execute(t.Context(), call.Name, interop.Marshal(t, call.Args))
		text, err := result.GeminiPart(call.ID, call.Name)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, text)
		answer = append(answer, interop.Through[*genai.Part](t, text))
	}
	contents = append(contents, first.Candidates[0].Content,
		genai.NewContentFromParts(append(answer, parts(t)...), genai.RoleUser))
	last, err := client.Models.GenerateContent(t.Context(), model, contents, config)
	if err != nil {
		t.Fatal(err)
	}
	if got := last.Text(); got != "All done." {
		t.Errorf("the model said %q", got)
	}

	requests := server.Requests(t)
	declared, err := kit.Gemini(toolnexus.GeminiOptions{JSONSchema: jsonSchema})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		if r.Path != "/v1beta/models/"+model+":generateContent" {
			t.Errorf("a request went to %s", r.Path)
		}
		interop.Equal(t, "the tools that the server sees", declared.JSON, r.Field(t, "tools"))
	}
	checkContents(t, requests[1].Field(t, "contents"), said)
}

// checkContents looks at what the server sees: the question, the calls, and a
// message with all results and the parts.
func checkContents(t *testing.T, text json.RawMessage, said []json.RawMessage) {
	t.Helper()
	var contents []struct {
		Role  string            `json:"role"`
		Parts []json.RawMessage `json:"parts"`
	}
	if err := json.Unmarshal(text, &contents); err != nil {
		t.Fatal(err)
	}
	if len(contents) != 3 || contents[2].Role != "user" {
		t.Fatalf("the server does not see the question, the calls and the results: %s", text)
	}
	calls, parts := interop.Calls(), contents[2].Parts
	if want := len(calls) + len(interop.Parts()); len(parts) != want || len(said) != len(calls) {
		t.Fatalf("the server sees %d parts, want %d; %d results, want %d", len(parts), want, len(said), len(calls))
	}
	for i, c := range calls {
		interop.Equal(t, c.Tool.Name+": the result that the server sees", said[i], parts[i])
		var part struct {
			FunctionResponse struct {
				ID, Name string
				Response struct {
					Output json.RawMessage
					Error  string
				}
			}
		}
		if err := json.Unmarshal(parts[i], &part); err != nil {
			t.Fatal(err)
		}
		got := part.FunctionResponse
		if got.ID != interop.CallID(i) || got.Name != c.Tool.Name {
			t.Errorf("%s: the result is one of %s, of call %s", c.Tool.Name, got.Name, got.ID)
		}
		c.CheckText(t, textOf(got.Response.Output, got.Response.Error))
	}
	content, err := toolnexus.GeminiContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	interop.Equal(t, "the parts that the server sees", content, interop.Marshal(t, parts[len(calls):]))
}

// textOf is a response as a model reads it: an error, the first line of an
// output that is text, or an output that is not.
func textOf(output json.RawMessage, failure string) string {
	var text string
	switch {
	case output == nil:
		return failure
	case json.Unmarshal(output, &text) == nil:
		first, _, _ := strings.Cut(text, "\n")
		return first
	default:
		return string(output)
	}
}

func declared(t *testing.T, kit *toolnexus.Toolkit, jsonSchema bool) []*genai.Tool {
	t.Helper()
	declared, err := kit.Gemini(toolnexus.GeminiOptions{JSONSchema: jsonSchema})
	if err != nil {
		t.Fatal(err)
	}
	return interop.Through[[]*genai.Tool](t, declared.JSON)
}

func parts(t *testing.T) []*genai.Part {
	t.Helper()
	content, err := toolnexus.GeminiContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	return interop.Through[[]*genai.Part](t, content)
}

// calls is the reply with which the model calls all tools.
func calls(t *testing.T) string {
	t.Helper()
	type call struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	}
	type part struct {
		FunctionCall call `json:"functionCall"`
	}
	var parts []part
	for i, c := range interop.Calls() {
		parts = append(parts, part{call{interop.CallID(i), c.Tool.Name, json.RawMessage(c.Args)}})
	}
	return fmt.Sprintf(`{"candidates":[{"content":{"role":"model","parts":%s}}]}`, interop.Marshal(t, parts))
}
