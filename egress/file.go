package egress

import (
	"errors"
	"net"
	"os"
)

var errKind = errors.New("another kind of socket")

// listener converts a listening socket, which it closes.
func listener(f *os.File) (*net.TCPListener, error) {
	defer f.Close()
	l, err := net.FileListener(f)
	if err != nil {
		return nil, err
	}
	if tcp, is := l.(*net.TCPListener); is {
		return tcp, nil
	}
	return nil, errors.Join(errKind, l.Close())
}

// datagrams does the same for a datagram socket that is bound.
func datagrams(f *os.File) (*net.UDPConn, error) {
	defer f.Close()
	c, err := net.FilePacketConn(f)
	if err != nil {
		return nil, err
	}
	if udp, is := c.(*net.UDPConn); is {
		return udp, nil
	}
	return nil, errors.Join(errKind, c.Close())
}
