package pattern_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

func TestCompileShares(t *testing.T) {
	a, err := pattern.Compile(`^shared$`)
	if err != nil {
		t.Fatal(err)
	}
	b, err := pattern.Compile(`^shared$`)
	if err != nil {
		t.Fatal(err)
	}
	if a != b {
		t.Error("two Matchers for one expression")
	}
	if got := a.String(); got != `^shared$` {
		t.Errorf("String() = %q", got)
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, expr := range []string{`(`, `(a{1000}){1000}`, strings.Repeat("a", 40_000), strings.Repeat(`a{1000}`, 40)} {
		m, err := pattern.Compile(expr)
		if _, ok := errors.AsType[*pattern.Error](err); !ok {
			t.Errorf("Compile(%.40q) = %v, %v; want an *Error", expr, m, err)
		}
	}
}

// TestColdMatcherIsShared lets many goroutines teach one Matcher at once.
func TestColdMatcherIsShared(t *testing.T) {
	for i, expr := range append(corpus(t), `(a|b)*a(a|b){12}$`) {
		expr = "(?:" + expr + ")(?:)" // a spelling no other test has warmed
		list := texts(expr, uint64(i), 20)
		re := regexp.MustCompile(expr)
		var wg sync.WaitGroup
		for g := range 16 {
			wg.Go(func() {
				m, err := pattern.Compile(expr)
				if err != nil {
					t.Error(err)
					return
				}
				rnd := rand.New(rand.NewPCG(uint64(g), 2))
				for _, k := range rnd.Perm(len(list)) {
					text := list[k]
					if got, want := m.Match([]byte(text)), re.MatchString(text); got != want {
						t.Errorf("Match(%q, %q) = %v, regexp says %v", expr, text, got, want)
					}
				}
			})
		}
		wg.Wait()
	}
}

func TestWarmMatchDoesNotAllocate(t *testing.T) {
	for i, expr := range corpus(t) {
		m, err := pattern.Compile(expr)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts(expr, uint64(i), 3) {
			b := []byte(text)
			if n := testing.AllocsPerRun(10, func() {
				m.Match(b)
				m.MatchString(text)
			}); n != 0 {
				t.Errorf("matching %q against %q: %v allocations", text, expr, n)
			}
		}
	}
}

// TestHostileExpressions asks for bounded time, whatever the verdict.
func TestHostileExpressions(t *testing.T) {
	distinct := func(n int, format func(r rune) string) string {
		var b strings.Builder
		for r := rune('一'); r < rune('一')+rune(n); r++ {
			b.WriteString(format(r))
		}
		return b.String()
	}
	tests := []struct{ name, expr string }{
		{"deep groups", strings.Repeat("(", 900) + "a" + strings.Repeat(")", 900)},
		{"deep stars", strings.Repeat("(?:", 900) + "a*" + strings.Repeat("b)*", 900)},
		{"deep choices", strings.Repeat("(?:a|", 900) + "a" + strings.Repeat(")", 900)},
		{"long literal", strings.Repeat("ab", 16_000)},
		{"counts", `(?:(?:a{10}b?){10}c?){10}$`},
		{"long counts", strings.Repeat(`[ab]{1000}`, 30)},
		{"many states", `(?:a|b)*a[ab]{200}$`},
		{"many wide states", `(?:a?){500}[ab]{400}c$`},
		{"many classes", distinct(3000, func(r rune) string { return "[" + string(r) + string(r+1) + "]" })},
		{"many letters", distinct(10_000, func(r rune) string { return string(r) })},
		{"many negations", distinct(5000, func(r rune) string { return "[^" + string(r) + "]" })},
		{"many categories", strings.Repeat(`\pL`, 3000)},
		{"many scripts", strings.Repeat(`\p{Common}`, 3000)},
		{"many folds", "(?i)" + strings.Repeat(`k`, 30_000)},
		{"many empty choices", "(?:" + strings.Repeat(`|`, 30_000) + ")+$"},
	}
	text := []byte(strings.Repeat("abba", 500))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			if portable, err := pattern.Portable(tt.expr); err == nil {
				if again, err := pattern.Portable(portable); again != portable || err != nil {
					t.Errorf("Portable is not stable: %v", err)
				}
			}
			m, err := pattern.Compile(tt.expr)
			if err == nil {
				re := regexp.MustCompile(tt.expr)
				if got, want := m.Match(text), re.Match(text); got != want {
					t.Errorf("Match = %v, regexp says %v", got, want)
				}
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			t.Logf("%v, %v", time.Since(start), err)
		})
	}
}
