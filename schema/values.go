package schema

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/pattern"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// valueFor reads the text of a tag as a value that fits the schema.
func valueFor(o *jsondoc.Object, text string) (jsondoc.Value, error) {
	switch t := jsonType(o); t {
	case "string":
		if jsonType(o.Object("contentSchema")) == "string" || keyword.Text(o, "pattern") == quotedTextPattern {
			text = string(jsondoc.FromString(text)) // the json option ",string" quotes it twice
		}
		return jsondoc.FromString(text), nil
	case "integer", "number":
		return jsonNumber(text)
	case "boolean":
		if text != "true" && text != "false" {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return jsondoc.Raw(text), nil
	case "array", "object":
		v, err := jsondoc.Parse([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("%q is no JSON %s", text, t)
		}
		return v, nil
	default:
		if v, err := jsondoc.Parse([]byte(text)); err == nil {
			return v, nil
		}
		return jsondoc.FromString(text), nil
	}
}

// jsonNumber reads a number as JSON writes it.
func jsonNumber(text string) (jsondoc.Raw, error) {
	text = strings.TrimSpace(text)
	var n json.Number
	if !isNumber(text) || json.Unmarshal([]byte(text), &n) != nil {
		return "", fmt.Errorf("%q is not a number", text)
	}
	if !decimal.Parse([]byte(text)).InDoubleRange() {
		return "", fmt.Errorf("%q is outside the range of a double", text)
	}
	return jsondoc.Raw(text), nil
}

// setPattern adds a pattern in the spelling that Go and ECMA-262 read alike.
func setPattern(o *jsondoc.Object, expr string) error {
	portable, err := pattern.Portable(expr)
	if err != nil {
		return err
	}
	return tighten(o, "pattern", jsondoc.FromString(portable))
}

// prune removes what other keywords make idle from the lists and bounds of the
// field, and refuses a field that nothing can satisfy.
func (fb *fieldBuilder) prune() error {
	for _, o := range []*jsondoc.Object{fb.doc, fb.doc.Object("items"), fb.doc.Object("contentSchema")} {
		if o == nil || !o.Has("enum") && !o.Has("const") {
			continue
		}
		if err := pruneEnum(o); err != nil {
			return fb.at.errorf("%w", err)
		}
	}
	return nil
}

// fits holds a value to a schema that is not complete yet. What refers to others
// is taken for good.
func fits(o *jsondoc.Object, v jsondoc.Value) error {
	p, err := plan.Compile(o)
	if err != nil {
		return nil //nolint:nilerr // found and located when the whole document is compiled
	}
	if out := p.Check(jsondoc.Append(nil, v), plan.Mode{}); out != nil && !out.OK() {
		return fmt.Errorf("the type does not take it: it %s", firstFault(out))
	}
	return nil
}

// pruneEnum keeps the listed values that the other keywords admit. The bounds
// of a list of numbers then say nothing more.
func pruneEnum(o *jsondoc.Object) error {
	keyword := "enum"
	v, _ := o.Lookup("enum")
	values, _ := v.(jsondoc.Array)
	if c, ok := o.Lookup("const"); ok {
		if values != nil && len(intersect(values, jsondoc.Array{c})) == 0 {
			return fmt.Errorf("no value is %s and one of %s at once", jsondoc.Append(nil, c), jsondoc.Append(nil, values))
		}
		o.Delete("enum") // the constant says it
		keyword, values = "const", jsondoc.Array{c}
	}
	rest := &jsondoc.Object{}
	for _, m := range o.Members {
		if m.Name != keyword {
			rest.Members = append(rest.Members, m)
		}
	}
	p, err := plan.Compile(rest)
	if err != nil {
		return nil //nolint:nilerr // found and located when the whole document is compiled
	}
	var kept jsondoc.Array
	var why string
	for _, v := range values {
		if out := p.Check(jsondoc.Append(nil, v), plan.Mode{}); out == nil {
			kept = append(kept, v)
		} else {
			why = firstFault(out)
		}
	}
	if len(kept) == 0 {
		return fmt.Errorf("none of the values %s is allowed by the other rules: %s", jsondoc.Append(nil, values), why)
	}
	if keyword == "enum" {
		o.Set("enum", kept)
	}
	for _, bound := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		o.Delete(bound)
	}
	return nil
}
