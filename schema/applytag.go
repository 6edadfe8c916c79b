package schema

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// applyTag sets what the jsonschema tag says.
func (fb *fieldBuilder) applyTag() error {
	if text := fb.field.Tag.Get("jsonschema_description"); text != "" {
		fb.doc.Set("description", jsondoc.FromString(text))
	}
	var defaults jsondoc.Array
	for _, item := range fb.items {
		if err := fb.applyItem(item, &defaults); err != nil {
			return fb.at.tagged("jsonschema", item.text(), err)
		}
	}
	if defaults != nil {
		fb.doc.Set("default", defaults)
	}
	return nil
}

// isConstraint reports whether a tag keyword demands something. On output
// only what marshalling guarantees is published unless rules are asked for.
func isConstraint(item tagItem) bool {
	switch tagKeywords[item.key] {
	case formNumber, formCount:
		return true
	}
	switch item.key {
	case "pattern", "format", "enum", "const", "uniqueItems", "oneof_required", "anyof_required", "oneof_type", "anyof_type", "default":
		return true
	}
	return false
}

func (fb *fieldBuilder) applyItem(item tagItem, defaults *jsondoc.Array) error {
	if fb.dir == Output && !fb.opts.outputRules && isConstraint(item) {
		return nil
	}
	switch item.key {
	case "required", "nullable", "omitempty":
		return nil
	case "title", "description":
		fb.doc.Set(item.key, jsondoc.FromString(item.value))
		return nil
	case "oneof_required", "anyof_required":
		return fb.requiredGroup(item)
	case "oneof_type", "anyof_type":
		return fb.typeChoice(item)
	case "default":
		if jsonType(fb.doc) == "array" && !strings.HasPrefix(strings.TrimSpace(item.value), "[") {
			v, err := valueFor(fb.doc.Object("items"), item.value)
			*defaults = append(*defaults, v)
			return err
		}
	}
	target, err := fb.targetOf(item)
	if err != nil {
		return err
	}
	return setItem(target, item)
}

// targetOf picks the schema that a keyword is about: of a list, the keywords
// for its items go to the items.
func (fb *fieldBuilder) targetOf(item tagItem) (*jsondoc.Object, error) {
	target := fb.doc
	switch item.key {
	case "minItems", "maxItems", "uniqueItems", "default", "deprecated", "readOnly", "writeOnly", "minProperties", "maxProperties":
	default:
		if jsonType(target) == "array" && !strings.HasPrefix(strings.TrimSpace(item.value), "[") {
			target = target.Object("items")
		}
	}
	if fb.field.Quoted && aboutContent(item.key, isText(fb.field.Type)) {
		target = fb.quotedContent()
	}
	wanted := typeOfKeyword(item.key)
	if have := jsonType(target); wanted != "" && have != "" && have != wanted && !(wanted == "number" && have == "integer") {
		return nil, fmt.Errorf("%q is for %s, and the value is %s", item.key, withArticle(wanted), withArticle(have))
	}
	return target, nil
}

// aboutContent reports whether a keyword is about the value inside a string.
func aboutContent(key string, text bool) bool {
	switch typeOfKeyword(key) {
	case "number":
		return true
	case "string":
		return text
	default:
		return text && (key == "enum" || key == "const")
	}
}

// quotedContent is the schema of the value that is carried in a string.
func (fb *fieldBuilder) quotedContent() *jsondoc.Object {
	content := fb.doc.Object("contentSchema")
	if content == nil {
		kind := deref(fb.field.Type).Kind()
		switch {
		case kind == reflect.String:
			content = typed("string")()
		case kind == reflect.Bool:
			content = typed("boolean")()
		case integerBounds[kind].low != "":
			content = typed("integer")()
		default:
			content = typed("number")()
		}
		fb.doc.Set("contentMediaType", jsondoc.FromString("application/json"))
		fb.doc.Set("contentSchema", content)
	}
	return content
}

// jsonType is the one type a schema names, or "".
func jsonType(o *jsondoc.Object) string {
	if o == nil {
		return ""
	}
	v, _ := o.Lookup("type")
	if list, ok := v.(jsondoc.Array); ok && len(list) > 0 {
		v = list[0]
	}
	name, _ := jsondoc.String(v)
	return name
}

func withArticle(name string) string {
	if strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

func typeOfKeyword(key string) string {
	switch key {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return "number"
	case "minLength", "maxLength", "pattern", "format":
		return "string"
	case "minItems", "maxItems", "uniqueItems":
		return "array"
	case "minProperties", "maxProperties":
		return "object"
	default:
		return ""
	}
}

// setItem adds one keyword with its value.
func setItem(o *jsondoc.Object, item tagItem) error {
	switch tagKeywords[item.key] {
	case formNumber:
		raw, err := jsonNumber(item.value)
		if err != nil {
			return err
		}
		return tighten(o, item.key, raw)
	case formCount:
		raw, err := parseCount(item.value)
		if err != nil {
			return err
		}
		return tighten(o, item.key, raw)
	case formFlag:
		return setFlag(o, item)
	case formValue:
		return setValue(o, item)
	default:
		if item.key == "pattern" {
			return setPattern(o, item.value)
		}
		return tighten(o, item.key, jsondoc.FromString(strings.TrimSpace(item.value)))
	}
}

func setFlag(o *jsondoc.Object, item tagItem) error {
	on := item.bare
	if !on {
		var err error
		if on, err = strconv.ParseBool(item.value); err != nil {
			return fmt.Errorf("%q is neither true nor false", item.value)
		}
	}
	if on {
		o.Set(item.key, jsondoc.FromBool(true))
	}
	return nil
}

func setValue(o *jsondoc.Object, item tagItem) error {
	v, err := valueFor(o, item.value)
	if err != nil {
		return err
	}
	switch item.key {
	case "default":
		o.Set("default", v)
	case "const":
		return tighten(o, "const", v)
	case "example":
		appendTo(o, "examples", v)
	case "enum":
		appendTo(o, "enum", v)
	}
	return nil
}

func appendTo(o *jsondoc.Object, name string, v jsondoc.Value) {
	old, _ := o.Lookup(name)
	list, _ := old.(jsondoc.Array)
	for _, e := range list {
		if equalJSON(e, v) {
			return
		}
	}
	o.Set(name, append(list, v))
}

// requiredGroup puts the field into a group of which exactly one, or at least
// one, must be there.
func (fb *fieldBuilder) requiredGroup(item tagItem) error {
	keyword := strings.TrimSuffix(item.key, "_required") // oneof or anyof
	keyword = keyword[:3] + "Of"
	old, _ := fb.parent.Lookup(keyword)
	groups, _ := old.(jsondoc.Array)
	name := jsondoc.FromString(fb.field.Name)
	for _, g := range groups {
		group, _ := g.(*jsondoc.Object)
		if title, _ := group.Lookup("title"); title == jsondoc.FromString(item.value) {
			appendTo(group, "required", name)
			return nil
		}
	}
	group := keywordsOf("title", item.value, "required", jsondoc.Array{name})
	fb.parent.Set(keyword, append(groups, group))
	return nil
}

// typeChoice lists the JSON types of a value that may be anything.
func (fb *fieldBuilder) typeChoice(item tagItem) error {
	if len(fb.doc.Members) > 0 && (fb.doc.Has("type") || fb.doc.Has("$ref")) {
		return fmt.Errorf("the type of the value is fixed by Go; %q is for any and json.RawMessage", item.key)
	}
	names := strings.Split(item.value, ";")
	var choices jsondoc.Array
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		choices = append(choices, keywordsOf("type", names[i]))
	}
	if item.key == "oneof_type" && slices.Contains(names, "integer") && slices.Contains(names, "number") {
		return errors.New("an integer is a number too, so it would match two of the types; use anyof_type")
	}
	fb.doc.Set(item.key[:3]+"Of", choices)
	return nil
}

// applyExtras sets what the jsonschema_extras tag says.
func (fb *fieldBuilder) applyExtras() error {
	tag := fb.field.Tag.Get("jsonschema_extras")
	if tag == "" {
		return nil
	}
	for _, part := range splitUnescaped(tag) {
		key, text, ok := strings.Cut(strings.TrimLeft(part, " \t"), "=")
		if !ok || key == "" {
			return fb.at.tagged("jsonschema_extras", part, fmt.Errorf("must be keyword=value"))
		}
		if err := fb.applyExtra(key, text); err != nil {
			return fb.at.tagged("jsonschema_extras", part, err)
		}
	}
	return nil
}

func (fb *fieldBuilder) applyExtra(key, text string) error {
	if _, known := tagKeywords[key]; known {
		return fb.applyItem(tagItem{key: key, value: text}, &jsondoc.Array{})
	}
	if !strings.HasPrefix(key, "x-") && key != "$comment" && key != "contentMediaType" && key != "contentEncoding" {
		return fmt.Errorf("unknown keyword %q; keywords of your own start with x-", key)
	}
	v, err := jsondoc.Parse([]byte(text))
	if err != nil || strings.HasPrefix(key, "$") || strings.HasPrefix(key, "content") {
		v = jsondoc.FromString(text)
	}
	fb.doc.Set(key, v)
	return nil
}
