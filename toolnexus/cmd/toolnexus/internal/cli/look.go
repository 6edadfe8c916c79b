package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// The ways to color a text.
const (
	bold = "\x1b[1m"
	dim  = "\x1b[2m"
	red  = "\x1b[31m"

	plain = "\x1b[0m"
)

// paint colors a text if it is for eyes.
func (a *app) paint(w io.Writer, color, text string) string {
	if !a.isColored(w) || text == "" {
		return text
	}
	return color + text + plain
}

func (a *app) isColored(w io.Writer) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(w) && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}

func (a *app) checkFlags() error {
	if !slices.Contains([]string{"auto", "always", "never"}, a.color) {
		return usagef("--color is auto, always or never, not %q", a.color)
	}
	if a.timeout < 0 {
		return usagef("--timeout is not negative")
	}
	return nil
}

func (a *app) getenv(name string) string {
	for _, entry := range slices.Backward(a.Env) { // the last one counts
		if key, value, _ := strings.Cut(entry, "="); key == name {
			return value
		}
	}
	return ""
}

func isTerminal(w io.Writer) bool {
	_, ok := w.(*screen)
	return ok
}

// screen is a terminal. What tools and their authors say may hold sequences that
// terminals obey; only ours reach it.
type screen struct{ terminal io.Writer }

// harmless makes a screen of a terminal.
func harmless(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &screen{f}
	}
	return w
}

// Write writes whole texts, with what cannot be seen in them made visible.
func (s *screen) Write(text []byte) (int, error) {
	if _, err := io.WriteString(s.terminal, visible(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// visible replaces the characters that move, hide or reorder others, but for line
// ends, tabs and our own colors.
func visible(text string) string {
	var b strings.Builder
	for text != "" {
		if color := ownColor(text); color != "" {
			b.WriteString(color)
			text = text[len(color):]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		switch {
		case r == '\n' || r == '\t' || !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteToASCII(string(r)), `"`))
		}
	}
	return b.String()
}

// ownColor is the color that a text begins with, or "".
func ownColor(text string) string {
	for _, color := range []string{bold, dim, red, plain} {
		if strings.HasPrefix(text, color) {
			return color
		}
	}
	return ""
}

// patience is how long something may take before it is said.
const patience = time.Second

// progress says on a terminal what takes long.
func (a *app) progress(what string) (done func()) {
	if !isTerminal(a.Stderr) {
		return func() {}
	}
	said := make(chan struct{})
	timer := time.AfterFunc(patience, func() {
		defer close(said)
		_, _ = io.WriteString(a.Stderr, a.paint(a.Stderr, dim, what+"…")+"\n") // nobody misses it
	})
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}

// show writes to the standard output.
func (a *app) show(text string) error {
	_, err := io.WriteString(a.Stdout, text)
	return err
}

// showJSON writes a value as indented JSON, with schemas as they are.
func (a *app) showJSON(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return a.show(b.String())
}
