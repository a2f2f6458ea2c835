//go:build darwin || (freebsd && (amd64 || arm64))

package process

import (
	"errors"

	"golang.org/x/sys/unix"
)

// table lists the processes of sysctl(3)'s KERN_PROC. There may be more of them
// when it is read than there were when it was measured.
func table() []Entry {
	for range 5 {
		raw, err := unix.SysctlRaw(kernProc)
		if !errors.Is(err, unix.ENOMEM) {
			return native.read(raw)
		}
	}
	return nil
}

// Lookup returns what KERN_PROC_PID says of a process.
func Lookup(pid int) (Entry, bool) {
	raw, err := unix.SysctlRaw("kern.proc.pid", pid)
	if err != nil {
		return Entry{}, false
	}
	all := native.read(raw)
	if len(all) != 1 || all[0].pid != pid {
		return Entry{}, false
	}
	return all[0], true
}
