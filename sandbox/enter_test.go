package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var entries = []Entry{
	{Path: "/bin/true", Argv: []string{"true"}},
	{
		Path: "/bin/echo", Argv: []string{"echo", "", "2", "a b\n", "\xff", ""},
		Default: []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}, Env: []string{"LD_LIBRARY_PATH=/opt/--", "LD_PRELOAD="},
		places: []place{{at: "/home/u/a b", dev: 1 << 40, ino: 7}, {at: "/tmp"}},
	},
	{Path: "/bin/echo", Argv: strings.Split(strings.Repeat("x ", 20_000), " ")},
}

func TestEntryIsReadAsItWasWritten(t *testing.T) {
	for _, want := range entries {
		var got Entry
		require.NoError(t, got.decode(string(want.encode())))
		assert.Equal(t, want, got)
	}
}

func FuzzEntry(f *testing.F) {
	for _, e := range entries {
		f.Add(string(e.encode()))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var e Entry
		if e.decode(text) != nil {
			return
		}
		var again Entry
		require.NoError(t, again.decode(string(e.encode())))
		assert.Equal(t, e, again)
	})
}

func TestEnterRefusesWhatIsNoEntry(t *testing.T) {
	for _, words := range [][]string{nil, {EnterWord}, {EnterWord, "x"}, {EnterWord, "2"}, {EnterWord, "999"}, {EnterWord, "6", "x"}, {"x", "6"}} {
		assert.Error(t, Enter(words, nil), words)
	}
	for _, text := range []string{"", "\x00", "0\x000\x000\x00/bin/true\x00", "x\x000\x000\x00/bin/true\x00true\x00", "9\x000\x000\x00/bin/true\x00true\x00", "0\x000\x001\x001\x00x\x00/\x00/bin/true\x00true\x00"} {
		assert.Error(t, new(Entry).decode(text), "%q", text)
	}
}

func TestMountPointsAreWhereTheKernelSays(t *testing.T) {
	points := mountPoints("22 1 0:21 / /proc rw - proc proc rw\n23 1 0:22 /a /home/u/a\\040b\\134 ro - ext4 x ro\nshort\n24 1 0:23 / /x\\9 rw - a b c\n")
	assert.Equal(t, map[string]bool{"/proc": true, `/home/u/a b\`: true, `/x\9`: true}, points)
}

func TestAPlaceMustBeAMountAndTheSame(t *testing.T) {
	if _, err := os.Stat("/proc/self/mountinfo"); err != nil {
		t.Skip("needs Linux' /proc")
	}
	proc, err := placeOf("/proc", os.Lstat)
	require.NoError(t, err)
	assert.NoError(t, Entry{places: []place{proc, {at: "/proc"}}}.check())
	other := proc
	other.ino++
	assert.ErrorIs(t, Entry{places: []place{proc, other}}.check(), ErrMoved, "another directory is mounted")
	dir, err := placeOf(t.TempDir(), os.Lstat)
	require.NoError(t, err)
	assert.ErrorIs(t, Entry{places: []place{dir}}.check(), ErrMoved, "nothing is mounted there: the mount went elsewhere")
	assert.ErrorIs(t, Entry{places: []place{{at: filepath.Join(dir.at, "none")}}}.check(), ErrMoved)
}
