package toolnexus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// echoing is a tool with an input schema that returns its arguments.
func echoing(input string) toolnexus.Tool {
	return toolnexus.DefineTool("echo", "Returns its arguments.", json.RawMessage(input),
		func(_ context.Context, args json.RawMessage) (string, error) { return string(args), nil })
}

// Null is taken out where the schema declares the property, does not require it
// and does not permit null, and nowhere else.
func TestNullForAbsent(t *testing.T) {
	const nested = `{"type":"object","properties":{"x":{"type":"string"},"deep":{"type":"object","properties":{"x":{"type":"string"}}}}}`
	for _, c := range []struct {
		name    string
		schema  string // of the property p, or a whole schema after "!"
		args    string
		want    string
		dropped string // JSON Pointers
	}{
		{"optional", `{"type":"string"}`, `{"p":null}`, `{}`, "/p"},
		{"other members stay as they are", `{"type":"string"}`, `{ "a": 1.50, "p": null, "é<": "\u0041" }`, `{"a":1.50,"é<":"A"}`, "/p"},
		{"without a null nothing is touched", `{"type":"string"}`, `{ "p": "x" }`, `{ "p": "x" }`, ""},
		{"null in a text", `{"type":"string"}`, `{ "p": "null" }`, `{ "p": "null" }`, ""},
		{"required", `!{"type":"object","properties":{"p":{"type":"string"}},"required":["p"]}`, `{"p":null}`, `{"p":null}`, ""},
		{"undeclared", `{"type":"string"}`, `{"q":null}`, `{"q":null}`, ""},

		{"any value", `{}`, `{"p":null}`, `{"p":null}`, ""},
		{"true", `true`, `{"p":null}`, `{"p":null}`, ""},
		{"false", `false`, `{"p":null}`, `{}`, "/p"},
		{"one of several types", `{"type":["string","null"]}`, `{"p":null}`, `{"p":null}`, ""},
		{"several types without null", `{"type":["string","integer"]}`, `{"p":null}`, `{}`, "/p"},
		{"only null", `{"type":"null"}`, `{"p":null}`, `{"p":null}`, ""},
		{"enum", `{"enum":["a","b"]}`, `{"p":null}`, `{}`, "/p"},
		{"enum with null", `{"enum":["a",null,[1]]}`, `{"p":null}`, `{"p":null}`, ""},
		{"const", `{"const":"a"}`, `{"p":null}`, `{}`, "/p"},
		{"const null", `{"const":null}`, `{"p":null}`, `{"p":null}`, ""},
		{"nullable of OpenAPI", `{"type":"string","nullable":true}`, `{"p":null}`, `{"p":null}`, ""},
		{"unknown keywords permit", `{"minLength":2,"not":{"type":"null"}}`, `{"p":null}`, `{"p":null}`, ""},

		{"anyOf with null", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"p":null}`, `{"p":null}`, ""},
		{"anyOf without null", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"p":null}`, `{}`, "/p"},
		{"oneOf with an open form", `{"oneOf":[{"type":"string"},{"minimum":1}]}`, `{"p":null}`, `{"p":null}`, ""},
		{"allOf", `{"allOf":[{},{"type":"string"}]}`, `{"p":null}`, `{}`, "/p"},
		{"$ref", `!{"type":"object","$defs":{"a/b":{"type":"string"}},"properties":{"p":{"$ref":"#/$defs/a~1b"}}}`, `{"p":null}`, `{}`, "/p"},
		{"$ref to null", `!{"type":"object","$defs":{"a":{"type":["null","string"]}},"properties":{"p":{"$ref":"#/$defs/a"}}}`, `{"p":null}`, `{"p":null}`, ""},
		{"$ref into a list", `!{"type":"object","properties":{"p":{"$ref":"#/allOf/0/properties/q"}},"allOf":[{"properties":{"q":{"type":"string"}}}]}`, `{"p":null}`, `{}`, "/p"},
		{"$ref to elsewhere", `{"$ref":"https://example.com/x"}`, `{"p":null}`, `{"p":null}`, ""},
		{"$ref to nothing", `{"$ref":"#/nowhere/1"}`, `{"p":null}`, `{"p":null}`, ""},
		{"$ref in a circle", `!{"type":"object","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"properties":{"p":{"$ref":"#/$defs/a"}}}`, `{"p":null}`, `{"p":null}`, ""},

		{"in an object", nested, `{"p":{"x":null,"deep":{"x":null,"y":null}}}`, `{"p":{"deep":{"y":null}}}`, "/p/x /p/deep/x"},
		{"in items", `{"type":"array","items":` + nested + `}`, `{"p":[{"x":null},{"x":"1"},null]}`, `{"p":[{},{"x":"1"},null]}`, "/p/0/x"},
		{
			"in many items", `{"type":"array","items":` + nested + `}`, `{"p":[` + strings.Repeat(`{"x":null},`, 30_000) + `1]}`,
			`{"p":[` + strings.Repeat(`{},`, 30_000) + `1]}`, "many",
		},
		{"in prefixItems", `{"prefixItems":[{},` + nested + `],"items":false}`, `{"p":[{"x":null},{"x":null},{"x":null}]}`, `{"p":[{"x":null},{},{"x":null}]}`, "/p/1/x"},
		{"in additionalProperties", `{"additionalProperties":` + nested + `}`, `{"p":{"k/~":{"x":null}}}`, `{"p":{"k/~":{}}}`, "/p/k~1~0/x"},
		{"of additionalProperties", `{"additionalProperties":{"type":"string"}}`, `{"p":{"k":null}}`, `{"p":{"k":null}}`, ""},
		{"patternProperties are left alone", `{"patternProperties":{"^k":{}},"additionalProperties":` + nested + `}`, `{"p":{"k":{"x":null}}}`, `{"p":{"k":{"x":null}}}`, ""},
		{"in a recursive type", `!{"type":"object","properties":{"next":{"$ref":"#"},"v":{"type":"integer"}}}`, `{"next":{"next":{"next":null,"v":null}}}`, `{"next":{"next":{}}}`, "/next/next/next /next/next/v"},
		{"in a nullable object", `{"anyOf":[` + nested + `,{"type":"null"}]}`, `{"p":{"x":null}}`, `{"p":{}}`, "/p/x"},
		{"declared by allOf", `!{"type":"object","allOf":[{"properties":{"p":{"type":"string"}}}]}`, `{"p":null}`, `{}`, "/p"},
		{"required beside allOf", `!{"type":"object","required":["p"],"allOf":[{"properties":{"p":{"type":"string"}}}]}`, `{"p":null}`, `{"p":null}`, ""},

		{"another form is open", `!{"type":"object","anyOf":[{"properties":{"p":{"type":"string"}}},{"properties":{"q":{}}}]}`, `{"p":null}`, `{"p":null}`, ""},
		{"another form is closed", `!{"type":"object","anyOf":[{"properties":{"p":{"type":"string"}}},{"properties":{"q":{}},"additionalProperties":false}]}`, `{"p":null}`, `{}`, "/p"},
		{
			"another form is a map with null", `{"anyOf":[{"type":"object","properties":{"x":{"type":"string"}}},{"type":"object","additionalProperties":{"type":["string","null"]}}]}`,
			`{"p":{"x":null}}`, `{"p":{"x":null}}`, "",
		},
		{
			"another form is a map without null", `{"anyOf":[{"type":"object","properties":{"x":{"type":"string"}}},{"type":"object","additionalProperties":{"type":"string"}}]}`,
			`{"p":{"x":null}}`, `{"p":{}}`, "/p/x",
		},
		{
			"only the open form takes the other names", `{"anyOf":[{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":false},{"type":"object"}]}`,
			`{"p":{"x":null,"b":"1"}}`, `{"p":{"x":null,"b":"1"}}`, "",
		},
		{
			"only the closed form has what it requires", `{"anyOf":[{"type":"object","properties":{"x":{"type":"string"},"b":{}},"required":["b"]},{"type":"object","required":["c"]}]}`,
			`{"p":{"x":null,"b":"1"}}`, `{"p":{"b":"1"}}`, "/p/x",
		},
		{
			"exactly one form, and without the null it would be two", `{"oneOf":[{"type":"object","properties":{"type":{"const":1}},"unevaluatedProperties":false},{"type":"object"}]}`,
			`{"p":{"type":null}}`, `{"p":{"type":null}}`, "",
		},
		{
			"each choice by itself", `!{"type":"object","allOf":[{"anyOf":[{"properties":{"p":{"type":"string"}}},{"properties":{"p":{"type":"integer"}}}]},{"anyOf":[{"minProperties":1},{"minProperties":2}]}]}`,
			`{"p":null}`, `{}`, "/p",
		},
		{
			"in each form of a choice", `{"anyOf":[{"type":"object","properties":{"o":` + nested + `}},{"type":"object","properties":{"o":` + nested + `},"minProperties":1}]}`,
			`{"p":{"o":{"x":null}}}`, `{"p":{"o":{}}}`, "/p/o/x",
		},
		{
			"in one form of a choice", `{"anyOf":[{"type":"object","properties":{"o":` + nested + `}},{"type":"object"}]}`,
			`{"p":{"o":{"x":null}}}`, `{"p":{"o":{"x":null}}}`, "",
		},
		{"a form permits null", `!{"type":"object","anyOf":[{"properties":{"p":{"type":"string"}}},{"properties":{"p":{}}}]}`, `{"p":null}`, `{"p":null}`, ""},
		{"a form requires it", `!{"type":"object","anyOf":[{"properties":{"p":{"type":"string"}}},{"properties":{"p":{"type":"string"}},"required":["p"]}]}`, `{"p":null}`, `{}`, "/p"},
		{"a tuple of draft 7", `{"type":"array","items":[` + nested + `]}`, `{"p":[{"x":null}]}`, `{"p":[{}]}`, "/p/0/x"},
		{"definitions of draft 7", `!{"type":"object","definitions":{"O":` + nested + `},"properties":{"p":{"$ref":"#/definitions/O"}}}`, `{"p":{"x":null}}`, `{"p":{}}`, "/p/x"},
		{"an anchor", `!{"type":"object","$defs":{"O":{"$anchor":"o","type":"object","properties":{"x":{"type":"string"}}}},"properties":{"p":{"$ref":"#o"}}}`, `{"p":{"x":null}}`, `{"p":{}}`, "/p/x"},
		{"an address of its own", `!{"$id":"https://example.com/s","type":"object","$defs":{"O":` + nested + `},"properties":{"p":{"$ref":"https://example.com/s#/$defs/O"}}}`, `{"p":{"x":null}}`, `{"p":{}}`, "/p/x"},
		{"a recursive reference of draft 2019", `!{"type":"object","properties":{"p":{"$recursiveRef":"#"},"x":{"type":"string"}}}`, `{"p":{"x":null}}`, `{"p":{}}`, "/p/x"},
		{"types of another language", `{"anyOf":[{"type":"dict","properties":{"x":{"type":"str"}}},{"type":"str"}]}`, `{"p":{"x":null}}`, `{"p":{}}`, "/p/x"},
		{"any type", `{"type":"any"}`, `{"p":null}`, `{"p":null}`, ""},
		{"none of Python", `{"type":["string","None"]}`, `{"p":null}`, `{"p":null}`, ""},
		{"a type that nobody knows", `{"type":"frobnicate"}`, `{"p":null}`, `{"p":null}`, ""},
		{"required of draft 3", `{"type":"string","required":true}`, `{"p":null}`, `{"p":null}`, ""},
		{"nullable beside a reference", `!{"type":"object","$defs":{"O":` + nested + `},"properties":{"p":{"$ref":"#/$defs/O","nullable":true}}}`, `{"p":null}`, `{"p":null}`, ""},
		{
			"forms at the root that exclude each other",
			`!{"type":"object","oneOf":[{"properties":{"a":{"type":"string"},"o":{"type":"string"}},"required":["a"],"additionalProperties":false},{"properties":{"b":{"type":"string"}},"required":["b"],"additionalProperties":false}]}`,
			`{"a":"x","b":null,"o":null}`, `{"a":"x"}`, "/b /o",
		},
		{
			"forms told apart by what they require", `{"anyOf":[{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["b"]}]}`,
			`{"p":{"a":"x","b":null}}`, `{"p":{"a":"x"}}`, "/p/b",
		},
		{
			"forms told apart by a number", `{"anyOf":[{"type":"object","properties":{"k":{"const":1},"a":{"type":"string"}},"required":["k"]},{"type":"object","properties":{"k":{"const":2},"a":{}},"required":["k"]}]}`,
			`{"p":{"k":1.0,"a":null}}`, `{"p":{"k":1.0}}`, "/p/a",
		},
		{"refused outside of the forms", `!{"type":"object","properties":{"p":{"type":"string"}},"anyOf":[{"required":["p"]},{"required":["q"]}]}`, `{"p":null,"q":1}`, `{"q":1}`, "/p"},
		{
			"forms told apart by a text",
			`{"oneOf":[{"properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind"]},` +
				`{"properties":{"kind":{"enum":["b","c"]},"x":{"type":"string"}},"required":["kind","x"]}]}`,
			`{"p":{"kind":"a","x":null}}`, `{"p":{"kind":"a"}}`, "/p/x",
		},
		{
			"the other form",
			`{"oneOf":[{"properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind"]},` +
				`{"properties":{"kind":{"enum":["b","c"]},"x":{"type":"string"}},"required":["kind","x"]}]}`,
			`{"p":{"kind":"b","x":null}}`, `{"p":{"kind":"b","x":null}}`, "",
		},
		{
			"forms behind references",
			`!{"type":"object","$defs":{"a":{"properties":{"kind":{"const":"a"},"x":{"type":"string"}}},"b":{"properties":{"kind":{"const":"b"},"x":{}}}},` +
				`"properties":{"p":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]}}}`,
			`{"p":{"kind":"a","x":null}}`, `{"p":{"kind":"a"}}`, "/p/x",
		},

		{"broken", `{"type":"string"}`, `{"p":null`, `{"p":null`, ""},
		{"twice", `{"type":"string"}`, `{"p":null,"p":"x"}`, `{"p":null,"p":"x"}`, ""},
		{"glued", `{"type":"string"}`, `{"p":null}{}`, `{"p":null}{}`, ""},
		{"not UTF-8", `{"type":"string"}`, "{\"p\":null,\"q\":\"\xff\"}", "{\"p\":null,\"q\":\"\xff\"}", ""},
		{"half a surrogate pair", `{"type":"string"}`, `{"p":null,"q":"\ud800"}`, `{"p":null,"q":"\ud800"}`, ""},
		{"a replacement character that is meant", `{"type":"string"}`, `{"p":null,"q":"\ufffd�"}`, `{"q":"��"}`, "/p"},
		{"no object", `{"type":"string"}`, `[null]`, `[null]`, ""},
		{
			"deeper than anything", `{"type":"string"}`, `{"p":null,"q":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`,
			`{"p":null,"q":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`, "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			input, whole := strings.CutPrefix(c.schema, "!")
			if !whole {
				input = `{"type":"object","properties":{"p":` + c.schema + `}}`
			}
			kit := newToolkit(t, toolnexus.Tools(echoing(input)))
			got := kit.Execute(t.Context(), "echo", json.RawMessage(c.args))
			if got.Output != c.want {
				t.Errorf("the tool got %s, want %s", got.Output, c.want)
			}
			if diff := cmp.Diff(c.dropped, dropped(t, got)); diff != "" && c.dropped != "many" {
				t.Errorf("repairs (-want +got):\n%s", diff)
			}
		})
	}
}

// dropped are the paths of the repairs, all of which have to be nulls.
func dropped(t *testing.T, r toolnexus.ToolResult) string {
	t.Helper()
	var paths []string
	repairs, _ := r.Metadata["repairs"].([]schema.Repair)
	for _, repair := range repairs {
		if repair.Kind != "null read as absent" {
			t.Errorf("repair %+v", repair)
		}
		paths = append(paths, repair.Path)
	}
	return strings.Join(paths, " ")
}

// The note has the words that a typed tool has for the same thing.
func TestNullIsNotedAsTypedToolsDo(t *testing.T) {
	described, err := schema.For[struct {
		P *string `json:"p"`
	}](schema.Input)
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		P *string `json:"p"`
	}
	want, err := described.Decode(t.Context(), []byte(`{"p":null}`), &v)
	if err != nil {
		t.Fatal(err)
	}
	kit := newToolkit(t, toolnexus.Tools(echoing(`{"type":"object","properties":{"p":{"type":"string"}}}`)))
	got := kit.Execute(t.Context(), "echo", json.RawMessage(`{"p":null}`)).Metadata["repairs"]
	if diff := cmp.Diff(any(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRepairsOfTheToolAreKept(t *testing.T) {
	own := []schema.Repair{{Path: "/n", Kind: "value sent inside a string"}}
	for _, c := range []struct {
		name       string
		note, want any
	}{
		{"none", nil, []schema.Repair{{Path: "/p", Kind: "null read as absent"}}},
		{"its own", own, []schema.Repair{{Path: "/p", Kind: "null read as absent"}, own[0]}},
		{"something else", "free text", "free text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool := echoing(`{"type":"object","properties":{"p":{"type":"string"}}}`)
			tool.Execute = func(context.Context, json.RawMessage) toolnexus.ToolResult {
				r := toolnexus.OK("")
				if c.note != nil {
					r = r.WithMetadata("repairs", c.note)
				}
				return r
			}
			kit := newToolkit(t, toolnexus.Tools(tool))
			got := kit.Execute(t.Context(), "echo", json.RawMessage(`{"p":null}`)).Metadata["repairs"]
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A call that waited is resumed by the tool that Get gives, and with the same
// arguments.
func TestNullIsAbsentWhenResumed(t *testing.T) {
	tool := echoing(`{"type":"object","properties":{"p":{"type":"string"}}}`)
	tool.ConcurrencySafe = func(args json.RawMessage) bool { return string(args) == `{}` }
	tool.Execute = func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
		if _, ok := toolnexus.AnswerFrom(ctx); !ok {
			return toolnexus.Pending(toolnexus.Request{Kind: toolnexus.KindApproval, Prompt: string(args)})
		}
		return toolnexus.OK(string(args))
	}
	kit := newToolkit(t, toolnexus.Tools(tool))
	args := json.RawMessage(`{"p":null}`)
	request, ok := toolnexus.PendingOf(kit.Execute(t.Context(), "echo", args))
	if !ok || request.Prompt != "{}" {
		t.Fatalf("request %+v", request)
	}
	got, _ := kit.Get("echo")
	if !got.MayOverlap(args) {
		t.Error("ConcurrencySafe sees the null")
	}
	if r := toolnexus.Resume(t.Context(), got, args, request, toolnexus.Answer{ID: request.ID, OK: true}); r.Output != "{}" {
		t.Errorf("got %v", r)
	}
}

func TestPanicAfterADroppedNull(t *testing.T) {
	tool := echoing(`{"type":"object","properties":{"p":{"type":"string"}}}`)
	tool.Execute = func(context.Context, json.RawMessage) toolnexus.ToolResult { panic("ouch") }
	kit := newToolkit(t, toolnexus.Tools(tool))
	got := kit.Execute(t.Context(), "echo", json.RawMessage(`{"p":null}`))
	if p, ok := errors.AsType[*toolnexus.PanicError](got.Error); !ok || p.Value != "ouch" {
		t.Errorf("got %v", got)
	}
}

// Neither a schema nor arguments from outside may make a call take long.
func TestHostileNulls(t *testing.T) {
	loops := `{"type":"object","properties":{"p":{"type":"string"}},"additionalProperties":{"$ref":"#"},"allOf":[` +
		strings.Repeat(`{"anyOf":[{"$ref":"#"},{"properties":{"q":{"$ref":"#"}}}]},`, 2000) + `true]}`
	var chain strings.Builder
	chain.WriteString(`{"type":"object","properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{`)
	const links = 10_000
	for i := range links {
		fmt.Fprintf(&chain, `"d%d":{"$ref":"#/$defs/d%d"},`, i, i+1)
	}
	fmt.Fprintf(&chain, `"d%d":{"type":"string"}}}`, links)
	for _, c := range []struct{ name, schema, args, want string }{
		{"a long chain", chain.String(), `{"p":null}`, `{}`},
		{"loops", loops, `{"k":{"k":{"p":null}}}`, ``},
		{"loops, many values", loops, `{"k":[` + strings.Repeat(`{"k":{"p":null}},`, 5000) + `1]}`, ``},
		{
			"much", `{"type":"object","additionalProperties":{"type":"object","properties":{"p":{"type":"string"}}}}`,
			`{` + strings.Repeat(` `, 1<<20) + `"k":{"p":null}}`, `{"k":{}}`,
		},
		{
			"a schema of more than a megabyte",
			`{"type":"object","properties":{"p":{"type":"string","description":"` + strings.Repeat("x", 1<<20) + `"}}}`,
			`{"p":null}`, `{"p":null}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			kit := newToolkit(t, toolnexus.Tools(echoing(c.schema)))
			start := time.Now()
			got := kit.Execute(t.Context(), "echo", json.RawMessage(c.args))
			if c.want != "" && got.Output != c.want {
				t.Errorf("the tool got %.100s, want %.100s", got.Output, c.want)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func FuzzNullForAbsent(f *testing.F) {
	f.Add(`{"type":"object","properties":{"p":{"type":"string"}}}`, `{"p":null}`)
	f.Add(`{"type":"object","properties":{"p":{"$ref":"#"}}}`, `{"p":{"p":null,"q":[null]}}`)
	f.Add(`{"type":"object","anyOf":[{"properties":{"p":{"const":"a"}}},true],"items":false}`, `{"p":null,"q":"\ud800"}`)
	f.Fuzz(func(t *testing.T, input, args string) {
		tool := echoing(input)
		if tool.Validate() != nil {
			return
		}
		kit := newToolkit(t, toolnexus.Tools(tool))
		got := kit.Execute(t.Context(), "echo", json.RawMessage(args))
		_, dropped := got.Metadata["repairs"]
		switch blank := strings.TrimSpace(args) == "" || strings.TrimSpace(args) == "null"; {
		case blank:
		case !dropped && got.Output != args:
			t.Errorf("%q became %q", args, got.Output)
		case dropped && !json.Valid([]byte(got.Output)):
			t.Errorf("%q became %q, which is no JSON", args, got.Output)
		case dropped:
			if again := kit.Execute(t.Context(), "echo", json.RawMessage(got.Output)); again.Output != got.Output {
				t.Errorf("%q became %q and then %q", args, got.Output, again.Output)
			}
		}
	})
}

// A long name is not written anew for all that is below it. The memory of four
// times as much is four times as large, or so.
func TestMemoryForNullsIsLinear(t *testing.T) {
	const n, most = 500, 8
	memory := func(n int) uint64 {
		name := strings.Repeat("k", 25*n)
		var properties, args []string
		for i := range n {
			properties = append(properties, fmt.Sprintf(`"a%d":{"type":"string"}`, i))
			args = append(args, fmt.Sprintf(`"a%d":"x"`, i))
		}
		input := `{"type":"object","properties":{"` + name + `":{"type":"object","properties":{` + strings.Join(properties, ",") + `}},"p":{"type":"string"}}}`
		call := `{"` + name + `":{` + strings.Join(args, ",") + `},"p":null}`
		kit := newToolkit(t, toolnexus.Tools(echoing(input)))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		kit.Execute(t.Context(), "echo", json.RawMessage(call))
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := memory(n), memory(4*n)
	if ratio := float64(large) / float64(small); ratio > most {
		t.Errorf("four times as much takes %.1f times as much memory", ratio)
	}
}
