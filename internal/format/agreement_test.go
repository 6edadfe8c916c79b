package format_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/format"
)

// TestAgreement compares every check with the reference on many texts, most of
// which are valid or nearly so.
func TestAgreement(t *testing.T) {
	const texts = 20_000
	for _, name := range format.Names() {
		t.Run(name, func(t *testing.T) {
			g := generator{rand.New(rand.NewPCG(1, uint64(len(name))))}
			check, reference := check(t, name), reference(t, name)
			valid := 0
			for range texts {
				if agree(t, name, g.text(name), reference, check) {
					valid++
				}
				if t.Failed() {
					return
				}
			}
			if share := float64(valid) / texts; share < 0.2 || share > 0.95 {
				t.Errorf("%.0f%% of the texts are valid, which is no good mixture", share*100)
			}
		})
	}
}

// FuzzAgreement compares them on any bytes.
func FuzzAgreement(f *testing.F) {
	names := format.Names()
	for i, name := range names {
		for _, text := range append(table[name].good, table[name].bad...) {
			f.Add(uint8(i), []byte(text))
		}
	}
	references := map[string]func(string) bool{}
	for _, name := range names {
		references[name] = reference(f, name)
	}
	f.Fuzz(func(t *testing.T, i uint8, text []byte) {
		name := names[int(i)%len(names)]
		agree(t, name, string(text), references[name], check(t, name))
	})
}

// generator makes texts that look like those of a format.
type generator struct{ *rand.Rand }

// text makes a text for the format, and in half of the cases breaks it.
func (g generator) text(name string) string {
	text := g.valid(name)
	if g.IntN(2) == 0 {
		return text
	}
	for range 1 + g.IntN(3) {
		text = g.mutate(text)
	}
	return text
}

func (g generator) valid(name string) string {
	switch name {
	case "date":
		return g.date()
	case "time":
		return g.clock()
	case "date-time":
		return g.date() + g.pick("T", "T", "t") + g.clock()
	case "duration":
		return g.duration()
	case "email":
		return g.mailbox() + "@" + g.domain()
	case "hostname":
		return g.hostname()
	case "ipv4":
		return g.ipv4()
	case "ipv6":
		return g.ipv6()
	case "uuid":
		return g.hex(8) + "-" + g.hex(4) + "-" + g.hex(4) + "-" + g.hex(4) + "-" + g.hex(12)
	case "json-pointer":
		return g.list(4, func() string { return "/" + g.chars(3, "ab~0~1é#") })
	case "relative-json-pointer":
		return g.pick("0", "1", "12", "01", "") + g.pick("#", "", g.valid("json-pointer"))
	case "regex":
		return g.list(5, func() string {
			return g.pick("a", "[a-z]", "(a|b)", `\d`, "a*", "b{2,3}", "(?i)", "^", "$", "(?:x)?", `\pL`, "[^a]", "(?P<n>a)")
		})
	default:
		return g.uri()
	}
}

func (g generator) date() string {
	return g.number(4, 2400) + "-" + g.number(2, 14) + "-" + g.number(2, 32)
}

func (g generator) clock() string {
	if g.IntN(8) == 0 { // a leap second, or nearly
		return g.pick("23:59:60Z", "22:59:60-01:00", "00:29:60+00:30", "23:58:60Z", "12:00:60z", "01:59:60+01:59")
	}
	fraction := g.pick("", "", ".5", ".000001", ".")
	zone := g.pick("Z", "z", "+", "-")
	if zone == "+" || zone == "-" {
		zone += g.number(2, 25) + ":" + g.number(2, 61)
	}
	return g.number(2, 25) + ":" + g.number(2, 61) + ":" + g.number(2, 61) + fraction + zone
}

func (g generator) duration() string {
	if g.IntN(5) == 0 {
		return "P" + g.number(1, 60) + "W"
	}
	part := func(units string) (s string) {
		for _, u := range units {
			if g.IntN(2) == 0 {
				s += g.number(1, 100) + string(u)
			}
		}
		return s
	}
	return "P" + part("YMD") + g.pick("", "T") + part("HMS")
}

func (g generator) mailbox() string {
	if g.IntN(6) == 0 {
		return `"` + g.chars(6, `a b@.é`) + `"`
	}
	return g.chars(10, "abcXYZ019+_-!#$%&'*/=?^`{|}~.")
}

func (g generator) domain() string {
	switch g.IntN(6) {
	case 0:
		return "[" + g.ipv4() + "]"
	case 1:
		return "[IPv6:" + g.ipv6() + "]"
	default:
		return g.hostname()
	}
}

func (g generator) hostname() string {
	labels := g.chars(8, "abcXYZ019-")
	for range g.IntN(4) {
		labels += "." + g.chars(1+g.IntN(66), "abcdefghXYZ0123456789-")
	}
	return labels + g.pick("", "", "", ".")
}

func (g generator) ipv4() string {
	return g.number(1, 260) + "." + g.number(1, 260) + "." + g.number(1, 260) + "." + g.number(1, 260)
}

func (g generator) ipv6() string {
	n := 8
	if g.IntN(3) == 0 {
		n = g.IntN(9)
	}
	groups := make([]string, n)
	for i := range groups {
		groups[i] = g.hex(1 + g.IntN(4))
	}
	if n > 1 && g.IntN(3) == 0 {
		groups = append(groups[:n-2], g.ipv4())
	}
	if g.IntN(2) == 0 {
		return strings.Join(groups, ":")
	}
	from := g.IntN(len(groups) + 1)
	to := from + g.IntN(len(groups)-from+1)
	return strings.Join(groups[:from], ":") + "::" + strings.Join(groups[to:], ":")
}

func (g generator) uri() string {
	host := g.pick(g.hostname(), g.ipv4(), "["+g.ipv6()+"]", "é.example", "")
	user := g.pick("", "", "", "ann@", "ann:pw@", "%41@")
	port := g.pick("", "", ":80", ":", ":x")
	authority := g.pick("", "//"+user+host+port, "//"+user+host+port)
	path := g.list(3, func() string { return "/" + g.chars(3, "ab%41 é:@{}\\\"<>|~") })
	return g.pick("http:", "https:", "urn:", "a+b.c-d:", "", "1:") + authority + path +
		g.pick("", "?q=1", "?%zz") + g.pick("", "#f", "#%41", "#%")
}

// mutate changes one place of the text.
func (g generator) mutate(text string) string {
	i := g.IntN(len(text) + 1)
	j := min(len(text), i+g.IntN(3))
	switch g.IntN(4) {
	case 0:
		return text[:i] + text[j:]
	case 1:
		return text[:j] + text[i:]
	case 2:
		return text[:i] + g.chars(2, "019aAfFzZTtPWYMDHS+-.:/@#~%[]()*\"\\ é\x00\xff")
	default:
		return text[:i] + g.chars(2, "019aAfFzZTtPWYMDHS+-.:/@#~%[]()*\"\\ é\x00\xff") + text[j:]
	}
}

// number makes a decimal number below limit, with zeros in front.
func (g generator) number(width, limit int) string {
	s := strconv.Itoa(g.IntN(limit))
	return strings.Repeat("0", max(0, width-len(s))) + s
}

func (g generator) hex(width int) string { return g.charsExactly(width, "0123456789abcdefABCDEF") }

// chars picks one to most bytes.
func (g generator) chars(most int, from string) string { return g.charsExactly(1+g.IntN(most), from) }

func (g generator) charsExactly(n int, from string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[g.IntN(len(from))]
	}
	return string(b)
}

func (g generator) list(most int, item func() string) (s string) {
	for range g.IntN(most + 1) {
		s += item()
	}
	return s
}

func (g generator) pick(choices ...string) string { return choices[g.IntN(len(choices))] }
