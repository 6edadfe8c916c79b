package plan

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// Plan is a compiled schema. It is immutable once bound and safe for
// concurrent use.
type Plan struct {
	Root  *Node
	nodes map[string]*Node // by JSON Pointer; only for building
}

// Seal ends the building of the plan, once its nodes know their targets.
func (p *Plan) Seal() error {
	for range maxFillRounds {
		grown, err := p.fillDefaults()
		if err != nil {
			return err
		}
		if !grown {
			p.nodes = nil
			return nil
		}
	}
	return errEndless
}

// maxFillRounds is more levels of defaults inside defaults than anybody writes.
const maxFillRounds = 100

// maxFillBytes bounds what a default grows to.
const maxFillBytes = 1 << 20

var errEndless = errors.New("a default lacks a property whose default is that default again, without end; write it out")

// fillDefaults fills the defaults of inner properties into those of outer ones.
func (p *Plan) fillDefaults() (grown bool, err error) {
	for _, n := range p.nodes {
		if n.object == nil {
			continue
		}
		for i := range n.object.properties {
			f := &n.object.properties[i]
			if f.fill == nil {
				continue
			}
			out := f.node.Check(f.fill, Mode{Fill: true, MaxBytes: maxFillBytes})
			switch {
			case out == nil:
				continue
			case out.Malformed != nil: // too deep or too long by now
				return true, errEndless
			case !out.OK():
				continue
			}
			fill := out.Normalized()
			grown = grown || !bytes.Equal(fill, f.fill)
			f.fill, f.fillWire = fill, out.Wire()
		}
	}
	return grown, nil
}

// CompileError says where a document is no schema that the plan can enforce.
type CompileError struct {
	Pointer string // of the schema in its document
	Keyword string
	Reason  string
}

// Error implements error.
func (e *CompileError) Error() string {
	at := e.Pointer
	if at == "" {
		at = "the root"
	}
	if e.Keyword == "" {
		return fmt.Sprintf("schema at %s: %s", at, e.Reason)
	}
	return fmt.Sprintf("schema at %s: %q %s", at, e.Keyword, e.Reason)
}

// Compile reads a JSON Schema (draft 2020-12). A keyword that the walk does
// not enforce, and that is no annotation, is an error: a rule that is shown and
// not kept would be a lie.
func Compile(doc jsondoc.Value) (*Plan, error) {
	c := &compiler{root: doc, nodes: map[string]*Node{}}
	root, err := c.schema(doc, "")
	if err != nil {
		return nil, err
	}
	for len(c.pending) > 0 {
		ref := c.pending[0]
		c.pending = c.pending[1:]
		if err := c.link(ref); err != nil {
			return nil, err
		}
	}
	if err := c.checkRefLoops(); err != nil {
		return nil, err
	}
	return &Plan{Root: root, nodes: c.nodes}, nil
}

type compiler struct {
	root    jsondoc.Value
	nodes   map[string]*Node // by pointer
	pending []pendingRef
	refs    []*Node
}

type pendingRef struct {
	node   *Node
	target string // a JSON Pointer
}

// keyword compiles one keyword of a schema object into its node.
type keyword func(c *compiler, n *Node, v jsondoc.Value) error

// annotations are the keywords that say something and demand nothing.
var annotations = map[string]bool{
	"title": true, "description": true, "default": true, "examples": true, "deprecated": true,
	"readOnly": true, "writeOnly": true, "$comment": true, "$schema": true, "$id": true, "$anchor": true,
	"$defs": true, "contentEncoding": true, "contentMediaType": true,
	// The companions of if and contains are read with them.
	"then": true, "else": true, "minContains": true, "maxContains": true,
}

// keywordOf returns the compiler of a keyword that the walk enforces, else nil.
// It is a function because the compilers lead back to it.
func keywordOf(name string) keyword {
	switch name {
	case "type":
		return compileType
	case "enum", "const":
		return compileEnum(name)
	case "$ref":
		return compileRef
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum":
		return compileBound(name)
	case "multipleOf":
		return compileMultipleOf
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return compileCount(name)
	case "pattern":
		return compilePattern
	case "format":
		return compileFormat
	case "items", "contains", "additionalProperties", "propertyNames", "not", "if", "contentSchema":
		return compileChild(name)
	case "uniqueItems":
		return compileUnique
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return compileList(name)
	case "properties":
		return compileProperties
	case "required":
		return compileRequired
	case "patternProperties":
		return compilePatternProperties
	case "dependentRequired":
		return compileDependentRequired
	case "dependentSchemas":
		return compileDependentSchemas
	default:
		return nil
	}
}

// Known reports whether the walk enforces the keyword, or it is an annotation.
// Keywords that start with "x-" are annotations by convention.
func Known(name string) bool {
	return keywordOf(name) != nil || annotations[name] || strings.HasPrefix(name, "x-")
}

// Enforced reports whether the keyword demands something.
func Enforced(name string) bool { return keywordOf(name) != nil }

func (c *compiler) schema(v jsondoc.Value, pointer string) (*Node, error) {
	if n := c.nodes[pointer]; n != nil {
		return n, nil
	}
	n := &Node{Pointer: pointer, Types: Any}
	c.nodes[pointer] = n
	switch v := v.(type) {
	case jsondoc.Raw:
		if v != "true" && v != "false" {
			return nil, &CompileError{pointer, "", "must be an object or a boolean"}
		}
		n.never = v == "false"
		return n, nil
	case *jsondoc.Object:
		n.Doc = v
		return n, c.object(n, v)
	default:
		return nil, &CompileError{pointer, "", "must be an object or a boolean"}
	}
}

func (c *compiler) object(n *Node, doc *jsondoc.Object) error {
	n.secret = isTrue(doc, "writeOnly")
	if ok, err := c.nullOr(n, doc); ok || err != nil {
		return err
	}
	for _, m := range doc.Members {
		if compile := keywordOf(m.Name); compile != nil {
			if err := compile(c, n, m.Value); err != nil {
				return located(err, n.Pointer, m.Name)
			}
		} else if !Known(m.Name) {
			return &CompileError{n.Pointer, m.Name, "is no keyword that can be enforced"}
		}
	}
	n.narrowTypes()
	return nil
}

// narrowTypes leaves a node the types that its choices have.
func (n *Node) narrowTypes() {
	for _, list := range n.choices {
		types := Types(0)
		for _, choice := range list {
			types |= choice.Types
		}
		n.Types &= types
	}
	n.choices = nil
}

// nullOr compiles the common form {"anyOf": [X, {"type": "null"}]} so that X is
// walked like any other node. It reports false for other schemas.
func (c *compiler) nullOr(n *Node, doc *jsondoc.Object) (ok bool, err error) {
	v, _ := doc.Lookup("anyOf")
	list, _ := v.(jsondoc.Array)
	if len(list) != 2 || string(jsondoc.Append(nil, list[1])) != `{"type":"null"}` {
		return false, nil
	}
	for _, m := range doc.Members {
		if m.Name != "anyOf" && keywordOf(m.Name) != nil {
			return false, nil
		}
	}
	n.nullOr, err = c.child(n, list[0], "anyOf", "0")
	return true, err
}

// located gives a plain error its place; an error that has one keeps it.
func located(err error, pointer, keyword string) error {
	if _, ok := err.(*CompileError); ok { //nolint:errorlint // made here, never wrapped
		return err
	}
	return &CompileError{pointer, keyword, err.Error()}
}

func isTrue(o *jsondoc.Object, name string) bool {
	v, _ := o.Lookup(name)
	return v == jsondoc.Raw("true")
}

// child compiles the schema below n at the given path segments.
func (c *compiler) child(n *Node, v jsondoc.Value, path ...string) (*Node, error) {
	var pointer strings.Builder
	pointer.WriteString(n.Pointer)
	for _, p := range path {
		pointer.WriteString("/" + jsondoc.EscapePointer(p))
	}
	return c.schema(v, pointer.String())
}

// NodeAt returns the node compiled from the schema at a JSON Pointer, or nil.
func (p *Plan) NodeAt(pointer string) *Node { return p.nodes[pointer] }
