package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Row is one line of the documentation: a rule on the kind it is made for.
type Row struct {
	Name      string // min
	Example   string // min=3
	Kind      Kind   // 0 for required and for a rule that is refused everywhere
	Class     Class
	Published string // the keywords as a JSON object, {} for none
	InGo      bool
	Note      string // the sentence of the description, or why it is refused
}

// Names lists the built-in rules and aliases, sorted.
func Names() []string {
	names := map[string]bool{"required": true}
	for p := range formats {
		names[p.tag] = true
	}
	for name := range parameterRules {
		names[name] = true
	}
	for name := range crossRules {
		names[name] = true
	}
	for name := range neverRules {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Table describes every built-in rule and alias on each kind worth showing,
// sorted by name and kind.
func Table() []Row {
	var rows []Row
	for _, name := range Names() {
		switch {
		case name == "required":
			rows = append(rows, Row{Name: name, Example: name, Class: Presence, Published: "{}", Note: "The key must be there and not null; the schema of the object lists it."})
		case neverRules[name] != "":
			rows = append(rows, Row{Name: name, Example: example(name), Class: Never, Published: "{}", Note: "Refused: " + neverRules[name] + "."})
		default:
			for _, k := range shownKinds(name) {
				rows = append(rows, row(name, k))
			}
		}
	}
	return rows
}

func row(name string, k Kind) Row {
	text := example(name)
	if param, ok := exampleParams[name]; ok && param == "3" {
		switch k {
		case Bool:
			text = name + "=true"
		case Duration:
			text = name + "=1s"
		}
	}
	r := Rule{Name: name, Text: text}
	r.Name, r.Param, r.HasParam = strings.Cut(text, "=")
	if alias, ok := builtinAliases[name]; ok {
		for a := range strings.SplitSeq(alias, "|") {
			r.Any = append(r.Any, Rule{Name: a, Text: a})
		}
		r.Name, r.Alias = "", name
	}
	m, err := r.Meaning(Target{Kind: k, Elem: String}, Options{JSONName: strings.ToLower})
	if err != nil {
		_, reason, _ := strings.Cut(err.Error(), ": ")
		return Row{Name: name, Example: text, Kind: k, Class: Never, Published: "{}", Note: "Refused: " + reason + "."}
	}
	return Row{name, text, k, m.Class, object(m.Keywords), m.InGo, m.Note}
}

// shownKinds are the kinds a rule is documented on.
func shownKinds(name string) []Kind {
	if kinds := kindsOf(name); kinds != nil {
		return kinds
	}
	switch name {
	case "len", "min", "max":
		return []Kind{String, Int, Float, Slice, Map, Bytes, Duration}
	case "gt", "gte", "lt", "lte":
		return []Kind{String, Int, Float, Slice, Map, Bytes, Time, Duration}
	case "eq", "ne":
		return []Kind{String, Int, Float, Bool, Slice, Map, Bytes, Duration}
	case "oneof", "noneof":
		return []Kind{String, Int, Float}
	case "isdefault":
		return []Kind{String, Int, Bool}
	case "unique":
		return []Kind{Slice, Map}
	case "gtfield", "gtefield", "ltfield", "ltefield", "eqfield", "nefield",
		"gtcsfield", "gtecsfield", "ltcsfield", "ltecsfield", "eqcsfield", "necsfield":
		return []Kind{Int, String, Time}
	}
	return []Kind{String}
}

// example writes the rule with a parameter that makes sense.
func example(name string) string {
	if param, ok := exampleParams[name]; ok {
		return name + "=" + param
	}
	return name
}

var exampleParams = map[string]string{
	"len": "3", "min": "3", "max": "3", "eq": "3", "ne": "3", "gt": "3", "gte": "3", "lt": "3", "lte": "3",
	"oneof": "1 2", "noneof": "1 2", "oneofci": "kg lb", "noneofci": "kg lb",
	"eq_ignore_case": "kg", "ne_ignore_case": "kg",
	"contains": "@", "excludes": "@", "startswith": "v", "endswith": ".go", "startsnotwith": "v", "endsnotwith": ".go",
	"containsany": "#@", "containsrune": "@", "excludesall": "#@", "excludesrune": "@",
	"datetime": "2006-01-02", "postcode_iso3166_alpha2": "US", "mimetype": "image/png",
	"eqfield": "Start", "nefield": "Start", "gtfield": "Start", "gtefield": "Start", "ltfield": "Start", "ltefield": "Start",
	"eqcsfield": "Start", "necsfield": "Start", "gtcsfield": "Start", "gtecsfield": "Start", "ltcsfield": "Start", "ltecsfield": "Start",
	"fieldcontains": "Start", "fieldexcludes": "Start", "postcode_iso3166_alpha2_field": "Country",
	"required_if": "Mode hard", "required_unless": "Mode soft", "skip_unless": "Mode hard",
	"excluded_if": "Mode hard", "excluded_unless": "Mode soft",
	"required_with": "Start", "required_with_all": "Start Stop", "required_without": "Start", "required_without_all": "Start Stop",
	"excluded_with": "Start", "excluded_with_all": "Start Stop", "excluded_without": "Start", "excluded_without_all": "Start Stop",
}

// Markdown writes [Table] for the documentation.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| rule | on | class | published | also checked in Go | said in the description |\n")
	b.WriteString("|---|---|---|---|---|---|\n")
	for _, r := range Table() {
		kind, checked := "anything", ""
		if r.Kind != 0 {
			kind = r.Kind.String()
		}
		if r.InGo {
			checked = "yes"
		}
		published := ""
		if r.Published != "{}" {
			published = "`" + escapeCell(r.Published) + "`"
			if strings.Contains(r.Published, "`") {
				published = "`` " + escapeCell(r.Published) + " ``"
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n",
			escapeCell(r.Example), kind, r.Class, published, checked, escapeCell(r.Note))
	}
	return b.String()
}

// escapeCell keeps a bar inside a cell from ending it.
func escapeCell(text string) string {
	return strings.ReplaceAll(text, "|", `\|`)
}
