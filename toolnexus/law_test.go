package toolnexus_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// A result means the same after JSON: what the model reads, whether it failed,
// its parts, what the host stored, and what it waits for.
func TestResultsSurviveJSON(t *testing.T) {
	results := rapid.Custom(drawResult)
	rapid.Check(t, func(t *rapid.T) {
		want := results.Draw(t, "result")
		text, err := want.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(text) {
			t.Fatalf("not UTF-8: %q", text)
		}
		var got toolnexus.ToolResult
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		sameMeaning(t, want, got)

		again, err := got.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var third toolnexus.ToolResult
		if err := json.Unmarshal(again, &third); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got, third, cmp.Comparer(sameText)); diff != "" {
			t.Fatalf("a second round trip changes it (-first +second):\n%s", diff)
		}
	})
}

func sameMeaning(t *rapid.T, want, got toolnexus.ToolResult) {
	if want.IsError() != got.IsError() {
		t.Fatalf("IsError = %v, want %v", got.IsError(), want.IsError())
	}
	output := want.Output
	if output == "" && want.Error != nil {
		output = want.Error.Error()
	}
	if got.Output != jsonText(output) || got.Error != nil && got.Error.Error() != got.Output {
		t.Fatalf("Output = %q, Error = %v, want %q", got.Output, got.Error, output)
	}
	if !bytes.Equal(compact(want.Structured), compact(got.Structured)) {
		t.Fatalf("Structured = %s, want %s", got.Structured, want.Structured)
	}
	if diff := cmp.Diff(want.Parts, got.Parts); diff != "" && len(want.Parts)+len(got.Parts) > 0 {
		t.Fatalf("Parts (-want +got):\n%s", diff)
	}
	wantReq, wantOK := toolnexus.PendingOf(want)
	gotReq, gotOK := toolnexus.PendingOf(got)
	if diff := cmp.Diff(wantReq, gotReq); diff != "" || wantOK != gotOK {
		t.Fatalf("PendingOf = %v, want %v (-want +got):\n%s", gotOK, wantOK, diff)
	}
	for key, value := range want.Metadata {
		if key == "pending" && wantOK {
			continue
		}
		if diff := cmp.Diff(value, got.Metadata[key]); diff != "" {
			t.Fatalf("metadata %q (-want +got):\n%s", key, diff)
		}
	}
}

func drawResult(t *rapid.T) toolnexus.ToolResult {
	texts := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	result := toolnexus.OK(texts.Draw(t, "output"))
	switch rapid.IntRange(0, 2).Draw(t, "outcome") {
	case 1:
		result = toolnexus.ToolResult{Output: result.Output, Error: errors.New(texts.Draw(t, "error"))}
	case 2:
		result = toolnexus.Pending(drawRequest(t))
	}
	for key, value := range rapid.MapOfN(rapid.String(), rapid.Custom(drawJSON), 0, 3).Draw(t, "metadata") {
		if key != "pending" {
			result = result.WithMetadata(key, value)
		}
	}
	if rapid.Bool().Draw(t, "structured") {
		text, err := json.MarshalIndent(drawJSON(t), " ", "\t")
		if err != nil {
			t.Fatal(err)
		}
		result = result.WithStructured(text)
	}
	return result.WithParts(rapid.SliceOfN(rapid.Custom(drawPart), 0, 3).Draw(t, "parts")...)
}

func drawRequest(t *rapid.T) toolnexus.Request {
	req := toolnexus.Request{
		ID:     rapid.SampledFrom([]string{"", "pnd-1", "mine"}).Draw(t, "id"),
		Kind:   toolnexus.RequestKind(rapid.String().Draw(t, "kind")),
		Prompt: rapid.String().Draw(t, "prompt"),
		URL:    rapid.SampledFrom([]string{"", "https://example.com/?a=1&b=<2>"}).Draw(t, "url"),
	}
	if rapid.Bool().Draw(t, "expires") {
		req.ExpiresAt = time.Unix(rapid.Int64Range(0, 1<<37).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")).UTC()
	}
	if rapid.Bool().Draw(t, "data") {
		// Without HTML escaping, as results are written, so that bytes compare.
		var buf bytes.Buffer
		e := json.NewEncoder(&buf)
		e.SetEscapeHTML(false)
		if err := e.Encode(map[string]any{"x": drawJSON(t)}); err != nil {
			t.Fatal(err)
		}
		req.Data = bytes.TrimSpace(buf.Bytes())
	}
	return req
}

func drawPart(t *rapid.T) toolnexus.ContentPart {
	data := rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "data")
	mime := rapid.SampledFrom([]string{"image/png", "audio/wav", "application/pdf", "text/plain; charset=utf-8"}).Draw(t, "mime")
	switch rapid.IntRange(0, 2).Draw(t, "part") {
	case 0:
		return toolnexus.TextPart(rapid.String().Draw(t, "text"))
	case 1:
		part := toolnexus.PartFromBytes(mime, nil)
		part.URL = "https://example.com/x?a=1&b=" + rapid.StringMatching(`[a-z<>%]{0,5}`).Draw(t, "query")
		return part
	default:
		part := toolnexus.PartFromBytes(mime, data)
		part.Name = rapid.String().Draw(t, "name")
		return part
	}
}

// drawJSON draws a value as encoding/json decodes it.
func drawJSON(t *rapid.T) any {
	switch rapid.IntRange(0, 6).Draw(t, "json") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return float64(rapid.Int32().Draw(t, "int"))
	case 3:
		return rapid.Float64Range(-1e12, 1e12).Draw(t, "float")
	case 4:
		return []any{drawJSON(t), "x"}
	case 5:
		return map[string]any{"k": drawJSON(t)}
	default:
		return rapid.String().Draw(t, "string")
	}
}

// jsonText is s as JSON carries it.
func jsonText(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	var back string
	if err := json.Unmarshal(text, &back); err != nil {
		return err.Error()
	}
	return back
}

func compact(raw json.RawMessage) []byte {
	if text := strings.TrimSpace(string(raw)); text == "" || text == "null" {
		return nil
	}
	var buf bytes.Buffer
	if err := json.Compact(&buf, raw); err != nil {
		return []byte(err.Error())
	}
	return buf.Bytes()
}

func sameText(a, b error) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Error() == b.Error())
}
