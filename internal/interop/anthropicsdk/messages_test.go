// Package anthropicsdk has Anthropic's SDK for Go judge what is said to
// Anthropic. It has only tests.
package anthropicsdk_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// modes are the ways to declare tools; the bool is Strict, with Fallback.
var modes = map[string]bool{"plain": false, "strict": true}

func TestDeclarations(t *testing.T) {
	for name, strict := range modes {
		t.Run(name, func(t *testing.T) {
			tools := declared(t, interop.NewToolkit(t, interop.Tools()...), strict)
			for i, c := range interop.Calls() {
				tool := tools[i].OfTool
				if tool == nil || tool.Name != c.Tool.Name || tool.Description.Value != c.Tool.Description {
					t.Errorf("tool %d is not %s: %+v", i, c.Tool.Name, tools[i])
				}
			}
		})
	}
}

func TestResults(t *testing.T) {
	for name, result := range interop.Results() {
		t.Run(name, func(t *testing.T) {
			text, err := result.AnthropicBlock("toolu_1")
			if err != nil {
				t.Fatal(err)
			}
			block := interop.Through[anthropic.ContentBlockParamUnion](t, text)
			got := block.OfToolResult
			if got == nil || got.ToolUseID != "toolu_1" || got.IsError.Value != result.IsError() {
				t.Errorf("the SDK takes it for another block: %s", text)
			}
		})
	}
}

func TestContent(t *testing.T) {
	content := parts(t)
	if len(content) != len(interop.Parts()) {
		t.Fatalf("got %d parts, want %d", len(content), len(interop.Parts()))
	}
	if content[0].OfText == nil || content[1].OfImage == nil || content[2].OfImage == nil ||
		content[3].OfDocument == nil || content[4].OfText == nil {
		t.Errorf("the SDK takes a part for one of another kind: %s", interop.Marshal(t, content))
	}
}

// The model calls all tools at once, sees their results, and says something.
func TestLoop(t *testing.T) {
	for name, strict := range modes {
		t.Run(name, func(t *testing.T) { testLoop(t, strict) })
	}
}

func testLoop(t *testing.T, strict bool) {
	server := interop.NewServer(t, calls(t),
		`{"id":"msg_2","type":"message","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"All done."}]}`)
	client := anthropic.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey("none"), option.WithMaxRetries(0))
	kit := interop.NewToolkit(t, interop.Tools()...)

	params := anthropic.MessageNewParams{
		Model:     "claude",
		MaxTokens: 1000,
		Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("Use every tool."))},
		Tools:     declared(t, kit, strict),
	}
	first, err := client.Messages.New(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	var said []json.RawMessage
	var answer []anthropic.ContentBlockParamUnion
	for _, block := range first.Content {
		call := block.AsToolUse()
		result := kit.Execute(t.Context(), call.Name, call.Input)
		text, err := result.AnthropicBlock(call.ID)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, text)
		answer = append(answer, interop.Through[anthropic.ContentBlockParamUnion](t, text))
	}
	params.Messages = append(params.Messages, first.ToParam(), anthropic.NewUserMessage(append(answer, parts(t)...)...))
	last, err := client.Messages.New(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if got := last.Content[0].Text; got != "All done." {
		t.Errorf("the model said %q", got)
	}

	requests := server.Requests(t)
	declared, err := kit.Anthropic(toolnexus.AnthropicOptions{Strict: strict, Fallback: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		if r.Path != "/v1/messages" {
			t.Errorf("a request went to %s", r.Path)
		}
		interop.Equal(t, "the tools that the server sees", declared.JSON, r.Field(t, "tools"))
	}
	checkMessages(t, requests[1].Field(t, "messages"), said)
}

// checkMessages looks at what the server sees: the question, the calls, and a
// message with all results and the parts.
func checkMessages(t *testing.T, text json.RawMessage, said []json.RawMessage) {
	t.Helper()
	var messages []struct {
		Role    string            `json:"role"`
		Content []json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(text, &messages); err != nil {
		t.Fatal(err)
	}
	if len(messages) != 3 || messages[2].Role != "user" {
		t.Fatalf("the server does not see the question, the calls and the results: %s", text)
	}
	calls, blocks := interop.Calls(), messages[2].Content
	if want := len(calls) + len(interop.Parts()); len(blocks) != want || len(said) != len(calls) {
		t.Fatalf("the server sees %d blocks, want %d; %d results, want %d", len(blocks), want, len(said), len(calls))
	}
	for i, c := range calls {
		interop.Equal(t, c.Tool.Name+": the result that the server sees", said[i], blocks[i])
		var block struct {
			Type    string `json:"type"`
			ID      string `json:"tool_use_id"`
			Content []struct {
				Text string `json:"text"`
			} `json:"content"`
		}
		if err := json.Unmarshal(blocks[i], &block); err != nil || len(block.Content) == 0 {
			t.Fatalf("no content in %s: %v", blocks[i], err)
		}
		if block.Type != "tool_result" || block.ID != interop.CallID(i) {
			t.Errorf("%s: the result is a %s of call %s", c.Tool.Name, block.Type, block.ID)
		}
		c.CheckText(t, block.Content[0].Text)
	}
	content, err := toolnexus.AnthropicContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	interop.Equal(t, "the parts that the server sees", content, interop.Marshal(t, blocks[len(calls):]))
}

func declared(t *testing.T, kit *toolnexus.Toolkit, strict bool) []anthropic.ToolUnionParam {
	t.Helper()
	declared, err := kit.Anthropic(toolnexus.AnthropicOptions{Strict: strict, Fallback: true})
	if err != nil {
		t.Fatal(err)
	}
	tools := interop.Through[[]anthropic.ToolUnionParam](t, declared.JSON)
	if len(tools) != len(interop.Calls()) {
		t.Fatalf("got %d tools, want %d", len(tools), len(interop.Calls()))
	}
	return tools
}

func parts(t *testing.T) []anthropic.ContentBlockParamUnion {
	t.Helper()
	content, err := toolnexus.AnthropicContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	return interop.Through[[]anthropic.ContentBlockParamUnion](t, content)
}

// calls is the reply with which the model calls all tools.
func calls(t *testing.T) string {
	t.Helper()
	type call struct {
		Type  string          `json:"type"`
		ID    string          `json:"id"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
	}
	var calls []call
	for i, c := range interop.Calls() {
		calls = append(calls, call{"tool_use", interop.CallID(i), c.Tool.Name, json.RawMessage(c.Args)})
	}
	return fmt.Sprintf(`{"id":"msg_1","type":"message","role":"assistant","stop_reason":"tool_use","content":%s}`,
		interop.Marshal(t, calls))
}
