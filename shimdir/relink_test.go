package shimdir

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hundreds returns as many names as a machine has programs.
func hundreds() []string {
	names := make([]string, 600)
	for i := range names {
		names[i] = fmt.Sprintf("program-%03d", i)
	}
	return names
}

func TestHundredsOfShims(t *testing.T) {
	l, names := Home(t.TempDir()), hundreds()
	changed, err := l.Install(names, Binaries{Shim: []byte("shim"), Shimgen: []byte("shimgen")})
	require.NoError(t, err)
	assert.Len(t, changed, len(names)+3)
	before, err := os.Lstat(filepath.Join(l.Bin, names[300]))
	require.NoError(t, err)

	again, err := l.Link(names)
	require.NoError(t, err)
	assert.Empty(t, again, "what is right is not made again")
	gone, err := l.Unlink(names)
	require.NoError(t, err)
	assert.Empty(t, gone)
	after, err := os.Lstat(filepath.Join(l.Bin, names[300]))
	require.NoError(t, err)
	assert.True(t, os.SameFile(before, after))

	start := time.Now()
	s := l.Status("/usr/bin:" + l.Bin)
	assert.Less(t, time.Since(start), 5*time.Second)
	assert.Len(t, s.Generated, len(names))

	gone, err = l.Unlink(names[:100])
	require.NoError(t, err)
	assert.Len(t, gone, 500)
	removed, err := l.Remove()
	require.NoError(t, err)
	assert.Len(t, removed, 103)
	assert.NoDirExists(t, l.Bin)
}

func TestUnlinkLeavesWhatIsNotOurs(t *testing.T) {
	l := Home(t.TempDir())
	_, err := l.Install([]string{"a", "b"}, Binaries{Shim: []byte("shim"), Shimgen: []byte("shimgen")})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(l.Bin, "mine"), []byte("x"), 0o700))
	require.NoError(t, os.Symlink("/bin/true", filepath.Join(l.Bin, "other")))
	gone, err := l.Unlink([]string{"b"})
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(l.Bin, "a")}, gone)
	assert.Equal(t, []string{"b", "mine", "other"}, list(t, l.Bin))
	_, err = l.Link([]string{"mine"})
	require.ErrorContains(t, err, "is not a shim of this installation")
	_, err = l.Link([]string{"x/y"})
	require.ErrorContains(t, err, "not the name of a program")
}

// Each name always means the shim, whoever links at the same time.
func TestManyLinkAtOnce(t *testing.T) {
	l, names := Home(t.TempDir()), hundreds()[:60]
	_, err := l.Install(names[:1], Binaries{Shim: []byte("shim"), Shimgen: []byte("shimgen")})
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 5 {
				_, err := l.Link(names)
				assert.NoError(t, err)
				text, err := os.Readlink(filepath.Join(l.Bin, names[0]))
				assert.NoError(t, err)
				assert.Equal(t, l.target(), text)
			}
		})
	}
	all.Wait()
	assert.Equal(t, names, list(t, l.Bin), "and nothing is left over")
}

func TestWantedIsRemembered(t *testing.T) {
	l := Home(t.TempDir())
	w, err := l.Wanted()
	require.NoError(t, err)
	assert.Equal(t, Extras{}, w, "nothing was said")
	require.NoError(t, os.MkdirAll(filepath.Join(l.Root, "state"), 0o700))

	want := Extras{All: true, Named: []string{"b", "a"}}.And(Extras{Shells: true, Named: []string{"a", "["}})
	assert.Equal(t, Extras{true, true, []string{"[", "a", "b"}}, want)
	require.NoError(t, l.Remember(want))
	got, err := l.Wanted()
	require.NoError(t, err)
	assert.Equal(t, want, got)

	require.NoError(t, os.WriteFile(filepath.Join(l.Root, "state", wantedName), []byte("--odd ../x a\n\x01 --shells"), 0o600))
	got, err = l.Wanted()
	require.NoError(t, err)
	assert.Equal(t, Extras{Shells: true, Named: []string{"a"}}, got, "what makes no sense asks for nothing")
	require.NoError(t, l.forget())
	got, err = l.Wanted()
	require.NoError(t, err)
	assert.Equal(t, Extras{}, got)
}

func TestProgramsOnPath(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, file := range []string{one + "/b", one + "/-x", two + "/a", two + "/b"} {
		require.NoError(t, os.WriteFile(file, nil, 0o755))
	}
	require.NoError(t, os.Mkdir(two+"/dir", 0o755))
	var asked []string
	got := FindPrograms(one+"::relative:/nonexistent:"+two, func(name string) bool {
		asked = append(asked, name)
		return name != "c"
	})
	assert.Equal(t, []string{"a", "b"}, got)
	slices.Sort(asked)
	assert.Equal(t, []string{"a", "b"}, asked, "once each, and no name that a shim cannot have")
}
