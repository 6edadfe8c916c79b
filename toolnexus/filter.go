package toolnexus

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/toolnexus/go-sdk/internal/nearest"
)

// ErrFiltered is why a tool is not in a toolkit that a filter keeps it out of.
var ErrFiltered = errors.New("left out by the filter")

// Unmatched is a name in a filter that is the name of no tool the filter saw.
type Unmatched struct {
	Name    string
	Nearest string // the tool that was perhaps meant, or ""
}

// String says the same in words.
func (u Unmatched) String() string {
	text := "no tool has the name " + quoteName(u.Name)
	if u.Nearest != "" {
		text += "; did you mean " + strconv.Quote(u.Nearest) + "?"
	}
	return text
}

// Filtered returns a source that gives only some of the tools of another. If
// any name in names is true, it gives the tools whose names are true and no
// others. If all are false, it gives all tools but those.
//
// Names are compared exactly. Those that match no tool are reported in the
// status of the source, and so are the tools that were left out.
//
// The source that is returned has the name and the system prompt of the other,
// and closes it if it can be closed.
func Filtered(source Source, names map[string]bool) Source {
	f := filtered{Source: source, filter: newFilter(names)}
	if closer, ok := source.(io.Closer); ok {
		return filteredCloser{f, closer}
	}
	return f
}

type filtered struct {
	Source

	filter filter
}

type filteredCloser struct {
	filtered
	io.Closer
}

// Tools implements [Source].
func (f filtered) Tools(ctx context.Context) ([]Tool, error) {
	found, err := f.find(ctx)
	return found.tools, err
}

// Name implements [Named].
func (f filtered) Name() string {
	if named, ok := f.Source.(Named); ok {
		return named.Name()
	}
	return ""
}

// SystemPrompt implements [SystemPrompter].
func (f filtered) SystemPrompt() string {
	if prompter, ok := f.Source.(SystemPrompter); ok {
		return prompter.SystemPrompt()
	}
	return ""
}

func (f filtered) find(ctx context.Context) (findings, error) {
	found, err := find(ctx, f.Source)
	if err != nil {
		return findings{}, err
	}
	return f.filter.apply(found), nil
}

// findings are tools of a source, and what filters did to them.
type findings struct {
	tools     []Tool
	leftOut   []LeftOut
	unmatched []Unmatched
}

// find asks a source for its tools, and a filter also for what it left out.
func find(ctx context.Context, source Source) (findings, error) {
	if f, ok := source.(interface {
		find(ctx context.Context) (findings, error)
	}); ok {
		return f.find(ctx)
	}
	tools, err := source.Tools(ctx)
	return findings{tools: tools}, err
}

type filter struct {
	names map[string]bool
	asked bool // only names that are true pass
}

func newFilter(names map[string]bool) filter {
	f := filter{names: maps.Clone(names)}
	for _, wanted := range names {
		f.asked = f.asked || wanted
	}
	return f
}

// passes reports whether a tool of this name is kept.
func (f filter) passes(name string) bool {
	wanted, listed := f.names[name]
	return wanted || !listed && !f.asked
}

func (f filter) apply(found findings) findings {
	out := findings{leftOut: found.leftOut, unmatched: found.unmatched}
	seen := make([]string, 0, len(found.tools))
	for _, tool := range found.tools {
		seen = append(seen, tool.Name)
		if f.passes(tool.Name) {
			out.tools = append(out.tools, tool)
		} else {
			out.leftOut = append(out.leftOut, LeftOut{tool.Name, ErrFiltered})
		}
	}
	out.unmatched = append(out.unmatched, f.unmatched(seen)...)
	return out
}

// unmatched are the names of the filter that are none of those seen, in order.
func (f filter) unmatched(seen []string) []Unmatched {
	left := maps.Clone(f.names)
	for _, name := range seen {
		delete(left, name)
	}
	var out []Unmatched
	for _, name := range slices.Sorted(maps.Keys(left)) {
		out = append(out, Unmatched{name, nearestName(name, seen)})
	}
	return out
}

// nearestName is the name of a tool that a wrong name was perhaps meant to be.
// The names of tools from outside may be anything; those that are no valid
// names are never suggested.
func nearestName(name string, known []string) string {
	if len(name) > 2*maxNameLen { // nothing is near, and to look would take long
		return ""
	}
	return nearest.Of(name, slices.DeleteFunc(slices.Clone(known), func(s string) bool { return !validName(s) }))
}
