package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// tighten adds a demand to a schema that may make demands already. The result
// demands both: the tighter bound, the values that both lists have, or an
// allOf where one keyword cannot say two things.
func tighten(o *jsondoc.Object, name string, v jsondoc.Value) error {
	old, has := o.Lookup(name)
	if !has {
		o.Set(name, v)
		return settle(o)
	}
	if equalJSON(old, v) {
		return nil
	}
	switch name {
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum":
		upper := name == "maximum" || name == "exclusiveMaximum"
		if (number(v).Cmp(number(old)) < 0) == upper {
			o.Set(name, v)
		}
	case "minLength", "minItems", "minProperties":
		o.Set(name, larger(old, v, true))
	case "maxLength", "maxItems", "maxProperties":
		o.Set(name, larger(old, v, false))
	case "enum":
		both := intersect(old, v)
		if len(both) == 0 {
			return fmt.Errorf("no value is in both lists: %s and %s", jsondoc.Append(nil, old), jsondoc.Append(nil, v))
		}
		o.Set(name, both)
	case "type":
		both := intersect(typesOf(old), typesOf(v))
		if len(both) == 0 {
			return fmt.Errorf("cannot be of the types %s and %s at once", jsondoc.Append(nil, old), jsondoc.Append(nil, v))
		}
		if slices.Contains(both, numberName) {
			both = slices.DeleteFunc(both, func(v jsondoc.Value) bool { return v == integerName })
		}
		o.Set(name, both)
		if len(both) == 1 {
			o.Set(name, both[0])
		}
	case "const":
		return fmt.Errorf("cannot be %s and %s at once", jsondoc.Append(nil, old), jsondoc.Append(nil, v))
	default: // pattern, format, multipleOf, not, anyOf …
		all, _ := o.Lookup("allOf")
		list, _ := all.(jsondoc.Array)
		o.Set("allOf", append(list, jsondoc.NewObject(jsondoc.Member{Name: name, Value: v})))
		return nil
	}
	return settle(o)
}

var numberName, integerName jsondoc.Value = jsondoc.Raw(`"number"`), jsondoc.Raw(`"integer"`)

// typesOf lists what the keyword type admits. Every integer is a number too.
func typesOf(v jsondoc.Value) jsondoc.Array {
	list, ok := v.(jsondoc.Array)
	if !ok {
		list = jsondoc.Array{v}
	}
	if slices.Contains(list, numberName) {
		list = append(slices.Clip(list), integerName)
	}
	return list
}

// settle removes bounds that a tighter one makes idle, and refuses bounds that
// leave nothing.
func settle(o *jsondoc.Object) error {
	dropIdle(o, "minimum", "exclusiveMinimum", -1)
	dropIdle(o, "maximum", "exclusiveMaximum", 1)
	for _, pair := range []struct {
		low, high string
		meet      bool // whether the bounds may be equal
	}{
		{"minimum", "maximum", true},
		{"minLength", "maxLength", true},
		{"minItems", "maxItems", true},
		{"minProperties", "maxProperties", true},
		{"minimum", "exclusiveMaximum", false},
		{"exclusiveMinimum", "maximum", false},
		{"exclusiveMinimum", "exclusiveMaximum", false},
	} {
		low, lowOK := o.Lookup(pair.low)
		high, highOK := o.Lookup(pair.high)
		if !lowOK || !highOK {
			continue
		}
		if c := number(low).Cmp(number(high)); c > 0 || c == 0 && !pair.meet {
			return fmt.Errorf("no value can have %s %s and %s %s", pair.low, low, pair.high, high)
		}
	}
	if jsonType(o) == "integer" && !hasInteger(o) {
		return fmt.Errorf("no whole number lies between its bounds")
	}
	return nil
}

// hasInteger reports whether a whole number meets the bounds of a schema.
func hasInteger(o *jsondoc.Object) bool {
	low, lowOK := wholeBound(o, "minimum", "exclusiveMinimum", 1)
	high, highOK := wholeBound(o, "maximum", "exclusiveMaximum", -1)
	return !lowOK || !highOK || low.Cmp(high) <= 0
}

// wholeBound is the outermost whole number that a bound admits; inward is 1 for
// lower bounds.
func wholeBound(o *jsondoc.Object, inclusive, exclusive string, inward int64) (*big.Int, bool) {
	v, isExclusive := o.Lookup(exclusive)
	if !isExclusive {
		var ok bool
		if v, ok = o.Lookup(inclusive); !ok {
			return nil, false
		}
	}
	raw, _ := v.(jsondoc.Raw)
	r, ok := new(big.Rat).SetString(string(raw))
	if !ok {
		return nil, false
	}
	whole := new(big.Int).Div(r.Num(), r.Denom()) // rounded down
	if inward > 0 && !r.IsInt() || isExclusive && r.IsInt() {
		whole.Add(whole, big.NewInt(inward))
	}
	return whole, true
}

// dropIdle removes the looser one of an inclusive and an exclusive bound. sign
// is -1 for lower bounds.
func dropIdle(o *jsondoc.Object, inclusive, exclusive string, sign int) {
	in, inOK := o.Lookup(inclusive)
	ex, exOK := o.Lookup(exclusive)
	if !inOK || !exOK {
		return
	}
	if c := number(in).Cmp(number(ex)) * sign; c >= 0 {
		o.Delete(inclusive)
	} else {
		o.Delete(exclusive)
	}
}

func number(v jsondoc.Value) decimal.Number {
	raw, _ := v.(jsondoc.Raw)
	return decimal.Parse([]byte(raw))
}

func larger(a, b jsondoc.Value, want bool) jsondoc.Value {
	if (number(a).Cmp(number(b)) > 0) == want {
		return a
	}
	return b
}

func intersect(a, b jsondoc.Value) jsondoc.Array {
	left, _ := a.(jsondoc.Array)
	right, _ := b.(jsondoc.Array)
	var both jsondoc.Array
	for _, x := range left {
		for _, y := range right {
			if equalJSON(x, y) {
				both = append(both, x)
				break
			}
		}
	}
	return both
}

// equalJSON compares by JSON text, and scalars that are numbers by value.
func equalJSON(a, b jsondoc.Value) bool {
	x, y := string(jsondoc.Append(nil, a)), string(jsondoc.Append(nil, b))
	if x == y {
		return true
	}
	return isNumber(x) && isNumber(y) && number(a).Cmp(number(b)) == 0
}

func isNumber(s string) bool { return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') }

func parseCount(s string) (jsondoc.Raw, error) {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return "", fmt.Errorf("%q is not a whole number from 0 up", s)
	}
	return jsondoc.FromInt(int(n)), nil
}
