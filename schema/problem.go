package schema

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/jsontext"
	"github.com/toolnexus/go-sdk/internal/keyword"
	"github.com/toolnexus/go-sdk/internal/plan"
)

// Problem is one thing that is wrong with a JSON text. All of its texts are in
// JSON terms and may be shown to a model.
type Problem struct {
	// Path is where the problem is, as a JSON Pointer (RFC 6901).
	Path string
	// Rule is what was broken: a JSON Schema keyword, the name of a validate
	// rule, "duplicate", or "json" for a text that is not acceptable JSON.
	Rule string
	// Message is the whole problem in one line: path, demand, what was sent.
	Message string
	// Want is the demand: "must be at least 1".
	Want string
	// Got is what was sent, cut to 80 characters; "" if there is nothing to
	// show or it must not be shown.
	Got string
}

// InvalidError lists everything that is wrong with a JSON text.
type InvalidError struct {
	// Problems are in the order of the text, at most 20.
	Problems []Problem
	// Omitted is how many more there were.
	Omitted int
	// Err is the cause, if the author's own code found the problem.
	Err error
}

// Error implements error: one line for each problem.
func (e *InvalidError) Error() string {
	lines := make([]string, 0, len(e.Problems)+1)
	for _, p := range e.Problems {
		lines = append(lines, p.Message)
	}
	if e.Omitted > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", e.Omitted))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the cause.
func (e *InvalidError) Unwrap() error { return e.Err }

// rootName is what the whole text is called.
func (d Direction) rootName() string {
	if d == Output {
		return "result"
	}
	return "arguments"
}

const maxGot = 80 // characters

// newProblem puts a problem into words. raw is the JSON text that was sent, or
// nil.
func (d Direction) newProblem(path []plan.Step, rule, want string, raw []byte) Problem {
	want = strings.ToValidUTF8(strings.ReplaceAll(want, "\n", "; "), "\uFFFD")
	p := Problem{Path: pointer(path), Rule: rule, Want: want, Got: cut(shown(raw, rule))}
	p.Message = readable(d.rootName(), path) + ": " + want
	if p.Got != "" {
		p.Message += " (got " + p.Got + ")"
	}
	return p
}

// cut shortens a text to what is worth repeating.
func cut(s string) string {
	if utf8.RuneCountInString(s) <= maxGot {
		return s
	}
	n := 0
	for i := range s {
		if n == maxGot {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// pointer writes a path as a JSON Pointer.
func pointer(path []plan.Step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.IsIndex {
			b.WriteString(strconv.Itoa(s.Index))
		} else {
			b.WriteString(jsondoc.EscapePointer(s.Name))
		}
	}
	return b.String()
}

// readable writes a path as people do: items[2].qty, prices["odd key"]. root is
// the name of the whole.
func readable(root string, path []plan.Step) string {
	if len(path) == 0 {
		return root
	}
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.IsIndex:
			fmt.Fprintf(&b, "[%d]", s.Index)
		case !isIdentifier(s.Name):
			fmt.Fprintf(&b, "[%s]", cut(string(jsontext.AppendString(nil, s.Name))))
		case i == 0:
			b.WriteString(s.Name)
		default:
			b.WriteString("." + s.Name)
		}
	}
	return b.String()
}

func isIdentifier(s string) bool {
	if s == "" || len(s) > maxGot {
		return false
	}
	for i, c := range s {
		letter := c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-') {
			return false
		}
	}
	return true
}

// problems puts the outcome of a walk into words.
func (s *Schema) problems(out *plan.Outcome) *InvalidError {
	if out.Malformed != nil {
		want := malformedText(out.Malformed)
		return &InvalidError{Problems: []Problem{{Rule: "json", Want: want, Message: s.direction.rootName() + ": " + want}}}
	}
	e := &InvalidError{Omitted: out.Count - len(out.Faults)}
	for i := range out.Faults {
		f := &out.Faults[i]
		got := f.Got
		if f.Secret {
			got = nil
		}
		e.Problems = append(e.Problems, s.direction.newProblem(f.Path, f.Keyword, s.want(f), got))
	}
	return e
}

// shown is what is repeated of a value: a scalar as it was sent, a list or an
// object by what matters of it.
func shown(raw []byte, rule string) string {
	switch {
	case len(raw) == 0:
		return ""
	case rule == "uniqueItems":
		return cut(shown(raw, "")) + " twice"
	case raw[0] != '{' && raw[0] != '[':
		return string(raw)
	}
	count := 0
	for range plan.Elements(raw) {
		count++
	}
	for range plan.Members(raw) {
		count++
	}
	counts := strings.HasSuffix(rule, "Items") || strings.HasSuffix(rule, "Properties")
	switch {
	case counts && count == 0:
		return string(raw[0]) + string(raw[0]+2) // [] or {}
	case counts:
		return keyword.Counted(strconv.Itoa(count), rule)
	case raw[0] == '{':
		return "an object"
	default:
		return "an array"
	}
}

func malformedText(m *plan.Malformed) string {
	at := fmt.Sprintf(" at byte %d", m.Offset)
	if m.Reason == plan.Unexpected && m.Offset == 0 && m.Near == '`' {
		return "must be the JSON alone: there is a code fence" + at
	}
	if m.Reason == plan.Unexpected && m.Near >= ' ' {
		return fmt.Sprintf("are not valid JSON: unexpected %q%s", m.Near, at)
	}
	switch m.Reason {
	case plan.Truncated:
		return "are not complete JSON: the text ends too early," + at + "; the call may have been cut off"
	case plan.TextAfter:
		return "must be exactly one JSON value, but something follows it" + at
	case plan.BadNumber:
		return "are not valid JSON: there is no such number as the one" + at
	case plan.NumberTooLong:
		return "hold a number with too many digits" + at
	case plan.BadEscape:
		return "are not valid JSON: there is an unknown escape in a string" + at
	case plan.LoneSurrogate:
		return "are not valid JSON: there is half of a surrogate pair" + at
	case plan.ControlCharacter:
		return "are not valid JSON: a control character in a string must be escaped" + at
	case plan.BadUTF8:
		return "are not valid UTF-8" + at
	case plan.TooDeep:
		return "are nested too deeply" + at
	case plan.TooLarge:
		return fmt.Sprintf("are longer than %d bytes", m.Offset)
	case plan.TooComplex:
		return "take too long to check; send less at once"
	default:
		return "are not valid JSON: unexpected character" + at
	}
}
