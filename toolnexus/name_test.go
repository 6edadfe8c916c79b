package toolnexus_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/toolnexus"
)

func TestSanitizeReplacesEachForeignCharacterByOneUnderscore(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a blank", "get user", "get_user"},
		{"dots and slashes", "a.b/c", "a_b_c"},
		{"a run is not collapsed", "a .b", "a__b"},
		{"a rune is one character", "naïve", "na_ve"},
		{"a broken byte is one character", "a\xffb", "a_b"},
		{"brackets", "Paged[int]", "Paged_int_"},
		{"allowed characters stay", "aZ09_-", "aZ09_-"},
		{"a leading digit stays", "9lives", "9lives"},
		{"nothing stays nothing", "", ""},
		{"length stays", strings.Repeat("é", 70), strings.Repeat("_", 70)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := toolnexus.Sanitize(tt.in); got != tt.want {
				t.Errorf("Sanitize(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestValidateNameTakesTheNamesThatEveryProviderTakes(t *testing.T) {
	for _, name := range []string{"a", "_", "Z", "_-9", "get_user", "get-user", strings.Repeat("a", 64)} {
		if err := toolnexus.ValidateName(name); err != nil {
			t.Errorf("ValidateName(%q) = %v, want nil", name, err)
		}
	}
}

func TestValidateNameSaysWhyItRefuses(t *testing.T) {
	for _, tt := range []struct{ name, in, problem, suggestion string }{
		{"empty", "", "it is empty", ""},
		{"a blank", "get weather", "character ' ' at position 4 is not a letter, digit, underscore or hyphen", "get_weather"},
		{"a dot", "caldav.create", "character '.' at position 7 is not a letter, digit, underscore or hyphen", "caldav_create"},
		{"a letter outside ASCII", "naïve", "character 'ï' at position 3 is not a letter, digit, underscore or hyphen", "na_ve"},
		{"a bad first character", ".x", "character '.' at position 1 is not a letter, digit, underscore or hyphen", "_x"},
		{"a bracket", "Paged[int]", "character '[' at position 6 is not a letter, digit, underscore or hyphen", "Paged_int_"},
		{"a newline at the end", "name\n", `character '\n' at position 5 is not a letter, digit, underscore or hyphen`, "name_"},
		{"a zero byte", "a\x00", `character '\x00' at position 2 is not a letter, digit, underscore or hyphen`, "a_"},
		{"a leading digit", "9lives", "it starts with '9' instead of a letter or underscore", ""},
		{"a leading hyphen", "-x", "it starts with '-' instead of a letter or underscore", ""},
		{"too long", strings.Repeat("a", 65), "it is 65 characters long, more than 64", ""},
		{"too long and foreign", strings.Repeat("a", 65) + ".", "character '.' at position 66 is not a letter, digit, underscore or hyphen", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := toolnexus.ValidateName(tt.in)
			var named *toolnexus.NameError
			if !errors.As(err, &named) {
				t.Fatalf("ValidateName(%q) = %v, want a NameError", tt.in, err)
			}
			want := toolnexus.NameError{Name: tt.in, Problem: tt.problem, Suggestion: tt.suggestion}
			if *named != want {
				t.Errorf("ValidateName(%q)\n got %#v\nwant %#v", tt.in, *named, want)
			}
		})
	}
}

func TestNameErrorStaysShort(t *testing.T) {
	err := toolnexus.ValidateName(strings.Repeat("ö", 100_000))
	if n := len(err.Error()); n > 400 || !utf8.ValidString(err.Error()) {
		t.Errorf("the error has %d bytes: %.500s", n, err)
	}
}

func TestValidateNameIsTheRegularExpression(t *testing.T) {
	rule := regexp.MustCompile(`\A[a-zA-Z_][a-zA-Z0-9_-]{0,63}\z`)
	names := rapid.OneOf(
		rapid.String(),
		rapid.StringMatching(`[a-zA-Z0-9_ .-]{0,70}`),
		rapid.StringMatching(`[a-zA-Z_][a-zA-Z0-9_-]{0,63}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		name := names.Draw(t, "name")
		err := toolnexus.ValidateName(name)
		if valid := rule.MatchString(name); valid != (err == nil) {
			t.Fatalf("ValidateName(%q) = %v, the rule says %v", name, err, valid)
		}
		if clean := toolnexus.Sanitize(name); toolnexus.Sanitize(clean) != clean || utf8.RuneCountInString(name) != len(clean) {
			t.Fatalf("Sanitize(%q) = %q", name, clean)
		}
		var named *toolnexus.NameError
		if errors.As(err, &named) && named.Suggestion != "" && !rule.MatchString(named.Suggestion) {
			t.Fatalf("ValidateName(%q) suggests %q", name, named.Suggestion)
		}
	})
}
