//go:build amd64 || arm64

package supervise

import (
	"bytes"
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// socketFor returns a copy of the caller's socket for a call with an address. If a container
// does not allow copying it, it returns another socket of the same kind, which must take the
// place of the caller's.
func (r *request) socketFor(address []byte) (fd int, other bool, err error) {
	fd, err = r.socket()
	if !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.ENOSYS) {
		return fd, false, err
	}
	kind := unix.SOCK_STREAM
	if family(address) == unix.AF_UNIX {
		if kind, err = r.localKind(); err != nil {
			return 0, true, err
		}
	}
	modes, err := r.modes(r.fd(0))
	if err != nil {
		return 0, true, err
	}
	fd, err = r.keep(unix.Socket(int(family(address)), kind|modes&unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0))
	if err == nil {
		err = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1) // servers set it, and a program does not notice
	}
	return fd, true, err
}

// modes returns the flags of a descriptor of the caller's.
func (r *request) modes(number int) (int, error) {
	text, err := os.ReadFile(r.proc("fdinfo/" + strconv.Itoa(number)))
	if err != nil {
		return 0, unix.EBADF
	}
	_, rest, _ := bytes.Cut(text, []byte("flags:\t"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	flags, err := strconv.ParseInt(string(line), 8, 64)
	return int(flags), err
}

// socketName returns the name of the caller's socket in /proc, with its inode: proc_pid_fd(5).
func (r *request) socketName() (string, error) {
	return os.Readlink(r.proc("fd/" + strconv.Itoa(r.fd(0))))
}

// localKind returns the type of a Unix socket of the caller's: proc_net(5).
func (r *request) localKind() (int, error) {
	name, err := r.socketName()
	if err != nil {
		return 0, unix.EBADF
	}
	inode, is := bytes.CutPrefix([]byte(name), []byte("socket:["))
	table, err := os.ReadFile("/proc/net/unix")
	if !is || err != nil {
		return 0, unix.ENOTSOCK
	}
	inode = bytes.TrimSuffix(inode, []byte("]"))
	for line := range bytes.Lines(table) {
		const kindAt, inodeAt = 4, 6
		fields := bytes.Fields(line)
		if len(fields) > inodeAt && bytes.Equal(fields[inodeAt], inode) {
			kind, err := strconv.ParseInt(string(fields[kindAt]), 16, 32)
			return int(kind), err
		}
	}
	return 0, unix.ENOTSOCK
}

// exchangeSocket puts our socket in place of the caller's.
func (r *request) exchangeSocket(fd int) error {
	modes, err := r.modes(r.fd(0))
	if err != nil {
		return err
	}
	r.id = r.begun.waiting(r)
	return r.replace(r, r.fd(0), fd, uint32(modes&unix.O_CLOEXEC))
}
