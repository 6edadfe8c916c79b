package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// listSense reads oneof and noneof.
func listSense(r Rule, t Target, _ Options) (sense, error) {
	values, err := splitList(r)
	if err != nil {
		return sense{}, err
	}
	var quoted, shown []string
	for _, v := range values {
		text, err := listed(r, t, v)
		if err != nil {
			return sense{}, err
		}
		if !slices.Contains(quoted, text) {
			quoted, shown = append(quoted, text), append(shown, shownValue(v, text))
		}
	}
	enum := keyword("enum", array(quoted))
	if r.Name == "noneof" {
		return exact("must be none of "+list(shown, "and"), not(enum)), nil
	}
	return exact("must be one of "+strings.Join(shown, ", "), enum), nil
}

// shownValue is a listed value as a reader sees it: only text that would be
// misread is quoted.
func shownValue(value, quoted string) string {
	if quoted == `"`+value+`"` && value != "" && value == strings.TrimSpace(value) && !strings.Contains(value, ",") {
		return value
	}
	return quoted
}

// listed writes one value of the list as JSON for the kind.
func listed(r Rule, t Target, value string) (string, error) {
	switch t.Kind {
	case String:
		return quoteJSON(value), nil
	case Int, Uint, Float:
		text, err := canonicalNumber(value, t.Kind)
		if err != nil {
			return "", fmt.Errorf("%s: %w", r.Text, err)
		}
		if t.Kind != Float && text != value { // the validator compares the text
			return "", fmt.Errorf("%s: %s can never match, write %s", r.Text, value, text)
		}
		return text, nil
	case Bool:
		if value != "true" && value != "false" {
			return "", fmt.Errorf("%s: %s is not true or false", r.Text, value)
		}
		return value, nil
	case Duration:
		return "", misfit(r, t, "there it would compare with nanoseconds; use a string or eq in a group: eq=1s|eq=1m")
	}
	return "", misfit(r, t, "")
}

// splitList splits a parameter at blanks; a value may stand in single quotes.
// What the validator would silently read in another way is refused.
func splitList(r Rule) ([]string, error) {
	var values []string
	rest := strings.TrimLeft(r.Param, " \t\n\f\r")
	for rest != "" {
		var value string
		if rest[0] == '\'' {
			end := strings.IndexByte(rest[1:], '\'')
			if end < 0 {
				return nil, fmt.Errorf("%s: the quote is not closed", r.Text)
			}
			value, rest = rest[1:end+1], rest[end+2:]
			if rest != "" && !strings.ContainsAny(rest[:1], " \t\n\f\r") {
				return nil, fmt.Errorf("%s: put a blank behind '%s'", r.Text, value)
			}
		} else {
			end := strings.IndexAny(rest, " \t\n\f\r")
			if end < 0 {
				end = len(rest)
			}
			value, rest = rest[:end], rest[end:]
			if strings.Contains(value, "'") {
				return nil, fmt.Errorf("%s: the validator would drop the quote inside %s; such a value cannot be written in a validate tag", r.Text, value)
			}
		}
		values = append(values, value)
		rest = strings.TrimLeft(rest, " \t\n\f\r")
	}
	if len(values) == 0 {
		return nil, bare(r, "values separated by blanks")
	}
	return values, nil
}

// foldSense reads the rules that compare without regard to letter case.
func foldSense(r Rule, t Target, opt Options) (sense, error) {
	if t.Kind != String {
		return sense{}, misfit(r, t, "")
	}
	values := []string{r.Param}
	if strings.HasSuffix(r.Name, "ofci") {
		var err error
		if values, err = splitList(r); err != nil {
			return sense{}, err
		}
	} else if !r.HasParam {
		return sense{}, bare(r, "a text")
	}
	var patterns, shown []string
	for _, v := range values {
		if p := foldPattern(v); !slices.Contains(patterns, p) {
			patterns, shown = append(patterns, p), append(shown, shownValue(v, quoteJSON(v)))
		}
	}
	anyCase := pattern("^(?:" + strings.Join(patterns, "|") + ")$")
	if len(patterns) == 1 {
		anyCase = pattern("^" + patterns[0] + "$")
	}
	var s sense
	switch r.Name {
	case "oneofci":
		s = exact("must be one of "+strings.Join(shown, ", ")+", in any letter case", anyCase)
	case "noneofci":
		s = exact("must be none of "+list(shown, "and")+", in any letter case", not(anyCase))
	case "eq_ignore_case":
		s = exact("must be "+shown[0]+", in any letter case", anyCase)
	default:
		s = exact("must not be "+shown[0]+", in any letter case", not(anyCase))
	}
	s.Note = sentence(s.words) // such a pattern can hardly be read
	return s.withWant().fit(opt), nil
}

// foldPattern matches the text in every letter case, with all characters that
// fold together: k is K, k and the Kelvin sign.
func foldPattern(text string) string {
	var b strings.Builder
	for _, c := range text {
		orbit := []rune{c}
		for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
			orbit = append(orbit, f)
		}
		if len(orbit) == 1 {
			b.WriteString(quotePattern(string(c)))
			continue
		}
		slices.Sort(orbit)
		b.WriteString("[" + string(orbit) + "]")
	}
	return b.String()
}

// zeroSense reads isdefault.
func zeroSense(r Rule, t Target, _ Options) (sense, error) {
	if r.HasParam {
		return sense{}, fmt.Errorf("%s: the rule takes no value", r.Text)
	}
	switch t.Kind {
	case String:
		return exact("must be empty", keyword("const", `""`)), nil
	case Int, Uint, Float:
		return exact("must be 0", keyword("const", "0")), nil
	case Bool:
		return exact("must be false", keyword("const", "false")), nil
	}
	return sense{}, misfit(r, t, "a value that is present is never its default there")
}

// uniqueSense reads unique and unique=Field.
func uniqueSense(r Rule, t Target, opt Options) (sense, error) {
	switch t.Kind {
	case Slice, Array, Map:
	case Bytes:
		return sense{}, misfit(r, t, "")
	default:
		return sense{}, misfit(r, t, "to differ from another field use nefield")
	}
	if r.Param != "" {
		return uniqueFieldSense(r, t, opt)
	}
	if t.Kind == Map {
		switch t.Elem {
		case Slice, Map, Bytes, Any:
			return sense{}, fmt.Errorf("%s: map values of kind %s cannot be compared", r.Text, t.Elem)
		}
		s := inGo("must have no two equal values")
		s.Comparable = true
		return s, nil
	}
	items := keyword("uniqueItems", "true")
	switch t.Elem {
	case String, Bool, Int, Uint:
		return exact("must not repeat an item", items), nil
	case Float:
		return inGo("must not repeat an item, also after rounding to a float", items), nil
	case Struct, Array, Time, Duration, Text:
		s := inGo("must not have two equal items, however they are written", items)
		s.Comparable = true
		return s, nil
	}
	return sense{}, fmt.Errorf("%s: items of kind %s cannot be compared; give the items a field to compare with unique=Field", r.Text, t.Elem)
}

func uniqueFieldSense(r Rule, t Target, opt Options) (sense, error) {
	if t.Kind == Map || t.Elem != Struct {
		return sense{}, fmt.Errorf("%s: only items that are structs have a field to compare", r.Text)
	}
	name := r.Param
	if opt.ElemJSONName != nil {
		name = opt.ElemJSONName(r.Param)
	}
	s := inGo("must not have two items with the same " + name)
	s.ElemField, s.Comparable = r.Param, true
	return s, nil
}

// affixSense reads the rules about a text inside the value.
func affixSense(r Rule, t Target, opt Options) (sense, error) {
	if t.Kind != String {
		return sense{}, misfit(r, t, "")
	}
	if r.Param == "" {
		return sense{}, bare(r, "a text")
	}
	text, shown := quotePattern(r.Param), quoteJSON(r.Param)
	var s sense
	switch r.Name {
	case "contains":
		s = exact("must contain "+shown, pattern(text))
	case "excludes":
		s = exact("must not contain "+shown, not(pattern(text)))
	case "startswith":
		s = exact("must start with "+shown, pattern("^"+text))
	case "endswith":
		s = exact("must end with "+shown, pattern(text+"$"))
	case "startsnotwith":
		s = exact("must not start with "+shown, not(pattern("^"+text)))
	default:
		s = exact("must not end with "+shown, not(pattern(text+"$")))
	}
	return s.withWant().fit(opt), nil
}

// runesSense reads the rules about single characters inside the value.
func runesSense(r Rule, t Target, opt Options) (sense, error) {
	if t.Kind != String {
		return sense{}, misfit(r, t, "")
	}
	if r.Param == "" {
		return sense{}, bare(r, "characters")
	}
	if strings.HasSuffix(r.Name, "rune") && utf8.RuneCountInString(r.Param) > 1 {
		return sense{}, fmt.Errorf("%s: only the first character would count; use containsany or excludesall for several", r.Text)
	}
	runes := []rune(r.Param)
	slices.Sort(runes)
	class := quoteClass(string(slices.Compact(runes)))
	shown := "any of the characters " + quoteJSON(r.Param)
	if len(runes) == 1 {
		shown = "the character " + quoteJSON(r.Param)
	}
	var s sense
	if strings.HasPrefix(r.Name, "contains") {
		s = exact("must contain "+shown, pattern("["+class+"]"))
	} else {
		s = exact("must not contain "+shown, pattern("^[^"+class+"]*$"))
	}
	return s.withWant().fit(opt), nil
}

// quotePattern escapes what has a meaning in a pattern. ECMA-262 allows no
// other escapes.
func quotePattern(text string) string {
	return escape(text, `^$\.*+?()[]{}|`)
}

// quoteClass escapes what has a meaning between brackets.
func quoteClass(text string) string {
	return escape(text, `^-\[]`)
}

func escape(text, special string) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case strings.ContainsRune(special, c):
			b.WriteByte('\\')
			b.WriteRune(c)
		case c < ' ':
			b.WriteString(`\x` + fmt.Sprintf("%02x", c))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// spicedbSense reads spicedb, spicedb=id, spicedb=permission and spicedb=type.
func spicedbSense(r Rule, t Target, _ Options) (sense, error) {
	if t.Kind != String {
		return sense{}, misfit(r, t, "")
	}
	var s sense
	switch r.Param {
	case "", "id":
		s = exact("must be a SpiceDB object id such as user/42", pattern(`^(?:[+/-9=A-Z_a-z|-]+|\*)$`))
	case "permission":
		s = exact("must be a SpiceDB permission such as view_all", pattern(`^(?:[a-z][0-9_a-z]{1,62}[0-9a-z])?$`))
	case "type":
		s = exact("must be a SpiceDB type such as tenant/document", pattern(`^(?:[a-z][0-9_a-z]{1,61}[0-9a-z]/)?[a-z][0-9_a-z]{1,62}[0-9a-z]$`))
	default:
		return sense{}, fmt.Errorf("%s: the value must be id, permission or type, not %s", r.Text, strconv.Quote(r.Param))
	}
	return s.withWant(), nil
}
