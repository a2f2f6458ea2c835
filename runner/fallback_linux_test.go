package runner

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
)

// TestMain makes this program what bubblewrap starts inside, and nothing that could make
// the sandbox native: it is as on a machine whose kernel refuses that.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.EnterWord {
		io.WriteString(os.Stderr, sandbox.Enter(os.Args[1:], os.Environ()).Error())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// checkConfined captures what a command prints that must run in a sandbox.
func checkConfined(t *testing.T, j Job) (Capture, error) {
	t.Helper()
	s := session(t)
	s.Policy.Sandbox = policy.Required
	p, ok := s.Decide(guard.Request{Argv: []string{"grep", "Seccomp", "/proc/self/status"}}).Permit()
	require.True(t, ok)
	j.Sandbox = s.Confine(j.Sandbox)
	return s.Capture(context.Background(), p, j, 1<<10)
}

func TestBwrapIsTakenWhereNativeIsRefused(t *testing.T) {
	if out, err := exec.Command("/usr/bin/bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "true").CombinedOutput(); err != nil {
		t.Skipf("needs bubblewrap, and a machine that lets it make namespaces: %s %s", err, out)
	}
	c, err := checkConfined(t, Job{})
	require.NoError(t, err, c.Stderr)
	assert.Equal(t, 0, c.Exit, c.Stderr)
	assert.Contains(t, c.Stdout, "Seccomp:\t2", "confined, and no bare run")
}

// A container that lets nobody make a namespace refuses the flags of clone(2).
func TestLandlockIsTakenWhereNobodyMakesNamespaces(t *testing.T) {
	if _, err := (sandbox.Landlock{Lstat: os.Lstat}).Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}}); err != nil {
		t.Skip(err)
	}
	type came struct {
		Capture
		err error
	}
	done := make(chan came)
	go func() { // on a thread that ends with it
		runtime.LockOSThread()
		const arg, jset, ret = 16, unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, unix.BPF_RET | unix.BPF_K
		program := []unix.SockFilter{
			{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
			{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_CLONE, Jf: 3},
			{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: arg},
			{Code: jset, K: unix.CLONE_NEWUSER | unix.CLONE_NEWNS, Jf: 1},
			{Code: ret, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
			{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		}
		filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
		err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
		if err == nil {
			err = unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&filter)), 0, 0)
		}
		var c Capture
		if err == nil {
			c, err = checkConfined(t, Job{})
		}
		done <- came{c, err}
	}()
	c := <-done
	require.NoError(t, c.err, c.Stderr)
	assert.Equal(t, 0, c.Exit, c.Stderr)
	assert.Contains(t, c.Stdout, "Seccomp:\t2", "confined, and no bare run")
	assert.Contains(t, c.Stdout, "Seccomp_filters:\t2", "the container's, and the supervisor's")
}

func TestWhatWasAskedForByNameIsTakenOrNothing(t *testing.T) {
	if !native.Supported {
		t.Skip(sandbox.ErrNoNative)
	}
	c, err := checkConfined(t, Job{Sandbox: Native, Named: true})
	require.ErrorIs(t, err, sandbox.ErrDidNotStart)
	assert.Empty(t, c.Stdout)
}

// Protected names that a command makes are moved away because its sandbox should have kept it from
// making them. Without a sandbox nothing did, and the user may have meant them.
func TestWithoutASandboxNoNameIsQuarantined(t *testing.T) {
	if !native.Supported {
		t.Skip(sandbox.ErrNoNative)
	}
	s := session(t)
	s.Policy.Sandbox = policy.Auto
	p, ok := s.Decide(guard.Request{Argv: []string{"cp", "/bin/true", ".envrc"}}).Confirm()
	require.True(t, ok)
	c, err := s.command(p, Job{Sandbox: Native})
	require.NoError(t, err)
	defer c.remove()
	require.NotNil(t, c.names)
	c.other = func() (Plan, error) {
		return Plan{Path: "/bin/cp", Argv: p.Argv(), Env: os.Environ(), Sandbox: NoSandbox}, nil
	}
	require.NoError(t, c.start())
	require.NoError(t, c.Wait())
	s.checkChild(c)
	assert.FileExists(t, ".envrc")
	assert.Empty(t, s.made)
	assert.NoFileExists(t, filepath.Join(s.runDir(p), recordName), "nor by the next run, if this one is killed")
}
