package cage

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// insideName is the argv[0] of a cage's first process, and the variable that tells it
// what to do.
const insideName = "shimgen-cage"

// inside is the task of the first process.
type inside struct {
	Root string
	Over map[string]string
	Argv []string
	Env  []string
	Dir  string

	Terminal bool // standard input is one
}

// Inside returns at once in an ordinary process. In the first process of a cage it does
// that process' task and exits. Call it first in main or TestMain.
func Inside() {
	if len(os.Args) != 1 || os.Args[0] != insideName || os.Getpid() != 1 {
		return
	}
	report := os.NewFile(3, "report")
	syscall.CloseOnExec(3)
	var spec inside
	err := json.Unmarshal([]byte(os.Getenv(insideName)), &spec)
	if err == nil {
		err = spec.mounts()
	}
	var p *exec.Cmd
	if err == nil {
		p, err = spec.start()
	}
	if err != nil {
		fmt.Fprint(report, err)
		os.Exit(125)
	}
	report.Close()
	os.Exit(status(p))
}

// mounts makes the cage's mounts. It mounts the overlaid paths before it hides /tmp,
// which may contain their sources.
func (s inside) mounts() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("a mount namespace of its own: %w", err)
	}
	if err := unix.Mount(s.Root, Root, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("%s at %s: %w", s.Root, Root, err)
	}
	places := make([]string, 0, len(s.Over))
	for place := range s.Over {
		places = append(places, place)
	}
	slices.Sort(places) // a path inside another comes after it
	for _, place := range places {
		if err := unix.Mount(s.Over[place], place, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("%s at %s: %w", s.Over[place], place, err)
		}
		if err := unix.Mount("", place, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, ""); err != nil {
			return fmt.Errorf("%s read-only: %w", place, err)
		}
	}
	if err := unix.Mount("tmpfs", "/tmp", "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=1777"); err != nil {
		return fmt.Errorf("/tmp: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("/proc: %w", err)
	}
	return nil
}

// start starts the program as the unprivileged user, irreversibly.
func (s inside) start() (*exec.Cmd, error) {
	runtime.LockOSThread() // this very thread must not gain privileges
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return nil, err
	}
	if len(s.Argv) == 0 || !strings.HasPrefix(s.Argv[0], "/") {
		return nil, errors.New("no program to run")
	}
	p := &exec.Cmd{
		Path: s.Argv[0], Args: s.Argv, Env: s.Env, Dir: s.Dir,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: s.Terminal, Credential: &syscall.Credential{Uid: UID, Gid: GID}},
	}
	return p, p.Start()
}

// status waits for the program and returns its exit status as a shell would.
func status(p *exec.Cmd) int {
	_ = p.Wait() // the process state has the result
	if ws, ok := p.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return p.ProcessState.ExitCode()
}
