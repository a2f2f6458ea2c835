package egress

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"time"
)

// client serves a client that uses the proxy.
func (s *Server) client(c *net.TCPConn) {
	client := newSide(c)
	_ = c.SetReadDeadline(time.Now().Add(headWithin))
	first, err := client.r.Peek(1)
	switch {
	case err != nil:
	case first[0] == socksVersion:
		s.socks(client)
	default:
		s.requests(client, destination{}, nil)
	}
}

// The numbers of SOCKS: RFC 1928.
const (
	socksVersion  = 5
	socksNoAuth   = 0
	socksNoMethod = 0xff
	socksConnect  = 1
	socksIPv4     = 1
	socksName     = 3
	socksIPv6     = 4

	socksDone        = 0
	socksFailed      = 1
	socksNotAllowed  = 2
	socksUnreachable = 4
	socksNoCommand   = 7
	socksNoAddress   = 8
)

// socks serves a SOCKS client.
func (s *Server) socks(client side) {
	answer := func(code byte) error {
		_, err := client.conn.Write([]byte{socksVersion, code, 0, socksIPv4, 0, 0, 0, 0, 0, 0})
		return err
	}
	t, code := s.socksTarget(client)
	if code != socksDone {
		if code != socksNoMethod {
			_ = answer(code)
		}
		return
	}
	t, err := s.resolvePlaceholder(t)
	var c *net.TCPConn
	if err == nil {
		c, err = s.connect(t)
	} else {
		_ = s.refuse(t, err)
	}
	if err != nil {
		code = socksUnreachable
		if isRefused(err) {
			code = socksNotAllowed
		}
		_ = answer(code)
		return
	}
	defer s.closes(c)
	_ = client.conn.SetReadDeadline(time.Time{})
	if answer(socksDone) == nil {
		s.tunnel(client, newSide(c), t)
	}
}

// socksTarget reads the target of a SOCKS client. If there is no target, code says why.
func (s *Server) socksTarget(client side) (t Target, code byte) {
	var b [256]byte
	read := func(n int) []byte {
		if _, err := io.ReadFull(client.r, b[:n]); err != nil {
			clear(b[:n])
		}
		return b[:n]
	}
	methods := int(read(2)[1])
	offered := read(methods)
	none := true
	for _, m := range offered {
		none = none && m != socksNoAuth
	}
	if methods == 0 || none {
		_, _ = client.conn.Write([]byte{socksVersion, socksNoMethod})
		return t, socksNoMethod
	}
	if _, err := client.conn.Write([]byte{socksVersion, socksNoAuth}); err != nil {
		return t, socksNoMethod
	}
	h := read(4)
	version, command, zero, kind := h[0], h[1], h[2], h[3]
	host := ""
	switch kind {
	case socksIPv4:
		host = netip.AddrFrom4([4]byte(read(4))).String()
	case socksIPv6:
		host = netip.AddrFrom16([16]byte(read(16))).Unmap().String()
	case socksName:
		host = string(read(int(read(1)[0])))
	default:
		return t, socksNoAddress
	}
	port := binary.BigEndian.Uint16(read(2))
	if version != socksVersion || zero != 0 {
		return t, socksFailed
	}
	t, err := targetOf(host, port)
	switch {
	case err != nil || port == 0 && command == socksConnect:
		return t, socksFailed
	case command != socksConnect:
		if command == 3 { // UDP ASSOCIATE
			_ = s.refuse(t, ErrDatagrams)
		}
		return t, socksNoCommand
	}
	return t, socksDone
}

// resolvePlaceholder returns the target that an address stands for. If the address is a name's
// placeholder, the target is the name.
func (s *Server) resolvePlaceholder(t Target) (Target, error) {
	addr, err := netip.ParseAddr(t.Host)
	if err != nil || !isPlaceholder(addr) {
		return t, nil
	}
	name, found := s.names.of(addr)
	if !found {
		return t, ErrUnlisted
	}
	return Target{name, t.Port}, nil
}

// isRefused reports whether an error is one of the errors of a Refusal.
func isRefused(err error) bool {
	for _, why := range []error{ErrUnlisted, ErrPort, ErrPrivate, ErrServerName, ErrNoName, ErrHost, ErrDatagrams, ErrUnserved, ErrRequest, ErrAmbiguous, ErrUpload, ErrProtocol, ErrCredential} {
		if errors.Is(err, why) {
			return true
		}
	}
	return false
}

// answer tells an HTTP client that its request is refused, and why.
func answer(client side, status int, why string) {
	_ = client.conn.SetWriteDeadline(time.Now().Add(headWithin))
	text := "shimgen: " + why + "\n"
	reason := map[int]string{400: "Bad Request", 403: "Forbidden", 502: "Bad Gateway"}[status]
	_, _ = fmt.Fprintf(client.conn, "HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n\r\n%s", status, reason, len(text), text)
	_ = client.conn.CloseWrite()
	_ = client.conn.SetReadDeadline(time.Now().Add(lingerFor)) // else data that the client still sends would reset the connection before the client has read the answer
	_, _ = io.CopyN(io.Discard, client.r, mostLingering)
}

// The limits of time and bytes during which a refused client may go on sending.
const (
	lingerFor     = 500 * time.Millisecond
	mostLingering = 1 << 20
)
