package typed_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/typed"
)

// What is required, optional, null or filled in.

type caseREQ01SeatPick struct {
	Row int `json:"row" validate:"required,min=0,max=40"`
}

// caseREQ01Zeros has a zero of every kind that has one.
type caseREQ01Zeros struct {
	U8   uint8          `json:"u8" validate:"required"`
	F    float64        `json:"f" validate:"required"`
	P    *int           `json:"p" validate:"required"`
	List []int          `json:"list" validate:"required,dive,required"`
	Map  map[string]int `json:"map" validate:"required,dive,required"`
	Arr  [2]int         `json:"arr" validate:"required"`
}

func TestCaseREQ01RequiredTakesAPresentZero(t *testing.T) {
	publishes[caseREQ01SeatPick](t, `{"type":"integer","minimum":0,"maximum":40}`, "row")
	requires[caseREQ01SeatPick](t, []string{"row"})
	accepts(t, `{"row":0}`, caseREQ01SeatPick{})
	accepts(t, `{"row":-0}`, caseREQ01SeatPick{})
	accepts(t, `{"row":7}`, caseREQ01SeatPick{Row: 7})
	accepts(t, `{"row":40}`, caseREQ01SeatPick{Row: 40})
	refuses[caseREQ01SeatPick](t, `{}`, `row: is required`)
	refuses[caseREQ01SeatPick](t, `{"row":-1}`, `row: must be at least 0 (got -1)`)
	refuses[caseREQ01SeatPick](t, `{"row":41}`, `row: must be at most 40 (got 41)`)
	refuses[caseREQ01SeatPick](t, `{"row":null}`, `row: must be an integer (got null)`)

	accepts(t, `{"u8":0,"f":0.0,"p":0,"list":[0],"map":{"a":0},"arr":[0,0]}`, caseREQ01Zeros{
		P: new(int), List: []int{0}, Map: map[string]int{"a": 0},
	})
	refuses[caseREQ01Zeros](t, `{"u8":null,"f":null,"p":null,"list":[null],"map":{"a":null},"arr":[0,null]}`,
		`u8: must be an integer (got null)`, `f: must be a number (got null)`, `p: must be an integer (got null)`,
		`list[0]: must be an integer (got null)`, `map.a: must be an integer (got null)`, `arr[1]: must be an integer (got null)`)
	requires[caseREQ01Zeros](t, []string{"u8", "f", "p", "list", "map", "arr"})
}

type caseREQ02PurgeArgs struct {
	DryRun bool `json:"dry_run" validate:"required"`
}

type caseREQ02Flags struct {
	Each   []caseREQ02PurgeArgs `json:"each"`
	Maybe  *bool                `json:"maybe" validate:"required"`
	Always bool                 `json:"always,omitempty" validate:"required"`
}

func TestCaseREQ02RequiredTakesAPresentFalse(t *testing.T) {
	publishes[caseREQ02PurgeArgs](t, `{"type":"boolean"}`, "dry_run")
	requires[caseREQ02PurgeArgs](t, []string{"dry_run"})
	accepts(t, `{"dry_run":false}`, caseREQ02PurgeArgs{})
	accepts(t, `{"dry_run":true}`, caseREQ02PurgeArgs{DryRun: true})
	refuses[caseREQ02PurgeArgs](t, `{}`, `dry_run: is required`)

	accepts(t, `{"each":[{"dry_run":false}],"maybe":false,"always":false}`,
		caseREQ02Flags{Each: []caseREQ02PurgeArgs{{}}, Maybe: new(bool)})
	refuses[caseREQ02Flags](t, `{"each":[{}]}`, `each[0].dry_run: is required`, `maybe: is required`, `always: is required`)
}

type caseREQ04ForecastAsk struct {
	City string `json:"city"`
	Days int    `json:"days"`
}

type caseREQ04Deep struct {
	Asks map[string][]caseREQ04ForecastAsk `json:"asks"`
	caseREQ04Embedded
}

type caseREQ04Embedded struct {
	Owner string `json:"owner"`
}

func TestCaseREQ04MissingKeysDoNotReachTheHandler(t *testing.T) {
	requires[caseREQ04ForecastAsk](t, []string{"city", "days"})
	refuses[caseREQ04ForecastAsk](t, `{}`, `city: is required`, `days: is required`)
	refuses[caseREQ04ForecastAsk](t, `{"city":"Oslo"}`, `days: is required`)
	accepts(t, `{"city":"Oslo","days":0}`, caseREQ04ForecastAsk{City: "Oslo"})
	// Without a rule a string may be empty: the key is there.
	accepts(t, `{"days":2,"city":""}`, caseREQ04ForecastAsk{Days: 2})

	refuses[caseREQ04Deep](t, `{"asks":{"odd key":[{"city":"Oslo","days":1},{}]}}`,
		`asks["odd key"][1].city: is required`, `asks["odd key"][1].days: is required`, `owner: is required`)
	requires[caseREQ04Deep](t, []string{"asks", "owner"})
	requires[caseREQ04Deep](t, []string{"city", "days"}, "asks", "{}", "[]")
}

type caseREQ05RotateKey struct {
	Token string `json:"token,omitempty" validate:"required"`
}

type caseREQ05Others struct {
	Zero  int        `json:"zero,omitzero" validate:"required"`
	Ptr   *string    `json:"ptr,omitempty" validate:"required"`
	Names []string   `json:"names,omitempty" validate:"required"`
	At    *time.Time `json:"at,omitempty" validate:"required"`
	Unit  string     `json:"unit" validate:"required" jsonschema:"default=m"`
	Both  int        `json:"both" validate:"omitempty,min=2"`
}

func TestCaseREQ05ValidateRequiredBeatsOmitempty(t *testing.T) {
	publishes[caseREQ05RotateKey](t, `{"type":"string","minLength":1}`, "token")
	requires[caseREQ05RotateKey](t, []string{"token"})
	refuses[caseREQ05RotateKey](t, `{}`, `token: is required`)
	refuses[caseREQ05RotateKey](t, `{"token":null}`, `token: must be a string (got null)`)
	refuses[caseREQ05RotateKey](t, `{"token":""}`, `token: must not be empty (got "")`)
	accepts(t, `{"token":"t"}`, caseREQ05RotateKey{Token: "t"})

	requires[caseREQ05Others](t, []string{"zero", "ptr", "names", "at", "unit"})
	refuses[caseREQ05Others](t, `{"zero":0,"ptr":"x","names":[],"both":1}`,
		`both: must be at least 2 (got 1)`, `at: is required`, `unit: is required`)
}

type caseREQ06TagImage struct {
	Digest string `json:"digest,omitempty" jsonschema:"required"`
}

type caseREQ06Others struct {
	N     *int `json:"n" jsonschema:"required,minimum=0"`
	Blank int  `json:"blank,omitempty" jsonschema:"How many, required"`
}

func TestCaseREQ06SchemaRequiredBeatsOmitempty(t *testing.T) {
	publishes[caseREQ06TagImage](t, `{"type":"string"}`, "digest")
	requires[caseREQ06TagImage](t, []string{"digest"})
	refuses[caseREQ06TagImage](t, `{}`, `digest: is required`)
	accepts(t, `{"digest":"sha"}`, caseREQ06TagImage{Digest: "sha"})
	// Only the validate rule says anything about an empty string.
	accepts(t, `{"digest":""}`, caseREQ06TagImage{})

	refuses[caseREQ06Others](t, `{}`, `n: is required`, `blank: is required`)
	requires[caseREQ06Others](t, []string{"n", "blank"})
}

type caseREQ07ListPods struct {
	Limit *int `json:"limit"`
}

type caseREQ07Pointers struct {
	Name  *string             `json:"name"`
	Deep  **int               `json:"deep"`
	Ask   *caseREQ07ListPods  `json:"ask"`
	List  *[]int              `json:"list"`
	Inner []caseREQ07ListPods `json:"inner"`
}

func TestCaseREQ07APointerIsOptional(t *testing.T) {
	publishes[caseREQ07ListPods](t, `{"type":"integer"}`, "limit")
	requires[caseREQ07ListPods](t, nil)
	accepts(t, `{}`, caseREQ07ListPods{})
	accepts(t, `{"limit":null}`, caseREQ07ListPods{})
	accepts(t, `{"limit":0}`, caseREQ07ListPods{Limit: new(int)})
	refuses[caseREQ07ListPods](t, `{"limit":"x"}`, `limit: must be an integer (got "x")`)
	refusesWith[caseREQ07ListPods](t, []typed.Option{typed.Strict()}, `{"limit":null}`, `limit: must be an integer (got null)`)

	requires[caseREQ07Pointers](t, []string{"inner"})
	accepts(t, `{"name":null,"deep":null,"ask":null,"list":null,"inner":[{"limit":null}]}`,
		caseREQ07Pointers{Inner: []caseREQ07ListPods{{}}})
	accepts(t, `{"ask":{},"list":[],"inner":[]}`,
		caseREQ07Pointers{Ask: &caseREQ07ListPods{}, List: &[]int{}, Inner: []caseREQ07ListPods{}})
}

type caseREQ08ShipTo struct {
	Street string `json:"street" validate:"required"`
	Zip    string `json:"zip" validate:"required,len=5"`
}

type caseREQ08PlaceOrder struct {
	Shipping caseREQ08ShipTo `json:"shipping" validate:"required"`
}

type caseREQ08NoRules struct {
	Box struct {
		N int `json:"n,omitempty"`
	} `json:"box" validate:"required"`
	Ptr *struct {
		N int `json:"n,omitempty"`
	} `json:"ptr" validate:"required"`
}

func TestCaseREQ08AMissingStructIsReportedOnce(t *testing.T) {
	requires[caseREQ08PlaceOrder](t, []string{"shipping"})
	requires[caseREQ08PlaceOrder](t, []string{"street", "zip"}, "shipping")
	publishes[caseREQ08PlaceOrder](t, `{"type":"string","minLength":5,"maxLength":5}`, "shipping", "zip")
	refuses[caseREQ08PlaceOrder](t, `{}`, `shipping: is required`)
	refuses[caseREQ08PlaceOrder](t, `{"shipping":{}}`, `shipping.street: is required`, `shipping.zip: is required`)
	refuses[caseREQ08PlaceOrder](t, `{"shipping":null}`, `shipping: must be an object (got null)`)
	refuses[caseREQ08PlaceOrder](t, `{"shipping":{"street":"","zip":"123"}}`,
		`shipping.street: must not be empty (got "")`, `shipping.zip: must have exactly 5 characters (got "123")`)
	accepts(t, `{"shipping":{"street":"a","zip":"12345"}}`, caseREQ08PlaceOrder{Shipping: caseREQ08ShipTo{"a", "12345"}})

	// A struct without rules inside may be its zero value, if it is there.
	refuses[caseREQ08NoRules](t, `{}`, `box: is required`, `ptr: is required`)
	if define[caseREQ08NoRules](t).Call(t.Context(), json.RawMessage(`{"box":{},"ptr":{}}`)).IsError() {
		t.Error("an empty object is a value")
	}
}

type caseREQ09LabelIssue struct {
	Labels []string `json:"labels" validate:"required"`
}

type caseREQ09Maps struct {
	Attrs  map[string]string `json:"attrs" validate:"required"`
	Blob   []byte            `json:"blob" validate:"required"`
	Plain  []string          `json:"plain"`
	Filled []string          `json:"filled" validate:"required,min=1"`
}

func TestCaseREQ09RequiredTakesAnEmptyList(t *testing.T) {
	publishes[caseREQ09LabelIssue](t, `{"type":"array","items":{"type":"string"}}`, "labels")
	accepts(t, `{"labels":[]}`, caseREQ09LabelIssue{Labels: []string{}})
	refuses[caseREQ09LabelIssue](t, `{"labels":null}`, `labels: must be an array (got null)`)
	refuses[caseREQ09LabelIssue](t, `{}`, `labels: is required`)

	accepts(t, `{"attrs":{},"blob":"","plain":[],"filled":["a"]}`,
		caseREQ09Maps{Attrs: map[string]string{}, Blob: []byte{}, Plain: []string{}, Filled: []string{"a"}})
	refuses[caseREQ09Maps](t, `{"attrs":null,"blob":null,"plain":null,"filled":[]}`,
		`attrs: must be an object (got null)`, `blob: must be base64 text (got null)`,
		`plain: must be an array (got null)`, `filled: must not be empty (got [])`)
}

type caseREQ10FindRooms struct {
	Floor  *int    `json:"floor,omitempty"`
	Tag    string  `json:"tag,omitempty"`
	MaxEUR float64 `json:"max_eur,omitempty" validate:"omitempty,gt=0"`
}

type caseREQ10Others struct {
	List  []int               `json:"list,omitempty" validate:"min=1"`
	Attrs map[string]int      `json:"attrs,omitempty"`
	At    time.Time           `json:"at,omitzero"`
	Room  caseREQ10FindRooms  `json:"room,omitempty"`
	Deep  *caseREQ10FindRooms `json:"deep,omitempty"`
	Unit  string              `json:"unit,omitempty" validate:"oneof=m km" jsonschema:"default=km"`
	Count string              `json:"count" validate:"omitempty,numeric"`
	Any   any                 `json:"any,omitempty"`
	Raw   json.RawMessage     `json:"raw,omitempty"`
}

func TestCaseREQ10NullForAnOptionalKeyIsAbsent(t *testing.T) {
	publishes[caseREQ10FindRooms](t, `{"type":"number","exclusiveMinimum":0}`, "max_eur")
	requires[caseREQ10FindRooms](t, nil)
	r := accepts(t, `{"floor":null,"tag":null,"max_eur":null}`, caseREQ10FindRooms{})
	repairs, _ := r.Metadata["repairs"].([]schema.Repair)
	if len(repairs) != 3 || repairs[2].Path != "/max_eur" {
		t.Errorf("repairs: %v", r.Metadata)
	}
	refuses[caseREQ10FindRooms](t, `{"max_eur":0}`, `max_eur: must be more than 0 (got 0)`)
	refusesWith[caseREQ10FindRooms](t, []typed.Option{typed.Strict()}, `{"floor":null}`, `floor: must be an integer (got null)`)

	// A null in an any stays null, and gives way to a default.
	accepts(t, `{"list":null,"attrs":null,"at":null,"room":null,"deep":null,"unit":null,"count":null,"any":null,"raw":null}`,
		caseREQ10Others{Unit: "km", Raw: json.RawMessage("null")})
	accepts(t, `{"room":{"tag":null},"deep":{"floor":null,"max_eur":2}}`,
		caseREQ10Others{Unit: "km", Deep: &caseREQ10FindRooms{MaxEUR: 2}})
	// Inside a list or map there is nothing that could be left out.
	refuses[caseREQ10Others](t, `{"list":[null],"attrs":{"a":null}}`,
		`list[0]: must be an integer (got null)`, `attrs.a: must be an integer (got null)`)
}

type caseREQ11GeoAsk struct {
	City string `json:"city"`
	Zoom int    `json:"zoom"`
}

type caseREQ11Others struct {
	On    bool            `json:"on"`
	At    time.Time       `json:"at"`
	Geo   caseREQ11GeoAsk `json:"geo"`
	Tags  []string        `json:"tags"`
	Attrs map[string]int  `json:"attrs"`
	Any   any             `json:"any"`
	Raw   json.RawMessage `json:"raw"`
}

func TestCaseREQ11NullForARequiredKeyIsRefused(t *testing.T) {
	refuses[caseREQ11GeoAsk](t, `{"city":null,"zoom":null}`,
		`city: must be a string (got null)`, `zoom: must be an integer (got null)`)
	refuses[caseREQ11Others](t, `{"on":null,"at":null,"geo":{"city":null,"zoom":1},"tags":null,"attrs":null,"any":null,"raw":null}`,
		`on: must be true or false (got null)`, `at: must be an RFC 3339 date and time with a time zone, such as 2026-05-01T10:00:00Z (got null)`, `geo.city: must be a string (got null)`,
		`tags: must be an array (got null)`, `attrs: must be an object (got null)`)
	// Where anything is allowed, null is a value; the key must be there.
	refuses[caseREQ11Others](t, `{"on":true,"at":"2026-01-01T00:00:00Z","geo":{"city":"","zoom":1},"tags":[],"attrs":{}}`,
		`any: is required`, `raw: is required`)
	accepts(t, `{"on":true,"at":"2026-01-01T00:00:00Z","geo":{"city":"","zoom":1},"tags":[],"attrs":{},"any":null,"raw":null}`,
		caseREQ11Others{true, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), caseREQ11GeoAsk{Zoom: 1}, []string{}, map[string]int{}, nil, json.RawMessage("null")})
}

type caseREQ12Step struct {
	Cmd string `json:"cmd" validate:"required"`
}

type caseREQ12RunPlan struct {
	Steps []*caseREQ12Step `json:"steps" validate:"required,dive"`
}

type caseREQ12Others struct {
	ByName map[string]*caseREQ12Step `json:"by_name,omitempty"`
	Nested [][]*int                  `json:"nested,omitempty"`
	Pair   [2]*caseREQ12Step         `json:"pair,omitempty"`
	Plain  []caseREQ12Step           `json:"plain,omitempty"`
	Any    []any                     `json:"any,omitempty"`
}

func TestCaseREQ12NullElementsAreRefused(t *testing.T) {
	publishes[caseREQ12RunPlan](t, `{"type":"string","minLength":1}`, "steps", "[]", "cmd")
	refuses[caseREQ12RunPlan](t, `{"steps":[null]}`, `steps[0]: must be an object (got null)`)
	refuses[caseREQ12RunPlan](t, `{"steps":[{"cmd":""}]}`, `steps[0].cmd: must not be empty (got "")`)
	refuses[caseREQ12RunPlan](t, `{"steps":[{"cmd":"a"},{}]}`, `steps[1].cmd: is required`)
	accepts(t, `{"steps":[{"cmd":"a"}]}`, caseREQ12RunPlan{Steps: []*caseREQ12Step{{"a"}}})

	refuses[caseREQ12Others](t, `{"by_name":{"a":null},"nested":[[1,null]],"pair":[{"cmd":"a"},null],"plain":[null]}`,
		`by_name.a: must be an object (got null)`, `nested[0][1]: must be an integer (got null)`,
		`pair[1]: must be an object (got null)`, `plain[0]: must be an object (got null)`)
	accepts(t, `{"any":[null,1]}`, caseREQ12Others{Any: []any{nil, 1.0}})
}

type caseREQ14ListPage struct {
	Page int  `json:"page,omitempty" validate:"omitempty,min=1"`
	Size *int `json:"size,omitempty" validate:"omitempty,min=2,max=50"`
}

func TestCaseREQ14OmitemptyDoesNotLetAZeroThrough(t *testing.T) {
	publishes[caseREQ14ListPage](t, `{"type":"integer","minimum":1}`, "page")
	publishes[caseREQ14ListPage](t, `{"type":"integer","minimum":2,"maximum":50}`, "size")
	requires[caseREQ14ListPage](t, nil)
	accepts(t, `{}`, caseREQ14ListPage{})
	accepts(t, `{"page":null,"size":null}`, caseREQ14ListPage{})
	accepts(t, `{"page":1}`, caseREQ14ListPage{Page: 1})
	refuses[caseREQ14ListPage](t, `{"page":0}`, `page: must be at least 1 (got 0)`)
	refuses[caseREQ14ListPage](t, `{"size":0}`, `size: must be at least 2 (got 0)`)
	refuses[caseREQ14ListPage](t, `{"page":-1}`, `page: must be at least 1 (got -1)`)
	refuses[caseREQ14ListPage](t, `{"page":0,"size":51}`, `page: must be at least 1 (got 0)`, `size: must be at most 50 (got 51)`)
}

type caseREQ14Kinds struct {
	Name   string              `json:"name" validate:"omitempty,min=3"`
	Mail   string              `json:"mail" validate:"omitempty,email"`
	Mode   string              `json:"mode" validate:"omitzero,oneof=a b"`
	Tags   []string            `json:"tags" validate:"omitempty,min=1,dive,min=2"`
	Rate   float64             `json:"rate" validate:"omitnil,gt=0"`
	Pages  []caseREQ14ListPage `json:"pages" validate:"omitempty"`
	Before int                 `json:"before" validate:"omitempty"`
	After  int                 `json:"after" validate:"omitempty,gtfield=Before"`
	Host   string              `json:"host" validate:"omitempty,hostname_port"`
}

func TestCaseREQ14EveryKindOfZeroMeetsItsRules(t *testing.T) {
	requires[caseREQ14Kinds](t, nil)
	accepts(t, `{}`, caseREQ14Kinds{})
	refuses[caseREQ14Kinds](t, `{"name":"","mode":"","tags":[],"rate":0,"pages":[{"page":0}]}`,
		`name: must have at least 3 characters (got "")`,
		`mode: must be one of "a", "b" (got "")`,
		`tags: must not be empty (got [])`,
		`rate: must be more than 0 (got 0)`,
		`pages[0].page: must be at least 1 (got 0)`)
	refuses[caseREQ14Kinds](t, `{"mail":""}`)
	refuses[caseREQ14Kinds](t, `{"host":""}`)
	refuses[caseREQ14Kinds](t, `{"before":3,"after":0}`)
	accepts(t, `{"before":3}`, caseREQ14Kinds{Before: 3})
}

type caseREQ15SinceArgs struct {
	Since time.Time `json:"since,omitzero"`
	Host  string    `json:"host"`
}

type caseREQ15Nested struct {
	Window caseREQ15SinceArgs   `json:"window,omitzero"`
	Count  int                  `json:"count,omitzero" validate:"min=1"`
	More   []caseREQ15SinceArgs `json:"more,omitzero"`
}

func TestCaseREQ15OmitzeroIsOptional(t *testing.T) {
	requires[caseREQ15SinceArgs](t, []string{"host"})
	if got := property(t, schemaOf[caseREQ15SinceArgs](t), "since"); got["type"] != "string" || got["format"] != "date-time" {
		t.Errorf("since: %v", got)
	}
	accepts(t, `{"host":"a"}`, caseREQ15SinceArgs{Host: "a"})
	accepts(t, `{"host":"a","since":null}`, caseREQ15SinceArgs{Host: "a"})
	refuses[caseREQ15SinceArgs](t, `{"host":"a","since":""}`)

	tool := typed.MustDefine("echo", "Gives its input back.", func(_ context.Context, in caseREQ15SinceArgs) (caseREQ15SinceArgs, error) {
		return in, nil
	})
	if r := tool.Call(t.Context(), json.RawMessage(`{"host":"a"}`)); r.Output != `{"host":"a"}` {
		t.Errorf("output %s", r.Output)
	}
	out, _ := decoded(t, tool.OutputSchema).(map[string]any)
	if list, _ := out["required"].([]any); len(list) != 1 || list[0] != "host" {
		t.Errorf("required of the result: %v", list)
	}

	requires[caseREQ15Nested](t, nil)
	accepts(t, `{}`, caseREQ15Nested{})
	refuses[caseREQ15Nested](t, `{"window":{},"count":0}`, `window.host: is required`, `count: must be at least 1 (got 0)`)
}

type caseREQ17AuditQuery struct {
	From  *time.Time `json:"from,omitempty"`
	Level string     `json:"level,omitempty" validate:"omitempty,oneof=info warn error"`
	Max   int        `json:"max,omitempty"`
}

type caseREQ17Others struct {
	On    *bool         `json:"on,omitempty"`
	Wait  time.Duration `json:"wait,omitempty"`
	Tags  []string      `json:"tags,omitempty"`
	Ratio float64       `json:"ratio,omitempty"`
	Free  string        `json:"free,omitempty"`
}

// An empty string is refused wherever it is no value: it is not on the list of
// what is forgiven, and the text says what would be right.
func TestCaseREQ17AnEmptyStringIsNoAbsentKey(t *testing.T) {
	refuses[caseREQ17AuditQuery](t, `{"from":""}`, `from: must be an RFC 3339 date and time with a time zone, such as 2026-05-01T10:00:00Z (got "")`)
	refuses[caseREQ17AuditQuery](t, `{"level":""}`, `level: must be one of "info", "warn", "error" (got "")`)
	refuses[caseREQ17AuditQuery](t, `{"max":""}`, `max: must be an integer (got "")`)
	refuses[caseREQ17AuditQuery](t, `{"from":"","level":"","max":""}`,
		`from: must be an RFC 3339 date and time with a time zone, such as 2026-05-01T10:00:00Z (got "")`,
		`level: must be one of "info", "warn", "error" (got "")`, `max: must be an integer (got "")`)
	accepts(t, `{}`, caseREQ17AuditQuery{})

	problems := refuses[caseREQ17Others](t, `{"on":"","wait":"","tags":"","ratio":"","free":""}`).Problems
	if len(problems) != 4 {
		t.Errorf("%d problems, want 4: only free may be empty", len(problems))
	}
}

type caseREQ19RankArgs struct {
	Units string `json:"units,omitempty" jsonschema:"default=metric,enum=metric,enum=imperial"`
	Top   int    `json:"top,omitempty" jsonschema:"default=5,minimum=0"`
	Deep  bool   `json:"deep,omitempty" jsonschema:"default=true"`
}

type caseREQ19Others struct {
	Name  string              `json:"name" jsonschema:"default=x"`
	Ratio *float64            `json:"ratio" jsonschema:"default=0.5"`
	Tags  []string            `json:"tags" jsonschema:"default=a,default=b"`
	Big   int64               `json:"big" jsonschema:"default=9007199254740993"`
	Wait  time.Duration       `json:"wait" jsonschema:"default=1m30s"`
	Inner caseREQ19RankArgs   `json:"inner,omitempty"`
	List  []caseREQ19RankArgs `json:"list,omitempty"`
	ID    string              `json:"id,omitempty"`
}

func TestCaseREQ19DefaultsAreApplied(t *testing.T) {
	publishes[caseREQ19RankArgs](t, `{"type":"string","enum":["metric","imperial"],"default":"metric"}`, "units")
	publishes[caseREQ19RankArgs](t, `{"type":"integer","minimum":0,"default":5}`, "top")
	publishes[caseREQ19RankArgs](t, `{"type":"boolean","default":true}`, "deep")
	accepts(t, `{}`, caseREQ19RankArgs{"metric", 5, true})
	accepts(t, `{"deep":false,"top":0}`, caseREQ19RankArgs{"metric", 0, false})
	accepts(t, `{"units":null,"deep":null}`, caseREQ19RankArgs{"metric", 5, true})
	refuses[caseREQ19RankArgs](t, `{"units":""}`, `units: must be one of "metric", "imperial" (got "")`)
	refuses[caseREQ19RankArgs](t, `{"top":-1,"units":"x"}`,
		`top: must be at least 0 (got -1)`, `units: must be one of "metric", "imperial" (got "x")`)

	half := 0.5
	filled := caseREQ19Others{
		Name: "x", Ratio: &half, Tags: []string{"a", "b"}, Big: 9007199254740993, Wait: 90 * time.Second,
	}
	accepts(t, ``, filled)
	// An object that was left out stays out; one that was sent is filled in.
	filled.Inner = caseREQ19RankArgs{"metric", 5, true}
	filled.List = []caseREQ19RankArgs{{"imperial", 5, true}, {"metric", 5, true}}
	accepts(t, `{"inner":{},"list":[{"units":"imperial"},{}]}`, filled)
	// Each call has its own copy of a default.
	p := define[caseREQ19Others](t)
	for range 2 {
		p.Call(t.Context(), nil)
		for _, in := range p.got[:min(len(p.got), 1)] {
			in.Tags[0], *in.Ratio = "changed", 9
		}
	}
	if len(p.got) != 2 {
		t.Errorf("the handler ran %d times", len(p.got))
	} else if p.got[1].Tags[0] != "a" || *p.got[1].Ratio != 0.5 {
		t.Errorf("a handler changed the default: %+v", p.got[1])
	}
	requires[caseREQ19Others](t, nil)
}

type caseREQ19TooBig struct {
	Top int `json:"top" jsonschema:"default=5,maximum=4"`
}

type caseREQ19NotOne struct {
	Mode string `json:"mode" validate:"oneof=a b" jsonschema:"default=c"`
}

type caseREQ19WrongType struct {
	Top int `json:"top" jsonschema:"default=many"`
}

func TestCaseREQ19ADefaultMustMeetTheRules(t *testing.T) {
	undefinable[caseREQ19TooBig](t, "caseREQ19TooBig.Top", "default", "5")
	undefinable[caseREQ19NotOne](t, "caseREQ19NotOne.Mode", "default", "c")
	undefinable[caseREQ19WrongType](t, "caseREQ19WrongType.Top", "default=many")
}

type caseREQ21VenueInfo struct {
	Room string `json:"room" validate:"required"`
}

type caseREQ21InviteArgs struct {
	Who   string             `json:"who" validate:"required"`
	Venue caseREQ21VenueInfo `json:"venue,omitempty" validate:"omitempty"`
	Alt   caseREQ21VenueInfo `json:"alt,omitempty"`
}

type caseREQ21Cross struct {
	Low  int `json:"low"`
	High int `json:"high" validate:"gtfield=Low"`
}

type caseREQ21Others struct {
	Range  caseREQ21Cross            `json:"range,omitzero"`
	Ptr    *caseREQ21Cross           `json:"ptr,omitempty"`
	ByName map[string]caseREQ21Cross `json:"by_name,omitempty"`
	Deep   struct {
		Range caseREQ21Cross `json:"range,omitempty"`
		Mail  string         `json:"mail" validate:"required,email"`
	} `json:"deep,omitempty"`
}

func TestCaseREQ21AnAbsentStructIsNotChecked(t *testing.T) {
	requires[caseREQ21InviteArgs](t, []string{"who"})
	requires[caseREQ21InviteArgs](t, []string{"room"}, "venue")
	accepts(t, `{"who":"a"}`, caseREQ21InviteArgs{Who: "a"})
	accepts(t, `{"who":"a","venue":null,"alt":null}`, caseREQ21InviteArgs{Who: "a"})
	accepts(t, `{"who":"a","venue":{"room":"r"},"alt":{"room":"x"}}`,
		caseREQ21InviteArgs{"a", caseREQ21VenueInfo{"r"}, caseREQ21VenueInfo{"x"}})
	refuses[caseREQ21InviteArgs](t, `{"who":"a","venue":{},"alt":{"room":""}}`,
		`venue.room: is required`, `alt.room: must not be empty (got "")`)

	// Nor are the rules about other fields run inside it.
	accepts(t, `{}`, caseREQ21Others{})
	refuses[caseREQ21Others](t, `{"range":{"low":2,"high":1},"ptr":{"low":2,"high":2},"by_name":{"a":{"low":2,"high":1}}}`,
		`range.high: must be greater than low (got 1)`, `ptr.high: must be greater than low (got 2)`,
		`by_name.a.high: must be greater than low (got 1)`)
	refuses[caseREQ21Others](t, `{"deep":{}}`, `deep.mail: is required`)
}
