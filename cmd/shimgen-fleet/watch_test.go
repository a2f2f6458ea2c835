package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/registrytest"
)

// follows starts a pull that keeps running, and returns its output so far and a function
// that ends it by a signal.
func (m *machine) follows(t *testing.T, from string) (said func() string, end func()) {
	t.Helper()
	name := filepath.Join(m.home, "said")
	out, err := os.Create(name)
	require.NoError(t, err)
	c := m.program("pull", "--from", from, "--every", "20ms")
	c.Stderr = out
	require.NoError(t, c.Start())
	require.NoError(t, out.Close())
	t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
	said = func() string {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(text)
	}
	return said, func() {
		require.NoError(t, c.Process.Signal(syscall.SIGTERM))
		require.NoError(t, c.Wait(), said())
	}
}

// signed returns the text of an envelope.
func (m *machine) signed(t *testing.T, key, policy, version string) string {
	t.Helper()
	m.file(t, "to-sign.toml", policy)
	return m.does(t, "sign", "to-sign.toml", "--key", key, "--version", version)
}

// A watched file may be missing, half-written or something else than a file. Then the policy
// in force stays, and the next valid one comes into force.
func TestAWatchedFile(t *testing.T) {
	m := newMachine(t, "a")
	m.does(t, "key", "k")
	m.does(t, "key", "stranger")
	m.trusts(t, m, "k")
	path := filepath.Join(m.home, "new.signed")
	said, end := m.follows(t, "new.signed")
	good := m.signed(t, "k", cautious, "2")
	replace := func(text string) { // in one step, since messages are counted
		t.Helper()
		m.file(t, "next", text)
		require.NoError(t, os.Rename(filepath.Join(m.home, "next"), path))
	}
	for _, step := range []struct {
		why    string
		do     func()
		says   string
		policy string
	}{
		{"there is no file yet", func() {}, "no such file or directory", ""},
		{"the first one", func() { replace(m.signed(t, "k", guarded, "1")) }, "version 1 of group all is in force", guarded},
		{"half of the next", func() { replace(good[:len(good)/2]) }, "is not in a signed envelope", guarded},
		{"all of it", func() { replace(good) }, "version 2 of group all is in force", cautious},
		{"a pipe that nobody writes to", func() {
			require.NoError(t, syscall.Mkfifo(path+".pipe", 0o644))
			require.NoError(t, os.Rename(path+".pipe", path))
		}, "is a named pipe", cautious},
		{"too large", func() { replace(strings.Repeat(" ", 1<<20+1)) }, "is too large", cautious},
		{"forged", func() { replace(m.signed(t, "stranger", guarded, "3")) }, "is not signed by a key", cautious},
		{"older", func() { replace(m.signed(t, "k", guarded, "1")) }, "is older than the policy in force", cautious},
		{"newer", func() { replace(m.signed(t, "k", guarded, "4")) }, "version 4 of group all is in force", guarded},
	} {
		step.do()
		require.Eventually(t, func() bool { return strings.Contains(said(), step.says) && m.inForce() == step.policy }, time.Minute, 10*time.Millisecond, "%s: %s", step.why, step.says)
	}
	time.Sleep(100 * time.Millisecond) // several looks
	end()
	for _, once := range []string{"no such file", "is older than", "is a named pipe", "is too large"} {
		assert.Equal(t, 1, strings.Count(said(), once), "%s: said once for as long as it stays\n%s", once, said())
	}
}

// publish and pull need nothing but a registry between them.
func TestAPolicyFromARegistry(t *testing.T) {
	_, server := registrytest.Start(t)
	at := "oci://" + strings.TrimPrefix(server.URL, "http://") + "/fleet/policy"
	m := newMachine(t, "a")
	m.does(t, "key", "k")
	m.trusts(t, m, "k")
	out, status := m.ran(t, "pull", "--from", at, "--once")
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "not found\nshimgen-fleet: hint: what was in force stays in force\n")
	m.file(t, "1.signed", m.signed(t, "k", guarded, "1"))
	m.does(t, "publish", "1.signed", "--to", at)
	assert.Contains(t, m.does(t, "pull", "--from", at, "--dry-run"), "+profile = \"guarded\"\n")
	m.does(t, "pull", "--from", at, "--once")
	assert.Equal(t, guarded, m.inForce())
	said, end := m.follows(t, at)
	m.file(t, "2.signed", m.signed(t, "k", cautious, "2"))
	m.does(t, "publish", "2.signed", "--to", at)
	require.Eventually(t, func() bool { return m.inForce() == cautious }, time.Minute, 10*time.Millisecond, said())
	m.does(t, "publish", "1.signed", "--to", at)
	require.Eventually(t, func() bool { return strings.Contains(said(), "is older than") }, time.Minute, 10*time.Millisecond)
	end()
	assert.Equal(t, cautious, m.inForce())
	out, status = m.ran(t, "pull", "--from", "oci://nowhere")
	assert.Equal(t, 2, status)
	assert.Contains(t, out, "is not of the form oci://HOST")
}
