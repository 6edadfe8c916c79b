package plan

import "iter"

// Elements yields the elements of an array, with their indexes. The text must
// be well-formed; other values have none.
func Elements(value []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		if !startsWith(value, '[') {
			return
		}
		for i, e := range split(value) {
			if !yield(i, e) {
				return
			}
		}
	}
}

// Members yields the names and values of an object. The text must be
// well-formed; other values have none.
func Members(value []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		if !startsWith(value, '{') {
			return
		}
		for _, m := range split(value) {
			w := walker{data: m}
			name, _ := w.memberName()
			if !yield(string(name), m[w.pos:]) {
				return
			}
		}
	}
}

func startsWith(value []byte, c byte) bool {
	for _, b := range value {
		switch b {
		case ' ', '\t', '\n', '\r':
		default:
			return b == c
		}
	}
	return false
}
