// Package pattern makes regular expressions that Go and JSON Schema validators
// read alike, and matches them fast.
//
//	expr, err := pattern.Portable(`(?i)^id-\d{3}$`) // ^[Ii][Dd]-[0-9]{3}$
//	m, err := pattern.Compile(expr)
//	ok := m.Match([]byte("ID-042"))
//
// Three rules hold throughout:
//
//   - An expression is what regexp.Compile accepts. Matching is a search: an
//     expression matches a text if it matches any part of it.
//   - Portable rewrites an expression so that ECMA-262 in Unicode mode gives the
//     same verdict as Go on every text that is valid UTF-8. What cannot be said
//     to both is an *Error.
//   - A Matcher gives the verdict of regexp, and does not allocate once it has
//     seen texts like the one at hand.
//
// Expressions may come from strangers: their length, the size of the compiled
// program, the memory of a Matcher and the number of remembered Matchers are all
// bounded.
package pattern
