package schemadiff

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/keyword"
)

// likeness knows which schemas of two documents are written alike. It reads each
// once.
type likeness struct {
	before, after document
	prints        map[*jsondoc.Object]fingerprint
	behind        map[*jsondoc.Object]bool
}

// fingerprint is what schemas share that are written alike but for annotations.
type fingerprint struct {
	sum    [sha256.Size]byte
	refers bool // to what may not be alike
}

func newLikeness(before, after document) *likeness {
	return &likeness{before, after, map[*jsondoc.Object]fingerprint{}, map[*jsondoc.Object]bool{}}
}

// alike reports whether two schemas demand the same: they are written alike but
// for annotations, and so is what they refer to.
func (l *likeness) alike(a, b jsondoc.Value) bool {
	return l.print(a) == l.print(b) && l.alikeBehind(a)
}

// alikeKeyword reports whether two schemas say the same by a keyword.
func (l *likeness) alikeKeyword(name string, a, b *jsondoc.Object) bool {
	isIt := func(n string) bool { return n == name }
	return l.alike(with(a, isIt), with(b, isIt))
}

// print is the fingerprint of a schema.
func (l *likeness) print(schema jsondoc.Value) fingerprint {
	o, ok := schema.(*jsondoc.Object)
	if !ok {
		return fingerprint{sum: sha256.Sum256([]byte(keyword.Canonical(schema)))}
	}
	if known, ok := l.prints[o]; ok {
		return known
	}
	members := with(o, func(name string) bool { return !isAnnotation(name) }).Members
	slices.SortFunc(members, inOrder)
	own := fingerprint{refers: o.Has("$ref") || refersStrangely(o)}
	var text strings.Builder
	for _, m := range members {
		text.WriteString(string(jsondoc.FromString(m.Name)) + ":")
		l.write(&text, holds(m), m.Value, &own.refers)
	}
	own.sum = sha256.Sum256([]byte(text.String()))
	l.prints[o] = own
	return own
}

func inOrder(a, b jsondoc.Member) int { return strings.Compare(a.Name, b.Name) }

// write spells a value, with the fingerprints of schemas in place of them.
func (l *likeness) write(text *strings.Builder, holds keyword.Holds, v jsondoc.Value, refers *bool) {
	list, _ := v.(jsondoc.Array)
	named, _ := v.(*jsondoc.Object)
	switch holds {
	case keyword.Schema:
		child := l.print(v)
		text.Write(child.sum[:])
		*refers = *refers || child.refers
	case keyword.List:
		for _, v := range list {
			l.write(text, keyword.Schema, v, refers)
		}
	case keyword.Named:
		for _, m := range slices.SortedFunc(slices.Values(named.Members), inOrder) {
			text.WriteString(string(jsondoc.FromString(m.Name)))
			l.write(text, keyword.Schema, m.Value, refers)
		}
	case keyword.Data:
		text.WriteString(keyword.Canonical(v))
	}
}

// holds says what a keyword holds, also one of earlier drafts, if it has a value of
// the kind that it must have.
func holds(m jsondoc.Member) keyword.Holds {
	_, isList := m.Value.(jsondoc.Array)
	_, isObject := m.Value.(*jsondoc.Object)
	kind := keyword.HoldsOf(m.Name)
	switch m.Name {
	case "additionalItems":
		kind = keyword.Schema
	case "dependencies":
		kind = keyword.Named
	case "items":
		if isList {
			kind = keyword.List
		}
	}
	if kind == keyword.List && !isList || kind == keyword.Named && !isObject {
		return keyword.Data
	}
	return kind
}

// alikeBehind reports whether all that the references in a schema lead to is
// written alike in both documents.
func (l *likeness) alikeBehind(v jsondoc.Value) bool {
	o, ok := v.(*jsondoc.Object)
	if !ok || !l.print(o).refers {
		return true
	}
	same, known := l.behind[o]
	if !known {
		same = l.follow(o, map[string]bool{})
		l.behind[o] = same
	}
	return same
}

// follow is alikeBehind for references that are not met yet.
func (l *likeness) follow(v jsondoc.Value, met map[string]bool) bool {
	same := true
	each(v, func(o *jsondoc.Object) {
		if refersStrangely(o) {
			same = same && l.sameDocuments()
		}
		ref, ok := jsondoc.String(lookup(o, "$ref"))
		if !ok || !same || met[ref] {
			return
		}
		met[ref] = true
		was, okWas := l.before.target(o)
		is, okIs := l.after.target(o)
		if !okWas || !okIs {
			same = l.sameDocuments()
			return
		}
		same = l.print(was.schema) == l.print(is.schema) && l.follow(was.schema, met)
	})
	return same
}

func (l *likeness) sameDocuments() bool { return text(l.before.root) == text(l.after.root) }

// refersStrangely reports whether a schema refers to something by other means than
// $ref, or in words that are not known.
func refersStrangely(o *jsondoc.Object) bool {
	return slices.ContainsFunc(o.Members, func(m jsondoc.Member) bool {
		return m.Name == "$dynamicRef" || m.Name == "$recursiveRef" ||
			keyword.Rank(m.Name) < 0 && !isAnnotation(m.Name) && holds(m) == keyword.Data && strings.Contains(text(m.Value), `"$ref"`)
	})
}
