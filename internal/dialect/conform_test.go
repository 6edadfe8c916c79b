package dialect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/dialect"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// rules are what providers refuse, written down a second time and in another way
// than the profiles, from their documentation.
var rules = map[string][]rule{
	"openai":             {typedRoot, noSchemaWords, typed, objectItems, noBooleans},
	"anthropic":          {typedRoot, noSchemaWords, typed, objectItems, noBooleans},
	"openai-strict":      {typedRoot, noSchemaWords, typed, objectItems, noBooleans, closed, allRequired, refAlone, none("allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties", "propertyNames", "minLength", "maxLength", "uniqueItems", "contains", "minProperties", "maxProperties", "default", "examples", "prefixItems", "nullable")},
	"anthropic-strict":   {typedRoot, noSchemaWords, typed, objectItems, noBooleans, closed, refAlone, singleTypes, none("allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "patternProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems", "uniqueItems", "default", "examples", "prefixItems", "nullable")},
	"gemini":             {noSchemaWords, typed, objectItems, noBooleans, singleTypes, upper, bareAnyOf, stringEnums, knownRequired, none("$ref", "$defs", "additionalProperties", "const", "allOf", "oneOf", "not", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "examples", "deprecated", "default", "patternProperties", "contentEncoding", "prefixItems", "x-order", "readOnly")},
	"gemini-json-schema": {typedRoot, noSchemaWords, typed, objectItems, noBooleans, refAlone, knownRequired, none("const", "allOf", "oneOf", "not", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "examples", "deprecated", "default", "patternProperties", "pattern", "minLength", "maxLength", "nullable", "x-order")},
}

// A rule looks at one schema and says what is wrong with it, or "".
type rule func(o *jsondoc.Object, at site) string

func typedRoot(o *jsondoc.Object, at site) string {
	if at.pointer != "" {
		return ""
	}
	if keyword.Text(o, "type") != "object" {
		return "the root is no object"
	}
	for _, name := range []string{"anyOf", "oneOf", "allOf", "enum", "not", "$ref"} {
		if o.Has(name) {
			return name + " at the root"
		}
	}
	return ""
}

func noSchemaWords(o *jsondoc.Object, _ site) string {
	return none("$schema", "$id", "id", "$comment", "definitions", "additionalItems", "example", "optional")(o, site{})
}

func none(names ...string) rule {
	return func(o *jsondoc.Object, _ site) string {
		for _, name := range names {
			if o.Has(name) {
				return "has " + name
			}
		}
		return ""
	}
}

// A site is where a schema stands.
type site struct {
	pointer   string
	condition bool // it describes no value, but a condition
}

func typed(o *jsondoc.Object, at site) string {
	if o.Has("type") || o.Has("$ref") || o.Has("anyOf") || o.Has("oneOf") || o.Has("allOf") || at.condition {
		return ""
	}
	return "has no type"
}

func objectItems(o *jsondoc.Object, at site) string {
	if !slices.ContainsFunc(keyword.Types(o), func(t string) bool { return strings.EqualFold(t, "array") }) || at.condition {
		return ""
	}
	if o.Object("items") == nil {
		return "has no items"
	}
	return ""
}

func noBooleans(o *jsondoc.Object, _ site) (text string) {
	keyword.Children(o, func(child jsondoc.Value, path ...string) {
		if _, ok := child.(*jsondoc.Object); !ok && path[0] != "additionalProperties" {
			text = "a boolean schema at " + strings.Join(path, "/")
		}
	})
	return text
}

func closed(o *jsondoc.Object, _ site) string {
	if !slices.Contains(keyword.Types(o), "object") {
		return ""
	}
	if v, _ := o.Lookup("additionalProperties"); v != jsondoc.Raw("false") {
		return "an open object"
	}
	return ""
}

func allRequired(o *jsondoc.Object, _ site) string {
	v, _ := o.Lookup("required")
	required, _ := v.(jsondoc.Array)
	if slices.Contains(keyword.Types(o), "object") && (v == nil || len(required) != propertyCount(o)) {
		return "not all properties are required"
	}
	return ""
}

func propertyCount(o *jsondoc.Object) int {
	if p := o.Object("properties"); p != nil {
		return len(p.Members)
	}
	return 0
}

func refAlone(o *jsondoc.Object, _ site) string {
	if o.Has("$ref") && len(o.Members) > 1 {
		return "keywords beside $ref"
	}
	return ""
}

func singleTypes(o *jsondoc.Object, _ site) string {
	if len(keyword.Types(o)) > 1 {
		return "several types"
	}
	return ""
}

func upper(o *jsondoc.Object, _ site) string {
	if t := keyword.Text(o, "type"); t != strings.ToUpper(t) {
		return "the type " + t
	}
	return ""
}

func bareAnyOf(o *jsondoc.Object, _ site) string {
	if o.Has("anyOf") && len(o.Members) > 1 {
		return "keywords beside anyOf"
	}
	return ""
}

func stringEnums(o *jsondoc.Object, _ site) string {
	v, ok := o.Lookup("enum")
	values, _ := v.(jsondoc.Array)
	for _, e := range values {
		if s, isString := jsondoc.String(e); !isString || s == "" {
			return "enum lists " + string(jsondoc.Append(nil, e))
		}
	}
	if ok && keyword.Text(o, "type") != "STRING" {
		return "enum beside another type than STRING"
	}
	return ""
}

func knownRequired(o *jsondoc.Object, _ site) string {
	v, _ := o.Lookup("required")
	names, _ := v.(jsondoc.Array)
	for _, n := range names {
		if s, _ := jsondoc.String(n); !o.Object("properties").Has(s) {
			return "requires " + s + ", which is not described"
		}
	}
	return ""
}

// conforms says what a provider would refuse in a rewritten schema, or "".
func conforms(profile string, schema []byte) (text string) {
	doc, err := jsondoc.Parse(schema)
	if err != nil {
		return err.Error()
	}
	root, ok := doc.(*jsondoc.Object)
	if !ok {
		return "no object"
	}
	return conformsAt(profile, root, site{})
}

func conformsAt(profile string, o *jsondoc.Object, at site) (text string) {
	for _, r := range rules[profile] {
		if wrong := r(o, at); wrong != "" {
			return fmt.Sprintf("%s at %q", wrong, at.pointer)
		}
	}
	keyword.Children(o, func(child jsondoc.Value, path ...string) {
		below := site{at.pointer + "/" + strings.Join(path, "/"), at.condition}
		switch path[0] {
		case "not", "if", "then", "else", "propertyNames", "dependentSchemas":
			below.condition = true
		case "allOf", "anyOf", "oneOf": // free functions may mix forms and conditions
			below.condition = below.condition || profile == "openai" || profile == "anthropic"
		}
		if c, ok := child.(*jsondoc.Object); ok && text == "" {
			text = conformsAt(profile, c, below)
		}
	})
	return text
}

// TestConforms: whatever the source, the provider takes the rewritten schema.
func TestConforms(t *testing.T) {
	agree.Repeatable()
	for _, p := range profiles {
		t.Run(p.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				source := jsondoc.Append(nil, anySchema(t))
				result, problems := dialect.Rewrite(p, source)
				if len(problems) > 0 || result.Schema == nil {
					return
				}
				if text := conforms(p.Name, result.Schema); text != "" {
					t.Fatalf("%s\nsource:    %s\nrewritten: %s", text, source, result.Schema)
				}
				again, problems := dialect.Rewrite(p, source)
				if len(problems) > 0 || string(again.Schema) != string(result.Schema) {
					t.Fatalf("another result the second time\nsource: %s\nfirst:  %s\nsecond: %s", source, result.Schema, again.Schema)
				}
			})
		})
	}
}
