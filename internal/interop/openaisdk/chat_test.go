// Package openaisdk has OpenAI's SDK for Go judge what is said to OpenAI. It has
// only tests.
package openaisdk_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// modes are the ways to declare tools; the bool is Strict, with Fallback.
var modes = map[string]bool{"plain": false, "strict": true}

func TestChatDeclarations(t *testing.T) {
	for name, strict := range modes {
		t.Run(name, func(t *testing.T) {
			tools := chatTools(t, interop.NewToolkit(t, interop.Tools()...), strict)
			for i, c := range interop.Calls() {
				f := tools[i].OfFunction
				if f == nil || f.Function.Name != c.Tool.Name || f.Function.Description.Value != c.Tool.Description {
					t.Errorf("tool %d is not %s: %+v", i, c.Tool.Name, tools[i])
				}
			}
		})
	}
}

func TestChatResults(t *testing.T) {
	for name, result := range interop.Results() {
		t.Run(name, func(t *testing.T) {
			text, err := result.OpenAIMessage("call_1")
			if err != nil {
				t.Fatal(err)
			}
			message := interop.Through[openai.ChatCompletionMessageParamUnion](t, text)
			if message.OfTool == nil || message.OfTool.ToolCallID != "call_1" {
				t.Errorf("the SDK takes it for another message: %s", text)
			}
		})
	}
}

func TestChatContent(t *testing.T) {
	message := userMessage(t)
	content := message.OfUser.Content.OfArrayOfContentParts
	if len(content) != len(interop.Parts()) {
		t.Fatalf("got %d parts, want %d", len(content), len(interop.Parts()))
	}
	if content[0].OfText == nil || content[1].OfImageURL == nil || content[2].OfImageURL == nil ||
		content[3].OfFile == nil || content[4].OfInputAudio == nil {
		t.Errorf("the SDK takes a part for one of another kind: %s", interop.Marshal(t, content))
	}
}

// The model calls all tools at once, sees their results, and says something.
func TestChatLoop(t *testing.T) {
	for name, strict := range modes {
		t.Run(name, func(t *testing.T) { testChatLoop(t, strict) })
	}
}

func testChatLoop(t *testing.T, strict bool) {
	server := interop.NewServer(t, chatCalls(t, strict),
		`{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"All done."}}]}`)
	client := openai.NewClient(option.WithBaseURL(server.URL+"/v1/"), option.WithAPIKey("none"), option.WithMaxRetries(0))
	kit := interop.NewToolkit(t, interop.Tools()...)

	params := openai.ChatCompletionNewParams{
		Model:    "gpt",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Use every tool.")},
		Tools:    chatTools(t, kit, strict),
	}
	first, err := client.Chat.Completions.New(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	asked := first.Choices[0].Message
	params.Messages = append(params.Messages, asked.ToParam())
	var said []json.RawMessage
	for _, call := range asked.ToolCalls {
		result := kit.Execute(t.Context(), call.Function.Name, json.RawMessage(call.Function.Arguments))
		message, err := result.OpenAIMessage(call.ID)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, message)
		params.Messages = append(params.Messages, interop.Through[openai.ChatCompletionMessageParamUnion](t, message))
	}
	shown := userMessage(t)
	params.Messages = append(params.Messages, shown)
	last, err := client.Chat.Completions.New(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if got := last.Choices[0].Message.Content; got != "All done." {
		t.Errorf("the model said %q", got)
	}

	requests := server.Requests(t)
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: strict, Fallback: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		if r.Path != "/v1/chat/completions" {
			t.Errorf("a request went to %s", r.Path)
		}
		interop.Equal(t, "the tools that the server sees", declared.JSON, r.Field(t, "tools"))
	}
	checkMessages(t, requests[1].Field(t, "messages"), said)
}

// checkMessages looks at what the server sees: the question, the calls, a result
// for each, and the parts.
func checkMessages(t *testing.T, text json.RawMessage, said []json.RawMessage) {
	t.Helper()
	var messages []json.RawMessage
	if err := json.Unmarshal(text, &messages); err != nil {
		t.Fatal(err)
	}
	calls := interop.Calls()
	if want := 2 + len(calls) + 1; len(messages) != want || len(said) != len(calls) {
		t.Fatalf("the server sees %d messages, want %d; %d results, want %d", len(messages), want, len(said), len(calls))
	}
	for i, c := range calls {
		interop.Equal(t, c.Tool.Name+": the result that the server sees", said[i], messages[2+i])
		var message struct {
			Role    string          `json:"role"`
			CallID  string          `json:"tool_call_id"`
			Content json.RawMessage `json:"content"`
		}
		if err := json.Unmarshal(messages[2+i], &message); err != nil {
			t.Fatal(err)
		}
		if message.Role != "tool" || message.CallID != interop.CallID(i) {
			t.Errorf("%s: the result is %s's, of call %s", c.Tool.Name, message.Role, message.CallID)
		}
		c.CheckText(t, textOf(t, message.Content))
	}
	content, err := toolnexus.OpenAIContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	interop.Equal(t, "the parts that the server sees",
		fmt.Appendf(nil, `{"role":"user","content":%s}`, content), messages[len(messages)-1])
}

// textOf is content as a model reads it: a text, or the first of several.
func textOf(t *testing.T, content json.RawMessage) string {
	t.Helper()
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var blocks []struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(content, &blocks); err != nil || len(blocks) == 0 {
		t.Fatalf("no text in %s: %v", content, err)
	}
	return blocks[0].Text
}

func chatTools(t *testing.T, kit *toolnexus.Toolkit, strict bool) []openai.ChatCompletionToolUnionParam {
	t.Helper()
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: strict, Fallback: true})
	if err != nil {
		t.Fatal(err)
	}
	tools := interop.Through[[]openai.ChatCompletionToolUnionParam](t, declared.JSON)
	if len(tools) != len(interop.Calls()) {
		t.Fatalf("got %d tools, want %d", len(tools), len(interop.Calls()))
	}
	return tools
}

func userMessage(t *testing.T) openai.ChatCompletionMessageParamUnion {
	t.Helper()
	content, err := toolnexus.OpenAIContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	message := interop.Through[openai.ChatCompletionMessageParamUnion](t, fmt.Appendf(nil, `{"role":"user","content":%s}`, content))
	if message.OfUser == nil {
		t.Fatalf("the SDK takes it for another message: %s", content)
	}
	return message
}

// chatCalls is the reply with which the model calls all tools.
func chatCalls(t *testing.T, strict bool) string {
	t.Helper()
	return fmt.Sprintf(`{"choices":[{"index":0,"finish_reason":"tool_calls","message":%s}]}`, interop.ChatCalls(t, strict))
}
