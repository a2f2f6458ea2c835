//go:build amd64 || arm64

package supervise

import (
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// ownDescriptors is a transport of calls of this process.
type ownDescriptors struct{ *fake }

func (ownDescriptors) copyOf(_ *request, number int) (int, error) {
	return unix.FcntlInt(uintptr(number), unix.F_DUPFD_CLOEXEC, 0)
}

// client has calls connect a socket to the listener that it begins.
type client struct {
	*fake
	super    *Supervisor
	name     []byte // struct sockaddr_un
	listener int
}

func newClient(t *testing.T) client {
	t.Helper()
	f := &fake{answers: make(chan answer, 10)}
	at := filepath.Join(t.TempDir(), "s")
	c := client{fake: f, super: newSupervisor(ownDescriptors{f}, Rules{}), listener: someSocket(t, 0)}
	t.Cleanup(c.super.close)
	require.NoError(t, unix.Bind(c.listener, &unix.SockaddrUnix{Name: at}))
	require.NoError(t, unix.Listen(c.listener, 1))
	c.name = append(append([]byte{unix.AF_UNIX, 0}, at...), make([]byte, pageSize)...)
	return c
}

func someSocket(t *testing.T, modes int) int {
	t.Helper()
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|modes, 0)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(fd) })
	return fd
}

// connects makes a call.
func (c client) connects(id uint64, fd int) {
	length := unsafe.Sizeof(unix.RawSockaddrUnix{})
	args := [6]uint64{uint64(fd), uint64(uintptr(unsafe.Pointer(&c.name[0]))), uint64(length)}
	r := &request{Supervisor: c.super, call: call{nr: unix.SYS_CONNECT, args: args}, id: id, thread: os.Getpid()}
	r.finish(r.connect())
}

func TestAConnectionWhoseAnswerWasLost(t *testing.T) {
	c := newClient(t)
	fd := someSocket(t, unix.SOCK_NONBLOCK)
	c.gone.Store(uint64(1), nil)
	c.connects(1, fd)
	assert.Equal(t, answer{1, done()}, <-c.answers)
	c.connects(2, fd)
	assert.Equal(t, answer{2, done()}, <-c.answers, "the call again")
	c.connects(3, fd)
	assert.Equal(t, answer{3, refusal(unix.EISCONN)}, <-c.answers, "another call")
	c.gone.Store(uint64(4), nil)
	c.connects(4, fd)
	<-c.answers
	c.connects(5, someSocket(t, unix.SOCK_NONBLOCK))
	assert.Equal(t, answer{5, done()}, <-c.answers, "another socket")
}

func TestACallThatComesAgainWhileItsConnectionIsMade(t *testing.T) {
	c := newClient(t)
	for id := range uint64(2) {
		c.connects(id, someSocket(t, 0))
		<-c.answers
	}
	fd := someSocket(t, 0) // for which the listener has no room
	for id := range uint64(5) {
		c.connects(2+id, fd)
	}
	assert.Len(t, c.super.threads, 1)
	accepted, _, err := unix.Accept4(c.listener, unix.SOCK_CLOEXEC)
	require.NoError(t, err)
	defer unix.Close(accepted)
	assert.Equal(t, answer{6, done()}, <-c.answers)
}
