package decode

import (
	"bytes"

	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// cursor moves over JSON text that is expected to be well-formed. It never
// reads beyond the text, whatever the text is.
type cursor struct {
	data []byte
	pos  int
}

func (c *cursor) space() {
	for c.pos < len(c.data) {
		switch c.data[c.pos] {
		case ' ', '\t', '\n', '\r':
			c.pos++
		default:
			return
		}
	}
}

// take moves past b if it is next.
func (c *cursor) take(b byte) bool {
	if c.pos < len(c.data) && c.data[c.pos] == b {
		c.pos++
		return true
	}
	return false
}

func (c *cursor) word(w string) bool {
	end := c.pos + len(w)
	if end <= len(c.data) && string(c.data[c.pos:end]) == w {
		c.pos = end
		return true
	}
	return false
}

// null moves past a null, which leaves a value as it is.
func (c *cursor) null() error {
	if c.word("null") {
		return nil
	}
	return errMismatch
}

// number moves past a number and returns its text, or nil.
func (c *cursor) number() []byte {
	start := c.pos
	for c.pos < len(c.data) {
		switch b := c.data[c.pos]; {
		case b >= '0' && b <= '9', b == '-', b == '+', b == '.', b == 'e', b == 'E':
			c.pos++
			continue
		}
		break
	}
	if c.pos == start {
		return nil
	}
	return c.data[start:c.pos]
}

// str moves past a string and returns what is between the quotes.
func (c *cursor) str() (raw []byte, escaped, ok bool) {
	if !c.take('"') {
		return nil, false, false
	}
	start := c.pos
	for {
		i := bytes.IndexByte(c.data[c.pos:], '"')
		if i < 0 {
			return nil, false, false
		}
		slash := bytes.IndexByte(c.data[c.pos:c.pos+i], '\\')
		if slash < 0 {
			raw = c.data[start : c.pos+i]
			c.pos += i + 1
			return raw, escaped, true
		}
		escaped = true
		if c.pos += slash + 2; c.pos > len(c.data) {
			return nil, false, false
		}
	}
}

// elements calls read at every element of an array.
func (c *cursor) elements(read func() error) error {
	if !c.take('[') {
		return errMismatch
	}
	c.space()
	if c.take(']') {
		return nil
	}
	for {
		c.space()
		if err := read(); err != nil {
			return err
		}
		c.space()
		if c.take(']') {
			return nil
		}
		if !c.take(',') {
			return errMismatch
		}
	}
}

// members calls read at the value of every member of an object.
func (c *cursor) members(read func(name []byte) error) error {
	if !c.take('{') {
		return errMismatch
	}
	c.space()
	if c.take('}') {
		return nil
	}
	for {
		c.space()
		name, escaped, ok := c.str()
		if !ok {
			return errMismatch
		}
		if escaped {
			name = jsontext.AppendUnescaped(nil, name)
		}
		c.space()
		if !c.take(':') {
			return errMismatch
		}
		c.space()
		if err := read(name); err != nil {
			return err
		}
		c.space()
		if c.take('}') {
			return nil
		}
		if !c.take(',') {
			return errMismatch
		}
	}
}

// skip moves past one value.
func (c *cursor) skip() bool {
	if c.pos >= len(c.data) {
		return false
	}
	switch c.data[c.pos] {
	case '{', '[':
		return c.skipNested()
	case '"':
		_, _, ok := c.str()
		return ok
	default:
		start := c.pos
		for c.pos < len(c.data) {
			switch c.data[c.pos] {
			case ',', ']', '}', ' ', '\t', '\n', '\r':
				return c.pos > start
			}
			c.pos++
		}
		return c.pos > start
	}
}

func (c *cursor) skipNested() bool {
	for depth := 0; c.pos < len(c.data); {
		switch c.data[c.pos] {
		case '"':
			if _, _, ok := c.str(); !ok {
				return false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				c.pos++
				return true
			}
		}
		c.pos++
	}
	return false
}
