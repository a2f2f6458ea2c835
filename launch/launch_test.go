package launch_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/permit/mint"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/termux"
)

// The test binary is its own child. With this variable set, it becomes the program that its
// arguments name, through launch.
const childVariable = "LAUNCH_TEST_CHILD"

func TestMain(m *testing.M) {
	how := os.Getenv(childVariable)
	if how == "" {
		os.Exit(m.Run())
	}
	os.Unsetenv(childVariable)
	err := child(how, os.Args[1:])
	os.Stderr.WriteString(err.Error() + "\n")
	os.Exit(launch.Status(err))
}

func child(how string, argv []string) error {
	cwd, _ := os.Getwd()
	p := mint.New(argv, cwd, "d1")
	switch how {
	case "exec":
		return launch.Exec(p, launch.Program{Name: argv[0]}, os.Environ())
	case "called", "finds itself":
		return launch.Exec(p, launch.Program{Name: argv[0], Called: os.Getenv("CALLED"), FindsItself: how == "finds itself"}, os.Environ())
	case "base":
		return launch.Exec(p, launch.Program{Name: filepath.Base(argv[0])}, os.Environ())
	case "fd":
		return launch.ExecFD(p, launch.Program{Name: argv[0]}, os.Environ(), 3)
	case "judge":
		return launch.Judge("rm", argv, os.Environ())
	case "mcp":
		return launch.MCP(argv[0], argv[1:], os.Environ())
	}
	return errors.New("no such child")
}

// An outcome is what a caller of the shim sees.
type outcome struct {
	out, err string
	status   int
}

type world struct {
	dir   string // working directory
	path  string
	stdin string
	files []*os.File
	env   []string
}

func (w world) run(t *testing.T, how string, argv ...string) outcome {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, argv...)
	cmd.Dir = w.dir
	// A child built with -cover would complain on stderr without the directory.
	cmd.Env = append([]string{childVariable + "=" + how, "GOCOVERDIR=" + t.TempDir()}, w.env...)
	if w.path != "" {
		cmd.Env = append(cmd.Env, "PATH="+w.path)
	}
	cmd.Stdin = strings.NewReader(w.stdin)
	cmd.ExtraFiles = w.files
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// fake writes a program that runs body and uses only sh's builtins.
func fake(t *testing.T, path, body string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	return path
}

// show prints each argument on a line, in brackets.
const show = `echo "real $0"; for a in "$@"; do printf '[%s]\n' "$a"; done`

func TestA9_ArgumentsGoThroughUnchanged(t *testing.T) {
	dir := t.TempDir()
	file := fake(t, filepath.Join(dir, "tool"), show)
	args := []string{"", " ", "a b", "*", "$HOME", "it's", `"`, "-rf", "--", "\xff\xfe", "x\ty"}
	got := world{path: dir}.run(t, "exec", append([]string{"tool"}, args...)...)
	want := "real " + file + "\n"
	for _, arg := range args {
		want += "[" + arg + "]\n"
	}
	assert.Equal(t, outcome{out: want}, got)
}

func TestA9_StatusStreamsAndEnvironmentAreTheProgramsOwn(t *testing.T) {
	dir := t.TempDir()
	fake(t, filepath.Join(dir, "tool"), `read -r line; echo "in=$line A=$A"; echo err >&2; exit 42`)
	got := world{path: dir, stdin: "hello\n", env: []string{"A=1 2"}}.run(t, "exec", "tool")
	assert.Equal(t, outcome{"in=hello A=1 2\n", "err\n", 42}, got)
}

func TestA9_SignalIsTheProgramsOwn(t *testing.T) {
	dir := t.TempDir()
	fake(t, filepath.Join(dir, "tool"), `kill -TERM $$`)
	assert.Equal(t, -1, world{path: dir}.run(t, "exec", "tool").status, "ended by a signal, not by an exit")
}

func TestA10_TheProcessIsReplacedAndNotJoined(t *testing.T) {
	dir := t.TempDir()
	fake(t, filepath.Join(dir, "tool"), `echo $$`)
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, "tool")
	cmd.Env = []string{childVariable + "=exec", "PATH=" + dir}
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Equal(t, strconv.Itoa(cmd.Process.Pid)+"\n", string(out))
}

func TestA9_ProgramWordKeepsItsPath(t *testing.T) {
	dir := t.TempDir()
	file := fake(t, filepath.Join(dir, "tool"), show)
	got := world{path: "/nonexistent"}.run(t, "exec", file, "x")
	assert.Equal(t, "real "+file+"\n[x]\n", got.out)
	got = world{path: "/nonexistent", dir: dir}.run(t, "exec", "./tool")
	assert.Equal(t, "real ./tool\n", got.out, "a script sees the name it was called by")
	got = world{path: dir}.run(t, "base", "/shims/tool")
	assert.Equal(t, "real "+file+"\n", got.out, "a shim called by its path stands for the program on PATH")
}

// cat shows its argv[0].
func TestA9_NameTheCallerChoseGoesThrough(t *testing.T) {
	cat, err := exec.LookPath("cat")
	if _, none := os.Stat("/proc/self/cmdline"); none != nil || err != nil {
		t.Skip("needs cat and /proc/self/cmdline")
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "tool")
	require.NoError(t, os.Symlink(cat, tool))
	for name, c := range map[string]struct{ how, called, want string }{
		"none":                                {"called", "", "tool"},
		"the name":                            {"called", "tool", "tool"},
		"the shim's path":                     {"called", "/shims/tool", "/shims/tool"},
		"a login shell's":                     {"called", "-tool", "-tool"},
		"one that looks for itself, the name": {"finds itself", "tool", tool},
		"one that looks for itself, another":  {"finds itself", "/shims/tool", "/shims/tool"},
		"one that looks for itself, none":     {"finds itself", "", tool},
		"one that looks for itself, a login":  {"finds itself", "-tool", "-tool"},
	} {
		got := world{path: dir + "/", env: []string{"CALLED=" + c.called}}.run(t, c.how, "tool", "/proc/self/cmdline")
		assert.Equal(t, outcome{out: c.want + "\x00/proc/self/cmdline\x00"}, got, name)
	}
	for _, called := range []string{"other", "tool/", "/x/-", "--tool", "tool-"} {
		got := world{path: dir, env: []string{"CALLED=" + called}}.run(t, "called", "tool", "x")
		assert.Equal(t, outcome{err: launch.ErrNoPermit.Error() + "\n", status: 125}, got, "%q is another program's name", called)
	}
}

func TestA11_StatusOfWhatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	fake(t, filepath.Join(dir, "real"), "exit 0")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "text"), []byte("no program\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "orphan"), []byte("#!/nonexistent/interpreter\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plain"), []byte("#!/bin/sh\n"), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o755))
	for name, c := range map[string]struct {
		word   string
		status int
		says   string
	}{
		"nothing of this name on PATH":     {"none", 127, "none: not found"},
		"nothing of this name at the path": {dir + "/none", 127, dir + "/none: not found"},
		"below a file":                     {dir + "/real/x", 127, "not found"},
		"a directory on PATH":              {"folder", 127, "folder: not found"},
		"neither binary nor script":        {"text", 126, dir + "/text: cannot be started"},
		"interpreter is missing":           {"orphan", 126, dir + "/orphan: cannot be started"},
		"not executable, by path":          {dir + "/plain", 126, dir + "/plain: cannot be started: permission denied"},
		"a directory, by path":             {dir + "/folder", 126, "cannot be started"},
	} {
		t.Run(name, func(t *testing.T) {
			got := world{path: dir}.run(t, "exec", c.word)
			assert.Equal(t, c.status, got.status, got.err)
			assert.Contains(t, got.err, c.says)
			assert.Equal(t, 1, strings.Count(got.err, "\n"), "one line")
		})
	}
}

func TestA13_EmptyAndRelativePathEntriesAreNoPlaceToLook(t *testing.T) {
	here, dir := t.TempDir(), t.TempDir()
	fake(t, filepath.Join(here, "tool"), "echo planted")
	fake(t, filepath.Join(here, "sub", "tool"), "echo planted")
	fake(t, filepath.Join(dir, "tool"), "echo real")
	for name, before := range map[string]string{
		"empty entry first": ":", "two empty entries": "::", "the dot": ".:", "a relative entry": "sub:", "dot and slash": "./sub:",
	} {
		got := world{dir: here, path: before + dir}.run(t, "exec", "tool")
		assert.Equal(t, "real\n", got.out, name)
		got = world{dir: here, path: before}.run(t, "exec", "tool")
		assert.Equal(t, 127, got.status, name)
	}
}

func TestA12_AProgramIsNeverItself(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	shims, alias, dir := t.TempDir(), filepath.Join(t.TempDir(), "alias"), t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(shims, "tool")))
	require.NoError(t, os.Symlink(shims, alias))
	fake(t, filepath.Join(dir, "tool"), "echo real")
	for name, path := range map[string]string{
		"plain":            shims,
		"slash at the end": shims + "/",
		"with dots":        shims + "/../" + filepath.Base(shims),
		"through a link":   alias,
		"many times":       strings.Join([]string{shims, alias, shims + "//", shims}, ":"),
	} {
		got := world{path: path + ":" + dir}.run(t, "exec", "tool")
		assert.Equal(t, outcome{out: "real\n"}, got, name)
		got = world{path: path}.run(t, "exec", "tool")
		assert.Equal(t, 127, got.status, name)
	}
}

func TestA12_ShimOfAnotherInstallationIsPassedOver(t *testing.T) {
	other, dir := t.TempDir(), t.TempDir()
	fake(t, filepath.Join(other, "libexec/shim"), "echo shim")
	require.NoError(t, os.MkdirAll(filepath.Join(other, "bin"), 0o700))
	require.NoError(t, os.Symlink("../libexec/shim", filepath.Join(other, "bin/tool")))
	fake(t, filepath.Join(dir, "tool"), "echo real")
	got := world{path: filepath.Join(other, "bin") + ":" + dir}.run(t, "exec", "tool")
	assert.Equal(t, outcome{out: "real\n"}, got)
}

func TestWithoutPATHProgramsAreWhereExecvpLooks(t *testing.T) {
	got := world{}.run(t, "exec", "printf", "%s", "x")
	if got.status == 127 {
		t.Skip("needs printf in /usr/bin or /bin")
	}
	assert.Equal(t, outcome{out: "x"}, got)
	assert.Equal(t, 127, world{env: []string{"PATH="}}.run(t, "exec", "printf").status, "an empty PATH is set, and empty")
}

func TestNothingStartsWithoutAFittingPermit(t *testing.T) {
	cwd, err := os.Getwd()
	require.NoError(t, err)
	dir := t.TempDir()
	fake(t, filepath.Join(dir, "tool"), "exit 0")
	fake(t, filepath.Join(dir, "other"), "exit 0")
	env := []string{"PATH=" + dir}
	for name, c := range map[string]struct {
		p    mint.Permit
		name string
		want error
	}{
		"zero permit":              {mint.Permit{}, "tool", launch.ErrNoPermit},
		"refused permit":           {mint.New([]string{"tool", "\x00"}, cwd, "d"), "tool", launch.ErrNoPermit},
		"permit of another name":   {mint.New([]string{"tool"}, cwd, "d"), "other", launch.ErrNoPermit},
		"part of the name":         {mint.New([]string{"/x/tool"}, cwd, "d"), "x/tool", launch.ErrNoPermit},
		"no name":                  {mint.New([]string{"tool"}, cwd, "d"), "", launch.ErrNoPermit},
		"no name, as in a folder":  {mint.New([]string{"/x/"}, cwd, "d"), "", launch.ErrNoPermit},
		"path for a bare name":     {mint.New([]string{"tool"}, cwd, "d"), dir + "/tool", launch.ErrNoPermit},
		"decided for no place":     {mint.New([]string{"tool"}, mint.Nowhere, "d"), "tool", launch.ErrMoved},
		"decided in another place": {mint.New([]string{"tool"}, "/", "d"), "tool", launch.ErrMoved},
		"same place, other name":   {mint.New([]string{"tool"}, cwd+"/", "d"), "tool", launch.ErrMoved},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, launch.Exec(c.p, launch.Program{Name: c.name}, env))
			assert.Equal(t, 125, launch.Status(c.want))
		})
	}
}

// script opens a file for a child, where it is descriptor 3.
func script(t *testing.T, text string, flags int) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	f, err := os.OpenFile(path, flags, 0)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

func TestJudgedScriptIsTheOneThatRuns(t *testing.T) {
	for _, name := range []string{"/proc/self/fd/3", "/dev/fd/3"} {
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			t.Skipf("needs %s", filepath.Dir(name))
		}
		f := script(t, "echo judged $1\n", os.O_RDONLY)
		require.NoError(t, os.WriteFile(f.Name()+".new", []byte("echo swapped\n"), 0o600))
		require.NoError(t, os.Rename(f.Name()+".new", f.Name()))
		got := world{path: "/bin", files: []*os.File{f}}.run(t, "fd", "/bin/sh", name, "x")
		assert.Equal(t, outcome{out: "judged x\n"}, got, "the file of that name is another by now")
	}
}

func TestScriptDescriptorMustBeWhatTheArgvNames(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	ok := script(t, "echo hi\n", os.O_RDONLY)
	for name, c := range map[string]struct {
		file *os.File
		argv []string
	}{
		"argv names a file":         {ok, []string{"/bin/sh", ok.Name()}},
		"argv names another number": {ok, []string{"/bin/sh", "/proc/self/fd/4"}},
		"number with a tail":        {ok, []string{"/bin/sh", "/proc/self/fd/33"}},
		"only the program is it":    {ok, []string{"/proc/self/fd/3"}},
		"a pipe":                    {r, []string{"/bin/sh", "/proc/self/fd/3"}},
		"open for writing alone":    {script(t, "", os.O_WRONLY), []string{"/bin/sh", "/proc/self/fd/3"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := world{path: "/bin", files: []*os.File{c.file}}.run(t, "fd", c.argv...)
			assert.Equal(t, 125, got.status)
			assert.Equal(t, launch.ErrNoScript.Error()+"\n", got.err)
			assert.Empty(t, got.out)
		})
	}
}

func TestFailedExecClosesTheScriptAgain(t *testing.T) {
	f := script(t, "echo hi\n", os.O_RDONLY)
	cwd, err := os.Getwd()
	require.NoError(t, err)
	p := mint.New([]string{"no-such-tool", "/dev/fd/" + strconv.Itoa(int(f.Fd()))}, cwd, "d")
	err = launch.ExecFD(p, launch.Program{Name: "no-such-tool"}, []string{"PATH=/nonexistent"}, int(f.Fd()))
	assert.Equal(t, launch.NotFoundError{Name: "no-such-tool"}, err)
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), syscall.F_GETFD, 0)
	require.Zero(t, errno)
	assert.NotZero(t, flags&syscall.FD_CLOEXEC)

	closed := mint.New([]string{"sh", "/dev/fd/9999"}, cwd, "d")
	assert.Equal(t, launch.ErrNoScript, launch.ExecFD(closed, launch.Program{Name: "sh"}, nil, 9999))
	assert.Equal(t, launch.ErrNoPermit, launch.ExecFD(mint.Permit{}, launch.Program{Name: "sh"}, nil, int(f.Fd())))
}

func TestJudgeNeedsAnInstalledBinary(t *testing.T) {
	got := world{path: "/bin", env: []string{"AGENT_LOOP_ROOT=/tmp"}}.run(t, "judge", "rm", "-rf", "x")
	assert.Equal(t, outcome{"", launch.ErrNotInstalled.Error() + "\n", 125}, got)
}

func TestMCPIsAProgramOfThatNameInThatDirectory(t *testing.T) {
	dir := t.TempDir()
	got := world{path: dir}.run(t, "mcp", dir, "a")
	assert.Equal(t, 127, got.status, "it is not there")
	assert.Contains(t, got.err, dir+"/shimgen-mcp: not found")
	fake(t, filepath.Join(dir, "shimgen-mcp"), `printf '[%s]' "$@"`)
	assert.Equal(t, outcome{out: "[a b][][*]"}, world{}.run(t, "mcp", dir, "a b", "", "*"))
	assert.Equal(t, 127, world{path: dir}.run(t, "mcp", "", "a").status, "no directory, no look on PATH")
	assert.Equal(t, 127, world{path: dir}.run(t, "mcp", ".", "a").status, "nor in the present one")
}

func TestClearIsNothingForABinaryThatWasNeverInstalled(t *testing.T) {
	require.NoError(t, launch.Clear("/proc/self/exe", []string{"no-such-tool"}, []string{"PATH=/nonexistent"}))
}

// A name that the caller chose needs a Permit of its own, since the program may act on it.
func TestAnotherNameNeedsItsPermit(t *testing.T) {
	cwd, err := os.Getwd()
	require.NoError(t, err)
	p := mint.New([]string{"tool", "a"}, cwd, "d")
	for name, c := range map[string]struct {
		under mint.Permit
		want  error
	}{
		"none":            {mint.Permit{}, launch.ErrNoPermit},
		"another name":    {mint.New([]string{"tool", "a"}, cwd, "d"), launch.ErrNoPermit},
		"other arguments": {mint.New([]string{"other", "b"}, cwd, "d"), launch.ErrNoPermit},
		"fewer":           {mint.New([]string{"other"}, cwd, "d"), launch.ErrNoPermit},
		"elsewhere":       {mint.New([]string{"other", "a"}, "/", "d"), launch.ErrNoPermit},
		"that one":        {mint.New([]string{"other", "a"}, cwd, "d"), launch.NotFoundError{Name: "tool"}},
	} {
		for _, called := range []string{"other", "/x/other", "-other"} {
			err := launch.Exec(p, launch.Program{Name: "tool", Called: called, Under: c.under}, []string{"PATH=/nonexistent"})
			assert.Equal(t, c.want, err, "%s: %s", name, called)
		}
	}
}

func TestStatusFailsClosed(t *testing.T) {
	for want, errs := range map[int][]error{
		127: {launch.NotFoundError{Name: "x"}},
		126: {launch.NotExecutable{Path: "/x", Err: syscall.ENOEXEC}, launch.NotExecutable{Path: "/x", Err: termux.Format{Path: "/x"}}},
		125: {nil, errors.New("?"), launch.ErrNoPermit, launch.ErrMoved, launch.ErrNotInstalled, launch.ErrNoScript, launch.NoJudge{Path: "/x", Err: syscall.ENOENT}},
	} {
		for _, err := range errs {
			assert.Equal(t, want, launch.Status(err), "%v", err)
		}
	}
	assert.ErrorIs(t, launch.NotExecutable{Path: "/x", Err: syscall.EACCES}, syscall.EACCES)
	assert.ErrorIs(t, launch.NoJudge{Path: "/x", Err: syscall.EACCES}, syscall.EACCES)
}
