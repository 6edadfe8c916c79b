package format

import "bytes"

// jsonPointer is empty or a list of names with a slash before each. In a name,
// "~" is only the start of the escapes "~0" and "~1".
func jsonPointer(b []byte) bool {
	if len(b) > 0 && b[0] != '/' {
		return false
	}
	for {
		tilde := bytes.IndexByte(b, '~')
		if tilde < 0 {
			return true
		}
		b = b[tilde+1:]
		if len(b) == 0 || b[0] != '0' && b[0] != '1' {
			return false
		}
	}
}

// relativeJSONPointer is a number of levels to go up, and then a JSON Pointer,
// or "#" for the name of the place that was reached.
func relativeJSONPointer(b []byte) bool {
	n := digits(b)
	if n == 0 || n > 1 && b[0] == '0' {
		return false
	}
	b = b[n:]
	return string(b) == "#" || jsonPointer(b)
}
