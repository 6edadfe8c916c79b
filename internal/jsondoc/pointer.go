package jsondoc

import "strings"

// EscapePointer writes a name as a JSON Pointer segment (RFC 6901).
func EscapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// UnescapePointer reads a segment that [EscapePointer] wrote.
func UnescapePointer(segment string) string {
	return strings.ReplaceAll(strings.ReplaceAll(segment, "~1", "/"), "~0", "~")
}
