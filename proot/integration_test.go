//go:build linux

package proot

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The test binary has two more roles, which this variable chooses: it starts proot under a
// filter that refuses Untranslated, or it tries one of those calls from inside.
const (
	role     = "SHIMGEN_PROOT_TEST"
	filtered = "filtered"
	opener   = "opener"
)

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case filtered:
		fatal(refuse(UntranslatedCalls()))
		fatal(unix.Exec(os.Args[1], os.Args[1:], os.Environ()))
	case opener:
		fd, err := unix.Openat2(unix.AT_FDCWD, os.Args[1], &unix.OpenHow{Flags: unix.O_RDONLY})
		if err == nil {
			err = fmt.Errorf("opened as %d", fd)
		}
		fmt.Print(err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fatal ends a role that cannot continue.
func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(125)
	}
}

// refuse makes the given system calls fail with ENOSYS from now on, in this thread and in
// what it executes.
func refuse(calls []uintptr) error {
	runtime.LockOSThread() // never unlocked: exec follows
	load := unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}
	deny := unix.SockFilter{Code: unix.BPF_RET, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)}
	allow := unix.SockFilter{Code: unix.BPF_RET, K: unix.SECCOMP_RET_ALLOW}
	program := []unix.SockFilter{load}
	for _, nr := range calls {
		program = append(program, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ, Jf: 1, K: uint32(nr)}, deny)
	}
	program = append(program, allow)
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	fprog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&fprog)))
	if errno != 0 {
		return errno
	}
	return nil
}

// installed returns this machine's proot, or skips the test.
func installed(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("proot")
	if err != nil {
		t.Skip("needs the program proot")
	}
	return program
}

// installedHelp returns its help text. Upstream exits with 1 after --help.
func installedHelp(t *testing.T) string {
	t.Helper()
	help, _ := exec.Command(installed(t), "--help").CombinedOutput()
	return string(help)
}

// TestProbeInstalled checks the recorded option lines against the real program.
func TestProbeInstalled(t *testing.T) {
	o := Probe(installedHelp(t))
	assert.NotEqual(t, Unknown, o.Kind())
}

// needsPtrace skips the test if a process may not trace its own child.
func needsPtrace(t *testing.T) {
	t.Helper()
	program, err := exec.LookPath("true")
	require.NoError(t, err)
	c := exec.Command(program)
	c.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := c.Start(); err != nil {
		t.Skipf("needs ptrace: %v", err)
	}
	require.NoError(t, c.Process.Kill())
	_, _ = c.Process.Wait()
}

// guest is a work directory, a secret beside it, and a proot that runs with both.
type guest struct {
	config         Config
	secret, outer  string
	tmp            string
	stdin          string
	stdout, stderr string
	files          []*os.File
}

func newGuest(t *testing.T) *guest {
	t.Helper()
	needsPtrace(t)
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, d := range []string{"root/dev", "work", "home/.ssh", "tmp"} {
		require.NoError(t, os.MkdirAll(filepath.Join(top, d), 0o700))
	}
	for _, l := range LinuxLinks() {
		require.NoError(t, os.Symlink(l.Target, filepath.Join(top, "root", l.Name)))
	}
	g := &guest{secret: filepath.Join(top, "home/.ssh/id"), outer: filepath.Join(top, "home/out"), tmp: filepath.Join(top, "tmp")}
	require.NoError(t, os.WriteFile(g.secret, []byte("key material\n"), 0o600))
	g.config = Config{
		Program: installed(t),
		Offers:  Probe(installedHelp(t)),
		Root:    filepath.Join(top, "root"),
		Dir:     filepath.Join(top, "work"),
		Base:    LinuxBase(),
		Binds:   TempBinds(g.tmp, ""),
	}
	return g
}

// run runs argv in the guest and returns its exit status.
func (g *guest) run(t *testing.T, argv ...string) int {
	t.Helper()
	g.config.Argv = argv
	args, err := g.config.Args(os.Stat)
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self, args...)
	c.Env = append(Env([]string{"PATH=/usr/bin:/bin", "LC_ALL=C"}, g.tmp, false), role+"="+filtered)
	c.Stdin, c.ExtraFiles = strings.NewReader(g.stdin), g.files
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		require.IsType(t, &exec.ExitError{}, err, stderr.String())
	}
	g.stdout, g.stderr = stdout.String(), stderr.String()
	return c.ProcessState.ExitCode()
}

func TestG1WorkDirWritableRestHidden(t *testing.T) {
	g := newGuest(t)
	require.Zero(t, g.run(t, "/bin/sh", "-c", "echo made > here; cat here"), g.stderr)
	assert.Equal(t, "made\n", g.stdout)
	assert.FileExists(t, filepath.Join(g.config.Dir, "here"))

	assert.NotZero(t, g.run(t, "/bin/cat", g.secret), "the secret beside the work directory")
	assert.NotContains(t, g.stdout, "key material")
	for _, hidden := range []string{"/etc/shadow", "/etc/hostname", "/var/lib", "/var/log", "/run", "/sys", "/boot"} {
		assert.NotZero(t, g.run(t, "/bin/ls", hidden), hidden)
	}
	assert.NotZero(t, g.run(t, "/bin/sh", "-c", "echo x > "+g.outer), "a write outside")
	assert.NoFileExists(t, g.outer)
}

// TestG1NewerSystemCallsAreRefused calls openat2, which upstream's tracer does not know,
// from inside: without the filter it opens the host's file.
func TestG1NewerSystemCallsAreRefused(t *testing.T) {
	g := newGuest(t)
	self, err := os.Executable()
	require.NoError(t, err)
	g.config.Binds = append(g.config.Binds, Bind{Host: self, Guest: "/opener"})
	require.Zero(t, g.run(t, "/usr/bin/env", role+"="+opener, "/opener", g.secret), g.stderr)
	assert.Equal(t, unix.ENOSYS.Error(), g.stdout)
}

func TestG1HiddenPathInsideTheWorkDir(t *testing.T) {
	g := newGuest(t)
	env := filepath.Join(g.config.Dir, ".env")
	require.NoError(t, os.WriteFile(env, []byte("TOKEN=1\n"), 0o600))
	void := filepath.Join(filepath.Dir(g.config.Root), "void")
	require.NoError(t, os.WriteFile(void, nil, 0o400))
	g.config.Hide, g.config.VoidFile = []string{env}, void
	require.Zero(t, g.run(t, "/bin/cat", ".env"), g.stderr)
	assert.Empty(t, g.stdout)
}

func TestG5RedirectedHome(t *testing.T) {
	g := newGuest(t)
	home, fake := filepath.Dir(g.outer), filepath.Join(filepath.Dir(g.config.Root), "fake")
	require.NoError(t, os.Mkdir(fake, 0o700))
	g.config.Binds = append(g.config.Binds, Bind{Host: fake, Guest: home})
	require.Zero(t, g.run(t, "/bin/touch", filepath.Join(home, "x")), g.stderr)
	assert.FileExists(t, filepath.Join(fake, "x"))
	assert.NoFileExists(t, filepath.Join(home, "x"))
}

func TestG9ExitStatus(t *testing.T) {
	g := newGuest(t)
	for _, status := range []string{"0", "1", "42", "126"} {
		got := g.run(t, "/bin/sh", "-c", "exit "+status)
		assert.Equal(t, status, strconv.Itoa(got))
	}
}

func TestG9StdinAndQuoting(t *testing.T) {
	g := newGuest(t)
	g.stdin = "one\x00two\n\xff"
	require.Zero(t, g.run(t, "/bin/cat"), g.stderr)
	assert.Equal(t, g.stdin, g.stdout)

	g.stdin = ""
	words := []string{"it's", "", "a b", "$HOME", "*", "new\nline", `"`, `\`, "-b", "ü"}
	require.Zero(t, g.run(t, append([]string{"/usr/bin/printf", `%s\n`}, words...)...), g.stderr)
	assert.Equal(t, strings.Join(words, "\n")+"\n", g.stdout)
}

func TestGuestSeesDescriptorsAndTemp(t *testing.T) {
	g := newGuest(t)
	require.Zero(t, g.run(t, "/bin/bash", "-c", `cat <(echo substituted); echo t > /tmp/f`), g.stderr)
	assert.Equal(t, "substituted\n", g.stdout)
	assert.FileExists(t, filepath.Join(g.tmp, "f"))
}

func TestLiteralBindReplacesOneName(t *testing.T) {
	g := newGuest(t)
	multi := filepath.Join(g.config.Dir, "multi")
	require.NoError(t, os.WriteFile(multi, []byte("#!/bin/sh\necho multi\n"), 0o700))
	for _, applet := range []string{"one", "two"} {
		require.NoError(t, os.Symlink("multi", filepath.Join(g.config.Dir, applet)))
	}
	shim := filepath.Join(g.tmp, "shim")
	require.NoError(t, os.WriteFile(shim, []byte("#!/bin/sh\necho shim\n"), 0o700))
	g.config.Binds = append(g.config.Binds, Bind{Host: shim, Guest: filepath.Join(g.config.Dir, "one"), Literal: true})
	require.Zero(t, g.run(t, "/bin/sh", "-c", "./one; ./two"), g.stderr)
	assert.Equal(t, "shim\nmulti\n", g.stdout)

	require.NoError(t, os.Chmod(shim, 0o500))
	require.Zero(t, g.run(t, "/bin/sh", "-c", "chmod u+w one && echo changed >one"), g.stderr)
	text, err := os.ReadFile(shim)
	require.NoError(t, err)
	assert.Equal(t, "changed\n", string(text), "what lies over a program is written to from inside: no shim of ours does")
}

// These escapes work or fail against a hostile program as stated: docs/termux.md claims no
// more. An escape that no longer works fails the test, so that the claim can be extended.
func TestEscapesAsTheyAre(t *testing.T) {
	g := newGuest(t)
	for _, c := range []struct{ why, script string }{
		{"the root of a process", "cat /proc/self/root" + g.secret},
		{"the directory of a process", "cd /; cat /proc/self/cwd" + g.secret},
		{"a link of its own", "ln -sf " + g.secret + " l; cat l"},
		{"a path with dots", "cat /proc/../.." + g.secret},
		{"the directory of the tracer", "cat /proc/$PPID/cwd/../home/.ssh/id"},
	} {
		assert.NotZero(t, g.run(t, "/bin/sh", "-c", c.script), c.why)
		assert.NotContains(t, g.stdout, "key material", c.why)
	}
	assert.Zero(t, g.run(t, "/bin/sh", "-c", "exec 9<>/proc/$PPID/mem"), "the memory of the tracer can be opened: %s", g.stderr)

	stolen := filepath.Join(g.config.Dir, "stolen")
	require.NoFileExists(t, stolen)
	g.run(t, "/bin/sh", "-c", "kill -9 $PPID; sleep 0.3; cat "+g.secret+" >"+stolen)
	assert.Eventually(t, func() bool {
		text, _ := os.ReadFile(stolen)
		return string(text) == "key material\n"
	}, 10*time.Second, 20*time.Millisecond, "without acceleration a program goes on when its tracer is killed")
}

// In mask mode a hidden file is reachable under another name.
func TestMaskIsUncoveredByARename(t *testing.T) {
	g := newGuest(t)
	dir := filepath.Dir(g.secret)
	g.config.Mode, g.config.Root, g.config.Base, g.config.Binds = Mask, "", nil, nil
	g.config.Hide, g.config.VoidDir = []string{dir}, t.TempDir()
	assert.NotZero(t, g.run(t, "/bin/cat", g.secret), "hidden")
	assert.NotZero(t, g.run(t, "/bin/sh", "-c", "mv "+dir+" "+dir+".2 && cat "+dir+".2/id"), "itself it cannot be renamed")
	assert.NotContains(t, g.stdout, "key material")
	assert.NoDirExists(t, g.config.VoidDir, "what lies over it goes instead: each run needs its own")
	g.config.VoidDir = t.TempDir()
	home := filepath.Dir(dir)
	require.Zero(t, g.run(t, "/bin/sh", "-c", "mv "+home+" "+home+".2; cat "+home+".2/.ssh/id; mv "+home+".2 "+home), g.stderr)
	assert.Equal(t, "key material\n", g.stdout, "its parent can")
}

// A descriptor that was open before the start bypasses every bind, so the caller of proot
// closes them.
func TestAnOpenDescriptorGoesRoundTheBinds(t *testing.T) {
	g := newGuest(t)
	f, err := os.Open(g.secret)
	require.NoError(t, err)
	defer f.Close()
	g.files = []*os.File{f}
	require.Zero(t, g.run(t, "/bin/sh", "-c", "cat <&3"), g.stderr)
	assert.Equal(t, "key material\n", g.stdout)
}
