package pattern_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

// agree checks, for one expression, that a Matcher and the portable spelling
// give the verdict of regexp.
func agree(t rapid.TB, expr string, texts []string) {
	t.Helper()
	re := regexp.MustCompile(expr)
	m, err := pattern.Compile(expr)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		want := re.MatchString(text)
		if got := m.Match([]byte(text)); got != want {
			t.Errorf("Match(%q, %q) = %v, regexp says %v", expr, text, got, want)
		}
		if got := m.MatchString(text); got != want {
			t.Errorf("MatchString(%q, %q) = %v, regexp says %v", expr, text, got, want)
		}
	}
	if lineAnchored(expr) {
		return
	}
	portable, err := pattern.Portable(expr)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := regexp.Compile(portable)
	if err != nil {
		t.Fatalf("Portable(%q) = %q: %v", expr, portable, err)
	}
	for _, text := range texts {
		if got, want := printed.MatchString(text), re.MatchString(text); got != want {
			t.Errorf("Portable(%q) = %q gives %v on %q, want %v", expr, portable, got, text, want)
		}
	}
	if again, err := pattern.Portable(portable); again != portable || err != nil {
		t.Errorf("Portable(%q) = %q, but Portable of that is %q, %v", expr, portable, again, err)
	}
}

// lineAnchored reports whether expr may be one that Portable refuses. It knows
// the expressions of these tests.
func lineAnchored(expr string) bool { return strings.Contains(expr, "(?m") }

func TestCorpusAgrees(t *testing.T) {
	for i, expr := range corpus(t) {
		agree(t, expr, texts(expr, uint64(i), 200))
	}
}

func TestRandomExpressionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expr := exprs().Draw(t, "expr")
		list := texts(expr, rapid.Uint64().Draw(t, "seed"), 15)
		agree(t, expr, append(list, rapid.String().Draw(t, "text")))
	})
}

// TestLongTextsAgree covers what short texts do not: texts beyond the buffer of
// MatchString, with runes across its edges.
func TestLongTextsAgree(t *testing.T) {
	for _, expr := range []string{`^[^x]*$`, `é$`, `^(?:..)*$`, `\bend$`, `中é+中`} {
		for n := range 300 {
			agree(t, expr, []string{
				strings.Repeat("é", n), strings.Repeat("a", n) + "é", strings.Repeat("中", n) + "é中",
				strings.Repeat("a", n) + "😀 end", strings.Repeat("😀", n) + "x",
			})
		}
	}
}

// TestInvalidTextAgrees goes beyond the promise: like regexp, a Matcher reads
// each byte that is not UTF-8 as U+FFFD.
func TestInvalidTextAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expr := exprs().Draw(t, "expr")
		text := rapid.SliceOf(rapid.SampledFrom([]byte("ab1 \xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80\xff"))).Draw(t, "text")
		m, err := pattern.Compile(expr)
		if err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile(expr).Match(text)
		if got := m.Match(text); got != want {
			t.Errorf("Match(%q, %q) = %v, regexp says %v", expr, text, got, want)
		}
		if got := m.MatchString(string(text)); got != want {
			t.Errorf("MatchString(%q, %q) = %v, regexp says %v", expr, text, got, want)
		}
	})
}

// verdictCase is an expression with texts for testdata/verdicts.js.
type verdictCase struct {
	Expr   string   `json:"expr"`
	Texts  []string `json:"texts"`
	source string   // what Expr was printed from
}

// TestNodeAgrees runs portable expressions in the JavaScript engine at hand.
func TestNodeAgrees(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the ECMA-262 side of Portable is not checked")
	}
	list := corpus(t)
	for i := range 500 {
		list = append(list, exprs().Example(i))
	}
	var cases []verdictCase
	for i, expr := range list {
		if lineAnchored(expr) {
			continue
		}
		portable, err := pattern.Portable(expr)
		if err != nil {
			t.Fatal(err)
		}
		c := verdictCase{Expr: portable, source: expr}
		for _, text := range texts(expr, uint64(i), 25) {
			if strings.IndexFunc(text, young) < 0 && !(strings.Contains(expr, `\B`) && strings.IndexFunc(text, astral) >= 0) {
				c.Texts = append(c.Texts, text)
			}
		}
		cases = append(cases, c)
	}
	checkVerdicts(t, node, cases)
}

// young reports whether r is not assigned in Go's edition of Unicode, and may be
// in that of another engine.
func young(r rune) bool { return unicode.Is(unicode.Cn, r) }

// astral reports whether r takes two code units in UTF-16. V8 finds \B between
// them, where ECMA-262 has no position in Unicode mode.
func astral(r rune) bool { return r > 0xFFFF }

func checkVerdicts(t *testing.T, node string, cases []verdictCase) {
	t.Helper()
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "testdata/verdicts.js")
	cmd.Stdin = bytes.NewReader(input)
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []struct {
		Verdicts []bool
		Error    string
	}
	if err := json.Unmarshal(output, &answers); err != nil {
		t.Fatal(err)
	}
	matches, total := 0, 0
	for i, c := range cases {
		if answers[i].Error != "" {
			t.Errorf("Portable(%q) = %q: %s", c.source, c.Expr, answers[i].Error)
			continue
		}
		re := regexp.MustCompile(c.source)
		for j, got := range answers[i].Verdicts {
			want := re.MatchString(c.Texts[j])
			if got != want {
				t.Errorf("Portable(%q) = %q gives %v in node on %q, Go says %v", c.source, c.Expr, got, c.Texts[j], want)
			}
			total++
			if want {
				matches++
			}
		}
	}
	t.Logf("%d expressions, %d texts, %d of them match", len(cases), total, matches)
}
