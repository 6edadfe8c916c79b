package schemadiff

import (
	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// document is one version of a schema as a whole.
type document struct {
	root jsondoc.Value
	// strange documents have references that are not followed here: to names that
	// schemas inside have of their own, or to what is met on the way.
	strange bool
	// remainders says that a keyword speaks of whatever others do not speak of, so
	// that those mean something where they seem to mean nothing.
	remainders bool
}

func newDocument(root jsondoc.Value) document {
	d := document{root: root}
	each(root, func(o *jsondoc.Object) {
		named := jsondoc.Value(o) != root && (isText(o, "$id") || isText(o, "id"))
		d.strange = d.strange || named || o.Has("$dynamicRef") || o.Has("$recursiveRef")
		d.remainders = d.remainders || o.Has("unevaluatedProperties") || o.Has("unevaluatedItems")
	})
	return d
}

func isText(o *jsondoc.Object, name string) bool {
	_, ok := jsondoc.String(lookup(o, name))
	return ok
}

// each visits every schema of a document, also below keywords of earlier drafts.
func each(v jsondoc.Value, visit func(*jsondoc.Object)) {
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return
	}
	visit(o)
	keyword.Children(o, func(child jsondoc.Value, _ ...string) { each(child, visit) })
	for _, name := range []string{"definitions", "dependencies"} {
		if named := o.Object(name); named != nil {
			for _, m := range named.Members {
				each(m.Value, visit)
			}
		}
	}
	if list, ok := lookup(o, "items").(jsondoc.Array); ok {
		for _, v := range list {
			each(v, visit)
		}
	}
	each(lookup(o, "additionalItems"), visit)
}

// resolved follows references that have no demands beside them. It returns false
// where one leads nowhere, or in a circle.
func (d document) resolved(p place) (place, bool) {
	const most = 100
	for range most {
		o := p.object()
		if o == nil || !o.Has("$ref") || demands(without(o, "$ref")) {
			return p, true
		}
		target, ok := d.target(o)
		if !ok {
			return p, false
		}
		p = target
	}
	return p, false
}

// target is what the reference of a schema leads to.
func (d document) target(o *jsondoc.Object) (place, bool) {
	ref, isText := jsondoc.String(lookup(o, "$ref"))
	pointer, ok := jsondoc.Fragment(ref)
	if !isText || !ok || d.strange {
		return place{}, false
	}
	schema := jsondoc.At(d.root, pointer)
	return placeAt(schema, pointer), schema != nil
}
