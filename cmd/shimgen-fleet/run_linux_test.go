package main

import (
	"io"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
)

// fleet starts a fleet on a machine, and returns its directory.
func (m *machine) fleet(t *testing.T, url string) string {
	t.Helper()
	m.does(t, "new", "fleet", "--to", url, "--key", "company.key", "--approver", "ann.key", "--send", "commands")
	return filepath.Join(m.home, "fleet")
}

func TestANewFleet(t *testing.T) {
	server, m := broker.Start(t, broker.Config{}), newMachine(t, "a")
	dir := m.fleet(t, server.URL())
	for _, name := range []string{"company.key", "ann.key"} {
		about, err := os.Stat(filepath.Join(m.home, name))
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), about.Mode().Perm(), name)
	}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		assert.NotContains(t, string(text), "private", f.Name())
	}
	require.Len(t, files, 3)
	for _, tt := range []struct {
		why, want string
		status    int
		args      []string
	}{
		{"the directory is there", "fleet: file already exists", 125, []string{"new", "fleet", "--to", server.URL(), "--key", "other.key"}},
		{"the key is there", "company.key: file already exists", 125, []string{"new", "other", "--to", server.URL(), "--key", "company.key"}},
		{"everybody could read it", "--to has a password in it", 2, []string{"new", "other", "--to", "nats://u:p@127.0.0.1:1", "--key", "other.key"}},
		{"a name of two words", "--approver", 2, []string{"new", "other", "--to", server.URL(), "--key", "other.key", "--approver", "a b.key"}},
		{"no server", "no servers available", 125, []string{"new", "other", "--to", "nats://127.0.0.1:1", "--key", "other.key"}},
	} {
		out, status := m.ran(t, tt.args...)
		assert.Equal(t, tt.status, status, tt.why)
		assert.Contains(t, out, tt.want, tt.why)
		assert.NoFileExists(t, filepath.Join(m.home, "other.key"), tt.why)
	}
}

func TestJoin(t *testing.T) {
	server, boss := broker.Start(t, broker.Config{}), newMachine(t, "boss")
	dir := boss.fleet(t, server.URL())
	damaged := func(name, text string, mode os.FileMode) func(string) {
		return func(dir string) {
			path := filepath.Join(dir, name)
			require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
			require.NoError(t, os.Chmod(path, mode))
		}
	}
	for _, tt := range []struct {
		why, want string
		do        func(dir string)
	}{
		{"no keys", "has no key", damaged("fleet-policy.pub", "\n", 0o644)},
		{"no approvers in a file for them", "has no key", damaged("fleet-approvers.pub", "x\n", 0o644)},
		{"a misspelt setting", `unknown key "sent"`, damaged("fleet.toml", "sent = \"none\"\n", 0o644)},
		{"others can write it", "writable by group or others", damaged("fleet.toml", "", 0o666)},
		{"no key of policies", "no such file", func(dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "fleet-policy.pub"))) }},
	} {
		m, copied := newMachine(t, "a"), filepath.Join(t.TempDir(), "fleet")
		require.NoError(t, os.CopyFS(copied, os.DirFS(dir)))
		tt.do(copied)
		out, status := m.ran(t, "join", copied)
		assert.NotZero(t, status, tt.why)
		assert.Contains(t, out, tt.want, tt.why)
		left, err := os.ReadDir(filepath.Join(m.home, "etc"))
		require.NoError(t, err)
		assert.Empty(t, left, "%s: all or nothing", tt.why)
	}
	m := newMachine(t, "a")
	assert.Contains(t, m.does(t, "join", dir), "; asks are answered by ann; to "+server.URL()+" goes: commands\n")
	assert.Empty(t, m.does(t, "join", dir), "it has joined")
	m.file(t, "etc/fleet-approvers.pub", "")
	out, status := m.ran(t, "join", dir)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "fleet-approvers.pub is there, and says something else")
}

// publish with a key needs no earlier init. A policy text without a key is refused.
func TestPublishSigns(t *testing.T) {
	server, m := broker.Start(t, broker.Config{}), newMachine(t, "a")
	m.does(t, "key", "company.key")
	m.trusts(t, m, "company.key")
	m.file(t, "new.toml", guarded)
	out, status := m.ran(t, "publish", "new.toml", "--to", server.URL())
	assert.Equal(t, 1, status)
	assert.Equal(t, "shimgen-fleet: new.toml is not in a signed envelope\nshimgen-fleet: hint: --key FILE signs a policy\n", out)
	m.does(t, "publish", "new.toml", "--key", "company.key", "--to", server.URL())
	m.does(t, "pull", "--once", "--to", server.URL(), "--machine", "a")
	assert.Equal(t, guarded, m.inForce())
	m.does(t, "init", "--max-age", "1h", "--to", server.URL())
	m.does(t, "publish", "new.toml", "--key", "company.key", "--to", server.URL())
	m.does(t, "new", "fleet", "--key", "other.key", "--to", server.URL())
	assert.Equal(t, time.Hour, streamOf(t, server.URL()).MaxAge, "what init said stays")
}

// The process that run starts as another user has nothing of root's, and ends with run,
// however that ends.
func TestRunAsAnotherUser(t *testing.T) {
	nobody, err := user.Lookup("nobody")
	if err != nil || os.Getuid() != 0 {
		t.Skip("needs root, and a user nobody")
	}
	server, boss, m := broker.Start(t, broker.Config{}), newMachine(t, "boss"), newMachine(t, "a")
	dir := boss.fleet(t, server.URL())
	uid, err := strconv.Atoi(nobody.Uid)
	require.NoError(t, err)
	require.NoError(t, os.Chmod(filepath.Dir(m.home), 0o755))
	require.NoError(t, filepath.WalkDir(m.root(), func(path string, _ os.DirEntry, err error) error {
		require.NoError(t, err)
		return os.Chown(path, uid, uid)
	}))
	m.file(t, ".agent-loop/audit/20261126.jsonl", `{"ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"echo x","action":"allow"}`+"\n")
	program := filepath.Join(m.home, "shimgen-fleet") // in a directory where the other user cannot run it
	copyFile(t, os.Args[0], program)
	c := m.program("run", "--join", dir, "--user", "nobody", "--root", m.root(), "--machine", "a")
	c.Path = program
	c.Env = append(c.Env, "SECRET=of-root")
	c.Stderr = os.Stderr
	require.NoError(t, c.Start())
	t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
	position := filepath.Join(m.root(), "state", "fleet", "position.json")
	require.Eventually(t, func() bool { _, err := os.Lstat(position); return err == nil }, time.Minute, 50*time.Millisecond)
	about, err := os.Stat(position)
	require.NoError(t, err)
	assert.EqualValues(t, uid, about.Sys().(*syscall.Stat_t).Uid)
	child := childOf(t, c.Process.Pid)
	status, err := os.ReadFile(filepath.Join("/proc", child, "status"))
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^Uid:\t`+nobody.Uid+`\t`+nobody.Uid+`\t`+nobody.Uid+`\t`, string(status))
	assert.Regexp(t, `(?m)^Groups:\t\s*$`, string(status))
	assert.Regexp(t, `(?m)^CapEff:\t0+$`, string(status))
	env, err := os.ReadFile(filepath.Join("/proc", child, "environ"))
	require.NoError(t, err)
	assert.NotContains(t, string(env), "SECRET")
	require.NoError(t, c.Process.Kill())
	_ = c.Wait()
	require.Eventually(t, func() bool { _, err := os.Stat(filepath.Join("/proc", child)); return err != nil }, time.Minute, 50*time.Millisecond, "it outlives nobody")
}

// copyFile copies a program.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	require.NoError(t, err)
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o755)
	require.NoError(t, err)
	_, err = io.Copy(out, in)
	require.NoError(t, err)
	require.NoError(t, out.Close())
}

// childOf returns the only process that a process has started.
func childOf(t *testing.T, pid int) string {
	t.Helper()
	tasks, err := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "children"))
	require.NoError(t, err)
	var all []string
	for _, file := range tasks {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all = append(all, strings.Fields(string(text))...)
	}
	require.Len(t, all, 1)
	return all[0]
}
