package comments

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// fieldText is the comment of a field in one plain line.
func fieldText(field *ast.Field) string {
	if text := plainText(field.Doc); text != "" {
		return text
	}
	return plainText(field.Comment)
}

// marker is a line for programs. Those of the form //name:text are no text for
// go/ast already.
var marker = regexp.MustCompile(`^//\s*(nolint\b|\+[a-zA-Z])`)

// plainText makes one line of a comment: the words as they are, without the
// brackets of links, and without directives.
func plainText(group *ast.CommentGroup) string {
	if group == nil {
		return ""
	}
	var kept ast.CommentGroup
	for _, c := range group.List {
		if !marker.MatchString(c.Text) {
			kept.List = append(kept.List, c)
		}
	}
	if len(kept.List) == 0 {
		return ""
	}
	parser := comment.Parser{
		LookupPackage: func(name string) (string, bool) { return name, token.IsIdentifier(name) },
		LookupSym:     func(_, name string) bool { return token.IsExported(name) },
	}
	var words []string
	for _, block := range parser.Parse(kept.Text()).Content {
		words = append(words, strings.Fields(blockText(block))...)
	}
	return strings.Join(words, " ")
}

func blockText(block comment.Block) string {
	switch b := block.(type) {
	case *comment.Paragraph:
		return inlineText(b.Text)
	case *comment.Heading:
		return inlineText(b.Text)
	case *comment.Code:
		return b.Text
	case *comment.List:
		var text strings.Builder
		for _, item := range b.Items {
			mark := "-"
			if item.Number != "" {
				mark = item.Number + "."
			}
			text.WriteString(" " + mark)
			for _, inner := range item.Content {
				text.WriteString(" " + blockText(inner))
			}
		}
		return text.String()
	}
	return ""
}

func inlineText(texts []comment.Text) string {
	var b strings.Builder
	for _, text := range texts {
		switch t := text.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(inlineText(t.Text))
			if !t.Auto {
				b.WriteString(" (" + t.URL + ")")
			}
		case *comment.DocLink:
			b.WriteString(inlineText(t.Text))
		}
	}
	return b.String()
}

// isAsked reports whether a schema asks for the comment of a field of this name
// and tag.
func isAsked(name string, tag *ast.BasicLit) bool {
	return token.IsExported(name) && jsonName(tag) != "-"
}

// jsonName is the json tag of a field, where that is only a name.
func jsonName(tag *ast.BasicLit) string {
	if tag == nil {
		return ""
	}
	text, err := strconv.Unquote(tag.Value)
	if err != nil {
		return "" // the compiler says it
	}
	return reflect.StructTag(text).Get("json")
}
