package docs

import (
	"encoding/json"
	"regexp"
	"strings"
)

// What foreign text becomes in Markdown. A backslash makes any sign of ASCII plain
// text; what programs make links of by themselves, such as addresses, is set as
// code, because a backslash does not stop them.

// markup are the signs that mean something inside a line.
var markup = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`, `&`, `\&`,
	`|`, `\|`, `~`, `\~`, `$`, `\$`, `!`, `\!`,
)

var (
	// begin is what means something at the beginning of a line.
	begin = regexp.MustCompile(`^([#+=:-]|[0-9]{1,9}[.)])`)

	// linked is what programs make links of.
	linked = regexp.MustCompile(`(?i)[^\s` + "`" + `]*(?:://|@|www\.|mailto:|xmpp:)[^\s` + "`" + `]*`)
)

// markdownLine writes one line of text so that it stays text. It may stand
// anywhere, in a table, too.
func markdownLine(line string) string {
	var b strings.Builder
	for _, s := range spans(strings.TrimSpace(line)) {
		if s.code {
			b.WriteString(markdownCode(s.text))
			continue
		}
		b.WriteString(markdownText(s.text))
	}
	text := b.String()
	if at := begin.FindStringIndex(text); at != nil {
		text = text[:at[1]-1] + `\` + text[at[1]-1:]
	}
	return text
}

func markdownText(text string) string {
	var b strings.Builder
	for {
		at := linked.FindStringIndex(text)
		if at == nil {
			b.WriteString(markup.Replace(text))
			return b.String()
		}
		link := strings.TrimRight(text[at[0]:at[1]], ".,;:!?")
		b.WriteString(markup.Replace(text[:at[0]]) + markdownCode(link))
		text = text[at[0]+len(link):]
	}
}

// markdownCode sets text as code inside a line, between more backticks than it has
// itself. A stroke is escaped for tables, where it would end the cell.
func markdownCode(code string) string {
	code = strings.NewReplacer("\n", " ", "\t", " ").Replace(code)
	if strings.TrimSpace(code) == "" {
		return markup.Replace(code)
	}
	if strings.Contains(code, "|") {
		return "<code>" + htmlCode.Replace(code) + "</code>"
	}
	fence := strings.Repeat("`", longestRun(code, '`')+1)
	if strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") || strings.HasPrefix(code, " ") && strings.HasSuffix(code, " ") {
		code = " " + code + " "
	}
	return fence + code + fence
}

// htmlCode writes every sign that Markdown or HTML could read as something else.
var htmlCode = strings.NewReplacer(
	`&`, "&amp;", `<`, "&lt;", `>`, "&gt;", `|`, "&#124;", `\`, "&#92;", "`", "&#96;", `*`, "&#42;", `_`, "&#95;",
	`[`, "&#91;", `]`, "&#93;", `~`, "&#126;", `$`, "&#36;", `!`, "&#33;", `:`, "&#58;", `@`, "&#64;", `.`, "&#46;",
)

func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// markdownBlock writes text as paragraphs, with its line breaks.
func markdownBlock(text string) string {
	var blocks []string
	for _, lines := range paragraphs(text) {
		for i, line := range lines {
			lines[i] = markdownLine(line)
		}
		blocks = append(blocks, strings.Join(lines, "\\\n"))
	}
	return strings.Join(blocks, "\n\n")
}

// markdownCell writes text for a cell of a table, on one line.
func markdownCell(text string) string {
	var lines []string
	for _, paragraph := range paragraphs(text) {
		for _, line := range paragraph {
			lines = append(lines, markdownLine(line))
		}
	}
	return strings.Join(lines, "<br>")
}

// markdownJSON writes JSON as a block of code that nothing inside it can end.
func markdownJSON(raw json.RawMessage) string {
	code := indented(raw, "  ")
	fence := strings.Repeat("`", max(longestRun(code, '`')+1, 3))
	return fence + "json\n" + code + "\n" + fence + "\n"
}
