package pattern

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	surrogateMin = 0xD800
	surrogateMax = 0xDFFF
)

// A runeSet is a set of runes as sorted, disjoint pairs: first and last rune of
// each range. Ranges that touch are one range.
type runeSet []rune

// newRuneSet makes a set of pairs sorted by their first rune. Surrogates are
// left out, because no valid text holds one; ranges on either side of the gap
// are joined, so that a set has one spelling only.
func newRuneSet(pairs []rune) runeSet {
	set := make(runeSet, 0, len(pairs))
	for i := 0; i < len(pairs); i += 2 {
		lo, hi := pairs[i], pairs[i+1]
		if isSurrogate(lo) {
			lo = surrogateMax + 1
		}
		if isSurrogate(hi) {
			hi = surrogateMin - 1
		}
		if lo <= hi {
			set = set.appendRange(lo, hi)
		}
	}
	return set
}

func isSurrogate(r rune) bool { return surrogateMin <= r && r <= surrogateMax }

// nextRune is the valid rune after r.
func nextRune(r rune) rune {
	if r+1 == surrogateMin {
		return surrogateMax + 1
	}
	return r + 1
}

// prevRune is the valid rune before r.
func prevRune(r rune) rune {
	if r-1 == surrogateMax {
		return surrogateMin - 1
	}
	return r - 1
}

// appendRange adds a range that starts at or after the start of the last one.
func (s runeSet) appendRange(lo, hi rune) runeSet {
	if n := len(s); n > 0 && lo <= nextRune(s[n-1]) {
		s[n-1] = max(s[n-1], hi)
		return s
	}
	return append(s, lo, hi)
}

// orbit is the set of runes that equal r when case is ignored.
func orbit(r rune) runeSet {
	runes := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		runes = append(runes, f)
	}
	slices.Sort(runes)
	pairs := make([]rune, 0, 2*len(runes))
	for _, r := range runes {
		pairs = append(pairs, r, r)
	}
	return newRuneSet(pairs)
}

// tableSet is the set of runes in a Unicode table.
func tableSet(t *unicode.RangeTable) runeSet {
	var pairs []rune
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			pairs = append(pairs, lo, hi)
			return
		}
		for r := lo; r <= hi; r += stride {
			pairs = append(pairs, r, r)
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return newRuneSet(pairs)
}

// all reports whether the set holds every rune.
func (s runeSet) all() bool {
	return len(s) == 2 && s[0] == 0 && s[1] == utf8.MaxRune
}

// complement is the set of runes not in s.
func (s runeSet) complement() runeSet {
	var out runeSet
	next := rune(0)
	for i := 0; i < len(s); i += 2 {
		if s[i] > next {
			out = append(out, next, prevRune(s[i]))
		}
		next = nextRune(s[i+1])
	}
	if next <= utf8.MaxRune {
		out = append(out, next, utf8.MaxRune)
	}
	return out
}

// intersect is the set of runes in both s and t.
func (s runeSet) intersect(t runeSet) runeSet {
	var out runeSet
	for i, j := 0, 0; i < len(s) && j < len(t); {
		lo, hi := max(s[i], t[j]), min(s[i+1], t[j+1])
		if lo <= hi {
			out = append(out, lo, hi)
		}
		if s[i+1] < t[j+1] {
			i += 2
		} else {
			j += 2
		}
	}
	return out
}

// contains reports whether every rune of t is in s.
func (s runeSet) contains(t runeSet) bool {
	i := 0
	for j := 0; j < len(t); j += 2 {
		for i < len(s) && s[i+1] < t[j] {
			i += 2
		}
		if i == len(s) || t[j] < s[i] || s[i+1] < t[j+1] {
			return false
		}
	}
	return true
}
