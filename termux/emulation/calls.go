//go:build linux && (amd64 || arm64)

package emulation

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// A Call is a system call that ends an app's process in the versions First to Last, because
// Android's list for apps lacks it there.
type Call struct {
	Name        string
	Number      uintptr
	First, Last int
}

const (
	oldest = 0
	newest = 99
)

// young is the first number that Linux gave to the same call on all architectures. Android's
// lists name the allowed calls. So a call with this number or a higher one that has no row
// in Calls is trapped as well.
const young = 424

// Calls are the rows, computed from the lists of bionic's tags android-8.0.0_r1 to
// android-15.0.0_r1 for arm64: SYSCALLS.TXT and SECCOMP_*_{APP,COMMON}.TXT. A vendor's list
// may be shorter.
//
// Four calls are left out: rseq and set_robust_list, which no version allows but this
// machine's C library makes whenever a program starts, and setuid and setgid, which no
// version since 9 allows but busybox makes.
var Calls = [...]Call{
	{"faccessat2", unix.SYS_FACCESSAT2, oldest, newest},
	{"openat2", unix.SYS_OPENAT2, oldest, newest},
	{"fchmodat2", unix.SYS_FCHMODAT2, oldest, newest},
	{"landlock_create_ruleset", unix.SYS_LANDLOCK_CREATE_RULESET, oldest, newest},
	{"landlock_add_rule", unix.SYS_LANDLOCK_ADD_RULE, oldest, newest},
	{"landlock_restrict_self", unix.SYS_LANDLOCK_RESTRICT_SELF, oldest, newest},
	{"io_uring_setup", unix.SYS_IO_URING_SETUP, oldest, newest},
	{"io_uring_enter", unix.SYS_IO_URING_ENTER, oldest, newest},
	{"io_uring_register", unix.SYS_IO_URING_REGISTER, oldest, newest},
	{"futex_waitv", unix.SYS_FUTEX_WAITV, oldest, newest},
	{"mount_setattr", unix.SYS_MOUNT_SETATTR, oldest, newest},
	{"fsopen", unix.SYS_FSOPEN, oldest, newest},
	{"keyctl", unix.SYS_KEYCTL, oldest, newest},
	{"name_to_handle_at", unix.SYS_NAME_TO_HANDLE_AT, oldest, newest},
	{"semget", unix.SYS_SEMGET, oldest, newest},
	{"semctl", unix.SYS_SEMCTL, oldest, newest},
	{"semop", unix.SYS_SEMOP, oldest, newest},
	{"shmget", unix.SYS_SHMGET, oldest, newest},
	{"shmat", unix.SYS_SHMAT, oldest, newest},
	{"shmctl", unix.SYS_SHMCTL, oldest, newest},
	{"msgget", unix.SYS_MSGGET, oldest, newest},
	{"msgsnd", unix.SYS_MSGSND, oldest, newest},
	{"msgrcv", unix.SYS_MSGRCV, oldest, newest},

	{"membarrier", unix.SYS_MEMBARRIER, oldest, 9},
	{"pidfd_open", unix.SYS_PIDFD_OPEN, oldest, 10},
	{"statx", unix.SYS_STATX, oldest, 10},
	{"pidfd_send_signal", unix.SYS_PIDFD_SEND_SIGNAL, oldest, 11},
	{"close_range", unix.SYS_CLOSE_RANGE, oldest, 12},
	{"clone3", unix.SYS_CLONE3, oldest, 14},

	{"mount", unix.SYS_MOUNT, 9, newest},
	{"umount2", unix.SYS_UMOUNT2, 9, newest},
	{"chroot", unix.SYS_CHROOT, 9, newest},
	{"setgroups", unix.SYS_SETGROUPS, 9, newest},
	{"sethostname", unix.SYS_SETHOSTNAME, 9, newest},
	{"acct", unix.SYS_ACCT, 9, newest},
	{"syslog", unix.SYS_SYSLOG, 9, newest},
}

// Traps reports whether Android of this version ends a process for the call.
func Traps(android int, number uintptr) bool {
	for _, c := range Calls {
		if c.Number == number {
			return c.First <= android && android <= c.Last
		}
	}
	return number >= young
}

// name returns the name of a system call, for a person to read.
func name(number uintptr) string {
	for _, c := range Calls {
		if c.Number == number {
			return c.Name
		}
	}
	return "system call " + strconv.Itoa(int(number))
}
