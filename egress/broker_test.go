package egress_test

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// proxyAt is the address at which these tests' programs look for a proxy.
func proxyAt() netip.AddrPort { return netip.MustParseAddrPort("127.0.0.1:1023") }

func newBroker(t *testing.T, w *world) *egress.Broker {
	t.Helper()
	b, err := w.NewBroker(proxyAt())
	require.NoError(t, err)
	return b
}

// redirected connects as a supervisor does for a program: it calls Redirect with the
// socket's own address.
func redirected(t *testing.T, b *egress.Broker, to string) (net.Conn, error) {
	t.Helper()
	own := listen(t) // bind(2) chooses a free address
	from := own.Addr().(*net.TCPAddr)
	require.NoError(t, own.Close())
	at, err := b.Redirect(from.AddrPort(), netip.MustParseAddrPort(to))
	if err != nil {
		return nil, err
	}
	c, err := net.DialTCP("tcp4", from, net.TCPAddrFromAddrPort(at))
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c, nil
}

// ask requests a page and returns it.
func ask(t *testing.T, c net.Conn, head string) string {
	t.Helper()
	_, err := io.WriteString(c, head)
	require.NoError(t, err)
	got, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	require.NoError(t, err)
	return string(text)
}

func TestABrokerConnectsWhatItWasAskedOf(t *testing.T) {
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	b := newBroker(t, w)
	t.Run("a listed address", func(t *testing.T) {
		c, err := redirected(t, b, "198.51.100.7:80")
		require.NoError(t, err)
		assert.Equal(t, "hello from 198.51.100.7", ask(t, c, "GET / HTTP/1.1\r\nHost: 198.51.100.7\r\n\r\n"))
		dialed, _ := w.seen()
		assert.Equal(t, []string{"198.51.100.7:80"}, dialed)
	})
	t.Run("the proxy", func(t *testing.T) {
		c, err := redirected(t, b, proxyAt().String())
		require.NoError(t, err)
		assert.Equal(t, "hello from allowed.example", ask(t, c, "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n"))
	})
	t.Run("a name that a resolver was asked for", func(t *testing.T) {
		c, err := redirected(t, b, "203.0.113.1:53") // the address of any resolver
		require.NoError(t, err)
		fake := resolve(t, c, "allowed.example")
		require.True(t, fake.IsValid())
		c, err = redirected(t, b, netip.AddrPortFrom(fake, 80).String())
		require.NoError(t, err)
		assert.Equal(t, "hello from allowed.example", ask(t, c, "GET / HTTP/1.1\r\nHost: allowed.example\r\n\r\n"))
		c, err = redirected(t, b, "203.0.113.1:53")
		require.NoError(t, err)
		assert.False(t, resolve(t, c, "evil.example").IsValid(), "a name that is not listed does not exist")
	})
	t.Run("this machine's listed port", func(t *testing.T) {
		_, err := redirected(t, b, "127.0.0.1:8080")
		assert.NoError(t, err)
	})
	for to, why := range map[string]error{
		"203.0.113.9:80":     egress.ErrUnlisted,
		"198.51.100.7:9999":  egress.ErrPort,
		"198.18.200.200:80":  egress.ErrUnlisted, // a placeholder address of no name
		"169.254.169.254:80": egress.ErrUnlisted,
	} {
		w.seen()
		_, err := redirected(t, b, to)
		require.ErrorIs(t, err, why, to)
		_, refused := w.seen()
		require.Len(t, refused, 1, to)
	}
	t.Run("another port of this machine is refused without a record", func(t *testing.T) {
		w.seen()
		_, err := redirected(t, b, "127.0.0.1:9")
		require.Error(t, err)
		_, refused := w.seen()
		assert.Empty(t, refused)
	})
}

func TestABrokerEndsWhatItWasNotAskedOf(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	b := newBroker(t, w)
	at, err := b.Redirect(netip.MustParseAddrPort("127.0.0.9:9"), proxyAt())
	require.NoError(t, err)
	stranger, err := net.Dial("tcp4", at.String())
	if err == nil { // else the connection was ended before Dial returned
		defer stranger.Close()
		_, _ = io.WriteString(stranger, "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n")
		_, err = stranger.Read(make([]byte, 1))
	}
	require.Error(t, err)
	c, err := redirected(t, b, "198.51.100.7:80")
	require.NoError(t, err, "others are served")
	assert.NotEmpty(t, ask(t, c, "GET / HTTP/1.1\r\nHost: 198.51.100.7\r\n\r\n"))
}

// resolve queries a resolver over a connection and returns the name's first address, or
// none.
func resolve(t *testing.T, c net.Conn, name string) netip.Addr {
	t.Helper()
	q := question(name, 1, 1)
	_, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(q))), q...))
	require.NoError(t, err)
	var size [2]byte
	_, err = io.ReadFull(c, size[:])
	require.NoError(t, err)
	got := make([]byte, binary.BigEndian.Uint16(size[:]))
	_, err = io.ReadFull(c, got)
	require.NoError(t, err)
	if binary.BigEndian.Uint16(got[6:]) == 0 {
		return netip.Addr{}
	}
	return netip.AddrFrom4([4]byte(got[len(got)-4:]))
}
