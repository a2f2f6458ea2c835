//go:build amd64 || arm64

package supervise

import (
	"os"

	"golang.org/x/sys/unix"
)

// Seals are those of a file that this process lends. No file that a path leads to has them, for
// only one without a name can be sealed (memfd_create(2)): so who opens a path and gets one was
// answered by a supervisor.
const Seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// lent is the file behind a name that is lent.
func (r *Rules) lent(name string) (from string, is bool) {
	for _, l := range r.Lent {
		if l.At == name {
			return l.From, true
		}
	}
	return "", false
}

// lend answers with a copy of a file.
func (r *request) lend(from string) reply {
	text, err := os.ReadFile(from)
	if err != nil {
		return refusal(unix.EACCES)
	}
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("lent", flags|unix.MFD_NOEXEC_SEAL)
	if err == unix.EINVAL { // before Linux 6.3
		fd, err = unix.MemfdCreate("lent", flags)
	}
	if err != nil {
		return refusal(err)
	}
	n, err := unix.Pwrite(fd, text, 0)
	if err == nil && n == len(text) {
		_, err = unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, Seals)
	}
	if err != nil || n != len(text) {
		_ = unix.Close(fd)
		return refusal(unix.EACCES)
	}
	return reply{fd: fd, modes: unix.O_CLOEXEC}
}
