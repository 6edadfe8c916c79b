package gopkg

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is where the go command is run, and how.
type module struct {
	dir   string   // where the go command is run
	cwd   string   // where the user is
	shown string   // the pattern as the user wrote it
	env   []string // of the go command
	flags []string // that keep it from changing the module

	overlay map[string]string // the user's own, from GOFLAGS
}

// goEnv is what the go command says of its surroundings.
type goEnv struct {
	GOMOD   string `json:"GOMOD"`
	GOWORK  string `json:"GOWORK"`
	GOFLAGS string `json:"GOFLAGS"`
}

// openModule looks at the module around a folder.
func (p *Program) openModule(ctx context.Context, dir string) (*module, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, ErrNoGo
	}
	// What the go command leaves behind when it is killed is removed with scratch.
	env := slices.Concat(p.config.Env, []string{"GOTMPDIR=" + p.scratch})
	m := &module{dir: dir, cwd: p.cwd, shown: p.shown, env: env}
	text, err := m.command(ctx, "env", "-json", "GOMOD", "GOWORK", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	var said goEnv
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	inWorkspace := said.GOWORK != "" && said.GOWORK != "off"
	if (said.GOMOD == "" || said.GOMOD == os.DevNull) && !inWorkspace {
		return nil, &BuildError{Pattern: p.shown, Text: "it is not inside a Go module: there is no go.mod there or in a folder above"}
	}
	if err := m.readFlags(said, p.scratch, inWorkspace); err != nil {
		return nil, err
	}
	return m, nil
}

// readFlags heeds the flags that the user has set for every go command.
func (m *module) readFlags(said goEnv, scratch string, inWorkspace bool) error {
	modfile, mayWrite := said.GOMOD, false
	for flag := range strings.FieldsSeq(said.GOFLAGS) {
		name, value, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		switch name {
		case "mod":
			mayWrite = value == "mod"
		case "modfile":
			modfile = m.absolute(value)
		case "overlay":
			if err := m.readOverlay(value); err != nil {
				return err
			}
		}
	}
	if !mayWrite || inWorkspace {
		return nil
	}
	// With -mod=mod the go command writes go.mod and go.sum: it gets copies.
	copied := filepath.Join(scratch, "go.mod")
	if err := copyFile(copied, modfile); err != nil {
		return err
	}
	sums := strings.TrimSuffix(modfile, ".mod") + ".sum"
	if err := copyFile(strings.TrimSuffix(copied, ".mod")+".sum", sums); err != nil && !os.IsNotExist(err) {
		return err
	}
	m.flags = append(m.flags, "-modfile="+copied)
	return nil
}

func (m *module) readOverlay(name string) error {
	text, err := os.ReadFile(m.absolute(name))
	if err != nil {
		return fmt.Errorf("the overlay in GOFLAGS: %w", err)
	}
	var overlay struct {
		Replace map[string]string `json:"Replace"`
	}
	if err := json.Unmarshal(text, &overlay); err != nil {
		return fmt.Errorf("the overlay in GOFLAGS: %s: %w", name, err)
	}
	m.overlay = map[string]string{}
	for from, to := range overlay.Replace {
		if to != "" { // an empty one deletes the file
			to = m.absolute(to)
		}
		m.overlay[m.absolute(from)] = to
	}
	return nil
}

// absolute is a path as the go command reads it.
func (m *module) absolute(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(m.dir, name)
}

// command runs the go command and returns its standard output.
func (m *module) command(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // the go command, with our own arguments
	cmd.Dir, cmd.Env = m.dir, m.env
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	ownGroup(cmd)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		text := strings.TrimSpace(stderr.String())
		if text == "" {
			text = err.Error()
		}
		return nil, &BuildError{Pattern: m.shown, Text: m.relative(text)}
	}
	return []byte(stdout.String()), nil
}

// relative shortens the paths of files below where the user is.
func (m *module) relative(text string) string {
	return strings.ReplaceAll(text, m.cwd+string(filepath.Separator), "")
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from) //nolint:gosec // the go.mod of the user
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600) //nolint:gosec // in our own folder
}
