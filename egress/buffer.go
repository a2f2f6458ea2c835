package egress

import (
	"net"
	"net/netip"
	"syscall"
)

// buffered is how many bytes a socket to the same machine holds each way. There is no distance
// that more would fill: what waits in a larger buffer has left the processor's caches when it is
// read, and moving it costs up to twice as much. It is one segment of the loopback (65483 bytes)
// and bounds what a connection has of the kernel's memory.
const buffered = 64 << 10

// bound bounds the buffers of the connections that a listener accepts, which have those of the
// listener (socket(7)). Larger ones would do no harm but for the time.
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

// boundNear bounds those of a connection to a server, if that is on this machine. Others need
// what is under way between two machines.
func boundNear(c *net.TCPConn) {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err == nil && at.Addr().Unmap().IsLoopback() {
		_ = c.SetReadBuffer(buffered)
		_ = c.SetWriteBuffer(buffered)
	}
}
