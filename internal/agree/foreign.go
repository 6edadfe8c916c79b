package agree

import (
	"fmt"
	"slices"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// ForeignSchema makes the schema of a tool's arguments, as any server may send
// it. All choices are made by pick, which returns a number below n.
func ForeignSchema(pick func(n int) int) *jsondoc.Object {
	d := drawer{pick}
	root := d.object(0)
	if d.one(3) {
		d.conditions(root, 0)
	}
	defs := jsondoc.NewObject()
	for _, name := range []string{"A", "B"} {
		defs.Set(name, d.schema(2))
	}
	root.Set("$defs", defs)
	return root
}

// foreignNames are names of properties, most of them names of keywords, too.
var foreignNames = []string{"a", "b", "type", "pattern", "properties", "required", "$ref", "enum"}

// drawer makes choices.
type drawer struct{ number func(below int) int }

// one is true once in n times.
func (d drawer) one(n int) bool { return d.number(n) == 0 }

func (d drawer) pick(texts ...string) jsondoc.Value {
	v, err := jsondoc.Parse([]byte(texts[d.number(len(texts))]))
	if err != nil {
		return jsondoc.FromString(fmt.Sprint(err)) // the texts are all written below
	}
	return v
}

// typed is a schema that says a type.
func typed(name string) *jsondoc.Object {
	return jsondoc.NewObject(jsondoc.Member{Name: "type", Value: jsondoc.FromString(name)})
}

func (d drawer) schema(depth int) jsondoc.Value {
	if depth > 3 {
		return d.pick(`{"type":"string"}`, `{"type":"integer"}`, `true`, `{}`)
	}
	var o *jsondoc.Object
	switch d.number(12) {
	case 0:
		return d.pick("true", "false", "{}", `{"$ref":"#/$defs/A"}`)
	case 1:
		return jsondoc.NewObject(jsondoc.Member{Name: "$ref", Value: d.pick(`"#/$defs/A"`, `"#/$defs/B"`, `"#"`)})
	case 2, 3:
		o = d.object(depth)
	case 4:
		o = d.array(depth)
	case 5, 6:
		o = d.text()
	case 7, 8:
		o = d.numeric()
	case 9:
		o = jsondoc.NewObject(jsondoc.Member{Name: "enum", Value: d.pick(`["x","y"]`, `[1,2.5]`, `["x",null,3]`, `[true,"","a"]`, `[{"a":1},[1]]`)})
	case 10:
		o = jsondoc.NewObject(jsondoc.Member{Name: "const", Value: d.pick(`"x"`, `7`, `null`, `true`, `[1]`)})
	default:
		o = jsondoc.NewObject(jsondoc.Member{Name: "type", Value: d.pick(`["string","null"]`, `["integer","string"]`, `"null"`, `"boolean"`, `["object","array","null"]`)})
	}
	if d.one(3) {
		o.Set("description", d.pick(`"What it is"`, `"Ends with a stop."`))
	}
	if d.one(5) {
		d.conditions(o, depth)
	}
	return o
}

func (d drawer) object(depth int) *jsondoc.Object {
	o := typed("object")
	properties := jsondoc.NewObject()
	var required jsondoc.Array
	for range d.number(4) {
		name := foreignNames[d.number(len(foreignNames))]
		properties.Set(name, d.schema(depth+1))
		if d.one(3) {
			required = append(required, jsondoc.FromString(name))
		}
	}
	o.Set("properties", properties)
	if len(required) > 0 {
		o.Set("required", required[:1])
	}
	switch d.number(8) {
	case 0, 1, 2:
		o.Set("additionalProperties", jsondoc.FromBool(false))
	case 3:
		o.Set("additionalProperties", d.schema(depth+1))
	case 4:
		o.Set("unevaluatedProperties", d.pick("false", `{"type":"string"}`))
	}
	d.some(o, map[string][]string{
		"minProperties": {"1"}, "maxProperties": {"3"}, "propertyNames": {`{"pattern":"^[a-z$]+$"}`},
		"dependentRequired": {`{"a":["b"]}`}, "patternProperties": {`{"^p":{"type":"integer"}}`},
		"default": {"{}"}, "title": {`"T"`},
	})
	return o
}

func (d drawer) array(depth int) *jsondoc.Object {
	o := typed("array")
	if !d.one(4) {
		o.Set("items", d.schema(depth+1))
	}
	if d.one(4) {
		o.Set("prefixItems", jsondoc.Array{d.schema(depth + 1), d.schema(depth + 1)})
	}
	if d.one(5) {
		o.Set("unevaluatedItems", d.pick("false", `{"type":"string"}`))
	}
	d.some(o, map[string][]string{
		"minItems": {"1", "2"}, "maxItems": {"3"}, "uniqueItems": {"true", "false"}, "contains": {`{"type":"integer"}`},
	})
	return o
}

func (d drawer) text() *jsondoc.Object {
	o := jsondoc.NewObject()
	if !d.one(5) {
		o.Set("type", jsondoc.FromString("string"))
	}
	d.some(o, map[string][]string{
		"minLength": {"1", "2"}, "maxLength": {"5"}, "pattern": {`"^[a-c]*$"`, `"\\d"`, `"^\\p{L}+$"`},
		"format": {`"date-time"`, `"uri"`, `"ipv4"`, `"x"`}, "default": {`"a"`}, "examples": {`["a"]`},
		"contentEncoding": {`"base64"`}, "deprecated": {"true"}, "x-order": {"1"}, "readOnly": {"true"},
	})
	return o
}

func (d drawer) numeric() *jsondoc.Object {
	o := jsondoc.NewObject(jsondoc.Member{Name: "type", Value: d.pick(`"integer"`, `"number"`, `["number","null"]`)})
	d.some(o, map[string][]string{
		"minimum": {"0", "-2.5"}, "maximum": {"9"}, "exclusiveMinimum": {"1"}, "exclusiveMaximum": {"100"},
		"multipleOf": {"2", "0.5"}, "enum": {"[1,2,4]", "[2.5,4]"},
	})
	return o
}

// some sets a few of the keywords, in a fixed order.
func (d drawer) some(o *jsondoc.Object, values map[string][]string) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if d.one(5) {
			o.Set(name, d.pick(values[name]...))
		}
	}
}

// conditions adds what combines schemas.
func (d drawer) conditions(o *jsondoc.Object, depth int) {
	name := []string{"allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas"}[d.number(6)]
	switch name {
	case "dependentSchemas":
		o.Set(name, d.pick(`{"a":{"properties":{"b":{"type":"string"}}}}`, `{"a":{"required":["b"]},"b":{"properties":{"c":{"type":"integer"}}}}`))
	case "not", "if":
		o.Set(name, d.pick(`{"required":["a"]}`, `{"type":"string"}`, `{"properties":{"a":{"const":1}}}`, `{}`))
		if name == "if" {
			o.Set("then", d.pick(`{"required":["b"]}`, `true`, `{"properties":{"b":{"type":"string"},"c":{"type":"string"}}}`))
			o.Set("else", d.pick(`{"minProperties":1}`, `{}`, `{"properties":{"b":{"type":"integer"}}}`))
		}
	default:
		forms := jsondoc.Array{}
		for range 1 + d.number(3) {
			if d.one(3) {
				forms = append(forms, d.pick(`{"required":["a"]}`, `{"required":["b"]}`, `{"type":"null"}`, `{"minLength":2}`))
			} else {
				forms = append(forms, d.schema(depth+1))
			}
		}
		o.Set(name, forms)
	}
}
