package plan

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsontext"
)

// string scans a string and checks it.
func (w *walker) string(n *Node) bool {
	start := w.pos
	s, ok := w.scanString()
	if !ok {
		return false
	}
	literal := w.data[start:w.pos]
	if n.Types&String == 0 {
		if w.mode.Lenient && !w.quiet {
			if done, ok := w.unwrap(n, start, s); done {
				return ok
			}
		}
		return w.fault(n, "type", literal)
	}
	if n.text == nil && n.enum == nil && n.Target == Plain {
		return true
	}
	content := s.raw
	if s.escaped {
		w.scratch = jsontext.AppendUnescaped(w.scratch[:0], s.raw)
		content = w.scratch
	}
	count := w.count
	if n.enum != nil && !w.listed(n, n.enum.missingString(content), literal) {
		return false
	}
	if n.text != nil && !w.textRules(n, content, s.ascii && !s.escaped, literal) {
		return false
	}
	if n.Target != Plain && w.count == count && !w.mode.Output {
		return w.textTarget(n, start, s.escaped, content)
	}
	return true
}

func (w *walker) textRules(n *Node, content []byte, ascii bool, literal []byte) bool {
	t := n.text
	if t.minLength > 0 || t.maxLength >= 0 {
		runes := len(content)
		if !ascii {
			runes = utf8.RuneCount(content)
		}
		if runes < t.minLength && !w.fault(n, "minLength", literal) {
			return false
		}
		if t.maxLength >= 0 && runes > t.maxLength && !w.fault(n, "maxLength", literal) {
			return false
		}
	}
	if t.format != nil && !t.format(content) {
		return w.fault(n, "format", literal)
	}
	if t.pattern != nil && !t.pattern.Match(content) {
		return w.fault(n, "pattern", literal)
	}
	return true
}

// textTarget notes what encoding/json wants in place of an accepted string.
func (w *walker) textTarget(n *Node, start int, escaped bool, content []byte) bool {
	literal := w.data[start:w.pos]
	switch n.Target {
	case Time:
		if escaped {
			w.rewrite(start, w.pos, strconv.AppendQuote(nil, string(content)))
		}
	case Quoted:
		return w.quoted(n, content)
	case Duration:
		d, err := time.ParseDuration(string(content))
		if err != nil {
			return w.fault(n, "duration", literal)
		}
		w.rewrite(start, w.pos, strconv.AppendInt(nil, int64(d), 10))
	case URL:
		u, err := url.Parse(string(content))
		if err != nil {
			return w.fault(n, "url", literal)
		}
		u.User = nil // its fields are not carried
		object, err := json.Marshal(u)
		if err != nil {
			return w.fault(n, "url", literal)
		}
		w.rewrite(start, w.pos, object)
	}
	return true
}

// quoted checks the value that a string carries by its own schema.
func (w *walker) quoted(n *Node, content []byte) bool {
	if n.content == nil {
		return true
	}
	out := n.content.Check(content, Mode{MaxFaults: 1})
	if out == nil || out.OK() {
		return true
	}
	if len(out.Faults) == 0 {
		return w.fault(n, "pattern", content) // it does not hold what it should
	}
	f := out.Faults[0]
	return w.fault(f.Node, f.Keyword, bytes.Clone(content))
}

// unwrap reads a string that holds exactly one value of a wanted type as that
// value. done is false when the string holds no such value.
func (w *walker) unwrap(n *Node, start int, s scanned) (done, ok bool) {
	inner := bytes.Trim(jsontext.AppendUnescaped(nil, s.raw), " \t\n\r")
	if len(inner) == 0 || typeOf(inner[0])&n.Types == 0 {
		return false, false
	}
	outer := *w
	w.data, w.pos, w.edits = inner, 0, nil
	ok = w.value(n)
	whole := ok && w.pos == len(w.data)
	edits := w.edits
	w.data, w.pos, w.edits = outer.data, outer.pos, outer.edits
	if w.bad != nil || ok && !whole {
		w.depth, w.bad = outer.depth, nil
		w.count, w.faults, w.repairs = outer.count, outer.faults, outer.repairs
		w.path, w.keys = w.path[:len(outer.path)], w.keys[:len(outer.keys)]
		return false, false
	}
	if w.count > outer.count {
		return true, ok
	}
	w.edits = append(w.edits, edit{
		from: start, to: w.pos,
		norm: apply(inner, edits, false), wire: apply(inner, edits, true),
	})
	w.note(RepairText)
	return true, ok
}

// typeOf returns the types of a value, other than a string or null, that
// starts with c.
func typeOf(c byte) Types {
	switch {
	case c == '{':
		return Object
	case c == '[':
		return Array
	case c == 't' || c == 'f':
		return Boolean
	case c == '-' || c-'0' <= 9:
		return Integer | Number
	default:
		return 0
	}
}

// published rewrites what Go wrote to the published form. It reports false
// when the text is in that form already.
func (w *walker) published(n *Node) bool {
	start := w.pos
	if bytes.HasPrefix(w.data[start:], []byte("null")) {
		empty := map[Target]string{EmptyArray: "[]", EmptyObject: "{}", EmptyString: `""`}[n.Target]
		if empty == "" {
			return false
		}
		w.pos += len("null")
		w.rewrite(start, w.pos, []byte(empty))
		return true
	}
	var form string
	switch n.Target {
	case Duration:
		var d time.Duration
		if !w.skip() || json.Unmarshal(w.data[start:w.pos], &d) != nil {
			w.pos = start
			return false
		}
		form = d.String()
	case URL:
		var u url.URL
		if !w.skip() || json.Unmarshal(w.data[start:w.pos], &u) != nil {
			w.pos = start
			return false
		}
		u.User = nil // its fields are not carried
		form = u.String()
	default:
		return false
	}
	w.rewrite(start, w.pos, jsontext.AppendString(nil, form))
	return true
}
