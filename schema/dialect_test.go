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

var dialects = []schema.Dialect{
	schema.JSONSchema, schema.OpenAI, schema.OpenAIStrict, schema.Anthropic, schema.AnthropicStrict,
	schema.Gemini, schema.GeminiJSONSchema,
}

func ExampleDialect_Rewrite() {
	s, err := schema.For[Search](schema.Input)
	if err != nil {
		panic(err)
	}
	for _, d := range []schema.Dialect{schema.OpenAIStrict, schema.Gemini} {
		rewritten, err := d.Rewrite(s.JSON())
		fmt.Println(d, err)
		fmt.Println(string(rewritten.Schema))
		for _, loss := range rewritten.Losses {
			fmt.Println(loss)
		}
	}
	// Output:
	// openai-strict <nil>
	// {"type":"object","properties":{"query":{"type":"string","description":"What to look for. Must have at least 2 characters."},"limit":{"type":["integer","null"],"description":"Default: 10.","minimum":1,"maximum":50}},"required":["query","limit"],"additionalProperties":false}
	// /properties/query: must have at least 2 characters, which only the description says
	// /properties/limit: default: 10, which only the description says
	// gemini <nil>
	// {"type":"OBJECT","properties":{"query":{"type":"STRING","description":"What to look for","minLength":2},"limit":{"type":"INTEGER","description":"Default: 10.","minimum":1,"maximum":50}},"required":["query"]}
	// the root: other names than those listed are refused, which the schema does not say
	// /properties/limit: default: 10, which only the description says
}

func ExampleDialectError() {
	_, err := schema.OpenAIStrict.Rewrite(json.RawMessage(
		`{"type":"object","properties":{"headers":{"type":"object","additionalProperties":{"type":"string"}}}}`))
	fmt.Println(err)

	var bad *schema.DialectError
	fmt.Println(errors.As(err, &bad), bad.Problems[0].Path)
	// Output:
	// the schema cannot be said in openai-strict
	// /properties/headers: an object with names of any kind (a map) cannot be said in strict mode
	// true /properties/headers
}

func ExampleParseDialect() {
	d, err := schema.ParseDialect("gemini")
	fmt.Println(d == schema.Gemini, err)
	_, err = schema.ParseDialect("gemni")
	fmt.Println(err)
	// Output:
	// true <nil>
	// there is no dialect "gemni"; did you mean "gemini"?
}

type grepArgs struct {
	Pattern    string            `json:"pattern"`
	Format     string            `json:"format,omitempty" jsonschema:"enum=text,enum=json,default=text"`
	Title      string            `json:"title,omitempty"`
	Type       string            `json:"type"`
	Default    string            `json:"default,omitempty"`
	Required   bool              `json:"required"`
	Properties map[string]string `json:"properties,omitempty"`
	Ref        string            `json:"$ref,omitempty"`
}

type clipArgs struct {
	Seconds int `json:"seconds" jsonschema:"enum=4,enum=6,enum=8"`
}

type looseArgs struct {
	Any  any              `json:"any"`
	List []any            `json:"list"`
	Rows [][]any          `json:"rows"`
	Recs []map[string]any `json:"recs"`
}

type kitchenSink struct {
	N   float64        `json:"n" jsonschema:"exclusiveMinimum=0,multipleOf=0.5,maximum=9"`
	S   string         `json:"s" jsonschema:"minLength=2,maxLength=5,format=uri,example=cd:e"`
	L   []string       `json:"l" jsonschema:"minItems=2,maxItems=3,uniqueItems=true"`
	M   map[int]string `json:"m"`
	B   []byte         `json:"b"`
	Fix [2]int         `json:"fix"`
}

type sealedSink struct {
	N float64  `json:"n" jsonschema:"exclusiveMinimum=0,multipleOf=0.5,maximum=9"`
	S string   `json:"s" jsonschema:"minLength=2,maxLength=5,format=uri"`
	L []string `json:"l" jsonschema:"minItems=2,maxItems=3,uniqueItems=true"`
}

type spot struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

type strictArgs struct {
	City string   `json:"city"`
	Unit string   `json:"unit,omitempty" jsonschema:"enum=c,enum=f"`
	Near *spot    `json:"near,omitempty"`
	Tags []string `json:"tags,omitempty"`
}

// The known faults of declaring tools to providers.
func TestDialectCases(t *testing.T) {
	for _, c := range []struct {
		name    string
		typ     reflect.Type
		dialect schema.Dialect
		has     []string // of the rewritten schema
		hasNot  []string
		lost    []string // "path keyword"
		refused string   // a part of the error
	}{
		{
			name: "PRV-01 properties named like keywords survive, OpenAI", typ: typeOf[grepArgs](), dialect: schema.OpenAI,
			has: []string{
				`"pattern":{"type":"string"}`, `"format":{"type":"string","enum":["text","json"],"default":"text"}`, `"title":{"type":"string"}`,
				`"type":{"type":"string"}`, `"default":{"type":"string"}`, `"required":{"type":"boolean"}`, `"properties":{"type":"object","additionalProperties"`,
				`"$ref":{"type":"string"}`, `"required":["pattern","type","required"]`,
			},
		},
		{
			name: "PRV-01 properties named like keywords survive, Gemini, which does not take one of the names", typ: typeOf[grepArgs](), dialect: schema.Gemini,
			has:     []string{`"pattern":{"type":"STRING"}`, `"title":{"type":"STRING"}`, `"type":{"type":"STRING"}`, `"required":{"type":"BOOLEAN"}`, `"$ref":{"type":"STRING"}`},
			refused: `/properties/$ref: the name "$ref" is not one that gemini takes`,
		},
		{name: "PRV-02 integers are not listed for Gemini", typ: typeOf[clipArgs](), dialect: schema.Gemini, has: []string{`{"type":"INTEGER","description":"Must be one of 4, 6, 8."}`}, lost: []string{"/properties/seconds enum"}},
		{name: "PRV-02 integers are listed in Gemini's JSON Schema", typ: typeOf[clipArgs](), dialect: schema.GeminiJSONSchema, has: []string{`{"type":"integer","enum":[4,6,8]}`}},
		{name: "PRV-03 all values have a type and all arrays have items, OpenAI", typ: typeOf[looseArgs](), dialect: schema.OpenAI, has: []string{`"any":{"type":["string",`, `"list":{"type":"array","items":{"type":[`}, hasNot: []string{"true", `"items":{}`}},
		{name: "PRV-03 all values have a type and all arrays have items, Gemini", typ: typeOf[looseArgs](), dialect: schema.Gemini, has: []string{`"any":{"anyOf":[{"type":"STRING","nullable":true}`, `"list":{"type":"ARRAY","items":{"anyOf":[`}, lost: []string{"/properties/any items"}},
		{name: "PRV-03 maps cannot be said in strict mode", typ: typeOf[looseArgs](), dialect: schema.OpenAIStrict, refused: "/properties/recs/items: an object with names of any kind (a map) cannot be said in strict mode"},
		{
			name: "PRV-05 keywords outside of Gemini's subset are described", typ: typeOf[kitchenSink](), dialect: schema.Gemini,
			has: []string{`"maximum":9`, `"minLength":2`, `"minItems":2`, "Must be more than 0. ", "Must be a multiple of 0.5", "Must not have equal items.", "The text is encoded in base64."},
			hasNot: []string{
				`"exclusiveMinimum"`, `"multipleOf"`, `"uniqueItems"`, `"format"`, `"examples"`, `"contentEncoding"`, `"additionalProperties"`, `"patternProperties"`, `"propertyNames"`,
			},
			lost: []string{"/properties/n exclusiveMinimum", "/properties/s format", "/properties/b contentEncoding", "/properties/m propertyNames"},
		},
		{
			name: "PRV-05 keywords outside of Anthropic's strict subset are described", typ: typeOf[sealedSink](), dialect: schema.AnthropicStrict,
			has:    []string{`"format":"uri"`, "Must be at most 9.", "Must have at most 5 characters.", "Must have at least 2 items. Must have at most 3 items."},
			hasNot: []string{`"maximum"`, `"exclusiveMinimum"`, `"multipleOf"`, `"minLength"`, `"maxLength"`, `"maxItems"`, `"minItems"`, `"uniqueItems"`},
		},
		{name: "PRV-05 formats outside of OpenAI's strict subset are described", typ: typeOf[sealedSink](), dialect: schema.OpenAIStrict, has: []string{"Must be an absolute URI", `"exclusiveMinimum":0`}, hasNot: []string{`"format"`, `"minLength"`}},
		{
			name: "INS-10 optional properties in strict mode are required and may be null", typ: typeOf[strictArgs](), dialect: schema.OpenAIStrict,
			has: []string{
				`"unit":{"type":["string","null"],"enum":["c","f",null]}`, `"near":{"type":["object","null"],"properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"required":["lat","lon"],"additionalProperties":false}`,
				`"tags":{"type":["array","null"],"items":{"type":"string"}}`, `"required":["city","unit","near","tags"],"additionalProperties":false`,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := schema.ForType(c.typ, schema.Input)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.dialect.Rewrite(s.JSON())
			if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
				t.Errorf("error %v, want %q", err, c.refused)
			}
			for _, part := range c.has {
				if !strings.Contains(string(got.Schema), part) {
					t.Errorf("%s\nlacks %s", got.Schema, part)
				}
			}
			for _, part := range c.hasNot {
				if strings.Contains(string(got.Schema), part) {
					t.Errorf("%s\nhas %s", got.Schema, part)
				}
			}
			var lost strings.Builder
			for _, l := range got.Losses {
				fmt.Fprintln(&lost, l.Path, l.Keyword)
			}
			for _, l := range c.lost {
				if !strings.Contains(lost.String(), l+"\n") {
					t.Errorf("lost:\n%swant %s", lost.String(), l)
				}
			}
		})
	}
}

// What is known to be refused by everyone is in no dialect: NAM-03, INS-09.
func TestForeignRoots(t *testing.T) {
	source := json.RawMessage(`{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://acme.test/cases/window","$ref":"#/$defs/W","$defs":{"W":{"type":"object","properties":{"opens_at":{"type":"string"}}}}}`)
	for _, d := range dialects {
		got, err := d.Rewrite(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"$schema", "$id", "$ref", "$defs", "acme"} {
			if strings.Contains(string(got.Schema), word) {
				t.Errorf("%s: %s has %s", d, got.Schema, word)
			}
		}
		if !strings.HasPrefix(strings.ToLower(string(got.Schema)), `{"type":"object"`) {
			t.Errorf("%s: %s", d, got.Schema)
		}
	}
}

// TestAgreeInDialects: arguments that fit what a provider is shown are taken by
// the very type, up to what the losses say; and OpenAI's null for what is left
// out is nothing that the type complains of.
func TestAgreeInDialects(t *testing.T) {
	t.Parallel()
	said := map[schema.Dialect]int{}
	types := namedAndRandom(t, *agreeChecks/100)
	for i, typ := range types {
		s, err := schema.ForType(typ, schema.Input)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range dialects {
			rewritten, err := d.Rewrite(s.JSON())
			if err != nil {
				if bad := (*schema.DialectError)(nil); !errors.As(err, &bad) || len(bad.Problems) == 0 {
					t.Errorf("%v: %s: %v", typ, d, err)
				}
				continue
			}
			said[d]++
			if d != schema.Gemini && rewritten.Schema != nil { // its types are not those of the judge
				takesBack(t, s, rewritten, uint64(i))
			}
		}
	}
	for _, d := range dialects {
		if said[d]*10 < len(types) {
			t.Errorf("%s: only %d of %d types could be said", d, said[d], len(types))
		}
	}
}

// takesBack decodes what fits a rewritten schema.
func takesBack(t *testing.T, s *schema.Schema, rewritten schema.Rewritten, seed uint64) {
	t.Helper()
	g, err := agree.NewGenerator(rewritten.Schema)
	if err != nil {
		t.Fatalf("%v\n%s", err, rewritten.Schema)
	}
	source, err := agree.NewOracle(s.JSON())
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(seed, 3))
	for range 20 {
		text := g.Instance(rnd, agree.Mode{Plain: true})
		if g.Oracle().Refuses(text) != nil {
			continue
		}
		_, err := s.Decode(t.Context(), text, reflect.New(s.Type()).Interface())
		bad := (*schema.InvalidError)(nil)
		if !errors.As(err, &bad) {
			continue
		}
		for _, p := range bad.Problems {
			if p.Rule == "type" && (p.Got == "null" || len(rewritten.Losses) == 0 && source.Refuses(text) == nil) {
				t.Errorf("%s\n%s\ntext %s\nsource %s", p.Message, rewritten.Schema, text, s)
			}
		}
	}
}

func TestDialectNames(t *testing.T) {
	if all := schema.Dialects(); len(all) != 7 || all[0] != schema.JSONSchema || all[6] != schema.GeminiJSONSchema {
		t.Error(all)
	}
	for _, d := range dialects {
		parsed, err := schema.ParseDialect(d.String())
		if err != nil || parsed != d {
			t.Errorf("%s: %v, %v", d, parsed, err)
		}
	}
	if got := schema.Dialect(200).String(); got != "dialect 200" {
		t.Error(got)
	}
	if _, err := schema.Dialect(200).Rewrite(json.RawMessage(`{"type":"object"}`)); err == nil || err.Error() != "the schema cannot be said in dialect 200\nthe root: there is no such dialect" {
		t.Error(err)
	}
}
