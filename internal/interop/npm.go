package interop

import (
	"os"
	"os/exec"
	"testing"
)

// NPM is the folder whose node_modules hold the judges that are written in
// JavaScript: the environment variable INTEROP_NPM. Without it, or without node,
// the test is skipped.
//
// Such a folder is a copy of the folder npm, in which "npm ci" was run.
func NPM(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("INTEROP_NPM") //nolint:forbidigo // this is for tests
	if dir == "" {
		t.Skip("left out: INTEROP_NPM does not name a folder with the judges written in JavaScript")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("left out: there is no node")
	}
	return dir
}
