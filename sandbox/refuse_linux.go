package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/proot"
)

// HasProot says that this system can run proot, without the system calls that proot would pass
// on untranslated.
const HasProot = true

// startTranslated starts a program without those calls. The program inherits the filter from
// the thread that starts it. A thread cannot drop a filter, so this one ends with its
// goroutine, once the program is over.
func startTranslated(start func() error, over <-chan struct{}) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := refuse(proot.UntranslatedCalls())
		if err == nil {
			err = start()
		}
		done <- err
		if err == nil {
			<-over
		}
	}()
	return <-done
}

// refuse makes system calls fail with ENOSYS in this thread and in everything that it starts
// from now on (seccomp(2), mode filter). It cannot be undone. All other system calls pass, on
// every architecture: the listed ones have the same number on all of them, or too many are
// refused rather than too few.
func refuse(numbers []uintptr) error {
	if len(numbers) == 0 {
		return nil
	}
	const nr = 0 // offset of seccomp_data.nr
	prog := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: nr}}
	for i, n := range numbers {
		prog = append(prog, unix.SockFilter{
			Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: uint32(n), Jt: uint8(len(numbers) - i),
		})
	}
	prog = append(prog,
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
	)
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	filter := unix.SockFprog{Len: uint16(len(prog)), Filter: &prog[0]}
	err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&filter)), 0, 0)
	runtime.KeepAlive(prog)
	if err != nil {
		return fmt.Errorf("seccomp filter: %w", err)
	}
	return nil
}
