//go:build amd64 || arm64

package supervise

import (
	"encoding/binary"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// fake is a transport whose calls wait as long as a test says.
type fake struct {
	gone    sync.Map // has the ids of calls that no longer wait
	answers chan answer
}

type answer struct {
	id uint64
	reply
}

func (f *fake) waits(id uint64) bool { _, gone := f.gone.Load(id); return !gone }
func (f *fake) answer(id uint64, r reply) bool {
	if f.answers != nil {
		f.answers <- answer{id, r}
	}
	return f.waits(id)
}
func (f *fake) copyOf(*request, int) (int, error)        { return -1, unix.ENOSYS }
func (f *fake) replace(*request, int, int, uint32) error { return unix.ENOSYS }
func (f *fake) pidfd(process int) (int, error)           { return unix.PidfdOpen(process, 0) }

// ownRequest is a call of this process.
func ownRequest(t *testing.T) *request {
	t.Helper()
	f := &fake{answers: make(chan answer, 2*mostPipeWaits)}
	r := &request{Supervisor: newSupervisor(f, Rules{}), thread: os.Getpid()}
	t.Cleanup(func() { r.close(); r.Supervisor.close() })
	return r
}

// inMemory is a vector of words as execve(2) gets it. It points to the same word often, if asked.
func inMemory(words []string, times int) (at uint64, keep []any) {
	var pointers []uint64
	for _, word := range words {
		b := append([]byte(word), make([]byte, pageSize)...) // the supervisor reads to the end of a page
		keep = append(keep, b)
		pointers = append(pointers, slices.Repeat([]uint64{uint64(uintptr(unsafe.Pointer(&b[0])))}, times)...)
	}
	pointers = append(pointers, 0)
	return uint64(uintptr(unsafe.Pointer(&pointers[0]))), append(keep, pointers)
}

func TestWordsOfACommand(t *testing.T) {
	long := strings.Repeat("x", longestWord)
	for _, c := range []struct {
		why   string
		words []string
		times int
		want  error
	}{
		{"no words", nil, 1, nil},
		{"some words", []string{"cat", "", "file"}, 1, nil},
		{"a long word", []string{long[1:]}, 1, nil},
		{"a word that is too long", []string{long + "x"}, 1, unix.E2BIG},
		{"too many words", []string{"x"}, mostWords + 1, unix.E2BIG},
		{"all that fits", []string{long[9:]}, mostBytes / longestWord, nil},
		{"one long word too often", []string{long[1:]}, mostWords - 1, unix.E2BIG},
	} {
		t.Run(c.why, func(t *testing.T) {
			at, keep := inMemory(c.words, c.times)
			argv, err := ownRequest(t).vector(at)
			runtime.KeepAlive(keep)
			assert.Equal(t, c.want, err)
			if err == nil {
				assert.Len(t, argv, len(c.words)*c.times)
				assert.Equal(t, c.words, slices.Compact(argv)[:len(c.words):len(c.words)])
			}
		})
	}
	argv, err := ownRequest(t).vector(0)
	assert.NoError(t, err)
	assert.Empty(t, argv, "no vector")
	_, err = ownRequest(t).vector(pageSize)
	assert.Error(t, err, "nothing is mapped there")
}

func TestFieldsOfAStatus(t *testing.T) {
	groups := "Groups:\t" + strings.Repeat("100000 ", 2000)
	for _, c := range []struct {
		why, text, field, want string
		found                  bool
	}{
		{"in the middle", "Name:\tx\nPPid:\t12\nUid:\t1\n", "PPid", "12", true},
		{"behind a long line", "Name:\tx\n" + groups + "\nSigBlk:\tff\n", "SigBlk", "ff", true},
		{"its end is not read yet", "Name:\tx\nSigBlk:\tf", "SigBlk", "", false},
		{"not there", "Name:\tx\n", "PPid", "", false},
		{"in a name", "Name:\tPPid:\t1\nPPid:\t2\n", "PPid", "2", true},
	} {
		value, found := fieldOf([]byte(c.text), c.field)
		assert.Equal(t, c.found, found, c.why)
		if found {
			assert.Equal(t, c.want, string(value), c.why)
		}
	}
	first, err := ownRequest(t).status("Tgid", 10)
	assert.NoError(t, err)
	assert.Equal(t, os.Getpid(), first)
	_, err = ownRequest(t).status("Nothing", 10)
	assert.Error(t, err)
	found, own := (&request{thread: 1 << 30}).signalled()
	assert.True(t, found && !own, "of who is not there nothing is known")
	found, _ = (&request{thread: os.Getpid()}).signalled()
	assert.False(t, found)
}

func TestDescriptorsOfOthers(t *testing.T) {
	null, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	require.NoError(t, err)
	defer unix.Close(null)
	own, number := strconv.Itoa(os.Getpid()), strconv.Itoa(null)
	for _, c := range []struct {
		why, dir, name string
		is             bool
		want           error
	}{
		{"its own", "/proc/" + own + "/fd", number, true, nil},
		{"its own, of a thread", "/proc/" + own + "/task/" + own + "/fd", number, true, nil},
		{"its own that is not open", "/proc/" + own + "/fd", "99999", true, unix.EBADF},
		{"of another process", "/proc/1/fd", "0", true, errOthers},
		{"of a thread of another process", "/proc/1/task/1/fd", "0", true, errOthers},
		{"no number", "/proc/1/fd", "x", false, nil},
		{"another file", "/proc/1", "0", false, nil},
		{"another directory", "/work/proc/1/fd", "0", false, nil},
	} {
		p, is, err := ownRequest(t).magic(place{dir: c.dir, name: c.name})
		assert.Equal(t, c.is, is, c.why)
		if is {
			assert.Equal(t, c.want, err, c.why)
		}
		if is && err == nil {
			assert.Equal(t, "/dev/null", p.path(), c.why)
			assert.False(t, p.writable, c.why)
		}
	}
}

func TestAddressesAsTheKernelListsThem(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the lines are of a little-endian machine")
	}
	const line = "   0: %A:1F90 00000000:0000 %S 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000000000000000 100 0 0 10 0\n"
	for _, c := range []struct {
		why, at, listed, state string
		want                   bool
	}{
		{"version 4", "127.0.0.1:8080", "0100007F", "0A", true},
		{"version 4 on a socket for both", "127.0.0.1:8080", "0000000000000000FFFF00000100007F", "0A", true},
		{"version 6", "[::1]:8080", "00000000000000000000000001000000", "0A", true},
		{"another port", "127.0.0.1:8081", "0100007F", "0A", false},
		{"another host", "127.0.0.2:8080", "0100007F", "0A", false},
		{"connected, not listening", "127.0.0.1:8080", "0100007F", "01", false},
	} {
		text := strings.NewReplacer("%A", c.listed, "%S", c.state).Replace(line)
		at, inode, is := listening([]byte(text))
		found := is && slices.Contains(spellings(netip.MustParseAddrPort(c.at)), at)
		assert.Equal(t, c.want, found, c.why)
		assert.EqualValues(t, is, inode == 4711, c.why)
	}
}

// A number that another terminal has now is not that of the one that was made.
func TestTerminalsByNumber(t *testing.T) {
	var made terminals
	defer made.close()
	open := func() (master int, number uint32) {
		master, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
		if err != nil {
			t.Skip(err)
		}
		number, err = unix.IoctlGetUint32(master, unix.TIOCGPTN)
		require.NoError(t, err)
		require.NoError(t, unix.IoctlSetPointerInt(master, unix.TIOCSPTLCK, 0))
		return master, number
	}
	how := unix.O_RDWR | unix.O_NOCTTY | unix.O_CLOEXEC
	master, number := open()
	made.add(master)
	fd, err := made.open(number, how)
	require.NoError(t, err)
	require.NoError(t, unix.Close(fd))
	_, err = made.open(number+1, how)
	assert.Equal(t, errNotTheirs, err, "nobody made it")
	require.NoError(t, unix.Close(master))
	again, _ := open()
	defer unix.Close(again)
	_, err = made.open(number, how)
	assert.Equal(t, errNotTheirs, err, "it is gone")
	assert.Empty(t, made.fds)
	assert.True(t, made.hasRoom())
}

// The calls that have a thread are bounded.
func TestMoreCallsThanThreads(t *testing.T) {
	r := ownRequest(t)
	release := make(chan struct{})
	var ran atomic.Int32
	act := func(*request) reply { ran.Add(1); <-release; return done() }
	for range mostThreads {
		assert.True(t, r.later(act).later)
	}
	assert.Equal(t, unix.EAGAIN, r.later(act).errno)
	close(release)
	for range mostThreads {
		<-r.transport.(*fake).answers
	}
	assert.EqualValues(t, mostThreads, ran.Load())
	assert.Eventually(t, func() bool { return len(r.threads) == 0 }, 10*time.Second, time.Millisecond)
}
