package pattern_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

func TestSamplesMatch(t *testing.T) {
	for i, expr := range corpus(t) {
		if expr == `$^` {
			continue // matches the empty text only; covered below
		}
		rnd := rand.New(rand.NewPCG(uint64(i), 3))
		re := regexp.MustCompile(expr)
		for limit := range 60 {
			s, err := pattern.Sample(expr, rnd, limit)
			if err != nil {
				t.Fatal(err)
			}
			if !re.MatchString(s) || !utf8.ValidString(s) {
				t.Fatalf("Sample(%q) = %q", expr, s)
			}
		}
	}
}

func TestSampleLength(t *testing.T) {
	tests := []struct {
		expr       string
		limit, max int
	}{
		{`^[a-z]*$`, 10, 10},
		{`^(?:[a-z]{0,61}\.)+[a-z]{2,}$`, 20, 20},
		{`^[a-z]{30}$`, 10, 30},
		{`^(?:aaaaaaaa|b)$`, 3, 1},
		{`a`, 5, 5},
		{`^(?:x{3,9}y*){2,5}$`, 0, 6},
		{`^\d+$`, -1, 1},
	}
	for _, tt := range tests {
		rnd := rand.New(rand.NewPCG(4, 4))
		longest := 0
		for range 500 {
			s, err := pattern.Sample(tt.expr, rnd, tt.limit)
			if err != nil {
				t.Fatal(err)
			}
			longest = max(longest, utf8.RuneCountInString(s))
		}
		if longest != tt.max {
			t.Errorf("Sample(%q, %d): longest has %d runes, want %d", tt.expr, tt.limit, longest, tt.max)
		}
	}
}

func TestSampleVariety(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	seen := make(map[string]bool)
	lengths := make(map[int]bool)
	wide := false
	for range 500 {
		s, err := pattern.Sample(`^[^\n]{2,5}$`, rnd, 20)
		if err != nil {
			t.Fatal(err)
		}
		seen[s] = true
		lengths[utf8.RuneCountInString(s)] = true
		wide = wide || strings.IndexFunc(s, func(r rune) bool { return r > 0xFFFF }) >= 0
	}
	if len(seen) < 400 || len(lengths) != 4 || !wide {
		t.Errorf("%d distinct texts, %d lengths, beyond the BMP: %v", len(seen), len(lengths), wide)
	}
}

func TestSampleRefuses(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	for _, expr := range []string{`a^`, `$a`, `a\bb`, `[^\s\S]`, `(`} {
		s, err := pattern.Sample(expr, rnd, 10)
		if _, ok := errors.AsType[*pattern.Error](err); !ok {
			t.Errorf("Sample(%q) = %q, %v; want an *Error", expr, s, err)
		}
	}
	if s, err := pattern.Sample(`$^`, rnd, 10); s != "" || err != nil {
		t.Errorf("Sample(`$^`) = %q, %v; want the empty text", s, err)
	}
}

func TestRandomSamplesMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expr := exprs().Draw(t, "expr")
		seed := rapid.Uint64().Draw(t, "seed")
		s, err := pattern.Sample(expr, rand.New(rand.NewPCG(seed, 0)), 20)
		if err == nil && !regexp.MustCompile(expr).MatchString(s) {
			t.Errorf("Sample(%q) = %q", expr, s)
		}
	})
}
