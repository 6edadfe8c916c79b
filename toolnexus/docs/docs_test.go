package docs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/sample"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The page of the golden file begins after its head, which holds files of this
// package.
func TestGolden(t *testing.T) {
	r := newReference(t, docs.Options{Title: "Tools of <Acme>", Intro: "All *tools*.\n\nSee www.acme.example."}, mixed(t)...)
	_, body, _ := bytes.Cut(r.HTML(), []byte("</head>\n"))
	want := map[string][]byte{"reference.md": r.Markdown(), "reference.json": r.JSON(), "body.html": body}
	for name, content := range r.MarkdownFiles() {
		want["files/"+name] = content
	}
	for name, got := range want {
		golden(t, filepath.Join("testdata", filepath.FromSlash(name)), got)
	}
	files, err := filepath.Glob(filepath.Join("testdata", "files", "*"))
	if err != nil || len(files) != 1+len(mixed(t)) {
		t.Errorf("%d golden files of one tool each, %v", len(files), err)
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-golden +now; -update rewrites it):\n%s", file, diff)
	}
}

// The same tools give the same bytes, every time and at the same time.
func TestSameBytes(t *testing.T) {
	all := func(r *docs.Reference) string {
		text := string(r.Markdown()) + string(r.JSON()) + string(r.HTML())
		for name, content := range r.MarkdownFiles() {
			text += name + string(content)
		}
		return text
	}
	r := newReference(t, docs.Options{}, mixed(t)...)
	want := all(r)
	again := make(chan string)
	for range 4 {
		go func() { again <- all(r) }()
	}
	for range 4 {
		if <-again != want {
			t.Error("a reference does not always give the same")
		}
	}
	if all(newReference(t, docs.Options{}, mixed(t)...)) != want {
		t.Error("two references of the same tools differ")
	}
}

func TestErrorsListEverything(t *testing.T) {
	ping := raw("ping", "", `{"type":"object"}`)
	_, err := docs.New(ping, ping, ping, raw("no name", "", `{"type":"object"}`), raw("list", "", `{"type":"array"}`))
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 || lines[0] != `3 tools have the name "ping"` {
		t.Errorf("got %q", lines)
	}
	if _, ok := errors.AsType[*toolnexus.NameError](err); !ok {
		t.Errorf("no NameError in %v", err)
	}
	if repeated, ok := errors.AsType[*docs.RepeatedNameError](err); !ok || *repeated != (docs.RepeatedNameError{Name: "ping", Count: 3}) {
		t.Errorf("no RepeatedNameError in %v", err)
	}
}

func TestNoTools(t *testing.T) {
	r := newReference(t, docs.Options{})
	if got, want := string(r.Markdown()), "# Tools\n\nThere are no tools.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := string(r.JSON()), "{\n  \"title\": \"Tools\",\n  \"tools\": []\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	checkPage(t, r.HTML())
	var names []string
	for name := range r.MarkdownFiles() {
		names = append(names, name)
	}
	if !slices.Equal(names, []string{"README.md"}) {
		t.Errorf("got files %q", names)
	}
}

// MarkdownFiles stops when it is told to.
func TestFilesStop(t *testing.T) {
	r := newReference(t, docs.Options{}, mixed(t)...)
	for most := 1; most <= 3; most++ {
		n := 0
		for range r.MarkdownFiles() {
			if n++; n == most {
				break
			}
		}
		if n != most {
			t.Errorf("got %d files, want %d", n, most)
		}
	}
}

// Files that differ in case alone, or that Windows cannot have, get numbers.
func TestFileNames(t *testing.T) {
	var tools []toolnexus.Tool
	for _, name := range []string{"get", "Get", "GET", "get-2", "con", "readme", "README", "com1"} {
		tools = append(tools, raw(name, "", `{"type":"object"}`))
	}
	seen := map[string]bool{}
	var names []string
	for name := range newReference(t, docs.Options{}, tools...).MarkdownFiles() {
		if lower := strings.ToLower(name); seen[lower] {
			t.Errorf("two files are %q", lower)
		}
		seen[strings.ToLower(name)] = true
		names = append(names, name)
	}
	want := []string{"README.md", "get.md", "Get-3.md", "GET-4.md", "get-2.md", "con-2.md", "readme-2.md", "README-3.md", "com1-2.md"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

// Every example of a call is accepted by the schema.
func TestExamplesAreAccepted(t *testing.T) {
	tools := mixed(t)
	var doc struct {
		Tools []struct{ Examples []json.RawMessage }
	}
	if err := json.Unmarshal(newReference(t, docs.Options{}, tools...).JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	for i, tool := range doc.Tools {
		if len(tool.Examples) == 0 && tools[i].Name != "Ping" { // whose schema is not understood

			t.Errorf("%s has no example", tools[i].Name)
		}
		for _, e := range tool.Examples {
			if !accepts(t, tools[i].InputSchema, e) {
				t.Errorf("%s: its schema refuses %s", tools[i].Name, e)
			}
		}
	}
	if got := doc.Tools[3].Examples; len(got) != 1 || !strings.Contains(string(got[0]), "harbour") {
		t.Errorf("got examples %s, want the one that is listed and accepted", got)
	}
}

// A schema of another language is read as its declarations are.
func TestExamplesOfOtherLanguages(t *testing.T) {
	one := raw("t", "", `{"type":"object","properties":{"n":{"type":"long","minimum":3},"s":{"type":"any"}},"required":["n"]}`)
	text := string(newReference(t, docs.Options{}, one).Markdown())
	if !strings.Contains(text, "{\n  \"n\": 3\n}") {
		t.Errorf("no example in\n%s", text)
	}
}

func accepts(t *testing.T, source, value []byte) bool {
	t.Helper()
	if len(source) == 0 {
		source = toolnexus.EmptySchema()
	}
	parsed, err := jsondoc.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sample.New(parsed)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsondoc.Parse(value)
	return err == nil && s.Accepts("", v)
}

// A tool can be read from the JSON documentation.
func TestJSONHoldsTools(t *testing.T) {
	tools := mixed(t)[:4]
	var doc struct{ Tools []toolnexus.Tool }
	if err := json.Unmarshal(newReference(t, docs.Options{}, tools...).JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	for i, got := range doc.Tools {
		got.Execute = never
		if err := got.Validate(); err != nil || got.Name != tools[i].Name || got.Description != tools[i].Description {
			t.Errorf("got %s, %v; want %s", got.Name, err, tools[i].Name)
		}
	}
}

// Only the dialects that are asked for are shown.
func TestDialects(t *testing.T) {
	tool := raw("search", "", searchSchema)
	for _, test := range []struct {
		dialects []schema.Dialect
		want     []string
	}{
		{nil, []string{"anthropic", "anthropic-strict", "gemini", "gemini-json-schema", "json-schema", "openai", "openai-strict"}},
		{[]schema.Dialect{}, nil},
		{[]schema.Dialect{schema.Gemini, schema.Gemini, 200}, []string{"dialect 200", "gemini"}},
	} {
		var doc struct {
			Tools []struct{ Dialects map[string]any }
		}
		r := newReference(t, docs.Options{Dialects: test.dialects}, tool)
		if err := json.Unmarshal(r.JSON(), &doc); err != nil {
			t.Fatal(err)
		}
		var got []string
		for name := range doc.Tools[0].Dialects {
			got = append(got, name)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("got %q, want %q", got, test.want)
		}
		checkPage(t, r.HTML())
	}
}

// A thousand tools take a hundred times as much as ten.
func TestSizeIsLinear(t *testing.T) {
	grows(t, "tools", 10, 100, 1.1, func(n int) []toolnexus.Tool {
		var tools []toolnexus.Tool
		for i := range n {
			tool := raw(fmt.Sprintf("tool_%04d", i), "Searches.", searchSchema)
			tools = append(tools, tool)
		}
		return tools
	})
	for name, form := range map[string]string{
		"below a long name": `{"type":"object","properties":{"LONG":{"type":"object","properties":{MANY}}}}`,
		"with a long name":  `{"type":"object","properties":{MANY},"$defs":{"LONG":{"type":"string"}}}`,
		"with long text":    `{"type":"object","description":"LONG","properties":{MANY}}`,
	} {
		grows(t, name, 500, 4, 1.3, func(n int) []toolnexus.Tool {
			members := make([]string, n)
			for i := range members {
				members[i] = fmt.Sprintf(`"n%05d":{"type":"string"}`, i)
			}
			input := strings.NewReplacer("LONG", strings.Repeat("long ", 10*n), "MANY", strings.Join(members, ",")).Replace(form)
			return []toolnexus.Tool{raw("t", "", input)}
		})
	}
}

// grows checks how much more is written of a number of things times a factor.
func grows(t *testing.T, name string, n, factor int, most float64, tools func(n int) []toolnexus.Tool) {
	t.Helper()
	size := func(n int) map[string]int {
		r := newReference(t, docs.Options{Dialects: []schema.Dialect{}}, tools(n)...)
		return map[string]int{"Markdown": len(r.Markdown()), "JSON": len(r.JSON()), "HTML": len(r.HTML())}
	}
	few, many := size(n), size(n*factor)
	for format, got := range many {
		if ratio := float64(got) / float64(few[format]) / float64(factor); ratio > most {
			t.Errorf("%s: %d times as much takes %.1f times as much %s", name, factor, ratio*float64(factor), format)
		}
	}
}

// Four times as many fields or tools take four times as long, or so. The best of a
// few tries counts, since other programs take time, too.
func TestTimeIsLinear(t *testing.T) {
	const tries, most = 5, 10
	for name, tools := range map[string]func(n int) []toolnexus.Tool{
		"tools": func(n int) []toolnexus.Tool {
			var tools []toolnexus.Tool
			for i := range n / 20 {
				tools = append(tools, raw(fmt.Sprint("t", i), "Searches.", searchSchema))
			}
			return tools
		},
		"parts with the same fields": func(n int) []toolnexus.Tool {
			part := strings.Repeat(`,{"properties":{"a":{"type":"string"}}}`, n)
			return []toolnexus.Tool{raw("t", "", `{"type":"object","allOf":[`+part[1:]+`]}`)}
		},
		"references": func(n int) []toolnexus.Tool {
			var uses, definitions []string
			for i := range n {
				uses = append(uses, fmt.Sprintf(`"a%d":{"$ref":"#/$defs/D%d"},"b%d":{"$ref":"#/$defs/D%d"}`, i, i, i, i))
				definitions = append(definitions, fmt.Sprintf(`"D%d":{"type":"object"}`, i))
			}
			return []toolnexus.Tool{raw("t", "", `{"type":"object","properties":{`+strings.Join(uses, ",")+`},"$defs":{`+strings.Join(definitions, ",")+`}}`)}
		},
	} {
		timeOf := func(n int) time.Duration {
			given := tools(n)
			start := time.Now()
			r := newReference(t, docs.Options{Dialects: []schema.Dialect{}}, given...)
			r.Markdown()
			r.JSON()
			r.HTML()
			return time.Since(start)
		}
		ratio := 0.0
		for range tries {
			if ratio = float64(timeOf(4000)) / float64(timeOf(1000)); ratio < most {
				break
			}
		}
		if ratio >= most {
			t.Errorf("%s: four times as many take %.1f times as long", name, ratio)
		}
	}
}
