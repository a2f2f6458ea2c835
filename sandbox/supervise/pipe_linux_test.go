//go:build amd64 || arm64

package supervise

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// somePipe is a named pipe in a directory of its own.
func somePipe(t *testing.T) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, unix.Mkfifo(at, 0o600))
	return at
}

// opens has a call open a pipe.
func opens(t *testing.T, r *request, at string, id uint64, flags int) reply {
	t.Helper()
	fd, err := unix.Open(at, unix.O_PATH|unix.O_CLOEXEC, 0)
	require.NoError(t, err)
	defer unix.Close(fd)
	r.id = id
	return r.pipe(place{fd: fd, dir: at}, flags)
}

func TestWhetherAPipeHasAWriter(t *testing.T) {
	var probe [2]int
	require.NoError(t, unix.Pipe2(probe[:], unix.O_CLOEXEC|unix.O_NONBLOCK))
	write := func(at string) int {
		fd, err := unix.Open(at, unix.O_WRONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		require.NoError(t, err)
		return fd
	}
	for _, c := range []struct {
		why  string
		do   func(at string)
		want bool
	}{
		{"nobody came", func(string) {}, false},
		{"one is there and says nothing", func(at string) { fd := write(at); t.Cleanup(func() { unix.Close(fd) }) }, true},
		{"one is there and wrote", func(at string) {
			fd := write(at)
			t.Cleanup(func() { unix.Close(fd) })
			_, _ = unix.Write(fd, []byte("x"))
		}, true},
		{"one came and went", func(at string) { _ = unix.Close(write(at)) }, true},
		{"one wrote and went", func(at string) { fd := write(at); _, _ = unix.Write(fd, []byte("x")); _ = unix.Close(fd) }, true},
	} {
		at := somePipe(t)
		fd, err := unix.Open(at, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		require.NoError(t, err)
		c.do(at)
		assert.Equal(t, c.want, hasWriter(fd, probe), c.why)
		require.NoError(t, unix.Close(fd))
	}
}

func TestEndsOfPipesMeet(t *testing.T) {
	for why, flags := range map[string][2]int{
		"a reader waits for a writer": {unix.O_RDONLY, unix.O_WRONLY},
		"a writer waits for a reader": {unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC, unix.O_RDONLY},
	} {
		t.Run(why, func(t *testing.T) {
			r, at := ownRequest(t), somePipe(t)
			assert.True(t, opens(t, r, at, 1, flags[0]).later)
			answers := r.transport.(*fake).answers
			second := opens(t, r, at, 2, flags[1])
			got := map[uint64]reply{}
			for !second.later && len(got) < 1 || second.later && len(got) < 2 {
				a := <-answers
				got[a.id] = a.reply
			}
			if !second.later {
				got[2] = second
			}
			for id, reply := range got {
				require.Zero(t, reply.errno, id)
				modes, err := unix.FcntlInt(uintptr(reply.fd), unix.F_GETFL, 0)
				require.NoError(t, err)
				assert.Zero(t, modes&unix.O_NONBLOCK, "the caller did not ask for it")
				require.NoError(t, unix.Close(reply.fd))
			}
		})
	}
}

func TestReadersThatAreGone(t *testing.T) {
	for why, before := range map[string]func(t *testing.T, at string){
		"the pipe is there":          func(*testing.T, string) {},
		"the pipe is removed":        func(t *testing.T, at string) { require.NoError(t, unix.Unlink(at)) },
		"the pipe cannot be written": func(t *testing.T, at string) { require.NoError(t, unix.Chmod(at, 0o400)) },
	} {
		t.Run(why, func(t *testing.T) {
			r, at := ownRequest(t), somePipe(t)
			end, err := unix.Open(at, unix.O_PATH|unix.O_CLOEXEC, 0) // to write later, whatever becomes of the name
			require.NoError(t, err)
			defer unix.Close(end)
			assert.True(t, opens(t, r, at, 1, unix.O_RDONLY).later)
			before(t, at)
			r.pipes.mu.Lock()
			r.transport.(*fake).gone.Store(uint64(1), nil)
			r.pipes.mu.Unlock()
			assert.Eventually(t, func() bool { return r.pipes.left() == 0 }, 10*time.Second, time.Millisecond)
			_ = unix.Chmod(self(end), 0o600)
			_, err = unix.Open(self(end), unix.O_WRONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
			assert.Equal(t, unix.ENXIO, err, "a writer finds no reader")
		})
	}
}

func TestWaitsForPipesAreBoundedAndEnd(t *testing.T) {
	r, at := ownRequest(t), somePipe(t)
	for id := range uint64(mostPipeWaits) {
		require.True(t, opens(t, r, at, id, unix.O_RDONLY).later)
	}
	assert.Equal(t, unix.EAGAIN, opens(t, r, at, mostPipeWaits, unix.O_RDONLY).errno)
	r.pipes.close()
	assert.Zero(t, r.pipes.left())
	_, err := unix.Open(at, unix.O_WRONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	assert.Equal(t, unix.ENXIO, err, "nobody reads any more")
	assert.Equal(t, unix.EAGAIN, opens(t, r, at, 1, unix.O_RDONLY).errno)
}
