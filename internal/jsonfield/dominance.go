package jsonfield

import (
	"cmp"
	"slices"
)

// dominant returns the fields that keep their names, in the order of their
// declaration. Of the fields with one name the shallowest wins; at one depth a
// name from a json tag wins over a Go name; if that leaves more than one, the
// name is lost altogether.
func (w *walker) dominant() []Field {
	byName := map[string][]candidate{}
	for _, c := range w.found {
		byName[c.Name] = append(byName[c.Name], c)
	}
	var fields []Field
	for _, c := range w.found {
		rivals := byName[c.Name]
		if rivals == nil {
			continue // this name is settled
		}
		byName[c.Name] = nil
		if winner, ok := w.settle(rivals); ok {
			fields = append(fields, winner.Field)
		}
	}
	slices.SortFunc(fields, func(a, b Field) int { return slices.Compare(a.Index, b.Index) })
	return fields
}

// settle picks the one of several fields that keeps the name they share, and
// reports fields that lose it to another one at the same depth.
func (w *walker) settle(rivals []candidate) (candidate, bool) {
	depth := len(slices.MinFunc(rivals, func(a, b candidate) int {
		return cmp.Compare(len(a.Index), len(b.Index))
	}).Index)
	var tagged, untagged []candidate
	for _, c := range rivals {
		switch {
		case len(c.Index) > depth:
			// Shadowed by a field nearer to the outer struct, as in Go itself.
		case c.tagged:
			tagged = append(tagged, c)
		default:
			untagged = append(untagged, c)
		}
	}
	top := tagged
	if len(top) == 0 {
		top = untagged
	}
	if len(top) > 1 || top[0].repeated {
		w.reportAmbiguous(append(tagged, untagged...))
		return candidate{}, false
	}
	if len(tagged) == 1 {
		w.reportShadowed(tagged[0], untagged)
	}
	return top[0], true
}
