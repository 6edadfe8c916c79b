package schemadiff

import (
	"slices"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/sample"
)

// Witnesses finds values that show what a change means. It is not safe for
// concurrent use.
type Witnesses struct{ before, after *sample.Sampler }

// NewWitnesses reads two versions of a schema. It finds nothing for schemas that
// cannot be compiled.
func NewWitnesses(before, after jsondoc.Value) *Witnesses {
	was, errWas := sample.New(before)
	is, errIs := sample.New(after)
	if errWas != nil || errIs != nil {
		return &Witnesses{}
	}
	return &Witnesses{was, is}
}

// Lost returns a value that the old schema accepts and the new one refuses, at
// best for nothing but a change. It returns false where it finds none.
func (w *Witnesses) Lost(c Change) (jsondoc.Value, bool) {
	return between(w.before, w.after, c.Old, c.New, c.Keyword)
}

// Gained returns a value that only the new schema accepts.
func (w *Witnesses) Gained(c Change) (jsondoc.Value, bool) {
	return between(w.after, w.before, c.New, c.Old, c.Keyword)
}

// between finds a value that one schema accepts and another refuses, which differ
// at two places and in a keyword.
func between(accepts, refuses *sample.Sampler, here, there, keyword string) (jsondoc.Value, bool) {
	if accepts == nil || refuses == nil {
		return nil, false
	}
	for !accepts.Has(here) || !refuses.Has(there) {
		here, there = above(here), above(there)
	}
	const most = 50 // values that differ, and may not do so in the whole
	var others []jsondoc.Value
	// What is at the border of one may be beyond that of the other.
	for _, v := range slices.Concat(accepts.Candidates(here), refuses.Candidates(there)) {
		faults, ok := refuses.Faults(there, v)
		if !ok || len(faults) == 0 || !accepts.Accepts(here, v) {
			continue
		}
		if faults[0].Keyword != keyword || len(faults) > 1 {
			others = append(others, v)
		} else if whole, ok := embed(accepts, refuses, here, v); ok {
			return whole, true
		}
	}
	for _, v := range others[:min(len(others), most)] {
		if whole, ok := embed(accepts, refuses, here, v); ok {
			return whole, true
		}
	}
	return nil, false
}

// embed makes a whole instance of a value, which the other schema still refuses.
func embed(accepts, refuses *sample.Sampler, here string, v jsondoc.Value) (jsondoc.Value, bool) {
	whole, ok := accepts.Embed(here, v)
	return whole, ok && refuses.Has("") && !refuses.Accepts("", whole)
}

// above is the pointer of the schema around one.
func above(pointer string) string {
	up := pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
	if last := up[strings.LastIndexByte(up, '/')+1:]; slices.Contains(holders, last) {
		return up[:max(strings.LastIndexByte(up, '/'), 0)]
	}
	return up
}

// holders are the keywords that hold several schemas.
var holders = []string{"properties", "patternProperties", "dependentSchemas", "$defs", "prefixItems", "allOf", "anyOf", "oneOf"}
