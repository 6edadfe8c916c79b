package sample

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/pattern"
)

// formats are texts of each format.
var formats = map[string]string{
	"date": "2030-01-31", "time": "12:30:00Z", "date-time": "2030-01-31T12:30:00Z", "duration": "PT1H30M",
	"email": "ada@example.com", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"uri": "https://example.com/", "iri": "https://example.com/", "uri-reference": "/path", "iri-reference": "/path",
	"uuid": "123e4567-e89b-42d3-a456-426614174000", "json-pointer": "/a", "relative-json-pointer": "1/a", "regex": "^a+$",
}

// texts are strings of a view.
func texts(v view) []jsondoc.Value {
	var all []string
	if format, ok := jsondoc.String(jsondoc.At(v.keywords, "/format")); ok && formats[format] != "" {
		all = append(all, formats[format])
	}
	if expr, ok := jsondoc.String(jsondoc.At(v.keywords, "/pattern")); ok {
		all = append(all, matches(expr)...)
	}
	all = append(all, "text")
	shortest, longest := count(v, "minLength"), count(v, "maxLength")
	for _, n := range lengths(shortest, longest) {
		for _, base := range append([]string{"text"}, all[:min(len(all), 2)]...) {
			all = append(all, ofLength(base, n))
		}
	}
	values := make([]jsondoc.Value, 0, len(all))
	for _, text := range append(all, "", "TEXT 1") {
		values = append(values, jsondoc.FromString(text))
	}
	return values
}

// matches are some texts that match an expression, plain ones first.
func matches(expr string) []string {
	const tries = 40
	rnd := rand.New(rand.NewPCG(1, 1)) // the same texts every time
	var plain, odd []string
	for range tries {
		text, err := pattern.Sample(expr, rnd, 12)
		switch {
		case err != nil:
			return nil
		case isPlain(text):
			plain = append(plain, text)
		default:
			odd = append(odd, text)
		}
	}
	return append(plain[:min(len(plain), 10)], odd[:min(len(odd), 10)]...)
}

func isPlain(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// longestText bounds the texts and lists that are made to have a length.
const longestText = 300

// lengths are the lengths at the borders of a range, inside before outside. A
// limit is negative where there is none.
func lengths(least, greatest int) []int {
	var all []int
	for _, n := range []int{least, greatest, least - 1, greatest + 1} {
		if n >= 0 && n <= longestText && (n > 0 || least >= 0) {
			all = append(all, n)
		}
	}
	return all
}

// count is the value of a keyword that counts, or -2: one more is not 0 then.
func count(v view, name string) int {
	r := number(v, name)
	if r == nil || !r.IsInt() || r.Sign() < 0 || !r.Num().IsInt64() {
		return -2
	}
	return int(r.Num().Int64())
}

// ofLength cuts or repeats a text.
func ofLength(text string, n int) string {
	runes := []rune(text)
	if len(runes) == 0 {
		runes = []rune("a")
	}
	for len(runes) < n {
		runes = append(runes, runes[:min(len(runes), n-len(runes))]...)
	}
	return string(runes[:n])
}

// number is the value of a keyword, or nil. Numbers whose digits would fill pages
// are none.
func number(v view, name string) *big.Rat {
	raw, _ := jsondoc.At(v.keywords, "/"+name).(jsondoc.Raw)
	const longest = 40
	if raw == "" || utf8.RuneCountInString(string(raw)) > longest {
		return nil
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(string(raw)), "e"); ok && len(strings.TrimLeft(exponent, "+-0")) > 2 {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(raw))
	if !ok {
		return nil
	}
	return r
}

// numbers are numbers of a view: small ones, those at its bounds, and the next
// ones to both sides.
func numbers(v view, whole bool) []jsondoc.Value {
	step := number(v, "multipleOf")
	if step == nil || step.Sign() <= 0 {
		step = big.NewRat(1, 1)
	}
	all := []*big.Rat{big.NewRat(1, 1), new(big.Rat), step, new(big.Rat).Add(step, step)}
	for _, name := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		bound := number(v, name)
		if bound == nil {
			continue
		}
		next := multiple(bound, step)
		all = append(all, bound, next, new(big.Rat).Add(next, step), new(big.Rat).Sub(next, step))
		if !whole {
			half := big.NewRat(1, 2)
			all = append(all, new(big.Rat).Add(bound, half), new(big.Rat).Sub(bound, half))
		}
	}
	if lo, hi := number(v, "exclusiveMinimum"), number(v, "exclusiveMaximum"); lo != nil && hi != nil {
		all = append(all, new(big.Rat).Quo(new(big.Rat).Add(lo, hi), big.NewRat(2, 1)))
	}
	all = append(all, big.NewRat(-1, 1), new(big.Rat).Quo(step, big.NewRat(2, 1)))
	var values []jsondoc.Value
	for _, r := range all {
		if text, ok := decimalText(r); ok && (!whole || r.IsInt()) {
			values = append(values, jsondoc.Raw(text))
		}
	}
	return values
}

// multiple is the least multiple of a step that is not below a number.
func multiple(n, step *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(n, step)
	floor := new(big.Int).Div(q.Num(), q.Denom())
	r := new(big.Rat).Mul(new(big.Rat).SetInt(floor), step)
	if r.Cmp(n) < 0 {
		r.Add(r, step)
	}
	return r
}

// decimalText writes a number out, if its digits end.
func decimalText(r *big.Rat) (string, bool) {
	digits, exact := r.FloatPrec()
	if !exact {
		return "", false
	}
	return r.FloatString(digits), true
}
