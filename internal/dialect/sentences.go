package dialect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// maxSentences is how many sentences a description gets. More help no model.
const maxSentences = 20

// tell says something in the description of a schema and reports it.
func (r *rewriter) tell(o *jsondoc.Object, name, words string) {
	r.report(o, name, words, r.say(o, sentence(words)))
}

// tellKeyword tells what a keyword of a schema, which may be another one, means.
func (r *rewriter) tellKeyword(o, of *jsondoc.Object, name string) {
	if words, whole := r.words(of, name); words != "" {
		r.report(o, name, words, r.say(o, sentence(words)) && whole)
	}
}

// say adds a sentence to the description that a schema will get, once. It
// returns false where there is no room.
func (r *rewriter) say(o *jsondoc.Object, sentence string) bool {
	said := r.sentences[o]
	if slices.Contains(said, sentence) {
		return true
	}
	if len(said) >= maxSentences {
		return false
	}
	r.sentences[o] = append(said, sentence)
	return true
}

// writeSentences puts what was said into the descriptions.
func (r *rewriter) writeSentences() {
	r.each(func(o *jsondoc.Object) {
		if said := r.sentences[o]; len(said) > 0 {
			r.sentences[o] = nil
			o.Set("description", jsondoc.FromString(follow(keyword.Text(o, "description"), strings.Join(said, " "))))
		}
	})
}

// follow puts one text behind another.
func follow(text, more string) string {
	text = strings.TrimSpace(text)
	if text == "" || more == "" {
		return text + more
	}
	if last, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".!?:。", last) {
		text += "."
	}
	return text + " " + more
}

func sentence(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	s := string(unicode.ToUpper(first)) + words[size:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}
