// Package format checks text against the formats of JSON Schema.
//
// Validators differ on formats: some ignore the keyword, and those that assert
// it do not agree on every string. This package asserts the formats of draft
// 2020-12 that have a settled meaning, and accepts in each what a Go program
// can use:
//
//	check, ok := format.Lookup("date-time")
//	if ok && !check([]byte("2026-05-01 10:00")) {
//		return errors.New(format.Want("date-time"))
//	}
//
// Where a standard leaves room, the choice is this:
//
//   - date-time and time follow RFC 3339: the time zone is required, letters
//     may be lower case, and second 60 is accepted at the end of a UTC day.
//   - duration is the grammar of RFC 3339, except that a unit may be left out
//     between two others, as in P1Y2D.
//   - hostname may end in a dot.
//   - uri and iri, and the references, are what package net/url can parse.
//     They do not distinguish ASCII from other text, and let blanks pass in a
//     path.
//   - regex is the syntax of package regexp, up to 16 KiB.
//
// Not asserted, and not known, are idn-email, idn-hostname and uri-template.
package format
