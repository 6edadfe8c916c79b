package gopkg

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Config says how packages are built and run. The zero value is good.
type Config struct {
	// Env is the environment of the go command and of the user's code.
	Env []string
	// Output gets what the user's code prints; nil drops it.
	Output io.Writer
	// Timeout is how long one run of the user's code may take; 0 is no limit.
	Timeout time.Duration
	// Trace shows the stacks of panics.
	Trace bool
}

// A Program is a user's packages, built with the runner inside.
type Program struct {
	config  Config
	shown   string
	cwd     string // where the user is
	scratch string
	built   []built
}

type built struct {
	target
	file string
}

// Build builds the packages of a pattern, as the go command in the folder dir
// reads it, that give tools. shown is the pattern as the user wrote it.
// The caller closes the program.
func (c Config) Build(ctx context.Context, dir, pattern, shown string) (*Program, error) {
	cwd, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "toolnexus-")
	if err != nil {
		return nil, err
	}
	p := &Program{config: c, shown: shown, cwd: cwd, scratch: scratch}
	if dir, err = filepath.Abs(dir); err == nil {
		err = p.build(ctx, dir, pattern)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Close removes what was built.
func (p *Program) Close() {
	// There is nobody to tell, and the system clears the folder some time.
	_ = os.RemoveAll(p.scratch)
}

func (p *Program) build(ctx context.Context, dir, pattern string) error {
	m, err := p.openModule(ctx, dir)
	if err != nil {
		return err
	}
	targets, err := m.discover(ctx, pattern)
	if err != nil {
		return err
	}
	for i, t := range targets {
		b := built{t, filepath.Join(p.scratch, fmt.Sprintf("run%d.exe", i))}
		if err := p.compile(ctx, m, b); err != nil {
			return err
		}
		p.built = append(p.built, b)
	}
	return nil
}

//go:embed runner/runner.go
var runnerSource []byte

// compile builds a package with the runner. Both exist in an overlay only.
func (p *Program) compile(ctx context.Context, m *module, b built) error {
	place := b.path
	if !b.isOwn { // in the module cache, or vendored
		var err error
		if b.dir, place, err = p.guestPlace(ctx, m, b.target); err != nil {
			return err
		}
	}
	home, err := freeName(b.dir)
	if err != nil {
		return err
	}
	extra, what := filepath.Join(home, "main.go"), home
	if b.isMain {
		if extra, err = lastFile(b.dir); err != nil {
			return err
		}
		what = b.dir
	}
	overlay, err := p.overlay(m, map[string][]byte{
		filepath.Join(home, "runner", "runner.go"): runnerSource,
		extra: b.source(path.Join(place, filepath.Base(home), "runner")),
	})
	if err != nil {
		return err
	}
	args := slices.Concat([]string{"build"}, m.flags,
		[]string{"-buildvcs=false", "-overlay=" + overlay, "-o", b.file, what})
	_, err = m.command(ctx, args...)
	return err
}

// guestPlace is a folder of a main module, and its import path, from which the
// package of another module is imported.
func (p *Program) guestPlace(ctx context.Context, m *module, t target) (dir, importPath string, err error) {
	if t.isMain {
		return "", "", &BuildError{Pattern: p.shown, Text: t.path + " is a program of another module, which cannot be imported"}
	}
	if slices.Contains(strings.Split(t.path, "/"), "internal") {
		return "", "", &BuildError{Pattern: p.shown, Text: t.path + " is internal to another module, which alone may import it"}
	}
	text, err := m.command(ctx, slices.Concat([]string{"list"}, m.flags, []string{"-m", "-f", "{{.Path}}\t{{.Dir}}"})...)
	if err != nil {
		return "", "", err
	}
	first, _, _ := strings.Cut(string(text), "\n") // a workspace has several
	importPath, dir, _ = strings.Cut(strings.TrimSpace(first), "\t")
	return dir, importPath, nil
}

// overlay writes files to where the go command reads them from.
func (p *Program) overlay(m *module, files map[string][]byte) (name string, err error) {
	dir, err := os.MkdirTemp(p.scratch, "overlay")
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	maps.Copy(replace, m.overlay)
	for virtual, content := range files {
		actual := filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(actual, content, 0o600); err != nil {
			return "", err
		}
		replace[virtual] = actual
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o600)
}

// freeName is a folder below dir that does not exist.
func freeName(dir string) (string, error) {
	for i := range 100 {
		name := filepath.Join(dir, "zz_toolnexus_run"+strings.Repeat("_", i))
		switch _, err := os.Lstat(name); {
		case os.IsNotExist(err):
			return name, nil
		case err != nil:
			return "", err
		}
	}
	return "", fmt.Errorf("%s is full of folders for the runner", dir)
}

// lastFile is the name of a Go file in dir that does not exist and comes last:
// the compiler runs the init functions of files in the order of their names.
// (Those of files with cgo come later still.)
func lastFile(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	last := "zz_toolnexus_run.go"
	for _, e := range entries { // in the order of their names
		if stem, ok := strings.CutSuffix(e.Name(), ".go"); ok && e.Name() >= last {
			last = stem + "_zz.go"
		}
	}
	return filepath.Join(dir, last), nil
}
