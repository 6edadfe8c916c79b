package plan

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// scanNumber moves past a JSON number.
func (w *walker) scanNumber() bool {
	if w.data[w.pos] == '-' {
		w.pos++
	}
	switch {
	case w.pos >= len(w.data):
		return w.malformed(w.pos, Truncated)
	case w.data[w.pos] == '0':
		w.pos++
	case w.data[w.pos]-'1' <= 8:
		w.digits()
	default:
		return w.malformed(w.pos, BadNumber)
	}
	if w.pos < len(w.data) && w.data[w.pos] == '.' {
		w.pos++
		if !w.someDigits() {
			return false
		}
	}
	if w.pos < len(w.data) && w.data[w.pos]|0x20 == 'e' {
		w.pos++
		if w.pos < len(w.data) && (w.data[w.pos] == '+' || w.data[w.pos] == '-') {
			w.pos++
		}
		if !w.someDigits() {
			return false
		}
	}
	if w.pos < len(w.data) && w.data[w.pos]-'0' <= 9 {
		return w.malformed(w.pos, BadNumber) // a digit after a leading zero
	}
	return true
}

func (w *walker) digits() {
	for w.pos < len(w.data) && w.data[w.pos]-'0' <= 9 {
		w.pos++
	}
}

func (w *walker) someDigits() bool {
	start := w.pos
	w.digits()
	switch {
	case w.pos > start:
		return true
	case w.pos >= len(w.data):
		return w.malformed(w.pos, Truncated)
	default:
		return w.malformed(w.pos, BadNumber)
	}
}

// scanned is a scanned string: the bytes between the quotes, and what they hold.
type scanned struct {
	raw     []byte
	escaped bool
	ascii   bool
}

// scanString moves past the string at pos.
func (w *walker) scanString() (s scanned, ok bool) {
	start := w.pos + 1
	i := start
	s.ascii = true
	for {
		i += jsontext.PlainPrefix(w.data[i:])
		if i >= len(w.data) {
			return s, w.malformed(i, Truncated)
		}
		switch c := w.data[i]; {
		case c == '"':
			s.raw = w.data[start:i]
			w.pos = i + 1
			return s, true
		case c == '\\':
			s.escaped = true
			n := w.escape(i)
			if n == 0 {
				return s, false
			}
			i += n
		case c < 0x20:
			return s, w.malformed(i, ControlCharacter)
		default:
			s.ascii = false
			_, size := utf8.DecodeRune(w.data[i:])
			if size == 1 {
				return s, w.malformed(i, BadUTF8)
			}
			i += size
		}
	}
}

// escape returns the length of the escape sequence at i, a surrogate pair
// counting as one, or 0 when it is malformed.
func (w *walker) escape(i int) int {
	if i+1 >= len(w.data) {
		w.malformed(len(w.data), Truncated)
		return 0
	}
	switch w.data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		return w.unicodeEscape(i)
	default:
		w.malformed(i, BadEscape)
		return 0
	}
}

func (w *walker) unicodeEscape(i int) int {
	r, ok := jsontext.Hex4(w.data[min(i+2, len(w.data)):])
	if !ok {
		if i+6 > len(w.data) {
			w.malformed(len(w.data), Truncated)
		} else {
			w.malformed(i, BadEscape)
		}
		return 0
	}
	if !utf16.IsSurrogate(r) {
		return 6
	}
	rest := w.data[i+6:]
	if len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if low, ok := jsontext.Hex4(rest[2:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			return 12
		}
	}
	if w.mode.Output {
		return 6 // raw JSON of the author's own; readers see U+FFFD
	}
	w.malformed(i, LoneSurrogate)
	return 0
}

// skip moves past the value at pos, checking only its form.
func (w *walker) skip() bool { return w.value(free) }
