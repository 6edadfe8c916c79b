package toolnexus

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/schema"
)

// nullSchema is what has to be known of a schema in order to tell which nulls
// stand for absent properties. What it does not know of a schema it takes to
// permit null.
type nullSchema struct {
	types      []string // the types that fit; nil is any
	properties map[string]*nullSchema
	required   map[string]bool
	fixed      map[string]map[string]bool // properties that have to be one of these scalars, in canonical form
	others     *nullSchema                // of names that are not declared
	closed     bool                       // names that are not declared are refused
	prefix     []*nullSchema
	items      *nullSchema
	all        []*nullSchema   // hold as well: allOf, $ref
	choices    [][]*nullSchema // of each list, one holds: anyOf, oneOf
	noNull     bool            // null is refused here, or by what is inside
	settled    bool            // noNull says what is inside too
}

// maxNullSchema is the size of a schema beyond which nothing is taken out. No
// model is sent that much.
const maxNullSchema = 1 << 20

// readNullSchema reads a schema, or returns nil if it cannot be read.
func readNullSchema(source []byte) *nullSchema {
	if len(source) == 0 || len(source) > maxNullSchema {
		return nil
	}
	// Declarations are made of the same reading, whatever draft or language the
	// schema was written in. One that cannot be declared is read as it stands.
	if standard, err := schema.JSONSchema.Rewrite(source); err == nil {
		source = standard.Schema
	}
	doc, err := jsondoc.Parse(source)
	if err != nil {
		return nil
	}
	r := nullReader{root: doc, known: map[*jsondoc.Object]*nullSchema{}, indexes: map[*jsondoc.Object]map[string]jsondoc.Value{}}
	n := r.read(doc)
	for _, s := range r.known {
		s.settle()
	}
	return n
}

// nullReader reads the schemas of one document.
type nullReader struct {
	root    jsondoc.Value
	known   map[*jsondoc.Object]*nullSchema
	indexes map[*jsondoc.Object]map[string]jsondoc.Value
}

func (r *nullReader) read(v jsondoc.Value) *nullSchema {
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return &nullSchema{noNull: v == jsondoc.Raw("false"), settled: true}
	}
	if n, ok := r.known[o]; ok {
		return n
	}
	n := &nullSchema{}
	r.known[o] = n
	if o.Has("type") {
		n.types = knownTypes(o)
	}
	n.settled = lookup(o, "nullable") == jsondoc.Raw("true") // OpenAPI's word is taken for it
	n.noNull = !n.settled && refusesNull(o, n.types)
	n.closed = lookup(o, "additionalProperties") == jsondoc.Raw("false") && !o.Has("patternProperties")
	r.readParts(o, n)
	if ref, ok := jsondoc.String(lookup(o, "$ref")); ok {
		if target := r.resolve(ref); target != nil {
			n.all = append(n.all, r.read(target))
		}
	}
	return n
}

// readParts reads the schemas inside a schema.
func (r *nullReader) readParts(o *jsondoc.Object, n *nullSchema) {
	for _, m := range o.Members {
		switch m.Name {
		case "properties":
			r.readProperties(m.Value, n)
		case "required":
			n.required = map[string]bool{}
			for _, v := range list(m.Value) {
				name, _ := jsondoc.String(v)
				n.required[name] = true
			}
		case "additionalProperties":
			// A pattern may speak of the same names, and would have to be matched.
			if !o.Has("patternProperties") {
				n.others = r.read(m.Value)
			}
		case "items":
			n.items = r.read(m.Value)
		case "prefixItems":
			n.prefix = r.readList(m.Value)
		case "allOf":
			n.all = append(n.all, r.readList(m.Value)...)
		case "anyOf", "oneOf":
			n.choices = append(n.choices, r.readList(m.Value))
		}
	}
}

func (r *nullReader) readProperties(v jsondoc.Value, n *nullSchema) {
	o, ok := v.(*jsondoc.Object)
	if !ok {
		return
	}
	n.properties = make(map[string]*nullSchema, len(o.Members))
	n.fixed = map[string]map[string]bool{}
	for _, m := range o.Members {
		n.properties[m.Name] = r.read(m.Value)
		if p, ok := m.Value.(*jsondoc.Object); ok {
			values, _ := listed(p)
			if scalars, all := scalarsOnly(values); all {
				n.fixed[m.Name] = scalars
			}
		}
	}
}

func (r *nullReader) readList(v jsondoc.Value) []*nullSchema {
	var out []*nullSchema
	for _, s := range list(v) {
		out = append(out, r.read(s))
	}
	return out
}

// resolve follows a reference inside the document.
func (r *nullReader) resolve(ref string) jsondoc.Value {
	pointer, err := url.PathUnescape(strings.TrimPrefix(ref, "#"))
	if err != nil || !strings.HasPrefix(ref, "#") || pointer != "" && pointer[0] != '/' {
		return nil
	}
	v := r.root
	for _, segment := range strings.Split(pointer, "/")[1:] {
		switch at := v.(type) {
		case *jsondoc.Object:
			v = r.member(at, jsondoc.UnescapePointer(segment))
		case jsondoc.Array:
			i, err := strconv.Atoi(segment)
			if err != nil || i < 0 || i >= len(at) {
				return nil
			}
			v = at[i]
		default:
			return nil
		}
	}
	return v
}

// member looks a name up that may be one of very many.
func (r *nullReader) member(o *jsondoc.Object, name string) jsondoc.Value {
	index, ok := r.indexes[o]
	if !ok {
		index = make(map[string]jsondoc.Value, len(o.Members))
		for _, m := range o.Members {
			index[m.Name] = m.Value
		}
		r.indexes[o] = index
	}
	return index[name]
}

// knownTypes are the types that a schema lists, or nil if there is a word among
// them that is none: it may mean anything.
func knownTypes(o *jsondoc.Object) []string {
	types := keyword.Types(o)
	for _, t := range types {
		if keyword.TypeWords([]string{t}) == "" {
			return nil
		}
	}
	return types
}

// refusesNull reports whether a schema by itself, without those inside it, is
// sure to refuse null.
func refusesNull(o *jsondoc.Object, types []string) bool {
	if len(types) > 0 && !slices.Contains(types, "null") {
		return true
	}
	if excluded, ok := lookup(o, "not").(*jsondoc.Object); ok && len(excluded.Members) == 0 {
		return true
	}
	values, ok := listed(o)
	return ok && !slices.Contains(values, jsondoc.Value(null))
}

// listed are the values that enum or const lists.
func listed(o *jsondoc.Object) (values []jsondoc.Value, ok bool) {
	if v, ok := o.Lookup("const"); ok {
		return []jsondoc.Value{v}, true
	}
	values, ok = lookup(o, "enum").(jsondoc.Array)
	return values, ok
}

// scalarsOnly returns the canonical texts of values that are all scalars.
func scalarsOnly(values []jsondoc.Value) (scalars map[string]bool, all bool) {
	scalars = map[string]bool{}
	for _, v := range values {
		if _, ok := v.(jsondoc.Raw); !ok {
			return nil, false
		}
		scalars[keyword.Canonical(v)] = true
	}
	return scalars, len(scalars) > 0
}

func lookup(o *jsondoc.Object, name string) jsondoc.Value {
	v, _ := o.Lookup(name)
	return v
}

func list(v jsondoc.Value) jsondoc.Array {
	a, _ := v.(jsondoc.Array)
	return a
}

// settle finds out whether the schemas that hold as well refuse null. A loop of
// references adds nothing.
func (n *nullSchema) settle() bool {
	if n.settled {
		return n.noNull
	}
	n.settled = true
	for _, s := range n.all {
		n.noNull = s.settle() || n.noNull
	}
	for _, forms := range n.choices {
		none := len(forms) > 0
		for _, s := range forms {
			none = s.settle() && none
		}
		n.noNull = none || n.noNull
	}
	return n.noNull
}
