package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolnexus/go-sdk/internal/nearest"
	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/input"
)

// The exit codes.
const (
	exitFine        = 0
	exitNo          = 1
	exitUsage       = 2
	exitInput       = 3
	exitWaiting     = 4
	exitInterrupted = 130
)

// exitError ends the program with a code. Without an error, all has been said.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// no is the answer no, which has been said.
func no() error { return &exitError{code: exitNo} }

// usageError is about how the command was written; its usage is shown with it.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// usage makes what is wrong with positional arguments a usageError.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if err := check(command, args); err != nil {
			return &usageError{err}
		}
		return nil
	}
}

// needs wants exactly these arguments, and names the one that is missing.
func needs(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return usagef("%s is missing", names[len(args)])
		case len(args) > len(names):
			return usagef("%q is one argument too many", args[len(names)])
		}
		return nil
	}
}

// noCommand is for commands that only have others below them.
func noCommand(command *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range command.Commands() {
		names = append(names, c.Name())
	}
	text := fmt.Sprintf("unknown command %q for %q", args[0], command.CommandPath())
	if meant := nearest.Of(args[0], names); meant != "" {
		text += fmt.Sprintf("; did you mean %q?", meant)
	}
	return usagef("%s", text)
}

// end says what went wrong, and gives the exit code.
func (a *app) end(ctx context.Context, command *cobra.Command, err error) int {
	if err == nil {
		return exitFine
	}
	if ctx.Err() != nil {
		a.complain("stopped")
		return exitInterrupted
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		if e.err != nil {
			a.complain(e.err.Error())
		}
		return e.code
	}
	if isUsage(err) {
		a.complain(err.Error())
		fmt.Fprintf(a.Stderr, "\nUsage: %s\nRun %q for help.\n", command.UseLine(), command.CommandPath()+" --help")
		return exitUsage
	}
	a.complain(err.Error())
	if _, ok := errors.AsType[*input.NotFoundError](err); ok {
		return exitUsage
	}
	return exitInput
}

func isUsage(err error) bool {
	_, ok := errors.AsType[*usageError](err)
	return ok
}

// complain says an error.
func (a *app) complain(text string) {
	fmt.Fprintf(a.Stderr, "%s %s\n", a.paint(a.Stderr, red, "toolnexus:"), strings.TrimSpace(text))
}
