package openapi_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/toolnexus/go-sdk/internal/interop"
)

// start starts the server on a free port of the loopback interface, and stops it
// when the test ends.
func start(t *testing.T) judge {
	t.Helper()
	if _, err := os.Stat(document); errors.Is(err, fs.ErrNotExist) {
		t.Skip("left out: OpenAI's API description is not beside this repository")
	}
	binaries, err := filepath.Glob(filepath.Join(interop.NPM(t), "node_modules/@stdy/cli-*/bin/steady"))
	if err != nil || len(binaries) != 1 {
		t.Fatalf("want one steady for this platform, got %q: %v", binaries, err)
	}
	address := freeAddress(t)
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	steady := exec.CommandContext(t.Context(), binaries[0], "--host", host, "--port", port, "--quiet", document)
	steady.Cancel = func() error { return steady.Process.Signal(os.Interrupt) }
	steady.WaitDelay = 10 * time.Second
	if err := steady.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = steady.Wait() // what it has to say was never asked for
	}()
	t.Cleanup(func() { <-ended })
	waitFor(t, address, ended)
	return judge("http://" + address)
}

// freeAddress is an address of the loopback interface where nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// waitFor waits until the server takes connections.
func waitFor(t *testing.T, address string, ended <-chan struct{}) {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		if connection, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			_ = connection.Close() // nothing was sent
			return
		}
		select {
		case <-ended:
			t.Fatal("steady has ended")
		case <-deadline:
			t.Fatal("steady does not listen after 30 seconds")
		case <-time.After(50 * time.Millisecond):
		}
	}
}
