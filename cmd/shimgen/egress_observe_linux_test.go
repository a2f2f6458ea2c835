package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit/query"
)

const observePolicy = `profile = "observe"
[network]
mode = "allowlist"
allowed_domains = ["allowed.test"]
`

// observedConnections are what a client tries under profile observe.
func observedConnections() []connection {
	return []connection{
		{"a listed host", "get http://allowed.test/a", "200 hello from 8.8.4.4:80", []string{"dns allowed.test", "8.8.4.4:80 allowed.test /a"}, ""},
		{"a host that is not listed", "get http://evil.test/b", "200 hello from 8.8.4.4:80", []string{"dns evil.test", "8.8.4.4:80 evil.test /b"}, ""},
		{"with TLS", "get https://evil.test/c", "200 hello", []string{"dns evil.test", "8.8.4.4:443 evil.test /c"}, ""},
		{"by the proxy", "proxied https://evil.test/d", "200 hello", []string{"dns evil.test", "8.8.4.4:443 evil.test /d"}, ""},
		{"by the proxy at any port", "proxied http://other.test:9999/e", "200 hello", []string{"dns other.test", "8.8.4.4:9999 other.test:9999 /e"}, ""},
		{"an address", "get http://8.8.4.4/f", "200 hello", []string{"8.8.4.4:80 8.8.4.4 /f"}, ""},
		{"the metadata service", "get http://169.254.169.254/", "failed", nil, "connect to 169.254.169.254:80"},
		{"a private address", "get http://10.1.2.3/", "failed", nil, "connect to 10.1.2.3:80"},
		{"a name that leads to the metadata service", "proxied http://metadata.test/", "403", []string{"dns metadata.test"}, "connect to metadata.test:80"},
		{"a name that leads to a private address", "get http://private.test/", "failed", []string{"dns private.test"}, "connect to private.test:80"},
		{"this machine", "tcp 127.0.0.1:8080", "failed", nil, ""},
		{"another server name", "fronted evil.test allowed.test", "failed", []string{"dns evil.test"}, "connect to allowed.test:443"},
		{"datagrams", "udp 8.8.4.4:443", "failed", nil, "send to 8.8.4.4:443"},
	}
}

// TestX8ObserveRefusesNoHostOfTheInternet holds, from the side of the servers, what profile observe
// lets through, what it refuses all the same, and that the trail has enough for a list.
func TestX8ObserveRefusesNoHostOfTheInternet(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, observePolicy)
	for _, c := range observedConnections() {
		n.try(t, w, "native", c)
	}
	got := n.as(w, w.judge(), "audit", "stats", "--network", "--json")
	var counted struct{ Hosts []query.Host }
	require.NoError(t, json.Unmarshal([]byte(got.out), &counted), got.err)
	for _, h := range []struct {
		host, method, would string
		port                uint16
		allowed             bool
	}{
		{"allowed.test", "GET", "", 80, true},
		{"evil.test", "GET", "block", 80, true},
		{"evil.test", "", "block", 443, true},
		{"other.test", "GET", "block", 9999, true},
		{"8.8.4.4", "GET", "block", 80, true},
		{"169.254.169.254", "", "", 80, false},
		{"private.test", "", "", 80, false},
	} {
		assert.True(t, slices.ContainsFunc(counted.Hosts, func(x query.Host) bool {
			return x.Host == h.host && x.Port == h.port && x.Method == h.method && x.Would == h.would && x.Allowed == h.allowed
		}), "%v is not counted: %s", h, got.out)
	}
	got = n.as(w, w.judge(), "suggest")
	_, list, found := strings.Cut(got.out, "[network]\nallowed_domains = [ # add these\n")
	require.True(t, found, got.out+got.err)
	assert.Regexp(t, `^  "evil\.test", # observed \d+ times`, list, "the most used comes first")
	assert.Contains(t, list, `"other.test:9999", # observed 1 times`)
	assert.Contains(t, list, `"8.8.4.4", # observed 1 times`)
	assert.NotRegexp(t, `169\.254|10\.1\.2\.3|private|metadata|localhost`, list)

	text := "profile = \"cautious\"\n[network]\nmode = \"allowlist\"\nallowed_domains = [\n  \"allowed.test\",\n" + list
	n.write(t, filepath.Join(w.root, "policy.toml"), text)
	for _, c := range observedConnections()[:6] {
		n.try(t, w, "native", c)
	}
}

// TestX8ObserveWithoutANamespace holds the same where a supervisor makes the connections.
func TestX8ObserveWithoutANamespace(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, observePolicy)
	for _, sandbox := range []string{"landlock", "supervisor"} {
		for _, c := range observedConnections() {
			names := asksByLibrary() || !strings.Contains(c.word, ".test") || strings.HasPrefix(c.word, "proxied")
			if names && c.why != "datagrams" {
				n.try(t, w, sandbox, c)
			}
		}
	}
}

// TestX8WhatObserves tells what of a policy, a flag and the agent's side makes a list observed.
func TestX8WhatObserves(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, observePolicy)
	user, project := filepath.Join(w.root, "policy.toml"), filepath.Join(w.home, "work", ".agent-loop.toml")
	for _, c := range []struct {
		why, user, project string
		env, flags         []string
		passes             bool
	}{
		{"the user's policy", observePolicy, "", nil, nil, true},
		{"a flag", listOf("allowed.test"), "", nil, []string{"--security-profile", "observe"}, true},
		{"neither", listOf("allowed.test"), "", nil, nil, false},
		{"a project's file does not", listOf("allowed.test"), "profile = \"observe\"\n", nil, nil, false},
		{"a project's file may be stricter", observePolicy, "profile = \"guarded\"\n", nil, nil, false},
		{"strict mode enforces", observePolicy, "", []string{"AGENT_LOOP_PROXY_MODE=strict"}, nil, false},
		{"a variable does not", listOf("allowed.test"), "", []string{"AGENT_LOOP_PROXY_MODE=observe"}, nil, false},
		{"a flag that narrows the network holds", observePolicy, "", nil, []string{"--net", "allowlist"}, false},
		{"a mode without a list holds", "profile = \"observe\"\n[network]\nmode = \"none\"\n", "", nil, nil, false},
	} {
		n.write(t, user, c.user)
		require.NoError(t, os.RemoveAll(project))
		if c.project != "" {
			n.write(t, project, c.project)
		}
		n.env = c.env
		args := slices.Concat([]string{w.judge(), "exec", "--no-check", "--sandbox", "native"}, c.flags, []string{"--", "./client", dialWord, "get http://evil.test/x"})
		got := n.as(w, args...)
		want := map[bool]string{true: "200 hello", false: "failed"}[c.passes]
		assert.Contains(t, got.out, "get http://evil.test/x: "+want, "%s: %s", c.why, got.err)
		assert.Equal(t, c.passes, slices.Contains(n.asked(), "8.8.4.4:80 evil.test /x"), "%s: seen from the servers", c.why)
	}
}

// TestX8AnObservedListIsEnforcedAtOnce changes the profile while a command runs: it takes the
// permission away at once, and does not give it.
func TestX8AnObservedListIsEnforcedAtOnce(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, observePolicy)
	user := filepath.Join(w.root, "policy.toml")
	for _, c := range []struct {
		first, then string
		before      string
	}{
		{observePolicy, listOf("allowed.test"), "200 hello"},
		{listOf("allowed.test"), observePolicy, "failed"},
	} {
		n.write(t, user, c.first)
		cmd := n.command(w, w.judge(), "exec", "--no-check", "--sandbox", "native", "--", "./client", dialWord)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		answers := bufio.NewScanner(out)
		for _, want := range []string{c.before, "failed"} {
			_, err := fmt.Fprintln(in, "get http://evil.test/")
			require.NoError(t, err)
			require.True(t, answers.Scan(), c.first)
			assert.Contains(t, answers.Text(), want)
			n.write(t, user, c.then)
		}
		require.NoError(t, in.Close())
		_, _ = io.Copy(io.Discard, out)
		require.NoError(t, cmd.Wait(), stderr.String())
	}
}

// write puts a file of the user's in the place of another.
func (n *internet) write(t *testing.T, at, text string) {
	t.Helper()
	next := at + ".next"
	require.NoError(t, os.WriteFile(next, []byte(text), 0o600))
	require.NoError(t, os.Chown(next, installer, installer))
	require.NoError(t, os.Rename(next, at))
}
