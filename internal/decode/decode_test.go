package decode

import (
	"bytes"
	"encoding/json"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type inner struct {
	A int8    `json:"a"`
	B *string `json:"b,omitempty"`
}

type embedded struct {
	Deep []inner `json:"deep"`
}

type Pointed struct {
	Far uint16 `json:"far"`
}

type everything struct {
	embedded
	*Pointed
	S     string           `json:"s"`
	I     int64            `json:"i"`
	U     uint64           `json:"u"`
	F     float64          `json:"f"`
	F32   float32          `json:"f32"`
	Bool  bool             `json:"bool"`
	Ptr   **int            `json:"ptr"`
	List  []string         `json:"list"`
	Grid  [][]float64      `json:"grid"`
	Fixed [2]int           `json:"fixed"`
	Bytes []byte           `json:"bytes"`
	Map   map[string]inner `json:"map"`
	Any   any              `json:"any"`
	Raw   json.RawMessage  `json:"raw"`
	Num   json.Number      `json:"num"`
	When  time.Time        `json:"when"`
	Addr  netip.Addr       `json:"addr"`
	Odd   string           `json:"<odd/ключ>"`
	Next  *everything      `json:"next,omitempty"`
	Self  []everything     `json:"self,omitempty"`
}

// decodeBoth decodes with both decoders and compares the values.
func decodeBoth(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, text []byte,
) {
	t.Helper()
	var want, got everything
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := New(reflect.TypeFor[everything]()).Decode(text, &got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%s:\n%s", text, cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })))
	}
}

func TestDecodesLikeEncodingJSON(t *testing.T) {
	for _, text := range []string{
		`{}`, ` { } `, `{"s":""}`, `{"s":"caf\u00e9 \ud83d\ude00 \n\"\\\/"}`, `{"i":-9223372036854775808,"u":18446744073709551615}`,
		`{"f":-0.0,"f32":3.4028234663852886e+38}`, `{"f":1E400e}`[:8] + `}`, `{"ptr":null}`, `{"ptr":5}`, `{"list":[]}`, `{"list":null}`,
		`{"list":["a",null,"b"]}`, `{"grid":[[],[1],[1,2.5]]}`, `{"fixed":[7]}`, `{"fixed":[1,2]}`, `{"bytes":"aGk="}`, `{"map":{"x":{"a":1}}}`,
		`{"any":{"a":[1,null,"x"]}}`, `{"raw": {"n": 9007199254740993} , "num":1e3}`, `{"when":"2026-05-01T10:00:00Z","addr":"10.0.0.1"}`,
		`{"deep":[{"a":-1,"b":"x"},{"a":2}],"far":3}`, `{"\u003codd/\u043a\u043bюч>":"v"}`, `{"next":{"next":{"s":"x"},"self":[{},{"i":1}]}}`,
		`{"s":null,"i":null,"f":null,"bool":null,"deep":null,"next":null}`, `{"unknown":{"s":"}]\""},"s":"x"}`, `{"self":[{"self":[]}]}`,
	} {
		decodeBoth(t, []byte(text))
	}
}

func TestRandomValuesDecodeLikeEncodingJSON(t *testing.T) {
	g := rapid.MakeCustom[everything](rapid.MakeConfig{
		Types: map[reflect.Type]*rapid.Generator[any]{
			reflect.TypeFor[any]():             rapid.Custom(func(t *rapid.T) any { return rapid.String().Draw(t, "any") }).AsAny(),
			reflect.TypeFor[json.RawMessage](): rapid.Just(json.RawMessage(`{"x":[1, 2]}`)).AsAny(),
			reflect.TypeFor[json.Number]():     rapid.Just(json.Number("12")).AsAny(),
			reflect.TypeFor[time.Time]():       rapid.Just(time.Unix(0, 0).UTC()).AsAny(),
			reflect.TypeFor[netip.Addr]():      rapid.Just(netip.MustParseAddr("::1")).AsAny(),
			reflect.TypeFor[*everything]():     rapid.Just((*everything)(nil)).AsAny(),
			reflect.TypeFor[[]everything]():    rapid.Just([]everything(nil)).AsAny(),
		},
	})
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal(g.Draw(t, "value"))
		if err != nil {
			t.Fatalf("%v", err)
		}
		if rapid.Bool().Draw(t, "indent") {
			var b bytes.Buffer
			if err := json.Indent(&b, text, "\t", "\r\n "); err != nil {
				t.Fatalf("%v", err)
			}
			text = b.Bytes()
		}
		decodeBoth(t, text)
	})
}

func TestTextsThatDoNotFitAreErrors(t *testing.T) {
	d := New(reflect.TypeFor[everything]())
	for _, text := range []string{
		``, `{`, `[]`, `{"s":1}`, `{"i":"1"}`, `{"i":1.5}`, `{"u":-1}`, `{"deep":[{"a":300}]}`, `{"f":"x"}`, `{"bool":1}`, `{"list":{}}`,
		`{"fixed":[1,2,3]}`, `{"s":"x"`, `{"s" "x"}`, `{"s":"x"]`, `{}x`, `{"list":["a"`, `{"next":[]}`, `{"unknown":`, `{"unknown":[}`, `{"map":1}`,
	} {
		var v everything
		if err := d.Decode([]byte(text), &v); err == nil {
			t.Errorf("%q decodes to %+v", text, v)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"s":"a\n"}`, `{"deep":[{"a":1}]}`, `{"next":{"fixed":[1]}}`, `{"s":"\ud800"}`, `{"s":"\`} {
		f.Add([]byte(seed))
	}
	d := New(reflect.TypeFor[everything]())
	f.Fuzz(func(t *testing.T, text []byte) {
		var got everything
		if d.Decode(text, &got) != nil || !json.Valid(text) || !plainNames(text) {
			return // never a panic, whatever the text
		}
		decodeBoth(t, text)
	})
}

// plainNames reports whether the texts mean the same to both decoders: no name
// that differs from a field's only by case, none twice, no bytes to replace.
func plainNames(text []byte) bool {
	if strings.ToValidUTF8(string(text), "") != string(text) || !bytes.Equal(bytes.ToLower(text), text) {
		return false
	}
	seen := map[string]int{}
	for part := range strings.SplitSeq(string(text), `"`) {
		seen[part]++
	}
	for name, n := range seen {
		if n > 1 && len(name) > 0 && strings.Trim(name, " :,{}[]\t\r\n") != "" {
			return false
		}
	}
	return true
}
