//go:build amd64 || arm64

package supervise

import (
	"os"

	"golang.org/x/sys/unix"
)

// Seals are the seals of such a copy. Only a file without a name can be sealed
// (memfd_create(2)). So a program that opens a path and gets a sealed file knows that a
// supervisor answered.
const Seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// sealedFrom returns the file of which a path gets a sealed copy.
func (r *Rules) sealedFrom(name string) (from string, is bool) {
	for _, l := range r.SealedCopies {
		if l.At == name {
			return l.From, true
		}
	}
	return "", false
}

// sealedCopy answers with a sealed copy of a file.
func (r *request) sealedCopy(from string) reply {
	text, err := os.ReadFile(from)
	if err != nil {
		return refusal(unix.EACCES)
	}
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("copy", flags|unix.MFD_NOEXEC_SEAL)
	if err == unix.EINVAL { // before Linux 6.3
		fd, err = unix.MemfdCreate("copy", flags)
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
