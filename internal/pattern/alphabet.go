package pattern

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// maxClasses bounds the rune classes of a program, so that one fits a byte.
const maxClasses = 250

// An alphabet divides the runes into classes that a program cannot tell apart.
// A state then has one transition for each class instead of one for each rune.
type alphabet struct {
	ascii [256]uint8 // class of each ASCII byte; the rest is not used
	lo    []rune     // first rune of each interval of equal class
	class []uint8    // class of each interval
	page  []int32    // interval of the first rune of each 256, if that helps
	reps  []rune     // one rune of each class
}

// newAlphabet returns the alphabet of a program, or false if it has too many
// classes.
func newAlphabet(prog *syntax.Prog) (*alphabet, bool) {
	sets := programSets(prog)
	p := newPartition(sets)
	for _, set := range sets {
		if p.refine(set); len(p.size) > maxClasses {
			return nil, false
		}
	}
	return p.alphabet(), true
}

// classOf returns the class of any rune.
func (a *alphabet) classOf(r rune) uint32 {
	lo, hi := 0, len(a.lo)
	if p := int(r >> 8); p+1 < len(a.page) {
		lo, hi = int(a.page[p]), int(a.page[p+1])+1
	}
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); a.lo[mid] <= r {
			lo = mid
		} else {
			hi = mid
		}
	}
	return uint32(a.class[lo])
}

// addPages prepares classOf for many intervals: in a script it then has a few
// of them to search instead of a thousand.
func (a *alphabet) addPages() {
	const few, last = 16, 0xFFFF
	if len(a.lo) <= few {
		return
	}
	for r := rune(0); r <= last+1; r += 256 {
		i, found := slices.BinarySearch(a.lo, r)
		if !found {
			i--
		}
		a.page = append(a.page, int32(i))
	}
}

// programSets lists the distinct sets of runes that a program looks for,
// including those its assertions look for.
func programSets(prog *syntax.Prog) []runeSet {
	var sets []runeSet
	seen := make(map[string]bool)
	add := func(set runeSet) {
		if key := string(set); !seen[key] {
			seen[key] = true
			sets = append(sets, set)
		}
	}
	for i := range prog.Inst {
		inst := &prog.Inst[i]
		switch inst.Op {
		case syntax.InstRune, syntax.InstRune1:
			add(instRunes(inst))
		case syntax.InstRuneAnyNotNL:
			add(runeSet{'\n', '\n'})
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(inst.Arg)
			if op&(syntax.EmptyBeginLine|syntax.EmptyEndLine) != 0 {
				add(runeSet{'\n', '\n'})
			}
			if op&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
				add(runeSet{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'})
			}
		}
	}
	return sets
}

// instRunes returns the runes an instruction looks for.
func instRunes(inst *syntax.Inst) runeSet {
	if len(inst.Rune) != 1 {
		return newRuneSet(inst.Rune)
	}
	r := inst.Rune[0]
	if inst.Op == syntax.InstRune && syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
		return orbit(r)
	}
	return newRuneSet([]rune{r, r})
}

// A partition is an alphabet in the making: it starts as one class and is
// refined by one set after the other.
type partition struct {
	lo    []rune // first rune of each interval
	class []int  // class of each interval
	size  []int  // intervals in each class
}

func newPartition(sets []runeSet) *partition {
	lo := []rune{0, utf8.RuneSelf}
	for _, set := range sets {
		for i := 0; i < len(set); i += 2 {
			lo = append(lo, set[i])
			if set[i+1] < utf8.MaxRune {
				lo = append(lo, nextRune(set[i+1]))
			}
		}
	}
	slices.Sort(lo)
	lo = slices.Compact(lo)
	return &partition{lo: lo, class: make([]int, len(lo)), size: []int{len(lo)}}
}

// refine splits the classes that lie partly in the set.
func (p *partition) refine(set runeSet) {
	hits := make([]int, len(p.size))
	p.each(set, func(i int) { hits[p.class[i]]++ })
	split := make([]int, len(p.size))
	for c, n := range hits {
		if 0 < n && n < p.size[c] {
			split[c] = len(p.size)
			p.size[c] -= n
			p.size = append(p.size, n)
		}
	}
	p.each(set, func(i int) {
		if to := split[p.class[i]]; to > 0 {
			p.class[i] = to
		}
	})
}

// each calls fn with every interval in the set.
func (p *partition) each(set runeSet, fn func(i int)) {
	for j := 0; j < len(set); j += 2 {
		i, _ := slices.BinarySearch(p.lo, set[j])
		for ; i < len(p.lo) && p.lo[i] <= set[j+1]; i++ {
			fn(i)
		}
	}
}

func (p *partition) alphabet() *alphabet {
	a := &alphabet{reps: make([]rune, len(p.size))}
	for i, lo := range p.lo {
		c := uint8(p.class[i])
		a.reps[c] = lo
		for r := lo; r < utf8.RuneSelf && (i+1 == len(p.lo) || r < p.lo[i+1]); r++ {
			a.ascii[r] = c
		}
		if n := len(a.class); n > 0 && a.class[n-1] == c {
			continue
		}
		a.lo = append(a.lo, lo)
		a.class = append(a.class, c)
	}
	a.addPages()
	return a
}
