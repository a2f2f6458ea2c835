package egress

import (
	"bufio"
	"net"
	"net/netip"
	"sync"
	"time"
)

// A side is one end of what is relayed.
type side struct {
	conn *net.TCPConn
	r    *bufio.Reader // of conn; what it has read comes before what conn has
}

func newSide(c *net.TCPConn) side { return side{c, bufio.NewReaderSize(c, 4<<10)} }

// tunnel relays between a client and the server that it asked for, once the client has begun in
// a way that agrees with what it asked for. Either may speak first.
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
			s.requests(client, t, &upstream{side: server, target: t, spoke: fromServer})
			return
		}
	case <-fromServer:
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
	if err := s.begin(client, server, t); err != nil {
		reset(client.conn)
		reset(server.conn)
	} else {
		_ = copyAll(server.conn, client.r, client.conn)
		_ = server.conn.CloseWrite()
	}
	both.Wait()
}

// begin checks how a client begins, and hands that on.
func (s *Server) begin(client, server side, t Target) error {
	first, err := client.r.Peek(1)
	if err != nil || first[0] != recordHandshake {
		return nil // it ends, or does not speak TLS
	}
	_ = client.conn.SetReadDeadline(time.Now().Add(headWithin))
	name, hello, err := readHello(client.r)
	if err != nil {
		return s.refuse(t, err)
	}
	_ = client.conn.SetReadDeadline(time.Time{})
	if _, err := netip.ParseAddr(t.Host); err != nil { // the machine at a listed address has any name
		switch {
		case name == "":
			return s.refuse(t, ErrNoName)
		case name != t.Host:
			return s.refuse(Target{name, t.Port}, ErrServerName)
		}
	}
	_, err = server.conn.Write(hello)
	return err
}

// longestMethod is that of a request that is read as one.
const longestMethod = 24

// isRequest reports whether what a client says begins as a request of HTTP/1 does: with a word
// in capitals and a blank. HTTP/2 begins so, too, with a word that is no method.
func isRequest(r *bufio.Reader) bool {
	for n := 1; n <= longestMethod; n++ {
		text, err := r.Peek(n)
		switch {
		case err != nil:
			return false
		case text[n-1] == ' ':
			return n > 1 && string(text) != "PRI "
		case text[n-1] < 'A' || text[n-1] > 'Z':
			return false
		}
	}
	return false
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

// reset ends a connection so that the other end takes it for no orderly end.
func reset(c *net.TCPConn) {
	_ = c.SetLinger(0)
	_ = c.Close()
}
