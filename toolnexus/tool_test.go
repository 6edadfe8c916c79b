package toolnexus_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// run is an Execute that succeeds.
func run(context.Context, json.RawMessage) toolnexus.ToolResult { return toolnexus.OK("ran") }

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		name string
		tool toolnexus.Tool
		want []string // the lines of the error
	}{
		{
			"a literal with a name and a function is enough",
			toolnexus.Tool{Name: "x", Execute: run},
			nil,
		},
		{
			"a full tool",
			toolnexus.Tool{Name: "x", InputSchema: raw(" \n{\"type\":\"object\"}\n"), OutputSchema: raw(`{}`), Execute: run},
			nil,
		},
		{
			"a boolean output schema",
			toolnexus.Tool{Name: "x", OutputSchema: raw(` true `), Execute: run},
			nil,
		},
		{
			"no function",
			toolnexus.Tool{Name: "x"},
			[]string{`tool "x": there is nothing to run, Execute is nil`},
		},
		{
			"no name",
			toolnexus.Tool{Execute: run},
			[]string{`invalid tool name "": it is empty`},
		},
		{
			"an input schema that is no JSON",
			toolnexus.Tool{Name: "x", InputSchema: raw(`{"type":`), Execute: run},
			[]string{`tool "x": input schema: not valid JSON: unexpected end of JSON input`},
		},
		{
			"an input schema with something behind it",
			toolnexus.Tool{Name: "x", InputSchema: raw(`{"type":"object"}]`), Execute: run},
			[]string{`tool "x": input schema: not valid JSON: invalid character ']' after top-level value`},
		},
		{
			"an input schema that is no UTF-8",
			toolnexus.Tool{Name: "x", InputSchema: raw("{\"type\":\"object\",\"title\":\"\xff\"}"), Execute: run},
			[]string{`tool "x": input schema: not valid UTF-8`},
		},
		{
			"an array as input schema",
			toolnexus.Tool{Name: "x", InputSchema: raw(`[]`), Execute: run},
			[]string{`tool "x": input schema: not a JSON object`},
		},
		{
			"null as input schema",
			toolnexus.Tool{Name: "x", InputSchema: raw(`null`), Execute: run},
			[]string{`tool "x": input schema: not a JSON object`},
		},
		{
			"a boolean input schema",
			toolnexus.Tool{Name: "x", InputSchema: raw(`true`), Execute: run},
			[]string{`tool "x": input schema: not a JSON object`},
		},
		{
			"an input schema without a type",
			toolnexus.Tool{Name: "x", InputSchema: raw(`{"properties":{}}`), Execute: run},
			[]string{`tool "x": input schema: the root must have "type": "object"`},
		},
		{
			"an input schema of another type",
			toolnexus.Tool{Name: "x", InputSchema: raw(`{"type":"array"}`), Execute: run},
			[]string{`tool "x": input schema: the root must have "type": "object"`},
		},
		{
			"a list of types",
			toolnexus.Tool{Name: "x", InputSchema: raw(`{"type":["object"]}`), Execute: run},
			[]string{`tool "x": input schema: the root must have "type": "object"`},
		},
		{
			"keywords have a case",
			toolnexus.Tool{Name: "x", InputSchema: raw(`{"Type":"object"}`), Execute: run},
			[]string{`tool "x": input schema: the root must have "type": "object"`},
		},
		{
			"a string as output schema",
			toolnexus.Tool{Name: "x", OutputSchema: raw(`"object"`), Execute: run},
			[]string{`tool "x": output schema: neither a JSON object nor a boolean`},
		},
		{
			"null as output schema",
			toolnexus.Tool{Name: "x", OutputSchema: raw(`null`), Execute: run},
			[]string{`tool "x": output schema: neither a JSON object nor a boolean`},
		},
		{
			"everything at once",
			toolnexus.Tool{Name: "9", InputSchema: raw(`3`), OutputSchema: raw(`x`)},
			[]string{
				`invalid tool name "9": it starts with '9' instead of a letter or underscore`,
				`tool "9": input schema: not a JSON object`,
				`tool "9": output schema: not valid JSON: invalid character 'x' looking for beginning of value`,
				`tool "9": there is nothing to run, Execute is nil`,
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			if err := tt.tool.Validate(); err != nil {
				got = strings.Split(err.Error(), "\n")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Validate (-want +got):\n%s", diff)
			}
		})
	}
}

// A declaration needs no function, and all else.
func TestValidateDeclaration(t *testing.T) {
	if err := (toolnexus.Tool{Name: "x"}).ValidateDeclaration(); err != nil {
		t.Error(err)
	}
	bad := toolnexus.Tool{Name: "a b", InputSchema: raw(`{}`)}
	declared, whole := bad.ValidateDeclaration(), bad.Validate()
	if declared == nil || whole.Error() != declared.Error()+"\n"+`tool "a b": there is nothing to run, Execute is nil` {
		t.Errorf("ValidateDeclaration = %v, Validate = %v", declared, whole)
	}
}

func TestHintWords(t *testing.T) {
	yes, no := true, false
	for want, h := range map[string]*toolnexus.ToolHints{
		"": nil, "[]": {Title: "T"},
		"[only reads deletes and overwrites nothing safe to repeat reaches no outside system]": {ReadOnly: &yes, Destructive: &no, Idempotent: &yes, OpenWorld: &no},
		"[makes changes may delete or overwrite not safe to repeat reaches outside systems]":   {ReadOnly: &no, Destructive: &yes, Idempotent: &no, OpenWorld: &yes},
	} {
		if got := fmt.Sprint(h.Words()); got != want && (want != "" || h.Words() != nil) {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func TestValidateGivesTheNameError(t *testing.T) {
	var named *toolnexus.NameError
	if err := (toolnexus.Tool{Name: "a b", Execute: run}).Validate(); !errors.As(err, &named) {
		t.Errorf("Validate = %v, want a NameError in it", err)
	}
}

func TestDefineTool(t *testing.T) {
	cause := errors.New("no")
	tool := toolnexus.DefineTool("echo", "Echoes.", raw(`{"type":"object"}`),
		func(_ context.Context, args json.RawMessage) (string, error) {
			if string(args) == "{}" {
				return "partial", cause
			}
			return string(args), nil
		})

	if tool.Source != toolnexus.SourceNative || tool.Description != "Echoes." || tool.Validate() != nil {
		t.Errorf("tool = %+v, Validate = %v", tool, tool.Validate())
	}
	if got := tool.Call(t.Context(), raw(`{"a":1}`)); got.IsError() || got.Output != `{"a":1}` {
		t.Errorf("result = %+v", got)
	}
	got := tool.Call(t.Context(), nil)
	if got.Output != "no" || got.Error != cause {
		t.Errorf("an error is exactly that text: %+v", got)
	}
}

func TestDefineToolKeepsItsOwnSchemaBytes(t *testing.T) {
	schema := raw(`{"type":"object"}`)
	tool := toolnexus.DefineTool("x", "", schema, nil)
	schema[0] = '['
	if string(tool.InputSchema) != `{"type":"object"}` {
		t.Errorf("schema = %s", tool.InputSchema)
	}
	toolnexus.EmptySchema()[0] = '['
	if got := toolnexus.EmptySchema()[0]; got != '{' {
		t.Errorf("EmptySchema starts with %q", got)
	}
}

func TestDefineToolWithoutSchemaTakesNoArguments(t *testing.T) {
	for _, schema := range []json.RawMessage{nil, {}} {
		tool := toolnexus.DefineTool("x", "", schema, nil)
		if !bytes.Equal(tool.InputSchema, toolnexus.EmptySchema()) {
			t.Errorf("schema = %s", tool.InputSchema)
		}
	}
}

func TestDefineToolWithoutFunctionNeverFails(t *testing.T) {
	tool := toolnexus.DefineTool("x", "", nil, nil)
	if tool.Execute != nil || tool.Validate() == nil {
		t.Errorf("Execute is nil: %v, Validate = %v", tool.Execute == nil, tool.Validate())
	}
	if got := tool.Call(t.Context(), nil); !got.IsError() {
		t.Errorf("result = %+v, want an error result", got)
	}
}

func TestMayOverlap(t *testing.T) {
	safe := func(answer bool) func(json.RawMessage) bool {
		return func(json.RawMessage) bool { return answer }
	}
	readOnly := &toolnexus.ToolHints{ReadOnly: new(true)}
	for _, tt := range []struct {
		name string
		tool toolnexus.Tool
		want bool
	}{
		{"nothing known", toolnexus.Tool{}, false},
		{"hints without read only", toolnexus.Tool{Hints: &toolnexus.ToolHints{Idempotent: new(true)}}, false},
		{"not read only", toolnexus.Tool{Hints: &toolnexus.ToolHints{ReadOnly: new(false)}}, false},
		{"read only", toolnexus.Tool{Hints: readOnly}, true},
		{"the function outranks the hint", toolnexus.Tool{Hints: readOnly, ConcurrencySafe: safe(false)}, false},
		{"the function says yes", toolnexus.Tool{ConcurrencySafe: safe(true)}, true},
		{"a panic is a no", toolnexus.Tool{Hints: readOnly, ConcurrencySafe: func(json.RawMessage) bool { panic("x") }}, false},
		{"missing arguments are an empty object", toolnexus.Tool{ConcurrencySafe: func(args json.RawMessage) bool { return string(args) == "{}" }}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.tool.MayOverlap(nil); got != tt.want {
				t.Errorf("MayOverlap = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestToolWireForm(t *testing.T) {
	for _, tt := range []struct {
		name string
		tool toolnexus.Tool
		want string
	}{
		{
			"the least",
			toolnexus.Tool{Name: "x"},
			`{"name":"x","description":"","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"source":"custom"}`,
		},
		{
			"everything",
			toolnexus.Tool{
				Name: "x", Description: "a < b & c", InputSchema: raw(`{"type":"object","title":"<&>","n":1.0}`), OutputSchema: raw(`{}`),
				Source: toolnexus.SourceMCP, Execute: run, ConcurrencySafe: func(json.RawMessage) bool { return true },
				Hints: &toolnexus.ToolHints{Title: "X", ReadOnly: new(true), Destructive: new(false), Idempotent: new(true), OpenWorld: new(false)},
			},
			`{"name":"x","description":"a < b & c","inputSchema":{"type":"object","title":"<&>","n":1.0},"outputSchema":{},"source":"mcp",` +
				`"hints":{"title":"X","readOnly":true,"destructive":false,"idempotent":true,"openWorld":false}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.tool.MarshalJSON()
			if err != nil || string(got) != tt.want {
				t.Fatalf("MarshalJSON = %v\n got %s\nwant %s", err, got, tt.want)
			}
			var back toolnexus.Tool
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			again, err := back.MarshalJSON()
			if err != nil || string(again) != tt.want {
				t.Errorf("after a round trip: %v %s", err, again)
			}
		})
	}
}

func TestToolUnmarshalKeepsSchemaBytesAndFunctions(t *testing.T) {
	schema := "{ \"type\": \"object\",\n\t\"x\": 1.50e+2 }"
	tool := toolnexus.Tool{Name: "old", Execute: run, OutputSchema: raw(`{}`), Hints: &toolnexus.ToolHints{}}
	if err := json.Unmarshal([]byte(`{"name":"new","inputSchema":`+schema+`,"outputSchema":null}`), &tool); err != nil {
		t.Fatal(err)
	}
	if string(tool.InputSchema) != schema {
		t.Errorf("schema = %s, want it byte for byte", tool.InputSchema)
	}
	if tool.Name != "new" || tool.OutputSchema != nil || tool.Hints != nil || tool.Execute == nil {
		t.Errorf("tool = %+v, want the declaration replaced and the function kept", tool)
	}
}

func TestToolUnmarshalRefusesWhatIsNoTool(t *testing.T) {
	for _, text := range []string{`[]`, `"x"`, `{"name":3}`, `{"hints":{"readOnly":"yes"}}`} {
		tool := toolnexus.Tool{Name: "kept"}
		if err := json.Unmarshal([]byte(text), &tool); err == nil || tool.Name != "kept" {
			t.Errorf("Unmarshal(%s) = %v, tool %+v", text, err, tool)
		}
	}
}

func TestToolMarshalNamesTheBadSchema(t *testing.T) {
	for _, tt := range []struct {
		tool toolnexus.Tool
		want string
	}{
		{toolnexus.Tool{Name: "x", InputSchema: raw(`{`)}, `tool "x": input schema: not valid JSON: unexpected end of JSON input`},
		{toolnexus.Tool{Name: "x", OutputSchema: raw(`{`)}, `tool "x": output schema: not valid JSON: unexpected end of JSON input`},
	} {
		if _, err := tt.tool.MarshalJSON(); err == nil || err.Error() != tt.want {
			t.Errorf("MarshalJSON = %v, want %s", err, tt.want)
		}
	}
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }
