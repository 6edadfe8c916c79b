package dialect

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// read parses the source and brings it into the form of draft 2020-12.
func (r *rewriter) read(source []byte) *jsondoc.Object {
	fail := func(format string, args ...any) *jsondoc.Object {
		r.problems = append(r.problems, Problem{Text: fmt.Sprintf(format, args...)})
		return nil
	}
	switch {
	case len(source) > maxBytes:
		return fail("it takes %d bytes, and every request would carry them; the limit is %d", len(source), maxBytes)
	case !utf8.Valid(source):
		return fail("it is not valid UTF-8")
	}
	v, err := jsondoc.Parse(source)
	if err != nil {
		return fail("it is not JSON: %s", err)
	}
	root, ok := v.(*jsondoc.Object)
	if !ok {
		return fail("it is %s instead of an object", kindWords(v))
	}
	r.adopt(root, (*spot)(nil).below(nil, 0))
	return root
}

// legacy are the names that keywords had in earlier drafts.
var legacy = map[string]string{"definitions": "$defs", "$recursiveRef": "$ref", "$dynamicRef": "$ref", "example": "examples"}

// adopt notes where a schema and all in it come from, and says them with the
// keywords of today.
func (r *rewriter) adopt(o *jsondoc.Object, at *spot) {
	r.origin[o] = at
	written := r.rename(o)
	r.dropMisused(o)
	keyword.Slots(o, func(slot *jsondoc.Value, path ...string) {
		if old, ok := written[path[0]]; ok {
			path[0] = old
		}
		r.adoptSlot(slot, at, path)
	})
	r.hoistRequired(o)
	r.modernise(o)
}

func (r *rewriter) adoptSlot(slot *jsondoc.Value, up *spot, path []string) {
	at := up.below(path, len(r.origin))
	switch v := (*slot).(type) {
	case *jsondoc.Object:
		r.adopt(v, at)
		return
	case jsondoc.Raw:
		if v == "true" || v == "false" {
			if path[0] == "additionalProperties" {
				return
			}
			o := jsondoc.NewObject()
			if v == "false" {
				o.Set("not", jsondoc.NewObject())
			}
			r.adopt(o, at)
			*slot = o
			return
		}
	}
	r.problems = append(r.problems, Problem{at.String(), fmt.Sprintf("must be a schema, which %s is not", kindWords(*slot))})
	*slot = jsondoc.NewObject()
}

// rename gives keywords the names of today and returns the old ones.
func (r *rewriter) rename(o *jsondoc.Object) (written map[string]string) {
	written = map[string]string{}
	for i := range o.Members {
		m := &o.Members[i]
		now := legacy[m.Name]
		if now == "" || o.Has(now) {
			continue
		}
		if now == "examples" {
			m.Value = jsondoc.Array{m.Value}
		}
		written[now] = m.Name
		m.Name = now
	}
	if tuple, ok := lookupArray(o, "items"); ok {
		o.Delete("items")
		o.Set("prefixItems", tuple)
		written["prefixItems"] = "items"
		if rest, ok := o.Lookup("additionalItems"); ok {
			o.Set("items", rest)
			written["items"] = "additionalItems"
		}
	}
	o.Delete("additionalItems")
	r.splitDependencies(o, written)
	return written
}

func lookupArray(o *jsondoc.Object, name string) (jsondoc.Array, bool) {
	v, _ := o.Lookup(name)
	a, ok := v.(jsondoc.Array)
	return a, ok
}

// splitDependencies parts the old keyword into names and schemas.
func (r *rewriter) splitDependencies(o *jsondoc.Object, written map[string]string) {
	old := members(o, "dependencies")
	o.Delete("dependencies")
	for _, m := range old {
		name := "dependentSchemas"
		if _, ok := m.Value.(jsondoc.Array); ok {
			name = "dependentRequired"
		}
		if o.Object(name) == nil {
			o.Set(name, jsondoc.NewObject())
			written[name] = "dependencies"
		}
		o.Object(name).Set(m.Name, m.Value)
	}
}

// dropMisused takes out keywords whose values make no sense, so that the stages
// need not ask. Nulls, and the words that only place a schema, go in silence.
func (r *rewriter) dropMisused(o *jsondoc.Object) {
	kept := o.Members[:0]
	for _, m := range o.Members {
		v, ok := sane(m.Name, m.Value)
		if ok {
			kept = append(kept, jsondoc.Member{Name: m.Name, Value: v})
		} else if m.Value != jsondoc.Raw("null") && !isLegacyBool(m) {
			r.lose(o, m.Name, fmt.Sprintf("the value %s of %s makes no sense, and was left out", keyword.Brief(m.Value), m.Name))
		}
	}
	o.Members = kept
}

// isLegacyBool reports whether a member has a meaning of an earlier draft.
func isLegacyBool(m jsondoc.Member) bool {
	return isBool(m.Value) && (m.Name == "required" || m.Name == "optional")
}

// sane returns the value of a keyword as it is meant, and whether it has a
// meaning.
func sane(name string, v jsondoc.Value) (jsondoc.Value, bool) {
	switch name {
	case "default", "const", "nullable", "$schema", "$id", "id", "$comment", "$anchor", "$vocabulary",
		"$dynamicAnchor", "$recursiveAnchor":
		return v, true
	case "exclusiveMinimum", "exclusiveMaximum":
		n, ok := numeric(v)
		if !ok {
			return v, isBool(v)
		}
		return n, true
	case "minimum", "maximum", "multipleOf":
		return numeric(v)
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return count(v)
	case "pattern", "format", "title", "description", "$ref", "contentEncoding", "contentMediaType":
		_, ok := jsondoc.String(v)
		return v, ok
	case "uniqueItems", "deprecated", "readOnly", "writeOnly":
		return v, isBool(v)
	case "enum":
		_, ok := v.(jsondoc.Array)
		return v, ok
	case "required":
		if s, ok := jsondoc.String(v); ok {
			return jsondoc.Array{jsondoc.FromString(s)}, true
		}
		_, ok := v.(jsondoc.Array)
		return v, ok || isBool(v)
	case "examples", "prefixItems", "allOf", "anyOf", "oneOf":
		a, ok := v.(jsondoc.Array)
		return v, ok && len(a) > 0
	case "properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs":
		if a, ok := v.(jsondoc.Array); ok && len(a) == 0 { // how PHP writes {}
			return jsondoc.NewObject(), true
		}
		_, ok := v.(*jsondoc.Object)
		return v, ok
	default:
		return v, v != jsondoc.Raw("null")
	}
}

func isBool(v jsondoc.Value) bool { return v == jsondoc.Raw("true") || v == jsondoc.Raw("false") }

// numeric returns a number, also one that was written as a string.
func numeric(v jsondoc.Value) (jsondoc.Value, bool) {
	raw, ok := v.(jsondoc.Raw)
	if s, isString := jsondoc.String(v); isString {
		raw = jsondoc.Raw(strings.TrimSpace(s))
	}
	if !ok || raw == "" || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') || !json.Valid([]byte(raw)) {
		return v, false
	}
	return raw, true
}

// count returns a number of things, also one that is written as 1.0.
func count(v jsondoc.Value) (jsondoc.Value, bool) {
	n, ok := numeric(v)
	raw, _ := n.(jsondoc.Raw)
	if !ok || raw[0] == '-' {
		return v, false
	}
	digits, ok := decimal.Parse([]byte(raw)).AppendInteger(nil)
	return jsondoc.Raw(digits), ok
}

// hoistRequired moves "required": true of a property, as of draft 3, to the
// object that has the property.
func (r *rewriter) hoistRequired(o *jsondoc.Object) {
	listed := names(o, "required")
	required := union(listed, nil)
	had := len(listed)
	known := set(required...)
	for _, m := range members(o, "properties") {
		p, _ := m.Value.(*jsondoc.Object)
		if v, _ := p.Lookup("required"); isBool(v) {
			p.Delete("required")
			if v == jsondoc.Raw("true") && !known[m.Name] {
				required = append(required, m.Name)
			}
		}
	}
	if len(required) != had {
		setNames(o, "required", required)
	}
}

// modernise says what other ages and other languages say with the words of
// draft 2020-12.
func (r *rewriter) modernise(o *jsondoc.Object) {
	r.modernTypes(o)
	if values, ok := lookupArray(o, "enum"); ok && len(values) == 0 { // nothing is listed
		o.Delete("enum")
		o.Set("not", r.made(o))
	}
	for _, bound := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		v, _ := o.Lookup(bound[0])
		limit, has := o.Lookup(bound[1])
		switch {
		case v == jsondoc.Raw("true") && has:
			o.Set(bound[0], limit)
			o.Delete(bound[1])
		case isBool(v):
			o.Delete(bound[0])
		}
	}
	nullable, _ := o.Lookup("nullable")
	o.Delete("nullable")
	if nullable == jsondoc.Raw("true") {
		r.orNullToo(o)
	}
}

// orNullToo has a schema take null, whatever it is made of.
func (r *rewriter) orNullToo(o *jsondoc.Object) {
	combines := slices.ContainsFunc([]string{"$ref", "allOf", "anyOf", "oneOf"}, o.Has)
	if o.Has("type") || !combines {
		allowNull(o)
		return
	}
	form := r.made(o)
	kept := []jsondoc.Member{}
	for _, m := range o.Members {
		if isAnnotation(m.Name) || m.Name == "$defs" {
			kept = append(kept, m)
		} else {
			form.Members = append(form.Members, m)
		}
	}
	o.Members = kept
	setSchemas(o, "anyOf", []*jsondoc.Object{form, r.null(o)})
}

func (r *rewriter) modernTypes(o *jsondoc.Object) {
	v, ok := o.Lookup("type")
	if !ok {
		return
	}
	written, isList := v.(jsondoc.Array)
	if !isList {
		written = jsondoc.Array{v}
	}
	var types []string
	free := len(written) == 0
	for _, e := range written {
		name, isString := jsondoc.String(e)
		t, known := typeNamed(name)
		switch {
		case !isString || !known:
			r.problemf(o, "%s is no type of JSON Schema", keyword.Brief(e))
		case t == "":
			free = true
		default:
			types = append(types, t)
		}
	}
	if free {
		o.Delete("type")
		return
	}
	setTypes(o, union(types, nil))
}

// typeNamed returns the type that a word of some language means; "" is any.
func typeNamed(word string) (name string, known bool) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "string", "str", "char", "character":
		return "string", true
	case "integer", "int", "long", "short", "bigint", "int32", "int64":
		return "integer", true
	case "number", "float", "double", "decimal", "float32", "float64":
		return "number", true
	case "boolean", "bool":
		return "boolean", true
	case "array", "list", "tuple", "arraylist", "set":
		return "array", true
	case "object", "dict", "dictionary", "map", "hashmap", "struct":
		return "object", true
	case "null", "none", "nil":
		return "null", true
	case "any", "":
		return "", true
	}
	return "", false
}

func kindWords(v jsondoc.Value) string {
	switch v := v.(type) {
	case *jsondoc.Object:
		return "an object"
	case jsondoc.Array:
		return "an array"
	case jsondoc.Raw:
		switch {
		case strings.HasPrefix(string(v), `"`):
			return "a string"
		case isBool(v):
			return string(v)
		case v == "null":
			return "null"
		}
		return "a number"
	}
	return "nothing"
}
