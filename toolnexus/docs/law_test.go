package docs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

// keywordSchemas have every keyword, and some that are none.
var keywordSchemas = []string{
	`{"type":"object","properties":{"a":{"type":"string","minLength":2,"maxLength":4,"pattern":"^a","format":"email"}},"required":["a"],"additionalProperties":false}`,
	`{"type":"object","properties":{"a":{"type":"integer","minimum":2,"maximum":4,"exclusiveMinimum":1,"exclusiveMaximum":5,"multipleOf":2}}}`,
	`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":4,"uniqueItems":true,"contains":{"const":"x"},"minContains":2,"maxContains":3}}}`,
	`{"type":"object","properties":{"a":{"contains":{"const":"x"},"minContains":0},"b":{"minContains":2},"c":{"maxContains":2,"contains":true}}}`,
	`{"type":"object","properties":{"a":{"prefixItems":[{"const":1},{"enum":[1,2]}],"items":false},"b":{"prefixItems":[true],"items":{"type":"null"},"unevaluatedItems":false}}}`,
	`{"type":"object","minProperties":1,"maxProperties":3,"propertyNames":{"pattern":"^a"},"patternProperties":{"^x":{"type":"string"}},"additionalProperties":{"type":"integer"}}`,
	`{"type":"object","dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{"required":["c"]}},"unevaluatedProperties":false}`,
	`{"type":"object","if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`,
	`{"type":"object","properties":{"a":{"then":{"type":"string"},"else":{"type":"number"}}}}`,
	`{"type":"object","properties":{"a":{"not":{"type":"string"}},"b":{"not":{"const":2}},"c":{"not":{"enum":[1,2]}},"d":{"not":{"pattern":"x"}},"e":{"not":{"required":["x"]}},"f":{"not":{}},"g":{"not":true}}}`,
	`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]},"b":{"oneOf":[{"enum":["x"]},{"type":"null"}]},"c":{"oneOf":[{},{"type":"null"}]},"d":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`,
	`{"type":"object","properties":{"a":{"allOf":[{"minLength":2},{"minLength":3},{"type":"string"}]},"b":{"anyOf":[{"minLength":2},{"minimum":3}]}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
	`{"type":"object","properties":{"a":{"contentEncoding":"base64","contentMediaType":"text/plain","contentSchema":{"type":"array"}}}}`,
	`{"type":"object","title":"T","description":"D","default":{},"examples":[{},1],"deprecated":true,"readOnly":true,"writeOnly":true,"$comment":"c","x-y":1,"nullable":true}`,
	`{"type":"object","properties":{"a":{"deprecated":false,"uniqueItems":false,"enum":[],"minimum":"1","type":["string","foo"],"required":"a","properties":[],"$ref":1,"items":[{"type":"string"}],"additionalItems":false}}}`,
	`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A","minLength":2},"c":{"$ref":"#/$defs/B"},"d":{"$ref":"#/properties/b"},"e":{"$ref":"http://x.example/s"},"f":{"$ref":"#f"}},"$defs":{"A":{"type":"string"},"B":{"type":"integer"},"C":{"minimum":3},"D":{"$anchor":"f","maximum":4},"E":true}}`,
	`{"$id":"http://x.example/s","type":"object","properties":{"a":{"$ref":"http://x.example/s#/$defs/A"},"b":{"$ref":"http://x.example/s"}},"$defs":{"A":{"type":"string"}}}`,
}

// silent are keywords that say nothing of values.
var silent = map[string]bool{"$schema": true, "$id": true, "$anchor": true, "$dynamicAnchor": true}

// TestEverythingIsSaid: without any one of its keywords, a schema is documented in
// other words, in all three outputs and not only where the schema is shown.
func TestEverythingIsSaid(t *testing.T) {
	for _, source := range keywordSchemas {
		everythingIsSaid(t, source)
	}
}

func TestEverythingIsSaidOfForeignSchemas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := agree.ForeignSchema(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") })
		keyword.Walk(doc, func(o *jsondoc.Object) { // there is nothing that they would be for
			if o.Has("items") {
				o.Delete("unevaluatedItems")
			}
			if o.Has("additionalProperties") {
				o.Delete("unevaluatedProperties")
			}
		})
		everythingIsSaid(t, string(jsondoc.Append(nil, doc)))
	})
}

type failer interface {
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

func everythingIsSaid(t failer, source string) {
	whole := said(t, source)
	n := len(keywordsOf(t, source))
	for i := range n {
		all := keywordsOf(t, source)
		k := all[i]
		k.schema.Delete(k.Name)
		if silent[k.Name] || isRoot(k, all) && k.Name == "type" || demandsNothing(k) || saidTwice(k, all) {
			continue
		}
		for format, text := range said(t, string(jsondoc.Append(nil, k.root))) {
			if text == whole[format] {
				t.Errorf("%s does not say the %s of %s in\n%s", format, k.Name, k.pointer, source)
			}
		}
	}
}

// found is a keyword of a schema.
type found struct {
	jsondoc.Member

	root           jsondoc.Value
	schema         *jsondoc.Object
	pointer, words string
}

func keywordsOf(t failer, source string) []found {
	root, err := jsondoc.Parse([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var all []found
	keyword.Each(root, "", func(o *jsondoc.Object, pointer string) {
		for _, m := range o.Members {
			all = append(all, found{m, root, o, pointer, keyword.Words(m.Name, o)})
		}
	})
	return all
}

// demandsNothing reports whether a keyword stands for what others say, which are
// looked at one by one, and for nothing else.
func demandsNothing(k found) bool {
	switch k.Name {
	case "allOf":
		return true
	case "properties":
		named, ok := k.Value.(*jsondoc.Object)
		return ok && !slices.ContainsFunc(named.Members, func(m jsondoc.Member) bool { return !takesAll(m.Value) })
	case "items":
		return takesAll(k.Value)
	case "$ref":
		ref, _ := jsondoc.String(k.Value)
		pointer, ok := jsondoc.Fragment(ref)
		return ok && jsondoc.At(k.root, pointer) == jsondoc.Value(jsondoc.Raw("true"))
	}
	return false
}

func takesAll(schema jsondoc.Value) bool {
	text := string(jsondoc.Append(nil, schema))
	return text == "true" || text == "{}"
}

func isRoot(k found, all []found) bool { return k.schema == all[0].schema }

// saidTwice reports whether the schema demands the same elsewhere, perhaps of the
// same value, and perhaps with another keyword.
func saidTwice(k found, all []found) bool {
	isDemand := strings.HasPrefix(k.words, "must") && !strings.Contains(k.words, "the schema")
	count := 0
	for _, other := range all {
		same := other.Name == k.Name && keyword.Canonical(other.Value) == keyword.Canonical(k.Value)
		if same || isDemand && other.words == k.words {
			count++
		}
	}
	return count > 1
}

// said is all that is said of the arguments of a tool, without its schema.
func said(t failer, source string) map[string]string {
	r, err := docs.Options{Dialects: []schema.Dialect{}}.New(raw("t", "", source))
	if err != nil {
		t.Fatal(fmt.Sprint(source, ": ", err))
	}
	var doc struct {
		Tools []struct {
			Input, Examples json.RawMessage
		}
	}
	if err := json.Unmarshal(r.JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	markdown, _, _ := strings.Cut(string(r.Markdown()), "\n### Schema\n")
	_, page, _ := bytes.Cut(r.HTML(), []byte("<article"))
	page, _, _ = bytes.Cut(page, []byte(`<details class="more">`))
	return map[string]string{"JSON": string(doc.Tools[0].Input) + string(doc.Tools[0].Examples), "Markdown": markdown, "HTML": string(page)}
}
