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
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The test binary has two more roles, chosen by this variable: to start proot under a
// filter that refuses Untranslated, and to try one of those calls from inside.
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

// fatal ends a role that cannot go on.
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

// installed is the proot of this machine; without one the test is skipped.
func installed(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("proot")
	if err != nil {
		t.Skip("needs the program proot")
	}
	return program
}

// installedHelp is its help text. Upstream exits with 1 after --help.
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

// guest is a work directory, a secret beside it and a proot over both.
type guest struct {
	config         Config
	secret, outer  string
	tmp            string
	stdin          string
	stdout, stderr string
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
	c.Stdin = strings.NewReader(g.stdin)
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
}
