package input

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/gopkg"
)

// goPackage is a pattern of Go packages, as the go command knows them.
type goPackage struct{}

// Name implements [Kind].
func (goPackage) Name() string { return "a Go package" }

// Accepts implements [Kind]. What is nothing else is taken for a package, and
// the go command says what is wrong with it.
func (goPackage) Accepts(string) bool { return true }

// Open implements [Kind].
func (goPackage) Open(ctx context.Context, arg string, env Environment) (*Input, error) {
	done := env.progress("building " + arg)
	defer done()
	config := gopkg.Config{Env: env.Env, Output: env.Output, Timeout: env.Timeout, Trace: env.Verbose}
	dir, pattern := splitPattern(arg)
	program, err := config.Build(ctx, dir, pattern, arg)
	if err != nil {
		return nil, err
	}
	given, err := program.Tools(ctx)
	if err != nil {
		program.Close()
		return nil, err
	}
	in := &Input{close: program.Close}
	in.merge(given)
	return in, nil
}

// splitPattern parts a path of folders into the folder in which to run the go
// command, which then finds the go.mod that belongs to it, and the pattern
// there. An import path is looked up where we are.
func splitPattern(arg string) (dir, pattern string) {
	folder, rest := arg, ""
	if before, ok := strings.CutSuffix(filepath.ToSlash(arg), "/..."); ok {
		folder, rest = before, "/..."
	}
	if info, err := os.Stat(filepath.FromSlash(folder)); err == nil && info.IsDir() {
		return filepath.FromSlash(folder), "." + rest
	}
	return ".", arg
}

// merge takes each name once: from what comes first.
func (in *Input) merge(given []gopkg.Given) {
	type holder struct {
		from string
		tool toolnexus.Tool
	}
	held := map[string]holder{}
	for _, g := range given {
		for _, note := range g.Notes {
			in.notef("%s: %s", g.From, note)
		}
		for _, tool := range g.Tools {
			first, taken := held[tool.Name]
			switch {
			case !taken:
				held[tool.Name] = holder{g.From, tool}
				in.Tools = append(in.Tools, tool)
			case sameDeclaration(first.tool, tool):
				in.Notes = append(in.Notes, Note{
					Text:  tool.Name + " is given by " + first.from + " and again by " + g.From,
					Minor: true,
				})
			default:
				in.notef("two tools are called %s: that of %s is taken, and that of %s left out", tool.Name, first.from, g.From)
			}
		}
	}
}

// sameDeclaration reports whether two tools look the same to a model. Those of a
// package were written as JSON before, so that it cannot fail.
func sameDeclaration(a, b toolnexus.Tool) bool {
	one, err := a.MarshalJSON()
	if err != nil {
		return false
	}
	other, err := b.MarshalJSON()
	return err == nil && bytes.Equal(one, other)
}
