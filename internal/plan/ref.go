package plan

import (
	"errors"
	"fmt"
	"slices"

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
// stepping into a part of the value: a walk would not end.
func (c *compiler) checkRefLoops() error {
	done := map[*Node]bool{}
	for _, start := range c.refs {
		if n := loop(start, nil, done); n != nil {
			return &CompileError{n.Pointer, "$ref", "leads back to itself"}
		}
	}
	return nil
}

// loop looks for a node from which the same value leads back to it, and returns
// the last reference on that way. Done has the nodes that were met: false while
// their ways on are still being followed.
func loop(n, last *Node, done map[*Node]bool) *Node {
	if over, met := done[n]; met {
		if over {
			return nil
		}
		return last
	}
	done[n] = false
	if n.ref != nil {
		last = n
	}
	for _, next := range n.forSameValue() {
		if found := loop(next, last, done); found != nil {
			return found
		}
	}
	done[n] = true
	return nil
}

// forSameValue are the nodes that look at the same value as n.
func (n *Node) forSameValue() []*Node {
	all := []*Node{n.ref, n.own, n.nullOr}
	if w := n.whole; w != nil {
		all = append(slices.Concat(all, w.allOf, w.anyOf, w.oneOf), w.not, w.cond, w.then, w.other)
		for _, d := range w.dependent {
			all = append(all, d.node)
		}
	}
	return slices.DeleteFunc(all, func(n *Node) bool { return n == nil })
}
