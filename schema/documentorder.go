package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolnexus/go-sdk/internal/plan"
)

// sortByDocument puts problems in the order of the text: that of a missing key
// comes at the end of its object.
func sortByDocument(text []byte, problems []Problem) {
	places := map[string]int{}
	placesOf(text, "", places)
	slices.SortStableFunc(problems, func(a, b Problem) int { return placeOf(a.Path, places) - placeOf(b.Path, places) })
}

// placesOf numbers the values of a text, by JSON Pointer, in reading order. The
// end of an object or array has a number too, under its pointer and a slash.
func placesOf(value []byte, pointer string, places map[string]int) {
	places[pointer] = len(places)
	for name, member := range plan.Members(value) {
		placesOf(member, pointer+"/"+plan.EscapePointer(name), places)
	}
	for i, element := range plan.Elements(value) {
		placesOf(element, pointer+"/"+strconv.Itoa(i), places)
	}
	places[pointer+"/"] = len(places)
}

func placeOf(pointer string, places map[string]int) int {
	if at, ok := places[pointer]; ok {
		return at
	}
	parent := pointer[:strings.LastIndexByte(pointer, '/')+1]
	return places[parent]
}
