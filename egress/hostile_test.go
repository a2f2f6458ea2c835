package egress_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostileHosts are spellings that try to pass an unlisted host off as a listed one, or an
// address as no address.
var hostileHosts = [...]string{
	"evil.example", "allowed.example.evil.example", "evil.example#allowed.example", "evil.example/allowed.example",
	"allowed.example@evil.example", "allowed.example:80@evil.example", "evil.example\\@allowed.example", "evil.example%23.allowed.example",
	"allowed.example%00.evil.example", "allowed.example\x00.evil.example", "allowed\u3002example", "allowed.example..",
	".allowed.example", "allowed..example", "\u0430llowed.example", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "127.0.0.1", "0.0.0.0", "0",
	"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[fe80::1%25lo]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "169.254.169.254", "[fd00:ec2::254]",
	"100.100.100.200", "168.63.129.16", "metadata.example", "loop.example", "mapped.example", "10.0.0.1", "192.168.0.1", "198.18.0.1", "[fd53:6869:6d67::100]",
	"[allowed.example]", "[127.0.0.1]", "[::1", "::1]", "allowed.example,evil.example", "*.example", "*", "-", "_", "a b", "",
}

const smuggled = "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"

// hostileBodies end an allowed request in ways that two readers could understand
// differently.
func hostileBodies() (rows []string) {
	const post = "POST http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n"
	for _, chunks := range []string{"4 \r\nbody0\r\n\r\n", "-4\r\nbody\r\n0\r\n\r\n", "+4\r\nbody\r\n0\r\n\r\n", "0x4\r\nbody\r\n0\r\n\r\n", "4\nbody\r\n0\r\n\r\n", "4\r\nbodyX\r\n0\r\n\r\n", "ffffffffffffffff\r\n", "4_0\r\nbody\r\n0\r\n\r\n", "\r\nbody\r\n", ";x\r\nbody\r\n", "4;\x00\r\nbody\r\n0\r\n\r\n"} {
		rows = append(rows, post+"Transfer-Encoding: chunked\r\n\r\n"+chunks+smuggled)
	}
	return rows
}

// hostileRequests are texts that no proxy may take for a request to a listed host and send
// on.
func hostileRequests() (rows []string) {
	for _, host := range hostileHosts {
		rows = append(rows,
			"GET http://"+host+"/ HTTP/1.1\r\nHost: "+host+"\r\n\r\n",
			"CONNECT "+host+":443 HTTP/1.1\r\nHost: "+host+":443\r\n\r\n",
			"GET http://allowed.example/ HTTP/1.1\r\nHost: "+host+"\r\n\r\n",
		)
	}
	const get = "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n"
	const post = "POST http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n"
	for _, fields := range []string{
		"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
		"Content-Length: 4\r\nContent-Length: 5\r\n", "Content-Length: 4\r\nContent-Length: 4\r\n", "Content-Length: +4\r\n", "Content-Length: -4\r\n",
		"Content-Length: 4, 4\r\n", "Content-Length: 0x4\r\n", "Content-Length: 4 4\r\n", "Content-Length:\r\n", "Content-Length: 99999999999999999999\r\n",
		"Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding: identity, chunked\r\n", "Transfer-Encoding: gzip\r\n",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding:\x0bchunked\r\n", "Transfer-Encoding : chunked\r\n", " Transfer-Encoding: chunked\r\n",
		"Transfer-Encoding: \"chunked\"\r\n", "Host: evil.example\r\n", "host: allowed.example\r\n", "Host : evil.example\r\n", " Host: evil.example\r\n",
		"X: a\r\n\tHost: evil.example\r\n", "X: a\nHost: evil.example\r\n", "X: a\rHost: evil.example\r\n", "X: a\x00b\r\n", "X\x00: a\r\n", ": a\r\n", "X\r\n", "X Y: a\r\n",
		"Connection: Host\r\n", "Connection: close, Content-Length\r\nContent-Length: 4\r\n", "Connection: transfer-encoding\r\nTransfer-Encoding: chunked\r\n",
		strings.Repeat("X: a\r\n", 300), "X: " + strings.Repeat("a", 70_000) + "\r\n",
	} {
		rows = append(rows, post+fields+"\r\n"+smuggled)
	}
	return append(rows, strings.ReplaceAll(get, "\r", "")+"\n", "get"+get[3:]+"\r\n"[:0], "GET  http://allowed.example/ HTTP/1.1\r\n\r\n", "GET http://allowed.example/\r\n\r\n",
		"GET http://allowed.example/ HTTP/2.0\r\nHost: allowed.example\r\n\r\n", "GET http://allowed.example/ HTTP/1.1 \r\nHost: allowed.example\r\n\r\n",
		"GET http://allowed.example/ HTTP/1.10\r\nHost: allowed.example\r\n\r\n", "GET\thttp://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: allowed.example\r\n\r\n", "GET //allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n", "GET https://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n",
		"GET ftp://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n", "GET file:///etc/passwd HTTP/1.1\r\nHost: allowed.example\r\n\r\n", "GET allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n",
		"GET http:allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n", "GET http:/allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n", "GET http:///allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n",
		"GET http://allowed.example:0/ HTTP/1.1\r\nHost: allowed.example:0\r\n\r\n", "GET http://allowed.example:65616/ HTTP/1.1\r\nHost: allowed.example:65616\r\n\r\n",
		"GET http://allowed.example:/ HTTP/1.1\r\nHost: allowed.example:\r\n\r\n", "GET http://allowed.example:+80/ HTTP/1.1\r\nHost: allowed.example:+80\r\n\r\n",
		"GET http://allowed.example:80:80/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n", "GET http://allowed.example:81/ HTTP/1.1\r\nHost: allowed.example:81\r\n\r\n",
		"GET http://allowed.example/ HTTP/1.1\r\n\r\n", "GET http://allowed.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n", "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example:443\r\n\r\n",
		"CONNECT allowed.example HTTP/1.1\r\n\r\n", "CONNECT allowed.example:22 HTTP/1.1\r\n\r\n", "CONNECT http://allowed.example:443 HTTP/1.1\r\n\r\n", "CONNECT / HTTP/1.1\r\n\r\n",
		"CONNECT allowed.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n", "CONNECT allowed.example:443 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
		"CONNECT allowed.example:443:80 HTTP/1.1\r\n\r\n", "CONNECT allowed.example:0443x HTTP/1.1\r\n\r\n",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x04\x01\x00\x50\x00\x00\x00\x01\x00allowed.example\x00", "\x05\x00", "\x05\x01\x02\x01\x01a\x01b", "\x05\x01\x00\x05\x02\x00\x01\x08\x08\x04\x04\x00\x50",
		"\x05\x01\x00\x05\x01\x01\x03\x0fallowed.example\x00\x50", "\x05\x01\x00\x04\x01\x00\x03\x0fallowed.example\x00\x50", "\x05\x01\x00\x05\x01\x00\x03\x00\x00\x50", "\x05\x01\x00\x05\x01\x00\x03\x0fallowed.example\x00\x00",
		"\x05\x01\x00\x05\x01\x00\x09\x0fallowed.example\x00\x50", "\x05\x01\x00\x05\x01\x00\x03\xffallowed.example\x00\x50", "\x16\x03\x01\x00\x05hello", "\r\n", "\x00", "SSH-2.0-x\r\n", strings.Repeat("A", 100_000),
	)
}

// TestHostileRequests checks, from the server's side, that none of them becomes a request
// there that differs from the one decided on: to another host, or hidden in another request.
func TestHostileRequests(t *testing.T) {
	rows := hostileRequests()
	require.Greater(t, len(rows), 200)
	o := newOrigin(t, false)
	w := newWorld(t, o.addr())
	for i, text := range rows {
		first, _ := w.talk(t, text)
		seen := o.asked()
		w.seen()
		for _, s := range seen {
			assert.NotContains(t, s, "evil", "row %d: %.120q", i, text)
		}
		assert.Empty(t, seen, "row %d: %.120q", i, text)
		assert.NotContains(t, first, " 200 ", "row %d: %.120q", i, text)
	}
	for _, text := range hostileBodies() {
		w.say(t, text)
		time.Sleep(5 * time.Millisecond) // the server may still be working
		assert.NotContains(t, strings.Join(o.asked(), "\n"), "evil", "%q", text)
	}
}

func TestHeadsAreBounded(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	for name, text := range map[string]string{
		"a line without end": "GET http://allowed.example/" + strings.Repeat("a", 1<<20),
		"many fields":        "GET http://allowed.example/ HTTP/1.1\r\n" + strings.Repeat("X: a\r\n", 10_000),
	} {
		start := time.Now()
		assert.Contains(t, w.say(t, text), "400", name)
		assert.Less(t, time.Since(start), 3*time.Second, name)
	}
}

func TestHopByHopFieldsEndHere(t *testing.T) {
	l := listen(t)
	defer l.Close()
	got := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		r := bufio.NewReader(c)
		all := ""
		for line := ""; line != "\r\n"; all += line {
			line, _ = r.ReadString('\n')
		}
		got <- all
		_, _ = io.WriteString(c, "HTTP/1.1 204 No Content\r\nConnection: X-Own\r\nX-Own: 1\r\nKeep-Alive: 5\r\nX-Other: 2\r\n\r\n")
	}()
	w := newWorld(t, l.Addr().String())
	_, all := w.talk(t, "GET http://allowed.example HTTP/1.1\r\nHost: allowed.example\r\nProxy-Authorization: Basic eA==\r\nProxy-Connection: keep-alive\r\nConnection: X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\nX-Kept: 3\r\n\r\n")
	assert.Equal(t, "GET / HTTP/1.1\r\nHost: allowed.example\r\nX-Kept: 3\r\n\r\n", <-got)
	assert.Equal(t, "HTTP/1.1 204 No Content\r\nX-Other: 2\r\n\r\n", all)
}

// clientHello returns the hello that crypto/tls would send to a server.
func clientHello(t testing.TB, name string) []byte {
	t.Helper()
	ours, theirs := net.Pipe()
	go func() {
		_ = tls.Client(ours, &tls.Config{ServerName: name, InsecureSkipVerify: true}).HandshakeContext(t.Context())
	}()
	defer ours.Close()
	var h [5]byte
	_, err := io.ReadFull(theirs, h[:])
	require.NoError(t, err)
	body := make([]byte, binary.BigEndian.Uint16(h[3:]))
	_, err = io.ReadFull(theirs, body)
	require.NoError(t, err)
	return append(h[:], body...)
}

func TestHellosInPieces(t *testing.T) {
	o := newOrigin(t, true)
	w := newWorld(t, o.addr())
	hello := clientHello(t, "allowed.example")
	body := hello[5:]
	for _, c := range []struct {
		why  string
		said [][]byte
		ok   bool
	}{
		{"whole", [][]byte{hello}, true},
		{"byte after byte", bytes.SplitAfter(hello, nil), true},
		{"in two records", [][]byte{record(body[:7]), record(body[7:])}, true},
		{"with the name cut between records", [][]byte{record(body[:120]), record(body[120:])}, true},
		{"something behind it in its record", [][]byte{record(append(body[:len(body):len(body)], 1, 2, 3))}, false},
		{"cut", [][]byte{hello[:60]}, false},
		{"an empty record first", [][]byte{record(nil), hello}, false},
		{"no hello", [][]byte{record([]byte{2, 0, 0, 1, 0})}, false},
		{"another record", [][]byte{{22, 9, 1, 0, 1, 1}}, false},
	} {
		raw := w.dial(t, "CONNECT", "allowed.example", 443)
		for _, some := range c.said {
			_, _ = raw.Write(some)
		}
		_ = raw.(*net.TCPConn).CloseWrite()
		n, _ := io.ReadFull(raw, make([]byte, 5))
		assert.Equal(t, c.ok, n == 5, c.why)
		raw.Close()
		_, refused := w.seen()
		assert.Equal(t, c.ok, len(refused) == 0, c.why)
	}
}

func record(body []byte) []byte {
	return append([]byte{22, 3, 1, byte(len(body) >> 8), byte(len(body))}, body...)
}

// FuzzClients sends anything to the proxy. Whatever it sends, the proxy connects only to a
// listed host, and the server gets only requests for that host.
func FuzzClients(f *testing.F) {
	for _, text := range append(hostileRequests(), hostileBodies()...) {
		f.Add([]byte(text))
	}
	f.Add([]byte("GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\nGET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n"))
	f.Add([]byte("POST http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX: y\r\n\r\n"))
	o := newOrigin(f, false)
	w := newWorld(f, o.addr())
	f.Fuzz(func(t *testing.T, text []byte) {
		w.talk(t, string(text))
		dialed, _ := w.seen()
		for _, d := range dialed {
			at := netip.MustParseAddrPort(d)
			assert.Contains(t, []string{"8.8.4.4", "8.8.8.8", "10.1.2.3", "198.51.100.7", "127.0.0.1"}, at.Addr().String())
		}
		for _, s := range o.asked() {
			host := strings.Fields(s)[1]
			name, _, _ := strings.Cut(host, ":")
			assert.NotEmpty(t, listed()[strings.Trim(strings.ToLower(name), ".")], "%q", s)
		}
	})
}

// BenchmarkConnections opens a connection, sends one request and closes it, through the
// proxy and directly.
func BenchmarkConnections(b *testing.B) {
	o := newOrigin(b, false)
	w := newWorld(b, o.addr())
	ask := func(b *testing.B, client *http.Client, url string) {
		got, err := client.Get(url)
		require.NoError(b, err)
		_, _ = io.Copy(io.Discard, got.Body)
		got.Body.Close()
	}
	for _, kept := range []bool{false, true} {
		proxied := w.through(b)
		proxied.Transport.(*http.Transport).DisableKeepAlives = !kept
		direct := &http.Client{Transport: &http.Transport{DisableKeepAlives: !kept}}
		for _, c := range []struct {
			name, url string
			client    *http.Client
		}{{"direct", "http://" + o.addr() + "/", direct}, {"proxy", "http://allowed.example/", proxied}} {
			b.Run(fmt.Sprintf("%s/kept=%t", c.name, kept), func(b *testing.B) {
				for b.Loop() {
					ask(b, c.client, c.url)
				}
			})
		}
	}
}

// splicing starts a relay that does nothing but splice(2), with the proxy's buffers: no
// proxy can carry more. It returns the relay's address.
func splicing(b *testing.B, to string) string {
	l := listen(b)
	b.Cleanup(func() { _ = l.Close() })
	go func() {
		c, err := l.AcceptTCP()
		if err != nil {
			return
		}
		defer c.Close()
		server, err := net.Dial("tcp", to)
		if err != nil {
			return
		}
		defer server.Close()
		_ = c.SetReadBuffer(64 << 10)
		_ = server.(*net.TCPConn).SetWriteBuffer(64 << 10)
		_, _ = io.Copy(server, c)
	}()
	return l.Addr().String()
}

// BenchmarkThroughput sends through one connection: through the proxy, directly, and through
// a bare relay.
func BenchmarkThroughput(b *testing.B) {
	l := listen(b)
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{c}, make([]byte, 256<<10))
			}()
		}
	}()
	w := newWorld(b, l.Addr().String())
	for _, way := range []string{"direct", "splice", "CONNECT"} {
		b.Run(way, func(b *testing.B) {
			var c net.Conn
			if way == "CONNECT" {
				c = w.dial(b, way, "allowed.example", 8080)
			} else {
				to := l.Addr().String()
				if way == "splice" {
					to = splicing(b, to)
				}
				var err error
				c, err = net.Dial("tcp", to)
				require.NoError(b, err)
			}
			defer c.Close()
			require.NoError(b, c.SetDeadline(time.Time{}))
			block := make([]byte, 1<<20)
			b.SetBytes(int64(len(block)))
			for b.Loop() {
				if _, err := c.Write(block); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
