package rules_test

import (
	"testing"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/rules"
)

// plan is a struct whose field Subject or Other carries the rule under test.
type plan struct {
	Mode, Name, Text string
	Count, Limit     int
	Start, Stop      time.Time
	Tags, More       []string
	Ready, Done      bool
	Ptr              *int
}

// TestCrossRules shows that the words of the rules about other fields are true:
// each row is a plan that meets them and one that breaks them.
func TestCrossRules(t *testing.T) {
	early, late := time.Unix(0, 0), time.Unix(1, 0)
	zero := 0
	tests := []struct {
		field, tag string
		kind       rules.Kind
		words      string
		good, bad  plan
	}{
		{"Count", "gtfield=Limit", rules.Int, "must be greater than Limit", plan{Count: 2, Limit: 1}, plan{Count: 1, Limit: 1}},
		{"Count", "gtecsfield=Limit", rules.Int, "must be at least Limit", plan{Count: 1, Limit: 1}, plan{Count: 1, Limit: 2}},
		{"Count", "nefield=Limit", rules.Int, "must differ from Limit", plan{Count: 1, Limit: 2}, plan{Count: 1, Limit: 1}},
		{"Stop", "gtfield=Start", rules.Time, "must be later than Start", plan{Start: early, Stop: late}, plan{Start: early, Stop: early}},
		{"Stop", "ltefield=Start", rules.Time, "must not be later than Start", plan{Start: early, Stop: early}, plan{Start: early, Stop: late}},
		{"Text", "gtfield=Name", rules.String, "must be longer than Name, counted in bytes", plan{Text: "é", Name: "z"}, plan{Text: "z", Name: "a"}},
		{"Text", "gtcsfield=Name", rules.String, "must sort behind Name", plan{Text: "z", Name: "aa"}, plan{Text: "aa", Name: "z"}},
		{"Text", "eqfield=Name", rules.String, "must equal Name", plan{Text: "a", Name: "a"}, plan{Text: "a", Name: "b"}},
		{"Text", "fieldcontains=Name", rules.String, "must contain the text of Name", plan{Text: "abc", Name: "b"}, plan{Text: "abc", Name: "x"}},
		{"Text", "fieldexcludes=Name", rules.String, "must not contain the text of Name", plan{Text: "abc", Name: "x"}, plan{Text: "abc", Name: "b"}},
		{"Text", "postcode_iso3166_alpha2_field=Name", rules.String, "must be a postal code of the country in Name", plan{Text: "12345", Name: "US"}, plan{Text: "12345", Name: "GB"}},
		{"Tags", "eqfield=More", rules.Slice, "must have as many items as More", plan{Tags: []string{"a"}, More: []string{"b"}}, plan{Tags: []string{"a"}}},
		{"Tags", "ltcsfield=More", rules.Slice, "must have fewer items than More", plan{More: []string{"b"}}, plan{Tags: []string{"a"}}},
		{"Ready", "eqfield=Done", rules.Bool, "must equal Done", plan{Ready: true, Done: true}, plan{Ready: true}},

		{"Text", "required_if=Mode hard Count 2", rules.String, "is required when Mode is hard and Count is 2", plan{Mode: "hard", Count: 1}, plan{Mode: "hard", Count: 2}},
		{"Text", "skip_unless=Mode hard Count 2", rules.String, "is required when Mode is hard and Count is 2", plan{Mode: "hard", Count: 1}, plan{Mode: "hard", Count: 2}},
		{"Text", "required_unless=Mode hard Count 2", rules.String, "is required unless Mode is hard or Count is 2", plan{Mode: "hard"}, plan{Mode: "soft", Count: 1}},
		{"Text", "excluded_if=Mode hard Count 2", rules.String, "must be left out when Mode is hard and Count is 2", plan{Text: "x", Mode: "hard"}, plan{Text: "x", Mode: "hard", Count: 2}},
		{"Text", "excluded_unless=Mode hard Count 2", rules.String, "must be left out unless Mode is hard or Count is 2", plan{Text: "x", Count: 2}, plan{Text: "x"}},
		{"Text", "required_with=Mode Name", rules.String, "is required when Mode or Name is given", plan{}, plan{Name: "x"}},
		{"Text", "required_with_all=Mode Name", rules.String, "is required when Mode and Name are given", plan{Name: "x"}, plan{Mode: "x", Name: "x"}},
		{"Text", "required_without=Mode Name", rules.String, "is required when Mode or Name is left out", plan{Mode: "x", Name: "x"}, plan{Name: "x"}},
		{"Text", "required_without_all=Mode Name", rules.String, "is required when Mode and Name are left out", plan{Name: "x"}, plan{}},
		{"Text", "excluded_with=Mode Name", rules.String, "must be left out when Mode or Name is given", plan{Text: "x"}, plan{Text: "x", Name: "x"}},
		{"Text", "excluded_with_all=Mode Name", rules.String, "must be left out when Mode and Name are given", plan{Text: "x", Name: "x"}, plan{Text: "x", Mode: "x", Name: "x"}},
		{"Text", "excluded_without=Mode Name", rules.String, "must be left out when Mode or Name is left out", plan{Text: "x", Mode: "x", Name: "x"}, plan{Text: "x", Name: "x"}},
		{"Text", "excluded_without_all=Mode Name", rules.String, "must be left out when Mode and Name are left out", plan{Text: "x", Name: "x"}, plan{Text: "x"}},
		{"Count", "required_with=Mode", rules.Int, "is required when Mode is given", plan{Mode: "x", Count: 1}, plan{Mode: "x", Count: 0}},
		{"Ready", "required_with=Mode", rules.Bool, "is required when Mode is given", plan{Mode: "x", Ready: true}, plan{Mode: "x"}},
		{"Tags", "required_with=Mode", rules.Slice, "is required when Mode is given", plan{Mode: "x", Tags: []string{}}, plan{Mode: "x"}},
		{"Ptr", "required_with=Mode", 0, "is required when Mode is given", plan{Mode: "x", Ptr: &zero}, plan{Mode: "x"}},
	}
	for _, test := range tests {
		t.Run(test.field+"/"+test.tag, func(t *testing.T) {
			target := rules.Target{Kind: test.kind}
			if test.kind == 0 {
				target = rules.Target{Kind: rules.Int, Pointer: true}
			}
			if m := mustMeaning(t, test.tag, target, rules.Options{}); m.Want != test.words {
				t.Errorf("Want = %q, want %q", m.Want, test.words)
			}
			v := validator.New()
			v.RegisterStructValidationMapRules(map[string]string{test.field: test.tag}, plan{})
			if err := v.Struct(test.good); err != nil {
				t.Errorf("the plan that meets the words: %v", err)
			}
			if err := v.Struct(test.bad); err == nil {
				t.Error("the plan that breaks the words is accepted")
			}
		})
	}
}
