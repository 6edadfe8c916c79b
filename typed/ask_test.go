package typed_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

type refund struct {
	Order string  `json:"order" validate:"required"`
	Euros float64 `json:"euros" validate:"gt=0"`
}

type reason struct {
	Code string `json:"code" validate:"oneof=damaged late"`
	Note string `json:"note,omitempty"`
}

// refundTool asks for a reason, then for approval, and counts its refunds.
func refundTool(runs *int, opts ...typed.Option) toolnexus.Tool {
	return typed.MustDefine("refund", "Refunds an order.", func(ctx context.Context, in refund) (typed.Text, error) {
		why, err := typed.Ask[reason](ctx, toolnexus.Request{Kind: toolnexus.KindInput, Prompt: "Why?"})
		if err != nil {
			return "", fmt.Errorf("refund: %w", err)
		}
		if err := typed.Approve(ctx, fmt.Sprintf("Refund %v for %s?", in.Euros, in.Order)); err != nil {
			return "", err
		}
		*runs++
		return typed.Text("refunded, " + why.Code), nil
	}, opts...)
}

const refundArgs = `{"order":"A1","euros":5}`

// overTheWire is the request as another process reads it from the result.
func overTheWire(t *testing.T, r toolnexus.ToolResult) toolnexus.Request {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back toolnexus.ToolResult
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	req, ok := toolnexus.PendingOf(back)
	if !ok {
		t.Fatalf("no suspension: %s", raw)
	}
	return req
}

func yes(req toolnexus.Request, data string) toolnexus.Answer {
	return toolnexus.Answer{ID: req.ID, OK: true, Data: json.RawMessage(data)}
}

func TestSeveralQuestionsAreEachAskedOnce(t *testing.T) {
	for name, opts := range map[string][]typed.Option{"unsigned": nil, "signed": {typed.SignRequests([]byte("k"))}} {
		t.Run(name, func(t *testing.T) {
			runs := 0
			ctx, tool, args := t.Context(), refundTool(&runs, opts...), json.RawMessage(refundArgs)
			first := overTheWire(t, tool.Call(ctx, args))
			var data struct {
				Schema struct{ Properties map[string]any }
			}
			if err := json.Unmarshal(first.Data, &data); err != nil || data.Schema.Properties["code"] == nil || first.Prompt != "Why?" {
				t.Fatalf("first question: %+v %v", first, err)
			}
			// Another process has the same tool, and the arguments in another spelling.
			other := refundTool(&runs, opts...)
			again := json.RawMessage(` {"euros":5.0, "order":"A1"}`)
			second := overTheWire(t, toolnexus.Resume(ctx, other, again, first, yes(first, `{"code":"late"}`)))
			if second.Prompt != "Refund 5 for A1?" || second.Kind != toolnexus.KindApproval || second.ID == first.ID || runs != 0 {
				t.Fatalf("second question: %+v, %d runs", second, runs)
			}
			done := toolnexus.Resume(ctx, tool, args, second, yes(second, ``))
			if done.Output != "refunded, late" || done.IsError() || runs != 1 {
				t.Errorf("done: %s, %d runs", done.Output, runs)
			}
		})
	}
}

func TestAnswersThatDoNotCountRunNothing(t *testing.T) {
	for name, test := range map[string]struct {
		opts    []typed.Option
		args    string
		tool    string
		request func(toolnexus.Request) toolnexus.Request
		answer  func(toolnexus.Request) toolnexus.Answer
		is      error
	}{
		"for other arguments":   {args: `{"order":"A1","euros":500}`, is: typed.ErrOtherCall},
		"for another tool":      {tool: "payout", is: typed.ErrOtherCall},
		"for another request":   {answer: func(toolnexus.Request) toolnexus.Answer { return toolnexus.Answer{ID: "pnd-x", OK: true} }, is: toolnexus.ErrAnswerMismatch},
		"after expiry":          {request: func(r toolnexus.Request) toolnexus.Request { r.ExpiresAt = time.Unix(1, 0); return r }, is: toolnexus.ErrRequestExpired},
		"without its signature": {opts: []typed.Option{typed.SignRequests([]byte("k"))}, request: unsigned, is: typed.ErrBadSignature},
		"with a forged prompt": {opts: []typed.Option{typed.SignRequests([]byte("k"))}, request: func(r toolnexus.Request) toolnexus.Request {
			r.Prompt = "Harmless?"
			return r
		}, is: typed.ErrBadSignature},
		"with no data at all": {opts: []typed.Option{typed.SignRequests([]byte("k"))}, request: func(r toolnexus.Request) toolnexus.Request {
			r.Data = nil
			return r
		}, is: typed.ErrBadSignature},
		"with forged answers": {opts: []typed.Option{typed.SignRequests([]byte("k"))}, request: func(r toolnexus.Request) toolnexus.Request {
			r.Data = json.RawMessage(strings.Replace(string(r.Data), `"key":`, `"answers":{"x":{"ok":true}},"key":`, 1))
			return r
		}, is: typed.ErrBadSignature},
	} {
		t.Run(name, func(t *testing.T) {
			runs := 0
			tool := refundTool(&runs, test.opts...)
			req := overTheWire(t, tool.Call(t.Context(), json.RawMessage(refundArgs)))
			args, answer := refundArgs, yes(req, `{"code":"late"}`)
			if test.args != "" {
				args = test.args
			}
			if test.tool != "" {
				tool = typed.MustDefine(test.tool, "Pays out.", func(context.Context, refund) (typed.Text, error) {
					runs++
					return "", nil
				})
			}
			if test.request != nil {
				req = test.request(req)
			}
			if test.answer != nil {
				answer = test.answer(req)
			}
			r := toolnexus.Resume(t.Context(), tool, json.RawMessage(args), req, answer)
			var refused *toolnexus.AnswerError
			if !errors.As(r.Error, &refused) || !errors.Is(r.Error, test.is) || runs != 0 {
				t.Errorf("got %v, %d runs, want %v", r.Error, runs, test.is)
			}
		})
	}
}

func unsigned(r toolnexus.Request) toolnexus.Request {
	var data map[string]map[string]json.RawMessage
	if json.Unmarshal(r.Data, &data) == nil {
		delete(data["ask"], "sig")
		r.Data, _ = json.Marshal(data)
	}
	return r
}

func TestAnAnswerThatBreaksTheSchemaIsAskedForAgain(t *testing.T) {
	runs := 0
	tool, args := refundTool(&runs), json.RawMessage(refundArgs)
	first := overTheWire(t, tool.Call(t.Context(), args))
	again := overTheWire(t, toolnexus.Resume(t.Context(), tool, args, first, yes(first, `{"code":"broken","notes":1}`)))
	for _, want := range []string{"Why?", `code: must be one of "damaged", "late" (got "broken")`, `notes: is not known here; did you mean "note"?`} {
		if !strings.Contains(again.Prompt, want) {
			t.Errorf("the prompt %q lacks %q", again.Prompt, want)
		}
	}
	if again.ID != first.ID || runs != 0 {
		t.Errorf("asked again as %s, first as %s", again.ID, first.ID)
	}
	second := overTheWire(t, toolnexus.Resume(t.Context(), tool, args, again, yes(again, `{"code":"damaged"}`)))
	if second.Kind != toolnexus.KindApproval {
		t.Errorf("then asked %+v", second)
	}
}

func TestTheKindsOfANo(t *testing.T) {
	for reason, want := range map[toolnexus.AnswerReason]error{
		"": typed.ErrDeclined, toolnexus.ReasonDeclined: typed.ErrDeclined,
		toolnexus.ReasonCancelled: typed.ErrCancelled, toolnexus.ReasonExpired: typed.ErrExpired,
	} {
		runs := 0
		tool, args := refundTool(&runs), json.RawMessage(refundArgs)
		req := overTheWire(t, tool.Call(t.Context(), args))
		r := toolnexus.Resume(t.Context(), tool, args, req, toolnexus.Answer{ID: req.ID, Reason: reason})
		var no *typed.NoAnswerError
		if !errors.Is(r.Error, want) || !errors.As(r.Error, &no) || no.Prompt != "Why?" || runs != 0 {
			t.Errorf("%q: %v", reason, r.Error)
		}
		if _, pending := toolnexus.PendingOf(r); pending {
			t.Errorf("%q: still pending", reason)
		}
	}
}

func TestScalarAnswers(t *testing.T) {
	tool := typed.MustDefine("age", "Asks.", func(ctx context.Context, _ struct{}) (int, error) {
		return typed.Ask[int](ctx, toolnexus.Request{Kind: toolnexus.KindQuestion, Prompt: "Age?"})
	})
	req := overTheWire(t, tool.Call(t.Context(), nil))
	if r := toolnexus.Resume(t.Context(), tool, nil, req, yes(req, `41`)); r.Output != "41" {
		t.Errorf("got %s", r.Output)
	}
	for _, data := range []string{`"x"`, ``, `null`} {
		again := overTheWire(t, toolnexus.Resume(t.Context(), tool, nil, req, yes(req, data)))
		if !strings.Contains(again.Prompt, "answer: must be an integer") {
			t.Errorf("%s: %q", data, again.Prompt)
		}
	}
}

func TestRequireApproval(t *testing.T) {
	ran := 0
	tool := typed.MustDefine("pay", "Pays.", func(context.Context, refund) (typed.Text, error) {
		ran++
		return "paid", nil
	}, typed.RequireApproval(func(in refund) (string, bool) { return fmt.Sprintf("Pay %v?", in.Euros), in.Euros > 100 }))

	if r := tool.Call(t.Context(), json.RawMessage(`{"order":"A","euros":5}`)); r.Output != "paid" {
		t.Errorf("a small sum: %s", r.Output)
	}
	if r := tool.Call(t.Context(), json.RawMessage(`{"order":"A","euros":-500}`)); !strings.Contains(r.Output, "must be more than 0") {
		t.Errorf("bad arguments are asked about: %s", r.Output)
	}
	args := json.RawMessage(`{"order":"A","euros":500}`)
	req := overTheWire(t, tool.Call(t.Context(), args))
	if ran != 1 || req.Prompt != "Pay 500?" {
		t.Fatalf("%d runs, %+v", ran, req)
	}
	if r := toolnexus.Resume(t.Context(), tool, args, req, toolnexus.Answer{ID: req.ID}); !errors.Is(r.Error, typed.ErrDeclined) || ran != 1 {
		t.Errorf("declined: %v", r.Error)
	}
	if r := toolnexus.Resume(t.Context(), tool, args, req, yes(req, "")); r.Output != "paid" || ran != 2 {
		t.Errorf("approved: %s", r.Output)
	}
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := typed.MustDefine("slow", "Waits.", func(ctx context.Context, _ struct{}) (typed.Text, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}, typed.Timeout(2*time.Second))
		r := tool.Call(t.Context(), nil)
		var late *typed.TimeoutError
		if !errors.As(r.Error, &late) || !errors.Is(r.Error, context.DeadlineExceeded) || r.Output != "slow was stopped: it took longer than 2s" {
			t.Errorf("got %q, %v", r.Output, r.Error)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if r := tool.Call(ctx, nil); errors.As(r.Error, &late) || !errors.Is(r.Error, context.Canceled) {
			t.Errorf("a cancelled call: %v", r.Error)
		}
	})
}

func TestMiddlewareSeesTypedValues(t *testing.T) {
	var log []string
	trace := func(ctx context.Context, call typed.Invocation, next func(context.Context) (any, error)) (any, error) {
		out, err := next(ctx)
		log = append(log, fmt.Sprintf("%s(%v) = %v, %v", call.Tool, call.In, out, err))
		return out, err
	}
	double := func(ctx context.Context, _ typed.Invocation, next func(context.Context) (any, error)) (any, error) {
		out, err := next(ctx)
		if n, ok := out.(int); ok {
			return 2 * n, err
		}
		return out, err
	}
	type number struct {
		N int `json:"n"`
	}
	tool := typed.MustDefine("same", "Gives it back.", func(_ context.Context, in number) (int, error) {
		if in.N < 0 {
			return 0, errors.New("negative")
		}
		return in.N, nil
	}, typed.Use(trace, double))
	if r := tool.Call(t.Context(), json.RawMessage(`{"n":4}`)); r.Output != "8" {
		t.Errorf("got %s", r.Output)
	}
	if r := tool.Call(t.Context(), json.RawMessage(`{"n":-1}`)); r.Output != "negative" {
		t.Errorf("got %s", r.Output)
	}
	if got := strings.Join(log, "; "); got != "same({4}) = 8, <nil>; same({-1}) = 0, negative" {
		t.Errorf("log: %s", got)
	}
	wrong := typed.MustDefine("wrong", "Is wrapped wrongly.", func(context.Context, number) (int, error) { return 1, nil },
		typed.Use(func(context.Context, typed.Invocation, func(context.Context) (any, error)) (any, error) {
			return "text", nil
		}))
	if r := wrong.Call(t.Context(), json.RawMessage(`{"n":1}`)); !r.IsError() {
		t.Errorf("a wrong type passes: %s", r.Output)
	}
}

func TestOptionsAreHeldToTheTypes(t *testing.T) {
	handler := func(context.Context, refund) (typed.Text, error) { return "", nil }
	for name, opt := range map[string]typed.Option{
		"an approval for another type":  typed.RequireApproval(func(reason) (string, bool) { return "", false }),
		"a predicate for another type":  typed.ConcurrencySafe(func(reason) bool { return true }),
		"an example that breaks a rule": typed.Examples(`{"order":"A","euros":0}`),
	} {
		if _, err := typed.Define("pay", "Pays.", handler, opt); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	tool, err := typed.Define("pay", "Pays.", handler, typed.Examples(refundArgs), typed.ConcurrencySafe(func(in refund) bool { return in.Euros < 10 }))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(tool.InputSchema), `,"examples":[`+refundArgs+`]}`) || tool.Validate() != nil {
		t.Errorf("schema: %s", tool.InputSchema)
	}
	for args, want := range map[string]bool{refundArgs: true, `{"order":"A","euros":50}`: false, `{}`: false, `{`: false} {
		if tool.MayOverlap(json.RawMessage(args)) != want {
			t.Errorf("%s may overlap: %v", args, !want)
		}
	}
}

func TestCallsAreTypedBothWays(t *testing.T) {
	type in struct {
		Name string        `json:"name" validate:"min=2"`
		Wait time.Duration `json:"wait,omitempty"`
	}
	type out struct {
		Greeting string   `json:"greeting"`
		Tags     []string `json:"tags"`
	}
	tool := typed.MustDefine("greet", "Greets.", func(_ context.Context, in in) (out, error) {
		switch in.Name {
		case "nobody":
			return out{}, errors.New("nobody is there")
		case "boss":
			return out{}, toolnexus.Suspend(toolnexus.Request{Prompt: "Really?"})
		}
		return out{Greeting: "Hello " + in.Name + " after " + in.Wait.String()}, nil
	})
	greet := typed.Func[in, out](tool)
	got, err := greet(t.Context(), in{Name: "Ann", Wait: time.Second})
	if err != nil || got.Greeting != "Hello Ann after 1s" || got.Tags == nil {
		t.Errorf("got %+v, %v", got, err)
	}
	var failed *typed.CallError
	var bad *typed.ArgumentError
	if _, err := greet(t.Context(), in{Name: "A"}); !errors.As(err, &bad) || !errors.As(err, &failed) || failed.Tool != "greet" {
		t.Errorf("bad arguments: %v", err)
	}
	if _, err := greet(t.Context(), in{Name: "nobody"}); !errors.As(err, &failed) || failed.Result.Output != "nobody is there" {
		t.Errorf("error result: %v", err)
	}
	var suspended *toolnexus.SuspendedError
	if _, err := greet(t.Context(), in{Name: "boss"}); !errors.As(err, &suspended) || suspended.Request.Prompt != "Really?" {
		t.Errorf("suspension: %v", err)
	}
	if _, err := typed.Call[in, []int](t.Context(), tool, in{Name: "Ann"}); !errors.As(err, &failed) || failed.Result.IsError() {
		t.Errorf("another type: %v", err)
	}
	if text, err := typed.Call[in, typed.Text](t.Context(), tool, in{Name: "Ann"}); err != nil || !strings.Contains(string(text), "Hello") {
		t.Errorf("text: %q %v", text, err)
	}
	foreign := toolnexus.DefineTool("count", "Counts.", nil, func(context.Context, json.RawMessage) (string, error) { return ` 3 `, nil })
	if n, err := typed.Call[struct{}, int](t.Context(), foreign, struct{}{}); err != nil || n != 3 {
		t.Errorf("foreign tool: %d %v", n, err)
	}
}

// FuzzStoredRequest resumes a call with whatever a store may hold.
func FuzzStoredRequest(f *testing.F) {
	runs := 0
	tool := refundTool(&runs, typed.SignRequests([]byte("k")))
	first, _ := toolnexus.PendingOf(tool.Call(context.Background(), json.RawMessage(refundArgs)))
	f.Add([]byte(first.Data), []byte(`{"code":"late"}`), "Why?")
	f.Add([]byte(`{"ask":1}`), []byte(`{`), "")
	f.Add([]byte(`null`), []byte(nil), "x")
	f.Fuzz(func(t *testing.T, data, answer []byte, prompt string) {
		req := first
		req.Data, req.Prompt = data, prompt
		r := toolnexus.Resume(context.Background(), tool, json.RawMessage(refundArgs), req, toolnexus.Answer{ID: req.ID, OK: true, Data: answer})
		if !r.IsError() || runs != 0 {
			t.Fatalf("ran: %s", r.Output)
		}
	})
}
