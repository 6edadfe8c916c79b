package readme_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The documentation of packages begins with a program, if it has one. It compiles.
func TestPrograms(t *testing.T) {
	overlay := map[string]string{}
	var packages []string
	for _, name := range files(t, root) {
		if filepath.Base(name) != "doc.go" || strings.Contains(filepath.ToSlash(name), "/internal/") {
			continue
		}
		program := programOf(read(t, name))
		if program == "" {
			continue
		}
		// It is compiled inside of this module, where nothing is written.
		folder := "internal/readme/program" + strconv.Itoa(len(packages))
		real := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(real, []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		place, err := filepath.Abs(filepath.Join(root, folder, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		overlay[place] = real
		packages = append(packages, "./"+folder)
		t.Log(name)
	}
	const least = 6
	if len(packages) < least {
		t.Errorf("only %d packages begin with a program", len(packages))
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", append([]string{"build", "-overlay", file, "-o", os.DevNull}, packages...)...)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// programOf is the program in the comment of a package, or "".
func programOf(source string) string {
	var program strings.Builder
	for line := range strings.Lines(source) {
		code, isCode := strings.CutPrefix(line, "//\t")
		switch {
		case program.Len() == 0 && !strings.HasPrefix(code, "package main"):
		case isCode:
			program.WriteString(code)
		case strings.TrimSpace(line) == "//":
			program.WriteByte('\n')
		default:
			return program.String()
		}
	}
	return program.String()
}
