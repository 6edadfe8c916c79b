package readme_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// A claim is a call, and the output that the README promises: echoed arguments,
// or a part of the error text after "!".
type claim struct{ args, want string }

// echo is a tool that returns its arguments.
func echo[In any](t *testing.T, opts ...typed.Option) toolnexus.Tool {
	t.Helper()
	tool, err := typed.Define("echo", "Returns its arguments.",
		func(_ context.Context, in In) (In, error) { return in, nil }, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

func (c claim) check(t *testing.T, tool toolnexus.Tool) {
	t.Helper()
	result := tool.Call(t.Context(), json.RawMessage(c.args))
	want, refused := strings.CutPrefix(c.want, "!")
	if result.IsError() != refused || refused && !strings.Contains(result.Output, want) || !refused && result.Output != want {
		t.Errorf("%s: got %q, want %q", c.args, result.Output, c.want)
	}
}

type omitted struct {
	E int `json:"e,omitempty"`
	Z int `json:"z,omitzero"`
}

type pointer struct {
	P *int `json:"p"`
}

type defaulted struct {
	D int `json:"d" jsonschema:"default=4"`
}

type permitted struct {
	E int  `json:"e" validate:"omitempty,min=3"`
	Z int  `json:"z" validate:"omitzero,min=3"`
	N *int `json:"n" validate:"omitnil,min=3"`
}

type required struct {
	V *int `json:"v,omitempty" validate:"required"`
	J *int `json:"j,omitempty" jsonschema:"required"`
}

type text struct {
	S string `json:"s" validate:"required"`
}

type plain struct {
	I int    `json:"i"`
	B bool   `json:"b"`
	L []int  `json:"l"`
	S string `json:"s"`
}

type lenient struct {
	I int   `json:"i,omitempty"`
	L []int `json:"l,omitempty"`
	D int   `json:"d" jsonschema:"default=4"`
}

// Each row of the two tables, by its first cell.
func TestTables(t *testing.T) {
	cases := map[string]func(t *testing.T) (toolnexus.Tool, []claim){
		"`json:\",omitempty\"` or `json:\",omitzero\"`": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[omitted](t), []claim{{`{}`, `{}`}}
		},
		"a pointer": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[pointer](t), []claim{{`{}`, `{"p":null}`}, {`{"p":0}`, `{"p":0}`}}
		},
		"`jsonschema:\"default=…\"`": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[defaulted](t), []claim{{`{}`, `{"d":4}`}, {`{"d":0}`, `{"d":0}`}}
		},
		"`validate:\"omitempty\"`, `omitzero` or `omitnil`": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[permitted](t), []claim{
				{`{}`, `{"e":0,"z":0,"n":null}`},
				{`{"e":0}`, "!e: must be at least 3"},
				{`{"z":0}`, "!z: must be at least 3"},
				{`{"n":0}`, "!n: must be at least 3"},
			}
		},
		"`validate:\"required\"` or `jsonschema:\"required\"`": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[required](t), []claim{{`{}`, "!2 problems"}, {`{"v":0,"j":0}`, `{"v":0,"j":0}`}}
		},
		"`validate:\"required\"` on a string": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[text](t), []claim{{`{}`, "!s: "}, {`{"s":""}`, "!s: "}, {`{"s":"x"}`, `{"s":"x"}`}}
		},
		"no arguments, or null": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[omitted](t), []claim{{``, `{}`}, {`null`, `{}`}}
		},
		"null for an optional key": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[omitted](t), []claim{{`{"e":null}`, `{}`}}
		},
		"`3.0` or `1e3` for an integer": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[pointer](t), []claim{{`{"p":3.0}`, `{"p":3}`}, {`{"p":1e3}`, `{"p":1000}`}, {`{"p":3.5}`, "!p: "}}
		},
		"`\"5\"` for an integer, `\"[1,2]\"` for a list, the arguments inside a string": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[lenient](t), []claim{
				{`{"i":"5"}`, `{"i":5,"d":4}`},
				{`{"l":"[1,2]"}`, `{"l":[1,2],"d":4}`},
				{`"{\"i\":5}"`, `{"i":5,"d":4}`},
			}
		},
		"nothing, where there is a default": func(t *testing.T) (toolnexus.Tool, []claim) {
			return echo[lenient](t), []claim{{`{}`, `{"d":4}`}}
		},
	}
	page := read(t, filepath.Join(root, "README.md"))
	for _, heading := range []string{"What is required", "What is forgiven"} {
		rows := regexp.MustCompile(`(?m)^\| (.*?) \|`).FindAllStringSubmatch(section(t, page, heading), -1)
		for _, row := range slices.Delete(rows, 0, 1) { // the head
			prove, ok := cases[row[1]]
			if !ok {
				t.Errorf("%s: nothing proves the row %q", heading, row[1])
				continue
			}
			delete(cases, row[1])
			t.Run(row[1], func(t *testing.T) {
				tool, claims := prove(t)
				for _, c := range claims {
					c.check(t, tool)
				}
			})
		}
	}
	for row := range cases {
		t.Errorf("the README has no row %q", row)
	}
}

// The sentences around the tables.
func TestSentences(t *testing.T) {
	for _, c := range []claim{
		{`{"i":0,"b":false,"l":[],"s":""}`, `{"i":0,"b":false,"l":[],"s":""}`},
		{`{"b":false,"l":[],"s":""}`, "!i: "},
		{`{"i":null,"b":false,"l":[],"s":""}`, "!i: "},
		{`{"i":1,"I":2,"b":true,"l":[],"s":""}`, "!I: "},
		{`{"i":1,"i":2,"b":true,"l":[],"s":""}`, "!i"},
		{`{"i":12345678901234567890,"b":true,"l":[],"s":""}`, "!i: "},
		{`{"i":1,"b":true,"l":[],"s":""`, "!"},
	} {
		c.check(t, echo[plain](t))
	}
	for _, c := range []claim{
		{`{"i":null}`, "!i: "},
		{`{"i":"5"}`, "!i: "},
		{`{"i":5.0}`, `{"i":5,"d":4}`},
		{``, `{"d":4}`},
	} {
		c.check(t, echo[lenient](t, typed.Strict()))
	}
	result := echo[lenient](t).Call(t.Context(), json.RawMessage(`{"i":"5"}`))
	if result.Metadata["repairs"] == nil {
		t.Error("nothing was noted in the metadata")
	}
}

// section is the text below a heading of the second level.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, after, ok := strings.Cut(page, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("the README has no section %q", heading)
	}
	text, _, _ := strings.Cut(after, "\n## ")
	return text
}
