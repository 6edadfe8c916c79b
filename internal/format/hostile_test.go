package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/format"
)

// TestHostile gives each check a megabyte of what it likes to read. A check
// whose time is not linear would not come to an end.
func TestHostile(t *testing.T) {
	const size = 1 << 20
	for _, tt := range []struct{ start, piece string }{
		{"", "1"},
		{"", "a."},
		{"", "/~0"},
		{"", "%41"},
		{"", "("},
		{"", "é"},
		{"P", "1"},
		{"http://", "a:"},
		{"http://[", "1:"},
	} {
		text := []byte(tt.start + strings.Repeat(tt.piece, size/len(tt.piece)))
		for _, name := range format.Names() {
			f, _ := format.Lookup(name)
			f(text)
		}
	}
}

func TestTextIsUnchanged(t *testing.T) {
	for name, rows := range table {
		f, _ := format.Lookup(name)
		for _, text := range slices.Concat(rows.good, rows.bad) {
			b := []byte(text)
			f(b)
			if string(b) != text {
				t.Errorf("%s %q: text changed to %q", name, text, b)
			}
		}
	}
}
