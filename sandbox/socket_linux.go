package sandbox

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// listen makes the listeners of a proof: one on the machine's loopback and one with a
// name and no file. The kernel chooses the port, and the name comes from the directory.
func (g *fixture) listen() (listeners []*os.File, err error) {
	tcp, err := bound(unix.AF_INET, &unix.SockaddrInet4{Addr: loopback})
	if err != nil {
		return nil, err
	}
	name, err := unix.Getsockname(int(tcp.Fd()))
	if err != nil {
		return []*os.File{tcp}, err
	}
	g.Port = name.(*unix.SockaddrInet4).Port
	g.Abstract = "@shimgen-prove-" + strconv.Itoa(g.Port)
	local, err := bound(unix.AF_UNIX, &unix.SockaddrUnix{Name: g.Abstract})
	if err != nil {
		return []*os.File{tcp}, err
	}
	return []*os.File{tcp, local}, nil
}

var loopback = [4]byte{127, 0, 0, 1}

// bound is a socket that listens at an address.
func bound(family int, at unix.Sockaddr) (*os.File, error) {
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	f := os.NewFile(uintptr(fd), "socket")
	if err = unix.Bind(fd, at); err == nil {
		err = unix.Listen(fd, 1)
	}
	if err != nil {
		f.Close()
		return nil, os.NewSyscallError("listen", err)
	}
	return f, nil
}

// connects reports whether a listener is reached.
func connects(family int, to unix.Sockaddr) bool {
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	return unix.Connect(fd, to) == nil
}
