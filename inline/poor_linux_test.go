package inline

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/policy"
)

// inPoverty runs do as on a machine without user namespaces and Landlock: on a thread of
// its own, which ends afterwards.
func inPoverty(t *testing.T, do func()) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		const flags, ret = 16, unix.BPF_RET | unix.BPF_K
		const equal, set = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		program := []unix.SockFilter{
			{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
			{Code: equal, K: unix.SYS_LANDLOCK_CREATE_RULESET, Jf: 1},
			{Code: ret, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
			{Code: equal, K: unix.SYS_CLONE, Jf: 3},
			{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: flags},
			{Code: set, K: unix.CLONE_NEWUSER | unix.CLONE_NEWNS, Jf: 1},
			{Code: ret, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
			{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		}
		filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
		err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
		if err == nil {
			err = unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&filter)), 0, 0)
		}
		if err == nil {
			do()
		}
		done <- err
	}()
	require.NoError(t, <-done)
}

func TestI7WhereNoSandboxCanBeHad(t *testing.T) {
	c := ExecConfig{Language: "bash", Script: "echo ran; echo x >left; echo $HOME"}
	var said []string
	c.Notice = func(text string) { said = append(said, text) }
	inPoverty(t, func() {
		r, err := box.Execute(t.Context(), c)
		require.ErrorIs(t, err, ErrNoBackend)
		assert.Contains(t, err.Error(), "inline tools disabled: no sandbox backend available on this platform. Install coreutils for timeout support.")
		assert.False(t, r.Ran)
		assert.Empty(t, said)

		c.Isolation = WhereThere
		r, err = box.Execute(t.Context(), c)
		require.NoError(t, err)
		assert.Contains(t, r.Stdout, "ran\n/tmp/shimgen-")
		assert.Equal(t, "none", string(r.Sandbox))
		assert.Equal(t, []string{"WARNING: inline tools running without sandbox isolation. Use --sandbox to enable."}, said)

		c.Flags = policy.Flags{Profile: "guarded"}
		r, err = box.Execute(t.Context(), c)
		require.ErrorIs(t, err, ErrNoBackend, "the policy requires one")
		assert.False(t, r.Ran)
	})
}
