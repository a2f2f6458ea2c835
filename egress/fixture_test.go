package egress_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// listed is the list of hosts in these tests' policy.
func listed() map[string][]uint16 {
	return map[string][]uint16{
		"allowed.example": {80, 443, 8080}, "other.example": {80, 443}, "rebound.example": {80}, "loop.example": {80},
		"metadata.example": {80}, "mapped.example": {80}, "mixed.example": {80}, "private.example": {80}, "10.1.2.3": {80},
		"198.51.100.7": {80, 443}, "gone.example": {80}, "localhost": {8080},
	}
}

// addresses is the DNS of these tests.
func addresses() map[string][]string {
	return map[string][]string{
		"allowed.example": {"8.8.4.4"}, "other.example": {"8.8.8.8"}, "loop.example": {"127.0.0.1"}, "metadata.example": {"169.254.169.254"},
		"mapped.example": {"::ffff:10.0.0.1"}, "mixed.example": {"10.0.0.1", "8.8.4.4"}, "private.example": {"10.1.2.3"}, "localhost": {"127.0.0.1"},
	}
}

// A world is a network in which every address leads to one of this test's servers.
type world struct {
	*egress.Server
	proxy string // its address

	mu      sync.Mutex
	dialed  []string // addresses, in order
	asked   []string // names that were looked up
	refused []egress.Refusal

	to func(netip.AddrPort) string // where an address really leads
}

func (w *world) Lookup(_ context.Context, name string) (found []netip.Addr, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, name)
	if name == "rebound.example" { // public the first time, private the second
		n := strings.Count(strings.Join(w.asked, " "), name)
		return []netip.Addr{netip.MustParseAddr([]string{"8.8.4.4", "10.0.0.1"}[min(n, 2)-1])}, nil
	}
	for _, a := range addresses()[name] {
		found = append(found, netip.MustParseAddr(a))
	}
	if len(found) == 0 {
		return nil, errors.New("no such host")
	}
	return found, nil
}

func (w *world) Dial(ctx context.Context, to netip.AddrPort) (*net.TCPConn, error) {
	w.mu.Lock()
	w.dialed = append(w.dialed, to.String())
	w.mu.Unlock()
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", w.to(to))
	if err != nil {
		return nil, err
	}
	return c.(*net.TCPConn), nil
}

func (w *world) Refused(r egress.Refusal) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refused = append(w.refused, r)
}

// seen returns what was connected to and refused since the last call.
func (w *world) seen() (dialed []string, refused []egress.Refusal) {
	w.mu.Lock()
	defer w.mu.Unlock()
	dialed, refused = w.dialed, w.refused
	w.dialed, w.refused = nil, nil
	return dialed, refused
}

// newWorld starts a proxy whose every connection goes to one address.
func newWorld(t testing.TB, to string) *world {
	t.Helper()
	w := &world{to: func(netip.AddrPort) string { return to }}
	w.Server = egress.New(egress.Rules{
		Ports:  func(host string) []uint16 { return listed()[host] },
		Lookup: w.Lookup, Dial: w.Dial, Refused: w.Refused,
	})
	t.Cleanup(func() { _ = w.Close() })
	l := listen(t)
	w.Serve(l)
	w.proxy = l.Addr().String()
	return w
}

func listen(t testing.TB) *net.TCPListener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return l.(*net.TCPListener)
}

// An origin is a web server that keeps the requests it got.
type origin struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string
}

func newOrigin(t testing.TB, tls bool) *origin {
	t.Helper()
	o := &origin{}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		o.mu.Lock()
		o.seen = append(o.seen, fmt.Sprintf("%s %s %s %q %d", r.Method, r.Host, r.URL, string(body), len(r.Header)))
		o.mu.Unlock()
		if r.URL.Path == "/echo" {
			_, _ = w.Write(body)
			return
		}
		_, _ = io.WriteString(w, "hello from "+r.Host)
	})
	o.Server = httptest.NewUnstartedServer(handler)
	if tls {
		o.EnableHTTP2 = true
		o.StartTLS()
	} else {
		o.Start()
	}
	t.Cleanup(o.Close)
	return o
}

func (o *origin) asked() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	seen := o.seen
	o.seen = nil
	return seen
}

func (o *origin) addr() string { return o.Listener.Addr().String() }

// say sends a text to the proxy and returns the first line of its answer, or "" if there is none.
func (w *world) say(t testing.TB, text string) string {
	t.Helper()
	first, _ := w.talk(t, text)
	return first
}

func (w *world) talk(t testing.TB, text string) (first, all string) {
	t.Helper()
	c, err := net.Dial("tcp", w.proxy)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetDeadline(time.Now().Add(5*time.Second)))
	_, _ = io.WriteString(c, text)
	_ = c.(*net.TCPConn).CloseWrite()
	r := bufio.NewReader(c)
	first, _ = r.ReadString('\n')
	rest, _ := io.ReadAll(r)
	return strings.TrimSpace(first), first + string(rest)
}
