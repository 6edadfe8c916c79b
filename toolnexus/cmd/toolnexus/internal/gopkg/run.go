package gopkg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/gopkg/runner"
)

// Given are the tools that a variable or function gives.
type Given struct {
	From  string // such as "tools.Weather" or "tools.New()"
	Tools []toolnexus.Tool
	Notes []string // what a person should know
}

// Tools runs the program once and lists what its packages give, in the order of
// the sources. Each tool runs the program again when it is called. The error is
// a [*RunError], or of the context.
func (p *Program) Tools(ctx context.Context) ([]Given, error) {
	var all []Given
	for _, b := range p.built {
		reply, err := p.run(ctx, b, runner.Request{Timeout: p.config.Timeout})
		if err != nil {
			return nil, err
		}
		var failed []error
		for _, g := range reply.Given {
			if g.Error != "" {
				failed = append(failed, p.giverError(b, g))
			}
			given := Given{From: g.From, Notes: g.Notes}
			for _, tool := range g.Tools {
				tool.Execute = p.execute(b, g.From, tool.Name)
				given.Tools = append(given.Tools, tool)
			}
			all = append(all, given)
		}
		if len(failed) > 0 {
			return nil, errors.Join(failed...)
		}
	}
	return all, nil
}

func (p *Program) giverError(b built, g runner.Given) error {
	if g.Stack == "" {
		return &RunError{What: g.From, Text: "gives no tools: " + g.Error}
	}
	if p.config.Trace {
		fmt.Fprintln(p.output(), g.Stack)
	}
	return &RunError{What: g.From, Text: "panics: " + withPlace(g.Error, p.panicPlace(b, g.Stack))}
}

// execute runs the program for a call of one of its tools.
func (p *Program) execute(b built, from, tool string) func(context.Context, json.RawMessage) toolnexus.ToolResult {
	return func(ctx context.Context, args json.RawMessage) toolnexus.ToolResult {
		call := runner.Call{From: from, Tool: tool, Args: string(args)}
		if answer, ok := toolnexus.AnswerFrom(ctx); ok {
			call.Answer = &answer
			if asked, ok := toolnexus.RequestFrom(ctx); ok {
				call.Asked = &asked
			}
		}
		reply, err := p.run(ctx, b, runner.Request{Timeout: p.config.Timeout, Call: &call})
		switch {
		case err != nil:
			return toolnexus.FromError(err)
		case reply.Result == nil:
			return toolnexus.FromError(&RunError{What: from, Text: "is not there any more"})
		}
		return *reply.Result
	}
}

// grace is how long a call may go on after its context is done.
const grace = 2 * time.Second

// errTooLong ends a run of the user's code.
var errTooLong = errors.New("takes too long")

func (p *Program) run(ctx context.Context, b built, request runner.Request) (runner.Reply, error) {
	if request.Timeout > 0 {
		var cancel context.CancelFunc
		limit := request.Timeout
		if request.Call != nil {
			limit += grace // a tool knows its deadline
		}
		ctx, cancel = context.WithTimeoutCause(ctx, limit, errTooLong)
		defer cancel()
	}
	dir, err := os.MkdirTemp(p.scratch, "run")
	if err != nil {
		return runner.Reply{}, err
	}
	if err := runner.Write(filepath.Join(dir, runner.RequestFile), request); err != nil {
		return runner.Reply{}, err
	}
	held := &holdBack{to: p.output()}
	cmd := exec.CommandContext(ctx, b.file) //nolint:gosec // the program that was just built
	cmd.Dir = p.cwd
	cmd.Env = slices.Concat(p.config.Env, []string{runner.Variable + "=" + dir})
	cmd.Stdout, cmd.Stderr = held, held
	ownGroup(cmd)
	failed := cmd.Run()
	var reply runner.Reply
	text, err := os.ReadFile(filepath.Join(dir, runner.ReplyFile)) //nolint:gosec // in our own folder
	if err == nil && ctx.Err() == nil {
		held.release()
		return reply, json.Unmarshal(text, &reply)
	}
	return reply, p.runError(ctx, b, dir, failed, held)
}

func (p *Program) output() io.Writer {
	if p.config.Output == nil {
		return io.Discard
	}
	return p.config.Output
}

// runError says why a run left no reply.
func (p *Program) runError(ctx context.Context, b built, dir string, failed error, held *holdBack) error {
	at, _ := os.ReadFile(filepath.Join(dir, runner.AtFile)) //nolint:gosec // in our own folder; without it the words are of the package
	e := &RunError{What: string(at)}
	if e.What == "" {
		e.What = b.path + ", when it is initialized,"
	}
	value, stack, panicked := held.panicked()
	if p.config.Trace || !panicked {
		held.release()
	}
	switch {
	case errors.Is(context.Cause(ctx), errTooLong):
		e.Text = fmt.Sprintf("takes longer than %v (see --timeout)", p.config.Timeout)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case panicked:
		e.Text = "panics: " + withPlace(value, p.panicPlace(b, stack))
	case failed != nil:
		e.Text = "ended the program: " + failed.Error()
	default:
		e.Text = "ended the program, without an error"
	}
	return e
}

// panicPlace is the line of a stack that is most likely to blame: the first in
// the package's module, or else the first that is not of the runtime.
func (p *Program) panicPlace(b built, stack string) string {
	first := ""
	lines := strings.Split(stack, "\n")
	for i := 1; i < len(lines); i++ {
		place, ok := strings.CutPrefix(lines[i], "\t")
		name := lines[i-1]
		if !ok || strings.HasPrefix(name, "panic(") || strings.HasPrefix(name, "runtime") || strings.Contains(name, "/zz_toolnexus_run") {
			continue
		}
		place, _, _ = strings.Cut(place, " +0x")
		place = strings.TrimPrefix(place, p.cwd+string(filepath.Separator))
		if strings.HasPrefix(name, b.module) || strings.HasPrefix(name, "main.") {
			return place
		}
		if first == "" {
			first = place
		}
	}
	return first
}

func withPlace(text, place string) string {
	if place == "" {
		return text
	}
	return text + "\n  at " + place
}

// A RunError says why the user's code gave no answer.
type RunError struct {
	What string // what was being run
	Text string
}

func (e *RunError) Error() string { return e.What + " " + e.Text }
