package agree

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// Oracle is an independent validator (draft 2020-12, formats asserted) for one
// schema. It is not safe for concurrent use.
type Oracle struct {
	compiler *jsonschema.Compiler
	parts    map[string]*jsonschema.Schema // by JSON Pointer
	// content says that the schema speaks of values inside strings, so that
	// they are looked at.
	content bool
}

const resource = "mem://published.json"

// NewOracle compiles a published schema.
func NewOracle(published []byte) (*Oracle, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(published))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: "ipv4", Validate: ipv4})
	c.RegisterFormat(stricter("email", addressShape))
	c.RegisterFormat(stricter("date-time", dateTimeShape))
	c.RegisterFormat(stricter("time", timeShape))
	content := bytes.Contains(published, []byte(`"contentSchema"`))
	if content {
		c.AssertContent()
	}
	if err := c.AddResource(resource, doc); err != nil {
		return nil, err
	}
	o := &Oracle{compiler: c, parts: map[string]*jsonschema.Schema{}, content: content}
	_, err = o.part("")
	return o, err
}

// ipv4 replaces a check that takes signs, as in +1.2.3.4.
func ipv4(v any) error {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	addr, err := netip.ParseAddr(text)
	if err == nil && !addr.Is4() {
		err = fmt.Errorf("no IPv4 address")
	}
	return err
}

// The shapes that a text must have beside passing the judge's own check, which
// takes addresses without a name, as in @host, and signed clocks, as in 10:+0:00Z.
var (
	addressShape  = regexp.MustCompile(`^[^@]`)
	timeShape     = regexp.MustCompile(`^\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$`)
	dateTimeShape = regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]` + timeShape.String()[1:])
)

// stricter is a format of the judge for texts of one shape.
func stricter(name string, shape *regexp.Regexp) *jsonschema.Format {
	own := sync.OnceValues(func() (*jsonschema.Schema, error) {
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		if err := c.AddResource(resource, map[string]any{"format": name}); err != nil {
			return nil, err
		}
		return c.Compile(resource)
	})
	return &jsonschema.Format{Name: name, Validate: func(v any) error {
		if text, ok := v.(string); ok && !shape.MatchString(text) {
			return fmt.Errorf("not of the shape of format %s", name)
		}
		check, err := own()
		if err != nil {
			return err
		}
		return check.Validate(v)
	}}
}

// part compiles the schema at a JSON Pointer.
func (o *Oracle) part(pointer string) (*jsonschema.Schema, error) {
	if s := o.parts[pointer]; s != nil {
		return s, nil
	}
	fragment := (&url.URL{Fragment: pointer}).EscapedFragment()
	s, err := o.compiler.Compile(resource + "#" + fragment)
	if err == nil {
		o.parts[pointer] = s
	}
	return s, err
}

// Refuses returns why the schema does not accept a JSON text, or nil.
func (o *Oracle) Refuses(text []byte) error { return o.refuses("", text) }

func (o *Oracle) refuses(pointer string, text []byte) error {
	if tooCostly(text) { // the validator would take long, or panic
		return errTooCostly
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	s, err := o.part(pointer)
	if err != nil {
		return err
	}
	return s.Validate(v)
}

var errTooCostly = errors.New("a number is too costly to judge")

// tooCostly reports whether a text holds a number so long or with so large an
// exponent that exact arithmetic on it would take long.
func tooCostly(text []byte) bool {
	const digits = 3 // of an exponent
	inString, escaped := false, false
	run, inExponent := 0, false
	for _, c := range text {
		switch {
		case inString:
			inString = c != '"' || escaped
			escaped = c == '\\' && !escaped
			continue
		case c == '"':
			inString, escaped = true, false
		case c == 'e' || c == 'E':
			inExponent, run = true, 0
			continue
		case c >= '0' && c <= '9':
			if run++; inExponent && run > digits || run > 2000 {
				return true
			}
			continue
		case c == '+' || c == '-' || c == '.':
			continue
		}
		inExponent, run = false, 0
	}
	return false
}

// Complete reports whether every property that the schema declares, at any
// depth, is there in an accepted text, and not null unless it may be anything.
func (g *Generator) Complete(text []byte) bool {
	v, err := jsondoc.Parse(text)
	return err == nil && g.complete(place{g.root, ""}, v)
}

func (g *Generator) complete(at place, v jsondoc.Value) bool {
	at = g.resolve(at)
	doc, ok := at.schema.(*jsondoc.Object)
	if !ok || len(doc.Members) == 0 {
		return true
	}
	if v == jsondoc.Value(jsondoc.Raw("null")) {
		return !doc.Has("type") && !doc.Has("anyOf")
	}
	if list, ok := arrayAt(doc, "anyOf"); ok && len(list) == 2 {
		return g.complete(place{list[0], ""}, v)
	}
	switch v := v.(type) {
	case jsondoc.Array:
		items, _ := doc.Lookup("items")
		for _, e := range v {
			if !g.complete(place{items, ""}, e) {
				return false
			}
		}
	case *jsondoc.Object:
		return g.completeObject(doc, v)
	}
	return true
}

func (g *Generator) completeObject(doc, v *jsondoc.Object) bool {
	properties := doc.Object("properties")
	if properties == nil {
		properties = &jsondoc.Object{}
	}
	for _, p := range properties.Members {
		value, ok := v.Lookup(p.Name)
		if !ok || !g.complete(place{p.Value, ""}, value) {
			return false
		}
	}
	additional, _ := doc.Lookup("additionalProperties")
	for _, m := range v.Members {
		if !properties.Has(m.Name) && !g.complete(place{additional, ""}, m.Value) {
			return false
		}
	}
	return true
}
