package hook

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shellsHere returns the shells of this machine that may be some user's sh.
func shellsHere(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{
		"sh": {"sh"}, "dash": {"dash"}, "bash": {"bash", "--posix"}, "mksh": {"mksh"}, "busybox": {"busybox", "sh"}, "zsh": {"zsh", "--emulate", "sh"},
	}
	for name, argv := range all {
		if _, err := exec.LookPath(argv[0]); err != nil {
			t.Logf("not here: %s", name)
			delete(all, name)
		}
	}
	require.NotEmpty(t, all)
	return all
}

// under runs the registered line of a guard in a shell and returns how it ended.
func under(t *testing.T, shell []string, line string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command(shell[0], append(shell[1:], "-c", line)...)
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("payload"), &out, &said
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), said.String(), cmd.ProcessState.ExitCode()
}

func TestCommandLineRefusesWhateverHappens(t *testing.T) {
	const failed = "shimgen: the hook failed, so it refuses\n"
	for _, tt := range []struct {
		why, guard     string
		stdout, stderr string
		status         int
	}{
		{"it allows", "cat >/dev/null; exit 90", "", "", 0},
		{"it answers, from what it was given", "cat; exit 90", "payload\n", "", 0},
		{"it refuses", "echo '{}'; echo why >&2; exit 92", "{}\n", "why\n", 2},
		{"it prints what no shell may take for more than that", `printf '{"a":"\\u001b \\\\ %%s $HOME *"}\n'; exit 90`, `{"a":"\u001b \\ %s $HOME *"}` + "\n", "", 0},
		{"it ends well and is not shimgen", "echo all is well", "", failed, 2},
		{"it is an empty file", "", "", failed, 2},
		{"it refuses without a word and is not shimgen", "exit 2", "", failed, 2},
		{"it fails", "echo broken >&2; exit 1", "", "broken\n" + failed, 2},
		{"it fails with our own status", "exit 125", "", failed, 2},
		{"it is killed", "kill -9 $$", "", failed, 2},
		{"it crashes", "kill -SEGV $$", "", failed, 2},
		{"it never ends", "exec sleep 600", "", failed, 2},
	} {
		dir := t.TempDir()
		guard := filepath.Join(dir, "a guard's, with $odd \"name\"")
		require.NoError(t, os.WriteFile(guard, []byte(scriptOf(tt.guard)), 0o755))
		for name, shell := range shellsHere(t) {
			if tt.guard != "exec sleep 600" { // and again as an installed program, which ends itself
				stdout, _, status := under(t, shell, commandLine(60, intact(t, tt.guard), "hook", "claude"))
				assert.Equal(t, tt.status, status, "%s, installed: %s", name, tt.why)
				assert.Equal(t, tt.stdout, stdout, "%s, installed: %s", name, tt.why)
			}
			start := time.Now()
			stdout, stderr, status := under(t, shell, commandLine(1, guard, "hook", "claude"))
			assert.Equal(t, tt.status, status, "%s: %s", name, tt.why)
			assert.Equal(t, tt.stdout, stdout, "%s: %s", name, tt.why)
			if strings.HasSuffix(tt.stderr, failed) {
				assert.Contains(t, stderr, failed, "%s: %s", name, tt.why) // some shells say "Killed" too
			} else {
				assert.Equal(t, tt.stderr, stderr, "%s: %s", name, tt.why)
			}
			assert.Less(t, time.Since(start), 30*time.Second, "%s: %s", name, tt.why)
		}
	}
}

// intact makes a guard that passes for an installed program.
func intact(t *testing.T, source string) string {
	t.Helper()
	guard := filepath.Join(t.TempDir(), "a guard's, with $odd \"name\"")
	require.NoError(t, os.WriteFile(guard, []byte(scriptOf(source)), 0o755))
	require.NoError(t, os.WriteFile(guard+Intact, nil, 0o600))
	later := time.Now().Add(time.Minute)
	require.NoError(t, os.Chtimes(guard+Intact, later, later))
	return guard
}

// A program that replaced the installed one, or was written into it, runs under a
// watchdog.
func TestCommandLineWatchesWhatWasNotInstalled(t *testing.T) {
	guard := intact(t, "exec sleep 600")
	later := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(guard, later, later))
	for name, shell := range shellsHere(t) {
		start := time.Now()
		_, stderr, status := under(t, shell, commandLine(1, guard, "hook", "claude"))
		assert.Equal(t, 2, status, name)
		assert.Contains(t, stderr, "so it refuses\n", name)
		assert.Less(t, time.Since(start), 30*time.Second, name)
	}
}

// scriptOf makes a guard. From "" it makes an empty file, which shells run.
func scriptOf(source string) string {
	if source == "" {
		return ""
	}
	return "#!/bin/sh\n" + source + "\n"
}

func TestCommandLineRefusesWithoutAGuard(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	require.NoError(t, os.WriteFile(text, []byte("#!/bin/sh\nexit 0\n"), 0o644))
	for why, guard := range map[string]string{"it is missing": dir + "/none", "it is no program": text, "it is a directory": dir} {
		for name, shell := range shellsHere(t) {
			stdout, stderr, status := under(t, shell, commandLine(5, guard, "hook", "claude"))
			assert.Equal(t, 2, status, "%s: %s", name, why)
			assert.Empty(t, stdout, "%s: %s", name, why)
			assert.Contains(t, stderr, "so it refuses\n", "%s: %s", name, why)
		}
	}
}

// The watchdog must end with the hook: otherwise it would kill whichever process has the
// program's number when the time is up.
func TestCommandLineLeavesNothingBehind(t *testing.T) {
	guard := filepath.Join(t.TempDir(), "guard")
	require.NoError(t, os.WriteFile(guard, []byte("#!/bin/sh\nexit 90\n"), 0o755))
	for name, shell := range shellsHere(t) {
		for range 5 {
			_, _, status := under(t, shell, commandLine(60, guard))
			require.Zero(t, status, name)
			assert.Eventually(t, func() bool { return !runs(t, guard) }, 20*time.Second, 20*time.Millisecond, name)
		}
	}
}

// runs reports whether a process has a text among its arguments.
func runs(t *testing.T, text string) bool {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	if len(lines) == 0 {
		t.Skip("no /proc to look for processes in")
	}
	for _, name := range lines {
		arguments, _ := os.ReadFile(name) // the process may be gone
		if bytes.Contains(arguments, []byte(text)) {
			return true
		}
	}
	return false
}

// An agent that cannot write its whole payload may take the hook for failed, and run the
// command.
func TestCommandLineTakesAllInput(t *testing.T) {
	long := strings.Repeat("x", 1<<20) // more than a pipe holds
	guard := filepath.Join(t.TempDir(), "guard")
	require.NoError(t, os.WriteFile(guard, []byte("#!/bin/sh\nexit 1\n"), 0o755)) // a guard that refuses has read everything
	for name, shell := range shellsHere(t) {
		for _, program := range []string{guard, "/nowhere/shimgen", intact(t, "exit 1")} {
			cmd := exec.Command(shell[0], append(shell[1:], "-c", commandLine(5, program, "hook", "codex"))...)
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			_, err = io.WriteString(in, long)
			assert.NoError(t, err, "%s, %s", name, program)
			require.NoError(t, in.Close())
			_ = cmd.Wait()
			assert.Equal(t, 2, cmd.ProcessState.ExitCode(), "%s, %s", name, program)
		}
	}
}
