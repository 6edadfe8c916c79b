package pattern

import (
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
)

// Portable returns an expression with the meaning of expr that Go's regexp and
// ECMA-262 in Unicode mode read alike on every valid UTF-8 text.
//
// An expression whose every part already means the same to both is returned as
// written: literal characters, groups without flags or names, classes of
// characters and ranges, quantifiers, ^ $ \b \B, escapes both know. Any other
// is printed anew from its meaning: \d, \w, \s, POSIX classes and scripts as
// ranges, the dot as [^\n] or [\s\S], case-insensitive parts with all their
// case variants, \A and \z as ^ and $, groups without capture, quantifiers
// greedy (none of which changes whether a text matches). The result is a fixed
// point of Portable.
//
// A general category such as \p{L} stays: spelled out it takes kilobytes. Each
// reader then applies its own edition of Unicode, so the two may disagree on
// characters that are younger than the older edition. One engine deviates from
// ECMA-262: V8 may find \B in the middle of a character beyond U+FFFF.
//
// The error is an *Error when expr is not an expression of Go's regexp, when it
// anchors at lines, or when it or the result is too long.
func Portable(expr string) (string, error) {
	re, err := parse(expr)
	if err != nil {
		return "", err
	}
	if portableAsWritten(expr) {
		return expr, nil
	}
	p := printer{classes: make(map[string]piece)}
	out := p.print(re).text
	if p.reason != "" {
		return "", &Error{expr, p.reason}
	}
	return out, nil
}

// A piece is printed text and what may be done to it without a group.
type piece struct {
	text  string
	shape shape

	// For a quantified piece: the atom and how often it repeats.
	atom     string
	min, max int
}

type shape uint8

const (
	empty      shape = iota // matches the empty text, printed as nothing
	assertion               // ^ $ \b \B, which may not be quantified
	atom                    // may be quantified
	quantified              // an atom and its quantifier
	sequence                // pieces in a row
	choice                  // alternatives
)

// A printer prints a parsed expression bottom up.
type printer struct {
	classes map[string]piece // classes printed before, by their runes
	reason  string           // the first thing that could not be said
}

func (p *printer) refuse(reason string) piece {
	if p.reason == "" {
		p.reason = reason
	}
	return piece{}
}

func (p *printer) print(re *syntax.Regexp) piece {
	if p.reason != "" {
		return piece{}
	}
	switch re.Op {
	case syntax.OpEmptyMatch:
		return piece{}
	case syntax.OpNoMatch:
		return p.class(nil)
	case syntax.OpLiteral:
		return p.literal(re)
	case syntax.OpCharClass:
		return p.class(re.Rune)
	case syntax.OpAnyCharNotNL:
		return piece{text: `[^\n]`, shape: atom}
	case syntax.OpAnyChar:
		return piece{text: anyRune, shape: atom}
	case syntax.OpBeginText:
		return piece{text: `^`, shape: assertion}
	case syntax.OpEndText:
		return piece{text: `$`, shape: assertion}
	case syntax.OpWordBoundary:
		return piece{text: `\b`, shape: assertion}
	case syntax.OpNoWordBoundary:
		return piece{text: `\B`, shape: assertion}
	case syntax.OpBeginLine, syntax.OpEndLine:
		return p.refuse("(?m) anchors at lines, which needs a flag that a JSON Schema pattern cannot carry")
	case syntax.OpCapture:
		return p.print(re.Sub[0])
	case syntax.OpStar:
		return p.quantify(p.print(re.Sub[0]), 0, -1)
	case syntax.OpPlus:
		return p.quantify(p.print(re.Sub[0]), 1, -1)
	case syntax.OpQuest:
		return p.quantify(p.print(re.Sub[0]), 0, 1)
	case syntax.OpRepeat:
		return p.quantify(p.print(re.Sub[0]), re.Min, re.Max)
	case syntax.OpConcat:
		return p.concat(p.printAll(re.Sub))
	case syntax.OpAlternate:
		return p.alternate(p.printAll(re.Sub))
	}
	return p.refuse(fmt.Sprintf("%v cannot be printed", re.Op))
}

func (p *printer) printAll(res []*syntax.Regexp) []piece {
	pieces := make([]piece, 0, len(res))
	for _, re := range res {
		pieces = append(pieces, p.print(re))
	}
	return pieces
}

func (p *printer) literal(re *syntax.Regexp) piece {
	pieces := make([]piece, 0, len(re.Rune))
	for _, r := range re.Rune {
		set := []rune{r, r}
		if re.Flags&syntax.FoldCase != 0 {
			set = orbit(r)
		}
		pieces = append(pieces, p.class(set))
	}
	return p.concat(pieces)
}

func (p *printer) class(pairs []rune) piece {
	set := newRuneSet(pairs)
	key := string(set)
	pc, ok := p.classes[key]
	if !ok {
		pc = piece{text: classText(set), shape: atom}
		p.classes[key] = pc
	}
	return pc
}

// quantify repeats a piece. ECMA-262 refuses a quantified assertion, and needs
// none: asserting twice says no more than once.
func (p *printer) quantify(pc piece, lo, hi int) piece {
	switch {
	case pc.shape == empty || hi == 0:
		return piece{}
	case pc.shape == assertion && lo == 0:
		return piece{}
	case pc.shape == assertion, lo == 1 && hi == 1:
		return pc
	}
	if pc.shape == quantified && simple(lo, hi) && simple(pc.min, pc.max) {
		// Nested *, + and ? make one of the three, as (?:x+)? is x*.
		if lo != pc.min || hi != pc.max {
			lo, hi = 0, -1
		}
		pc = piece{text: pc.atom, shape: atom}
	}
	if pc.shape != atom {
		pc.text = "(?:" + pc.text + ")"
	}
	return p.bounded(piece{
		text: pc.text + quantifier(lo, hi), shape: quantified,
		atom: pc.text, min: lo, max: hi,
	})
}

// simple reports whether the counts are those of *, + or ?.
func simple(lo, hi int) bool {
	return lo <= 1 && hi == -1 || lo == 0 && hi == 1
}

func quantifier(lo, hi int) string {
	switch {
	case lo == 0 && hi == -1:
		return "*"
	case lo == 1 && hi == -1:
		return "+"
	case lo == 0 && hi == 1:
		return "?"
	case hi == -1:
		return "{" + strconv.Itoa(lo) + ",}"
	case lo == hi:
		return "{" + strconv.Itoa(lo) + "}"
	}
	return "{" + strconv.Itoa(lo) + "," + strconv.Itoa(hi) + "}"
}

func (p *printer) concat(pieces []piece) piece {
	var (
		b    strings.Builder
		last piece
		n    int
	)
	for _, pc := range pieces {
		if pc.shape == empty {
			continue
		}
		last = pc
		n++
		if pc.shape == choice {
			b.WriteString("(?:" + pc.text + ")")
		} else {
			b.WriteString(pc.text)
		}
	}
	if n <= 1 {
		return last
	}
	return p.bounded(piece{text: b.String(), shape: sequence})
}

// alternate joins alternatives. An empty one makes the others optional.
func (p *printer) alternate(pieces []piece) piece {
	var (
		texts    []string
		last     piece
		optional bool
	)
	for _, pc := range pieces {
		if pc.shape == empty {
			optional = true
			continue
		}
		last = pc
		texts = append(texts, pc.text)
	}
	if len(texts) > 1 {
		last = p.bounded(piece{text: strings.Join(texts, "|"), shape: choice})
	}
	if optional {
		return p.quantify(last, 0, 1)
	}
	return last
}

// bounded refuses text that has grown too long, before more is made of it.
func (p *printer) bounded(pc piece) piece {
	if len(pc.text) > maxExpr {
		return p.refuse(fmt.Sprintf("longer than %d bytes once spelled out for both readers", maxExpr))
	}
	return pc
}
