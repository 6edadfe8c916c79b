package typed_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	invopop "github.com/invopop/jsonschema"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// giving makes a tool whose handler returns the value.
func giving[T any](t *testing.T, value T, opts ...typed.Option) toolnexus.Tool {
	t.Helper()
	tool, err := typed.Define("give", "Gives a value.", func(context.Context, struct{}) (T, error) { return value, nil }, opts...)
	if err != nil {
		t.Fatalf("Define: %v", err)
	}
	return tool
}

// outputSchema is the published output schema of T.
func outputSchema[T any](t *testing.T, opts ...typed.Option) json.RawMessage {
	t.Helper()
	var zero T
	return giving(t, zero, opts...).OutputSchema
}

// returned gives the result for a value, and holds it to what every result
// promises: the text is JSON in UTF-8, it fits the published schema, and the
// structured value is the same text if it is an object.
func returned[T any](t *testing.T, value T, opts ...typed.Option) toolnexus.ToolResult {
	t.Helper()
	tool := giving(t, value, opts...)
	r := tool.Call(t.Context(), json.RawMessage(`{}`))
	if r.IsError() {
		t.Errorf("%T: error result: %v", value, r.Error)
		return r
	}
	if !utf8.ValidString(r.Output) || !json.Valid([]byte(r.Output)) {
		t.Errorf("%T: not JSON in UTF-8: %q", value, r.Output)
		return r
	}
	if tool.OutputSchema != nil {
		if err := conforms(t, tool.OutputSchema, []byte(r.Output)); err != nil {
			t.Errorf("%T: the result breaks its schema: %v\n%s\n%s", value, err, r.Output, tool.OutputSchema)
		}
	}
	want := ""
	if r.Output[0] == '{' {
		want = r.Output
	}
	if string(r.Structured) != want {
		t.Errorf("%T: structured %q, want %q", value, r.Structured, want)
	}
	return r
}

// returns checks the text of the result for a value.
func returns[T any](t *testing.T, value T, want string, opts ...typed.Option) {
	t.Helper()
	if r := returned(t, value, opts...); !r.IsError() && r.Output != want {
		t.Errorf("%T: output\n got %s\nwant %s", value, r.Output, want)
	}
}

// failsToWrite checks that the result of a value is an error result that says
// why, in words for a model.
func failsToWrite[T any](t *testing.T, value T, reason string) *typed.ResultError {
	t.Helper()
	r := giving(t, value).Call(t.Context(), json.RawMessage(`{}`))
	var failed *typed.ResultError
	if !errors.As(r.Error, &failed) {
		t.Errorf("%T: error %v, want a ResultError; output %q", value, r.Error, r.Output)
		return &typed.ResultError{}
	}
	if !strings.Contains(r.Output, reason) {
		t.Errorf("%T: output %q should say %q", value, r.Output, reason)
	}
	if r.Structured != nil {
		t.Errorf("%T: an error result has structured %s", value, r.Structured)
	}
	assertPlain(t, r.Output)
	return failed
}

// undefinableOut checks that T is refused as a result when a tool is defined.
func undefinableOut[T any](t *testing.T, words ...string) {
	t.Helper()
	_, err := typed.Define("give", "Gives a value.", func(context.Context, struct{}) (out T, err error) { return out, nil })
	if err == nil {
		t.Errorf("result %v: Define accepted it", reflect.TypeFor[T]())
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("Define: %v\nshould say %q", err, word)
		}
	}
}

type CaseHit struct {
	Title string  `json:"title"`
	Score float64 `json:"score"`
}

func TestCaseOUT01NilAsTheWholeResult(t *testing.T) {
	returns(t, []CaseHit(nil), `[]`)
	returns(t, map[string]int(nil), `{}`)
	returns(t, [][]int{nil, {1}}, `[[],[1]]`)
	returns(t, map[string][]string{"a": nil}, `{"a":[]}`)
	returns(t, typed.Result[[]CaseHit]{}, `[]`)
	returns(t, CaseTree(nil), `[]`)
	returns(t, map[int]map[string]bool{1: nil}, `{"1":{}}`)
}

// A nil pointer is null, and the schema says so.
func TestCaseOUT01NilPointerAsTheWholeResult(t *testing.T) {
	returns(t, (*CaseHit)(nil), `null`)
	returns(t, (*int)(nil), `null`)
	returns(t, (*CaseFolder)(nil), `null`)
	returns(t, &CaseHit{}, `{"title":"","score":0}`)
}

func TestCaseOUT02NilInResultFields(t *testing.T) {
	type FindOut struct {
		Hits []CaseHit      `json:"hits"`
		By   map[string]int `json:"by"`
		Best *CaseHit       `json:"best"`
		Raw  []byte         `json:"raw"`
	}
	returns(t, FindOut{}, `{"hits":[],"by":{},"best":null,"raw":""}`)

	type Omits struct {
		Hits []CaseHit      `json:"hits,omitempty"`
		By   map[string]int `json:"by,omitzero"`
		Best *CaseHit       `json:"best,omitempty"`
	}
	returns(t, Omits{}, `{}`)
	returns(t, Omits{By: map[string]int{}}, `{"by":{}}`)

	type Nested struct {
		One  FindOut            `json:"one"`
		List []FindOut          `json:"list"`
		Map  map[string]FindOut `json:"map"`
		Ptr  *FindOut           `json:"ptr"`
		Arr  [1][]int           `json:"arr"`
	}
	const empty = `{"hits":[],"by":{},"best":null,"raw":""}`
	returns(t, Nested{List: make([]FindOut, 1), Map: map[string]FindOut{"k": {}}, Ptr: &FindOut{}},
		`{"one":`+empty+`,"list":[`+empty+`],"map":{"k":`+empty+`},"ptr":`+empty+`,"arr":[[]]}`)
}

func TestCaseOUT02TheValueOfTheHandlerStays(t *testing.T) {
	type Out struct {
		Hits []CaseHit      `json:"hits"`
		By   map[string]int `json:"by"`
	}
	value := &Out{}
	returns(t, value, `{"hits":[],"by":{}}`)
	if value.Hits != nil || value.By != nil {
		t.Errorf("changed to %#v", value)
	}
}

// A nil pointer to a list is no empty list: it is null, which its schema takes.
func TestCaseOUT02PointerToAList(t *testing.T) {
	type Out struct {
		List *[]int             `json:"list"`
		Maps map[string]*[]int  `json:"maps"`
		Map  *map[string]string `json:"map"`
	}
	returns(t, Out{}, `{"list":null,"maps":{},"map":null}`)
	one := []int{}
	returns(t, Out{List: &one, Maps: map[string]*[]int{"a": nil, "b": &one}}, `{"list":[],"maps":{"a":null,"b":[]},"map":null}`)
}

// What is inside an any is written as it would be elsewhere.
func TestCaseOUT02NilInsideAny(t *testing.T) {
	var none []string
	returns(t, map[string]any{"hits": none, "by": map[string]int(nil)}, `{"by":{},"hits":[]}`)
	returns(t, any(none), `[]`)
	type Out struct {
		V any   `json:"v"`
		L []any `json:"l"`
	}
	returns(t, Out{V: Out{}, L: []any{[]int(nil), nil}}, `{"v":{"v":null,"l":[]},"l":[[],null]}`)
}

func TestCaseOUT02DurationsAndURLsInsideAny(t *testing.T) {
	link, _ := url.Parse("https://a.test/x")
	returns(t, map[string]any{"d": time.Minute, "u": link}, `{"d":"1m0s","u":"https://a.test/x"}`)
	returns(t, any([]time.Duration{time.Minute}), `["1m0s"]`)
	returns(t, any(CaseSpan{Took: time.Minute}), `{"took":"1m0s"}`)
}

// With CheckOutput a result is held to what is published, as it is written:
// nil lists count as the empty lists that they become.
func TestCaseOUT02CheckedResults(t *testing.T) {
	type Out struct {
		Tags []string          `json:"tags" validate:"min=1"`
		By   map[string]int    `json:"by" jsonschema:"minProperties=1"`
		Wait time.Duration     `json:"wait" validate:"min=1s"`
		Low  int               `json:"low"`
		High int               `json:"high" validate:"gtefield=Low"`
		To   CasePhase         `json:"to,omitempty"`
		Link map[string]string `json:"link,omitempty" validate:"dive,url"`
	}
	good := Out{[]string{"a"}, map[string]int{"a": 1}, time.Second, 1, 2, "draft", map[string]string{"a": "https://a.test"}}
	returned(t, good, typed.CheckOutput())
	for name, spoil := range map[string]func(*Out){
		"tags": func(o *Out) { o.Tags = nil },
		"by":   func(o *Out) { o.By = nil },
		"wait": func(o *Out) { o.Wait = 1 },
		"high": func(o *Out) { o.High = 0 },
		"to":   func(o *Out) { o.To = "x" },
		"link": func(o *Out) { o.Link = map[string]string{"a": "no url"} },
	} {
		bad := good
		spoil(&bad)
		returned(t, bad) // without the option nobody minds
		r := giving(t, bad, typed.CheckOutput()).Call(t.Context(), json.RawMessage(`{}`))
		var failed *typed.ResultError
		if !errors.As(r.Error, &failed) || !strings.Contains(r.Output, "\n"+name) {
			t.Errorf("%s: got %q, %v", name, r.Output, r.Error)
		}
	}
	r := giving(t, CasePhase("x"), typed.CheckOutput()).Call(t.Context(), json.RawMessage(`{}`))
	if !r.IsError() || strings.Contains(r.Output, "arguments") {
		t.Errorf("the result is no argument: %q", r.Output)
	}
}

func TestCaseOUT04StringResult(t *testing.T) {
	// Text is text as it is; it has no output schema.
	for _, text := range []string{"He said \"hi\"\na<b", "", "null", `{"a":1}`, "\u2028 \x00"} {
		tool := giving(t, typed.Text(text))
		r := tool.Call(t.Context(), json.RawMessage(`{}`))
		if r.IsError() || r.Output != text || r.Structured != nil || tool.OutputSchema != nil {
			t.Errorf("%q: got %q, structured %s, schema %s, %v", text, r.Output, r.Structured, tool.OutputSchema, r.Error)
		}
	}
	// A Go string is data: one JSON value whatever the type, so that a reader
	// need not know the type to parse the output.
	returns(t, "He said \"hi\"\na<b", `"He said \"hi\"\na<b"`)
	returns(t, "", `""`)
	type Named string
	returns(t, Named("x"), `"x"`)
	returns(t, struct {
		T typed.Text `json:"t"`
	}{"a\"b"}, `{"t":"a\"b"}`)
}

func TestCaseOUT04TextIsAlwaysUTF8(t *testing.T) {
	for text, want := range map[string]string{"a\xffb": "a\ufffdb", "\xed\xa0\x80": "\ufffd", "ok é": "ok é"} {
		if r := giving(t, typed.Text(text)).Call(t.Context(), nil); r.Output != want {
			t.Errorf("%q: got %q, want %q", text, r.Output, want)
		}
		if r := giving(t, toolnexus.OK(text)).Call(t.Context(), nil); r.Output != want {
			t.Errorf("ToolResult %q: got %q, want %q", text, r.Output, want)
		}
	}
	for _, value := range []any{
		"a\xffb", map[string]int{"a\xff": 1}, []string{"\xed\xa0\x80"}, json.RawMessage("\"a\xffb\""), CaseRawText("\"a\xffb\""),
	} {
		returned(t, value)
		returned(t, []any{value})
		returned(t, map[string]any{"k": value})
	}
	returned(t, "a\xffb")
	returned(t, json.RawMessage("\"a\xffb\""))
	// Half of a surrogate pair is ASCII and JSON; where it stands makes no
	// difference.
	for _, value := range []any{json.RawMessage(`"\ud800"`), CaseRawText(`"\ud800"`)} {
		returned(t, value)
		returned(t, struct {
			L []int `json:"l"`
			V any   `json:"v"`
		}{V: value})
	}
	returned(t, struct{ A []json.RawMessage }{[]json.RawMessage{json.RawMessage("\"\xff\"")}})
}

// CaseRawText writes itself as it is.
type CaseRawText string

func (c CaseRawText) MarshalJSON() ([]byte, error) { return []byte(c), nil }

func TestCaseOUT05NoHTMLEscapes(t *testing.T) {
	type CodeOut struct {
		Code string `json:"code"`
	}
	returns(t, CodeOut{"if a<b && c>d"}, `{"code":"if a<b && c>d"}`)
	returns(t, map[string]any{"<k>": []string{"&"}}, `{"<k>":["&"]}`)
	returns(t, "a\u2028b", `"a\u2028b"`)
	returns(t, []any{json.RawMessage(`"<b>"`), CaseRawText(`"<i>"`)}, `["<b>","<i>"]`)
	// What a marshaller escapes itself stays as it is.
	returns(t, []any{CaseRawText(`"\u003c"`)}, `["\u003c"]`)
}

func TestCaseOUT06NaNAndInf(t *testing.T) {
	type Deep struct {
		ByName map[string][]float64 `json:"by name"`
	}
	type StatOut struct {
		Mean float64   `json:"mean"`
		Top  []float64 `json:"top"`
		Opt  *float64  `json:"opt"`
		Any  any       `json:"any"`
		Deep *Deep     `json:"deep"`
		F    float32   `json:"f"`
		Skip float64   `json:"-"`
	}
	nan := math.NaN()
	for path, tt := range map[string]struct {
		value StatOut
		says  string
	}{
		"/mean":             {StatOut{Mean: nan}, "mean is NaN"},
		"/top/0":            {StatOut{Top: []float64{math.Inf(1)}}, "top[0] is +Inf"},
		"/opt":              {StatOut{Opt: &nan}, "opt is NaN"},
		"/any/a/0":          {StatOut{Any: map[string]any{"a": []any{nan}}}, "any.a[0] is NaN"},
		"/deep/by name/x/1": {StatOut{Deep: &Deep{map[string][]float64{"x": {0, math.Inf(-1)}}}}, `deep["by name"].x[1] is -Inf`},
		"/f":                {StatOut{F: float32(nan)}, "f is NaN"},
	} {
		var encode *schema.EncodeError
		if failed := failsToWrite(t, tt.value, tt.says); !errors.As(failed, &encode) || encode.Path != path {
			t.Errorf("%s: path of %#v", path, encode)
		}
	}
	returned(t, StatOut{Skip: nan})

	failsToWrite(t, math.NaN(), "the result is NaN")
	failsToWrite(t, any(math.NaN()), "the result is NaN")
	failsToWrite(t, []float64{0, math.NaN()}, "[1] is NaN")
	// encoding/json sorts the keys of maps: the first fault is reported, each
	// time the same.
	for range 50 {
		failsToWrite(t, map[string]float64{"a": nan, "b": nan, "c": nan, "d": nan}, "a is NaN")
	}
}

func TestCaseOUT07ResultThatCanNeverBeWritten(t *testing.T) {
	type StreamOut struct {
		N  int      `json:"n"`
		Ch chan int `json:"ch"`
	}
	undefinableOut[StreamOut](t, "StreamOut.Ch", "chan int")
	type KeyedOut struct {
		M map[[2]int]string `json:"m"`
	}
	undefinableOut[KeyedOut](t, "KeyedOut.M", "[2]int")
	type Deep struct {
		L []map[string]*StreamOut `json:"l"`
	}
	undefinableOut[Deep](t, "StreamOut.Ch")
	undefinableOut[chan int](t, "chan int")
	undefinableOut[func()](t, "func()")
	undefinableOut[[]complex64](t, "complex64")
	undefinableOut[map[float64]int](t, "float64")
	undefinableOut[map[any]int](t)
	undefinableOut[typed.Result[chan int]](t, "chan int")
	// Only writing needs a text form of the key.
	undefinableOut[map[CaseStructReader]int](t)
	returns(t, map[CaseTier]int{1: 2}, `{"pro":2}`)
	returns(t, struct {
		Ch chan int `json:"-"`
		N  int      `json:"n"`
	}{}, `{"n":0}`)

	// Inside an any only the call can tell.
	failsToWrite(t, map[string]any{"a": make(chan int)}, "")
	failsToWrite(t, []any{func() {}}, "")
	failsToWrite(t, any(complex(1, 2)), "")
	failsToWrite(t, map[CaseTier]int{7: 2}, "")
}

type CaseStructReader struct{ N int }

func (r *CaseStructReader) UnmarshalText(text []byte) error { r.N = len(text); return nil }

// CaseFailing cannot be written; CaseLying writes what is no JSON.
type (
	CaseFailing struct{}
	CaseLying   struct{}
)

var errCaseFailing = errors.New("the ledger is closed")

func (CaseFailing) MarshalJSON() ([]byte, error) { return nil, errCaseFailing }
func (CaseLying) MarshalJSON() ([]byte, error)   { return []byte(`{"a":`), nil }

func TestCaseOUT07MarshallersThatFail(t *testing.T) {
	type Out struct {
		A any `json:"a"`
	}
	for _, value := range []any{CaseFailing{}, &CaseFailing{}, Out{CaseFailing{}}, map[string]CaseFailing{"k": {}}} {
		failed := failsToWrite(t, value, "the ledger is closed")
		if !errors.Is(failed, errCaseFailing) {
			t.Errorf("%T: the cause is lost in %v", value, failed)
		}
	}
	failsToWrite(t, Out{CaseLying{}}, "")
	failsToWrite(t, CaseLying{}, "")

	r := giving(t, Out{CasePanics{}}).Call(t.Context(), nil)
	if !r.IsError() || strings.Contains(r.Output, "secret") {
		t.Errorf("got %q, %v", r.Output, r.Error)
	}
	var panicked *toolnexus.PanicError
	if !errors.As(r.Error, &panicked) || len(panicked.Stack) == 0 {
		t.Errorf("the host does not learn of the panic: %v", r.Error)
	}
}

type CaseCycle struct {
	Next *CaseCycle     `json:"next"`
	Map  map[string]any `json:"map,omitempty"`
}

func TestCaseOUT07ValuesThatContainThemselves(t *testing.T) {
	cycle := &CaseCycle{}
	cycle.Next = cycle
	m := map[string]any{}
	m["m"] = m
	l := []any{nil}
	l[0] = l
	failsToWrite(t, cycle, "contains itself")
	failsToWrite(t, *cycle, "contains itself")
	failsToWrite(t, m, "contains itself")
	failsToWrite(t, l, "contains itself")
	failsToWrite(t, CaseCycle{Map: m}, "contains itself")
	// A number without a JSON form beside a cycle that branches.
	m["a"], m["n"], m["o"], m["p"] = math.NaN(), []any{m, m, m}, []any{m, m, m}, []any{m, m, m}
	done := make(chan struct{})
	go func() {
		defer close(done)
		failsToWrite(t, m, "a is NaN")
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("still looking for the number")
	}
	// Used twice is no cycle.
	shared := &CaseCycle{}
	returned(t, []*CaseCycle{shared, shared})
}

func TestCaseOUT09BytesResult(t *testing.T) {
	// Bytes are a JSON string in base64, as in every field: the reader of the
	// output schema knows how to get them back.
	returns(t, []byte("hello"), `"aGVsbG8="`)
	returns(t, []byte{0xff, 0xfe}, `"//4="`)
	returns(t, []byte(nil), `""`)
	root, _ := decoded(t, outputSchema[[]byte](t)).(map[string]any)
	if root["type"] != "string" || root["contentEncoding"] != "base64" {
		t.Errorf("schema %v", root)
	}
	// Content that is text is returned as Text.
	if r := giving(t, typed.Text("hello")).Call(t.Context(), nil); r.Output != "hello" {
		t.Errorf("got %q", r.Output)
	}
	returns(t, [2]byte{1, 2}, `[1,2]`)
}

func TestCaseOUT10ErrorValuesInAResult(t *testing.T) {
	type ProbeOut struct {
		Host string `json:"host"`
		Err  error  `json:"err"`
	}
	undefinableOut[ProbeOut](t, "ProbeOut.Err", "err.Error()")
	undefinableOut[[]error](t)
	undefinableOut[error](t)
	undefinableOut[map[string]error](t)
	undefinableOut[typed.Result[ProbeOut]](t, "ProbeOut.Err")
	type Joined struct {
		Errs []error `json:"errs"`
	}
	undefinableOut[Joined](t, "Joined.Errs")
	type Fine struct {
		Err error `json:"-"`
		N   int   `json:"n"`
	}
	returns(t, Fine{Err: io.EOF}, `{"n":0}`)

	// The handler's error wins over its value.
	tool := typed.MustDefine("probe", "Probes.", func(context.Context, struct{}) (CaseHit, error) {
		return CaseHit{Title: "dropped"}, errors.New("refused")
	})
	if r := tool.Call(t.Context(), nil); r.Output != "refused" || r.Structured != nil || !r.IsError() {
		t.Errorf("got %+v", r)
	}
}

func TestCaseOUT11RawMessageResult(t *testing.T) {
	// The output is compact JSON, so the blanks go; digits and strings stay.
	returns(t, json.RawMessage(`{ "n": 9007199254740993.10, "s": "<b>" }`), `{"n":9007199254740993.10,"s":"<b>"}`)
	returns(t, json.RawMessage(nil), `null`)
	returns(t, json.RawMessage(`[ 1e3 , "\u003c" ]`), `[1e3,"\u003c"]`)
	failsToWrite(t, json.RawMessage(``), "JSON")
	failsToWrite(t, json.RawMessage(`{bad`), "JSON")
	failsToWrite(t, json.RawMessage(`{} {}`), "JSON")
	type Out struct {
		Raw json.RawMessage            `json:"raw"`
		Map map[string]json.RawMessage `json:"map"`
		Ptr *json.RawMessage           `json:"ptr"`
	}
	returns(t, Out{Raw: json.RawMessage(`{"b":1.0,"a":null}`), Map: map[string]json.RawMessage{"k": nil}},
		`{"raw":{"b":1.0,"a":null},"map":{"k":null},"ptr":null}`)
	failsToWrite(t, Out{Raw: json.RawMessage(`{`)}, "JSON")
	root, _ := decoded(t, outputSchema[Out](t)).(map[string]any)
	if got := property(t, root, "raw"); len(got) != 0 {
		t.Errorf("schema %v, want {}", got)
	}
}

type caseOpaque struct{ hidden int }

func TestCaseOUT12OpaqueResults(t *testing.T) {
	undefinableOut[io.Reader](t, "io.Reader")
	undefinableOut[fmt.Stringer](t, "fmt.Stringer")
	undefinableOut[struct{ hidden int }](t)
	undefinableOut[*strings.Builder](t, "strings.Builder")
	undefinableOut[caseOpaque](t, "caseOpaque")
	undefinableOut[[]caseOpaque](t, "caseOpaque")
	undefinableOut[map[string]*caseOpaque](t, "caseOpaque")
	type Out struct {
		Lock sync.Mutex `json:"lock"`
	}
	undefinableOut[Out](t, "Mutex")
	_ = caseOpaque{hidden: 1}
	// Nothing is hidden in a struct that has nothing, or hides it openly.
	returns(t, struct{}{}, `{}`)
	returns(t, struct {
		N int `json:"-"`
	}{}, `{}`)
}

// A ToolResult is not data: it passes through, and a pointer to one must not
// be mistaken for data either.
func TestCaseOUT12TheSDKsOwnTypesAsResults(t *testing.T) {
	part := toolnexus.PartFromBytes("image/png", []byte("png"))
	want := toolnexus.OK("text").WithParts(part).WithMetadata("k", 1).WithStructured(json.RawMessage(`{"a":1}`))
	if got := giving(t, want).Call(t.Context(), json.RawMessage(`{}`)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	r := giving(t, typed.Result[CaseHit]{Parts: []toolnexus.ContentPart{part}, Metadata: map[string]any{"k": 1}}).Call(t.Context(), nil)
	if r.Output != `{"title":"","score":0}` || len(r.Parts) != 1 || r.Metadata["k"] != 1 {
		t.Errorf("got %+v", r)
	}
	undefinableOut[typed.Result[toolnexus.ToolResult]](t)
	undefinableOut[*toolnexus.ToolResult](t)
	undefinableOut[*typed.Result[int]](t)
	undefinableOut[*typed.Text](t)
	undefinableOut[typed.Result[typed.Result[int]]](t)
}

func TestCaseOUT13BigIntegersInTheResult(t *testing.T) {
	type IDOut struct {
		ID  int64   `json:"id"`
		U   uint64  `json:"u"`
		F   float64 `json:"f"`
		Any any     `json:"any"`
		Str int64   `json:"str,string"`
	}
	returns(t, IDOut{9007199254740993, math.MaxUint64, 1e21, int64(9007199254740993), 9007199254740993},
		`{"id":9007199254740993,"u":18446744073709551615,"f":1e+21,"any":9007199254740993,"str":"9007199254740993"}`)
	returns(t, map[string]any{"n": json.Number("9007199254740993.10")}, `{"n":9007199254740993.10}`)
	returns(t, []int64{math.MinInt64}, `[-9223372036854775808]`)
	failsToWrite(t, map[string]json.Number{"n": "abc"}, "")
	// Rewriting other parts of the document leaves the digits alone.
	type Mixed struct {
		N   float64       `json:"n"`
		L   []int         `json:"l"`
		Raw any           `json:"raw"`
		D   time.Duration `json:"d"`
	}
	returns(t, Mixed{N: 1e-7, Raw: json.RawMessage(`1.10`)}, `{"n":1e-7,"l":[],"raw":1.10,"d":"0s"}`)
}

func TestCaseOUT15AnyInTheResultSchema(t *testing.T) {
	type AnyOut struct {
		Value any            `json:"value"`
		List  []any          `json:"list"`
		Map   map[string]any `json:"map"`
		Face  fmt.Stringer   `json:"face"`
	}
	const want = `{"type":"object","properties":{"value":{},"list":{"type":"array","items":{}},"map":{"type":"object"},"face":{}},"required":["value","list","map","face"],"additionalProperties":false}`
	if got := string(outputSchema[AnyOut](t)); got != want {
		t.Errorf("got %s", got)
	}
	returns(t, AnyOut{Value: 42}, `{"value":42,"list":[],"map":{},"face":null}`)
	returns(t, AnyOut{Value: AnyOut{}.Value, List: []any{nil, 1}, Face: time.Second}.List, `[null,1]`)
	returns(t, any(nil), `null`)
}

func TestCaseOUT16ResultsThatAreNoObjects(t *testing.T) {
	// The text and the output schema are those of the value itself; there is a
	// structured value only for objects.
	for _, tt := range []struct{ schema, want string }{
		{string(outputSchema[[]bool](t)), `{"type":"array","items":{"type":"boolean"}}`},
		{string(outputSchema[bool](t)), `{"type":"boolean"}`},
		{string(outputSchema[uint8](t)), `{"type":"integer","minimum":0,"maximum":255}`},
		{string(outputSchema[map[string]bool](t)), `{"type":"object","additionalProperties":{"type":"boolean"}}`},
	} {
		if tt.schema != tt.want {
			t.Errorf("got %s, want %s", tt.schema, tt.want)
		}
	}
	returns(t, []int{1, 2}, `[1,2]`)
	returns(t, 3, `3`)
	returns(t, true, `true`)
	returns(t, 1.5, `1.5`)
	returns(t, [0]int{}, `[]`)
	returns(t, typed.Result[int]{Value: 3}, `3`)
	returns(t, time.Time{}, `"0001-01-01T00:00:00Z"`)
}

func TestCaseOUT18EmptyResult(t *testing.T) {
	returns(t, struct{}{}, `{}`)
	returns(t, &struct{}{}, `{}`)
	returns(t, typed.Result[struct{}]{}, `{}`)
	if got := string(outputSchema[struct{}](t)); got != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("schema %s", got)
	}
}

// CaseForecast is the input of several tests.
type CaseForecast struct {
	City string `json:"city"`
	Days int    `json:"days"`
}

func TestCaseINS01ScalarInput(t *testing.T) {
	const advice = "put the value into a field of a struct"
	undefinable[string](t, "string", advice)
	undefinable[int](t, "int", advice)
	undefinable[bool](t, advice)
	undefinable[*float64](t, advice)
	undefinable[typed.Text](t, advice)
	undefinable[func()](t)
	undefinable[chan int](t)
}

func TestCaseINS02ListInput(t *testing.T) {
	const advice = "put the value into a field of a struct"
	undefinable[[]CaseHit](t, advice)
	undefinable[[3]int](t, advice)
	undefinable[[]byte](t, advice)
	undefinable[map[string]any](t, advice)
	undefinable[map[string]CaseHit](t, advice)
	undefinable[json.RawMessage](t, advice)

	// In a field the items are checked.
	type Args struct {
		Lines []struct {
			SKU string `json:"sku" validate:"required"`
			Qty int    `json:"qty" validate:"min=1"`
		} `json:"lines"`
	}
	refuses[Args](t, `{"lines":[{"sku":"","qty":0}]}`, `lines[0].sku: must not be empty (got "")`, "lines[0].qty: must be at least 1 (got 0)")
}

func TestCaseINS02StructsThatAreNoObjects(t *testing.T) {
	undefinable[time.Time](t, "object")
	undefinable[CaseCash](t, "object")
	undefinable[CasePointerText](t, "object")
	type Embedded struct {
		time.Time
		Name string `json:"name"`
	}
	undefinable[Embedded](t, "object")
}

func TestCaseINS04PointerInput(t *testing.T) {
	if got, want := string(define[*CaseForecast](t).InputSchema), string(define[CaseForecast](t).InputSchema); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	accepts(t, `{"city":"Oslo","days":1}`, &CaseForecast{"Oslo", 1})
	refuses[*CaseForecast](t, `null`, "city: is required", "days: is required")

	type Optional struct {
		City string `json:"city,omitempty"`
		Days int    `json:"days" jsonschema:"default=3"`
	}
	for _, args := range []string{`null`, ``, `  `, `{}`, "\n null \t"} {
		accepts(t, args, &Optional{Days: 3})
	}
	undefinable[**CaseForecast](t)
	undefinable[*[]int](t)
}

func TestCaseINS04TheInputOfEachCallIsItsOwn(t *testing.T) {
	p := define[*CaseForecast](t)
	p.Call(t.Context(), json.RawMessage(`{"city":"Oslo","days":1}`))
	p.got[0].City = "changed"
	p.Call(t.Context(), json.RawMessage(`{"city":"Oslo","days":1}`))
	if p.got[1].City != "Oslo" || p.got[0] == p.got[1] {
		t.Errorf("got %+v", p.got[1])
	}
}

func TestCaseINS05InterfaceInput(t *testing.T) {
	const advice = "put the value into a field of a struct"
	undefinable[any](t, advice)
	undefinable[fmt.Stringer](t, advice)
	undefinable[error](t)
	undefinable[*any](t)
}

func TestCaseINS06EmptyInput(t *testing.T) {
	publishesText[struct{}](t, `{"type":"object","properties":{},"additionalProperties":false}`)
	for _, args := range []string{``, `null`, `{}`, ` `, "\t\r\n", ` { } `} {
		accepts(t, args, struct{}{})
	}
	refuses[struct{}](t, `{"x":1}`, "x: is not known here; nothing may be given")
	refuses[struct{}](t, `[]`)
	refuses[struct{}](t, `"null"`)
	type Named struct{}
	accepts(t, `null`, Named{})
	accepts(t, `{"x":1}`, struct{}{}, typed.AllowUnknown())
	p := define[struct{}](t)
	if r := p.Call(t.Context(), nil); r.IsError() {
		t.Errorf("no arguments at all: %v", r.Error)
	}
}

func TestCaseINS09TheRootIsAnObject(t *testing.T) {
	for _, raw := range []json.RawMessage{
		define[CaseForecast](t).InputSchema, define[*CaseForecast](t).InputSchema,
		define[CaseFolder](t).InputSchema, define[CaseA](t).InputSchema, define[CaseLink[int]](t).InputSchema,
		define[CaseDescribed](t).InputSchema,
	} {
		root, _ := decoded(t, raw).(map[string]any)
		if root["type"] != "object" || root["$ref"] != nil {
			t.Errorf("root of %s", raw)
		}
		compiled(t, raw)
	}
}

// CaseDescribed extends the schema that is made of it.
type CaseDescribed struct {
	A string `json:"a,omitempty"`
}

func (*CaseDescribed) JSONSchemaExtend(s *invopop.Schema) { s.Title = "Described" }

func TestCaseINS10NullForOptionalFields(t *testing.T) {
	type Spot struct {
		Lat float64 `json:"lat"`
	}
	type StrictArgs struct {
		City string         `json:"city"`
		Unit string         `json:"unit,omitempty" jsonschema:"enum=c,enum=f"`
		Near *Spot          `json:"near,omitempty"`
		Tags []string       `json:"tags,omitempty"`
		Raw  map[string]any `json:"raw,omitzero"`
		Def  int            `json:"def" jsonschema:"default=3"`
	}
	accepts(t, `{"city":"a","unit":null,"near":null,"tags":null,"raw":null,"def":null}`, StrictArgs{City: "a", Def: 3})
	refuses[StrictArgs](t, `{"city":null,"unit":"k","near":{"lat":null}}`,
		"city: must be a string (got null)", `unit: must be one of "c", "f" (got "k")`, "near.lat: must be a number (got null)")
	refusesWith[StrictArgs](t, []typed.Option{typed.Strict()}, `{"city":"a","tags":null}`, "tags: must be an array (got null)")
}

func TestCasePRV01PropertiesNamedLikeKeywords(t *testing.T) {
	type GrepArgs struct {
		Pattern    string            `json:"pattern"`
		Format     string            `json:"format,omitempty" jsonschema:"enum=text,enum=json,default=text"`
		Title      string            `json:"title,omitempty"`
		Type       string            `json:"type"`
		Default    string            `json:"default,omitempty"`
		Required   bool              `json:"required"`
		Properties map[string]string `json:"properties,omitempty"`
		Ref        string            `json:"$ref,omitempty"`
		Defs       []CaseFolder      `json:"$defs,omitempty"`
		Enum       []string          `json:"enum,omitempty"`
		Items      any               `json:"items,omitempty"`
		Not        *int              `json:"not,omitempty"`
		AllOf      []int             `json:"allOf,omitempty"`
	}
	properties, _ := schemaOf[GrepArgs](t)["properties"].(map[string]any)
	if len(properties) != 13 {
		t.Errorf("%d properties, want 13", len(properties))
	}
	accepts(t, `{"pattern":"a","type":"t","required":true}`, GrepArgs{Pattern: "a", Format: "text", Type: "t", Required: true})
	args := `{"pattern":"a","type":"t","required":true,"$ref":"#/x","properties":{"type":"object"},"$defs":[{"name":"n"}],"enum":["a"],"items":{"$ref":"q"},"not":1,"allOf":[1]}`
	agrees[GrepArgs](t, true, args)
	agrees[GrepArgs](t, false, strings.Replace(args, `"#/x"`, `1`, 1), strings.Replace(args, `"name"`, `"type"`, 1))
	// As a result, and as a recursive root.
	returned(t, GrepArgs{Not: new(int), Items: map[string]any{"type": nil}})
	agrees[CaseKeywords](t, true, `{"properties":{"properties":{"$ref":"#"}},"$ref":"x"}`)
	agrees[CaseKeywords](t, false, `{"properties":{"properties":{"$ref":1}}}`, `{"type":"object"}`)
}

// CaseKeywords is recursive and its properties are named like keywords.
type CaseKeywords struct {
	Properties *CaseKeywords `json:"properties,omitempty"`
	Ref        string        `json:"$ref,omitempty"`
}

func TestCasePRV02IntegerEnum(t *testing.T) {
	type ClipArgs struct {
		Seconds int     `json:"seconds" jsonschema:"enum=4,enum=6,enum=8"`
		Ratio   float64 `json:"ratio,omitempty" jsonschema:"enum=0.5,enum=1"`
		On      bool    `json:"on,omitempty" jsonschema:"enum=true"`
		List    []int   `json:"list,omitempty" jsonschema:"enum=1,enum=2"`
		Opt     *int8   `json:"opt,omitempty" validate:"oneof=1 2"`
	}
	publishes[ClipArgs](t, `{"type":"integer","enum":[4,6,8]}`, "seconds")
	accepts(t, `{"seconds":6.0,"ratio":1.0,"list":[1]}`, ClipArgs{Seconds: 6, Ratio: 1, List: []int{1}})
	refuses[ClipArgs](t, `{"seconds":5,"ratio":0.7,"on":false,"list":[3],"opt":3}`,
		"seconds: must be one of 4, 6, 8 (got 5)", "ratio: must be one of 0.5, 1 (got 0.7)", "on: must be true (got false)",
		"list[0]: must be one of 1, 2 (got 3)", "opt: must be one of 1, 2 (got 3)")
	accepts(t, `{"seconds":"8"}`, ClipArgs{Seconds: 8})
}

func TestCasePRV03AnyInLists(t *testing.T) {
	type LooseArgs struct {
		Any  any              `json:"any"`
		List []any            `json:"list"`
		Rows [][]any          `json:"rows"`
		Recs []map[string]any `json:"recs"`
		Ptr  *any             `json:"ptr"`
	}
	publishesText[LooseArgs](t, `{"type":"object","properties":{"any":{},"list":{"type":"array","items":{}},"rows":{"type":"array","items":{"type":"array","items":{}}},"recs":{"type":"array","items":{"type":"object"}},"ptr":{}},"required":["any","list","rows","recs"],"additionalProperties":false}`)
	accepts(t, `{"any":1,"list":[1,"a"],"rows":[[1]],"recs":[{"a":1}]}`,
		LooseArgs{1.0, []any{1.0, "a"}, [][]any{{1.0}}, []map[string]any{{"a": 1.0}}, nil})
	// In an any null is a value.
	accepts(t, `{"any":null,"list":[null],"rows":[],"recs":[]}`, LooseArgs{nil, []any{nil}, [][]any{}, []map[string]any{}, nil})
	refuses[LooseArgs](t, `{"list":{},"rows":[1],"recs":[null]}`,
		"list: must be an array (got an object)", "rows[0]: must be an array (got 1)", "recs[0]: must be an object (got null)", "any: is required")
	for _, raw := range []json.RawMessage{define[LooseArgs](t).InputSchema, outputSchema[LooseArgs](t)} {
		if strings.Contains(string(raw), "true") {
			t.Errorf("a bare boolean stands for a schema in %s", raw)
		}
	}
}

func TestCasePRV05ManyKeywords(t *testing.T) {
	type KitchenSink struct {
		N   float64        `json:"n" jsonschema:"exclusiveMinimum=0,multipleOf=0.5,maximum=9"`
		S   string         `json:"s" jsonschema:"minLength=2,maxLength=25,format=uri,example=https://a.test"`
		L   []string       `json:"l" jsonschema:"minItems=2,maxItems=3,uniqueItems=true"`
		M   map[int]string `json:"m" jsonschema:"minProperties=1"`
		B   []byte         `json:"b"`
		Fix [2]int         `json:"fix"`
	}
	publishes[KitchenSink](t, `{"type":"number","exclusiveMinimum":0,"maximum":9,"multipleOf":0.5}`, "n")
	publishes[KitchenSink](t, `{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":3,"uniqueItems":true}`, "l")
	agrees[KitchenSink](t, true, `{"n":1,"s":"https://a.test","l":["a","b"],"m":{"1":"x"},"b":"aGk=","fix":[1,2]}`)
	refuses[KitchenSink](t, `{"n":0,"s":"x","l":["a","a"],"m":{},"b":"?","fix":[1]}`)
	refuses[KitchenSink](t, `{"n":0.7,"s":"https://a.test","l":["a"],"m":{"1":"x"},"b":"","fix":[1,2]}`,
		"n: must be a multiple of 0.5 (got 0.7)", "l: must have at least 2 items (got 1 item)")
	agrees[KitchenSink](t, false, `{"n":9.5,"s":"https://a.test","l":["a","b"],"m":{"1":"x"},"b":"","fix":[1,2]}`,
		`{"n":1,"s":"no uri","l":["a","b"],"m":{"1":"x"},"b":"","fix":[1,2]}`,
		`{"n":1,"s":"https://a.test","l":["a","b"],"m":{},"b":"","fix":[1,2]}`)
	// A default that breaks the other keywords is found out early.
	type Default struct {
		S string `json:"s" jsonschema:"format=uri,default=ab"`
	}
	undefinable[Default](t, "Default.S", "ab")
}

func TestCasePRV08ArgumentsFromMaps(t *testing.T) {
	type TalkArgs struct {
		Minutes int   `json:"minutes"`
		Big     int64 `json:"big,omitempty"`
	}
	for _, tt := range []struct {
		args map[string]any
		want TalkArgs
	}{
		{map[string]any{"minutes": float64(30)}, TalkArgs{Minutes: 30}},
		{map[string]any{"minutes": 30.0, "big": float64(9007199254740992)}, TalkArgs{30, 9007199254740992}},
		{map[string]any{"minutes": 1, "big": int64(9007199254740993)}, TalkArgs{1, 9007199254740993}},
		{map[string]any{"minutes": 1, "big": 1e18}, TalkArgs{1, 1e18}},
		{map[string]any{"minutes": json.Number("2")}, TalkArgs{Minutes: 2}},
	} {
		accepts(t, string(mustJSON(t, tt.args)), tt.want)
	}
	refuses[TalkArgs](t, string(mustJSON(t, map[string]any{"minutes": 1e21})), "minutes: must be at most 9223372036854775807 (got 1e+21)")
	refuses[TalkArgs](t, string(mustJSON(t, map[string]any{"minutes": 1.5})), "minutes: must be an integer (got 1.5)")
}

func TestCaseRUN01PanicInTheHandler(t *testing.T) {
	type Args struct {
		How string `json:"how"`
	}
	errBroken := errors.New("secret cause")
	tool := typed.MustDefine("shaky", "Panics.", func(_ context.Context, in Args) (typed.Text, error) {
		switch in.How {
		case "map":
			var m map[string]int
			m["x"] = 1
		case "error":
			panic(fmt.Errorf("secret: %w", errBroken))
		case "value":
			panic(struct{ Secret int }{1})
		case "nil":
			panic(nil)
		case "index":
			return typed.Text([]string{}[len(in.How)]), nil
		}
		return "alive", nil
	})
	for _, how := range []string{"map", "error", "value", "nil", "index"} {
		r := tool.Call(t.Context(), mustJSON(t, Args{how}))
		if r.Output != `tool "shaky" failed internally` {
			t.Errorf("%s: output %q", how, r.Output)
		}
		var panicked *toolnexus.PanicError
		if !errors.As(r.Error, &panicked) || len(panicked.Stack) == 0 || panicked.Tool != "shaky" {
			t.Errorf("%s: error %#v", how, r.Error)
		}
		if got := errors.Is(r.Error, errBroken); got != (how == "error") {
			t.Errorf("%s: errors.Is says %t", how, got)
		}
		if r.Structured != nil || len(r.Metadata) > 0 {
			t.Errorf("%s: %+v", how, r)
		}
		if r := tool.Call(t.Context(), mustJSON(t, Args{})); r.Output != "alive" {
			t.Errorf("after %s: %+v", how, r)
		}
	}
}

// CaseShaky panics when it is asked whether it is valid.
type CaseShaky struct {
	N int `json:"n"`
}

func (CaseShaky) Validate(context.Context) error { panic("secret") }

func TestCaseRUN01PanicOutsideTheHandler(t *testing.T) {
	r := define[CaseShaky](t).Call(t.Context(), json.RawMessage(`{"n":1}`))
	var panicked *toolnexus.PanicError
	if !errors.As(r.Error, &panicked) || strings.Contains(r.Output, "secret") {
		t.Errorf("got %q, %v", r.Output, r.Error)
	}
	// What panics while a schema is made is an error of Define.
	type Args struct {
		E CaseShakyEnum `json:"e"`
	}
	undefinable[Args](t, "Args.E", "Enum")
}

type CaseShakyEnum string

func (CaseShakyEnum) Enum() []string { panic("no values today") }

func TestCaseRUN02NilHandler(t *testing.T) {
	var h func(context.Context, struct{}) (string, error)
	if _, err := typed.Define("ghost", "Does nothing.", h); err == nil || !strings.Contains(err.Error(), "ghost") || !strings.Contains(err.Error(), "handler") {
		t.Errorf("got %v", err)
	}
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "ghost") {
			t.Errorf("MustDefine panics with %v", err)
		}
	}()
	typed.MustDefine("ghost", "Does nothing.", h)
}

func TestCaseRUN02NoDescription(t *testing.T) {
	for _, text := range []string{"", "  ", "\n"} {
		if _, err := typed.Define("mute", text, func(context.Context, struct{}) (string, error) { return "", nil }); err == nil || !strings.Contains(err.Error(), "description") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestCaseRUN03Context(t *testing.T) {
	type key struct{}
	ran := 0
	tool := typed.MustDefine("wait", "Waits.", func(ctx context.Context, _ struct{}) (typed.Text, error) {
		ran++
		if stop, ok := ctx.Value(key{}).(func()); ok {
			stop()
			<-ctx.Done()
			return "", fmt.Errorf("gave up: %w", ctx.Err())
		}
		return "done", nil
	})
	done, cancel := context.WithCancel(t.Context())
	cancel()
	r := tool.Call(done, nil)
	if ran != 0 || !errors.Is(r.Error, context.Canceled) || r.Output == "" {
		t.Errorf("ran %d times, %+v", ran, r)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if r := tool.Call(late, nil); ran != 0 || !errors.Is(r.Error, context.DeadlineExceeded) {
		t.Errorf("ran %d times, %+v", ran, r)
	}
	cause := errors.New("shutting down")
	caused, cancelCause := context.WithCancelCause(t.Context())
	cancelCause(cause)
	if r := tool.Call(caused, nil); !errors.Is(r.Error, cause) || !errors.Is(r.Error, context.Canceled) {
		t.Errorf("the cause is lost: %v", r.Error)
	}
	// Cancelled while the handler runs: the error keeps its identity.
	ctx, stop := context.WithCancel(t.Context())
	r = tool.Call(context.WithValue(ctx, key{}, (func())(stop)), nil)
	if ran != 1 || !errors.Is(r.Error, context.Canceled) || r.Output != "gave up: context canceled" {
		t.Errorf("ran %d times, %+v", ran, r)
	}
	if _, ok := errors.AsType[*typed.ArgumentError](r.Error); ok {
		t.Error("that was no fault of the arguments")
	}
	// The handler finished although its context ended: the result counts.
	ctx, stop = context.WithCancel(t.Context())
	finishing := typed.MustDefine("finish", "Finishes.", func(context.Context, struct{}) (typed.Text, error) {
		stop()
		return "done", nil
	})
	if r := finishing.Call(ctx, nil); r.IsError() || r.Output != "done" {
		t.Errorf("got %+v", r)
	}
}

func TestCaseRUN05ManyGoroutines(t *testing.T) {
	type Args struct {
		CaseForecast
		Ports []int         `json:"ports" jsonschema:"default=80,default=443"`
		For   time.Duration `json:"for" validate:"max=2h"`
		Min   int           `json:"min,omitempty"`
		Max   int           `json:"max,omitempty" validate:"omitempty,gtfield=Min"`
		Tree  *CaseFolder   `json:"tree,omitempty"`
	}
	tool := typed.MustDefine("echo", "Echoes.", func(_ context.Context, in Args) (Args, error) { return in, nil })
	want := `{"city":"a","days":1,"ports":[80,443],"for":"1m0s","tree":{"name":"n"}}`
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			for range 20 {
				r := tool.Call(t.Context(), json.RawMessage(`{"city":"a","days":1.0,"for":"60s","tree":{"name":"n"}}`))
				if r.Output != want {
					t.Errorf("got %s, %v", r.Output, r.Error)
				}
				if r := tool.Call(t.Context(), json.RawMessage(`{"city":"a","days":"x","for":"60s"}`)); !strings.HasSuffix(r.Output, `days: must be an integer (got "x")`) {
					t.Errorf("got %s", r.Output)
				}
			}
			// Described again, each time with a schema of its own making.
			var opts []typed.Option
			if i%2 == 0 {
				opts = append(opts, typed.Rules())
			}
			again := typed.MustDefine("echo", "Echoes.", func(_ context.Context, in Args) (Args, error) { return in, nil }, opts...)
			if string(again.InputSchema) != string(tool.InputSchema) {
				t.Error("another schema")
			}
		})
	}
	wg.Wait()
}

func TestCaseRUN05CallersCannotChangeTheSchema(t *testing.T) {
	first := define[CaseForecast](t)
	before := string(first.InputSchema)
	for i := range first.InputSchema {
		first.InputSchema[i] = ' '
	}
	second := define[CaseForecast](t)
	if string(second.InputSchema) != before {
		t.Errorf("got %s", second.InputSchema)
	}
	second.Call(t.Context(), json.RawMessage(`{"city":"a","days":1}`))
	if r := second.Call(t.Context(), json.RawMessage(`{"city":1}`)); !r.IsError() {
		t.Error("the check changed")
	}
	one, two := giving(t, CaseHit{}), giving(t, CaseHit{})
	one.OutputSchema[0] = 'x'
	if two.OutputSchema[0] != '{' {
		t.Error("two tools share the bytes of their output schema")
	}
}

// Nothing of one call is seen by another.
func TestCaseRUN05CallsShareNothing(t *testing.T) {
	type Args struct {
		Ports []int           `json:"ports" jsonschema:"default=80,default=443"`
		Raw   json.RawMessage `json:"raw"`
		Map   map[string]int  `json:"map" jsonschema:"default={\"a\":1}"`
	}
	tool := typed.MustDefine("greedy", "Changes its input.", func(_ context.Context, in Args) (Args, error) {
		out := Args{append([]int(nil), in.Ports...), append(json.RawMessage(nil), in.Raw...), map[string]int{"a": in.Map["a"]}}
		in.Ports[0], in.Map["a"] = 0, 0
		for i := range in.Raw {
			in.Raw[i] = 'x'
		}
		return out, nil
	})
	args := json.RawMessage(`{"raw":{"k":1}}`)
	for range 3 {
		r := tool.Call(t.Context(), args)
		if r.Output != `{"ports":[80,443],"raw":{"k":1},"map":{"a":1}}` {
			t.Fatalf("got %s, %v", r.Output, r.Error)
		}
		for i := range r.Structured {
			r.Structured[i] = 'x'
		}
		if string(args) != `{"raw":{"k":1}}` {
			t.Fatalf("the caller's arguments became %s", args)
		}
	}
}

func TestCaseRUN07ToolNames(t *testing.T) {
	handler := func(context.Context, struct{}) (string, error) { return "", nil }
	for _, name := range []string{
		"", "get weather", "caldav.create", strings.Repeat("a", 65), "9lives", "Paged[int]", "naïve", "-x", "a/b", "a\n", " a", "a:b",
	} {
		if _, err := typed.Define(name, "Has a bad name.", handler); err == nil {
			t.Errorf("%q: Define accepted it", name)
		} else if name != "" && len(name) < 20 && !strings.Contains(err.Error(), strings.Trim(fmt.Sprintf("%q", name), `"`)) {
			t.Errorf("%q: the error does not name it: %v", name, err)
		}
	}
	for _, name := range []string{"a", "_", "get_weather", "get-weather", "A9", strings.Repeat("a", 64)} {
		tool, err := typed.Define(name, "Has a good name.", handler)
		if err != nil || tool.Name != name {
			t.Errorf("%q: got %q, %v", name, tool.Name, err)
		}
	}
}

func TestCaseRUN09HandlerErrors(t *testing.T) {
	tool := typed.MustDefine("load", "Loads.", func(_ context.Context, in CaseForecast) (typed.Text, error) {
		return "partial", fmt.Errorf("db: %w", io.ErrUnexpectedEOF)
	})
	r := tool.Call(t.Context(), json.RawMessage(`{"city":"a","days":"1"}`))
	if !r.IsError() || r.Output != "db: unexpected EOF" || !errors.Is(r.Error, io.ErrUnexpectedEOF) {
		t.Errorf("got %+v", r)
	}
	// What was forgiven is noted beside a failure as well.
	if r.Metadata["repairs"] == nil {
		t.Errorf("metadata %v", r.Metadata)
	}
	var refused *typed.ArgumentError
	if errors.As(r.Error, &refused) {
		t.Error("the handler failed, not its arguments")
	}
	r = tool.Call(t.Context(), json.RawMessage(`{"days":"x"}`))
	if !errors.As(r.Error, &refused) || refused.Tool != "load" || len(refused.Problems) != 2 {
		t.Errorf("got %#v", r.Error)
	}
	if !strings.HasPrefix(r.Output, "load was not run: 2 problems with its arguments\n") {
		t.Errorf("output %q", r.Output)
	}
}

type caseNotFoundError struct{ ID string }

func (e *caseNotFoundError) Error() string { return "no such page: " + e.ID }

func TestCaseRUN09ErrorsKeepTheirIdentity(t *testing.T) {
	errs := map[string]error{
		"plain":  &caseNotFoundError{"7"},
		"joined": errors.Join(io.EOF, &caseNotFoundError{"7"}),
		"wraps":  fmt.Errorf("%w and %w", io.EOF, &caseNotFoundError{"7"}),
	}
	for name, want := range errs {
		tool := typed.MustDefine("page", "Gives a page.", func(context.Context, struct{}) (CaseHit, error) { return CaseHit{}, want })
		r := tool.Call(t.Context(), json.RawMessage(`{}`))
		var found *caseNotFoundError
		if !errors.As(r.Error, &found) || found.ID != "7" || r.Output != want.Error() {
			t.Errorf("%s: got %+v", name, r)
		}
	}
	// An error whose own method panics, and one that says nothing.
	for _, err := range []error{(*caseNotFoundError)(nil), errors.New("")} {
		tool := typed.MustDefine("page", "Gives a page.", func(context.Context, struct{}) (CaseHit, error) { return CaseHit{}, err })
		if r := tool.Call(t.Context(), nil); !r.IsError() {
			t.Errorf("got %+v", r)
		}
	}
}

// A suspension stays one, however the handler wraps it.
func TestCaseRUN09Suspensions(t *testing.T) {
	for name, wrap := range map[string]func(error) error{
		"bare":   func(err error) error { return err },
		"wraps":  func(err error) error { return fmt.Errorf("needs help: %w", err) },
		"joined": func(err error) error { return errors.Join(io.EOF, err) },
	} {
		tool := typed.MustDefine("ask", "Asks.", func(context.Context, struct{}) (typed.Text, error) {
			return "dropped", wrap(toolnexus.Suspend(toolnexus.Request{Kind: "approval", Prompt: "Go on?"}))
		})
		r := tool.Call(t.Context(), json.RawMessage(`{}`))
		request, ok := toolnexus.PendingOf(r)
		if !ok || request.Prompt != "Go on?" || r.Output != "Go on?" {
			t.Errorf("%s: got %+v", name, r)
		}
	}
}
