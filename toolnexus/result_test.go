package toolnexus_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func TestErrorConstructorsKeepTheCause(t *testing.T) {
	for _, tt := range []struct {
		name   string
		result toolnexus.ToolResult
		output string
	}{
		{"Errorf", toolnexus.Errorf("db %d: %w", 7, io.ErrUnexpectedEOF), "db 7: unexpected EOF"},
		{"FromError", toolnexus.FromError(io.ErrUnexpectedEOF), "unexpected EOF"},
		{"FromError of a wrapped error", toolnexus.FromError(fmt.Errorf("db: %w", io.ErrUnexpectedEOF)), "db: unexpected EOF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.result.Output != tt.output || !tt.result.IsError() || !errors.Is(tt.result.Error, io.ErrUnexpectedEOF) {
				t.Errorf("result = %+v, want output %q", tt.result, tt.output)
			}
		})
	}
}

func TestNoErrorIsSuccess(t *testing.T) {
	for name, result := range map[string]toolnexus.ToolResult{
		"OK": toolnexus.OK(""), "zero value": {}, "FromError(nil)": toolnexus.FromError(nil),
	} {
		if diff := cmp.Diff(toolnexus.ToolResult{}, result); diff != "" || result.IsError() {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestWithMethodsLeaveTheirReceiverAlone(t *testing.T) {
	parts := make([]toolnexus.ContentPart, 1, 4)
	parts[0] = toolnexus.TextPart("shared")
	base := toolnexus.OK("x").WithMetadata("a", 1).WithStructured(raw(`1`))
	base.Parts = parts

	left := base.WithMetadata("a", 2).WithMetadata("b", 3).WithParts(toolnexus.TextPart("left")).WithStructured(raw(`2`))
	right := base.WithMetadata("c", 4).WithParts(toolnexus.TextPart("right"))

	for _, tt := range []struct {
		name      string
		got, want toolnexus.ToolResult
	}{
		{"base", base, toolnexus.ToolResult{
			Output: "x", Structured: raw(`1`),
			Metadata: map[string]any{"a": 1}, Parts: []toolnexus.ContentPart{toolnexus.TextPart("shared")},
		}},
		{"left", left, toolnexus.ToolResult{
			Output: "x", Structured: raw(`2`),
			Metadata: map[string]any{"a": 2, "b": 3}, Parts: []toolnexus.ContentPart{toolnexus.TextPart("shared"), toolnexus.TextPart("left")},
		}},
		{"right", right, toolnexus.ToolResult{
			Output: "x", Structured: raw(`1`),
			Metadata: map[string]any{"a": 1, "c": 4}, Parts: []toolnexus.ContentPart{toolnexus.TextPart("shared"), toolnexus.TextPart("right")},
		}},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestResultWireForm(t *testing.T) {
	for _, tt := range []struct {
		name   string
		result toolnexus.ToolResult
		want   string
	}{
		{"success", toolnexus.OK("fine"), `{"output":"fine","isError":false}`},
		{"nothing", toolnexus.ToolResult{}, `{"output":"","isError":false}`},
		{"an error", toolnexus.Errorf("no"), `{"output":"no","isError":true}`},
		{"an error without output gives its text", toolnexus.ToolResult{Error: io.EOF}, `{"output":"EOF","isError":true}`},
		{"an error with other output", toolnexus.ToolResult{Output: "try later", Error: io.EOF}, `{"output":"try later","isError":true}`},
		{"text is not escaped for HTML", toolnexus.OK("<a> & b"), `{"output":"<a> & b","isError":false}`},
		{"output becomes valid UTF-8", toolnexus.OK("a\xff\xfeb"), `{"output":"a\ufffd\ufffdb","isError":false}`},
		{"structured", toolnexus.OK("").WithStructured(raw(`{ "a": [1.0, "<"] }`)), `{"output":"","isError":false,"structured":{"a":[1.0,"<"]}}`},
		{"structured becomes valid UTF-8", toolnexus.OK("").WithStructured(raw("\"\xff\"")), "{\"output\":\"\",\"isError\":false,\"structured\":\"\uFFFD\"}"},
		{"false is something", toolnexus.OK("").WithStructured(raw(`false`)), `{"output":"","isError":false,"structured":false}`},
		{"null is nothing", toolnexus.OK("").WithStructured(raw(` null`)), `{"output":"","isError":false}`},
		{"empty things are nothing", toolnexus.ToolResult{
			Structured: raw(""), Parts: []toolnexus.ContentPart{}, Metadata: map[string]any{},
		}, `{"output":"","isError":false}`},
		{
			"parts", toolnexus.OK("").WithParts(toolnexus.TextPart("<t>"), toolnexus.PartFromBytes("image/png", []byte{0xfb, 0xff})),
			`{"output":"","isError":false,"parts":[{"type":"text","text":"<t>"},{"type":"image","mimeType":"image/png","data":"+/8="}]}`,
		},
		{
			"metadata is sorted and not escaped", toolnexus.OK("").WithMetadata("z", "<").WithMetadata("a", nil).WithMetadata("m", map[string]int{"y": 1}),
			`{"output":"","isError":false,"metadata":{"a":null,"m":{"y":1},"z":"<"}}`,
		},
		{
			"a suspension", toolnexus.Pending(toolnexus.Request{ID: "pnd-1", Kind: "approval", Prompt: "Sure?"}),
			`{"output":"Sure?","isError":true,"metadata":{"pending":{"id":"pnd-1","kind":"approval","prompt":"Sure?"}}}`,
		},
		{
			"a suspension in Error alone",
			toolnexus.ToolResult{Error: fmt.Errorf("x: %w", toolnexus.Suspend(toolnexus.Request{ID: "pnd-1", Kind: "approval", Prompt: "Sure?"}))},
			`{"output":"Sure?","isError":true,"metadata":{"pending":{"id":"pnd-1","kind":"approval","prompt":"Sure?"}}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.result.MarshalJSON()
			if err != nil || string(got) != tt.want {
				t.Fatalf("MarshalJSON = %v\n got %s\nwant %s", err, got, tt.want)
			}
			var back toolnexus.ToolResult
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			again, err := back.MarshalJSON()
			// The replacement character is written escaped only the first time.
			if err != nil || string(again) != strings.ReplaceAll(tt.want, `\ufffd`, "\uFFFD") {
				t.Errorf("after a round trip: %v\n got %s\nwant %s", err, again, tt.want)
			}
		})
	}
}

func TestResultUnmarshal(t *testing.T) {
	var got toolnexus.ToolResult
	err := json.Unmarshal([]byte(`{
		"output": "no", "isError": true, "structured": {"a": 1.0}, "new": 1,
		"parts": [{"type":"audio","mimeType":"audio/wav","data":"AAE=","name":"a.wav"}],
		"metadata": {"n": 3, "big": 9007199254740993, "exact": 9007199254740991, "huge": 1e999, "deep": [{"id": -9007199254740993}], "f": 0.1, "s": "x"}
	}`), &got)
	if err != nil {
		t.Fatal(err)
	}
	if got.Error == nil || got.Error.Error() != "no" {
		t.Errorf("Error = %v, want the output", got.Error)
	}
	got.Error = nil
	want := toolnexus.ToolResult{
		Output:     "no",
		Structured: raw(`{"a": 1.0}`),
		Parts:      []toolnexus.ContentPart{{Kind: "audio", MIMEType: "audio/wav", Data: []byte{0, 1}, Name: "a.wav"}},
		Metadata: map[string]any{
			"n": 3.0, "big": json.Number("9007199254740993"), "exact": float64(1<<53 - 1), "huge": json.Number("1e999"),
			"deep": []any{map[string]any{"id": json.Number("-9007199254740993")}}, "f": 0.1, "s": "x",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestResultUnmarshalReplacesEverything(t *testing.T) {
	got := toolnexus.Errorf("old").WithMetadata("a", 1).WithParts(toolnexus.TextPart("x")).WithStructured(raw(`1`))
	if err := json.Unmarshal([]byte(`{"output":"new","isError":false}`), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(toolnexus.OK("new"), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestResultUnmarshalRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"truncated JSON", `{"output":"x"`, "unexpected end of JSON input"},
		{"another document", `["x"]`, "tool result: json: cannot unmarshal array"},
		{"a number as output", `{"output":1}`, "tool result: json: cannot unmarshal number"},
		{"a word as isError", `{"isError":"yes"}`, "tool result: json: cannot unmarshal string"},
		{"parts that are no list", `{"parts":{}}`, "tool result: json: cannot unmarshal object"},
		{"a null part", `{"parts":[null]}`, "tool result: parts[0] is null"},
		{"an unknown part", `{"parts":[{"type":"text","text":""},{"type":"video"}]}`, `tool result: parts[1]: part: unknown kind "video", want text, image, audio or file`},
		{"a part with bad data", `{"parts":[{"type":"image","mimeType":"image/png","data":"A"}]}`, "tool result: parts[0]: part: data is not padded standard base64: illegal base64 data at input byte 0"},
		{"a request with a bad time", `{"isError":true,"metadata":{"pending":{"id":"pnd-1","expiresAt":"soon"}}}`, `tool result: metadata "pending": `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := toolnexus.OK("kept")
			err := json.Unmarshal([]byte(tt.text), &got)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Unmarshal = %v, want %s", err, tt.want)
			}
			if diff := cmp.Diff(toolnexus.OK("kept"), got); diff != "" {
				t.Errorf("the result was changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestResultMarshalNamesWhatItCannotCarry(t *testing.T) {
	cycle := map[string]any{}
	cycle["self"] = cycle
	for _, tt := range []struct {
		name   string
		result toolnexus.ToolResult
		want   string
	}{
		{"a channel in metadata", toolnexus.OK("").WithMetadata("out", make(chan int)), `tool result: metadata "out": json: unsupported type: chan int`},
		{"not a number", toolnexus.OK("").WithMetadata("ratio", math.NaN()), `tool result: metadata "ratio": json: unsupported value: NaN`},
		{"a cycle", toolnexus.OK("").WithMetadata("tree", cycle), `tool result: metadata "tree": json: unsupported value: encountered a cycle`},
		{"a marshaller that panics", toolnexus.OK("").WithMetadata("odd", panicking{}), `tool result: metadata "odd": marshalling panicked: not me`},
		{"the first key of several", toolnexus.OK("").WithMetadata("b", make(chan int)).WithMetadata("a", make(chan int)), `tool result: metadata "a": `},
		{"structured that is no JSON", toolnexus.OK("").WithStructured(raw(`{"a"}`)), "tool result: structured: not valid JSON: invalid character '}' after object key"},
		{"a bad part", toolnexus.OK("").WithParts(toolnexus.TextPart("x"), toolnexus.ContentPart{}), "tool result: parts[1]: part: the kind is missing"},
		{"a request with bad data", toolnexus.Pending(toolnexus.Request{Data: raw(`{`)}), `tool result: metadata "pending": `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, err := tt.result.MarshalJSON()
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("MarshalJSON = %s, %v, want %s", text, err, tt.want)
			}
		})
	}
}

type panicking struct{}

func (panicking) MarshalJSON() ([]byte, error) { panic("not me") }

func TestLoggingAResultShowsNoBytes(t *testing.T) {
	result := toolnexus.Errorf("no").
		WithParts(toolnexus.PartFromBytes("image/png", []byte("the secret"))).
		WithMetadata("token", "the secret")
	for name, handler := range handlers {
		t.Run(name, func(t *testing.T) {
			var buf bytes.Buffer
			slog.New(handler(&buf)).Info("called", "result", result)
			got := buf.String()
			if leaks(got, "the secret") || !strings.Contains(got, "image (image/png, 10 bytes)") || !utf8.ValidString(got) {
				t.Errorf("logged %s", got)
			}
		})
	}
}

var handlers = map[string]func(io.Writer) slog.Handler{
	"text": func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
	"json": func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
}

func TestResultIsCarriedInsideOtherJSON(t *testing.T) {
	type message struct {
		Result toolnexus.ToolResult  `json:"result"`
		Other  *toolnexus.ToolResult `json:"other"`
		None   *toolnexus.ToolResult `json:"none"`
	}
	text, err := json.Marshal(message{Result: toolnexus.OK("a"), Other: new(toolnexus.FromError(context.Canceled))})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"result":{"output":"a","isError":false},"other":{"output":"context canceled","isError":true},"none":null}`
	if string(text) != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
	var back message
	if err := json.Unmarshal([]byte(`{"result":null,"other":null}`), &back); err != nil || back.Other != nil || back.Result.Output != "" {
		t.Errorf("null: %+v, %v", back, err)
	}
}
