package typed_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/invopop/jsonschema"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

// refusing is an In whose own check says what the test puts in the context.
type refusing struct{}

type refusalKey struct{}

func (refusing) Validate(ctx context.Context) error {
	err, _ := ctx.Value(refusalKey{}).(error)
	return err
}

func TestOwnCheckIsOneProblemALine(t *testing.T) {
	tool := typed.MustDefine("probe", "Probes.", func(context.Context, refusing) (int, error) { return 1, nil })
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"one":          {errors.New("a is too old"), "probe was not run: 1 problem with its arguments\na is too old"},
		"joined":       {errors.Join(errors.New("a"), errors.New("b")), "probe was not run: 2 problems with its arguments\na\nb"},
		"blank lines":  {errors.New("\na\n\n"), "probe was not run: 1 problem with its arguments\na"},
		"no text":      {errors.New(""), "probe was not run: 1 problem with its arguments\nthe arguments do not fit together"},
		"not in UTF-8": {errors.New("a\xff"), "probe was not run: 1 problem with its arguments\na\uFFFD"},
	} {
		t.Run(name, func(t *testing.T) {
			r := tool.Call(context.WithValue(t.Context(), refusalKey{}, test.err), json.RawMessage(`{}`))
			if r.Output != test.want {
				t.Errorf("got %q, want %q", r.Output, test.want)
			}
			if !errors.Is(r.Error, test.err) {
				t.Errorf("the error of the check is not in the chain of %v", r.Error)
			}
		})
	}
}

func TestEndedContextIsNoProblemOfTheArguments(t *testing.T) {
	tool := typed.MustDefine("probe", "Probes.", func(context.Context, refusing) (int, error) { return 1, nil })
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), refusalKey{}, context.Canceled))
	cancel()
	r := tool.Call(ctx, json.RawMessage(`{}`))
	var bad *typed.ArgumentError
	if errors.As(r.Error, &bad) || !errors.Is(r.Error, context.Canceled) {
		t.Errorf("got %v, want the end of the context", r.Error)
	}
}

func TestProblemsOfDecodingAreCapped(t *testing.T) {
	type in struct {
		A []netip.Addr       `json:"a,omitempty"`
		M map[netip.Addr]int `json:"m,omitempty"`
		N int                `json:"n,omitempty" validate:"min=3"`
	}
	tool := typed.MustDefine("probe", "Probes.", func(context.Context, in) (int, error) { return 1, nil })
	many := strings.TrimSuffix(strings.Repeat(`"x",`, 1000), ",")
	r := tool.Call(t.Context(), json.RawMessage(`{"n":1,"a":[`+many+`]}`))
	var bad *typed.ArgumentError
	if !errors.As(r.Error, &bad) {
		t.Fatalf("got %v", r.Error)
	}
	if len(bad.Problems) != 20 || bad.Omitted != 981 {
		t.Errorf("%d problems and %d more, want 20 and 981", len(bad.Problems), bad.Omitted)
	}
}

func TestNothingBelowASecretIsShown(t *testing.T) {
	type inner struct {
		A int `json:"a"`
	}
	type in struct {
		M map[string]int        `json:"m,omitempty" jsonschema:"writeOnly"`
		S *inner                `json:"s,omitempty" jsonschema:"writeOnly"`
		D map[string]netip.Addr `json:"d,omitempty" jsonschema:"writeOnly"`
	}
	tool := typed.MustDefine("probe", "Probes.", func(context.Context, in) (int, error) { return 1, nil })
	for _, args := range []string{
		`{"m":{"hushed":"x"}}`, `{"m":{"hushed":[]}}`, `{"s":{"a":1,"hushed":2}}`, `{"s":{"a":"hushed"}}`,
		`{"d":{"hushed":"x"}}`, `{"d":{"x":"hushed"}}`,
	} {
		r := tool.Call(t.Context(), json.RawMessage(args))
		var bad *typed.ArgumentError
		if !errors.As(r.Error, &bad) {
			t.Errorf("%s: got %v, want a refusal", args, r)
			continue
		}
		told, err := json.Marshal(bad.Problems)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(r.Output+string(told), "hushed") {
			t.Errorf("%s: told %q and %s", args, r.Output, told)
		}
	}
}

func TestOutputIsUTF8(t *testing.T) {
	fails := func(context.Context, struct{}) (int, error) { return 0, errors.New("a\xff\xfe") }
	r := typed.MustDefine("probe", "Probes.", fails).Call(t.Context(), json.RawMessage(`{}`))
	if !utf8.ValidString(r.Output) || r.Output != "a\uFFFD\uFFFD" {
		t.Errorf("got %q", r.Output)
	}
}

func TestDefaultOfANullableChoiceIsFilledIn(t *testing.T) {
	type in struct {
		A *string `json:"a" jsonschema:"nullable,enum=a,enum=b,default=a"`
	}
	tool := typed.MustDefine("probe", "Probes.", func(_ context.Context, in in) (string, error) { return *in.A, nil })
	if r := tool.Call(t.Context(), json.RawMessage(`{}`)); r.Output != `"a"` {
		t.Errorf("got %q, want the default", r.Output)
	}
}

func TestDefineRefusesWhatNoCallCanMeet(t *testing.T) {
	define := func(err error, word string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("got %v, want an error with %q", err, word)
		}
	}
	_, err := define1[struct {
		A any `json:"a" jsonschema:"oneof_type=integer;number"`
	}]()
	define(err, "anyof_type")
	_, err = define1[struct {
		N int `json:"n" jsonschema:"exclusiveMinimum=1,exclusiveMaximum=2"`
	}]()
	define(err, "no whole number")
	_, err = define1[struct {
		N int `json:"n"`
	}](typed.Examples(`{"n":"5"}`))
	define(err, "must be an integer")
}

func TestBoundsWithOneWholeNumberAreMet(t *testing.T) {
	tool, err := define1[struct {
		N int `json:"n" jsonschema:"exclusiveMinimum=-2,maximum=-1"`
	}](nil) // an absent option changes nothing
	if err != nil {
		t.Fatal(err)
	}
	if r := tool.Call(t.Context(), json.RawMessage(`{"n":-1}`)); r.IsError() {
		t.Error(r.Error)
	}
}

func define1[In any](opts ...typed.Option) (toolnexus.Tool, error) {
	return typed.Define("probe", "Probes.", func(context.Context, In) (int, error) { return 1, nil }, opts...)
}

func TestMiddlewareMayNotGiveNilForAValue(t *testing.T) {
	forget := func(context.Context, typed.Invocation, func(context.Context) (any, error)) (any, error) {
		return nil, nil //nolint:nilnil // the fault under test
	}
	tool := typed.MustDefine("probe", "Probes.", func(context.Context, struct{}) (int, error) { return 1, nil }, typed.Use(forget))
	r := tool.Call(t.Context(), json.RawMessage(`{}`))
	var bad *typed.ResultError
	if !errors.As(r.Error, &bad) || strings.Contains(r.Output, "int") {
		t.Errorf("got %q (%v)", r.Output, r.Error)
	}
}

func TestQuotedValueIsReadWhereAChoiceOfTypesHasNoString(t *testing.T) {
	type in struct {
		A any `json:"a" jsonschema:"anyof_type=integer;array"`
	}
	tool := typed.MustDefine("probe", "Probes.", func(_ context.Context, in in) (any, error) { return in.A, nil })
	for args, want := range map[string]string{`{"a":"5"}`: "5", `{"a":"[1]"}`: "[1]"} {
		if r := tool.Call(t.Context(), json.RawMessage(args)); r.Output != want {
			t.Errorf("%s: got %q, want %q", args, r.Output, want)
		}
	}
	if r := tool.Call(t.Context(), json.RawMessage(`{"a":"x"}`)); !r.IsError() {
		t.Errorf("got %q for a word, want a refusal", r.Output)
	}
}

func TestUniqueTimesAreInstants(t *testing.T) {
	type shift struct {
		At time.Time `json:"at"`
	}
	type in struct {
		List     []time.Time          `json:"list,omitempty" validate:"unique"`
		Pointers []*time.Time         `json:"pointers,omitempty" validate:"unique"`
		ByName   map[string]time.Time `json:"by_name,omitempty" validate:"unique"`
		Shifts   []shift              `json:"shifts,omitempty" validate:"unique"`
		Starts   []shift              `json:"starts,omitempty" validate:"unique=At"`
		Pairs    [][2]time.Time       `json:"pairs,omitempty" validate:"unique"`
	}
	tool, err := define1[in]()
	if err != nil {
		t.Fatal(err)
	}
	const noon = `"2026-05-01T12:00:00Z"`
	for other, refused := range map[string]bool{`"2026-05-01T14:00:00+02:00"`: true, `"2026-05-01T12:00:00.0+00:00"`: true, `"2026-05-01T13:00:00Z"`: false} {
		for _, args := range []string{
			`{"list":[` + noon + `,` + other + `]}`,
			`{"pointers":[` + noon + `,` + other + `]}`,
			`{"by_name":{"a":` + noon + `,"b":` + other + `}}`,
			`{"shifts":[{"at":` + noon + `},{"at":` + other + `}]}`,
			`{"starts":[{"at":` + noon + `},{"at":` + other + `}]}`,
			`{"pairs":[[` + noon + `,` + noon + `],[` + noon + `,` + other + `]]}`,
		} {
			if r := tool.Call(t.Context(), json.RawMessage(args)); r.IsError() != refused {
				t.Errorf("%s: refused: %v, want %v: %s", args, r.IsError(), refused, r.Output)
			}
		}
	}
}

// nested has a default that lacks what the default of the same property is.
type nested struct {
	V int     `json:"v,omitempty"`
	D *nested `json:"d" jsonschema:"default={\"v\":3}"`
}

type written struct {
	V int      `json:"v,omitempty"`
	D *written `json:"d" jsonschema:"nullable,default={\"v\":3\\,\"d\":null}"`
}

func TestDefaultsOfDefaults(t *testing.T) {
	if _, err := define1[nested](); err == nil || !strings.Contains(err.Error(), "without end") {
		t.Errorf("got %v, want a refusal", err)
	}
	type c struct {
		N int `json:"n" jsonschema:"default=1"`
	}
	type b struct {
		C c `json:"c" jsonschema:"default={}"`
	}
	type a struct {
		B b `json:"b" jsonschema:"default={}"`
	}
	tool := typed.MustDefine("probe", "Probes.", func(_ context.Context, in a) (int, error) { return in.B.C.N, nil })
	if r := tool.Call(t.Context(), json.RawMessage(`{}`)); r.Output != "1" {
		t.Errorf("got %s, want the default of the default", r.Output)
	}
	whole := typed.MustDefine("probe", "Probes.", func(_ context.Context, in written) (int, error) { return in.D.V, nil })
	if r := whole.Call(t.Context(), json.RawMessage(`{}`)); r.Output != "3" {
		t.Errorf("got %s, want the default as it is written", r.Output)
	}
}

func TestRulesFitTheirFields(t *testing.T) {
	type in struct {
		S string   `json:"s" validate:"own"`
		F *float64 `json:"f,omitempty" validate:"whole"`
	}
	whole := schema.Rule{Name: "whole", Schema: func(string) json.RawMessage { return json.RawMessage(`{"type":"integer"}`) }}
	for text, want := range map[string]string{
		`{"$ref":"#"}`:       "the schema of the rule: must not refer to other schemas",
		`{"type":"integer"}`: `cannot be of the types "string" and "integer" at once`,
		`[]`:                 "the schema of the rule: must be an object of keywords",
		`{"minLength":2}`:    "",
	} {
		own := schema.Rule{Name: "own", Schema: func(string) json.RawMessage { return json.RawMessage(text) }}
		tool, err := define1[in](typed.Rules(own, whole))
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %s", text, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if r := tool.Call(t.Context(), json.RawMessage(`{"s":"ab","f":1.5}`)); !strings.HasSuffix(r.Output, "f: must pass the check \"whole\" (got 1.5)") {
			t.Errorf("got %s", r.Output)
		}
	}
	panics := schema.Rule{Name: "own", Schema: func(string) json.RawMessage { panic("x") }}
	if _, err := define1[in](typed.Rules(panics, whole)); err == nil || !strings.Contains(err.Error(), "the schema of the rule: the code panics: x") {
		t.Errorf("got %v", err)
	}
}

// digits says that it is text, and is a list.
type digits []int

func (digits) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }

func TestWhatDecodingFindsHasItsPlace(t *testing.T) {
	type in struct {
		List []digits          `json:"list,omitempty"`
		Map  map[string]digits `json:"map,omitempty"`
	}
	tool, err := define1[in]()
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"list":["12"]}`:     "list[0]: cannot be read in this form",
		`{"map":{"a":"1 2"}}`: "map.a: cannot be read in this form",
	} {
		if r := tool.Call(t.Context(), json.RawMessage(args)); !strings.Contains(r.Output, want) {
			t.Errorf("got %s, want %s", r.Output, want)
		}
	}
}
