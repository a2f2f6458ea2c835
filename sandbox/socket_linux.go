package sandbox

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// listen opens the listeners of a proof: one on the machine's loopback, and one with an
// abstract name. The kernel chooses the port, and the name contains it.
func (g *fixture) listen() (listeners []*os.File, err error) {
	tcp, err := listenAt(unix.AF_INET, &unix.SockaddrInet4{Addr: loopback})
	if err != nil {
		return nil, err
	}
	name, err := unix.Getsockname(int(tcp.Fd()))
	if err != nil {
		return []*os.File{tcp}, err
	}
	g.Port = name.(*unix.SockaddrInet4).Port
	g.Abstract = "@shimgen-prove-" + strconv.Itoa(g.Port)
	local, err := listenAt(unix.AF_UNIX, &unix.SockaddrUnix{Name: g.Abstract})
	if err != nil {
		return []*os.File{tcp}, err
	}
	return []*os.File{tcp, local}, nil
}

var loopback = [4]byte{127, 0, 0, 1}

// listenAt returns a socket that listens at an address.
func listenAt(family int, at unix.Sockaddr) (*os.File, error) {
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

// connects reports whether connecting to a listener works.
func connects(family int, to unix.Sockaddr) bool {
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	return unix.Connect(fd, to) == nil
}
