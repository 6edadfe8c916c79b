//go:build !unix

package gopkg

import (
	"os/exec"
	"time"
)

// ownGroup ends a command when its context is done.
func ownGroup(cmd *exec.Cmd) { cmd.WaitDelay = time.Second }
