package schema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

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
	{"other patterns of names", `{"patternProperties":{"^a":{}}}`, `{"patternProperties":{"^b":{}}}`, "patternProperties"},
}

// sayings are changes after which the same is accepted.
var sayings = []struct{ rule, before, after, keyword string }{
	{"another description", `{"description":"a"}`, `{"description":"b"}`, "description"},
	{"another default", `{"default":1}`, `{"default":2}`, "default"},
	{"deprecation", `{"type":"string"}`, `{"type":"string","deprecated":true}`, "deprecated"},
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
