package keyword

import (
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// Words says what a keyword of a schema demands, as in "must be at least 3".
func Words(name string, schema *jsondoc.Object) string {
	switch name {
	case "type":
		return "must be " + TypeWords(Types(schema))
	case "format":
		return format.Want(Text(schema, name))
	case "pattern":
		return "must match the pattern " + Text(schema, name)
	case "enum", "const":
		return listWords(name, schema)
	case "uniqueItems":
		return "must not have equal items"
	case "contentEncoding":
		return "the text is encoded in " + Text(schema, name)
	case "contentMediaType":
		return "the text is of the type " + Text(schema, name)
	case "dependentRequired":
		return dependentWords(schema.Object(name))
	case "not":
		return notWords(schema.Object(name))
	case "anyOf", "oneOf", "allOf", "then", "else", "dependentSchemas", "patternProperties", "contains", "maxContains":
		return wholeWords(name, schema)
	default:
		return boundWords(name, schema)
	}
}

// Text is the value of a keyword: a string as it is, anything else as JSON. It is
// empty where the keyword is missing.
func Text(schema *jsondoc.Object, name string) string {
	if schema == nil {
		return ""
	}
	v, ok := schema.Lookup(name)
	if !ok {
		return ""
	}
	if s, ok := jsondoc.String(v); ok {
		return s
	}
	return string(jsondoc.Append(nil, v))
}

// Types are the names that the keyword type lists.
func Types(schema *jsondoc.Object) []string {
	if schema == nil {
		return nil
	}
	v, _ := schema.Lookup("type")
	list, ok := v.(jsondoc.Array)
	if !ok {
		list = jsondoc.Array{v}
	}
	var names []string
	for _, e := range list {
		if name, ok := jsondoc.String(e); ok {
			names = append(names, name)
		}
	}
	return names
}

var typeNames = []struct{ name, words string }{
	{"string", "a string"},
	{"number", "a number"},
	{"integer", "an integer"},
	{"boolean", "true or false"},
	{"array", "an array"},
	{"object", "an object"},
	{"null", "null"},
}

// TypeWords names types, always in the same order: "a string or null".
func TypeWords(types []string) string {
	has := map[string]bool{}
	for _, name := range types {
		has[name] = true
	}
	var words []string
	for _, t := range typeNames {
		if has[t.name] && (t.name != "integer" || !has["number"]) {
			words = append(words, t.words)
		}
	}
	return strings.Join(words, " or ")
}

// MostListed is how many values of an enum Words lists.
const MostListed = 40

func listWords(name string, schema *jsondoc.Object) string {
	if name == "const" {
		v, _ := schema.Lookup(name)
		return "must be " + string(jsondoc.Append(nil, v))
	}
	list := list(schema, name)
	var texts []string
	for i, e := range list {
		if i == MostListed {
			texts = append(texts, fmt.Sprintf("and %d more", len(list)-MostListed))
			break
		}
		texts = append(texts, string(jsondoc.Append(nil, e)))
	}
	if len(list) == 1 {
		return "must be " + texts[0]
	}
	return "must be one of " + strings.Join(texts, ", ")
}

func dependentWords(dependents *jsondoc.Object) string {
	if dependents == nil {
		return ""
	}
	var texts []string
	for _, m := range dependents.Members {
		var names []string
		for _, name := range list(dependents, m.Name) {
			s, _ := jsondoc.String(name)
			names = append(names, s)
		}
		texts = append(texts, fmt.Sprintf("with %q, must have %s", m.Name, strings.Join(names, ", ")))
	}
	return strings.Join(texts, "; ")
}

func list(schema *jsondoc.Object, name string) jsondoc.Array {
	v, _ := schema.Lookup(name)
	list, _ := v.(jsondoc.Array)
	return list
}

// wholeWords speaks of schemas that are combined.
func wholeWords(name string, schema *jsondoc.Object) string {
	forms := list(schema, name)
	if types := choiceOfTypes(forms); types != nil && name != "allOf" && (name != "oneOf" || AreApart(types)) {
		return "must be " + TypeWords(types)
	}
	groups := requiredGroups(forms)
	switch {
	case len(groups) == 1:
		return "must have " + groups[0]
	case groups != nil && name == "oneOf":
		return "must have exactly one of " + strings.Join(groups, ", ")
	case groups != nil && name == "anyOf":
		return "must have at least one of " + strings.Join(groups, ", ")
	case name == "oneOf":
		return "must fit exactly one of the forms that the schema lists"
	case name == "anyOf":
		return "must fit one of the forms that the schema lists"
	case name == "contains":
		return "must contain an item of the form that the schema describes"
	case name == "maxContains":
		return "contains too many items of the form that the schema describes"
	default:
		return "must fit all that the schema demands"
	}
}

// choiceOfTypes returns the types that a list of schemas offers, if that is all
// it does.
func choiceOfTypes(forms jsondoc.Array) []string {
	var types []string
	for _, form := range forms {
		o, _ := form.(*jsondoc.Object)
		offered := Types(o)
		if len(offered) == 0 || len(o.Members) != 1 {
			return nil
		}
		types = append(types, offered...)
	}
	return types
}

// requiredGroups returns the names that each schema of a list requires, if all
// of them do.
func requiredGroups(forms jsondoc.Array) []string {
	var groups []string
	for _, form := range forms {
		o, _ := form.(*jsondoc.Object)
		if o == nil || !o.Has("required") {
			return nil
		}
		var names []string
		for _, name := range list(o, "required") {
			s, _ := jsondoc.String(name)
			names = append(names, s)
		}
		groups = append(groups, strings.Join(names, " with "))
	}
	return groups
}

// notWords speaks of what a schema excludes, if that is one thing.
func notWords(excluded *jsondoc.Object) string {
	if names := requiredGroups(jsondoc.Array{excluded}); len(names) == 1 && len(excluded.Members) == 1 {
		if both := strings.Split(names[0], " with "); len(both) > 1 {
			return "must not have " + strings.Join(both, " and ") + " together"
		}
		return "must not have " + names[0]
	}
	if excluded != nil && len(excluded.Members) > 0 {
		words := Words(excluded.Members[0].Name, excluded)
		single := len(excluded.Members) == 1 || strings.HasPrefix(words, "must have exactly")
		if rest, ok := strings.CutPrefix(words, "must "); ok && single {
			return "must not " + rest
		}
	}
	return "must not have the form that the schema excludes"
}

// boundWords speaks of limits, and says both ends at once where they are equal.
func boundWords(name string, schema *jsondoc.Object) string {
	limit := Text(schema, name)
	for _, pair := range [][2]string{{"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}} {
		if (name == pair[0] || name == pair[1]) &&
			schema.Has(pair[0]) && Text(schema, pair[0]) == Text(schema, pair[1]) {
			return "must have exactly " + Counted(limit, name)
		}
	}
	if words := limitWords(name, limit); words != "" {
		return words
	}
	return "breaks the rule " + name
}

func limitWords(name, limit string) string {
	switch name {
	case "minimum":
		return "must be at least " + limit
	case "maximum":
		return "must be at most " + limit
	case "exclusiveMinimum":
		return "must be more than " + limit
	case "exclusiveMaximum":
		return "must be less than " + limit
	case "multipleOf":
		return "must be a multiple of " + limit
	case "minLength", "minItems", "minProperties":
		if limit == "1" {
			return "must not be empty"
		}
		return "must have at least " + Counted(limit, name)
	case "maxLength", "maxItems", "maxProperties":
		return "must have at most " + Counted(limit, name)
	default:
		return ""
	}
}

// Counted says a number of what a keyword counts: "3 items".
func Counted(n, name string) string {
	unit := map[string]string{
		"minLength": "character", "maxLength": "character", "minItems": "item", "maxItems": "item",
		"minProperties": "entry", "maxProperties": "entry",
	}[name]
	switch {
	case n == "1":
		return "1 " + unit
	case unit == "entry":
		return n + " entries"
	default:
		return n + " " + unit + "s"
	}
}

// Brief is a value as JSON, cut where it gets long for a sentence.
func Brief(v jsondoc.Value) string {
	const limit = 80
	s := string(jsondoc.Append(nil, v))
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}
