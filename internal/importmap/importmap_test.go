// Package importmap holds the imports of this module to one map. It has only
// tests.
package importmap_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, file := range goFiles(t) {
		pkg, test := path.Dir(file), strings.HasSuffix(file, "_test.go")
		if _, ok := rowOf(pkg); !ok && !test {
			if !seen[pkg] {
				t.Errorf("package %s is not on the map; give it a row in map_test.go and in the README", pkg)
			}
			seen[pkg] = true
			continue
		}
		seen[pkg] = seen[pkg] || !test
		for _, imported := range imports(t, file) {
			if text := fault(pkg, imported, test); text != "" {
				t.Errorf("%s: import %q %s", file, imported, text)
			}
		}
	}
	for pkg := range packages {
		if !seen[pkg] {
			t.Errorf("package %s is on the map but does not exist", pkg)
		}
	}
}

// What a program links by importing a package is more than its imports: a
// program that only defines tools must not start processes or speak HTTP.
func TestLinks(t *testing.T) {
	// The go command is another process, and what it reads does not make a
	// cached result of this test stale. What this test reads does: all sources
	// of the module, and the versions of the others.
	for _, file := range goFiles(t) {
		imports(t, file)
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		if _, err := os.ReadFile(filepath.Join(root, file)); err != nil {
			t.Fatal(err)
		}
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "./schema", "./toolnexus", "./typed")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, strings.TrimSuffix(module, "/")+"/typed") {
		t.Fatalf("go list -deps does not even name the package itself: %s", out)
	}
	for _, pkg := range linked {
		if forbidden.MatchString(pkg) {
			t.Errorf("importing typed links %s", pkg)
		}
	}
}

var forbidden = regexp.MustCompile(`^(os/exec|net/http|net/rpc|plugin)($|/)`)

// The README has a row for each package, with the same arrows.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## Packages\n")
	if !ok {
		t.Fatal("the README has no section Packages")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	got := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]*)` \\|.*\\| ([^|]*) \\|$").FindAllStringSubmatch(section, -1) {
		got[row[1]] = nil
		for _, word := range regexp.MustCompile("`[^`]+`").FindAllString(row[2], -1) {
			got[row[1]] = append(got[row[1]], strings.Trim(word, "`"))
		}
	}
	want := map[string][]string{}
	for pkg, row := range packages {
		want[pkg] = slices.Clone(row.own)
		for _, m := range row.modules {
			want[pkg] = append(want[pkg], strings.TrimPrefix(m, "github.com/"))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the package map in the README is not the one in map_test.go (-want +got):\n%s", diff)
	}
}

// The rules themselves, so that a fault in them cannot let everything through.
func TestFault(t *testing.T) {
	for _, c := range []struct {
		name, pkg, imported string
		test, allowed       bool
	}{
		{"standard library", "internal/decimal", "math/big", false, true},
		{"arrow on the map", "internal/plan", module + "internal/decimal", false, true},
		{"arrow by pattern", "schema", module + "internal/plan", false, true},
		{"support for tests", "schema", module + "internal/agree", false, false},
		{"support for tests, by name", "typed/typedtest", module + "internal/agree", false, true},
		{"support for tests, in a test", "schema", module + "internal/agree", true, true},
		{"between leaves", "internal/decimal", module + "internal/plan", false, false},
		{"backwards", "schema", module + "typed", false, false},
		{"backwards in a test", "schema", module + "typed", true, true},
		{"allowed module", "schema", jsonschema, false, true},
		{"package of an allowed module", "schema", validator + "/non-standard/validators", false, true},
		{"module with a longer name", "schema", jsonschema + "x", false, false},
		{"module of another package", "toolnexus", validator, false, false},
		{"module for tests only", "schema", santhosh, false, false},
		{"module for tests in a test", "schema", santhosh, true, true},
		{"unknown module in a test", "schema", "example.com/x", true, false},
		{"example of public packages", "examples/any", module + "typed", false, true},
		{"example of internals", "examples/any", module + "internal/plan", false, false},
		{"types for tests", "typed", module + "typed/internal/x", false, false},
		{"types for tests, in a test", "typed", module + "typed/internal/x", true, true},
		{"from types for tests", "typed/internal/x", module + "schema", false, false},
		{"package without a row", "other", "fmt", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := fault(c.pkg, c.imported, c.test)
			if (text == "") != c.allowed {
				t.Errorf("fault(%q, %q, %v) = %q", c.pkg, c.imported, c.test, text)
			}
		})
	}
}

// The map has no way back: what a package may import may not import it.
func TestNoCycles(t *testing.T) {
	for _, from := range slices.Sorted(maps.Keys(packages)) {
		for _, arrow := range packages[from].own {
			for to, row := range packages {
				back := func(a string) bool { return covers(a, from) }
				if from != to && covers(arrow, to) && slices.ContainsFunc(row.own, back) {
					t.Errorf("%s and %s may import each other", from, to)
				}
			}
		}
	}
}

// goFiles are the Go files of this module, as slash-separated paths from its
// root.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != root && isForeign(name) {
			return filepath.SkipDir
		}
		if !entry.IsDir() && strings.HasSuffix(name, ".go") {
			rel, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no Go files found")
	}
	return files
}

// isForeign reports whether the go command leaves a directory out of ./...
func isForeign(dir string) bool {
	base := filepath.Base(dir)
	if base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func imports(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
}
