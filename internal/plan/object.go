package plan

import (
	"bytes"
	"math/bits"
	"slices"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// marks is a set of property indexes that does not allocate for the first 64.
type marks struct {
	low  uint64
	high []uint64
}

func (m *marks) has(i int) bool {
	if i < 64 {
		return m.low&(1<<i) != 0
	}
	i -= 64
	return i/64 < len(m.high) && m.high[i/64]&(1<<(i%64)) != 0
}

func (m *marks) set(i int) {
	if i < 64 {
		m.low |= 1 << i
		return
	}
	i -= 64
	for len(m.high) <= i/64 {
		m.high = append(m.high, 0)
	}
	m.high[i/64] |= 1 << (i % 64)
}

func (m *marks) count() int {
	n := bits.OnesCount64(m.low)
	for _, h := range m.high {
		n += bits.OnesCount64(h)
	}
	return n
}

// members is what is known of an object while its members are walked.
type members struct {
	start   int   // where the object starts
	seen    marks // declared names that were there
	present marks // of these, the ones that count as present
	extra   int   // undeclared names
	next    int   // the declared name that is expected next
	names   names
}

// object walks an object.
func (w *walker) object(n *Node) bool {
	w.pos++
	m := members{start: w.pos - 1, names: names{mark: len(w.keys)}}
	w.space()
	if w.pos < len(w.data) && w.data[w.pos] == '}' {
		return w.closeObject(n, &m)
	}
	for {
		w.space()
		if !w.member(n, &m) {
			return false
		}
		w.space()
		switch {
		case w.pos >= len(w.data):
			return w.malformed(w.pos, Truncated)
		case w.data[w.pos] == ',':
			w.pos++
		case w.data[w.pos] == '}':
			w.keys = w.keys[:m.names.mark]
			return w.closeObject(n, &m)
		default:
			return w.malformed(w.pos, Unexpected)
		}
	}
}

// member walks one name and value.
func (w *walker) member(n *Node, m *members) bool {
	at := w.pos
	i := -1
	var name []byte
	if o := n.object; o != nil && m.next < len(o.properties) && bytes.HasPrefix(w.data[at:], o.properties[m.next].quoted) {
		i = m.next
		quoted := o.properties[i].quoted
		name = w.data[at+1 : at+len(quoted)-1]
		w.pos += len(quoted)
		if !w.colon() {
			return false
		}
	} else {
		var ok bool
		if name, ok = w.memberName(); !ok {
			return false
		}
		if o != nil {
			i = o.find(name)
		}
	}
	w.path = append(w.path, step{name: name})
	var ok bool
	if i < 0 {
		ok = w.undeclared(n, m, name, at)
	} else {
		m.next = i + 1
		ok = w.declared(n, m, i, at)
	}
	w.path = w.path[:len(w.path)-1]
	return ok
}

func (w *walker) memberName() (name []byte, ok bool) {
	switch {
	case w.pos >= len(w.data):
		return nil, w.malformed(w.pos, Truncated)
	case w.data[w.pos] != '"':
		return nil, w.malformed(w.pos, Unexpected)
	}
	s, ok := w.scanString()
	if !ok {
		return nil, false
	}
	name = s.raw
	if s.escaped {
		name = jsontext.AppendUnescaped(nil, s.raw)
	}
	return name, w.colon()
}

// colon moves to the value of a member.
func (w *walker) colon() bool {
	w.space()
	switch {
	case w.pos >= len(w.data):
		return w.malformed(w.pos, Truncated)
	case w.data[w.pos] != ':':
		return w.malformed(w.pos, Unexpected)
	}
	w.pos++
	w.space()
	return true
}

// find looks a name up.
func (o *objectRules) find(name []byte) int {
	if i, ok := o.byName[string(name)]; ok {
		return i
	}
	return -1
}

// declared walks the value of a name that the schema speaks of.
func (w *walker) declared(n *Node, m *members, i, at int) bool {
	if m.seen.has(i) {
		return w.skip() && w.fault(n, KeywordDuplicate, nil)
	}
	m.seen.set(i)
	p := &n.object.properties[i]
	if p.node == nil {
		m.present.set(i)
		return w.undeclaredValue(n, w.path[len(w.path)-1].name, at)
	}
	if w.mode.Lenient && !p.required && !w.quiet && w.isNull() && !p.node.admitsNull() {
		w.pos += len("null")
		w.edits = append(w.edits, edit{from: at, to: w.pos, kind: dropMember})
		w.note(RepairNull)
		return true
	}
	m.present.set(i)
	if n.object.propertyNames != nil && !w.goodName(n, w.path[len(w.path)-1].name) && w.quiet {
		return false
	}
	start, edits := w.pos, len(w.edits)
	if !w.value(p.node) {
		return false
	}
	return len(n.object.patterns) == 0 || w.patternsToo(n, start, edits)
}

func (w *walker) isNull() bool { return bytes.HasPrefix(w.data[w.pos:], []byte("null")) }

func (n *Node) admitsNull() bool {
	n = n.resolve()
	switch {
	case n.own != nil:
		return n.ref.admitsNull() && n.own.admitsNull()
	case n.nullOr != nil:
		return true
	}
	return n.Types&Null != 0 && (n.enum == nil || n.enum.missingLiteral("null") == nil)
}

// patternsToo checks a declared property against patternProperties as well.
func (w *walker) patternsToo(n *Node, start, edits int) bool {
	for _, p := range n.object.patterns {
		name := w.path[len(w.path)-1].name
		if p.match.Match(name) && !w.fits(p.node, w.extent(start, edits)) && !w.fault(n, "patternProperties", w.data[start:w.pos]) {
			return false
		}
	}
	return true
}

// undeclared walks a name that the schema does not list, and its value.
func (w *walker) undeclared(n *Node, m *members, name []byte, at int) bool {
	if m.names.repeated(w, name) && !w.mode.Output { // two keys of a Go map may have one text
		return w.skip() && w.fault(n, KeywordDuplicate, nil)
	}
	m.extra++
	return w.undeclaredValue(n, name, at)
}

func (w *walker) undeclaredValue(n *Node, name []byte, at int) bool {
	o := n.object
	if o == nil {
		return w.skip()
	}
	if (o.propertyNames != nil || n.KeyBits != 0) && !w.goodName(n, name) && w.quiet {
		return false
	}
	start, edits, matched := w.pos, len(w.edits), false
	for _, p := range o.patterns {
		if !p.match.Match(name) {
			continue
		}
		switch {
		case !matched:
			if !w.value(p.node) {
				return false
			}
		case !w.fits(p.node, w.extent(start, edits)):
			if !w.fault(n, "patternProperties", w.data[start:w.pos]) {
				return false
			}
		}
		matched = true
	}
	if matched {
		return true
	}
	if o.additional != nil && o.additional.never {
		return w.skip() && w.unknown(n, at)
	}
	if o.additional != nil {
		return w.value(o.additional)
	}
	if !w.skip() {
		return false
	}
	for _, field := range n.Fold {
		if bytes.EqualFold([]byte(field), name) {
			w.edits = append(w.edits, edit{from: at, to: w.pos, kind: dropMember, wireOnly: true})
			break
		}
	}
	return true
}

// unknown refuses a name that a closed object does not have. Go may write one
// for a field that is hidden from the schema: that one is left out.
func (w *walker) unknown(n *Node, at int) bool {
	if !w.mode.Output {
		return w.fault(n, KeywordUnknown, nil)
	}
	w.edits = append(w.edits, edit{from: at, to: w.pos, kind: dropMember})
	return true
}

// goodName checks the name itself, and reports false when it is refused.
func (w *walker) goodName(n *Node, name []byte) bool {
	o := n.object
	if o.propertyNames != nil {
		quoted := jsontext.AppendString(nil, string(name))
		if out := o.propertyNames.Check(quoted, Mode{MaxFaults: 1}); out != nil {
			w.nameFault(n, out)
			return false
		}
	}
	if n.KeyBits != 0 && !integerKey(name, n.KeyBits) {
		w.fault(n, KeywordKeyRange, nil)
		return false
	}
	return true
}

func integerKey(name []byte, size int) bool {
	var err error
	if size < 0 {
		_, err = strconv.ParseInt(string(name), 10, -size)
	} else {
		_, err = strconv.ParseUint(string(name), 10, size)
	}
	return err == nil
}

// closeObject checks what can be said only once all members are known.
func (w *walker) closeObject(n *Node, m *members) bool {
	at := w.pos
	w.pos++
	o := n.object
	if o == nil {
		return true
	}
	if o.defaults > 0 && w.mode.Fill && !w.quiet {
		w.fill(o, m, at)
	}
	if (m.present.low&o.requiredLow != o.requiredLow || len(o.properties) > 64) && !w.missing(n, m) {
		return false
	}
	if o.minProperties > 0 || o.maxProperties >= 0 {
		if !w.objectSize(n, m) {
			return false
		}
	}
	for i := range o.dependent {
		if !w.dependency(n, m, &o.dependent[i]) {
			return false
		}
	}
	return true
}

func (w *walker) objectSize(n *Node, m *members) bool {
	o := n.object
	size := m.present.count() + m.extra
	if size < o.minProperties && !w.fault(n, "minProperties", w.data[m.start:w.pos]) {
		return false
	}
	return o.maxProperties < 0 || size <= o.maxProperties || w.fault(n, "maxProperties", w.data[m.start:w.pos])
}

// fill gives absent properties their defaults.
func (w *walker) fill(o *objectRules, m *members, at int) {
	for i := range o.properties {
		p := &o.properties[i]
		if p.fill == nil || p.required || m.present.has(i) {
			continue
		}
		m.present.set(i)
		name := append(jsontext.AppendString(nil, p.name), ':')
		w.edits = append(w.edits, edit{
			from: at, to: at, kind: addMember,
			norm: slices.Concat(name, p.fill), wire: slices.Concat(name, p.fillWire),
		})
		w.path = append(w.path, step{name: []byte(p.name)})
		w.note(RepairDefault)
		w.path = w.path[:len(w.path)-1]
	}
}

func (w *walker) missing(n *Node, m *members) bool {
	for i := range n.object.properties {
		p := &n.object.properties[i]
		if p.required && !m.present.has(i) && !w.faultAt(n, "required", p.name) {
			return false
		}
	}
	return true
}

func (w *walker) dependency(n *Node, m *members, d *dependency) bool {
	if !m.present.has(n.object.byName[d.name]) {
		return true
	}
	for _, name := range d.required {
		if !m.present.has(n.object.byName[name]) && !w.faultAt(n, "dependentRequired", name) {
			return false
		}
	}
	return true
}

// names finds names that are given twice. Up to 16 it compares them one by
// one; a map would cost more.
type names struct {
	mark int // where the names of this object start in the walker's list
	many map[string]struct{}
}

func (s *names) repeated(w *walker, name []byte) bool {
	const few = 16
	if s.many != nil {
		if _, ok := s.many[string(name)]; ok {
			return true
		}
		s.many[string(name)] = struct{}{}
		return false
	}
	mine := w.keys[s.mark:]
	for _, k := range mine {
		if bytes.Equal(k, name) {
			return true
		}
	}
	if len(mine) < few {
		w.keys = append(w.keys, name)
		return false
	}
	s.many = make(map[string]struct{}, 4*few)
	for _, k := range mine {
		s.many[string(k)] = struct{}{}
	}
	s.many[string(name)] = struct{}{}
	return false
}
