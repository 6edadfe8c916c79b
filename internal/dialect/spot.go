package dialect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
)

// spot is where a schema is in the source. Its pointer is spelled only where there
// is something to tell: spelled for each schema, pointers could take far more room
// than the source.
type spot struct {
	up    *spot
	steps []string // from up; the root has none
	hash  uint64   // of the whole pointer
	order int      // in the source
}

// below is a spot further in.
func (s *spot) below(steps []string, order int) *spot {
	hash := uint64(hashSeed)
	if s != nil {
		hash = s.hash
	}
	return &spot{s, steps, hashSteps(hash, steps), order}
}

// FNV-1a, of which a step is a text and its end.
const hashSeed, hashPrime = 14695981039346656037, 1099511628211

func hashSteps(hash uint64, steps []string) uint64 {
	for _, step := range steps {
		for i := range len(step) {
			hash = (hash ^ uint64(step[i])) * hashPrime
		}
		hash = (hash ^ 0xFF) * hashPrime // no UTF-8 text has this byte
	}
	return hash
}

// path are all steps from the root.
func (s *spot) path() []string {
	var all [][]string
	for ; s != nil; s = s.up {
		all = append(all, s.steps)
	}
	var path []string
	for _, steps := range slices.Backward(all) {
		path = append(path, steps...)
	}
	return path
}

// last is the last step, or "" for the root.
func (s *spot) last() string {
	if len(s.steps) == 0 {
		return ""
	}
	return s.steps[len(s.steps)-1]
}

// longestPointer bounds what is told of one spot.
const longestPointer = 1000

// String is the JSON Pointer of a spot. Of one that nobody would read, the middle
// is left out.
func (s *spot) String() string {
	path := s.path()
	length := 0
	for _, step := range path {
		length += 1 + len(step)
	}
	if length <= longestPointer {
		return pointerOf(path)
	}
	var head, tail string
	for i := 0; len(head) < longestPointer/2; i++ {
		head += pointerOf([]string{cut(path[i], longestPointer)})
	}
	for i := len(path) - 1; len(tail) < longestPointer/2; i-- {
		tail = pointerOf([]string{cut(path[i], longestPointer)}) + tail
	}
	start := len(tail) - longestPointer/2
	for !utf8.RuneStart(tail[start]) {
		start++
	}
	return cut(head, longestPointer/2) + "…" + tail[start:]
}

// cut leaves the first bytes of a text.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

func pointerOf(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteString("/" + jsondoc.EscapePointer(step))
	}
	return b.String()
}
