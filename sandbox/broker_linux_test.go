//go:build amd64 || arm64

package sandbox_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/sandbox"
)

// listedHost is what the broker of these tests allows.
const listedHost = "198.51.100.7:80"

// A greeter stands for a broker: one listener, which greets each connection that was announced
// with where it was to go.
type greeter struct {
	listener *net.TCPListener
	mu       sync.Mutex
	going    map[netip.AddrPort]netip.AddrPort
	refused  []string
}

func newGreeter(t *testing.T) *greeter {
	t.Helper()
	l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	g := &greeter{listener: l, going: map[netip.AddrPort]netip.AddrPort{}}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.AcceptTCP()
			if err != nil {
				return
			}
			g.mu.Lock()
			to, expected := g.going[netip.MustParseAddrPort(c.RemoteAddr().String())]
			g.mu.Unlock()
			fmt.Fprintln(c, "to", to, expected)
			c.Close()
		}
	}()
	return g
}

func (g *greeter) redirect(from, to netip.AddrPort) (netip.AddrPort, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if to.String() != listedHost {
		g.refused = append(g.refused, to.String())
		return netip.AddrPort{}, errors.New("not listed")
	}
	g.going[from] = to
	return netip.MustParseAddrPort(g.listener.Addr().String()), nil
}

// broker is the greeter as a backend starts it.
func (g *greeter) broker() (redirect func(from, to netip.AddrPort) (netip.AddrPort, error), server io.Closer, err error) {
	return g.redirect, g.listener, nil
}

// brokered is a backend with a broker.
func brokered(b sandbox.Backend, by sandbox.Broker) sandbox.Backend {
	switch b := b.(type) {
	case sandbox.Landlock:
		b.Broker = by
		return b
	case sandbox.Supervisor:
		b.Broker = by
		return b
	}
	return b
}

func TestABrokerGetsTheConnectionsOfABox(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, aBrokerGetsTheConnections)
}

func aBrokerGetsTheConnections(t *testing.T, b sandbox.Backend) {
	for _, c := range []struct{ why, source, want string }{
		{"a listed address", `cat </dev/tcp/198.51.100.7/80`, "to 198.51.100.7:80 true\n"},
		{"of a socket for both versions", `python3 -c '
import socket
s = socket.socket(socket.AF_INET6); s.connect(("::ffff:198.51.100.7", 80)); print(s.recv(99).decode(), end="")'`, "to 198.51.100.7:80 true\n"},
		{"of a socket that waits for nothing", `python3 -c '
import socket, select
s = socket.socket(); s.setblocking(False); print(s.connect_ex(("198.51.100.7", 80)) in (0, 115))
select.select([], [s], [], 5); print(s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)); select.select([s], [], [], 5); print(s.recv(99).decode(), end="")'`, "True\n0\nto 198.51.100.7:80 true\n"},
		{"of a socket that has an address", `python3 -c '
import socket
s = socket.socket(); s.bind(("0.0.0.0", 0)); s.connect(("198.51.100.7", 80)); print(s.recv(99).decode(), end="")
try: s.connect(("198.51.100.7", 80)); print("twice")
except OSError as e: print(e.errno)'`, "to 198.51.100.7:80 true\n106\n"},
		{"another port of it", `(: </dev/tcp/198.51.100.7/81) 2>/dev/null || echo refused`, "refused\n"},
		{"an address that is not listed", `(: </dev/tcp/203.0.113.9/80) 2>/dev/null || echo refused`, "refused\n"},
		{"this machine's loopback, and of it the broker's own listener", `for p in 1 $PORT; do (: </dev/tcp/127.0.0.1/$p) 2>/dev/null || echo refused; done`, "refused\nrefused\n"},
		{"a server of the command's own", `python3 -c '
import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); c = socket.create_connection(s.getsockname(), 5); print("reached")'`, "reached\n"},
	} {
		t.Run(c.why, func(t *testing.T) {
			g := newGreeter(t)
			_, port, _ := net.SplitHostPort(g.listener.Addr().String())
			source := "PORT=" + port + "; " + c.source
			printed, _, _ := boxedIn(t, brokered(b, g.broker), source, func(box *sandbox.Box) { box.Network = sandbox.Egress })
			assert.Equal(t, c.want, printed)
		})
	}
}

func TestABoxThatReachesSomeHostsNeedsABroker(t *testing.T) {
	eachSupervised(t, func(t *testing.T, b sandbox.Backend) {
		_, err := b.Plan(sandbox.Box{Dir: "/", Network: sandbox.Egress}, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}})
		assert.ErrorIs(t, err, sandbox.ErrNoOutlet)
	})
}

// routes are ways to a server of this machine that no policy lists, at BYSTANDER. Each prints its name
// if it gets there.
const routes = `
import ctypes, os, socket, threading
port, libc = int(os.environ["BYSTANDER"]), ctypes.CDLL(None, use_errno=True)
def to(family, host, before=lambda s: None):
    s = socket.socket(family); s.settimeout(5); before(s); s.connect((host, port)); return s
def fast(s_to):
    s = socket.socket(); s.settimeout(5); s.sendto(b"x", 0x20000000, s_to); return s
def twice():
    s = socket.socket(); s.setblocking(False); s.connect_ex(("127.0.0.1", port)); s.setblocking(True); s.settimeout(5); s.connect(("127.0.0.1", port)); return s
def undone():
    s = socket.socket(); s.settimeout(5)
    libc.connect(s.fileno(), bytes(16), 16); s.connect(("127.0.0.1", port)); return s
def raw(number):
    s = socket.socket(); s.settimeout(5); address = (2).to_bytes(2, "little") + port.to_bytes(2, "big") + bytes([127, 0, 0, 1]) + bytes(8)
    if libc.syscall(number, s.fileno(), address, 16): raise OSError(ctypes.get_errno())
    return s
def child():
    r, w = os.pipe()
    if not os.fork():
        try: to(socket.AF_INET, "127.0.0.1"); os.write(w, b"y")
        finally: os._exit(0)
    os.close(w)
    if os.read(r, 1) != b"y": raise OSError("refused")
def thread():
    done = []
    t = threading.Thread(target=lambda: done.append(to(socket.AF_INET, "127.0.0.1")))
    threading.excepthook = lambda _: None
    t.start(); t.join(); return done[0]
for name, route in {
    "plain": lambda: to(socket.AF_INET, "127.0.0.1"), "unspecified": lambda: to(socket.AF_INET, "0.0.0.0"), "another of the loopback": lambda: to(socket.AF_INET, "127.9.8.7"),
    "mapped": lambda: to(socket.AF_INET6, "::ffff:127.0.0.1"), "version 6": lambda: to(socket.AF_INET6, "::1"), "unspecified of 6": lambda: to(socket.AF_INET6, "::"),
    "from an address": lambda: to(socket.AF_INET, "127.0.0.1", lambda s: s.bind(("127.0.0.1", 0))), "by an interface": lambda: to(socket.AF_INET, "127.0.0.1", lambda s: s.setsockopt(1, 25, b"lo")),
    "fast open": lambda: fast(("127.0.0.1", port)), "fast open by connect": lambda: to(socket.AF_INET, "127.0.0.1", lambda s: s.setsockopt(6, 30, 1)),
    "twice": twice, "after undoing": undone, "by number": lambda: raw({"x86_64": 42, "aarch64": 203}[os.uname().machine]), "child": child, "thread": thread,
}.items():
    try: route(); print(name)
    except (OSError, IndexError): pass
print("tried")`

func TestNoRouteLeadsAroundABroker(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, func(t *testing.T, b sandbox.Backend) {
		g, bystander := newGreeter(t), newGreeter(t)
		_, port, _ := net.SplitHostPort(bystander.listener.Addr().String())
		source := "BYSTANDER=" + port + " python3 - <<'END'" + routes + "\nEND"
		printed, _, _ := boxedIn(t, brokered(b, g.broker), source, func(box *sandbox.Box) { box.Network = sandbox.Egress })
		assert.Equal(t, "tried\n", printed)
	})
}
