package egress

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// idleWithin is how long a kept connection waits for its next request.
const idleWithin = 5 * time.Minute

// A destination is where a client's requests must go, if the client does not use the proxy.
// The zero destination is anywhere.
type destination struct {
	target Target
	secure bool // within TLS, which was terminated here
}

// upstream is the connection to a server.
type upstream struct {
	side
	target Target
	secure bool            // within TLS
	spoke  <-chan struct{} // of a tunnel: while it is open, somebody waits for the server's first byte
	used   bool            // a request was answered on it
}

// request is a request on its way to a server.
type request struct {
	head
	body
	target  Target
	upgrade bool
	last    bool          // the client wants no other request after it
	masks   []replacement // of its answer
	text    []byte        // its body, if the server has read it already
}

// requests serves a client's requests, one after another. up is the connection to their
// destination, or nil.
func (s *Server) requests(client side, to destination, up *upstream) {
	defer func() {
		if up != nil {
			s.closes(up.conn)
		}
	}()
	for within := headWithin; ; within = idleWithin {
		_ = client.conn.SetReadDeadline(time.Now().Add(within))
		h, err := readHead(client.r, false)
		if err != nil {
			if isMalformed(err) {
				answer(client, 400, err.Error())
			}
			return
		}
		_ = client.conn.SetReadDeadline(time.Time{})
		q := request{head: h}
		err = s.understand(&q, to.target)
		if err == nil && q.line[0] == "CONNECT" {
			s.connectTo(client, q.target)
			return
		}
		if err == nil {
			err = s.permits(&q, client)
		}
		if err == nil {
			err = s.putIn(&q, client, to.secure)
		}
		if err != nil {
			status := 400
			if isRefused(err) {
				status = 403
			}
			answer(client, status, err.Error())
			return
		}
		if up, err = s.reach(up, q.target, to.secure); err != nil {
			complain(client, q.target, err)
			return
		}
		s.rules.Reached(q.target, q.line[0])
		if !s.exchange(client, &up, &q) {
			return
		}
	}
}

func isMalformed(err error) bool { return errors.Is(err, errMalformed) || errors.Is(err, errTooMany) }

// complain tells a client why there is no connection.
func complain(client side, t Target, err error) {
	if isRefused(err) {
		answer(client, 403, fmt.Sprintf("%s: %s", t, err))
		return
	}
	answer(client, 502, fmt.Sprintf("%s cannot be reached: %s", t, err))
}

// connectTo answers CONNECT.
func (s *Server) connectTo(client side, t Target) {
	c, err := s.connect(t)
	if err != nil {
		complain(client, t, err)
		return
	}
	defer s.closes(c)
	if _, err := io.WriteString(client.conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err == nil {
		s.tunnel(client, newSide(c), t)
	}
}

// reach returns a connection to a target: the present one if it fits, or a new one.
func (s *Server) reach(up *upstream, t Target, secure bool) (*upstream, error) {
	if up != nil && up.target == t && !(up.used && up.isOver()) {
		return up, nil
	}
	if up != nil {
		s.closes(up.conn)
	}
	return s.ask(t, secure)
}

// isOver reports whether a server has ended a kept connection, or has sent something
// unasked. The client cannot know that, and a request that changes something must not be
// sent twice.
func (up *upstream) isOver() bool {
	if up.r.Buffered() > 0 {
		return true
	}
	raw, is := up.conn.(syscall.Conn)
	if !is {
		return false
	}
	c, err := raw.SyscallConn()
	if err != nil {
		return true
	}
	over := false
	err = c.Control(func(fd uintptr) {
		var one [1]byte
		_, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		over = !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR)
	})
	return over || err != nil
}

// ask opens a connection for requests.
func (s *Server) ask(t Target, secure bool) (*upstream, error) {
	c, err := s.connect(t)
	if err != nil {
		return nil, err
	}
	if !secure {
		return &upstream{side: newSide(c), target: t}, nil
	}
	return s.secured(c, t)
}

// understand finds out where a request goes, and prepares it to be sent there. If a request
// names its host twice, both must agree.
func (s *Server) understand(q *request, fixed Target) (err error) {
	defer func() {
		if err != nil && isRefused(err) {
			s.rules.Refused(Refusal{Target: q.target, Why: err})
		}
	}()
	hosts := q.values("Host")
	if q.line[0] == "CONNECT" {
		return s.tunnelled(q, hosts, fixed)
	}
	q.last = q.line[2] == "HTTP/1.0" || slices.Contains(q.list("Connection"), "close") || slices.Contains(q.list("Proxy-Connection"), "close")
	if q.body, err = q.frame(false); err != nil {
		return err
	}
	if q.upgrade, err = q.unhop(); err != nil {
		return err
	}
	q.upgrade = q.upgrade && q.line[0] == "GET" && q.line[2] == "HTTP/1.1" && q.isEmpty() // RFC 6455, section 4.1
	if len(hosts) > 1 || len(hosts) == 0 && q.line[2] == "HTTP/1.1" {
		return fmt.Errorf("%w: a request has one Host", errMalformed)
	}
	if err := s.locate(q, hosts, fixed); err != nil {
		return err
	}
	q.say(&q.head)
	switch {
	case q.upgrade:
		q.add("Connection", "upgrade")
		q.add("Upgrade", "websocket")
	case q.last:
		q.add("Connection", "close")
	}
	return nil
}

// tunnelled reads a request for a tunnel.
func (s *Server) tunnelled(q *request, hosts []string, fixed Target) error {
	t, err := authority(q.line[1], 0)
	if err != nil || fixed != (Target{}) || len(hosts) > 1 || len(q.values("Transfer-Encoding")) > 0 {
		return fmt.Errorf("%w CONNECT", errMalformed)
	}
	if q.target = t; len(hosts) == 1 && hosts[0] != "" {
		if said, err := authority(hosts[0], t.Port); err != nil || said.Host != t.Host {
			return fmt.Errorf("%s: %w", hosts[0], ErrHost)
		}
	}
	q.target, err = s.resolvePlaceholder(t)
	return err
}

// locate finds out where a request goes, from its target and its Host.
func (s *Server) locate(q *request, hosts []string, fixed Target) error {
	const scheme = "http://"
	if len(q.line[1]) >= len(scheme) && strings.EqualFold(q.line[1][:len(scheme)], scheme) {
		rest := q.line[1][len(scheme):]
		end := len(rest)
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			end = i
		}
		t, err := authority(rest[:end], 80)
		if err != nil {
			return fmt.Errorf("%w: %q is no host", errMalformed, rest[:end])
		}
		if q.target = t; fixed != (Target{}) && t != fixed {
			return fmt.Errorf("%s: %w", t, ErrHost)
		}
		if q.line[1] = rest[end:]; !strings.HasPrefix(q.line[1], "/") {
			q.line[1] = "/" + q.line[1]
		}
		if len(hosts) == 1 {
			said, err := authority(hosts[0], 80)
			if err != nil || said != t {
				return fmt.Errorf("%q: %w", hosts[0], ErrHost)
			}
		}
		q.drop("Host")
		q.fields = slices.Insert(q.fields, 0, field{"Host", strings.TrimSuffix(t.String(), ":80")})
		if q.target, err = s.resolvePlaceholder(t); err == nil && q.target != t {
			q.fields[0].value = strings.TrimSuffix(q.target.String(), ":80")
		}
		return err
	}
	if fixed == (Target{}) {
		return fmt.Errorf("%w: a proxy is asked for http://HOST/… or CONNECT HOST:PORT", errMalformed)
	}
	if q.line[1][0] != '/' && (q.line[1] != "*" || q.line[0] != "OPTIONS") {
		return fmt.Errorf("%w target", errMalformed)
	}
	q.target = fixed
	if _, is := netip.ParseAddr(fixed.Host); is == nil || len(hosts) == 0 { // the machine at a listed address may have any name
		return nil
	}
	said, err := authority(hosts[0], 80)
	if err != nil {
		return fmt.Errorf("%w: %q is no host", errMalformed, hosts[0])
	}
	if said.Host != fixed.Host {
		q.target = Target{said.Host, fixed.Port}
		return ErrHost
	}
	return nil
}

// again are the methods whose requests may be sent twice: RFC 9110, section 9.2.2.
var again = [...]string{"GET", "HEAD", "OPTIONS"}

// exchange sends a request and passes on its answer, and reports whether another request may
// follow. If the server has ended a kept connection meanwhile, exchange opens a new one.
func (s *Server) exchange(client side, at **upstream, q *request) bool {
	up := *at
	sent := q.write(up.conn)
	body := make(chan error, 1)
	if sent == nil && !q.isEmpty() {
		s.done.Go(func() {
			err := q.send(s.limited(s.watched(up.conn, q.target, up.secure), q), client)
			if err != nil {
				_ = up.conn.CloseRead() // so that nobody waits for the answer
			}
			body <- err
		})
	} else {
		body <- sent
	}
	if up.spoke != nil {
		<-up.spoke
		up.spoke = nil
	}
	h, err := readHead(up.r, true)
	if err != nil && !isMalformed(err) && up.used && q.isEmpty() && slices.Contains(again[:], q.line[0]) {
		s.closes(up.conn)
		if *at, err = s.ask(q.target, up.secure); err != nil {
			complain(client, q.target, err)
			return false
		}
		return s.exchange(client, at, q)
	}
	if err != nil {
		unanswered(client, q, err, body)
		return false
	}
	keep := s.respond(client, up, q, h)
	select {
	case err := <-body:
		return keep && err == nil
	case <-time.After(lingerFor):
		return false // the server answered before it had read everything
	}
}

// unanswered tells a client why there is no answer. The reason may be that the server
// refused its body.
func unanswered(client side, q *request, err error, body <-chan error) {
	select {
	case sent := <-body:
		if isRefused(sent) {
			answer(client, 403, sent.Error())
			return
		}
	case <-time.After(lingerFor):
	}
	answer(client, 502, fmt.Sprintf("%s does not answer: %s", q.target, err))
}

// respond passes an answer on, and reports whether another request may follow.
func (s *Server) respond(client side, up *upstream, q *request, h head) bool {
	for h.line[1][0] == '1' {
		if h.line[1] == "101" {
			s.upgraded(client, up, q, h)
			return false
		}
		_, err := h.unhop()
		q.mask(&h)
		if err == nil && q.line[2] != "HTTP/1.0" {
			err = h.write(client.conn)
		}
		if err != nil {
			return false
		}
		if h, err = readHead(up.r, true); err != nil {
			return false
		}
	}
	b, err := h.frame(true)
	if err == nil {
		up.used = true
		closing := h.line[0] == "HTTP/1.0" || slices.Contains(h.list("Connection"), "close")
		if q.line[0] == "HEAD" || h.line[1] == "204" || h.line[1] == "304" {
			b = body{}
		}
		q.last = q.last || b.toEnd || closing
		_, err = h.unhop()
	}
	if err != nil {
		answer(client, 502, fmt.Sprintf("%s: its answer: %s", q.target, err))
		return false
	}
	out := b
	if len(q.masks) > 0 {
		q.mask(&h)
		out.chunked = b.chunked || b.toEnd && q.line[2] == "HTTP/1.1" // with chunks, the client can tell if the answer ends early
	}
	out.say(&h)
	if q.last {
		h.add("Connection", "close")
	}
	if h.write(client.conn) != nil || q.receive(client.conn, up, b, out.chunked) != nil {
		reset(client.conn) // else the client could take what it has for the whole answer
		return false
	}
	return !q.last
}

// read reads a request's body for a decision before it is sent. tooLong is the error for a
// body longer than most.
func (q *request) read(client side, most int64, tooLong error) ([]byte, error) {
	if q.text != nil {
		return q.text, nil
	}
	if q.line[2] == "HTTP/1.1" && slices.Contains(q.list("Expect"), "100-continue") { // the client waits for permission to send
		if _, err := io.WriteString(client.conn, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
			return nil, err
		}
	}
	q.drop("Expect") // else the server would answer it again
	var text bytes.Buffer
	if err := q.decode(&limitedWriter{w: &text, left: most, tell: func() error { return tooLong }}, client.r, client.conn); err != nil {
		return nil, err
	}
	q.text = append([]byte{}, text.Bytes()...)
	if q.chunked {
		q.drop("Transfer-Encoding")
		q.add("Content-Length", fmt.Sprint(len(q.text)))
		q.body = body{length: int64(len(q.text))}
	}
	return q.text, nil
}

// send sends a request's body.
func (q *request) send(w io.Writer, client side) error {
	if q.text != nil {
		_, err := w.Write(q.text)
		return err
	}
	return q.copy(w, client.r, client.conn)
}

// mask replaces values with their stand-ins in the head of an answer.
func (q *request) mask(h *head) {
	masked := func(text string) string {
		for _, r := range q.masks {
			text = strings.ReplaceAll(text, string(r.from), string(r.to))
		}
		return text
	}
	h.line[2] = masked(h.line[2])
	for i, f := range h.fields {
		h.fields[i] = field{masked(f.name), masked(f.value)}
	}
}

// receive passes on the body of an answer, chunked or as it is.
func (q *request) receive(w io.Writer, up *upstream, b body, chunked bool) error {
	if len(q.masks) == 0 {
		return b.copy(w, up.r, up.conn)
	}
	m := &masker{w: w, all: q.masks}
	if chunked {
		m.w = chunker{w}
	}
	if err := b.decode(m, up.r, up.conn); err != nil {
		return err
	}
	if err := m.flush(); err != nil || !chunked {
		return err
	}
	_, err := io.WriteString(w, lastChunk)
	return err
}

// upgraded relays a connection after an answer that switches it to another protocol.
func (s *Server) upgraded(client side, up *upstream, q *request, h head) {
	if other, err := h.unhop(); err != nil || !other || !q.upgrade {
		answer(client, 502, fmt.Sprintf("%s goes on in another protocol", q.target))
		return
	}
	q.mask(&h)
	h.add("Connection", "upgrade")
	h.add("Upgrade", "websocket")
	if h.write(client.conn) == nil {
		s.relay(client, up.side)
	}
}
