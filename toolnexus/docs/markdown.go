package docs

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Markdown returns the documentation as one file of GitHub Flavored Markdown, with
// a list of the tools at its top. It ends with a line end.
func (r *Reference) Markdown() []byte {
	w := newMarkdownWriter()
	w.heading(1, r.title)
	w.block(markdownBlock(r.intro))
	links := make([]string, len(r.tools))
	listed := w.text.Len()
	for i := range r.tools {
		links[i] = "#" + w.tool(&r.tools[i], 2)
	}
	text := w.text.String()
	list := markdownList(r.tools, links)
	return []byte(strings.TrimSuffix(text[:listed]+list+text[listed:], "\n"))
}

// MarkdownFiles returns the documentation as several files, by their names: README.md
// with a list of the tools, and a file for each tool. A file is named after its
// tool, with a number where a file system that takes upper and lower case for the
// same would mistake it for another.
func (r *Reference) MarkdownFiles() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		names := fileNames(r.tools)
		w := newMarkdownWriter()
		w.heading(1, r.title)
		w.block(markdownBlock(r.intro))
		w.text.WriteString(markdownList(r.tools, names))
		if !yield("README.md", w.bytes()) {
			return
		}
		for i := range r.tools {
			w := newMarkdownWriter()
			w.tool(&r.tools[i], 1)
			if !yield(names[i], w.bytes()) {
				return
			}
		}
	}
}

// fileNames gives each tool a file that has no name of another, whatever its case.
// Windows knows names that no file may have.
func fileNames(tools []tool) []string {
	taken := map[string]bool{"readme": true, "con": true, "prn": true, "aux": true, "nul": true}
	for i := range 10 {
		taken[fmt.Sprint("com", i)], taken[fmt.Sprint("lpt", i)] = true, true
	}
	later := map[string]bool{} // names that tools have as they are
	for i := range tools {
		later[strings.ToLower(tools[i].name)] = true
	}
	names := make([]string, len(tools))
	for i := range tools {
		name := tools[i].name
		for n := 2; taken[strings.ToLower(name)]; n++ {
			if name = fmt.Sprintf("%s-%d", tools[i].name, n); later[strings.ToLower(name)] {
				name = tools[i].name // belongs to another tool
			}
		}
		taken[strings.ToLower(name)] = true
		names[i] = name + ".md"
	}
	return names
}

func markdownList(tools []tool, links []string) string {
	if len(tools) == 0 {
		return "There are no tools.\n\n"
	}
	var b strings.Builder
	for i := range tools {
		fmt.Fprintf(&b, "- [%s](%s)", markdownCode(tools[i].name), links[i])
		if words := summary(tools[i].description); words != "" {
			b.WriteString(": " + markdownLine(words))
		}
		b.WriteString("\n")
	}
	return b.String() + "\n"
}

// markdownWriter writes one file. It knows what GitHub calls the headings, in
// order to link to them.
type markdownWriter struct {
	text   strings.Builder
	slugs  map[string]int
	fields map[*field]string // slugs of the headings of definitions
}

func newMarkdownWriter() *markdownWriter {
	return &markdownWriter{slugs: map[string]int{}, fields: map[*field]string{}}
}

func (w *markdownWriter) bytes() []byte {
	return []byte(strings.TrimSuffix(w.text.String(), "\n"))
}

// block writes text with an empty line behind it, if there is any.
func (w *markdownWriter) block(text string) {
	if text != "" {
		w.text.WriteString(strings.TrimSuffix(text, "\n") + "\n\n")
	}
}

func (w *markdownWriter) heading(level int, text string) {
	w.slug(text)
	w.block(strings.Repeat("#", level) + " " + markdownLine(text))
}

// slug is what a heading is called in links.
func (w *markdownWriter) slug(heading string) string {
	slug := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '-':
			return unicode.ToLower(c)
		case c == ' ':
			return '-'
		}
		return -1
	}, heading)
	n, met := w.slugs[slug]
	w.slugs[slug] = n + 1
	if !met {
		return slug
	}
	return fmt.Sprintf("%s-%d", slug, n)
}

// tool writes what is said of a tool, and returns the slug of its heading.
func (w *markdownWriter) tool(t *tool, level int) string {
	slug := w.slug(t.name)
	w.block(strings.Repeat("#", level) + " " + markdownCode(t.name))
	if t.title != "" {
		w.block("**" + markdownLine(t.title) + "**")
	}
	w.block(markdownBlock(t.description))
	if len(t.traits) > 0 {
		w.block("*" + upperFirst(strings.Join(t.traits, "; ")) + ".*")
	}
	w.shape("Arguments", t.input, level+1)
	if t.output != nil {
		w.shape("Result", t.output, level+1)
	}
	w.examples(t, level+1)
	w.schemas(t, level+1)
	return slug
}

func (w *markdownWriter) examples(t *tool, level int) {
	if len(t.examples) == 0 {
		return
	}
	w.heading(level, "Example")
	for _, e := range t.examples {
		w.block(markdownJSON(e))
	}
}

func (w *markdownWriter) schemas(t *tool, level int) {
	w.heading(level, "Schema")
	w.block(markdownJSON(t.inputSchema))
	if t.outputSchema != nil {
		w.block("Of the result:")
		w.block(markdownJSON(t.outputSchema))
	}
	for _, r := range t.renderings {
		w.heading(level+1, r.names())
		w.rendering(t, r)
	}
}

func (w *markdownWriter) rendering(t *tool, r rendering) {
	if len(r.problems) > 0 {
		w.block("Cannot be declared:")
		w.list(r.problems)
	}
	if len(r.losses) > 0 {
		w.block("Not told by the schema:")
		w.list(r.losses)
	}
	switch {
	case r.problems != nil && r.schema == nil:
	case r.schema == nil:
		w.block("No schema is sent.")
	case slices.Equal(r.schema, t.inputSchema):
		w.block("The schema as it is.")
	default:
		w.block(markdownJSON(r.schema))
	}
}

func (w *markdownWriter) list(items []string) {
	for _, item := range items {
		w.text.WriteString("- " + markdownLine(item) + "\n")
	}
	w.text.WriteString("\n")
}

// shape writes the fields of a schema as a table, and its definitions as one each.
func (w *markdownWriter) shape(title string, s *shape, level int) {
	w.heading(level, title)
	for _, d := range s.definitions { // their headings follow in this order
		w.fields[d] = w.slug(d.path)
	}
	w.whole(s.root)
	for _, d := range s.definitions {
		w.block(strings.Repeat("#", level+1) + " " + markdownCode(d.path))
		w.whole(d)
	}
}

// whole writes what is said of a whole value, and a table of the fields in it.
func (w *markdownWriter) whole(f *field) {
	words := upperFirst(f.typeWords())
	if len(f.fields) > 0 {
		words += " with these fields"
	}
	if f.isEmptyObject() {
		words = "None"
	}
	words = strings.Join(append([]string{words}, f.marks()...), ", ")
	w.block(strings.TrimSpace(words + ". " + w.after(f, " ")))
	if len(f.fields) == 0 {
		return
	}
	w.text.WriteString("| field | type | status | description |\n|---|---|---|---|\n")
	for _, child := range f.fields {
		child.each(func(f *field) {
			cells := []string{f.markdownName(), f.typeWords(), strings.Join(f.marks(), ", "), w.after(f, "<br>")}
			w.text.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		})
	}
	w.text.WriteString("\n")
}

// after is all that is said of a field behind its type, on one line.
func (w *markdownWriter) after(f *field, between string) string {
	var all []string
	if f.title != "" {
		all = append(all, "**"+markdownLine(f.title)+"**")
	}
	if text := markdownCell(f.description); text != "" {
		all = append(all, text)
	}
	var rules []string
	for _, r := range f.rules {
		text := markdownText(r.words)
		if r.code != "" {
			text = strings.TrimSpace(text + " " + markdownCode(r.code))
		}
		rules = append(rules, text)
	}
	if len(rules) > 0 {
		all = append(all, upperFirst(strings.Join(rules, "; "))+".")
	}
	for _, l := range f.links {
		all = append(all, "See "+w.link(l)+".")
	}
	if f.def != nil {
		all = append(all, "Default: "+markdownCode(string(f.def))+".")
	}
	if len(f.examples) > 0 {
		var texts []string
		for _, e := range f.examples {
			texts = append(texts, markdownCode(string(e)))
		}
		all = append(all, "Examples: "+strings.Join(texts, ", ")+".")
	}
	for _, o := range f.others() {
		all = append(all, "Also: "+markdownCode(string(o)))
	}
	return strings.Join(all, between)
}

func (w *markdownWriter) link(f *field) string {
	if slug := w.fields[f]; slug != "" {
		return "[" + markdownCode(f.path) + "](#" + slug + ")"
	}
	if f.path == "" {
		return f.display()
	}
	return markdownCode(f.path)
}

func (f *field) markdownName() string {
	switch {
	case f.part == "":
		return markdownCode(f.path)
	case f.path == "":
		return markdownText(f.part)
	}
	return markdownCode(f.path) + ", " + markdownText(f.part)
}

func upperFirst(text string) string {
	if text == "" {
		return ""
	}
	c, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(c)) + text[size:]
}
