package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/schema/schematest"
)

// TestTools is all that a program needs to have its schemas pinned.
func TestTools(t *testing.T) {
	schematest.Snapshot(t, tools()...)
}

// TestRenderings pins what two providers are told as well.
func TestRenderings(t *testing.T) {
	schematest.Options{
		Dialects: []schema.Dialect{schema.OpenAIStrict, schema.Gemini},
	}.Snapshot(t, tools()...)
}

// noting is a test that fails without failing.
type noting struct {
	testing.TB

	text string
}

func (n *noting) Errorf(format string, args ...any) { n.text += fmt.Sprintf(format, args...) + "\n" }

// TestReport pins what TestTools would say if the tools changed.
func TestReport(t *testing.T) {
	golden := filepath.Join("testdata", "report.golden")
	got := report(t)
	if schematest.Update() {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the report is\n%s\nwant\n%s", got, want)
	}
}

// report compares the changed tools with the pinned ones, also with -update.
func report(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "forecast.json"), pinned, 0o600); err != nil {
		t.Fatal(err)
	}
	before := schematest.Update()
	setUpdate(t, false)
	defer setUpdate(t, before)
	failing := &noting{TB: t}
	schematest.Options{Dir: dir}.Snapshot(failing, changedTools()...)
	return strings.ReplaceAll(failing.text, dir, "testdata/snapshots/TestTools")
}

func setUpdate(t *testing.T, on bool) {
	t.Helper()
	if err := flag.Set("update", strconv.FormatBool(on)); err != nil {
		t.Fatal(err)
	}
}

func Example() {
	if err := run(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// the root: "days" is required now (breaking: calls that were accepted are refused; for instance {"city":"text"})
	// /properties/days: maximum 7 became maximum 5 (breaking: calls that were accepted are refused; for instance {"city":"text","days":7})
}
