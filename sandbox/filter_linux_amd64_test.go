package sandbox_test

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox"
)

// callsVariable makes the test do a system call by the interrupt that belongs to i386:
// "filtered" with the filter, anything else without.
const callsVariable = "SANDBOX_TEST_CALLS"

// getpid32 is: mov eax, 20; int 0x80; ret.
var getpid32 = [...]byte{0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3}

// callOtherArchitecture runs getpid32.
func callOtherArchitecture(filtered bool) error {
	page, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	copy(page, getpid32[:])
	runtime.LockOSThread()
	if filtered {
		if err := useFilter(); err != nil {
			return err
		}
	}
	code := unsafe.Pointer(&page[0])
	entry := unsafe.Pointer(&code)
	(*(*func())(unsafe.Pointer(&entry)))()
	return nil
}

// useFilter puts the calling thread under the filter.
func useFilter() error {
	filter, err := sandbox.Filter()
	if err != nil {
		return err
	}
	return install(unsafe.Slice((*unix.SockFilter)(unsafe.Pointer(&filter[0])), len(filter)/int(unsafe.Sizeof(unix.SockFilter{}))))
}

func TestFilterEndsCallsOfAnotherArchitecture(t *testing.T) {
	if how := os.Getenv(callsVariable); how != "" {
		require.NoError(t, callOtherArchitecture(how == "filtered"))
		return
	}
	again := func(how string) *exec.Cmd {
		cmd := exec.Command("/proc/self/exe", "-test.run", "^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), callsVariable+"="+how)
		return cmd
	}
	if err := again("bare").Run(); err != nil {
		t.Skip("needs a kernel with the calls of i386:", err)
	}
	cmd := again("filtered")
	require.Error(t, cmd.Run())
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	assert.True(t, status.Signaled() && status.Signal() == syscall.SIGSYS, "%v", cmd.ProcessState)
}
