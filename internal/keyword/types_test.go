package keyword_test

import (
	"testing"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

func TestTypeOf(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "object", `[]`: "array", `""`: "string", `true`: "boolean", `false`: "boolean", `null`: "null",
		`0`: "integer", `-1`: "integer", `1.0`: "integer", `1e3`: "integer", `10e-1`: "integer", `0.5`: "number", `1e-1`: "number",
		`123456789012345678901234567890`: "integer",
	} {
		v := parse(t, text)
		if got := keyword.TypeOf(v); got != want {
			t.Errorf("%s is of %s, want %s", text, got, want)
		}
		if !keyword.IsOf(v, want) || want == "integer" && !keyword.IsOf(v, "number") || want == "number" && keyword.IsOf(v, "integer") {
			t.Errorf("%s: IsOf is wrong", text)
		}
	}
}

// A choice of types is said by them, unless a value of one is of another and only
// one may fit.
func TestWordsOfChoices(t *testing.T) {
	for schema, want := range map[string]string{
		`{"anyOf":[{"type":"number"},{"type":"integer"}]}`:          "must be a number",
		`{"oneOf":[{"type":"string"},{"type":["integer","null"]}]}`: "must be a string or an integer or null",
		`{"oneOf":[{"type":"number"},{"type":"integer"}]}`:          "must fit exactly one of the forms that the schema lists",
		`{"oneOf":[{"type":["string","null"]},{"type":"null"}]}`:    "must fit exactly one of the forms that the schema lists",
		`{"oneOf":[{"required":["a"]},{"required":["b","c"]}]}`:     "must have exactly one of a, b with c",
		`{"anyOf":[{"required":["a"]}]}`:                            "must have a",
	} {
		o, _ := parse(t, schema).(*jsondoc.Object)
		if got := keyword.Words(o.Members[0].Name, o); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}

func parse(t *testing.T, text string) jsondoc.Value {
	t.Helper()
	v, err := jsondoc.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
