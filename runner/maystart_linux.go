package runner

import (
	"errors"
	"os"
	"runtime"
	"syscall"

	"github.com/agent-loop/shimgen/host"
)

// StartWord is the argument of the program that finds out whether it may start others.
const StartWord = "--try-start"

// TryStart makes the system calls that Go makes before it starts a process: a build for
// Linux is ended for them on Android before 12, where it opens a pidfd.
func TryStart() error {
	p, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	return p.Release()
}

// errLinuxBuild is why nothing can be started.
var errLinuxBuild = errors.New("this program is built for Linux, and Android ends it when it starts another")

// mayStart refuses what would end this process. Whether it would shows in a copy of it
// alone.
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
