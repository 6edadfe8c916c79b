package schema

import (
	"encoding/json"
	"fmt"

	"github.com/toolnexus/go-sdk/internal/jsondoc"
	"github.com/toolnexus/go-sdk/internal/schemadiff"
)

// A Change is one difference between two versions of a schema.
type Change struct {
	// Path is where the schema changed, as a JSON Pointer into the new version,
	// or into the old one for what only that has.
	Path string
	// Keyword is what changed, or "" for the schema as a whole.
	Keyword string
	// Text says what changed, in words.
	Text string
	// Breaking reports whether somebody who relies on the old version may be let
	// down: whoever calls, for an input, and whoever reads, for an output.
	Breaking bool
	// Reason says why the change is breaking, or why it is not.
	Reason string
	// Witness shows that the change is breaking: arguments that only the old
	// version of an input accepts, or a result that only the new version of an
	// output does. It is nil where none was found, and for other changes.
	Witness json.RawMessage
}

// String gives the change on one line, with a witness unless that is long.
func (c Change) String() string {
	verdict := "compatible"
	if c.Breaking {
		verdict = "breaking"
	}
	const longest = 200
	witness := ""
	if c.Witness != nil && len(c.Witness) <= longest {
		witness = fmt.Sprintf("; for instance %s", c.Witness)
	}
	return fmt.Sprintf("%s: %s (%s: %s%s)", placeName(c.Path), c.Text, verdict, c.Reason, witness)
}

// Diff lists what changed from one version of a schema to another, in the order
// of the new one.
//
// An input may accept more than before, since models call what they are shown
// and other programs what they knew. An output may give less, since readers know
// it all. What goes the other way is breaking, and so is what cannot be told: if
// no change is breaking, then the new input accepts all that the old one did, and
// the old output all that the new one gives. What only speaks to readers, such as
// a description, is compatible.
//
// The schemas may be of any origin. The error says which of them is not JSON.
func Diff(before, after json.RawMessage, direction Direction) ([]Change, error) {
	was, err := jsondoc.Parse(before)
	if err != nil {
		return nil, fmt.Errorf("the old schema: %w", err)
	}
	is, err := jsondoc.Parse(after)
	if err != nil {
		return nil, fmt.Errorf("the new schema: %w", err)
	}
	var changes []Change
	var witnesses *schemadiff.Witnesses
	for _, c := range schemadiff.Diff(was, is) {
		breaking, reason := judge(c, direction)
		change := Change{pathOf(c, is), c.Keyword, c.Text, breaking, reason, nil}
		if breaking {
			if witnesses == nil {
				witnesses = schemadiff.NewWitnesses(was, is)
			}
			change.Witness = witness(witnesses, c, direction)
		}
		changes = append(changes, change)
	}
	return changes, nil
}

// judge says what a change means for those who rely on the old version.
func judge(c schemadiff.Change, direction Direction) (breaking bool, reason string) {
	switch {
	case c.Effect == schemadiff.Said && c.Keyword == "default" && direction == Input:
		return false, "the same calls are accepted, but one that leaves the value out may mean something else"
	case c.Effect == schemadiff.Said:
		return false, "the same values are accepted"
	case c.Effect == schemadiff.Altered && direction == Input:
		return true, "a call that was accepted may be refused"
	case c.Effect == schemadiff.Altered:
		return true, "readers may meet values that they do not know"
	case c.Effect == schemadiff.Narrowed && direction == Input:
		return true, "calls that were accepted are refused"
	case c.Effect == schemadiff.Narrowed:
		return false, "readers know all values that are left"
	case direction == Input:
		return false, "all calls that were accepted still are"
	default:
		return true, "readers may meet values that they do not know"
	}
}

// witness shows that a breaking change is one, where it finds a value that does.
func witness(w *schemadiff.Witnesses, c schemadiff.Change, direction Direction) json.RawMessage {
	find := w.Lost
	if direction == Output {
		find = w.Gained
	}
	if v, ok := find(c); ok {
		return jsondoc.Append(nil, v)
	}
	return nil
}

// pathOf is the place of a change in the new version, if it has that place.
func pathOf(c schemadiff.Change, is jsondoc.Value) string {
	if jsondoc.At(is, c.New) != nil {
		return c.New
	}
	return c.Old
}
