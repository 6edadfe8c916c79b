package openaisdk_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/toolnexus"
)

func TestResponsesDeclarations(t *testing.T) {
	for name, strict := range modes {
		t.Run(name, func(t *testing.T) {
			tools := responsesTools(t, interop.NewToolkit(t, interop.Tools()...), strict)
			for i, c := range interop.Calls() {
				f := tools[i].OfFunction
				if f == nil || f.Name != c.Tool.Name || f.Description.Value != c.Tool.Description || !f.Strict.Valid() {
					t.Errorf("tool %d is not %s: %+v", i, c.Tool.Name, tools[i])
				}
			}
		})
	}
}

func TestResponsesResults(t *testing.T) {
	for name, result := range interop.Results() {
		t.Run(name, func(t *testing.T) {
			text, err := result.OpenAIOutput("call_1")
			if err != nil {
				t.Fatal(err)
			}
			item := interop.Through[responses.ResponseInputItemUnionParam](t, text)
			if item.OfFunctionCallOutput == nil || item.OfFunctionCallOutput.CallID.Value != "call_1" {
				t.Errorf("the SDK takes it for another item: %s", text)
			}
		})
	}
}

func TestResponsesContent(t *testing.T) {
	message := userItem(t)
	content := message.OfMessage.Content.OfInputItemContentList
	if len(content) != len(interop.Parts()) {
		t.Fatalf("got %d parts, want %d", len(content), len(interop.Parts()))
	}
	if content[0].OfInputText == nil || content[1].OfInputImage == nil || content[2].OfInputImage == nil ||
		content[3].OfInputFile == nil || content[4].OfInputText == nil {
		t.Errorf("the SDK takes a part for one of another kind: %s", interop.Marshal(t, content))
	}
}

// The model calls all tools at once, sees their results, and says something.
func TestResponsesLoop(t *testing.T) {
	for name, strict := range modes {
		t.Run(name, func(t *testing.T) { testResponsesLoop(t, strict) })
	}
}

func testResponsesLoop(t *testing.T, strict bool) {
	server := interop.NewServer(t, responsesCalls(t, strict),
		`{"id":"resp_2","output":[{"type":"message","role":"assistant","id":"msg_1","status":"completed",
			"content":[{"type":"output_text","text":"All done.","annotations":[]}]}]}`)
	client := openai.NewClient(option.WithBaseURL(server.URL+"/v1/"), option.WithAPIKey("none"), option.WithMaxRetries(0))
	kit := interop.NewToolkit(t, interop.Tools()...)

	input := responses.ResponseInputParam{responses.ResponseInputItemParamOfMessage("Use every tool.", responses.EasyInputMessageRoleUser)}
	params := responses.ResponseNewParams{Model: "gpt", Tools: responsesTools(t, kit, strict)}
	params.Input.OfInputItemList = input
	first, err := client.Responses.New(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	var said []json.RawMessage
	for _, item := range first.Output {
		call := item.AsFunctionCall()
		asked := call.ToParam()
		result := kit.Execute(t.Context(), call.Name, json.RawMessage(call.Arguments))
		output, err := result.OpenAIOutput(call.CallID)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, output)
		input = append(input, responses.ResponseInputItemUnionParam{OfFunctionCall: &asked},
			interop.Through[responses.ResponseInputItemUnionParam](t, output))
	}
	input = append(input, userItem(t))
	params.Input.OfInputItemList = input
	last, err := client.Responses.New(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if got := last.OutputText(); got != "All done." {
		t.Errorf("the model said %q", got)
	}

	requests := server.Requests(t)
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: strict, Fallback: true, Responses: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		if r.Path != "/v1/responses" {
			t.Errorf("a request went to %s", r.Path)
		}
		interop.Equal(t, "the tools that the server sees", declared.JSON, r.Field(t, "tools"))
	}
	checkItems(t, requests[1].Field(t, "input"), said)
}

// checkItems looks at what the server sees: the question, each call with its
// result, and the parts.
func checkItems(t *testing.T, text json.RawMessage, said []json.RawMessage) {
	t.Helper()
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		t.Fatal(err)
	}
	calls := interop.Calls()
	if want := 1 + 2*len(calls) + 1; len(items) != want || len(said) != len(calls) {
		t.Fatalf("the server sees %d items, want %d; %d results, want %d", len(items), want, len(said), len(calls))
	}
	for i, c := range calls {
		got := items[2+2*i]
		interop.Equal(t, c.Tool.Name+": the result that the server sees", said[i], got)
		var item struct {
			Type   string          `json:"type"`
			CallID string          `json:"call_id"`
			Output json.RawMessage `json:"output"`
		}
		if err := json.Unmarshal(got, &item); err != nil {
			t.Fatal(err)
		}
		if item.Type != "function_call_output" || item.CallID != interop.CallID(i) {
			t.Errorf("%s: the result is a %s of call %s", c.Tool.Name, item.Type, item.CallID)
		}
		c.CheckText(t, textOf(t, item.Output))
	}
	content, err := toolnexus.OpenAIInput(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	interop.Equal(t, "the parts that the server sees",
		fmt.Appendf(nil, `{"type":"message","role":"user","content":%s}`, content), items[len(items)-1])
}

func responsesTools(t *testing.T, kit *toolnexus.Toolkit, strict bool) []responses.ToolUnionParam {
	t.Helper()
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: strict, Fallback: true, Responses: true})
	if err != nil {
		t.Fatal(err)
	}
	tools := interop.Through[[]responses.ToolUnionParam](t, declared.JSON)
	if len(tools) != len(interop.Calls()) {
		t.Fatalf("got %d tools, want %d", len(tools), len(interop.Calls()))
	}
	return tools
}

func userItem(t *testing.T) responses.ResponseInputItemUnionParam {
	t.Helper()
	content, err := toolnexus.OpenAIInput(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	item := interop.Through[responses.ResponseInputItemUnionParam](t, fmt.Appendf(nil, `{"type":"message","role":"user","content":%s}`, content))
	if item.OfMessage == nil {
		t.Fatalf("the SDK takes it for another item: %s", content)
	}
	return item
}

// responsesCalls is the reply with which the model calls all tools.
func responsesCalls(t *testing.T, strict bool) string {
	t.Helper()
	return fmt.Sprintf(`{"id":"resp_1","output":%s}`, interop.Marshal(t, interop.ResponsesCalls(t, strict)))
}
