//go:build amd64 || arm64

package supervise

import (
	"os"

	"golang.org/x/sys/unix"
)

// Seals are the seals of a lent file. Only a file without a name can be sealed
// (memfd_create(2)). So a program that opens a path and gets a sealed file knows that a
// supervisor answered.
const Seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// lent returns the file to lend for a path.
func (r *Rules) lent(name string) (from string, is bool) {
	for _, l := range r.Lent {
		if l.At == name {
			return l.From, true
		}
	}
	return "", false
}

// lend answers with a sealed copy of a file.
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
