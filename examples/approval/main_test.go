package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolnexus/go-sdk/toolnexus"
)

// TestMain lets the test binary be the service, so that the tests can kill and
// restart it.
func TestMain(m *testing.M) {
	if db := os.Getenv("APPROVAL_DB"); db != "" {
		if err := run(context.Background(), "127.0.0.1:0", db, "test key"); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// start runs the service in a process of its own and returns its address.
func start(t *testing.T, db string) (url string, kill func()) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "APPROVAL_DB="+db)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() {
		_ = cmd.Process.Kill() // it may be dead already
		_ = cmd.Wait()         // killed, as it should be
	}
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + strings.TrimSpace(strings.TrimPrefix(line, "listening on ")), kill
}

func post(t *testing.T, url, body string) (status int, text string) {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

func ask(t *testing.T, url string) toolnexus.Request {
	t.Helper()
	status, text := post(t, url+"/calls", `{"tool":"refund_order","args":{"order":"A-1001","euros":129.5}}`)
	var result toolnexus.ToolResult
	if err := json.Unmarshal([]byte(text), &result); err != nil || status != http.StatusAccepted {
		t.Fatalf("%d %s: %v", status, text, err)
	}
	request, ok := toolnexus.PendingOf(result)
	if !ok || request.Prompt != "Refund 129.50 euros for order A-1001?" {
		t.Fatalf("asked: %s", text)
	}
	return request
}

func TestTheServiceMayDieBetweenQuestionAndAnswer(t *testing.T) {
	db := filepath.Join(t.TempDir(), "approvals.db")
	url, kill := start(t, db)
	request := ask(t, url)
	kill()

	url, _ = start(t, db)
	resp, err := http.Get(url + "/questions")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var open []question
	if err := json.NewDecoder(resp.Body).Decode(&open); err != nil || len(open) != 1 || open[0].ID != request.ID {
		t.Fatalf("open questions: %+v %v", open, err)
	}

	bad := `{"id":"` + request.ID + `","ok":true,"data":{"nota":"sorry"}}`
	if status, text := post(t, url+"/answers", bad); status != http.StatusOK || !strings.Contains(text, `did you mean \"note\"?`) {
		t.Fatalf("an answer that breaks the schema: %d %s", status, text)
	}
	good := `{"id":"` + request.ID + `","ok":true,"data":{"note":"sorry"}}`
	if status, text := post(t, url+"/answers", good); status != http.StatusOK || !strings.Contains(text, `"structured":{"refunded":"A-1001","euros":129.5,"note":"sorry"}`) {
		t.Fatalf("answered: %d %s", status, text)
	}
	if status, text := post(t, url+"/answers", good); status != http.StatusNotFound {
		t.Errorf("answered twice: %d %s", status, text)
	}
}

func TestANoIsTheEndOfIt(t *testing.T) {
	url, _ := start(t, filepath.Join(t.TempDir(), "approvals.db"))
	request := ask(t, url)
	if status, text := post(t, url+"/answers", `{"id":"`+request.ID+`","ok":false}`); status != http.StatusOK || !strings.Contains(text, "declined: Refund") {
		t.Errorf("declined: %d %s", status, text)
	}
	for body, want := range map[string]int{`{"tool":"none"}`: http.StatusNotFound, `{`: http.StatusBadRequest} {
		if status, text := post(t, url+"/calls", body); status != want {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
	if status, text := post(t, url+"/calls", `{"tool":"refund_order","args":{"order":"","euros":900}}`); status != http.StatusOK || !strings.Contains(text, "euros: must be at most 500") {
		t.Errorf("bad arguments: %d %s", status, text)
	}
}
