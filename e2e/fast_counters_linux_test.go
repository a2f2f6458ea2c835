package e2e_test

import (
	"flag"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/policy"
)

// Limits of a clear command's cost, counted and not timed.
const (
	maxCalls        = 25     // system calls, including the exec,
	callsPerDir     = 1      // and these for each directory above the work directory
	callsPerSource  = 1      // and for each file that a policy is read from,
	sources         = 2      // which are the user's and the system's
	maxFaults       = 12     // minor page faults beyond the program's own: 9 to 11, as the kernel maps the shim in larger or smaller pieces
	otherFaults     = 3      // and these if another toolchain than the release's laid the program out
	maxInstructions = 400000 // nearly all of them for the table's checksum and offsets
)

// counted is what a shim did until it became another program.
type counted struct {
	calls        []uint64 // numbers of system calls
	threads      int
	instructions int
}

// trace starts the installed shim under ptrace(2) and counts either system calls or
// instructions, until it has become another program, which trace kills.
func (s *scene) trace(t *testing.T, argv []string, dir string, request int) counted {
	t.Helper()
	runtime.LockOSThread() // the tracer is a thread
	defer runtime.UnlockOSThread()
	pid, err := syscall.ForkExec(s.id.Root+"/libexec/shim", argv, &syscall.ProcAttr{
		Dir: dir, Env: s.env, Files: []uintptr{0, uintptr(s.out), uintptr(s.err)}, Sys: &syscall.SysProcAttr{Ptrace: true},
	})
	if err == syscall.EPERM || err == syscall.ENOSYS {
		t.Skipf("needs ptrace: %v", err)
	}
	require.NoError(t, err)
	defer func() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
		_, _ = syscall.Wait4(pid, nil, syscall.WALL, nil)
	}()
	var status syscall.WaitStatus
	_, err = syscall.Wait4(pid, &status, syscall.WALL, nil)
	require.NoError(t, err)
	require.NoError(t, syscall.PtraceSetOptions(pid, unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_TRACEEXEC|unix.PTRACE_O_EXITKILL))
	return follow(t, pid, request)
}

// follow continues a stopped process until its exec, or until it creates a second thread.
func follow(t *testing.T, pid, request int) (c counted) {
	t.Helper()
	inside := false
	for {
		_, _, errno := syscall.RawSyscall6(syscall.SYS_PTRACE, uintptr(request), uintptr(pid), 0, 0, 0, 0)
		require.Zero(t, errno)
		var status syscall.WaitStatus
		_, err := syscall.Wait4(pid, &status, syscall.WALL, nil)
		require.NoError(t, err)
		require.True(t, status.Stopped(), "the shim ended before it became another program: %#x", int(status))
		switch {
		case status.StopSignal() == syscall.SIGTRAP|0x80:
			if inside = !inside; !inside {
				continue
			}
			c.calls = append(c.calls, number(t, pid))
			if last := c.calls[len(c.calls)-1]; last == unix.SYS_CLONE || last == unix.SYS_CLONE3 {
				c.threads++
				return c // before it has two
			}
		case status.TrapCause() == unix.PTRACE_EVENT_EXEC:
			return c
		default:
			c.instructions++
		}
	}
}

// number is the number of the system call that a process is about to make.
func number(t *testing.T, pid int) uint64 {
	t.Helper()
	var info struct {
		op, pad uint8
		_       [2]uint8
		arch    uint32
		ip, sp  uint64
		nr      uint64
		args    [8]uint64
	}
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO, uintptr(pid), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	require.Zero(t, errno)
	return info.nr
}

func TestFastCounters(t *testing.T) {
	needsFast(t)
	s := newScene(t, policy.Cautious, "")
	s.enter(t, "fast")
	deep := s.work + "/sub/deep"
	for name, c := range map[string]struct {
		argv []string
		dir  string
	}{
		"nothing but a name":        {[]string{"true"}, s.work},
		"options":                   {[]string{"git", "status", "--short"}, s.work},
		"operands that are no path": {[]string{"git", "log", "--oneline", "-5"}, s.work},
		"a deep directory":          {[]string{"true"}, deep},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := s.run(c.argv, s.env, c.dir)
			require.NoError(t, err)
			require.Equal(t, syscall.WaitStatus(targetStatus<<8), r.status, "not clear: %s", r.err)
			got := s.trace(t, c.argv, c.dir, unix.PTRACE_SYSCALL)
			allowed := maxCalls + callsPerDir*strings.Count(c.dir, "/") + callsPerSource*sources
			assert.LessOrEqual(t, len(got.calls), allowed, "system calls %v", got.calls)
			assert.Zero(t, got.threads)
			faults := s.faults(t, c.argv, c.dir)
			limit := maxFaults
			if runtime.Version() != releaseToolchain(t) {
				limit += otherFaults
			}
			assert.LessOrEqual(t, faults, int64(limit), "page faults")
			t.Logf("%d system calls of %d allowed, %d page faults", len(got.calls), allowed, faults)
		})
	}
}

// releaseToolchain is the toolchain of .ci/release.
func releaseToolchain(t *testing.T) string {
	script, err := os.ReadFile("../.ci/release")
	require.NoError(t, err)
	found := regexp.MustCompile(`GOTOOLCHAIN=(\S+)`).FindSubmatch(script)
	require.NotNil(t, found, ".ci/release pins no toolchain")
	return string(found[1])
}

var countInstructions = flag.Bool("counters.instructions", false, "count instructions, which takes seconds")

// TestFastInstructions single-steps the shim, since few virtual machines let programs
// read a processor's counters.
func TestFastInstructions(t *testing.T) {
	if !*countInstructions {
		t.Skip("needs -counters.instructions, as make soak has")
	}
	needsFast(t)
	s := newScene(t, policy.Cautious, "")
	s.enter(t, "fast")
	got := s.trace(t, []string{"true"}, s.work, unix.PTRACE_SINGLESTEP)
	assert.LessOrEqual(t, got.instructions, maxInstructions)
	assert.Greater(t, got.instructions, 1000)
	t.Logf("%d instructions", got.instructions)
}

// faults returns how many more minor page faults a command has through the shim than
// without: the minimum of many runs, because the rest is noise.
func (s *scene) faults(t *testing.T, argv []string, dir string) int64 {
	t.Helper()
	least := func(file string) int64 {
		var all []int64
		for range 30 {
			pid, err := syscall.ForkExec(file, argv, &syscall.ProcAttr{Dir: dir, Env: s.env, Files: []uintptr{0, uintptr(s.out), uintptr(s.err)}})
			require.NoError(t, err)
			var usage syscall.Rusage
			_, err = syscall.Wait4(pid, nil, 0, &usage)
			require.NoError(t, err)
			all = append(all, int64(usage.Minflt))
		}
		return slices.Min(all)
	}
	return least(s.id.Root+"/libexec/shim") - least(s.top+"/real/"+argv[0])
}

// TestTheCountersCount checks the counters on an ordinary shim, which starts threads and
// has many more faults.
func TestTheCountersCount(t *testing.T) {
	needsFast(t)
	s := newScene(t, policy.Cautious, "")
	s.enter(t, "ordinary")
	got := s.trace(t, []string{"true"}, s.work, unix.PTRACE_SYSCALL)
	assert.Positive(t, got.threads)
	assert.Greater(t, len(got.calls), maxCalls)
	assert.Greater(t, s.faults(t, []string{"true"}, s.work), int64(10*maxFaults))
}
