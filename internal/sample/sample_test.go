package sample_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/sample"
)

func TestInstances(t *testing.T) {
	for _, c := range []struct{ rule, schema, want string }{
		{"only what is required", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["b"]}`, `{"b":1}`},
		{"an example first", `{"type":"object","properties":{"a":{"type":"string","examples":["Oslo"]}},"required":["a"],"examples":[{"a":"Rome"}]}`, `{"a":"Rome"}`},
		{"no example that is wrong", `{"type":"string","examples":[1,"Oslo"]}`, `"Oslo"`},
		{"a listed value", `{"enum":["celsius","kelvin"]}`, `"celsius"`},
		{"a const", `{"const":{"a":1.0}}`, `{"a":1.0}`},
		{"a default", `{"type":"integer","default":7}`, `7`},
		{"a format", `{"type":"string","format":"date"}`, `"2030-01-31"`},
		{"a length", `{"type":"string","minLength":6}`, `"textte"`},
		{"at most", `{"type":"string","maxLength":2}`, `"te"`},
		{"a minimum", `{"type":"integer","minimum":18}`, `18`},
		{"a maximum", `{"type":"integer","maximum":-4}`, `-4`},
		{"between", `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `0.5`},
		{"a multiple", `{"type":"integer","minimum":10,"multipleOf":7}`, `14`},
		{"a number of items", `{"type":"array","items":{"type":"boolean"},"minItems":2}`, `[true,true]`},
		{"unique items", `{"type":"array","items":{"type":"integer"},"minItems":3,"uniqueItems":true}`, `[1,0,2]`},
		{"a tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"null"}],"minItems":2}`, `["text",null]`},
		{"contains", `{"type":"array","contains":{"const":5}}`, `[5]`},
		{"a number of entries", `{"type":"object","additionalProperties":{"type":"integer"},"minProperties":2}`, `{"other1":1,"other2":1}`},
		{"names", `{"type":"object","propertyNames":{"enum":["x"]},"minProperties":1}`, `{"x":"text"}`},
		{"what is required besides", `{"type":"object","properties":{"a":{"const":1},"b":{"const":2}},"required":["a"],"dependentRequired":{"a":["b"]}}`, `{"a":1,"b":2}`},
		{"a reference", `{"$ref":"#/$defs/A","$defs":{"A":{"type":"integer"}}}`, `1`},
		{"all of", `{"allOf":[{"type":"object","properties":{"a":{"type":"null"}}},{"required":["a"]}]}`, `{"a":null}`},
		{"a form", `{"type":"object","properties":{"kind":{}},"oneOf":[{"required":["kind"],"properties":{"kind":{"const":"x"}}}]}`, `{"kind":"x"}`},
		{"null where nothing else ends", `{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["next"]}`, `{"next":null}`},
		{"no type", `{"minimum":3}`, `3`},
		{"anything", `true`, `"text"`},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got, ok := sample.Instance(json.RawMessage(c.schema))
			if !ok || string(got) != c.want {
				t.Errorf("%s: %s, %v; want %s", c.schema, got, ok, c.want)
			}
		})
	}
}

func TestNoInstance(t *testing.T) {
	for _, schema := range []string{
		`false`,
		`{"type":"integer","minimum":2,"maximum":1}`,
		`{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}`,
		`{"type":"object","unknownKeyword":1}`,
		`no JSON`,
	} {
		if got, ok := sample.Instance(json.RawMessage(schema)); ok {
			t.Errorf("%s: %s", schema, got)
		}
	}
}

func TestEmbed(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"id":{"type":"integer"},
		"lines":{"type":"array","minItems":2,"items":{"$ref":"#/$defs/Line"}},
		"pair":{"type":"array","prefixItems":[{"type":"null"},{"type":"string"}]},
		"tags":{"type":"object","additionalProperties":{"type":"string"}},
		"env":{"type":"object","patternProperties":{"^[A-Z]$":{"type":"integer"}},"additionalProperties":false},
		"pay":{"anyOf":[{"type":"object","properties":{"card":{"type":"string"}},"required":["card"]},{"type":"null"}]}
	},"required":["id"],"$defs":{"Line":{"type":"object","properties":{"sku":{"type":"string"},"n":{"type":"integer"}},"required":["sku"]}}}`
	doc, err := jsondoc.Parse([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pointer, value, want string }{
		{"/properties/id", `7`, `{"id":7}`},
		{"/$defs/Line/properties/n", `7`, `{"id":1,"lines":[{"sku":"text","n":7},{"sku":"text"}]}`},
		{"/properties/pair/prefixItems/1", `"x"`, `{"id":1,"pair":[null,"x"]}`},
		{"/properties/tags/additionalProperties", `"x"`, `{"id":1,"tags":{"other1":"x"}}`},
		{"/properties/pay/anyOf/0/properties/card", `"x"`, `{"id":1,"pay":{"card":"x"}}`},
	} {
		s, err := sample.New(doc)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := s.Embed(c.pointer, jsondoc.Raw(c.value))
		if text := string(jsondoc.Append(nil, got)); !ok || text != c.want {
			t.Errorf("%s: %s, %v; want %s", c.pointer, text, ok, c.want)
		}
	}
}

// TestAgree: an independent validator accepts every instance, and there is one
// for most schemas that have any.
func TestAgree(t *testing.T) {
	agree.Repeatable()
	made, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		doc := agree.ForeignSchema(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") })
		schema := jsondoc.Append(nil, doc)
		oracle, err := agree.NewOracle(schema)
		if err != nil {
			return
		}
		all++
		instance, ok := sample.Instance(schema)
		if !ok {
			return
		}
		made++
		if err := oracle.Refuses(instance); err != nil {
			t.Fatalf("%s\nfor %s\n%v", instance, schema, err)
		}
	})
	if made*2 < all {
		t.Errorf("instances for %d of %d schemas", made, all)
	}
	t.Logf("instances for %d of %d schemas", made, all)
}

func FuzzInstance(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"$ref":"#"}}}`))
	f.Add([]byte(`{"type":"string","pattern":"^a{3,}$","minLength":1e9}`))
	f.Add([]byte(`{"type":"number","minimum":1e308,"multipleOf":1e-300}`))
	f.Fuzz(func(t *testing.T, schema []byte) {
		instance, ok := sample.Instance(schema)
		if ok && !json.Valid(instance) {
			t.Errorf("%s: %s", schema, instance)
		}
	})
}

func BenchmarkInstance(b *testing.B) {
	schema := json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","pattern":"^[A-Z]{3}$"},"b":{"type":"array","items":{"type":"integer","minimum":3},"minItems":2}},"required":["a","b"]}`)
	for b.Loop() {
		if _, ok := sample.Instance(schema); !ok {
			b.Fatal("none")
		}
	}
}

// A value that would be far larger than its schema is not made.
func TestInstanceOfManyItemsOfManyItems(t *testing.T) {
	text := `{"type":"string"}`
	for range 10 {
		text = `{"type":"array","minItems":100,"items":` + text + `}`
	}
	if v, ok := sample.Instance(json.RawMessage(text)); ok {
		t.Errorf("an instance of %d bytes", len(v))
	}
}
