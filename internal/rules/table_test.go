package rules_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/rules"
)

var update = flag.Bool("update", false, "rewrite testdata")

// TestMarkdown pins the documentation of the rules.
func TestMarkdown(t *testing.T) {
	golden := filepath.Join("testdata", "rules.md")
	got := rules.Markdown()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v (run with -update)", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s is out of date, run with -update (-want +got):\n%s", golden, diff)
	}
}

// validatorSource reads a file of the validator that this module uses.
func validatorSource(t *testing.T, name string) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-playground/validator/v10").Output()
	if err != nil {
		t.Skipf("the source of the validator is not at hand: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), name))
	if err != nil {
		t.Skipf("the source of the validator is not at hand: %v", err)
	}
	return string(text)
}

// keysOf lists the keys of a map literal in Go source.
func keysOf(t *testing.T, source, variable string) []string {
	t.Helper()
	_, body, ok := strings.Cut(source, variable)
	if !ok {
		t.Fatalf("the validator has no %s", variable)
	}
	body, _, _ = strings.Cut(body, "\n\t}\n")
	var keys []string
	for _, m := range regexp.MustCompile(`(?m)^\s*"(\w+)":`).FindAllStringSubmatch(body, -1) {
		keys = append(keys, m[1])
	}
	slices.Sort(keys)
	return keys
}

// TestEveryValidatorRule fails when the validator has a rule that this package
// does not know, or the other way round.
func TestEveryValidatorRule(t *testing.T) {
	recorded, err := os.ReadFile(filepath.Join("testdata", "tags.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(recorded))
	if diff := cmp.Diff(want, rules.Names()); diff != "" {
		t.Errorf("Names() and testdata/tags.txt differ (-recorded +known):\n%s", diff)
	}
	source := validatorSource(t, "baked_in.go")
	tags := append(keysOf(t, source, "bakedInValidators = map"), keysOf(t, source, "bakedInAliases = map")...)
	slices.Sort(tags)
	if diff := cmp.Diff(tags, want); diff != "" {
		t.Errorf("the validator and testdata/tags.txt differ (-validator +recorded):\n%s", diff)
	}
}

// TestPostcodeCountries does the same for the countries of the postcode rule.
func TestPostcodeCountries(t *testing.T) {
	source, _, _ := strings.Cut(validatorSource(t, "postcode_regexes.go"), "\n}\n")
	known := keysOf(t, source, "postCodePatternDict = map")
	if len(known) < 100 {
		t.Fatalf("only %d countries found", len(known))
	}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			country := string(a) + string(b)
			_, err := meaningOf("postcode_iso3166_alpha2="+country, rules.Target{Kind: rules.String}, rules.Options{})
			if (err == nil) != slices.Contains(known, country) {
				t.Errorf("%s: known to the validator %t, here %t", country, slices.Contains(known, country), err == nil)
			}
		}
	}
}

// TestRowsAreShort keeps what every request carries small.
func TestRowsAreShort(t *testing.T) {
	for _, row := range rules.Table() {
		if size := len(row.Published) - len("{}"); size > 200 {
			t.Errorf("%s on %s publishes %d bytes", row.Example, row.Kind, size)
		}
		if len(row.Note) > 120 {
			t.Errorf("%s on %s says %d bytes", row.Example, row.Kind, len(row.Note))
		}
	}
}

// TestWording checks the form of every demand.
func TestWording(t *testing.T) {
	for _, row := range rules.Table() {
		if row.Kind == 0 || row.Class == rules.Never {
			continue
		}
		m := mustMeaning(t, row.Example, rules.Target{Kind: row.Kind, Elem: rules.String}, rules.Options{})
		if m.Want != "" && !strings.HasPrefix(m.Want, "must ") && !strings.HasPrefix(m.Want, "is required ") || strings.HasSuffix(m.Want, ".") {
			t.Errorf("%s on %s: Want %q", row.Example, row.Kind, m.Want)
		}
		if m.InGo != (m.Class == rules.Shape || m.Class == rules.Cross) || m.InGo && (m.Note == "" || m.Want == "") {
			t.Errorf("%s on %s: class %s, in Go %t, want %q, note %q", row.Example, row.Kind, m.Class, m.InGo, m.Want, m.Note)
		}
		if !slices.IsSortedFunc(m.Keywords, func(a, b rules.Keyword) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s on %s: keywords are not sorted", row.Example, row.Kind)
		}
		if !json.Valid([]byte(row.Published)) {
			t.Errorf("%s on %s: %s is no JSON", row.Example, row.Kind, row.Published)
		}
	}
}

// portable are the escapes that Go and ECMA-262 with the u flag share and read
// alike. Classes such as \w, a bare dot and flags are not among them.
var portable = regexp.MustCompile(`\\(?:[\^$\\.*+?()\[\]{}|/-]|[tnfrv]|x[0-9a-f]{2})|\(\?:|[^\\(]|\([^?]`)

// TestPatternsArePortable checks every pattern that can be published.
func TestPatternsArePortable(t *testing.T) {
	for _, row := range rules.Table() {
		if row.Kind == 0 || row.Class == rules.Never {
			continue
		}
		for _, opt := range []rules.Options{{}, {Exact: true}} {
			m := mustMeaning(t, row.Example, rules.Target{Kind: row.Kind, Elem: rules.String}, opt)
			for _, k := range m.Keywords {
				patterns, _ := hints(k)
				for _, p := range patterns {
					if rest := portable.ReplaceAllString(p, ""); rest != "" {
						t.Errorf("%s: %q in %s is not portable", row.Example, rest, p)
					}
					if outside := regexp.MustCompile(`\\.|\[(?:\\.|[^\]\\])*\]`).ReplaceAllString(p, ""); strings.Contains(outside, ".") {
						t.Errorf("%s: a dot outside a class in %s", row.Example, p)
					}
				}
			}
		}
	}
}
