package docs_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

// What is said of the property x, one field a line: its path, its part, its type,
// and the rules.
func TestWords(t *testing.T) {
	for name, test := range map[string]struct{ x, want string }{
		"a type":                        {`{"type":"string"}`, `x: a string`},
		"any value":                     {`{}`, `x: any value`},
		"no value":                      {`false`, `x: any value; must be left out`},
		"a list folds into its type":    {`{"type":"array","items":{"type":"integer"}}`, `x: an array of integers`},
		"a map folds into its type":     {`{"type":"object","additionalProperties":{"type":"number"}}`, `x: an object with any names and, as values, numbers`},
		"items that have more to say":   {`{"type":"array","items":{"type":"string","minLength":2}}`, "x: an array\nx[]: a string; must have at least 2 characters"},
		"both ends of a limit":          {`{"minLength":3,"maxLength":3}`, `x: any value; must have exactly 3 characters`},
		"a format that calls must have": {`{"format":"date"}`, `x: any value; must be a date such as 2026-05-01`},
		"a format that nobody checks":   {`{"format":"int32"}`, `x: any value; format int32`},
		"a pattern over two lines":      {`{"pattern":"a\nb"}`, `x: any value; must match the pattern a\nb`},
		"null beside a form":            {`{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}`, `x: a string or null; must have at least 2 characters`},
		"null beside listed values":     {`{"anyOf":[{"type":"null"},{"enum":["a"]}]}`, `x: a listed value or null; must be one of "a", null`},
		"null that fits twice":          {`{"oneOf":[{"minLength":2},{"type":"null"}]}`, "x: any value; must fit exactly one of 2 forms\nx, form 1 of 2: any value; must have at least 2 characters\nx, form 2 of 2: null"},
		"types that exclude each other": {`{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `x: any value; must be a string or an integer`},
		"types that do not":             {`{"oneOf":[{"type":"number"},{"type":"integer"}]}`, "x: any value; must fit exactly one of 2 forms\nx, form 1 of 2: a number\nx, form 2 of 2: an integer"},
		"parts of one whole":            {`{"allOf":[{"type":"string"},{"minLength":2}]}`, `x: a string; must have at least 2 characters`},
		"parts that are closed":         {`{"allOf":[{"properties":{"a":true},"additionalProperties":false},{"properties":{"b":true}}]}`, "x: any value\nx, part 1 of 2: any value; takes no other names\nx.a: any value\nx, part 2 of 2: any value\nx.b: any value"},
		"parts of a closed whole":       {`{"allOf":[{"properties":{"b":true}}],"properties":{"a":true},"additionalProperties":false}`, "x: any value; takes no other names\nx.a: any value\nx, part 1 of 1: any value\nx.b: any value"},
		"a reference in a closed whole": {`{"$ref":"#/$defs/D","properties":{"a":true},"additionalProperties":false}`, "x: an object; takes no other names; see D\nx.a: any value\nD: an object\nD.d: a string"},
		"a reference by itself":         {`{"$ref":"#/$defs/D"}`, "x: an object\nx.d: a string"},
		"at least some items":           {`{"contains":{"type":"null"},"minContains":2}`, "x: any value\nx, at least 2 items: null"},
		"some items":                    {`{"contains":{"type":"null"},"minContains":2,"maxContains":3}`, "x: any value\nx, 2 to 3 items: null"},
		"items that need not be there":  {`{"contains":{"type":"null"},"minContains":0}`, "x: any value\nx, any number of items: null"},
		"a place for each item":         {`{"prefixItems":[{"type":"null"}],"items":false}`, "x: any value; takes no other items\nx[0]: null"},
		"a condition":                   {`{"if":{"required":["a"]},"then":{"required":["b"]}}`, "x: any value\nx, if it is like this: any value; must have \"a\"\nx, then: any value; must have \"b\""},
		"names that depend":             {`{"dependentRequired":{"a":["b","c"]}}`, `x: any value; with "a", must have b, c`},
		"what is excluded":              {`{"not":{"enum":[1,2]}}`, `x: any value; must not be one of 1, 2`},
	} {
		t.Run(name, func(t *testing.T) {
			source := `{"type":"object","properties":{"x":` + test.x + `}}`
			if strings.Contains(test.x, "$ref") {
				source = strings.TrimSuffix(source, "}") + `,"$defs":{"D":{"type":"object","properties":{"d":{"type":"string"}}}}}`
			}
			if diff := cmp.Diff(test.want, linesOf(t, source)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

type field struct {
	Path, Part, Type string
	Rules, SeeAlso   []string
	Fields           []field
}

func linesOf(t *testing.T, source string) string {
	t.Helper()
	r := newReference(t, docs.Options{Dialects: []schema.Dialect{}}, raw("t", "", source))
	var doc struct{ Tools []struct{ Input []field } }
	if err := json.Unmarshal(r.JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	var lines []string
	var add func(f field)
	add = func(f field) {
		line := f.Path
		if f.Part != "" {
			line += ", " + f.Part
		}
		words := append([]string{f.Type}, f.Rules...)
		for _, id := range f.SeeAlso {
			words = append(words, "see "+strings.TrimPrefix(id, "t/input/"))
		}
		lines = append(lines, fmt.Sprintf("%s: %s", line, strings.Join(words, "; ")))
		for _, inner := range f.Fields {
			add(inner)
		}
	}
	for _, f := range doc.Tools[0].Input {
		add(f)
	}
	return strings.Join(lines[1:], "\n") // the first is the whole
}
