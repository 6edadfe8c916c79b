package format

import "regexp/syntax"

// maxRegex is the most bytes that are parsed as a regular expression. The
// parser takes two hundred bytes of memory, and some microseconds, for each.
const maxRegex = 16 << 10

// regex is what regexp.Compile accepts, up to a limit. All of its errors come
// from parsing.
func regex(b []byte) bool {
	if len(b) > maxRegex {
		return false
	}
	_, err := syntax.Parse(string(b), syntax.Perl)
	return err == nil
}
