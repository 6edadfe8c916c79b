package snapshot

import (
	"fmt"
	"slices"
	"strings"
)

// Report is how tools differ from their snapshots.
type Report struct {
	Dir      string
	Tools    int       // that were compared
	Findings []Finding // by the names of files; what belongs to no tool last
}

// Kind says in what way a file does not match.
type Kind uint8

// The kinds.
const (
	Changed Kind = iota // the tool is another one now
	Missing             // there is no file
	Corrupt             // the file of a tool is no snapshot, or that of another tool
	Stale               // no tool has the name
	Foreign             // the file is no snapshot, and belongs to no tool
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"changed", "missing", "corrupt", "stale", "foreign"}[k]
}

// Finding is one file that does not match.
type Finding struct {
	File    string
	Tool    string // "" where that is not known
	Kind    Kind
	Reason  string   // why a file is no snapshot
	Changes []Change // those that break something first
}

// Change is one difference of a tool.
type Change struct {
	// Part is what of the tool changed: "input", "output", "description", "hints",
	// "source", or the name of a dialect; with the place in it, if that has any.
	Part     string
	Text     string // what changed
	Reason   string // why that is breaking or not; may be empty
	Breaking bool   // for those who call, or who read results
}

// OK reports whether everything matches.
func (r Report) OK() bool { return len(r.Findings) == 0 }

// Breaking reports whether a change may let somebody down. A tool that is gone
// does, too.
func (r Report) Breaking() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool {
		return f.Kind == Stale || slices.ContainsFunc(f.Changes, func(c Change) bool { return c.Breaking })
	})
}

// String says everything in words, with what breaks something first.
func (r Report) String() string {
	if r.OK() {
		return fmt.Sprintf("%s the snapshots in %s", plural(r.Tools, "tool matches", "tools match"), r.Dir)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s between the tools and the snapshots in %s", plural(len(r.Findings), "difference", "differences"), r.Dir)
	for _, f := range r.Findings {
		b.WriteString("\n\n" + f.String())
	}
	return b.String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// String says what is wrong with one file.
func (f Finding) String() string {
	switch f.Kind {
	case Missing:
		return fmt.Sprintf("%s: there is no snapshot of the tool %s", f.File, f.Tool)
	case Corrupt:
		return fmt.Sprintf("%s: the snapshot of the tool %s cannot be used: it %s", f.File, f.Tool, f.Reason)
	case Stale:
		return fmt.Sprintf("%s: there is no tool %s any more", f.File, f.Tool)
	case Foreign:
		return fmt.Sprintf("%s: %s; move it somewhere else", f.File, f.Reason)
	case Changed:
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: the tool %s has changed", f.File, f.Tool)
	for _, c := range f.Changes {
		verdict := "compatible"
		if c.Breaking {
			verdict = "BREAKING"
		}
		fmt.Fprintf(&b, "\n  %-10s  %s: %s", verdict, c.Part, c.Text)
		if c.Reason != "" {
			b.WriteString("\n              " + c.Reason)
		}
	}
	return b.String()
}
