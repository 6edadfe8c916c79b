package agree

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// corners are numbers at which readers tend to differ.
var corners = []string{
	"0", "1", "-1", "2", "10", "100", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536",
	"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
	"9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "100000000000000000000", "1000000000000000000000000",
	"0.1", "0.5", "1.5", "-0.5", "0.30000000000000001", "0.1000000000000000055", "1e-300", "5e-324", "1.7976931348623157e308",
	"340282346638528859811704183484516925440", "340282346638528859811704183484516925441",
}

// steps are distances from a bound.
var steps = []string{
	"0", "1", "-1", "2", "0.5", "-0.5", "0.1", "-0.1", "0.00000000000000001", "-0.00000000000000001",
	"0.0000000000000000000000000000001", "-0.0000000000000000000000000000001", "10", "100",
}

func rat(text string) *big.Rat {
	r, _ := new(big.Rat).SetString(text)
	return r
}

// number makes a number near a bound, or any other one that is admitted; now and
// then one just beyond.
func (m *maker) number(v *view, whole bool) {
	for range 12 {
		r, text := m.candidate(v, whole)
		if v.admits(r, whole) || len(v.limits) > 0 && m.spoils() {
			m.write(m.spelling(text))
			return
		}
	}
	if len(v.limits) > 0 {
		m.write(decimalText(v.limits[0].at))
		return
	}
	m.write("0")
}

// candidate proposes a number, as a value and as text.
func (m *maker) candidate(v *view, whole bool) (*big.Rat, string) {
	var text string
	switch n := m.rnd.IntN(10); {
	case n < 4 && len(v.limits) > 0 && !m.mode.Plain:
		r := new(big.Rat).Add(pick(m, v.limits).at, rat(pick(m, steps)))
		text = decimalText(r)
	case n < 6 && !m.mode.Plain:
		text = pick(m, corners)
	case n < 7 && len(v.limits) > 1:
		text = decimalText(between(v.limits[0].at, v.limits[1].at, m.rnd.Int64N(1001)))
	case v.multiple != nil:
		text = decimalText(new(big.Rat).Mul(v.multiple, new(big.Rat).SetInt64(m.rnd.Int64N(2001)-1000)))
	default:
		text = strconv.FormatInt(m.rnd.Int64N(201)-100, 10)
		if !whole {
			text += "." + strconv.Itoa(m.rnd.IntN(1000))
		}
	}
	if whole {
		text, _, _ = strings.Cut(text, ".")
	}
	return rat(text), text
}

// between is the point that lies n thousandths of the way from a to b.
func between(a, b *big.Rat, n int64) *big.Rat {
	d := new(big.Rat).Sub(b, a)
	return d.Add(a, d.Mul(d, big.NewRat(n, 1000)))
}

func (v *view) admits(r *big.Rat, whole bool) bool {
	if r == nil || whole && !r.IsInt() {
		return false
	}
	for _, l := range v.limits {
		c := r.Cmp(l.at)
		if c == 0 && l.exclusive || c < 0 && l.lower || c > 0 && !l.lower {
			return false
		}
	}
	return v.multiple == nil || new(big.Rat).Quo(r, v.multiple).IsInt()
}

// decimalText writes a number in plain digits.
func decimalText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(60), "0")
}

// spelling writes a number in one of the ways in which JSON can.
func (m *maker) spelling(text string) string {
	if m.mode.Plain || !m.oneIn(4) || strings.ContainsAny(text, "eE") {
		return text
	}
	whole, fraction, hasFraction := strings.Cut(text, ".")
	switch {
	case text == "0":
		return pick(m, []string{"-0", "0.0", "-0.0", "0e3", "0E-2"})
	case hasFraction && strings.Trim(whole, "-0") == "":
		return pick(m, []string{text + "0", text + "e0"})
	case hasFraction:
		return pick(m, []string{text + "0", text + "e0", whole + fraction + "e-" + strconv.Itoa(len(fraction))})
	}
	forms := []string{text + ".0", text + ".00", text + "00e-2", text + "e0", text + "E+0", text + "0e-1"}
	if digits := strings.TrimRight(text, "0"); len(digits) < len(text) {
		zeros := strconv.Itoa(len(text) - len(digits))
		forms = append(forms, digits+"e"+zeros, digits+"E+"+zeros)
	}
	return pick(m, forms)
}

// spell writes a value of a document, not always in the same way.
func (m *maker) spell(v jsondoc.Value) {
	switch v := v.(type) {
	case jsondoc.Raw:
		switch {
		case strings.HasPrefix(string(v), `"`):
			text, _ := jsondoc.String(v)
			m.quote(text)
		case v[0] == '-' || v[0] >= '0' && v[0] <= '9':
			m.write(m.spelling(string(v)))
		default:
			m.write(string(v))
		}
	case jsondoc.Array:
		m.write("[")
		for i, e := range v {
			if i > 0 {
				m.token(",")
			}
			m.spell(e)
		}
		m.write("]")
	case *jsondoc.Object:
		m.write("{")
		for i, e := range v.Members {
			if i > 0 {
				m.token(",")
			}
			m.quote(e.Name)
			m.token(":")
			m.spell(e.Value)
		}
		m.write("}")
	}
}
