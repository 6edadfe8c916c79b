package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// sortByDocument puts problems in the order of the text: that of a missing key
// comes at the end of its object.
func sortByDocument(text *plan.Tree, problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int { return placeOf(text, a.Path) - placeOf(text, b.Path) })
}

// placeOf is how far into the text the value at a JSON Pointer starts, or where
// the innermost value around it ends.
func placeOf(text *plan.Tree, pointer string) int {
	at := text
	for _, segment := range strings.Split(pointer, "/")[1:] {
		next := at.Part(plan.Step{Name: jsondoc.UnescapePointer(segment)})
		if i, err := strconv.Atoi(segment); next == nil && err == nil {
			next = at.Part(plan.Step{Index: i, IsIndex: true})
		}
		if next == nil {
			return offset(text, at) + len(at.Raw)
		}
		at = next
	}
	return offset(text, at)
}

// offset is where the text of a part starts. Parts are cut from one text, so
// that what is left of it behind each tells.
func offset(text, part *plan.Tree) int { return cap(text.Raw) - cap(part.Raw) }
