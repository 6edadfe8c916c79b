package toolnexus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// asking returns a tool that asks once and then tells what it was answered, and
// a count of its runs.
func asking(req toolnexus.Request) (toolnexus.Tool, *int) {
	runs := new(int)
	return toolnexus.Tool{Name: "ask", Execute: func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
		*runs++
		answer, ok := toolnexus.AnswerFrom(ctx)
		if !ok {
			return toolnexus.Pending(req)
		}
		return toolnexus.OK(fmt.Sprintf("%s %v %s %s", args, answer.OK, answer.Data, answer.Reason))
	}}, runs
}

func TestResumeGivesTheAnswerToTheTool(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer toolnexus.Answer
		want   string
	}{
		{"a yes", toolnexus.Answer{ID: "pnd-1", OK: true, Data: raw(`{"n":1}`)}, `{"a":1} true {"n":1} `},
		{"a no", toolnexus.Answer{ID: "pnd-1", Reason: toolnexus.ReasonDeclined}, `{"a":1} false  declined`},
		{"nobody answered", toolnexus.Answer{ID: "pnd-1", Reason: toolnexus.ReasonExpired}, `{"a":1} false  expired`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool, runs := asking(approval)
			req, ok := toolnexus.PendingOf(roundTrip(t, tool.Call(t.Context(), raw(`{"a":1}`))))
			if !ok {
				t.Fatal("the tool did not ask")
			}
			got := toolnexus.Resume(t.Context(), tool, raw(`{"a":1}`), req, tt.answer)
			if got.Output != tt.want || got.IsError() || *runs != 2 {
				t.Errorf("result = %+v after %d runs, want %q", got, *runs, tt.want)
			}
		})
	}
}

func TestResumeRefusesAWrongAnswer(t *testing.T) {
	past := approval
	past.ExpiresAt = time.Unix(0, 0)
	for _, tt := range []struct {
		name   string
		req    toolnexus.Request
		answer toolnexus.Answer
		want   error
	}{
		{"of another request", approval, toolnexus.Answer{ID: "pnd-2", OK: true}, toolnexus.ErrAnswerMismatch},
		{"in another case", approval, toolnexus.Answer{ID: "PND-1", OK: true}, toolnexus.ErrAnswerMismatch},
		{"without an id", approval, toolnexus.Answer{OK: true}, toolnexus.ErrAnswerMismatch},
		{"of no request at all", toolnexus.Request{}, toolnexus.Answer{OK: true}, toolnexus.ErrAnswerMismatch},
		{"too late", past, toolnexus.Answer{ID: "pnd-1", OK: true}, toolnexus.ErrRequestExpired},
		{"a no, too late", past, toolnexus.Answer{ID: "pnd-1"}, toolnexus.ErrRequestExpired},
		{"of another request, too late", past, toolnexus.Answer{ID: "pnd-2"}, toolnexus.ErrAnswerMismatch},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool, runs := asking(approval)
			got := toolnexus.Resume(t.Context(), tool, nil, tt.req, tt.answer)

			if want := "the call was not resumed: " + tt.want.Error(); *runs != 0 || got.Output != want || !errors.Is(got.Error, tt.want) {
				t.Errorf("result = %+v after %d runs, want %q", got, *runs, want)
			}
			var refused *toolnexus.AnswerError
			if !errors.As(got.Error, &refused) {
				t.Fatalf("Error = %v, want an AnswerError", got.Error)
			}
			if diff := cmp.Diff(toolnexus.AnswerError{Request: tt.req, Answer: tt.answer, Err: tt.want}, *refused,
				cmp.Comparer(errors.Is)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestARequestExpiresAtItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		req := approval
		req.ExpiresAt = time.Now().Add(time.Minute)
		tool, _ := asking(req)
		resume := func() toolnexus.ToolResult {
			return toolnexus.Resume(t.Context(), tool, nil, req, toolnexus.Answer{ID: req.ID, OK: true})
		}

		time.Sleep(time.Minute - 1)
		if got := resume(); got.IsError() {
			t.Errorf("a nanosecond before: %+v", got)
		}
		time.Sleep(1)
		if got := resume(); !errors.Is(got.Error, toolnexus.ErrRequestExpired) {
			t.Errorf("at the time: %+v", got)
		}
	})
}

func TestARequestWithoutATimeNeverExpires(t *testing.T) {
	req := approval
	req.ExpiresAt = time.Time{}
	tool, _ := asking(req)
	if got := toolnexus.Resume(t.Context(), tool, nil, req, toolnexus.Answer{ID: req.ID, OK: true}); got.IsError() {
		t.Errorf("result = %+v", got)
	}
}

func TestResumeIsACall(t *testing.T) {
	answer := toolnexus.Answer{ID: approval.ID, OK: true}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()

	tool, runs := asking(approval)
	if got := toolnexus.Resume(cancelled, tool, nil, approval, answer); !errors.Is(got.Error, context.Canceled) || *runs != 0 {
		t.Errorf("with a cancelled context: %+v after %d runs", got, *runs)
	}
	if got := toolnexus.Resume(t.Context(), toolnexus.Tool{Name: "x"}, nil, approval, answer); !got.IsError() {
		t.Errorf("without a function: %+v", got)
	}
	if got := toolnexus.Resume(t.Context(), tool, nil, approval, answer); got.Output != "{} true  " {
		t.Errorf("without arguments: %+v", got)
	}
	risky := toolnexus.Tool{Name: "risky", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult { panic("x") }}
	if got := toolnexus.Resume(t.Context(), risky, nil, approval, answer); got.Output != `tool "risky" failed internally` {
		t.Errorf("with a panic: %+v", got)
	}
}

func TestTheContextCarriesTheLatestAnswer(t *testing.T) {
	ctx := t.Context()
	if answer, ok := toolnexus.AnswerFrom(ctx); ok {
		t.Errorf("AnswerFrom = %+v on a first run", answer)
	}
	if req, ok := toolnexus.RequestFrom(ctx); ok {
		t.Errorf("RequestFrom = %+v on a first run", req)
	}

	tool := toolnexus.Tool{Name: "x", Execute: func(ctx context.Context, _ json.RawMessage) toolnexus.ToolResult {
		req, ok := toolnexus.RequestFrom(ctx)
		if diff := cmp.Diff(approval, req); diff != "" || !ok {
			t.Errorf("RequestFrom (-want +got):\n%s", diff)
		}
		inner := toolnexus.WithAnswer(ctx, toolnexus.Answer{ID: "pnd-2"})
		if answer, ok := toolnexus.AnswerFrom(inner); !ok || answer.ID != "pnd-2" {
			t.Errorf("AnswerFrom = %+v, %v", answer, ok)
		}
		if req, ok := toolnexus.RequestFrom(inner); ok {
			t.Errorf("RequestFrom = %+v, the request of another answer", req)
		}
		return toolnexus.OK("ran")
	}}
	if got := toolnexus.Resume(ctx, tool, nil, approval, toolnexus.Answer{ID: approval.ID}); got.Output != "ran" {
		t.Errorf("result = %+v", got)
	}
}

// An answer is for the call that asked: a tool that calls another one does not
// hand it on.
func TestAnswerIsNotForNestedCalls(t *testing.T) {
	var inner, outer bool
	asks := toolnexus.DefineTool("inner", "Looks for an answer.", nil, func(ctx context.Context, _ json.RawMessage) (string, error) {
		_, inner = toolnexus.AnswerFrom(ctx)
		return "", nil
	})
	tool := toolnexus.DefineTool("outer", "Calls another.", nil, func(ctx context.Context, args json.RawMessage) (string, error) {
		_, outer = toolnexus.AnswerFrom(ctx)
		asks.Call(ctx, args)
		return "", nil
	})
	req := toolnexus.Request{ID: "pnd-1"}
	for range 2 {
		toolnexus.Resume(t.Context(), tool, nil, req, toolnexus.Answer{ID: "pnd-1", OK: true})
		if !outer || inner {
			t.Errorf("the answer reaches the outer call: %v, the inner one: %v", outer, inner)
		}
	}
}
