package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/shimdir"
)

// built is the real shim, compiled once and never stamped; way is what it says about its
// entry.
var built, way string

// wayVariable chooses the entry for the tests: TestFastEntry runs all of them again.
const wayVariable = "SHIM_TEST_ENTRY"

// linkEntry is the flag that makes a release build of the shim.
const linkEntry = "-E github.com/agent-loop/shimgen/gate.entry"

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "shim")
	if err != nil {
		panic(err)
	}
	way = "ordinary"
	flags := ""
	if os.Getenv(wayVariable) == "fast" {
		way, flags = "fast", linkEntry
	}
	built = build(filepath.Join(dir, "shim"), flags)
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// build compiles the shim with flags for the linker, and returns its path.
func build(to, flags string) string {
	c := exec.Command("go", "build", "-ldflags", flags, "-o", to, ".")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		panic(string(out))
	}
	return to
}

// fakeJudge prints how it was called and by which process, but not whether the gate
// reported its table as up to date.
const fakeJudge = `#!/bin/sh
echo "judge $$"
[ "$1" != --as-shim-fresh ] || { shift; set -- --as-shim "$@"; }
for a in "$@"; do printf '[%s]\n' "$a"; done
`

// An installation is a real shim below a root of its own, with a fake judge and fake
// programs. Nothing of the machine is on its PATH.
type installation struct {
	shimdir.Layout
	id   gate.Identity
	real string // directory of the fake programs
	cwd  string
}

func installed(t *testing.T, judge string, names ...string) installation {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	layout := shimdir.Home(home)
	in := installation{layout, gate.Identity{Root: layout.Root, Home: home, UID: uint32(os.Geteuid())}, filepath.Join(home, "real"), filepath.Join(home, "project")}
	image, err := os.ReadFile(built)
	require.NoError(t, err)
	stamped, err := gate.Stamp(image, in.id)
	require.NoError(t, err)
	_, err = layout.Install(names, shimdir.Binaries{Shim: stamped, Shimgen: []byte(judge)})
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(in.real, 0o700))
	require.NoError(t, os.Mkdir(in.cwd, 0o700))
	return in
}

func (in installation) shim(name string) string { return filepath.Join(in.Bin, name) }

// program makes a fake program.
func (in installation) program(t *testing.T, name, body string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(in.real, name), []byte("#!/bin/sh\n"+body+"\n"), 0o700))
}

// clears writes a table by which name is clear with any plain operands.
func (in installation) clears(t *testing.T, name string) {
	t.Helper()
	in.table(t, gate.Command{Names: []string{name}})
}

// table writes a table of one program, all of whose plain operands are clear.
func (in installation) table(t *testing.T, program gate.Command) {
	t.Helper()
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" || runtime.GOOS != "linux" {
		t.Skip("needs the gate, which is for linux on amd64 and arm64")
	}
	if _, err := os.Lstat("/etc/agent-loop"); err == nil {
		t.Skip("needs a machine without a system policy")
	}
	program.Syntax = gate.Syntax{
		Options:  []gate.Option{{Name: "-n", Forms: gate.Bare}},
		Operands: gate.Operands{Rest: gate.Plain},
	}
	table, err := gate.Encode(gate.Spec{
		Sources:  []gate.Source{{Path: filepath.Join(in.Root, "policy.toml"), Absent: true}},
		Audit:    gate.Audit{Level: gate.Basic, Dir: filepath.Join(in.Root, "audit"), Profile: "cautious"},
		Commands: []gate.Command{program},
	})
	require.NoError(t, err)
	for _, dir := range []string{"state", "audit"} {
		require.NoError(t, os.Mkdir(filepath.Join(in.Root, dir), 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(in.Root, "state", "gate.bin"), table, 0o600))
}

func (in installation) path(dirs ...string) string {
	return "PATH=" + strings.Join(dirs, ":")
}

type outcome struct {
	out, err string
	status   int
}

// call runs file with this argv and environment, and returns what a shell would see, and
// the process id.
func (in installation) call(t *testing.T, file string, argv []string, env ...string) (outcome, int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Cmd{Path: file, Args: argv, Env: env, Dir: in.cwd, Stdout: &stdout, Stderr: &stderr}
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, cmd.Process.Pid
}

func judged(pid int, args ...string) string {
	text := "judge " + strconv.Itoa(pid) + "\n"
	for _, arg := range args {
		text += "[" + arg + "]\n"
	}
	return text
}

func TestA7_TheNameItIsCalledByDecides(t *testing.T) {
	in := installed(t, fakeJudge, "rm", "git")
	binary := filepath.Join(in.Root, "libexec", "shim")
	elsewhere := filepath.Join(in.cwd, "remove")
	require.NoError(t, os.Symlink("../.agent-loop/bin/rm", elsewhere))
	for name, c := range map[string]struct {
		file string
		argv []string
		want []string
	}{
		"link, by its path":      {in.shim("rm"), []string{in.shim("rm"), "x"}, []string{"rm", "x"}},
		"link, by its name":      {in.shim("rm"), []string{"rm", "x"}, []string{"rm", "x"}},
		"another link":           {in.shim("git"), []string{"git", "log"}, []string{"git", "log"}},
		"shim NAME":              {binary, []string{"shim", "rm", "--version"}, []string{"rm", "--version"}},
		"shim NAME, by its path": {binary, []string{binary, "rm"}, []string{"rm"}},
		"the link, not argv":     {in.shim("rm"), []string{"git", "x"}, []string{"rm", "x"}},
		"a link elsewhere":       {elsewhere, []string{elsewhere, "x"}, []string{"rm", "x"}},
		"no name at all":         {in.shim("rm"), []string{""}, []string{"rm"}},
		"a login shell's dash":   {in.shim("git"), []string{"-git"}, []string{"git"}},
		"arguments like ours":    {in.shim("rm"), []string{"rm", "version", "shim", "--as-shim"}, []string{"rm", "version", "shim", "--as-shim"}},
	} {
		t.Run(name, func(t *testing.T) {
			if gate.Executed() == "" && filepath.Base(c.argv[0]) != filepath.Base(c.file) {
				t.Skip("needs a system that says which file was executed")
			}
			got, pid := in.call(t, c.file, c.argv, in.path(in.Bin))
			assert.Equal(t, outcome{out: judged(pid, append([]string{"--as-shim"}, c.want...)...)}, got)
		})
	}
}

func TestA7_CalledAsShim(t *testing.T) {
	in := installed(t, fakeJudge, "rm")
	for name, c := range map[string]struct {
		args   []string
		status int
		out    string
	}{
		"alone":              {nil, 2, ""},
		"with an option":     {[]string{"--help"}, 2, ""},
		"with no name":       {[]string{""}, 2, ""},
		"with a path":        {[]string{"/bin/true"}, 2, ""},
		"with the dot":       {[]string{"."}, 2, ""},
		"asked for versions": {[]string{"version"}, 0, "shim devel\nentry: " + way + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := in.call(t, built, append([]string{"shim"}, c.args...))
			assert.Equal(t, c.status, got.status)
			assert.Equal(t, c.out, got.out)
			assert.Equal(t, c.status == 2, strings.HasPrefix(got.err, "usage: shim NAME"))
		})
	}
}

func TestA9_WhatIsNotClearReachesTheJudgeWhole(t *testing.T) {
	in := installed(t, fakeJudge, "rm")
	args := []string{"", " ", "a b", "*", "$HOME", "it's", "\xff", "--", "-rf"}
	got, pid := in.call(t, in.shim("rm"), append([]string{"rm"}, args...), in.path(in.Bin))
	assert.Equal(t, outcome{out: judged(pid, append([]string{"--as-shim", "rm"}, args...)...)}, got)
}

func TestA9_ClearCommandIsTheRealProgram(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	in.program(t, "tool", `echo "$0 $# $1 A=$A $AGENT_LOOP_DEPTH"; echo err >&2; exit 42`)
	env := []string{in.path(in.Bin, in.real), "A=1 2"}
	got, _ := in.call(t, in.shim("tool"), []string{"tool", "a b"}, env...)
	assert.Equal(t, outcome{in.real + "/tool 1 a b A=1 2 \n", "err\n", 42}, got)

	got, pid := in.call(t, in.shim("tool"), []string{"tool", "--unknown"}, env...)
	assert.Equal(t, judged(pid, "--as-shim", "tool", "--unknown"), got.out, "and what is not clear is not")
}

// cat shows its argv[0]: a program that finds itself by it on PATH must not find the
// shim, and messages of all others begin with it.
func TestA9_ProgramThatLooksForItselfFindsItself(t *testing.T) {
	cat, err := exec.LookPath("cat")
	require.NoError(t, err)
	for name, findsItself := range map[string]bool{"keeps the name it was called by": false, "looks for itself": true} {
		t.Run(name, func(t *testing.T) {
			in := installed(t, fakeJudge, "tool")
			in.table(t, gate.Command{Names: []string{"tool"}, FindsItself: findsItself})
			real := filepath.Join(in.real, "tool")
			require.NoError(t, os.Symlink(cat, real))
			for _, argv0 := range []string{"tool", in.shim("tool"), "./tool"} {
				want := argv0
				if findsItself && argv0 != "./tool" { // a dangling name: the caller chose it for the program
					want = real
				}
				got, _ := in.call(t, in.shim("tool"), []string{argv0, "/proc/self/cmdline"}, in.path(in.Bin, in.real+"/"))
				assert.Equal(t, outcome{out: want + "\x00/proc/self/cmdline\x00"}, got, argv0)
			}
			require.NoError(t, os.Remove(real))
			require.NoError(t, os.WriteFile(real, []byte("#!/nonexistent/sh\n"), 0o700))
			got, _ := in.call(t, in.shim("tool"), []string{"tool", "a"}, in.path(in.real))
			assert.Equal(t, outcome{err: "shimgen: " + real + ": cannot be started: no such file or directory\n", status: 126}, got)
		})
	}
}

// A wrapper that looks for its program finds the shim. Only the judge can lead it on, so
// the gate leaves it to the judge.
func TestA12_WrappersAreTheJudges(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	in.program(t, "tool", "echo real")
	again := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(in.real, "tool"), filepath.Join(again, "tool")))
	shims := filepath.Join(in.Root, "pyenv", "shims")
	require.NoError(t, os.MkdirAll(shims, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(shims, "tool"), []byte("#!/bin/sh\necho wrapper\n"), 0o700))
	for name, c := range map[string]struct {
		env   []string
		clear bool
	}{
		"none":                      {[]string{in.path(in.Bin, in.real)}, true},
		"found":                     {[]string{in.path(in.Bin, shims, in.real)}, false},
		"behind a script":           {[]string{in.path(in.Bin, in.real, shims)}, false},
		"a script twice":            {[]string{in.path(in.Bin, in.real, in.real+"/")}, true},
		"itself behind by a link":   {[]string{in.path(in.Bin, in.real, again)}, true},
		"asks itself":               {[]string{in.path(in.Bin, in.real), fmt.Sprintf("AGENT_LOOP_WRAPPER=%d:/x", os.Getpid())}, false},
		"asked long ago":            {[]string{in.path(in.Bin, in.real), "AGENT_LOOP_WRAPPER=1:/x"}, true},
		"asks with a longer number": {[]string{in.path(in.Bin, in.real), fmt.Sprintf("AGENT_LOOP_WRAPPER=%d0:/x", os.Getpid())}, true},
	} {
		got, pid := in.call(t, in.shim("tool"), []string{"tool", "a"}, c.env...)
		want := "real\n"
		if !c.clear {
			want = judged(pid, "--as-shim", "tool", "a")
		}
		assert.Equal(t, outcome{out: want}, got, name)
	}
}

// nohup(1) ignores SIGHUP and does nothing else. Of the signals that Go's runtime handles
// itself, it remembers only SIGHUP and SIGINT as ignored; see the package documentation
// of launch.
func TestA9_HangupAndInterruptStayIgnored(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	in.program(t, "tool", `for s in HUP INT TSTP TTIN TTOU; do kill -$s $$; done; echo survived`)
	script := `trap '' HUP INT TSTP TTIN TTOU; exec "$1"`
	got, _ := in.call(t, "/bin/sh", []string{"sh", "-c", script, "sh", in.shim("tool")}, in.path(in.real))
	assert.Equal(t, outcome{out: "survived\n"}, got)
}

func TestA10_OneProcessOnEitherWay(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	in.program(t, "tool", `echo "real $$"`)
	got, pid := in.call(t, in.shim("tool"), []string{"tool"}, in.path(in.Bin, in.real))
	assert.Equal(t, "real "+strconv.Itoa(pid)+"\n", got.out)
	got, pid = in.call(t, in.shim("tool"), []string{"tool", "-x"}, in.path(in.Bin, in.real))
	assert.True(t, strings.HasPrefix(got.out, "judge "+strconv.Itoa(pid)+"\n"))
}

func TestA12_OwnDirectoryIsNeverTheRealOne(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	in.program(t, "tool", "echo real")
	alias := filepath.Join(filepath.Dir(in.Root), "alias")
	require.NoError(t, os.Symlink(in.Bin, alias))
	for name, dirs := range map[string][]string{
		"plain": {in.Bin}, "slash at the end": {in.Bin + "/"}, "through a link": {alias},
		"dots": {in.Bin + "/../bin"}, "many times": {in.Bin, alias, in.Bin + "//", in.Bin},
	} {
		got, _ := in.call(t, in.shim("tool"), []string{"tool"}, in.path(append(dirs, in.real)...))
		assert.Equal(t, outcome{out: "real\n"}, got, name)
	}
}

func TestA12_TwoInstallationsInAChainEnd(t *testing.T) {
	a, b := installed(t, fakeJudge, "tool"), installed(t, fakeJudge, "tool")
	a.clears(t, "tool")
	b.clears(t, "tool")
	a.program(t, "tool", "echo real")
	got, _ := a.call(t, a.shim("tool"), []string{"tool"}, a.path(a.Bin, b.Bin, a.Bin, a.real))
	assert.Equal(t, outcome{out: "real\n"}, got)
}

func TestA13_EmptyPathEntryNeverYieldsTheFileInTheCwd(t *testing.T) {
	in := installed(t, fakeJudge, "rm")
	in.clears(t, "rm")
	in.program(t, "rm", "echo real")
	require.NoError(t, os.WriteFile(filepath.Join(in.cwd, "rm"), []byte("#!/bin/sh\necho planted\n"), 0o700))
	for name, dirs := range map[string][]string{
		"between": {in.Bin, "", in.real}, "first": {"", in.real}, "the dot": {".", in.Bin, in.real},
	} {
		got, _ := in.call(t, in.shim("rm"), []string{"rm"}, in.path(dirs...))
		assert.Equal(t, outcome{out: "real\n"}, got, name)
	}
}

func TestA15_OnlyAModeThatIsNotThePolicysIsStrict(t *testing.T) {
	in := installed(t, fakeJudge, "scp")
	in.clears(t, "scp")
	in.program(t, "scp", "echo real")
	for name, c := range map[string]struct {
		env   []string
		clear bool
	}{
		"unset":         {nil, true},
		"empty":         {[]string{"AGENT_LOOP_PROXY_MODE="}, true},
		"enabled":       {[]string{"AGENT_LOOP_PROXY_MODE=enabled"}, true},
		"strict":        {[]string{"AGENT_LOOP_PROXY_MODE=strict"}, false},
		"anything else": {[]string{"AGENT_LOOP_PROXY_MODE=off"}, false},
	} {
		got, _ := in.call(t, in.shim("scp"), []string{"scp", "a"}, append(c.env, in.path(in.Bin, in.real))...)
		assert.Equal(t, c.clear, got.out == "real\n", name)
		assert.Equal(t, !c.clear, strings.HasPrefix(got.out, "judge "), name)
	}
}

func TestA16_NoHelperProgramIsEverStarted(t *testing.T) {
	in := installed(t, "#!/bin/sh\necho judge\n", "tool")
	in.clears(t, "tool")
	in.program(t, "tool", "echo real")
	poison := filepath.Join(filepath.Dir(in.Root), "poison")
	require.NoError(t, os.Mkdir(poison, 0o700))
	mark := filepath.Join(poison, "mark")
	for _, name := range []string{"grep", "tr", "dirname", "basename", "echo", "sed", "readlink", "shimgen", "shim", "sh", "bash"} {
		require.NoError(t, os.WriteFile(filepath.Join(poison, name), []byte("#!/bin/sh\n: >"+mark+"\n"), 0o700))
	}
	for _, args := range [][]string{{"tool"}, {"tool", "-x"}} {
		_, _ = in.call(t, in.shim("tool"), args, in.path(poison, in.Bin, in.real))
	}
	assert.NoFileExists(t, mark)
}

func TestBrokenShimRunsNothing(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.program(t, "tool", "echo real")
	judge := filepath.Join(in.Root, "libexec", "shimgen")
	path := in.path(in.Bin, in.real)

	require.NoError(t, os.Chmod(judge, 0o600))
	got, _ := in.call(t, in.shim("tool"), []string{"tool"}, path)
	assert.Equal(t, outcome{err: "shimgen: " + judge + ": cannot be started: permission denied\nshimgen: hint: run shimgen install again\n", status: 125}, got)

	require.NoError(t, os.Remove(judge))
	got, _ = in.call(t, in.shim("tool"), []string{"tool"}, path)
	assert.Equal(t, outcome{err: "shimgen: " + judge + ": cannot be started: no such file or directory\nshimgen: hint: run shimgen install again\n", status: 125}, got)

	got, _ = in.call(t, built, []string{"tool"}, path)
	assert.Equal(t, outcome{err: "shimgen: this shim was never installed: it carries no identity\n" +
		"shimgen: hint: run shimgen install, or take the shim's directory off PATH\n", status: 125}, got)
}

func TestNoEnvironmentNamesAnotherJudge(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	other := installed(t, "#!/bin/sh\necho other\n", "tool")
	home := filepath.Dir(other.Root)
	got, pid := in.call(t, in.shim("tool"), []string{"tool"}, in.path(other.Bin), "HOME="+home, "AGENT_LOOP_ROOT="+other.Root)
	assert.Equal(t, judged(pid, "--as-shim", "tool"), got.out)
}

func TestClearCommandThatCannotStartIsNotJudgedAgain(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	require.NoError(t, os.WriteFile(filepath.Join(in.real, "tool"), []byte("#!/nonexistent/sh\n"), 0o700))
	got, _ := in.call(t, in.shim("tool"), []string{"tool"}, in.path(in.real))
	assert.Equal(t, outcome{err: "shimgen: " + in.real + "/tool: cannot be started: no such file or directory\n", status: 126}, got)
}

func TestClearCommandLeavesOneLine(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	in.program(t, "tool", "echo real")
	_, _ = in.call(t, in.shim("tool"), []string{"tool", "a"}, in.path(in.real))
	_, _ = in.call(t, in.shim("tool"), []string{"tool", "--unknown"}, in.path(in.real))
	days, err := filepath.Glob(filepath.Join(in.Root, "audit", "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, days, 1)
	text, err := os.ReadFile(days[0])
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(text), "\n"), "the judge writes the line of what it decides")
}

func TestNameThatIsNoneIsRefused(t *testing.T) {
	in := installed(t, fakeJudge, "tool")
	for _, word := range []string{"", "/", "tool/", "..", "-", "--"} {
		got, _ := in.call(t, filepath.Join(in.Root, "libexec", "shim"), []string{word}) // as the target of a link with that name
		assert.Equal(t, 125, got.status, "%q", word)
		assert.Contains(t, got.err, "cannot tell which program is meant", "%q", word)
	}
}
