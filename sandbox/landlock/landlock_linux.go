package landlock

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Version is that of the kernel's interface: 0 and the reason where there is none.
func Version() (int, error) {
	n, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, os.NewSyscallError("landlock_create_ruleset", errno)
	}
	return int(n), nil
}

// attributes are struct landlock_ruleset_attr.
type attributes struct{ files, network, scopes uint64 }

// beneath is struct landlock_path_beneath_attr, which the kernel reads without padding.
type beneath struct {
	rights uint64
	parent int32
	_      int32
}

// A Ruleset grants rights. What it does not grant is refused.
type Ruleset struct{ fd int }

// New makes a ruleset without a rule. Signals to processes outside are refused. offline
// refuses the network of TCP and abstract Unix sockets of others, too.
func New(offline bool) (Ruleset, error) {
	a := attributes{files: uint64(all), scopes: unix.LANDLOCK_SCOPE_SIGNAL}
	if offline {
		a.network = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		a.scopes |= unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&a)), unsafe.Sizeof(a), 0)
	if errno != 0 {
		return Ruleset{}, os.NewSyscallError("landlock_create_ruleset", errno)
	}
	return Ruleset{int(fd)}, nil
}

// Grant grants rights to what an open file is, and to all below it.
func (r Ruleset) Grant(fd int, rights Rights) error {
	b := beneath{rights: uint64(rights), parent: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&b)), 0, 0, 0)
	if errno != 0 {
		return os.NewSyscallError("landlock_add_rule", errno)
	}
	return nil
}

// Restrict holds the calling thread to the ruleset from now on.
func (r Ruleset) Restrict() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.fd), 0, 0); errno != 0 {
		return os.NewSyscallError("landlock_restrict_self", errno)
	}
	return nil
}

// Close closes the ruleset.
func (r Ruleset) Close() error { return unix.Close(r.fd) }
