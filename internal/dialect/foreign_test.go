package dialect_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/dialect"
	"github.com/toolnexus/go-sdk/toolnexus"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Functions as other people declare them, one on a line.
const (
	ownSample = "testdata/foreign.jsonl"
	bfcl      = "../../../shared/bfcl/functions.jsonl" // the Berkeley leaderboard's, where it lies beside the repository
)

// TestForeign: every function of other people comes out as each provider takes
// it, or with errors that have a place. The golden file counts what became of
// them.
func TestForeign(t *testing.T) {
	for _, c := range []struct{ name, file string }{{"sample", ownSample}, {"bfcl", bfcl}} {
		t.Run(c.name, func(t *testing.T) {
			functions := readFunctions(t, c.file)
			var summary strings.Builder
			summarizeNames(&summary, functions)
			for _, p := range profiles {
				summarize(t, &summary, p, functions)
			}
			golden(t, c.name+".golden", summary.String())
		})
	}
}

type function struct {
	Name       string          `json:"name"`
	Parameters json.RawMessage `json:"parameters"`
}

func readFunctions(t *testing.T, file string) []function {
	t.Helper()
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && file == bfcl {
		t.Skip("the public function schemas are not beside this repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	var functions []function
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var f function
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			t.Fatal(err)
		}
		functions = append(functions, f)
	}
	return functions
}

// summarizeNames counts the names that are no names of tools, and whether they
// stay apart when they are made ones.
func summarizeNames(summary *strings.Builder, functions []function) {
	given, made, bad := map[string]bool{}, map[string]bool{}, 0
	for _, f := range functions {
		given[f.Name] = true
		name := toolnexus.Sanitize(f.Name)
		made[name] = true
		if toolnexus.ValidateName(name) != nil {
			bad++
		}
	}
	fmt.Fprintf(summary, "%d functions, %d names, %d after Sanitize, %d of them still no names of tools\n",
		len(functions), len(given), len(made), bad)
}

// summarize counts what becomes of the functions in one dialect.
func summarize(t *testing.T, summary *strings.Builder, p *dialect.Profile, functions []function) {
	t.Helper()
	said, faithful := 0, 0
	lost, refused := map[string]int{}, map[string]int{}
	for _, f := range functions {
		result, problems := dialect.Rewrite(p, f.Parameters)
		for _, problem := range problems {
			refused[generally(problem.Text)]++
		}
		if len(problems) > 0 {
			continue
		}
		said++
		if len(result.Losses) == 0 {
			faithful++
		}
		for _, l := range result.Losses {
			kind := "lost"
			if l.Described {
				kind = "described"
			}
			lost[l.Keyword+" "+kind]++
		}
		if result.Schema == nil {
			continue
		}
		if text := conforms(p.Name, result.Schema); text != "" {
			t.Errorf("%s in %s: %s\n%s\n%s", f.Name, p.Name, text, f.Parameters, result.Schema)
		}
		agrees(t, p, standard(t, f.Parameters), 1)
	}
	fmt.Fprintf(summary, "\n%s: %d said, %d of them without a loss; %d refused\n", p.Name, said, faithful, len(functions)-said)
	for _, counts := range []map[string]int{lost, refused} {
		for _, text := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(summary, "%6d %s\n", counts[text], text)
		}
	}
}

// generally leaves out what differs from one error to the next.
func generally(text string) string {
	return regexp.MustCompile(`"(\\.|[^"\\])*"`).ReplaceAllString(text, "…")
}

// standard is the source as the judge can read it.
func standard(t *testing.T, source []byte) []byte {
	t.Helper()
	result, problems := dialect.Rewrite(dialect.JSONSchema, source)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return result.Schema
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
