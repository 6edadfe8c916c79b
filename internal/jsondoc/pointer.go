package jsondoc

import (
	"net/url"
	"strconv"
	"strings"
)

// EscapePointer writes a name as a JSON Pointer segment (RFC 6901).
func EscapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// UnescapePointer reads a segment that [EscapePointer] wrote.
func UnescapePointer(segment string) string {
	return strings.ReplaceAll(strings.ReplaceAll(segment, "~1", "/"), "~0", "~")
}

// At returns the value at a JSON Pointer, or nil where there is none.
func At(v Value, pointer string) Value {
	if pointer == "" {
		return v
	}
	if pointer[0] != '/' {
		return nil
	}
	for segment := range strings.SplitSeq(pointer[1:], "/") {
		v = Child(v, UnescapePointer(segment))
	}
	return v
}

// Child returns the member of an object, or the item of an array whose index is
// written out, or nil.
func Child(v Value, name string) Value {
	switch v := v.(type) {
	case *Object:
		child, _ := v.Lookup(name)
		return child
	case Array:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}

// Fragment returns the JSON Pointer that a reference into the same document
// holds, as in #/$defs/Name. It returns false for every other reference.
func Fragment(ref string) (pointer string, ok bool) {
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok || fragment != "" && fragment[0] != '/' {
		return "", false
	}
	pointer, err := url.PathUnescape(fragment)
	return pointer, err == nil
}
