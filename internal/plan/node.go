package plan

import (
	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// Types is a set of JSON types. Integer stands for numbers without a fraction.
type Types uint8

// The JSON types.
const (
	Null Types = 1 << iota
	Boolean
	Integer
	Number
	String
	Array
	Object
)

// Any is the set of all types.
const Any = Null | Boolean | Integer | Number | String | Array | Object

var typeNames = map[string]Types{
	"null": Null, "boolean": Boolean, "integer": Integer, "number": Integer | Number,
	"string": String, "array": Array, "object": Object,
}

// TypeNamed returns the types that the keyword type means by a name, or 0.
func TypeNamed(name string) Types { return typeNames[name] }

// Target says what a value becomes in Go, where that asks for a rewrite or for
// a second look after the schema.
type Target uint8

// The targets.
const (
	Plain       Target = iota // encoding/json reads and writes the published form
	Int                       // an integer: takes digits only, so 3.0 is rewritten
	Time                      // time.Time does not unescape the string it is given
	Duration                  // published as text, nanoseconds in encoding/json
	URL                       // published as text, an object in encoding/json
	Quoted                    // a number or boolean inside a string
	EmptyArray                // output: a nil slice, published as []
	EmptyObject               // output: a nil map, published as {}
	EmptyString               // output: nil bytes, published as ""
)

// Node is one compiled schema. Nodes are immutable once the plan is in use.
type Node struct {
	// Pointer is where the node stands in its document, as a JSON Pointer.
	Pointer string
	// Types are the JSON types that the schema admits.
	Types Types
	// Doc is the schema the node was compiled from.
	Doc *jsondoc.Object
	// Target is what the value becomes in Go. It is set by whoever binds the
	// plan to a type, before the plan is used.
	Target Target
	// Fold lists names that the decoder of an open object would take for a
	// field, whatever their case. Such unknown names are left out.
	Fold []string
	// KeyBits is the size of integer map keys, negative for signed ones, 0 for
	// other keys.
	KeyBits int

	choices [][]*Node // lists of schemas of which one has to fit
	never   bool
	secret  bool // writeOnly: its values are not repeated in problems
	ref     *Node
	own     *Node // what stands beside a reference, if anything is demanded there
	nullOr  *Node // null, or what this node admits
	content *Node // what a string holds, in turn
	enum    *enumSet
	number  *numberRules
	text    *stringRules
	array   *arrayRules
	object  *objectRules
	whole   *wholeRules
}

// resolve follows references that say nothing besides.
func (n *Node) resolve() *Node {
	for n.ref != nil && n.own == nil {
		n = n.ref
	}
	return n
}

// Resolve returns the node that says what a value other than null must be: the
// one that n refers to, or n.
func (n *Node) Resolve() *Node {
	for {
		switch {
		case n.ref != nil:
			n = n.ref
		case n.nullOr != nil:
			n = n.nullOr
		default:
			return n
		}
	}
}

// Property returns the node of a named property.
func (n *Node) Property(name string) (*Node, bool) {
	n = n.Resolve()
	if n.object == nil {
		return nil, false
	}
	i, ok := n.object.byName[name]
	if !ok || n.object.properties[i].node == nil {
		return nil, false
	}
	return n.object.properties[i].node, true
}

// Properties lists the names of the declared properties, in order.
func (n *Node) Properties() []string {
	n = n.Resolve()
	if n.object == nil {
		return nil
	}
	names := make([]string, 0, len(n.object.properties))
	for _, p := range n.object.properties {
		if p.node != nil {
			names = append(names, p.name)
		}
	}
	return names
}

// Required reports whether the named property must be present.
func (n *Node) Required(name string) bool {
	n = n.Resolve()
	if n.object == nil {
		return false
	}
	i, ok := n.object.byName[name]
	return ok && n.object.properties[i].required
}

// Items returns the node of the elements of an array.
func (n *Node) Items() *Node {
	n = n.Resolve()
	if n.array == nil {
		return nil
	}
	return n.array.items
}

// Additional returns the node of the values of undeclared properties, or nil
// if there are none or they are free.
func (n *Node) Additional() *Node {
	n = n.Resolve()
	if n.object == nil || n.object.additional == nil || n.object.additional.never {
		return nil
	}
	return n.object.additional
}

// SecretAt reports whether the value at a path, or one around it, is secret, and
// how many steps lead to that one. Names below it are secret too.
func (n *Node) SecretAt(path []Step) (steps int, secret bool) {
	for i := 0; n != nil; i++ {
		if n.isSecret() {
			return i, true
		}
		if i == len(path) {
			break
		}
		n = n.step(path[i])
	}
	return 0, false
}

func (n *Node) isSecret() bool { return n.secret || n.Resolve().secret }

func (n *Node) step(s Step) *Node {
	if s.IsIndex {
		return n.Items()
	}
	if p, ok := n.Property(s.Name); ok {
		return p
	}
	return n.Additional()
}
