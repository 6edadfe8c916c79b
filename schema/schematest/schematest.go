package schematest

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/internal/snapshot"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

func init() { //nolint:gochecknoinits // a flag has to be there before the flags are parsed
	if flag.Lookup("update") == nil {
		flag.Bool("update", false, "write the snapshots instead of comparing with them")
	}
}

// Update reports whether the test was run with the flag -update. Ask it inside of
// a test: the flags are not parsed before.
func Update() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// Options say where snapshots are, and what they hold.
type Options struct {
	// Dir is the directory of the files. It must hold those of one test only.
	// Empty means testdata/snapshots, and the name of the test below.
	Dir string
	// Dialects are pinned besides the schema: what each provider is told.
	Dialects []schema.Dialect
}

// Snapshot compares tools with their snapshots, and fails the test where they
// differ. It is [Options.Snapshot] without options.
func Snapshot(t testing.TB, tools ...toolnexus.Tool) {
	t.Helper()
	Options{}.Snapshot(t, tools...)
}

// Snapshot compares tools with their snapshots, and fails the test where they
// differ, with a report of all differences. With the flag -update it writes the
// snapshots instead. Tools that are not valid, and two tools of one name, fail the
// test in both cases.
func (o Options) Snapshot(t testing.TB, tools ...toolnexus.Tool) {
	t.Helper()
	dir := o.Dir
	if dir == "" {
		dir = filepath.Join("testdata", "snapshots", directory(t.Name()))
	}
	options := snapshot.Options{Dialects: o.Dialects}
	if Update() {
		done, err := options.Update(dir, tools)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range done.Written {
			t.Logf("wrote %s", filepath.Join(dir, file))
		}
		for _, file := range done.Removed {
			t.Logf("removed %s", filepath.Join(dir, file))
		}
	}
	report, err := options.Check(dir, tools)
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Errorf("%s\n\nIf this is meant, run the test with -update and commit the files.", report)
	}
}

// directory is the name of a test as a path. A subtest has a directory below that
// of its test.
func directory(test string) string {
	return filepath.FromSlash(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("/_-", r):
			return r
		}
		return '_'
	}, test))
}
