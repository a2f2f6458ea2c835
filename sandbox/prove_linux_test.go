package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
)

// The test program is also what runs inside a box: its first argument says so.
const tries = "try"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == tries {
		if err := sandbox.Try(os.Stdout, os.Args[2:]); err != nil {
			io.WriteString(os.Stderr, err.Error())
			os.Exit(1)
		}
		return
	}
	for word, does := range map[string]func([]string) error{
		escapes: func(words []string) error { return tryEscapes(words[0]) },
		parents: parent,
		poor:    bePoor,
		looks:   look,
		races:   race,
		traces:  traceTicks,
	} {
		if len(os.Args) > 2 && os.Args[1] == word {
			if err := does(os.Args[2:]); err != nil {
				io.WriteString(os.Stderr, err.Error())
				os.Exit(1)
			}
			return
		}
	}
	if len(os.Args) > 1 && os.Args[1] == sandbox.EnterWord {
		io.WriteString(os.Stderr, sandbox.Enter(os.Args[1:], os.Environ()).Error())
		os.Exit(1)
	}
	if len(os.Args) == 2 && os.Args[1] == native.Word {
		io.WriteString(os.Stderr, sandbox.BeginNative(os.Environ()).Error())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// unprivileged runs the calling test once more as another user where it runs as root,
// who may do everything anyway, and reports whether this is that run.
func unprivileged(t *testing.T) (ready bool) {
	t.Helper()
	if os.Getuid() != 0 {
		return true
	}
	dir, err := os.MkdirTemp("/var/tmp", "sandbox-test-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	program := filepath.Join(dir, "test")
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(program, self, 0o755))
	require.NoError(t, os.Chmod(program, 0o755))
	require.NoError(t, os.Chown(dir, nobody, nobody))
	cmd := exec.Command(program, "-test.run", "^"+t.Name()+"$", "-test.v", "-test.short="+strconv.FormatBool(testing.Short()))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir, "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}, Pdeathsig: syscall.SIGKILL}
	out, err := cmd.CombinedOutput()
	if err == nil && bytes.Contains(out, []byte("--- SKIP")) {
		t.Skipf("as uid %d: %s", nobody, out)
	}
	require.NoError(t, err, "%s", out)
	return false
}

const nobody = 65534

// soon is how long what answers at once may take.
const soon = 500 * time.Millisecond

// self starts this program inside a box.
func self(t *testing.T) []string {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	return []string{program, tries}
}

func bubblewrap(t *testing.T) sandbox.Bwrap {
	t.Helper()
	program, err := sandbox.FindBwrap(os.Stat, isRoots, "ID=debian")
	if err != nil {
		t.Skip(err)
	}
	if out, err := exec.Command(program, "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "true").CombinedOutput(); err != nil {
		t.Skipf("needs a machine that lets bubblewrap make namespaces: %s", out)
	}
	return sandbox.Bwrap{Program: program, Inside: self(t)[:1], Lstat: os.Lstat, Root: os.Getuid() == 0}
}

func isRoots(info fs.FileInfo) bool { return info.Sys().(*syscall.Stat_t).Uid == 0 }

func TestEachBackendHoldsWhatItIsAskedFor(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachBackend(t, holds)
}

// eachBackend runs a test with each backend that can be used here.
func eachBackend(t *testing.T, test func(t *testing.T, b sandbox.Backend)) {
	t.Run("native", func(t *testing.T) { test(t, nativeBackend(t)) })
	t.Run("bwrap", func(t *testing.T) { test(t, bubblewrap(t)) })
	t.Run("landlock", func(t *testing.T) { test(t, landlockBackend(t)) })
	t.Run("supervisor", func(t *testing.T) { eachTransport(t, test) })
}

// eachTransport runs a test with each way in which calls can come to a supervisor that nothing
// stands behind.
func eachTransport(t *testing.T, test func(t *testing.T, b sandbox.Backend)) {
	for _, by := range []sandbox.Transport{sandbox.ByNotice, sandbox.ByTrace} {
		t.Run(by.String(), func(t *testing.T) { test(t, supervisorBackend(t, by)) })
	}
}

func supervisorBackend(t *testing.T, by sandbox.Transport) sandbox.Backend {
	t.Helper()
	b := sandbox.Supervisor{Self: self(t)[:1], Lstat: os.Lstat, By: by}
	var cannot sandbox.Unavailable
	if _, err := b.Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}}); errors.As(err, &cannot) {
		t.Skip(err)
	}
	return b
}

func landlockBackend(t *testing.T) sandbox.Backend {
	t.Helper()
	b := sandbox.Landlock{Self: self(t)[:1], Lstat: os.Lstat}
	var cannot sandbox.Unavailable
	if _, err := b.Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}}); errors.As(err, &cannot) {
		t.Skip(err)
	}
	return b
}

func nativeBackend(t *testing.T) sandbox.Backend {
	t.Helper()
	if !native.Supported {
		t.Skip(sandbox.ErrNoNative)
	}
	return sandbox.Native{Self: self(t)[:1], Lstat: os.Lstat, Root: os.Getuid() == 0}
}

// timely skips a proof that the race detector makes late: without a process namespace
// several processes end one after the other, and a proof's environment does not have GORACE.
func timely(t *testing.T, b sandbox.Backend) {
	t.Helper()
	if name := b.Name(); raced && (name == "landlock" || name == "supervisor") {
		t.Skip("with the race detector each process takes a second to exit")
	}
}

func holds(t *testing.T, b sandbox.Backend) {
	timely(t, b)
	found, err := sandbox.Prove(context.Background(), b, self(t), t.TempDir())
	require.NoError(t, err)
	for _, p := range sandbox.All() {
		why, tried := found[p]
		assert.True(t, tried, p)
		assert.NoError(t, why, p)
	}
	assert.Empty(t, found.Missing(sandbox.All()))
}

// bare starts a command as it is: every property must be found missing, or the proof
// proves nothing.
type bare struct{}

func (bare) Name() string { return "bare" }

func (bare) Plan(_ sandbox.Box, e sandbox.Entry) (sandbox.Plan, error) {
	return sandbox.Plan{Path: e.Path, Argv: e.Argv}, nil
}

func TestAProofFindsThatNothingHolds(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	found, err := sandbox.Prove(context.Background(), bare{}, self(t), t.TempDir())
	require.NoError(t, err)
	assert.Equal(t, sandbox.All(), found.Missing(sandbox.All()))
	for p, why := range found {
		t.Log(p, why)
	}
}

// setting is a box as one is used: places of every kind, and a directory around them.
func setting(t *testing.T) (s sandbox.Setting, dir string) {
	t.Helper()
	dir = t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, d := range []string{"work/sub", "keys", "around"} {
		require.NoError(t, os.MkdirAll(at(d), 0o755))
	}
	for _, f := range []string{"work/sub/kept", "keys/id", "token"} {
		require.NoError(t, os.WriteFile(at(f), []byte("content"), 0o644))
	}
	require.NoError(t, os.WriteFile(at("void"), nil, 0o400))
	box := sandbox.Box{Dir: at("work"), Write: []string{at("work")}, Keep: []string{at("work/sub/kept")}, Hide: []string{at("keys"), at("token")}, Void: at("void")}
	return sandbox.Setting{Box: box, Env: []string{"PATH=/usr/bin:/bin", "LD_LIBRARY_PATH=/nowhere"}, Outside: []string{at("around"), dir}}, dir
}

// below is all that there is below a directory.
func below(t *testing.T, dir string) (names []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		names = append(names, name)
		return err
	}))
	return names
}

func TestK3_ABoxInUseIsProvenAndLeftAsItWas(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	prove := func(t *testing.T, b sandbox.Backend) (found sandbox.Findings, needs []sandbox.Property) {
		s, dir := setting(t)
		before := below(t, dir)
		found, err := sandbox.ProveIn(context.Background(), b, self(t), s)
		require.NoError(t, err)
		assert.Equal(t, before, below(t, dir), "nothing is left")
		return found, s.Box.Needs()
	}
	eachBackend(t, func(t *testing.T, b sandbox.Backend) {
		timely(t, b)
		found, needs := prove(t, b)
		assert.Empty(t, found.Missing(needs), "%v", found)
	})
	found, needs := prove(t, bare{})
	assert.Equal(t, needs, found.Missing(needs), "%v", found)
}

func TestABackendThatDoesNotStartHoldsNothing(t *testing.T) {
	b := sandbox.Bwrap{Program: "/bin/false", Lstat: os.Lstat}
	found, err := sandbox.Prove(context.Background(), b, self(t), t.TempDir())
	require.NoError(t, err)
	assert.Equal(t, sandbox.All(), found.Missing(sandbox.All()))
}

// start runs a plan as a caller does, and returns what it printed and its status.
func start(t *testing.T, plan sandbox.Plan) (printed string, status int) {
	t.Helper()
	files, err := plan.Open()
	require.NoError(t, err)
	cmd := exec.Command(plan.Path)
	cmd.Args, cmd.ExtraFiles = plan.Argv, append([]*os.File{nil}, files.Child...)
	out, _ := cmd.CombinedOutput()
	if began := files.Began(); began != nil {
		out = append(out, began.Error()...)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// A directory that is to be mounted is put out of the way for a link between the look at
// it and the start, and perhaps back again: where the link leads becomes nothing.
func TestADirectoryThatIsSwappedForALink(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachBackend(t, refusesTheSwap)
}

func refusesTheSwap(t *testing.T, b sandbox.Backend) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, d := range []string{"work/sub", "outside"} {
		require.NoError(t, os.MkdirAll(at(d), 0o755))
	}
	for _, f := range []string{"work/sub/kept", "outside/kept"} {
		require.NoError(t, os.WriteFile(at(f), nil, 0o644))
	}
	box := sandbox.Box{Dir: at("work"), Write: []string{at("work")}, Keep: []string{at("work/sub/kept")}}
	plan, err := b.Plan(box, sandbox.Entry{Path: "/bin/sh", Argv: []string{"sh", "-c", `echo x >"$0/planted"; echo begun`, at("outside")}})
	require.NoError(t, err)
	printed, status := start(t, plan)
	assert.Contains(t, printed, "begun", "nothing was changed")
	assert.Equal(t, 0, status)
	assert.NoFileExists(t, at("outside/planted"))

	require.NoError(t, os.Rename(at("work/sub"), at("work/away")))
	require.NoError(t, os.Symlink("../outside", at("work/sub")))
	printed, status = start(t, plan)
	assert.NotContains(t, printed, "begun")
	assert.NotEqual(t, 0, status)
	assert.NoFileExists(t, at("outside/planted"))

	require.NoError(t, os.Remove(at("work/sub")))
	require.NoError(t, os.Mkdir(at("work/sub"), 0o755))
	require.NoError(t, os.WriteFile(at("work/sub/kept"), nil, 0o644))
	printed, status = start(t, plan)
	assert.Contains(t, printed, sandbox.ErrMoved.Error(), "another directory of that name")
	assert.NotEqual(t, 0, status)
}

func TestACommandOfManyWords(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	words := append([]string{"sh", "-c", "echo $#", "sh"}, make([]string, 20_000)...)
	eachBackend(t, func(t *testing.T, b sandbox.Backend) {
		plan, err := b.Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: "/bin/sh", Argv: words})
		require.NoError(t, err)
		printed, status := start(t, plan)
		assert.Equal(t, "20000\n", printed)
		assert.Equal(t, 0, status)
	})
}
