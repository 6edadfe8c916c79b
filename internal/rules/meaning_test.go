package rules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/rules"
)

// jsonNames are the JSON names of the fields in these tests.
var jsonNames = rules.Options{
	JSONName:     func(field string) string { return strings.ToLower(field[:1]) + field[1:] },
	ElemJSONName: strings.ToLower,
}

// fragment writes keywords as one JSON object.
func fragment(keywords []rules.Keyword) string {
	members := make([]string, len(keywords))
	for i, k := range keywords {
		members[i] = `"` + k.Name + `":` + string(k.Value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

func TestKeywords(t *testing.T) {
	tests := []struct {
		tag  string
		kind rules.Kind
		elem rules.Kind
		want string
	}{
		{"len=3", rules.String, 0, `{"maxLength":3,"minLength":3}`},
		{"min=3", rules.String, 0, `{"minLength":3}`},
		{"max=0x10", rules.String, 0, `{"maxLength":16}`},
		{"gt=3", rules.String, 0, `{"minLength":4}`},
		{"gte=3", rules.String, 0, `{"minLength":3}`},
		{"lt=3", rules.String, 0, `{"maxLength":2}`},
		{"lte=3", rules.String, 0, `{"maxLength":3}`},
		{"eq=a0x2Cb", rules.String, 0, `{"const":"a,b"}`},
		{"ne=<a>", rules.String, 0, `{"not":{"const":"<a>"}}`},
		{"len=2", rules.Slice, 0, `{"maxItems":2,"minItems":2}`},
		{"gt=0", rules.Slice, 0, `{"minItems":1}`},
		{"ne=2", rules.Slice, 0, `{"not":{"maxItems":2,"minItems":2}}`},
		{"max=2", rules.Array, 0, `{"maxItems":2}`},
		{"eq=2", rules.Map, 0, `{"maxProperties":2,"minProperties":2}`},
		{"min=1", rules.Map, 0, `{"minProperties":1}`},
		{"min=1", rules.Int, 0, `{"minimum":1}`},
		{"max=1_000", rules.Int, 0, `{"maximum":1000}`},
		{"min=-9223372036854775808", rules.Int, 0, `{"minimum":-9223372036854775808}`},
		{"max=18446744073709551615", rules.Uint, 0, `{"maximum":18446744073709551615}`},
		{"gt=-0x10", rules.Int, 0, `{"exclusiveMinimum":-16}`},
		{"lt=+5", rules.Int, 0, `{"exclusiveMaximum":5}`},
		{"len=7", rules.Int, 0, `{"const":7}`},
		{"eq=7", rules.Uint, 0, `{"const":7}`},
		{"ne=7", rules.Int, 0, `{"not":{"const":7}}`},
		{"gt=0", rules.Float, 0, `{"exclusiveMinimum":0}`},
		{"min=-.50", rules.Float, 0, `{"minimum":-0.5}`},
		{"min=5.", rules.Float, 0, `{"minimum":5}`},
		{"max=1e3", rules.Float, 0, `{"maximum":1000}`},
		{"max=12.5E-1", rules.Float, 0, `{"maximum":1.25}`},
		{"max=0.1000000000000000055", rules.Float, 0, `{"maximum":0.1000000000000000055}`},
		{"max=1.5e300", rules.Float, 0, `{"maximum":1.5e300}`},
		{"min=1e-9", rules.Float, 0, `{"minimum":1e-9}`},
		{"min=0.000001", rules.Float, 0, `{"minimum":0.000001}`},
		{"min=-0.0", rules.Float, 0, `{"minimum":0}`},
		{"min=123456789012345678901234", rules.Float, 0, `{"minimum":1.23456789012345678901234e23}`},
		{"eq=true", rules.Bool, 0, `{"const":true}`},
		{"ne=0", rules.Bool, 0, `{"not":{"const":false}}`},
		{"isdefault", rules.String, 0, `{"const":""}`},
		{"isdefault", rules.Float, 0, `{"const":0}`},
		{"isdefault", rules.Bool, 0, `{"const":false}`},
		{"oneof=asc desc asc", rules.String, 0, `{"enum":["asc","desc"]}`},
		{"oneof='New Lisbon' 'Port Said' Rome", rules.String, 0, `{"enum":["New Lisbon","Port Said","Rome"]}`},
		{"oneof=a0x2Cb c", rules.String, 0, `{"enum":["a,b","c"]}`},
		{"oneof=''", rules.String, 0, `{"enum":[""]}`},
		{"oneof=1 5 -10", rules.Int, 0, `{"enum":[1,5,-10]}`},
		{"oneof=0.50 1.5 1.50", rules.Float, 0, `{"enum":[0.5,1.5]}`},
		{"oneof=true", rules.Bool, 0, `{"enum":[true]}`},
		{"noneof=1 2", rules.Uint, 0, `{"not":{"enum":[1,2]}}`},
		{"oneofci=Kg Lb", rules.String, 0, `{"pattern":"^(?:[Kk` + "\u212a" + `][Gg]|[Ll][Bb])$"}`},
		{"eq_ignore_case=a.b", rules.String, 0, `{"pattern":"^[Aa]\\.[Bb]$"}`},
		{"unique", rules.Slice, rules.String, `{"uniqueItems":true}`},
		{"unique", rules.Array, rules.Int, `{"uniqueItems":true}`},
		{"contains=a/b.c", rules.String, 0, `{"pattern":"a/b\\.c"}`},
		{"startswith=a\nb", rules.String, 0, `{"pattern":"^a\\x0ab"}`},
		{"excludesall=a-]", rules.String, 0, `{"pattern":"^[^\\-\\]a]*$"}`},
		{"datetime=2006-01-02", rules.String, 0, `{"format":"date"}`},
		{"uuid", rules.String, 0, `{"format":"uuid"}`},
		{"boolean", rules.Bool, 0, `{}`},
		{"port", rules.Int, 0, `{"maximum":65535,"minimum":1}`},
		{"latitude", rules.Uint, 0, `{"maximum":90,"minimum":0}`},
		{"eq=a|eq=b", rules.String, 0, `{"enum":["a","b"]}`},
		{"oneof=1 2|eq=2|eq=3", rules.Int, 0, `{"enum":[1,2,3]}`},
		{"len=5|len=9", rules.String, 0, `{"anyOf":[{"maxLength":5,"minLength":5},{"maxLength":9,"minLength":9}]}`},
		{"isdefault|uuid", rules.String, 0, `{"anyOf":[{"const":""},{"format":"uuid"}]}`},
		{"number|port", rules.Int, 0, `{}`},
	}
	for _, test := range tests {
		t.Run(test.kind.String()+"/"+test.tag, func(t *testing.T) {
			m := mustMeaning(t, test.tag, rules.Target{Kind: test.kind, Elem: test.elem}, rules.Options{})
			if got := fragment(m.Keywords); got != test.want {
				t.Errorf("published %s, want %s", got, test.want)
			}
			if m.Class != rules.Exact || m.InGo {
				t.Errorf("class %s, in Go %t; want exact, by the schema alone", m.Class, m.InGo)
			}
		})
	}
}

// TestMeaning shows the rules that need more than keywords, in full.
func TestMeaning(t *testing.T) {
	onSlice := func(elem rules.Kind) rules.Target { return rules.Target{Kind: rules.Slice, Elem: elem} }
	on := func(k rules.Kind) rules.Target { return rules.Target{Kind: k} }
	tests := []struct {
		name, tag string
		target    rules.Target
		fragment  string
		want      rules.Meaning
	}{
		{
			"narrowed format says what it wants", "email", on(rules.String), `{"format":"email","maxLength":254,"pattern":"^[!#-'*+/-9=?A-Z^-~-]+(?:\\.[!#-'*+/-9=?A-Z^-~-]+)*@(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\\.)+[A-Za-z](?:[0-9A-Za-z-]{0,61}[A-Za-z])?$"}`,
			rules.Meaning{Class: rules.Narrowed, Want: "must be an e-mail address such as name@example.com"},
		},
		{
			"shape is noted", "http_url", on(rules.String), `{"format":"uri","pattern":"^https?://"}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: "must be a web address such as https://example.com/path", Note: "Must be a web address such as https://example.com/path."},
		},
		{
			"folded list shows the declared spelling", "oneofci=Kg Lb", on(rules.String), `{"pattern":"^(?:[Kk` + "\u212a" + `][Gg]|[Ll][Bb])$"}`,
			rules.Meaning{Class: rules.Exact, Want: "must be one of Kg, Lb, in any letter case", Note: "Must be one of Kg, Lb, in any letter case."},
		},
		{"size leaves the wording to the keywords", "min=3", on(rules.String), `{"minLength":3}`, rules.Meaning{Class: rules.Exact}},
		{
			"group of sizes is worded", "len=5|len=9", on(rules.String), `{"anyOf":[{"maxLength":5,"minLength":5},{"maxLength":9,"minLength":9}]}`,
			rules.Meaning{Class: rules.Exact, Want: "must be exactly 5 characters long, or be exactly 9 characters long"},
		},
		{
			"group with a shape runs in Go", "ipv6|eq=any", on(rules.String), `{"anyOf":[{"format":"ipv6"},{"const":"any"}]}`,
			rules.Meaning{
				Class: rules.Shape, InGo: true,
				Want: `must be an IPv6 address such as 2001:db8::1 that does not hold an IPv4 address, or be "any"`,
				Note: `Must be an IPv6 address such as 2001:db8::1 that does not hold an IPv4 address, or be "any".`,
			},
		},
		{
			"group with nothing published publishes nothing", "postcode_iso3166_alpha2=NO|eq=any", on(rules.String), `{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: `must be a postal code of the country NO, or be "any"`, Note: `Must be a postal code of the country NO, or be "any".`},
		},
		{
			"built-in alias has a wording of its own", "iscolor", on(rules.String), `{"pattern":"^(?:#|rgba?\\(|hsla?\\(|cmyk\\()"}`,
			rules.Meaning{
				Class: rules.Shape, InGo: true,
				Want: "must be a colour such as #ff8800, rgb(255, 136, 0) or hsl(32, 100%, 50%)",
				Note: "Must be a colour such as #ff8800, rgb(255, 136, 0) or hsl(32, 100%, 50%).",
			},
		},
		{
			"bytes are counted decoded", "min=1", on(rules.Bytes), `{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: "must be at least 1 byte long before base64", Note: "Must be at least 1 byte long before base64."},
		},
		{
			"duration", "min=90m", on(rules.Duration), `{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: "must be at least 1h30m", Note: "Must be at least 1h30m."},
		},
		{
			"duration in nanoseconds", "lt=1000000000", on(rules.Duration), `{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: "must be less than 1s", Note: "Must be less than 1s."},
		},
		{
			"layout is shown by example", "datetime=02.01.2006 15:04", on(rules.String), `{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: `must be written like "23.11.2026 17:48"`, Note: `Must be written like "23.11.2026 17:48".`},
		},
		{
			"layout of RFC 3339", "datetime=2006-01-02T15:04:05Z07:00", on(rules.String), `{"format":"date-time","pattern":"T[0-9:]{6}[0-5][0-9](?:\\.[0-9]+)?(?:Z|[+-][0-9:]{5})$"}`,
			rules.Meaning{Class: rules.Narrowed, Want: "must be a date and time such as 2026-11-23T17:48:39+01:00"},
		},
		{
			"unique structs", "unique", onSlice(rules.Struct), `{"uniqueItems":true}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Comparable: true, Want: "must not have two equal items, however they are written", Note: "Must not have two equal items, however they are written."},
		},
		{
			"unique floats", "unique", onSlice(rules.Float), `{"uniqueItems":true}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: "must not repeat an item, also after rounding to a float", Note: "Must not repeat an item, also after rounding to a float."},
		},
		{
			"unique by field", "unique=SKU", onSlice(rules.Struct), `{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Comparable: true, ElemField: "SKU", Want: "must not have two items with the same sku", Note: "Must not have two items with the same sku."},
		},
		{
			"unique map values", "unique",
			rules.Target{Kind: rules.Map, Elem: rules.Int},
			`{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Comparable: true, Want: "must have no two equal values", Note: "Must have no two equal values."},
		},
		{
			"uuid on a type with a String method", "uuid4",
			rules.Target{Kind: rules.Text, Stringer: true},
			`{}`,
			rules.Meaning{Class: rules.Shape, InGo: true, Want: "must be a version 4 UUID", Note: "Must be a version 4 UUID."},
		},
		{
			"greater number", "gtfield=Start", on(rules.Int), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, Fields: []string{"Start"}, SameKind: true, Want: "must be greater than start", Note: "Must be greater than start."},
		},
		{
			"later time", "gtfield=Start", on(rules.Time), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, Fields: []string{"Start"}, SameKind: true, Want: "must be later than start", Note: "Must be later than start."},
		},
		{
			"strings compare by length", "ltefield=Start", on(rules.String), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, Fields: []string{"Start"}, SameKind: true, Want: "must not be longer than start, counted in bytes", Note: "Must not be longer than start, counted in bytes."},
		},
		{
			"slices compare by count", "eqfield=Names", onSlice(rules.String), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, Fields: []string{"Names"}, SameKind: true, Want: "must have as many items as names", Note: "Must have as many items as names."},
		},
		{
			"maps compare by count", "gtcsfield=Inner.Names", on(rules.Map), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, Fields: []string{"Inner.Names"}, SameKind: true, Want: "must have more entries than inner.Names", Note: "Must have more entries than inner.Names."},
		},
		{
			"required if", "required_if=Mode hard Count 3", on(rules.String), `{}`,
			rules.Meaning{
				Class: rules.Cross, InGo: true, OnAbsent: true, Fields: []string{"Mode", "Count"},
				Conditions: []rules.Condition{{Field: "Mode", Value: "hard"}, {Field: "Count", Value: "3"}},
				Want:       "is required when mode is hard and count is 3", Note: "Required when mode is hard and count is 3.",
			},
		},
		{
			"required number", "required_with=Mode", on(rules.Int), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, OnAbsent: true, Fields: []string{"Mode"}, Want: "is required when mode is given", Note: "Required when mode is given."},
		},
		{
			"required pointer to a number", "required_with=Mode",
			rules.Target{Kind: rules.Int, Pointer: true},
			`{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, OnAbsent: true, Fields: []string{"Mode"}, Want: "is required when mode is given", Note: "Required when mode is given."},
		},
		{
			"required without all", "required_without_all=A B C", on(rules.Any), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, OnAbsent: true, Fields: []string{"A", "B", "C"}, Want: "is required when a, b and c are left out", Note: "Required when a, b and c are left out."},
		},
		{
			"excluded unless", "excluded_unless=Mode 'very soft'", on(rules.String), `{}`,
			rules.Meaning{
				Class: rules.Cross, InGo: true, Fields: []string{"Mode"}, Conditions: []rules.Condition{{Field: "Mode", Value: "very soft"}},
				Want: "must be left out unless mode is very soft", Note: "Must be left out unless mode is very soft.",
			},
		},
		{
			"postal code by field", "postcode_iso3166_alpha2_field=Country", on(rules.String), `{}`,
			rules.Meaning{Class: rules.Cross, InGo: true, Fields: []string{"Country"}, SameKind: true, Want: "must be a postal code of the country in country", Note: "Must be a postal code of the country in country."},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := mustMeaning(t, test.tag, test.target, jsonNames)
			if published := fragment(got.Keywords); published != test.fragment {
				t.Errorf("published %s, want %s", published, test.fragment)
			}
			got.Keywords = nil
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.tag, diff)
			}
		})
	}
}

func TestMeaningErrors(t *testing.T) {
	tests := []struct {
		name, tag string
		target    rules.Target
		want      string
	}{
		{"unknown rule", "notblnk", rules.Target{Kind: rules.String}, "notblnk: unknown rule"},
		{"misspelt rule", "emial", rules.Target{Kind: rules.String}, "did you mean email?"},
		{"never on the kind", "email", rules.Target{Kind: rules.Int}, "does not work on kind integer; it is for string"},
		{"url on a struct", "url", rules.Target{Kind: rules.Struct}, "does not work on kind struct"},
		{"form of an interface", "email", rules.Target{Kind: rules.Any}, "does not work"},
		{"size of an interface", "min=1", rules.Target{Kind: rules.Any}, "does not work"},
		{"size of a struct", "min=1", rules.Target{Kind: rules.Struct}, "does not work"},
		{"form of a text type", "email", rules.Target{Kind: rules.Text}, "does not work"},
		{"uuid without a String method", "uuid", rules.Target{Kind: rules.Text}, "String method"},
		{"comparison of text types", "eqfield=A", rules.Target{Kind: rules.Text}, "would not compare"},
		{"order of slices", "gtfield=A", rules.Target{Kind: rules.Slice}, "would not compare"},
		{"order of bools", "gtfield=A", rules.Target{Kind: rules.Bool}, "would not compare"},
		{"clock", "gt=2", rules.Target{Kind: rules.Time}, "clock"},
		{"no parameter", "min", rules.Target{Kind: rules.Int}, "as in min=3"},
		{"empty parameter", "min=", rules.Target{Kind: rules.Int}, `"" is not a whole number`},
		{"parameter where none belongs", "email=x", rules.Target{Kind: rules.String}, "takes no value"},
		{"octal", "min=010", rules.Target{Kind: rules.Int}, "octal"},
		{"octal float", "min=010.5", rules.Target{Kind: rules.Float}, "leading zeros"},
		{"negative uint", "min=-1", rules.Target{Kind: rules.Uint}, "without a sign"},
		{"negative length", "min=-1", rules.Target{Kind: rules.String}, "never negative"},
		{"less than no length", "lt=0", rules.Target{Kind: rules.Slice}, "less than 0"},
		{"fraction on an integer", "min=2.5", rules.Target{Kind: rules.Int}, "not a whole number"},
		{"exponent on an integer", "min=1e3", rules.Target{Kind: rules.Int}, "not a whole number"},
		{"too large", "max=9223372036854775808", rules.Target{Kind: rules.Int}, "64 bits"},
		{"no number", "min=NaN", rules.Target{Kind: rules.Float}, "not a decimal"},
		{"infinite", "max=Inf", rules.Target{Kind: rules.Float}, "not a decimal"},
		{"hexadecimal float", "max=0x1p4", rules.Target{Kind: rules.Float}, "not a decimal"},
		{"float out of range", "max=1e400", rules.Target{Kind: rules.Float}, "64-bit float"},
		{"bool size", "min=1", rules.Target{Kind: rules.Bool}, "only eq and ne"},
		{"bool value", "eq=yes", rules.Target{Kind: rules.Bool}, "true or false"},
		{"duration value", "min=1x", rules.Target{Kind: rules.Duration}, "duration such as 1h30m"},
		{"non-canonical list number", "oneof=01 2", rules.Target{Kind: rules.Int}, "octal"},
		{"list number that can never match", "oneof=+1 2", rules.Target{Kind: rules.Int}, "write 1"},
		{"list of durations", "oneof=1s 1m", rules.Target{Kind: rules.Duration}, "nanoseconds"},
		{"list on a slice", "oneof=a b", rules.Target{Kind: rules.Slice}, "does not work"},
		{"empty list", "oneof=", rules.Target{Kind: rules.String}, "separated by blanks"},
		{"quote inside a value", "oneof=don't won't", rules.Target{Kind: rules.String}, "drop the quote"},
		{"text behind a quoted value", "oneof='a'b", rules.Target{Kind: rules.String}, "put a blank behind 'a'"},
		{"several runes", "containsrune=ab", rules.Target{Kind: rules.String}, "containsany"},
		{"empty text", "excludes=", rules.Target{Kind: rules.String}, "needs a text"},
		{"layout without a time", "datetime=YYYY-MM-DD", rules.Target{Kind: rules.String}, "2006"},
		{"layout of another language", "datetime=YYYY-01-02", rules.Target{Kind: rules.String}, "2006"},
		{"country without postal codes", "postcode_iso3166_alpha2=XX", rules.Target{Kind: rules.String}, "no value could pass"},
		{"default of a slice", "isdefault", rules.Target{Kind: rules.Slice}, "never its default"},
		{"unique scalar", "unique=Other", rules.Target{Kind: rules.Int}, "nefield"},
		{"unique maps", "unique", rules.Target{Kind: rules.Slice, Elem: rules.Map}, "cannot be compared"},
		{"unique field of no struct", "unique=A", rules.Target{Kind: rules.Slice, Elem: rules.Int}, "structs"},
		{"file system", "file", rules.Target{Kind: rules.String}, "file system"},
		{"network", "tcp_addr", rules.Target{Kind: rules.String}, "refused"},
		{"code", "validateFn", rules.Target{Kind: rules.Struct}, "Validate method"},
		{"half a condition", "required_if=Mode", rules.Target{Kind: rules.String}, "in pairs"},
		{"condition twice", "required_if=Mode a Mode b", rules.Target{Kind: rules.String}, "twice"},
		{"no field", "required_with=", rules.Target{Kind: rules.String}, "required_with=Start"},
		{"presence in a group", "required_with=A|email", rules.Target{Kind: rules.String}, "presence"},
		{"beyond the validator in a group", "oneof=1.5 2|eq=3", rules.Target{Kind: rules.Float}, "alternative"},
		{"bad alternative", "email|min=x", rules.Target{Kind: rules.String}, "whole number"},
		{"inside an alias", "iscolor", rules.Target{Kind: rules.Int}, "alias iscolor"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := meaningOf(test.tag, test.target, rules.Options{})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s on %s: %v, want an error with %q", test.tag, test.target.Kind, err, test.want)
			}
		})
	}
}

func TestConditionCheck(t *testing.T) {
	tests := []struct {
		kind rules.Kind
		good string
		bad  string
	}{
		{rules.Int, "-3", "x"},
		{rules.Uint, "3", "-3"},
		{rules.Float, "1.5", "x"},
		{rules.Bool, "true", "1"},
		{rules.Slice, "nil", "x"},
		{rules.Map, "2", "x"},
		{rules.Array, "2", "nil"},
		{rules.Duration, "1000", "1s"},
	}
	for _, test := range tests {
		if err := (rules.Condition{Field: "A", Value: test.good}).Check(test.kind); err != nil {
			t.Errorf("%s on %s: %v", test.good, test.kind, err)
		}
		if err := (rules.Condition{Field: "A", Value: test.bad}).Check(test.kind); err == nil {
			t.Errorf("%s on %s: no error", test.bad, test.kind)
		}
	}
	if err := (rules.Condition{Field: "A", Value: "x"}).Check(rules.Time); err == nil {
		t.Error("a condition on a time: no error")
	}
}

func TestCustom(t *testing.T) {
	slug := rules.Meaning{Class: rules.Custom, InGo: true, Want: "must be a slug", Note: "Must be a slug."}
	opt := rules.Options{Custom: func(r rules.Rule, target rules.Target) (rules.Meaning, bool, error) {
		switch {
		case r.Name != "slug":
			return rules.Meaning{}, false, nil
		case target.Kind != rules.String:
			return rules.Meaning{}, true, errors.New("slug: only on strings")
		}
		return slug, true, nil
	}}
	if diff := cmp.Diff(slug, mustMeaning(t, "slug", rules.Target{Kind: rules.String}, opt)); diff != "" {
		t.Errorf("slug (-want +got):\n%s", diff)
	}
	if _, err := meaningOf("slug", rules.Target{Kind: rules.Int}, opt); err == nil {
		t.Error("slug on an integer: no error")
	}
	group := mustMeaning(t, "uuid|slug", rules.Target{Kind: rules.String}, opt)
	if group.Class != rules.Custom || !group.InGo || len(group.Keywords) != 0 || group.Want != "must be a UUID, or be a slug" {
		t.Errorf("uuid|slug: %+v", group)
	}
}

// TestExact shows that the long forms are published when asked for.
func TestExact(t *testing.T) {
	exact := rules.Options{Exact: true}
	on := rules.Target{Kind: rules.String}
	if m := mustMeaning(t, "iso4217", on, exact); m.Class != rules.Exact || m.InGo || !strings.Contains(fragment(m.Keywords), `"NOK"`) {
		t.Errorf("iso4217: %s, in Go %t", m.Class, m.InGo)
	}
	long := "contains=" + strings.Repeat("x", 300)
	if m := mustMeaning(t, long, on, rules.Options{}); !m.InGo || len(m.Keywords) != 0 {
		t.Errorf("a text of 300 bytes is published")
	}
	if m := mustMeaning(t, long, on, exact); m.InGo || len(m.Keywords) != 1 {
		t.Errorf("a text of 300 bytes is not published on demand")
	}
}
