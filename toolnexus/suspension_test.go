package toolnexus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

var approval = toolnexus.Request{
	ID:        "pnd-1",
	Kind:      toolnexus.KindApproval,
	Prompt:    "Delete 3 files?",
	Data:      json.RawMessage(`{"files":3}`),
	ExpiresAt: time.Date(2100, 1, 2, 3, 4, 5, 0, time.UTC),
}

func TestPendingOutput(t *testing.T) {
	for _, tt := range []struct {
		name   string
		result toolnexus.ToolResult
		want   string
	}{
		{"a prompt", toolnexus.Pending(toolnexus.Request{Prompt: "Sure?"}), "Sure?"},
		{"a prompt and a URL", toolnexus.Pending(toolnexus.Request{Prompt: "Log in", URL: "https://example.com"}), "Log in\nhttps://example.com"},
		{"a URL alone", toolnexus.Pending(toolnexus.Request{URL: "https://example.com"}), "https://example.com"},
		{"a login", toolnexus.AuthRequired("https://example.com", "Log in to Mail"), "Log in to Mail\nhttps://example.com"},
		{"a login without a prompt", toolnexus.AuthRequired("https://example.com", ""), "Authorization required to continue\nhttps://example.com"},
		{"a login without anything", toolnexus.AuthRequired("", ""), "Authorization required to continue"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.result.Output != tt.want || !tt.result.IsError() {
				t.Errorf("result = %+v, want output %q", tt.result, tt.want)
			}
			req, ok := toolnexus.PendingOf(tt.result)
			if !ok || !strings.HasPrefix(req.ID, "pnd-") || len(req.ID) != len("pnd-")+26 {
				t.Errorf("PendingOf = %+v, %v, want an id of pnd- and a ULID", req, ok)
			}
		})
	}
	if req, _ := toolnexus.PendingOf(toolnexus.AuthRequired("u", "p")); req.Kind != toolnexus.KindAuthorization {
		t.Errorf("kind = %q", req.Kind)
	}
}

func TestPendingKeepsTheRequestItWasGiven(t *testing.T) {
	result := toolnexus.Pending(approval)
	if diff := cmp.Diff(map[string]any{"pending": approval}, result.Metadata); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	var s *toolnexus.SuspendedError
	if !errors.As(result.Error, &s) || !cmp.Equal(approval, s.Request) {
		t.Errorf("Error = %#v, want the request in it", result.Error)
	}
}

func TestSuspendGivesTheIDAtOnce(t *testing.T) {
	err := toolnexus.Suspend(toolnexus.Request{Prompt: "Sure?"})
	var s *toolnexus.SuspendedError
	if !errors.As(err, &s) || s.Request.ID == "" {
		t.Fatalf("Suspend = %#v, want a request with an id", err)
	}
	if req, _ := toolnexus.PendingOf(toolnexus.FromError(err)); req.ID != s.Request.ID {
		t.Errorf("the result waits for %q, the error for %q", req.ID, s.Request.ID)
	}
}

func TestPendingOfFindsTheRequest(t *testing.T) {
	suspended := toolnexus.Suspend(approval)
	wrapped := fmt.Errorf("outer: %w", fmt.Errorf("inner: %w", suspended))
	tool := func(result toolnexus.ToolResult) toolnexus.ToolResult {
		return toolnexus.Tool{Name: "x", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult { return result }}.
			Call(context.Background(), nil)
	}
	defined := toolnexus.DefineTool("x", "", nil, func(context.Context, json.RawMessage) (string, error) { return "", wrapped })

	results := map[string]toolnexus.ToolResult{
		"Pending":                 toolnexus.Pending(approval),
		"FromError":               toolnexus.FromError(suspended),
		"FromError, wrapped":      toolnexus.FromError(wrapped),
		"FromError, joined":       toolnexus.FromError(errors.Join(errors.New("x"), wrapped)),
		"Errorf":                  toolnexus.Errorf("x: %w", suspended),
		"Error alone":             {Error: wrapped},
		"Error alone, called":     tool(toolnexus.ToolResult{Error: wrapped}),
		"other output, called":    tool(toolnexus.ToolResult{Output: "wait", Error: wrapped}),
		"metadata alone":          {Error: errors.New("x"), Metadata: map[string]any{"pending": approval}},
		"a pointer in metadata":   {Error: errors.New("x"), Metadata: map[string]any{"pending": &approval}},
		"raw JSON in metadata":    {Error: errors.New("x"), Metadata: map[string]any{"pending": marshal(t, approval)}},
		"plain data in metadata":  {Error: errors.New("x"), Metadata: map[string]any{"pending": plain(t, approval)}},
		"a tool of DefineTool":    defined.Call(t.Context(), nil),
		"extended":                toolnexus.Pending(approval).WithMetadata("a", 1).WithParts(toolnexus.TextPart("x")),
		"another key in metadata": toolnexus.FromError(wrapped).WithMetadata("pending", "other"),
	}
	for name, result := range maps.Clone(results) {
		results[name+", after JSON"] = roundTrip(t, result)
		results[name+", after JSON twice"] = roundTrip(t, roundTrip(t, result))
		results[name+", Error kept by another result"] = toolnexus.FromError(fmt.Errorf("x: %w", roundTrip(t, result).Error))
	}
	for name, result := range results {
		t.Run(name, func(t *testing.T) {
			got, ok := toolnexus.PendingOf(result)
			if !ok {
				t.Fatalf("no request in %+v", result)
			}
			if diff := cmp.Diff(approval, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPendingOfFindsNothingElse(t *testing.T) {
	for name, result := range map[string]toolnexus.ToolResult{
		"nothing":                          {},
		"success":                          toolnexus.OK("pending"),
		"success with a request":           toolnexus.OK("").WithMetadata("pending", approval),
		"an ordinary error":                toolnexus.Errorf("Delete 3 files?"),
		"an error and other pending work":  toolnexus.Errorf("busy").WithMetadata("pending", 3),
		"an error and a pending list":      toolnexus.Errorf("busy").WithMetadata("pending", []string{"a"}),
		"an error and other pending data":  toolnexus.Errorf("busy").WithMetadata("pending", map[string]any{"count": 3}),
		"an error and data that fails":     toolnexus.Errorf("busy").WithMetadata("pending", map[string]any{"id": make(chan int)}),
		"a request without an id":          toolnexus.Errorf("busy").WithMetadata("pending", toolnexus.Request{}),
		"a nil pointer to a request":       toolnexus.Errorf("busy").WithMetadata("pending", (*toolnexus.Request)(nil)),
		"a nil suspension":                 {Output: "x", Error: (*toolnexus.SuspendedError)(nil)},
		"an answer that came too late":     toolnexus.Resume(t.Context(), toolnexus.Tool{}, nil, approval, toolnexus.Answer{ID: "x"}),
		"a cancelled context":              toolnexus.FromError(context.Canceled),
		"raw data that is no request":      toolnexus.Errorf("busy").WithMetadata("pending", raw(`{"id":"x","kind":3}`)),
		"raw data that is not even JSON":   toolnexus.Errorf("busy").WithMetadata("pending", raw(`{`)),
		"ordinary pending data, from JSON": roundTrip(t, toolnexus.Errorf("busy").WithMetadata("pending", map[string]any{"count": 3})),
		"a request of success, from JSON":  roundTrip(t, toolnexus.OK("").WithMetadata("pending", approval)),
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := toolnexus.PendingOf(result); ok {
				t.Errorf("PendingOf = %+v", got)
			}
		})
	}
}

func TestASuspensionWithoutAnIDGetsOneWhenItBecomesAResult(t *testing.T) {
	bare := &toolnexus.SuspendedError{Request: toolnexus.Request{Prompt: "Sure?"}}
	result := toolnexus.FromError(bare)
	first, ok := toolnexus.PendingOf(result)
	again, _ := toolnexus.PendingOf(roundTrip(t, result))
	if !ok || first.ID == "" || first.ID != again.ID {
		t.Errorf("ids %q and %q", first.ID, again.ID)
	}
}

func TestASuspensionIsRestoredWithItsOutput(t *testing.T) {
	result := toolnexus.Pending(approval)
	result.Output = "Waiting for a person."
	got := roundTrip(t, result)
	if got.Output != result.Output || got.Error.Error() != result.Output {
		t.Errorf("result = %+v, want the error to say the output", got)
	}
	var s *toolnexus.SuspendedError
	if !errors.As(got.Error, &s) || s.Request.ID != approval.ID {
		t.Errorf("Error = %v, want a SuspendedError in it", got.Error)
	}
}

func TestRequestWireForm(t *testing.T) {
	for _, tt := range []struct {
		name string
		req  toolnexus.Request
		want string
	}{
		{"the least", toolnexus.Request{}, `{"id":"","kind":"","prompt":""}`},
		{"everything", toolnexus.Request{
			ID: "pnd-1", Kind: "our_own", Prompt: "p", URL: "u", Data: raw(`{"a":1.0}`),
			ExpiresAt: time.Date(2030, 1, 2, 15, 4, 5, 0, time.FixedZone("", 3600)),
		}, `{"id":"pnd-1","kind":"our_own","prompt":"p","url":"u","data":{"a":1.0},"expiresAt":"2030-01-02T15:04:05+01:00"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := marshal(t, tt.req)
			if string(got) != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
			var back toolnexus.Request
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.req, back); diff != "" {
				t.Errorf("after a round trip (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnswerWireForm(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer toolnexus.Answer
		want   string
	}{
		{"the least", toolnexus.Answer{}, `{"id":"","ok":false}`},
		{"a yes with data", toolnexus.Answer{ID: "pnd-1", OK: true, Data: raw(`[1]`)}, `{"id":"pnd-1","ok":true,"data":[1]}`},
		{"a no", toolnexus.Answer{ID: "pnd-1", Reason: toolnexus.ReasonDeclined}, `{"id":"pnd-1","ok":false,"reason":"declined"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := marshal(t, tt.answer)
			if string(got) != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
			var back toolnexus.Answer
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.answer, back); diff != "" {
				t.Errorf("after a round trip (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheVocabularyIsPartOfTheWireForm(t *testing.T) {
	got := fmt.Sprint(
		toolnexus.KindApproval, toolnexus.KindAuthorization, toolnexus.KindInput, toolnexus.KindQuestion, toolnexus.KindToolCall,
		toolnexus.ReasonDeclined, toolnexus.ReasonCancelled, toolnexus.ReasonExpired,
		toolnexus.PartKindText, toolnexus.PartKindImage, toolnexus.PartKindAudio, toolnexus.PartKindFile,
		toolnexus.SourceCustom, toolnexus.SourceNative, toolnexus.SourceMCP, toolnexus.SourceSkill,
		toolnexus.SourceBuiltin, toolnexus.SourceHTTP, toolnexus.SourceRelay, toolnexus.SourceAgent)
	want := "approval authorization input question tool_call declined cancelled expired " +
		"text image audio file custom native mcp skill builtin http relay agent"
	if strings.Join(strings.Fields(got), "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func marshal(t *testing.T, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// plain is v as a program without our types decodes it.
func plain(t *testing.T, v any) any {
	t.Helper()
	var data any
	if err := json.Unmarshal(marshal(t, v), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func roundTrip(t *testing.T, result toolnexus.ToolResult) toolnexus.ToolResult {
	t.Helper()
	var back toolnexus.ToolResult
	if err := json.Unmarshal(marshal(t, result), &back); err != nil {
		t.Fatal(err)
	}
	return back
}
