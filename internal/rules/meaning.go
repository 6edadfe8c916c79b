package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// maxPublished is the most bytes the keywords of one rule may take, unless the
// author wrote them (an enum) or asked for the long forms.
const maxPublished = 200

// Meaning says what the rule means on the target. The error says, in words
// for the author of the tag, why it can mean nothing there.
func (r Rule) Meaning(t Target, opt Options) (Meaning, error) {
	s, err := r.sense(t, opt)
	if err != nil && r.Alias != "" {
		return Meaning{}, fmt.Errorf("alias %s: %w", r.Alias, err)
	}
	if err != nil {
		return Meaning{}, err
	}
	return s.Meaning, nil
}

// sense is a meaning together with the demand in words, which a group of
// alternatives needs even where Want is left empty.
type sense struct {
	Meaning
	words string
}

// reader gives the sense of one rule on a target.
type reader func(r Rule, t Target, opt Options) (sense, error)

func (r Rule) sense(t Target, opt Options) (sense, error) {
	if opt.Custom != nil && r.Name != "" {
		m, known, err := opt.Custom(r, t)
		if known || err != nil {
			return sense{m, m.Want}, err
		}
	}
	if len(r.Any) > 0 {
		if s, ok := aliasSense(r, t, opt); ok {
			return s, nil
		}
		return anySense(r, t, opt)
	}
	read, ok := readerOf(r.Name)
	if !ok {
		return sense{}, fmt.Errorf("%s: unknown rule%s", r.Text, suggestion(r.Name))
	}
	return read(r, t, opt)
}

// readerOf finds how a built-in rule is read.
func readerOf(name string) (reader, bool) {
	if read, ok := parameterRules[name]; ok {
		return read, true
	}
	if _, ok := crossRules[name]; ok {
		return crossSense, true
	}
	if _, ok := neverRules[name]; ok {
		return neverSense, true
	}
	if kindsOf(name) != nil {
		return formatSense, true
	}
	return nil, false
}

// parameterRules are the rules whose keywords are made from the parameter.
var parameterRules = map[string]reader{
	"len": sizeSense, "min": sizeSense, "max": sizeSense, "eq": sizeSense, "ne": sizeSense,
	"gt": sizeSense, "gte": sizeSense, "lt": sizeSense, "lte": sizeSense,
	"oneof": listSense, "noneof": listSense, "oneofci": foldSense, "noneofci": foldSense,
	"eq_ignore_case": foldSense, "ne_ignore_case": foldSense,
	"isdefault": zeroSense, "unique": uniqueSense,
	"contains": affixSense, "excludes": affixSense, "startswith": affixSense, "endswith": affixSense,
	"startsnotwith": affixSense, "endsnotwith": affixSense,
	"containsany": runesSense, "containsrune": runesSense, "excludesall": runesSense, "excludesrune": runesSense,
	"datetime": datetimeSense, "postcode_iso3166_alpha2": postcodeSense, "spicedb": spicedbSense,
}

// exact makes the sense of a rule whose keywords say everything.
func exact(words string, keywords ...Keyword) sense {
	return sense{Meaning{Class: Exact, Keywords: keywords}, words}
}

// withWant shows the words to the model, where the keyword alone (a pattern)
// would tell it little.
func (s sense) withWant() sense {
	s.Want = s.words
	return s
}

// inGo makes the sense of a rule that the validator's function decides, with
// what the keywords can say beside it.
func inGo(words string, keywords ...Keyword) sense {
	return sense{Meaning{Class: Shape, Keywords: keywords, InGo: true, Want: words, Note: sentence(words)}, words}
}

// fit drops keywords that are too long to be sent with every request and has
// the function decide in their place.
func (s sense) fit(opt Options) sense {
	if opt.Exact || publishedSize(s.Keywords) <= maxPublished {
		return s
	}
	return inGo(s.words)
}

// anySense reads a group of alternatives: one of them must hold.
func anySense(r Rule, t Target, opt Options) (sense, error) {
	var (
		group    = sense{Meaning: Meaning{Class: Exact}}
		keywords [][]Keyword
		words    []string
		open     bool // an alternative publishes nothing, so the group cannot
		noted    bool
	)
	for _, a := range r.Any {
		if rule, ok := crossRules[a.Name]; ok && rule.presence {
			return sense{}, fmt.Errorf("%s: %s is about the presence of the key and cannot be one alternative of a group", r.Text, a.Name)
		}
		s, err := a.sense(t, opt)
		if err != nil {
			return sense{}, fmt.Errorf("%s: %w", r.Text, err)
		}
		if beyondValidator(a, t) {
			return sense{}, fmt.Errorf("%s: %s cannot be one alternative of a group on kind %s", r.Text, a.Name, t.Kind)
		}
		group.Class = max(group.Class, s.Class)
		group.InGo = group.InGo || s.InGo
		group.Fields = append(group.Fields, s.Fields...)
		group.SameKind = group.SameKind || s.SameKind
		group.Comparable = group.Comparable || s.Comparable
		open = open || len(s.Keywords) == 0
		noted = noted || s.Note != ""
		words = append(words, strings.TrimPrefix(s.words, "must "))
		keywords = append(keywords, s.Keywords)
	}
	group.words = "must " + strings.Join(words, ", or ")
	group.Want = group.words
	if noted {
		group.Note = sentence(group.words)
	}
	if !open {
		group.Keywords = merge(keywords)
	}
	return group, nil
}

// beyondValidator says that the keywords of a rule are used on a kind where
// the validator's own function would panic.
func beyondValidator(r Rule, t Target) bool {
	return (r.Name == "oneof" || r.Name == "noneof") && (t.Kind == Float || t.Kind == Bool)
}

// merge joins the keywords of alternatives: consts and enums become one enum,
// anything else an anyOf.
func merge(alternatives [][]Keyword) []Keyword {
	var values, fragments []string
	for _, keywords := range alternatives {
		fragments = append(fragments, object(keywords))
		for _, v := range constants(keywords) {
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	if slices.ContainsFunc(alternatives, func(k []Keyword) bool { return len(constants(k)) == 0 }) {
		return []Keyword{keyword("anyOf", array(fragments))}
	}
	return []Keyword{keyword("enum", array(values))}
}

// constants gives the values of keywords that are nothing but a list of them.
func constants(keywords []Keyword) []string {
	if len(keywords) != 1 {
		return nil
	}
	switch k := keywords[0]; k.Name {
	case "const":
		return []string{string(k.Value)}
	case "enum":
		var values []json.RawMessage
		if json.Unmarshal(k.Value, &values) != nil {
			return nil
		}
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = string(v)
		}
		return texts
	}
	return nil
}

// keyword makes a keyword of a value that is JSON already.
func keyword(name, value string) Keyword {
	return Keyword{name, json.RawMessage(value)}
}

// number makes a keyword such as minLength.
func number(name string, n uint64) Keyword {
	return keyword(name, strconv.FormatUint(n, 10))
}

// pattern makes a pattern keyword. Patterns are written so that Go and
// ECMA-262 with the u flag read them alike.
func pattern(expr string) Keyword {
	return keyword("pattern", quoteJSON(expr))
}

// not makes the keyword that demands the opposite of the others.
func not(keywords ...Keyword) Keyword {
	return keyword("not", object(keywords))
}

// quoteJSON writes a text as a JSON string, with <, > and & as they are.
func quoteJSON(text string) string { return string(jsontext.AppendString(nil, text)) }

// object writes keywords as one JSON object.
func object(keywords []Keyword) string {
	members := make([]string, len(keywords))
	for i, k := range keywords {
		members[i] = quoteJSON(k.Name) + ":" + string(k.Value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// array writes values as one JSON array.
func array(values []string) string {
	return "[" + strings.Join(values, ",") + "]"
}

func publishedSize(keywords []Keyword) int {
	return len(object(keywords)) - len("{}")
}
