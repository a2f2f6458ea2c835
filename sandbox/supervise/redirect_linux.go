//go:build amd64 || arm64

package supervise

import (
	"encoding/binary"
	"net/netip"

	"golang.org/x/sys/unix"
)

// connectRedirected connects the caller's own socket to the address that Redirect returns. It
// first binds the socket, so that the listener there knows which connection it gets.
func (r *request) connectRedirected(to []byte, at netip.AddrPort) reply {
	fd, other, err := r.socketFor(to)
	if err != nil {
		return refusal(err)
	}
	if _, err := unix.Getpeername(fd); err == nil {
		return refusal(unix.EISCONN)
	}
	from, err := boundToLoopback(fd)
	if err != nil {
		return refusal(err)
	}
	next, err := r.rules.Redirect(from, at)
	if err != nil {
		return refusal(unix.ECONNREFUSED)
	}
	return r.connectOn(fd, other, withAddress(to, next))
}

// boundToLoopback returns the address of a socket, and binds it to the loopback if it has none.
// An address from bind(2) is on the loopback already.
func boundToLoopback(fd int) (netip.AddrPort, error) {
	own, err := unix.Getsockname(fd)
	if err != nil {
		return netip.AddrPort{}, err
	}
	loopback := [4]byte{127, 0, 0, 1}
	switch own := own.(type) {
	case *unix.SockaddrInet4:
		if own.Port == 0 {
			err = unix.Bind(fd, &unix.SockaddrInet4{Addr: loopback})
		}
	case *unix.SockaddrInet6: // a socket for IPv6 alone cannot have this address
		if own.Port == 0 {
			err = unix.Bind(fd, &unix.SockaddrInet6{Addr: netip.AddrFrom4(loopback).As16()})
		}
	default:
		err = unix.EAFNOSUPPORT
	}
	if err != nil {
		return netip.AddrPort{}, err
	}
	if own, err = unix.Getsockname(fd); err != nil {
		return netip.AddrPort{}, err
	}
	at := netip.AddrPort{}
	switch own := own.(type) {
	case *unix.SockaddrInet4:
		at = netip.AddrPortFrom(netip.AddrFrom4(own.Addr), uint16(own.Port))
	case *unix.SockaddrInet6:
		at = netip.AddrPortFrom(netip.AddrFrom16(own.Addr).Unmap(), uint16(own.Port))
	}
	if !at.Addr().IsLoopback() || !at.Addr().Is4() {
		return netip.AddrPort{}, unix.EADDRNOTAVAIL
	}
	return at, nil
}

// withAddress returns a socket address of the same family with another host and port.
func withAddress(like []byte, at netip.AddrPort) []byte {
	to := append([]byte(nil), like...)
	binary.BigEndian.PutUint16(to[2:], at.Port())
	if family(to) == unix.AF_INET6 {
		wide := at.Addr().As16()
		copy(to[8:24], wide[:])
	} else {
		short := at.Addr().As4()
		copy(to[4:8], short[:])
	}
	return to
}
