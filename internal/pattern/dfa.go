package pattern

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// Bounds on what one automaton may hold: together less than a megabyte.
const (
	maxStates      = 2000
	maxTransitions = 64 << 10
	maxLeaves      = 64 << 10
)

// Values of a transition that are not states.
const (
	unknown    = iota // not computed yet
	dead              // no continuation matches
	matched           // every continuation matches
	gaveUp            // leads to a state there is no room for
	firstState        // smaller numbers are not states
)

// A dfa decides by a deterministic automaton whether a program matches, and
// builds the automaton while it runs: a state is the set of program positions
// that the text so far may have led to.
//
// Readers take no lock. They hold one table for a whole text; a writer fills in
// unknown transitions in place, and replaces the table by a larger copy when
// states are added. A reader with an older table meets an unknown transition at
// worst, and gets the new table with the answer.
type dfa struct {
	prog   *syntax.Prog
	alpha  *alphabet
	stride uint32 // transitions of a state: one a class, one for the end of text
	start  uint32 // the state before the first rune
	table  atomic.Pointer[table]

	mu     sync.Mutex // guards what follows
	states []state
	index  map[string]uint32 // state numbers by key
	held   int               // leaves in all states
	here   closure           // positions before the next rune
	after  closure           // positions after it
	key    []byte
}

// A table holds the transitions of all states. The number of a state is the
// index of its first transition.
type table struct {
	next []atomic.Uint32
}

// A state is a set of leaves: positions that wait for a rune, or for an
// assertion that depends on the next rune.
type state struct {
	leaves []uint32
	prev   rune // stands for the rune before, as far as a leaf depends on it
}

// newDFA returns the automaton of a program, or false if its alphabet or its
// first state is too large.
func newDFA(prog *syntax.Prog) (*dfa, bool) {
	alpha, ok := newAlphabet(prog)
	if !ok {
		return nil, false
	}
	d := &dfa{
		prog:   prog,
		alpha:  alpha,
		stride: max(uint32(len(alpha.reps)+1), firstState),
		index:  make(map[string]uint32),
		here:   newClosure(prog),
		after:  newClosure(prog),
	}
	d.states = make([]state, 1) // its row would hold the values that are not states
	d.table.Store(&table{next: make([]atomic.Uint32, 4*d.stride)})
	d.after.clear()
	d.after.add(uint32(prog.Start), syntax.EmptyBeginText|syntax.EmptyBeginLine)
	d.start = d.enter(-1)
	return d, d.start != gaveUp
}

// match returns matched, dead or gaveUp.
func (d *dfa) match(b []byte) uint32 {
	t, s := d.scan(d.table.Load(), d.start, b)
	return d.end(t, s)
}

// matchString is match for a string. It goes through a buffer, which costs less
// than it takes to keep a second loop.
func (d *dfa) matchString(text string) uint32 {
	var buf [128]byte
	t, s := d.table.Load(), d.start
	for len(text) > 0 {
		n := copy(buf[:], text)
		if n < len(text) {
			n = wholeRunes(buf[:n])
		}
		t, s = d.scan(t, s, buf[:n])
		text = text[n:]
	}
	return d.end(t, s)
}

// wholeRunes returns the length of b without a rune that is cut off at its end.
func wholeRunes(b []byte) int {
	for i := len(b) - 1; i >= len(b)-utf8.UTFMax+1; i-- {
		if utf8.RuneStart(b[i]) {
			if utf8.FullRune(b[i:]) {
				break
			}
			return i
		}
	}
	return len(b)
}

// scan follows the transitions for b from s, and returns where they lead
// together with the table to go on with.
func (d *dfa) scan(t *table, s uint32, b []byte) (*table, uint32) {
	if s < firstState {
		return t, s
	}
	next, ascii := t.next, &d.alpha.ascii
	for i := 0; i < len(b); i++ {
		c := uint32(ascii[b[i]])
		if b[i] >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(b[i:])
			c = d.alpha.classOf(r)
			i += n - 1
		}
		to := next[s+c].Load()
		if to < firstState {
			if to == unknown {
				t, to = d.miss(s, c)
				next = t.next
			}
			if to < firstState {
				return t, to
			}
		}
		s = to
	}
	return t, s
}

// end returns what the text has led to if it ends at s.
func (d *dfa) end(t *table, s uint32) uint32 {
	if s < firstState {
		return s
	}
	eof := uint32(len(d.alpha.reps))
	to := t.next[s+eof].Load()
	if to == unknown {
		_, to = d.miss(s, eof)
	}
	return to
}

// miss computes the transition from s by the class c.
func (d *dfa) miss(s, c uint32) (*table, uint32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	to := d.table.Load().next[s+c].Load()
	if to == unknown {
		to = d.step(d.states[s/d.stride], c)
		d.table.Load().next[s+c].Store(to)
	}
	return d.table.Load(), to
}

// step moves all leaves of a state over a rune of class c.
func (d *dfa) step(from state, c uint32) uint32 {
	next := rune(-1)
	if c < uint32(len(d.alpha.reps)) {
		next = d.alpha.reps[c]
	}
	context := syntax.EmptyOpContext(from.prev, next)
	d.here.clear()
	for _, pc := range from.leaves {
		d.here.add(pc, context)
	}
	if d.here.matched {
		return matched
	}
	if next < 0 {
		return dead
	}
	// What precedes is known from here on, what follows is not.
	context = syntax.EmptyOpContext(next, 0) & (syntax.EmptyBeginText | syntax.EmptyBeginLine)
	d.after.clear()
	for _, pc := range d.here.leaves {
		if inst := &d.prog.Inst[pc]; inst.Op != syntax.InstEmptyWidth && inst.MatchRune(next) {
			d.after.add(inst.Out, context)
		}
	}
	// A match may start anywhere.
	d.after.add(uint32(d.prog.Start), context)
	return d.enter(next)
}

// enter returns the number of the state that d.after describes, and makes it if
// it is new.
func (d *dfa) enter(prev rune) uint32 {
	if d.after.matched {
		return matched
	}
	leaves, waiting := d.after.live()
	if len(leaves) == 0 {
		return dead
	}
	slices.Sort(leaves)
	prev = d.contextOf(prev, waiting)
	d.key = binary.AppendVarint(d.key[:0], int64(prev))
	for _, pc := range leaves {
		d.key = binary.LittleEndian.AppendUint32(d.key, pc)
	}
	if s, ok := d.index[string(d.key)]; ok {
		return s
	}
	n := uint32(len(d.states))
	if n >= maxStates || (n+1)*d.stride > maxTransitions || d.held+len(leaves) > maxLeaves {
		return gaveUp
	}
	d.states = append(d.states, state{slices.Clone(leaves), prev})
	d.held += len(leaves)
	d.index[string(d.key)] = n * d.stride
	d.grow()
	return n * d.stride
}

// contextOf reduces a rune to what a waiting assertion can ask about it, so that
// states do not differ needlessly.
func (d *dfa) contextOf(r rune, waiting bool) rune {
	switch {
	case !waiting:
		return ' '
	case r < 0 || r == '\n':
		return r
	case syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}

// grow makes room in the table for all states.
func (d *dfa) grow() {
	old := d.table.Load().next
	if need := len(d.states) * int(d.stride); need > len(old) {
		next := make([]atomic.Uint32, max(need, 2*len(old)))
		for i := range old {
			next[i].Store(old[i].Load())
		}
		d.table.Store(&table{next})
	}
}

// A closure is a set of program positions, closed under moves that need no
// rune.
type closure struct {
	prog    *syntax.Prog
	mark    []uint32 // generation in which a position was last added
	gen     uint32
	stack   []uint32
	leaves  []uint32
	matched bool // holds the end of the program
}

func newClosure(prog *syntax.Prog) closure {
	return closure{prog: prog, mark: make([]uint32, len(prog.Inst))}
}

func (c *closure) clear() {
	c.gen++
	c.leaves = c.leaves[:0]
	c.matched = false
}

// add adds a position and all it leads to. Assertions that hold in the context
// are passed; others stay as leaves.
func (c *closure) add(pc uint32, context syntax.EmptyOp) {
	c.stack = append(c.stack[:0], pc)
	for len(c.stack) > 0 {
		pc := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		if c.mark[pc] == c.gen {
			continue
		}
		c.mark[pc] = c.gen
		inst := &c.prog.Inst[pc]
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			c.stack = append(c.stack, inst.Arg, inst.Out)
		case syntax.InstCapture, syntax.InstNop:
			c.stack = append(c.stack, inst.Out)
		case syntax.InstMatch:
			c.matched = true
		case syntax.InstFail:
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^context == 0 {
				c.stack = append(c.stack, inst.Out)
				break
			}
			c.leaves = append(c.leaves, pc)
		default:
			c.leaves = append(c.leaves, pc)
		}
	}
}

// live drops the assertions that can no longer come true, at this position or,
// for want of another start of the text, at a later one. It reports whether one
// that depends on the next rune is left.
func (c *closure) live() (leaves []uint32, waiting bool) {
	leaves = c.leaves[:0]
	for _, pc := range c.leaves {
		if inst := &c.prog.Inst[pc]; inst.Op == syntax.InstEmptyWidth {
			switch syntax.EmptyOp(inst.Arg) {
			case syntax.EmptyBeginText:
				continue
			case syntax.EmptyBeginLine:
				// Kept to tell a state before a new line from a dead one.
			default:
				waiting = true
			}
		}
		leaves = append(leaves, pc)
	}
	return leaves, waiting
}
