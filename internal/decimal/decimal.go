// Package decimal compares JSON numbers exactly, as decimals, without ever
// going through a binary float and without allocating.
package decimal

import (
	"bytes"
	"math"
	"strconv"
)

// maxExponent is where exponents saturate: far outside what any accepted
// number can reach, and small enough that sums of them do not overflow.
const maxExponent = 1 << 40

// Number is a decimal: ±0.DDDD × 10^exp, where DDDD are the digits of whole
// followed by those of frac, the first and the last of them not zero. Zero has
// no digits. A Number refers to the text it was parsed from.
type Number struct {
	negative    bool
	whole, frac []byte
	exp         int64
}

// Parse reads text, which must be a JSON number.
func Parse(text []byte) Number {
	var n Number
	if len(text) > 0 && text[0] == '-' {
		n.negative = true
		text = text[1:]
	}
	mantissa, shift := text, int64(0)
	for i, c := range text {
		if c == 'e' || c == 'E' {
			mantissa, shift = text[:i], parseExponent(text[i+1:])
			break
		}
	}
	n.whole = mantissa
	if dot := bytes.IndexByte(mantissa, '.'); dot >= 0 {
		n.whole, n.frac = mantissa[:dot], mantissa[dot+1:]
	}
	n.exp = int64(len(n.whole)) + shift
	n.trim()
	return n
}

func parseExponent(text []byte) int64 {
	negative := false
	if len(text) > 0 && (text[0] == '+' || text[0] == '-') {
		negative = text[0] == '-'
		text = text[1:]
	}
	var e int64
	for _, c := range text {
		if e = e*10 + int64(c-'0'); e > maxExponent {
			e = maxExponent
			break
		}
	}
	if negative {
		return -e
	}
	return e
}

// trim drops the zeros before the first and after the last significant digit.
func (n *Number) trim() {
	for len(n.whole) > 0 && n.whole[0] == '0' {
		n.whole = n.whole[1:]
		n.exp--
	}
	if len(n.whole) == 0 {
		for len(n.frac) > 0 && n.frac[0] == '0' {
			n.frac = n.frac[1:]
			n.exp--
		}
	}
	for len(n.frac) > 0 && n.frac[len(n.frac)-1] == '0' {
		n.frac = n.frac[:len(n.frac)-1]
	}
	if len(n.frac) == 0 {
		for len(n.whole) > 0 && n.whole[len(n.whole)-1] == '0' {
			n.whole = n.whole[:len(n.whole)-1]
		}
	}
	if n.IsZero() {
		n.exp, n.negative = 0, false
	}
}

func (n Number) digits() int { return len(n.whole) + len(n.frac) }

func (n Number) digit(i int) byte {
	if i < len(n.whole) {
		return n.whole[i]
	}
	return n.frac[i-len(n.whole)]
}

// IsZero reports whether n is 0.
func (n Number) IsZero() bool { return n.digits() == 0 }

// IsInteger reports whether n has no fraction, however it is spelled.
func (n Number) IsInteger() bool { return n.exp >= int64(n.digits()) }

// Cmp compares a and b by value: -1, 0 or 1.
func (n Number) Cmp(b Number) int {
	if s, t := n.sign(), b.sign(); s != t {
		if s < t {
			return -1
		}
		return 1
	}
	c := n.cmpMagnitude(b)
	if n.negative {
		return -c
	}
	return c
}

func (n Number) sign() int {
	switch {
	case n.IsZero():
		return 0
	case n.negative:
		return -1
	default:
		return 1
	}
}

func (n Number) cmpMagnitude(b Number) int {
	if n.exp != b.exp {
		if n.exp < b.exp {
			return -1
		}
		return 1
	}
	la, lb := n.digits(), b.digits()
	for i := range min(la, lb) {
		if x, y := n.digit(i), b.digit(i); x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	switch {
	case la < lb:
		return -1
	case la > lb:
		return 1
	default:
		return 0
	}
}

// InDoubleRange reports whether an IEEE 754 double can hold n without
// becoming infinite, or zero where n is not zero.
func (n Number) InDoubleRange() bool {
	if n.IsZero() || (n.exp > -300 && n.exp < 300) {
		return true
	}
	if n.exp > 310 || n.exp < -325 {
		return false
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	return err == nil && f != 0 && !math.IsInf(f, 0)
}

// AppendInteger appends an integer n in plain digits, and reports false, with
// dst as it was, if n is no integer or would take more than 400 digits.
func (n Number) AppendInteger(dst []byte) ([]byte, bool) {
	if n.IsZero() {
		return append(dst, '0'), true
	}
	if !n.IsInteger() || n.exp > 400 {
		return dst, false
	}
	if n.negative {
		dst = append(dst, '-')
	}
	dst = append(append(dst, n.whole...), n.frac...)
	for i := int64(n.digits()); i < n.exp; i++ {
		dst = append(dst, '0')
	}
	return dst, true
}

// String returns n in scientific form, digits first. Equal numbers have equal
// strings.
func (n Number) String() string {
	if n.IsZero() {
		return "0"
	}
	b := make([]byte, 0, n.digits()+24)
	if n.negative {
		b = append(b, '-')
	}
	b = append(append(append(b, "0."...), n.whole...), n.frac...)
	b = append(b, 'e')
	return string(strconv.AppendInt(b, n.exp, 10))
}
