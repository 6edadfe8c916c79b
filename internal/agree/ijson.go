package agree

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// defects are what keeps a text from being I-JSON (RFC 7493).
type defects struct {
	malformed bool // syntax, encoding, nesting, absurd length of a number
	duplicate bool // a name twice in one object
	number    bool // a number outside the range of a double
}

// any reports whether there is a defect.
func (d defects) any() bool { return d.malformed || d.duplicate || d.number }

// defectsOf looks for defects in a text. With inside set it looks into strings
// that hold JSON as well.
func defectsOf(text []byte, inside bool) defects {
	d := defects{malformed: !utf8.Valid(text) || !json.Valid(text)}
	if d.malformed {
		return d
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	d.value(dec, 0, inside)
	d.malformed = d.malformed || loneSurrogate(text)
	return d
}

// value looks at the next value of valid JSON.
func (d *defects) value(dec *json.Decoder, depth int, inside bool) {
	const maxDepth, maxNumber = 1000, 1100
	token, err := dec.Token()
	if err != nil {
		return
	}
	switch token := token.(type) {
	case json.Delim:
		d.malformed = d.malformed || depth >= maxDepth
		names := map[string]bool{}
		for dec.More() {
			if token == '{' {
				name, _ := dec.Token()
				text, _ := name.(string)
				d.duplicate = d.duplicate || names[text]
				names[text] = true
			}
			d.value(dec, depth+1, inside)
		}
		_, _ = dec.Token() // the end of it
	case json.Number:
		d.malformed = d.malformed || len(token) > maxNumber
		d.number = d.number || !isDouble(string(token))
	case string:
		if inner := strings.Trim(token, " \t\r\n"); inside && inner != "" {
			in := defectsOf([]byte(inner), inside)
			d.duplicate, d.number = d.duplicate || in.duplicate, d.number || in.number
		}
	}
}

// isDouble reports whether a number is within the range of a double.
func isDouble(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	return err == nil && (f != 0 || !strings.ContainsAny(mantissa, "123456789"))
}

// loneSurrogate reports whether valid JSON has half of a surrogate pair.
func loneSurrogate(text []byte) bool {
	for i := 0; i+5 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if text[i+1] != 'u' {
			i++
			continue
		}
		unit := hex4(text[i+2:])
		switch {
		case unit >= 0xd800 && unit < 0xdc00 && i+11 < len(text) && text[i+6] == '\\' && text[i+7] == 'u' && hex4(text[i+8:])>>10 == 0xdc00>>10:
			i += 11
		case unit >= 0xd800 && unit < 0xe000:
			return true
		default:
			i += 5
		}
	}
	return false
}

func hex4(text []byte) int64 {
	n, _ := strconv.ParseInt(string(text[:4]), 16, 32)
	return n
}

// unfounded returns the rule of a problem that the text does not have, or "".
func unfounded(text []byte, r Report) string {
	has := defectsOf(text, true)
	if has.malformed {
		return ""
	}
	for _, p := range r.Problems {
		if p.Rule == "json" || p.Rule == "duplicate" && !has.duplicate || p.Rule == "number" && !has.number {
			return p.Rule
		}
	}
	return ""
}
