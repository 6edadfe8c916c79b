package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/format"
)

func check(t testing.TB, name string) func(text string) bool {
	t.Helper()
	f, ok := format.Lookup(name)
	if !ok {
		t.Fatalf("format %s is not asserted", name)
	}
	return func(text string) bool { return f([]byte(text)) }
}

// table lists good and bad texts of each format.
var table = map[string]struct{ good, bad []string }{
	"date": {
		[]string{"2026-05-01", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31", "2026-04-30"},
		[]string{
			"", "2026-5-1", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31", "2026-02-29", "1900-02-29",
			"2026-05-01T", "2026-05-01 ", " 2026-05-01", "26-05-01", "2026/05/01", "+026-05-01", "2026-05-0١", "2026-05-1x",
		},
	},
	"time": {
		[]string{
			"10:00:00Z", "10:00:00z", "00:00:00+00:00", "10:00:00.5-07:30", "23:59:60Z", "22:59:60-01:00", "00:59:60+01:00",
			"10:00:00.123456789012345678901234567890Z", "23:59:59+23:59",
		},
		[]string{
			"", "10:00Z", "10:00:00", "24:00:00Z", "10:60:00Z", "10:00:61Z", "10:00:60Z", "10:00:00.Z", "10:00:00,5Z",
			"1:00:00Z", "10:00:00+24:00", "10:00:00+01:60", "10:00:00+0100", "10:00:00+01", "10:00:00ZZ", "10-00-00Z", "10:00:00 Z", "10:00:00.",
		},
	},
	"date-time": {
		[]string{"2026-05-01T10:00:00Z", "2026-05-01t10:00:00z", "2026-05-01T10:00:00.25+02:00", "2016-12-31T23:59:60Z"},
		[]string{
			"", "2026-05-01", "2026-05-01 10:00:00Z", "2026-05-01T10:00:00", "2026-02-30T10:00:00Z", "2026-05-01T25:00:00Z",
			"2026-05-01T10:00Z", "2026-05-01TT10:00:00Z", "2026-05-01T",
		},
	},
	"duration": {
		[]string{"P1D", "P3Y6M4DT12H30M5S", "PT1H", "PT36H", "P4W", "P0D", "P1Y2D", "P1M", "PT1M"},
		[]string{"", "P", "PT", "P1DT", "1D", "P1", "PD", "P1S", "P1D2Y", "P1D1D", "PT1D", "PT1HT1M", "P1W1D", "P1Y1W", "PW", "P-1D", "P1.5D", "p1d", "1h30m"},
	},
	"email": {
		[]string{"ann@example.com", "a.b+c@x", "o'neil@example.com", `"a b"@example.com`, `"a@b"@example.com`, "a@[127.0.0.1]", "a@[IPv6:::1]", "a@b.com."},
		[]string{
			"", "ann", "ann@", "@", ".a@b", "a.@b", "a..b@c", "a b@c", "é@example.com", "a@b c", "a@-b", "a@[1.2.3]", "a@[]", "a@[", "a@[::1]",
			`"a"b"@c`, `"a\b"@c`, `"@c`, strings.Repeat("a", 65) + "@b", strings.Repeat("a", 64) + "@" + strings.Repeat("b.", 95) + "c", "a@" + strings.Repeat("b.", 130) + "c",
		},
	},
	"hostname": {
		[]string{"localhost", "www.example.com", "a-b.c", "1.2.3.4", "xn--nxasmq6b", "example.com.", strings.Repeat("a", 63), "A.B"},
		[]string{"", ".", "a..b", ".a", "-a", "a-", "a_b", "a b", "é", "a.-b", strings.Repeat("a", 64), strings.Repeat("a.", 127) + "b", "a..", "a:80"},
	},
	"ipv4": {
		[]string{"0.0.0.0", "127.0.0.1", "255.255.255.255"},
		[]string{"", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "1.2.3.04", "1.2.3.", "1..2.3", " 1.2.3.4", "1.2.3.4 ", "a.b.c.d", "0x7f.0.0.1", "1.2.3.4/8", "1.2.3.99999999999999999999"},
	},
	"ipv6": {
		[]string{"::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5::1.2.3.4", "ABCD::ef01"},
		[]string{
			"", ":", ":::", "1", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1::2::3", "12345::", "g::", "::1%eth0", "1.2.3.4",
			"1:2:3:4:5:6:7:1.2.3.4", "::2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.400", "[::1]", "::1 ", "1:2:3:4:5:1.2.3.4", "1:::2", "::01.2.3.4", "1:2:3:4:5:6::1.2.3.4",
		},
	},
	"uri": {
		[]string{"https://example.com/a?b=c#d", "mailto:ann@example.com", "urn:isbn:0451450523", "file:///x", "http://[::1]:80/", "https://example.com/straße"},
		[]string{"", "/a", "example.com", "//example.com", "http://[::1", "http://::1/", "http://a b/", "http://[::1%25eth0]/", "http://[1::2::3]/", "1a:b", ":a", "http://%zz/"},
	},
	"uri-reference": {
		[]string{"", "/a", "a/b", "#x", "?q", "//example.com", "https://example.com/"},
		[]string{`\a`, `https://example.com/a\b`, "http://[::1", ":a", "%zz", "//[x:y]/"},
	},
	"iri": {
		[]string{"https://example.com/straße", "http://ƒøø.example/"},
		[]string{"", "straße", "http://[::1"},
	},
	"iri-reference": {
		[]string{"", "straße", "https://example.com/straße"},
		[]string{`straße\x`, ":straße"},
	},
	"uuid": {
		[]string{"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "00000000-0000-0000-0000-000000000000"},
		[]string{
			"", "123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}", "urn:uuid:123e4567-e89b-12d3-a456-426614174000",
			"123e4567-e89b-12d3-a456-42661417400g", "123e4567-e89b-12d3-a45-6426614174000", "123e4567-e89b-12d3-a456-42661417400", "123e4567--89b-12d3-a456-426614174000",
		},
	},
	"json-pointer": {
		[]string{"", "/", "/a/b", "/a~0b/~1", "//", "/é/\x00"},
		[]string{"a", "#/a", "/~", "/a~", "/~2", "/~~0", "/~/0", "0/a"},
	},
	"relative-json-pointer": {
		[]string{"0", "1/a", "10#", "0#", "2/a~1b"},
		[]string{"", "/a", "#", "01", "00", "1a", "-1", "1##", "1#/a", "+1", "1/~"},
	},
	"regex": {
		[]string{"", "^[a-z]+$", `\d{2,3}`, "(?i)a", "é"},
		[]string{"(", "[a", "a**", "(?=a)", `\1`, "a{1001}", "\xff"},
	},
}

func TestTable(t *testing.T) {
	for _, name := range format.Names() {
		t.Run(name, func(t *testing.T) {
			rows, ok := table[name]
			if !ok {
				t.Fatal("no rows for this format")
			}
			check, reference := check(t, name), reference(t, name)
			for _, text := range rows.good {
				if !agree(t, name, text, reference, check) {
					t.Errorf("%q refused", text)
				}
			}
			for _, text := range rows.bad {
				if agree(t, name, text, reference, check) {
					t.Errorf("%q accepted", text)
				}
			}
		})
	}
}

func TestNames(t *testing.T) {
	names := format.Names()
	if !slices.IsSorted(names) || len(names) != len(table) {
		t.Errorf("names: %v", names)
	}
	names[0] = "changed"
	if format.Names()[0] == "changed" {
		t.Error("the caller does not own the names")
	}
}

func TestKnown(t *testing.T) {
	for name, want := range map[string]bool{
		"date": true, "uuid": true, "int64": true, "float": true, "byte": true, "password": true,
		"": false, "Date": false, "datetime": false, "idn-email": false, "idn-hostname": false, "uri-template": false,
	} {
		if format.Known(name) != want {
			t.Errorf("Known(%q) is %t", name, !want)
		}
	}
	if f, ok := format.Lookup("int64"); ok || f != nil {
		t.Error("int64 is asserted")
	}
}

func TestWant(t *testing.T) {
	for name, want := range map[string]string{
		"date":      "must be a date such as 2026-05-01",
		"date-time": "must be an RFC 3339 date and time with a time zone, such as 2026-05-01T10:00:00Z",
		"color":     "must have the format color",
	} {
		if got := format.Want(name); got != want {
			t.Errorf("Want(%q) = %q, want %q", name, got, want)
		}
	}
	for _, name := range format.Names() {
		_, example, _ := strings.Cut(format.Want(name), "such as ")
		if example == "" || !check(t, name)(example) {
			t.Errorf("%s: %q is not an example", name, example)
		}
	}
}

// A program may ask net/url for its old leniency. The checks do not follow.
func TestURIWithoutStrictColons(t *testing.T) {
	t.Setenv("GODEBUG", "urlstrictcolons=0")
	for _, text := range []string{"http://::1/", "http://1:2:3:4:5:6:7:8:80/", "http://a:b:c/", "http://[::1]:1:2/"} {
		for _, name := range []string{"uri", "uri-reference"} {
			if agree(t, name, text, reference(t, name), check(t, name)) {
				t.Errorf("%s %q: accepted", name, text)
			}
		}
	}
}

// unallocated are the formats whose checks promise not to allocate.
var unallocated = []string{"date-time", "date", "time", "uuid", "email", "ipv4", "ipv6", "hostname", "duration", "json-pointer", "relative-json-pointer"}

func TestAllocations(t *testing.T) {
	for _, name := range unallocated {
		f, _ := format.Lookup(name)
		for _, text := range append(table[name].good, table[name].bad...) {
			b := []byte(text)
			if n := testing.AllocsPerRun(10, func() { f(b) }); n > 0 {
				t.Errorf("%s %q: %v allocations", name, text, n)
			}
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, name := range format.Names() {
		f, _ := format.Lookup(name)
		text := []byte(table[name].good[len(table[name].good)-1])
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f(text)
			}
		})
	}
}
