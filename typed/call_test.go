package typed_test

import (
	"context"
	"encoding/json"
	"math"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

type readBack struct {
	Nil     *int                  `json:"nil"`
	Nils    []*int                `json:"nils"`
	ByName  map[string]*int       `json:"by_name"`
	Few     int                   `json:"few,omitempty" validate:"min=3"`
	Default int                   `json:"default,omitempty" jsonschema:"default=5"`
	URL     url.URL               `json:"url"`
	Link    *url.URL              `json:"link,omitempty"`
	Wait    time.Duration         `json:"wait"`
	At      time.Time             `json:"at"`
	Large   float32               `json:"large"`
	Bytes   []byte                `json:"bytes"`
	Addr    netip.Addr            `json:"addr"`
	Count   map[int]string        `json:"count"`
	Addrs   map[netip.Addr]string `json:"addrs"`
	Quoted  int                   `json:"quoted,string"`
	Raw     json.RawMessage       `json:"raw"`
	Any     any                   `json:"any"`
}

func TestCallReadsWhatATypedToolWrites(t *testing.T) {
	three := 3
	link, err := url.Parse("../docs?q=1#top")
	if err != nil {
		t.Fatal(err)
	}
	full := readBack{
		Nil: &three, Nils: []*int{&three, nil}, ByName: map[string]*int{"a": nil, "b": &three}, Few: 1, URL: *link, Link: link,
		Wait: 90 * time.Minute, At: time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC), Large: math.MaxFloat32, Bytes: []byte("hi"),
		Addr: netip.MustParseAddr("192.0.2.1"), Count: map[int]string{-1: "x"}, Addrs: map[netip.Addr]string{netip.MustParseAddr("::1"): "y"},
		Quoted: 7, Raw: json.RawMessage(`{"a":1}`), Any: "text",
	}
	empty := readBack{
		Nils: []*int{}, ByName: map[string]*int{}, Bytes: []byte{}, Count: map[int]string{}, Addrs: map[netip.Addr]string{},
		Raw: json.RawMessage("null"), // as nil is written
	}
	for name, want := range map[string]readBack{"full": full, "empty": empty} {
		t.Run(name, func(t *testing.T) {
			tool := typed.MustDefine("report", "Reports.", func(context.Context, struct{}) (readBack, error) { return want, nil })
			got, err := typed.Call[struct{}, readBack](t.Context(), tool, struct{}{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Addr) bool { return a == b })); diff != "" {
				t.Errorf("(-written +read)\n%s", diff)
			}
		})
	}
}

func calls[Out any](t *testing.T, output string, want Out) {
	t.Helper()
	got, err := typed.Call[struct{}, Out](t.Context(), says(output), struct{}{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, %v, want %+v", output, got, err, want)
	}
}

func callFails[Out any](t *testing.T, output, want string) {
	t.Helper()
	got, err := typed.Call[struct{}, Out](t.Context(), says(output), struct{}{})
	if err == nil || !reflect.ValueOf(&got).Elem().IsZero() || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%s: got %+v, %v, want %s", output, got, err, want)
	}
}

func says(output string) toolnexus.Tool {
	return toolnexus.DefineTool("say", "Says.", nil, func(context.Context, json.RawMessage) (string, error) { return output, nil })
}

func TestCallReadsWhatOthersWrite(t *testing.T) {
	type out struct {
		N int    `json:"n"`
		P *int   `json:"p"`
		S string `json:"s,omitempty" jsonschema:"default=x"`
	}
	calls(t, ` {"n":1.0,"more":[1]} `, out{N: 1}) // as Python may write an integer
	calls(t, `{"n":1,"N":2}`, out{N: 1})
	calls(t, `null`, (*int)(nil))
	calls(t, `[1,null]`, []any{1.0, nil})
	calls(t, `"P1"`, json.RawMessage(`"P1"`))
	callFails[out](t, `{}`, "the result is not what was expected: n: is required")
	callFails[out](t, `{"n":"many"}`, `n: must be an integer (got "many")`)
	callFails[out](t, `{"n":128,"s":1}`, `s: must be a string (got 1)`)
	callFails[int8](t, `128`, `result: must be at most 127 (got 128)`)
	callFails[int](t, `3 apples`, "result: must be exactly one JSON value, but something follows it at byte 2")
	callFails[[]netip.Addr](t, `["192.0.2.1","here"]`, `: [1]: must be an IP address such as 192.0.2.1 or 2001:db8::1 (got "here")`)
	callFails[time.Duration](t, `"soon"`, `result: must be a duration such as 90s or 1h30m, of less than 292 years (got "soon")`)
	calls(t, `"https://ann:secret@example.com"`, url.URL{Scheme: "https", Host: "example.com"})
	callFails[url.URL](t, `"http://[::1"`, `result: must be a URL (got "http://[::1")`)
	callFails[time.Time](t, `"2026-05-01t10:00:00Z"`, `(got "2026-05-01t10:00:00Z")`)
}

func TestCallTakesAResultApart(t *testing.T) {
	part := toolnexus.ContentPart{Kind: toolnexus.PartKindText, Text: "beside"}
	tool := typed.MustDefine("report", "Reports.", func(context.Context, struct{}) (typed.Result[int], error) {
		return typed.Result[int]{Value: 3, Parts: []toolnexus.ContentPart{part}, Metadata: map[string]any{"took": 5}}, nil
	})
	got, err := typed.Call[struct{}, typed.Result[int]](t.Context(), tool, struct{}{})
	if err != nil || got.Value != 3 || !reflect.DeepEqual(got.Parts, []toolnexus.ContentPart{part}) || got.Metadata["took"] != 5 {
		t.Errorf("got %+v, %v", got, err)
	}
	text, err := typed.Call[struct{}, typed.Result[typed.Text]](t.Context(), tool, struct{}{})
	if err != nil || text.Value != "3" {
		t.Errorf("got %+v, %v", text, err)
	}
}
