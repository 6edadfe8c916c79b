package agree

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// Generator makes instances of one published schema. It is not safe for
// concurrent use.
type Generator struct {
	root   jsondoc.Value
	oracle *Oracle
}

// Mode says what kind of instance to make.
type Mode struct {
	// Mutate is the probability with which each part of the instance is
	// spoiled: 0 for an instance that should be accepted.
	Mutate float64
	// Complete has every optional property be there.
	Complete bool
	// Plain leaves out what only hostile senders write: odd characters, odd
	// names, unusual spellings.
	Plain bool
}

// NewGenerator reads a published schema. The error is the judge's if the schema
// is none.
func NewGenerator(published []byte) (*Generator, error) {
	root, err := jsondoc.Parse(published)
	if err != nil {
		return nil, err
	}
	oracle, err := NewOracle(published)
	if err != nil {
		return nil, err
	}
	return &Generator{root, oracle}, nil
}

// Oracle returns the judge for the schema.
func (g *Generator) Oracle() *Oracle { return g.oracle }

// RandomMode picks a mode: half of the instances are left as they are.
func RandomMode(rnd *rand.Rand) Mode {
	mode := Mode{Complete: rnd.IntN(4) == 0}
	switch rnd.IntN(6) {
	case 0:
		mode.Mutate = 1.0 / 60
	case 1:
		mode.Mutate = 1.0 / 20
	case 2:
		mode.Mutate = 1.0 / 8
	}
	return mode
}

// Instance makes one instance.
func (g *Generator) Instance(rnd *rand.Rand, mode Mode) []byte {
	const tries = 200 // values made again because the judge did not like them
	m := &maker{Generator: g, rnd: rnd, mode: mode, tries: tries, spaced: rnd.IntN(10) == 0 && !mode.Plain}
	m.value(place{g.root, ""})
	return m.spoilDocument()
}

// deep is the nesting from which on instances are kept small.
const deep = 5

// maker is the state of one instance in the making.
type maker struct {
	*Generator
	rnd     *rand.Rand
	mode    Mode
	out     []byte
	depth   int
	spoiled int // parts spoiled so far
	tries   int
	spaced  bool // with white space between tokens
}

// oneIn is true once in n times.
func (m *maker) oneIn(n int) bool { return m.rnd.IntN(n) == 0 }

func pick[T any](m *maker, list []T) T { return list[m.rnd.IntN(len(list))] }

func (m *maker) write(text string) { m.out = append(m.out, text...) }

// token writes a token that white space may surround.
func (m *maker) token(text string) {
	m.space()
	m.write(text)
	m.space()
}

func (m *maker) space() {
	if m.spaced && m.oneIn(3) {
		m.write(pick(m, []string{" ", "\n", "\t", "\r\n", "  "}))
	}
}

// value makes a value for a schema, perhaps a spoiled one.
func (m *maker) value(at place) {
	at = m.plainRef(at)
	if m.spoils() {
		m.spoilValue(at)
		return
	}
	m.fitting(at)
}

// plainRef follows a reference that stands alone.
func (m *maker) plainRef(at place) place {
	if doc, ok := at.schema.(*jsondoc.Object); ok && len(doc.Members) == 1 {
		return m.resolve(at)
	}
	return at
}

// fitting makes a value, and makes it again if it is a hard one that the judge
// does not accept.
func (m *maker) fitting(at place) {
	start, before := len(m.out), m.spoiled
	for range 20 {
		m.out = m.out[:start]
		v := m.viewOf(at)
		m.typed(v)
		if !v.hard || m.spoiled > before || m.tries <= 0 {
			return
		}
		if m.mode.Mutate > 0 && m.oneIn(6) { // perhaps a near miss
			m.spoiled++
			return
		}
		if m.oracle.refuses(at.pointer, m.out[start:]) == nil {
			return
		}
		m.tries--
	}
}

// typed makes a value of one of the types that a view admits.
func (m *maker) typed(v *view) {
	if len(v.enums) > 0 {
		m.spell(pick(m, v.enums[m.rnd.IntN(len(v.enums))]))
		return
	}
	switch m.typeOf(v) {
	case tNull:
		m.write("null")
	case tBoolean:
		m.write(pick(m, []string{"true", "false"}))
	case tInteger:
		m.number(v, true)
	case tNumber:
		m.number(v, m.oneIn(3))
	case tString:
		m.string(v)
	case tArray:
		m.nested(func() { m.array(v) })
	case tObject:
		m.nested(func() { m.object(v) })
	default:
		m.junk()
	}
}

// nested makes a value with parts. One that can have no end, since it requires
// itself, ends in null; the judge takes exponential time for some deep ones.
func (m *maker) nested(f func()) {
	const deepest, longest = 2 * deep, 1 << 14
	if m.depth > deepest || len(m.out) > longest {
		m.write("null")
		return
	}
	m.depth++
	f()
	m.depth--
}

// typeOf picks a type; deep inside, one without parts if there is one.
func (m *maker) typeOf(v *view) types {
	var list []types
	for t := tNull; t <= tObject; t <<= 1 {
		if v.types&t != 0 && (m.depth < deep || t < tArray) {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return v.types & (tArray | tObject)
	}
	if v.types == tAny && m.oneIn(3) {
		return 0
	}
	return pick(m, list)
}

// length picks a count, most often at or next to a bound.
func (m *maker) length(lo, hi, usual int) int {
	if hi < 0 {
		hi = lo + usual
	}
	if hi <= lo {
		return lo
	}
	const most = 300
	switch {
	case m.depth > deep:
		return lo
	case m.oneIn(4):
		return lo
	case m.oneIn(4): //nolint:gocritic // another roll of the dice
		return lo + 1
	case m.oneIn(4) && hi-lo < most:
		return hi
	case m.oneIn(4) && hi-lo < most: //nolint:gocritic // another roll of the dice
		return hi - 1
	default:
		return lo + m.rnd.IntN(min(hi-lo, usual)+1)
	}
}

// array makes an array.
func (m *maker) array(v *view) {
	n := m.length(max(v.minItems, len(v.prefix)), v.maxItems, 3)
	if v.maxItems >= 0 {
		n = min(n, v.maxItems)
	}
	n = m.spoilCount(n)
	m.write("[")
	seen := map[string]bool{}
	for i := range n {
		if i > 0 {
			m.token(",")
		}
		m.item(v, i, seen)
	}
	m.space()
	m.write("]")
}

// item makes one item, another than those before where that is demanded.
func (m *maker) item(v *view, i int, seen map[string]bool) {
	at := v.items
	switch {
	case i < len(v.prefix):
		at = v.prefix[i]
	case v.contains.schema != nil && (at.schema == nil || m.oneIn(2)):
		at = v.contains
	}
	start := len(m.out)
	if v.unique && len(seen) > 0 && m.mode.Mutate > 0 && m.oneIn(6) && m.repeat(seen) {
		return
	}
	for range 6 {
		m.out = m.out[:start]
		m.part(at)
		if text := string(m.out[start:]); !v.unique || !seen[text] {
			seen[text] = true
			return
		}
	}
}

// repeat writes an item again, in another spelling if it has one.
func (m *maker) repeat(seen map[string]bool) bool {
	text := slices.Min(slices.Collect(maps.Keys(seen)))
	v, err := jsondoc.Parse([]byte(text))
	if err != nil {
		return false
	}
	start := len(m.out)
	for range 8 {
		m.out = m.out[:start]
		if m.spell(v); string(m.out[start:]) != text {
			break
		}
	}
	m.spoiled++
	return true
}

// part makes a value, or any if nothing is known of it.
func (m *maker) part(at place) {
	if at.schema == nil {
		m.junk()
		return
	}
	m.value(at)
}
