package egress_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// The server serves thousands of kept connections at once, with limited memory for each.
func TestThousandsOfConnections(t *testing.T) {
	const many = 2000
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur < 5*many {
		t.Skipf("needs %d open files, and may have %d", 5*many, limit.Cur)
	}
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	conns := make([]net.Conn, 0, many)
	t.Cleanup(func() {
		for _, c := range conns {
			c.Close()
		}
	})
	ask := func(c net.Conn) string {
		require.NoError(t, c.SetDeadline(time.Now().Add(20*time.Second)))
		_, err := io.WriteString(c, "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n")
		require.NoError(t, err)
		a, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return string(text)
	}
	for range many {
		c, err := net.Dial("tcp", w.proxy)
		require.NoError(t, err)
		conns = append(conns, c)
		require.Equal(t, "hello from allowed.example", ask(c))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	assert.Less(t, (after.HeapInuse-before.HeapInuse)/many, uint64(80<<10), "bytes for each, of which the test's own client and server have most")
	for _, c := range conns { // all of them still work
		require.Equal(t, "hello from allowed.example", ask(c))
	}
}

// A name without an answer delays only the program that queried it.
func TestSlowNames(t *testing.T) {
	o := newOrigin(t, false)
	w := &world{to: func(netip.AddrPort) string { return o.addr() }}
	asked, release := make(chan struct{}), make(chan struct{})
	w.Server = egress.New(egress.Rules{
		Ports: func(host string) []uint16 { return listed()[host] },
		Lookup: func(ctx context.Context, name string) ([]netip.Addr, error) {
			if name != "other.example" {
				return w.Lookup(ctx, name)
			}
			close(asked)
			select {
			case <-release:
				return nil, errors.New("no answer")
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
		Dial: w.Dial, Refused: w.Refused,
	})
	l := listen(t)
	w.Serve(l)
	w.proxy = l.Addr().String()
	slow := make(chan string)
	go func() { slow <- w.say(t, "GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n") }()
	<-asked
	for range 20 {
		assert.Equal(t, "HTTP/1.1 200 OK", w.say(t, "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\nConnection: close\r\n\r\n"))
	}
	close(release)
	assert.Equal(t, "HTTP/1.1 502 Bad Gateway", <-slow)
	require.NoError(t, w.Close(), "what waits does not keep it")
}
