// Package openapi has OpenAI's published API description judge requests, through
// a server that holds every request to it. It has only tests.
package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/toolnexus/go-sdk/internal/interop"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// document is the description, where it lies beside the repository.
const document = "../../../../shared/openai-openapi/openai-v1.json"

const (
	chat      = "/v1/chat/completions"
	responses = "/v1/responses"
)

// A conversation in which a model has called every tool and seen every kind of
// result is a request as the description has it.
func TestRequests(t *testing.T) {
	server := start(t)
	for name, strict := range map[string]bool{"plain": false, "strict": true} {
		t.Run("chat "+name, func(t *testing.T) {
			for _, fault := range server.faults(t, chat, chatRequest(t, strict)) {
				t.Error(fault)
			}
		})
		t.Run("responses "+name, func(t *testing.T) {
			for _, fault := range server.faults(t, responses, responsesRequest(t, strict)) {
				t.Error(fault)
			}
		})
	}
	t.Run("controls", func(t *testing.T) { testControls(t, server) })
}

// testControls sees to it that the judge is awake: it finds what is wrong with
// these requests.
func testControls(t *testing.T, server judge) {
	for _, c := range []struct{ name, path, request string }{
		{"no model", chat, `{"messages":[{"role":"user","content":"x"}]}`},
		{"a tool as Responses has it", chat, `{"model":"m","messages":[{"role":"user","content":"x"}],` +
			`"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}]}`},
		{"a tool without a name", chat, `{"model":"m","messages":[{"role":"user","content":"x"}],` +
			`"tools":[{"type":"function","function":{"parameters":{"type":"object"}}}]}`},
		{"parameters that are a text", chat, `{"model":"m","messages":[{"role":"user","content":"x"}],` +
			`"tools":[{"type":"function","function":{"name":"f","parameters":"{}"}}]}`},
		{"a result of no call", chat, `{"model":"m","messages":[{"role":"tool","content":"x"}]}`},
		{"an image in a result", chat, `{"model":"m","messages":[{"role":"tool","tool_call_id":"c",` +
			`"content":[{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}]}]}`},
		{"a tool as Chat Completions has it", responses, `{"model":"m","input":"x",` +
			`"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}`},
		{"a tool that does not say whether it is strict", responses, `{"model":"m","input":"x",` +
			`"tools":[{"type":"function","name":"f","parameters":{"type":"object"}}]}`},
		{"an output that is an object", responses, `{"model":"m",` +
			`"input":[{"type":"function_call_output","call_id":"c","output":{"a":1}}]}`},
		{"an output with a text as Chat Completions has it", responses, `{"model":"m",` +
			`"input":[{"type":"function_call_output","call_id":"c","output":[{"type":"text","text":"x"}]}]}`},
	} {
		if len(server.faults(t, c.path, []byte(c.request))) == 0 {
			t.Errorf("the judge finds no fault with %s: %s", c.name, c.request)
		}
	}
}

// A judge is the address of the server.
type judge string

// faults are what the judge finds wrong with a request.
func (j judge) faults(t *testing.T, path string, request []byte) []string {
	t.Helper()
	response, err := http.Post(string(j)+path, "application/json", bytes.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var faults []string
	count, _ := strconv.Atoi(response.Header.Get("X-Steady-Error-Count")) // absent: none
	for i := range count {
		header := func(name string) string { return response.Header.Get(fmt.Sprintf("X-Steady-Error-%d-%s", i+1, name)) }
		faults = append(faults, fmt.Sprintf("%s at %s: %s", header("Code"), header("Path"), header("Message")))
	}
	if response.StatusCode != http.StatusOK {
		faults = append(faults, "the answer is "+response.Status)
	}
	return faults
}

func chatRequest(t *testing.T, strict bool) []byte {
	t.Helper()
	kit := interop.NewToolkit(t, interop.Tools()...)
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: strict, Fallback: true})
	if err != nil {
		t.Fatal(err)
	}
	messages := []json.RawMessage{[]byte(`{"role":"user","content":"Use every tool."}`), interop.ChatCalls(t, strict)}
	for _, r := range results(t, kit, strict) {
		message, err := r.result.OpenAIMessage(r.id)
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, message)
	}
	content, err := toolnexus.OpenAIContent(interop.Parts())
	if err != nil {
		t.Fatal(err)
	}
	messages = append(messages, fmt.Appendf(nil, `{"role":"user","content":%s}`, content))
	return fmt.Appendf(nil, `{"model":"gpt-4o","messages":%s,"tools":%s}`, interop.Marshal(t, messages), declared.JSON)
}

// responsesRequest has no message with content parts: the server finds fault with
// every list of them, be it one text. Outputs hold the same parts.
func responsesRequest(t *testing.T, strict bool) []byte {
	t.Helper()
	kit := interop.NewToolkit(t, interop.Tools()...)
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{Strict: strict, Fallback: true, Responses: true})
	if err != nil {
		t.Fatal(err)
	}
	items := append([]json.RawMessage{[]byte(`{"type":"message","role":"user","content":"Use every tool."}`)}, interop.ResponsesCalls(t, strict)...)
	for _, r := range results(t, kit, strict) {
		output, err := r.result.OpenAIOutput(r.id)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, output)
	}
	return fmt.Appendf(nil, `{"model":"gpt-4o","input":%s,"tools":%s}`, interop.Marshal(t, items), declared.JSON)
}

// answer is the result of a call.
type answer struct {
	id     string
	result toolnexus.ToolResult
}

// results are what the tools return, and results of every other kind.
func results(t *testing.T, kit *toolnexus.Toolkit, strict bool) []answer {
	t.Helper()
	var answers []answer
	for i, c := range interop.Calls() {
		answers = append(answers, answer{interop.CallID(i), kit.Execute(t.Context(), c.Tool.Name, []byte(c.Arguments(strict)))})
	}
	for name, result := range interop.Results() {
		answers = append(answers, answer{"call_" + strconv.Quote(name), result})
	}
	return answers
}
