package plan

import (
	"bytes"
	"cmp"
	"sync"

	"github.com/toolnexus/go-sdk/internal/decimal"
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
func (o *Outcome) Normalized() []byte { return apply(nil, o.data, o.edits, false) }

// Wire returns the text as encoding/json wants it for the type that the plan is
// bound to or, in output mode, the published form of what encoding/json wrote.
func (o *Outcome) Wire() []byte { return apply(nil, o.data, o.edits, true) }

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
	secret  int // how many enclosing values are secret
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
	w.budget = 1<<20 + 256*len(data)
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
	n = n.resolve()
	if n.secret && w.secret == 0 {
		w.secret++
		ok := w.value(n)
		w.secret--
		return ok
	}
	if w.pos >= len(w.data) {
		return w.malformed(w.pos, Truncated)
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
	if n.whole != nil && w.count == count {
		return w.wholly(n, start, edits)
	}
	return true
}

// kind walks the value by its first byte.
func (w *walker) kind(n *Node, first byte) bool {
	switch {
	case first == '"':
		return w.string(n)
	case first == '{':
		return w.nested(n, Object, w.object)
	case first == '[':
		return w.nested(n, Array, w.array)
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
func (w *walker) nested(n *Node, t Types, walk func(*Node) bool) bool {
	if w.depth++; w.depth > w.mode.MaxDepth {
		return w.malformed(w.pos, TooDeep)
	}
	start, count, edits := w.pos, w.count, len(w.edits)
	fits := n.Types&t != 0
	if !fits && w.quiet {
		return w.fault(n, "type", nil)
	}
	if fits {
		if !walk(n) {
			return false
		}
	} else if !walk(free) {
		return false
	}
	w.depth--
	if !fits {
		return w.fault(n, "type", w.data[start:w.pos])
	}
	if n.enum != nil && w.count == count {
		return w.listed(n, n.enum.missingComposite(w.extent(start, edits)), w.data[start:w.pos])
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

// number scans a number and checks it.
func (w *walker) number(n *Node) bool {
	start := w.pos
	plain, ok := w.scanNumber()
	if !ok {
		return false
	}
	text := w.data[start:w.pos]
	if len(text) > maxNumberBytes {
		return w.malformed(start, NumberTooLong)
	}
	if n.Types&(Integer|Number) == 0 {
		if !decimal.Parse(text).InDoubleRange() {
			return w.fault(n, "number", text)
		}
		return w.fault(n, "type", text)
	}
	if plain && len(text) <= 18 {
		return w.smallInteger(n, start, text)
	}
	return w.decimal(n, start, text)
}

// smallInteger checks a number of plain digits that fits an int64.
func (w *walker) smallInteger(n *Node, start int, text []byte) bool {
	v := int64(0)
	negative := text[0] == '-'
	digits := text
	if negative {
		digits = text[1:]
	}
	for _, c := range digits {
		v = v*10 + int64(c-'0')
	}
	if negative {
		if v == 0 && (n.Target == Int || n.Target == Uint) {
			w.repair(start, w.pos, []byte("0"), RepairInteger)
		}
		v = -v
	}
	if n.enum != nil && !w.listed(n, n.enum.missingNumber(decimal.Parse(text)), text) {
		return false
	}
	if n.number == nil {
		return true
	}
	for i := range n.number.bounds {
		b := &n.number.bounds[i]
		if b.isSmall {
			if !b.admitsOrder(cmp.Compare(v, b.small)) && !w.fault(n, b.keyword, text) {
				return false
			}
		} else if !b.admitsOrder(decimal.Parse(text).Cmp(b.dec)) && !w.fault(n, b.keyword, text) {
			return false
		}
	}
	return w.multiple(n, text)
}

func (b *bound) admitsOrder(cmp int) bool {
	if cmp == 0 {
		return !b.exclusive
	}
	return (cmp > 0) == b.lower
}

// decimal checks any other number.
func (w *walker) decimal(n *Node, start int, text []byte) bool {
	d := decimal.Parse(text)
	if !d.InDoubleRange() {
		return w.fault(n, "number", text)
	}
	integral := d.IsInteger()
	if !integral && n.Types&Number == 0 {
		return w.fault(n, "type", text)
	}
	if n.enum != nil && !w.listed(n, n.enum.missingNumber(d), text) {
		return false
	}
	if n.number != nil {
		for i := range n.number.bounds {
			b := &n.number.bounds[i]
			if !b.admitsOrder(d.Cmp(b.dec)) && !w.fault(n, b.keyword, text) {
				return false
			}
		}
		if !w.multiple(n, text) {
			return false
		}
	}
	if integral && (n.Target == Int || n.Target == Uint) && !isDigits(text) {
		if digits, ok := d.AppendInteger(nil); ok {
			w.repair(start, w.pos, digits, RepairInteger)
		}
	}
	return true
}

func isDigits(text []byte) bool {
	for i, c := range text {
		if (c < '0' || c > '9') && (i > 0 || c != '-') {
			return false
		}
	}
	return true
}

func (w *walker) multiple(n *Node, text []byte) bool {
	if n.number == nil || n.number.multipleOf == nil || isMultiple(text, n.number.multipleOf) {
		return true
	}
	return w.fault(n, "multipleOf", text)
}
