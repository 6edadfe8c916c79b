package plan

import (
	"cmp"

	"github.com/toolnexus/go-sdk/internal/decimal"
)

// fixed is a number of at most 18 digits without an exponent: value / 10^scale.
// It can be compared without looking at its digits again.
type fixed struct {
	value int64
	scale int
	ok    bool
}

// maxFixedDigits is how many digits always fit an int64.
const maxFixedDigits = 18

var powersOf10 = [maxFixedDigits + 1]int64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
}

// readFixed reads the text of a number, if it is that short and plain.
func readFixed(text []byte) fixed {
	digits, point := 0, -1
	var f fixed
	for i, c := range text {
		switch {
		case c-'0' <= 9:
			f.value = f.value*10 + int64(c-'0')
			digits++
		case c == '.':
			point = i
		case c != '-':
			return fixed{}
		}
		if digits > maxFixedDigits {
			return fixed{}
		}
	}
	if point >= 0 {
		f.scale = len(text) - point - 1
	}
	if text[0] == '-' {
		f.value = -f.value
	}
	f.ok = true
	return f
}

func (f fixed) isInteger() bool { return f.value%powersOf10[f.scale] == 0 }

// number scans a number and checks it.
func (w *walker) number(n *Node) bool {
	start := w.pos
	if !w.scanNumber() {
		return false
	}
	text := w.data[start:w.pos]
	if len(text) > maxNumberBytes {
		return w.malformed(start, NumberTooLong)
	}
	f := readFixed(text)
	switch {
	case !f.ok && !decimal.Parse(text).InDoubleRange():
		return w.fault(n, "number", text)
	case n.Types&(Integer|Number) == 0:
		return w.fault(n, "type", text)
	case n.Types&Number == 0 && !isIntegral(f, text):
		return w.fault(n, "type", text)
	}
	if n.enum != nil && !w.listed(n, n.enum.missingNumber(decimal.Parse(text)), text) {
		return false
	}
	if n.number != nil && !w.numberRules(n, f, text) {
		return false
	}
	if n.Target == Int && (!isDigits(text) || text[0] == '-' && f.ok && f.value == 0) {
		if digits, ok := decimal.Parse(text).AppendInteger(nil); ok {
			w.repair(start, w.pos, digits, RepairInteger)
		}
	}
	return true
}

func isIntegral(f fixed, text []byte) bool {
	if f.ok {
		return f.isInteger()
	}
	return decimal.Parse(text).IsInteger()
}

func isDigits(text []byte) bool {
	for i, c := range text {
		if c-'0' > 9 && (i > 0 || c != '-') {
			return false
		}
	}
	return true
}

func (w *walker) numberRules(n *Node, f fixed, text []byte) bool {
	for i := range n.number.bounds {
		b := &n.number.bounds[i]
		if !b.admits(f, text) && !w.fault(n, b.keyword, text) {
			return false
		}
	}
	if n.number.multipleOf == nil || isMultiple(text, n.number.multipleOf) {
		return true
	}
	return w.fault(n, "multipleOf", text)
}

// admits compares exactly: as integers where both fit, else as decimals.
func (b *bound) admits(f fixed, text []byte) bool {
	var order int
	limit := powersOf10[maxFixedDigits-f.scale]
	if f.ok && b.isSmall && b.small < limit && b.small > -limit {
		order = cmp.Compare(f.value, b.small*powersOf10[f.scale])
	} else {
		order = decimal.Parse(text).Cmp(b.dec)
	}
	if order == 0 {
		return !b.exclusive
	}
	return (order > 0) == b.lower
}
