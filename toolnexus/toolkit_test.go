package toolnexus_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// says is a tool that answers with a text.
func says(name, text string) toolnexus.Tool {
	return toolnexus.DefineTool(name, "Says "+text+".", nil,
		func(context.Context, json.RawMessage) (string, error) { return text, nil })
}

// sourced is says with another source.
func sourced(source toolnexus.ToolSource, name, text string) toolnexus.Tool {
	tool := says(name, text)
	tool.Source = source
	return tool
}

// fake is a source made of functions, of which each may be nil.
type fake struct {
	name   string
	tools  func(ctx context.Context) ([]toolnexus.Tool, error)
	prompt func() string
	close  func() error
}

func (f fake) Name() string { return f.name }

func (f fake) Tools(ctx context.Context) ([]toolnexus.Tool, error) {
	if f.tools == nil {
		return nil, nil
	}
	return f.tools(ctx)
}

func (f fake) SystemPrompt() string {
	if f.prompt == nil {
		return ""
	}
	return f.prompt()
}

func (f fake) Close() error {
	if f.close == nil {
		return nil
	}
	return f.close()
}

// giving is a fake that gives tools.
func giving(name string, tools ...toolnexus.Tool) fake {
	return fake{name: name, tools: func(context.Context) ([]toolnexus.Tool, error) { return tools, nil }}
}

func newToolkit(t *testing.T, sources ...toolnexus.Source) *toolnexus.Toolkit {
	t.Helper()
	kit, err := toolnexus.New(t.Context(), sources...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kit.Close() })
	return kit
}

func names(tools []toolnexus.Tool) []string {
	out := []string{}
	for _, tool := range tools {
		out = append(out, tool.Name)
	}
	return out
}

func wantNames(t *testing.T, kit *toolnexus.Toolkit, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, names(kit.List())); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

// outcome is a status in words, for comparison.
func outcome(s toolnexus.SourceStatus) string {
	words := append([]string{s.Name + ":"}, s.Tools...)
	if s.Err != nil {
		words = append(words, fmt.Sprintf("failed (%v)", s.Err))
	}
	for _, left := range s.LeftOut {
		words = append(words, fmt.Sprintf("-%s (%v)", left.Tool, left.Err))
	}
	for _, u := range s.Unmatched {
		words = append(words, "?"+u.String())
	}
	return strings.Join(words, " ")
}

func wantStatus(t *testing.T, kit *toolnexus.Toolkit, want ...string) {
	t.Helper()
	var got []string
	for _, s := range kit.Status() {
		got = append(got, outcome(s))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
}

func TestOrderOfSourcesIsOrderOfTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(name string, after time.Duration) fake {
			return fake{name: name, tools: func(context.Context) ([]toolnexus.Tool, error) {
				time.Sleep(after)
				return []toolnexus.Tool{says(name+"_1", ""), says(name+"_2", "")}, nil
			}}
		}
		start := time.Now()
		kit := newToolkit(t, slow("a", 3*time.Second), slow("b", time.Second), toolnexus.Tools(says("c", "")))
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("the sources were not asked at the same time: %v", took)
		}
		wantNames(t, kit, "a_1", "a_2", "b_1", "b_2", "c")
		wantStatus(t, kit, "a: a_1 a_2", "b: b_1 b_2", "tools: c")
	})
}

func TestFailingSourceIsIsolated(t *testing.T) {
	broken := errors.New("it broke")
	var nilPointer *fake
	for _, c := range []struct {
		name   string
		source toolnexus.Source
		want   string
		is     error
	}{
		{"error", fake{name: "x", tools: func(context.Context) ([]toolnexus.Tool, error) {
			return []toolnexus.Tool{says("lost", "")}, fmt.Errorf("reading: %w", broken)
		}}, `x: failed (reading: it broke)`, broken},
		{
			"panic",
			fake{name: "x", tools: func(context.Context) ([]toolnexus.Tool, error) { panic(broken) }},
			`x: failed (source "x": Tools panicked: it broke)`, broken,
		},
		{
			"panic in the prompt",
			fake{name: "x", prompt: func() string { panic(broken) }},
			`x: failed (source "x": SystemPrompt panicked: it broke)`, broken,
		},
		{"goroutine ended", fake{name: "x", tools: func(context.Context) ([]toolnexus.Tool, error) {
			runtime.Goexit()
			return nil, nil
		}}, `x: failed (the source ended its goroutine instead of returning)`, nil},
		{"nil", nil, `source 2: failed (the source is nil)`, nil},
		{"nil inside", nilPointer, `source 2: failed (source "source 2": Tools panicked: value method github.com/toolnexus/go-sdk/toolnexus_test.fake.Tools called using nil *fake pointer)`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			kit := newToolkit(t, giving("a", says("one", "1")), c.source, giving("b", says("two", "2")))
			wantNames(t, kit, "one", "two")
			wantStatus(t, kit, "a: one", c.want, "b: two")
			err := kit.Status()[1].Err
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("%v does not match %v", err, c.is)
			}
			if p, ok := errors.AsType[*toolnexus.SourcePanicError](err); ok && len(p.Stack) == 0 {
				t.Error("the panic has no stack")
			}
		})
	}
}

// waits is a source that returns when its context is done.
func waits(closed *bool) fake {
	return fake{
		name: "waits",
		tools: func(ctx context.Context) ([]toolnexus.Tool, error) {
			<-ctx.Done()
			return nil, fmt.Errorf("connecting: %w", ctx.Err())
		},
		close: func() error {
			*closed = true
			return nil
		},
	}
}

// hangs is a source that returns when it is told to.
func hangs(until <-chan struct{}, closed *bool) fake {
	return fake{
		name: "hangs",
		tools: func(context.Context) ([]toolnexus.Tool, error) {
			<-until
			return []toolnexus.Tool{says("late", "")}, nil
		},
		close: func() error {
			*closed = true
			return nil
		},
	}
}

func TestSourceThatTakesTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waitsClosed, hangsClosed bool
		release := make(chan struct{})
		start := time.Now()
		kit, err := toolnexus.Options{SourceTimeout: 5 * time.Second}.New(t.Context(),
			waits(&waitsClosed), hangs(release, &hangsClosed), giving("a", says("one", "")))
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 7*time.Second {
			t.Errorf("New took %v", took)
		}
		wantNames(t, kit, "one")
		wantStatus(t, kit,
			"waits: failed (connecting: context deadline exceeded)",
			"hangs: failed (not ready in time, and it does not heed its context: context deadline exceeded)",
			"a: one")
		if !errors.Is(kit.Status()[1].Err, context.DeadlineExceeded) {
			t.Error("the error is no context.DeadlineExceeded")
		}
		if err := kit.Close(); err != nil || !waitsClosed {
			t.Error("Close:", err, waitsClosed)
		}
		if hangsClosed {
			t.Error("a source was closed while it ran")
		}
		close(release)
		synctest.Wait()
		if !hangsClosed {
			t.Error("a source that came late was not closed")
		}
		wantNames(t, kit, "one")
	})
}

func TestDefaultTimeoutIsHalfAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var closed bool
		newToolkit(t, waits(&closed))
		if took := time.Since(start); took != 30*time.Second {
			t.Errorf("New took %v", took)
		}
	})
}

func TestDeadlineOfNewIsADeadlineOfSources(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		var closed bool
		kit, err := toolnexus.New(ctx, waits(&closed), giving("a", says("one", "")))
		if err != nil {
			t.Fatal(err)
		}
		defer kit.Close()
		wantStatus(t, kit, "waits: failed (connecting: context deadline exceeded)", "a: one")
	})
}

func TestCancelledNewClosesEverything(t *testing.T) {
	why := errors.New("the user left")
	for _, c := range []struct {
		name  string
		after time.Duration
	}{{"before", 0}, {"during", time.Second}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				if c.after == 0 {
					cancel(why)
				} else {
					time.AfterFunc(c.after, func() { cancel(why) })
				}
				var waitsClosed, hangsClosed bool
				release := make(chan struct{})
				kit, err := toolnexus.New(ctx, waits(&waitsClosed), hangs(release, &hangsClosed))
				if kit != nil || !errors.Is(err, context.Canceled) || !errors.Is(err, why) {
					t.Errorf("got %v, %v", kit, err)
				}
				if !waitsClosed {
					t.Error("a source was not closed")
				}
				close(release)
				synctest.Wait()
				if !hangsClosed {
					t.Error("a source that came late was not closed")
				}
			})
		})
	}
}

func TestDeadlineBeforeNew(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	if kit, err := toolnexus.New(ctx); kit != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, %v", kit, err)
	}
}

// RUN-07: what no provider takes is refused with a reason, and never renamed.
func TestBadToolsAreLeftOut(t *testing.T) {
	noSchema := says("no_schema", "")
	noSchema.InputSchema = json.RawMessage(`{"type":"string"}`)
	var bad []toolnexus.Tool
	for _, name := range []string{"", "get weather", "caldav.create", strings.Repeat("a", 65), "9lives", "Paged[int]"} {
		bad = append(bad, says(name, ""))
	}
	bad = append(bad, toolnexus.Tool{}, toolnexus.Tool{Name: "no_execute"}, noSchema)
	kit := newToolkit(t, toolnexus.Tools(append(bad, says("good", ""))...))
	wantNames(t, kit, "good")
	status := kit.Status()[0]
	if len(status.LeftOut) != len(bad) {
		t.Fatalf("%d tools were left out, want %d", len(status.LeftOut), len(bad))
	}
	for i, left := range status.LeftOut {
		if want := bad[i].Validate().Error(); left.Tool != bad[i].Name || left.Err.Error() != want {
			t.Errorf("%q was left out for %q, want %q", left.Tool, left.Err, want)
		}
	}
}

// RUN-06: the first name wins, in whatever case, and the loss is told.
func TestDuplicateNames(t *testing.T) {
	const custom, mcp, builtin = toolnexus.SourceCustom, toolnexus.SourceMCP, toolnexus.SourceBuiltin
	for _, c := range []struct {
		name    string
		sources []toolnexus.Source
		tools   []string
		output  string // of search
		status  []string
	}{
		{
			"first wins",
			[]toolnexus.Source{giving("a", says("search", "a")), giving("b", says("search", "b"), says("more", ""))},
			[]string{"search", "more"},
			"a",
			[]string{"a: search", `b: more -search (the name "search" is taken by a tool of the source "a")`},
		},
		{
			"within one source",
			[]toolnexus.Source{giving("a", says("search", "1"), says("search", "2"))},
			[]string{"search"},
			"1",
			[]string{`a: search -search (the name "search" is taken by a tool of the source "a")`},
		},
		{
			"case does not make a name another",
			[]toolnexus.Source{giving("a", says("search", "a")), giving("b", says("Search", "b"))},
			[]string{"search"},
			"a",
			[]string{"a: search", `b: -Search (the name "Search" differs only in case from "search" of the source "a")`},
		},
		{
			"own tool before builtin",
			[]toolnexus.Source{giving("own", sourced(custom, "search", "own")), giving("sdk", sourced(builtin, "search", "sdk"))},
			[]string{"search"},
			"own",
			[]string{"own: search", `sdk: -search (the name "search" is taken by a tool of the source "own")`},
		},
		{
			"own tool after builtin, at its own place",
			[]toolnexus.Source{
				giving("sdk", sourced(builtin, "Search", "sdk"), sourced(builtin, "read", "")),
				giving("own", sourced("", "search", "own")),
			},
			[]string{"read", "search"},
			"own",
			[]string{`sdk: read -Search (the name "Search" differs only in case from "search" of the source "own")`, "own: search"},
		},
		{
			"a server's tool does not shadow a builtin",
			[]toolnexus.Source{giving("sdk", sourced(builtin, "search", "sdk")), giving("far", sourced(mcp, "search", "far"))},
			[]string{"search"},
			"sdk",
			[]string{"sdk: search", `far: -search (the name "search" is taken by a tool of the source "sdk")`},
		},
		{
			"what shadowed a builtin is first then",
			[]toolnexus.Source{
				giving("sdk", sourced(builtin, "search", "sdk")),
				giving("own", says("search", "own")),
				giving("too", says("search", "too")),
			},
			[]string{"search"},
			"own",
			[]string{
				`sdk: -search (the name "search" is taken by a tool of the source "own")`,
				"own: search",
				`too: -search (the name "search" is taken by a tool of the source "own")`,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			kit := newToolkit(t, c.sources...)
			wantNames(t, kit, c.tools...)
			wantStatus(t, kit, c.status...)
			if got := kit.Execute(t.Context(), "search", nil).Output; got != c.output {
				t.Errorf("search says %q, want %q", got, c.output)
			}
		})
	}
}

func TestLosingToolHasATypedError(t *testing.T) {
	kit := newToolkit(t, giving("a", says("search", "")), giving("b", says("Search", "")))
	got, ok := errors.AsType[*toolnexus.DuplicateError](kit.Status()[1].LeftOut[0].Err)
	if want := (toolnexus.DuplicateError{Name: "Search", Holder: "search", Source: "a"}); !ok || *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestFilters(t *testing.T) {
	tools := []toolnexus.Tool{says("read", ""), says("write", ""), says("erase", "")}
	for _, c := range []struct {
		name   string
		filter map[string]bool
		tools  []string
		status []string
	}{
		{"none", nil, []string{"read", "write", "erase"}, []string{"x: read write erase"}},
		{
			"allowlist",
			map[string]bool{"write": true, "read": true},
			[]string{"read", "write"},
			[]string{"x: read write -erase (left out by the filter)"},
		},
		{
			"any true makes an allowlist",
			map[string]bool{"read": true, "erase": false},
			[]string{"read"},
			[]string{"x: read -write (left out by the filter) -erase (left out by the filter)"},
		},
		{
			"drop list",
			map[string]bool{"erase": false},
			[]string{"read", "write"},
			[]string{"x: read write -erase (left out by the filter)"},
		},
		{
			"unmatched names",
			map[string]bool{"raed": false, "sing": false},
			[]string{"read", "write", "erase"},
			[]string{`x: read write erase ?no tool has the name "raed"; did you mean "read"? ?no tool has the name "sing"`},
		},
		{
			"exact case",
			map[string]bool{"Read": true},
			[]string{},
			[]string{`x: -read (left out by the filter) -write (left out by the filter) -erase (left out by the filter)` +
				` ?no tool has the name "Read"; did you mean "read"?`},
		},
	} {
		t.Run("of a source: "+c.name, func(t *testing.T) {
			kit := newToolkit(t, toolnexus.Filtered(giving("x", tools...), c.filter))
			wantNames(t, kit, c.tools...)
			wantStatus(t, kit, c.status...)
		})
		t.Run("of the toolkit: "+c.name, func(t *testing.T) {
			kit, err := toolnexus.Options{Filter: c.filter}.New(t.Context(), giving("x", tools[0]), giving("y", tools[1:]...))
			if err != nil {
				t.Fatal(err)
			}
			wantNames(t, kit, c.tools...)
			var unmatched []string
			for _, s := range kit.Status() {
				for _, u := range s.Unmatched {
					unmatched = append(unmatched, fmt.Sprint(s.Name, ": ", u))
				}
			}
			_, want, _ := strings.Cut(c.status[0], " ?")
			if got := strings.ReplaceAll(strings.Join(unmatched, " ?"), "filter: ", ""); got != want {
				t.Errorf("unmatched: %s, want %s", got, want)
			}
		})
	}
}

func TestFilteredKeepsWhatElseASourceDoes(t *testing.T) {
	closed := 0
	inner := fake{name: "inner", prompt: func() string { return "Be kind." }, close: func() error {
		closed++
		return nil
	}}
	inner.tools = giving("", says("a", ""), says("b", ""), says("c", "")).tools
	kit := newToolkit(t, toolnexus.Filtered(toolnexus.Filtered(inner, map[string]bool{"c": false}), map[string]bool{"b": false}))
	wantStatus(t, kit, "inner: a -c (left out by the filter) -b (left out by the filter)")
	if got := kit.SystemPrompt(); got != "Be kind." {
		t.Errorf("the system prompt is %q", got)
	}
	if err := kit.Close(); err != nil || closed != 1 {
		t.Errorf("closed %d times, %v", closed, err)
	}
}

// nameless is a source with nothing but tools.
type nameless func(ctx context.Context) ([]toolnexus.Tool, error)

func (f nameless) Tools(ctx context.Context) ([]toolnexus.Tool, error) { return f(ctx) }

func TestFilteredPlainSource(t *testing.T) {
	drop := map[string]bool{"b": false}
	plain := toolnexus.Filtered(nameless(giving("", says("a", ""), says("b", "")).tools), drop)
	broken := toolnexus.Filtered(nameless(func(context.Context) ([]toolnexus.Tool, error) { return nil, errors.New("it broke") }), drop)
	kit := newToolkit(t, plain, broken)
	wantStatus(t, kit, "source 1: a -b (left out by the filter)", "source 2: failed (it broke)")
	if got := kit.SystemPrompt(); got != "" {
		t.Errorf("the system prompt is %q", got)
	}
	if tools, err := plain.Tools(t.Context()); err != nil || len(tools) != 1 {
		t.Errorf("got %v, %v", tools, err)
	}
}

func TestPanickingName(t *testing.T) {
	var nobody *nameable
	wantStatus(t, newToolkit(t, nobody), "source 1: one")
}

// nameable is a source whose name cannot be had of a nil one.
type nameable struct{ name string }

func (n *nameable) Name() string { return n.name }

func (*nameable) Tools(context.Context) ([]toolnexus.Tool, error) {
	return []toolnexus.Tool{says("one", "")}, nil
}

func TestLateCloseIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		release := make(chan struct{})
		late := hangs(release, new(bool))
		late.close = func() error { return errors.New("still open") }
		_, err := toolnexus.Options{Logger: textLogger(&log)}.New(t.Context(), late)
		if err != nil {
			t.Fatal(err)
		}
		log.Reset()
		close(release)
		synctest.Wait()
		want := `level=WARN msg="closing a source that came late" source=hangs error="source \"hangs\": still open"` + "\n"
		if diff := cmp.Diff(want, log.String()); diff != "" {
			t.Errorf("log (-want +got):\n%s", diff)
		}
	})
}

// textLogger logs without the time.
func textLogger(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
}

func TestFilterIsCopied(t *testing.T) {
	filter := map[string]bool{"a": true}
	source := toolnexus.Filtered(giving("x", says("a", ""), says("b", "")), filter)
	filter["b"] = true
	wantNames(t, newToolkit(t, source), "a")
}

func TestSystemPromptJoinsSources(t *testing.T) {
	prompting := func(text string) fake { return fake{prompt: func() string { return text }} }
	kit := newToolkit(t, prompting("One.\n"), prompting(" \n"), toolnexus.Tools(), prompting("Two \xff."))
	if got, want := kit.SystemPrompt(), "One.\n\nTwo \uFFFD."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCloseInReverse(t *testing.T) {
	first, third := errors.New("first"), errors.New("third")
	var order []string
	closing := func(name string, end func() error) fake {
		return fake{name: name, close: func() error {
			order = append(order, name)
			return end()
		}}
	}
	kit := newToolkit(t,
		closing("a", func() error { return first }),
		closing("b", func() error { panic("ouch") }),
		toolnexus.Tools(says("one", "")),
		closing("c", func() error { return third }))
	err := kit.Close()
	if want := []string{"c", "b", "a"}; !slices.Equal(order, want) {
		t.Errorf("closed %v, want %v", order, want)
	}
	if want := "source \"c\": third\nsource \"b\": Close panicked: ouch\nsource \"a\": first"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if !errors.Is(err, first) || !errors.Is(err, third) {
		t.Errorf("%v hides its causes", err)
	}
	if again := kit.Close(); again == nil || again.Error() != err.Error() || len(order) != 3 {
		t.Errorf("closed again: %v, %v", again, order)
	}
	if err := kit.Register(says("two", "")); !errors.Is(err, toolnexus.ErrClosed) {
		t.Errorf("Register: %v", err)
	}
	if r := kit.Execute(t.Context(), "one", nil); !errors.Is(r.Error, toolnexus.ErrClosed) || r.Output != "the toolkit is closed" {
		t.Errorf("Execute: %v", r)
	}
	wantNames(t, kit, "one")
}

func TestWarnings(t *testing.T) {
	var log bytes.Buffer
	kit, err := toolnexus.Options{Logger: textLogger(&log), Filter: map[string]bool{"tow": false, "out": false}}.New(t.Context(),
		giving("a", says("one", ""), says("two", ""), says("out", ""), sourced(toolnexus.SourceBuiltin, "read", "")), giving("b", says("one", ""), says("9", "")), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := kit.Register(says("read", "")); err != nil {
		t.Fatal(err)
	}
	want := `level=WARN msg="tool left out" source=b tool=one error="the name \"one\" is taken by a tool of the source \"a\""
level=WARN msg="tool left out" source=b tool=9 error="invalid tool name \"9\": it starts with '9' instead of a letter or underscore"
level=WARN msg="source failed" source="source 3" error="the source is nil"
level=WARN msg="filter matches nothing" source=filter reason="no tool has the name \"tow\"; did you mean \"two\"?"
level=WARN msg="tool left out" source=a tool=read error="the name \"read\" is taken by a tool of the source \"registered\""
`
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func TestRegister(t *testing.T) {
	kit := newToolkit(t, giving("a", says("one", "1"), sourced(toolnexus.SourceBuiltin, "read", "sdk")))
	if err := kit.Register(says("two", "2"), says("three", "3")); err != nil {
		t.Fatal(err)
	}
	wantNames(t, kit, "one", "read", "two", "three")

	err := kit.Register(says("four", ""), says("ONE", ""), says("2", ""), says("four", ""))
	if d, ok := errors.AsType[*toolnexus.DuplicateError](err); !ok || *d != (toolnexus.DuplicateError{Name: "ONE", Holder: "one", Source: "a"}) {
		t.Errorf("got %v", err)
	}
	if _, ok := errors.AsType[*toolnexus.NameError](err); !ok {
		t.Errorf("%v has no NameError", err)
	}
	if got := strings.Count(err.Error(), "\n") + 1; got != 3 {
		t.Errorf("%d problems: %v", got, err)
	}
	wantNames(t, kit, "one", "read", "two", "three")

	if err := kit.Register(says("read", "own")); err != nil {
		t.Fatal(err)
	}
	wantStatus(t, kit, `a: one -read (the name "read" is taken by a tool of the source "registered")`, "registered: two three read")

	if !kit.Unregister("two") || kit.Unregister("two") || kit.Unregister("THREE") {
		t.Error("Unregister")
	}
	wantNames(t, kit, "one", "three", "read")
}

// The log of a registration may call the toolkit that is logged of.
func TestRegisterLogsWithoutHoldingTheToolkit(t *testing.T) {
	var kit *toolnexus.Toolkit
	var logged int
	log := writerFunc(func(p []byte) (int, error) {
		logged++
		return len(p), errors.Join(kit.Register(says("late", "")), kit.Close())
	})
	kit, err := toolnexus.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}.New(t.Context(),
		giving("a", sourced(toolnexus.SourceBuiltin, "read", "sdk")))
	if err != nil {
		t.Fatal(err)
	}
	if err := kit.Register(says("read", "own")); err != nil || logged != 1 {
		t.Errorf("%d lines, %v", logged, err)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestRegisterHeedsTheFilter(t *testing.T) {
	kit, err := toolnexus.Options{Filter: map[string]bool{"bash": false}}.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := kit.Register(says("bash", "")); !errors.Is(err, toolnexus.ErrFiltered) {
		t.Errorf("got %v", err)
	}
}

func TestUnknownTool(t *testing.T) {
	kit := newToolkit(t, toolnexus.Tools(says("get_weather", "")))
	for _, c := range []struct{ name, want, nearest string }{
		{"sing", `Unknown tool: sing`, ""},
		{"get_wether", `Unknown tool: get_wether; did you mean "get_weather"?`, "get_weather"},
		{"GetWeather", `Unknown tool: GetWeather; did you mean "get_weather"?`, "get_weather"},
		{"get_weather\n", "Unknown tool: \"get_weather\\n\"; did you mean \"get_weather\"?", "get_weather"},
		{"", `Unknown tool: ""`, ""},
		{strings.Repeat("x", 10<<20), `Unknown tool: "` + strings.Repeat("x", 128) + `"…`, ""},
	} {
		result := kit.Execute(t.Context(), c.name, nil)
		if result.Output != c.want {
			t.Errorf("got %q, want %q", result.Output, c.want)
		}
		err, ok := errors.AsType[*toolnexus.UnknownToolError](result.Error)
		if !ok || err.Name != c.name || err.Nearest != c.nearest || !strings.EqualFold(err.Error(), c.want) {
			t.Errorf("%.20q: error %.200v", c.name, result.Error)
		}
	}
	if _, ok := kit.Get("Get_Weather"); ok {
		t.Error("Get finds a name in another case")
	}
}

// A host may scribble over whatever it gave and was given.
func TestToolkitOwnsItsBytes(t *testing.T) {
	tool := says("one", "")
	tool.InputSchema = json.RawMessage(`{"type":"object","properties":{"x":{"type":"string"}}}`)
	tool.OutputSchema = json.RawMessage(`{"type":"object"}`)
	tool.Hints = &toolnexus.ToolHints{ReadOnly: new(true)}
	given := []toolnexus.Tool{tool}
	kit := newToolkit(t, toolnexus.Tools(given...))
	if err := kit.Register(func() toolnexus.Tool { t := tool; t.Name = "two"; return t }()); err != nil {
		t.Fatal(err)
	}
	before, err := json.Marshal(kit.List())
	if err != nil {
		t.Fatal(err)
	}
	scribble := func(tool toolnexus.Tool) {
		clear(tool.InputSchema)
		clear(tool.OutputSchema)
		*tool.Hints.ReadOnly = false
		tool.Hints.Title = "gone"
	}
	scribble(tool)
	for _, tool := range kit.List() {
		scribble(tool)
	}
	got, _ := kit.Get("one")
	scribble(got)
	list := kit.List()
	list[0], list[1] = list[1], list[0]
	declared, err := kit.OpenAI(toolnexus.OpenAIOptions{})
	if err != nil {
		t.Fatal(err)
	}
	clear(declared.JSON)
	status := kit.Status()
	status[0].Tools[0] = "gone"

	after, err := json.Marshal(kit.List())
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the tools have changed: %v\n%s\n%s", err, before, after)
	}
	if again, err := kit.OpenAI(toolnexus.OpenAIOptions{}); err != nil || !json.Valid(again.JSON) {
		t.Errorf("the declarations have changed: %s, %v", again.JSON, err)
	}
	wantStatus(t, kit, "tools: one", "registered: two")
}

// RUN-05, and more: everything at once. The race detector is the judge.
func TestConcurrentUse(t *testing.T) {
	kit := newToolkit(t, toolnexus.Tools(says("fixed", "here")))
	const rounds = 50
	var group sync.WaitGroup
	for n := range 4 {
		name := fmt.Sprintf("tool_%d", n)
		group.Go(func() {
			for range rounds {
				if err := kit.Register(says(name, name)); err != nil {
					t.Error(err)
				}
				if got := kit.Execute(t.Context(), name, nil); got.Output != name {
					t.Errorf("got %v", got)
				}
				if !kit.Unregister(name) {
					t.Errorf("%s was not there", name)
				}
			}
		})
		group.Go(func() {
			for range rounds {
				if got := kit.Execute(t.Context(), "fixed", json.RawMessage(`{"x":null}`)); got.Output != "here" {
					t.Errorf("got %v", got)
				}
				if tools := kit.List(); len(tools) == 0 || tools[0].Name != "fixed" {
					t.Errorf("tools %v", names(tools))
				}
				kit.Status()
				kit.SystemPrompt()
			}
		})
		group.Go(func() {
			for range rounds {
				for _, declare := range declarers {
					if d, err := declare(kit); err != nil || !json.Valid(d.JSON) {
						t.Errorf("%s, %v", d.JSON, err)
					}
				}
			}
		})
	}
	group.Wait()
	var closing sync.WaitGroup
	for range 4 {
		closing.Go(func() { _ = kit.Close() })
		closing.Go(func() { _ = kit.Register(says("late", "")) })
	}
	closing.Wait()
}

// declarers are all ways to declare tools.
var declarers = map[string]func(*toolnexus.Toolkit) (toolnexus.Declarations, error){
	"openai":                  openAI(toolnexus.OpenAIOptions{}),
	"openai strict":           openAI(toolnexus.OpenAIOptions{Strict: true}),
	"openai responses":        openAI(toolnexus.OpenAIOptions{Responses: true}),
	"openai responses strict": openAI(toolnexus.OpenAIOptions{Responses: true, Strict: true}),
	"anthropic": func(kit *toolnexus.Toolkit) (toolnexus.Declarations, error) {
		return kit.Anthropic(toolnexus.AnthropicOptions{})
	},
	"anthropic strict": func(kit *toolnexus.Toolkit) (toolnexus.Declarations, error) {
		return kit.Anthropic(toolnexus.AnthropicOptions{Strict: true})
	},
	"gemini": func(kit *toolnexus.Toolkit) (toolnexus.Declarations, error) {
		return kit.Gemini(toolnexus.GeminiOptions{})
	},
	"gemini json schema": func(kit *toolnexus.Toolkit) (toolnexus.Declarations, error) {
		return kit.Gemini(toolnexus.GeminiOptions{JSONSchema: true})
	},
}

func openAI(opts toolnexus.OpenAIOptions) func(*toolnexus.Toolkit) (toolnexus.Declarations, error) {
	return func(kit *toolnexus.Toolkit) (toolnexus.Declarations, error) { return kit.OpenAI(opts) }
}

// RUN-01, RUN-03 and RUN-09 hold through a toolkit as they do for a tool.
func TestExecuteIsCall(t *testing.T) {
	broken := errors.New("db: unexpected end")
	kit := newToolkit(t, toolnexus.Tools(
		toolnexus.DefineTool("panics", "", nil, func(context.Context, json.RawMessage) (string, error) { panic(broken) }),
		toolnexus.DefineTool("fails", "", nil, func(context.Context, json.RawMessage) (string, error) { return "", broken }),
		toolnexus.DefineTool("echo", "", nil, func(_ context.Context, args json.RawMessage) (string, error) { return string(args), nil }),
	))
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name, args string
		ctx        context.Context
		want       string
		is         error
	}{
		{"panics", `{}`, t.Context(), `tool "panics" failed internally`, broken},
		{"fails", `{}`, t.Context(), broken.Error(), broken},
		{"echo", `null`, t.Context(), `{}`, nil},
		{"echo", `{}`, done, `tool "echo" was not run: the call was cancelled`, context.Canceled},
	} {
		got := kit.Execute(c.ctx, c.name, json.RawMessage(c.args))
		if got.Output != c.want || !errors.Is(got.Error, c.is) {
			t.Errorf("%s: got %q, %v", c.name, got.Output, got.Error)
		}
	}
}

// A source from outside may give anything.
func TestHugeSchemas(t *testing.T) {
	huge := says("huge", "done")
	huge.InputSchema = json.RawMessage(`{"type":"object","properties":{"x":{"type":"string","description":"` +
		strings.Repeat("x", 10<<20) + `"}}}`)
	kit := newToolkit(t, giving("far", huge, huge))
	wantNames(t, kit, "huge")
	if got := kit.Execute(t.Context(), "huge", json.RawMessage(`{"x":null}`)); got.Output != "done" {
		t.Errorf("got %.100v", got)
	}
}
