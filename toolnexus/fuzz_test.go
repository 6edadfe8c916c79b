package toolnexus_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// Whatever is read as a result can be written, and is then stable.
func FuzzToolResultUnmarshalJSON(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`, `{"output":"x","isError":false}`, `{"output":"\ud800","isError":true}`, "{\"output\":\"\xff\"}",
		`{"output":"x","isError":true,"structured":{"a":[1.0]},"parts":[{"type":"text","text":"x"}],"metadata":{"n":9007199254740993,"m":[1e999,-0]}}`,
		`{"output":"","isError":true,"metadata":{"pending":{"id":"pnd-1","kind":"approval","prompt":"p","expiresAt":"2030-01-02T03:04:05Z"}}}`,
		`{"output":"","isError":true,"metadata":{"pending":{"id":"pnd-1","expiresAt":"never"}}}`,
		`{"output":"","isError":true,"metadata":{"pending":3}}`, `{"structured":null,"parts":null,"metadata":null}`, `{"parts":[null]}`,
		`{"parts":[{"type":"image","mimeType":"image/png","data":"AAE="}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var first toolnexus.ToolResult
		if json.Unmarshal([]byte(text), &first) != nil {
			return
		}
		if first.IsError() && first.Error.Error() != first.Output {
			t.Errorf("Error = %v, Output = %q", first.Error, first.Output)
		}
		wire, err := first.MarshalJSON()
		if err != nil || !utf8.Valid(wire) {
			t.Fatalf("MarshalJSON = %q, %v after reading %q", wire, err, text)
		}
		var second toolnexus.ToolResult
		if err := json.Unmarshal(wire, &second); err != nil {
			t.Fatalf("%v in %s", err, wire)
		}
		again, err := second.MarshalJSON()
		if err != nil || string(again) != string(wire) {
			t.Errorf("%v\n got %s\nwant %s", err, again, wire)
		}
	})
}

// Whatever is read as a part is valid and survives being written.
func FuzzContentPartUnmarshalJSON(f *testing.F) {
	for _, seed := range []string{
		`null`, `{}`, `{"type":"text"}`, `{"type":"text","text":""}`, `{"type":"text","text":"x","data":""}`,
		`{"type":"image","mimeType":"image/png","data":"AAE="}`, `{"type":"image","mimeType":"image/png","data":"AAE"}`,
		`{"type":"audio","mimeType":"audio/wav","url":"https://example.com/a.wav"}`, `{"type":"file","mimeType":"a/b;c=d","data":"AA==","name":"x"}`,
		`{"type":"image","mimeType":"image/png","data":"AA==","url":"https://example.com"}`, `{"type":"video","data":"AA=="}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first := toolnexus.TextPart("kept")
		if json.Unmarshal([]byte(text), &first) != nil {
			return
		}
		if err := first.Validate(); err != nil {
			t.Fatalf("read %q: %v", text, err)
		}
		samePartAfterJSON(t, first)
	})
}

// A URL gives a valid part, or an error and no part.
func FuzzPartFromURL(f *testing.F) {
	for _, seed := range []string{
		"", "https://example.com/a.png", "https://example.com/a.png?x=1#y", "HTTP://h/.PNG", "//h/a.png", "file:///a.png", "a.png", "gs://b/a.pdf",
		"data:", "data:,", "data:;base64,", "data:image/png;base64,AAE=", "data:image/png;base64,%41AE%3D", "DATA:a/b;c=d;BASE64,AA==",
		"data:image/png,AAE=", "data:image/png;base64,\n", "https://u:p@h:1/a.png", "https://h/a.png\x00", "https://[::1]/x.gif", "https://h/%ff.png",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, url string) {
		part, err := toolnexus.PartFromURL(url)
		if err != nil {
			if part.Kind != "" {
				t.Errorf("PartFromURL = %v and %v", part, err)
			}
			return
		}
		if err := part.Validate(); err != nil {
			t.Fatal(err)
		}
		if isData := len(url) >= 5 && strings.EqualFold(url[:5], "data:"); isData != (part.URL == "") {
			t.Errorf("PartFromURL(%q) has the URL %q", url, part.URL)
		}
		if utf8.ValidString(part.URL + part.Name) {
			samePartAfterJSON(t, part)
		}
	})
}

func samePartAfterJSON(t *testing.T, part toolnexus.ContentPart) {
	t.Helper()
	wire, err := part.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var back toolnexus.ContentPart
	if err := json.Unmarshal(wire, &back); err != nil {
		t.Fatalf("%v in %s", err, wire)
	}
	if !cmp.Equal(part, back) {
		t.Errorf("%s (-want +got):\n%s", wire, cmp.Diff(part, back))
	}
}

// A request that was read is found in a result, after JSON too, and resumes
// exactly the call it belongs to.
func FuzzRequestUnmarshalJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `{"id":"pnd-1","kind":"approval","prompt":"Sure?"}`, `{"id":"","kind":"x","prompt":"p","url":"u","data":null}`,
		`{"id":"pnd-1","data":{"a":[1.0,"<"]},"expiresAt":"2030-01-02T03:04:05.678+02:00"}`, `{"id":"pnd-1","expiresAt":"soon"}`, `{"ID":"x"}`,
		`{"id":"\ud800"}`, `{"expiresAt":"0001-01-01T00:00:00Z"}`, `{"expiresAt":"9999-12-31T23:59:59Z"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var req toolnexus.Request
		if json.Unmarshal([]byte(text), &req) != nil {
			return
		}
		fresh, ok := toolnexus.PendingOf(toolnexus.Pending(req))
		if !ok || fresh.ID == "" || req.ID != "" && req.ID != fresh.ID {
			t.Fatalf("PendingOf = %+v, %v for %+v", fresh, ok, req)
		}
		stored, ok := toolnexus.PendingOf(roundTrip(t, toolnexus.Pending(fresh)))
		if !ok || stored.ID != fresh.ID || !stored.ExpiresAt.Equal(fresh.ExpiresAt) || stored.Prompt != fresh.Prompt {
			t.Fatalf("PendingOf = %+v, %v after JSON, want %+v", stored, ok, fresh)
		}
	})
}

// An answer that was read is the same after JSON.
func FuzzAnswerUnmarshalJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `{"id":"pnd-1","ok":true}`, `{"id":"pnd-1","ok":false,"reason":"declined"}`, `{"id":"x","ok":true,"data":{"a":"<"}}`, `{"ok":"yes"}`, `{"data":null}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var first, second toolnexus.Answer
		if json.Unmarshal([]byte(text), &first) != nil {
			return
		}
		wire := marshal(t, first)
		if err := json.Unmarshal(wire, &second); err != nil {
			t.Fatalf("%v in %s", err, wire)
		}
		if again := marshal(t, second); string(again) != string(wire) {
			t.Errorf("got %s\nwant %s", again, wire)
		}
	})
}

// Reading a declaration never panics, and what is valid stays so.
func FuzzToolUnmarshalJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `{"name":"x","inputSchema":{"type":"object"}}`, `{"name":"x","inputSchema":[],"outputSchema":true,"hints":{"readOnly":true}}`,
		`{"name":"x","inputSchema":null,"outputSchema":null,"hints":null,"source":"mcp"}`, "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\",\"d\":\"\xff\"}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first := toolnexus.Tool{Execute: run}
		if json.Unmarshal([]byte(text), &first) != nil {
			return
		}
		wire, err := first.MarshalJSON()
		if err != nil || !utf8.Valid(wire) {
			t.Fatalf("MarshalJSON = %q, %v", wire, err)
		}
		if first.Validate() != nil {
			return
		}
		second := toolnexus.Tool{Execute: run}
		if err := json.Unmarshal(wire, &second); err != nil || second.Validate() != nil {
			t.Errorf("%v, %v in %s", err, second.Validate(), wire)
		}
	})
}
