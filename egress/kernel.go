package egress

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"syscall"
)

// The answers of a network's kernel when it refuses: destination unreachable (RFC 792 and
// RFC 4443), reset (RFC 9293, section 3.5.2).
const (
	icmpUnreachable = 3
	icmpPort        = 3
	icmp6Unreach    = 1
	icmp6Port       = 4
	icmpHeader      = 8
	ipv6Header      = 40
	protocolUDP     = 17
	tcpHeader       = 20
)

// An Answer is a kind of answer of the kernel.
type Answer struct {
	Six bool // IPv6
	TCP bool // resets; else ICMP messages
}

// serveAnswers records attempts to reach an address where nothing listens. The kernel
// refuses them by itself, and a raw socket gets a copy of its answer (raw(7)).
func (s *Server) serveAnswers(n Namespace, a Answer) error {
	if n.Answers == nil {
		return nil
	}
	f, err := n.Answers(a)
	if err != nil {
		return err
	}
	raw, err := f.SyscallConn()
	if err != nil || !s.holds(f) {
		return err
	}
	read := func(fd uintptr) bool {
		var packet [512]byte
		for {
			size, from, err := syscall.Recvfrom(int(fd), packet[:], syscall.MSG_DONTWAIT)
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			if err != nil {
				return !errors.Is(err, syscall.EAGAIN)
			}
			s.answered(a, packet[:size], from)
		}
	}
	s.mu.Lock()
	s.last = append(s.last, func() { _ = raw.Control(func(fd uintptr) { read(fd) }) })
	s.mu.Unlock()
	s.done.Go(func() { _ = raw.Read(read) })
	return nil
}

// answered records a refusal from an answer.
func (s *Server) answered(a Answer, packet []byte, from syscall.Sockaddr) {
	at, ok := refusedBy(a, packet, from)
	if !ok || at.Addr().IsLoopback() {
		return // the destination is inside the sandbox
	}
	t := Target{at.Addr().Unmap().String(), at.Port()}
	named, err := s.resolvePlaceholder(t)
	switch {
	case err != nil: // the namespace's own address
	case !a.TCP:
		_ = s.refuse(named, ErrDatagrams)
	default:
		if err = s.allowed(named); err == nil {
			err = ErrUnserved
		}
		_ = s.refuse(named, err)
	}
}

// refusedBy returns where a program could not connect or send, from the answer that it got.
func refusedBy(a Answer, packet []byte, from syscall.Sockaddr) (at netip.AddrPort, ok bool) {
	if !a.Six { // IPv4 packets come with their header
		if len(packet) < 1 || len(packet) < headerLength(packet) {
			return at, false
		}
		packet = packet[headerLength(packet):]
	}
	switch {
	case a.TCP && len(packet) >= tcpHeader:
		addr, is := addressOf(from)
		return netip.AddrPortFrom(addr, binary.BigEndian.Uint16(packet)), is
	case !a.TCP && len(packet) > icmpHeader:
		return undelivered(a.Six, packet)
	}
	return at, false
}

// headerLength returns the length of an IPv4 header (RFC 791, section 3.1).
func headerLength(packet []byte) int { return 4 * int(packet[0]&0xf) }

func addressOf(from syscall.Sockaddr) (netip.Addr, bool) {
	switch at := from.(type) {
	case *syscall.SockaddrInet4:
		return netip.AddrFrom4(at.Addr), true
	case *syscall.SockaddrInet6:
		return netip.AddrFrom16(at.Addr), true
	}
	return netip.Addr{}, false
}

// undelivered returns the destination of a datagram, from the ICMP message about it. A
// message about one from the resolver's port is about an answer of ours for which nobody
// waits any more.
func undelivered(six bool, message []byte) (at netip.AddrPort, ok bool) {
	inner, kind, code := message[icmpHeader:], message[0], message[1]
	var to netip.Addr
	switch {
	case six && kind == icmp6Unreach && code == icmp6Port && len(inner) >= ipv6Header && inner[6] == protocolUDP:
		to, inner = netip.AddrFrom16([16]byte(inner[24:40])), inner[ipv6Header:]
	case !six && kind == icmpUnreachable && code == icmpPort && len(inner) >= 20 && inner[9] == protocolUDP && len(inner) >= headerLength(inner):
		to, inner = netip.AddrFrom4([4]byte(inner[16:20])), inner[headerLength(inner):]
	default:
		return at, false
	}
	if len(inner) < 4 || binary.BigEndian.Uint16(inner) == dnsPort {
		return at, false
	}
	return netip.AddrPortFrom(to, binary.BigEndian.Uint16(inner[2:])), true
}
