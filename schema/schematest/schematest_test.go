package schematest_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/schema/schematest"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/typed"
)

type Forecast struct {
	City string `json:"city" validate:"min=1"`
	Days int    `json:"days,omitempty" validate:"max=7"`
}

type ForecastOfFewerDays struct {
	City string `json:"city" validate:"min=1"`
	Days int    `json:"days,omitempty" validate:"max=5"`
}

func forecast[In any](t testing.TB) toolnexus.Tool {
	t.Helper()
	tool, err := typed.Define("forecast", "Tells the weather.", func(context.Context, In) (string, error) { return "sunny", nil })
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// fakeT is a test that notes how it went.
type fakeT struct {
	testing.TB

	name   string
	failed bool
	text   strings.Builder
}

func (f *fakeT) Helper()      {}
func (f *fakeT) Name() string { return f.name }

func (f *fakeT) Logf(format string, args ...any) { fmt.Fprintf(&f.text, format+"\n", args...) }

func (f *fakeT) Errorf(format string, args ...any) {
	f.failed = true
	f.Logf(format, args...)
}

func (f *fakeT) Fatal(args ...any) {
	f.failed = true
	fmt.Fprintln(&f.text, args...)
	panic(f)
}

// run runs a snapshot as a test of a name, with or without -update.
func run(t *testing.T, name string, update bool, o schematest.Options, tools ...toolnexus.Tool) (ok bool, text string) {
	t.Helper()
	before := flag.Lookup("update").Value.String()
	if err := flag.Set("update", fmt.Sprint(update)); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := flag.Set("update", before); err != nil {
			t.Fatal(err)
		}
	}()
	f := &fakeT{TB: t, name: name}
	defer func() {
		if v := recover(); v != nil {
			if v != any(f) {
				panic(v)
			}
			ok, text = false, f.text.String()
		}
	}()
	if schematest.Update() != update {
		t.Error("Update does not tell the flag")
	}
	o.Snapshot(f, tools...)
	return !f.failed, f.text.String()
}

// A snapshot is written with -update only, matches then, and fails in words when
// the tool changes.
func TestSnapshot(t *testing.T) {
	t.Chdir(t.TempDir())
	tool := forecast[Forecast](t)
	o := schematest.Options{Dialects: []schema.Dialect{schema.Gemini}}
	file := filepath.Join("testdata", "snapshots", "TestTools", "of_the_weather", "forecast.json")
	const name = "TestTools/of_the weather"

	if ok, text := run(t, name, false, o, tool); ok || !strings.Contains(text, "there is no snapshot of the tool forecast") {
		t.Errorf("without a file: %v, %s", ok, text)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the file was written without -update")
	}
	if ok, text := run(t, name, true, o, tool); !ok || !strings.Contains(text, "wrote "+file) {
		t.Errorf("with -update: %v, %s", ok, text)
	}
	if ok, text := run(t, name, false, o, tool); !ok || text != "" {
		t.Errorf("unchanged: %v, %s", ok, text)
	}
	ok, text := run(t, name, false, o, forecast[ForecastOfFewerDays](t))
	if ok {
		t.Error("a change is no failure")
	}
	for _, want := range []string{"BREAKING", "/properties/days", "maximum 7 became maximum 5", `for instance {"city":"text","days":7}`, "-update"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
	if ok, text := run(t, name, true, o); !ok || !strings.Contains(text, "removed "+file) {
		t.Errorf("the last tool went: %v, %s", ok, text)
	}
}

// Tools that cannot have a snapshot fail the test, with -update too.
func TestSnapshotOfInvalidTools(t *testing.T) {
	t.Chdir(t.TempDir())
	tool := forecast[Forecast](t)
	for _, update := range []bool{false, true} {
		if ok, text := run(t, "TestTools", update, schematest.Options{}, tool, tool); ok || !strings.Contains(text, `two tools have the name "forecast"`) {
			t.Errorf("update %v: %v, %s", update, ok, text)
		}
	}
}

// A file that cannot be written or read is a failure.
func TestSnapshotWithoutDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, update := range []bool{false, true} {
		if ok, text := run(t, "TestTools", update, schematest.Options{Dir: file}, forecast[Forecast](t)); ok || text == "" {
			t.Errorf("update %v: %v, %s", update, ok, text)
		}
	}
}

// The package's own use of itself.
func TestOfThisPackage(t *testing.T) {
	schematest.Snapshot(t, forecast[Forecast](t))
}

func ExampleSnapshot() {
	// func TestTools(t *testing.T) {
	var t *testing.T
	if t != nil { // there is no test to speak of in an example
		schematest.Snapshot(t, tools()...)
	}
	// Output:
}

func ExampleOptions_Snapshot() {
	// func TestTools(t *testing.T) {
	var t *testing.T
	if t != nil { // there is no test to speak of in an example
		schematest.Options{
			Dir:      "testdata/tools",
			Dialects: []schema.Dialect{schema.OpenAIStrict, schema.Gemini},
		}.Snapshot(t, tools()...)
	}
	// Output:
}

// tools are all the tools of a program.
func tools() []toolnexus.Tool {
	return []toolnexus.Tool{
		typed.MustDefine("forecast", "Tells the weather.", func(context.Context, Forecast) (string, error) { return "sunny", nil }),
	}
}
