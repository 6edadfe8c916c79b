package toolnexus

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

const maxNameLen = 64

// Sanitize replaces every character of s that may not stand in a tool name by
// one underscore: "get user" becomes "get_user" and "a.b/c" becomes "a_b_c".
// Characters are counted as runes. The result can still be no valid name: it
// may be empty, too long, or start with a digit or a hyphen.
func Sanitize(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && isNameByte(byte(r)) {
			return r
		}
		return '_'
	}, s)
}

// ValidateName returns nil if name is a valid tool name: a letter or an
// underscore, then up to 63 letters, digits, underscores and hyphens, all of
// ASCII. Otherwise it returns a [*NameError] that says why.
func ValidateName(name string) error {
	if validName(name) {
		return nil
	}
	err := &NameError{Name: name, Problem: nameProblem(name)}
	if s := Sanitize(name); validName(s) {
		err.Suggestion = s
	}
	return err
}

// A NameError says why a tool name is refused.
type NameError struct {
	Name       string // the name as it was given
	Problem    string // what is wrong with it, in words
	Suggestion string // the name Sanitize makes of it, if that one is valid
}

func (e *NameError) Error() string {
	msg := fmt.Sprintf("invalid tool name %s: %s", quoteName(e.Name), e.Problem)
	if e.Suggestion != "" {
		msg += fmt.Sprintf("; %q would do", e.Suggestion)
	}
	return msg
}

// validName is the rule itself, without words and without allocation, because
// every call asks it.
func validName(name string) bool {
	if name == "" || len(name) > maxNameLen || !isFirstNameByte(name[0]) {
		return false
	}
	for i := 1; i < len(name); i++ {
		if !isNameByte(name[i]) {
			return false
		}
	}
	return true
}

func isFirstNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

func isNameByte(c byte) bool {
	return isFirstNameByte(c) || '0' <= c && c <= '9' || c == '-'
}

// nameProblem puts into words why validName said no. Positions are counted in
// characters, from 1.
func nameProblem(name string) string {
	if name == "" {
		return "it is empty"
	}
	position := 0
	for _, r := range name {
		position++
		if r >= utf8.RuneSelf || !isNameByte(byte(r)) {
			return fmt.Sprintf("character %q at position %d is not a letter, digit, underscore or hyphen", r, position)
		}
	}
	if !isFirstNameByte(name[0]) {
		return fmt.Sprintf("it starts with %q instead of a letter or underscore", name[0])
	}
	return fmt.Sprintf("it is %d characters long, more than %d", len(name), maxNameLen)
}

// quoteName quotes a name that may be anything, at a bounded length.
func quoteName(name string) string {
	const limit = 2 * maxNameLen
	if len(name) <= limit {
		return strconv.Quote(name)
	}
	return strconv.Quote(strings.ToValidUTF8(name[:limit], "")) + "…"
}
