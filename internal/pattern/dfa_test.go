package pattern

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestAutomatonIsBounded drives an automaton beyond its bounds: it must stop
// growing and go on giving the right verdicts.
func TestAutomatonIsBounded(t *testing.T) {
	for _, expr := range []string{
		`(?:a|b)*a[ab]{14}$`,          // 2^15 states
		`(?:a|b|\d|é)*a[^x]{14}\b`,    // also by the kind of the last rune
		`(?:[ab]?){600}[ab]{400}c?$`,  // states of many leaves
		`^(?:[ab]*[a-z]*[b-c]*){40}$`, // few states
	} {
		m, err := newMatcher(expr)
		if err != nil {
			t.Fatal(err)
		}
		re := regexp.MustCompile(expr)
		rnd := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			text := make([]byte, rnd.IntN(400))
			for i := range text {
				text[i] = "ab"[rnd.IntN(2)]
			}
			if got, want := m.Match(text), re.Match(text); got != want {
				t.Fatalf("Match(%q, %q) = %v, regexp says %v", expr, text, got, want)
			}
		}
		d := m.dfa
		size := len(d.table.Load().next)
		if len(d.states) > maxStates || d.held > maxLeaves || size > 2*maxTransitions {
			t.Errorf("%q: %d states, %d leaves, %d transitions", expr, len(d.states), d.held, size)
		}
		t.Logf("%q: %d states, %d leaves, %d transitions", expr, len(d.states), d.held, size)
	}
}

func TestCorpusFitsAutomaton(t *testing.T) {
	data, err := os.ReadFile("testdata/patterns.txt")
	if err != nil {
		t.Fatal(err)
	}
	for expr := range strings.Lines(string(data)) {
		expr = strings.TrimSuffix(expr, "\n")
		m, err := newMatcher(expr)
		if err != nil {
			t.Fatal(err)
		}
		if m.dfa == nil {
			t.Errorf("%q is left to regexp", expr)
		}
	}
}

func TestCacheIsBounded(t *testing.T) {
	var c cache
	for i := range 3 * maxCached {
		c.add(&Matcher{expr: fmt.Sprint(i)})
	}
	n := c.byExpr.Len()
	if n > maxCached {
		t.Errorf("%d Matchers remembered, want at most %d", n, maxCached)
	}
}

func BenchmarkNewMatcher(b *testing.B) {
	for _, expr := range []string{`^[A-Z]{3}-[0-9]{4}$`, `^\p{L}+$`} {
		b.Run(expr, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := newMatcher(expr); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
