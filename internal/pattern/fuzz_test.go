package pattern_test

import (
	"regexp"
	"testing"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

// fuzzExpr keeps to expressions and texts that regexp itself handles quickly.
func fuzzExpr(t *testing.T, expr, text string) *regexp.Regexp {
	t.Helper()
	if len(expr) > 200 || len(text) > 200 || !utf8.ValidString(text) {
		t.Skip()
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		t.Skip()
	}
	return re
}

func addSeeds(f *testing.F) {
	for i, expr := range corpus(f) {
		for _, text := range texts(expr, uint64(i), 2) {
			f.Add(expr, text)
		}
	}
}

func FuzzPortable(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, expr, text string) {
		re := fuzzExpr(t, expr, text)
		portable, err := pattern.Portable(expr)
		if err != nil {
			t.Skip()
		}
		printed, err := regexp.Compile(portable)
		if err != nil {
			t.Fatalf("Portable(%q) = %q: %v", expr, portable, err)
		}
		if got, want := printed.MatchString(text), re.MatchString(text); got != want {
			t.Errorf("Portable(%q) = %q gives %v on %q, want %v", expr, portable, got, text, want)
		}
		if again, err := pattern.Portable(portable); again != portable || err != nil {
			t.Errorf("Portable(%q) = %q, but Portable of that is %q, %v", expr, portable, again, err)
		}
	})
}

func FuzzMatch(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, expr, text string) {
		re := fuzzExpr(t, expr, text)
		m, err := pattern.Compile(expr)
		if err != nil {
			t.Skip()
		}
		want := re.MatchString(text)
		if got := m.Match([]byte(text)); got != want {
			t.Errorf("Match(%q, %q) = %v, regexp says %v", expr, text, got, want)
		}
		if got := m.MatchString(text); got != want {
			t.Errorf("MatchString(%q, %q) = %v, regexp says %v", expr, text, got, want)
		}
	})
}
