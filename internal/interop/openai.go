package interop

import (
	"encoding/json"
	"fmt"
	"testing"
)

// ChatCalls is the message of Chat Completions with which a model makes all
// [Calls].
func ChatCalls(t testing.TB, strict bool) json.RawMessage {
	t.Helper()
	type function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	type call struct {
		ID       string   `json:"id"`
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	var calls []call
	for i, c := range Calls() {
		calls = append(calls, call{CallID(i), "function", function{c.Tool.Name, c.Arguments(strict)}})
	}
	return fmt.Appendf(nil, `{"role":"assistant","content":null,"tool_calls":%s}`, Marshal(t, calls))
}

// ResponsesCalls are the items of the Responses API with which a model makes all
// [Calls].
func ResponsesCalls(t testing.TB, strict bool) []json.RawMessage {
	t.Helper()
	type call struct {
		Type      string `json:"type"`
		ID        string `json:"id"`
		CallID    string `json:"call_id"`
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	var items []json.RawMessage
	for i, c := range Calls() {
		items = append(items, Marshal(t, call{"function_call", fmt.Sprintf("fc_%d", i), CallID(i), c.Tool.Name, c.Arguments(strict)}))
	}
	return items
}
