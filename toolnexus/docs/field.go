package docs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// shape is a schema as it is described: what the whole value is, and the
// definitions that it refers to.
type shape struct {
	doc         jsondoc.Value // nil if it cannot be read
	root        *field
	definitions []*field
}

// field is a place in a value, and what a schema says of it.
type field struct {
	path string // of the value, such as contact.email, wishes[] or labels.*; empty is the whole value
	name string // the last part of the path
	part string // what the field says of the value at path, as "form 1 of 2" or "each name"; empty is all
	id   string // names the field on the page

	kind               kind
	required           bool
	types              []string // the types that are named; nil is any
	nullable           bool     // null is possible beside what is described
	inner              string   // of an array or a map: what is in it, if there is no more to say
	title, description string
	rules              []rule
	def                json.RawMessage // the default
	examples           []json.RawMessage
	deprecated         bool
	readOnly           bool
	writeOnly          bool
	links              []*field          // described there, too
	wordless           []*jsondoc.Object // keywords that have no words
	fields             []*field

	demanded   []string          // names of properties that must be there
	targets    []*jsondoc.Object // the schemas that links lead to
	wordlessOf *jsondoc.Object   // the schema of the last of wordless
	choices    int               // how many choices of forms there are
}

// kind is what a field is in the value that holds it.
type kind uint8

const (
	whole      kind = iota // a schema by itself: a root, a definition, a form
	property               // a property that has a name
	entry                  // an item, or a property of any other name
	definition             // what references lead to
)

// rule is a demand in words, with what is to be set as code at its end.
type rule struct{ words, code string }

func (r rule) String() string { return strings.TrimSpace(r.words + " " + r.code) }

// demand adds a rule, once.
func (f *field) demand(words, code string) {
	r := rule{oneLine(words), visible(code)}
	if !slices.Contains(f.rules, r) {
		f.rules = append(f.rules, r)
	}
}

// isNew reports whether nothing was said yet of the values of the field.
func (f *field) isNew() bool {
	return f.types == nil && !f.nullable && len(f.rules)+len(f.fields)+len(f.targets)+len(f.demanded) == 0
}

// display is what the field is called on its own.
func (f *field) display() string {
	if f.path == "" {
		return "the whole value"
	}
	return f.path
}

// typeWords says what type the values of the field have.
func (f *field) typeWords() string {
	words := f.plainTypeWords(map[*field]bool{})
	switch {
	case f.inner != "" && words == "an array":
		return "an array of " + f.inner
	case f.inner != "":
		return "an object with any names and, as values, " + f.inner
	}
	return words
}

func (f *field) plainTypeWords(asked map[*field]bool) string {
	asked[f] = true
	if len(f.types) > 0 {
		return keyword.TypeWords(f.types)
	}
	words := "any value"
	for _, l := range f.links {
		if !asked[l] {
			words = l.plainTypeWords(asked)
			break
		}
	}
	if words == "any value" && len(f.rules) > 0 && slices.ContainsFunc(f.rules, rule.lists) {
		words = "a listed value"
	}
	if f.nullable && words != "any value" && !strings.HasSuffix(words, "null") {
		words += " or null"
	}
	return words
}

func (r rule) lists() bool { return r.words == wordsOneOf || r.words == wordsIs }

// pluralOf names many values of a type.
var pluralOf = map[string]string{
	"string": "strings", "number": "numbers", "integer": "integers", "boolean": "booleans",
	"array": "arrays", "object": "objects", "null": "nulls",
}

// plural names many values like those of the field, if its type is all there is to
// say of them.
func (f *field) plural() (words string, ok bool) {
	bare := len(f.rules)+len(f.fields)+len(f.targets)+len(f.wordless)+len(f.examples)+len(f.def) == 0 &&
		f.title == "" && f.description == "" && f.part == "" &&
		!f.nullable && !f.deprecated && !f.readOnly && !f.writeOnly
	switch {
	case !bare || len(f.types) > 1:
		return "", false
	case f.types == nil:
		return "any values", true
	}
	words, ok = pluralOf[f.types[0]]
	return words, ok
}

// each calls visit for the field and all below it, in order.
func (f *field) each(visit func(*field)) {
	visit(f)
	for _, child := range f.fields {
		child.each(visit)
	}
}

// all are the fields of a shape, in order.
func (s *shape) all() []*field {
	var all []*field
	for _, f := range append([]*field{s.root}, s.definitions...) {
		f.each(func(f *field) { all = append(all, f) })
	}
	return all
}

// Names, paths and ids that are longer than this in bytes are cut. The schema has them
// whole.
const (
	longName = 80
	longPath = 240
	longID   = 300
)

// joined is the path of a property.
func joined(path, name string) string {
	switch name = clean(name); {
	case len(name) > longName:
		return extended(path, "["+string(jsondoc.FromString(strings.ToValidUTF8(name[:longName], "")+"…"))+"]")
	case !isPlain(name):
		return extended(path, "["+string(jsondoc.FromString(name))+"]")
	}
	return dotted(path, name)
}

// dotted is a path with one more name.
func dotted(path, name string) string {
	if path == "" {
		return name
	}
	return extended(path, "."+name)
}

// extended is a path with something at its end. A long one loses its beginning.
func extended(path, end string) string {
	if len(path) > longPath {
		path = "…" + strings.ToValidUTF8(path[len(path)-longPath/2:], "")
	}
	return path + end
}

// isPlain reports whether a name can stand in a path as it is.
func isPlain(name string) bool {
	if name == "" {
		return false
	}
	for _, c := range name {
		if !isWordChar(c) && c != '$' && c != '-' {
			return false
		}
	}
	return true
}

func isWordChar(c rune) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// ids gives names that are unique on the page.
type ids struct {
	taken map[string]bool
	tried map[string]int
}

// unique is an id that begins with the wish, of letters, digits and a few signs.
func (s *ids) unique(wish string) string {
	wish = strings.Map(func(c rune) rune {
		if isWordChar(c) || strings.ContainsRune("-./", c) {
			return c
		}
		return '-'
	}, wish)
	wish = wish[:min(len(wish), longID)]
	id := wish
	for s.taken[id] {
		s.tried[wish] = max(s.tried[wish], 1) + 1
		id = fmt.Sprintf("%s-%d", wish, s.tried[wish])
	}
	s.taken[id] = true
	return id
}

// others are the keywords without words, as JSON.
func (f *field) others() []json.RawMessage {
	var all []json.RawMessage
	for _, o := range f.wordless {
		all = append(all, written(o))
	}
	return all
}

// above is the beginning of the path, which the field that holds this one has.
func (f *field) above() string {
	last := f.name
	if f.kind == property {
		last = joined("", f.name)
	}
	return strings.TrimSuffix(f.path, last)
}

// marks are what is said of a field in a word.
func (f *field) marks() []string {
	var marks []string
	for _, m := range []struct {
		word string
		is   bool
	}{
		{"required", f.kind == property && f.required},
		{"optional", f.kind == property && !f.required},
		{"deprecated", f.deprecated},
		{"read only", f.readOnly},
		{"write only", f.writeOnly},
	} {
		if m.is {
			marks = append(marks, m.word)
		}
	}
	return marks
}

// isEmptyObject reports whether the value can only be an object without anything.
func (f *field) isEmptyObject() bool {
	return slices.Equal(f.types, []string{"object"}) && len(f.fields)+len(f.targets) == 0 &&
		slices.Equal(f.rules, []rule{{words: wordsNoNames}})
}
