package agree

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/pattern"
)

// letters are what free text is made of: plain characters, and those that
// escaping, folding, counting and encoding get wrong.
var letters = []rune("abcxyzABC0123 -_.:/@\\\"'<>&\n\t\x00\x7féßſKİı日本😀\u2028\u00a0\u0301\ufffd\U0010ffff")

// string makes a text that keeps to lengths, patterns and formats.
func (m *maker) string(v *view) {
	if v.content.schema != nil {
		m.content(v)
		return
	}
	text := ""
	for range 10 {
		text = m.text(v)
		n := utf8.RuneCountInString(text)
		if n >= v.minLength && (v.maxLength < 0 || n <= v.maxLength) {
			break
		}
	}
	if m.spoils() {
		text = m.spoilText(text)
	}
	m.quote(text)
}

func (m *maker) text(v *view) string {
	n := m.length(v.minLength, v.maxLength, 8)
	switch {
	case len(v.patterns) > 0 && (v.format == "" || m.oneIn(4)):
		limit := max(n, 24)
		if v.maxLength >= 0 {
			limit = min(limit, v.maxLength)
		}
		if text, err := pattern.Sample(pick(m, v.patterns), m.rnd, limit); err == nil {
			return text
		}
	case formats[v.format] != nil:
		return formats[v.format](m)
	}
	var b strings.Builder
	for range n {
		if m.oneIn(3) && !m.mode.Plain {
			b.WriteRune(pick(m, letters))
		} else {
			b.WriteByte(byte('a' + m.rnd.IntN(26)))
		}
	}
	return b.String()
}

// content makes a string that holds a value of its own.
func (m *maker) content(v *view) {
	inner := &maker{Generator: m.Generator, rnd: m.rnd, mode: m.mode, depth: m.depth, tries: 4}
	inner.value(v.content)
	m.spoiled += inner.spoiled
	m.quote(string(inner.out))
}

// quote writes a JSON string, with escapes that are needed and some that are
// not.
func (m *maker) quote(s string) {
	eager := m.oneIn(8) && !m.mode.Plain
	m.write(`"`)
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			m.write(pick(m, []string{`\` + string(r), fmt.Sprintf(`\u%04x`, r)}))
		case r < ' ':
			m.write(control(r, m.oneIn(2)))
		case r == '/' && m.oneIn(4):
			m.write(`\/`)
		case eager && m.oneIn(3) && r < 0x10000:
			m.write(fmt.Sprintf(pick(m, []string{`\u%04x`, `\u%04X`}), r))
		case eager && r >= 0x10000:
			r -= 0x10000
			m.write(fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff))
		default:
			m.out = utf8.AppendRune(m.out, r)
		}
	}
	m.write(`"`)
}

func control(r rune, short bool) string {
	if i := strings.IndexRune("\b\f\n\r\t", r); short && i >= 0 {
		return `\` + "bfnrt"[i:i+1]
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// formats make texts of the formats that have a meaning.
var formats = map[string]func(*maker) string{
	"date":      func(m *maker) string { return m.date() },
	"time":      func(m *maker) string { return m.clock() },
	"date-time": func(m *maker) string { return m.date() + pick(m, []string{"T", "T", "T", "t"}) + m.clock() },
	"duration":  from("P1D", "PT1H30M", "P3DT12H30M5S", "P1W", "P1Y2M", "PT0S", "PT1M", "P1Y2M3DT4H5M6S"),
	"email": from("ann@example.com", "a@b.co", "a.b+c@d-e.org", `"a b"@example.com`, "x@[1.2.3.4]", "a@localhost",
		"A_1@sub.example.museum", "o'hara@example.ie"),
	"hostname":              from("example.com", "localhost", "a-b.c1", "x", "xn--bcher-kva.example", strings.Repeat("a", 63)+".b", "1.2.3.4"),
	"ipv4":                  from("192.0.2.1", "0.0.0.0", "255.255.255.255", "10.1.2.3"),
	"ipv6":                  from("2001:db8::1", "::", "::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "FE80::A", "1::"),
	"uri":                   from(uris...),
	"iri":                   from(append(uris, "https://bücher.example/ä?ö#ü")...),
	"uri-reference":         from(append(uris, "../path?q=1", "", "#x", "//host/x", "a/b:c")...),
	"iri-reference":         from(append(uris, "../ä?q=1", "", "#x")...),
	"uuid":                  func(m *maker) string { return m.uuid() },
	"json-pointer":          from("", "/a/0", "/a~1b/~0", "/"),
	"relative-json-pointer": from("0", "1/name", "2#", "0/a~1b"),
	"regex":                 from("^a+$", "", "[a-z]{1,3}", "(a|b)*", `\d+`),
}

var uris = []string{
	"https://example.com/path?q=1#f", "http://a.b", "http://127.0.0.1:8080/", "mailto:a@b.co", "urn:isbn:12",
	"ftp://user@host/x", "https://user:secret@host/", "http://[::1]:80/", "x:", "file:///etc/x", "http://a.b/%C3%A4%20b", "http://host/a b",
	"https://example.com:443", "HTTP://EXAMPLE.COM/", "data:,x", "https://example.com/a//b/../c?x=y&z=%26",
}

func from(texts ...string) func(*maker) string {
	return func(m *maker) string { return pick(m, texts) }
}

func (m *maker) date() string {
	if m.oneIn(6) {
		return pick(m, []string{"2024-02-29", "2023-02-29", "0000-01-01", "9999-12-31", "2000-02-29", "1900-02-29", "0001-01-01"})
	}
	return fmt.Sprintf("%04d-%02d-%02d", 1900+m.rnd.IntN(200), 1+m.rnd.IntN(12), 1+m.rnd.IntN(28))
}

func (m *maker) clock() string {
	text := fmt.Sprintf("%02d:%02d:%02d", m.rnd.IntN(24), m.rnd.IntN(60), m.rnd.IntN(60))
	if m.oneIn(10) {
		text = pick(m, []string{"23:59:60", "00:00:00", "23:59:59", "24:00:00"})
	}
	if m.oneIn(3) {
		text += pick(m, []string{".5", ".123456789", ".0000000001", ".999"})
	}
	return text + pick(m, []string{"Z", "Z", "Z", "z", "+00:00", "-00:00", "+05:30", "-23:59", "+14:00", "+24:00"})
}

func (m *maker) uuid() string {
	text := fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", m.rnd.Uint32(), m.rnd.IntN(1<<16), m.rnd.IntN(1<<16), m.rnd.IntN(1<<16), m.rnd.Int64N(1<<48))
	if m.oneIn(4) {
		return strings.ToUpper(text)
	}
	return text
}
