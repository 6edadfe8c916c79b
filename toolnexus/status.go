package toolnexus

import (
	"errors"
	"fmt"
	"slices"
)

// SourceStatus says what came of a source.
type SourceStatus struct {
	// Name is the name of the source.
	Name string

	// Tools are the names of its tools that are in the toolkit now, in order.
	Tools []string

	// Err is why the source gives no tools, or nil. A source that panicked has a
	// [*SourcePanicError], and one that took too long an error that matches
	// [context.DeadlineExceeded].
	Err error

	// LeftOut are the tools of the source that are not in the toolkit.
	LeftOut []LeftOut

	// Unmatched are the names in the filter of the source that none of its tools
	// has.
	Unmatched []Unmatched
}

// LeftOut is a tool that a source gave and a toolkit does not have.
type LeftOut struct {
	// Tool is its name as the source gave it, which may be anything.
	Tool string

	// Err says why: what [Tool.Validate] returned, a [*DuplicateError] where
	// another tool has the name, or [ErrFiltered].
	Err error
}

// Status says what came of each source, in the order in which the sources were
// given to the toolkit. Two more entries follow where there is something to
// say: "filter", about names in the toolkit's own filter that no source has a
// tool for, and "registered", about tools that were registered later.
//
// The slices belong to the caller.
func (tk *Toolkit) Status() []SourceStatus {
	now := tk.registry.Load()
	statuses := make([]SourceStatus, len(tk.origins))
	for i, origin := range tk.origins {
		statuses[i] = SourceStatus{
			Name:      origin.name,
			Err:       origin.err,
			LeftOut:   slices.Clone(now.leftOut[i]),
			Unmatched: slices.Clone(origin.unmatched),
		}
	}
	for _, e := range now.entries {
		s := &statuses[e.origin]
		s.Tools = append(s.Tools, e.tool.Name)
	}
	unused := func(s SourceStatus) bool { return len(s.Tools)+len(s.LeftOut)+len(s.Unmatched) == 0 }
	given := len(tk.origins) - extraOrigins
	return append(statuses[:given], slices.DeleteFunc(statuses[given:], unused)...)
}

// A SourcePanicError says that a source panicked.
type SourcePanicError struct {
	Source string // the name of the source
	Method string // what was called
	Value  any    // what it panicked with
	Stack  []byte // the stack of the goroutine, as [debug.Stack] prints it
}

// Error gives the source, the method and the value, without the stack.
func (e *SourcePanicError) Error() string {
	return fmt.Sprintf("source %q: %s panicked: %v", e.Source, e.Method, e.Value)
}

// Unwrap returns the value of the panic if it is an error.
func (e *SourcePanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// errNoReturn is the error of a source that ended its goroutine.
var errNoReturn = errors.New("the source ended its goroutine instead of returning")
