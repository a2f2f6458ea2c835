package doctor

import "golang.org/x/sys/unix"

// landlockABI returns the version of the kernel's Landlock interface.
// landlock_create_ruleset(2) with LANDLOCK_CREATE_RULESET_VERSION creates nothing.
func landlockABI() (int, error) {
	const version = 1
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, version)
	if errno != 0 {
		return 0, errno
	}
	return int(abi), nil
}
