package pattern

import (
	"strings"
	"unicode/utf8"
)

// portableAsWritten reports whether every part of expr, which is known to be an
// expression of Go's regexp, is an expression of ECMA-262 in Unicode mode with
// the same meaning. It knows a subset of both grammars and says no when in
// doubt. Everything Portable prints is in the subset, which makes its result a
// fixed point.
func portableAsWritten(expr string) bool {
	s := scanner{rest: expr}
	for s.rest != "" {
		if !s.term() {
			return false
		}
	}
	return true
}

// A scanner walks an expression from left to right.
type scanner struct {
	rest         string
	quantifiable bool // the last term may be followed by a quantifier
}

// skip consumes text if it comes next.
func (s *scanner) skip(text string) bool {
	rest, ok := strings.CutPrefix(s.rest, text)
	s.rest = rest
	return ok
}

// next consumes one rune.
func (s *scanner) next() rune {
	r, n := utf8.DecodeRuneInString(s.rest)
	s.rest = s.rest[n:]
	return r
}

// term consumes one character, class, assertion, bracket or quantifier, and
// reports whether it is portable.
func (s *scanner) term() bool {
	switch s.rest[0] {
	case '*', '+', '?', '{':
		return s.quantifier()
	}
	r := s.next()
	s.quantifiable = true
	switch r {
	case '^', '$', '|':
		s.quantifiable = false
		return true
	case '(':
		s.quantifiable = false
		s.skip("?:") // a flag or a name goes on as a quantifier, of nothing
		return true
	case ')':
		return true
	case '[':
		return s.class()
	case '\\':
		return s.escape()
	case '.', ']', '}':
		return false
	}
	return !needsHex(r)
}

// quantifier consumes a quantifier. ECMA-262 wants an atom before it, and does
// not read a brace that opens none as a character, as Go does.
func (s *scanner) quantifier() bool {
	ok := s.quantifiable
	s.quantifiable = false
	if s.next() == '{' {
		counts, rest, closed := strings.Cut(s.rest, "}")
		s.rest = rest
		lo, hi, ranged := strings.Cut(counts, ",")
		ok = ok && closed && isCount(lo) && (!ranged || hi == "" || isCount(hi))
	}
	s.skip("?") // lazy: finds another match, but finds one as often
	return ok
}

// isCount reports whether both readers take text for a number: Go takes one
// with a leading zero for characters.
func isCount(text string) bool {
	return text == "0" || text != "" && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}

// escape consumes what follows a backslash outside a class.
func (s *scanner) escape() bool {
	switch {
	case s.skip("b"), s.skip("B"):
		s.quantifiable = false
		return true
	case s.category():
		return true
	}
	return s.charEscape(literalSyntax + "/")
}

// charEscape consumes what follows a backslash and stands for one character.
func (s *scanner) charEscape(syntax string) bool {
	if s.rest == "" {
		return false
	}
	r := s.next()
	if r == 'x' {
		// Go also has a form in braces.
		return !s.skip("{") && s.next() >= 0 && s.next() >= 0
	}
	return strings.ContainsRune(syntax, r) || strings.ContainsRune("tnvfr", r)
}

// category consumes a general category that both readers know.
func (s *scanner) category() bool {
	if !strings.HasPrefix(s.rest, "p{") && !strings.HasPrefix(s.rest, "P{") {
		return false
	}
	name, rest, _ := strings.Cut(s.rest[2:], "}")
	if !isCategoryName(name) {
		return false
	}
	s.rest = rest
	return true
}

// class consumes the rest of a class after its bracket.
func (s *scanner) class() bool {
	if s.skip(anyRune[1:]) || s.skip(noRune[1:]) {
		return true
	}
	s.skip("^")
	if s.skip("]") {
		return false // a member to Go, the end to ECMA-262
	}
	s.skip("-")
	for !s.skip("]") {
		if s.skip(`\`) {
			if s.category() {
				continue
			}
			if !s.charEscape(literalSyntax + "/-") {
				return false
			}
		} else if !s.member() {
			return false
		}
		if !s.rangeEnd() {
			return false
		}
	}
	return true
}

// member consumes a class member that is a plain character.
func (s *scanner) member() bool {
	if s.rest == "" {
		return false
	}
	r := s.next()
	switch r {
	case '[':
		return false // may open a POSIX class in Go
	case '-':
		return strings.HasPrefix(s.rest, "]")
	}
	return !needsHex(r)
}

// rangeEnd consumes the second half of a range, if one follows.
func (s *scanner) rangeEnd() bool {
	if !strings.HasPrefix(s.rest, "-") || strings.HasPrefix(s.rest, "-]") {
		return true
	}
	s.skip("-")
	if s.skip(`\`) {
		return s.charEscape(literalSyntax + "/-")
	}
	return !strings.HasPrefix(s.rest, "-") && s.member()
}
