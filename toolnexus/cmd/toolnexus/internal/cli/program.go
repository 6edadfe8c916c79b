// Package cli is the command line: its commands, and what they print.
package cli

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"
)

// A Program is the command line with what it reads and writes.
type Program struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Env is the environment, also of the programs that are started.
	Env []string
}

// Run runs a command line, without the name of the program, and returns the exit
// code. Everything that was started and every temporary file is gone when it
// returns, also if ctx is done.
func (p Program) Run(ctx context.Context, args ...string) int {
	p.Stdout, p.Stderr = harmless(p.Stdout), harmless(p.Stderr)
	a := &app{Program: p}
	root := a.root() //nolint:contextcheck // commands get the context when they run
	root.SetArgs(args)
	root.SetIn(p.Stdin)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	command, err := root.ExecuteContextC(ctx)
	return a.end(ctx, command, err)
}

// app is one run.
type app struct {
	Program

	color   string
	verbose bool
	timeout time.Duration
}

const defaultTimeout = time.Minute

const rootHelp = `Look at tools, call them, and hold them to their schemas.

INPUT is where the tools are:

  a Go package      ./internal/tools, example.com/mod/tools, ./...
  a file            kit.json, or - for the standard input: an exported toolkit
                    (toolnexus tools --json), or an MCP server's tools/list

Of a Go package, all exported variables of type toolnexus.Tool,
[]toolnexus.Tool and *toolnexus.Toolkit are taken, and all exported functions
that return one of these, with an error or without, and take nothing or a
context.Context. The package is built inside its own module, of which nothing is
changed; what its code prints goes to standard error.

Exit codes:

    0  fine
    1  the answer is no: the call failed, a change is breaking, something differs
    2  wrong usage
    3  the input cannot be read, built or run
    4  the call waits for a human
  130  interrupted`

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:               "toolnexus",
		Short:             "Look at tools, call them, and hold them to their schemas",
		Long:              rootHelp,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		Args:              noCommand,
		RunE: func(command *cobra.Command, _ []string) error {
			return command.Help()
		},
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.checkFlags() },
	}
	root.SetVersionTemplate("toolnexus {{.Version}}\n")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	flags := root.PersistentFlags()
	flags.StringVar(&a.color, "color", "auto", "color the output: auto, always or never")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "say more: names given twice, stacks of panics")
	flags.DurationVar(&a.timeout, "timeout", defaultTimeout, "how long code of the input may run; 0 is no limit")
	root.AddCommand(a.toolsCommand(), a.callCommand(), a.schemaCommand(), a.snapshotCommand(), a.docsCommand(), a.commentsCommand(), a.versionCommand())
	root.InitDefaultCompletionCmd()
	return root
}
