package format

import (
	"bytes"
	"net/url"
	"strings"
)

// uri is a reference with a scheme.
func uri(b []byte) bool {
	u, ok := parse(b)
	return ok && u.IsAbs()
}

// uriReference is a URI or the part of one that is resolved against another. A
// backslash is most likely a file name of Windows, which net/url would take
// for a relative path.
func uriReference(b []byte) bool {
	if bytes.IndexByte(b, '\\') >= 0 {
		return false
	}
	_, ok := parse(b)
	return ok
}

func parse(b []byte) (*url.URL, bool) {
	u, err := url.Parse(string(b))
	if err != nil {
		return nil, false
	}
	// net/url looks neither into an IPv6 address nor, when a program asks it to
	// be lenient, for the brackets around it.
	if host := u.Hostname(); strings.Contains(host, ":") {
		return u, strings.HasPrefix(u.Host, "[") && ipv6([]byte(host))
	}
	return u, true
}
