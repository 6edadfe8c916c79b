package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/schema"
)

func ExampleDiff() {
	before := json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","maximum":7}},"required":["city"]}`)
	after := json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","maximum":5}},"required":["city","days"]}`)
	changes, err := schema.Diff(before, after, schema.Input)
	fmt.Println(err)
	for _, c := range changes {
		fmt.Println(c)
	}
	// Output:
	// <nil>
	// the root: "days" is required now (breaking: calls that were accepted are refused; for instance {"city":"text"})
	// /properties/days: maximum 7 became maximum 5 (breaking: calls that were accepted are refused; for instance {"city":"text","days":7})
}

// widenings are changes after which more is accepted. The other way round they are
// changes after which less is. Each is one change, of a keyword.
var widenings = []struct{ rule, narrow, wide, keyword string }{
	{"a type more", `{"type":"string"}`, `{"type":["string","null"]}`, "type"},
	{"integers are numbers", `{"type":"integer"}`, `{"type":"number"}`, "type"},
	{"any type", `{"type":"string"}`, `{}`, "type"},
	{"a value more", `{"enum":["a"]}`, `{"enum":["a","b"]}`, "enum"},
	{"values that are equal are", `{"enum":[1.0]}`, `{"enum":[1,2]}`, "enum"},
	{"no list of values", `{"type":"string","const":"a"}`, `{"type":"string"}`, "const"},
	{"a smaller minimum", `{"type":"integer","minimum":2}`, `{"type":"integer","minimum":1}`, "minimum"},
	{"a minimum that counts itself", `{"type":"number","exclusiveMinimum":1}`, `{"type":"number","minimum":1}`, "minimum"},
	{"no maximum", `{"type":"number","maximum":1}`, `{"type":"number"}`, "maximum"},
	{"shorter texts", `{"type":"string","minLength":2}`, `{"type":"string","minLength":1}`, "minLength"},
	{"longer texts", `{"type":"string","maxLength":2}`, `{"type":"string"}`, "maxLength"},
	{"fewer items", `{"type":"array","minItems":1}`, `{"type":"array","minItems":0}`, "minItems"},
	{"more entries", `{"type":"object","maxProperties":1}`, `{"type":"object","maxProperties":2}`, "maxProperties"},
	{"no pattern", `{"type":"string","pattern":"^a"}`, `{"type":"string"}`, "pattern"},
	{"no format", `{"type":"string","format":"date"}`, `{"type":"string"}`, "format"},
	{"smaller steps", `{"type":"integer","multipleOf":6}`, `{"type":"integer","multipleOf":3}`, "multipleOf"},
	{"equal items", `{"type":"array","uniqueItems":true}`, `{"type":"array"}`, "uniqueItems"},
	{"items", `{"type":"array","items":{"type":"string"}}`, `{"type":"array"}`, "type"},
	{"an optional property of a closed object", `{"type":"object","additionalProperties":false}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, "properties"},
	{"an optional property of an open object", `{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object"}`, "properties"},
	{"an open object", `{"type":"object","additionalProperties":false}`, `{"type":"object"}`, "additionalProperties"},
	{"other values of a map", `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"object","additionalProperties":{"type":"number"}}`, "type"},
	{"not required", `{"type":"object","properties":{"a":{}},"required":["a"]}`, `{"type":"object","properties":{"a":{}}}`, "required"},
	{"not required beside", `{"type":"object","dependentRequired":{"a":["b","c"]}}`, `{"type":"object","dependentRequired":{"a":["b"]}}`, "dependentRequired"},
	{"other names", `{"type":"object","propertyNames":{"maxLength":2}}`, `{"type":"object","propertyNames":{"maxLength":3}}`, "maxLength"},
	{"a form more", `{"anyOf":[{"type":"string"}]}`, `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, "anyOf"},
	{"a choice", `{"type":"string","maxLength":3}`, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, "anyOf"},
	{"a form that takes more", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"},{"type":"number"}]}`, "type"},
	{"a demand less", `{"allOf":[{"minLength":1},{"maxLength":3}]}`, `{"allOf":[{"maxLength":3}]}`, "allOf"},
	{"a place of a tuple", `{"type":"array","prefixItems":[{"type":"integer"}]}`, `{"type":"array","prefixItems":[{"type":"number"}]}`, "type"},
	{"behind a reference", `{"$ref":"#/$defs/A","$defs":{"A":{"type":"integer"}}}`, `{"$ref":"#/$defs/A","$defs":{"A":{"type":"number"}}}`, "type"},
	{"in recursion", `{"type":"object","properties":{"n":{"$ref":"#"},"v":{"type":"integer"}}}`, `{"type":"object","properties":{"n":{"$ref":"#"},"v":{"type":"number"}}}`, "type"},
	{"a form less and another order", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"integer"},{"type":"string"}]}`, "anyOf"},
	{"a choice instead of types", `{"type":["string","null"],"maxLength":5}`, `{"anyOf":[{"type":"null"},{"type":"string"}]}`, "maxLength"},
	{"a choice beside demands", `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}`, "anyOf"},
	{"no choice beside demands", `{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"type":"object"}`, "anyOf"},
	{"beside a reference", `{"$ref":"#/$defs/A","minimum":2,"$defs":{"A":{"type":"integer"}}}`, `{"$ref":"#/$defs/A","minimum":1,"$defs":{"A":{"type":"integer"}}}`, "minimum"},
	{"no demand beside a reference", `{"$ref":"#/$defs/A","minimum":2,"$defs":{"A":{"type":"integer"}}}`, `{"$ref":"#/$defs/A","$defs":{"A":{"type":"integer"}}}`, "minimum"},
	{"behind a reference beside demands", `{"$ref":"#/$defs/A","minimum":0,"$defs":{"A":{"type":"integer"}}}`, `{"$ref":"#/$defs/A","minimum":0,"$defs":{"A":{"type":"number"}}}`, "type"},
	{"something instead of nothing", `{"type":"object","properties":{"a":false}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, ""},
}

// alterations are changes after which something else is accepted, or it cannot be
// told what.
var alterations = []struct{ rule, before, after, keyword string }{
	{"another pattern", `{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^b"}`, "pattern"},
	{"another type", `{"type":"string"}`, `{"type":"integer"}`, "type"},
	{"other values", `{"enum":["a","b"]}`, `{"enum":["b","c"]}`, "enum"},
	{"another exclusion", `{"not":{"type":"string"}}`, `{"not":{"type":"integer"}}`, "not"},
	{"another condition", `{"if":{"type":"string"},"then":{"minLength":1}}`, `{"if":{"type":"string"},"then":{"minLength":2}}`, "then"},
	{"exactly one of other forms", `{"oneOf":[{"type":"string"}]}`, `{"oneOf":[{"type":"string"},{"type":"null"}]}`, "oneOf"},
	{"a name that a remainder is not for", `{"type":"object","properties":{"a":{},"b":{}},"unevaluatedProperties":false}`, `{"type":"object","properties":{"a":{}},"unevaluatedProperties":false}`, "properties"},
	{"a name in a part beside a remainder", `{"allOf":[{"$ref":"#/$defs/A"}],"unevaluatedProperties":false,"$defs":{"A":{"properties":{"x":{},"y":{}}}}}`, `{"allOf":[{"$ref":"#/$defs/A"}],"unevaluatedProperties":false,"$defs":{"A":{"properties":{"x":{}}}}}`, "properties"},
	{"all names beside a remainder", `{"type":"object","additionalProperties":true,"unevaluatedProperties":false}`, `{"type":"object","unevaluatedProperties":false}`, "additionalProperties"},
	{"an item that a remainder is not for", `{"type":"array","prefixItems":[{},{}],"unevaluatedItems":false}`, `{"type":"array","prefixItems":[{}],"unevaluatedItems":false}`, "items"},
	{"a demand more beside a remainder", `{"allOf":[{"minProperties":1}],"unevaluatedProperties":false}`, `{"allOf":[{"minProperties":1},{"properties":{"a":{}}}],"unevaluatedProperties":false}`, "allOf"},
	{"other patterns of names", `{"patternProperties":{"^a":{}}}`, `{"patternProperties":{"^b":{}}}`, "patternProperties"},
}

// sayings are changes after which the same is accepted.
var sayings = []struct{ rule, before, after, keyword string }{
	{"another description", `{"description":"a"}`, `{"description":"b"}`, "description"},
	{"another default", `{"default":1}`, `{"default":2}`, "default"},
	{"deprecation", `{"type":"string"}`, `{"type":"string","deprecated":true}`, "deprecated"},
	{"the description behind a reference", `{"$ref":"#/$defs/A","$defs":{"A":{"description":"a"}}}`, `{"$ref":"#/$defs/A","$defs":{"A":{"description":"b"}}}`, "description"},
	{"the description of a form", `{"anyOf":[{"type":"string","description":"a"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"string","description":"b"}]}`, "description"},
	{"a demand on a type that is not admitted", `{"type":"string"}`, `{"type":"string","minimum":1}`, "minimum"},
}

// Each rule of comparing, in both directions of change. A change that widens is
// breaking for readers of an output, one that narrows for callers of an input.
func TestDiffRules(t *testing.T) {
	for _, c := range widenings {
		t.Run(c.rule, func(t *testing.T) {
			diff(t, c.narrow, c.wide, schema.Input, c.keyword, false, false)
			diff(t, c.narrow, c.wide, schema.Output, c.keyword, true, false)
			diff(t, c.wide, c.narrow, schema.Input, c.keyword, true, false)
			diff(t, c.wide, c.narrow, schema.Output, c.keyword, false, false)
		})
	}
	for _, c := range alterations {
		t.Run(c.rule, func(t *testing.T) {
			for _, d := range []schema.Direction{schema.Input, schema.Output} {
				diff(t, c.before, c.after, d, c.keyword, true, true)
				diff(t, c.after, c.before, d, c.keyword, true, true)
			}
		})
	}
	for _, c := range sayings {
		t.Run(c.rule, func(t *testing.T) {
			for _, d := range []schema.Direction{schema.Input, schema.Output} {
				diff(t, c.before, c.after, d, c.keyword, false, false)
			}
		})
	}
}

// diff wants one change, of a keyword. Where it is altered what is accepted, and it
// cannot be told how, there may be nothing that shows it.
func diff(t *testing.T, before, after string, d schema.Direction, keyword string, breaking, altered bool) {
	t.Helper()
	changes, err := schema.Diff(json.RawMessage(before), json.RawMessage(after), d)
	if err != nil {
		t.Fatal(err)
	}
	if len(changes) != 1 || changes[0].Keyword != keyword || changes[0].Breaking != breaking || changes[0].Reason == "" {
		t.Errorf("%s: from %s to %s: %v, want one of %q, breaking %v", d, before, after, changes, keyword, breaking)
		return
	}
	if (changes[0].Witness != nil) != breaking && !altered {
		t.Errorf("%s: from %s to %s: the witness is %s", d, before, after, changes[0].Witness)
	}
	if changes[0].Witness != nil {
		accepts, refuses := before, after
		if d == schema.Output {
			accepts, refuses = after, before
		}
		shows(t, accepts, refuses, changes[0].Witness)
	}
}

// shows wants an independent validator to find that one schema accepts a witness
// and another refuses it.
func shows(t *testing.T, accepts, refuses string, witness json.RawMessage) {
	t.Helper()
	for _, s := range []string{accepts, refuses} {
		judge, err := agree.NewOracle([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		if err := judge.Refuses(witness); (err != nil) != (s == refuses) {
			t.Errorf("the witness %s for %s: %v", witness, s, err)
		}
	}
}

// What is only written in another way has not changed.
func TestDiffIgnoresSpelling(t *testing.T) {
	for _, c := range [][2]string{
		{`{"type":"integer","enum":[1,2]}`, `{"enum":[2.0,1],"type":"integer"}`},
		{`{"type":["string","null"]}`, `{"type":["null","string"]}`},
		{`{"items":true}`, `{}`},
		{`{"const":{"a":1,"b":2}}`, `{"enum":[{"b":2,"a":1}]}`},
		{`{"minLength":0,"required":[]}`, `{}`},
		{`{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}`, `{"properties":{"a":{"type":"string"}}}`},
		{`{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string","description":"a"}}}`, `{"properties":{"a":{"type":"string","description":"a"}}}`},
		{`{"$ref":"#/definitions/A","definitions":{"A":{"type":"string"}}}`, `{"type":"string"}`},
		{`{"type":"string","example":"x"}`, `{"type":"string","components":{},"id":"a"}`},
		{`{"not":{"$ref":"#/$defs/A"},"$defs":{"A":{"type":"string"},"B":{"type":"string"}}}`, `{"not":{"$ref":"#/$defs/A"},"$defs":{"A":{"type":"string","description":"a"}}}`},
		{`{"dependentSchemas":{"title":{"minProperties":2}}}`, `{"dependentSchemas":{"title":{"minProperties":2.0,"title":"T"}}}`},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"string"}]}`},
		{`{"type":["string","null"],"minLength":1,"enum":["a",null]}`, `{"anyOf":[{"type":"null"},{"type":"string","enum":["a"],"minLength":1}]}`},
		{`{"type":["string","null"],"enum":["a",null]}`, `{"type":"string","nullable":true,"enum":["a"]}`},
		{`{"type":"string","nullable":false}`, `{"type":"string"}`},
		{`{"type":"number","minimum":5,"exclusiveMinimum":true}`, `{"type":"number","exclusiveMinimum":5}`},
		{`{"type":"number","minimum":5,"exclusiveMinimum":false}`, `{"type":"number","minimum":5}`},
		{`{"type":"array","items":[{"type":"string"},{"type":"integer"}],"additionalItems":false}`, `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`},
		{`{"type":"array","items":{"type":"string"},"additionalItems":false}`, `{"type":"array","items":{"type":"string"}}`},
		{`{"prefixItems":[1]}`, `{"prefixItems":[1]}`},
	} {
		changes, err := schema.Diff(json.RawMessage(c[0]), json.RawMessage(c[1]), schema.Input)
		if err != nil || len(changes) > 0 {
			t.Errorf("%s and %s: %v, %v", c[0], c[1], changes, err)
		}
	}
}

func TestDiffPaths(t *testing.T) {
	changes, err := schema.Diff(
		json.RawMessage(`{"type":"object","properties":{"a/b":{"type":"array","items":{"type":"string"}},"gone":{"type":"string"}},"additionalProperties":false}`),
		json.RawMessage(`{"type":"object","properties":{"a/b":{"type":"array","items":{"type":"integer"}}},"additionalProperties":false}`),
		schema.Input)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, c := range changes {
		fmt.Fprintln(&got, c)
	}
	const want = `/properties/a~1b/items: the type changed from string to integer (breaking: a call that was accepted may be refused; for instance {"a/b":["text"]})
/properties/gone: the property "gone" was removed (breaking: calls that were accepted are refused; for instance {"gone":"text"})
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestDiffRefusesWhatIsNoJSON(t *testing.T) {
	for _, c := range [][2]string{{`{`, `{}`}, {`{}`, `]`}} {
		if _, err := schema.Diff(json.RawMessage(c[0]), json.RawMessage(c[1]), schema.Input); err == nil {
			t.Errorf("%s, %s: no error", c[0], c[1])
		}
	}
}

// What is written as in earlier drafts, or as in no draft, has changed where it is
// written in another way. Nothing shows it, since nobody can tell what it means.
func TestDiffReadsWhatIsNotOfThisDraft(t *testing.T) {
	for _, c := range []struct{ rule, before, after, keyword string }{
		{"types of other languages", `{"type":"int","minimum":1}`, `{"type":"int","minimum":5}`, "minimum"},
		{"a bound that became exclusive", `{"minimum":5,"exclusiveMinimum":false}`, `{"minimum":5,"exclusiveMinimum":true}`, "minimum"},
		{"required as a yes or no", `{"type":"string"}`, `{"type":"string","required":true}`, "required"},
		{"a bound that is no number", `{"maximum":"5"}`, `{"maximum":"4"}`, "maximum"},
		{"a list that is none", `{"anyOf":{"type":"string"}}`, `{"anyOf":{"type":"null"}}`, "anyOf"},
		{"required besides, one by one", `{"dependentRequired":{"a":"b"}}`, `{"dependentRequired":{"a":"c"}}`, "dependentRequired"},
		{"a place of an old tuple", `{"items":[{"type":"number"}]}`, `{"items":[{"type":"integer"}]}`, "type"},
		{"what follows an old tuple", `{"items":[{}],"additionalItems":{"type":"number"}}`, `{"items":[{}],"additionalItems":{"type":"integer"}}`, "type"},
		{"null", `{"type":"string","nullable":true}`, `{"type":"string"}`, "type"},
		{"old dependencies", `{"dependencies":{"a":["b"]}}`, `{"dependencies":{"a":["b","c"]}}`, "dependencies"},
		{"behind old dependencies", `{"dependencies":{"a":{"$ref":"#/definitions/A"}},"definitions":{"A":{"minProperties":1}}}`, `{"dependencies":{"a":{"$ref":"#/definitions/A"}},"definitions":{"A":{"minProperties":2}}}`, "dependencies"},
		{"behind a reference that depends on the way", `{"$dynamicRef":"#v","$defs":{"v":{"$dynamicAnchor":"v","type":["string","null"]}}}`, `{"$dynamicRef":"#v","$defs":{"v":{"$dynamicAnchor":"v","type":"string"}}}`, "$dynamicRef"},
		{"behind a recursive reference", `{"items":{"$recursiveRef":"#"},"maxItems":2}`, `{"items":{"$recursiveRef":"#"},"maxItems":2,"$recursiveAnchor":true}`, "$recursiveRef"},
		{"behind the name of a part", `{"$ref":"#v","$defs":{"v":{"$anchor":"v","type":["string","null"]}}}`, `{"$ref":"#v","$defs":{"v":{"$anchor":"v","type":"string"}}}`, "$ref"},
		{"behind a reference from a part with a name of its own", `{"$ref":"#/$defs/b","$defs":{"b":{"$id":"b","$ref":"#/$defs/c","$defs":{"c":{"type":["string","null"]}}},"c":{}}}`, `{"$ref":"#/$defs/b","$defs":{"b":{"$id":"b","$ref":"#/$defs/c","$defs":{"c":{"type":"string"}}},"c":{}}}`, "$ref"},
		{"behind a word that is no keyword", `{"extends":{"$ref":"#/$defs/A"},"$defs":{"A":{"type":["string","null"]}}}`, `{"extends":{"$ref":"#/$defs/A"},"$defs":{"A":{"type":"string"}}}`, "extends"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			changes, err := schema.Diff(json.RawMessage(c.before), json.RawMessage(c.after), schema.Input)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(changes, func(c2 schema.Change) bool { return c2.Breaking && c2.Keyword == c.keyword }) {
				t.Errorf("from %s to %s: %v, want a breaking change of %q", c.before, c.after, changes, c.keyword)
			}
		})
	}
}

// Choices of choices are compared for as long as that takes no longer than people
// wait.
func TestDiffOfChoicesOfChoices(t *testing.T) {
	nested := func(leaf, more string) json.RawMessage {
		text := leaf
		for i := range 12 {
			forms := fmt.Sprintf(`{"type":"array","minItems":%d,"items":%s},{"type":"array","minItems":%d,"items":%s}`, i, text, i+1, text)
			text = `{"anyOf":[` + forms + more + `]}`
		}
		return json.RawMessage(text)
	}
	changes, err := schema.Diff(nested(`{"type":"string"}`, ""), nested(`{"type":"integer"}`, `,{"type":"null"}`), schema.Input)
	if err != nil || !slices.ContainsFunc(changes, func(c schema.Change) bool { return c.Breaking }) {
		t.Errorf("%d changes, %v", len(changes), err)
	}
}

// Four times as many properties take four times as long, or so; sixteen times would
// be a square. The best of a few tries counts, since other programs take time, too.
func TestDiffTimeIsLinear(t *testing.T) {
	const n, tries, most = 2000, 5, 10
	timeOf := func(n int) time.Duration {
		var properties []string
		for i := range n {
			properties = append(properties, fmt.Sprintf(`"p%d":{"type":"string","maxLength":%d}`, i, i))
		}
		text := json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
		start := time.Now()
		if changes, err := schema.Diff(text, text, schema.Input); err != nil || len(changes) > 0 {
			t.Fatal(changes, err)
		}
		return time.Since(start)
	}
	ratio := 0.0
	for range tries {
		if ratio = float64(timeOf(4*n)) / float64(timeOf(n)); ratio < most {
			return
		}
	}
	t.Errorf("four times as much takes %.1f times as long", ratio)
}

// A condition that is written as before has changed if what it refers to has.
func TestDiffLooksBehindReferences(t *testing.T) {
	for _, keyword := range []string{"oneOf", "not", "if", "contains"} {
		inner := `{"$ref":"#/$defs/A"}`
		if keyword == "oneOf" {
			inner = "[" + inner + "]"
		}
		with := func(a string) string { return `{"` + keyword + `":` + inner + `,"$defs":{"A":` + a + `}}` }
		diff(t, with(`{"type":"string"}`), with(`{"type":"integer"}`), schema.Input, keyword, true, true)
	}
}
