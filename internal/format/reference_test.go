package format_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// reference is a validator of another library that asserts one format.
func reference(t testing.TB, name string) func(text string) bool {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", map[string]any{"format": name}); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) bool { return schema.Validate(text) == nil }
}

// signed finds a sign where only a digit may stand. The reference reads
// numbers with strconv.Atoi, which takes it.
var signed = regexp.MustCompile(`(?:^|[Tt:.[+-])[+-]\d`)

// stricter lists the texts that the reference accepts and this package refuses
// on purpose. They break the standard that both of them follow, or exceed a
// limit.
func stricter(name, text string) bool {
	switch name {
	case "ipv4", "time", "date-time":
		return signed.MatchString(text)
	case "email":
		emptyMailbox := strings.HasPrefix(text, "@")
		return emptyMailbox || strings.HasSuffix(text, "]") && signed.MatchString(text)
	case "regex":
		return len(text) > 16<<10
	default:
		return false
	}
}

// TestStricterThanReference has one row for each deliberate difference.
func TestStricterThanReference(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"ipv4", "+1.2.3.4"},
		{"ipv4", "1.2.3.-0"},
		{"time", "+1:00:00Z"},
		{"time", "10:-0:00Z"},
		{"time", "10:00:00++1:00"},
		{"date-time", "2026-05-01T10:00:+1Z"},
		{"email", "@example.com"},
		{"email", "ann@[+1.2.3.4]"},
		{"regex", strings.Repeat("a", 16<<10+1)},
	} {
		if !reference(t, tt.name)(tt.text) {
			t.Errorf("%s %.40q: the reference refuses it too, so this is no difference any more", tt.name, tt.text)
		}
		if check(t, tt.name)(tt.text) {
			t.Errorf("%s %.40q: accepted", tt.name, tt.text)
		}
		if !stricter(tt.name, tt.text) {
			t.Errorf("%s %.40q: not listed", tt.name, tt.text)
		}
	}
}

// agree compares the two verdicts on one text.
func agree(t *testing.T, name, text string, reference, check func(string) bool) (verdict bool) {
	t.Helper()
	want, got := reference(text), check(text)
	if got != want && !(want && stricter(name, text)) {
		t.Errorf("%s %q: got %t, reference says %t", name, text, got, want)
	}
	return got
}
