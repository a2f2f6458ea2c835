package egress

import (
	"net"
	"time"
)

// openTLS terminates a client's TLS, and serves its requests to the server that it asked
// for. spoke is closed when nobody waits for the server's first byte any more.
func (s *Server) openTLS(client, server side, spoke <-chan struct{}, t Target) {
	hello, err := s.hello(client, t)
	_ = server.conn.SetReadDeadline(time.Unix(1, 0)) // a time in the past
	<-spoke
	_ = server.conn.SetReadDeadline(time.Time{})
	if err != nil || server.r.Buffered() > 0 { // a TLS server does not speak first
		reset(client.conn)
		return
	}
	early, _ := client.r.Peek(client.r.Buffered())
	within, err := s.rules.TLS.Accept(client.conn.(*net.TCPConn), append(hello, early...), t.Host)
	if err != nil || !s.holds(within) {
		reset(client.conn)
		return
	}
	defer s.closes(within)
	s.closes(client.conn)
	up, err := s.secured(server.conn.(*net.TCPConn), t)
	if err != nil {
		up = nil // the first request tries again, and reports the error
	}
	s.requests(newSide(within), destination{t, true}, up)
}

// secured begins TLS with a server.
func (s *Server) secured(c *net.TCPConn, t Target) (*upstream, error) {
	defer s.closes(c)
	within, err := s.rules.TLS.Connect(c, t.Host)
	if err != nil {
		return nil, err
	}
	if !s.holds(within) {
		return nil, net.ErrClosed
	}
	return &upstream{side: newSide(within), target: t, secure: true}, nil
}
