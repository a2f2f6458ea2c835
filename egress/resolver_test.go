package egress_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// resolver starts a world whose resolver listens on the loopback.
func resolver(t testing.TB, r egress.Resolver) (*world, *net.Resolver) {
	t.Helper()
	w := newWorld(t, newOrigin(t, false).addr())
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	w.ServeNames(c, r)
	l := listen(t)
	w.ServeNamesOver(l, r)
	return w, &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		if strings.HasPrefix(network, "tcp") {
			return d.DialContext(ctx, network, l.Addr().String())
		}
		return d.DialContext(ctx, network, c.LocalAddr().String())
	}}
}

func TestNamesHaveAddressesThatStandForThem(t *testing.T) {
	w, r := resolver(t, egress.Resolver{Six: true})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	first, err := r.LookupNetIP(ctx, "ip", "allowed.example.")
	require.NoError(t, err)
	require.Len(t, first, 2)
	for _, addr := range first {
		if addr = addr.Unmap(); addr.Is4() {
			assert.True(t, netip.MustParsePrefix("198.18.0.0/15").Contains(addr))
		} else {
			assert.True(t, netip.MustParsePrefix("fd53:6869:6d67::/96").Contains(addr))
		}
	}
	again, err := r.LookupNetIP(ctx, "ip", "Allowed.EXAMPLE.")
	require.NoError(t, err)
	assert.ElementsMatch(t, first, again)
	other, err := r.LookupNetIP(ctx, "ip4", "other.example.")
	require.NoError(t, err)
	assert.NotContains(t, first, other[0])
	for _, name := range []string{"evil.example.", "allowed.example.evil.example.", "secret.of.mine.evil.example."} {
		_, err := r.LookupNetIP(ctx, "ip", name)
		var gone *net.DNSError
		require.ErrorAs(t, err, &gone)
		assert.True(t, gone.IsNotFound, name)
	}
	_, err = r.LookupTXT(ctx, "allowed.example.")
	assert.Error(t, err)
	_, refused := w.seen()
	assert.NotEmpty(t, refused)
	for _, x := range refused {
		assert.True(t, strings.HasSuffix(x.Target.Host, "evil.example"), x.Target.Host)
	}
	assert.Empty(t, w.asked, "no question goes any further")
}

func TestAddressesLeadToTheirNames(t *testing.T) {
	w, r := resolver(t, egress.Resolver{})
	addrs, err := r.LookupNetIP(t.Context(), "ip", "allowed.example.")
	require.NoError(t, err)
	require.Len(t, addrs, 1, "of version 4 alone")
	for _, way := range []string{"CONNECT", "SOCKS5"} {
		c := w.dial(t, way, addrs[0].String(), 80)
		_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: allowed.example\r\nConnection: close\r\n\r\n")
		line, err := bufio.NewReader(c).ReadString('\n')
		require.NoError(t, err)
		assert.Contains(t, line, "200")
		c.Close()
	}
	assert.Contains(t, w.say(t, "GET http://"+addrs[0].String()+"/ HTTP/1.1\r\nHost: "+addrs[0].String()+"\r\n\r\n"), "200")
	assert.Contains(t, w.say(t, "CONNECT "+addrs[0].Next().String()+":80 HTTP/1.1\r\n\r\n"), "403")
	dialed, _ := w.seen()
	for _, d := range dialed {
		assert.Equal(t, "8.8.4.4:80", d)
	}
}

func TestPortsThatAProgramCouldHaveListenForEachName(t *testing.T) {
	var asked []netip.AddrPort
	w, r := resolver(t, egress.Resolver{Everywhere: []uint16{80, 443}, Listen: func(at netip.AddrPort) (*os.File, error) {
		asked = append(asked, at)
		return listen(t).File()
	}})
	for range 2 {
		addrs, err := r.LookupNetIP(t.Context(), "ip4", "allowed.example.")
		require.NoError(t, err)
		assert.Equal(t, []netip.AddrPort{netip.AddrPortFrom(addrs[0].Unmap(), 8080)}, asked)
	}
	assert.Empty(t, w.refused)
}

func TestWhatIsServedAsOnePlace(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	for target, want := range map[egress.Target]bool{{Host: "localhost", Port: 8080}: true, {Host: "localhost", Port: 81}: false, {Host: "evil.example", Port: 80}: false} {
		l := listen(t)
		w.ServeAs(l, target)
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil { // the reset came before Dial returned
			assert.False(t, want, target.String())
			continue
		}
		_, _ = io.WriteString(c, "GET / HTTP/1.0\r\n\r\n")
		n, _ := c.Read(make([]byte, 1))
		assert.Equal(t, want, n == 1, target.String())
		c.Close()
	}
}

func TestAnAddressThatLeadsHereIsDecidedOn(t *testing.T) {
	w := newWorld(t, newOrigin(t, false).addr())
	l := listen(t)
	w.ServeAddresses(l)
	defer w.seen()
	c, err := net.Dial("tcp", l.Addr().String())
	if err == nil {
		_, err = c.Read(make([]byte, 1))
		c.Close()
	}
	assert.Error(t, err)
	dialed, _ := w.seen()
	assert.Empty(t, dialed)
}

// question returns a message with one question.
func question(name string, kind, class uint16) []byte {
	m := []byte{0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}
	for label := range strings.SplitSeq(name, ".") {
		m = append(append(m, byte(len(label))), label...)
	}
	m = append(m, 0)
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(m, kind), class)
}

func TestHostileQuestions(t *testing.T) {
	w, _ := resolver(t, egress.Resolver{Six: true})
	l := listen(t)
	w.ServeNamesOver(l, egress.Resolver{Six: true})
	ask := func(message []byte) (code int, answers int) {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		defer c.Close()
		require.NoError(t, c.SetDeadline(time.Now().Add(5*time.Second)))
		_, _ = c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(message))), message...))
		_ = c.(*net.TCPConn).CloseWrite()
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return -1, 0
		}
		got := make([]byte, binary.BigEndian.Uint16(size[:]))
		_, err = io.ReadFull(c, got)
		require.NoError(t, err)
		return int(got[3] & 0xf), int(binary.BigEndian.Uint16(got[6:]))
	}
	good := question("allowed.example", 1, 1)
	two := append([]byte(nil), good...)
	two[5] = 2
	answer := append([]byte(nil), good...)
	answer[2] |= 0x80
	update := append([]byte(nil), good...)
	update[2] |= 5 << 3
	for why, c := range map[string]struct {
		message       []byte
		code, answers int
	}{
		"a name":                    {good, 0, 1},
		"its other address":         {question("allowed.example", 28, 1), 0, 1},
		"its mail servers":          {question("allowed.example", 15, 1), 0, 0},
		"its keys (HTTPS, for ECH)": {question("allowed.example", 65, 1), 0, 0},
		"this machine":              {question("localhost", 1, 1), 0, 1},
		"another name":              {question("evil.example", 1, 1), 3, 0},
		"its text":                  {question("evil.example", 16, 1), 3, 0},
		"another class":             {question("version.bind", 16, 3), 5, 0},
		"an address":                {question("127.0.0.1", 1, 1), 3, 0},
		"the name of an address":    {question("1.0.18.198.in-addr.arpa", 12, 1), 3, 0},
		"a byte that is none":       {question("allowed.example\x00", 1, 1), 3, 0},
		"a dot in a label":          {append(append([]byte(nil), good[:12]...), append([]byte("\x0fallowed.example\x00"), 0, 1, 0, 1)...), 1, 0},
		"a pointer":                 {append(append([]byte(nil), good[:12]...), 0xc0, 0x0c, 0, 1, 0, 1), 1, 0},
		"two questions":             {two, 1, 0},
		"an answer":                 {answer, -1, 0},
		"an update":                 {update, 4, 0},
		"a header alone":            {good[:12], 1, 0},
		"nothing":                   {nil, -1, 0},
		"cut":                       {good[:20], 1, 0},
		"longer than any":           {append(good[:len(good):len(good)], make([]byte, 600)...), -1, 0},
		"with something behind it":  {append(good[:len(good):len(good)], 1, 2, 3), 0, 1},
	} {
		code, answers := ask(c.message)
		assert.Equal(t, c.code, code, why)
		assert.Equal(t, c.answers, answers, why)
	}
	assert.Empty(t, w.asked)
}

// FuzzQuestions checks that an answer repeats its question and is no longer than allowed.
func FuzzQuestions(f *testing.F) {
	f.Add(question("allowed.example", 1, 1))
	f.Add(question("evil.example", 28, 1))
	f.Add([]byte{})
	w := newWorld(f, "127.0.0.1:1")
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(f, err)
	w.ServeNames(c, egress.Resolver{Six: true})
	client, err := net.Dial("udp", c.LocalAddr().String())
	require.NoError(f, err)
	f.Cleanup(func() { client.Close() })
	buf := make([]byte, 4096)
	f.Fuzz(func(t *testing.T, message []byte) {
		if len(message) > 512 {
			return
		}
		_, err := client.Write(message)
		require.NoError(t, err)
		_, err = client.Write(question("allowed.example", 1, 1)) // the server answers it
		require.NoError(t, err)
		for {
			require.NoError(t, client.SetReadDeadline(time.Now().Add(5*time.Second)))
			n, err := client.Read(buf)
			require.NoError(t, err)
			assert.LessOrEqual(t, n, 512+28)
			if n > 12 && buf[0] == 0 && buf[1] == 1 && buf[7] == 1 {
				return
			}
		}
	})
}
