//go:build amd64 || arm64

package phone_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// versions are the Androids whose lists of system calls differ for us.
var versions = [...]int{8, 10, 12, 15}

// built is the directory of what TestMain compiles.
var built string

// noAndroid says why there are no programs for Android, "" if there are.
var noAndroid string

func TestMain(m *testing.M) {
	emulation.Inside()
	dir, err := os.MkdirTemp("", "phone")
	if err != nil {
		panic(err)
	}
	built = dir
	if err := buildLinux(); err != nil {
		panic(err)
	}
	if err := buildAndroid(); err != nil {
		noAndroid = err.Error()
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// buildLinux makes the programs as a release has them for Linux: static, with the entry
// before the runtime.
func buildLinux() error {
	for program, entry := range map[string]string{"shim": "entry", "shimgen": "judgeEntry"} {
		flags := "-s -w -E github.com/agent-loop/shimgen/gate." + entry
		if err := compile([]string{"CGO_ENABLED=0"}, "go", "build", "-ldflags", flags, "-o", built+"/linux/", "../../cmd/"+program); err != nil {
			return err
		}
	}
	return nil
}

// buildAndroid makes the programs with GOOS=android, for this machine's processor and C
// library. Only so does the Go runtime do what it does on a phone.
func buildAndroid() error {
	if _, err := exec.LookPath("gcc"); err != nil {
		return errors.New("needs gcc, to build for Android")
	}
	if runtime.GOARCH != "amd64" {
		return errors.New("builds for Android on amd64 alone")
	}
	lib := built + "/android/lib"
	if err := os.MkdirAll(lib, 0o700); err != nil {
		return err
	}
	for file, source := range map[string]string{"liblog.so": "testdata/ndk/log.c", "empty.so": "/dev/null", "exec.so": "testdata/termux-exec/exec.c"} {
		if err := compile(nil, "gcc", "-shared", "-fPIC", "-x", "c", "-o", lib+"/"+file, source); err != nil {
			return err
		}
	}
	if err := compile(nil, "gcc", "-o", built+"/called", "testdata/called/called.c"); err != nil {
		return err
	}
	for _, program := range []string{"shim", "shimgen"} {
		if err := compileAndroid("build", "-o", built+"/android/", "../../cmd/"+program); err != nil {
			return err
		}
	}
	return nil
}

// compileAndroid runs the Go compiler for Android.
func compileAndroid(verb string, args ...string) error {
	ndk, err := filepath.Abs("testdata/ndk")
	if err != nil {
		return err
	}
	env := []string{"GOOS=android", "CGO_ENABLED=1", "CC=gcc", "CGO_CFLAGS=-I" + ndk, "CGO_LDFLAGS=-L" + built + "/android/lib"}
	flags := "-s -w -extldflags '-Wl,--dynamic-linker=" + emulation.Linker + " -Wl,-rpath,/system/lib64'"
	return compile(env, append([]string{"go", verb, "-tags", "netgo,osusergo", "-ldflags", flags}, args...)...)
}

// compile runs a compiler.
func compile(env []string, argv ...string) error {
	c := exec.Command(argv[0], argv[1:]...)
	c.Env = append(os.Environ(), env...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// termuxExec is the library that a Termux shell loads into what it starts.
const termuxExec = prefix + "/lib/libtermux-exec-ld-preload.so"

// A phone is an emulated Android with the programs in the home.
type phone struct {
	*emulation.Machine
	env []string // besides the machine's own
}

const (
	home   = emulation.Home
	prefix = emulation.Prefix
	root   = home + "/.agent-loop"
	shims  = root + "/bin"
)

// start makes a phone with the programs for a system, or skips the test. At the end of
// the test no system call has ended a process.
func start(t *testing.T, android int, goos string) *phone {
	t.Helper()
	if err := emulation.Possible(); err != nil {
		t.Skip(err)
	}
	if goos == "android" && noAndroid != "" {
		t.Skip(noAndroid)
	}
	return startPhone(t, emulation.Phone{Android: android, Watch: true, Old: goos == "android"}, goos)
}

// startPhone is start for any phone.
func startPhone(t *testing.T, kind emulation.Phone, goos string) *phone {
	t.Helper()
	m, err := emulation.New(t.TempDir(), kind)
	require.NoError(t, err)
	t.Cleanup(func() {
		trapped, err := m.TrapReport()
		assert.NoError(t, err)
		assert.Empty(t, trapped, "Android %d ended processes for these calls", kind.Android)
	})
	for _, name := range []string{"shim", "shimgen"} {
		require.NoError(t, m.Copy(filepath.Join(built, goos, name), home+"/"+name, emulation.UID))
	}
	if goos == "android" {
		require.NoError(t, m.Copy(built+"/android/lib/liblog.so", "/system/lib64/liblog.so", 0))
		require.NoError(t, m.Copy(built+"/android/lib/empty.so", "/system/lib64/libc.so", 0))
		require.NoError(t, m.Copy(built+"/android/lib/exec.so", termuxExec, emulation.UID))
	}
	p := &phone{Machine: m}
	for name, text := range programs {
		p.program(t, name, text)
	}
	return p
}

// program replaces a program of Termux.
func (p *phone) program(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.RemoveAll(filepath.Join(p.Root, prefix, "bin", name)))
	require.NoError(t, p.Write(prefix+"/bin/"+name, text, 0o700))
}

// outcome is what a shell sees of a command.
type outcome struct {
	out, err string
	status   int
}

// runLimit is how long a script may take: a hundred times what each does.
const runLimit = 2 * time.Minute

// run runs a script with Termux' shell. A program under qemu-user may hang for ever: its
// emulation of futex(2) and signals is not exact. It gets a second chance, and others none.
func (p *phone) run(t *testing.T, script string) outcome {
	t.Helper()
	got, inTime := p.try(t, script)
	if !inTime && p.ARM64 != "" {
		t.Logf("qemu hung, so once more: %s", script)
		got, inTime = p.try(t, script)
	}
	require.True(t, inTime, "no end after %s: %s\n%s%s", runLimit, script, got.out, got.err)
	return got
}

// try runs a script, and reports whether it ended in time.
func (p *phone) try(t *testing.T, script string) (got outcome, inTime bool) {
	t.Helper()
	var out, err bytes.Buffer
	shell := []string{prefix + "/bin/sh", "-c", script}
	if p.WX { // as the app starts it
		shell = append([]string{"/system/bin/busybox", "env", "LD_PRELOAD=" + termuxExec, emulation.Linker}, shell...)
	}
	cmd := p.Command(shell...)
	cmd.Env = append(cmd.Env, p.env...)
	cmd.Stdout, cmd.Stderr = &out, &err
	require.NoError(t, cmd.Start())
	end := time.AfterFunc(runLimit, func() { _ = cmd.Process.Kill() })
	failed := cmd.Wait()
	inTime = end.Stop()
	var exit *exec.ExitError
	if failed != nil && !errors.As(failed, &exit) {
		require.NoError(t, failed)
	}
	return outcome{out.String(), code.ReplaceAllString(err.String(), "shimgen approve CODE,"), cmd.ProcessState.ExitCode()}, inTime
}

// code is a command to approve something: each has a code of its own.
var code = regexp.MustCompile(`shimgen approve [a-z0-9]{6},`)

// trail is the audit trail.
func (p *phone) trail(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(p.Root, root, "audit", "*.jsonl"))
	require.NoError(t, err)
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all.Write(text)
	}
	return all.String()
}
