package cli

import (
	"context"
	"fmt"

	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/input"
)

// open opens an input and says its notes. The caller closes it.
func (a *app) open(ctx context.Context, arg string) (*input.Input, error) {
	in, err := input.Open(ctx, arg, input.Environment{
		Stdin:    a.Stdin,
		Output:   a.Stderr,
		Env:      a.Env,
		Timeout:  a.timeout,
		Verbose:  a.verbose,
		Progress: a.progress,
	})
	if err != nil {
		return nil, err
	}
	for _, note := range in.Notes {
		if a.verbose || !note.Minor {
			fmt.Fprintf(a.Stderr, "%s %s\n", a.paint(a.Stderr, bold, "note:"), note.Text)
		}
	}
	return in, nil
}
