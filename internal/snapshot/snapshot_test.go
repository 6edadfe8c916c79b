package snapshot_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/snapshot"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func tool(name, description, input, output string) toolnexus.Tool {
	return toolnexus.Tool{Name: name, Description: description, InputSchema: json.RawMessage(input), OutputSchema: json.RawMessage(output), Source: toolnexus.SourceNative}
}

const (
	city  = `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","maximum":7}},"required":["city"],"additionalProperties":false}`
	sunny = `{"type":"object","properties":{"sunny":{"type":"boolean"}},"required":["sunny"],"additionalProperties":false}`
)

func write(t *testing.T, dir, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func check(t *testing.T, o snapshot.Options, dir string, tools ...toolnexus.Tool) snapshot.Report {
	t.Helper()
	r, err := o.Check(dir, tools)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func updated(t *testing.T, o snapshot.Options, dir string, tools ...toolnexus.Tool) snapshot.Updated {
	t.Helper()
	done, err := o.Update(dir, tools)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// What is written matches what is compared, for every kind of tool, and is
// written once.
func TestUpdateThenCheck(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "directory")
	yes := true
	tools := []toolnexus.Tool{
		tool("forecast", "Tells <b>the</b> weather.", city, sunny),
		tool("now", "", "", ""),
		tool("any", "", `{"type":"object"}`, `true`),
		{Name: "hinted", Hints: &toolnexus.ToolHints{ReadOnly: &yes, Title: "A title"}},
	}
	o := snapshot.Options{Dialects: []schema.Dialect{schema.OpenAIStrict, schema.Gemini}}
	done := updated(t, o, dir, tools...)
	if want := []string{"any.json", "forecast.json", "hinted.json", "now.json"}; !slices.Equal(done.Written, want) || done.Removed != nil {
		t.Errorf("updated %v, want %v written", done, want)
	}
	if r := check(t, o, dir, tools...); !r.OK() || r.Breaking() || !strings.HasPrefix(r.String(), "4 tools match") {
		t.Error(r)
	}
	if again := updated(t, o, dir, tools...); again.Written != nil || again.Removed != nil {
		t.Errorf("written again: %v", again)
	}
	text, err := os.ReadFile(filepath.Join(dir, "forecast.json"))
	if err != nil {
		t.Fatal(err)
	}
	var read toolnexus.Tool
	if err := json.Unmarshal(text, &read); err != nil || read.Description != "Tells <b>the</b> weather." {
		t.Errorf("a snapshot is read as %v, %v", read, err)
	}
	golden(t, "forecast.json", string(text))
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	file = filepath.Join("testdata", file)
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

// The report of every kind of difference, in words.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	yes, no := true, false
	strict := snapshot.Options{Dialects: []schema.Dialect{schema.OpenAIStrict}}
	updated(t, strict, dir,
		tool("forecast", "Tells the weather.", city, sunny),
		tool("gone", "", city, ""),
		tool("same", "", city, ""),
		tool("lists", "", city, ""),
		tool("reordered", "", `{"type":"object","properties":{"a":{},"b":{}}}`, ""),
		toolnexus.Tool{Name: "hinted", Hints: &toolnexus.ToolHints{ReadOnly: &yes, Title: "T"}},
		tool("no_output", "", city, sunny),
		tool("taken", "", city, ""),
		tool("broken", "", city, ""),
	)
	write(t, dir, "taken.json", `{"name":"other","inputSchema":{}}`)
	write(t, dir, "broken.json", "<<<<<<< ours\n{}")
	write(t, dir, "foreign.json", `{"compilerOptions":{}}`)
	write(t, dir, "notes.txt", "is nobody's business")
	narrower := strings.Replace(strings.Replace(city, `"maximum":7`, `"maximum":5`, 1), `["city"]`, `["city","days"]`, 1)
	r := check(t, strict, dir,
		tool("forecast", "Tells it.", narrower, `{"type":"object","properties":{"sunny":{"type":["boolean","null"]}}}`),
		tool("fresh", "", city, ""),
		tool("same", "", city, ""),
		tool("lists", "", strings.Replace(city, `"days":{"type":"integer","maximum":7}`, `"days":{"type":"object","additionalProperties":{"type":"integer"}}`, 1), ""),
		tool("reordered", "", `{"type":"object","properties":{"b":{},"a":{}}}`, ""),
		toolnexus.Tool{Name: "hinted", Hints: &toolnexus.ToolHints{ReadOnly: &no, Destructive: &yes}},
		tool("no_output", "", city, ""),
		tool("taken", "", city, ""),
		tool("broken", "", city, ""),
	)
	if r.OK() || !r.Breaking() {
		t.Errorf("ok %v, breaking %v", r.OK(), r.Breaking())
	}
	golden(t, "report.txt", strings.ReplaceAll(r.String(), dir, "DIR")+"\n")
}

// A rendering that changes although its schema does not is told in words; one
// that is asked for anew, or not any more, is not breaking.
func TestReportOfDialects(t *testing.T) {
	dir := t.TempDir()
	both := snapshot.Options{Dialects: []schema.Dialect{schema.OpenAIStrict, schema.Gemini}}
	forecast := tool("forecast", "", city, "")
	updated(t, both, dir, forecast)
	r := check(t, snapshot.Options{Dialects: []schema.Dialect{schema.Gemini, schema.Anthropic}}, dir, forecast)
	if r.OK() || r.Breaking() || len(r.Findings[0].Changes) != 2 {
		t.Error(r)
	}
	file := filepath.Join(dir, "forecast.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "forecast.json", strings.Replace(string(text), "Must be at most", "May be at most", 1)+" ")
	for _, c := range []struct{ old, now string }{
		{`"maximum": 7`, `"maximum": 9`},
		{`"type": "STRING"`, `"type": "INTEGER"`},
	} {
		changed := string(text[strings.Index(string(text), `"dialects"`):])
		write(t, dir, "forecast.json", strings.Replace(string(text), changed, strings.Replace(changed, c.old, c.now, 1), 1))
		r := check(t, both, dir, forecast)
		if strings.Contains(changed, c.old) && (r.OK() || !r.Breaking()) {
			t.Errorf("%s: %v", c.now, r)
		}
	}
}

// Update removes snapshots of tools that are gone, and nothing else.
func TestUpdateRemoves(t *testing.T) {
	dir := t.TempDir()
	updated(t, snapshot.Options{}, dir, tool("a", "", city, ""), tool("b", "", city, ""))
	write(t, dir, "foreign.json", `[1]`)
	write(t, dir, "README.md", "# Snapshots")
	if err := os.Mkdir(filepath.Join(dir, "sub.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	done := updated(t, snapshot.Options{}, dir, tool("b", "new", city, ""))
	if !slices.Equal(done.Removed, []string{"a.json"}) || !slices.Equal(done.Written, []string{"b.json"}) {
		t.Errorf("%v", done)
	}
	if got, want := files(t, dir), []string{"README.md", "b.json", "foreign.json", "sub.json"}; !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
}

// White space and the ends of lines do not count.
func TestSpellingOfFiles(t *testing.T) {
	dir := t.TempDir()
	forecast := tool("forecast", "", city, "")
	updated(t, snapshot.Options{}, dir, forecast)
	text, err := os.ReadFile(filepath.Join(dir, "forecast.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, spelling := range []string{
		strings.ReplaceAll(string(text), "\n", "\r\n"),
		strings.ReplaceAll(string(text), "  ", "\t"),
	} {
		write(t, dir, "forecast.json", spelling)
		if r := check(t, snapshot.Options{}, dir, forecast); !r.OK() {
			t.Error(r)
		}
	}
}

// Names that differ in case only have files that differ in more.
func TestNamesInOneCase(t *testing.T) {
	dir := t.TempDir()
	tools := []toolnexus.Tool{tool("Get", "", city, ""), tool("get", "", city, ""), tool("put", "", city, "")}
	updated(t, snapshot.Options{}, dir, tools...)
	seen := map[string]bool{}
	for _, f := range files(t, dir) {
		seen[strings.ToLower(f)] = true
	}
	if len(seen) != 3 || !seen["put.json"] {
		t.Errorf("files %v", files(t, dir))
	}
	if r := check(t, snapshot.Options{}, dir, tools...); !r.OK() {
		t.Error(r)
	}
}

func TestToolsThatHaveNoSnapshot(t *testing.T) {
	dir := t.TempDir()
	_, err := snapshot.Options{}.Update(dir, []toolnexus.Tool{
		tool("twice", "", city, ""), tool("twice", "", city, ""), tool("no name", "", city, ""), tool("list", "", `[]`, ""),
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`two tools have the name "twice"`, "no name", "list"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	if got := files(t, dir); got != nil {
		t.Errorf("written in spite of that: %v", got)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"name":"forecast","inputSchema":{"type":"object"},"dialects":{"gemini":1}}`))
	f.Add([]byte(`{"name":"forecast","inputSchema":null,"hints":[],"outputSchema":3}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		dir := t.TempDir()
		write(t, dir, "forecast.json", string(file))
		forecast := tool("forecast", "", city, sunny)
		o := snapshot.Options{Dialects: []schema.Dialect{schema.Gemini}}
		if r := check(t, o, dir, forecast); !r.OK() && r.String() == "" {
			t.Error("no words")
		}
		updated(t, o, dir, forecast)
		if r := check(t, o, dir, forecast); !r.OK() {
			t.Error(r)
		}
	})
}
