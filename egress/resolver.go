package egress

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// A Resolver answers queries for names with placeholder addresses. For a name that is not
// allowed it answers that the name does not exist. It passes no query on.
type Resolver struct {
	Six bool // IPv6 addresses lead here, too

	// Everywhere are the ports that have a listener for all addresses.
	Everywhere []uint16

	// Listen opens a listener for an address and a port; nil opens none.
	Listen func(netip.AddrPort) (*os.File, error)
}

// The parts of a DNS message: RFC 1035, section 4.
const (
	dnsHeader    = 12
	dnsResponse  = 1 << 15
	dnsAuthority = 1 << 10
	dnsWanted    = 1 << 8 // recursion is desired
	dnsAvailable = 1 << 7
	dnsOpcode    = 0xf << 11

	dnsFormat  = 1
	dnsServer  = 2
	dnsNoName  = 3
	dnsNoSuch  = 4
	dnsRefused = 5

	dnsTypeA    = 1
	dnsTypePTR  = 12
	dnsTypeAAAA = 28
	dnsClass    = 1
	dnsPointer  = 0xc00c // to the name in the question
	dnsLives    = 60     // seconds
	dnsLongest  = 512    // of a query, and of our answers
)

// The limits for looking up names under observe.
const (
	nameWithin = 4 * time.Second // programs query again after five
	mostAsking = 64              // queries at once
)

// firstOwnPort is the first port on which an unprivileged program may listen. Lower ports
// have a listener for all addresses.
const firstOwnPort = 1024

// ServeNames answers queries over UDP, from the address to which they were sent. pktinfo
// makes the kernel report that address, for a socket of its IP version.
func (s *Server) ServeNames(c *net.UDPConn, r Resolver) {
	if !s.holds(c) {
		return
	}
	s.done.Go(func() {
		defer s.closes(c)
		question, control := make([]byte, dnsLongest), make([]byte, 128)
		asking := make(chan struct{}, mostAsking)
		for {
			n, got, _, from, err := c.ReadMsgUDPAddrPort(question, control)
			switch {
			case err != nil && !s.patient(err):
				return
			case err != nil:
				continue // about a datagram that was answered before
			}
			reply := func(question, by []byte) {
				if answer := s.answer(question, r); answer != nil {
					_, _, _ = c.WriteMsgUDPAddrPort(answer, by, from)
				}
			}
			if !s.observing() {
				reply(question[:n], replyFrom(control[:got]))
				continue
			}
			asked, by := slices.Clone(question[:n]), slices.Clone(replyFrom(control[:got]))
			asking <- struct{}{}
			s.done.Go(func() {
				defer func() { <-asking }()
				reply(asked, by)
			})
		}
	})
}

// ServeNamesOver answers queries over TCP, each with its length before it.
func (s *Server) ServeNamesOver(l *net.TCPListener, r Resolver) {
	s.serve(l, func(c *net.TCPConn) { s.namesOver(c, r) })
}

// namesOver answers the queries of one connection.
func (s *Server) namesOver(c *net.TCPConn, r Resolver) {
	for {
		_ = c.SetDeadline(time.Now().Add(headWithin))
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return
		}
		n := int(binary.BigEndian.Uint16(size[:]))
		question := make([]byte, min(n, dnsLongest))
		if _, err := io.ReadFull(c, question); err != nil || n > dnsLongest {
			return
		}
		answer := s.answer(question, r)
		if answer == nil {
			return
		}
		if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

// answer returns the answer to a message, or nil for none.
func (s *Server) answer(message []byte, r Resolver) []byte {
	if len(message) < dnsHeader {
		return nil
	}
	flags := binary.BigEndian.Uint16(message[2:])
	if flags&dnsResponse != 0 {
		return nil
	}
	out := append([]byte(nil), message[:dnsHeader]...)
	end := func(code uint16, question []byte, answers ...[]byte) []byte {
		binary.BigEndian.PutUint16(out[2:], dnsResponse|dnsAuthority|flags&(dnsWanted|dnsOpcode)|dnsAvailable|code)
		clear(out[4:])
		if question != nil {
			binary.BigEndian.PutUint16(out[4:], 1)
		}
		binary.BigEndian.PutUint16(out[6:], uint16(len(answers)))
		out = append(out, question...)
		for _, a := range answers {
			out = append(out, a...)
		}
		return out
	}
	switch {
	case flags&dnsOpcode != 0:
		return end(dnsNoSuch, nil)
	case binary.BigEndian.Uint16(message[4:]) != 1:
		return end(dnsFormat, nil)
	}
	name, n, ok := questionName(message[dnsHeader:])
	if !ok || len(message) < dnsHeader+n+4 {
		return end(dnsFormat, nil)
	}
	question := message[dnsHeader : dnsHeader+n+4]
	kind, class := binary.BigEndian.Uint16(question[n:]), binary.BigEndian.Uint16(question[n+2:])
	if class != dnsClass {
		return end(dnsRefused, question)
	}
	four, six, code := s.addressesFor(name, kind, r)
	switch {
	case code != 0:
		return end(code, question)
	case kind == dnsTypeA && four.IsValid():
		return end(0, question, record(kind, four.AsSlice()))
	case kind == dnsTypeAAAA && six.IsValid():
		return end(0, question, record(kind, six.AsSlice()))
	}
	return end(0, question) // the name exists, but has no record of this type
}

// addressesFor returns the placeholder addresses of a name.
func (s *Server) addressesFor(name string, kind uint16, r Resolver) (four, six netip.Addr, code uint16) {
	name, err := hostname.Clean(name)
	if _, is := netip.ParseAddr(name); err != nil || is == nil {
		return four, six, dnsNoName
	}
	if hostname.IsLoopback(name) {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback(), 0
	}
	if kind == dnsTypePTR && strings.HasSuffix(name, ".arpa") {
		return four, six, dnsNoName // tools look up the name of each address that they see
	}
	ports := s.rules.Ports(name)
	if t := (Target{Host: name}); len(ports) == 0 && !s.observes(t) {
		_ = s.refuse(t, ErrUnlisted)
		return four, six, dnsNoName
	} else if len(ports) == 0 { // it may be a name with a suffix that resolv.conf(5) adds
		if code = s.exists(name); code != 0 {
			return four, six, code
		}
	}
	four, six, ok := s.names.give(name)
	if !ok {
		return four, six, dnsServer
	}
	if !r.Six {
		six = netip.Addr{}
	}
	s.listenAt(r, name, ports, four, six)
	return four, six, 0
}

// exists looks up whether an unlisted name exists under observe: a program may try several
// names until one exists.
func (s *Server) exists(name string) (code uint16) {
	ctx, cancel := context.WithTimeout(s.ctx, nameWithin)
	defer cancel()
	found, err := s.rules.Lookup(ctx, name)
	var failed *net.DNSError
	switch {
	case errors.As(err, &failed) && !failed.IsNotFound, ctx.Err() != nil:
		return dnsServer
	case err != nil || len(found) == 0:
		return dnsNoName
	}
	return 0
}

// listenAt opens listeners for the addresses of a name, on the ports that have no listener
// for all addresses. Some may fail, because others listen there. Programs reach those ports
// only through the proxy.
func (s *Server) listenAt(r Resolver, name string, ports []uint16, at ...netip.Addr) {
	for _, port := range ports {
		if r.Listen == nil || slices.Contains(r.Everywhere, port) || !s.names.hear(Target{name, port}) {
			continue
		}
		for _, addr := range at {
			if !addr.IsValid() {
				continue
			}
			if f, err := r.Listen(netip.AddrPortFrom(addr, port)); err == nil {
				if l, err := listener(f); err == nil {
					s.ServeAddresses(l)
				}
			}
		}
	}
}

// questionName reads the name in the first question.
func questionName(text []byte) (name string, n int, ok bool) {
	var labels []string
	for n < len(text) {
		size := int(text[n])
		if n++; size == 0 {
			return strings.Join(labels, "."), n, n <= 255
		}
		if size > 63 || n+size > len(text) || strings.ContainsRune(string(text[n:n+size]), '.') {
			return "", n, false
		}
		labels = append(labels, string(text[n:n+size]))
		n += size
	}
	return "", n, false
}

// record returns a record about the name in the question.
func record(kind uint16, data []byte) []byte {
	out := binary.BigEndian.AppendUint16(nil, dnsPointer)
	out = binary.BigEndian.AppendUint16(out, kind)
	out = binary.BigEndian.AppendUint16(out, dnsClass)
	out = binary.BigEndian.AppendUint32(out, dnsLives)
	out = binary.BigEndian.AppendUint16(out, uint16(len(data)))
	return append(out, data...)
}
