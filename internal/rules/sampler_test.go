package rules_test

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode"
)

// oddRunes are characters at which readings of a rule tend to differ.
var oddRunes = []rune("aZ09 -_.:/@%+~\"'\\`\t\n\r\v\f\x00\x7féßſKİı٣日😀\u00a0\u2028µμǅ")

// sampler makes texts that mostly match an expression.
type sampler struct {
	rand *rand.Rand
}

// match makes a text the expression matches.
func (s sampler) match(re *syntax.Regexp) string {
	var b strings.Builder
	s.write(&b, re)
	return b.String()
}

func (s sampler) write(b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(s.from(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune('x')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			s.write(b, sub)
		}
	case syntax.OpAlternate:
		s.write(b, re.Sub[s.rand.IntN(len(re.Sub))])
	case syntax.OpStar:
		s.repeat(b, re.Sub[0], 0, 4)
	case syntax.OpPlus:
		s.repeat(b, re.Sub[0], 1, 5)
	case syntax.OpQuest:
		s.repeat(b, re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		most := re.Max
		if most < 0 || (most > re.Min+8 && s.rand.IntN(4) > 0) {
			most = re.Min + 4
		}
		s.repeat(b, re.Sub[0], re.Min, most)
	}
}

func (s sampler) repeat(b *strings.Builder, re *syntax.Regexp, least, most int) {
	for range least + s.rand.IntN(most-least+1) {
		s.write(b, re)
	}
}

// from picks a character of a class, ASCII where the class has some.
func (s sampler) from(ranges []rune) rune {
	for range 8 {
		i := 2 * s.rand.IntN(len(ranges)/2)
		low, high := ranges[i], ranges[i+1]
		if low < unicode.MaxASCII && s.rand.IntN(8) > 0 {
			high = min(high, unicode.MaxASCII)
		}
		c := low + rune(s.rand.Int64N(int64(high-low)+1))
		if c >= 0xD800 && c <= 0xDFFF {
			continue // no text holds a surrogate
		}
		return c
	}
	return ranges[0]
}

// mutate changes a text in a few places.
func (s sampler) mutate(text string) string {
	runes := []rune(text)
	for range 1 + s.rand.IntN(2) {
		at := s.rand.IntN(len(runes) + 1)
		odd := oddRunes[s.rand.IntN(len(oddRunes))]
		switch s.rand.IntN(7) {
		case 0:
			runes = append(runes[:at:at], append([]rune{odd}, runes[at:]...)...)
		case 1, 2:
			if at < len(runes) {
				runes = append(runes[:at:at], runes[at+1:]...)
			}
		case 3:
			if at < len(runes) {
				runes[at] = odd
			}
		case 4:
			if at < len(runes) {
				runes[at] = unicode.SimpleFold(runes[at])
			}
		case 5:
			if at < len(runes) {
				runes = append(runes[:at:at], append([]rune{runes[at]}, runes[at:]...)...)
			}
		case 6:
			if at > 0 && at < len(runes) {
				runes[at-1], runes[at] = runes[at], runes[at-1]
			}
		}
	}
	return string(runes)
}
