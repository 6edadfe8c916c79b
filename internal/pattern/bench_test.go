package pattern_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

const emailExpr = `^[!#-'*+\-/-9=?A-Z\^-~]+(?:\.[!#-'*+\-/-9=?A-Z\^-~]+)*@(?:[0-9A-Za-z](?:[\-0-9A-Za-z]{0,61}[0-9A-Za-z])?\.)+[A-Za-z](?:[\-0-9A-Za-z]{0,61}[A-Za-z])?$`

var benchmarks = []struct{ name, expr, text string }{
	{"email", emailExpr, "first.last+orders@mail.example.co"},
	{"uuid", `^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`, "3f2504e0-4f89-41d3-9a0c-0305e82c3301"},
	{"sku", `^[A-Z]{3}-[0-9]{4}$`, "ABC-1234"},
	{"datetime", `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$`, "2026-01-02T15:04:05Z"},
	{"refused", `^[A-Z]{3}-[0-9]{4}$`, "lower"},
	{"letters", `^\p{L}+$`, "Straßenverzeichnisänderungsdienst"},
	{"greek", `^\p{L}+$`, "Πανεπιστήμιο"},
	{"search", `\b[0-9]+ eur\b`, "the total of this order is 1200 eur"},
	{"literal", `needle`, "a short text with a needle in it"},
	{"long", `^[^\n<>]*$`, strings.Repeat("a text without end ", 1000)},
	{"longliteral", `needle[0-9]`, strings.Repeat("a text without end ", 1000)},
}

func BenchmarkMatch(b *testing.B) {
	for _, bm := range benchmarks {
		m, err := pattern.Compile(bm.expr)
		if err != nil {
			b.Fatal(err)
		}
		text := []byte(bm.text)
		re := regexp.MustCompile(bm.expr)
		b.Run(bm.name+"/pattern", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Match(text)
			}
		})
		b.Run(bm.name+"/patternstring", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.MatchString(bm.text)
			}
		})
		b.Run(bm.name+"/regexp", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				re.Match(text)
			}
		})
	}
}

func BenchmarkPortable(b *testing.B) {
	for _, bm := range []struct{ name, expr string }{
		{"written", emailExpr},
		{"printed", `(?i)^\w+@(?:\w+\.)+[a-z]{2,}$`},
		{"category", `^[\pL\d_]+$`},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := pattern.Portable(bm.expr); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
