package pending_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
)

func TestCallJSON(t *testing.T) {
	zone := time.FixedZone("", 60*60)
	for _, c := range []struct {
		name string
		call pending.Call
		want string
	}{
		{
			"least",
			pending.Call{Request: toolnexus.Request{ID: "a"}, Tool: "t"},
			`{"request":{"id":"a","kind":"","prompt":""},"tool":"t"}`,
		},
		{
			"full",
			pending.Call{
				Request: toolnexus.Request{
					ID: "a", Kind: toolnexus.KindInput, Prompt: "<p>", URL: "u?a&b", Data: json.RawMessage(`{"x": "<>"}`),
					ExpiresAt: time.Date(2030, 1, 2, 3, 4, 5, 6, zone),
				},
				Tool: "t", Args: json.RawMessage(" [1.0, 1e999] "), Created: time.Date(2029, 1, 1, 0, 30, 0, 0, zone),
			},
			`{"request":{"id":"a","kind":"input","prompt":"<p>","url":"u?a&b","data":{"x":"<>"},"expiresAt":"2030-01-02T02:04:05.000000006Z"},` +
				`"tool":"t","args":[1.0,1e999],"created":"2028-12-31T23:30:00Z"}`,
		},
		{
			"blank and null",
			pending.Call{
				Request: toolnexus.Request{ID: "a", Data: json.RawMessage("\n")}, Tool: "t", Args: json.RawMessage("null"),
			},
			`{"request":{"id":"a","kind":"","prompt":""},"tool":"t","args":null}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.call.MarshalJSON()
			if err != nil || string(got) != c.want {
				t.Fatalf("%v\n got %s\nwant %s", err, got, c.want)
			}
			var read pending.Call
			if err := json.Unmarshal(got, &read); err != nil {
				t.Fatal(err)
			}
			if again, err := read.MarshalJSON(); err != nil || string(again) != c.want || !read.Same(c.call) {
				t.Errorf("read as %s, %v", again, err)
			}
		})
	}
}

func TestCallUnmarshalJSONRefuses(t *testing.T) {
	for _, text := range []string{
		`null`, `{}`, `[]`, `{"request":{"id":"a"}}`, `{"tool":"t"}`, `{"request":{"id":1},"tool":"t"}`,
		`{"request":{"id":"a","expiresAt":"never"},"tool":"t"}`,
		`{"request":{"id":"a"},"tool":"t","created":"9999-12-31T23:59:59-10:00"}`,
	} {
		kept := pending.Call{Tool: "kept"}
		if err := kept.UnmarshalJSON([]byte(text)); !errors.Is(err, pending.ErrInvalid) || kept.Tool != "kept" {
			t.Errorf("%s: %v, %v", text, kept, err)
		}
	}
}

// Whatever is read as a call can be stored, and is then stable.
func FuzzCallUnmarshalJSON(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `{"request":{"id":"a"},"tool":"t"}`, `{"request":{"id":"\ud800"},"tool":"t","args":"\ud800"}`,
		"{\"request\":{\"id\":\"\xff\"},\"tool\":\"\xff\",\"args\":\"\xff\"}",
		`{"request":{"id":"a","kind":"input","prompt":"<p>","data":[1.0,1e999],"expiresAt":"2030-01-02T03:04:05.6+07:00"},"tool":"t","args":{"a":1,"a":2},"created":"2029-01-01T00:00:00Z"}`,
		`{"request":{"id":"a","expiresAt":"9999-12-31T23:59:59-10:00"},"tool":"t"}`,
		`{"request":{"id":"a","expiresAt":"0000-01-01T00:00:00+10:00"},"tool":"t","args":null}`,
		`{"request":{"id":"a","expiresAt":"0001-01-01T01:00:00+01:00"},"TOOL":"t","created":null}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var first, second pending.Call
		if json.Unmarshal([]byte(text), &first) != nil {
			return
		}
		wire, err := first.MarshalJSON()
		if err != nil {
			t.Fatalf("%v after reading %q", err, text)
		}
		if err := json.Unmarshal(wire, &second); err != nil {
			t.Fatalf("%v in %s", err, wire)
		}
		again, err := second.MarshalJSON()
		if err != nil || string(again) != string(wire) {
			t.Errorf("%v\n got %s\nwant %s", err, again, wire)
		}
		if !first.Same(second) || first.Expired(first.Created) != second.Expired(second.Created) {
			t.Errorf("%v was read as %v", first, second)
		}
		store := pending.NewMemory()
		if err := store.Put(t.Context(), first); err != nil {
			t.Error(err)
		}
	})
}
