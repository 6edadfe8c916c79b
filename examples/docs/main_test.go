package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the reference")

// TestReferenceIsFresh compares the reference with what the program writes now.
func TestReferenceIsFresh(t *testing.T) {
	const kept = "reference"
	if *update {
		if err := os.RemoveAll(kept); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(kept, 0o750); err != nil {
			t.Fatal(err)
		}
		if err := write(kept); err != nil {
			t.Fatal(err)
		}
	}
	fresh := t.TempDir()
	if err := write(fresh); err != nil {
		t.Fatal(err)
	}
	names := append(files(t, kept), files(t, fresh)...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if diff := cmp.Diff(read(t, kept, name), read(t, fresh, name)); diff != "" {
			t.Errorf("%s is not what the tools are now; -update writes it (-was +is):\n%s", name, diff)
		}
	}
}

func files(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// read is the text of a file; one that is not there has none.
func read(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

func Example() {
	if err := run(nil); err != nil {
		fmt.Println(err)
	}
	// Output:
	// README.md
	// find_books.md
	// label_shelves.md
	// lend_book.md
	// tools.html
	// tools.json
}
