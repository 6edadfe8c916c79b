package browser_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	unsafe "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

// render makes HTML of Markdown as freely as a renderer may: with raw HTML, and
// with links of all that looks like one.
func render(t *testing.T, markdown []byte) *html.Node {
	t.Helper()
	m := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(unsafe.WithUnsafe()),
	)
	var b bytes.Buffer
	if err := m.Convert(markdown, &b); err != nil {
		t.Fatal(err)
	}
	node, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return node
}

// What a renderer makes of the Markdown has nothing in it but what is meant.
func TestMarkdownIsText(t *testing.T) {
	for _, text := range append(hostileMarkdown, hostile) {
		source := strings.ReplaceAll(hostileSchema(t), jsonOf(t, hostile), jsonOf(t, text))
		one := tool("t", text, source)
		one.Hints = &toolnexus.ToolHints{Title: text}
		r, err := docs.Options{Title: text, Intro: text, Dialects: []schema.Dialect{schema.OpenAIStrict, schema.Gemini}}.New(one, tool("last", text, treeSchema))
		if err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{"one file": r.Markdown()}
		for name, content := range r.MarkdownFiles() {
			var ok bool
			if files[name], ok = bytes.CutPrefix(content, []byte(docs.Mark)); !ok {
				t.Errorf("%s has no mark", name)
			}
		}
		for name, content := range files {
			checkRendered(t, name, content)
		}
		got := strings.Join(strings.Fields(textOf(render(t, files["t.md"]))), " ")
		if want := strings.Join(strings.Fields(seen.Replace(text)), " "); !strings.Contains(got, want) {
			t.Errorf("%q is not in %.1500q", want, got)
		}
	}
}

var hostileMarkdown = []string{
	"```\nfence\n```\n\n    indented\n\n~~~\n# heading\n- list\n1. one\n> quote\n---\n***\n===",
	"| a | b |\n|---|---|\n| c \\| d | <br> |",
	"[link](javascript:alert(1)) ![image](http://x.example/i.png) <http://x.example> www.x.example a@x.example [ref][1]\n\n[1]: http://x.example",
	"**bold** __bold__ *em* _em_ ~~gone~~ $math$ &amp; &lt;b&gt; &#60;b&#62; \\ [^1]\n\n[^1]: note",
	"<b>a</b> <!-- comment --> <?php ?> <![CDATA[ x ]]> </details>\n<details>\n<summary>\n\nx",
	"one  \ntwo\\\nthree `four` ``five\n- [ ] task\nTerm\n: definition",
}

// seen is what the backticks of a text become: their content is code.
var seen = strings.NewReplacer("`four`", "four", "\u202e", "\ufffd", "\u2028", " ")

func checkRendered(t *testing.T, name string, markdown []byte) {
	t.Helper()
	allowed := strings.Fields("html head body h1 h2 h3 h4 h5 p br a code pre em strong ul li table thead tbody tr th td")
	ids := map[string]bool{}
	var links []string
	for node := range render(t, markdown).Descendants() {
		switch {
		case node.Type == html.CommentNode:
			t.Errorf("%s: a comment: %q", name, node.Data)
		case node.Type != html.ElementNode:
			continue
		case !slices.Contains(allowed, node.Data):
			t.Errorf("%s: the element %s", name, node.Data)
		}
		for _, a := range node.Attr {
			switch {
			case a.Key == "href" && node.Data == "a":
				links = append(links, a.Val)
			case a.Key == "id" && node.Data[0] == 'h':
				ids[a.Val] = true
			case a.Key == "class" && a.Val == "language-json":
			default:
				t.Errorf("%s: the attribute %s of %s", name, a.Key, node.Data)
			}
		}
	}
	for _, link := range links {
		anchor, inside := strings.CutPrefix(link, "#")
		if inside && !ids[anchor] || !inside && !strings.HasSuffix(link, ".md") || strings.Contains(link, ":") {
			t.Errorf("%s: a link to %q", name, link)
		}
	}
}

func textOf(node *html.Node) string {
	var b strings.Builder
	for n := range node.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		if n.Type == html.ElementNode && n.Data == "br" {
			b.WriteString(" ")
		}
	}
	return b.String()
}
