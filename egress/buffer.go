package egress

import (
	"net"
	"net/netip"
	"syscall"
)

// buffered is how many bytes a socket to the same machine holds in each direction. A larger
// buffer gains nothing, because there is no distance: waiting data leaves the processor's
// caches before it is read, and moving it then costs up to twice as much. This is one
// segment of the loopback (65483 bytes), and limits the kernel's memory for a connection.
const buffered = 64 << 10

// bound limits the buffers of the connections that a listener accepts: they inherit the
// listener's (socket(7)). Larger ones would only cost time.
func bound(l *net.TCPListener) {
	raw, err := l.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, buffered)
		_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_SNDBUF, buffered)
	})
}

// boundNear limits the buffers of a connection to a server on this machine. Other
// connections need room for data in flight.
func boundNear(c *net.TCPConn) {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err == nil && at.Addr().Unmap().IsLoopback() {
		_ = c.SetReadBuffer(buffered)
		_ = c.SetWriteBuffer(buffered)
	}
}
