package plan

import (
	"bytes"
	"sync"
)

// Mode says what a walk lets pass and where it stops.
type Mode struct {
	// Lenient takes null for an optional property as absent, and a string
	// that holds exactly one value of the wanted type as that value.
	Lenient bool
	// Fill gives absent properties their defaults.
	Fill bool
	// Output walks text that Go wrote: targets are rewritten to the published
	// form instead of from it.
	Output bool
	// MaxDepth and MaxBytes bound the text; 0 means 1,000 levels and 16 MiB.
	MaxDepth, MaxBytes int
	// MaxFaults is how many problems are kept; 0 means 20. All are counted.
	MaxFaults int
}

// The limits of a zero Mode.
const (
	DefaultMaxDepth  = 1000
	DefaultMaxBytes  = 16 << 20
	defaultMaxFaults = 20
	// maxNumberBytes is above the length of any double written in full.
	maxNumberBytes = 1100
)

// Outcome is what a walk has to say about a text that it does not accept as it
// stands: because it is malformed, breaks rules, or needs edits first.
type Outcome struct {
	// Malformed is why the text is no acceptable JSON at all, else nil.
	Malformed *Malformed
	// Faults are the broken rules in document order. Count is their number,
	// also beyond those that are kept.
	Faults []Fault
	Count  int
	// Repairs are the leniencies that were used.
	Repairs []Repair

	data  []byte
	edits []edit
}

// OK reports whether the text is accepted, perhaps with edits.
func (o *Outcome) OK() bool { return o.Malformed == nil && o.Count == 0 }

// Normalized returns the text with the repairs made: what the schema speaks of.
func (o *Outcome) Normalized() []byte { return apply(o.data, o.edits, false) }

// Wire returns the text as encoding/json wants it for the type that the plan is
// bound to or, in output mode, the published form of what encoding/json wrote.
func (o *Outcome) Wire() []byte { return apply(o.data, o.edits, true) }

// Check walks one JSON text. It returns nil when the text is accepted as it
// stands. The outcome refers to data, which must not change meanwhile.
func (p *Plan) Check(data []byte, mode Mode) *Outcome {
	return check(p.Root, data, mode)
}

// Check walks one JSON text against this node alone.
func (n *Node) Check(data []byte, mode Mode) *Outcome { return check(n, data, mode) }

func check(root *Node, data []byte, mode Mode) *Outcome {
	w := walkers.Get().(*walker) //nolint:errcheck,forcetypeassert // the pool holds nothing else
	w.start(data, mode)
	w.document(root)
	out := w.outcome()
	w.release()
	return out
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

// step is one step of the path to a value: a name or an index.
type step struct {
	name  []byte
	index int // when name is nil
}

// walker is the state of one walk. Its buffers are kept between walks.
type walker struct {
	mode  Mode
	data  []byte
	pos   int
	depth int
	quiet bool // only the verdict matters

	path    []step
	secret  int // whether an enclosing value is secret
	shown   int // how many steps of the path may be shown then
	faults  []Fault
	count   int
	bad     *Malformed
	edits   []edit
	repairs []Repair

	scratch []byte   // the last unescaped string
	keys    [][]byte // names seen in the objects under way
	budget  int      // bytes that may still be walked a second time
}

func (w *walker) start(data []byte, mode Mode) {
	if mode.MaxDepth == 0 {
		mode.MaxDepth = DefaultMaxDepth
	}
	if mode.MaxBytes == 0 {
		mode.MaxBytes = DefaultMaxBytes
	}
	if mode.MaxFaults == 0 {
		mode.MaxFaults = defaultMaxFaults
	}
	w.mode, w.data, w.pos = mode, data, 0
	w.budget = 4<<20 + 16*len(data)
}

// release gives the walker back without anything that belongs to the caller.
func (w *walker) release() {
	const keep = 64 << 10 // larger buffers are left to the collector
	clear(w.path[:cap(w.path)])
	clear(w.keys[:cap(w.keys)])
	*w = walker{path: w.path[:0], keys: w.keys[:0], scratch: w.scratch[:0]}
	if cap(w.scratch) > keep {
		w.scratch = nil
	}
	if cap(w.keys) > keep/16 {
		w.keys = nil
	}
	walkers.Put(w)
}

func (w *walker) outcome() *Outcome {
	if w.bad == nil && w.count == 0 && len(w.edits) == 0 {
		return nil
	}
	return &Outcome{
		Malformed: w.bad, Faults: w.faults, Count: w.count, Repairs: w.repairs,
		data: w.data, edits: w.edits,
	}
}

// document walks the whole text as one value.
func (w *walker) document(root *Node) bool {
	if len(w.data) > w.mode.MaxBytes {
		return w.malformed(w.mode.MaxBytes, TooLarge)
	}
	w.space()
	if !w.value(root) {
		return false
	}
	w.space()
	if w.pos < len(w.data) {
		return w.malformed(w.pos, TextAfter)
	}
	return true
}

func (w *walker) space() {
	for w.pos < len(w.data) {
		switch w.data[w.pos] {
		case ' ', '\t', '\n', '\r':
			w.pos++
		default:
			return
		}
	}
}

// value walks the value at pos. It returns false when the walk must stop: the
// text is malformed, or a quiet walk has its verdict.
func (w *walker) value(n *Node) bool {
	if w.secret == 0 && n.isSecret() {
		w.secret++
		w.shown = len(w.path)
		ok := w.value(n)
		w.secret--
		return ok
	}
	n = n.resolve()
	if w.pos >= len(w.data) {
		return w.malformed(w.pos, Truncated)
	}
	if n.own != nil {
		return w.beside(n)
	}
	if n.nullOr != nil {
		if w.isNull() {
			return w.literal(free, "null", Null)
		}
		return w.value(n.nullOr)
	}
	if w.mode.Output && n.Target != Plain && w.published(n) {
		return true
	}
	start, count, edits := w.pos, w.count, len(w.edits)
	if !w.kind(n, w.data[w.pos]) {
		return false
	}
	if n.never && w.count == count {
		return w.fault(n, "false", w.data[start:w.pos])
	}
	if n.whole == nil {
		return true
	}
	if w.count == count {
		return w.wholly(n, start, edits)
	}
	if c := w.data[start]; c != '{' && c != '[' && w.bad == nil && len(w.edits) == edits {
		return w.allParts(n, w.data[start:w.pos], w.data[start:w.pos]) // each may be mended by itself
	}
	return true
}

// beside walks a value by a reference, and then by what is demanded beside it.
// The reference knows the value's parts and what they become in Go.
func (w *walker) beside(n *Node) bool {
	start, count, edits := w.pos, w.count, len(w.edits)
	if !w.value(n.ref) {
		return false
	}
	if w.count > count {
		return true
	}
	out := n.own.Check(w.extent(start, edits), Mode{MaxDepth: w.mode.MaxDepth, MaxBytes: len(w.data) + 1})
	if out == nil || out.OK() {
		return true
	}
	for i := range out.Faults {
		f := &out.Faults[i]
		if !w.faultBelow(f.Path, f.Node, f.Keyword, f.Got) {
			return false
		}
	}
	return true
}

// kind walks the value by its first byte.
func (w *walker) kind(n *Node, first byte) bool {
	switch {
	case first == '"':
		return w.string(n)
	case first == '{':
		return w.nested(n, Object)
	case first == '[':
		return w.nested(n, Array)
	case first == '-' || first-'0' <= 9:
		return w.number(n)
	case first == 't':
		return w.literal(n, "true", Boolean)
	case first == 'f':
		return w.literal(n, "false", Boolean)
	case first == 'n':
		return w.literal(n, "null", Null)
	default:
		return w.malformed(w.pos, Unexpected)
	}
}

func (w *walker) literal(n *Node, word string, t Types) bool {
	rest := w.data[w.pos:]
	if len(rest) < len(word) {
		if bytes.HasPrefix([]byte(word), rest) {
			return w.malformed(len(w.data), Truncated)
		}
		return w.malformed(w.pos, Unexpected)
	}
	if string(rest[:len(word)]) != word {
		return w.malformed(w.pos, Unexpected)
	}
	w.pos += len(word)
	if n.Types&t == 0 {
		return w.fault(n, "type", rest[:len(word)])
	}
	if n.enum != nil {
		return w.listed(n, n.enum.missingLiteral(word), rest[:len(word)])
	}
	return true
}

// free is the node of a value that nothing is demanded of.
var free = &Node{Types: Any}

// nested walks an object or array one level deeper. Of a value that has the
// wrong type only the syntax matters.
func (w *walker) nested(n *Node, t Types) bool {
	if w.depth++; w.depth > w.mode.MaxDepth {
		return w.malformed(w.pos, TooDeep)
	}
	start, count, edits := w.pos, w.count, len(w.edits)
	fits := n.Types&t != 0
	if !fits && w.quiet {
		return w.fault(n, "type", nil)
	}
	inner := n
	if !fits {
		inner = free
	}
	walk := w.array
	if t == Object {
		walk = w.object
	}
	if !walk(inner) {
		return false
	}
	w.depth--
	if !fits {
		return w.fault(n, "type", w.data[start:w.pos])
	}
	if n.enum != nil && w.count == count {
		value := w.extent(start, edits)
		return w.spend(len(value)) && w.listed(n, n.enum.missingComposite(value), w.data[start:w.pos])
	}
	return true
}

// listed reports the enum that lacks the value, if there is one.
func (w *walker) listed(n *Node, missing *enumSet, got []byte) bool {
	if missing == nil {
		return true
	}
	return w.fault(n, missing.keyword, got)
}
