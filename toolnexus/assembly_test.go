package toolnexus

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/schema"
)

// ready is an entry whose declarations are known, whatever the dialects say.
func ready(name string, forms map[form]declaration) *entry {
	e := &entry{tool: Tool{Name: name}}
	for f, d := range forms {
		e.declared[f].get(func() declaration { return d })
	}
	return e
}

func rendered(text string, losses ...Loss) declaration {
	return declaration{text: []byte(text), losses: losses, counts: strictCounts{tools: 1}}
}

func unsayable(problems ...schema.DialectProblem) declaration {
	return declaration{err: &schema.DialectError{Dialect: schema.OpenAIStrict, Problems: problems}}
}

func lossOf(tool, keyword string) Loss {
	return Loss{Tool: tool, Loss: schema.Loss{Keyword: keyword, Text: "is not said"}}
}

var (
	good = ready("good", map[form]declaration{
		openAIChat:       rendered("good", lossOf("good", "format")),
		openAIChatStrict: rendered("good strict", lossOf("good", "pattern")),
	})
	loose = ready("loose", map[form]declaration{
		openAIChat:       rendered("loose", lossOf("loose", "not")),
		openAIChatStrict: unsayable(schema.DialectProblem{Path: "/properties/m", Message: "a map"}, schema.DialectProblem{Message: "is odd"}),
	})
	never = ready("never", map[form]declaration{
		openAIChat:       unsayable(schema.DialectProblem{Message: "is no object"}),
		openAIChatStrict: unsayable(schema.DialectProblem{Message: "is no object"}),
	})
)

func TestDeclareAll(t *testing.T) {
	const heading = "not everything can be declared in openai-strict\n"
	for _, c := range []struct {
		name     string
		entries  []*entry
		fallback bool
		text     string
		losses   string
		err      string
	}{
		{"all can be said", []*entry{good}, false, "[good strict]", "good: the root: is not said", ""},
		{
			"one cannot be said",
			[]*entry{loose, good},
			false, "[good strict]",
			"good: the root: is not said", heading + "loose: /properties/m: a map\nloose: is odd",
		},
		{
			"with a fallback",
			[]*entry{loose, good},
			true, "[loose,good strict]",
			"loose: is declared without strict: /properties/m: a map\n" +
				"loose: the root: is not said\ngood: the root: is not said", "",
		},
		{
			"without a way to fall back",
			[]*entry{good, never},
			true, "[good strict]",
			"good: the root: is not said", heading + "never: is no object",
		},
		{"none can be said", []*entry{loose, never}, false, "[]", "", heading + "loose: /properties/m: a map\nloose: is odd\nnever: is no object"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := declareAll(c.entries, openAIChatStrict, c.fallback)
			if string(got.text) != c.text {
				t.Errorf("got %s, want %s", got.text, c.text)
			}
			var losses []string
			for _, l := range got.losses {
				losses = append(losses, l.String())
			}
			if diff := cmp.Diff(c.losses, strings.Join(losses, "\n")); diff != "" {
				t.Errorf("losses (-want +got):\n%s", diff)
			}
			text := ""
			if got.err != nil {
				text = got.err.Error()
				if _, ok := errors.AsType[*schema.DialectError](got.err); !ok {
					t.Error("the error hides that of the dialect")
				}
			}
			if diff := cmp.Diff(c.err, text); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

// A tool that does not fit any more does not keep smaller ones out.
func TestStrictUpToTheLimit(t *testing.T) {
	of := func(name string, optional int) *entry {
		strict := rendered(name + "!")
		strict.counts.optional = optional
		return ready(name, map[form]declaration{anthropicPlain: rendered(name), anthropicStrict: strict})
	}
	got := declareAll([]*entry{of("a", 20), of("b", 5), of("c", 4)}, anthropicStrict, true)
	if string(got.text) != "[a!,b,c!]" || got.err != nil || len(got.losses) != 1 {
		t.Errorf("got %s, %v, %v", got.text, got.losses, got.err)
	}
}

// What a dialect does not say is left out of a declaration.
func TestGeminiWithoutParameters(t *testing.T) {
	tool := Tool{Name: "ping", Description: "Pings."}
	for _, render := range []func(*Tool) any{
		func(tool *Tool) any { return geminiTool(tool, nil) },
		func(tool *Tool) any { return geminiJSONTool(tool, nil) },
	} {
		if text, err := encode(render(&tool)); err != nil || string(text) != `{"name":"ping","description":"Pings."}` {
			t.Errorf("got %s, %v", text, err)
		}
	}
}

func TestEveryLimitSaysWhereItIsFrom(t *testing.T) {
	for f, spec := range formSpecs {
		for _, limit := range spec.limits {
			if limit.source == "" || limit.most == 0 || limit.count == nil {
				t.Errorf("form %d: %+v", f, limit)
			}
		}
		if spec.strict && formSpecs[spec.plain].strict {
			t.Errorf("form %d falls back to a strict one", f)
		}
	}
}

// A declaration that cannot be written is a problem of its tool like any other.
func TestDeclarationThatIsNoJSON(t *testing.T) {
	spec := formSpec{dialect: schema.JSONSchema, render: func(*Tool, json.RawMessage) any { return json.RawMessage("{") }}
	e := ready("broken", map[form]declaration{openAIChat: declareTool(&Tool{Name: "broken"}, &spec)})
	got := declareAll([]*entry{e, good}, openAIChat, false)
	if d, ok := errors.AsType[*schema.DialectError](got.err); !ok || d.Dialect != schema.JSONSchema {
		t.Errorf("got %v", got.err)
	}
	if string(got.text) != "[good]" {
		t.Errorf("got %s", got.text)
	}
}
