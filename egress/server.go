package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Rules say what is allowed, and how to find names and make connections. Several goroutines
// call the functions, whose answers may change each time.
type Rules struct {
	// Ports returns the ports of a host to which connections are allowed; none for a host
	// that is not allowed. The host is clean: a name or an address.
	Ports func(host string) []uint16

	// Lookup finds the addresses of a name; nil means the machine's own resolver.
	Lookup func(ctx context.Context, name string) ([]netip.Addr, error)

	// Dial connects to an address; nil means a TCP connection of this machine.
	Dial func(ctx context.Context, to netip.AddrPort) (*net.TCPConn, error)

	// Refused is called for everything that is refused; it may be nil.
	Refused func(Refusal)

	// Observe reports whether the server lets connections and requests through that only a
	// missing list entry forbids, and reports them to Observed instead of Refused. nil means
	// never. The server still refuses addresses outside the public Internet, and a stand-in
	// for a wrong host.
	Observe  func() bool
	Observed func(Refusal)

	// Reached is called for every connection and every request that is made; it may be nil.
	// The method is "" for a connection whose requests the server does not see.
	Reached func(t Target, method string)

	// Requests returns lists of rules about requests. If a list has rules for a host, the
	// host gets only requests that the list allows; if several have, all must allow a
	// request. It may be nil.
	Requests func() [][]RequestRule

	// MaxBody returns the limit for the body of a request in bytes; 0, or nil, means none. It
	// applies to requests that the server sees: without TLS, and within TLS that it terminates.
	MaxBody func() int64

	// Credentials are put into requests. The server terminates TLS for their hosts, for the
	// hosts of Requests, and for no others.
	Credentials []Credential
	TLS         TLS
}

// TLS speaks TLS on a connection, and returns the unencrypted side of it. It works on a
// duplicate: the caller closes the connection that it passed. The error says why TLS did not
// begin.
type TLS interface {
	// Accept answers a client as the server of a name. hello is the client's hello, already
	// read from the connection.
	Accept(client *net.TCPConn, hello []byte, name string) (*net.UnixConn, error)

	// Connect speaks to a server as a client that asks for a name, and verifies the server's
	// certificate for that name.
	Connect(server *net.TCPConn, name string) (*net.UnixConn, error)
}

// A Refusal is something that the server refused.
type Refusal struct {
	Target     Target
	Why        error  // one of the errors below, perhaps wrapped
	Credential string // the name of the credential whose stand-in was sent, or ""
	Request    string // METHOD HOST/PATH of the request, or ""
}

// The reasons of refusals.
var (
	ErrUnlisted   = errors.New("the host is not listed")
	ErrPort       = errors.New("the port is not listed")
	ErrPrivate    = errors.New("the name leads to an address that is not on the Internet and not listed")
	ErrServerName = errors.New("the TLS server name is another than the host that was asked for")
	ErrNoName     = errors.New("TLS without a server name")
	ErrHost       = errors.New("the Host of a request is another than where it goes")
	ErrDatagrams  = errors.New("datagrams go nowhere")
	ErrUnserved   = errors.New("nothing listens in the sandbox for the port, which the proxy reaches")
	ErrRequest    = errors.New("requests of this kind are not listed for the host")
	ErrAmbiguous  = errors.New("the path or the method of the request is ambiguous: servers may read it in different ways")
	ErrUpload     = errors.New("the body of the request is longer than may be uploaded")
	ErrProtocol   = errors.New("the host gets listed requests alone, of HTTP/1 in the clear or within TLS")
	ErrCredential = errors.New("the stand-in of a credential goes to a host that the credential is not for")

	errMalformed = errors.New("malformed")
	errTooMany   = errors.New("too many")
)

// The limits of a server.
const (
	mostConnections = 4096
	headWithin      = 30 * time.Second // for a client to say where it wants to go
	dialWithin      = 30 * time.Second
	addressWithin   = 10 * time.Second // for each of several addresses
)

// A Server connects programs to the hosts that they may reach. Make one with New.
type Server struct {
	rules Rules
	names *names

	ctx  context.Context
	stop context.CancelFunc
	slot chan struct{}  // one for each connection
	done sync.WaitGroup // running goroutines

	mu    sync.Mutex
	open  map[closer]struct{} // to close with the server
	last  []func()            // to call before that
	ended bool
}

type closer interface{ Close() error }

// New returns a server that serves nothing yet.
func New(rules Rules) *Server {
	if rules.Lookup == nil {
		rules.Lookup = lookup
	}
	if rules.Dial == nil {
		rules.Dial = dial
	}
	if rules.Refused == nil {
		rules.Refused = func(Refusal) {}
	}
	if rules.Observed == nil {
		rules.Observed = func(Refusal) {}
	}
	if rules.Requests == nil {
		rules.Requests = func() [][]RequestRule { return nil }
	}
	if rules.MaxBody == nil {
		rules.MaxBody = func() int64 { return 0 }
	}
	if rules.Reached == nil {
		rules.Reached = func(Target, string) {}
	}
	s := &Server{rules: rules, names: newNames(), slot: make(chan struct{}, mostConnections), open: map[closer]struct{}{}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// Close ends all connections, and waits until they have ended.
func (s *Server) Close() error {
	s.stop()
	s.mu.Lock()
	last := s.last
	s.last = nil
	s.mu.Unlock()
	for _, do := range last {
		do()
	}
	s.mu.Lock()
	s.ended = true
	for c := range s.open {
		_ = c.Close()
	}
	s.mu.Unlock()
	s.done.Wait()
	return nil
}

// holds registers something to close with the server. It returns false if the server is
// already closed.
func (s *Server) holds(c closer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		_ = c.Close()
		return false
	}
	s.open[c] = struct{}{}
	return true
}

// closes closes something that was registered.
func (s *Server) closes(c closer) {
	s.mu.Lock()
	delete(s.open, c)
	s.mu.Unlock()
	_ = c.Close()
}

// Serve serves a listener for programs with proxy support.
func (s *Server) Serve(l *net.TCPListener) { s.serve(l, s.client) }

// serve accepts connections until the server is closed.
func (s *Server) serve(l *net.TCPListener, handle func(*net.TCPConn)) {
	if !s.holds(l) {
		return
	}
	bound(l)
	s.done.Go(func() {
		defer s.closes(l)
		for {
			select {
			case s.slot <- struct{}{}:
			case <-s.ctx.Done():
				return
			}
			c, err := l.AcceptTCP()
			if err != nil {
				<-s.slot
				if !s.patient(err) {
					return
				}
				continue
			}
			s.done.Go(func() {
				defer func() { <-s.slot }()
				if s.holds(c) {
					defer s.closes(c)
					handle(c)
				}
			})
		}
	})
}

// patient waits after a temporary error of accept(2): too many open files.
func (s *Server) patient(err error) bool {
	if errors.Is(err, net.ErrClosed) {
		return false
	}
	select {
	case <-s.ctx.Done():
		return false
	case <-time.After(50 * time.Millisecond):
		return true
	}
}

// refuse records a refusal, and returns the reason.
func (s *Server) refuse(t Target, why error) error {
	s.rules.Refused(Refusal{Target: t, Why: why})
	return why
}
