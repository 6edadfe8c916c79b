package plan

import "bytes"

type editKind uint8

const (
	replaceValue editKind = iota // from..to becomes norm or wire
	dropMember                   // the member at from..to goes, with its comma
	addMember                    // a member is added at from, before a closing brace
)

// edit is one change of the text. Edits are kept in the order of the text.
type edit struct {
	from, to   int
	kind       editKind
	norm, wire []byte
	wireOnly   bool // the schema does not speak of it
}

// Repair is one leniency that was used.
type Repair struct {
	Path []Step
	Kind string
}

// The kinds of repairs.
const (
	RepairNull    = "null read as absent"
	RepairInteger = "whole number written with a fraction or exponent"
	RepairText    = "value sent inside a string"
	RepairDefault = "default filled in"
)

// repair replaces a value in the text that the schema speaks of.
func (w *walker) repair(from, to int, text []byte, kind string) {
	w.edits = append(w.edits, edit{from: from, to: to, norm: text, wire: text})
	w.note(kind)
}

// rewrite replaces a value only in the text that encoding/json gets.
func (w *walker) rewrite(from, to int, text []byte) {
	w.edits = append(w.edits, edit{from: from, to: to, wire: text, wireOnly: true})
}

func (w *walker) note(kind string) {
	if !w.quiet && len(w.repairs) < w.mode.MaxFaults {
		w.repairs = append(w.repairs, Repair{copyPath(w.path), kind})
	}
}

// extent returns the value that starts at start and ends at pos, with the
// repairs made since the given number of edits.
func (w *walker) extent(start, edits int) []byte {
	if len(w.edits) == edits {
		return w.data[start:w.pos]
	}
	shifted := make([]edit, 0, len(w.edits)-edits)
	for _, e := range w.edits[edits:] {
		e.from -= start
		e.to -= start
		shifted = append(shifted, e)
	}
	return apply(w.data[start:w.pos], shifted, false)
}

// apply returns data with the edits made.
func apply(data []byte, edits []edit, wire bool) []byte {
	var dst []byte
	pos := 0
	for _, e := range edits {
		if e.wireOnly && !wire {
			continue
		}
		if e.from > pos {
			dst = append(dst, data[pos:e.from]...)
		}
		pos = max(pos, e.to)
		switch {
		case e.kind == dropMember:
			dst, pos = dropComma(dst, data, pos)
		case e.kind == addMember:
			dst = bytes.TrimRight(dst, " \t\n\r")
			if len(dst) > 0 && dst[len(dst)-1] != '{' {
				dst = append(dst, ',')
			}
			dst = append(dst, e.text(wire)...)
		default:
			dst = append(dst, e.text(wire)...)
		}
	}
	return append(dst, data[pos:]...)
}

func (e *edit) text(wire bool) []byte {
	if wire {
		return e.wire
	}
	return e.norm
}

// dropComma removes the comma that a dropped member leaves behind: the one
// after it, or the one before when it was the last.
func dropComma(dst, data []byte, pos int) ([]byte, int) {
	rest := bytes.TrimLeft(data[pos:], " \t\n\r")
	if len(rest) > 0 && rest[0] == ',' {
		return dst, len(data) - len(rest) + 1
	}
	return bytes.TrimSuffix(bytes.TrimRight(dst, " \t\n\r"), []byte(",")), pos
}
