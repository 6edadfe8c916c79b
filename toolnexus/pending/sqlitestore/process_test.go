package sqlitestore_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/pending"
	"github.com/toolnexus/go-sdk/toolnexus/pending/sqlitestore"
)

// The test binary is also the other process: roleEnv says what it does there.
const (
	roleEnv = "SQLITESTORE_TEST_ROLE"
	dirEnv  = "SQLITESTORE_TEST_DIR"
)

func TestMain(m *testing.M) {
	roles := map[string]func(context.Context, *sqlitestore.Store, string) error{
		"claim": claimAll, "ask": askOnce, "work": askAndAnswer,
	}
	role, ok := roles[os.Getenv(roleEnv)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := play(role, os.Getenv(dirEnv)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(role func(context.Context, *sqlitestore.Store, string) error, dir string) error {
	store, err := sqlitestore.Open(context.Background(), filepath.Join(dir, "pending.db"))
	if err != nil {
		return err
	}
	defer store.Close()
	return role(context.Background(), store, dir)
}

type process struct {
	*exec.Cmd

	in    io.WriteCloser
	lines *bufio.Scanner
}

func start(t *testing.T, role, dir string) process {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+role, dirEnv+"="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return process{cmd, in, bufio.NewScanner(out)}
}

// line is the next line that the process printed.
func (p process) line(t *testing.T) string {
	t.Helper()
	if !p.lines.Scan() {
		t.Fatalf("the process ended early: %v", p.lines.Err())
	}
	return p.lines.Text()
}

// kill ends the process as a power switch would, and returns what it had
// printed by then.
func (p process) kill(t *testing.T) (lines []string) {
	t.Helper()
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for p.lines.Scan() {
		lines = append(lines, p.lines.Text())
	}
	if err := p.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
	return lines
}

const contested = 50

// Several processes claim the same calls, and each call goes to one of them.
func TestProcessesClaim(t *testing.T) {
	const processes = 4
	dir := t.TempDir()
	store := openStore(t, filepath.Join(dir, "pending.db"))
	for i := range contested {
		put(t, store, callOf(fmt.Sprint(i)))
	}
	var all []process
	for range processes {
		p := start(t, "claim", dir)
		if line := p.line(t); line != "ready" {
			t.Fatal(line)
		}
		all = append(all, p)
	}
	for _, p := range all {
		if err := p.in.Close(); err != nil { // lets it go
			t.Fatal(err)
		}
	}
	winners := map[string]int{}
	for _, p := range all {
		for p.lines.Scan() {
			winners[p.lines.Text()]++
		}
		if err := p.Wait(); err != nil {
			t.Error(err)
		}
	}
	for i := range contested {
		if n := winners[fmt.Sprint(i)]; n != 1 {
			t.Errorf("call %d was claimed %d times", i, n)
		}
	}
}

func claimAll(ctx context.Context, store *sqlitestore.Store, _ string) error {
	fmt.Println("ready")
	if _, err := io.ReadAll(os.Stdin); err != nil {
		return err
	}
	for i := range contested {
		switch _, err := store.Claim(ctx, fmt.Sprint(i)); {
		case err == nil:
			fmt.Println(i)
		case !errors.Is(err, pending.ErrClaimed):
			return err
		}
	}
	return nil
}

// A process is killed over and over: right after it asked, and at random moments
// while it asks and answers. Every call is there afterwards, and runs once.
func TestKill(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	dir := t.TempDir()
	var asked []string
	claimed := 0
	for round := range rounds {
		if round%2 == 0 {
			p := start(t, "ask", dir)
			asked = append(asked, p.line(t))
			asked = append(asked, p.kill(t)...)
		} else {
			p := start(t, "work", dir)
			asked = append(asked, p.line(t))
			<-time.After(rand.N(15 * time.Millisecond))
			asked = append(asked, p.kill(t)...)
		}
		claimed += recoverAll(t, dir)
	}
	did := effects(t, dir)
	t.Logf("%d rounds: %d calls, %d of them claimed when their process died", rounds, len(did), claimed)
	for _, id := range asked {
		if !slices.Contains(did, id) {
			t.Errorf("call %s is lost", id)
		}
	}
	slices.Sort(did)
	if once := slices.Compact(slices.Clone(did)); len(once) != len(did) {
		t.Errorf("%d calls ran %d times", len(once), len(did))
	}
}

// recoverAll does what a host does after a crash: it looks what came of the
// calls that ran, and answers those that wait.
func recoverAll(t *testing.T, dir string) (claimed int) {
	t.Helper()
	store, err := sqlitestore.Open(t.Context(), filepath.Join(dir, "pending.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	did := effects(t, dir)
	for call, err := range store.Claimed(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		claimed++
		settle := store.Release
		if slices.Contains(did, call.Request.ID) {
			settle = store.Finish
		}
		if err := settle(t.Context(), call.Request.ID); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range listed(t, store) {
		answer := toolnexus.Answer{ID: id, OK: true}
		if result, err := pending.Answer(t.Context(), store, tools(dir), answer); err != nil || result.IsError() {
			t.Fatalf("%v, %v", result, err)
		}
		if _, err := pending.Answer(t.Context(), store, tools(dir), answer); !errors.Is(err, pending.ErrNotFound) {
			t.Fatalf("the second answer: %v", err)
		}
	}
	return claimed
}

// effects are the ids of the calls that ran, in their order.
func effects(t *testing.T, dir string) []string {
	t.Helper()
	text, err := os.ReadFile(effectFile(dir))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

func effectFile(dir string) string { return filepath.Join(dir, "effects") }

// tools has one tool, which asks and then writes the request's id to a file.
func tools(dir string) func(string) (toolnexus.Tool, bool) {
	tool := toolnexus.DefineTool("write", "", nil, func(ctx context.Context, _ json.RawMessage) (string, error) {
		request, ok := toolnexus.RequestFrom(ctx)
		if !ok {
			return "", toolnexus.Suspend(toolnexus.Request{Kind: toolnexus.KindApproval, Prompt: "Write?"})
		}
		f, err := os.OpenFile(effectFile(dir), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return "", err
		}
		_, err = f.WriteString(request.ID + "\n")
		return "", errors.Join(err, f.Close())
	})
	return func(name string) (toolnexus.Tool, bool) { return tool, name == tool.Name }
}

func askOnce(ctx context.Context, store *sqlitestore.Store, dir string) error {
	if _, err := ask(ctx, store, dir); err != nil {
		return err
	}
	_, err := io.ReadAll(os.Stdin) // is killed here
	return err
}

func askAndAnswer(ctx context.Context, store *sqlitestore.Store, dir string) error {
	for {
		id, err := ask(ctx, store, dir)
		if err != nil {
			return err
		}
		if _, err := pending.Answer(ctx, store, tools(dir), toolnexus.Answer{ID: id, OK: true}); err != nil {
			return err
		}
	}
}

// ask prints the id of a call as soon as the store has it.
func ask(ctx context.Context, store *sqlitestore.Store, dir string) (id string, err error) {
	tool, _ := tools(dir)("write")
	request, ok := toolnexus.PendingOf(tool.Call(ctx, nil))
	if !ok {
		return "", errors.New("the tool did not ask")
	}
	if err := store.Put(ctx, pending.Call{Request: request, Tool: tool.Name}); err != nil {
		return "", err
	}
	fmt.Println(request.ID)
	return request.ID, nil
}
