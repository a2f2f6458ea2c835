package terminator

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/egress"
)

// How long TLS may take to begin, and how long the other side has to end it, once nobody has the
// clear side any more.
const (
	beginWithin = 20 * time.Second
	endWithin   = 5 * time.Second
)

// longestPacket holds a name and the longest hello that the proxy reads.
const longestPacket = 128 << 10

// A Server takes connections over.
type Server struct {
	Authority *Authority
	Roots     *x509.CertPool // of servers; nil is this machine's
}

// Serve sends the authority's certificate, and serves until the other end of the socket is
// closed. What runs then ends with the process.
func (s *Server) Serve(socket *net.UnixConn) error {
	if _, err := socket.Write(s.Authority.PEM()); err != nil {
		return err
	}
	buffer, control := make([]byte, longestPacket), make([]byte, syscall.CmsgSpace(2*4))
	for {
		n, got, flags, _, err := socket.ReadMsgUnix(buffer, control)
		if errors.Is(err, io.EOF) || err == nil && n == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		conns, err := connections(control[:got])
		if err != nil { // descriptors were short: it is the end of that connection, and of no other
			continue
		}
		if flags&(syscall.MSG_TRUNC|syscall.MSG_CTRUNC) != 0 { // the system has left out what did not fit
			_, _ = conns[0].Close(), conns[1].Close()
			continue
		}
		go s.begin(conns[0], conns[1].(*net.UnixConn), bytes.Clone(buffer[:n]))
	}
}

var errPacket = errors.New("a packet with other descriptors than a connection and its clear side")

// connections are the two that came with a packet.
func connections(control []byte) (conns []net.Conn, err error) {
	messages, err := syscall.ParseSocketControlMessage(control)
	defer func() {
		if err != nil {
			for _, c := range conns {
				_ = c.Close()
			}
		}
	}()
	for _, m := range messages {
		fds, _ := syscall.ParseUnixRights(&m)
		for _, fd := range fds {
			syscall.CloseOnExec(fd)
			f := os.NewFile(uintptr(fd), "connection")
			if c, err := net.FileConn(f); err == nil {
				conns = append(conns, c)
			}
			f.Close()
		}
	}
	if len(conns) == 2 {
		if _, is := conns[1].(*net.UnixConn); is {
			return conns, nil
		}
	}
	return conns, errors.Join(err, errPacket)
}

// begin begins TLS as a packet asks for it, says on the clear side whether it has begun, and
// carries what follows.
func (s *Server) begin(c net.Conn, clear *net.UnixConn, packet []byte) {
	defer clear.Close()
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), beginWithin)
	defer cancel()
	var within *tls.Conn
	switch rest := packet[1:]; packet[0] {
	case egress.AskAccept:
		name, hello, _ := strings.Cut(string(rest), "\x00")
		within = tls.Server(&replayedConn{c, io.MultiReader(strings.NewReader(hello), c)}, s.accepting(name))
	case egress.AskConnect:
		within = tls.Client(c, s.connecting(string(rest)))
	default:
		return
	}
	if err := within.HandshakeContext(ctx); err != nil {
		_, _ = fmt.Fprintf(clear, "%c%s", egress.SaidFailed, err)
		return
	}
	if _, err := clear.Write([]byte{egress.SaidReady}); err != nil {
		return
	}
	carry(within, clear)
}

// protocols are what is spoken within TLS.
func protocols() []string { return []string{"http/1.1"} }

func (s *Server) accepting(name string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: protocols(),
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return s.Authority.Issue(name) },
	}
}

func (s *Server) connecting(name string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols(), ServerName: name, RootCAs: s.Roots}
}

// A replayedConn is a connection of which something was read already.
type replayedConn struct {
	net.Conn
	r io.Reader
}

// Read reads what was read already, and then the connection.
func (b *replayedConn) Read(p []byte) (int, error) { return b.r.Read(p) }

// carry moves what is said both ways until both have ended. Where one side breaks off, the
// other does.
func carry(within *tls.Conn, clear *net.UnixConn) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := io.Copy(within, clear); err != nil || within.CloseWrite() != nil {
			_ = within.NetConn().Close()
			_ = clear.CloseRead()
			return
		}
		go func() {
			if gone(clear) { // else one that says nothing more would be held for good
				_ = within.SetReadDeadline(time.Now().Add(endWithin))
			}
		}()
	}()
	if _, err := io.Copy(clear, within); err != nil {
		_ = clear.Close()
		_ = within.NetConn().Close()
	} else {
		_ = clear.CloseWrite()
	}
	<-done
}

// gone waits until the other end of the clear side is closed in both directions. It reports false
// where this end is first.
func gone(clear *net.UnixConn) bool {
	raw, err := clear.SyscallConn()
	return err == nil && raw.Read(func(fd uintptr) bool {
		poll := []unix.PollFd{{Fd: int32(fd)}}
		_, err := unix.Poll(poll, 0)
		return err == nil && poll[0].Revents&unix.POLLHUP != 0 // which poll(2) always tells
	}) == nil
}
