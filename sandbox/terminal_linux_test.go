//go:build amd64 || arm64

package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox"
)

// A terminal's number is given to the next one when it is gone, perhaps to the user's.
func TestATerminalIsTheirsOnlyWhileItIsThere(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	if unprivileged(t) {
		eachSupervised(t, aTerminalIsTheirsOnlyWhileItIsThere)
	}
}

func aTerminalIsTheirsOnlyWhileItIsThere(t *testing.T, b sandbox.Backend) {
	begun, taken := make(chan string, 1), make(chan error, 1)
	go func() { taken <- takeNumber(t, <-begun) }()
	printed, _, _ := boxedIn(t, b, pythons+`
signal.alarm(100) # what hangs fails
for n in range(300): # more than are remembered at a time
    master, slave = pty.openpty(); name = os.ttyname(slave); os.close(slave)
    os.close(os.open(name, os.O_RDWR | os.O_NOCTTY)); os.close(master)
open("n", "w").write(name); os.rename("n", "number")
while not os.path.exists("taken"): time.sleep(0.01)
try: os.open(name, os.O_RDWR | os.O_NOCTTY); print("reached")
except OSError as e: print(e.errno)
END`, func(b *sandbox.Box) { begun <- b.Dir })
	require.NoError(t, <-taken)
	assert.Equal(t, "13\n", printed)
}

// takeNumber makes pseudo-terminals until one has the name that a file in a directory has, and
// keeps them open until the end of the test.
func takeNumber(t *testing.T, dir string) error {
	var name []byte
	for range 1000 {
		var err error
		if name, err = os.ReadFile(filepath.Join(dir, "number")); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	for range 50 {
		master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
		if err != nil {
			return err
		}
		t.Cleanup(func() { master.Close() })
		number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
		if err != nil {
			return err
		}
		if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
			return err
		}
		if "/dev/pts/"+strconv.Itoa(number) == string(name) {
			return os.WriteFile(filepath.Join(dir, "taken"), nil, 0o600)
		}
	}
	return errors.Join(fmt.Errorf("no terminal got the name %q", name), os.WriteFile(filepath.Join(dir, "taken"), nil, 0o600))
}
