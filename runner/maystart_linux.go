package runner

import (
	"errors"
	"os"
	"runtime"
	"syscall"

	"github.com/agent-loop/shimgen/host"
)

// StartWord is the argument that makes this program find out whether it may start processes.
const StartWord = "--try-start"

// TryStart makes the system calls that Go makes before it starts a process. Android before 12
// kills a build for Linux at these, because it opens a pidfd.
func TryStart() error {
	p, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	return p.Release()
}

// errLinuxBuild says why nothing can be started.
var errLinuxBuild = errors.New("this program is built for Linux, and Android ends it when it starts another")

// mayStart refuses to start a process if that would kill this one. Only a copy of this process
// can find that out.
func (s *Session) mayStart() error {
	if !s.phone || runtime.GOOS != "linux" {
		return nil
	}
	self, err := host.Executable()
	if err != nil {
		return err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	nothing := null.Fd()
	pid, err := syscall.ForkExec(self, []string{self, StartWord}, &syscall.ProcAttr{Files: []uintptr{nothing, nothing, nothing}})
	if err != nil {
		return err
	}
	var status syscall.WaitStatus
	for {
		if _, err = syscall.Wait4(pid, &status, 0, nil); err != syscall.EINTR {
			break
		}
	}
	if err != nil || !status.Exited() || status.ExitStatus() != 0 {
		return MissingBackendError{errLinuxBuild, "install the build for Android: GOOS=android GOARCH=arm64 make build"}
	}
	return nil
}
