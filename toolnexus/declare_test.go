package toolnexus_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// weather has a schema that every dialect can say, with nothing in order of the
// alphabet.
func weather() toolnexus.Tool {
	tool := echoing(`{"type":"object","properties":{"unit":{"type":"string"},"city":{"type":"string","description":"A <b> & \"c\""}},` +
		`"required":["unit","city"],"additionalProperties":false}`)
	tool.Name, tool.Description = "weather", `Rain & shine, <now>.`
	return tool
}

// in says the schema of a tool in a dialect, as a member of a JSON object.
func in(t *testing.T, d schema.Dialect, key string, tool toolnexus.Tool) string {
	t.Helper()
	source := tool.InputSchema
	if source == nil {
		source = toolnexus.EmptySchema()
	}
	r, err := d.Rewrite(source)
	if err != nil {
		t.Fatal(err)
	}
	if r.Schema == nil {
		return ""
	}
	return `,"` + key + `":` + string(r.Schema)
}

func TestDeclarations(t *testing.T) {
	ping := toolnexus.Tool{Name: "ping", Execute: weather().Execute}
	kit := newToolkit(t, toolnexus.Tools(weather(), ping))
	const head = `"name":"weather","description":"Rain & shine, <now>."`
	both := func(d schema.Dialect, key, begin, end string) string {
		return begin + head + in(t, d, key, weather()) + end + "," + begin + `"name":"ping"` + in(t, d, key, ping) + end
	}
	for name, want := range map[string]string{
		"openai":                  "[" + both(schema.OpenAI, "parameters", `{"type":"function","function":{`, `}}`) + "]",
		"openai strict":           "[" + both(schema.OpenAIStrict, "parameters", `{"type":"function","function":{`, `,"strict":true}}`) + "]",
		"openai responses":        "[" + both(schema.OpenAI, "parameters", `{"type":"function",`, `,"strict":false}`) + "]",
		"openai responses strict": "[" + both(schema.OpenAIStrict, "parameters", `{"type":"function",`, `,"strict":true}`) + "]",
		"anthropic":               "[" + both(schema.Anthropic, "input_schema", `{`, `}`) + "]",
		"anthropic strict":        "[" + both(schema.AnthropicStrict, "input_schema", `{`, `,"strict":true}`) + "]",
		"gemini":                  `[{"functionDeclarations":[` + both(schema.Gemini, "parameters", `{`, `}`) + `]}]`,
		"gemini json schema":      `[{"functionDeclarations":[` + both(schema.GeminiJSONSchema, "parametersJsonSchema", `{`, `}`) + `]}]`,
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				got, err := declarers[name](kit)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, string(got.JSON)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
			again, err := declarers[name](newToolkit(t, toolnexus.Tools(weather()), toolnexus.Tools(ping)))
			if err != nil || string(again.JSON) != want {
				t.Errorf("another toolkit of the same tools gives %s, %v", again.JSON, err)
			}
		})
	}
}

func TestDeclarationsOfNothing(t *testing.T) {
	kit := newToolkit(t)
	for name, declare := range declarers {
		got, err := declare(kit)
		if string(got.JSON) != "[]" || got.Losses != nil || err != nil {
			t.Errorf("%s: %s, %v, %v", name, got.JSON, got.Losses, err)
		}
	}
}

func TestDeclarationsFollowTheTools(t *testing.T) {
	kit := newToolkit(t, toolnexus.Tools(says("one", "")))
	declared := func() string {
		d, err := kit.Anthropic(toolnexus.AnthropicOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var tools []struct{ Name string }
		if err := json.Unmarshal(d.JSON, &tools); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(tools)
	}
	if got := declared(); got != "[{one}]" {
		t.Error(got)
	}
	if err := kit.Register(says("two", "")); err != nil {
		t.Fatal(err)
	}
	if got := declared(); got != "[{one} {two}]" {
		t.Error(got)
	}
	kit.Unregister("one")
	if got := declared(); got != "[{two}]" {
		t.Error(got)
	}
}

// RUN-08: too many tools are told before a request is sent.
func TestLimitOfTools(t *testing.T) {
	many := make([]toolnexus.Tool, 513)
	for i := range many {
		many[i] = says(fmt.Sprintf("tool_%d", i), "")
	}
	for _, c := range []struct {
		declare string
		tools   int
		want    string
	}{
		{"openai", 128, ""},
		{"openai", 129, "not everything can be declared in openai\n129 tools, OpenAI takes at most 128"},
		{"openai responses strict", 129, "not everything can be declared in openai-strict\n129 tools, OpenAI takes at most 128"},
		{"anthropic", 513, ""},
		{"anthropic strict", 20, ""},
		{"anthropic strict", 21, "not everything can be declared in anthropic-strict\n21 strict tools, Anthropic takes at most 20"},
		{"gemini", 512, ""},
		{"gemini", 513, "not everything can be declared in gemini\n513 tools, Gemini takes at most 512"},
	} {
		kit := newToolkit(t, toolnexus.Tools(many[:c.tools]...))
		got, err := declarers[c.declare](kit)
		if text := fmt.Sprint(err); text != c.want && (err != nil || c.want != "") {
			t.Errorf("%d tools, %s: got %q, want %q", c.tools, c.declare, text, c.want)
		}
		if n := bytes.Count(got.JSON, []byte(`"name":"tool_`)); n != c.tools {
			t.Errorf("%d tools, %s: %d were declared", c.tools, c.declare, n)
		}
		if err == nil {
			continue
		}
		if d, ok := errors.AsType[*toolnexus.DeclareError](err); !ok || len(d.Problems) != 1 || d.Problems[0].Tool != "" || d.Unwrap() != nil {
			t.Errorf("%d tools, %s: got %#v", c.tools, c.declare, err)
		}
	}
}

func TestLimitsOfStrictTools(t *testing.T) {
	properties := func(n int, schema string) toolnexus.Tool {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"p%d":%s`, i, schema)
		}
		return echoing(`{"type":"object","properties":{` + strings.TrimPrefix(b.String(), ",") + `},"additionalProperties":false}`)
	}
	for _, c := range []struct {
		name string
		tool toolnexus.Tool
		want string
	}{
		{"24 optional parameters", properties(24, `{"type":"string"}`), ""},
		{"25 optional parameters", properties(25, `{"type":"string"}`), "25 optional parameters of strict tools, Anthropic takes at most 24"},
		{"16 unions", properties(16, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`), ""},
		{
			"17 unions", properties(17, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`),
			"17 parameters of strict tools with a choice of types, Anthropic takes at most 16",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			kit := newToolkit(t, toolnexus.Tools(c.tool, says("second", "")))
			_, err := kit.Anthropic(toolnexus.AnthropicOptions{Strict: true})
			if (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), "\n"+c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			got, err := kit.Anthropic(toolnexus.AnthropicOptions{Strict: true, Fallback: true})
			if err != nil {
				t.Fatal(err)
			}
			if strict := bytes.Count(got.JSON, []byte(`"strict":true`)); strict != 2 && c.want == "" || strict != 1 && c.want != "" {
				t.Errorf("%d tools are strict with a fallback", strict)
			}
			var losses []string
			for _, l := range got.Losses {
				if l.Keyword == "strict" {
					losses = append(losses, l.String())
				}
			}
			want := "echo: is declared without strict: it would make " + c.want
			if text := strings.Join(losses, "\n"); c.want != "" && text != want || c.want == "" && text != "" {
				t.Errorf("losses:\n%s\nwant:\n%s", text, want)
			}
		})
	}
}

// BenchmarkDeclare200First renders all tools, as the first request of a toolkit
// does.
func BenchmarkDeclare200First(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		kit := kitOf(b, 200)
		b.StartTimer()
		declare200(b, kit)
	}
}

// BenchmarkDeclare200Again is what every further request costs.
func BenchmarkDeclare200Again(b *testing.B) {
	kit := kitOf(b, 200)
	declare200(b, kit)
	for b.Loop() {
		declare200(b, kit)
	}
}

// BenchmarkDeclare200Registered is a request after one tool was registered.
func BenchmarkDeclare200Registered(b *testing.B) {
	kit := kitOf(b, 200)
	declare200(b, kit)
	extra := weather()
	extra.Name = "extra"
	for b.Loop() {
		if err := kit.Register(extra); err != nil {
			b.Fatal(err)
		}
		declare200(b, kit)
		kit.Unregister("extra")
	}
}

func kitOf(b *testing.B, n int) *toolnexus.Toolkit {
	b.Helper()
	tools := make([]toolnexus.Tool, n)
	for i := range tools {
		tools[i] = weather()
		tools[i].Name = fmt.Sprintf("tool_%d", i)
	}
	kit, err := toolnexus.New(b.Context(), toolnexus.Tools(tools...))
	if err != nil {
		b.Fatal(err)
	}
	return kit
}

func declare200(b *testing.B, kit *toolnexus.Toolkit) {
	b.Helper()
	if _, err := kit.Anthropic(toolnexus.AnthropicOptions{}); err != nil {
		b.Fatal(err)
	}
}
