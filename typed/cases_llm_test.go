package typed_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/typed"
)

// What models send that is not quite, or not at all, what was asked for.

type caseLLMSpot struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

type caseLLMNote struct {
	Title string       `json:"title" validate:"required"`
	Tags  []string     `json:"tags,omitempty"`
	Stars int          `json:"stars,omitempty"`
	Pin   bool         `json:"pin,omitempty"`
	Where *caseLLMSpot `json:"where,omitempty"`
}

type caseLLMNoArgs struct{}

type caseLLM01Optional struct {
	Limit int `json:"limit,omitempty" jsonschema:"default=10"`
}

func TestCaseLLM01EmptyArgumentText(t *testing.T) {
	for _, args := range []string{"", " ", " \n\t\r ", "{}", " {} "} {
		accepts(t, args, caseLLMNoArgs{})
		accepts(t, args, &caseLLMNoArgs{})
		accepts(t, args, caseLLM01Optional{10})
		refuses[caseLLMNote](t, args, `title: is required`)
	}
	refuses[caseLLMNoArgs](t, `{"x":1}`, `x: is not known here; nothing may be given`)
	// Blank is what JSON takes for blank.
	refuses[caseLLMNoArgs](t, "\u00a0")
}

func TestCaseLLM02NullAsArguments(t *testing.T) {
	for _, args := range []string{"null", " null\n"} {
		accepts(t, args, caseLLMNoArgs{})
		accepts(t, args, caseLLM01Optional{10})
		accepts(t, args, caseLLM01Optional{10}, typed.Strict())
		refuses[caseLLMNote](t, args, `title: is required`)
		refuses[caseREQ04ForecastAsk](t, args, `city: is required`, `days: is required`)
	}
	// A pointer is never nil in the handler.
	accepts(t, `null`, &caseLLM01Optional{10})
	refuses[caseLLMNoArgs](t, `"null"`)
}

type caseLLM03Kinds struct {
	U8    uint8           `json:"u8,omitempty"`
	Big   int64           `json:"big,omitempty"`
	F     *float64        `json:"f,omitempty"`
	List  []int           `json:"list,omitempty"`
	Flags map[string]bool `json:"flags,omitempty"`
	Step  int             `json:"step,omitempty" validate:"oneof=1 5"`
}

func TestCaseLLM03NumbersAndBooleansInStrings(t *testing.T) {
	for stars, want := range map[string]int{
		`"4"`: 4, `4.0`: 4, `"4.0"`: 4, `"1e3"`: 1000, `"-7"`: -7, `4e0`: 4, `-0`: 0, `"0"`: 0,
		// White space around a JSON value is a part of JSON text.
		`" 4 "`: 4, `"\n4\t"`: 4,
	} {
		accepts(t, `{"title":"a","stars":`+stars+`}`, caseLLMNote{Title: "a", Stars: want})
	}
	accepts(t, `{"title":"a","pin":"true"}`, caseLLMNote{Title: "a", Pin: true})
	accepts(t, `{"title":"a","pin":"false"}`, caseLLMNote{Title: "a"})
	for _, stars := range []string{
		`"4.5"`, `4.5`, `"yes"`, `"0x10"`, `""`, `"04"`, `"+4"`, `"4 5"`, `"4,"`, `"1_000"`, `"null"`, `"NaN"`, `"true"`, `true`, `"[4]"`,
		`"\"4\""`, `"４"`, `"99999999999999999999"`, `"9223372036854775808"`,
	} {
		if n := len(refuses[caseLLMNote](t, `{"title":"a","stars":`+stars+`}`).Problems); n != 1 {
			t.Errorf("%s: %d problems, want 1", stars, n)
		}
	}
	// It is the value inside the string that is checked, and shown.
	refuses[caseLLMNote](t, `{"title":"a","stars":"4.5"}`, `stars: must be an integer (got 4.5)`)
	for _, pin := range []string{`"yes"`, `"True"`, `"TRUE"`, `"1"`, `1`, `0`, `""`, `"null"`, `"\"true\""`} {
		refuses[caseLLMNote](t, `{"title":"a","pin":`+pin+`}`, `pin: must be true or false (got `+pin+`)`)
	}

	half := 0.5
	accepts(t, `{"u8":"255","big":"9007199254740993","f":"0.5","list":["1",2,"3.0"],"flags":{"a":"true"},"step":"5"}`,
		caseLLM03Kinds{255, 9007199254740993, &half, []int{1, 2, 3}, map[string]bool{"a": true}, 5})
	refuses[caseLLM03Kinds](t, `{"u8":"256","big":"9223372036854775808","f":"1e999","list":["1","x"],"flags":{"a":"on"},"step":"2"}`,
		`u8: must be at most 255 (got 256)`, `big: must be at most 9223372036854775807 (got 9223372036854775808)`,
		`f: must be a number that a double can hold (got 1e999)`, `list[1]: must be an integer (got "x")`,
		`flags.a: must be true or false (got "on")`, `step: must be one of 1, 5 (got 2)`)

	r := accepts(t, `{"title":"a","stars":"4","pin":"true"}`, caseLLMNote{Title: "a", Stars: 4, Pin: true})
	if repairs, _ := r.Metadata["repairs"].([]schema.Repair); len(repairs) != 2 || repairs[0].Path != "/stars" || repairs[1].Path != "/pin" {
		t.Errorf("repairs %v", r.Metadata)
	}
	strict := []typed.Option{typed.Strict()}
	refusesWith[caseLLMNote](t, strict, `{"title":"a","stars":"4","pin":"true"}`,
		`stars: must be an integer (got "4")`, `pin: must be true or false (got "true")`)
	accepts(t, `{"title":"a","stars":4.0}`, caseLLMNote{Title: "a", Stars: 4}, typed.Strict())
}

type caseLLM04Kinds struct {
	Grid  [][]int                `json:"grid,omitempty"`
	Attrs map[string]caseLLMSpot `json:"attrs,omitempty"`
	Spots []caseLLMSpot          `json:"spots,omitempty" validate:"max=1"`
	Pair  [2]int                 `json:"pair,omitempty"`
	Lines []string               `json:"lines,omitempty"`
}

func TestCaseLLM04ListsAndObjectsInStrings(t *testing.T) {
	accepts(t, `{"title":"a","tags":"[\"x\",\"y\"]"}`, caseLLMNote{Title: "a", Tags: []string{"x", "y"}})
	accepts(t, `{"title":"a","tags":" [] "}`, caseLLMNote{Title: "a", Tags: []string{}})
	accepts(t, `{"title":"a","where":"{\"lat\":1,\"lon\":2}"}`, caseLLMNote{Title: "a", Where: &caseLLMSpot{1, 2}})
	accepts(t, `{"title":"a","where":"{\"lat\":\"1\",\"lon\":2}"}`, caseLLMNote{Title: "a", Where: &caseLLMSpot{1, 2}})
	accepts(t, `{"title":"a","tags":"[\"caf\\u00e9 \\\"q\\\" \\ud83d\\ude00\"]"}`, caseLLMNote{Title: "a", Tags: []string{`café "q" 😀`}})
	refuses[caseLLMNote](t, `{"title":"a","tags":"x"}`, `tags: must be an array (got "x")`)
	for _, tags := range []string{`"x,y"`, `"[\"x\""`, `"[\"x\"] and"`, `"['x']"`, `"null"`, `"{}"`, `""`, `"\"[]\""`, `"[\"x\",]"`, `"[\"\\ud800\"]"`} {
		refuses[caseLLMNote](t, `{"title":"a","tags":`+tags+`}`, `tags: must be an array (got `+tags+`)`)
	}
	// What is inside the string is checked like anything else.
	refuses[caseLLMNote](t, `{"title":"a","tags":"[1]","where":"{\"lat\":true,\"lom\":2}"}`,
		`tags[0]: must be a string (got 1)`, `where.lat: must be a number (got true)`,
		`where.lom: is not known here; did you mean "lon"?`, `where.lon: is required`)
	refusesWith[caseLLMNote](t, []typed.Option{typed.Strict()}, `{"title":"a","tags":"[]"}`, `tags: must be an array (got "[]")`)

	accepts(t, `{"grid":"[[1],\"[2,3]\"]","attrs":{"a":"{\"lat\":1,\"lon\":2}"},"spots":["{\"lat\":1,\"lon\":2}"],"pair":"[1,2]","lines":["[1]","{}"]}`,
		caseLLM04Kinds{[][]int{{1}, {2, 3}}, map[string]caseLLMSpot{"a": {1, 2}}, []caseLLMSpot{{1, 2}}, [2]int{1, 2}, []string{"[1]", "{}"}})
	refuses[caseLLM04Kinds](t, `{"spots":"[{\"lat\":1,\"lon\":2},{\"lat\":1}]","pair":"[1]"}`)
}

type caseLLM05Texts struct {
	Ptr   *string           `json:"ptr,omitempty"`
	Any   any               `json:"any,omitempty"`
	Raw   json.RawMessage   `json:"raw,omitempty"`
	List  []string          `json:"list,omitempty"`
	Attrs map[string]string `json:"attrs,omitempty"`
	Mode  string            `json:"mode,omitempty" validate:"oneof=1 true"`
	Wait  time.Duration     `json:"wait,omitempty"`
	Free  map[string]any    `json:"free,omitempty"`
}

func TestCaseLLM05TextThatLooksLikeJSONStaysText(t *testing.T) {
	for _, title := range []string{"12345", "[1]", `{"a":1}`, "null", "true", " 4 ", "1e3", `"quoted"`, "{broken", "0x10"} {
		text, _ := json.Marshal(title)
		r := accepts(t, `{"title":`+string(text)+`}`, caseLLMNote{Title: title})
		if len(r.Metadata) != 0 {
			t.Errorf("%q: metadata %v", title, r.Metadata)
		}
	}
	null := "null"
	accepts(t, `{"ptr":"null","any":"5","raw":"[1]","list":["1","null"],"attrs":{"a":"{}"},"mode":"1","wait":"5s","free":{"a":"1"}}`,
		caseLLM05Texts{&null, "5", json.RawMessage(`"[1]"`), []string{"1", "null"}, map[string]string{"a": "{}"}, "1", 5 * time.Second, map[string]any{"a": "1"}})
	// Nor is a number made into a text.
	refuses[caseLLM05Texts](t, `{"ptr":5,"list":[true],"attrs":{"a":{}},"mode":1}`,
		`ptr: must be a string (got 5)`, `list[0]: must be a string (got true)`, `attrs.a: must be a string (got an object)`, `mode: must be a string (got 1)`)
}

func TestCaseLLM06TheWholeObjectInAString(t *testing.T) {
	accepts(t, `"{\"title\":\"a\"}"`, caseLLMNote{Title: "a"})
	accepts(t, ` "{\"title\":\"a\",\"stars\":\"4\"}" `, caseLLMNote{Title: "a", Stars: 4})
	accepts(t, `"{}"`, caseLLMNoArgs{})
	refuses[caseLLMNote](t, `"hello"`, `arguments: must be an object (got "hello")`)
	refuses[caseLLMNote](t, `"{\"stars\":\"x\"}"`, `stars: must be an integer (got "x")`, `title: is required`)
	for _, args := range []string{`""`, `"null"`, `"[]"`, `"{\"title\":\"a\""`, `"{\"title\":\"a\"}{}"`, `"\"{\\\"title\\\":\\\"a\\\"}\""`} {
		refuses[caseLLMNote](t, args)
	}
	refusesWith[caseLLMNote](t, []typed.Option{typed.Strict()}, `"{\"title\":\"a\"}"`)
}

func TestCaseLLM07TruncatedArguments(t *testing.T) {
	whole := `{"title":"rm -rf \u00e9 /tmp/build","tags":["x","y"],"stars":12,"pin":true,"where":{"lat":1.5e1,"lon":2}}`
	accepts(t, whole, caseLLMNote{"rm -rf é /tmp/build", []string{"x", "y"}, 12, true, &caseLLMSpot{15, 2}})
	for end := 1; end < len(whole); end++ {
		refuses[caseLLMNote](t, whole[:end], fmt.Sprintf(
			`arguments: are not complete JSON: the text ends too early, at byte %d; the call may have been cut off`, end))
	}
	for _, args := range []string{`{"title":"rm -rf /tmp/bui`, `{"title":"a","tags":["x"`, `{"title":"a",`} {
		if p := refuses[caseLLMNote](t, args).Problems; len(p) != 1 || p[0].Rule != "json" {
			t.Errorf("%s: %v", args, p)
		}
	}
}

func TestCaseLLM09MoreThanOneValue(t *testing.T) {
	const refusal = `arguments: must be exactly one JSON value, but something follows it at byte `
	refuses[caseLLMNote](t, `{"title":"a"}{"title":"b"}`, refusal+`13`)
	refuses[caseLLMNote](t, `{"title":"a"} trailing`, refusal+`14`)
	refuses[caseLLMNote](t, `{"title":"a"}{"title":"a"}`, refusal+`13`)
	refuses[caseLLMNote](t, `{}{}`, refusal+`2`)
	refuses[caseLLMNote](t, `nullnull`)
	accepts(t, "{\"title\":\"a\"}\n", caseLLMNote{Title: "a"})
	for _, args := range []string{
		"```json\n{\"title\":\"a\"}\n```", `{"title":"a"}}`, `{"title":"a",}`, `{'title':'a'}`, `{title:"a"}`, `{"title":"a"} // note`,
		"\ufeff{\"title\":\"a\"}", `{"title":"a" "pin":true}`, `{"title":"a","stars":NaN}`, `{"title":"a","stars":01}`, `{"title":"a","stars":+1}`,
		`{"title":"a","stars":.5}`, `{"title":"a","pin":True}`, "{\"title\":\"a\nb\"}", `{"title":"\x61"}`,
	} {
		if p := refuses[caseLLMNote](t, args).Problems; len(p) != 1 || p[0].Rule != "json" || !strings.Contains(p[0].Message, " at byte ") {
			t.Errorf("%s: %v", args, p)
		}
	}
}

func TestCaseLLM11WrappedArguments(t *testing.T) {
	for _, wrapper := range []string{"arguments", "input", "params"} {
		refuses[caseREQ04ForecastAsk](t, `{"`+wrapper+`":{"city":"Oslo","days":2}}`,
			wrapper+`: is not known here; known: city, days`, `city: is required`, `days: is required`)
	}
	refuses[caseLLMNoArgs](t, `{"arguments":{}}`, `arguments: is not known here; nothing may be given`)
	refuses[caseREQ04ForecastAsk](t, `{"city":"Oslo","days":2,"dasy":3}`, `dasy: is not known here; did you mean "days"?`)
	accepts(t, `{"city":"Oslo","days":2,"arguments":{}}`, caseREQ04ForecastAsk{"Oslo", 2}, typed.AllowUnknown())
	// Open to other keys does not mean open to missing ones.
	refusesWith[caseREQ04ForecastAsk](t, []typed.Option{typed.AllowUnknown()}, `{"arguments":{"city":"Oslo","days":2}}`,
		`city: is required`, `days: is required`)
}

func TestCaseLLM12TheRootMustBeAnObject(t *testing.T) {
	refuses[caseLLMNote](t, `[{"title":"a"}]`, `arguments: must be an object (got an array)`)
	refuses[caseLLMNote](t, `42`, `arguments: must be an object (got 42)`)
	refuses[caseLLMNote](t, `true`, `arguments: must be an object (got true)`)
	refuses[caseLLMNote](t, `[]`, `arguments: must be an object (got an array)`)
	refuses[*caseLLMNote](t, `[]`, `arguments: must be an object (got an array)`)
	refuses[caseLLMNoArgs](t, `[]`, `arguments: must be an object (got an array)`)
	refuses[caseLLMNoArgs](t, `false`, `arguments: must be an object (got false)`)
}

func TestCaseLLM13EveryFaultAtOnce(t *testing.T) {
	problem := refuses[caseLLMNote](t, `{"stars":"x","where":{"lat":true,"lon":"z"}}`,
		`stars: must be an integer (got "x")`, `where.lat: must be a number (got true)`,
		`where.lon: must be a number (got "z")`, `title: is required`)
	var paths []string
	for _, p := range problem.Problems {
		paths = append(paths, p.Path)
	}
	if got := strings.Join(paths, " "); got != "/stars /where/lat /where/lon /title" {
		t.Errorf("paths %s", got)
	}
	refuses[caseLLMNote](t, `{"title":["a"],"tags":{"0":"a"},"stars":[],"pin":{},"where":"no","pine":1}`,
		`title: must be a string (got an array)`, `tags: must be an array (got an object)`, `stars: must be an integer (got an array)`,
		`pin: must be true or false (got an object)`, `where: must be an object (got "no")`, `pine: is not known here; did you mean "pin"?`)
}

type caseLLM13Mixed struct {
	Low  int    `json:"low"`
	High int    `json:"high" validate:"gtfield=Low"`
	Host string `json:"host" validate:"hostname_port"`
	Mail string `json:"mail" validate:"email"`
}

// Rules that only Go can check are reported beside those of the schema, as far
// as the values they look at are sound.
func TestCaseLLM13RulesOfBothSortsAtOnce(t *testing.T) {
	refuses[caseLLM13Mixed](t, `{"low":2,"high":1,"host":"a:99999","mail":"a@example.com"}`)
	p := refuses[caseLLM13Mixed](t, `{"low":2,"high":1,"host":"a:99999","mail":"x"}`).Problems
	if len(p) != 3 {
		t.Errorf("%d problems, want 3: high, host and mail", len(p))
	}
}

type caseLLM14Lists struct {
	IDs   []int               `json:"ids,omitempty"`
	Spots []caseLLMSpot       `json:"spots,omitempty"`
	Attrs map[string][]string `json:"attrs,omitempty"`
	Blob  []byte              `json:"blob,omitempty"`
}

// A single value is not made into a list, nor a list into its single value.
func TestCaseLLM14ASingleValueIsNoList(t *testing.T) {
	refuses[caseLLMNote](t, `{"title":"a","tags":"x"}`, `tags: must be an array (got "x")`)
	refuses[caseLLMNote](t, `{"title":"a","where":[{"lat":1,"lon":2}]}`, `where: must be an object (got an array)`)
	refuses[caseLLMNote](t, `{"title":["a"]}`, `title: must be a string (got an array)`)
	refuses[caseLLM14Lists](t, `{"ids":1,"spots":{"lat":1,"lon":2},"attrs":{"a":"x"},"blob":[1,2]}`,
		`ids: must be an array (got 1)`, `spots: must be an array (got an object)`, `attrs.a: must be an array (got "x")`,
		`blob: must be base64 text (got an array)`)
	refuses[caseLLM14Lists](t, `{"ids":"5"}`, `ids: must be an array (got "5")`)
	refuses[caseLLM14Lists](t, `{"ids":{"0":1}}`, `ids: must be an array (got an object)`)
}

type caseLLM15Bounded struct {
	Text string         `json:"text" validate:"min=2,max=3"`
	Map  map[string]int `json:"map,omitempty"`
}

func TestCaseLLM15Unicode(t *testing.T) {
	accepts(t, `{"title":"caf\u00e9 \ud83d\ude00"}`, caseLLMNote{Title: "café 😀"})
	accepts(t, `{"title":"café 😀"}`, caseLLMNote{Title: "café 😀"})
	accepts(t, `{"title":"a\u0000b"}`, caseLLMNote{Title: "a\x00b"})
	accepts(t, `{"title":"\ufffd"}`, caseLLMNote{Title: "\ufffd"})
	accepts(t, "{\"title\":\"\ufffd\u2028\"}", caseLLMNote{Title: "\ufffd\u2028"})
	accepts(t, `{"t\u0069tle":"a"}`, caseLLMNote{Title: "a"})

	refuses[caseLLMNote](t, `{"title":"x\ud800y"}`, `arguments: are not valid JSON: there is half of a surrogate pair at byte 11`)
	refuses[caseLLMNote](t, `{"title":"x\udc00\ud800y"}`)
	refuses[caseLLMNote](t, `{"title":"a","\ud800":1}`)
	refuses[caseLLMNote](t, "{\"title\":\"a\xffb\"}", `arguments: are not valid UTF-8 at byte 11`)
	refuses[caseLLMNote](t, "{\"title\":\"a\",\"\xc3\":1}")
	refuses[caseLLMNote](t, "{\"title\":\"\xed\xa0\x80\"}") // a surrogate, encoded
	refuses[caseLLMNote](t, `{"title":"a","t\u0069tle":"b"}`, `title: is given twice`)

	// Lengths are counted in characters, not in bytes or UTF-16 units.
	accepts(t, `{"text":"😀é\u0000"}`, caseLLM15Bounded{Text: "😀é\x00"})
	refuses[caseLLM15Bounded](t, `{"text":"😀"}`, `text: must have at least 2 characters (got "😀")`)
	refuses[caseLLM15Bounded](t, `{"text":"\ud83d\ude00"}`)
	accepts(t, `{"text":"ab","map":{"é\u0001":1}}`, caseLLM15Bounded{Text: "ab", Map: map[string]int{"é\x01": 1}})
	// No text of a model can break the lines of a message.
	p := refuses[caseLLM15Bounded](t, `{"text":"a\nb\u2028c\u0000d","map":{"x\ny":"\n"},"new\nline":1}`)
	if lines := strings.Count(p.Error(), "\n"); lines != len(p.Problems) {
		t.Errorf("%d line breaks for %d problems", lines, len(p.Problems))
	}
	// Nor does a cut split a character.
	long := refuses[caseLLM15Bounded](t, `{"text":"`+strings.Repeat("😀", 200)+`"}`).Error()
	if strings.ContainsRune(long, '\ufffd') {
		t.Error("a character was cut in two")
	}
}

type caseLLM18Args struct {
	Order string `json:"order" validate:"oneof=asc desc"`
	Unit  string `json:"unit" validate:"oneofci=Kg Lb"`
}

func TestCaseLLM18EnumsAreMatchedExactly(t *testing.T) {
	refuses[caseLLM18Args](t, `{"order":"ASC","unit":"KG"}`, `order: must be one of "asc", "desc" (got "ASC")`)
	refuses[caseLLM18Args](t, `{"order":"asc ","unit":"kg"}`, `order: must be one of "asc", "desc" (got "asc ")`)
	refuses[caseLLM18Args](t, `{"order":" asc","unit":"kg "}`,
		`order: must be one of "asc", "desc" (got " asc")`, `unit: must be one of Kg, Lb, in any letter case (got "kg ")`)
	for _, unit := range []string{"kg", "Kg", "KG", "lb", "LB"} {
		accepts(t, `{"order":"asc","unit":"`+unit+`"}`, caseLLM18Args{"asc", unit})
	}
	// The model is shown the declared spelling.
	unit := property(t, schemaOf[caseLLM18Args](t), "unit")
	if text := fmt.Sprint(unit["enum"], unit["description"]); !strings.Contains(text, "Kg") || !strings.Contains(text, "Lb") {
		t.Errorf("unit: %v", unit)
	}
}
