package pattern_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

func TestPortable(t *testing.T) {
	tests := []struct{ name, expr, want string }{
		// Portable as written.
		{"class and counts", `^[A-Z]{0,3}$`, `^[A-Z]{0,3}$`},
		{"alternatives", `^(?:abc|abd|ab)$`, `^(?:abc|abd|ab)$`},
		{"capture", `^(a)(b+)?$`, `^(a)(b+)?$`},
		{"lazy", `a+?b`, `a+?b`},
		{"escaped syntax", `\.\/\{\}\[\]\(\)\|\\\^\$\*\+\?`, `\.\/\{\}\[\]\(\)\|\\\^\$\*\+\?`},
		{"escaped in class", `[\]\-\\/.*]`, `[\]\-\\/.*]`},
		{"hyphen at the edges", `[-a][a-][^-a]`, `[-a][a-][^-a]`},
		{"hex and control", `[\x00-\x1f]\t\n\v\f\r`, `[\x00-\x1f]\t\n\v\f\r`},
		{"beyond ASCII", `^[à-ü]😀$`, `^[à-ü]😀$`},
		{"general category", `^[\p{L}\p{N}_]+\P{Zs}$`, `^[\p{L}\p{N}_]+\P{Zs}$`},
		{"word boundary", `\ba\B`, `\ba\B`},
		{"everything and nothing", `[\s\S][^\s\S]`, `[\s\S][^\s\S]`},
		{"empty", ``, ``},
		{"empty alternative", `(?:a|)$`, `(?:a|)$`},

		// Shorthands and the dot.
		{"digit", `^\d{3}$`, `^[0-9]{3}$`},
		{"word", `\w\W`, `[0-9A-Z_a-z][^0-9A-Z_a-z]`},
		{"space as Go reads it", `\s\S`, `[\t\n\f\r ][^\t\n\f\r ]`},
		{"shorthand in class", `[\d_-]`, `[\-0-9_]`},
		{"shorthands in negated class", `[^\d\s]`, `[^\t\n\f\r 0-9]`},
		{"dot", `a.b`, `a[^\n]b`},
		{"dot with newline", `(?s)a.b`, `a[\s\S]b`},
		{"POSIX class", `[[:alpha:]]`, `[A-Za-z]`},
		{"opening bracket in class", `[[a]`, `[\[a]`},
		{"closing bracket in class", `[]a]`, `[\]a]`},

		// Case.
		{"ignoring case", `(?i)file:`, `[Ff][Ii][Ll][Ee]:`},
		{"orbits beyond ASCII", `(?i)ks`, "[Kk\u212a][Ssſ]"},
		{"ignoring case in a class", `(?i)[k-m]`, "[K-Mk-m\u212a]"},
		{"ignoring case in part", `a(?i:b)`, `a[Bb]`},

		// Groups, anchors, quantifiers.
		{"named group", `(?P<year>\d+)`, `[0-9]+`},
		{"group still needed", `(?i:ab)*`, `(?:[Aa][Bb])*`},
		{"choice still grouped", `\d(?:ab|c)`, `[0-9](?:ab|c)`},
		{"text anchors", `\Aab\z`, `^ab$`},
		{"lazy by flag", `(?U)a+`, `a+`},
		{"quantified assertion", `\b+a^*`, `\ba`},
		{"needless counts", `\d{1}\d{0,1}\d{1,}\d{0,}\d{2,}`, `[0-9][0-9]?[0-9]+[0-9]*[0-9]{2,}`},
		{"nested quantifiers", `(?:(\d+)?)*`, `[0-9]*`},
		{"nested counts", `(?:\d{2}){3}`, `(?:[0-9]{2}){3}`},
		{"optional by empty alternative", `(?:\dx|)$`, `(?:[0-9]x)?$`},
		{"merged alternatives", `\d|x`, `[0-9x]`},

		// Characters.
		{"brace that counts nothing", `a{,2}`, `a\{,2\}`},
		{"brace with half a count", `a{1,b}`, `a\{1,b\}`},
		{"bounds with leading zero", `a{1,02}`, `a\{1,02\}`},
		{"caret at the start of a class", `(?i)[\^é]`, `[\^Éé]`},
		{"count with leading zero", `a{02}`, `a\{02\}`},
		{"closing brackets", `]}`, `\]\}`},
		{"needless escapes", `\-\_\ \@`, `-_ @`},
		{"quoted", `\Q.+\E`, `\.\+`},
		{"octal and bell", `\0\012\a`, `\x00\n\x07`},
		{"code point", `\x{41}\x{1F600}`, `A😀`},
		{"raw control character", "\x01\u0085", `\x01\x85`},

		// Unicode classes.
		{"category without braces", `\pL\PL`, `\p{L}\P{L}`},
		{"category by its long name", `\p{Letter}`, `\p{L}`},
		{"negated in braces", `\p{^Lu}`, `\P{Lu}`},
		{"category ignoring case", `(?i)\pL`, "[\\p{L}\u0345]"},
		{"categories and shorthand", `[\pL\d_]`, `[\p{L}0-9_]`},
		{"negated categories and shorthand", `[^\pL\d_]`, `[^\p{L}0-9_]`},
		{"script", `\p{Ogham}`, "[\u1680-\u169c]"},
		{"up to the last rune", `[\x{80}-\x{10FFFF}]`, `[^\x00-\x7f]`},
		{"any", `\p{Any}`, `[\s\S]`},
		{"across the surrogates", `[\x{D000}-\x{D7FF}\x{E000}\d]`, "[0-9\ud000-\ue000]"},
		{"surrogates in a class", `[a\x{D800}-\x{DFFF}]+`, `a+`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := pattern.Portable(tt.expr)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("Portable(%q) = %q, want %q", tt.expr, got, tt.want)
			}
		})
	}
}

func TestPortableRefuses(t *testing.T) {
	tests := []struct{ name, expr, reason string }{
		{"line anchors", `(?m)^a$`, "lines"},
		{"look-ahead", `(?=a)`, "look-ahead"},
		{"negative look-ahead", `a(?!b)`, "look-ahead"},
		{"look-behind", `(?<=a)b`, "look-behind"},
		{"back-reference", `(a)\1`, "back-reference"},
		{"JavaScript escape", `\u0041`, "write the character"},
		{"JavaScript script", `\p{Script=Greek}`, "unknown Unicode class"},
		{"JavaScript empty class", `[]`, "missing closing ]"},
		{"possessive", `a++`, "nested repetition"},
		{"unbalanced", `(a`, "missing closing )"},
		{"invalid text", "\xff", "invalid UTF-8"},
		{"surrogate", `\x{D800}`, "surrogate"},
		{"nested counts", `(a{1000}){1000}`, "repeat count"},
		{"counts in a row", strings.Repeat(`a{1000}`, 40), "too large"},
		{"depth", strings.Repeat("(", 5000) + strings.Repeat(")", 5000), "nests too deeply"},
		{"length", strings.Repeat("a", 40_000), "longer than"},
		{"length once printed", strings.Repeat(`\p{Common}`, 100), "longer than"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := pattern.Portable(tt.expr)
			refusal, ok := errors.AsType[*pattern.Error](err)
			if !ok {
				t.Fatalf("Portable(%.80q) = %.80q, %v; want an *Error", tt.expr, got, err)
			}
			if refusal.Expr != tt.expr || !strings.Contains(refusal.Reason, tt.reason) {
				t.Errorf("reason %q, want it to say %q", refusal.Reason, tt.reason)
			}
			if len(err.Error()) > 300 {
				t.Errorf("message of %d bytes", len(err.Error()))
			}
		})
	}
}
