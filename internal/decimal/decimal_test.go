package decimal

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func number(t *rapid.T, label string) string {
	return rapid.StringMatching(`-?(0|[1-9][0-9]{0,22})(\.[0-9]{1,12})?([eE][-+]?[0-9]{1,2})?`).Draw(t, label)
}

func rat(t *rapid.T, s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return r
}

func TestComparesLikeExactRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := number(t, "a"), number(t, "b")
		ra, rb := rat(t, a), rat(t, b)
		x, y := Parse([]byte(a)), Parse([]byte(b))
		if got, want := x.Cmp(y), ra.Cmp(rb); got != want {
			t.Fatalf("%s cmp %s = %d, want %d", a, b, got, want)
		}
		if got, want := x.IsInteger(), ra.IsInt(); got != want {
			t.Fatalf("%s integer = %v, want %v", a, got, want)
		}
		if got, want := x.String() == y.String(), ra.Cmp(rb) == 0; got != want {
			t.Fatalf("%s and %s: equal strings %v, want %v", a, b, got, want)
		}
		if digits, ok := x.AppendInteger(nil); ok != ra.IsInt() || ok && rat(t, string(digits)).Cmp(ra) != 0 {
			t.Fatalf("%s as an integer is %s (%v)", a, digits, ok)
		}
	})
}

func TestNumbersOutsideDoubleRange(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-0.0e999999999999": true, "1.7976931348623157e308": true, "1.8e308": false,
		"1e400": false, "1e-400": false, "5e-324": true, "1e-324": false, "1e999999999999999999999": false,
		"1e-999999999999999999999": false, "1" + strings.Repeat("0", 308): true, "1" + strings.Repeat("0", 309): false,
	} {
		if got := Parse([]byte(text)).InDoubleRange(); got != want {
			t.Errorf("%.40s in double range: %v, want %v", text, got, want)
		}
	}
}

func TestHugeExponentCostsNothing(t *testing.T) {
	text := []byte("1e999999")
	n := testing.AllocsPerRun(100, func() {
		if Parse(text).Cmp(Parse([]byte("100"))) != 1 {
			t.Fatal("1e999999 is not above 100")
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
