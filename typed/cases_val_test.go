package typed_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/typed"
)

// What validate tags say, to the model and to the check.

type caseVAL01VolumeSet struct {
	Percent int     `json:"percent" validate:"min=1,max=100"`
	Gain    float64 `json:"gain" validate:"gt=0,lt=1"`
	Exact   int     `json:"exact" validate:"eq=7"`
}

type caseVAL01Kinds struct {
	Small  int8           `json:"small" validate:"gte=-5,lte=5"`
	Count  uint           `json:"count" validate:"ne=3"`
	Ptr    *int64         `json:"ptr" validate:"lt=10"`
	Each   []float32      `json:"each" validate:"dive,gte=0.5"`
	ByName map[string]int `json:"by_name" validate:"dive,max=9"`
	On     bool           `json:"on" validate:"eq=true"`
	Wait   time.Duration  `json:"wait" validate:"min=1s,max=1h"`
	Big    uint64         `json:"big" validate:"max=18446744073709551614"`
}

func TestCaseVAL01NumericRulesArePublishedAndEnforced(t *testing.T) {
	publishes[caseVAL01VolumeSet](t, `{"type":"integer","minimum":1,"maximum":100}`, "percent")
	publishes[caseVAL01VolumeSet](t, `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, "gain")
	if got := property(t, schemaOf[caseVAL01VolumeSet](t), "exact")["const"]; got != json.Number("7") {
		t.Errorf("exact: const %v", got)
	}
	refuses[caseVAL01VolumeSet](t, `{"percent":0,"gain":1,"exact":3}`,
		`percent: must be at least 1 (got 0)`, `gain: must be less than 1 (got 1)`, `exact: must be 7 (got 3)`)
	refuses[caseVAL01VolumeSet](t, `{"percent":101,"gain":0,"exact":7}`,
		`percent: must be at most 100 (got 101)`, `gain: must be more than 0 (got 0)`)
	accepts(t, `{"percent":100,"gain":0.999,"exact":7.0}`, caseVAL01VolumeSet{100, 0.999, 7})
	// Bounds are compared digit by digit, not after rounding to a double.
	refuses[caseVAL01VolumeSet](t, `{"percent":1,"gain":1.0000000000000000000001,"exact":7}`)

	publishes[caseVAL01Kinds](t, `{"type":"integer","minimum":-5,"maximum":5}`, "small")
	publishes[caseVAL01Kinds](t, `{"type":"number","minimum":0.5,"maximum":3.4028234663852886e+38}`, "each", "[]")
	publishes[caseVAL01Kinds](t, `{"type":"integer","maximum":9}`, "by_name", "{}")
	accepts(t, `{"small":-5,"count":0,"each":[0.5],"by_name":{"a":9},"on":true,"wait":"1s","big":18446744073709551614}`,
		caseVAL01Kinds{Small: -5, Each: []float32{0.5}, ByName: map[string]int{"a": 9}, On: true, Wait: time.Second, Big: 18446744073709551614})
	refuses[caseVAL01Kinds](t, `{"small":6,"count":3,"ptr":10,"each":[1,0],"by_name":{"a b":10},"on":false,"wait":"1s","big":18446744073709551615}`,
		`small: must be at most 5 (got 6)`, `count: must not be 3 (got 3)`, `ptr: must be less than 10 (got 10)`,
		`each[1]: must be at least 0.5 (got 0)`, `by_name["a b"]: must be at most 9 (got 10)`, `on: must be true (got false)`,
		`big: must be at most 18446744073709551614 (got 18446744073709551615)`)
	refuses[caseVAL01Kinds](t, `{"small":0,"count":0,"each":[],"by_name":{},"on":true,"wait":"999ms","big":0}`,
		`wait: must be at least 1s (got "999ms")`)
}

type caseVAL01Empty struct {
	N int `json:"n" validate:"min=5,max=4"`
}

type caseVAL01Word struct {
	N int `json:"n" validate:"min=many"`
}

type caseVAL01Range struct {
	N uint8 `json:"n" validate:"min=300"`
}

func TestCaseVAL01BoundsThatLeaveNothingAreRefused(t *testing.T) {
	undefinable[caseVAL01Empty](t, "caseVAL01Empty.N", "max=4")
	undefinable[caseVAL01Word](t, "caseVAL01Word.N", "min=many")
	undefinable[caseVAL01Range](t, "caseVAL01Range.N", "min=300")
}

type caseVAL02MixedBounds struct {
	Name  string            `json:"name" validate:"min=2,max=4"`
	Tags  []string          `json:"tags" validate:"min=1,max=2"`
	Attrs map[string]string `json:"attrs" validate:"min=1"`
	Code  string            `json:"code" validate:"len=3"`
}

type caseVAL02Others struct {
	Ptr   *string        `json:"ptr" validate:"gt=1,lt=4"`
	Pair  []int          `json:"pair" validate:"len=2"`
	Arr   [3]int         `json:"arr" validate:"min=2"`
	Attrs map[string]int `json:"attrs" validate:"len=1"`
	Text  string         `json:"text" validate:"eq=abc"`
	Not   string         `json:"not" validate:"ne=abc"`
	Blob  []byte         `json:"blob" validate:"max=2"`
}

func TestCaseVAL02MinAndMaxFollowTheKind(t *testing.T) {
	publishes[caseVAL02MixedBounds](t, `{"type":"string","minLength":2,"maxLength":4}`, "name")
	publishes[caseVAL02MixedBounds](t, `{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2}`, "tags")
	publishes[caseVAL02MixedBounds](t, `{"type":"object","additionalProperties":{"type":"string"},"minProperties":1}`, "attrs")
	publishes[caseVAL02MixedBounds](t, `{"type":"string","minLength":3,"maxLength":3}`, "code")
	accepts(t, `{"name":"éèêë","tags":["a"],"attrs":{"k":"v"},"code":"日本語"}`,
		caseVAL02MixedBounds{"éèêë", []string{"a"}, map[string]string{"k": "v"}, "日本語"})
	refuses[caseVAL02MixedBounds](t, `{"name":"a","tags":[],"attrs":{},"code":"ab"}`,
		`name: must have at least 2 characters (got "a")`, `tags: must not be empty (got [])`,
		`attrs: must not be empty (got {})`, `code: must have exactly 3 characters (got "ab")`)
	refuses[caseVAL02MixedBounds](t, `{"name":"abcde","tags":["a","b","c"],"attrs":{"k":"v"},"code":"abcd"}`,
		`name: must have at most 4 characters (got "abcde")`, `tags: must have at most 2 items (got 3 items)`,
		`code: must have exactly 3 characters (got "abcd")`)

	refuses[caseVAL02Others](t, `{"ptr":"a","pair":[1],"arr":[1,2,3],"attrs":{"a":1,"b":2},"text":"abcd","not":"abc","blob":"AAAA"}`,
		`ptr: must have at least 2 characters (got "a")`, `pair: must have exactly 2 items (got 1 item)`,
		`attrs: must have exactly 1 entry (got 2 entries)`, `text: must be "abc" (got "abcd")`, `not: must not be "abc" (got "abc")`,
		`blob: must be at most 2 bytes long before base64 (got "AAAA")`)
	refuses[caseVAL02Others](t, `{"pair":[1,2],"arr":[1,2,3],"attrs":{"a":1},"text":"abc","not":"ab","blob":"AAAA"}`,
		`blob: must be at most 2 bytes long before base64 (got "AAAA")`)
}

type caseVAL03SortArgs struct {
	Order string `json:"order" validate:"oneof=asc desc"`
	Step  int    `json:"step" validate:"oneof=1 5 10"`
}

type caseVAL03Mode string

type caseVAL03Others struct {
	Mode  caseVAL03Mode     `json:"mode" validate:"oneof=soft hard"`
	Ptr   *uint8            `json:"ptr" validate:"oneof=0 255"`
	Each  []string          `json:"each" validate:"dive,oneof=a b"`
	ByKey map[string]string `json:"by_key" validate:"dive,keys,oneof=x y,endkeys,oneof=1 2"`
	Neg   int               `json:"neg" validate:"oneof=-1 0 1"`
	Not   string            `json:"not" validate:"noneof=root admin"`
}

func TestCaseVAL03OneofIsAnEnum(t *testing.T) {
	publishes[caseVAL03SortArgs](t, `{"type":"string","enum":["asc","desc"]}`, "order")
	if got, _ := json.Marshal(property(t, schemaOf[caseVAL03SortArgs](t), "step")["enum"]); string(got) != "[1,5,10]" {
		t.Errorf("step: enum %s", got)
	}
	refuses[caseVAL03SortArgs](t, `{"order":"up","step":2}`,
		`order: must be one of "asc", "desc" (got "up")`, `step: must be one of 1, 5, 10 (got 2)`)
	accepts(t, `{"order":"asc","step":5}`, caseVAL03SortArgs{"asc", 5})
	accepts(t, `{"order":"desc","step":5.0}`, caseVAL03SortArgs{"desc", 5})
	accepts(t, `{"order":"desc","step":"10"}`, caseVAL03SortArgs{"desc", 10})

	publishes[caseVAL03Others](t, `{"type":"string","enum":["soft","hard"]}`, "mode")
	publishes[caseVAL03Others](t, `{"type":"string","enum":["a","b"]}`, "each", "[]")
	publishes[caseVAL03Others](t, `{"type":"string","enum":["1","2"]}`, "by_key", "{}")
	publishes[caseVAL03Others](t, `{"enum":["x","y"]}`, "by_key", "{k}")
	refuses[caseVAL03Others](t, `{"mode":"Soft","ptr":1,"each":["a","c"],"by_key":{"z":"3"},"neg":2,"not":"root"}`,
		`mode: must be one of "soft", "hard" (got "Soft")`, `ptr: must be one of 0, 255 (got 1)`,
		`each[1]: must be one of "a", "b" (got "c")`,
		`by_key.z: is no good name: it must be one of "x", "y"`, `by_key.z: must be one of "1", "2" (got "3")`,
		`neg: must be one of -1, 0, 1 (got 2)`, `not: must not be one of "root", "admin" (got "root")`)
}

type caseVAL04TripArgs struct {
	City string `json:"city" validate:"oneof='New Lisbon' 'Port Said' Rome"`
}

type caseVAL04Others struct {
	Each  []string `json:"each" validate:"dive,oneof='a b' c  d"`
	Fold  string   `json:"fold" validate:"oneofci='New York' LA"`
	Blank string   `json:"blank" validate:"oneof='' none"`
}

func TestCaseVAL04QuotedValuesStayWhole(t *testing.T) {
	publishes[caseVAL04TripArgs](t, `{"type":"string","enum":["New Lisbon","Port Said","Rome"]}`, "city")
	accepts(t, `{"city":"New Lisbon"}`, caseVAL04TripArgs{"New Lisbon"})
	accepts(t, `{"city":"Rome"}`, caseVAL04TripArgs{"Rome"})
	for _, city := range []string{"New", "Lisbon", "'New Lisbon'", "new lisbon", "New  Lisbon"} {
		refuses[caseVAL04TripArgs](t, `{"city":"`+city+`"}`, `city: must be one of "New Lisbon", "Port Said", "Rome" (got "`+city+`")`)
	}
	publishes[caseVAL04Others](t, `{"type":"string","enum":["a b","c","d"]}`, "each", "[]")
	publishes[caseVAL04Others](t, `{"type":"string","enum":["","none"]}`, "blank")
	accepts(t, `{"each":["a b","d"],"fold":"NEW york","blank":""}`, caseVAL04Others{[]string{"a b", "d"}, "NEW york", ""})
}

type caseVAL05PairArgs struct {
	Pair string `json:"pair" validate:"oneof='x,y' 'z'"`
}

type caseVAL05PairHex struct {
	Pair string `json:"pair" validate:"oneof='x0x2Cy' 'z'"`
}

type caseVAL05Escapes struct {
	A    string `json:"a" validate:"oneof=a0x2Cb c"`
	Bar  string `json:"bar" validate:"oneof=a0x7Cb c"`
	Eq   string `json:"eq" validate:"eq=1=2"`
	Has  string `json:"has" validate:"contains=0x2C"`
	Each []int  `json:"each" validate:"dive,oneof=1 2"`
}

type caseVAL05Inner struct {
	List []caseVAL05PairArgs `json:"list"`
}

func TestCaseVAL05ACommaInAValueIsFoundWhenDefined(t *testing.T) {
	undefinable[caseVAL05PairArgs](t, "caseVAL05PairArgs.Pair", "validate", "0x2C")
	undefinable[caseVAL05Inner](t, "caseVAL05PairArgs.Pair", "0x2C")
	publishes[caseVAL05PairHex](t, `{"type":"string","enum":["x,y","z"]}`, "pair")
	accepts(t, `{"pair":"x,y"}`, caseVAL05PairHex{"x,y"})
	refuses[caseVAL05PairHex](t, `{"pair":"x"}`, `pair: must be one of "x,y", "z" (got "x")`)
	publishes[caseVAL05Escapes](t, `{"type":"string","enum":["a,b","c"]}`, "a")
	publishes[caseVAL05Escapes](t, `{"type":"string","enum":["a|b","c"]}`, "bar")
	accepts(t, `{"a":"a,b","bar":"a|b","eq":"1=2","has":"x,","each":[1]}`, caseVAL05Escapes{"a,b", "a|b", "1=2", "x,", []int{1}})
	refuses[caseVAL05Escapes](t, `{"a":"c","bar":"c","eq":"1=2","has":"x","each":[]}`, `has: must contain "," (got "x")`)
}

type caseVAL07FloatPick struct {
	Scale float64 `json:"scale" validate:"oneof=0.5 1.5"`
}

type caseVAL07BoolPick struct {
	On bool `json:"on" validate:"oneof=true"`
}

type caseVAL07Others struct {
	Each  []float32        `json:"each" validate:"dive,oneof=1 2.5"`
	Ptr   *float64         `json:"ptr" validate:"oneof=0 1e3"`
	Flags map[string]*bool `json:"flags" validate:"dive,oneof=false"`
}

type caseVAL07Word struct {
	Scale float64 `json:"scale" validate:"oneof=half"`
}

type caseVAL07List struct {
	Tags []string `json:"tags" validate:"oneof=a b"`
}

type caseVAL07Struct struct {
	In caseVAL07FloatPick `json:"in" validate:"oneof=a b"`
}

func TestCaseVAL07OneofOnOtherKinds(t *testing.T) {
	publishes[caseVAL07FloatPick](t, `{"type":"number","enum":[0.5,1.5]}`, "scale")
	publishes[caseVAL07BoolPick](t, `{"type":"boolean","enum":[true]}`, "on")
	accepts(t, `{"scale":0.5}`, caseVAL07FloatPick{0.5})
	accepts(t, `{"scale":15e-1}`, caseVAL07FloatPick{1.5})
	refuses[caseVAL07FloatPick](t, `{"scale":1}`, `scale: must be one of 0.5, 1.5 (got 1)`)
	accepts(t, `{"on":true}`, caseVAL07BoolPick{true})
	refuses[caseVAL07BoolPick](t, `{"on":false}`, `on: must be true (got false)`)

	accepts(t, `{"each":[1.0,2.5],"ptr":1000,"flags":{"a":false}}`, caseVAL07Others{
		Each: []float32{1, 2.5}, Ptr: func() *float64 { f := 1e3; return &f }(), Flags: map[string]*bool{"a": new(bool)},
	})
	refuses[caseVAL07Others](t, `{"each":[2],"ptr":1,"flags":{"a":true}}`,
		`each[0]: must be one of 1, 2.5 (got 2)`, `ptr: must be one of 0, 1000 (got 1)`, `flags.a: must be false (got true)`)
	undefinable[caseVAL07Word](t, "caseVAL07Word.Scale", "oneof=half")
	undefinable[caseVAL07List](t, "caseVAL07List.Tags", "oneof=a b")
	undefinable[caseVAL07Struct](t, "caseVAL07Struct.In", "oneof=a b")
}

type caseVAL08Contact struct {
	Mail string `json:"mail" validate:"email"`
	Site string `json:"site" validate:"url"`
	ID   string `json:"id" validate:"uuid"`
	Born string `json:"born" validate:"datetime=2006-01-02"`
}

type caseVAL08More struct {
	URI  string   `json:"uri" validate:"uri"`
	V4   string   `json:"v4" validate:"ipv4"`
	V6   string   `json:"v6" validate:"ipv6"`
	Host string   `json:"host" validate:"hostname"`
	B64  string   `json:"b64" validate:"base64"`
	Each []string `json:"each" validate:"dive,email"`
}

func TestCaseVAL08FormatsArePublishedAndEnforced(t *testing.T) {
	for name, format := range map[string]string{"mail": "email", "site": "uri", "id": "uuid", "born": "date"} {
		if got := property(t, schemaOf[caseVAL08Contact](t), name)["format"]; got != format {
			t.Errorf("%s: format %v, want %s", name, got, format)
		}
	}
	const id = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
	accepts(t, `{"mail":"a@example.com","site":"https://example.com/x","id":"`+id+`","born":"2024-02-29"}`,
		caseVAL08Contact{"a@example.com", "https://example.com/x", id, "2024-02-29"})
	problems := refuses[caseVAL08Contact](t, `{"mail":"x","site":"y","id":"z","born":"1 May"}`).Problems
	if len(problems) != 4 {
		t.Errorf("%d problems, want 4", len(problems))
	}
	for _, bad := range []string{"2023-02-29", "2024-2-9", "2024-02-29T00:00:00Z", ""} {
		p := refuses[caseVAL08Contact](t, `{"mail":"a@example.com","site":"https://example.com/x","id":"`+id+`","born":"`+bad+`"}`).Problems
		if len(p) != 1 || p[0].Path != "/born" {
			t.Errorf("born %q: %v", bad, p)
		}
	}

	for name, format := range map[string]string{"uri": "uri", "v4": "ipv4", "v6": "ipv6"} {
		if got := property(t, schemaOf[caseVAL08More](t), name)["format"]; got != format {
			t.Errorf("%s: format %v, want %s", name, got, format)
		}
	}
	if got := property(t, schemaOf[caseVAL08More](t), "each", "[]")["format"]; got != "email" {
		t.Errorf("each: format %v", got)
	}
	accepts(t, `{"uri":"urn:a:b","v4":"192.0.2.1","v6":"::1","host":"a.example","b64":"aGk=","each":[]}`,
		caseVAL08More{"urn:a:b", "192.0.2.1", "::1", "a.example", "aGk=", []string{}})
	problems = refuses[caseVAL08More](t, `{"uri":"no uri","v4":"1.2.3","v6":"1.2.3.4","host":"-a","b64":"a","each":["a@example.com","b"]}`).Problems
	if len(problems) != 6 {
		t.Errorf("%d problems, want 6", len(problems))
	}
}

type caseVAL08Short struct {
	Mail string   `json:"mail" validate:"email,max=10"`
	Site string   `json:"site" validate:"max=20,url"`
	Slug string   `json:"slug" validate:"alphanum,lowercase,min=3"`
	Host string   `json:"host,omitempty" validate:"fqdn,hostname,startswith=a"`
	Each []string `json:"each,omitempty" validate:"dive,email,max=10"`
}

// A message is about the rule that is broken, also where two rules use the same
// keyword.
func TestCaseVAL08ATighterBoundSpeaksForItself(t *testing.T) {
	refuses[caseVAL08Short](t, `{"mail":"abcdef@example.com","site":"https://example.com/very/long","slug":"ab","each":["abcdef@example.com"]}`,
		`mail: must have at most 10 characters (got "abcdef@example.com")`,
		`site: must have at most 20 characters (got "https://example.com/very/long")`,
		`slug: must have at least 3 characters (got "ab")`,
		`each[0]: must have at most 10 characters (got "abcdef@example.com")`)
	refuses[caseVAL08Short](t, `{"mail":"a@b.c","site":"https://a","slug":"abC"}`, `slug: must be lower case (got "abC")`)
	refuses[caseVAL08Short](t, `{"mail":"a@b.c","site":"https://a","slug":"ab-"}`, `slug: must be letters A-Z, a-z and digits only (got "ab-")`)
	refuses[caseVAL08Short](t, `{"mail":"a@b.c","site":"https://a","slug":"abc","host":"b.example"}`, `host: must start with "a" (got "b.example")`)
	// What breaks two keywords of one rule is one problem.
	refuses[caseVAL08Short](t, `{"mail":"x","site":"y","slug":"abc"}`,
		`mail: must be an e-mail address such as name@example.com (got "x")`, `site: must be a URL such as https://example.com/path (got "y")`)
}

type caseVAL10SpanArgs struct {
	Start int    `json:"start"`
	Stop  int    `json:"stop" validate:"gtfield=Start"`
	Pass  string `json:"pass"`
	Again string `json:"again" validate:"eqfield=Pass"`
}

type caseVAL10Window struct {
	OpensAt  time.Time  `json:"opens_at"`
	ClosesAt *time.Time `json:"closes_at,omitempty" validate:"omitempty,gtfield=OpensAt"`
}

type caseVAL10Limits struct {
	MinPrice float64 `json:"min_price,omitempty"`
	MaxPrice float64 `json:"max_price,omitempty" validate:"gtefield=MinPrice"`
}

type caseVAL10Others struct {
	caseVAL10Limits
	Spans  []caseVAL10SpanArgs         `json:"spans,omitempty"`
	ByDay  map[string]*caseVAL10Window `json:"by_day,omitempty"`
	Oldest struct {
		Year int `json:"year"`
	} `json:"oldest,omitempty"`
	Year int `json:"year,omitempty" validate:"omitempty,gtefield=Oldest.Year"`
}

type CaseVAL10Embedded struct {
	Low int `json:"low_end"`
}

// caseVAL10Promoted names promoted fields in both of the ways that Go has.
type caseVAL10Promoted struct {
	CaseVAL10Embedded
	High int `json:"high" validate:"gtfield=Low"`
	Top  int `json:"top" validate:"gtfield=CaseVAL10Embedded.Low"`
}

func TestCaseVAL10RulesAboutOtherFieldsAreSaidAndEnforced(t *testing.T) {
	s := schemaOf[caseVAL10SpanArgs](t)
	if got := property(t, s, "stop")["description"]; got != "Must be greater than start." {
		t.Errorf("stop: %v", got)
	}
	if got := property(t, s, "again")["description"]; got != "Must equal pass." {
		t.Errorf("again: %v", got)
	}
	accepts(t, `{"start":1,"stop":2,"pass":"a","again":"a"}`, caseVAL10SpanArgs{1, 2, "a", "a"})
	refuses[caseVAL10SpanArgs](t, `{"start":5,"stop":2,"pass":"a","again":"b"}`,
		`stop: must be greater than start (got 2)`, `again: must equal pass (got "b")`)
	refuses[caseVAL10SpanArgs](t, `{"start":0,"stop":0,"pass":"","again":""}`, `stop: must be greater than start (got 0)`)

	refuses[caseVAL10Others](t, `{"min_price":2,"max_price":1,"spans":[{"start":1,"stop":2,"pass":"","again":""},{"start":1,"stop":1,"pass":"","again":""}],`+
		`"by_day":{"mon":{"opens_at":"2026-01-02T00:00:00Z","closes_at":"2026-01-01T00:00:00Z"}},"oldest":{"year":2000},"year":1999}`,
		`max_price: must be at least min_price (got 1)`,
		`spans[1].stop: must be greater than start (got 1)`,
		`by_day.mon.closes_at: must be later than opens_at (got "2026-01-01T00:00:00Z")`,
		`year: must be at least oldest.year (got 1999)`)
	accepts(t, `{"min_price":2}`, caseVAL10Others{caseVAL10Limits: caseVAL10Limits{MinPrice: 2}})
	accepts(t, `{}`, caseVAL10Others{})
}

func TestCaseVAL10PromotedFieldsHaveTheirJSONNames(t *testing.T) {
	s := schemaOf[caseVAL10Promoted](t)
	for _, name := range []string{"high", "top"} {
		if got := property(t, s, name)["description"]; got != "Must be greater than low_end." {
			t.Errorf("%s: %v", name, got)
		}
	}
	refuses[caseVAL10Promoted](t, `{"low_end":2,"high":1,"top":2}`,
		`high: must be greater than low_end (got 1)`, `top: must be greater than low_end (got 2)`)
}

// The order is that of the text, whichever rules are broken and wherever they
// run; what is missing comes behind what was sent. It never changes.
func TestCaseVAL10ProblemsComeInTheOrderOfTheText(t *testing.T) {
	p := define[caseVAL10Others](t)
	for range 50 {
		r := p.Call(t.Context(), json.RawMessage(`{"year":1999,"oldest":{},"extra":1,"max_price":1,"min_price":2}`))
		got := strings.Join(strings.Split(r.Output, "\n")[1:], "\n")
		const want = "oldest.year: is required\nextra: is not known here; known: min_price, max_price, spans, by_day, oldest, year\n" +
			"max_price: must be at least min_price (got 1)"
		if got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
	for range 50 {
		r := p.Call(t.Context(), json.RawMessage(`{"year":1999,"oldest":{"year":2000},"max_price":1,"min_price":2}`))
		got := strings.Join(strings.Split(r.Output, "\n")[1:], "\n")
		if want := "year: must be at least oldest.year (got 1999)\nmax_price: must be at least min_price (got 1)"; got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
}

// The two types hold each other, so that the walk meets one inside the other.
type caseVAL10Tree struct {
	Kids []caseVAL10Branch `json:"kids,omitempty"`
	Low  int               `json:"low"`
	High int               `json:"high" validate:"gtfield=Low"`
}

type caseVAL10Branch struct {
	Tree *caseVAL10Tree `json:"tree,omitempty"`
}

func TestCaseVAL10RulesReachRecursiveTypes(t *testing.T) {
	refuses[caseVAL10Tree](t, `{"low":1,"high":2,"kids":[{"tree":{"low":2,"high":1}}]}`,
		`kids[0].tree.high: must be greater than low (got 1)`)
	refuses[caseVAL10Branch](t, `{"tree":{"low":1,"high":2,"kids":[{"tree":{"low":2,"high":1}}]}}`,
		`tree.kids[0].tree.high: must be greater than low (got 1)`)
}

type caseVAL10NoField struct {
	Stop int `json:"stop" validate:"gtfield=Strat"`
}

type caseVAL10OtherKind struct {
	Start string `json:"start"`
	Stop  int    `json:"stop" validate:"gtfield=Start"`
}

type caseVAL10Dive struct {
	Start int   `json:"start"`
	Stops []int `json:"stops" validate:"dive,gtfield=Start"`
}

type caseVAL10Untaken struct {
	Start int `json:"start"`
	Stop  int `json:"stop" validate:"gtfield"`
}

func TestCaseVAL10RulesAboutOtherFieldsAreCheckedWhenDefined(t *testing.T) {
	undefinable[caseVAL10NoField](t, "caseVAL10NoField.Stop", "gtfield=Strat")
	undefinable[caseVAL10OtherKind](t, "caseVAL10OtherKind.Stop", "gtfield=Start")
	undefinable[caseVAL10Dive](t, "caseVAL10Dive.Stops", "gtfield=Start")
	undefinable[caseVAL10Untaken](t, "caseVAL10Untaken.Stop", "gtfield")
}

type caseVAL10Secret struct {
	Pass  string `json:"pass" jsonschema:"writeOnly=true" validate:"min=3"`
	Again string `json:"again" jsonschema:"writeOnly=true" validate:"eqfield=Pass"`
	Host  string `json:"host" jsonschema:"writeOnly=true" validate:"hostname_port"`
}

// caseVAL10Token refuses every text, and repeats it.
type caseVAL10Token struct{}

func (*caseVAL10Token) UnmarshalText(text []byte) error { return fmt.Errorf("no token: %s", text) }

type caseVAL10Hidden struct {
	Token  caseVAL10Token   `json:"token,omitzero" jsonschema:"writeOnly=true"`
	Tokens []caseVAL10Token `json:"tokens,omitempty" jsonschema:"writeOnly=true"`
	Open   caseVAL10Token   `json:"open,omitzero"`
	Inside struct {
		A    string `json:"a"`
		B    string `json:"b" validate:"eqfield=A"`
		Host string `json:"host" validate:"hostname_port"`
	} `json:"inside,omitzero" jsonschema:"writeOnly=true"`
}

func TestCaseVAL10SecretsAreNeverRepeated(t *testing.T) {
	for _, args := range []string{
		`{"token":"hunter2"}`, `{"tokens":["hunter2"]}`, `{"token":"hunter2","tokens":["hunter2"]}`,
		`{"inside":{"a":"x","b":"hunter2","host":"hunter2:99999"}}`, `{"inside":"hunter2"}`, `{"inside":{"hunter":2,"a":"hunter2","b":"hunter2","host":"hunter2"}}`,
	} {
		problem := refuses[caseVAL10Hidden](t, args)
		if text := fmt.Sprintf("%+v %s", problem.Problems, problem); strings.Contains(text, "hunter2") {
			t.Errorf("%s: the secret is repeated: %s", args, text)
		}
	}
	refuses[caseVAL10Hidden](t, `{"open":"x"}`, `open: is refused: no token: x (got "x")`)
	refuses[caseVAL10Secret](t, `{"pass":"hunter2","again":"hunter3","host":"a:99999"}`,
		`again: must equal pass`, `host: must be a host and port such as example.com:443`)
	refuses[caseVAL10Secret](t, `{"pass":"h2","again":7,"host":"hunter"}`,
		`pass: must have at least 3 characters`, `again: must be a string`, `host: must be a host and port such as example.com:443`)
}

type caseVAL11StopVM struct {
	Mode   string `json:"mode" validate:"oneof=soft hard"`
	Reason string `json:"reason,omitempty" validate:"required_if=Mode hard"`
	ID     string `json:"id,omitempty" validate:"required_without=Name"`
	Name   string `json:"name,omitempty"`
}

type caseVAL11Others struct {
	Kind string   `json:"kind"`
	Note *string  `json:"note" validate:"required_unless=Kind quick"`
	User string   `json:"user,omitempty"`
	Pass string   `json:"pass,omitempty" validate:"required_with=User"`
	Key  string   `json:"key,omitempty" validate:"excluded_with=User"`
	List []string `json:"list,omitempty" validate:"required_if=Kind bulk"`
}

func TestCaseVAL11ConditionalPresenceIsSaidAndEnforced(t *testing.T) {
	requires[caseVAL11StopVM](t, []string{"mode"})
	s := schemaOf[caseVAL11StopVM](t)
	for _, keyword := range []string{"anyOf", "oneOf", "allOf", "if", "dependentRequired"} {
		if _, ok := s[keyword]; ok {
			t.Errorf("the root has %s, which providers refuse", keyword)
		}
	}
	if got := property(t, s, "reason")["description"]; got != "Required when mode is hard." {
		t.Errorf("reason: %v", got)
	}
	if got := property(t, s, "id")["description"]; got != "Required when name is left out." {
		t.Errorf("id: %v", got)
	}
	accepts(t, `{"mode":"soft","id":"1"}`, caseVAL11StopVM{Mode: "soft", ID: "1"})
	accepts(t, `{"mode":"soft","name":"n"}`, caseVAL11StopVM{Mode: "soft", Name: "n"})
	accepts(t, `{"mode":"hard","name":"n","reason":"r"}`, caseVAL11StopVM{Mode: "hard", Name: "n", Reason: "r"})
	refuses[caseVAL11StopVM](t, `{"mode":"hard","id":"1"}`, `reason: is required when mode is hard`)
	refuses[caseVAL11StopVM](t, `{"mode":"soft"}`, `id: is required when name is left out`)
	refuses[caseVAL11StopVM](t, `{"mode":"soft","id":null,"name":null}`, `id: is required when name is left out`)
	refuses[caseVAL11StopVM](t, `{"mode":"hard"}`,
		`reason: is required when mode is hard`, `id: is required when name is left out`)

	note := "x"
	accepts(t, `{"kind":"quick"}`, caseVAL11Others{Kind: "quick"})
	accepts(t, `{"kind":"slow","note":"x"}`, caseVAL11Others{Kind: "slow", Note: &note})
	refuses[caseVAL11Others](t, `{"kind":"bulk","user":"u","key":"k"}`,
		`key: must be left out when user is given (got "k")`, `note: is required unless kind is quick`,
		`pass: is required when user is given`, `list: is required when kind is bulk`)
}

type caseVAL11Port struct {
	Mode  string `json:"mode"`
	Port  int    `json:"port,omitempty" validate:"required_if=Mode tcp"`
	Debug bool   `json:"debug,omitempty" validate:"required_if=Mode tcp"`
	Tries int    `json:"tries,omitempty"`
	Wait  int    `json:"wait,omitempty" validate:"required_without=Tries"`
}

// Whether a key is there is read from the JSON, as for required: a zero that
// was sent is there.
func TestCaseVAL11APresentZeroIsThere(t *testing.T) {
	accepts(t, `{"mode":"tcp","port":0,"debug":false,"tries":1}`, caseVAL11Port{Mode: "tcp", Tries: 1})
	accepts(t, `{"mode":"udp","tries":0}`, caseVAL11Port{Mode: "udp"})
	refuses[caseVAL11Port](t, `{"mode":"tcp","wait":0}`,
		`port: is required when mode is tcp`, `debug: is required when mode is tcp`)
}

// On pointers, which tell a zero from nothing, the rules about presence say
// what the validator package says, over every combination of fields.
func TestCaseVAL11PresenceRulesLikeTheValidator(t *testing.T) {
	rules := []string{
		"required_if=Mode hard", "required_if=Mode hard A x", "required_unless=Mode soft", "required_unless=Mode soft A x",
		"skip_unless=Mode hard", "excluded_if=Mode hard", "excluded_if=Mode hard A x", "excluded_unless=Mode soft", "excluded_unless=Mode soft A x",
		"required_with=A", "required_with=A B", "required_with_all=A B", "required_without=A", "required_without=A B", "required_without_all=A B",
		"excluded_with=A", "excluded_with=A B", "excluded_with_all=A B", "excluded_without=A", "excluded_without=A B", "excluded_without_all=A B",
		"required_if=Count 0", "required_unless=Count 2", "excluded_if=On false", "required_if=Mode 'very hard'",
	}
	v := validator.New()
	text := reflect.TypeFor[*string]()
	for _, rule := range rules {
		typ := reflect.StructOf([]reflect.StructField{
			{Name: "Mode", Type: reflect.TypeFor[string](), Tag: `json:"mode"`},
			{Name: "Count", Type: reflect.TypeFor[int](), Tag: `json:"count"`},
			{Name: "On", Type: reflect.TypeFor[bool](), Tag: `json:"on"`},
			{Name: "A", Type: text, Tag: `json:"a"`},
			{Name: "B", Type: text, Tag: `json:"b"`},
			{Name: "X", Type: text, Tag: reflect.StructTag(`json:"x" validate:"` + rule + `"`)},
		})
		s, err := schema.ForType(typ, schema.Input)
		if err != nil {
			t.Errorf("%s: %v", rule, err)
			continue
		}
		for mode := range 3 * 2 * 2 * 8 {
			args := fmt.Sprintf(`{"mode":%q,"count":%d,"on":%t`, []string{"hard", "soft", "very hard"}[mode%3], mode/3%2*2, mode/6%2 == 1)
			for i, name := range []string{"a", "b", "x"} {
				if mode/12>>i&1 == 1 {
					args += `,"` + name + `":"x"`
				}
			}
			in := reflect.New(typ)
			_, got := s.Decode(t.Context(), []byte(args+"}"), in.Interface())
			plain := reflect.New(typ)
			if err := json.Unmarshal([]byte(args+"}"), plain.Interface()); err != nil {
				t.Fatal(err)
			}
			if want := v.Struct(plain.Interface()); (got == nil) != (want == nil) {
				t.Errorf("%s: %s}: got %v, the validator says %v", rule, args, got, want)
			}
		}
	}
}

type caseVAL11NoField struct {
	ID string `json:"id,omitempty" validate:"required_without=Nmae"`
}

type caseVAL11HalfPair struct {
	Mode string `json:"mode"`
	ID   string `json:"id,omitempty" validate:"required_if=Mode"`
}

type caseVAL11WrongValue struct {
	Count int    `json:"count"`
	ID    string `json:"id,omitempty" validate:"required_if=Count many"`
}

func TestCaseVAL11ConditionsAreCheckedWhenDefined(t *testing.T) {
	undefinable[caseVAL11NoField](t, "caseVAL11NoField.ID", "required_without=Nmae")
	undefinable[caseVAL11HalfPair](t, "caseVAL11HalfPair.ID", "required_if=Mode")
	undefinable[caseVAL11WrongValue](t, "caseVAL11WrongValue.ID", "required_if=Count many")
}

type caseVAL13Batch struct {
	Kind string `json:"kind"`
	Qty  *int64 `json:"qty,omitempty" validate:"required_if=Kind bulk,gte=2"`
}

type caseVAL13Others struct {
	Kind  string            `json:"kind"`
	Size  *int              `json:"size" validate:"excluded_if=Kind a,min=1"`
	Name  *string           `json:"name" validate:"required_with=Size,min=2"`
	Any   any               `json:"any,omitempty" validate:"required_if=Kind any"`
	Batch *caseVAL13Batch   `json:"batch" validate:"required_if=Kind batch"`
	Each  []*caseVAL13Batch `json:"each,omitempty" validate:"required_if=Kind list,dive"`
	Time  *time.Time        `json:"time,omitempty" validate:"required_if=Kind time"`
}

func TestCaseVAL13ArgumentsCannotPanic(t *testing.T) {
	accepts(t, `{"kind":"plain"}`, caseVAL13Batch{Kind: "plain"})
	three := int64(3)
	accepts(t, `{"kind":"bulk","qty":3}`, caseVAL13Batch{"bulk", &three})
	refuses[caseVAL13Batch](t, `{"kind":"bulk"}`, `qty: is required when kind is bulk`)
	refuses[caseVAL13Batch](t, `{"kind":"bulk","qty":1}`, `qty: must be at least 2 (got 1)`)
	refuses[caseVAL13Batch](t, `{"kind":"plain","qty":1}`, `qty: must be at least 2 (got 1)`)

	refuses[caseVAL13Others](t, `{"kind":"any"}`, `any: is required when kind is any`)
	refuses[caseVAL13Others](t, `{"kind":"batch"}`, `batch: is required when kind is batch`)
	refuses[caseVAL13Others](t, `{"kind":"list"}`, `each: is required when kind is list`)
	refuses[caseVAL13Others](t, `{"kind":"time"}`, `time: is required when kind is time`)
	refuses[caseVAL13Others](t, `{"kind":"a","size":1,"name":"ab"}`, `size: must be left out when kind is a (got 1)`)
	refuses[caseVAL13Others](t, `{"kind":"b","size":1,"each":[{"kind":"bulk"}]}`,
		`each[0].qty: is required when kind is bulk`, `name: is required when size is given`)
	for _, args := range []string{`{"kind":"any","any":[{"a":null}]}`, `{"kind":"any","any":1e308}`, `{"kind":"any","any":{"":[]}}`} {
		if r := define[caseVAL13Others](t).Call(t.Context(), json.RawMessage(args)); r.IsError() {
			t.Errorf("%s: %s", args, r.Output)
		}
	}
}

type caseVAL15ArchiveArgs struct {
	Path string `json:"path" validate:"notblnk"`
}

type caseVAL15Deep struct {
	Ptr  *caseVAL15ArchiveArgs             `json:"ptr,omitempty"`
	List []map[string]caseVAL15ArchiveArgs `json:"list,omitempty"`
}

type caseVAL15List struct {
	Deep map[string][]*caseVAL15ArchiveArgs `json:"deep,omitempty"`
}

type caseVAL15Embedded struct {
	caseVAL15ArchiveArgs
}

type caseVAL15Dive struct {
	Tags []string `json:"tags,omitempty" validate:"omitempty,dive,emial"`
}

type caseVAL15Keys struct {
	Tags map[string]int `json:"tags,omitempty" validate:"dive,keys,alphanmu,endkeys"`
}

type caseVAL15Group struct {
	Tag string `json:"tag,omitempty" validate:"email|urll"`
}

func TestCaseVAL15UnknownRulesAreFoundWhenDefined(t *testing.T) {
	undefinable[caseVAL15ArchiveArgs](t, "caseVAL15ArchiveArgs.Path", "notblnk", "unknown")
	undefinable[caseVAL15Deep](t, "caseVAL15ArchiveArgs.Path", "notblnk")
	undefinable[caseVAL15List](t, "caseVAL15ArchiveArgs.Path", "notblnk")
	undefinable[caseVAL15Embedded](t, "caseVAL15ArchiveArgs.Path", "notblnk")
	undefinable[caseVAL15Dive](t, "caseVAL15Dive.Tags", "emial", "did you mean email?")
	undefinable[caseVAL15Keys](t, "caseVAL15Keys.Tags", "alphanmu", "did you mean alphanum?")
	undefinable[caseVAL15Group](t, "caseVAL15Group.Tag", "urll")
}

type caseVAL17Mirror struct {
	Src url.URL `json:"src" validate:"url"`
}

type caseVAL17Int struct {
	Count int `json:"count" validate:"email"`
}

type caseVAL17Bool struct {
	On bool `json:"on" validate:"min=1"`
}

type caseVAL17Struct struct {
	In caseVAL17Int2 `json:"in" validate:"max=3"`
}

type caseVAL17Int2 struct {
	N int `json:"n"`
}

type caseVAL17Any struct {
	Any any `json:"any" validate:"min=3"`
}

type caseVAL17Addr struct {
	Addr netip.Addr `json:"addr" validate:"ip"`
}

type caseVAL17Time struct {
	At time.Time `json:"at" validate:"datetime=2006"`
}

type caseVAL17Unique struct {
	Name string `json:"name" validate:"unique"`
}

type caseVAL17Maps struct {
	Sets []map[string]int `json:"sets" validate:"unique"`
}

type caseVAL17Slice struct {
	Tags []string `json:"tags" validate:"email"`
}

func TestCaseVAL17ARuleMustFitItsField(t *testing.T) {
	undefinable[caseVAL17Mirror](t, "caseVAL17Mirror.Src", "url")
	undefinable[caseVAL17Int](t, "caseVAL17Int.Count", "email")
	undefinable[caseVAL17Bool](t, "caseVAL17Bool.On", "min=1")
	undefinable[caseVAL17Struct](t, "caseVAL17Struct.In", "max=3")
	undefinable[caseVAL17Any](t, "caseVAL17Any.Any", "min=3")
	undefinable[caseVAL17Addr](t, "caseVAL17Addr.Addr", "ip")
	undefinable[caseVAL17Time](t, "caseVAL17Time.At", "datetime=2006")
	undefinable[caseVAL17Unique](t, "caseVAL17Unique.Name", "unique")
	undefinable[caseVAL17Maps](t, "caseVAL17Maps.Sets", "unique")
	undefinable[caseVAL17Slice](t, "caseVAL17Slice.Tags", "email")
}

type caseVAL18Step struct {
	Cmd string `json:"cmd" validate:"required"`
}

type caseVAL18Holder struct {
	Inner caseVAL18Step `json:"inner" validate:"required,dive"`
}

type caseVAL18String struct {
	Name string `json:"name" validate:"dive,min=3"`
}

type caseVAL18TooDeep struct {
	Names []string `json:"names" validate:"dive,dive,min=3"`
}

type caseVAL18Pointer struct {
	Inner *caseVAL18Step `json:"inner" validate:"omitempty,dive"`
}

type caseVAL18Keys struct {
	Names []string `json:"names" validate:"dive,keys,min=3,endkeys"`
}

type caseVAL18Bytes struct {
	Blob []byte `json:"blob" validate:"dive,min=3"`
}

type caseVAL18Nested struct {
	Grid [][]int                 `json:"grid" validate:"min=1,dive,len=2,dive,min=0"`
	Maps map[string][]string     `json:"maps,omitempty" validate:"dive,min=1,dive,min=2"`
	Ptrs []*[]*int               `json:"ptrs,omitempty" validate:"dive,max=1,dive,max=1"`
	Deep []map[string]*[2]string `json:"deep,omitempty" validate:"dive,dive,keys,len=1,endkeys,dive,len=1"`
}

func TestCaseVAL18DiveNeedsACollection(t *testing.T) {
	undefinable[caseVAL18Holder](t, "caseVAL18Holder.Inner", "dive")
	undefinable[caseVAL18String](t, "caseVAL18String.Name", "dive")
	undefinable[caseVAL18TooDeep](t, "caseVAL18TooDeep.Names", "dive")
	undefinable[caseVAL18Pointer](t, "caseVAL18Pointer.Inner", "dive")
	undefinable[caseVAL18Keys](t, "caseVAL18Keys.Names", "keys")
	undefinable[caseVAL18Bytes](t, "caseVAL18Bytes.Blob", "dive")

	publishes[caseVAL18Nested](t, `{"type":"array","minItems":1,"items":{"type":"array","minItems":2,"maxItems":2,"items":{"type":"integer","minimum":0,"maximum":9223372036854775807}}}`, "grid")
	refuses[caseVAL18Nested](t, `{"grid":[[1,2],[3],[4,-1]],"maps":{"a":["x"],"b":[]},"ptrs":[[2],[1,1]],"deep":[{"aa":["x","yy"]}]}`,
		`grid[1]: must have exactly 2 items (got 1 item)`, `grid[2][1]: must be at least 0 (got -1)`,
		`maps.a[0]: must have at least 2 characters (got "x")`, `maps.b: must not be empty (got [])`,
		`ptrs[0][0]: must be at most 1 (got 2)`, `ptrs[1]: must have at most 1 item (got 2 items)`,
		`deep[0].aa: is no good name: it must have exactly 1 character`, `deep[0].aa[1]: must have exactly 1 character (got "yy")`)
}

type caseVAL19CartLine struct {
	SKU string `json:"sku" validate:"required"`
	Qty int    `json:"qty" validate:"min=1"`
}

type caseVAL19CartArgs struct {
	Lines []caseVAL19CartLine `json:"lines" validate:"required"`
}

type caseVAL19Span struct {
	Low  int    `json:"low"`
	High int    `json:"high" validate:"gtfield=Low"`
	Host string `json:"host,omitempty" validate:"hostname_port"`
}

type caseVAL19Others struct {
	Bare   []caseVAL19CartLine           `json:"bare,omitempty"`
	Ptrs   []*caseVAL19CartLine          `json:"ptrs,omitempty"`
	Deep   [][]caseVAL19CartLine         `json:"deep,omitempty"`
	Pair   [2]caseVAL19CartLine          `json:"pair,omitempty"`
	Carts  map[string]*caseVAL19CartArgs `json:"carts,omitempty"`
	Spans  []caseVAL19Span               `json:"spans,omitempty"`
	ToSpan map[int]*caseVAL19Span        `json:"to_span,omitempty"`
}

func TestCaseVAL19RulesOfItemsRunWithoutDive(t *testing.T) {
	publishes[caseVAL19CartArgs](t, `{"type":"integer","minimum":1}`, "lines", "[]", "qty")
	refuses[caseVAL19CartArgs](t, `{"lines":[{"qty":0}]}`, `lines[0].qty: must be at least 1 (got 0)`, `lines[0].sku: is required`)
	refuses[caseVAL19CartArgs](t, `{"lines":[{"sku":"","qty":1}]}`, `lines[0].sku: must not be empty (got "")`)
	accepts(t, `{"lines":[{"sku":"a","qty":1}]}`, caseVAL19CartArgs{[]caseVAL19CartLine{{"a", 1}}})
	accepts(t, `{"lines":[]}`, caseVAL19CartArgs{[]caseVAL19CartLine{}})

	refuses[caseVAL19Others](t, `{"bare":[{"sku":"a","qty":0}],"ptrs":[{"sku":"a","qty":0}],"deep":[[],[{"sku":"a","qty":0}]],`+
		`"pair":[{"sku":"a","qty":1},{"sku":"a","qty":0}],"carts":{"x":{"lines":[{"sku":"a","qty":0}]}}}`,
		`bare[0].qty: must be at least 1 (got 0)`, `ptrs[0].qty: must be at least 1 (got 0)`, `deep[1][0].qty: must be at least 1 (got 0)`,
		`pair[1].qty: must be at least 1 (got 0)`, `carts.x.lines[0].qty: must be at least 1 (got 0)`)
	// The same for rules that no schema can say.
	refuses[caseVAL19Others](t, `{"spans":[{"low":1,"high":2},{"low":1,"high":1,"host":"a:99999"}],"to_span":{"-7":{"low":1,"high":0}}}`,
		`spans[1].high: must be greater than low (got 1)`,
		`spans[1].host: must be a host and port such as example.com:443 (got "a:99999")`,
		`to_span["-7"].high: must be greater than low (got 0)`)
}

type caseVAL20Tariff struct {
	Cents int `json:"cents" validate:"min=1"`
}

type caseVAL20TariffArgs struct {
	ByZone map[string]caseVAL20Tariff `json:"by_zone"`
	Prices map[string]int             `json:"prices" validate:"dive,keys,alphanum,min=2,endkeys,gte=0"`
}

type caseVAL20Zone string

type caseVAL20Others struct {
	Named map[caseVAL20Zone]*caseVAL20Tariff      `json:"named,omitempty" validate:"dive,keys,oneof=north south,endkeys"`
	Deep  map[string]map[string]int               `json:"deep,omitempty" validate:"dive,dive,keys,len=1,endkeys,min=1"`
	Hosts map[string]string                       `json:"hosts,omitempty" validate:"dive,keys,hostname_port,endkeys,email"`
	Years map[int]caseVAL20Tariff                 `json:"years,omitempty" validate:"min=1,dive"`
	Lists map[string][]map[string]caseVAL20Tariff `json:"lists,omitempty"`
}

func TestCaseVAL20RulesOfMapValuesAndNames(t *testing.T) {
	publishes[caseVAL20TariffArgs](t, `{"type":"integer","minimum":1}`, "by_zone", "{}", "cents")
	publishes[caseVAL20TariffArgs](t, `{"type":"integer","minimum":0}`, "prices", "{}")
	publishes[caseVAL20TariffArgs](t, `{"pattern":"^[0-9A-Za-z]+$","minLength":2}`, "prices", "{k}")
	refuses[caseVAL20TariffArgs](t, `{"by_zone":{"n":{"cents":0}},"prices":{"bad key":1}}`,
		`by_zone.n.cents: must be at least 1 (got 0)`, `prices["bad key"]: is no good name: it must be letters A-Z, a-z and digits only`)
	refuses[caseVAL20TariffArgs](t, `{"by_zone":{},"prices":{"ab":-1}}`, `prices.ab: must be at least 0 (got -1)`)
	refuses[caseVAL20TariffArgs](t, `{"by_zone":{},"prices":{"a":1}}`, `prices.a: is no good name: it must have at least 2 characters`)
	accepts(t, `{"by_zone":{"":{"cents":1}},"prices":{"ab":0}}`,
		caseVAL20TariffArgs{map[string]caseVAL20Tariff{"": {1}}, map[string]int{"ab": 0}})

	refuses[caseVAL20Others](t, `{"named":{"east":{"cents":0}},"deep":{"a":{"b":0}},"years":{},"lists":{"a":[{"b":{"cents":0}}]}}`,
		`named.east: is no good name: it must be one of "north", "south"`, `named.east.cents: must be at least 1 (got 0)`,
		`deep.a.b: must be at least 1 (got 0)`, `years: must not be empty (got {})`, `lists.a[0].b.cents: must be at least 1 (got 0)`)
	refuses[caseVAL20Others](t, `{"hosts":{"a:99999":"a@example.com"},"years":{"x":{"cents":1}}}`,
		`hosts["a:99999"]: is no good name: it must be a host and port such as example.com:443`,
		`years.x: must be a whole number, as a name`)
	refuses[caseVAL20Others](t, `{"hosts":{"a:99999":"a@example.com"}}`,
		`hosts["a:99999"]: is no good name: it must be a host and port such as example.com:443`)
}

type caseVAL21WatchArgs struct {
	Topics []string `json:"topics" validate:"min=1,unique,dive,min=3"`
}

type caseVAL21Others struct {
	IDs   []int               `json:"ids,omitempty" validate:"unique,dive,gt=0"`
	Flts  []float64           `json:"flts,omitempty" validate:"unique"`
	Lines []caseVAL19CartLine `json:"lines,omitempty" validate:"unique=SKU"`
	Each  []*string           `json:"each,omitempty" validate:"max=2,dive,required,oneof=a b"`
	Map   map[string]int      `json:"map,omitempty" validate:"unique"`
}

func TestCaseVAL21ElementRulesFollowDive(t *testing.T) {
	publishes[caseVAL21WatchArgs](t, `{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":3}}`, "topics")
	refuses[caseVAL21WatchArgs](t, `{"topics":["abc","abc"]}`, `topics: must not have equal items (got "abc" twice)`)
	refuses[caseVAL21WatchArgs](t, `{"topics":["ab"]}`, `topics[0]: must have at least 3 characters (got "ab")`)
	refuses[caseVAL21WatchArgs](t, `{"topics":[]}`, `topics: must not be empty (got [])`)
	accepts(t, `{"topics":["abc","abd"]}`, caseVAL21WatchArgs{[]string{"abc", "abd"}})

	for _, args := range []string{`{"ids":[1,2,1.0]}`, `{"flts":[0.5,5e-1]}`, `{"lines":[{"sku":"a","qty":1},{"sku":"a","qty":2}]}`, `{"map":{"a":1,"b":1}}`} {
		if n := len(refuses[caseVAL21Others](t, args).Problems); n != 1 {
			t.Errorf("%s: %d problems, want 1", args, n)
		}
	}
	refuses[caseVAL21Others](t, `{"ids":[0],"each":["c",null,"a"]}`,
		`ids[0]: must be more than 0 (got 0)`, `each[0]: must be one of "a", "b" (got "c")`, `each[1]: must be a string (got null)`,
		`each: must have at most 2 items (got 3 items)`)
}

type caseVAL23Throttle struct {
	RPS  int    `json:"rps" jsonschema:"minimum=1,maximum=10" validate:"min=1,max=100"`
	Mode string `json:"mode" jsonschema:"enum=slow,enum=fast" validate:"oneof=fast turbo"`
}

type caseVAL23Others struct {
	Name string   `json:"name" jsonschema:"minLength=3,pattern=^a" validate:"min=2,max=5,endswith=z"`
	Tags []string `json:"tags" jsonschema:"maxItems=3" validate:"max=2,dive,len=1"`
	Odd  float64  `json:"odd" jsonschema:"exclusiveMinimum=0" validate:"min=0"`
	Mail string   `json:"mail,omitempty" jsonschema:"format=uri" validate:"email"`
}

type caseVAL23Apart struct {
	Mode string `json:"mode" jsonschema:"enum=slow" validate:"oneof=fast turbo"`
}

type caseVAL23Crossed struct {
	RPS int `json:"rps" jsonschema:"minimum=11" validate:"max=10"`
}

func TestCaseVAL23TheTighterOfTwoTagsHolds(t *testing.T) {
	publishes[caseVAL23Throttle](t, `{"type":"integer","minimum":1,"maximum":10}`, "rps")
	publishes[caseVAL23Throttle](t, `{"type":"string","enum":["fast"]}`, "mode")
	refuses[caseVAL23Throttle](t, `{"rps":50,"mode":"fast"}`, `rps: must be at most 10 (got 50)`)
	refuses[caseVAL23Throttle](t, `{"rps":5,"mode":"slow"}`, `mode: must be "fast" (got "slow")`)
	refuses[caseVAL23Throttle](t, `{"rps":5,"mode":"turbo"}`, `mode: must be "fast" (got "turbo")`)
	accepts(t, `{"rps":10,"mode":"fast"}`, caseVAL23Throttle{10, "fast"})

	refuses[caseVAL23Others](t, `{"name":"by","tags":["a","b","c"],"odd":0}`,
		`name: must have at least 3 characters (got "by")`, `name: must match the pattern ^a (got "by")`, `name: must end with "z" (got "by")`,
		`tags: must have at most 2 items (got 3 items)`, `odd: must be more than 0 (got 0)`)
	accepts(t, `{"name":"abz","tags":["a"],"odd":1}`, caseVAL23Others{Name: "abz", Tags: []string{"a"}, Odd: 1})
	undefinable[caseVAL23Apart](t, "caseVAL23Apart.Mode", "oneof=fast turbo")
	undefinable[caseVAL23Crossed](t, "caseVAL23Crossed.RPS", "max=10")
}

type caseVAL24DialArgs struct {
	Level string `json:"level" jsonschema:"enum=low,enum=high"`
	Turns int    `json:"turns" jsonschema:"minimum=1,maximum=3"`
	Code  string `json:"code" jsonschema:"pattern=^[A-Z]+$,maxLength=4"`
}

type caseVAL24Others struct {
	Step  float64        `json:"step,omitempty" jsonschema:"multipleOf=0.5"`
	Tags  []string       `json:"tags,omitempty" jsonschema:"uniqueItems=true,minItems=2,maxLength=3"`
	Attrs map[string]int `json:"attrs,omitempty" jsonschema:"maxProperties=1"`
	When  string         `json:"when,omitempty" jsonschema:"format=date"`
	Kind  string         `json:"kind,omitempty" jsonschema:"const=x"`
	Deep  *struct {
		Port int `json:"port" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=10"`
	} `json:"deep,omitempty"`
}

func TestCaseVAL24ConstraintsOfTheSchemaTagAreEnforced(t *testing.T) {
	publishes[caseVAL24DialArgs](t, `{"type":"string","pattern":"^[A-Z]+$","maxLength":4}`, "code")
	refuses[caseVAL24DialArgs](t, `{"level":"max","turns":99,"code":"nope!"}`,
		`level: must be one of "low", "high" (got "max")`, `turns: must be at most 3 (got 99)`,
		`code: must have at most 4 characters (got "nope!")`, `code: must match the pattern ^[A-Z]+$ (got "nope!")`)
	accepts(t, `{"level":"low","turns":3,"code":"ABCD"}`, caseVAL24DialArgs{"low", 3, "ABCD"})

	refuses[caseVAL24Others](t, `{"step":0.7,"tags":["aaaa"],"attrs":{"a":1,"b":2},"when":"2023-02-30","kind":"y","deep":{"port":10}}`,
		`step: must be a multiple of 0.5 (got 0.7)`, `tags[0]: must have at most 3 characters (got "aaaa")`,
		`tags: must have at least 2 items (got 1 item)`, `attrs: must have at most 1 entry (got 2 entries)`,
		`when: must be a date such as 2026-05-01 (got "2023-02-30")`, `kind: must be "x" (got "y")`, `deep.port: must be less than 10 (got 10)`)
}

type caseVAL25BillLine struct {
	UnitPrice int `json:"unit_price" validate:"min=1"`
}

type caseVAL25BillArgs struct {
	BillLines []caseVAL25BillLine `json:"lines" validate:"dive"`
	PayerMail string              `json:"payer_mail" validate:"email"`
}

func TestCaseVAL25TextForTheModel(t *testing.T) {
	problem := refuses[caseVAL25BillArgs](t, `{"lines":[{"unit_price":1},{"unit_price":0}],"payer_mail":"x"}`,
		`lines[1].unit_price: must be at least 1 (got 0)`, `payer_mail: must be an e-mail address such as name@example.com (got "x")`)
	want := schema.Problem{
		Path: "/lines/1/unit_price", Rule: "minimum", Want: "must be at least 1", Got: "0",
		Message: "lines[1].unit_price: must be at least 1 (got 0)",
	}
	if len(problem.Problems) != 2 || problem.Problems[0] != want {
		t.Errorf("problems %+v", problem.Problems)
	}
	if problem.Tool != "probe" || !strings.HasPrefix(problem.Error(), "probe was not run: 2 problems with its arguments\n") {
		t.Errorf("text %q", problem.Error())
	}
	// Long values are cut, many problems are counted.
	long := refuses[caseVAL25BillArgs](t, `{"lines":[],"payer_mail":"`+strings.Repeat("ä", 500)+`"}`)
	if got := []rune(long.Problems[0].Got); len(got) > 81 {
		t.Errorf("%d characters of the value are shown", len(got))
	}
	many := refuses[caseVAL25BillArgs](t, `{"lines":[`+strings.Repeat(`{"unit_price":0},`, 33)+`{"unit_price":1}],"payer_mail":"a@example.com"}`)
	if len(many.Problems) != 20 || many.Omitted != 13 || !strings.HasSuffix(many.Error(), "\nand 13 more") {
		t.Errorf("%d problems, %d omitted: %s", len(many.Problems), many.Omitted, many.Error())
	}
}

type caseVAL27SlugArgs struct {
	Slug string `json:"slug" validate:"slug"`
	Tone string `json:"tone" validate:"tone"`
}

type caseVAL27Nested struct {
	Each []string            `json:"each,omitempty" validate:"dive,slug"`
	Keys map[string]int      `json:"keys,omitempty" validate:"dive,keys,slug,endkeys"`
	In   []caseVAL27SlugArgs `json:"in,omitempty"`
	Opt  *string             `json:"opt" validate:"omitempty,slug"`
	Or   string              `json:"or,omitempty" validate:"slug|len=3"`
}

func caseVAL27Validator(t *testing.T) *validator.Validate {
	t.Helper()
	v := validator.New()
	if err := v.RegisterValidation("slug", func(fl validator.FieldLevel) bool { return fl.Field().String() != "bad" }); err != nil {
		t.Fatal(err)
	}
	v.RegisterAlias("tone", "oneof=soft loud")
	return v
}

func TestCaseVAL27TheAuthorsOwnRules(t *testing.T) {
	undefinable[caseVAL27SlugArgs](t, "caseVAL27SlugArgs.Slug", "slug")

	own := typed.Validator(caseVAL27Validator(t))
	accepts(t, `{"slug":"a-b","tone":"soft"}`, caseVAL27SlugArgs{"a-b", "soft"}, own)
	refusesWith[caseVAL27SlugArgs](t, []typed.Option{own}, `{"slug":"bad","tone":"mid"}`,
		`slug: must pass the check "slug" (got "bad")`, `tone: must pass the check "tone" (got "mid")`)
	accepts(t, `{}`, caseVAL27Nested{}, own)
	refusesWith[caseVAL27Nested](t, []typed.Option{own}, `{"each":["a","bad"],"keys":{"bad":1},"in":[{"slug":"bad","tone":"soft"}],"opt":"bad"}`,
		`each[1]: must pass the check "slug" (got "bad")`, `keys.bad: is no good name: it must pass the check "slug"`,
		`in[0].slug: must pass the check "slug" (got "bad")`, `opt: must pass the check "slug" (got "bad")`)
}

type caseVAL27Parent struct {
	Code string   `json:"code"`
	Copy string   `json:"copy,omitempty" validate:"samelen=Code"`
	Each []string `json:"each,omitempty" validate:"dive,samelen=Code"`
}

type caseVAL27Inside struct {
	List []caseVAL27Parent          `json:"list,omitempty"`
	Map  map[string]caseVAL27Parent `json:"map,omitempty"`
	caseVAL27Parent
}

// A rule of one's own may look at the struct that its field is in.
func TestCaseVAL27OwnRulesSeeTheirStruct(t *testing.T) {
	samelen := func(fl validator.FieldLevel) bool {
		other, _, _, ok := fl.GetStructFieldOK2()
		return ok && len(other.String()) == len(fl.Field().String()) && fl.Parent().FieldByName(fl.Param()).String() == other.String()
	}
	v := validator.New()
	if err := v.RegisterValidation("samelen", samelen); err != nil {
		t.Fatal(err)
	}
	for _, opt := range []typed.Option{typed.Validator(v), typed.Rules(schema.Rule{Name: "samelen", Func: samelen})} {
		accepts(t, `{"code":"abc","copy":"xyz","each":["123"]}`, caseVAL27Parent{"abc", "xyz", []string{"123"}}, opt)
		refusesWith[caseVAL27Inside](t, []typed.Option{opt}, `{"code":"a","list":[{"code":"abc","copy":"x"}],"map":{"k":{"code":"ab","each":["ab","a"]}},"copy":"ab"}`,
			`list[0].copy: must pass the check "samelen" (got "x")`, `map.k.each[1]: must pass the check "samelen" (got "a")`,
			`copy: must pass the check "samelen" (got "ab")`)
	}
}

func TestCaseVAL27RulesWithTheirMeaning(t *testing.T) {
	rules := typed.Rules(
		schema.Rule{
			Name: "slug", Want: "must be a slug such as my-post",
			Schema: func(string) json.RawMessage { return json.RawMessage(`{"pattern":"^[a-z-]+$"}`) },
			Func:   func(fl validator.FieldLevel) bool { return fl.Field().String() != "bad" },
		},
		schema.Rule{Name: "tone", Alias: "oneof=soft loud"},
	)
	s := schemaOf[caseVAL27SlugArgs](t, rules)
	if got := property(t, s, "slug")["pattern"]; got != "^[a-z-]+$" {
		t.Errorf("slug: pattern %v", got)
	}
	if got, _ := json.Marshal(property(t, s, "tone")["enum"]); string(got) != `["soft","loud"]` {
		t.Errorf("tone: enum %s", got)
	}
	opts := []typed.Option{rules}
	refusesWith[caseVAL27SlugArgs](t, opts, `{"slug":"A","tone":"mid"}`,
		`slug: must be a slug such as my-post (got "A")`, `tone: must be one of "soft", "loud" (got "mid")`)
	refusesWith[caseVAL27SlugArgs](t, opts, `{"slug":"bad","tone":"loud"}`, `slug: must be a slug such as my-post (got "bad")`)
	accepts(t, `{"slug":"a-b","tone":"soft"}`, caseVAL27SlugArgs{"a-b", "soft"}, rules)
}

type caseVAL28Ghost struct {
	mode string `validate:"oneof=a b"`
	Name string `json:"name"`
}

type caseVAL28Nested struct {
	List []caseVAL28Ghost `json:"list"`
}

type caseVAL28Plain struct {
	cache map[string]int
	Name  string `json:"name"`
}

// A rule on a field that JSON cannot reach never runs, which its author cannot
// have meant.
func TestCaseVAL28ARuleOnAHiddenFieldIsRefused(t *testing.T) {
	undefinable[caseVAL28Ghost](t, "caseVAL28Ghost.mode")
	undefinable[caseVAL28Nested](t, "caseVAL28Ghost.mode")
	_ = caseVAL28Ghost{mode: ""}.mode

	// A hidden field without tags is nobody's business.
	accepts(t, `{"name":"n"}`, caseVAL28Plain{Name: "n"})
	refuses[caseVAL28Plain](t, `{"name":"n","cache":{}}`, `cache: is not known here; known: name`)
	_ = caseVAL28Plain{}.cache
}
