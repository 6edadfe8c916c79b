package pattern_test

import (
	"regexp"
	"testing"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

// reference compiles what regexp itself handles quickly. It gives nil for other
// expressions and texts, of which the targets have nothing to say.
func reference(expr, text string) *regexp.Regexp {
	if len(expr) > 200 || len(text) > 200 || !utf8.ValidString(text) {
		return nil
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil
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
		re := reference(expr, text)
		portable, err := pattern.Portable(expr)
		if re == nil || err != nil {
			return
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
		re := reference(expr, text)
		m, err := pattern.Compile(expr)
		if re == nil || err != nil {
			return
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
