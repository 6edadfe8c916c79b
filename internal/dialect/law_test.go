package dialect_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/dialect"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

var checks = flag.Int("agree.checks", 2000, "how many instances of 100 schemas are tried")

var profiles = []*dialect.Profile{
	dialect.JSONSchema, dialect.OpenAI, dialect.OpenAIStrict, dialect.Anthropic, dialect.AnthropicStrict,
	dialect.Gemini, dialect.GeminiJSONSchema,
}

// TestAgree holds rewritten schemas to the law, with an independent validator as
// the judge: what fits the source fits the rewritten schema, unless a loss says
// what cannot be given any more; and where nothing is lost, what fits the
// rewritten schema fits the source.
func TestAgree(t *testing.T) {
	for _, p := range profiles {
		t.Run(p.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				source := jsondoc.Append(nil, anySchema(t))
				seed := rapid.Uint64().Draw(t, "seed")
				agrees(t, p, source, seed)
			})
		})
	}
}

type fataler interface {
	Fatalf(format string, args ...any)
}

// agrees checks the law for one schema.
func agrees(t fataler, p *dialect.Profile, source []byte, seed uint64) {
	original, err := agree.NewGenerator(source)
	if err != nil {
		t.Fatalf("the source is no schema: %v\n%s", err, source)
	}
	// Null for what is left out, the names of types, and no schema at all are
	// matters of their own.
	plain := *p
	plain.AllRequired, plain.UpperTypes, plain.NoEmptyRoot, plain.Limits, plain.Names = false, false, false, dialect.Limits{}, nil
	result, problems := dialect.Rewrite(&plain, source)
	if len(problems) > 0 {
		return // a clear error is always right
	}
	standard := withoutNullable(result.Schema)
	rewritten, err := agree.NewGenerator(standard)
	if err != nil {
		t.Fatalf("the rewritten schema is none: %v\nsource:    %s\nrewritten: %s", err, source, standard)
	}
	rnd := rand.New(rand.NewPCG(seed, 0))
	for range *checks / 100 {
		if !narrowed(result.Losses) {
			instance := original.Instance(rnd, agree.RandomMode(rnd))
			if isObject(instance) && original.Oracle().Refuses(instance) == nil {
				if err := rewritten.Oracle().Refuses(instance); err != nil {
					t.Fatalf("the source accepts what the rewritten schema refuses\nsource:    %s\nrewritten: %s\ninstance:  %s\n%v\nlosses: %v",
						source, standard, instance, err, result.Losses)
				}
			}
		}
		if len(result.Losses) == 0 {
			instance := rewritten.Instance(rnd, agree.RandomMode(rnd))
			if rewritten.Oracle().Refuses(instance) == nil {
				if err := original.Oracle().Refuses(instance); err != nil {
					t.Fatalf("nothing is lost, but the rewritten schema accepts what the source refuses\nsource:    %s\nrewritten: %s\ninstance:  %s\n%v",
						source, standard, instance, err)
				}
			}
		}
	}
}

func isObject(instance []byte) bool {
	var v map[string]json.RawMessage
	return json.Unmarshal(instance, &v) == nil && v != nil
}

func narrowed(losses []dialect.Loss) bool {
	return slices.ContainsFunc(losses, func(l dialect.Loss) bool { return strings.Contains(l.Text, "cannot be given") })
}

// withoutNullable says nullable: true in the words of JSON Schema, which the
// judge knows.
func withoutNullable(schema []byte) []byte {
	doc, err := jsondoc.Parse(schema)
	if err != nil {
		return schema
	}
	keyword.Each(doc, "", func(o *jsondoc.Object, _ string) {
		if !o.Has("nullable") {
			return
		}
		o.Delete("nullable")
		o.Set("type", jsondoc.Array{jsondoc.FromString(keyword.Text(o, "type")), jsondoc.FromString("null")})
		if v, ok := o.Lookup("enum"); ok {
			values, _ := v.(jsondoc.Array)
			o.Set("enum", append(slices.Clone(values), jsondoc.Raw("null")))
		}
	})
	return jsondoc.Append(nil, doc)
}

// anySchema draws the schema of a tool's arguments, as any server may send it.
func anySchema(t *rapid.T) *jsondoc.Object {
	d := drawer{t}
	root := d.object(0)
	if d.one(3) {
		d.conditions(root, 0)
	}
	defs := jsondoc.NewObject()
	for _, name := range defNames {
		defs.Set(name, d.schema(2))
	}
	root.Set("$defs", defs)
	return root
}

var (
	defNames      = []string{"A", "B"}
	propertyNames = []string{"a", "b", "type", "pattern", "properties", "required", "$ref", "enum"}
)

type drawer struct{ *rapid.T }

func (d drawer) number(below int) int { return rapid.IntRange(0, below-1).Draw(d.T, "n") }

// one is true once in n times.
func (d drawer) one(n int) bool { return d.number(n) == 0 }

func raw(format string, args ...any) jsondoc.Value {
	v, err := jsondoc.Parse(fmt.Appendf(nil, format, args...))
	if err != nil {
		panic(err)
	}
	return v
}

func (d drawer) pick(texts ...string) jsondoc.Value {
	return raw("%s", texts[d.number(len(texts))])
}

func (d drawer) schema(depth int) jsondoc.Value {
	if depth > 3 {
		return d.pick(`{"type":"string"}`, `{"type":"integer"}`, `true`, `{}`)
	}
	var o *jsondoc.Object
	switch d.number(12) {
	case 0:
		return d.pick("true", "false", "{}", `{"$ref":"#/$defs/A"}`)
	case 1:
		return jsondoc.NewObject(jsondoc.Member{Name: "$ref", Value: d.pick(`"#/$defs/A"`, `"#/$defs/B"`, `"#"`)})
	case 2, 3:
		o = d.object(depth)
	case 4:
		o = d.array(depth)
	case 5, 6:
		o = d.text()
	case 7, 8:
		o = d.numeric()
	case 9:
		o = jsondoc.NewObject(jsondoc.Member{Name: "enum", Value: d.pick(`["x","y"]`, `[1,2.5]`, `["x",null,3]`, `[true,"","a"]`, `[{"a":1},[1]]`)})
	case 10:
		o = jsondoc.NewObject(jsondoc.Member{Name: "const", Value: d.pick(`"x"`, `7`, `null`, `true`, `[1]`)})
	default:
		o = jsondoc.NewObject(jsondoc.Member{Name: "type", Value: d.pick(`["string","null"]`, `["integer","string"]`, `"null"`, `"boolean"`, `["object","array","null"]`)})
	}
	if d.one(3) {
		o.Set("description", d.pick(`"What it is"`, `"Ends with a stop."`))
	}
	if d.one(5) {
		d.conditions(o, depth)
	}
	return o
}

func (d drawer) object(depth int) *jsondoc.Object {
	o := raw(`{"type":"object"}`).(*jsondoc.Object)
	properties := jsondoc.NewObject()
	var required jsondoc.Array
	for range d.number(4) {
		name := propertyNames[d.number(len(propertyNames))]
		properties.Set(name, d.schema(depth+1))
		if d.one(3) {
			required = append(required, jsondoc.FromString(name))
		}
	}
	o.Set("properties", properties)
	if len(required) > 0 {
		o.Set("required", required[:1])
	}
	switch d.number(6) {
	case 0, 1, 2:
		o.Set("additionalProperties", jsondoc.FromBool(false))
	case 3:
		o.Set("additionalProperties", d.schema(depth+1))
	}
	d.some(o, map[string][]string{
		"minProperties": {"1"}, "maxProperties": {"3"}, "propertyNames": {`{"pattern":"^[a-z$]+$"}`},
		"dependentRequired": {`{"a":["b"]}`}, "patternProperties": {`{"^p":{"type":"integer"}}`},
		"default": {"{}"}, "title": {`"T"`},
	})
	return o
}

func (d drawer) array(depth int) *jsondoc.Object {
	o := raw(`{"type":"array"}`).(*jsondoc.Object)
	if !d.one(4) {
		o.Set("items", d.schema(depth+1))
	}
	if d.one(4) {
		o.Set("prefixItems", jsondoc.Array{d.schema(depth + 1), d.schema(depth + 1)})
	}
	d.some(o, map[string][]string{
		"minItems": {"1", "2"}, "maxItems": {"3"}, "uniqueItems": {"true", "false"}, "contains": {`{"type":"integer"}`},
	})
	return o
}

func (d drawer) text() *jsondoc.Object {
	o := jsondoc.NewObject()
	if !d.one(5) {
		o.Set("type", raw(`"string"`))
	}
	d.some(o, map[string][]string{
		"minLength": {"1", "2"}, "maxLength": {"5"}, "pattern": {`"^[a-c]*$"`, `"\\d"`, `"^\\p{L}+$"`},
		"format": {`"date-time"`, `"uri"`, `"ipv4"`, `"x"`}, "default": {`"a"`}, "examples": {`["a"]`},
		"contentEncoding": {`"base64"`}, "deprecated": {"true"}, "x-order": {"1"}, "readOnly": {"true"},
	})
	return o
}

func (d drawer) numeric() *jsondoc.Object {
	o := jsondoc.NewObject(jsondoc.Member{Name: "type", Value: d.pick(`"integer"`, `"number"`, `["number","null"]`)})
	d.some(o, map[string][]string{
		"minimum": {"0", "-2.5"}, "maximum": {"9"}, "exclusiveMinimum": {"1"}, "exclusiveMaximum": {"100"},
		"multipleOf": {"2", "0.5"}, "enum": {"[1,2,4]", "[2.5,4]"},
	})
	return o
}

// some sets a few of the keywords, in a fixed order.
func (d drawer) some(o *jsondoc.Object, values map[string][]string) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if d.one(5) {
			o.Set(name, d.pick(values[name]...))
		}
	}
}

// conditions adds what combines schemas.
func (d drawer) conditions(o *jsondoc.Object, depth int) {
	name := []string{"allOf", "anyOf", "oneOf", "not", "if"}[d.number(5)]
	switch name {
	case "not", "if":
		o.Set(name, d.pick(`{"required":["a"]}`, `{"type":"string"}`, `{"properties":{"a":{"const":1}}}`, `{}`))
		if name == "if" {
			o.Set("then", d.pick(`{"required":["b"]}`, `true`))
			o.Set("else", d.pick(`{"minProperties":1}`, `{}`))
		}
	default:
		forms := jsondoc.Array{}
		for range 1 + d.number(3) {
			if d.one(3) {
				forms = append(forms, d.pick(`{"required":["a"]}`, `{"required":["b"]}`, `{"type":"null"}`, `{"minLength":2}`))
			} else {
				forms = append(forms, d.schema(depth+1))
			}
		}
		o.Set(name, forms)
	}
}
