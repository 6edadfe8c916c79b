package agree

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// published has a part of every kind that instances are made for.
const published = `{
	"type": "object",
	"properties": {
		"name": {"type": "string", "minLength": 2, "maxLength": 4},
		"code": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]+$"},
		"mail": {"type": "string", "format": "email"},
		"n": {"type": "integer", "minimum": -3, "exclusiveMaximum": 4},
		"f": {"type": "number", "multipleOf": 0.25, "maximum": 10},
		"kind": {"enum": ["a", 1, null]},
		"list": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3, "uniqueItems": true},
		"map": {"type": "object", "additionalProperties": {"type": "boolean"}, "propertyNames": {"pattern": "^[a-c]+$"}, "maxProperties": 2},
		"or": {"anyOf": [{"type": "string", "pattern": "^x"}, {"type": "integer", "minimum": 100}]},
		"not": {"type": "integer", "minimum": 0, "maximum": 3, "not": {"enum": [1, 2]}},
		"next": {"$ref": "#"},
		"free": {}
	},
	"required": ["name", "n"],
	"additionalProperties": false
}`

func newGenerator(t *testing.T, schema string) *Generator {
	t.Helper()
	g, err := NewGenerator([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestInstancesAreAccepted(t *testing.T) {
	g := newGenerator(t, published)
	rnd := rand.New(rand.NewPCG(1, 2))
	accepted := map[bool]int{}
	for i := range 600 {
		text := g.Instance(rnd, Mode{Complete: i%3 == 0, Plain: i%2 == 0})
		why := g.Oracle().Refuses(text)
		accepted[why == nil]++
		if why != nil && accepted[false] > 30 {
			t.Fatalf("more than 30 of %d are refused, the last: %v\n%s", i+1, why, text)
		}
	}
}

func TestInstancesAreSpoiled(t *testing.T) {
	g := newGenerator(t, published)
	rnd := rand.New(rand.NewPCG(1, 3))
	refused := 0
	for range 600 {
		text := g.Instance(rnd, Mode{Mutate: 1.0 / 8})
		if g.Oracle().Refuses(text) != nil {
			refused++
		}
	}
	if refused < 300 || refused == 600 {
		t.Errorf("%d of 600 spoiled instances are refused", refused)
	}
}

func TestInstancesDependOnTheSeed(t *testing.T) {
	make3 := func(seed uint64) (all []byte) {
		g := newGenerator(t, published)
		rnd := rand.New(rand.NewPCG(seed, 0))
		for range 30 {
			all = append(all, g.Instance(rnd, RandomMode(rnd))...)
		}
		return all
	}
	if !bytes.Equal(make3(1), make3(1)) {
		t.Error("one seed gives different instances")
	}
	if bytes.Equal(make3(1), make3(2)) {
		t.Error("two seeds give the same instances")
	}
}

// TestInstancesVary demands that the interesting values do turn up.
func TestInstancesVary(t *testing.T) {
	g := newGenerator(t, published)
	rnd := rand.New(rand.NewPCG(4, 4))
	var all strings.Builder
	for range 4000 {
		all.Write(g.Instance(rnd, RandomMode(rnd)))
	}
	for _, part := range []string{`"n":-3`, `"n":3`, `"n":4`, `"n":-4`, "null", ".0", "e-", `\u00`, "1e400", `"NAME"`[:2], `"free":`, `"next":{`, `"or":"x`, "9007199254740993", "日本", `\ud83d\ude00`, "\n"} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("%s never turns up", part)
		}
	}
}

func TestComplete(t *testing.T) {
	g := newGenerator(t, `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"array","items":{"type":"object","properties":{"c":{}}}},"d":{"anyOf":[{"type":"object","properties":{"e":{}}},{"type":"null"}]}}}`)
	for text, want := range map[string]bool{
		`{"a":1,"b":[{"c":null}],"d":{"e":2}}`: true,
		`{"a":1,"b":[],"d":{"e":2}}`:           true,
		`{"a":1,"b":[{}],"d":{"e":2}}`:         false,
		`{"a":1,"b":[{"c":1}],"d":{}}`:         false,
		`{"a":1,"b":[{"c":1}]}`:                false,
		`{"a":null,"b":[],"d":{"e":2}}`:        false,
		`{`:                                    false,
	} {
		if got := g.Complete([]byte(text)); got != want {
			t.Errorf("Complete(%s) = %v", text, got)
		}
	}
}

func TestOracle(t *testing.T) {
	o := newGenerator(t, `{"properties":{"ip":{"format":"ipv4"},"mail":{"format":"email"},"at":{"format":"date-time"},"clock":{"format":"time"},"n":{"type":"integer","maximum":1e3},"c":{"contentMediaType":"application/json","contentSchema":{"minimum":3}}}}`).Oracle()
	start := time.Now()
	for text, want := range map[string]bool{
		`{"ip":"1.2.3.4"}`:              true,
		`{"ip":"+1.2.3.4"}`:             false,
		`{"ip":"::1"}`:                  false,
		`{"mail":"a@b.co"}`:             true,
		`{"mail":"@b.co"}`:              false,
		`{"mail":"b.co"}`:               false,
		`{"at":"2026-05-01T10:00:00Z"}`: true,
		`{"at":"2026-05-01T10:+0:00Z"}`: false,
		`{"clock":"10:00:00+01:00"}`:    true,
		`{"clock":"10:00:00++1:00"}`:    false,
		`{"clock":"25:00:00Z"}`:         false,
		`{"n":1e3}`:                     true,
		`{"n":1001}`:                    false,
		`{"n":1e999999999}`:             false,
		`{"n":1e-999999}`:               false,
		`{"c":"3"}`:                     true,
		`{"c":"2"}`:                     false,
		`{"x":"1e999999"}`:              true, // no number
		`{"x":"\"1e999999"}`:            true,
		`not JSON`:                      false,
		`{"n":` + many + `}`:            false,
		`{"x":"` + many + `"}`:          true,
	} {
		if err := o.Refuses([]byte(text)); (err == nil) != want {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the judge took %v", took)
	}
	if _, err := NewOracle([]byte(`{"type":7}`)); err == nil {
		t.Error("what is no schema is taken for one")
	}
}

var many = strings.Repeat("7", 3000)

func TestDefects(t *testing.T) {
	for text, want := range map[string]defects{
		`{"a":1,"b":{"a":"1e999"}}`: {},
		`"\ud83d\ude00 \\ud800"`:    {},
		`[0e999, 0.0, -0]`:          {},
		`{"a":1,"\u0061":2}`:        {duplicate: true},
		`[{"a":{"b":1,"b":2}}]`:     {duplicate: true},
		`1e400`:                     {number: true},
		`[-1e-400]`:                 {number: true},
		`{"a":`:                     {malformed: true},
		`"\ud800"`:                  {malformed: true},
		`"\ude00\ud83d"`:            {malformed: true},
		"\"\xff\"":                  {malformed: true},
		strings.Repeat("[", 1001) + strings.Repeat("]", 1001): {malformed: true},
		strings.Repeat("[", 1000) + strings.Repeat("]", 1000): {},
		"1" + strings.Repeat("0", 1200):                       {malformed: true, number: true},
	} {
		if got := defectsOf([]byte(text), false); got != want {
			t.Errorf("%.40s: %+v, want %+v", text, got, want)
		}
	}
	if got := defectsOf([]byte(`{"a":"{\"b\":1,\"b\":\" 1e400 \"}"}`), true); !got.duplicate || !got.number {
		t.Errorf("inside strings: %+v", got)
	}
}

// honest is a check that keeps the law by asking the judge.
func honest(t *testing.T) *Subject {
	t.Helper()
	s := &Subject{Schema: []byte(`{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false}`)}
	s.Output = s.Schema
	s.Normalize = func(text []byte) ([]byte, Report) {
		if d := defectsOf(text, false); d.any() {
			return text, Report{Problems: []Problem{{Rule: map[bool]string{true: "json", false: "number"}[!d.number]}}}
		}
		if s.generator.oracle.Refuses(text) != nil {
			return text, Report{Problems: []Problem{{Rule: "type"}}}
		}
		return text, Report{}
	}
	s.Decode = func(text []byte) (any, Report) { return text, Report{} }
	s.Encode = func(v any) ([]byte, error) { return v.([]byte), nil }
	s.Decodes = func(string) bool { return false }
	s.GoRule = func(string, string) bool { return false }
	if _, err := s.Prepare(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTry(t *testing.T) {
	refusing := func(rule string) func([]byte) ([]byte, Report) {
		return func(text []byte) ([]byte, Report) { return text, Report{Problems: []Problem{{Rule: rule}}} }
	}
	for _, row := range []struct {
		name, text string
		change     func(s *Subject)
		want       string // part of the disagreement, "" for none
	}{
		{"good", `{"n":1}`, func(*Subject) {}, ""},
		{"bad", `{"n":"x"}`, func(*Subject) {}, ""},
		{"no JSON", `{`, func(*Subject) {}, ""},
		{"accepts everything", `{"n":"x"}`, func(s *Subject) {
			s.Normalize = func(text []byte) ([]byte, Report) { return text, Report{} }
		}, "accepts what the published schema refuses"},
		{"refuses everything", `{"n":1}`, func(s *Subject) { s.Normalize = refusing("type") }, "refuses what the published schema accepts"},
		{"invents duplicates", `{"n":1}`, func(s *Subject) { s.Normalize = refusing("duplicate") }, `"duplicate", which the text does not have`},
		{"invents a keyword", `{"n":"x"}`, func(s *Subject) { s.Normalize = refusing("niceness") }, `"niceness", which no schema knows`},
		{"takes duplicates", `{"n":1,"n":2}`, func(s *Subject) {
			s.Normalize = func(text []byte) ([]byte, Report) { return text, Report{} }
		}, "no I-JSON"},
		{"changes its mind", `{"n":1}`, func(s *Subject) {
			s.Normalize = func(text []byte) ([]byte, Report) { return append([]byte(" "), text...), Report{} }
		}, "twice"},
		{"does not decode", `{"n":1}`, func(s *Subject) {
			s.Decode = func([]byte) (any, Report) { return nil, Report{Problems: []Problem{{Rule: "decode"}}} }
		}, "cannot be decoded"},
		{"may not decode", `{"n":1}`, func(s *Subject) {
			s.Decode = func([]byte) (any, Report) { return nil, Report{Problems: []Problem{{Rule: "decode"}}} }
			s.Decodes = func(string) bool { return true }
		}, ""},
		{"has a Go rule of its own", `{"n":1}`, func(s *Subject) {
			s.Decode = func([]byte) (any, Report) { return nil, Report{Problems: []Problem{{Rule: "isbn"}}} }
		}, `breaks "isbn"`},
		{"has a Go rule", `{"n":1}`, func(s *Subject) {
			s.Decode = func([]byte) (any, Report) { return nil, Report{Problems: []Problem{{Rule: "isbn"}}} }
			s.GoRule = func(string, string) bool { return true }
		}, ""},
		{"writes something else", `{"n":1}`, func(s *Subject) {
			s.Encode = func(any) ([]byte, error) { return []byte(`{"n":"1"}`), nil }
		}, "output schema refuses"},
		{"writes no JSON", `{"n":1}`, func(s *Subject) {
			s.Encode = func(any) ([]byte, error) { return []byte(`{"n":`), nil }
		}, "no JSON"},
		{"has nothing to write", `{"n":1}`, func(s *Subject) { s.Encode = func(any) ([]byte, error) { return nil, nil } }, ""},
	} {
		s := honest(t)
		row.change(s)
		_, bad := s.Try([]byte(row.text))
		switch {
		case bad == nil && row.want != "":
			t.Errorf("%s: no disagreement, want %q", row.name, row.want)
		case bad != nil && (row.want == "" || !strings.Contains(bad.Error(), row.want)):
			t.Errorf("%s: %v, want %q", row.name, bad, row.want)
		}
	}
}

// named has types that read themselves.
type typeFacts struct {
	IP    netip.Addr             `json:"ip"`
	At    time.Time              `json:"at"`
	Raw   json.RawMessage        `json:"raw"`
	N     int                    `json:"n,string" validate:"min=3"`
	List  []*netip.Addr          `json:"a/b" validate:"max=2,dive,required"`
	ByIP  map[netip.Addr]int     `json:"by_ip"`
	Deep  struct{ F *typeFacts } `json:"deep" validate:"required_with=N|eqfield=N"`
	Plain string                 `json:"plain" validate:"email|uuid,max=9"`
}

func TestTypeFacts(t *testing.T) {
	typ := reflect.TypeFor[*typeFacts]()
	for path, want := range map[string]bool{
		"/ip": true, "/at": false, "/raw": false, "/n": true, "/a~1b/0": true, "/a~1b": false, "/by_ip/::1": true, "/by_ip": false,
		"/deep/F/ip": true, "/deep/F/plain": false, "": false, "/nosuch/x": false, "/plain": false,
	} {
		if got := DecodesItself(typ, path); got != want {
			t.Errorf("DecodesItself(%q) = %v", path, got)
		}
	}
	for _, row := range []struct {
		path, rule string
		want       bool
	}{
		{"/n", "min", true},
		{"/n", "max", false},
		{"/a~1b", "max", true},
		{"/a~1b/1", "required", true},
		{"/plain", "email", true},
		{"/plain", "email|uuid", true},
		{"/plain", "min", false},
		{"/deep/F/n", "min", true},
		{"/deep", "eqfield", true},
		{"/ip", "min", false},
	} {
		if got := HasRule(typ, row.path, row.rule); got != row.want {
			t.Errorf("HasRule(%q, %q) = %v", row.path, row.rule, got)
		}
	}
}

func TestSpelling(t *testing.T) {
	m := &maker{Generator: newGenerator(t, "{}"), rnd: rand.New(rand.NewPCG(1, 1))}
	for _, text := range []string{"0", "1", "-1", "100", "-2500", "0.5", "12.25", "-0.125", "9007199254740993"} {
		spellings := map[string]bool{}
		for range 200 {
			s := m.spelling(text)
			spellings[s] = true
			if !json.Valid([]byte(s)) || rat(s).Cmp(rat(text)) != 0 {
				t.Errorf("%s is no way to write %s", s, text)
			}
		}
		if len(spellings) < 3 {
			t.Errorf("%s is only written as %v", text, spellings)
		}
	}
}

func TestQuote(t *testing.T) {
	m := &maker{Generator: newGenerator(t, "{}"), rnd: rand.New(rand.NewPCG(1, 1))}
	for i := range 300 {
		m.out = nil
		want := string(letters[i%len(letters)]) + strconv.Itoa(i) + "/😀\\"
		m.quote(want)
		if got := unquote(m.out); got != want {
			t.Errorf("%s reads %q, want %q", m.out, got, want)
		}
	}
}
