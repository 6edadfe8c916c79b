package docs

import (
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// node is a keyword in its schema.
type node struct {
	schema *jsondoc.Object
	jsondoc.Member
}

// saying puts a keyword into a field. It returns false if the keyword has a value
// that it cannot say.
type saying func(d *describer, f *field, n node) bool

// sayingOf is how a keyword is said, or nil for a word that is none.
func sayingOf(name string) saying {
	switch name {
	case "$ref":
		return sayRef
	case "type":
		return sayType
	case "title":
		return sayTitle
	case "description":
		return sayDescription
	case "default":
		return sayDefault
	case "examples":
		return sayExamples
	case "deprecated", "readOnly", "writeOnly":
		return sayFlag
	case "enum", "const":
		return sayListed
	case "format":
		return sayFormat
	case "pattern", "contentEncoding", "contentMediaType":
		return sayText
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return sayNumber
	case "uniqueItems":
		return sayUnique
	case "$defs", "definitions":
		return sayDefinitions
	case "$schema", "$id", "$anchor", "$dynamicAnchor":
		return sayNothing
	}
	return sayingOfParts(name)
}

// sayingOfParts is how a keyword is said that speaks of what is inside a value, or
// of other schemas.
func sayingOfParts(name string) saying {
	switch name {
	case "properties":
		return sayProperties
	case "patternProperties":
		return sayPatternProperties
	case "additionalProperties", "unevaluatedProperties":
		return sayOtherProperties
	case "required":
		return sayRequired
	case "dependentRequired":
		return sayDependentRequired
	case "dependentSchemas":
		return sayDependentSchemas
	case "items", "unevaluatedItems":
		return sayItems
	case "prefixItems":
		return sayPrefixItems
	case "contains":
		return sayContains
	case "minContains", "maxContains":
		return sayContainsCount
	case "then", "else":
		return sayConsequence
	case "propertyNames", "contentSchema", "if":
		return sayPart
	case "not":
		return sayNot
	case "allOf":
		return sayAllOf
	case "anyOf", "oneOf":
		return sayChoice
	}
	return nil
}

// ranked are the keywords of a schema in the order in which they are said.
func ranked(schema *jsondoc.Object) []jsondoc.Member {
	const last = 1 << 16
	rank := func(m jsondoc.Member) int {
		if r := keyword.Rank(m.Name); r >= 0 {
			return r
		}
		return last
	}
	members := slices.Clone(schema.Members)
	slices.SortStableFunc(members, func(a, b jsondoc.Member) int { return rank(a) - rank(b) })
	return members
}

// sayNothing is for keywords that place a schema and say nothing of values.
func sayNothing(_ *describer, _ *field, n node) bool {
	_, isText := jsondoc.String(n.Value)
	return isText
}

// sayRef describes a definition in place if this is the only reference to it.
// Otherwise it is described by itself and linked.
func sayRef(d *describer, f *field, n node) bool {
	ref, _ := jsondoc.String(n.Value)
	switch target := d.references.resolve(ref).(type) {
	case *jsondoc.Object:
		isAlone := len(n.schema.Members) == 1 || !isClosed(target) && !isClosed(n.schema)
		if isAlone && d.references.definitions[target] && d.references.count[target] == 1 && d.places[target] == nil {
			d.describe(f, target)
			return true
		}
		f.targets = append(f.targets, target)
		d.wanted = append(d.wanted, target)
		return true
	case jsondoc.Raw:
		if isSchema(target) {
			d.describe(f, target)
			return true
		}
	}
	return false
}

func sayTitle(_ *describer, f *field, n node) bool {
	text, ok := jsondoc.String(n.Value)
	if text = oneLine(text); !ok || text == "" || f.title != "" && f.title != text {
		return false
	}
	f.title = text
	return true
}

func sayDescription(_ *describer, f *field, n node) bool {
	text, ok := jsondoc.String(n.Value)
	if text = clean(text); !ok || text == "" {
		return false
	}
	switch f.description {
	case "":
		f.description = text
	case text:
	default:
		f.description += "\n\n" + text
	}
	return true
}

func sayDefault(_ *describer, f *field, n node) bool {
	if f.def != nil {
		return false
	}
	f.def = written(n.Value)
	return true
}

func sayExamples(_ *describer, f *field, n node) bool {
	list, _ := n.Value.(jsondoc.Array)
	if len(list) == 0 {
		return false
	}
	for _, e := range list {
		f.examples = append(f.examples, written(e))
	}
	return true
}

func sayFlag(_ *describer, f *field, n node) bool {
	if !isTrue(n.Value) {
		return false
	}
	switch n.Name {
	case "deprecated":
		f.deprecated = true
	case "readOnly":
		f.readOnly = true
	default:
		f.writeOnly = true
	}
	return true
}

// sayDefinitions describes nothing yet: what is used is described there. What is
// no schema that a reference could lead to is shown.
func sayDefinitions(d *describer, _ *field, n node) bool {
	named, ok := n.Value.(*jsondoc.Object)
	if !ok {
		return false
	}
	all := true
	for _, m := range named.Members {
		schema, ok := m.Value.(*jsondoc.Object)
		if ok {
			d.unused = append(d.unused, schema)
		}
		all = all && ok
	}
	return all
}
