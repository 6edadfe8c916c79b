package docs

import (
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// newShape describes a schema of a tool. What names the schema on the page, as
// "input" or "output".
func newShape(toolName, what string, source []byte) *shape {
	root := &field{}
	d := &describer{places: map[*jsondoc.Object]*field{}, children: map[*field]map[childKey]*field{}}
	doc, err := jsondoc.Parse(source)
	if err != nil {
		root.demand("has a schema that cannot be read: "+err.Error()+". It is", string(source))
		root.id = toolName + "/" + what
		return &shape{root: root}
	}
	d.references = newReferences(doc)
	d.describe(root, doc)
	s := &shape{doc: doc, root: root, definitions: d.define()}
	d.finish(s)
	s.name(toolName, what)
	return s
}

// describer makes fields of the schemas of one document. It goes through each
// schema once, so that recursion ends.
type describer struct {
	references references
	places     map[*jsondoc.Object]*field     // where a schema is described
	children   map[*field]map[childKey]*field // those that several schemas may describe
	wanted     []*jsondoc.Object              // what references lead to
	unused     []*jsondoc.Object              // definitions
}

// childKey tells a property from an item that is called the same.
type childKey struct {
	kind kind
	name string
}

// describe adds what a schema says to a field.
func (d *describer) describe(f *field, schema jsondoc.Value) {
	switch s := schema.(type) {
	case *jsondoc.Object:
		if d.places[s] == nil {
			d.places[s] = f
		}
		for _, m := range ranked(s) {
			if say := sayingOf(m.Name); say == nil || !say(d, f, node{s, m}) {
				f.addWordless(s, m)
			}
		}
	case jsondoc.Raw:
		switch s {
		case "true":
		case "false":
			f.demand(wordsLeftOut, "")
		default:
			f.demand("has no schema, but", string(s))
		}
	default:
		f.demand("has no schema, but", keyword.Brief(schema))
	}
}

// addWordless notes a keyword that has no words. Those of one schema stay
// together.
func (f *field) addWordless(schema *jsondoc.Object, m jsondoc.Member) {
	if n := len(f.wordless); n > 0 && f.wordlessOf == schema {
		f.wordless[n-1].Members = append(f.wordless[n-1].Members, m)
		return
	}
	f.wordlessOf = schema
	f.wordless = append(f.wordless, jsondoc.NewObject(m))
}

// child adds a field inside a field.
func (f *field) child(c field) *field {
	f.fields = append(f.fields, &c)
	return &c
}

// shared is the child that several schemas of one field describe together.
func (d *describer) shared(f *field, c field) *field {
	known := d.children[f]
	if known == nil {
		known = map[childKey]*field{}
		d.children[f] = known
	}
	key := childKey{c.kind, c.name}
	if known[key] == nil {
		known[key] = f.child(c)
	}
	return known[key]
}

// part adds a child that says something else of the value of its parent.
func (d *describer) part(f *field, words string, schema jsondoc.Value) {
	if f.part != "" {
		words = extended(f.part, ", "+words)
	}
	d.describe(f.child(field{path: f.path, name: f.name, part: oneLine(words)}), schema)
}

// define describes what references lead to and no field describes, and then the
// definitions that nothing leads to.
func (d *describer) define() []*field {
	var all []*field
	for len(d.wanted)+len(d.unused) > 0 {
		queue := &d.wanted
		if len(*queue) == 0 {
			queue = &d.unused
		}
		schema := (*queue)[0]
		*queue = (*queue)[1:]
		if d.places[schema] != nil {
			continue
		}
		name := d.references.names[schema]
		f := &field{path: joined("", name), name: name, kind: definition}
		d.describe(f, schema)
		all = append(all, f)
	}
	return all
}

// finish sees to what can be told only when everything is described.
func (d *describer) finish(s *shape) {
	linked := map[*field]bool{}
	for _, f := range s.all() {
		for _, schema := range f.targets {
			f.links = append(f.links, d.places[schema]) // all of them are described by now
			linked[d.places[schema]] = true
		}
		d.require(f)
	}
	for _, f := range s.all() {
		f.fold(linked)
	}
}

// require marks the properties that must be there.
func (d *describer) require(f *field) {
	for _, name := range f.demanded {
		if child := d.children[f][childKey{property, name}]; child != nil {
			child.required = true
			continue
		}
		f.demand("must have", string(written(jsondoc.FromString(name))))
	}
}

// fold says what is in an array or a map beside its own type, where the type is
// all there is to say.
func (f *field) fold(linked map[*field]bool) {
	if len(f.fields) != 1 || len(f.types) != 1 || linked[f.fields[0]] {
		return
	}
	only := f.fields[0]
	words, ok := only.plural()
	isItem, isValue := only.name == itemName && f.types[0] == "array", only.name == valueName && f.types[0] == "object"
	if ok && only.kind == entry && (isItem || isValue) {
		f.inner, f.fields = words, nil
	}
}

// The names of what has no name of its own.
const (
	itemName  = "[]"
	valueName = "*"
)

// idSigns writes the signs of paths as an id may have them.
var idSigns = strings.NewReplacer("[]", ".item", "*", "any", "[", ".", "]", "", `"`, "")

// name gives ids to all fields.
func (s *shape) name(toolName, what string) {
	known := &ids{taken: map[string]bool{}, tried: map[string]int{}}
	root := toolName + "/" + what
	s.root.id = known.unique(root)
	below := toolName
	if what != "input" {
		below = root
	}
	for _, f := range s.all() {
		path := idSigns.Replace(f.path)
		switch {
		case f == s.root:
		case f.part != "":
			f.id = known.unique(strings.TrimSuffix(below+"."+path, ".") + "/" + strings.ReplaceAll(f.part, " ", "-"))
		case f.kind == definition:
			f.id = known.unique(root + "/" + path)
		default:
			f.id = known.unique(below + "." + path)
		}
	}
}
