package typed

import (
	"fmt"
	"strings"

	"github.com/toolnexus/go-sdk/schema"
)

// ArgumentError is the Error of a result when the arguments of a call were
// refused: the handler did not run. A host can tell it from a failure of the
// tool, and let the model try again.
type ArgumentError struct {
	// Tool is the name of the tool.
	Tool string
	// Problems are in the order of the arguments, at most 20.
	Problems []schema.Problem
	// Omitted is how many more there were.
	Omitted int
	// Err is the cause, if the author's own code refused the arguments.
	Err error
}

// Error is the text a model reads: what failed and how many problems there
// are, then a line for each.
func (e *ArgumentError) Error() string {
	var b strings.Builder
	count := len(e.Problems) + e.Omitted
	unit := "problems"
	if count == 1 {
		unit = "problem"
	}
	fmt.Fprintf(&b, "%s was not run: %d %s with its arguments", e.Tool, count, unit)
	for _, p := range e.Problems {
		b.WriteString("\n" + p.Message)
	}
	if e.Omitted > 0 {
		fmt.Fprintf(&b, "\nand %d more", e.Omitted)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *ArgumentError) Unwrap() error { return e.Err }

// ResultError is the Error of a result when the handler ran, and what it
// returned cannot be passed on: it has no JSON form, or breaks its schema.
type ResultError struct {
	// Tool is the name of the tool.
	Tool string
	// Err is the reason.
	Err error
}

// Error implements error.
func (e *ResultError) Error() string {
	return fmt.Sprintf("tool %q: result: %v", e.Tool, e.Err)
}

// Unwrap returns the reason.
func (e *ResultError) Unwrap() error { return e.Err }
