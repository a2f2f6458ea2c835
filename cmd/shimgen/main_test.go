package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// built is the directory with the two real programs, compiled once and never stamped.
var built string

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == dialWord {
		if dialAll(os.Args[2:]); len(os.Args) == 2 {
			dialLines()
		}
		return
	}
	dir, err := os.MkdirTemp("", "shimgen")
	if err != nil {
		panic(err)
	}
	built = dir
	build := exec.Command("go", "build", "-o", dir+"/", ".", "../shim")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// outcome is what a shell would see of a program.
type outcome struct {
	out, err string
	status   int
}

// inProcess interprets a command line in the test's own process, which is not an
// installed program.
func inProcess(env []string, input string, args ...string) outcome {
	var out, err bytes.Buffer
	status := run(append([]string{"shimgen"}, args...), &app{in: strings.NewReader(input), out: &out, err: &err, env: env})
	return outcome{out.String(), err.String(), status}
}

// world is a home directory with a real installation in it.
type world struct {
	home, root string
}

// newWorld installs for a home of the test's own. It touches no start file.
func newWorld(t *testing.T) world {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w := world{home, filepath.Join(home, ".agent-loop")}
	got := w.start(t, filepath.Join(built, "shimgen"), "", "install")
	require.Zero(t, got.status, got.err)
	return w
}

func (w world) bin() string   { return filepath.Join(w.root, "bin") }
func (w world) judge() string { return filepath.Join(w.root, "libexec", "shimgen") }

// shimgen runs the installed one.
func (w world) shimgen(t *testing.T, input string, args ...string) outcome {
	t.Helper()
	return w.start(t, w.judge(), input, args...)
}

// start runs a program with the shims on PATH, in home.
func (w world) start(t *testing.T, program, input string, args ...string) outcome {
	t.Helper()
	var out, stderr bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Env = []string{"HOME=" + w.home, "PATH=" + w.bin() + ":/usr/local/bin:/usr/bin:/bin"}
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.home, strings.NewReader(input), &out, &stderr
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		require.NoError(t, err)
	}
	return outcome{out.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// write puts a file below home.
func (w world) write(t *testing.T, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(w.home, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
	require.NoError(t, os.Chmod(path, mode))
	return path
}
