//go:build linux && (amd64 || arm64)

package emulation

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The answers of a filter, from the kernel's include/uapi/linux/seccomp.h.
const (
	kill   = 0x80000000
	trap   = 0x00030000
	notify = 0x7fc00000
	fails  = 0x00050000 // plus the errno
	allow  = 0x7fff0000
)

// filter returns the program that decides about an app's system calls. trapped is its answer
// to calls for which Android ends the process.
func (p Phone) filter(trapped uint32) []unix.SockFilter {
	const number, arch = 0, 4 // offsets in struct seccomp_data
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	answer := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	unless := func(how uint16, k uint32) unix.SockFilter { // continues if the test holds, else skips one instruction
		return unix.SockFilter{Code: unix.BPF_JMP | how | unix.BPF_K, Jf: 1, K: k}
	}
	program := []unix.SockFilter{
		load(arch),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: architecture},
		answer(kill),
		load(number),
		unless(unix.BPF_JGE, x32Bit), answer(kill),
	}
	for _, n := range links {
		program = append(program, unless(unix.BPF_JEQ, uint32(n)), answer(fails|uint32(unix.EACCES)))
	}
	for _, c := range Calls {
		to := uint32(allow)
		switch traps := Traps(p.Android, c.Number); {
		case traps && p.ARM64 != "" && c.Number == unix.SYS_FACCESSAT2: // the emulator's C library makes it for faccessat
			to = fails | uint32(unix.ENOSYS)
		case traps && p.Old && (c.Number == unix.SYS_CLONE3 || p.Watch && isPidfd(c.Number)):
			to = fails | uint32(unix.ENOSYS)
		case traps:
			to = trapped
		}
		program = append(program, unless(unix.BPF_JEQ, uint32(c.Number)), answer(to))
	}
	return append(program, unless(unix.BPF_JGE, young), answer(trapped), answer(allow))
}

// isPidfd reports whether this is one of the calls that Go's runtime for Android tries with
// its SIGSYS handler installed. The handler expects a signal from the kernel, which a
// watched phone cannot send.
func isPidfd(number uintptr) bool {
	return number == unix.SYS_PIDFD_OPEN || number == unix.SYS_PIDFD_SEND_SIGNAL
}

// restrict installs the filter for the calling thread, which can gain no privileges from
// then on. If the phone is watched, restrict returns the descriptor on which the watcher
// answers trapped calls.
func (p Phone) restrict() (listener int, err error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return -1, err
	}
	answer, flags := uint32(trap), uintptr(0)
	if p.Watch {
		answer, flags = notify, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER
	}
	program := p.filter(answer)
	text := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	r, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&text)))
	if errno != 0 {
		return -1, errno
	}
	return int(r), nil
}

// executeSystemAlone forbids the calling thread to execute files below /data, by
// landlock(7). The linker can still load them, as for an app under SELinux.
func executeSystemAlone() error {
	attr := unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_EXECUTE}
	rules, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr.Handled_access_fs), 0)
	if errno != 0 {
		return errno
	}
	defer unix.Close(int(rules))
	for _, dir := range []string{"/system", "/lib", "/lib64"} {
		fd, err := unix.Open(dir, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err == unix.ENOENT {
			continue
		}
		if err != nil {
			return err
		}
		below := unix.LandlockPathBeneathAttr{Allowed_access: unix.LANDLOCK_ACCESS_FS_EXECUTE, Parent_fd: int32(fd)}
		_, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, rules, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&below)), 0, 0, 0)
		unix.Close(fd)
		if errno != 0 {
			return errno
		}
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, rules, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
