package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/proot"
	"github.com/agent-loop/shimgen/rundir"
)

// prootLimit is how long proot may take to answer: with its acceleration it hangs on some
// kernels.
const prootLimit = 5 * time.Second

// errHangs says that proot did not answer in time.
var errHangs = errors.New("it does not end")

// answerOf returns what a program prints, and ends it when the time is up.
func answerOf(program string, env []string, limit time.Duration, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env, cmd.WaitDelay = env, time.Second/2
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGQUIT) } // proot then ends what it traces
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, errHangs
	}
	return out, err
}

// tryProot starts a program that does nothing under a plan's proot. If it works, that is
// remembered for this file of proot and this kernel. own is the run's directory.
func (s *Session) tryProot(plan Plan, own string, unaccelerated bool) error {
	key, err := identityOf(plan.Path, unaccelerated)
	if err != nil {
		return err
	}
	remembered := filepath.Join(s.Root, "state", "proot")
	if known, err := os.ReadFile(remembered); err == nil && string(known) == key {
		return nil
	}
	nothing := "/bin/true"
	if s.phone {
		nothing = s.Machine.Prefix + "/bin/true"
	}
	if !host.Exists(nothing) {
		return nil
	}
	out, err := answerOf(plan.Path, proot.Env(plan.Env, filepath.Join(own, rundir.Proot), unaccelerated), prootLimit, nothing)
	if err != nil {
		return doesNotWork(plan.Path, nothing, string(out), err, unaccelerated)
	}
	if s.Installed {
		_ = host.Replace(remembered, []byte(key), 0o600) // if this fails, the next run tries again
	}
	return nil
}

// doesNotWork returns the error for a proot that failed.
func doesNotWork(program, nothing, said string, err error, unaccelerated bool) error {
	if said = strings.TrimSpace(said); said == "" {
		said = err.Error()
	}
	hint := "`" + program + " " + nothing + "` tells more"
	if errors.Is(err, errHangs) && !unaccelerated {
		hint = "--proot-no-seccomp switches off its acceleration, with which some kernels hang; a program that kills proot then goes on without it"
	}
	return MissingBackendError{fmt.Errorf("%s does not work here: %s", program, said), hint}
}

// identityOf returns what the result of a trial depends on.
func identityOf(program string, unaccelerated bool) (string, error) {
	file, err := gate.StatSource(program)
	if err != nil {
		return "", fmt.Errorf("%s: %w", program, err)
	}
	var system unix.Utsname
	if err := unix.Uname(&system); err != nil {
		return "", err
	}
	return fmt.Sprintf("%+v %s %t\n", file, unix.ByteSliceToString(system.Release[:]), unaccelerated), nil
}

// shellInside returns a shell that every mode of proot shows.
func (s *Session) shellInside() string {
	if s.phone {
		return s.Machine.Prefix + "/bin/sh"
	}
	return "/bin/sh"
}

// separateStderr separates proot's messages from the command's: it gives the command's standard
// error another number and proot a pipe as standard error, where runner reads what proot says
// about signals. A shell between the two restores the command's standard error, which stays the
// terminal.
func (c *child) separateStderr(stderr *os.File) {
	at := len(c.Args) - c.words
	const swap = `exec "$@" 2>&3 3>&-`
	c.Args = append(append(c.Args[:at:at], c.sh, "-c", swap, "sh"), c.Args[at:]...)
	c.ExtraFiles = []*os.File{stderr}
}
