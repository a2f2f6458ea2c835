package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Recording must not depend on the umask or the limits of the first writer of the day:
// every later command, and every refusal, has its line. Root could write a file of any
// mode, so the test runs as a user.
func TestF6TrailOutlivesItsFirstWriter(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to be another user")
	}
	for way, dir := range shimWays(t) {
		w, as := asUser(t, dir)
		for name, before := range map[string]string{
			"a umask that leaves nothing":   "/bin/rm -f AUDIT/*.jsonl; umask 777",
			"a umask that leaves reading":   "/bin/rm -f AUDIT/*.jsonl; umask 200",
			"a umask without the owner":     "/bin/rm -f AUDIT/*.jsonl; umask 600",
			"a file of no mode":             "chmod 0 AUDIT/*.jsonl",
			"a file that may only be read":  "chmod 400 AUDIT/*.jsonl",
			"a file that others may read":   "chmod 644 AUDIT/*.jsonl",
			"a directory others may enter":  "chmod 755 AUDIT",
			"a directory without its owner": "chmod 0 AUDIT",
			"no directory":                  "/bin/rm -rf AUDIT; umask 777",
			"a second name":                 "ln AUDIT/*.jsonl ../name$$",
			"a part of a line":              `printf '{"ts":"2026' >>AUDIT/$(date -u +%Y%m%d).jsonl`,
			"a part of a line, and a umask": `/bin/rm -f AUDIT/*; printf '{"ts' >AUDIT/$(date -u +%Y%m%d).jsonl; umask 777`,
		} {
			script := strings.ReplaceAll(before, "AUDIT", filepath.Join(w.root, "audit")) + "\ngit --version\numask 022\ngit log ''\ngit --version\ngit reset --hard\ngit --version\n"
			start := len(w.whole(t))
			got := as(installer, "/bin/sh", "-c", "PATH="+w.bin()+":$PATH\n"+script)
			assert.Equal(t, "git --version\ngit log \ngit --version\ngit --version\n", got.out, "%s, %s", way, name)
			assert.NotContains(t, got.err, "nothing was recorded", "%s, %s", way, name)
			lines := w.whole(t)
			if strings.HasPrefix(before, "/bin/rm") {
				start = 0
			}
			assert.Equal(t, 5, len(lines)-start, "%s, %s", way, name)
		}
	}
}

// whole returns the lines of today's trail that are whole records.
func (w world) whole(t *testing.T) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(w.audit())
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		if json.Valid([]byte(line)) && strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// asUser installs for a user who is not root, from the programs in a directory, with a
// fake git, and returns how to run a program as a user of that number.
func asUser(t *testing.T, programs string) (world, func(uid uint32, args ...string) outcome) {
	t.Helper()
	top, err := os.MkdirTemp("/var/tmp", "users") // everybody may traverse it
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(top) })
	top, err = filepath.EvalSymlinks(top)
	require.NoError(t, err)
	require.NoError(t, os.Chmod(top, 0o755))
	for _, program := range []string{"shim", "shimgen"} {
		image, err := os.ReadFile(filepath.Join(programs, program))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(top, program), image, 0o755))
	}
	home := filepath.Join(top, "home")
	w := world{home, filepath.Join(home, ".agent-loop")}
	w.write(t, "real/git", "#!/bin/sh\necho git \"$@\"\n", 0o755)
	require.NoError(t, os.Mkdir(filepath.Join(home, "work"), 0o755))
	w.system(t)
	for _, name := range []string{"", "real", "real/git", "work"} {
		require.NoError(t, os.Chmod(filepath.Join(home, name), 0o755))
		require.NoError(t, os.Chown(filepath.Join(home, name), installer, installer))
	}
	as := func(uid uint32, args ...string) outcome {
		var out, stderr strings.Builder
		c := exec.Cmd{Path: args[0], Args: args, Env: w.cornerEnv(), Dir: home + "/work", Stdout: &out, Stderr: &stderr}
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		if err := c.Run(); c.ProcessState == nil {
			return outcome{"", err.Error(), -1}
		}
		return outcome{out.String(), stderr.String(), c.ProcessState.ExitCode()}
	}
	got := as(installer, filepath.Join(top, "shimgen"), "install")
	require.Zero(t, got.status, got.err)
	return w, as
}
