package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/schema"
)

// hostileTexts are what goes wrong with arguments, and what senders of bad will
// try.
var hostileTexts = []string{
	"", " ", "null", "true", "0", `""`, "[]", "{}", " {} ", "{", "}", "[", `{"`, `{"value"`, `{"value":`, `{"value":1`, `{"value":1,`, `{"value":1}}`,
	`{"value":1}{"value":2}`, `{"value":1} x`, `{"value":1,}`, `{,}`, `{"value" 1}`, "\ufeff{}", "```json\n{}\n```", `{'value':1}`, `{"value":NaN}`, `{"value":+1}`, `{"value":01}`,
	`{"value":1,"value":2}`, `{"value":1,"val\u0075e":2}`, `{"VALUE":1}`, `{"value":null}`, `{"value":"5"}`, `{"value":"null"}`, `"{\"value\":1}"`,
	`{"value":1e400}`, `{"value":-1e400}`, `{"value":1e999999}`, `{"value":1e-999999}`, `{"value":1e99999999999999999999}`, `{"value":0e999999}`, `{"value":1.0}`, `{"value":-0}`, `{"value":128}`,
	`{"value":` + strings.Repeat("9", 400) + `}`, `{"value":1.` + strings.Repeat("0", 2000) + `}`, `{"value":0.` + strings.Repeat("0", 320) + `1}`,
	`{"s":"\ud800"}`, `{"s":"\udc00\ud800"}`, `{"s":"\ud83d\ude00"}`, "{\"s\":\"\xff\"}", "{\"\xc3(\":1}", "{\"s\":\"\xed\xa0\x80\"}", "{\"s\":\"\xf4\x90\x80\x80\"}",
	"{\"s\":\"a\x00b\"}", "{\"s\":\"a\nb\"}", `{"s":"\u0000"}`, `{"s":"\x41"}`, `{"s":"\u00g0"}`, `{"s":"\`, `{"s":"\u12`, "\x00", "{}\x00",
	strings.Repeat("[", 10_000), strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), strings.Repeat(`{"kids":[`, 5_000), strings.Repeat(`{"next":`, 10_000) + "{}" + strings.Repeat("}", 10_000),
	`{"value":1,"kids":[{"value":2,"kids":[{"value":3}]}],"named":{"":{"value":-128}},"next":{"value":1e0}}`,
	`{"i":"1","f":"0.5","b":"true","s":"\"x\\u0000\"","min":"3","word":"false"}`, `{"i":1,"f":"1e400","b":"True","min":"99999999999999999999","word":null}`,
	`{"unit":"f","limit":5e1,"deep":{"limit":"7","deep":{}},"wait":"1h","tags":null}`, `{"wait":"999999h999999h999999h"}`, `{"wait":5}`,
	`{"id":"A1","made":"2026-05-01T10:00:00Z","note":"aGk=","vip":true,"named":{"vip":false},"odd name!":1}`, `{"id":"A1","made":"\u0032026-05-01T10:00:00Z","vip":true,"named":{"vip":false},"note":"","odd name!":-0}`,
	`{"items":[{"start":1,"stop":2,"from":"2026-05-01T10:00:00Z","to":"2026-05-01T10:00:00Z","mode":"hard","why":"x","a":"y"}],"total":4294967296}`,
}

// fuzzedTypes are the types that texts are decoded into. Those that encoding/json
// reads in the published form are marked: it must then give the same value.
var fuzzedTypes = []struct {
	typ  reflect.Type
	same bool
}{
	{typeOf[tree](), true}, {typeOf[quoted](), true}, {typeOf[defaults](), false}, {typeOf[embedding](), false}, {typeOf[page[crossed]](), false}, {typeOf[wire](), false},
}

func FuzzDecode(f *testing.F) {
	for _, text := range hostileTexts {
		f.Add([]byte(text))
	}
	var subjects []*agree.Subject
	for i, fuzzed := range fuzzedTypes {
		s, err := subject(fuzzed.typ)
		if err != nil {
			f.Fatal(err)
		}
		g, err := s.Prepare()
		if err != nil {
			f.Fatal(err)
		}
		subjects = append(subjects, s)
		rnd := rand.New(rand.NewPCG(uint64(i), 5))
		for range 8 {
			f.Add(g.Instance(rnd, agree.RandomMode(rnd)))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for i, s := range subjects {
			result, bad := s.Try(text)
			if bad != nil {
				t.Errorf("%v: %v", fuzzedTypes[i].typ, bad)
			}
			if !result.Accepted || !fuzzedTypes[i].same {
				continue
			}
			plain := reflect.New(fuzzedTypes[i].typ)
			if err := json.Unmarshal(result.Normal, plain.Interface()); err != nil {
				t.Errorf("encoding/json does not read %s: %v", result.Normal, err)
			} else if !reflect.DeepEqual(plain.Interface(), result.Value) {
				t.Errorf("encoding/json reads %s as %+v, the check as %+v", result.Normal, plain.Interface(), result.Value)
			}
		}
	})
}

// hostileTags are jsonschema and validate tags at the edges of their grammars.
var hostileTags = [][2]string{
	{"", ""},
	{"required", "required"},
	{"minLength=2,maxLength=1", "min=3,max=2"},
	{"minimum=NaN", "min=NaN"},
	{"minimum=1e400", "min=1e400"},
	{"enum=", "oneof="},
	{"pattern=(", "contains="},
	{`pattern=^a\\,b$`, "contains=0x2C"},
	{"default=x", "eq=x"},
	{"a text, with a comma", "min=1|max=2|"},
	{"=", "="},
	{",", ","},
	{",,,", "|||"},
	{"-", "-"},
	{"default={", "dive,dive,dive"},
	{"enum=1,enum=1.0,const=2", "keys,endkeys"},
	{"description=\x00\xff", "dive,keys,dive,endkeys,endkeys"},
	{"title=<>&\u2028", "excluded_with=F"},
	{"pattern=\\p{L}+(?i)x", "required_if=F"},
	{"multipleOf=0", "len=-1"},
	{"multipleOf=-1", "len=99999999999999999999"},
	{"maxItems=4294967296", "unique=F"},
	{"oneof_type=;", "datetime="},
	{"exclusiveMinimum=5,maximum=5", "gt=5,lte=5"},
	{"minimum=0x10", "min=0x10"},
	{"pattern=" + strings.Repeat("(a|b", 50), strings.Repeat("min=1|", 50) + "max=1"},
	{"pattern=(a{1000}){1000}", "eqfield=F.F.F"},
	{"format=nosuch", "nosuch"},
	{"oneof_required=", "eq_ignore_case=\u212a"},
	{"writeOnly=maybe", "min=1s"},
	{"example=[1", "noneof=1 2 'x y"},
	{"x-y=1", "validateFn"},
	{"type=string", "omitempty"},
	{"nullable,nullable", "structonly"},
	{"const=null", "isdefault"},
}

// fuzzedKinds are the types of fields that get the tags.
var fuzzedKinds = []reflect.Type{
	typeOf[string](), typeOf[int8](), typeOf[uint64](), typeOf[float32](), typeOf[bool](), typeOf[*string](), typeOf[[]string](), typeOf[[2]int](), typeOf[[]byte](),
	typeOf[map[string]int](), typeOf[map[int8][]string](), typeOf[any](), typeOf[json.RawMessage](), typeOf[level](), typeOf[page[int]](), typeOf[[]defaults](),
}

// FuzzTag describes fields with any tags: that must not panic, and must give
// either an error of the author's or a schema that is one and is kept to.
func FuzzTag(f *testing.F) {
	for i, tags := range hostileTags {
		for kind := range fuzzedKinds {
			f.Add("f", tags[0], tags[1], uint8(kind))
		}
		f.Add([]string{"f,string", "-", "-,", "", "a b,omitempty", "f\"", "f,omitzero,string"}[i%7], tags[0], tags[1], uint8(i))
	}
	f.Fuzz(func(t *testing.T, name, words, rules string, kind uint8) {
		tag := fmt.Sprintf("json:%q jsonschema:%q validate:%q", name, words, rules)
		typ := reflect.StructOf([]reflect.StructField{{Name: "F", Type: fuzzedKinds[int(kind)%len(fuzzedKinds)], Tag: reflect.StructTag(tag)}})
		s, err := subject(typ)
		var refused *schema.TypeError
		switch {
		case errors.As(err, &refused):
			return
		case err != nil:
			t.Fatalf("%s: not a TypeError: %v", tag, err)
		}
		g, err := s.Prepare()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tag, err, s.Schema)
		}
		rnd := rand.New(rand.NewPCG(1, uint64(kind)))
		for range 4 {
			if _, bad := s.Try(g.Instance(rnd, agree.RandomMode(rnd))); bad != nil {
				t.Errorf("%s: %v\n%s", tag, bad, s.Schema)
			}
		}
	})
}

// FuzzDiff: no two texts make Diff panic, nothing differs from itself, and what
// differs one way differs the other way.
func FuzzDiff(f *testing.F) {
	seeds := []string{
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"unevaluatedProperties":false}`,
		`{"anyOf":[{"type":"null"},{"$ref":"#/$defs/A","minimum":1}],"$defs":{"A":{"type":["integer","null"],"enum":[1,null]}}}`,
		`{"items":[{"$ref":"#"}],"additionalItems":false,"exclusiveMinimum":true,"required":true,"nullable":true}`,
		`{"allOf":[{"$dynamicRef":"#x"},true,{"not":{}}],"dependencies":{"a":["b"]},"multipleOf":0}`,
		`{"type":3,"enum":{},"properties":[],"anyOf":[],"$ref":4}`,
	}
	for i, s := range seeds {
		f.Add([]byte(s), []byte(seeds[(i+1)%len(seeds)]))
	}
	f.Fuzz(func(t *testing.T, before, after []byte) {
		there, err := schema.Diff(before, after, schema.Input)
		if err != nil {
			return
		}
		same, err := schema.Diff(before, before, schema.Input)
		if err != nil || len(same) > 0 {
			t.Errorf("%s differs from itself: %v, %v", before, same, err)
		}
		back, err := schema.Diff(after, before, schema.Input)
		if err != nil || (len(there) > 0) != (len(back) > 0) {
			t.Errorf("from %s to %s: %v; back: %v, %v", before, after, there, back, err)
		}
	})
}
