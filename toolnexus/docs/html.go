package docs

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the parts of the page
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"
)

//go:embed page.tmpl
var pageTemplate string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

var page = template.Must(template.New("").Parse(pageTemplate))

// HTML returns the documentation as one page. It loads nothing, works from a file
// and without JavaScript, permits no script and no style but its own, and is
// well-formed as XML, too. Each
// tool has its name as anchor, and each field of its arguments the name and the
// path, as in #book_table.guests.
func (r *Reference) HTML() []byte {
	const many = 40
	p := pageData{
		Title: r.title, Intro: richText(r.intro), Many: len(r.tools) > many, Count: counted(len(r.tools)),
		Style: template.CSS(pageStyle), Script: template.JS(pageScript), //nolint:gosec // both are files of this package
		Policy: policy(),
	}
	for i := range r.tools {
		p.Tools = append(p.Tools, newPageTool(&r.tools[i]))
	}
	var b bytes.Buffer
	if err := page.ExecuteTemplate(&b, "page", p); err != nil {
		// Nothing that the template calls fails, and a buffer takes everything.
		return []byte(template.HTMLEscapeString(err.Error()))
	}
	return b.Bytes()
}

// policy permits the style and the script of the page and nothing else.
func policy() string {
	return fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'",
		hash(pageScript), hash(pageStyle))
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func counted(tools int) string {
	if tools == 1 {
		return "1 tool"
	}
	return fmt.Sprintf("%d tools", tools)
}

// What the template is given.
type (
	pageData struct {
		Title, Count, Policy string
		Intro                template.HTML
		Style                template.CSS
		Script               template.JS
		Many                 bool
		Tools                []pageTool
	}

	pageTool struct {
		Name, Title string
		Description template.HTML
		Traits      []string
		Shapes      []pageShape
		Examples    []pageCode
		Schemas     []pageCode
		Renderings  []pageRendering
	}

	pageShape struct {
		Heading     string
		Root        pageField
		Definitions []pageField
	}

	pageCode struct{ Caption, What, Text string }

	pageRendering struct {
		Names            string
		Problems, Losses []string
		Note             string
		Code             *pageCode
	}

	pageField struct {
		ID, Href, Path, Above, Last, Part, Type, Title string

		Depth       int
		Plain       bool // there is nothing to say but the fields
		Marks       []string
		Description template.HTML
		HasFacts    bool
		Rules       []pageRule
		Links       []pageLink
		Default     string
		Examples    []string
		Others      []string
		Rows        []pageField // only of a whole value: all fields in it
	}

	pageRule struct{ Words, Code string }
	pageLink struct{ Href, Text string }
)

func newPageTool(t *tool) pageTool {
	p := pageTool{
		Name: t.name, Title: t.title, Description: richText(t.description), Traits: t.traits,
		Shapes:  []pageShape{newPageShape("Arguments", t.input)},
		Schemas: []pageCode{newPageCode("the schema of "+t.name, t.inputSchema)},
	}
	if t.output != nil {
		p.Shapes = append(p.Shapes, newPageShape("Result", t.output))
		p.Schemas[0].Caption = "Arguments"
		result := newPageCode("the schema of the result of "+t.name, t.outputSchema)
		result.Caption = "Result"
		p.Schemas = append(p.Schemas, result)
	}
	for _, e := range t.examples {
		p.Examples = append(p.Examples, newPageCode("example arguments of "+t.name, e))
	}
	for _, r := range t.renderings {
		p.Renderings = append(p.Renderings, newPageRendering(t, r))
	}
	return p
}

func newPageCode(what string, raw json.RawMessage) pageCode {
	return pageCode{What: what, Text: indented(raw, "\t")}
}

func newPageRendering(t *tool, r rendering) pageRendering {
	p := pageRendering{Names: r.names(), Problems: r.problems, Losses: r.losses}
	switch {
	case r.problems != nil && r.schema == nil:
	case r.schema == nil:
		p.Note = "No schema is sent."
	case slices.Equal(r.schema, t.inputSchema):
		p.Note = "The schema as it is."
	default:
		code := newPageCode("the schema of "+t.name+" for "+p.Names, r.schema)
		p.Code = &code
	}
	return p
}

func newPageShape(heading string, s *shape) pageShape {
	p := pageShape{Heading: heading, Root: newPageWhole(s.root)}
	for _, d := range s.definitions {
		p.Definitions = append(p.Definitions, newPageWhole(d))
	}
	return p
}

// newPageWhole is a whole value with all fields in it, one after another.
func newPageWhole(f *field) pageField {
	p := newPageField(f, 0)
	for _, child := range f.fields {
		p.Rows = appendRows(p.Rows, child, 0)
	}
	if f.isEmptyObject() {
		p.Type = "none"
		p.Rules = nil
		p.HasFacts = p.hasFacts()
	}
	p.Plain = len(p.Rows) > 0 && p.Type == "an object" && len(p.Marks) == 0 && !p.HasFacts && p.Title == "" && p.Description == ""
	return p
}

// appendRows appends a field and those in it. Deep ones stand as far to the right
// as there is room.
func appendRows(rows []pageField, f *field, depth int) []pageField {
	const deepest = 4
	rows = append(rows, newPageField(f, min(depth, deepest)))
	for _, child := range f.fields {
		rows = appendRows(rows, child, depth+1)
	}
	return rows
}

func newPageField(f *field, depth int) pageField {
	p := pageField{
		ID: f.id, Href: "#" + f.id, Path: f.path, Part: f.part, Type: f.typeWords(), Title: f.title, Depth: depth,
		Marks: f.marks(), Description: richText(f.description), Default: string(f.def),
	}
	p.Above = f.above()
	p.Last = strings.TrimPrefix(f.path, p.Above)
	for _, r := range f.rules {
		p.Rules = append(p.Rules, pageRule{r.words, r.code})
	}
	for _, l := range f.links {
		p.Links = append(p.Links, pageLink{"#" + l.id, l.display()})
	}
	for _, e := range f.examples {
		p.Examples = append(p.Examples, string(e))
	}
	for _, o := range f.others() {
		p.Others = append(p.Others, string(o))
	}
	p.HasFacts = p.hasFacts()
	return p
}

func (p *pageField) hasFacts() bool {
	return len(p.Rules)+len(p.Links)+len(p.Default)+len(p.Examples)+len(p.Others) > 0
}

// richText is text as paragraphs. What stands between backticks is code; all the
// rest is text, whatever it looks like.
func richText(text string) template.HTML {
	var b strings.Builder
	for _, lines := range paragraphs(text) {
		b.WriteString("<p>")
		for i, line := range lines {
			if i > 0 {
				b.WriteString("<br/>")
			}
			for _, s := range spans(line) {
				if s.code {
					b.WriteString("<code>" + template.HTMLEscapeString(s.text) + "</code>")
				} else {
					b.WriteString(template.HTMLEscapeString(s.text))
				}
			}
		}
		b.WriteString("</p>\n")
	}
	return template.HTML(b.String()) //nolint:gosec // every text in it is escaped
}
