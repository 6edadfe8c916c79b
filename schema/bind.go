package schema

import (
	"reflect"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// bound is a node that has been told what it becomes in Go.
type bound struct {
	node *plan.Node
	typ  reflect.Type
}

// binder tells the nodes of a plan what their values become in Go, and how what
// Go writes becomes the published form. Either direction can be read and written.
type binder struct {
	schema  *Schema
	builder *builder
	done    map[bound]bool
}

func (b *binder) root(n *plan.Node, t reflect.Type) error {
	b.bind(n, t)
	checks, err := newGoChecks(b.schema, b.builder)
	b.schema.checks = checks
	return err
}

func (b *binder) bind(n *plan.Node, t reflect.Type) {
	viaPointer := t.Kind() == reflect.Pointer
	t = deref(t)
	if n == nil || b.done[bound{n, t}] {
		return
	}
	b.done[bound{n, t}] = true
	n = n.Resolve()
	switch wireForm(t, b.schema.direction, true) {
	case formKnown:
		b.known(n, t)
		return
	case formCustom, formString:
		b.schema.decodes = true
		return
	}
	switch k := t.Kind(); {
	case integerBounds[k].low != "":
		n.Target = plan.Int
	case k == reflect.Struct:
		b.object(n, t)
	case k == reflect.Slice:
		if !viaPointer { // a nil pointer is null, and may be
			b.empty(n, t)
		}
		b.bind(n.Items(), t.Elem())
	case k == reflect.Array:
		b.bind(n.Items(), t.Elem())
	case k == reflect.Map:
		b.mapping(n, t, viaPointer)
	}
}

func (b *binder) known(n *plan.Node, t reflect.Type) {
	switch t {
	case durationType:
		n.Target = plan.Duration
		b.schema.rewrites = true
	case urlType:
		n.Target = plan.URL
		b.schema.rewrites = true
	case timeType:
		n.Target = plan.Time
	case bigIntType:
		n.Target = plan.Int
	case addrType, netIPType, addrPortType, prefixType:
		b.schema.decodes = true
	}
}

// empty has nil written as an empty list or text.
func (b *binder) empty(n *plan.Node, t reflect.Type) {
	b.schema.rewrites = true
	n.Target = plan.EmptyArray
	if isBytes(t) {
		n.Target = plan.EmptyString
	}
}

func (b *binder) mapping(n *plan.Node, t reflect.Type, viaPointer bool) {
	if !viaPointer {
		b.schema.rewrites = true
		n.Target = plan.EmptyObject
	}
	if key, err := keyForm(t.Key(), b.schema.direction); err == nil {
		n.KeyBits = key.bits
	}
	b.bind(n.Additional(), t.Elem())
}

func (b *binder) object(n *plan.Node, t reflect.Type) {
	for _, f := range jsonfield.Of(t).Fields {
		child, ok := n.Property(f.Name)
		if b.schema.opts.openObjects {
			n.Fold = append(n.Fold, f.Name)
		}
		switch {
		case !ok:
			b.schema.rewrites = true // a hidden field is left out of what Go writes
		case f.Quoted:
			child.Resolve().Target = plan.Quoted
		case (f.OmitEmpty || f.OmitZero) && f.Type.Kind() == reflect.Pointer:
			b.bind(child, f.Type.Elem()) // left out when nil, so null is a nil behind the pointer
		default:
			b.bind(child, f.Type)
		}
	}
}
