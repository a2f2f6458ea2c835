package sandbox_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox"
)

// running is a command in a box that ends by itself only after a long time.
type running struct {
	cmd   *exec.Cmd
	files *sandbox.Descriptors
	held  *os.File // closed by the other side when nothing of the command is left
}

// long is a command that leaves a process in a session of its own, which keeps descriptor 3.
func long() sandbox.Entry {
	return sandbox.Entry{Path: "/bin/sh", Argv: []string{"sh", "-c", "setsid sleep 100 & echo up; sleep 100"}}
}

// begin starts a command in a box and waits until it is up.
func begin(t *testing.T, b sandbox.Backend) running {
	t.Helper()
	plan, err := b.Plan(sandbox.Box{Dir: "/"}, long())
	require.NoError(t, err)
	files, err := plan.Open()
	require.NoError(t, err)
	held, holds, err := os.Pipe()
	require.NoError(t, err)
	out, says, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.Command(plan.Path)
	cmd.Args, cmd.ExtraFiles, cmd.Stdout = plan.Argv, append([]*os.File{holds}, files.Child...), says
	require.NoError(t, cmd.Start())
	holds.Close()
	says.Close()
	require.NoError(t, files.Ready())
	up := make([]byte, 3)
	_, err = io.ReadFull(out, up)
	require.NoError(t, err)
	t.Cleanup(func() { _ = cmd.Process.Kill(); held.Close(); out.Close() })
	return running{cmd, files, held}
}

// ends holds that nothing of the command is left soon.
func (r running) ends(t *testing.T) {
	t.Helper()
	_ = r.cmd.Wait()
	_ = r.files.Began()
	require.NoError(t, r.held.SetReadDeadline(time.Now().Add(10*soon)))
	_, err := r.held.Read(make([]byte, 1))
	assert.ErrorIs(t, err, io.EOF, "something of the command lives on")
}

// child returns the one process that another has started.
func child(t *testing.T, of int) int {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", of)) // of each thread
	require.NoError(t, err)
	var text []byte
	for _, list := range lists {
		some, err := os.ReadFile(list)
		require.NoError(t, err)
		text = append(text, some...)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err, "%q", text)
	return pid
}

func TestTheEndOfEitherProcessEndsAll(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachBackend(t, func(t *testing.T, b sandbox.Backend) {
		r := begin(t, b)
		require.NoError(t, syscall.Kill(child(t, r.cmd.Process.Pid), syscall.SIGKILL))
		r.ends(t)
		assert.NotEqual(t, 0, r.cmd.ProcessState.ExitCode())
		r = begin(t, b)
		require.NoError(t, r.cmd.Process.Kill())
		r.ends(t)
	})
}

// parents is the first argument of the test program where it starts a command in a box and
// waits to be killed.
const parents = "parent"

func TestTheEndOfTheParentEndsAll(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachBackend(t, func(t *testing.T, b sandbox.Backend) {
		held, holds, err := os.Pipe()
		require.NoError(t, err)
		out, says, err := os.Pipe()
		require.NoError(t, err)
		cmd := exec.Command("/proc/self/exe", parents, b.Name())
		if s, is := b.(sandbox.Supervisor); is {
			cmd.Args = append(cmd.Args, string(s.By))
		}
		cmd.ExtraFiles, cmd.Stdout, cmd.Stderr = []*os.File{holds}, says, os.Stderr
		require.NoError(t, cmd.Start())
		holds.Close()
		says.Close()
		_, err = io.ReadFull(out, make([]byte, 3))
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()
		require.NoError(t, held.SetReadDeadline(time.Now().Add(10*soon)))
		_, err = held.Read(make([]byte, 1))
		assert.ErrorIs(t, err, io.EOF, "something of the command lives on")
	})
}

// parent is that process. It hands its own descriptor 3 on.
func parent(words []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	var b sandbox.Backend = sandbox.Native{Self: []string{program}, Lstat: os.Lstat}
	switch words[0] {
	case "supervisor":
		b = sandbox.Supervisor{Self: []string{program}, Lstat: os.Lstat, By: sandbox.Transport(words[1])}
	case "landlock":
		b = sandbox.Landlock{Self: []string{program}, Lstat: os.Lstat}
	case "bwrap":
		b = sandbox.Bwrap{Program: "/usr/bin/bwrap", Inside: []string{program}, Lstat: os.Lstat}
	}
	plan, err := b.Plan(sandbox.Box{Dir: "/"}, long())
	if err != nil {
		return err
	}
	files, err := plan.Open()
	if err != nil {
		return err
	}
	cmd := exec.Command(plan.Path)
	cmd.Args, cmd.ExtraFiles, cmd.Stdout, cmd.Stderr = plan.Argv, append([]*os.File{os.NewFile(3, "held")}, files.Child...), os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

// What starts the box must be the process that planned it: another one may outlive that.
func TestAnotherParentStartsNothing(t *testing.T) {
	plan, err := nativeBackend(t).Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: "/bin/echo", Argv: []string{"echo", "begun"}})
	require.NoError(t, err)
	files, err := plan.Open()
	require.NoError(t, err)
	var out bytes.Buffer
	cmd := exec.Command("/bin/sh", append([]string{"-c", `"$@"; exit 9`, "sh"}, append([]string{self(t)[0]}, plan.Argv[1:]...)...)...)
	cmd.Stdout, cmd.ExtraFiles = &out, append([]*os.File{nil}, files.Child...)
	require.Error(t, cmd.Run())
	began := files.Began()
	require.ErrorIs(t, began, sandbox.ErrDidNotStart)
	assert.Contains(t, began.Error(), "the parent has ended")
	assert.NotContains(t, out.String(), "begun")
}

// poor is the first argument of the test program where it runs another one with certain
// system calls refused, as containers and settings of the kernel refuse them.
const poor = "poor"

// refusals are system calls that are refused, and what a start without them says.
var refusals = map[string]struct {
	number uintptr
	errno  unix.Errno
	says   string
}{
	"namespaces, as containers refuse them":   {unix.SYS_CLONE, unix.EPERM, "new namespaces: operation not permitted"},
	"namespaces, of which there are too many": {unix.SYS_CLONE, unix.ENOSPC, "new namespaces: no space left on device"},
	"mounts that are copied":                  {unix.SYS_OPEN_TREE, unix.ENOSYS, "function not implemented"},
	"attributes of mounts, before 5.12":       {unix.SYS_MOUNT_SETATTR, unix.ENOSYS, "function not implemented"},
	"new mounts":                              {unix.SYS_MOVE_MOUNT, unix.EPERM, "operation not permitted"},
	"file systems, as gVisor refuses them":    {unix.SYS_FSOPEN, unix.ENOSYS, "function not implemented"},
	"paths without links, before 5.6":         {unix.SYS_OPENAT2, unix.ENOSYS, "function not implemented"},
	"filters":                                 {unix.SYS_PRCTL, unix.EINVAL, "the filter of system calls: invalid argument"},
	"capabilities":                            {unix.SYS_CAPSET, unix.EPERM, "giving up privileges: operation not permitted"},
	"descriptors, before 5.9":                 {unix.SYS_CLOSE_RANGE, unix.ENOSYS, "giving up privileges: function not implemented"},
	"the loopback":                            {unix.SYS_IOCTL, unix.EPERM, "bring the loopback up: operation not permitted"},
}

func TestWhatIsRefusedEndsTheStart(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	for name, c := range refusals {
		t.Run(name, func(t *testing.T) {
			b := nativeBackend(t).(sandbox.Native)
			dir := t.TempDir()
			plan, err := b.Plan(sandbox.Box{Dir: dir, Write: []string{dir}}, sandbox.Entry{Path: "/bin/touch", Argv: []string{"touch", "begun"}})
			require.NoError(t, err)
			plan.Path = self(t)[0]
			plan.Argv = append([]string{plan.Path, poor, strconv.Itoa(int(c.number)), strconv.Itoa(int(c.errno))}, plan.Argv...)
			printed, status := start(t, plan)
			assert.NotEqual(t, 0, status)
			assert.Contains(t, printed, sandbox.ErrDidNotStart.Error())
			assert.Contains(t, printed, c.says)
			assert.NoFileExists(t, filepath.Join(dir, "begun"))
		})
	}
}

// bePoor becomes the program that the words behind the first two name, and refuses it what
// those say.
func bePoor(words []string) error {
	number, err := strconv.Atoi(words[0])
	if err != nil {
		return err
	}
	errno, err := strconv.Atoi(words[1])
	if err != nil {
		return err
	}
	if err := refuse(uint32(number), uint32(errno)); err != nil {
		return err
	}
	return syscall.Exec("/proc/self/exe", words[2:], os.Environ())
}

// refuse makes a system call fail, clone(2) where it makes a namespace and prctl(2) where it sets a filter.
func refuse(number, errno uint32) error {
	const nr, first, jeq = 0, 16, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	program := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: nr},
		{Code: jeq, K: number, Jf: 2},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: first},
		{Code: unix.BPF_JMP | unix.BPF_JA, K: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	switch number {
	case unix.SYS_CLONE:
		program = append(program, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.CLONE_NEWUSER, Jf: 1})
	case unix.SYS_PRCTL:
		program = append(program, unix.SockFilter{Code: jeq, K: unix.PR_SET_SECCOMP, Jf: 1})
	case unix.SYS_IOCTL:
		program[2].K = first + 8
		program = append(program, unix.SockFilter{Code: jeq, K: unix.SIOCSIFFLAGS, Jf: 1})
	}
	program = append(program,
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | errno},
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	return install(program)
}

// install puts the calling thread under a filter.
func install(program []unix.SockFilter) error {
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&filter)), 0, 0)
}

// At once and one after the other: nothing disturbs another, and nothing is left.
func TestManyLeaveNothing(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachBackend(t, func(t *testing.T, b sandbox.Backend) {
		before := mounts(t)
		dir := t.TempDir()
		var all sync.WaitGroup
		failed := make(chan error, 50)
		for n := range 50 {
			all.Go(func() { failed <- marks(b, dir, n) })
		}
		all.Wait()
		for range 50 {
			assert.NoError(t, <-failed)
		}
		for n := range 50 {
			assert.FileExists(t, filepath.Join(dir, strconv.Itoa(n)))
		}
		for n := range 300 {
			if testing.Short() && n == 30 {
				break
			}
			require.NoError(t, marks(b, dir, n))
		}
		assert.Equal(t, before, mounts(t))
		text, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", os.Getpid()))
		require.NoError(t, err)
		assert.Empty(t, strings.TrimSpace(string(text)))
	})
}

// marks makes a file in a directory by a command in a box.
func marks(b sandbox.Backend, dir string, n int) error {
	plan, err := b.Plan(sandbox.Box{Dir: dir, Write: []string{dir}}, sandbox.Entry{Path: "/bin/touch", Argv: []string{"touch", strconv.Itoa(n)}})
	if err != nil {
		return err
	}
	files, err := plan.Open()
	if err != nil {
		return err
	}
	cmd := exec.Command(plan.Path)
	cmd.Args, cmd.ExtraFiles = plan.Argv, append([]*os.File{nil}, files.Child...)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, said.String())
	}
	return files.Began()
}

func mounts(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("/proc/self/mountinfo")
	require.NoError(t, err)
	return string(text)
}
