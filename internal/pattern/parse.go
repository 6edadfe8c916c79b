package pattern

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxExpr bounds an expression, as given and as printed, in bytes.
	maxExpr = 32 << 10

	// maxProgram bounds the instructions an expression may compile to. Counted
	// repetitions multiply: a short expression can ask for millions.
	maxProgram = 32 << 10
)

// An Error reports an expression that cannot be used: it is not an expression
// of Go's regexp, it is too large, or it says something ECMA-262 has no words
// for. The wording of Reason may change.
type Error struct {
	Expr   string // the expression as given
	Reason string // what is wrong with it
}

// Error implements error. A long expression is cut.
func (e *Error) Error() string {
	return fmt.Sprintf("pattern %q: %s", cut(e.Expr, 80), e.Reason)
}

// cut shortens s to about n bytes without splitting a rune.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// parse reads expr as regexp.Compile does and refuses what is too large to
// compile.
func parse(expr string) (*syntax.Regexp, error) {
	if len(expr) > maxExpr {
		return nil, &Error{expr, fmt.Sprintf("longer than %d bytes", maxExpr)}
	}
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, &Error{expr, plainReason(err)}
	}
	if programSize(re) > maxProgram {
		return nil, &Error{expr, "repetitions multiply to a program that is too large"}
	}
	if hasSurrogate(re) {
		return nil, &Error{expr, "a surrogate is in no valid text"}
	}
	return re, nil
}

// plainReason says in words why an expression did not parse. The cases are what
// authors used to other dialects write.
func plainReason(err error) string {
	var se *syntax.Error
	if !errors.As(err, &se) {
		return err.Error()
	}
	switch {
	case strings.HasPrefix(se.Expr, "(?=") || strings.HasPrefix(se.Expr, "(?!"):
		return "look-ahead " + se.Expr + " is not part of Go's syntax"
	case strings.HasPrefix(se.Expr, "(?<=") || strings.HasPrefix(se.Expr, "(?<!"):
		return "look-behind " + se.Expr[:4] + " is not part of Go's syntax"
	case se.Code == syntax.ErrInvalidEscape && len(se.Expr) == 2 && '1' <= se.Expr[1] && se.Expr[1] <= '9':
		return "back-reference " + se.Expr + " is not part of Go's syntax"
	case se.Code == syntax.ErrInvalidEscape && strings.HasPrefix(se.Expr, `\u`):
		return `\u is not part of Go's syntax; write the character itself`
	case strings.HasPrefix(se.Expr, `\p`) || strings.HasPrefix(se.Expr, `\P`):
		return "unknown Unicode class " + se.Expr
	}
	return fmt.Sprintf("%s %q", se.Code, cut(se.Expr, 40))
}

// programSize estimates the instructions re compiles to, stopping at a value
// above maxProgram.
func programSize(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpRepeat:
		n = max(re.Min, re.Max, 1) * (programSize(re.Sub[0]) + 1)
	default:
		for _, sub := range re.Sub {
			n += programSize(sub) + 1
			if n > maxProgram {
				break
			}
		}
	}
	return min(n, maxProgram+1)
}

// hasSurrogate reports whether re looks for a lone surrogate, which JSON cannot
// carry and which regexp itself confuses with U+FFFD. Inside a class it is
// harmless: classes leave it out.
func hasSurrogate(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && slices.ContainsFunc(re.Rune, isSurrogate) ||
		slices.ContainsFunc(re.Sub, hasSurrogate)
}
