package cli

import (
	"bytes"
	"testing"
)

// Of what a terminal obeys, only our own colors reach it.
func TestScreen(t *testing.T) {
	for text, want := range map[string]string{
		"plain\ttext\n":                      "plain\ttext\n",
		bold + "name" + plain:                bold + "name" + plain,
		"clear \x1b[2J, title \x1b]0;x\a":    `clear \x1b[2J, title \x1b]0;x\a`,
		"back\b\rover":                       `back\b\rover`,
		"C1 \u009b31m, bidi \u202e, \ufeff":  `C1 \u009b31m, bidi \u202e, \ufeff`,
		"half a color " + bold[:2] + "\x1b[": `half a color \x1b[\x1b[`,
		"umlauts äöü, 漢字, 👍":                 "umlauts äöü, 漢字, 👍",
	} {
		var b bytes.Buffer
		n, err := (&screen{&b}).Write([]byte(text))
		if got := b.String(); got != want || n != len(text) || err != nil {
			t.Errorf("%q becomes %q, want %q (%d, %v)", text, got, want, n, err)
		}
	}
}
