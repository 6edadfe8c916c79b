package dialect_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/internal/dialect"
)

// Every rule of rewriting on its own: what of a property becomes what.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule    string
		profile *dialect.Profile
		source  string // of the property p, which is required
		want    string
	}{
		{"types of other languages are those of JSON", dialect.JSONSchema, `{"type":"ArrayList","items":{"type":"float"}}`, `{"type":"array","items":{"type":"number"}}`},
		{"any type is none", dialect.JSONSchema, `{"type":"any"}`, `{}`},
		{"a boolean schema is an object", dialect.JSONSchema, `true`, `{}`},
		{"exclusive bounds of draft 4", dialect.JSONSchema, `{"minimum":1,"exclusiveMinimum":true,"maximum":3,"exclusiveMaximum":false}`, `{"exclusiveMinimum":1,"maximum":3}`},
		{"tuples of draft 7", dialect.JSONSchema, `{"items":[{"type":"string"}],"additionalItems":{"type":"integer"}}`, `{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}`},
		{"nullable of OpenAPI", dialect.JSONSchema, `{"type":"string","nullable":true,"enum":["a"]}`, `{"type":["string","null"],"enum":["a",null]}`},
		{"dependencies of draft 7", dialect.JSONSchema, `{"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"required":["d"]}}}`},
		{"words that place a schema go", dialect.JSONSchema, `{"$schema":"x","$comment":"c","$anchor":"a","type":"string"}`, `{"type":"string"}`},
		{"data is not rewritten", dialect.JSONSchema, `{"const":{"definitions":{},"type":"dict","$ref":"#/x"},"default":{"nullable":true}}`, `{"const":{"definitions":{},"type":"dict","$ref":"#/x"},"default":{"nullable":true}}`},

		{"nullable beside a choice", dialect.JSONSchema, `{"description":"D","anyOf":[{"type":"string"},{"type":"integer"}],"nullable":true}`, `{"description":"D","anyOf":[{"anyOf":[{"type":"string"},{"type":"integer"}]},{"type":"null"}]}`},
		{"nullable beside parts", dialect.JSONSchema, `{"allOf":[{"type":"string"}],"nullable":true}`, `{"anyOf":[{"allOf":[{"type":"string"}]},{"type":"null"}]}`},
		{"nothing is listed", dialect.JSONSchema, `{"enum":[]}`, `{"not":{}}`},

		{"free functions keep their keywords", dialect.OpenAI, `{"type":"string","minLength":2,"format":"uri","default":"ab"}`, `{"type":"string","format":"uri","minLength":2,"default":"ab"}`},
		{"a value that may be anything has all types", dialect.OpenAI, `{}`, `{"type":["string","number","boolean","object","array","null"],"items":{"type":["string","number","boolean","object","null"]}}`},
		{"an array without items gets some", dialect.Anthropic, `{"type":"array"}`, `{"type":"array","items":{"type":["string","number","boolean","object","null"]}}`},
		{"one of several forms is loosened with the forms", dialect.OpenAI, `{"oneOf":[{"type":"string","pattern":"\\p{L}"},{"type":"string","maxLength":1}]}`, `{"description":"Must fit exactly one of the forms.","anyOf":[{"type":"string","description":"Must match the pattern \\p{L}."},{"type":"string","maxLength":1}]}`},
		{"listed values that are of another type go", dialect.OpenAI, `{"type":"string","enum":["a",1,null]}`, `{"type":"string","enum":["a"]}`},
		{"values that are listed for an array are of its items", dialect.Gemini, `{"type":"array","items":{"type":"string"},"enum":["a","b"]}`, `{"type":"ARRAY","items":{"type":"STRING","enum":["a","b"]}}`},
		{"values that are listed as texts are what they say", dialect.OpenAI, `{"type":"integer","enum":["1","2"]}`, `{"type":"integer","enum":[1,2]}`},
		{"listed values of another type are described", dialect.OpenAI, `{"type":"integer","enum":["one","two"]}`, `{"type":"integer","description":"Must be one of \"one\", \"two\"."}`},
		{"listed values tell their type", dialect.Anthropic, `{"enum":[1,2.5]}`, `{"type":"number","enum":[1,2.5]}`},
		{"a pattern that is not common to all readers goes", dialect.OpenAI, `{"type":"string","pattern":"^\\p{L}$"}`, `{"type":"string","description":"Must match the pattern ^\\p{L}$."}`},
		{"a sentence follows the description", dialect.OpenAI, `{"type":"string","description":"A word","pattern":"(?<x>a)"}`, `{"type":"string","description":"A word. Must match the pattern (?<x>a)."}`},

		{"strict: counts of letters and items are described", dialect.OpenAIStrict, `{"type":"array","items":{"type":"string","maxLength":5},"uniqueItems":true,"maxItems":3}`, `{"type":"array","description":"Must not have equal items.","items":{"type":"string","description":"Must have at most 5 characters."},"maxItems":3}`},
		{"strict: nested objects are closed, and all of them required", dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","enum":[1,2]},"c":{"const":"x"}},"required":["a"]}`, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["integer","null"],"enum":[1,2,null]},"c":{"type":["string","null"],"enum":["x",null]}},"required":["a","b","c"],"additionalProperties":false}`},
		{"strict: allOf becomes one schema", dialect.OpenAIStrict, `{"allOf":[{"type":"integer","minimum":1},{"minimum":3,"maximum":9}]}`, `{"type":"integer","minimum":3,"maximum":9}`},
		{"strict: parts with descriptions", dialect.OpenAIStrict, `{"allOf":[{"type":"string","description":"One"},{"description":"Two.","pattern":"^a"}]}`, `{"type":"string","description":"One. Two.","pattern":"^a"}`},
		{"strict: values of parts are compared as values", dialect.OpenAIStrict, `{"allOf":[{"enum":[1,2]},{"enum":[1.0,3]}]}`, `{"type":"integer","enum":[1]}`},
		{"strict: items of parts are merged place by place", dialect.GeminiJSONSchema, `{"type":"array","allOf":[{"items":{"minimum":1}},{"prefixItems":[{"type":"integer"}],"items":{"type":"number"}}]}`, `{"type":"array","prefixItems":[{"type":"integer","minimum":1}],"items":{"type":"number","minimum":1}}`},
		{"strict: conditions of parts stay whole", dialect.OpenAIStrict, `{"type":"string","allOf":[{"if":{"pattern":"^a"},"then":{"maxLength":3}},{"if":{"pattern":"^b"},"else":{"minLength":2}}]}`, `{"type":"string","description":"If it is like this: {\"pattern\":\"^b\"}, else like this: {\"minLength\":2}. If it is like this: {\"pattern\":\"^a\"}, then it must be like this: {\"maxLength\":3}."}`},
		{"strict: a condition is told as it is written", dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"not":{"required":["b"],"properties":{"b":{"type":"object"}}},"additionalProperties":false}`, `{"type":"object","description":"Must not be like this: {\"required\":[\"b\"],\"properties\":{\"b\":{\"type\":\"object\"}}}.","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`},
		{"strict: names that exclude each other", dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"],"not":{"required":["a","b"]},"additionalProperties":false}`, `{"type":"object","description":"Must not have a and b together.","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"],"additionalProperties":false}`},
		{"strict: forms told apart by a tag, behind references", dialect.OpenAIStrict, `{"oneOf":[{"type":"object","properties":{"k":{"const":1}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"const":2}},"required":["k"],"additionalProperties":false}],"discriminator":{"propertyName":"k"},"x-order":1}`, `{"anyOf":[{"type":"object","properties":{"k":{"type":"integer","const":1}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"type":"integer","const":2}},"required":["k"],"additionalProperties":false}]}`},
		{"strict: equal tags do not tell forms apart", dialect.OpenAIStrict, `{"oneOf":[{"type":"object","properties":{"k":{"const":1}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"const":1.0}},"required":["k"],"additionalProperties":false}]}`, `{"description":"Must fit exactly one of the forms.","anyOf":[{"type":"object","properties":{"k":{"type":"integer","const":1}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"type":"integer","const":1.0}},"required":["k"],"additionalProperties":false}]}`},
		{"strict: names that are not evaluated", dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"unevaluatedProperties":false}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`},
		{"a foreign regular expression", dialect.Gemini, `{"type":"string","format":"regex"}`, `{"type":"STRING","description":"Must be a regular expression."}`},
		{"examples are listed", dialect.Gemini, `{"type":"array","items":{"type":"integer"},"examples":[[1,2],[3]]}`, `{"type":"ARRAY","description":"Examples: [1,2], [3].","items":{"type":"INTEGER"}}`},
		{"a text in brackets has no stop", dialect.Gemini, `{"type":"string","description":"A word (see there)","default":"a"}`, `{"type":"STRING","description":"A word (see there). Default: \"a\"."}`},
		{"Gemini: a choice in a choice is one", dialect.Gemini, `{"anyOf":[{"anyOf":[{"type":"string"},{"type":"integer"}]},{"type":"null"},{"type":"boolean"}]}`, `{"anyOf":[{"type":"STRING","nullable":true},{"type":"INTEGER"},{"type":"BOOLEAN"}]}`},
		{"Gemini: objects of any names", dialect.Gemini, `{"type":"object","properties":{},"additionalProperties":{}}`, `{"type":"OBJECT"}`},
		{"strict: oneOf becomes anyOf", dialect.OpenAIStrict, `{"oneOf":[{"type":"integer"},{"type":"string"}]}`, `{"anyOf":[{"type":"integer"},{"type":"string"}]}`},
		{"strict: what only one form may fit is described", dialect.OpenAIStrict, `{"oneOf":[{"type":"integer"},{"type":"number","minimum":5}]}`, `{"description":"Must fit exactly one of the forms.","anyOf":[{"type":"integer"},{"type":"number","minimum":5}]}`},
		{"strict: what stands beside a choice moves into it", dialect.OpenAIStrict, `{"type":"integer","minimum":1,"anyOf":[{"maximum":3,"type":"integer"},{"enum":[7]}]}`, `{"anyOf":[{"type":"integer","minimum":1,"maximum":3},{"type":"integer","enum":[7],"minimum":1}]}`},
		{"strict: a choice of conditions is described", dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}],"required":["a","b"],"additionalProperties":false}`, `{"type":"object","description":"Must have at least one of a, b.","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"],"additionalProperties":false}`},
		{"strict: a default is described", dialect.OpenAIStrict, `{"type":"integer","default":10}`, `{"type":"integer","description":"Default: 10."}`},
		{"strict: a null that is no default is not described", dialect.OpenAIStrict, `{"type":"integer","default":null}`, `{"type":"integer"}`},
		{"strict: a value that may be anything may be no object", dialect.OpenAIStrict, `{}`, `{"type":["string","number","boolean","null"]}`},
		{"strict: formats that are known stay", dialect.OpenAIStrict, `{"anyOf":[{"type":"string","format":"date-time"},{"type":"string","format":"uri"}]}`, `{"anyOf":[{"type":"string","format":"date-time"},{"type":"string","description":"Must be an absolute URI such as https://example.com/path."}]}`},

		{"Anthropic strict: numbers have no bounds", dialect.AnthropicStrict, `{"type":"number","exclusiveMinimum":0,"maximum":9,"multipleOf":0.5}`, `{"type":"number","description":"Must be more than 0. Must be at most 9. Must be a multiple of 0.5."}`},
		{"Anthropic strict: arrays may be empty or not", dialect.AnthropicStrict, `{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2},"minItems":1}`, `{"type":"array","items":{"type":"array","description":"Must have at least 2 items.","items":{"type":"string"}},"minItems":1}`},
		{"Anthropic strict: several types are a choice", dialect.AnthropicStrict, `{"type":["string","integer"],"pattern":"^a","description":"D"}`, `{"description":"D","anyOf":[{"type":"string","pattern":"^a"},{"type":"integer"}]}`},

		{"Gemini: types are upper-case", dialect.Gemini, `{"type":"array","items":{"type":"object","properties":{"type":{"type":"string"}}}}`, `{"type":"ARRAY","items":{"type":"OBJECT","properties":{"type":{"type":"STRING"}}}}`},
		{"Gemini: null is nullable", dialect.Gemini, `{"type":["string","null"],"enum":["a",null]}`, `{"type":"STRING","enum":["a"],"nullable":true}`},
		{"Gemini: a choice with null is nullable", dialect.Gemini, `{"description":"D","anyOf":[{"type":"integer"},{"type":"null"}]}`, `{"type":"INTEGER","description":"D","nullable":true}`},
		{"Gemini: a choice stands alone", dialect.Gemini, `{"description":"D","anyOf":[{"type":"integer"},{"type":"string","description":"S"},{"type":"null"}]}`, `{"anyOf":[{"type":"INTEGER","description":"D","nullable":true},{"type":"STRING","description":"S"}]}`},
		{"Gemini: numbers are not listed", dialect.Gemini, `{"type":"integer","enum":[4,6,8]}`, `{"type":"INTEGER","description":"Must be one of 4, 6, 8."}`},
		{"Gemini: an empty string is not listed", dialect.Gemini, `{"type":"string","enum":["","a"]}`, `{"type":"STRING","description":"Must be one of \"\", \"a\"."}`},
		{"Gemini: one value is a list of one", dialect.Gemini, `{"const":"x"}`, `{"type":"STRING","enum":["x"]}`},
		{"Gemini: a map is an object with words", dialect.Gemini, `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"OBJECT","description":"Any names may be given, with values like this: {\"type\":\"integer\"}."}`},
		{"Gemini: formats that are known stay", dialect.Gemini, `{"type":"string","format":"date-time"}`, `{"type":"STRING","format":"date-time"}`},
		{"Gemini: names that are required are described", dialect.Gemini, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"],"additionalProperties":{"type":"integer"}}`, `{"type":"OBJECT","description":"Other names may be given, with values like this: {\"type\":\"integer\"}.","properties":{"a":{"type":"STRING"},"b":{"type":"INTEGER"}},"required":["a","b"]}`},
		{"Gemini: patterns of names are described as they are", dialect.Gemini, `{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}`, `{"type":"OBJECT","description":"Names that match ^x have values like this: {\"type\":\"string\"}.","properties":{"a":{"type":"STRING"}}}`},
		{"keywords that demand nothing are not described", dialect.OpenAIStrict, `{"type":"array","items":{"type":"string","minLength":0},"uniqueItems":false,"deprecated":false}`, `{"type":"array","items":{"type":"string"}}`},
		{"counts may be written with a fraction", dialect.JSONSchema, `{"type":"string","minLength":1.0}`, `{"type":"string","minLength":1}`},
		{"Gemini: null that is not listed is no value", dialect.Gemini, `{"type":["string","null"],"enum":["x"]}`, `{"type":"STRING","enum":["x"]}`},
		{"strict: what may be left out may be null, listed or not", dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x"]}}}`, `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]}},"required":["a"],"additionalProperties":false}`},

		{"Gemini's JSON Schema lists numbers and keeps maps", dialect.GeminiJSONSchema, `{"type":"object","properties":{"n":{"enum":[1,2]}},"additionalProperties":{"type":"integer"}}`, `{"type":"object","properties":{"n":{"type":"integer","enum":[1,2]}},"additionalProperties":{"type":"integer"}}`},
		{"several of the same types are one", dialect.OpenAI, `{"type":["int","long","string","string"]}`, `{"type":["integer","string"]}`},
		{"names are required once", dialect.Anthropic, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","a"]}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
		{"a foreign pattern of names", dialect.OpenAI, `{"type":"object","patternProperties":{"^\\p{L}+$":{"type":"string"}},"additionalProperties":false}`, `{"type":"object","description":"Names that match ^\\p{L}+$ have values like this: {\"type\":\"string\"}."}`},
		{"a foreign pattern for names", dialect.Anthropic, `{"type":"object","propertyNames":{"pattern":"^(?<first>a)"}}`, `{"type":"object","description":"The names are like this: {\"pattern\":\"^(?<first>a)\"}."}`},
		{"a foreign pattern in a condition", dialect.OpenAI, `{"type":"string","not":{"pattern":"\\p{Lu}"},"if":{"minLength":2},"then":{"anyOf":[{"pattern":"\\p{L}"}]}}`, `{"type":"string","description":"Must not match the pattern \\p{Lu}. If it is like this: {\"minLength\":2}, then it must be like this: {\"anyOf\":[{\"pattern\":\"\\\\p{L}\"}]}."}`},
		{"a pattern in a condition that all read", dialect.OpenAI, `{"type":"string","not":{"pattern":"^a"}}`, `{"type":"string","not":{"pattern":"^a"}}`},
		{"a tuple of so many places", dialect.OpenAI, `{"prefixItems":[{"type":"string"}],"maxItems":1}`, `{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":["string","number","boolean","object","null"]},"maxItems":1}`},
		{"strict: conditions to choose from", dialect.OpenAIStrict, `{"type":"string","anyOf":[{"format":"ipv4"},{"format":"ipv6"}]}`, `{"type":"string","description":"Must be like at least one of these: {\"format\":\"ipv4\"} or {\"format\":\"ipv6\"}."}`},
		{"strict: exactly one condition", dialect.AnthropicStrict, `{"type":"string","oneOf":[{"pattern":"^a"},{"pattern":"b$"}]}`, `{"type":"string","description":"Must be like exactly one of these: {\"pattern\":\"^a\"} or {\"pattern\":\"b$\"}."}`},
		{"strict: items of a form", dialect.OpenAIStrict, `{"type":"array","items":{"type":"string"},"contains":{"const":"x"},"minContains":2,"maxContains":3}`, `{"type":"array","description":"Must have at least 2 and at most 3 items like this: {\"const\":\"x\"}.","items":{"type":"string"}}`},
		{"strict: any number of items of a form", dialect.OpenAIStrict, `{"type":"array","items":{"type":"string"},"contains":{"const":"x"},"minContains":0}`, `{"type":"array","items":{"type":"string"}}`},
		{"strict: an exact number is said once", dialect.AnthropicStrict, `{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}`, `{"type":"array","description":"Must have exactly 2 items.","items":{"type":"string"}}`},
		{"strict: an exact number of which one end may stay", dialect.AnthropicStrict, `{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":1}`, `{"type":"array","description":"Must have exactly 1 item.","items":{"type":"string"},"minItems":1}`},
		{"Gemini: a map of large objects is shown", dialect.Gemini, `{"type":"object","additionalProperties":{"type":"object","properties":{"a":{"type":"string","description":"` + strings.Repeat("long ", 100) + `"}}}}`, `{"type":"OBJECT","description":"Any names may be given, with values like this: {\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"description\":\"` + strings.Repeat("long ", 100) + `\"}}}."}`},
		{"Gemini's JSON Schema has no patterns", dialect.GeminiJSONSchema, `{"type":"string","pattern":"^a"}`, `{"type":"string","description":"Must match the pattern ^a."}`},
	} {
		t.Run(c.rule, func(t *testing.T) {
			source := `{"type":"object","properties":{"p":` + c.source + `},"required":["p"],"additionalProperties":false}`
			result, problems := dialect.Rewrite(c.profile, []byte(source))
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			_, got, _ := strings.Cut(string(result.Schema), `"properties":{"p":`)
			got, _, _ = strings.Cut(got, `},"required":["p"]`)
			if got != c.want {
				t.Errorf("\ngot  %s\nwant %s", got, c.want)
			}
		})
	}
}

// References, and roots, as each provider takes them.
func TestWholeSchemas(t *testing.T) {
	const node = `{"type":"object","properties":{"next":{"$ref":"#/$defs/Node"}},"$defs":{"Node":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/Node"}}}}}`
	const shared = `{"type":"object","properties":{"a":{"$ref":"#/$defs/P","description":"A"},"b":{"$ref":"#/$defs/P"}},"$defs":{"P":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"],"additionalProperties":false}},"required":["a","b"],"additionalProperties":false}`
	for _, c := range []struct {
		rule    string
		profile *dialect.Profile
		source  string
		want    string
	}{
		{"recursion stays where it may", dialect.OpenAI, node, node},
		{"recursion in strict mode", dialect.OpenAIStrict, node, `{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["next"],"additionalProperties":false,"$defs":{"Node":{"type":"object","properties":{"v":{"type":["integer","null"]},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["v","next"],"additionalProperties":false}}}`},
		{"recursion to the root", dialect.Anthropic, `{"type":"object","properties":{"sub":{"type":"array","items":{"$ref":"#"}}}}`, `{"type":"object","properties":{"sub":{"type":"array","items":{"$ref":"#"}}}}`},
		{"Gemini: recursion is written out thrice", dialect.Gemini, node, `{"type":"OBJECT","properties":{"next":{"type":"OBJECT","properties":{"v":{"type":"INTEGER"},"next":{"type":"OBJECT","properties":{"v":{"type":"INTEGER"},"next":{"type":"OBJECT","properties":{"v":{"type":"INTEGER"},"next":{"type":"OBJECT","description":"Goes on in the same way, as deep as it has to."}}}}}}}}}`},
		{"references stay alone", dialect.OpenAIStrict, shared, `{"type":"object","properties":{"a":{"description":"A","anyOf":[{"$ref":"#/$defs/P"}]},"b":{"$ref":"#/$defs/P"}},"required":["a","b"],"additionalProperties":false,"$defs":{"P":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"],"additionalProperties":false}}}`},
		{"Gemini: references are written out", dialect.Gemini, shared, `{"type":"OBJECT","properties":{"a":{"type":"OBJECT","description":"A","properties":{"x":{"type":"INTEGER"}},"required":["x"]},"b":{"type":"OBJECT","properties":{"x":{"type":"INTEGER"}},"required":["x"]}},"required":["a","b"]}`},
		{"a reference into the tree leads to $defs", dialect.OpenAI, `{"type":"object","properties":{"a":{"type":"string"},"b":{"$ref":"#/properties/a"}}}`, `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"},"b":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"}}}`},
		{"names in $defs need no escapes", dialect.OpenAI, `{"type":"object","properties":{"a":{"$ref":"#/definitions/List%5BX~1Y%5D"}},"definitions":{"List[X/Y]":{"type":"string"}}}`, `{"type":"object","properties":{"a":{"$ref":"#/$defs/List_X_Y_"}},"$defs":{"List_X_Y_":{"type":"string"}}}`},
		{"the root is no reference", dialect.Anthropic, `{"$ref":"#/$defs/R","$defs":{"R":{"type":"object","properties":{"a":{"type":"string"}}}}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`},
		{"the root is no choice", dialect.OpenAI, `{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false},{"type":"object","properties":{"b":{"type":"string"}},"required":["b"],"additionalProperties":false}]}`, `{"type":"object","description":"Must fit at least one of 2 forms, which require: a; or b.","properties":{"a":{"type":"string"},"b":{"type":"string"}},"additionalProperties":false}`},
		{"the root is no choice in a choice", dialect.OpenAI, `{"type":"object","anyOf":[{"properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]},{"type":"string"},false]}`, `{"type":"object","description":"Must have at least one of a, b.","properties":{"a":{"type":"string"}}}`},
		{"the root is no allOf", dialect.OpenAI, `{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"string"}}}]}`, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}`},
		{"a choice at the root names the tag of each form", dialect.OpenAI, `{"type":"object","oneOf":[{"properties":{"do":{"const":"create"},"name":{"type":"string"}},"required":["do","name"],"additionalProperties":false},{"properties":{"do":{"const":"list"}},"required":["do"],"additionalProperties":false}]}`, `{"type":"object","description":"Must fit exactly one of 2 forms, which require: do \"create\" with name; or do \"list\".","properties":{"do":{"anyOf":[{"type":"string","const":"create"},{"type":"string","const":"list"}]},"name":{"type":"string"}},"required":["do"],"additionalProperties":false}`},
		{"names that are required are described", dialect.OpenAIStrict, `{"type":"object","required":["a"]}`, `{"type":"object","properties":{"a":{"type":["string","number","boolean","null"]}},"required":["a"],"additionalProperties":false}`},
		{"no arguments, in words of the provider", dialect.OpenAI, `{"type":"object"}`, `{"type":"object","properties":{}}`},
		{"a map at the root", dialect.GeminiJSONSchema, `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"object","properties":{},"additionalProperties":{"type":"integer"}}`},
		{"Gemini's JSON Schema: no arguments are no schema", dialect.GeminiJSONSchema, `{"type":"object","properties":{},"additionalProperties":false}`, ``},
		{"no arguments", dialect.OpenAIStrict, `{"type":"object"}`, `{"type":"object","properties":{},"required":[],"additionalProperties":false}`},
		{"Gemini: no arguments are no schema", dialect.Gemini, `{"type":"object","properties":{}}`, ``},
		{"a remainder beside nothing is plain", dialect.OpenAI, `{"type":"object","properties":{"a":{"prefixItems":[{"type":"string"}],"unevaluatedItems":false}},"patternProperties":{"^x":{"type":"string"}},"unevaluatedProperties":{"type":"integer"}}`, `{"type":"object","properties":{"a":{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":["string","number","boolean","object","null"]},"maxItems":1}},"additionalProperties":{"type":"integer"},"patternProperties":{"^x":{"type":"string"}}}`},
		{"a remainder beside a keyword for all names is nothing", dialect.OpenAI, `{"type":"object","additionalProperties":true,"unevaluatedProperties":false}`, `{"type":"object","properties":{},"additionalProperties":true}`},
		{"a remainder of a condition at the root", dialect.OpenAI, `{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"],"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"v":{"type":"string"}},"required":["v"]},"unevaluatedProperties":false}`, `{"type":"object","description":"If it is like this: {\"properties\":{\"k\":{\"const\":\"a\"}}}, then it must be like this: {\"properties\":{\"v\":{\"type\":\"string\"}},\"required\":[\"v\"]}. Other names than those described must not be given.","properties":{"k":{"type":"string","enum":["a","b"]},"v":{"type":"string"}},"required":["k"]}`},
		{"a remainder of a condition in a part", dialect.Anthropic, `{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"],"allOf":[{"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"v":{"type":"string"}},"required":["v"]}}],"unevaluatedProperties":false}`, `{"type":"object","description":"If it is like this: {\"properties\":{\"k\":{\"const\":\"a\"}}}, then it must be like this: {\"properties\":{\"v\":{\"type\":\"string\"}},\"required\":[\"v\"]}. Other names than those described must not be given.","properties":{"k":{"type":"string","enum":["a","b"]},"v":{"type":"string"}},"required":["k"]}`},
		{"a remainder of forms with patterns", dialect.OpenAI, `{"type":"object","oneOf":[{"properties":{"a":{"type":"string"}},"patternProperties":{"^x":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}],"unevaluatedProperties":false}`, `{"type":"object","description":"Must fit exactly one of 2 forms, which require: a; or b. Other names than those described must not be given.","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`},
		{"a remainder of forms with names", dialect.OpenAI, `{"type":"object","anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}],"unevaluatedProperties":false}`, `{"type":"object","description":"Must fit at least one of 2 forms, which require: a; or b.","properties":{"a":{"type":"string"},"b":{"type":"string"}},"additionalProperties":false}`},
		{"a remainder below the root stays", dialect.OpenAI, `{"type":"object","properties":{"p":{"type":"object","anyOf":[{"properties":{"a":{"type":"string"}}}],"unevaluatedProperties":false}}}`, `{"type":"object","properties":{"p":{"type":"object","unevaluatedProperties":{"type":"string","not":{}},"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}}]}}}`},
		{"a remainder of items that items need", dialect.Anthropic, `{"type":"object","properties":{"p":{"type":"array","contains":{"type":"string"},"unevaluatedItems":false}}}`, `{"type":"object","properties":{"p":{"type":"array","description":"Other items than those described must not be given.","items":{"type":["string","number","boolean","object","null"]},"contains":{"type":"string"}}}}`},
		{"names of conditions can be given", dialect.OpenAIStrict, `{"type":"object","properties":{"x":{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"],"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"v":{"type":"string"}},"required":["v"]},"else":{"properties":{"v":{"type":"integer"},"k":{},"w":false}},"dependentSchemas":{"k":{"properties":{"u":{"type":"null"}}}}}},"required":["x"]}`, `{"type":"object","properties":{"x":{"type":"object","description":"If it is like this: {\"properties\":{\"k\":{\"const\":\"a\"}}}, then it must be like this: {\"properties\":{\"v\":{\"type\":\"string\"}},\"required\":[\"v\"]}, else like this: {\"properties\":{\"v\":{\"type\":\"integer\"},\"k\":{},\"w\":{\"not\":{}}}}. With k, must be like this: {\"properties\":{\"u\":{\"type\":\"null\"}}}.","properties":{"k":{"type":"string","enum":["a","b"]},"v":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]},"u":{"type":"null"}},"required":["k","v","u"],"additionalProperties":false}},"required":["x"],"additionalProperties":false}`},
		{"names of conditions of a closed object cannot", dialect.OpenAIStrict, `{"type":"object","properties":{"x":{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"],"additionalProperties":false,"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"v":{"type":"string"}},"required":["v"]}}},"required":["x"]}`, `{"type":"object","properties":{"x":{"type":"object","description":"If it is like this: {\"properties\":{\"k\":{\"const\":\"a\"}}}, then it must be like this: {\"properties\":{\"v\":{\"type\":\"string\"}},\"required\":[\"v\"]}.","properties":{"k":{"type":"string","enum":["a","b"]}},"required":["k"],"additionalProperties":false}},"required":["x"],"additionalProperties":false}`},
		{"names of conditions in parts", dialect.AnthropicStrict, `{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"],"allOf":[{"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"v":{"type":"string"}},"required":["v"]}},{"$ref":"#/$defs/C"}],"$defs":{"C":{"if":{},"then":{"properties":{"u":{"oneOf":[{"type":"string"},{"type":"null"}]}}}}}}`, `{"type":"object","description":"If it is like this: {}, then it must be like this: {\"properties\":{\"u\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}}}. If it is like this: {\"properties\":{\"k\":{\"const\":\"a\"}}}, then it must be like this: {\"properties\":{\"v\":{\"type\":\"string\"}},\"required\":[\"v\"]}.","properties":{"k":{"type":"string","enum":["a","b"]},"v":{"type":"string"},"u":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["k"],"additionalProperties":false}`},
		{"what words show has no references", dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string","not":{"$ref":"#/$defs/X"}}},"required":["a"],"patternProperties":{"^x-":{"$ref":"#/$defs/X","description":"D","minLength":1}},"$defs":{"X":{"type":"string","maxLength":3}}}`, `{"type":"object","description":"Names that match ^x- have values like this: {\"description\":\"D\",\"minLength\":1,\"type\":\"string\",\"maxLength\":3}.","properties":{"a":{"type":"string","description":"Must not be like this: {\"type\":\"string\",\"maxLength\":3}."}},"required":["a"],"additionalProperties":false}`},
		{"recursion of what is required, where that is refused", dialect.GeminiJSONSchema, `{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"required":["n"],"$defs":{"N":{"type":"object","properties":{"v":{"type":"string"},"l":{"type":"array","items":{"$ref":"#/$defs/N"}},"m":{"$ref":"#/$defs/M"}},"required":["v","l","m"]},"M":{"type":"object","properties":{"n":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]}},"required":["n"]}}}`, `{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"required":["n"],"$defs":{"N":{"type":"object","description":"Must have \"l\".","properties":{"v":{"type":"string"},"l":{"type":"array","items":{"$ref":"#/$defs/N"}},"m":{"$ref":"#/$defs/M"}},"required":["v","m"]},"M":{"type":"object","description":"Must have \"n\".","properties":{"n":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]}}}}}`},
		{"examples are no arguments", dialect.Gemini, `{"type":"object","properties":{},"examples":[{}],"default":{},"deprecated":true,"additionalProperties":false}`, ``},
		{"nothing but what is spoken of is nothing", dialect.GeminiJSONSchema, `{"type":"object","unevaluatedProperties":false}`, ``},
		{"any names, which cannot be given", dialect.GeminiJSONSchema, `{"type":"object","additionalProperties":true}`, ``},
		{"required as of draft 3", dialect.OpenAI, `{"type":"object","properties":{"a":{"type":"string","required":true},"b":{"type":"string","required":false}}}`, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}`},
	} {
		t.Run(c.rule, func(t *testing.T) {
			result, problems := dialect.Rewrite(c.profile, []byte(c.source))
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got := string(result.Schema); got != c.want {
				t.Errorf("\ngot  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Errors have a place and plain words.
func TestProblems(t *testing.T) {
	const open, end = `{"type":"object","properties":{"p":`, `}}`
	values := strings.Repeat(`"0123456789012345678901234567890123456789012345678901234567890123456789",`, 251)
	for _, c := range []struct {
		rule         string
		profile      *dialect.Profile
		source, want string
	}{
		{"no JSON", dialect.OpenAI, `{"type":`, `: it is not JSON: unexpected EOF`},
		{"no object", dialect.OpenAI, `[]`, `: it is an array instead of an object`},
		{"null", dialect.OpenAI, `null`, `: it is null instead of an object`},
		{"nothing", dialect.OpenAI, ``, `: it is not JSON: unexpected EOF`},
		{"a name twice", dialect.OpenAI, `{"type":"object","type":"object"}`, `: it is not JSON: the name "type" is given twice in one object`},
		{"bad UTF-8", dialect.OpenAI, "{\"title\":\"\xff\"}", `: it is not valid UTF-8`},
		{"too long", dialect.OpenAI, `{"description":"` + strings.Repeat("x", 10<<20) + `"}`, `: it takes 10485778 bytes, and every request would carry them; the limit is 1048576`},
		{"too deep", dialect.OpenAI, strings.Repeat(`{"items":`, 2000) + "{}" + strings.Repeat("}", 2000), `: it is not JSON: nested more than 1000 levels deep`},
		{"the root is no object", dialect.OpenAI, `{"type":"array"}`, `: the arguments of a tool are an object, and this describes an array`},
		{"an unknown type", dialect.OpenAI, open + `{"type":"frobnicate"}` + end, `/properties/p: "frobnicate" is no type of JSON Schema`},
		{"no schema", dialect.OpenAI, open + `"string"` + end, `/properties/p: must be a schema, which a string is not`},
		{"another document", dialect.OpenAI, open + `{"$ref":"other.json#/x"}` + end, `/properties/p: points to "other.json#/x", outside of this schema`},
		{"a target that is not there", dialect.Gemini, open + `{"$ref":"#/$defs/X"}` + end, `/properties/p: points to #/$defs/X, which is not there`},
		{"a reference to itself", dialect.OpenAIStrict, open + `{"$ref":"#/properties/p"}` + end, `/properties/p: is a reference that leads back to itself`},
		{"allOf of itself", dialect.Gemini, open + `{"allOf":[{"$ref":"#/properties/p"}]}` + end, `/properties/p: is a reference that leads back to itself`},
		{"choices of each other", dialect.JSONSchema, `{"type":"object","properties":{"p":{"anyOf":[{"$ref":"#/$defs/A"}]}},"$defs":{"A":{"oneOf":[{"type":"string"},{"$ref":"#/$defs/B"}]},"B":{"not":{"$ref":"#/$defs/A"}}}}`, `/$defs/A: is a reference that leads back to itself`},
		{"nothing fits", dialect.OpenAI, open + `{"anyOf":[false]}` + end, `/properties/p: nothing can fit, since no form in anyOf can be met`},
		{"parts of different types", dialect.OpenAIStrict, open + `{"allOf":[{"type":"string"},{"type":"integer"}]}` + end, `/properties/p/allOf/0: nothing can fit, since the parts of allOf want different types`},
		{"required and forbidden", dialect.OpenAI, `{"type":"object","properties":{"p":false},"required":["p"]}`, `/properties/p: nothing can fit, since "p" is required and must be left out`},
		{"strict: an object as a value", dialect.OpenAIStrict, open + `{"const":{"a":1}}` + end, `/properties/p: an object cannot be one of the listed values in strict mode`},
		{"Gemini: a map at the root", dialect.Gemini, `{"type":"object","additionalProperties":{"type":"integer"}}`, `: arguments without a listed name cannot be said to this provider`},
		{"no form fits", dialect.OpenAIStrict, open + `{"type":"string","anyOf":[{"type":"integer"},{"type":"null"}]}` + end, `/properties/p: nothing can fit, since no form in anyOf goes with what stands beside it`},
		{"strict: a map", dialect.OpenAIStrict, open + `{"type":"object","additionalProperties":{"type":"string"}}` + end, `/properties/p: an object with names of any kind (a map) cannot be said in strict mode`},
		{"Anthropic strict: a map of patterns, or null", dialect.AnthropicStrict, open + `{"type":["object","null"],"patternProperties":{"^[a-z]+$":{"type":"string"}},"additionalProperties":false}` + end, `/properties/p: an object with names of any kind (a map) cannot be said in strict mode`},
		{"strict: a map of patterns beside a choice", dialect.OpenAIStrict, open + `{"type":"object","patternProperties":{"^[a-z]+$":{"type":"string"}},"additionalProperties":false,"anyOf":[{"type":"object","maxProperties":1},{"type":"null"}]}` + end, `/properties/p: an object with names of any kind (a map) cannot be said in strict mode`},
		{"Anthropic strict: recursion", dialect.AnthropicStrict, open + `{"$ref":"#"}` + end, `/properties/p: the schema is recursive, which this provider does not take in strict mode`},
		{"strict: depth", dialect.OpenAIStrict, strings.Repeat(open, 11) + `{"type":"string"}` + strings.Repeat(end, 11), `: 11 levels of objects and arrays, and at most 10 are taken`},
		{"strict: long lists of values", dialect.OpenAIStrict, open + `{"enum":[` + values + `"x"]}` + end, `/properties/p: enum lists 253 values of 18079 characters in all; more than 250 values may have at most 15000`},
		{"Anthropic: names of properties", dialect.Anthropic, `{"type":"object","properties":{"my prop":{"type":"string"}}}`, `/properties/my prop: the name "my prop" is not one that anthropic takes, which must match ^[a-zA-Z0-9_.-]{1,64}$`},
		{"Gemini: names of properties", dialect.Gemini, `{"type":"object","properties":{"$ref":{"type":"string"}}}`, `/properties/$ref: the name "$ref" is not one that gemini takes, which must match ^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`},
	} {
		t.Run(c.rule, func(t *testing.T) {
			_, problems := dialect.Rewrite(c.profile, []byte(c.source))
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			if got := problems[0].Path + ": " + problems[0].Text; got != c.want {
				t.Errorf("\ngot  %s\nwant %s", got, c.want)
			}
		})
	}
}

// doubling is a schema whose every definition refers to the next one twice.
func doubling(levels int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range levels {
		fmt.Fprintf(&b, `"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"string"}}}`, levels)
	return b.Bytes()
}

// What grows when it is written out is refused before it does.
func TestGrowthIsBounded(t *testing.T) {
	for _, p := range profiles {
		result, problems := dialect.Rewrite(p, doubling(40))
		switch {
		case p.Refs == dialect.Inlined && len(problems) == 0:
			t.Errorf("%s: nothing is said of the size", p.Name)
		case p.Refs != dialect.Inlined && len(problems) == 0 && len(result.Schema) > 10_000:
			t.Errorf("%s: %d bytes", p.Name, len(result.Schema))
		}
	}
}

// What conditions lead to again and again is looked at once.
func TestConditionsOfConditions(t *testing.T) {
	var b strings.Builder
	const levels, parts = 12, 40
	b.WriteString(`{"type":"object","properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range levels {
		ref := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		fmt.Fprintf(&b, `"d%d":{"type":"object","if":{"required":["a"]},"then":%s,"else":%s,"dependentSchemas":{%s}},`,
			i, ref, ref, repeat(parts, `"k#":`+ref))
	}
	fmt.Fprintf(&b, `"d%d":{"type":"object","properties":{"deep":{"type":"string"}}}}}`, levels)
	for _, p := range profiles {
		start := time.Now()
		dialect.Rewrite(p, []byte(b.String()))
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: %v", p.Name, took)
		}
	}
}

// Four times as much takes four times as long, or so; sixteen times would be a
// square. The best of a few tries counts, since other programs take time, too.
func TestTimeIsLinear(t *testing.T) {
	const tries, most = 5, 10
	for name, form := range map[string]func(n int) string{
		"required":  func(n int) string { return `{"type":"object","required":[` + repeat(n, `"n#"`) + `]}` },
		"forbidden": func(n int) string { return `{"type":"object","properties":{` + repeat(n, `"n#":false`) + `}}` },
		"tuple": func(n int) string {
			return `{"type":"object","properties":{"a":{"prefixItems":[` + repeat(n, `{"const":"n#"}`) + `]}}}`
		},
		"forms at the root": func(n int) string {
			return `{"oneOf":[` + repeat(n, `{"type":"object","properties":{"k":{"const":"n#"}},"required":["k"]}`) + `]}`
		},
		"long forms at the root": func(n int) string {
			return `{"oneOf":[{"type":"object","required":[` + repeat(n, `"a#"`) + `]},{"type":"object","required":[` + repeat(n, `"b#"`) + `]}]}`
		},
		"parts": func(n int) string {
			return `{"type":"object","allOf":[` + repeat(n, `{"properties":{"n#":{"type":"string"}},"additionalProperties":false}`) + `]}`
		},
		"conditions": func(n int) string {
			return `{"type":"object","allOf":[` + repeat(n, `{"if":{"required":["n#"]},"then":{"properties":{"v#":{"type":"string"}}}}`) + `]}`
		},
		"recursion of what is required": func(n int) string {
			return `{"type":"object","properties":{"a":{"$ref":"/x/n0"}},"x":{` + repeat(n, `"n#":{"type":"object","properties":{"p":{"$ref":"/x/n0"},"q":{"$ref":"/x/m#"}},"required":["p","q"]}`) +
				`,` + repeat(n, `"m#":{"type":"object","properties":{"p":{"$ref":"/x/n#"}},"required":["p"]}`) + `}}`
		},
		"references": func(n int) string {
			return `{"type":"object","properties":{` + repeat(n, `"p#":{"$ref":"/x/n#/same"}`) + `},"x":{` + repeat(n, `"n#":{"same":{"type":"string"}}`) + `}}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			const n = 1000
			ratio := 0.0
			for range tries {
				ratio = float64(timeOf(form(4*n))) / float64(timeOf(form(n)))
				if ratio < most {
					return
				}
			}
			t.Errorf("four times as much takes %.1f times as long", ratio)
		})
	}
}

// A long name is not written anew for all that is below it, unless there is much
// to tell of that. The memory of four times as much is four times as large, or so.
func TestMemoryIsLinear(t *testing.T) {
	const most = 8
	for name, inner := range map[string]string{
		"nothing to tell":            `"a#":{"type":"string"}`,
		"a loss for each":            `"a#":{"type":"string","frob":1}`,
		"a reference from each":      `"a#":{"$ref":"#/$defs/A"}`,
		"a problem for each":         `"a#":{"type":"frobnicate"}`,
		"a sentence for each":        `"a#":{"type":"string","not":{"const":"x"}}`,
		"a choice for each":          `"a#":{"anyOf":[{"type":"string"},{"type":"null"}]}`,
		"the same reference in each": `"a#":{"type":"array","items":{"$ref":"#/$defs/A"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			form := func(n int) []byte {
				return []byte(`{"type":"object","properties":{"` + strings.Repeat("k", 25*n) + `":{"type":"object","properties":{` + repeat(n, inner) +
					`}}},"$defs":{"A":{"type":"integer"}}}`)
			}
			const n = 500
			small, large := memoryOf(form(n)), memoryOf(form(4*n))
			if ratio := float64(large) / float64(small); ratio > most {
				t.Errorf("four times as much takes %.1f times as much memory", ratio)
			}
		})
	}
}

// memoryOf is the memory that a schema takes in all dialects, in bytes.
func memoryOf(source []byte) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, p := range profiles {
		dialect.Rewrite(p, source)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// repeat writes a form n times, with the number for "#".
func repeat(n int, form string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(form, "#", strconv.Itoa(i))
	}
	return strings.Join(parts, ",")
}

// timeOf is the time that a schema takes in all dialects.
func timeOf(source string) time.Duration {
	source = strings.ReplaceAll(source, `"$ref":"/`, `"$ref":"#/`)
	start := time.Now()
	for _, p := range profiles {
		dialect.Rewrite(p, []byte(source))
	}
	return time.Since(start)
}

// FuzzRewrite: no text makes Rewrite panic, and what it returns is taken.
func FuzzRewrite(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#/definitions/A"}},"definitions":{"A":{"type":"dict","nullable":true}}}`,
		`{"allOf":[{"$ref":"#"},{"anyOf":[false,{"required":["a"]}]}]}`,
		`{"properties":{"a":{"items":[true,{"const":null}],"enum":[1,"a",null],"oneOf":[{"type":["string","null"]},{"$ref":"#/properties/a"}]}}}`,
		`{"if":{},"then":false,"patternProperties":{"^a":{}},"dependencies":{"a":["b"],"c":false},"required":true}`,
		`{"$ref":"#/x","x":{"y":{"$ref":"#/x/y/z"}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		for _, p := range profiles {
			result, problems := dialect.Rewrite(p, source)
			if len(problems) > 0 || result.Schema == nil {
				continue
			}
			if text := conforms(p.Name, result.Schema); text != "" {
				t.Errorf("%s: %s\n%s\n%s", p.Name, text, source, result.Schema)
			}
			again, problems := dialect.Rewrite(p, result.Schema)
			if p == dialect.JSONSchema && (len(problems) > 0 || !bytes.Equal(again.Schema, result.Schema)) {
				t.Errorf("a standard schema changes again\n%s\n%s\n%v", result.Schema, again.Schema, problems)
			}
		}
	})
}

// BenchmarkRewrite: time is linear in the size of the schema.
func BenchmarkRewrite(b *testing.B) {
	for _, properties := range []int{10, 100, 1000} {
		var source bytes.Buffer
		source.WriteString(`{"type":"object","properties":{`)
		for i := range properties {
			fmt.Fprintf(&source, `"p%d":{"type":"array","items":{"type":["string","null"],"maxLength":5,"description":"Word"},"minItems":1},`, i)
		}
		source.WriteString(`"q":{"type":"string"}},"additionalProperties":false}`)
		for _, p := range profiles {
			b.Run(fmt.Sprintf("%s/%d", p.Name, properties), func(b *testing.B) {
				b.SetBytes(int64(source.Len()))
				for b.Loop() {
					dialect.Rewrite(p, source.Bytes())
				}
			})
		}
	}
}
