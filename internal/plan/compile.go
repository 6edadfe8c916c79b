package plan

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/format"
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/pattern"
)

// Plan is a compiled schema. It is immutable once bound and safe for
// concurrent use.
type Plan struct {
	Root  *Node
	nodes map[string]*Node // by JSON Pointer; only for building
}

// Seal ends the building of the plan, once its nodes know their targets.
func (p *Plan) Seal() {
	for _, n := range p.nodes {
		if n.object == nil {
			continue
		}
		for i := range n.object.properties {
			f := &n.object.properties[i]
			if f.fill == nil {
				continue
			}
			if out := f.node.Check(f.fill, Mode{Fill: true}); out != nil && out.OK() {
				f.fill, f.fillWire = out.Normalized(), out.Wire()
			}
		}
	}
	p.nodes = nil
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
		pointer.WriteString("/" + EscapePointer(p))
	}
	return c.schema(v, pointer.String())
}

// EscapePointer writes a name as a JSON Pointer segment (RFC 6901).
func EscapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// UnescapePointer reads a segment that [EscapePointer] wrote.
func UnescapePointer(segment string) string {
	return strings.ReplaceAll(strings.ReplaceAll(segment, "~1", "/"), "~0", "~")
}

func compileRef(c *compiler, n *Node, v jsondoc.Value) error {
	ref, ok := jsondoc.String(v)
	if !ok || !strings.HasPrefix(ref, "#") || (ref != "#" && !strings.HasPrefix(ref, "#/")) {
		return fmt.Errorf("must point into the same document, as in #/$defs/Name")
	}
	target, err := url.PathUnescape(ref[1:])
	if err != nil {
		return fmt.Errorf("is no URI: %w", err)
	}
	c.pending = append(c.pending, pendingRef{n, target})
	return nil
}

// link resolves a reference once its document has been read.
func (c *compiler) link(ref pendingRef) error {
	v := c.root
	if ref.target != "" {
		for segment := range strings.SplitSeq(ref.target[1:], "/") {
			v = descend(v, UnescapePointer(segment))
		}
	}
	if v == nil {
		return &CompileError{ref.node.Pointer, "$ref", fmt.Sprintf("points to #%s, which is not there", ref.target)}
	}
	target, err := c.schema(v, ref.target)
	if err != nil {
		return err
	}
	ref.node.ref = target
	c.refs = append(c.refs, ref.node)
	if ref.node.constrains() {
		own := *ref.node
		own.ref = nil
		ref.node.own = &own
	}
	return nil
}

func descend(v jsondoc.Value, segment string) jsondoc.Value {
	switch v := v.(type) {
	case *jsondoc.Object:
		child, _ := v.Lookup(segment)
		return child
	case jsondoc.Array:
		if i, err := strconv.Atoi(segment); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}

// constrains reports whether a node with a reference demands more than that.
func (n *Node) constrains() bool {
	return n.Types != Any || n.enum != nil || n.number != nil || n.text != nil || n.array != nil || n.object != nil || n.whole != nil
}

// checkRefLoops refuses references that lead back to themselves without ever
// stepping into a part of the value.
func (c *compiler) checkRefLoops() error {
	for _, start := range c.refs {
		seen := map[*Node]bool{}
		for n := start; n != nil && n.ref != nil; n = n.ref {
			if seen[n] {
				return &CompileError{start.Pointer, "$ref", "leads back to itself"}
			}
			seen[n] = true
		}
	}
	return nil
}

func compileType(_ *compiler, n *Node, v jsondoc.Value) error {
	list, ok := v.(jsondoc.Array)
	if !ok {
		list = jsondoc.Array{v}
	}
	n.Types = 0
	for _, e := range list {
		name, _ := jsondoc.String(e)
		t, ok := typeNames[name]
		if !ok {
			return fmt.Errorf("must name a JSON type, not %s", jsondoc.Append(nil, e))
		}
		n.Types |= t
	}
	if n.Types == 0 {
		return fmt.Errorf("must name at least one type")
	}
	return nil
}

// compileEnum reads enum and const; a schema may have both.
func compileEnum(name string) keyword {
	return func(_ *compiler, n *Node, v jsondoc.Value) error {
		list, ok := v.(jsondoc.Array)
		if name == "const" {
			list, ok = jsondoc.Array{v}, true
		}
		if !ok || len(list) == 0 {
			return fmt.Errorf("must be a list of at least one value")
		}
		set := newEnumSet(name, list)
		set.and, n.enum = n.enum, set
		return nil
	}
}

func compileBound(name string) keyword {
	lower := name == "minimum" || name == "exclusiveMinimum"
	exclusive := strings.HasPrefix(name, "exclusive")
	return func(_ *compiler, n *Node, v jsondoc.Value) error {
		text, err := numberText(v)
		if err != nil {
			return err
		}
		b := bound{keyword: name, text: text, dec: decimal.Parse(text), lower: lower, exclusive: exclusive}
		if i, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			b.small, b.isSmall = i, true
		}
		rules := n.numberRules()
		rules.bounds = append(rules.bounds, b)
		return nil
	}
}

func compileMultipleOf(_ *compiler, n *Node, v jsondoc.Value) error {
	text, err := numberText(v)
	if err != nil {
		return err
	}
	if decimal.Parse(text).Cmp(decimal.Parse([]byte("0"))) <= 0 {
		return fmt.Errorf("must be above 0")
	}
	n.numberRules().multipleOf = text
	return nil
}

func numberText(v jsondoc.Value) ([]byte, error) {
	raw, _ := v.(jsondoc.Raw)
	var num json.Number
	if raw == "" || raw[0] == '"' || json.Unmarshal([]byte(raw), &num) != nil || num == "" {
		return nil, fmt.Errorf("must be a number")
	}
	if !decimal.Parse([]byte(raw)).InDoubleRange() {
		return nil, fmt.Errorf("must be a number that a double can hold")
	}
	return []byte(raw), nil
}

func compileCount(name string) keyword {
	return func(_ *compiler, n *Node, v jsondoc.Value) error {
		i, err := countOf(v)
		if err != nil {
			return err
		}
		switch name {
		case "minLength":
			n.textRules().minLength = i
		case "maxLength":
			n.textRules().maxLength = i
		case "minItems":
			n.arrayRules().minItems = i
		case "maxItems":
			n.arrayRules().maxItems = i
		case "minProperties":
			n.objectRules().minProperties = i
		case "maxProperties":
			n.objectRules().maxProperties = i
		}
		return nil
	}
}

func countOf(v jsondoc.Value) (int, error) {
	var digits []byte
	if text, err := numberText(v); err == nil {
		digits, _ = decimal.Parse(text).AppendInteger(nil) // 2.0 is 2
	}
	i, err := strconv.Atoi(string(digits))
	if err != nil || i < 0 {
		return 0, fmt.Errorf("must be a whole number from 0 up")
	}
	return i, nil
}

func compilePattern(_ *compiler, n *Node, v jsondoc.Value) error {
	expr, ok := jsondoc.String(v)
	if !ok {
		return fmt.Errorf("must be a string")
	}
	m, err := pattern.Compile(expr)
	if err != nil {
		return err
	}
	n.textRules().pattern = m
	return nil
}

func compileFormat(_ *compiler, n *Node, v jsondoc.Value) error {
	name, _ := jsondoc.String(v)
	if check, ok := format.Lookup(name); ok {
		rules := n.textRules()
		rules.format, rules.formatCheck = name, check
		return nil
	}
	if !format.Known(name) {
		return fmt.Errorf("%q is not known; known formats are %s", name, strings.Join(format.Names(), ", "))
	}
	return nil
}

func (n *Node) numberRules() *numberRules {
	if n.number == nil {
		n.number = &numberRules{}
	}
	return n.number
}

func (n *Node) textRules() *stringRules {
	if n.text == nil {
		n.text = &stringRules{maxLength: -1}
	}
	return n.text
}

func (n *Node) arrayRules() *arrayRules {
	if n.array == nil {
		n.array = &arrayRules{maxItems: -1, maxContains: -1, minContains: 1}
	}
	return n.array
}

func (n *Node) objectRules() *objectRules {
	if n.object == nil {
		n.object = &objectRules{byName: map[string]int{}, maxProperties: -1}
	}
	return n.object
}

func (n *Node) wholeRules() *wholeRules {
	if n.whole == nil {
		n.whole = &wholeRules{}
	}
	return n.whole
}

// NodeAt returns the node compiled from the schema at a JSON Pointer, or nil.
func (p *Plan) NodeAt(pointer string) *Node { return p.nodes[pointer] }
