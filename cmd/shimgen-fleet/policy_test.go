package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// ran is the output and the exit status of a command on a machine.
func (m *machine) ran(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	c := m.program(args...)
	text, err := c.CombinedOutput()
	if c.ProcessState == nil {
		require.NoError(t, err)
	}
	return string(text), c.ProcessState.ExitCode()
}

// does runs a command that must succeed.
func (m *machine) does(t *testing.T, args ...string) string {
	t.Helper()
	out, status := m.ran(t, args...)
	require.Zero(t, status, out)
	return out
}

// file writes a file in the machine's home.
func (m *machine) file(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(m.home, name), []byte(text), 0o644))
}

// inForce returns the machine's policy.
func (m *machine) inForce() string {
	text, _ := os.ReadFile(filepath.Join(m.home, "etc", "policy.toml")) // "" if there is none
	return string(text)
}

// trusts gives the machine the public key of another.
func (m *machine) trusts(t *testing.T, signer *machine, key string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(signer.home, key+".pub"))
	require.NoError(t, err)
	m.file(t, "etc/fleet-policy.pub", string(text))
}

const (
	guarded  = "profile = \"guarded\"\n"
	cautious = "profile = \"cautious\"\n"
)

// put writes into a bucket without shimgen-fleet, as everybody with permission can.
func put(t *testing.T, url, bucket, key, text string) {
	t.Helper()
	conn, err := nats.Connect(url)
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	b, err := js.KeyValue(t.Context(), bucket)
	require.NoError(t, err)
	_, err = b.Put(t.Context(), key, []byte(text))
	require.NoError(t, err)
}

// Three machines receive policies. They go back to an earlier text only by a newer signed
// policy. The test kills the server in between.
func TestPoliciesRoll(t *testing.T) {
	server := broker.Start(t, broker.Config{})
	boss := newMachine(t, "boss")
	machines := []*machine{newMachine(t, "a"), newMachine(t, "b"), newMachine(t, "c")}
	initialized(t, boss, server.URL())
	boss.does(t, "key", "company.key")
	boss.does(t, "key", "stranger.key")
	publish := func(key, text string, version string, more ...string) {
		t.Helper()
		boss.file(t, "new.toml", text)
		boss.does(t, append([]string{"sign", "new.toml", "--key", key, "--version", version, "-o", version + ".signed"}, more...)...)
		boss.does(t, "publish", version+".signed", "--to", server.URL())
	}
	all := func(text string) {
		t.Helper()
		require.Eventually(t, func() bool {
			for _, m := range machines {
				if m.inForce() != text {
					return false
				}
			}
			return true
		}, time.Minute, 20*time.Millisecond)
	}
	for _, m := range machines {
		m.trusts(t, boss, "company.key")
		c := m.program("pull", "--to", server.URL(), "--machine", m.name, "--every", "50ms")
		require.NoError(t, c.Start())
		defer func() { _, _ = c.Process.Kill(), c.Wait() }()
	}
	publish("company.key", guarded, "1")
	all(guarded)
	server.Kill(t)
	server.Again(t)
	publish("company.key", cautious, "2")
	all(cautious)

	for _, tt := range []struct {
		why, problem string
		do           func()
	}{
		{"replayed", "is older than the policy in force", func() { boss.does(t, "publish", "1.signed", "--to", server.URL()) }},
		{"forged", "is not signed by a key", func() { publish("stranger.key", guarded, "9") }},
		{"unsigned", "is not in a signed envelope", func() { put(t, server.URL(), wire.Policies, "all", guarded) }},
		{"expired", "has expired", func() { publish("company.key", guarded, "3", "--for", "1ns") }},
		{"of others", "is for another group", func() { publish("company.key", guarded, "4", "--group", "servers") }},
	} {
		tt.do()
		assert.Eventually(t, func() bool {
			out := boss.does(t, "status", "--to", server.URL(), "--json")
			return strings.Count(out, tt.problem) == len(machines)
		}, time.Minute, 50*time.Millisecond, tt.why)
		all(cautious)
	}
	publish("company.key", guarded, "10")
	all(guarded)
	var states []pull.Reported
	require.Eventually(t, func() bool {
		require.NoError(t, json.Unmarshal([]byte(boss.does(t, "status", "--to", server.URL(), "--json")), &states))
		return len(states) == 3 && states[0].Version == 10 && states[1].Version == 10 && states[2].Version == 10
	}, time.Minute, 50*time.Millisecond)
	assert.Equal(t, "default.a", states[0].Machine)
	assert.Empty(t, states[0].Problem)
}

func TestPullFromAFile(t *testing.T) {
	m := newMachine(t, "a")
	m.does(t, "key", "k")
	m.file(t, "etc/policy.toml", cautious)
	m.file(t, "new.toml", guarded)
	m.does(t, "sign", "new.toml", "--key", "k", "-o", "new.signed")
	out, status := m.ran(t, "pull", "--from", "new.signed", "--once")
	assert.Equal(t, 125, status)
	assert.Contains(t, out, "hint: root puts the public key there, as fleet-policy.pub")
	m.trusts(t, m, "k")
	out = m.does(t, "pull", "--from", "new.signed", "--dry-run")
	assert.Contains(t, out, "-profile = \"cautious\"\n+profile = \"guarded\"\nwhat changes:\n")
	assert.Equal(t, cautious, m.inForce(), "nothing has changed yet")
	m.does(t, "pull", "--from", "new.signed", "--once")
	assert.Equal(t, guarded, m.inForce())
	out, status = m.ran(t, "pull", "--from", "new.toml", "--once")
	assert.Equal(t, 1, status)
	assert.Equal(t, "shimgen-fleet: the policy is not in a signed envelope\nshimgen-fleet: hint: what was in force stays in force\n", out)
}

func TestSigning(t *testing.T) {
	m := newMachine(t, "a")
	m.does(t, "key", "k")
	out, status := m.ran(t, "key", "k")
	assert.Equal(t, 125, status, "a key is not written over")
	assert.Contains(t, out, "file exists")
	m.file(t, "bad.toml", "profle = \"guarded\"\n")
	out, status = m.ran(t, "sign", "bad.toml", "--key", "k")
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "bad.toml:1: ")
	m.file(t, "good.toml", guarded)
	require.NoError(t, os.Chmod(filepath.Join(m.home, "k"), 0o644))
	out, status = m.ran(t, "sign", "good.toml", "--key", "k")
	assert.Equal(t, 125, status)
	assert.Contains(t, out, "k can be read by others")
}
