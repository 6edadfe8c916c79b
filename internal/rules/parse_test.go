package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/rules"
)

// aliases are what a user has registered in these tests.
func aliases(name string) (string, bool) {
	text, ok := map[string]string{
		"short":   "min=1,max=9",
		"mail":    "email",
		"hue":     "iscolor",
		"forever": "again",
		"again":   "forever",
		"lines":   "omitempty,dive,short",
	}[name]
	return text, ok
}

func rule(text string) rules.Rule {
	name, param, has := strings.Cut(text, "=")
	return rules.Rule{Name: name, Param: param, HasParam: has, Text: text}
}

func TestParse(t *testing.T) {
	colours := rules.Rule{
		Any:  []rules.Rule{rule("hexcolor"), rule("rgb"), rule("rgba"), rule("hsl"), rule("hsla"), rule("cmyk")},
		Text: "hexcolor|rgb|rgba|hsl|hsla|cmyk", Alias: "iscolor",
	}
	userColours := colours
	userColours.Alias = "hue"
	shorts := []rules.Rule{rule("min=1"), rule("max=9")}
	shorts[0].Alias, shorts[1].Alias = "short", "short"
	lines := slices.Clone(shorts)
	lines[0].Alias, lines[1].Alias = "lines", "lines"

	tests := []struct {
		name, tag string
		want      *rules.Tag
	}{
		{"no tag", "", &rules.Tag{}},
		{"skipped field", "-", &rules.Tag{Skip: true}},
		{"flags and rules", "required,min=1,max=3", &rules.Tag{Required: true, Rules: []rules.Rule{rule("min=1"), rule("max=3")}}},
		{"omitempty", "omitempty,email", &rules.Tag{Optional: true, Rules: []rules.Rule{rule("email")}}},
		{"omitzero", "omitzero", &rules.Tag{Optional: true}},
		{"omitnil", "omitnil", &rules.Tag{Optional: true}},
		{"structonly", "required,structonly", &rules.Tag{Required: true, StructOnly: true}},
		{"nostructlevel", "nostructlevel", &rules.Tag{NoStructLevel: true}},
		{"parameter with an equals sign", "contains=a=b", &rules.Tag{Rules: []rules.Rule{rule("contains=a=b")}}},
		{"escaped comma and bar", "oneof=a0x2Cb c0x7Cd", &rules.Tag{Rules: []rules.Rule{{Name: "oneof", Param: "a,b c|d", HasParam: true, Text: "oneof=a0x2Cb c0x7Cd"}}}},
		{"group", "email|eq=x", &rules.Tag{Rules: []rules.Rule{{Any: []rules.Rule{rule("email"), rule("eq=x")}, Text: "email|eq=x"}}}},
		{"dive", "min=1,dive,required,max=3", &rules.Tag{
			Rules: []rules.Rule{rule("min=1")}, Dive: true,
			Elem: &rules.Tag{Required: true, Rules: []rules.Rule{rule("max=3")}},
		}},
		{"dive alone", "dive", &rules.Tag{Dive: true, Elem: &rules.Tag{}}},
		{"dive into dive", "dive,dive,min=1", &rules.Tag{Dive: true, Elem: &rules.Tag{Dive: true, Elem: &rules.Tag{Rules: []rules.Rule{rule("min=1")}}}}},
		{"keys", "dive,keys,alpha,endkeys,min=1", &rules.Tag{
			Dive: true,
			Keys: &rules.Tag{Rules: []rules.Rule{rule("alpha")}}, Elem: &rules.Tag{Rules: []rules.Rule{rule("min=1")}},
		}},
		{"only keys", "dive,keys,alpha,endkeys", &rules.Tag{Dive: true, Keys: &rules.Tag{Rules: []rules.Rule{rule("alpha")}}, Elem: &rules.Tag{}}},
		{"built-in alias", "iscolor", &rules.Tag{Rules: []rules.Rule{colours}}},
		{"alias of several rules", "short", &rules.Tag{Rules: shorts}},
		{"alias of an alias keeps the outer name", "hue", &rules.Tag{Rules: []rules.Rule{userColours}}},
		{"alias with dive", "lines", &rules.Tag{Optional: true, Dive: true, Elem: &rules.Tag{Rules: lines}}},
		{"alias inside a group", "mail|uuid", &rules.Tag{Rules: []rules.Rule{{Any: []rules.Rule{rule("email"), rule("uuid")}, Text: "mail|uuid"}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := rules.Parse(test.tag, aliases)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", test.tag, diff)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, tag, want string }{
		{"comma in a quoted value", "oneof='x,y' 'z'", "0x2C"},
		{"rest of a value after a comma", "min=1,y' 'z'", "0x2C"},
		{"bar in a quoted value", "oneof='x|y'", "0x7C"},
		{"empty rule", "min=1,,max=2", "comma too many"},
		{"trailing comma", "min=1,", "comma too many"},
		{"empty alternative", "email|", "without a name"},
		{"no name", "=3", "without a name"},
		{"blank behind a comma", "min=1, max=2", "remove the blank beside max"},
		{"keys without dive", "keys,alpha,endkeys", "directly behind dive"},
		{"keys not directly behind dive", "dive,min=1,keys,endkeys", "directly behind dive"},
		{"endkeys missing", "dive,keys,alpha", "endkeys is missing"},
		{"endkeys without keys", "dive,endkeys", "no keys before"},
		{"dive among keys", "dive,keys,dive,endkeys", "between keys and endkeys"},
		{"minus with a rule", "-,min=1", "whole tag or nothing"},
		{"required in a group", "required|email", "stands alone"},
		{"dive with a value", "dive=3", "stands alone"},
		{"omitempty in a group", "omitempty|email", "stands alone"},
		{"rule behind structonly", "structonly,required", "move it in front"},
		{"alias of several rules in a group", "short|email", "several rules"},
		{"alias in a circle", "forever", "leads back"},
		{"alias in a circle inside a group", "forever|email", "leads back"},
		{"invalid UTF-8", "contains=\xff", "UTF-8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := rules.Parse(test.tag, aliases)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Parse(%q) = %v, want an error with %q", test.tag, err, test.want)
			}
		})
	}
}

// TestTagRoundTrip shows that Rule.Tag writes what Parse read.
func TestTagRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []rules.Rule
		for range rapid.IntRange(1, 3).Draw(t, "alternatives") {
			r := rules.Rule{Name: rapid.StringMatching(`[a-z][a-z0-9_]{4,9}x`).Draw(t, "name"), HasParam: rapid.Bool().Draw(t, "has")}
			if r.HasParam {
				r.Param = strings.ReplaceAll(rapid.String().Draw(t, "param"), "0x", "")
			}
			want = append(want, r)
		}
		tag := rules.Rule{Any: want}.Tag()
		parsed, err := rules.Parse(tag, nil)
		if err != nil {
			t.Fatalf("Parse(%q): %v", tag, err)
		}
		got := parsed.Rules[0].Any
		if got == nil {
			got = parsed.Rules
		}
		for i := range got {
			got[i].Text = ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tag, diff)
		}
	})
}

// FuzzParse shows that no tag makes Parse or Meaning panic, and that the
// validator reads without panic what both accept.
func FuzzParse(f *testing.F) {
	for _, row := range rules.Table() {
		f.Add(row.Example)
	}
	for _, tag := range []string{
		"required,min=1,dive,keys,alpha,endkeys,oneof='a b' c", "omitempty,email|uuid", "oneof='x,y' 'z'",
		"min=0x10", "min=010", "-", "structonly", "eq=0x2C", "required_if=A 1 B 2", "iscolor|email", "dive,dive",
	} {
		f.Add(tag)
	}
	known := map[string]bool{}
	for _, name := range rules.Names() {
		known[name] = true
	}
	f.Fuzz(func(t *testing.T, text string) {
		tag, err := rules.Parse(text, nil)
		if err != nil || tag.Skip {
			return
		}
		onlyKnown := true
		eachRule(tag, func(r rules.Rule) { onlyKnown = onlyKnown && known[r.Name] })
		if !onlyKnown {
			return
		}
		v := validator.New() // a shared one would keep every tag
		if p := panicOf(func() { _ = v.Var(nil, text) }); p != nil {
			t.Errorf("Parse accepts %q, the validator panics: %v", text, p)
		}
		if !tag.Dive && meaningful(tag) {
			if p := panicOf(func() { _ = v.Var("x", text) }); p != nil {
				t.Errorf("every rule of %q has a meaning on strings, the validator panics: %v", text, p)
			}
		}
	})
}

// eachRule visits the single rules of a tag at every level.
func eachRule(tag *rules.Tag, visit func(rules.Rule)) {
	if tag == nil {
		return
	}
	for _, r := range tag.Rules {
		if r.Any == nil {
			visit(r)
		}
		for _, a := range r.Any {
			visit(a)
		}
	}
	eachRule(tag.Keys, visit)
	eachRule(tag.Elem, visit)
}

// meaningful says that every rule of the tag has a meaning on strings that
// needs no other field.
func meaningful(tag *rules.Tag) bool {
	for _, r := range tag.Rules {
		m, err := r.Meaning(rules.Target{Kind: rules.String}, rules.Options{})
		if err != nil || m.Fields != nil {
			return false
		}
	}
	return true
}
