package terminal

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// person makes a terminal that a person could use.
func person(t *testing.T) (keys, screen *os.File) {
	t.Helper()
	keys, screen, err := pty.Open()
	if err != nil {
		t.Skipf("needs pseudo-terminals: %v", err)
	}
	t.Cleanup(func() { keys.Close(); screen.Close() })
	return keys, screen
}

// shown collects a program's output.
type shown struct {
	sync.Mutex
	text bytes.Buffer
}

func (s *shown) Write(p []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	return s.text.Write(p)
}

func (s *shown) String() string {
	s.Lock()
	defer s.Unlock()
	return s.text.String()
}

// started starts shell source on a terminal like a person's.
func started(t *testing.T, like *os.File, source string) (*Terminal, *exec.Cmd, *shown, <-chan struct{}) {
	t.Helper()
	own, err := Open(like)
	require.NoError(t, err)
	cmd := exec.Command("sh", "-c", source)
	cmd.Dir = t.TempDir()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = own.Inside, own.Inside, own.Inside
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { late.Stop() })
	screen := &shown{}
	gone, err := own.Connect(screen)
	require.NoError(t, err)
	return own, cmd, screen, gone
}

func modes(t *testing.T, f *os.File) unix.Termios {
	t.Helper()
	is, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	require.NoError(t, err)
	return *is
}

func TestItIsLikeThePersons(t *testing.T) {
	_, screen := person(t)
	require.NoError(t, unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 12, Col: 34}))
	was := modes(t, screen)
	other := was
	other.Cc[unix.VERASE] = 'E'
	require.NoError(t, unix.IoctlSetTermios(int(screen.Fd()), unix.TCSETS, &other))
	own, cmd, text, _ := started(t, screen, "stty size; stty -a | grep -o 'min = 1'; stty -a | grep -c 'erase = E'; tty >/dev/null && echo yes")
	assert.NotEqual(t, other, modes(t, screen), "keys come through one by one")
	require.NoError(t, cmd.Wait())
	own.Close()
	assert.Equal(t, "12 34\r\nmin = 1\r\n1\r\nyes\r\n", text.String())
	assert.Equal(t, other, modes(t, screen), "as they were")
}

func TestAMillionBytesEachWay(t *testing.T) {
	keys, screen := person(t)
	own, cmd, text, _ := started(t, screen, "stty raw -echo; echo ready; head -c 1000000 | tee copy | wc -c; cat copy; rm copy")
	require.Eventually(t, func() bool { return strings.Contains(text.String(), "ready") }, 20*time.Second, time.Millisecond)
	sent := bytes.Repeat([]byte("0123456789\x03\x04\x1a\x00\xff\r\n\x11\x13x"), 50_000)
	_, err := keys.Write(sent)
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	own.Close()
	_, got, found := strings.Cut(text.String(), "1000000\n")
	assert.True(t, found)
	assert.True(t, got == string(sent), "%d bytes of %d", len(got), len(sent))
}

// A process that keeps the terminal open does not delay the end, and earlier output is
// passed on.
func TestTheEndIsNotHeldUp(t *testing.T) {
	_, screen := person(t)
	own, cmd, text, _ := started(t, screen, `trap "" HUP; (while echo more; do :; done) & echo $!; echo last >/dev/tty`)
	require.NoError(t, cmd.Wait())
	own.Close() // otherwise the test does not end
	assert.Contains(t, text.String(), "last\r\n")
}

func TestAPersonWhoIsGone(t *testing.T) {
	keys, screen := person(t)
	hups := make(chan os.Signal, 1)
	signal.Notify(hups, syscall.SIGHUP) // the test's parent may ignore it, as nohup(1) does
	defer signal.Stop(hups)
	own, cmd, _, gone := started(t, screen, "sleep 100; :") // a reader may see the end before the signal
	require.NoError(t, keys.Close())
	<-gone
	assert.Error(t, cmd.Wait(), "it was hung up")
	assert.Equal(t, syscall.SIGHUP, cmd.ProcessState.Sys().(syscall.WaitStatus).Signal())
	own.Close()
}

func TestWhatIsNoTerminal(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	defer w.Close()
	_, err = Open(r)
	assert.ErrorIs(t, err, unix.ENOTTY)
}
