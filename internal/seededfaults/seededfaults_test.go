// Package seededfaults shows that the agreement tests have teeth: it puts
// deliberate faults into the code, one at a time and without touching a file,
// and expects the tests to notice each.
package seededfaults

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fault is one change of the source that makes the schema and the check, or the
// check and the decoder, disagree.
type fault struct {
	name, file, good, bad string
}

var faults = []fault{
	{"bytes counted for runes", "internal/plan/string.go", "utf8.RuneCount(content)", "max(len(content), utf8.RuneCount(content))"},
	{"gt taken for min", "internal/plan/compile_values.go", `strings.HasPrefix(name, "exclusive")`, `strings.HasPrefix(name, "exclusive!")`},
	{"maxLength one too few", "internal/plan/string.go", "runes > t.maxLength", "runes >= t.maxLength"},
	{"no bounds of integers", "schema/kinds.go", `keywordsOf("type", "integer", "minimum", jsondoc.Raw(b.low), "maximum", jsondoc.Raw(b.high))`, `keywordsOf("type", "integer", "x-low", jsondoc.Raw(b.low))`},
	{"decimals compared to 15 digits", "internal/decimal/decimal.go", "range min(la, lb)", "range min(la, lb, 15)"},
	{"names matched without case", "internal/plan/object.go", "o.byName[string(name)]", "o.byName[string(bytes.ToLower(name))]"},
	{"null allowed everywhere", "internal/plan/walk.go", "if n.Types&t == 0 {", "if n.Types&t == 0 && t != Null {"},
	{"equal items compared as text", "internal/plan/array.go", "string(canonical(nil, e))", "string(e)"},
	{"required keys beyond the 64th forgotten", "internal/plan/object.go", " || len(o.properties) > 64)", ")"},
	{"1.0 handed to an integer", "internal/plan/number.go", "w.repair(start, w.pos, digits, RepairInteger)", "_ = digits"},
	{"-0 handed to an unsigned integer", "internal/plan/number.go", " || text[0] == '-' && f.ok && f.value == 0", ""},
	{"escapes handed to time.Time", "internal/plan/string.go", "case Time:\n\t\tif escaped {", "case Time:\n\t\tif escaped && false {"},
	{"arrays may be one too long", "internal/plan/array.go", "length > a.maxItems", "length > a.maxItems+1"},
	{"any text taken for base64", "schema/builder.go", `, "pattern", base64Pattern)`, `)`},
	{"names of maps not looked at", "internal/plan/object.go", "Mode{MaxFaults: 1}); out != nil {", "Mode{MaxFaults: 1}); out != nil && w == nil {"},
	{"a dropped member leaves its comma", "internal/plan/edit.go", "if len(rest) > 0 && rest[0] == ',' {", "if len(rest) > 0 && rest[0] == '!' {"},
	{"oneOf read as anyOf", "internal/plan/whole.go", "w.countFitting(rules.oneOf, value, 2) != 1", "w.countFitting(rules.oneOf, value, 2) == 0"},
	{"nil slices written as null", "schema/bind.go", "n.Target = plan.EmptyArray", "n.Target = plan.Plain"},
	{"omitempty taken for always written", "schema/object.go", "!(f.OmitEmpty && canBeEmpty(f.Type))", "!(f.OmitEmpty && f.OmitZero)"},
	{"strings decoded with their escapes", "internal/decode/decode.go", "v.SetString(string(jsontext.AppendUnescaped(nil, raw)))", "v.SetString(string(append(jsontext.AppendUnescaped(nil, nil), raw...)))"},
}

// TestTheAgreementTestsFindSeededFaults takes minutes, so it runs only where the
// environment asks for it.
func TestTheAgreementTestsFindSeededFaults(t *testing.T) {
	if os.Getenv("SEEDED_FAULTS") == "" {
		t.Skip("set SEEDED_FAULTS=1 to run it; it builds the tests once for each fault")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			out, err := testWith(t, root, f)
			if err == nil {
				t.Errorf("not found:\n%s", out)
			} else if !strings.Contains(out, "--- FAIL") {
				t.Errorf("the tests did not run: %v\n%s", err, out)
			}
		})
	}
}

// testWith runs the agreement tests on the code with one fault in it.
func testWith(t *testing.T, root string, f fault) (output string, err error) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(f.file))
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(source), f.good) != 1 {
		t.Fatalf("%s does not have %q exactly once", f.file, f.good)
	}
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	write(t, changed, []byte(strings.Replace(string(source), f.good, f.bad, 1)))
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, overlay, replace)
	cmd := exec.Command("go", "test", "-vet=off", "-count=1", "-timeout=120s", "-overlay="+overlay, "-run=Agree|FuzzDecode", "./schema", "-args", "-agree.checks=60000")
	cmd.Dir = root
	text, err := cmd.CombinedOutput()
	return string(text), err
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
