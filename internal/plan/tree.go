package plan

import (
	"iter"

	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// Tree is the structure of a well-formed text, found in one pass, for readers
// that look at the same parts again and again.
type Tree struct {
	// Raw is the text of the value.
	Raw   []byte
	parts []Tree   // elements, or values of members
	names []string // of members
}

// ParseTree reads well-formed text. Of other text the tree is of no use, but
// ParseTree does not fail.
func ParseTree(text []byte) *Tree {
	p := treeParser{walker{data: text}}
	p.space()
	return p.tree()
}

// Elements yields the elements of an array, with their indexes.
func (t *Tree) Elements() iter.Seq2[int, *Tree] {
	return func(yield func(int, *Tree) bool) {
		if t.names != nil {
			return
		}
		for i := range t.parts {
			if !yield(i, &t.parts[i]) {
				return
			}
		}
	}
}

// Members yields the names and values of an object.
func (t *Tree) Members() iter.Seq2[string, *Tree] {
	return func(yield func(string, *Tree) bool) {
		for i, name := range t.names {
			if !yield(name, &t.parts[i]) {
				return
			}
		}
	}
}

// Part returns the value one step below, or nil.
func (t *Tree) Part(s Step) *Tree {
	if s.IsIndex {
		if t.names == nil && s.Index < len(t.parts) {
			return &t.parts[s.Index]
		}
		return nil
	}
	for i, name := range t.names {
		if name == s.Name {
			return &t.parts[i]
		}
	}
	return nil
}

// treeParser moves over text whose form has been checked.
type treeParser struct{ walker }

func (p *treeParser) tree() *Tree {
	start := p.pos
	t := &Tree{}
	switch {
	case p.pos >= len(p.data):
	case p.data[p.pos] == '{':
		p.members(t)
	case p.data[p.pos] == '[':
		p.elements(t)
	case p.data[p.pos] == '"':
		if _, ok := p.scanString(); !ok {
			p.pos = len(p.data)
		}
	default:
		p.scalar()
	}
	t.Raw = p.data[start:p.pos]
	return t
}

func (p *treeParser) scalar() {
	for p.pos < len(p.data) {
		switch p.data[p.pos] {
		case ',', ']', '}', ' ', '\t', '\n', '\r':
			return
		}
		p.pos++
	}
}

func (p *treeParser) members(t *Tree) {
	t.names = []string{}
	for first := true; p.more(first, '}'); first = false {
		s, ok := p.scanString()
		if !ok || !p.colon() {
			p.pos = len(p.data)
			return
		}
		name := s.raw
		if s.escaped {
			name = jsontext.AppendUnescaped(nil, s.raw)
		}
		t.names = append(t.names, string(name))
		t.parts = append(t.parts, *p.tree())
	}
}

func (p *treeParser) elements(t *Tree) {
	for first := true; p.more(first, ']'); first = false {
		t.parts = append(t.parts, *p.tree())
	}
}

// more moves to the next part: past the opening bracket, then past each comma.
// It moves past the closing bracket and returns false at the end.
func (p *treeParser) more(first bool, end byte) bool {
	if first {
		p.pos++
	}
	p.space()
	if !first && p.pos < len(p.data) && p.data[p.pos] == ',' {
		p.pos++
		p.space()
		return p.pos < len(p.data)
	}
	if first && p.pos < len(p.data) && p.data[p.pos] != end {
		return true
	}
	p.pos = min(p.pos+1, len(p.data))
	return false
}
