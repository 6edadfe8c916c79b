package rules_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolnexus/go-sdk/internal/rules"
)

var stringsPerRule = flag.Int("rules.strings", 2000, "texts tried per string rule (or set RULES_STRINGS)")

func sampleSize(t *testing.T) int {
	t.Helper()
	n := *stringsPerRule
	if text := os.Getenv("RULES_STRINGS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("RULES_STRINGS: %v", err)
		}
	}
	if testing.Short() {
		n = min(n, 200)
	}
	return n
}

// paramRules are the rules with a parameter, each with a few of them.
var paramRules = []string{
	"len=3", "min=2", "max=3", "gt=1", "gte=2", "lt=3", "lte=2",
	"eq=abc", "ne=abc", "eq=", "eq=é<&>",
	"oneof=red green 'dark blue' ''", "noneof=red green 'dark blue'", "oneof=a0x2Cb a0x7Cb",
	"oneofci=Kg Straße ǅ", "noneofci=Kg sky", "eq_ignore_case=Sky", "ne_ignore_case=Sky.",
	"contains=a.c", "excludes=a.c", "startswith=^a", "endswith=a$", "startsnotwith=(a", "endsnotwith=a]",
	"containsany=]^-\\", "containsrune=é", "excludesall=]^-\\", "excludesrune=-",
	"contains=a\tb", "containsany=\n\x00",
	"datetime=2006-01-02", "datetime=2006-01-02T15:04:05Z07:00", "datetime=15:04", "datetime=2006-01-02T15:04:05.999999999Z07:00",
	"spicedb", "spicedb=id", "spicedb=permission", "spicedb=type",
	"postcode_iso3166_alpha2=US", "postcode_iso3166_alpha2=GB",
	"isdefault", "email|uuid", "eq=a|startswith=b", "isdefault|email", "ipv4|ipv6", "oneof=a b|eq=c", "iscolor|uuid",
}

// seeds are texts no pattern gives away.
var seeds = strings.Fields(`
	978-3-16-148410-0 3-598-21508-8 0378-5955 2434-561X 4111111111111111 4111-1111 79927398713
	1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4
	0x52908400098527886E0F7030069857D2E4169EE7 0xde709f2102306220921060314715629080e2fb77
	{"a":1} [] null 1e5 "x" {} Europe/Oslo UTC Local GMT+1 Etc/GMT-3
	pt-BR en zh-Hans-CN de-1996 i-klingon en_US sr-Latn x-private de-CH-1901 EN
	urn:isbn:0451450523 urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66 URN:example:a-b
	http://example.com https://example.com/ HTTPS://EXAMPLE.COM/a?b#c http://[::1]:80/ http://user@h/ mailto:a@b file:///etc/x file:// http: //x
	http://[fe80::1%25en0]/ https://ex.com:99999 https://ex.com:0 http://a.b?x http://exa%20mple.com https://例え.jp/ ftp://h/ https:/x /path/x?y
	https://1.2.3.4 https://[::1] http://host:80# http://a_b.c
	1.2.3.4 01.2.3.4 ::1 ::ffff:1.2.3.4 ::ffff:102:304 2001:db8::1 fe80::1%eth0 +1.2.3.4 -0.2.3.4 256.1.1.1
	1.2.3.0/24 1.2.3.4/24 1.2.3.0/08 ::1/128 2001:db8::/32 ::ffff:1.2.3.0/120 1.2.3.4/33 ::ffff:1.2.3.0/96
	00:00:5e:00:53:01 00-00-5e-00-53-01 0000.5e00.5301 00005e005301 00:00:5e:00:53:01:02:03
	host:80 :80 [host]:80 host:+80 host:080 [::1]:80 host:0 host:65536
	a@b.co name@example.com "q"@x.de é@ex.com a@b a@[1.2.3.4] a@b.com. a.b+c@x-y.org Name<a@b.de> a..b@c.de
	@daily @every 0\ 9\ *\ *\ 1-5 */5 MON-FRI
	1h30m -1.5h +0 .5s 1us 1µs 9999999h 1h2
	mongodb://h mongodb+srv://u:p@h:1/db?x=y mongodb://a,b:1
	rgb(1,2,3) rgb(1%,2%,3%) rgba(1,2,3,0.5) rgba(1,2,3,1) hsl(1,2%,3%) cmyk(1%,2%,3%,4%) #fff
	NO NOR 578 1578 -578 +578 US-CA NO-03 EUR NOK 004 4 1004
	12345 12345-6789 SW1A1AA EC1A 2026-02-29 2024-02-29 0000-01-01 2026-1-2 23:59 3:04
	2026-11-23T17:48:39Z 2026-11-23t17:48:39z 2026-11-23T17:48:60Z 2026-11-23T7:48:39Z 2026-11-23T17:48:39,5+24:00 2026-11-23T17:48:39.123456789012+01:00 2026-02-30T00:00:00Z
	ABC abc Abc ÄÖ äö ß ǅ 1.4.0-rc.1 1.0.0+a.b 01.0.0 1.0.0-01 1.0.0-
	example.com example.com. -a.b a-.com
`)

var moreSeeds = []string{
	"", " ", "0 9 * * 1-5", "*/5 * * * *", "@every 1h30m", "4111 1111 1111 1111", "12 345", "\n", "a\n", "abc def",
	strings.Repeat("a", 63) + ".com", strings.Repeat("a", 64) + ".com", strings.Repeat("a.", 126) + "com", strings.Repeat("a.", 126) + "co", strings.Repeat("a.", 126) + "c.",
	strings.Repeat("l", 64) + "@x.de", strings.Repeat("l", 65) + "@x.de", "a@" + strings.Repeat("b.", 125) + "de",
}

// bothWays are the shape rules whose keywords also refuse something that the
// validator takes: a standard format beside the function, or a spelling no
// author means. Nothing but the conjunction is promised for them.
var bothWays = map[string]bool{
	"url": true, "uri": true, "http_url": true, "https_url": true, "origin": true,
	"iso3166_1_alpha_numeric": true, "country_code": true, "eu_country_code": true,
	"ipv4|ipv6": true, "iscolor|uuid": true,
}

// TestStrings holds the class of every rule on strings against the validator.
func TestStrings(t *testing.T) {
	n := sampleSize(t)
	for _, row := range rules.Table() {
		if row.Kind == rules.String && row.Class != rules.Cross && !strings.Contains(row.Example, "=") {
			tryStrings(t, row.Name, n)
		}
	}
	for _, tag := range paramRules {
		tryStrings(t, tag, n)
	}
}

func tryStrings(t *testing.T, tag string, n int) {
	target := rules.Target{Kind: rules.String}
	compact := mustMeaning(t, tag, target, rules.Options{})
	long := mustMeaning(t, tag, target, rules.Options{Exact: true})
	t.Run(tag, func(t *testing.T) {
		t.Parallel()
		texts := textsFor(t, tag, n, compact, long)
		compareStrings(t, tag, compact, texts)
	})
	if !reflect.DeepEqual(compact.Keywords, long.Keywords) {
		t.Run(tag+"/long", func(t *testing.T) {
			t.Parallel()
			compareStrings(t, tag, long, textsFor(t, tag, n/4, compact, long))
		})
	}
}

// textsFor samples from both forms of the rule and mutates half of it.
func textsFor(t *testing.T, tag string, n int, forms ...rules.Meaning) []string {
	t.Helper()
	h := fnv.New64a()
	_, _ = h.Write([]byte(tag))
	s := sampler{rand.New(rand.NewPCG(h.Sum64(), 1))}
	var (
		patterns []*syntax.Regexp
		texts    []string
	)
	for _, form := range forms {
		for _, k := range form.Keywords {
			exprs, values := hints(k)
			texts = append(texts, values...)
			for _, expr := range exprs {
				re, err := syntax.Parse(expr, syntax.Perl)
				if err != nil {
					t.Fatalf("%s: %v", tag, err)
				}
				patterns = append(patterns, re)
			}
		}
	}
	texts = append(append(texts, seeds...), moreSeeds...)
	fixed := len(texts)
	for len(texts) < n+fixed {
		text := texts[s.rand.IntN(fixed)]
		if len(patterns) > 0 && s.rand.IntN(4) > 0 {
			text = s.match(patterns[s.rand.IntN(len(patterns))])
		}
		if s.rand.IntN(5) > 1 {
			text = s.mutate(text)
		}
		texts = append(texts, text)
	}
	return texts
}

// hints takes the patterns and values out of a keyword.
func hints(k rules.Keyword) (patterns, values []string) {
	var v any
	_ = json.Unmarshal(k.Value, &v)
	switch k.Name {
	case "pattern":
		return []string{v.(string)}, nil
	case "const":
		if text, ok := v.(string); ok {
			values = append(values, text)
		}
		return nil, values
	case "enum":
		for _, e := range v.([]any) {
			if text, ok := e.(string); ok {
				values = append(values, text)
			}
		}
		return nil, values
	case "format":
		return map[string][]string{
			"uuid":      {`^[0-9a-f]{8}-[0-9a-f]{4}-[3457][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`},
			"date":      {`^20[0-9]{2}-[01][0-9]-[0-3][0-9]$`},
			"date-time": {`^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2]?[0-9]:[0-5][0-9]:[0-6][0-9](?:[.,][0-9]{0,12})?(?:Z|[+-][0-2][0-9]:[0-6][0-9])$`},
			"ipv4":      {`^[0-2]?[0-9]{1,2}(?:\.[0-2]?[0-9]{1,2}){3}$`},
			"ipv6":      {`^(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}$`},
			"uri":       {`^https?://[a-z0-9.-]+(?::[0-9]{1,5})?(?:/[a-z%0-9]*)?(?:\?[a-z=&]*)?(?:#[a-z]*)?$`},
		}[v.(string)], nil
	case "not", "anyOf":
		var inner []map[string]json.RawMessage
		if json.Unmarshal(k.Value, &inner) != nil {
			inner = make([]map[string]json.RawMessage, 1)
			_ = json.Unmarshal(k.Value, &inner[0])
		}
		for _, fragment := range inner {
			for name, value := range fragment {
				p, v := hints(rules.Keyword{Name: name, Value: value})
				patterns, values = append(patterns, p...), append(values, v...)
			}
		}
	}
	return patterns, values
}

func compareStrings(t *testing.T, tag string, m rules.Meaning, texts []string) {
	t.Helper()
	v, schema := validator.New(), compile(t, "string", m.Keywords)
	both, neither := 0, 0
	for _, text := range texts {
		byRule, bySchema := v.Var(text, tag) == nil, schema.Validate(text) == nil
		if !claim(m, bothWays[tag], byRule, bySchema) {
			t.Errorf("%s on %q: validator %t, keywords %t, but the class is %s", tag, text, byRule, bySchema, m.Class)
		}
		if byRule && bySchema {
			both++
		}
		if !byRule {
			neither++
		}
	}
	if both == 0 || neither == 0 && tag != "unix_addr" {
		t.Errorf("%s: %d of %d texts accepted, %d refused: the samples show nothing", tag, both, len(texts), neither)
	}
}

// claim says whether a verdict is in line with the class.
func claim(m rules.Meaning, loose, byRule, bySchema bool) bool {
	switch m.Class {
	case rules.Exact:
		return byRule == bySchema && !m.InGo
	case rules.Narrowed:
		return (!bySchema || byRule) && !m.InGo
	case rules.Shape:
		return (loose || !byRule || bySchema) && m.InGo
	}
	return false
}

func mustMeaning(t *testing.T, tag string, target rules.Target, opt rules.Options) rules.Meaning {
	t.Helper()
	m, err := meaningOf(tag, target, opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// meaningOf reads a tag of one rule.
func meaningOf(tag string, target rules.Target, opt rules.Options) (rules.Meaning, error) {
	parsed, err := rules.Parse(tag, nil)
	if err != nil {
		return rules.Meaning{}, err
	}
	if len(parsed.Rules) != 1 {
		return rules.Meaning{}, fmt.Errorf("%s: %d rules", tag, len(parsed.Rules))
	}
	return parsed.Rules[0].Meaning(target, opt)
}

// compile makes the judge of the published keywords.
func compile(t *testing.T, jsonType string, keywords []rules.Keyword) *jsonschema.Schema {
	t.Helper()
	members := []string{`"type":` + strconv.Quote(jsonType)}
	for _, k := range keywords {
		members = append(members, strconv.Quote(k.Name)+":"+string(k.Value))
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader("{" + strings.Join(members, ",") + "}"))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("rule.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("rule.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestValues holds the rules on numbers, bools, slices and maps against the
// validator.
func TestValues(t *testing.T) {
	ints := []any{0, 1, 2, 3, 4, -1, 8, 16, 40, 90, 91, 180, 181, -90, -91, 578, 894, 978, 1578, 65535, 65536, 79927398713, int64(-1 << 63), int64(1<<63 - 1)}
	uints := []any{uint(0), uint(1), uint(2), uint(3), uint(4), uint(16), uint(40), uint(90), uint(91), uint(181), uint(578), uint(978), uint(1578), uint(65535), uint(65536), uint64(1<<64 - 1)}
	floats := []any{0.0, 1.0, 2.0, 3.0, 0.5, 2.5, -2.5, 1000.0, 0.1, 90.0, 90.5, -90.0, 180.0, 180.5, 1e-7, 3.5}
	slices := []any{[]string{}, []string{"a"}, []string{"a", "b"}, []string{"a", "a"}, []string{"a", "b", "c"}, []string{"a", "b", "a", "d"}}
	maps := []any{map[string]int{}, map[string]int{"a": 1}, map[string]int{"a": 1, "b": 1}, map[string]int{"a": 1, "b": 2, "c": 3}, map[string]int{"a": 1, "b": 2, "c": 3, "d": 4}}
	numeric := "len=3 min=2 max=3 gt=2 gte=2 lt=3 lte=2 eq=3 ne=3 isdefault numeric number"
	tests := []struct {
		kind   rules.Kind
		elem   rules.Kind
		json   string
		tags   string
		values []any
	}{
		{rules.Int, 0, "integer", numeric + " oneof=1_3 noneof=1_3 latitude longitude port luhn_checksum iso3166_1_alpha_numeric iso3166_1_alpha_numeric_eu iso4217_numeric min=0x10 max=0b11 min=-1 max=9223372036854775807 eq=1|gt=3", ints},
		{rules.Uint, 0, "integer", numeric + " oneof=1_3 noneof=1_3 latitude longitude port luhn_checksum iso3166_1_alpha_numeric iso3166_1_alpha_numeric_eu iso4217_numeric max=18446744073709551615", uints},
		{rules.Float, 0, "number", numeric + " latitude longitude min=2.5 gt=.5 lt=1e3 eq=0.1 ne=1e-7 max=-2.50", floats},
		{rules.Bool, 0, "boolean", "eq=true eq=1 ne=true ne=F isdefault boolean", []any{true, false}},
		{rules.Slice, rules.String, "array", "len=2 min=2 max=2 gt=1 gte=2 lt=3 lte=2 eq=2 ne=2 unique", slices},
		{rules.Array, rules.String, "array", "len=2 min=2 max=2 gt=1 ne=2 unique", []any{[0]string{}, [2]string{"a", "b"}, [2]string{"a", "a"}, [3]string{"a", "b", "c"}}},
		{rules.Map, rules.Int, "object", "len=2 min=2 max=2 gt=1 gte=2 lt=3 lte=2 eq=2 ne=2", maps},
		{rules.Slice, rules.Float, "array", "unique", []any{[]float64{}, []float64{0.1, 0.2}, []float64{0.1, 0.1}}},
		{rules.Slice, rules.Struct, "array", "unique", []any{[]struct{ A int }{}, []struct{ A int }{{1}, {2}}, []struct{ A int }{{1}, {1}}}},
	}
	for _, test := range tests {
		for tag := range strings.FieldsSeq(test.tags) {
			tag = strings.ReplaceAll(tag, "_3", " 3")
			t.Run(test.kind.String()+"/"+tag, func(t *testing.T) {
				for _, opt := range []rules.Options{{}, {Exact: true}} {
					m := mustMeaning(t, tag, rules.Target{Kind: test.kind, Elem: test.elem}, opt)
					v, schema := validator.New(), compile(t, test.json, m.Keywords)
					for _, value := range test.values {
						byRule, bySchema := v.Var(value, tag) == nil, schema.Validate(asJSON(t, value)) == nil
						if !claim(m, bothWays[tag], byRule, bySchema) {
							t.Errorf("%v: validator %t, keywords %t, but the class is %s", value, byRule, bySchema, m.Class)
						}
					}
				}
			})
		}
	}
}

// asJSON turns a Go value into what the judge reads, numbers with all digits.
func asJSON(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestAcceptedNeverPanics runs every rule that has a meaning on a kind through
// the validator: a call must never find out what a tag got wrong.
func TestAcceptedNeverPanics(t *testing.T) {
	values := map[rules.Kind][]any{
		rules.String: {"", "x", "3"}, rules.Int: {0, 3}, rules.Uint: {uint(0), uint(3)}, rules.Float: {0.5, 3.0},
		rules.Bool: {true, false}, rules.Slice: {[]string{}, []string{"a", "b"}}, rules.Map: {map[string]string{"a": "b"}},
		rules.Bytes: {[]byte("x")}, rules.Time: {time.Now()}, rules.Duration: {time.Second}, rules.Any: {json.RawMessage("1")},
	}
	v := validator.New()
	for name, tag := range examples() {
		if name == "required" || isCross(name) {
			continue
		}
		for kind, samples := range values {
			if (name == "oneof" || name == "noneof") && (kind == rules.Float || kind == rules.Bool) {
				continue // enforced by the schema alone
			}
			if _, err := meaningOf(tag, rules.Target{Kind: kind, Elem: rules.String}, rules.Options{}); err != nil {
				continue
			}
			for _, value := range samples {
				if p := panicOf(func() { _ = v.Var(value, tag) }); p != nil {
					t.Errorf("%s on %s is accepted, but the validator panics: %v", tag, kind, p)
				}
			}
		}
	}
}

// examples gives one tag for every rule.
func examples() map[string]string {
	tags := map[string]string{}
	for _, row := range rules.Table() {
		if tags[row.Name] == "" {
			tags[row.Name] = row.Example
		}
	}
	return tags
}

func isCross(name string) bool {
	return slices.ContainsFunc(rules.Table(), func(r rules.Row) bool { return r.Name == name && r.Class == rules.Cross })
}

func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}
