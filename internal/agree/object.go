package agree

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

// oddNames are names of map entries and of unknown properties.
var oddNames = []string{
	"", "a", "A", "id", "0", "-1", "1.0", "+1", "01", "odd key", `quote"d`, `back\slash`, "dot.ted", "a/b", "~", "~1", "é", "日本",
	"😀", "\x00", "\n", "$ref", "type", "__proto__", "constructor", "\u212a", "ſ", strings.Repeat("n", 300), "300", "-129", "65536", "18446744073709551616",
}

// object makes an object.
func (m *maker) object(v *view) {
	var members []named
	for _, p := range v.properties {
		if !p.required && m.leavesOut() {
			continue
		}
		if p.schema.schema == nil {
			p.schema = m.undeclared(v, p.name)
		}
		members = append(members, p)
	}
	members = m.more(v, members)
	if m.oneIn(4) {
		m.rnd.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	m.members(m.spoilMembers(members))
}

// leavesOut decides about an optional property.
func (m *maker) leavesOut() bool {
	switch {
	case m.depth > deep:
		return true
	case m.mode.Complete:
		return false
	default:
		return m.oneIn(3)
	}
}

// more adds entries whose names are not declared.
func (m *maker) more(v *view, members []named) []named {
	if v.closed && len(v.namePatterns) == 0 {
		return members
	}
	usual := 2
	if len(v.properties) > 0 {
		usual = 1
	}
	lo, hi := max(v.minProps-len(members), 0), v.maxProps
	if hi >= 0 {
		hi = max(hi-len(members), 0)
	}
	taken := map[string]bool{}
	for _, p := range v.properties {
		taken[p.name] = true
	}
	for i := range m.length(lo, hi, usual) {
		name := m.name(v)
		if taken[name] {
			if name = strings.TrimSpace(name) + strconv.Itoa(i); taken[name] {
				continue
			}
		}
		taken[name] = true
		members = append(members, named{name: name, schema: m.undeclared(v, name)})
	}
	return members
}

// name makes a name for a map entry.
func (m *maker) name(v *view) string {
	if len(v.namePatterns) > 0 && (v.closed || m.oneIn(2)) {
		if name, err := pattern.Sample(pick(m, v.namePatterns).name, m.rnd, 12); err == nil {
			return name
		}
	}
	if v.names.schema != nil && !m.spoils() {
		key := m.viewOf(v.names)
		if len(key.enums) > 0 || key.hard {
			return m.nameFor(v.names)
		}
		for range 6 {
			name := m.text(key)
			if n := len([]rune(name)); n >= key.minLength && (key.maxLength < 0 || n <= key.maxLength) {
				return name
			}
		}
		return m.text(key)
	}
	if m.mode.Plain {
		return string(rune('a' + m.rnd.IntN(26)))
	}
	return pick(m, oddNames)
}

// nameFor makes a name that a schema with more to say accepts.
func (m *maker) nameFor(at place) string {
	inner := &maker{Generator: m.Generator, rnd: m.rnd, mode: Mode{Plain: m.mode.Plain}, tries: 8}
	inner.fitting(at)
	return unquote(inner.out)
}

// undeclared is what is demanded of the value of an undeclared name.
func (m *maker) undeclared(v *view, name string) place {
	for _, p := range v.namePatterns {
		if match, err := pattern.Compile(p.name); err == nil && match.Match([]byte(name)) {
			return p.schema
		}
	}
	return v.additional
}

// members writes the members of an object.
func (m *maker) members(list []named) {
	m.write("{")
	for i, p := range list {
		if i > 0 {
			m.token(",")
		}
		m.space()
		m.quote(p.name)
		m.token(":")
		m.part(p.schema)
	}
	m.space()
	m.write("}")
}

// recase changes the case of one letter.
func (m *maker) recase(name string) string {
	runes := []rune(name)
	if len(runes) == 0 {
		return name
	}
	i := m.rnd.IntN(len(runes))
	runes[i] = unicode.SimpleFold(runes[i])
	return string(runes)
}
