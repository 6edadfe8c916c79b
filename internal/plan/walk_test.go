package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

func compile(t testing.TB, schema string) *Plan {
	t.Helper()
	doc, err := jsondoc.Parse([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(doc)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// summary writes an outcome as "path keyword" lines.
func summary(o *Outcome) []string {
	if o == nil {
		return nil
	}
	if o.Malformed != nil {
		return []string{fmt.Sprintf("malformed %d at %d", o.Malformed.Reason, o.Malformed.Offset)}
	}
	var lines []string
	for _, f := range o.Faults {
		path := ""
		for _, s := range f.Path {
			if s.IsIndex {
				path += fmt.Sprintf("/%d", s.Index)
			} else {
				path += "/" + s.Name
			}
		}
		lines = append(lines, path+" "+f.Keyword)
	}
	return lines
}

const orderSchema = `{"type":"object","properties":{
	"id":{"type":"integer","minimum":1,"maximum":9},
	"tags":{"type":"array","items":{"type":"string","minLength":2},"uniqueItems":true,"maxItems":3},
	"ship":{"type":"object","properties":{"zip":{"type":"string","pattern":"^[0-9]{5}$"}},"required":["zip"],"additionalProperties":false},
	"note":{"type":"string","default":"none"},
	"flag":{"type":"boolean"}},
	"required":["id"],"additionalProperties":false}`

func TestEveryProblemIsReportedInDocumentOrder(t *testing.T) {
	p := compile(t, orderSchema)
	got := summary(p.Check([]byte(`{"tags":["a","bb","bb",4],"ship":{"zop":1},"id":10,"flag":1,"flag":true,"x":null}`), Mode{}))
	want := []string{
		"/tags/0 minLength", "/tags/3 type", "/tags maxItems",
		"/ship/zop additionalProperties", "/ship/zip required",
		"/id maximum", "/flag type", "/flag duplicate", "/x additionalProperties",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// The demand on names is one on listed names too.
func TestListedNamesMeetTheDemandOnNames(t *testing.T) {
	p := compile(t, `{"type":"object","properties":{"a":{"type":"integer"},"long":{}},"propertyNames":{"maxLength":2},"additionalProperties":false}`)
	for text, want := range map[string][]string{
		`{"a":1}`:            nil,
		`{"a":1,"long":2}`:   {"/long propertyNames"},
		`{"long":2,"a":"x"}`: {"/long propertyNames", "/a type"},
	} {
		if diff := cmp.Diff(want, summary(p.Check([]byte(text), Mode{}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestLeniencies(t *testing.T) {
	p := compile(t, orderSchema)
	p.Root.mustProperty("id").Target = Int
	for name, test := range map[string]struct {
		mode       Mode
		in, normal string // normal "" means refused
	}{
		"null for an optional property is absent":        {Mode{Lenient: true}, `{"id":1,"tags":null}`, `{"id":1}`},
		"the first of several members may go":            {Mode{Lenient: true}, `{"tags":null,"id":1}`, `{"id":1}`},
		"all others may go":                              {Mode{Lenient: true}, `{ "tags" : null , "id":1, "flag":null, "ship": null }`, `{"id":1}`},
		"null for a required property is refused":        {Mode{Lenient: true}, `{"id":null}`, ``},
		"strict refuses null":                            {Mode{}, `{"id":1,"tags":null}`, ``},
		"a whole number may have a fraction":             {Mode{}, `{"id":3.0}`, `{"id":3}`},
		"a whole number may have an exponent":            {Mode{}, `{"id":30e-1}`, `{"id":3}`},
		"a fraction is refused":                          {Mode{Lenient: true}, `{"id":3.5}`, ``},
		"a number may come in a string":                  {Mode{Lenient: true}, `{"id":"4"}`, `{"id":4}`},
		"with white space around it":                     {Mode{Lenient: true}, `{"id":" 4\n"}`, `{"id":4}`},
		"and spelled with a fraction":                    {Mode{Lenient: true}, `{"id":"4.0"}`, `{"id":4}`},
		"but not in another notation":                    {Mode{Lenient: true}, `{"id":"0x4"}`, ``},
		"nor as a fraction":                              {Mode{Lenient: true}, `{"id":"4.5"}`, ``},
		"nor two values":                                 {Mode{Lenient: true}, `{"id":"4 5"}`, ``},
		"nor nothing":                                    {Mode{Lenient: true}, `{"id":""}`, ``},
		"a list may come in a string":                    {Mode{Lenient: true}, `{"id":1,"tags":"[\"ab\"]"}`, `{"id":1,"tags":["ab"]}`},
		"an object may come in a string":                 {Mode{Lenient: true}, `{"id":1,"ship":"{\"zip\":\"12345\"}"}`, `{"id":1,"ship":{"zip":"12345"}}`},
		"and is checked there":                           {Mode{Lenient: true}, `{"id":1,"ship":"{\"zip\":\"1234\"}"}`, ``},
		"the string null is no value":                    {Mode{Lenient: true}, `{"id":1,"ship":"null"}`, ``},
		"the whole document may come in a string":        {Mode{Lenient: true}, `"{\"id\":\"2\"}"`, `{"id":2}`},
		"strings that look like JSON stay strings":       {Mode{Lenient: true}, `{"id":1,"note":"5"}`, `{"id":1,"note":"5"}`},
		"defaults are filled in":                         {Mode{Fill: true}, `{"id":1}`, `{"id":1,"note":"none"}`},
		"also where null was dropped":                    {Mode{Fill: true, Lenient: true}, `{"note":null,"id":1}`, `{"id":1,"note":"none"}`},
		"equal items are found after repairs":            {Mode{Lenient: true}, `{"id":1,"tags":"[\"ab\",\"\\u0061b\"]"}`, ``},
		"strict keeps strings":                           {Mode{}, `{"id":"4"}`, ``},
		"a repaired value is still checked":              {Mode{Lenient: true}, `{"id":"40"}`, ``},
		"a boolean may come in a string":                 {Mode{Lenient: true}, `{"id":1,"flag":"true"}`, `{"id":1,"flag":true}`},
		"but not another word":                           {Mode{Lenient: true}, `{"id":1,"flag":"yes"}`, ``},
		"minus zero is written plainly, and checked too": {Mode{}, `{"id":-0}`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			out := p.Check([]byte(test.in), test.mode)
			switch {
			case test.normal == "":
				if out == nil || out.OK() {
					t.Errorf("%s is accepted", test.in)
				}
			case out == nil:
				if test.in != test.normal {
					t.Errorf("%s stays as it is, want %s", test.in, test.normal)
				}
			case !out.OK() || strings.Join(strings.Fields(string(out.Normalized())), "") != test.normal:
				t.Errorf("%s becomes %s (%v), want %s", test.in, out.Normalized(), summary(out), test.normal)
			}
		})
	}
}

// mustProperty is Property for tests that know it is there.
func (n *Node) mustProperty(name string) *Node {
	p, ok := n.Property(name)
	if !ok {
		panic("no property " + name)
	}
	return p
}

func TestMalformedTexts(t *testing.T) {
	p := compile(t, `{}`)
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	for in, want := range map[string]struct {
		Offset int
		Reason Reason
	}{
		``: {0, Truncated}, ` `: {1, Truncated}, `{"a`: {3, Truncated}, `{"a":`: {5, Truncated}, `[1,`: {3, Truncated},
		`{"a":1`: {6, Truncated}, `tru`: {3, Truncated}, `-`: {1, Truncated}, `1e`: {2, Truncated}, `"\u00`: {5, Truncated},
		`{}{}`: {2, TextAfter}, `1 x`: {2, TextAfter}, "```json": {0, Unexpected}, `{a:1}`: {1, Unexpected}, `[1,]`: {3, Unexpected},
		`{"a":1,}`: {7, Unexpected}, `{"a" 1}`: {5, Unexpected}, `NaN`: {0, Unexpected}, `nul!`: {0, Unexpected}, `'a'`: {0, Unexpected},
		`01`: {1, BadNumber}, `1.x`: {2, BadNumber}, `-x`: {1, BadNumber}, `1e+`: {3, Truncated}, `"\x"`: {1, BadEscape},
		`"\uZZZZ"`: {1, BadEscape}, `"\ud800"`: {1, LoneSurrogate}, `"\udc00\ud800"`: {1, LoneSurrogate}, "\"a\x01\"": {2, ControlCharacter},
		"\"\xff\"": {1, BadUTF8}, "\"\xed\xa0\x80\"": {1, BadUTF8}, deep: {DefaultMaxDepth, TooDeep},
		strings.Repeat("1", 2000): {0, NumberTooLong},
	} {
		out := p.Check([]byte(in), Mode{Lenient: true})
		if out == nil || out.Malformed == nil || out.Malformed.Offset != want.Offset || out.Malformed.Reason != want.Reason {
			t.Errorf("%.40q is %v, want malformed %d at %d", in, summary(out), want.Reason, want.Offset)
		}
	}
	if out := p.Check([]byte(`[1,2,3]`), Mode{MaxBytes: 5}); out == nil || out.Malformed == nil || out.Malformed.Reason != TooLarge {
		t.Errorf("a text over the limit is %v", summary(out))
	}
}

func TestNumbersThatNoDoubleHoldsAreRefusedAnywhere(t *testing.T) {
	p := compile(t, `{}`)
	for _, in := range []string{`1e400`, `[-1e999999]`, `{"a":1e-400}`} {
		if out := p.Check([]byte(in), Mode{}); out == nil || out.Count != 1 || out.Faults[0].Keyword != "number" {
			t.Errorf("%s is %v", in, summary(out))
		}
	}
}

func TestDuplicateNamesAreFoundInFreeObjects(t *testing.T) {
	p := compile(t, `{}`)
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, `"k%d":%d,`, i, i)
	}
	for _, in := range []string{`{"a":1,"\u0061":2}`, `[{"x":{"a":1,"b":2,"a":3}}]`, `{` + many.String() + `"k77":0}`} {
		if out := p.Check([]byte(in), Mode{}); out == nil || out.Count != 1 || out.Faults[0].Keyword != KeywordDuplicate {
			t.Errorf("%.60s is %v", in, summary(out))
		}
	}
	if out := p.Check([]byte(`{`+many.String()+`"K7":{"k7":1}}`), Mode{}); out != nil {
		t.Errorf("names in different objects: %v", summary(out))
	}
}

func TestFaultsAreCountedBeyondThoseKept(t *testing.T) {
	p := compile(t, `{"items":{"type":"string"}}`)
	out := p.Check([]byte(`[`+strings.Repeat("1,", 99)+`1]`), Mode{})
	if out.Count != 100 || len(out.Faults) != 20 {
		t.Errorf("%d counted, %d kept", out.Count, len(out.Faults))
	}
}

func TestSecretValuesAreMarked(t *testing.T) {
	p := compile(t, `{"properties":{"key":{"type":"object","writeOnly":true,"properties":{"pin":{"type":"string"}}},"open":{"type":"string"}}}`)
	out := p.Check([]byte(`{"key":{"pin":1},"open":2}`), Mode{})
	if len(out.Faults) != 2 || !out.Faults[0].Secret || out.Faults[1].Secret {
		t.Errorf("faults: %+v", out.Faults)
	}
}

func TestGoodTextsDoNotAllocate(t *testing.T) {
	p := compile(t, orderSchema)
	in := []byte(`{"id":7,"ship":{"zip":"12345"},"note":"caf\u00e9 – fine","flag":true}`)
	if n := testing.AllocsPerRun(200, func() {
		if p.Check(in, Mode{Lenient: true, Fill: true}) != nil {
			t.Fatal("refused")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A schema that makes every level be walked again for each level above must
// not cost more than a bounded multiple of the text.
func TestNestedChoicesAreBounded(t *testing.T) {
	p := compile(t, `{"anyOf":[{"type":"array","items":{"$ref":"#"}},{"type":"array","items":{"$ref":"#"}},{"type":"string"}]}`)
	in := strings.Repeat("[", 500) + "1" + strings.Repeat("]", 500)
	out := p.Check([]byte(in), Mode{})
	if out == nil || out.OK() {
		t.Fatal("accepted")
	}
}

// A walk would not end where a schema leads back to itself for the same value. One
// that leads back for a part of the value is recursive, and fine.
func TestCompileRefusesLoops(t *testing.T) {
	for _, keyword := range []string{
		`"allOf":[%s]`, `"anyOf":[{"type":"null"},%s]`, `"anyOf":[%s,{"type":"null"}]`, `"oneOf":[{"type":"string"},%s]`, `"not":%s`,
		`"if":%s`, `"if":true,"then":%s`, `"if":true,"else":%s`, `"dependentSchemas":{"a":%s}`, `"maxProperties":1,"$ref":"#/$defs/b","$defs":{"b":%s}`,
	} {
		loop := fmt.Sprintf(`{`+keyword+`}`, `{"$ref":"#"}`)
		doc, err := jsondoc.Parse([]byte(loop))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Compile(doc); err == nil || !strings.Contains(err.Error(), "leads back to itself") {
			t.Errorf("%s: %v", loop, err)
		}
		recursive := compile(t, fmt.Sprintf(`{`+keyword+`}`, `{"properties":{"next":{"$ref":"#"}}}`))
		recursive.Check([]byte(`{"next":{"next":{"a":1}}}`), Mode{})
	}
}

func TestCompileRefusesWhatItCannotEnforce(t *testing.T) {
	for _, schema := range []string{
		`{"minimun":1}`, `{"type":"text"}`, `{"type":[]}`, `{"minimum":"1"}`, `{"minLength":-1}`, `{"pattern":"("}`, `{"required":[1]}`,
		`{"enum":[]}`, `{"properties":[]}`, `{"items":1}`, `{"$ref":"#/$defs/none"}`, `{"$ref":"other.json"}`, `{"$ref":"#"}`,
		`{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"items":{"$ref":"#/$defs/a"}}`,
		`{"unevaluatedProperties":false}`, `{"format":"emial"}`, `{"multipleOf":0}`, `{"maximum":1e400}`, `{"anyOf":[]}`,
	} {
		doc, err := jsondoc.Parse([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Compile(doc); err == nil {
			t.Errorf("%s compiles", schema)
		}
	}
}

func FuzzCheck(f *testing.F) {
	p := compile(f, orderSchema)
	p.Root.mustProperty("id").Target = Int
	for _, seed := range []string{`{"id":1}`, `{"id":"1.0","tags":null}`, `"{\"id\":3}"`, `{"id":1e0,"id":2}`, "{\"\xff\":1}", `{"id":1e999999}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		out := p.Check(data, Mode{Lenient: true, Fill: true})
		if out == nil || !out.OK() {
			return
		}
		normal := out.Normalized()
		if again := p.Check(normal, Mode{}); again != nil {
			t.Fatalf("%q is accepted as %q, which is not: %v", data, normal, summary(again))
		}
	})
}

// Looking at a large value again for every level above it is cut short.
func TestEqualItemsAtEveryLevelAreBounded(t *testing.T) {
	p := compile(t, `{"$defs":{"u":{"type":"object","properties":{"l":{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/u"}},"v":{"type":"string"}}}},"$ref":"#/$defs/u"}`)
	in := strings.Repeat(`{"l":[`, 400) + `{"v":"` + strings.Repeat("x", 4<<20) + `"}` + strings.Repeat(`]}`, 400)
	out := p.Check([]byte(in), Mode{})
	if out == nil || out.Malformed == nil || out.Malformed.Reason != TooComplex {
		t.Errorf("%v", summary(out))
	}
}

func TestTreesHaveThePartsOfTheText(t *testing.T) {
	text := []byte(` {"a":[1, "x]" ,{"b" : null}],"\u0063":{},"d":[]} `)
	tree := ParseTree(text)
	for path, want := range map[string][]Step{
		`{"a":[1, "x]" ,{"b" : null}],"\u0063":{},"d":[]}`: nil,
		`[1, "x]" ,{"b" : null}]`:                          {{Name: "a"}},
		`"x]"`:                                             {{Name: "a"}, {Index: 1, IsIndex: true}},
		`null`:                                             {{Name: "a"}, {Index: 2, IsIndex: true}, {Name: "b"}},
		`{}`:                                               {{Name: "c"}},
		`[]`:                                               {{Name: "d"}},
	} {
		at := tree
		for _, s := range want {
			at = at.Part(s)
		}
		if at == nil || string(at.Raw) != path {
			t.Errorf("%v leads to %v, want %s", want, at, path)
		}
	}
	if tree.Part(Step{Name: "x"}) != nil || tree.Part(Step{Index: 0, IsIndex: true}) != nil {
		t.Error("parts that are not there")
	}
}
