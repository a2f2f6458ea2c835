package egress

import (
	"bufio"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// A stream is a connection whose directions end one by one: TCP, or the unencrypted side of
// TLS. Between two TCP connections the kernel moves the bytes.
type stream interface {
	net.Conn
	CloseRead() error
	CloseWrite() error
}

// A side is one end of a relay.
type side struct {
	conn stream
	r    *bufio.Reader // of conn; its buffered bytes precede those that conn still has
}

func newSide(c stream) side { return side{c, bufio.NewReaderSize(c, 4<<10)} }

// tunnel relays between a client and the server that it asked for, after it has checked that
// the client's first bytes agree with the requested target. Either side may speak first.
func (s *Server) tunnel(client, server side, t Target) {
	spoke := func(of side) <-chan struct{} {
		done := make(chan struct{})
		s.done.Go(func() {
			defer close(done)
			_, _ = of.r.Peek(1)
		})
		return done
	}
	fromClient, fromServer := spoke(client), spoke(server)
	select {
	case <-fromClient:
		_ = client.conn.SetReadDeadline(time.Now().Add(headWithin))
		is := isRequest(client.r)
		_ = client.conn.SetReadDeadline(time.Time{})
		if is {
			s.requests(client, destination{target: t}, &upstream{side: server, target: t, spoke: fromServer})
			return
		}
		if first, err := client.r.Peek(1); err == nil && first[0] == recordHandshake && s.opens(t) {
			s.openTLS(client, server, fromServer, t)
			return
		}
	case <-fromServer:
	}
	if s.restricted(t.Host) && s.refuseOrObserve(Refusal{Target: t, Why: ErrProtocol}) != nil {
		reset(client.conn)
		reset(server.conn)
		<-fromClient
		<-fromServer
		return
	}
	var both sync.WaitGroup
	both.Go(func() {
		<-fromServer
		if _, err := server.r.Peek(1); err == nil {
			_ = copyAll(client.conn, server.r, server.conn)
		}
		_ = client.conn.CloseWrite()
	})
	<-fromClient
	to, err := s.begin(client, server, t)
	if err == nil {
		if err = copyAll(to, client.r, client.conn); !isRefused(err) {
			err = server.conn.CloseWrite()
		}
	}
	if isRefused(err) || isMalformed(err) {
		reset(client.conn)
		reset(server.conn)
	}
	both.Wait()
}

// begin checks the client's first bytes and passes them on. It returns where the rest goes.
func (s *Server) begin(client, server side, t Target) (io.Writer, error) {
	first, err := client.r.Peek(1)
	if err != nil || first[0] != recordHandshake { // the client ends, or does not speak TLS
		s.rules.Reached(t, "")
		return s.watched(server.conn, t, false), nil
	}
	hello, err := s.hello(client, t)
	if err == nil {
		s.rules.Reached(t, "")
		_, err = server.conn.Write(hello)
	}
	return server.conn, err
}

// hello reads a client hello. Its server name must be the requested host.
func (s *Server) hello(client side, t Target) ([]byte, error) {
	_ = client.conn.SetReadDeadline(time.Now().Add(headWithin))
	name, hello, err := readHello(client.r)
	if err != nil {
		return nil, s.refuse(t, err)
	}
	_ = client.conn.SetReadDeadline(time.Time{})
	if _, err := netip.ParseAddr(t.Host); err != nil { // the machine at a listed address may have any name
		switch {
		case name == "":
			return nil, s.refuse(t, ErrNoName)
		case name != t.Host:
			return nil, s.refuse(Target{name, t.Port}, ErrServerName)
		}
	}
	return hello, nil
}

// isRequest reports whether a client begins with an HTTP/1 request: a line with a token, a
// blank and later the protocol's name, in any case. Servers skip empty lines before it (RFC
// 9112, section 2.2) and many accept any token as a method, so both count: an unrecognised
// request would reach the server with its Host unread. HTTP/2 without TLS does not count,
// nor do other line protocols, such as SSH, IRC and memcached.
func isRequest(r *bufio.Reader) bool {
	for n := 1; n <= r.Size(); n++ {
		text, err := r.Peek(n)
		if err != nil {
			return false
		}
		switch c := text[n-1]; {
		case c == '\n':
			return n == 1 || namesHTTP(string(text))
		case n == 1 && c == '\r':
			return true // readHead refuses it
		case c != '\t' && c != '\r' && (c < ' ' || c == 0x7f):
			return false // not text
		}
	}
	return true // longer than a line of any other protocol
}

// namesHTTP reports whether a line is the first of an HTTP/1 request.
func namesHTTP(line string) bool {
	end := strings.IndexAny(line, " \t")
	if end < 0 || !isToken(line[:end]) || line[:end] == "PRI" {
		return false
	}
	return strings.Contains(strings.ToUpper(line[end:]), "HTTP/")
}

// relay relays both ways until both have ended.
func (s *Server) relay(client, server side) {
	var both sync.WaitGroup
	both.Go(func() {
		_ = copyAll(client.conn, server.r, server.conn)
		_ = client.conn.CloseWrite()
	})
	_ = copyAll(server.conn, client.r, client.conn)
	_ = server.conn.CloseWrite()
	both.Wait()
}

// reset ends a connection so that, if possible, the other end does not take it for an
// orderly end.
func reset(c stream) {
	if tcp, is := c.(*net.TCPConn); is {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}
