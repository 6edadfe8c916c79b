package docs

import (
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// references knows where the references of a document lead.
type references struct {
	doc         jsondoc.Value
	id          string                   // what the document calls itself
	anchors     map[string]jsondoc.Value // by name
	definitions map[*jsondoc.Object]bool
	names       map[*jsondoc.Object]string // of definitions, and of all that references lead to
	byRef       map[string]jsondoc.Value   // what each reference leads to, if that can be a schema
	count       map[*jsondoc.Object]int    // how many references lead to it
}

func newReferences(doc jsondoc.Value) references {
	r := references{
		doc: doc, anchors: map[string]jsondoc.Value{}, byRef: map[string]jsondoc.Value{},
		definitions: map[*jsondoc.Object]bool{}, names: map[*jsondoc.Object]string{}, count: map[*jsondoc.Object]int{},
	}
	if root, ok := doc.(*jsondoc.Object); ok {
		r.id = strings.TrimSuffix(keyword.Text(root, "$id"), "#")
	}
	var refs []string
	r.walk(doc, &refs)
	for _, ref := range refs {
		if target, ok := r.resolve(ref).(*jsondoc.Object); ok {
			r.count[target]++
		}
	}
	return r
}

// walk goes through everything in a document. What only looks like a reference,
// such as a default, is counted, too: that does no harm.
func (r *references) walk(v jsondoc.Value, refs *[]string) {
	switch v := v.(type) {
	case *jsondoc.Object:
		for _, m := range v.Members {
			text, isText := jsondoc.String(m.Value)
			switch {
			case isText && m.Name == "$ref":
				*refs = append(*refs, text)
			case isText && (m.Name == "$anchor" || m.Name == "$dynamicAnchor"):
				r.anchors[text] = v
			case m.Name == "$defs" || m.Name == "definitions":
				r.define(m.Value)
			}
			r.walk(m.Value, refs)
		}
	case jsondoc.Array:
		for _, e := range v {
			r.walk(e, refs)
		}
	}
}

func (r *references) define(list jsondoc.Value) {
	named, ok := list.(*jsondoc.Object)
	if !ok {
		return
	}
	for _, m := range named.Members {
		if schema, ok := m.Value.(*jsondoc.Object); ok {
			r.definitions[schema] = true
			r.names[schema] = m.Name
		}
	}
}

// resolve is what a reference leads to, or nil if that is nothing in the document.
func (r *references) resolve(ref string) jsondoc.Value {
	target, known := r.byRef[ref]
	if !known {
		target = r.find(ref)
		r.byRef[ref] = target
	}
	return target
}

func (r *references) find(ref string) jsondoc.Value {
	if rest, ok := strings.CutPrefix(ref, r.id); ok && r.id != "" {
		ref = "#" + strings.TrimPrefix(rest, "#")
	}
	target, name := r.anchors[strings.TrimPrefix(ref, "#")], strings.TrimPrefix(ref, "#")
	if pointer, ok := jsondoc.Fragment(ref); ok {
		target = jsondoc.At(r.doc, pointer)
		name = jsondoc.UnescapePointer(pointer[strings.LastIndexByte(pointer, '/')+1:])
	} else if !strings.HasPrefix(ref, "#") || !isSchema(target) {
		return nil
	}
	if schema, ok := target.(*jsondoc.Object); ok && !r.definitions[schema] {
		r.names[schema] = name
	}
	return target
}

// isSchema reports whether a value can be a schema.
func isSchema(v jsondoc.Value) bool {
	_, isObject := v.(*jsondoc.Object)
	return isObject || isTrue(v) || isFalse(v)
}

func isTrue(v jsondoc.Value) bool  { return v == jsondoc.Value(jsondoc.Raw("true")) }
func isFalse(v jsondoc.Value) bool { return v == jsondoc.Value(jsondoc.Raw("false")) }
