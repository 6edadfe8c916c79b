package sample

import (
	"slices"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// view is what one value has to meet: the keywords of a schema, of what it refers
// to, and of what holds besides. Where two of them speak with one keyword, the
// first is heard; what comes of that is checked anyhow.
type view struct {
	keywords *jsondoc.Object
	origin   map[string]string // the pointer of the schema that a keyword is of
	names    map[string]string // the pointer of the schema of each property
}

// at is the view of the schema at a pointer.
func (s *Sampler) at(pointer string) (view, bool) {
	v := view{&jsondoc.Object{}, map[string]string{}, map[string]string{}}
	return v, s.add(&v, pointer, map[string]bool{})
}

// add has a view hear a schema too. It returns false where there is none, or one
// that accepts nothing.
func (s *Sampler) add(v *view, pointer string, met map[string]bool) bool {
	if met[pointer] {
		return true
	}
	met[pointer] = true
	switch schema := jsondoc.At(s.root, pointer).(type) {
	case jsondoc.Raw:
		return schema == "true"
	case *jsondoc.Object:
		for _, m := range schema.Members {
			v.hear(m, pointer)
		}
		if target, ok := reference(schema); ok && !s.add(v, target, met) {
			return false
		}
		all, _ := jsondoc.At(schema, "/allOf").(jsondoc.Array)
		for i := range all {
			if !s.add(v, pointer+"/allOf/"+strconv.Itoa(i), met) {
				return false
			}
		}
		return true
	default:
		return false
	}
}

// hear adds one keyword of the schema at a pointer. The lists that it puts together
// are the view's own.
func (v *view) hear(m jsondoc.Member, pointer string) {
	switch m.Name {
	case "properties":
		named, _ := m.Value.(*jsondoc.Object)
		if named == nil {
			return
		}
		for _, p := range named.Members {
			if v.names[p.Name] == "" {
				v.names[p.Name] = pointer + "/properties/" + jsondoc.EscapePointer(p.Name)
			}
		}
		old := v.keywords.Object("properties")
		if old == nil {
			old = &jsondoc.Object{}
		}
		v.keywords.Set(m.Name, &jsondoc.Object{Members: append(old.Members, named.Members...)})
	case "required":
		old, _ := jsondoc.At(v.keywords, "/required").(jsondoc.Array)
		more, _ := m.Value.(jsondoc.Array)
		v.keywords.Set(m.Name, append(old, more...))
	default:
		if !v.keywords.Has(m.Name) {
			v.keywords.Set(m.Name, m.Value)
			v.origin[m.Name] = pointer
		}
	}
}

// forms are the views of what a view offers to choose from. What holds under a
// condition is such a form, too.
func (s *Sampler) forms(v view) []view {
	var all []view
	for _, name := range []string{"anyOf", "oneOf"} {
		list, _ := jsondoc.Child(v.keywords, name).(jsondoc.Array)
		for i := range list {
			all = s.form(all, v, name, v.child(name)+"/"+strconv.Itoa(i))
		}
	}
	if v.keywords.Has("if") {
		all = s.form(all, v, "if", v.child("then"), v.child("if"))
		all = s.form(all, v, "if", v.child("else"))
	}
	return all
}

// form adds the view of one form, whose keywords go before those of the view
// around it.
func (s *Sampler) form(all []view, v view, name string, pointers ...string) []view {
	form := view{&jsondoc.Object{}, map[string]string{}, map[string]string{}}
	for _, pointer := range pointers {
		if pointer != "" && !s.add(&form, pointer, map[string]bool{}) {
			return all
		}
	}
	for _, m := range v.keywords.Members {
		if m.Name != name && m.Name != "$ref" {
			form.hear(m, v.origin[m.Name])
		}
	}
	for p, pointer := range v.names {
		if form.names[p] == "" {
			form.names[p] = pointer
		}
	}
	return append(all, form)
}

// types are the types that a view admits. One that says none is taken at what its
// keywords speak of.
func (v view) types() []string {
	if v.keywords.Has("type") {
		return keyword.Types(v.keywords)
	}
	var all []string
	for _, m := range v.keywords.Members {
		name := keyword.Type(m.Name)
		if name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// child is the pointer of a schema that a keyword of the view holds, or "".
func (v view) child(name string) string {
	if !v.keywords.Has(name) {
		return ""
	}
	return v.origin[name] + "/" + name
}

// reference is the pointer that a schema refers to.
func reference(schema *jsondoc.Object) (pointer string, ok bool) {
	ref, ok := jsondoc.String(jsondoc.At(schema, "/$ref"))
	if !ok {
		return "", false
	}
	return jsondoc.Fragment(ref)
}
