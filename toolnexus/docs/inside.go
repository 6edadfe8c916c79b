package docs

import (
	"strconv"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// texts are the strings of a list of strings.
func texts(v jsondoc.Value) (all []string, ok bool) {
	list, ok := v.(jsondoc.Array)
	for _, e := range list {
		s, isText := jsondoc.String(e)
		if !isText {
			return nil, false
		}
		all = append(all, s)
	}
	return all, ok && len(all) > 0
}

func sayRequired(_ *describer, f *field, n node) bool {
	names, ok := texts(n.Value)
	f.demanded = append(f.demanded, names...)
	return ok
}

func sayDependentRequired(_ *describer, f *field, n node) bool {
	named, ok := n.Value.(*jsondoc.Object)
	if !ok || len(named.Members) == 0 {
		return false
	}
	for _, m := range named.Members {
		if _, ok := texts(m.Value); !ok {
			return false
		}
	}
	f.demandWords(n)
	return true
}

func sayProperties(d *describer, f *field, n node) bool {
	named, ok := n.Value.(*jsondoc.Object)
	if !ok {
		return false
	}
	for _, m := range named.Members {
		child := d.shared(f, field{path: joined(f.path, m.Name), name: m.Name, kind: property})
		d.describe(child, m.Value)
	}
	return true
}

func sayPatternProperties(d *describer, f *field, n node) bool {
	named, ok := n.Value.(*jsondoc.Object)
	if !ok || len(named.Members) == 0 {
		return false
	}
	for _, m := range named.Members {
		path := dotted(f.path, valueName)
		child := f.child(field{path: path, name: valueName, kind: entry, part: "names that match " + oneLine(visible(m.Name))})
		d.describe(child, m.Value)
	}
	return true
}

func sayOtherProperties(d *describer, f *field, n node) bool {
	properties := n.schema.Object("properties")
	hasNames := properties != nil && len(properties.Members) > 0 || n.schema.Has("patternProperties")
	switch {
	case !isSchema(n.Value):
		return false
	case n.isMoot("unevaluatedProperties", "additionalProperties"):
	case isTrue(n.Value):
		f.demand("takes any other names, too", "")
	case isFalse(n.Value) && (hasNames || n.Name != "additionalProperties"):
		f.demand(wordsNoOthers, "")
	case isFalse(n.Value):
		f.demand(wordsNoNames, "")
	default:
		child := field{path: dotted(f.path, valueName), name: valueName, kind: entry}
		if hasNames {
			child.part = "other names"
		}
		d.describe(f.child(child), n.Value)
	}
	return true
}

// isMoot reports whether a keyword is for what others leave, beside one that leaves
// nothing.
func (n node) isMoot(name, all string) bool { return n.Name == name && n.schema.Has(all) }

func sayItems(d *describer, f *field, n node) bool {
	if list, ok := n.Value.(jsondoc.Array); ok && n.Name == "items" && len(list) > 0 { // as earlier drafts say prefixItems
		return sayPrefixItems(d, f, n)
	}
	if n.isMoot("unevaluatedItems", "items") {
		return true
	}
	if isFalse(n.Value) {
		if n.schema.Has("prefixItems") || n.Name != "items" {
			f.demand("takes no other items", "")
		} else {
			f.demand("takes no items", "")
		}
		return true
	}
	if !isSchema(n.Value) {
		return false
	}
	child := field{path: extended(f.path, itemName), name: itemName, kind: entry}
	if n.schema.Has("prefixItems") || n.Name != "items" {
		child.part = "other items"
		d.describe(f.child(child), n.Value)
		return true
	}
	d.describe(d.shared(f, child), n.Value)
	return true
}

func sayPrefixItems(d *describer, f *field, n node) bool {
	list, ok := n.Value.(jsondoc.Array)
	if !ok || len(list) == 0 {
		return false
	}
	for i, item := range list {
		at := "[" + strconv.Itoa(i) + "]"
		child := d.shared(f, field{path: extended(f.path, at), name: at, kind: entry})
		d.describe(child, item)
	}
	return true
}
