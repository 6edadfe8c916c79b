package pattern_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

// corpus returns expressions as authors write them.
func corpus(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/patterns.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// pieces are what random expressions are made of.
var pieces = []string{
	"a", "b", "ab", "k", "S", "1", "_", " ", "-", "/", "é", "ß", "😀", "\u2028", "\n", "\t", "\x01",
	`\.`, `\-`, `\_`, `\ `, `\]`, `\}`, `]`, `}`, `a{,2}`, `a{02}`, `\x41`, `\x{1F600}`, `\n`, `\v`, `\a`, `\0`, `\012`,
	".", `(?s:.)`, `(?i:k)`, `(?i:sS)`, `(?i:ß)`, `(?i:[h-l])`, `(?i:Σ)`, `(?-s:.)`, `\Q.a\E`,
	`\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\pL`, `\p{Lu}`, `\PL`, `\p{Greek}`, `\P{Han}`, `\p{Zs}`, `\p{^Nd}`, `\p{Any}`,
	"[ab]", "[a-c]", "[^a]", "[^ab1]", "[-a]", "[a-]", "[^-a]", "[+--]", `[a\-z]`, "[]a]", "[^]a]", `[\]\[]`, `[\w.-]`, `[^\W\d]`,
	"[[:alpha:]]", "[[:^space:]]", `[\p{L}_]`, `[^\p{L}\p{N}]`, `[\x00-\x1f]`, `[\t-\r]`, `[é-ü😀]`, `[\x{80}-\x{10FFFF}]`, `[\s\S]`, `[^\s\S]`, `[\x{d7ff}-\x{e000}]`,
	"^", "$", `(?m:^)`, `(?m:$)`, `\A`, `\z`, `\b`, `\B`, "", "()", "(?:)",
}

var quantifiers = []string{"", "", "", "", "*", "+", "?", "*?", "+?", "??", "{0}", "{1}", "{2}", "{0,1}", "{1,}", "{1,2}", "{2,3}?", "{0,}"}

// exprs generates expressions of Go's regexp.
func exprs() *rapid.Generator[string] {
	draw := func(t *rapid.T) string {
		expr := drawExpr(t, 2)
		if rapid.Bool().Draw(t, "anchored") {
			return "^(?:" + expr + ")$"
		}
		return expr
	}
	return rapid.Custom(draw).Filter(func(expr string) bool {
		_, err := regexp.Compile(expr)
		return err == nil
	})
}

func drawExpr(t *rapid.T, depth int) string {
	var alternatives []string
	for range rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(t, "alternatives") {
		var b strings.Builder
		for range rapid.IntRange(0, 3).Draw(t, "terms") {
			b.WriteString(drawTerm(t, depth))
			b.WriteString(rapid.SampledFrom(quantifiers).Draw(t, "quantifier"))
		}
		alternatives = append(alternatives, b.String())
	}
	return strings.Join(alternatives, "|")
}

func drawTerm(t *rapid.T, depth int) string {
	if depth > 0 && rapid.IntRange(0, 3).Draw(t, "nested") == 0 {
		open := rapid.SampledFrom([]string{"(", "(?:", "(?i:", "(?s:", "(?U:"}).Draw(t, "group")
		return open + drawExpr(t, depth-1) + ")"
	}
	return rapid.SampledFrom(pieces).Draw(t, "piece")
}

// alphabet is what random texts are made of: runes the pieces tell apart.
var alphabet = []rune("aaabbckKsSſ\u212a019_ -./+]}{[^é\u0085\u00a0ßẞσς😀\u2028\n\t\r\v\x00\x01中αA\u0301\ufeff\ufffd\ud7ff\ue000\U0010ffff")

// texts returns texts that do and do not match expr: samples, samples with a
// few runes changed, and random ones.
func texts(expr string, seed uint64, n int) []string {
	rnd := rand.New(rand.NewPCG(seed, 1))
	list := []string{"", "\n"}
	for range n {
		if s, err := pattern.Sample(expr, rnd, 12); err == nil {
			list = append(list, s, mutate(s, rnd))
		}
		list = append(list, randomText(rnd))
	}
	return list
}

func randomText(rnd *rand.Rand) string {
	var b strings.Builder
	for range rnd.IntN(9) {
		b.WriteRune(alphabet[rnd.IntN(len(alphabet))])
	}
	return b.String()
}

// mutate drops, adds or replaces runes of s.
func mutate(s string, rnd *rand.Rand) string {
	runes := []rune(s)
	for range 1 + rnd.IntN(2) {
		r := alphabet[rnd.IntN(len(alphabet))]
		i := rnd.IntN(len(runes) + 1)
		switch {
		case i == len(runes):
			runes = append(runes, r)
		case rnd.IntN(3) == 0:
			runes = append(runes[:i], runes[i+1:]...)
		case rnd.IntN(2) == 0:
			runes = append(runes[:i], append([]rune{r}, runes[i:]...)...)
		default:
			runes[i] = r
		}
	}
	return string(runes)
}

func TestCorpusIsUsable(t *testing.T) {
	for _, expr := range corpus(t) {
		matches, others := 0, 0
		re := regexp.MustCompile(expr)
		for _, text := range texts(expr, 1, 50) {
			if !utf8.ValidString(text) {
				t.Fatalf("invalid UTF-8 in %q", text)
			}
			if re.MatchString(text) {
				matches++
			} else {
				others++
			}
		}
		if matches < 40 && expr != "$^" {
			t.Errorf("%q: %d matching texts, %d others", expr, matches, others)
		}
	}
}
