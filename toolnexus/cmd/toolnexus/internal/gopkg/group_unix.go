//go:build unix

package gopkg

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup gives a command a group of processes of its own, so that whatever it
// starts ends with it when the context is done.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
}
