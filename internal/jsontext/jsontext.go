// Package jsontext reads and writes the text of JSON strings.
package jsontext

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// PlainPrefix counts the leading bytes that are ASCII and stand for themselves
// in a JSON string. It looks at eight bytes at a time.
func PlainPrefix(b []byte) int {
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

// AppendString appends s as a JSON string without HTML escaping.
func AppendString(dst []byte, s string) []byte {
	if PlainPrefix([]byte(s)) == len(s) {
		return append(append(append(dst, '"'), s...), '"')
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) //nolint:errchkjson // a string always encodes
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// AppendUnescaped appends what the text between the quotes of a
// JSON string stands for. A lone surrogate, or an escape
// that JSON does not have, becomes U+FFFD.
func AppendUnescaped(dst, raw []byte) []byte {
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i+1 >= len(raw) {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		c := raw[i+1]
		raw = raw[i+2:]
		switch c {
		case '"', '\\', '/':
			dst = append(dst, c)
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
		case 'u':
			dst, raw = unescapeRune(dst, raw)
		default:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
	}
	return dst
}

// unescapeRune reads the digits after \u, and those of the other half of a
// surrogate pair.
func unescapeRune(dst, raw []byte) (out, rest []byte) {
	r, ok := Hex4(raw)
	if !ok {
		return utf8.AppendRune(dst, utf8.RuneError), raw
	}
	raw = raw[4:]
	if utf16.IsSurrogate(r) {
		pair := utf8.RuneError
		if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
			if low, ok := Hex4(raw[2:]); ok {
				pair = utf16.DecodeRune(r, low)
			}
		}
		if pair != utf8.RuneError {
			raw = raw[6:]
		}
		r = pair
	}
	return utf8.AppendRune(dst, r), raw
}

// Hex4 reads four hexadecimal digits.
func Hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
