package plan

import (
	"errors"
	"fmt"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

func compileRef(c *compiler, n *Node, v jsondoc.Value) error {
	ref, isText := jsondoc.String(v)
	target, ok := jsondoc.Fragment(ref)
	if !isText || !ok {
		return errors.New("must point into the same document, as in #/$defs/Name")
	}
	c.pending = append(c.pending, pendingRef{n, target})
	return nil
}

// link resolves a reference once its document has been read.
func (c *compiler) link(ref pendingRef) error {
	v := jsondoc.At(c.root, ref.target)
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
