package plan

import "unicode/utf8"

// Keywords of faults that no keyword of JSON Schema names.
const (
	KeywordUnknown   = "additionalProperties" // a name that is not declared
	KeywordDuplicate = "duplicate"            // a name given twice in one object
	KeywordKeyRange  = "keyRange"             // an integer key that its type cannot hold
)

// Step is one step of the path to a value: a name, or an index of an array.
type Step struct {
	Name    string
	Index   int
	IsIndex bool
}

// Fault is one broken rule.
type Fault struct {
	// Path leads to the value that breaks the rule; for a name that is
	// missing, unknown or given twice, it ends in that name.
	Path []Step
	// Keyword is the JSON Schema keyword, or "number" (outside the range of a
	// double), "duration", "url", "false" or one of the constants above.
	Keyword string
	// Node has the keyword.
	Node *Node
	// Got is the JSON text of the value, nil where there is none to show.
	Got []byte
	// Name is what is wrong with a name, for the keyword propertyNames.
	Name *Fault
	// Secret values are not to be repeated.
	Secret bool
}

// Malformed says why a text is not acceptable JSON.
type Malformed struct {
	Offset int // in bytes
	Reason Reason
	Near   rune // the character there, 0 at the end
}

// Reason is a kind of malformed text.
type Reason uint8

// The reasons.
const (
	Truncated        Reason = iota + 1 // ends too early
	TextAfter                          // something follows the value
	Unexpected                         // a character that does not belong there
	BadNumber                          // no JSON number
	NumberTooLong                      // more digits than any double
	BadEscape                          // an escape that JSON does not have
	LoneSurrogate                      // half of a surrogate pair
	ControlCharacter                   // a control character in a string
	BadUTF8                            // bytes that are not UTF-8
	TooDeep                            // nested beyond the limit
	TooLarge                           // longer than the limit
	TooComplex                         // costs too much to check
)

// malformed stops the walk. It returns false.
func (w *walker) malformed(at int, why Reason) bool {
	if w.bad == nil {
		w.bad = &Malformed{Offset: min(at, len(w.data)), Reason: why}
		if at < len(w.data) {
			w.bad.Near, _ = utf8.DecodeRune(w.data[at:])
		}
	}
	return false
}

// fault notes a broken rule at the current path. It returns false when the
// walk may stop.
func (w *walker) fault(n *Node, keyword string, got []byte) bool {
	w.count++
	if w.quiet {
		return false
	}
	if len(w.faults) < w.mode.MaxFaults {
		path := w.path
		if w.secret > 0 {
			path = path[:w.shown]
		}
		w.faults = append(w.faults, Fault{
			Path: copyPath(path), Keyword: keyword, Node: n, Got: got, Secret: w.secret > 0,
		})
	}
	return true
}

// nameFault notes a name that is refused, with the first reason.
func (w *walker) nameFault(n *Node, reason *Outcome) {
	before := len(w.faults)
	w.fault(n, "propertyNames", nil)
	if len(w.faults) > before && len(reason.Faults) > 0 {
		w.faults[before].Name = &reason.Faults[0]
	}
}

// faultAt notes a fault about a name below the current path.
func (w *walker) faultAt(n *Node, keyword, name string) bool {
	w.path = append(w.path, step{name: []byte(name)})
	ok := w.fault(n, keyword, nil)
	w.path = w.path[:len(w.path)-1]
	return ok
}

// faultBelow notes a fault at a path below the current one.
func (w *walker) faultBelow(path []Step, n *Node, keyword string, got []byte) bool {
	depth := len(w.path)
	for _, s := range path {
		if s.IsIndex {
			w.path = append(w.path, step{index: s.Index})
		} else {
			w.path = append(w.path, step{name: []byte(s.Name)})
		}
	}
	ok := w.fault(n, keyword, got)
	w.path = w.path[:depth]
	return ok
}

// faultIn notes a fault of a schema that is part of n: of its own words if it
// has any, else of those of n.
func (w *walker) faultIn(n, part *Node, keyword string, got []byte) bool {
	if part.text != nil && part.text.pattern != nil {
		return w.fault(part, "pattern", got)
	}
	return w.fault(n, keyword, got)
}

func copyPath(path []step) []Step {
	out := make([]Step, len(path))
	for i, s := range path {
		if s.name != nil {
			out[i] = Step{Name: string(s.name)}
		} else {
			out[i] = Step{Index: s.index, IsIndex: true}
		}
	}
	return out
}
