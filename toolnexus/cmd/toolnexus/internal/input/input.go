// Package input opens what the command line is pointed at: a Go package, or a
// file with declarations of tools. Each kind of input is a [Kind] in a file of
// its own, and one line in the list of kinds.
package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/toolnexus/go-sdk/internal/nearest"
	"github.com/toolnexus/go-sdk/toolnexus"
)

// A Kind is one kind of input.
type Kind interface {
	// Name is what the kind is called in messages, such as "a Go package".
	Name() string

	// Accepts reports whether an argument is of this kind, by its look and by
	// what is there; it does not read it.
	Accepts(arg string) bool

	// Open reads the input. The caller closes it.
	Open(ctx context.Context, arg string, env Environment) (*Input, error)
}

// kinds are asked in this order; the last one accepts everything.
var kinds = []Kind{file{}, goPackage{}}

// An Environment is what opening an input may need.
type Environment struct {
	// Stdin is read for "-".
	Stdin io.Reader
	// Output gets what code of the input prints.
	Output io.Writer
	// Env is the environment of programs that are started.
	Env []string
	// Timeout is how long code of the input may run each time; 0 is no limit.
	Timeout time.Duration
	// Verbose shows the stacks of panics.
	Verbose bool
	// Progress says that something begins that may take long, and returns what to
	// call at its end. Nil says nothing.
	Progress func(what string) (done func())
}

func (e Environment) progress(what string) (done func()) {
	if e.Progress == nil {
		return func() {}
	}
	return e.Progress(what)
}

// An Input is a set of tools with unique names. Tools that can be called have
// an Execute.
type Input struct {
	Tools []toolnexus.Tool
	Notes []Note

	// Uncallable says why tools have no Execute, as the end of a sentence that
	// begins with the input's name; "" if they have one.
	Uncallable string

	close func()
}

// A Note is something that a person should know about an input.
type Note struct {
	Text  string
	Minor bool // only of interest to who wonders
}

// Open opens an argument of the command line.
func Open(ctx context.Context, arg string, env Environment) (*Input, error) {
	for _, kind := range kinds {
		if kind.Accepts(arg) {
			return kind.Open(ctx, arg, env)
		}
	}
	return nil, &Error{Input: arg, Err: errors.New("is no input that is known here")}
}

// Close lets go of what the tools need. They are not called any more.
func (in *Input) Close() {
	if in.close != nil {
		in.close()
	}
}

// Find returns the tool of this name. The error is a [*NotFoundError].
func (in *Input) Find(name string) (toolnexus.Tool, error) {
	names := make([]string, len(in.Tools))
	for i, tool := range in.Tools {
		if names[i] = tool.Name; tool.Name == name {
			return tool, nil
		}
	}
	return toolnexus.Tool{}, &NotFoundError{Name: name, Nearest: nearest.Of(name, names), Known: names}
}

func (in *Input) notef(format string, args ...any) {
	in.Notes = append(in.Notes, Note{Text: fmt.Sprintf(format, args...)})
}

// An Error says why an input cannot be read.
type Error struct {
	Input string
	Err   error
}

func (e *Error) Error() string { return e.Input + " " + e.Err.Error() }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A NotFoundError says that an input has no tool of a name.
type NotFoundError struct {
	Name    string
	Nearest string // what was probably meant, or ""
	Known   []string
}

func (e *NotFoundError) Error() string {
	const most = 20
	text := fmt.Sprintf("there is no tool %q", e.Name)
	switch {
	case e.Nearest != "":
		return fmt.Sprintf("%s; did you mean %q?", text, e.Nearest)
	case len(e.Known) == 0:
		return text + "; there are none at all"
	case len(e.Known) > most:
		return fmt.Sprintf("%s among the %d that there are", text, len(e.Known))
	}
	text += "; there are"
	for i, name := range e.Known {
		if i > 0 {
			text += ","
		}
		text += " " + name
	}
	return text
}
