package rules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The escapes of the two characters that separate rules, as the validator
// spells them.
const (
	escapedComma = "0x2C"
	escapedBar   = "0x7C"
)

// maxAliasDepth bounds aliases that name each other.
const maxAliasDepth = 10

// builtinAliases are the aliases every validator instance knows.
var builtinAliases = map[string]string{
	"iscolor":         "hexcolor|rgb|rgba|hsl|hsla|cmyk",
	"country_code":    "iso3166_1_alpha2|iso3166_1_alpha3|iso3166_1_alpha_numeric",
	"eu_country_code": "iso3166_1_alpha2_eu|iso3166_1_alpha3_eu|iso3166_1_alpha_numeric_eu",
}

// structure holds the words of a tag that are not rules, with their place.
var structure = map[string]string{
	"required":      "stands alone between commas",
	"omitempty":     "stands alone between commas",
	"omitzero":      "stands alone between commas",
	"omitnil":       "stands alone between commas",
	"structonly":    "stands alone between commas",
	"nostructlevel": "stands alone between commas",
	"dive":          "stands alone between commas",
	"keys":          "stands alone, directly behind dive",
	"endkeys":       "stands alone, behind keys",
	"-":             "is the whole tag or nothing",
}

// listRules are the rules whose parameter is a list of values, each of which
// may stand in single quotes.
var listRules = map[string]bool{
	"oneof": true, "oneofci": true, "noneof": true, "noneofci": true,
	"required_if": true, "required_unless": true, "skip_unless": true,
	"excluded_if": true, "excluded_unless": true,
	"required_with": true, "required_with_all": true,
	"required_without": true, "required_without_all": true,
	"excluded_with": true, "excluded_with_all": true,
	"excluded_without": true, "excluded_without_all": true,
	"postcode_iso3166_alpha2_field": true,
}

// Parse reads the value of a validate tag. The aliases iscolor, country_code
// and eu_country_code are known; alias, which may be nil, adds others. Parse
// knows the grammar and not the rules: whether a name exists and its parameter
// is right is found by [Rule.Meaning].
func Parse(tag string, alias func(name string) (string, bool)) (*Tag, error) {
	switch tag {
	case "":
		return &Tag{}, nil
	case "-":
		return &Tag{Skip: true}, nil
	}
	if !utf8.ValidString(tag) {
		return nil, errors.New("the tag is not valid UTF-8")
	}
	p := &parser{alias: alias}
	if err := p.expand(strings.Split(tag, ","), "", 0); err != nil {
		return nil, err
	}
	return p.level(false)
}

// Tag writes the rule as the validator reads it, with aliases expanded and
// separators in parameters escaped.
func (r Rule) Tag() string {
	if len(r.Any) > 0 {
		texts := make([]string, len(r.Any))
		for i, a := range r.Any {
			texts[i] = a.Tag()
		}
		return strings.Join(texts, "|")
	}
	if !r.HasParam {
		return r.Name
	}
	return r.Name + "=" + strings.NewReplacer(",", escapedComma, "|", escapedBar).Replace(r.Param)
}

// part is one piece between commas, and the alias that brought it.
type part struct {
	text, alias string
}

type parser struct {
	alias func(string) (string, bool)
	parts []part
}

func (p *parser) lookup(name string) (string, bool) {
	if p.alias != nil {
		if text, ok := p.alias(name); ok {
			return text, true
		}
	}
	text, ok := builtinAliases[name]
	return text, ok
}

// expand appends texts to the parts, aliases replaced by what they stand for.
func (p *parser) expand(texts []string, from string, depth int) error {
	if depth > maxAliasDepth {
		return fmt.Errorf("alias %s: it leads back to itself", from)
	}
	for _, text := range texts {
		meaning, ok := p.lookup(text)
		if !ok {
			p.parts = append(p.parts, part{text, from})
			continue
		}
		name := from
		if name == "" {
			name = text
		}
		if err := p.expand(strings.Split(meaning, ","), name, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) next() (part, bool) {
	if len(p.parts) == 0 {
		return part{}, false
	}
	first := p.parts[0]
	p.parts = p.parts[1:]
	return first, true
}

// level reads rules up to the end, or up to endkeys.
func (p *parser) level(inKeys bool) (*Tag, error) {
	t := &Tag{}
	for {
		piece, ok := p.next()
		if !ok {
			if inKeys {
				return nil, errors.New("keys: endkeys is missing")
			}
			return t, nil
		}
		if t.StructOnly || t.NoStructLevel {
			return nil, fmt.Errorf("%s: nothing behind structonly or nostructlevel is ever checked; move it in front", piece.text)
		}
		switch piece.text {
		case "required":
			t.Required = true
		case "omitempty", "omitzero", "omitnil":
			t.Optional = true
		case "structonly":
			t.StructOnly = true
		case "nostructlevel":
			t.NoStructLevel = true
		case "dive":
			if inKeys {
				return nil, errors.New("dive: it cannot stand between keys and endkeys, where the values are single keys")
			}
			return t, p.dive(t)
		case "keys":
			return nil, errors.New("keys: it must stand directly behind dive")
		case "endkeys":
			if !inKeys {
				return nil, errors.New("endkeys: there is no keys before it")
			}
			return t, nil
		default:
			r, err := p.rule(piece)
			if err != nil {
				return nil, err
			}
			t.Rules = append(t.Rules, r)
		}
	}
}

// dive reads what stands behind dive.
func (p *parser) dive(t *Tag) (err error) {
	t.Dive = true
	if len(p.parts) > 0 && p.parts[0].text == "keys" {
		p.parts = p.parts[1:]
		if t.Keys, err = p.level(true); err != nil {
			return err
		}
	}
	t.Elem, err = p.level(false)
	return err
}

// rule reads one piece that is a rule or a group of alternatives.
func (p *parser) rule(piece part) (Rule, error) {
	if piece.text == "" {
		return Rule{}, errors.New("there is an empty rule: remove the comma too many")
	}
	texts, err := p.alternatives(piece.text, 0)
	if err != nil {
		return Rule{}, err
	}
	rules := make([]Rule, len(texts))
	for i, text := range texts {
		if rules[i], err = single(text); err != nil {
			return Rule{}, err
		}
	}
	if len(rules) == 1 {
		rules[0].Alias = piece.alias
		return rules[0], nil
	}
	return Rule{Any: rules, Text: piece.text, Alias: piece.alias}, nil
}

// alternatives splits a group at its bars, aliases replaced.
func (p *parser) alternatives(text string, depth int) ([]string, error) {
	if depth > maxAliasDepth {
		return nil, fmt.Errorf("alias %s: it leads back to itself", text)
	}
	var texts []string
	for alternative := range strings.SplitSeq(text, "|") {
		meaning, ok := p.lookup(alternative)
		if !ok {
			texts = append(texts, alternative)
			continue
		}
		if strings.Contains(meaning, ",") {
			return nil, fmt.Errorf("%s: the alias %s stands for several rules and cannot be one alternative of a group", text, alternative)
		}
		more, err := p.alternatives(meaning, depth+1)
		if err != nil {
			return nil, err
		}
		texts = append(texts, more...)
	}
	return texts, nil
}

// single reads one rule without alternatives.
func single(text string) (Rule, error) {
	name, param, hasParam := strings.Cut(text, "=")
	if text == "" || name == "" {
		return Rule{}, fmt.Errorf("%q: a rule without a name", text)
	}
	if trimmed := strings.TrimSpace(name); trimmed != name && trimmed != "" && !strings.ContainsAny(trimmed, " '\"") {
		return Rule{}, fmt.Errorf("%q: remove the blank beside %s", text, trimmed)
	}
	if strings.ContainsAny(name, " \t\r\n'\"") {
		return Rule{}, fmt.Errorf("%q is no rule; a comma inside a value is written %s and a bar %s", text, escapedComma, escapedBar)
	}
	if place, ok := structure[name]; ok {
		return Rule{}, fmt.Errorf("%s: %s %s", text, name, place)
	}
	if listRules[name] && strings.Count(param, "'")%2 != 0 {
		return Rule{}, fmt.Errorf("%s: the quote is not closed; a comma inside a value is written %s and a bar %s", text, escapedComma, escapedBar)
	}
	param = strings.ReplaceAll(param, escapedComma, ",")
	param = strings.ReplaceAll(param, escapedBar, "|")
	return Rule{Name: name, Param: param, HasParam: hasParam, Text: text}, nil
}
