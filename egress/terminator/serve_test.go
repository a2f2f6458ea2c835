package terminator_test

import (
	"crypto/tls"
	"io"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/egress/terminator"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pair returns two sockets that are connected.
func pair(t *testing.T, kind int) (a, b *net.UnixConn) {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, kind, 0)
	require.NoError(t, err)
	var ends [2]*net.UnixConn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "pair")
		c, err := net.FileConn(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		ends[i] = c.(*net.UnixConn)
		t.Cleanup(func() { _ = c.Close() })
	}
	return ends[0], ends[1]
}

// serve starts a server, and reads the certificate that it sends first.
func serve(t *testing.T) (own *net.UnixConn, ended <-chan error) {
	t.Helper()
	authority, err := terminator.NewAuthority([]string{"api.example"})
	require.NoError(t, err)
	own, its := pair(t, syscall.SOCK_SEQPACKET)
	done := make(chan error, 1)
	go func() { done <- (&terminator.Server{Authority: authority}).Serve(its) }()
	buffer := make([]byte, 64<<10)
	n, err := own.Read(buffer)
	require.NoError(t, err)
	assert.Equal(t, authority.PEM(), buffer[:n], "the authority's certificate comes first")
	return own, done
}

func TestServeEndsWithItsSocket(t *testing.T) {
	own, ended := serve(t)
	require.NoError(t, own.Close())
	assert.NoError(t, <-ended)
}

func TestServeRejectsOtherDescriptors(t *testing.T) {
	a, b := pair(t, syscall.SOCK_STREAM)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	tcp, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer tcp.Close()
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	for _, row := range []struct {
		reason string
		files  func(conn syscall.Conn) []syscall.Conn
	}{
		{"none", func(syscall.Conn) []syscall.Conn { return nil }},
		{"a connection without its clear side", func(conn syscall.Conn) []syscall.Conn { return []syscall.Conn{conn} }},
		{"three", func(conn syscall.Conn) []syscall.Conn { return []syscall.Conn{conn, a, b} }},
		{"a clear side that is no socket of this machine", func(conn syscall.Conn) []syscall.Conn { return []syscall.Conn{conn, tcp.(syscall.Conn)} }},
		{"a file for the clear side", func(conn syscall.Conn) []syscall.Conn { return []syscall.Conn{conn, null} }},
		{"a file for the connection", func(conn syscall.Conn) []syscall.Conn { return []syscall.Conn{null, conn} }},
	} {
		own, ended := serve(t)
		theirs, conn := pair(t, syscall.SOCK_STREAM)
		var control []byte
		if files := row.files(conn); len(files) > 0 {
			control = syscall.UnixRights(descriptors(t, files)...)
		}
		_, _, err := own.WriteMsgUnix([]byte{egress.AskConnect}, control, nil)
		require.NoError(t, err)
		require.NoError(t, conn.Close())
		said, err := io.ReadAll(theirs)
		require.NoError(t, err, row.reason)
		assert.Empty(t, said, "no TLS has begun: "+row.reason)
		goesOn(t, own, row.reason)
		require.NoError(t, own.Close())
		require.NoError(t, <-ended, row.reason)
	}
}

// goesOn holds that a server still takes connections over.
func goesOn(t *testing.T, own *net.UnixConn, reason string) {
	t.Helper()
	theirs, conn := pair(t, syscall.SOCK_STREAM)
	clear, other := pair(t, syscall.SOCK_STREAM)
	_, err := theirs.Write([]byte("no TLS\r\n\r\n"))
	require.NoError(t, err)
	_, _, err = own.WriteMsgUnix(append([]byte{egress.AskConnect}, "api.example"...), syscall.UnixRights(descriptors(t, []syscall.Conn{conn, other})...), nil)
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	require.NoError(t, other.Close())
	said, err := io.ReadAll(clear)
	require.NoError(t, err)
	assert.Contains(t, string(said), string(egress.SaidFailed)+"tls: ", reason)
}

// descriptors are the numbers of some that stay open until the test ends.
func descriptors(t *testing.T, files []syscall.Conn) (fds []int) {
	t.Helper()
	for _, f := range files {
		raw, err := f.SyscallConn()
		require.NoError(t, err)
		require.NoError(t, raw.Control(func(fd uintptr) { fds = append(fds, int(fd)) }))
	}
	return fds
}

// What does not fit is left out by the system: the rest must not pass for the whole.
func TestServeRejectsLongPackets(t *testing.T) {
	theirs, conn := pair(t, syscall.SOCK_STREAM)
	_, clear := pair(t, syscall.SOCK_STREAM)
	own, _ := serve(t)
	require.NoError(t, own.SetWriteBuffer(512<<10))
	packet := make([]byte, 129<<10)
	packet[0] = egress.AskConnect
	if _, _, err := own.WriteMsgUnix(packet, syscall.UnixRights(descriptors(t, []syscall.Conn{conn, clear})...), nil); err != nil {
		t.Skip("the system sends no packet of that length:", err)
	}
	require.NoError(t, conn.Close())
	said, err := io.ReadAll(theirs)
	require.NoError(t, err)
	assert.Empty(t, said, "no TLS has begun")
}

func TestServeSaysWhyTLSDoesNotBegin(t *testing.T) {
	for _, c := range []struct{ reason, packet, sent, want string }{
		{"a client that speaks no TLS", string(egress.AskAccept) + "api.example\x00GET / HTTP/1.1\r\n", "", string(egress.SaidFailed) + "tls: "},
		{"a server that speaks no TLS", string(egress.AskConnect) + "api.example", "HTTP/1.1 400 Bad Request\r\n\r\n", string(egress.SaidFailed) + "tls: "},
		{"a packet that asks for nothing known", "x", "", ""},
	} {
		own, ended := serve(t)
		theirs, conn := pair(t, syscall.SOCK_STREAM)
		clear, other := pair(t, syscall.SOCK_STREAM)
		_, err := theirs.Write([]byte(c.sent))
		require.NoError(t, err)
		_, _, err = own.WriteMsgUnix([]byte(c.packet), syscall.UnixRights(descriptors(t, []syscall.Conn{conn, other})...), nil)
		require.NoError(t, err)
		require.NoError(t, conn.Close())
		require.NoError(t, other.Close())
		said, err := io.ReadAll(clear)
		require.NoError(t, err, c.reason)
		if c.want == "" {
			assert.Empty(t, said, c.reason)
		} else {
			assert.Contains(t, string(said), c.want, c.reason)
		}
		require.NoError(t, own.Close())
		assert.NoError(t, <-ended, "one that fails does not end the others: "+c.reason)
	}
}

// A client that says nothing more, and does not end its connection either, is held no longer
// than it takes to end one.
func TestServeLetsGoOfWhoEndsNothing(t *testing.T) {
	t.Parallel()
	own, _ := serve(t)
	theirs, conn := pair(t, syscall.SOCK_STREAM)
	clear, other := pair(t, syscall.SOCK_STREAM)
	_, _, err := own.WriteMsgUnix(append([]byte{egress.AskAccept}, "api.example\x00"...), syscall.UnixRights(descriptors(t, []syscall.Conn{conn, other})...), nil)
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	require.NoError(t, other.Close())
	client := tls.Client(theirs, &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, client.Handshake())
	said := make([]byte, 1)
	_, err = io.ReadFull(clear, said)
	require.NoError(t, err)
	assert.EqualValues(t, egress.SaidReady, said[0])
	require.NoError(t, clear.Close())
	_, err = io.Copy(io.Discard, theirs)
	assert.NoError(t, err, "the connection ends, though its client has not ended it")
}
