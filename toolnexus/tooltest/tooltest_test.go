package tooltest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

func readOnly(tool toolnexus.Tool) toolnexus.Tool {
	tool.Hints = &toolnexus.ToolHints{ReadOnly: new(true), Title: "Title"}
	return tool
}

func good() []toolnexus.Tool {
	type in struct {
		City string `json:"city"`
	}
	forecast := typed.MustDefine("forecast", "Tells the weather.",
		func(_ context.Context, in in) (typed.Text, error) { return typed.Text("Rain in " + in.City), nil })
	ping := toolnexus.DefineTool("ping", "Answers pong.", nil,
		func(context.Context, json.RawMessage) (string, error) { return "pong", nil })
	return []toolnexus.Tool{readOnly(forecast), readOnly(ping)}
}

func TestTools(t *testing.T) {
	Run(t, func(*testing.T) toolnexus.Source { return toolnexus.Tools(good()...) })
}

func TestFiltered(t *testing.T) {
	Run(t, func(*testing.T) toolnexus.Source {
		return toolnexus.Filtered(toolnexus.Tools(good()...), map[string]bool{"ping": false})
	})
}

func TestFilteredCloser(t *testing.T) {
	Run(t, func(*testing.T) toolnexus.Source {
		return toolnexus.Filtered(&closing{}, map[string]bool{"ping": true})
	})
}

// closing is a good source that can be closed.
type closing struct{ closed atomic.Bool }

func (c *closing) Tools(ctx context.Context) ([]toolnexus.Tool, error) {
	if c.closed.Load() {
		return nil, errors.New("closed")
	}
	return toolnexus.Tools(good()...).Tools(ctx)
}

func (c *closing) Close() error {
	c.closed.Store(true)
	return nil
}

// source is one that may break any rule.
type source struct {
	tools  func(ctx context.Context) ([]toolnexus.Tool, error)
	name   func() string
	prompt func() string
	close  func() error
}

func (s source) Tools(ctx context.Context) ([]toolnexus.Tool, error) {
	if s.tools == nil {
		return toolnexus.Tools(good()...).Tools(ctx)
	}
	return s.tools(ctx)
}

func (s source) Name() string {
	if s.name == nil {
		return "broken"
	}
	return s.name()
}

func (s source) SystemPrompt() string {
	if s.prompt == nil {
		return ""
	}
	return s.prompt()
}

func (s source) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}

// having is a source with a tool that differs from the good ones.
func having(change func(*toolnexus.Tool)) toolnexus.Source {
	tools := good()
	change(&tools[0])
	return toolnexus.Tools(tools...)
}

// turn gives another value every time.
func turn(values ...string) func() string {
	n := 0
	return func() string {
		n++
		return values[n%len(values)]
	}
}

// Every rule catches those that break it.
func TestRules(t *testing.T) {
	executing := func(run func(context.Context, json.RawMessage) toolnexus.ToolResult) toolnexus.Source {
		return having(func(tool *toolnexus.Tool) { tool.Execute = run })
	}
	counted := turn("one", "two")
	shared := good()
	for _, c := range []struct {
		rule, name string
		source     toolnexus.Source
		want       string
	}{
		{"the same tools every time", "an error", source{tools: func(context.Context) ([]toolnexus.Tool, error) {
			return nil, errors.New("no network")
		}}, "the first call: no network"},
		{"the same tools every time", "another order", source{tools: func(context.Context) ([]toolnexus.Tool, error) {
			tools := good()
			if counted() == "one" {
				tools[0], tools[1] = tools[1], tools[0]
			}
			return tools, nil
		}}, "asked again, tool 0 is another one"},
		{"the same tools every time", "fewer tools", source{tools: func(context.Context) ([]toolnexus.Tool, error) {
			if counted() == "one" {
				return good()[:1], nil
			}
			return nil, nil
		}}, "asked again"},
		{"the same tools every time", "a panic", source{tools: func(context.Context) ([]toolnexus.Tool, error) { panic("ouch") }}, "panic: ouch"},

		{"tools can be offered to a model", "a bad name", having(func(tool *toolnexus.Tool) { tool.Name = "a b" }), `invalid tool name "a b"`},
		{"tools can be offered to a model", "nothing to run", having(func(tool *toolnexus.Tool) { tool.Execute = nil }), "Execute is nil"},
		{"tools can be offered to a model", "no description", having(func(tool *toolnexus.Tool) { tool.Description = " " }), "has no description"},
		{"tools can be offered to a model", "no text", having(func(tool *toolnexus.Tool) { tool.Description = "\xff" }), "not valid UTF-8"},

		{"names are unique, in whatever case", "the same name", having(func(tool *toolnexus.Tool) { tool.Name = "PING" }), `the names "PING" and "ping"`},

		{"schemas can be read", "a name twice", having(func(tool *toolnexus.Tool) {
			tool.InputSchema = json.RawMessage(`{"type":"object","type":"object"}`)
		}), `tool "forecast": input schema: the name "type" is given twice`},
		{"schemas can be read", "broken output", having(func(tool *toolnexus.Tool) {
			tool.OutputSchema = json.RawMessage(`{`)
		}), `tool "forecast": output schema: `},

		{"a done context is an error", "it does not look", source{tools: func(context.Context) ([]toolnexus.Tool, error) {
			return good(), nil
		}}, "Tools returns no error"},
		{"a done context is an error", "another error", source{tools: func(context.Context) ([]toolnexus.Tool, error) {
			return nil, errors.New("no network")
		}}, "does not match context.Canceled: no network"},
		{"a done context is an error", "a panic", source{tools: func(ctx context.Context) ([]toolnexus.Tool, error) {
			panic(ctx.Err())
		}}, "panic: context canceled"},

		{"from many goroutines at once", "it gives up", source{tools: gate(1)}, "from 16 goroutines at once: asked again: too many"},

		{"the caller owns what it gets", "it shares its tools", source{tools: func(context.Context) ([]toolnexus.Tool, error) {
			return shared, nil
		}}, "after the caller wrote to what it got"},

		{"a name and a prompt that stay", "names", source{name: turn("a", "b")}, `Name returns first "b" and then "a"`},
		{"a name and a prompt that stay", "prompts", source{prompt: turn("a", "b")}, `SystemPrompt returns first`},
		{"a name and a prompt that stay", "no text", source{prompt: turn("\xff")}, `SystemPrompt returns text that is not valid UTF-8`},

		{"calls with arguments that are no JSON", "a panic", executing(func(_ context.Context, args json.RawMessage) toolnexus.ToolResult {
			panic(string(args))
		}), "tool \"forecast\", arguments \"{\": panic: {"},
		{"calls with arguments that are no JSON", "a success", executing(func(context.Context, json.RawMessage) toolnexus.ToolResult {
			return toolnexus.OK("fine")
		}), `it returns "fine" instead of an error`},
		{"calls with arguments that are no JSON", "a question", executing(func(context.Context, json.RawMessage) toolnexus.ToolResult {
			return toolnexus.Pending(toolnexus.Request{Prompt: "Go?"})
		}), `it asks a person`},
		{"calls with arguments that are no JSON", "no word", executing(func(context.Context, json.RawMessage) toolnexus.ToolResult {
			return toolnexus.ToolResult{Error: errors.New("")}
		}), `the error says nothing`},
		{"calls with arguments that are no JSON", "no text", having(func(tool *toolnexus.Tool) {
			tool.InputSchema = nil
			tool.Execute = func(context.Context, json.RawMessage) toolnexus.ToolResult { return toolnexus.OK("\xff") }
		}), `the output is not valid UTF-8`},

		{"Close", "an error", source{close: func() error { return errors.New("still open") }}, "the first Close: still open"},
		{"Close", "an error the second time", source{close: onlyOnce()}, "the second Close: closed already"},
		{"Close", "a panic", source{close: func() error { panic("ouch") }}, "panic: ouch"},
		{"Close", "it goes on", source{}, "after Close, Tools returns 2 tools and no error"},
	} {
		t.Run(c.rule+": "+c.name, func(t *testing.T) {
			err := Options{}.check(t.Context(), ruleNamed(t, c.rule), c.source)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func ruleNamed(t *testing.T, name string) rule {
	t.Helper()
	for _, r := range rules {
		if r.name == name {
			return r
		}
	}
	t.Fatalf("no rule %q", name)
	return rule{}
}

// gate lets the first calls through and no others.
func gate(calls int32) func(context.Context) ([]toolnexus.Tool, error) {
	var n atomic.Int32
	return func(context.Context) ([]toolnexus.Tool, error) {
		if n.Add(1) > calls {
			return nil, errors.New("too many")
		}
		return good(), nil
	}
}

func onlyOnce() func() error {
	closed := false
	return func() error {
		if closed {
			return errors.New("closed already")
		}
		closed = true
		return nil
	}
}

func TestSlowness(t *testing.T) {
	release := func(t *testing.T) <-chan struct{} {
		t.Helper()
		released := make(chan struct{})
		t.Cleanup(func() { close(released) })
		return released
	}
	synctest.Test(t, func(t *testing.T) {
		until := release(t)
		s := source{tools: func(context.Context) ([]toolnexus.Tool, error) {
			<-until
			return nil, nil
		}}
		err := Options{}.check(t.Context(), ruleNamed(t, "a done context is an error"), s)
		if err == nil || !strings.Contains(err.Error(), "more than 5s") {
			t.Error(err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		until := release(t)
		s := having(func(tool *toolnexus.Tool) {
			tool.Execute = func(context.Context, json.RawMessage) toolnexus.ToolResult {
				<-until
				return toolnexus.OK("")
			}
		})
		err := Options{}.check(t.Context(), ruleNamed(t, "calls with arguments that are no JSON"), s)
		if err == nil || !strings.Contains(err.Error(), "no answer in 5s") {
			t.Error(err)
		}
	})
}

// No tool is called that could do harm.
func TestOnlyReadOnlyToolsAreCalled(t *testing.T) {
	for _, c := range []struct {
		name  string
		hints *toolnexus.ToolHints
		opts  Options
		calls bool
	}{
		{"unknown", nil, Options{}, false},
		{"no hint", &toolnexus.ToolHints{}, Options{}, false},
		{"writing", &toolnexus.ToolHints{ReadOnly: new(false)}, Options{}, false},
		{"reading", &toolnexus.ToolHints{ReadOnly: new(true)}, Options{}, true},
		{"allowed", nil, Options{MayCall: func(tool toolnexus.Tool) bool { return tool.Name == "x" }}, true},
		{"not allowed", &toolnexus.ToolHints{ReadOnly: new(true)}, Options{MayCall: func(toolnexus.Tool) bool { return false }}, false},
	} {
		called := false
		tool := toolnexus.DefineTool("x", "Does something.", nil, func(context.Context, json.RawMessage) (string, error) {
			called = true
			return "", nil
		})
		tool.Hints = c.hints
		for _, r := range rules {
			if err := c.opts.check(t.Context(), r, toolnexus.Tools(tool)); err != nil {
				t.Errorf("%s: %s: %v", c.name, r.name, err)
			}
		}
		if called != c.calls {
			t.Errorf("%s: called %v", c.name, called)
		}
	}
}
