package shellscript

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/launch"
)

// here starts a test in a directory of its own, and returns what looks for scripts there.
func here(t *testing.T) *Finder {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	t.Chdir(dir)
	return &Finder{Dir: dir, Path: os.Getenv("PATH")}
}

func TestScriptFileIsOpenedAndReadOnce(t *testing.T) {
	f := here(t)
	require.NoError(t, os.WriteFile("x.sh", []byte("echo one\n"), 0o600))
	sc, err := f.Find("bash", []string{"x.sh"})
	require.NoError(t, err)
	assert.True(t, sc.Opened())
	sc, err = f.Find("bash", []string{"-e", "x.sh", "arg"})
	require.NoError(t, err)
	require.True(t, sc.Opened())
	var req guard.Request
	sc.Fill(&req)
	assert.Equal(t, "echo one\n", *req.Script)

	// What is judged is what runs, whatever the name means by now.
	require.NoError(t, os.WriteFile("y.sh", []byte("echo two\n"), 0o600))
	require.NoError(t, os.Rename("y.sh", "x.sh"))
	buf := make([]byte, 64)
	n, err := unix.Read(sc.FD(), buf)
	require.NoError(t, err)
	assert.Equal(t, "echo one\n", string(buf[:n]))
	assert.Empty(t, sc.Held())
}

// The shell opens the script by its name, so that $0 is that name. Whatever makes
// the name lead to other bytes than those that were judged must be seen.
func TestScriptThatItsShellOpensIsHeld(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T)
		same   bool
	}{
		"nothing":                   {func(*testing.T) {}, true},
		"another script is written": {func(t *testing.T) { put(t, "y.sh", "echo two\n") }, true},
		"it is written":             {func(t *testing.T) { put(t, "bin/x.sh", "echo two\n") }, false},
		"it is appended to":         {func(t *testing.T) { appendTo(t, "bin/x.sh", "echo two\n") }, false},
		"it is replaced": {func(t *testing.T) {
			put(t, "y.sh", "echo two\n")
			require.NoError(t, os.Rename("y.sh", "bin/x.sh"))
		}, false},
		"its times are put back": {func(t *testing.T) {
			info, err := os.Stat("bin/x.sh")
			require.NoError(t, err)
			put(t, "bin/x.sh", "echo two\n")
			require.NoError(t, os.Chtimes("bin/x.sh", info.ModTime(), info.ModTime()))
		}, false},
		"it is gone":               {func(t *testing.T) { require.NoError(t, os.Remove("bin/x.sh")) }, false},
		"another comes before it":  {func(t *testing.T) { put(t, "x.sh", "echo two\n") }, false},
		"its directory is another": {func(t *testing.T) { swap(t, "bin", "other") }, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := here(t)
			f.ByName = true
			for _, dir := range []string{"bin", "other"} {
				require.NoError(t, os.Mkdir(dir, 0o700))
			}
			put(t, "bin/x.sh", "echo one\n")
			put(t, "other/x.sh", "echo two\n")
			time.Sleep(20 * time.Millisecond) // the file system's clock is coarse: docs/bypasses.md
			f.Path = "/nonexistent:" + f.Dir + "/bin:/bin"
			for _, way := range []string{"x.sh", "./bin/x.sh", f.Dir + "/bin/x.sh"} {
				if name == "another comes before it" && way != "x.sh" {
					continue
				}
				sc, err := f.Find("bash", []string{"-e", way, "arg"})
				require.NoError(t, err)
				assert.False(t, sc.Opened(), "the name stays")
				require.NotNil(t, sc.text)
				assert.Equal(t, "echo one\n", *sc.text)
				require.NoError(t, launch.CheckUnchanged(sc.Held()))
				defer func() { assert.Equal(t, c.same, launch.CheckUnchanged(sc.Held()) == nil, way) }()
			}
			c.change(t)
		})
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
}

func appendTo(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteString(text)
	require.NoError(t, err)
}

// swap puts one directory in another's place.
func swap(t *testing.T, place, by string) {
	t.Helper()
	require.NoError(t, os.Rename(place, place+".old"))
	require.NoError(t, os.Rename(by, place))
}

func TestScriptWithoutReadableTextIsTheShellsOwnToRefuse(t *testing.T) {
	f := here(t)
	require.NoError(t, os.Mkdir("dir", 0o700))
	for _, name := range []string{"dir", "missing", "dir/missing", "/dev/null", "dir/../missing"} {
		sc, err := f.Find("sh", []string{name})
		assert.NoError(t, err, name)
		assert.Nil(t, sc.text, name)
		assert.NoError(t, launch.CheckUnchanged(sc.Held()), name)
	}
	sc, err := f.Find("sh", []string{"missing"})
	require.NoError(t, err)
	put(t, "missing", "echo planted\n")
	assert.Equal(t, launch.ChangedError{Path: f.Dir + "/missing"}, launch.CheckUnchanged(sc.Held()), "it must stay so")

	put(t, "long", strings.Repeat("#", maxScript+1))
	sc, err = f.Find("sh", []string{"long"})
	require.NoError(t, err)
	assert.Nil(t, sc.text, "over the limit nobody knows what it does")
}

// bash <(…) names a pipe by its descriptor.
func TestScriptInADescriptorIsReadAheadAndHandedOn(t *testing.T) {
	s := here(t)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	_, err = w.WriteString("echo piped\n")
	require.NoError(t, err)
	require.NoError(t, w.Close())
	fd, err := unix.Dup(int(r.Fd())) // one that the next program has too
	require.NoError(t, err)
	defer unix.Close(fd)
	for _, path := range []string{openFiles, "/dev/fd/", openFiles} { // once it is memory, it is read as a file
		sc, err := s.Find("bash", []string{path + strconv.Itoa(fd)})
		require.NoError(t, err)
		require.NotNil(t, sc.text)
		assert.Equal(t, "echo piped\n", *sc.text)
		assert.False(t, sc.Opened())
		var req guard.Request
		sc.Fill(&req)
		assert.NotNil(t, req.Script)
	}
	put(t, "x", "echo one\necho two\n")
	f, err := os.Open("x")
	require.NoError(t, err)
	defer f.Close()
	_, err = f.Seek(9, io.SeekStart)
	require.NoError(t, err)
	file, err := unix.Dup(int(f.Fd()))
	require.NoError(t, err)
	defer unix.Close(file)
	sc, err := s.Find("bash", []string{"/dev/fd/" + strconv.Itoa(file)})
	require.NoError(t, err)
	assert.Equal(t, opensAnew, *sc.text == "echo one\necho two\n")
	require.NoError(t, launch.CheckUnchanged(sc.Held()))
	appendTo(t, "x", "echo three\n")
	assert.Error(t, launch.CheckUnchanged(sc.Held()))

	own, err := os.Open("/dev/null") // closed in the next program
	require.NoError(t, err)
	defer own.Close()
	_, ok := descriptor("/dev/fd/" + strconv.Itoa(int(own.Fd())))
	assert.False(t, ok)
	for _, path := range []string{"/dev/fd/", "/dev/fd/x", "/dev/fd/00", "/dev/fd/-1", "/dev/fd/1/x", "fd/0"} {
		_, ok := descriptor(path)
		assert.False(t, ok, path)
	}
}

func TestScriptThatIsNoFileIsRefused(t *testing.T) {
	f := here(t)
	require.NoError(t, unix.Mkfifo("pipe", 0o600))
	for _, name := range []string{"pipe", "/dev/zero"} {
		_, err := f.Find("sh", []string{name})
		assert.Error(t, err, name)
	}
	sc, err := f.Find("sh", []string{"-c", "echo x"})
	assert.NoError(t, err)
	assert.False(t, sc.Opened())
}

func TestOneScriptIsReadAndNoOtherRun(t *testing.T) {
	f := here(t)
	for _, name := range []string{"one", "two"} {
		require.NoError(t, os.WriteFile(name, []byte("echo "+name+"\n"), 0o600))
	}
	for reason, args := range map[string][]string{
		"a start-up file and a script":         {"--rcfile", "one", "two"},
		"two start-up files":                   {"--rcfile", "one", "--init-file", "two"},
		"a start-up file and standard input":   {"--rcfile", "one", "-s"},
		"a start-up file and nothing else set": {"--rcfile", "one"},
	} {
		sc, err := f.Find("bash", args)
		assert.ErrorIs(t, err, errScripts, reason)
		assert.False(t, sc.Opened(), reason)
	}
}

func TestPipeIsReadToItsEndOrGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		write string
		close bool
		limit int
		ended bool
	}{
		"ends":          {"echo hi\n", true, 100, true},
		"goes on":       {"echo hi\n", false, 100, false},
		"over the size": {strings.Repeat("x", 200), true, 100, false},
		"empty":         {"", true, 100, true},
	} {
		t.Run(name, func(t *testing.T) {
			r, w, err := os.Pipe()
			require.NoError(t, err)
			defer r.Close()
			defer w.Close()
			_, err = w.WriteString(c.write)
			require.NoError(t, err)
			if c.close {
				w.Close()
			}
			data, ended, err := readUntil(int(r.Fd()), c.limit, time.Now().Add(200*time.Millisecond))
			require.NoError(t, err)
			assert.Equal(t, c.ended, ended)
			assert.Equal(t, c.write, string(data))
		})
	}
}

func TestMemoryFileHoldsTheBytes(t *testing.T) {
	fd, err := inMemory([]byte("echo hi\n"))
	require.NoError(t, err)
	defer unix.Close(fd)
	buf := make([]byte, 64)
	n, err := unix.Read(fd, buf)
	require.NoError(t, err)
	assert.Equal(t, "echo hi\n", string(buf[:n]))
}
