package docs_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

// The elements and attributes that a page may have.
var (
	elements = strings.Fields(`html head meta title style script body header main nav div section article p h1 h2 h3 h4 a button
		label input kbd details summary ul li dl dt dd figure figcaption pre code span em small br`)
	attributes = strings.Fields(`lang charset http-equiv content name class id href type aria-label aria-hidden aria-controls
		aria-describedby role tabindex for autocomplete spellcheck open`)
)

// checkPage reads a page as strictly as XML is read, and fails if there is
// anything in it that the template has not.
func checkPage(t testing.TB, page []byte) {
	t.Helper()
	if !utf8.Valid(page) {
		t.Error("the page is no UTF-8")
	}
	c := &checker{TB: t, ids: map[string]bool{}}
	d := xml.NewDecoder(bytes.NewReader(withoutProgram(t, page)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			c.start(token)
		case xml.Comment, xml.ProcInst:
			t.Errorf("%T in the page", token)
		}
	}
	for _, id := range c.wanted {
		if !c.ids[id] {
			t.Errorf("a link leads to %q, which is not there", id)
		}
	}
}

// withoutProgram empties the one script and the one style of a page, which are no
// XML.
func withoutProgram(t testing.TB, page []byte) []byte {
	t.Helper()
	for _, name := range []string{"style", "script"} {
		begin, rest, ok := bytes.Cut(page, []byte("<"+name+">"))
		_, end, closed := bytes.Cut(rest, []byte("</"+name+">"))
		if !ok || !closed {
			t.Fatalf("no %s in the page", name)
		}
		page = slices.Concat(begin, []byte("<"+name+"></"+name+">"), end)
	}
	return page
}

type checker struct {
	testing.TB

	ids     map[string]bool
	wanted  []string
	heading byte
	once    []string
}

func (c *checker) start(e xml.StartElement) {
	name := e.Name.Local
	if !slices.Contains(elements, name) {
		c.Errorf("the element %s in the page", name)
	}
	if name == "script" || name == "style" || name == "h1" {
		if slices.Contains(c.once, name) {
			c.Errorf("two elements %s in the page", name)
		}
		c.once = append(c.once, name)
	}
	if len(name) == 2 && name[0] == 'h' && name[1] <= '6' {
		if name[1] > c.heading+1 && c.heading != 0 {
			c.Errorf("a heading %s below one of level %c", name, c.heading)
		}
		c.heading = name[1]
	}
	for _, a := range e.Attr {
		c.attribute(name, a.Name.Local, a.Value)
	}
}

func (c *checker) attribute(element, name, value string) {
	switch {
	case !slices.Contains(attributes, name):
		c.Errorf("the attribute %s of %s in the page", name, element)
	case name == "href":
		id, ok := strings.CutPrefix(value, "#")
		if !ok {
			c.Errorf("a link out of the page: %q", value)
		}
		c.wanted = append(c.wanted, id)
	case name == "id":
		if c.ids[value] {
			c.Errorf("two elements have the id %q", value)
		}
		c.ids[value] = true
	}
}

func TestPages(t *testing.T) {
	checkPage(t, newReference(t, docs.Options{}, mixed(t)...).HTML())
}

// Whatever a text says, it stays text.
func TestHostileTexts(t *testing.T) {
	for _, text := range hostile {
		r := newReference(t, docs.Options{Title: text, Intro: text}, poisoned(t, "t", text))
		checkPage(t, r.HTML())
		checkJSON(t, r.JSON())
		checkMarkdown(t, r.Markdown())
	}
}

func checkJSON(t testing.TB, doc []byte) {
	t.Helper()
	if !json.Valid(doc) || !utf8.Valid(doc) {
		t.Error("the JSON is not valid")
	}
	checkSeen(t, doc)
}

// checkSeen fails if a reader would see something else than is there.
func checkSeen(t testing.TB, text []byte) {
	t.Helper()
	if i := bytes.IndexFunc(text, func(c rune) bool {
		return c != '\n' && c != '\t' && c < ' ' || 0x7f <= c && c < 0xa0 || strings.ContainsRune("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", c) || c >= 0xe0000 && c <= 0xe007f
	}); i >= 0 {
		t.Errorf("there is something unseen in %q", text[max(0, i-20):min(len(text), i+20)])
	}
}

// checkMarkdown knows the few shapes of lines that the writer makes. What HTML a
// renderer makes of them is checked in internal/browser.
func checkMarkdown(t testing.TB, doc []byte) {
	t.Helper()
	checkSeen(t, doc)
	fence := ""
	for line := range strings.Lines(string(doc)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case fence != "" && line == fence:
			fence = ""
		case fence != "":
		case strings.HasPrefix(line, "```") && strings.HasSuffix(line, "json"):
			fence = strings.TrimSuffix(line, "json")
		case strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.HasPrefix(line, "    "):
			t.Errorf("a block that nobody made: %q", line)
		case strings.HasPrefix(line, "|"):
			if cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") - 1; cells != 4 {
				t.Errorf("a row of %d cells: %q", cells, line)
			}
		}
	}
	if fence != "" {
		t.Errorf("a fence is open: %q", fence)
	}
}

// FuzzReference: no schema and no description makes it panic, or gets out of its
// place.
func FuzzReference(f *testing.F) {
	for _, text := range hostile {
		tool := poisoned(f, "t", text)
		f.Add(string(tool.InputSchema), text)
	}
	for _, source := range append(keywordSchemas, searchSchema, treeSchema, `{"type":"object","a":1,"a":2}`, `{"type":"object","$ref":"#"}`,
		`{"type":"object","allOf":[{"$ref":"#/allOf/0"}],"properties":{"a":3,"b":[],"c":null}}`) {
		f.Add(source, "A tool.")
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		tool := raw("t", text, source)
		tool.OutputSchema = json.RawMessage(source)
		if tool.Validate() != nil {
			return
		}
		r, err := docs.Options{Title: text, Intro: text}.New(tool)
		if err != nil {
			t.Fatal(err)
		}
		checkPage(t, r.HTML())
		checkJSON(t, r.JSON())
		checkMarkdown(t, r.Markdown())
	})
}
