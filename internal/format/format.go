package format

import "slices"

// A format is a name with its meaning. Its description ends where an example
// can follow.
type format struct {
	name        string
	check       func(b []byte) bool
	description string
	example     string
}

// asserted lists the formats with a check, sorted by name.
var asserted = [...]format{
	{"date", date, "a date such as", "2026-05-01"},
	{"date-time", dateTime, "an RFC 3339 date and time with a time zone, such as", "2026-05-01T10:00:00Z"},
	{"duration", duration, "an ISO 8601 duration such as", "P3DT12H30M"},
	{"email", email, "an email address such as", "ann@example.com"},
	{"hostname", hostname, "a host name such as", "www.example.com"},
	{"ipv4", ipv4, "an IPv4 address such as", "192.0.2.1"},
	{"ipv6", ipv6, "an IPv6 address such as", "2001:db8::1"},
	{"iri", uri, "an absolute IRI such as", "https://example.com/straße"},
	{"iri-reference", uriReference, "an IRI or a relative reference such as", "../straße?q=1"},
	{"json-pointer", jsonPointer, "a JSON Pointer such as", "/items/0/name"},
	{"regex", regex, "a regular expression in Go syntax, such as", "^[a-z]+$"},
	{"relative-json-pointer", relativeJSONPointer, "a relative JSON Pointer such as", "1/name"},
	{"time", clock, "an RFC 3339 time with a time zone, such as", "10:00:00Z"},
	{"uri", uri, "an absolute URI such as", "https://example.com/path"},
	{"uri-reference", uriReference, "a URI or a relative reference such as", "../path?q=1"},
	{"uuid", uuid, "a UUID such as", "123e4567-e89b-12d3-a456-426614174000"},
}

// annotations lists the formats that only describe a value to its reader:
// those that OpenAPI defines for numbers, bytes and secrets.
var annotations = [...]string{
	"binary", "byte", "decimal", "double", "float",
	"int16", "int32", "int64", "int8",
	"password",
	"uint16", "uint32", "uint64", "uint8",
}

// Lookup returns the check for a format and whether the format is asserted.
// The check takes the text of a JSON string after unescaping, in UTF-8. It
// keeps no reference to the text, does not change it, takes time in proportion
// to its length at most, and is safe for concurrent use.
func Lookup(name string) (check func(b []byte) bool, ok bool) {
	f, ok := find(name)
	return f.check, ok
}

// Known reports whether a format is asserted, or is one of the common names
// that only annotate, such as int64 or password.
func Known(name string) bool {
	_, ok := find(name)
	return ok || slices.Contains(annotations[:], name)
}

// Names returns the names of the formats that are asserted, sorted. The caller
// owns the slice.
func Names() []string {
	names := make([]string, len(asserted))
	for i, f := range asserted {
		names[i] = f.name
	}
	return names
}

// Want says what a value of the format must be, for the author of a value that
// is not: "must be a date such as 2026-05-01". Its wording may change.
func Want(name string) string {
	f, ok := find(name)
	if !ok {
		return "must have the format " + name
	}
	return "must be " + f.description + " " + f.example
}

func find(name string) (format, bool) {
	for _, f := range asserted {
		if f.name == name {
			return f, true
		}
	}
	return format{}, false
}
