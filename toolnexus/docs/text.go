package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// clean makes text that may come from anywhere fit to be shown: valid UTF-8, line
// ends of one kind, nothing that is not seen and changes what is, no space around
// it.
func clean(text string) string {
	text = lineEnds.Replace(strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && (unicode.IsControl(c) || deceives(c)) {
			return unicode.ReplacementChar
		}
		return c
	}, text)
	return strings.TrimSpace(text)
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n\n")

// deceives reports whether a character is not seen, but lets a reader see something
// else than is there: it turns the direction of the text around it, or it spells
// words for machines alone.
func deceives(c rune) bool {
	switch {
	case c == '\u2028', c == '\u2029',
		'\u202a' <= c && c <= '\u202e', '\u2066' <= c && c <= '\u2069',
		c == '\ufeff', c&0xfffe == 0xfffe, '\U000e0000' <= c && c <= '\U000e007f':
		return true
	}
	return false
}

// legible is the same JSON with escapes for what would deceive its readers.
func legible(raw []byte) json.RawMessage {
	var b bytes.Buffer
	for _, c := range string(raw) {
		switch {
		case !deceives(c) && !unicode.Is(unicode.Cc, c), c == '\n', c == '\t':
			b.WriteRune(c)
		case c > 0xffff:
			high, low := utf16.EncodeRune(c)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	return b.Bytes()
}

// written is a value as JSON that can be shown.
func written(v jsondoc.Value) json.RawMessage { return legible(jsondoc.Append(nil, v)) }

// oneLine is clean text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// visible is code on one line, with escapes for what is not seen, as JSON and
// patterns have them.
func visible(code string) string {
	code = strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(code, "\uFFFD"), "\n", `\n`), "\t", `\t`)
	return string(legible([]byte(code)))
}

// paragraphs parts text at its empty lines, and each paragraph into lines.
func paragraphs(text string) [][]string {
	var all [][]string
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			all, lines = append(all, lines), nil
		}
	}
	if len(lines) > 0 {
		all = append(all, lines)
	}
	return all
}

// summary is the first line of a description.
func summary(description string) string {
	line, _, _ := strings.Cut(description, "\n")
	return strings.TrimSpace(line)
}

// span is a part of a line.
type span struct {
	text string
	code bool // stood between backticks
}

// spans parts a line into text and what stands between single backticks.
func spans(line string) []span {
	var all []span
	for {
		before, rest, open := strings.Cut(line, "`")
		inner, after, closed := strings.Cut(rest, "`")
		if !open || !closed || strings.TrimSpace(inner) == "" {
			return append(all, span{text: line})
		}
		if before != "" {
			all = append(all, span{text: before})
		}
		all = append(all, span{text: inner, code: true})
		if line = after; line == "" {
			return all
		}
	}
}

// compact is JSON that can be shown, without white space between its tokens.
func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return legible(raw) // Validate has seen that it is JSON
	}
	return legible(b.Bytes())
}

// indented is JSON for people to read.
func indented(raw []byte, indent string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", indent); err != nil {
		return string(raw)
	}
	return b.String()
}
