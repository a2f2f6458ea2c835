package egress_test

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// through returns a client that uses the proxy.
func (w *world) through(t testing.TB) *http.Client {
	t.Helper()
	proxy := &url.URL{Scheme: "http", Host: w.proxy}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy), TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

func TestK1RequestsInTheClear(t *testing.T) {
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	for _, c := range []struct {
		why, url string
		status   int
		dialed   string
		refused  error
	}{
		{"a listed name", "http://allowed.example/a?b=c", 200, "8.8.4.4:80", nil},
		{"in capitals", "http://ALLOWED.Example/", 200, "8.8.4.4:80", nil},
		{"with a trailing dot", "http://allowed.example./", 200, "8.8.4.4:80", nil},
		{"at a listed port", "http://allowed.example:8080/", 200, "8.8.4.4:8080", nil},
		{"at another", "http://allowed.example:22/", 403, "", egress.ErrPort},
		{"a name that is not listed", "http://evil.example/", 403, "", egress.ErrUnlisted},
		{"a name that ends like one", "http://notallowed.example/", 403, "", egress.ErrUnlisted},
		{"a name below one", "http://a.allowed.example/", 403, "", egress.ErrUnlisted},
		{"an address that is not listed", "http://8.8.4.4/", 403, "", egress.ErrUnlisted},
		{"an address that is listed", "http://198.51.100.7/", 200, "198.51.100.7:80", nil},
		{"the metadata service", "http://169.254.169.254/latest/meta-data/", 403, "", egress.ErrUnlisted},
		{"a name that leads there", "http://metadata.example/", 403, "", egress.ErrPrivate},
		{"a name that leads to this machine", "http://loop.example/", 403, "", egress.ErrPrivate},
		{"a name that leads to a private address in disguise", "http://mapped.example/", 403, "", egress.ErrPrivate},
		{"a name that leads to a listed private address", "http://private.example/", 200, "10.1.2.3:80", nil},
		{"of two addresses the public one", "http://mixed.example/", 200, "8.8.4.4:80", nil},
		{"this machine", "http://127.0.0.1/", 403, "", egress.ErrUnlisted},
		{"this machine by name and port", "http://localhost:8080/", 200, "127.0.0.1:8080", nil},
		{"this machine at another port", "http://localhost:80/", 403, "", egress.ErrPort},
		{"this machine of version 6", "http://[::1]/", 403, "", egress.ErrUnlisted},
		{"mapped", "http://[::ffff:127.0.0.1]/", 403, "", egress.ErrUnlisted},
		{"an address that stands for no name", "http://198.18.9.9/", 403, "", egress.ErrUnlisted},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, err := w.through(t).Get(c.url)
			require.NoError(t, err)
			got.Body.Close()
			assert.Equal(t, c.status, got.StatusCode)
			dialed, refused := w.seen()
			if c.dialed == "" {
				assert.Empty(t, dialed)
				assert.Empty(t, o.asked(), "seen from the server")
				require.Len(t, refused, 1)
				assert.ErrorIs(t, refused[0].Why, c.refused)
				return
			}
			assert.Equal(t, []string{c.dialed}, dialed)
			assert.Empty(t, refused)
			assert.Len(t, o.asked(), 1)
		})
	}
}

func TestNamesAreDecidedOnBeforeTheyAreLookedUp(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	assert.Contains(t, w.say(t, "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"), "403")
	assert.Contains(t, w.say(t, "CONNECT secret.evil.example:443 HTTP/1.1\r\n\r\n"), "403")
	assert.Empty(t, w.asked)
}

func TestANameIsLookedUpOnce(t *testing.T) {
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	assert.Contains(t, w.say(t, "GET http://rebound.example/ HTTP/1.1\r\nHost: rebound.example\r\n\r\n"), "200")
	dialed, _ := w.seen()
	assert.Equal(t, []string{"8.8.4.4:80"}, dialed, "the address of the answer that was checked")
	assert.Len(t, w.asked, 1)
	assert.Contains(t, w.say(t, "GET http://rebound.example/ HTTP/1.1\r\nHost: rebound.example\r\n\r\n"), "403", "the second answer is private")
}

func TestTunnelsHaveTheNameThatWasAskedFor(t *testing.T) {
	o := newOrigin(t, true)
	w := newWorld(t, o.addr())
	for _, c := range []struct {
		why, host, name string
		refused         error
	}{
		{"the same", "allowed.example", "allowed.example", nil},
		{"in capitals", "Allowed.Example", "ALLOWED.example", nil},
		{"another that is listed", "allowed.example", "other.example", egress.ErrServerName},
		{"another", "allowed.example", "evil.example", egress.ErrServerName},
		{"none", "allowed.example", "", egress.ErrNoName},
		{"any, at an address", "198.51.100.7", "evil.example", nil},
		{"none, at an address", "198.51.100.7", "", nil},
	} {
		for _, way := range []string{"CONNECT", "SOCKS5"} {
			t.Run(c.why+" by "+way, func(t *testing.T) {
				raw := w.dial(t, way, c.host, 443)
				defer raw.Close()
				client := tls.Client(raw, &tls.Config{ServerName: c.name, InsecureSkipVerify: true})
				err := client.HandshakeContext(t.Context())
				_, refused := w.seen()
				if c.refused != nil {
					assert.Error(t, err)
					require.Len(t, refused, 1)
					assert.ErrorIs(t, refused[0].Why, c.refused)
					return
				}
				require.NoError(t, err)
				assert.Empty(t, refused)
				_, err = io.WriteString(client, "GET / HTTP/1.0\r\nHost: "+c.host+"\r\n\r\n")
				require.NoError(t, err)
				text, _ := io.ReadAll(client)
				assert.Contains(t, string(text), "hello from")
			})
		}
	}
}

// The proxy reads a request in a tunnel in every spelling, since servers and content
// networks choose the site by its Host.
func TestRequestsInTunnelsHaveTheHostThatWasAskedFor(t *testing.T) {
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	for why, begin := range map[string]string{
		"plain": "GET / HTTP/1.1\r\n", "an empty line before it": "\r\nGET / HTTP/1.1\r\n", "a bare line end before it": "\nGET / HTTP/1.1\r\n",
		"small letters": "get / HTTP/1.1\r\n", "a hyphen": "M-SEARCH / HTTP/1.1\r\n", "a method of nobody's": "x!y / HTTP/1.1\r\n",
		"a tab behind the method": "GET\t/ HTTP/1.1\r\n", "a long method": "VERSION-CONTROL-OF-MANY-THINGS / HTTP/1.1\r\n", "digits": "GET2 / HTTP/1.1\r\n",
		"an absolute target": "GET http://evil.example/ HTTP/1.1\r\n",
	} {
		for _, way := range []string{"CONNECT", "SOCKS5"} {
			t.Run(why+" by "+way, func(t *testing.T) {
				c := w.dial(t, way, "allowed.example", 80)
				defer c.Close()
				_, err := io.WriteString(c, begin+"Host: evil.example\r\nConnection: close\r\n\r\n")
				require.NoError(t, err)
				text, _ := io.ReadAll(c)
				assert.Contains(t, string(text), "shimgen: ")
				assert.Empty(t, o.asked(), "nothing of it reaches the server")
			})
		}
	}
}

// Other protocols whose clients begin with a line of text pass unchanged.
func TestLinesInTunnelsPass(t *testing.T) {
	l := listen(t)
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.Copy(c, c)
			c.Close()
		}
	}()
	w := newWorld(t, l.Addr().String())
	for _, line := range []string{"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", "NICK somebody\r\n", "get key\r\n", "GET key\r\n", "\x00\x00\x00\x08\x04\xd2\x16/", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"} {
		c := w.dial(t, "CONNECT", "allowed.example", 8080)
		_, err := io.WriteString(c, line)
		require.NoError(t, err)
		got := make([]byte, len(line))
		_, err = io.ReadFull(c, got)
		require.NoError(t, err, "%q", line)
		assert.Equal(t, line, string(got))
		c.Close()
	}
}

// dial opens a tunnel.
func (w *world) dial(t testing.TB, way, host string, port uint16) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", w.proxy)
	require.NoError(t, err)
	require.NoError(t, c.SetDeadline(time.Now().Add(10*time.Second)))
	if way == "CONNECT" {
		_, _ = fmt.Fprintf(c, "CONNECT %s:%d HTTP/1.1\r\nHost: %s:%d\r\n\r\n", host, port, host, port)
		head := ""
		for b := make([]byte, 1); !strings.HasSuffix(head, "\r\n\r\n"); head += string(b) {
			_, err := c.Read(b) // no more: the following bytes are the server's
			require.NoError(t, err)
		}
		require.Contains(t, head, " 200 ")
		return c
	}
	reply := w.socks(t, c, host, port)
	require.Equal(t, byte(0), reply, "SOCKS")
	return c
}

// socks speaks SOCKS and returns the code of the answer.
func (w *world) socks(t testing.TB, c net.Conn, host string, port uint16) byte {
	t.Helper()
	_, _ = c.Write([]byte{5, 1, 0})
	var b [10]byte
	_, err := io.ReadFull(c, b[:2])
	require.NoError(t, err)
	text := append([]byte{5, 1, 0, 3, byte(len(host))}, host...)
	if addr, err := netip.ParseAddr(host); err == nil {
		text = append([]byte{5, 1, 0, map[bool]byte{true: 1, false: 4}[addr.Is4()]}, addr.AsSlice()...)
	}
	_, _ = c.Write(append(text, byte(port>>8), byte(port)))
	_, err = io.ReadFull(c, b[:])
	require.NoError(t, err)
	return b[1]
}

func TestSOCKSRefuses(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	for host, want := range map[string]byte{"evil.example": 2, "127.0.0.1": 2, "169.254.169.254": 2, "::1": 2, "loop.example": 2, "gone.example": 4, "a b": 1, "2130706433": 1} {
		c, err := net.Dial("tcp", w.proxy)
		require.NoError(t, err)
		require.NoError(t, c.SetDeadline(time.Now().Add(5*time.Second)))
		assert.Equal(t, want, w.socks(t, c, host, 80), host)
		c.Close()
	}
	dialed, _ := w.seen()
	assert.Empty(t, dialed)
}

func TestSOCKSHasNoDatagrams(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	_, all := w.talk(t, "\x05\x01\x00\x05\x03\x00\x03\x0fallowed.example\x01\xbb")
	assert.Equal(t, "\x05\x00\x05\x07", all[:4])
	_, refused := w.seen()
	require.Len(t, refused, 1)
	assert.ErrorIs(t, refused[0].Why, egress.ErrDatagrams)
}

func TestRequestsWithinATunnelStayThere(t *testing.T) {
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	for _, c := range []struct {
		why, text string
		answers   []string
	}{
		{"its host", "GET / HTTP/1.1\r\nHost: allowed.example\r\n\r\n", []string{"200"}},
		{"another", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", []string{"403"}},
		{"its host, then another", "GET / HTTP/1.1\r\nHost: allowed.example\r\n\r\nGET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", []string{"200", "403"}},
		{"one that hides in a body", "POST /echo HTTP/1.1\r\nHost: allowed.example\r\nContent-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", []string{"200", "403"}},
		{"another as the whole address", "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", []string{"403"}},
		{"a tunnel in the tunnel", "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n", []string{"400"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			raw := w.dial(t, "CONNECT", "allowed.example", 80)
			defer raw.Close()
			_, _ = io.WriteString(raw, c.text)
			r := bufio.NewReader(raw)
			for _, want := range c.answers {
				got, err := http.ReadResponse(r, nil)
				require.NoError(t, err)
				_, _ = io.Copy(io.Discard, got.Body)
				assert.Equal(t, want, fmt.Sprint(got.StatusCode))
			}
			for _, seen := range o.asked() {
				assert.NotContains(t, seen, "evil")
			}
			w.seen()
		})
	}
}

func TestServersThatSpeakFirst(t *testing.T) {
	l := listen(t)
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.WriteString(c, "220 ready\r\n")
				line, _ := bufio.NewReader(c).ReadString('\n')
				_, _ = io.WriteString(c, "250 "+line)
			}()
		}
	}()
	w := newWorld(t, l.Addr().String())
	for _, way := range []string{"CONNECT", "SOCKS5"} {
		c := w.dial(t, way, "allowed.example", 8080)
		r := bufio.NewReader(c)
		line, err := r.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, "220 ready\r\n", line)
		_, _ = io.WriteString(c, "HELO x\n")
		line, err = r.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, "250 HELO x\n", line)
		c.Close()
	}
}

func TestWebSocketsGoOn(t *testing.T) {
	l := listen(t)
	defer l.Close()
	var head strings.Builder
	var heard sync.WaitGroup
	heard.Go(func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		r := bufio.NewReader(c)
		for line := ""; line != "\r\n"; {
			line, _ = r.ReadString('\n')
			head.WriteString(line)
		}
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		_, _ = io.Copy(c, r)
	})
	w := newWorld(t, l.Addr().String())
	c, err := net.Dial("tcp", w.proxy)
	require.NoError(t, err)
	defer c.Close()
	_, _ = io.WriteString(c, "GET http://allowed.example/ws HTTP/1.1\r\nHost: allowed.example\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n")
	r := bufio.NewReader(c)
	got, err := http.ReadResponse(r, nil)
	require.NoError(t, err)
	assert.Equal(t, 101, got.StatusCode)
	_, _ = io.WriteString(c, "GET frame")
	var b [9]byte
	_, err = io.ReadFull(r, b[:])
	require.NoError(t, err)
	assert.Equal(t, "GET frame", string(b[:]))
	c.Close()
	heard.Wait()
	assert.Contains(t, head.String(), "GET /ws HTTP/1.1\r\nHost: allowed.example\r\n")
	assert.Contains(t, head.String(), "Upgrade: websocket")
}

func TestBodiesPassInBothFramings(t *testing.T) {
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	client := w.through(t)
	for _, size := range []int{0, 1, 4096, 3 << 20} {
		text := strings.Repeat("x", size)
		for why, body := range map[string]io.Reader{"length": strings.NewReader(text), "chunks": io.MultiReader(strings.NewReader(text))} {
			got, err := client.Post("http://allowed.example/echo", "text/plain", body)
			require.NoError(t, err, why)
			back, err := io.ReadAll(got.Body)
			got.Body.Close()
			require.NoError(t, err)
			assert.True(t, string(back) == text, "%s of %d", why, size)
		}
	}
	dialed, _ := w.seen()
	assert.Less(t, len(dialed), 4, "connections are kept")
}

func TestACutAnswerIsNoWholeOne(t *testing.T) {
	l := listen(t)
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = bufio.NewReader(c).ReadString('\n')
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
			_ = c.(*net.TCPConn).SetLinger(0)
			c.Close()
		}
	}()
	w := newWorld(t, l.Addr().String())
	got, err := w.through(t).Get("http://allowed.example/")
	if err == nil {
		_, err = io.ReadAll(got.Body)
		got.Body.Close()
	}
	assert.Error(t, err)
}

func TestClosingEndsAll(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	idle := w.dial(t, "CONNECT", "allowed.example", 443)
	defer idle.Close()
	half, err := net.Dial("tcp", w.proxy)
	require.NoError(t, err)
	defer half.Close()
	_, _ = io.WriteString(half, "GET http://allow")
	done := make(chan struct{})
	go func() { _ = w.Close(); close(done) }()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("something goes on")
	}
	_, err = idle.Read(make([]byte, 1))
	assert.Error(t, err)
}

func TestManyConnections(t *testing.T) {
	if testing.Short() {
		t.Skip("opens 1 000 connections at a time: not in a short run")
	}
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	var all sync.WaitGroup
	var mu sync.Mutex
	var failed error
	open := make([]net.Conn, 0, 1000)
	for range 1000 {
		all.Go(func() {
			c, err := net.Dial("tcp", w.proxy)
			if err == nil {
				_ = c.SetDeadline(time.Now().Add(60 * time.Second))
				_, _ = io.WriteString(c, "CONNECT allowed.example:443 HTTP/1.1\r\n\r\n")
				var line string
				if line, err = bufio.NewReader(c).ReadString('\n'); err == nil && !strings.Contains(line, "200") {
					err = errors.New(line)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			failed = errors.Join(failed, err)
			if err == nil {
				open = append(open, c)
			}
		})
	}
	all.Wait()
	assert.NoError(t, failed)
	for _, c := range open {
		c.Close()
	}
}

func TestLookupsThatFailAreSaidSo(t *testing.T) {
	w := newWorld(t, "127.0.0.1:1")
	assert.Contains(t, w.say(t, "GET http://gone.example/ HTTP/1.1\r\nHost: gone.example\r\n\r\n"), "502")
	_, all := w.talk(t, "CONNECT allowed.example:443 HTTP/1.1\r\n\r\n")
	assert.Contains(t, all, "cannot be reached")
	_, refused := w.seen()
	assert.Empty(t, refused, "nothing was refused")
}
