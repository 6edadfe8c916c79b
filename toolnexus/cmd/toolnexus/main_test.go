package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"toolnexus": func() { os.Exit(run()) }})
}

// Each script is a session in a user's module. Beside the commands of testscript
// it has:
//
//	module PATH [DIR]        writes a go.mod that uses this checkout, and has the command as a tool
//	exits CODE COMMAND…      wants an exit code
//	tree FILE                lists the files of the user, with their contents' lengths
//	interrupt TEXT COMMAND…  sends a signal once TEXT is printed, and wants exit code 130
//
// When a script ends, the folder for temporary files has to be empty.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	// The scripts run without a proxy. They need more than a build here does: the go
	// command looks at modules of all systems in a workspace, and in one that is vendored.
	download := exec.CommandContext(t.Context(), "go", "mod", "download")
	download.Dir = root
	if out, err := download.CombinedOutput(); err != nil {
		t.Fatalf("go mod download: %v\n%s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Setup:              func(env *testscript.Env) error { return setup(env, root) },
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"module":    func(ts *testscript.TestScript, _ bool, args []string) { module(ts, root, args) },
			"exits":     exits,
			"tree":      tree,
			"interrupt": interrupt,
		},
	})
}

func setup(env *testscript.Env, root string) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	dirs := strings.Fields(string(out))
	env.Setenv("GOCACHE", dirs[0])
	env.Setenv("GOMODCACHE", dirs[1])
	env.Setenv("GOPROXY", "off") // all that is needed is what this module needs
	env.Setenv("GOFLAGS", "")
	env.Setenv("ROOT", root)
	env.Setenv("TOOLNEXUS", toolnexusIn(env.Getenv("PATH")))
	temporary := filepath.Join(env.WorkDir, ".tmp")
	env.Defer(func() {
		left, err := os.ReadDir(temporary)
		if err != nil || len(left) > 0 {
			env.T().Log("left behind in the folder for temporary files:", left, err)
			env.T().FailNow()
		}
	})
	return nil
}

// toolnexusIn is the program that testscript put first into PATH.
func toolnexusIn(path string) string {
	return filepath.Join(filepath.SplitList(path)[0], "toolnexus")
}

// module writes a go.mod with all that this module requires, so that there is
// nothing to resolve.
func module(ts *testscript.TestScript, root string, args []string) {
	dir := ts.MkAbs(".")
	if len(args) == 2 {
		dir = ts.MkAbs(args[1])
	}
	ours, err := os.ReadFile(filepath.Join(root, "go.mod"))
	ts.Check(err)
	text := regexp.MustCompile(`(?m)^module .*$`).ReplaceAllString(string(ours), "module "+args[0])
	text += "\nrequire github.com/toolnexus/go-sdk v0.0.0\n\nreplace github.com/toolnexus/go-sdk => " + root +
		"\n\ntool github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus\n"
	ts.Check(os.MkdirAll(dir, 0o700))
	ts.Check(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600))
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code = -1
		var exit *exec.ExitError
		if e, ok := err.(*exec.ExitError); ok {
			exit = e
			code = exit.ExitCode()
		}
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// tree writes down what is in the working directory.
func tree(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	root := ts.MkAbs(".")
	ts.Check(filepath.WalkDir(root, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.Name() == ".git" {
			return filepath.SkipDir
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		fmt.Fprintln(&b, rel, entry.IsDir(), info.ModTime().UnixNano())
		return err
	}))
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), args[0]), []byte(b.String()), 0o600))
}

func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Path, cmd.Err, cmd.Dir = toolnexusIn(ts.Getenv("PATH")), nil, ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "GOCACHE", "GOMODCACHE", "GOPROXY"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	stderr, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	said := ""
	for buf := make([]byte, 4096); ; {
		n, err := stderr.Read(buf)
		if said += string(buf[:n]); n > 0 && strings.Contains(said, args[0]) {
			ts.Check(cmd.Process.Signal(syscall.SIGTERM))
			args[0] = "\x00" // once
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		ts.Fatalf("exit code %d, said %s", code, said)
	}
}
