//go:build amd64 || arm64

package ptrace

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/sys/unix"
)

// What is written to registers is what the kernel reads: of both machines, without a thread.
func TestRegistersOfACall(t *testing.T) {
	var r registers
	r.SetPC(0x1000)
	args := [6]uint64{1, 2, 3, 4, 5, ^uint64(0)}
	r.setCall(unix.SYS_CONNECT, args)
	assert.Equal(t, uint64(0x1000-instruction), r.counter(), "the instruction comes again")
	r.advance()
	assert.Equal(t, uint64(0x1000), r.counter())
	assert.Equal(t, uintptr(unix.SYS_CONNECT), r.number())
	assert.Equal(t, args, r.arguments())
	r.setCall(unix.SYS_CLONE|1<<32, args)
	r.advance()
	assert.Equal(t, uintptr(unix.SYS_CLONE), r.number(), "the kernel does not read the upper half")
	r.setResult(-int64(unix.EACCES))
	assert.Equal(t, -int64(unix.EACCES), r.result())
}

func TestWhatAStatusSays(t *testing.T) {
	stopped := func(sig unix.Signal, event int) unix.WaitStatus {
		return unix.WaitStatus(0x7f | int(sig)<<8 | event<<16)
	}
	for _, c := range []struct {
		why    string
		status unix.WaitStatus
		want   Kind
	}{
		{"an exit", 7 << 8, Ended},
		{"a signal that ended it", unix.WaitStatus(unix.SIGKILL), Ended},
		{"a signal", stopped(unix.SIGTERM, 0), Signalled},
		{"a trap of its own", stopped(unix.SIGTRAP, 0), Signalled},
		{"a call begins or ends", stopped(unix.SIGTRAP|0x80, 0), Boundary},
		{"the filter asks", stopped(unix.SIGTRAP, unix.PTRACE_EVENT_SECCOMP), Asked},
		{"job control", stopped(unix.SIGTSTP, unix.PTRACE_EVENT_STOP), Paused},
		{"the first stop of a new thread", stopped(unix.SIGTRAP, unix.PTRACE_EVENT_STOP), Noticed},
		{"a stop that means nothing here", stopped(unix.SIGTRAP, unix.PTRACE_EVENT_EXIT), Noticed},
	} {
		assert.Equal(t, c.want, eventOf(1, c.status).Kind, c.why)
	}
}
