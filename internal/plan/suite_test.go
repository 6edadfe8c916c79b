package plan

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/google/jsonschema-go/jsonschema" // its test data is the official suite

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// suiteGroup is one schema of the official JSON Schema test suite.
type suiteGroup struct {
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Tests       []struct {
		Description string          `json:"description"`
		Data        json.RawMessage `json:"data"`
		Valid       bool            `json:"valid"`
	} `json:"tests"`
}

// unsupported are the parts of the specification that a tool schema has no use
// for, and that the compiler refuses.
var unsupported = []string{
	"$dynamicRef", "$dynamicAnchor", "unevaluatedItems", "unevaluatedProperties",
	"must point into the same document",
}

func suiteDir(t *testing.T) string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Skipf("the module with the suite is not at hand: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata", "draft2020-12")
}

// TestAgreesWithTheOfficialSuite holds the walk to the verdicts of the JSON
// Schema test suite, draft 2020-12, for every schema that compiles.
func TestAgreesWithTheOfficialSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(suiteDir(t), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no suite: %v", err)
	}
	ran, refused := 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []suiteGroup
		if err := json.Unmarshal(raw, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			if n := runGroup(t, filepath.Base(file), g); n < 0 {
				refused++
			} else {
				ran += n
			}
		}
	}
	t.Logf("%d tests run, %d schemas refused as not supported", ran, refused)
	if ran < 793 {
		t.Errorf("only %d tests ran", ran)
	}
}

// runGroup returns how many tests it ran, or -1 for a schema that is refused.
func runGroup(t *testing.T, file string, g suiteGroup) int {
	doc, err := jsondoc.Parse(g.Schema)
	if err != nil {
		t.Errorf("%s: %s: %v", file, g.Description, err)
		return 0
	}
	p, err := Compile(doc)
	if err != nil {
		var compile *CompileError
		if !errors.As(err, &compile) || !isUnsupported(err.Error()) {
			t.Errorf("%s: %s: %v", file, g.Description, err)
		}
		return -1
	}
	for _, test := range g.Tests {
		if got := p.Check(test.Data, Mode{}) == nil; got != test.Valid && file != "format.json" { // formats are asserted here
			t.Errorf("%s: %s: %s: %s on %s is %v, want %v", file, g.Description, test.Description, g.Schema, test.Data, got, test.Valid)
		}
	}
	return len(g.Tests)
}

func isUnsupported(text string) bool {
	for _, u := range unsupported {
		if strings.Contains(text, u) {
			return true
		}
	}
	return false
}
