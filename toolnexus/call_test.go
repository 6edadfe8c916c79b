package toolnexus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func TestCallTurnsMissingArgumentsIntoAnEmptyObject(t *testing.T) {
	echo := toolnexus.Tool{Name: "echo", Execute: func(_ context.Context, args json.RawMessage) toolnexus.ToolResult {
		return toolnexus.OK(string(args))
	}}
	for _, tt := range []struct{ name, args, want string }{
		{"empty", "", "{}"},
		{"blank", " \t\r\n", "{}"},
		{"null", "null", "{}"},
		{"null in blanks", "\n null ", "{}"},
		{"an object", `{"a":1}`, `{"a":1}`},
		{"an object in blanks is left alone", " {} ", " {} "},
		{"an array is left alone", "[]", "[]"},
		{"a broken document is left alone", "{", "{"},
		{"a word that only begins like null", "nullx", "nullx"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := echo.Call(t.Context(), raw(tt.args)); got.Output != tt.want || got.IsError() {
				t.Errorf("Execute got %q, want %q", got.Output, tt.want)
			}
		})
	}
	if got := echo.Call(t.Context(), nil); got.Output != "{}" {
		t.Errorf("Execute got %q for nil", got.Output)
	}
}

func TestCallKeepsEmptyArgumentsApart(t *testing.T) {
	spoil := toolnexus.Tool{Name: "spoil", Execute: func(_ context.Context, args json.RawMessage) toolnexus.ToolResult {
		defer func() { args[0] = '!' }()
		return toolnexus.OK(string(args))
	}}
	for range 2 {
		if got := spoil.Call(t.Context(), nil); got.Output != "{}" {
			t.Errorf("Execute got %q, what an earlier call left", got.Output)
		}
	}
}

func TestCallTurnsAPanicIntoAnErrorResult(t *testing.T) {
	for _, tt := range []struct {
		name   string
		panics func()
		value  string
		is     error
	}{
		{"a string", func() { panic("the secret") }, "the secret", nil},
		{"an error", func() { panic(fmt.Errorf("read: %w", io.ErrUnexpectedEOF)) }, "read: unexpected EOF", io.ErrUnexpectedEOF},
		{"a runtime error", func() { var m map[string]int; m["x"] = 1 }, "assignment to entry in nil map", nil},
		{"nil", func() { panic(nil) }, new(runtime.PanicNilError).Error(), nil},
		{"a cancelled context", func() { panic(context.Canceled) }, "context canceled", context.Canceled},
		{"a suspension", func() { panic(toolnexus.Suspend(toolnexus.Request{Prompt: "the secret"})) }, "the secret", nil},
		{"a value that cannot be printed", func() { panic(unprintable{}) }, "%!v(PANIC=String method: no text)", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool := toolnexus.Tool{Name: "risky", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult {
				tt.panics()
				return toolnexus.OK("unreachable")
			}}
			got := tool.Call(t.Context(), nil)

			if want := `tool "risky" failed internally`; got.Output != want {
				t.Errorf("Output = %q, want %q", got.Output, want)
			}
			var p *toolnexus.PanicError
			if !errors.As(got.Error, &p) {
				t.Fatalf("Error = %v, want a PanicError", got.Error)
			}
			if want := `tool "risky" panicked: ` + tt.value; p.Error() != want || p.Tool != "risky" {
				t.Errorf("Error = %q, want %q", p, want)
			}
			if !strings.Contains(string(p.Stack), "call_test.go") {
				t.Errorf("the stack does not show the tool:\n%s", p.Stack)
			}
			if tt.is != nil && !errors.Is(got.Error, tt.is) {
				t.Errorf("Error = %v, want it to match %v", got.Error, tt.is)
			}
			if req, ok := toolnexus.PendingOf(got); ok {
				t.Errorf("a panic is no suspension, but PendingOf = %+v", req)
			}
		})
	}
}

type unprintable struct{}

func (unprintable) String() string { panic("no text") }

func TestCallCatchesAPanicOfNilUnderTheOldRules(t *testing.T) {
	t.Setenv("GODEBUG", "panicnil=1")
	tool := toolnexus.Tool{Name: "risky", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult { panic(nil) }}
	if got := tool.Call(t.Context(), nil); got.Output != `tool "risky" failed internally` || !got.IsError() {
		t.Errorf("result = %+v", got)
	}
}

func TestCallCatchesAnErrorThatPanicsWhenAsked(t *testing.T) {
	tool := toolnexus.Tool{Name: "risky", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult {
		return toolnexus.ToolResult{Error: (*pathError)(nil)}
	}}
	got := tool.Call(t.Context(), nil)
	if _, ok := errors.AsType[*toolnexus.PanicError](got.Error); !ok || got.Output != `tool "risky" failed internally` {
		t.Errorf("result = %+v", got)
	}
}

type pathError struct{ path string }

func (e *pathError) Error() string { return e.path }

func TestAPanicStaysHiddenInOuterTools(t *testing.T) {
	inner := toolnexus.Tool{Name: "inner", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult { panic("the secret") }}
	for _, tt := range []struct {
		name string
		wrap func(error) toolnexus.ToolResult
	}{
		{"as an error without output", func(err error) toolnexus.ToolResult { return toolnexus.ToolResult{Error: err} }},
		{"through FromError", toolnexus.FromError},
		{"through Errorf", func(err error) toolnexus.ToolResult { return toolnexus.Errorf("inner call: %w", err) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			outer := toolnexus.Tool{Name: "outer", Execute: func(ctx context.Context, _ json.RawMessage) toolnexus.ToolResult {
				return tt.wrap(inner.Call(ctx, nil).Error)
			}}
			if got := outer.Call(t.Context(), nil); got.Output != `tool "inner" failed internally` {
				t.Errorf("Output = %q", got.Output)
			}
		})
	}
}

func TestGoexitEndsTheGoroutineOfTheCaller(t *testing.T) {
	tool := toolnexus.Tool{Name: "quit", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult {
		runtime.Goexit()
		return toolnexus.OK("unreachable")
	}}
	returned := false
	var wg sync.WaitGroup
	wg.Go(func() {
		tool.Call(context.Background(), nil)
		returned = true
	})
	wg.Wait()
	if returned {
		t.Error("Call returned from a goroutine that had ended")
	}
}

func TestCallDoesNotStartWhenTheContextIsDone(t *testing.T) {
	reason := errors.New("user closed the tab")
	for _, tt := range []struct {
		name   string
		ctx    func() (context.Context, context.CancelFunc)
		output string
		is     []error
	}{
		{"cancelled", func() (context.Context, context.CancelFunc) {
			return context.WithCancel(context.Background())
		}, `tool "x" was not run: the call was cancelled`, []error{context.Canceled}},
		{"cancelled for a reason", func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(context.Background())
			return ctx, func() { cancel(reason) }
		}, `tool "x" was not run: the call was cancelled`, []error{context.Canceled, reason}},
		{"too late", func() (context.Context, context.CancelFunc) {
			return context.WithDeadline(context.Background(), time.Unix(0, 0))
		}, `tool "x" was not run: its time was up`, []error{context.DeadlineExceeded}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := tt.ctx()
			cancel()
			ran := false
			tool := toolnexus.Tool{Name: "x", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult {
				ran = true
				return toolnexus.OK("done")
			}}
			got := tool.Call(ctx, nil)
			if ran || got.Output != tt.output {
				t.Errorf("ran = %v, Output = %q, want %q", ran, got.Output, tt.output)
			}
			for _, err := range tt.is {
				if !errors.Is(got.Error, err) {
					t.Errorf("Error = %v, want it to match %v", got.Error, err)
				}
			}
		})
	}
}

func TestCallKeepsTheIdentityOfACancellationInside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := toolnexus.DefineTool("wait", "", nil, func(ctx context.Context, _ json.RawMessage) (string, error) {
			<-ctx.Done()
			return "", fmt.Errorf("waiting: %w", ctx.Err())
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if got := wait.Call(ctx, nil); !errors.Is(got.Error, context.DeadlineExceeded) {
			t.Errorf("Error = %v", got.Error)
		}
	})
}

func TestCallOnAToolThatIsNotUsable(t *testing.T) {
	ran := false
	execute := func(context.Context, json.RawMessage) toolnexus.ToolResult {
		ran = true
		return toolnexus.OK("done")
	}
	for _, tt := range []struct {
		name string
		tool toolnexus.Tool
	}{
		{"nothing to run", toolnexus.Tool{Name: "x"}},
		{"no name", toolnexus.Tool{Execute: execute}},
		{"a name with a blank", toolnexus.Tool{Name: "get user", Execute: execute}},
		{"a name that is too long", toolnexus.Tool{Name: strings.Repeat("a", 65), Execute: execute}},
		{"null as schema", toolnexus.Tool{Name: "x", InputSchema: raw(`null`), Execute: execute}},
		{"a schema that is no object", toolnexus.Tool{Name: "x", InputSchema: raw(` ["object"]`), Execute: execute}},
		{"a blank schema", toolnexus.Tool{Name: "x", InputSchema: raw(` `), Execute: execute}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.tool.Call(t.Context(), nil)
			if want := fmt.Sprintf("tool %q is not set up correctly and cannot be run", tt.tool.Name); ran || got.Output != want {
				t.Errorf("ran = %v, Output = %q, want %q", ran, got.Output, want)
			}
			if want := tt.tool.Validate(); want == nil || got.Error == nil || got.Error.Error() != want.Error() {
				t.Errorf("Error = %v, want what Validate says: %v", got.Error, want)
			}
		})
	}
}

func TestCallCompletesAnErrorResult(t *testing.T) {
	cause := errors.New("disk full")
	for _, tt := range []struct {
		name   string
		result toolnexus.ToolResult
		output string
	}{
		{"an error without output", toolnexus.ToolResult{Error: cause}, "disk full"},
		{"an error with output", toolnexus.ToolResult{Output: "try later", Error: cause}, "try later"},
		{"output without an error", toolnexus.ToolResult{Output: "fine"}, "fine"},
		{"nothing", toolnexus.ToolResult{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool := toolnexus.Tool{Name: "x", Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult { return tt.result }}
			got := tool.Call(t.Context(), nil)
			if got.Output != tt.output || got.Error != tt.result.Error || len(got.Metadata) > 0 {
				t.Errorf("result = %+v, want output %q", got, tt.output)
			}
		})
	}
}

func TestCallFromManyGoroutines(t *testing.T) {
	echo := toolnexus.DefineTool("echo", "", nil, func(_ context.Context, args json.RawMessage) (string, error) {
		if strings.Contains(string(args), "7") {
			panic("seven")
		}
		return string(args), nil
	})
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			args := fmt.Sprintf(`{"n":%d}`, i)
			got := echo.Call(t.Context(), raw(args))
			if strings.Contains(args, "7") != got.IsError() {
				t.Errorf("Call(%s) = %+v", args, got)
			}
			if _, err := json.Marshal(echo); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestCallAllocatesNothing(t *testing.T) {
	ctx, args := t.Context(), raw(`{"city":"Oslo"}`)
	tool := toolnexus.Tool{Name: "forecast", InputSchema: raw(`{"type":"object"}`), Execute: run}
	if n := testing.AllocsPerRun(100, func() { tool.Call(ctx, args) }); n != 0 {
		t.Errorf("Call allocates %v times", n)
	}
}

func BenchmarkCall(b *testing.B) {
	ctx, args := b.Context(), raw(`{"city":"Oslo"}`)
	for _, bb := range []struct {
		name string
		tool toolnexus.Tool
	}{
		{"literal", toolnexus.Tool{Name: "forecast", InputSchema: raw(`{"type":"object"}`), Execute: run}},
		{"defined", toolnexus.DefineTool("forecast", "", nil, func(context.Context, json.RawMessage) (string, error) { return "ran", nil })},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bb.tool.Call(ctx, args)
			}
		})
	}
}
