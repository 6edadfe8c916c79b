package plan

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// scanNumber moves past a JSON number. plain reports digits only, perhaps with
// a sign.
func (w *walker) scanNumber() (plain, ok bool) {
	if w.data[w.pos] == '-' {
		w.pos++
	}
	switch {
	case w.pos >= len(w.data):
		return false, w.malformed(w.pos, Truncated)
	case w.data[w.pos] == '0':
		w.pos++
	case w.data[w.pos]-'1' <= 8:
		w.digits()
	default:
		return false, w.malformed(w.pos, BadNumber)
	}
	plain = true
	if w.pos < len(w.data) && w.data[w.pos] == '.' {
		w.pos++
		plain = false
		if !w.someDigits() {
			return false, false
		}
	}
	if w.pos < len(w.data) && w.data[w.pos]|0x20 == 'e' {
		w.pos++
		plain = false
		if w.pos < len(w.data) && (w.data[w.pos] == '+' || w.data[w.pos] == '-') {
			w.pos++
		}
		if !w.someDigits() {
			return false, false
		}
	}
	if w.pos < len(w.data) && w.data[w.pos]-'0' <= 9 {
		return false, w.malformed(w.pos, BadNumber) // a digit after a leading zero
	}
	return plain, true
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
		i += plainPrefix(w.data[i:])
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

// plainPrefix counts the leading bytes that are ASCII and stand for themselves
// in a JSON string. It looks at eight bytes at a time.
func plainPrefix(b []byte) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	i := 0
	for ; i+8 <= len(b); i += 8 {
		v := binary.LittleEndian.Uint64(b[i:])
		quote := v ^ (ones * '"')
		slash := v ^ (ones * '\\')
		special := v | // the high bit marks bytes beyond ASCII
			(v - ones*0x20) | // borrows from bytes below 0x20
			(quote - ones) | // borrows from zero bytes
			(slash - ones)
		if special&highs != 0 {
			break
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < 0x20 || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return i
		}
	}
	return i
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
	r, ok := hex4(w.data[min(i+2, len(w.data)):])
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
		if low, ok := hex4(rest[2:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			return 12
		}
	}
	w.malformed(i, LoneSurrogate)
	return 0
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c-'0' <= 9:
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// unescape appends what a scanned string stands for.
func unescape(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		n := plainPrefix(raw[i:])
		dst = append(dst, raw[i:i+n]...)
		if i += n; i >= len(raw) {
			break
		}
		if raw[i] != '\\' {
			dst = append(dst, raw[i])
			i++
			continue
		}
		switch c := raw[i+1]; c {
		case 'u':
			r, _ := hex4(raw[i+2:])
			i += 6
			if utf16.IsSurrogate(r) {
				low, _ := hex4(raw[i+2:])
				r = utf16.DecodeRune(r, low)
				i += 6
			}
			dst = utf8.AppendRune(dst, r)
			continue
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		default:
			dst = append(dst, c)
		}
		i += 2
	}
	return dst
}

// skip moves past the value at pos, checking only its form.
func (w *walker) skip() bool { return w.value(free) }
