package agree

import (
	"encoding/json"
	"unicode"
)

// scraps are values of every type that rarely belong where they are put.
var scraps = []string{
	"null", "true", "false", "0", "-1", "1", "1.5", "1e2", "-0", "1e400", "1e-400", "1e999999999",
	"9007199254740993", "18446744073709551616", "-9223372036854775809", "0.30000000000000001",
	`""`, `"x"`, `"5"`, `"5.0"`, `" 5 "`, `"-0"`, `"true"`, `"null"`, `"[]"`, `"[1,2]"`, `"{}"`, `"{\"a\":1}"`, `"\"x\""`, `"1e2"`, `"1h30m"`, `"nan"`,
	`"aGk="`, `"2026-05-01T10:00:00Z"`, `"\u0032026-05-01T10:00:00Z"`, `"\ud83d\ude00"`, `"日本"`,
	"[]", "[null]", "[1]", `["a","a"]`, "[[]]", "{}", `{"a":1}`, `{"a":1,"a":2}`, `{"":null}`, `[{"a":[{"b":null}]}]`,
}

// junk writes any value.
func (m *maker) junk() {
	if m.mode.Plain {
		m.write(pick(m, []string{"true", "1", "2.5", `"text"`, `["a",1]`, `{"a":1}`}))
		return
	}
	if m.depth < deep && m.oneIn(6) {
		m.nested(func() { m.members([]named{{name: pick(m, oddNames)}, {name: "z"}}) })
		return
	}
	for {
		text := pick(m, scraps)
		if !plain(text) {
			if m.mode.Mutate == 0 {
				continue
			}
			m.spoiled++
		}
		m.write(text)
		return
	}
}

// plain leaves out the scraps that no I-JSON text may hold.
func plain(text string) bool {
	switch text {
	case "1e400", "1e-400", "1e999999999", `{"a":1,"a":2}`:
		return false
	}
	return true
}

// spoils decides whether to spoil the part at hand.
func (m *maker) spoils() bool {
	if m.mode.Mutate == 0 || m.rnd.Float64() >= m.mode.Mutate {
		return false
	}
	m.spoiled++
	return true
}

// spoilValue puts something else in the place of a value.
func (m *maker) spoilValue(at place) {
	start := len(m.out)
	switch m.rnd.IntN(8) {
	case 0, 1:
		m.junk()
	case 2:
		m.write("null")
	case 3, 4: // the value inside a string
		m.fitting(at)
		inner := string(m.out[start:])
		if m.oneIn(4) {
			inner = " " + inner + "\n"
		}
		m.out = m.out[:start]
		m.quote(inner)
	case 5: // the value inside a list
		m.write("[")
		m.fitting(at)
		m.write("]")
	case 6: // the text of the value changed
		m.fitting(at)
		if text := unquote(m.out[start:]); text != "" {
			m.out = m.out[:start]
			m.quote(m.spoilText(text))
		}
	default: // the value of another type
		m.typed(newView())
	}
}

// unquote returns the text of a JSON string, or "".
func unquote(literal []byte) string {
	var text string
	if json.Unmarshal(literal, &text) != nil {
		return ""
	}
	return text
}

// spoilText changes a text in one place.
func (m *maker) spoilText(text string) string {
	runes := []rune(text)
	at := m.rnd.IntN(len(runes) + 1)
	odd := pick(m, letters)
	rest := append([]rune{}, runes[at:]...)
	switch {
	case len(rest) == 0 || m.oneIn(4):
		return string(runes[:at]) + string(odd) + string(rest)
	case m.oneIn(3):
		return string(runes[:at]) + string(rest[1:])
	case m.oneIn(3): //nolint:gocritic // another roll of the dice
		rest[0] = unicode.SimpleFold(rest[0])
	case m.oneIn(2):
		rest = append(rest[:1:1], rest...)
	default:
		rest[0] = odd
	}
	return string(runes[:at]) + string(rest)
}

// spoilCount changes the length of an array.
func (m *maker) spoilCount(n int) int {
	if !m.spoils() {
		return n
	}
	return max(n+m.rnd.IntN(4)-2, 0)
}

// spoilMembers drops, renames, repeats and adds members.
func (m *maker) spoilMembers(list []named) []named {
	var out []named
	for _, p := range list {
		if !m.spoils() {
			out = append(out, p)
			continue
		}
		switch m.rnd.IntN(6) {
		case 0: // dropped
		case 1:
			p.name = m.recase(p.name)
			out = append(out, p)
		case 2:
			p.name = m.spoilText(p.name)
			out = append(out, p)
		case 3:
			out = append(out, p, p)
		case 4:
			other := p
			other.name = m.recase(p.name)
			out = append(out, p, other)
		default:
			out = append(out, p, named{name: pick(m, oddNames)})
		}
	}
	return out
}

// spoilDocument spoils the text as a whole.
func (m *maker) spoilDocument() []byte {
	if m.mode.Mutate == 0 || !m.oneIn(40) {
		return m.out
	}
	switch m.rnd.IntN(5) {
	case 0: // cut off
		return m.out[:m.rnd.IntN(len(m.out)+1)]
	case 1: // glued
		return append(m.out, pick(m, scraps)...)
	case 2: // inside a string
		text := string(m.out)
		m.out = nil
		m.quote(text)
		return m.out
	case 3:
		return append([]byte("\ufeff"), m.out...)
	default: // one byte changed
		if len(m.out) > 0 {
			m.out[m.rnd.IntN(len(m.out))] ^= byte(1 << m.rnd.IntN(8))
		}
		return m.out
	}
}
