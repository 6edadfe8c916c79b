package pendingtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
)

func races(t *suite) {
	const claimers = 64
	for _, id := range []string{"a", "b", "c"} {
		t.put(callOf(id))
		var won, lost atomic.Int32
		var start, end sync.WaitGroup
		start.Add(1)
		for range claimers {
			end.Go(func() {
				start.Wait()
				switch _, err := t.Claim(t.ctx, id); {
				case err == nil:
					won.Add(1)
				case errors.Is(err, pending.ErrClaimed):
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		start.Done()
		end.Wait()
		if won.Load() != 1 || lost.Load() != claimers-1 {
			t.Errorf("%d won and %d lost", won.Load(), lost.Load())
		}
	}
}

// works has workers that answer what they see, while calls are put.
func works(t *suite) {
	const calls, workers = 32, 8
	var runs [calls]atomic.Int32
	var ran atomic.Int32
	tool := toolnexus.DefineTool("tool", "", nil, func(_ context.Context, args json.RawMessage) (string, error) {
		var n int
		err := json.Unmarshal(args, &n)
		runs[n].Add(1)
		ran.Add(1)
		return "", err
	})
	var group sync.WaitGroup
	group.Go(func() {
		for n := range calls {
			call := callOf(fmt.Sprint(n))
			call.Args = json.RawMessage(fmt.Sprint(n))
			if err := t.Put(t.ctx, call); err != nil {
				t.Error(err)
				ran.Add(1)
			}
		}
	})
	for range workers {
		group.Go(func() {
			for ran.Load() < calls && t.ctx.Err() == nil && !t.Failed() {
				t.answerAll(tool)
			}
		})
	}
	group.Wait()
	for n := range runs {
		if got := runs[n].Load(); got != 1 {
			t.Errorf("call %d ran %d times", n, got)
		}
	}
	t.wantIDs("", "")
}

func (t *suite) answerAll(tool toolnexus.Tool) {
	for call, err := range t.List(t.ctx) {
		if err != nil {
			t.Error(err)
			return
		}
		_, err := pending.Answer(t.ctx, t.Store, only(tool), toolnexus.Answer{ID: call.Request.ID})
		if err != nil && !errors.Is(err, pending.ErrClaimed) && !errors.Is(err, pending.ErrNotFound) {
			t.Error(err)
			return
		}
	}
}

func only(tool toolnexus.Tool) func(string) (toolnexus.Tool, bool) {
	return func(name string) (toolnexus.Tool, bool) { return tool, name == tool.Name }
}

func answers(t *suite) {
	failure := errors.New("it broke")
	for _, c := range []struct {
		name string
		run  func(ctx context.Context) (string, error)
		want error
	}{
		{"success", func(context.Context) (string, error) { return "done", nil }, nil},
		{"failure", func(context.Context) (string, error) { return "", failure }, failure},
		{"panic", func(context.Context) (string, error) { panic(failure) }, failure}, //nolint:forbidigo // the case
	} {
		call := callOf(c.name)
		t.put(call)
		var during error
		tool := toolnexus.DefineTool("tool", "", nil, func(ctx context.Context, args json.RawMessage) (string, error) {
			_, during = pending.Answer(ctx, t.Store, nil, toolnexus.Answer{ID: c.name})
			answer, _ := toolnexus.AnswerFrom(ctx)
			request, _ := toolnexus.RequestFrom(ctx)
			if string(args) != `{"n":1}` || !answer.OK || request.Prompt != "Go?" {
				t.Errorf("%s: the tool got %s, %v, %v", c.name, args, answer, request)
			}
			return c.run(ctx)
		})
		answer := toolnexus.Answer{ID: c.name, OK: true}
		result, err := pending.Answer(t.ctx, t.Store, only(tool), answer)
		t.want(err, nil)
		t.want(result.Error, c.want)
		t.want(during, pending.ErrClaimed, c.name)
		_, err = pending.Answer(t.ctx, t.Store, only(tool), answer)
		t.want(err, pending.ErrNotFound, c.name)
	}
	t.wantIDs("", "")
}

// answersOn has a tool that asks under a new id, then twice under its own.
func answersOn(t *suite) {
	tool := toolnexus.DefineTool("tool", "", nil, func(ctx context.Context, _ json.RawMessage) (string, error) {
		request, _ := toolnexus.RequestFrom(ctx)
		answer, _ := toolnexus.AnswerFrom(ctx)
		switch {
		case request.ID == "a":
			return "", fmt.Errorf("wrapped: %w", toolnexus.Suspend(toolnexus.Request{ID: "b", Prompt: "How many?"}))
		case string(answer.Data) != "3":
			return "", toolnexus.Suspend(toolnexus.Request{ID: "b", Prompt: "3, please"})
		}
		return request.Prompt, nil
	})
	t.put(callOf("a"))
	var since time.Time
	for _, c := range []struct{ id, data, output, open string }{
		{"a", `1`, "How many?", "b"},
		{"b", `2`, "3, please", "b"},
		{"b", `2`, "3, please", "b"},
		{"b", `3`, "3, please", ""},
	} {
		answer := toolnexus.Answer{ID: c.id, OK: true, Data: json.RawMessage(c.data)}
		result, err := pending.Answer(t.ctx, t.Store, only(tool), answer)
		t.want(err, nil)
		if _, suspended := toolnexus.PendingOf(result); result.Output != c.output || suspended != (c.open != "") {
			t.Errorf("answer %v: result %v", c, result)
		}
		t.wantIDs(c.open, "")
		if c.open != "" {
			waiting, err := t.Get(t.ctx, c.open)
			t.want(err, nil)
			if c.id == c.open && !waiting.Created.Equal(since) {
				t.Errorf("the call that asks again waits since %v, not %v", waiting.Created, since)
			}
			since = waiting.Created
		}
	}
}

func answersLater(t *suite) {
	ran := false
	tool := toolnexus.DefineTool("tool", "", nil, func(context.Context, json.RawMessage) (string, error) {
		ran = true
		return "", nil
	})
	unusable := toolnexus.Tool{Name: "tool"}
	unknown := func(string) (toolnexus.Tool, bool) { return toolnexus.Tool{}, false }
	ctx, cancel := context.WithCancel(t.ctx)
	cancelling := func(string) (toolnexus.Tool, bool) {
		cancel()
		return tool, true
	}
	t.put(callOf("a"))
	answer := toolnexus.Answer{ID: "a", OK: true}
	_, err := pending.Answer(t.ctx, t.Store, unknown, answer)
	t.want(err, pending.ErrUnknownTool, "a", "tool")
	t.wantIDs("a", "")
	result, err := pending.Answer(t.ctx, t.Store, only(unusable), answer)
	t.want(err, nil)
	if !result.IsError() {
		t.Error("an unusable tool ran")
	}
	t.wantIDs("a", "")
	result, err = pending.Answer(ctx, t.Store, cancelling, answer)
	t.want(err, nil)
	t.want(result.Error, context.Canceled)
	t.wantIDs("a", "")
	_, err = pending.Answer(ctx, t.Store, only(tool), answer)
	t.want(err, context.Canceled)
	if ran {
		t.Error("the tool ran")
	}
	t.wantIDs("a", "")
}
