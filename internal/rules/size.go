package rules

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// comparison is one of the nine rules that compare a value, or its length,
// with a parameter.
type comparison struct {
	number string // the keyword on numbers; const and not const are special
	value  string // the demand on a value
	length string // the demand on a length
}

var comparisons = map[string]comparison{
	"len": {"const", "must be %s", "must %s exactly %s"},
	"eq":  {"const", "must be %s", "must %s exactly %s"},
	"ne":  {"not", "must not be %s", "must not %s exactly %s"},
	"min": {"minimum", "must be at least %s", "must %s at least %s"},
	"gte": {"minimum", "must be at least %s", "must %s at least %s"},
	"gt":  {"exclusiveMinimum", "must be greater than %s", "must %s more than %s"},
	"max": {"maximum", "must be at most %s", "must %s at most %s"},
	"lte": {"maximum", "must be at most %s", "must %s at most %s"},
	"lt":  {"exclusiveMaximum", "must be less than %s", "must %s less than %s"},
}

// measure says how the length of a kind is counted and spoken of.
type measure struct {
	least, most string // keywords
	verb, unit  string
	suffix      string
}

var measures = map[Kind]measure{
	String: {"minLength", "maxLength", "be", "character", " long"},
	Slice:  {"minItems", "maxItems", "have", "item", ""},
	Array:  {"minItems", "maxItems", "have", "item", ""},
	Map:    {"minProperties", "maxProperties", "have", "entry", ""},
	Bytes:  {"", "", "be", "byte", " long before base64"},
}

// sizeSense reads len, min, max, eq, ne, gt, gte, lt and lte.
func sizeSense(r Rule, t Target, _ Options) (sense, error) {
	if !r.HasParam {
		return sense{}, bare(r, "a value")
	}
	equality := r.Name == "eq" || r.Name == "ne"
	switch t.Kind {
	case String, Slice, Array, Map, Bytes:
		if t.Kind == String && equality {
			return constSense(r, quoteJSON(r.Param), strconv.Quote(r.Param)), nil
		}
		return lengthSense(r, t)
	case Int, Uint, Float:
		value, err := canonicalNumber(r.Param, t.Kind)
		if err != nil {
			return sense{}, fmt.Errorf("%s: %w", r.Text, err)
		}
		return numberSense(r, value), nil
	case Bool:
		if !equality {
			return sense{}, misfit(r, t, "only eq and ne do")
		}
		value, err := strconv.ParseBool(r.Param)
		if err != nil {
			return sense{}, fmt.Errorf("%s: the value must be true or false", r.Text)
		}
		text := strconv.FormatBool(value)
		return constSense(r, text, text), nil
	case Duration:
		return durationSense(r)
	case Time:
		return sense{}, misfit(r, t, "there it would compare with the clock; compare in a Validate method")
	}
	return sense{}, misfit(r, t, "")
}

func constSense(r Rule, value, shown string) sense {
	c := comparisons[r.Name]
	k := keyword("const", value)
	if c.number == "not" {
		k = not(k)
	}
	return exact(fmt.Sprintf(c.value, shown), k)
}

func numberSense(r Rule, value string) sense {
	c := comparisons[r.Name]
	if c.number == "const" || c.number == "not" {
		return constSense(r, value, value)
	}
	return exact(fmt.Sprintf(c.value, value), keyword(c.number, value))
}

func lengthSense(r Rule, t Target) (sense, error) {
	text, err := canonicalNumber(r.Param, Int)
	if err != nil {
		return sense{}, fmt.Errorf("%s: %w", r.Text, err)
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return sense{}, fmt.Errorf("%s: a length is never negative", r.Text)
	}
	if n == math.MaxInt64 {
		return sense{}, fmt.Errorf("%s: no length is that large", r.Text)
	}
	if r.Name == "lt" && n == 0 {
		return sense{}, fmt.Errorf("%s: no length is less than 0", r.Text)
	}
	m := measures[t.Kind]
	words := fmt.Sprintf(comparisons[r.Name].length, m.verb, count(n, m.unit)) + m.suffix
	if t.Kind == Bytes { // the text in the schema is base64, whose length is another
		return inGo(words), nil
	}
	switch r.Name {
	case "gt":
		return exact(words, number(m.least, n+1)), nil
	case "min", "gte":
		return exact(words, number(m.least, n)), nil
	case "lt":
		return exact(words, number(m.most, n-1)), nil
	case "max", "lte":
		return exact(words, number(m.most, n)), nil
	case "ne":
		return exact(words, not(number(m.most, n), number(m.least, n))), nil
	}
	return exact(words, number(m.most, n), number(m.least, n)), nil
}

// durationSense leaves the comparison to Go, as the schema sees only text.
func durationSense(r Rule) (sense, error) {
	d, err := time.ParseDuration(r.Param)
	if err != nil { // the validator takes plain nanoseconds too
		text, err := canonicalNumber(r.Param, Int)
		if err != nil {
			return sense{}, fmt.Errorf("%s: the value must be a duration such as 1h30m", r.Text)
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return sense{}, fmt.Errorf("%s: the value must be a duration such as 1h30m", r.Text)
		}
		d = time.Duration(n)
	}
	return inGo(fmt.Sprintf(comparisons[r.Name].value, durationText(d))), nil
}

// durationText writes 1h30m0s as 1h30m.
func durationText(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// canonicalNumber gives the number a parameter stands for as JSON writes it.
// Integers are read as the validator reads them, with the prefixes 0x, 0o and
// 0b; floats as decimals, digit by digit and never through binary.
func canonicalNumber(param string, k Kind) (string, error) {
	digits := strings.TrimLeft(param, "+-")
	if len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return "", fmt.Errorf("the validator would read %s as an octal number; write it without leading zeros, or with 0o", param)
	}
	switch k {
	case Int:
		n, err := strconv.ParseInt(param, 0, 64)
		if err != nil {
			return "", wholeNumberError(param, err, "a whole number")
		}
		return strconv.FormatInt(n, 10), nil
	case Uint:
		n, err := strconv.ParseUint(param, 0, 64)
		if err != nil {
			return "", wholeNumberError(param, err, "a whole number without a sign")
		}
		return strconv.FormatUint(n, 10), nil
	}
	return canonicalDecimal(param)
}

func wholeNumberError(param string, err error, want string) error {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s does not fit into 64 bits", param)
	}
	return fmt.Errorf("%q is not %s", param, want)
}

// canonicalDecimal writes a decimal without superfluous digits, keeping its
// exact value: 1e3 is 1000, .50 is 0.5.
func canonicalDecimal(param string) (string, error) {
	for _, c := range param {
		if !strings.ContainsRune("0123456789.eE+-", c) { // NaN, Inf, hexadecimal
			return "", fmt.Errorf("%q is not a decimal number", param)
		}
	}
	if _, err := strconv.ParseFloat(param, 64); err != nil {
		if errors.Is(err, strconv.ErrRange) {
			return "", fmt.Errorf("%s does not fit into a 64-bit float", param)
		}
		return "", fmt.Errorf("%q is not a decimal number", param)
	}
	negative := strings.HasPrefix(param, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(strings.TrimLeft(param, "+-")), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	shift := 0
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil || n < -400 || n > 400 {
			return "", fmt.Errorf("%s does not fit into a 64-bit float", param)
		}
		shift = n
	}
	text := plain(whole+fraction, len(whole)+shift)
	if negative && text != "0" {
		text = "-" + text
	}
	return text, nil
}

// plain writes digits with the decimal point behind the first point of them,
// and falls back to an exponent where that would be long.
func plain(digits string, point int) string {
	stripped := strings.TrimLeft(digits, "0")
	point -= len(digits) - len(stripped)
	digits = strings.TrimRight(stripped, "0")
	switch {
	case digits == "":
		return "0"
	case point > 21 || point < -6:
		text := digits[:1]
		if len(digits) > 1 {
			text += "." + digits[1:]
		}
		return text + "e" + strconv.Itoa(point-1)
	case point <= 0:
		return "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return digits + strings.Repeat("0", point-len(digits))
	}
	return digits[:point] + "." + digits[point:]
}
