package pattern

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"unicode/utf8"
)

// sampleTries bounds the texts Sample tries before it gives up on assertions.
const sampleTries = 200

// unusual holds runes that code for plain text tends to get wrong: letters that
// fold into ASCII, combining and invisible ones, line ends, the edges of UTF-8
// lengths, and characters beyond the Basic Multilingual Plane.
const unusual = "éßıſKµñΩжא中あ가\u0301\u200d\u2028\u0085\u00a0\u007f\u0080\u07ff\u0800\ufffd\uffff\U00010000😀𝒳\U0010ffff"

// Sample returns a text that matches expr, drawn with rnd from a wide variety:
// repetitions at and near their bounds, ends and insides of ranges, characters
// beyond ASCII where a class admits them, and text around the match where the
// expression admits it. The text is at most limit runes long, unless no match is
// that short.
//
// Assertions are honoured by trying again, at last with text around the match
// whatever the limit, as `\Ba` needs. The error is an *Error if expr cannot be
// compiled or if no try matched, as none can for `a^`. Sample is safe for
// concurrent use as long as rnd is not shared.
func Sample(expr string, rnd *rand.Rand, limit int) (string, error) {
	m, err := Compile(expr)
	if err != nil {
		return "", err
	}
	tree, err := parse(expr)
	if err != nil {
		return "", err
	}
	g := generator{rnd: rnd, least: make(map[*syntax.Regexp]int)}
	for try := range sampleTries {
		g.out = g.out[:0]
		g.unlucky = try > sampleTries/8
		room := limit
		if try > sampleTries/2 {
			room = max(room, g.leastOf(tree)+4)
		}
		g.surrounded(tree, room)
		if m.Match(g.out) {
			return string(g.out), nil
		}
	}
	return "", &Error{expr, fmt.Sprintf("no match found in %d tries", sampleTries)}
}

// A generator writes a text from a syntax tree.
type generator struct {
	rnd   *rand.Rand
	least map[*syntax.Regexp]int // length of the shortest match in runes
	out   []byte

	unlucky bool // many tries failed: perhaps an assertion needs other text
}

// surrounded writes a match of re, now and then with other text around it.
func (g *generator) surrounded(re *syntax.Regexp, room int) {
	spare := room - g.leastOf(re)
	before := g.padding(spare)
	after := g.padding(spare - before)
	g.anyRunes(before)
	g.write(re, room-before-after)
	g.anyRunes(after)
}

// padding returns how many runes of other text to write.
func (g *generator) padding(spare int) int {
	if spare <= 0 || !g.unlucky && g.rnd.IntN(8) > 0 {
		return 0
	}
	return g.rnd.IntN(min(spare, 3) + 1)
}

func (g *generator) anyRunes(n int) {
	for range n {
		g.class(runeSet{0, utf8.MaxRune})
	}
}

// write writes a match of re, within room runes if it can be that short, and
// returns its length in runes.
func (g *generator) write(re *syntax.Regexp, room int) int {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 {
				g.class(orbit(r))
			} else {
				g.out = utf8.AppendRune(g.out, r)
			}
		}
		return len(re.Rune)
	case syntax.OpCharClass:
		return g.class(newRuneSet(re.Rune))
	case syntax.OpAnyCharNotNL:
		return g.class(runeSet{0, '\n' - 1, '\n' + 1, utf8.MaxRune})
	case syntax.OpAnyChar:
		return g.class(runeSet{0, utf8.MaxRune})
	case syntax.OpCapture:
		return g.write(re.Sub[0], room)
	case syntax.OpStar:
		return g.repeat(re.Sub[0], 0, -1, room)
	case syntax.OpPlus:
		return g.repeat(re.Sub[0], 1, -1, room)
	case syntax.OpQuest:
		return g.repeat(re.Sub[0], 0, 1, room)
	case syntax.OpRepeat:
		return g.repeat(re.Sub[0], re.Min, re.Max, room)
	case syntax.OpConcat:
		return g.concat(re, room)
	case syntax.OpAlternate:
		return g.alternate(re.Sub, room)
	}
	return 0 // assertions write nothing
}

// concat gives each part what it needs, and the spare room to whoever asks
// first.
func (g *generator) concat(re *syntax.Regexp, room int) int {
	spare := room - g.leastOf(re)
	written := 0
	for _, sub := range re.Sub {
		least := g.leastOf(sub)
		n := g.write(sub, least+max(spare, 0))
		spare -= n - least
		written += n
	}
	return written
}

// alternate picks one of the alternatives that fit, or the shortest.
func (g *generator) alternate(subs []*syntax.Regexp, room int) int {
	shortest := subs[0]
	var fit []*syntax.Regexp
	for _, sub := range subs {
		if g.leastOf(sub) <= room {
			fit = append(fit, sub)
		}
		if g.leastOf(sub) < g.leastOf(shortest) {
			shortest = sub
		}
	}
	if len(fit) == 0 {
		return g.write(shortest, room)
	}
	return g.write(fit[g.rnd.IntN(len(fit))], room)
}

// repeat writes sub between lo and hi times, hi -1 standing for no bound.
func (g *generator) repeat(sub *syntax.Regexp, lo, hi, room int) int {
	least := g.leastOf(sub)
	most := max(lo, room/max(least, 1))
	if hi >= 0 {
		most = min(most, hi)
	}
	n := g.count(lo, most)
	spare := room - n*least
	written := 0
	for range n {
		k := g.write(sub, least+max(spare, 0))
		spare -= k - least
		written += k
	}
	return written
}

// count picks a number of repetitions: often a bound or next to one, otherwise
// more often a few than many.
func (g *generator) count(lo, hi int) int {
	switch g.rnd.IntN(6) {
	case 0:
		return lo
	case 1:
		return min(lo+1, hi)
	case 2:
		return hi
	case 3:
		return max(hi-1, lo)
	case 4:
		return lo + g.rnd.IntN(hi-lo+1)
	}
	return lo + g.rnd.IntN(min(hi-lo, 6)+1)
}

// class writes one rune of the set, if it has any.
func (g *generator) class(set runeSet) int {
	if len(set) == 0 {
		return 0
	}
	g.out = utf8.AppendRune(g.out, g.pick(set))
	return 1
}

// pick chooses a rune of the set, most often a printable ASCII one.
func (g *generator) pick(set runeSet) rune {
	switch g.rnd.IntN(8) {
	case 0:
		return g.inRange(set)
	case 1:
		odd := []rune(unusual)
		if r := odd[g.rnd.IntN(len(odd))]; set.contains(runeSet{r, r}) {
			return r
		}
	}
	if plain := set.intersect(runeSet{' ', '~'}); len(plain) > 0 {
		return g.inRange(plain)
	}
	return g.inRange(set)
}

// inRange chooses a range of the set, and an end or the inside of it.
func (g *generator) inRange(set runeSet) rune {
	i := 2 * g.rnd.IntN(len(set)/2)
	lo, hi := set[i], set[i+1]
	switch g.rnd.IntN(6) {
	case 0:
		return lo
	case 1:
		return hi
	}
	if r := lo + g.rnd.Int32N(hi-lo+1); !isSurrogate(r) {
		return r
	}
	return lo
}

// leastOf returns the length of the shortest match of re in runes, assertions
// aside.
func (g *generator) leastOf(re *syntax.Regexp) int {
	if n, ok := g.least[re]; ok {
		return n
	}
	n := 0
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		n = 1
	case syntax.OpCapture, syntax.OpPlus:
		n = g.leastOf(re.Sub[0])
	case syntax.OpRepeat:
		n = re.Min * g.leastOf(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			n += g.leastOf(sub)
		}
	case syntax.OpAlternate:
		n = g.leastOf(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			n = min(n, g.leastOf(sub))
		}
	}
	g.least[re] = n
	return n
}
