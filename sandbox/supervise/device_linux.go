//go:build amd64 || arm64

package supervise

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Devices returns the devices that a confined process may open.
func Devices() []string {
	return []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts/ptmx"}
}

// device opens a device: a harmless one, or a terminal of the caller.
func (r *request) device(p place, how, flags int) reply {
	name := p.path()
	rest, slave := strings.CutPrefix(name, "/dev/pts/")
	var fd int
	var err error
	switch {
	case name == "/dev/tty":
		fd, err = r.openOwnTerminal(how)
	case slave && rest != "ptmx" && !p.writable:
		if fd, err = r.openTerminal(p, rest, how); err == errNotTheirs {
			return r.deny("write", name, unix.EACCES)
		}
	case !p.writable && !slices.Contains(Devices(), name):
		return r.deny("write", name, unix.EACCES)
	case path.Base(name) == "ptmx":
		fd, err = r.makeTerminal(p, how)
	default:
		fd, err = p.openDevice(how)
	}
	return opened(fd, err, flags|unix.O_NONBLOCK)
}

// openDevice opens a place that is a device.
func (p place) openDevice(how int) (int, error) {
	return p.open(how&^(unix.O_CREAT|unix.O_EXCL|unix.O_TRUNC), 0)
}
