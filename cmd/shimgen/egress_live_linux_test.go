package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestX8AChangedPolicyReachesWhatRuns changes the policy while a command runs: what the user adds
// and takes away counts for it, and nothing else does.
func TestX8AChangedPolicyReachesWhatRuns(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, listOf("allowed.test"))
	c := n.command(w, w.judge(), "exec", "--no-check", "--sandbox", "native", "--", "./client", dialWord)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	in, err := c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() })
	answers := bufio.NewScanner(out)
	project := filepath.Join(w.home, "work", ".agent-loop.toml")
	user := filepath.Join(w.root, "policy.toml")
	for _, row := range []struct {
		why, file, text string // what is written before
		word, got       string
	}{
		{"a host that is not listed", "", "", "get http://other.test/", "failed"},
		{"the user adds it", user, listOf("allowed.test", "other.test"), "get http://other.test/", "200 hello"},
		{"the user adds a port of it", user, listOf("allowed.test", "other.test", "other.test:8443"), "get https://other.test:8443/", "200 hello"},
		{"what was listed still is", "", "", "get http://allowed.test/", "200 hello"},
		{"the project lists a host", project, listOf("allowed.test", "other.test", "evil.test"), "get http://evil.test/", "failed"},
		{"a policy that does not load changes nothing", user, "profil = 1\n", "get http://other.test/", "200 hello"},
		{"and allows nothing", "", "", "get http://evil.test/", "failed"},
		{"a policy without a list is for the next command", user, "profile = \"cautious\"\n[network]\nmode = \"full\"\n", "get http://evil.test/", "failed"},
		{"the user takes it away", user, listOf("allowed.test", "evil.test"), "get http://evil.test/", "200 hello"},
		{"and it is refused", "", "", "proxied http://other.test/", "403"},
		{"the user takes the network away", user, "profile = \"cautious\"\n[network]\nmode = \"none\"\n", "get http://never.test/", "failed"},
		{"and nothing is left", "", "", "proxied http://allowed.test/", "403"},
		{"a policy that does not load", user, "profil = 1\n", "get http://never.test/", "failed"},
	} {
		if row.file != "" {
			next := row.file + ".next"
			require.NoError(t, os.WriteFile(next, []byte(row.text), 0o600))
			require.NoError(t, os.Chown(next, installer, installer))
			require.NoError(t, os.Rename(next, row.file))
		}
		_, err := fmt.Fprintln(in, row.word)
		require.NoError(t, err)
		if !answers.Scan() {
			_ = c.Wait() // until then another goroutine writes to stderr
			t.Fatalf("%s: %s", row.why, stderr.String())
		}
		assert.Contains(t, answers.Text(), row.word+": "+row.got, row.why)
	}
	require.NoError(t, in.Close())
	_, _ = io.Copy(io.Discard, out)
	require.NoError(t, c.Wait())
	assert.Contains(t, stderr.String(), "the policy was changed while the command ran, and the old one held on: "+user+":1: ")
}

// listOf is a policy with a list of hosts.
func listOf(hosts ...string) string {
	return fmt.Sprintf("profile = \"cautious\"\n[network]\nmode = \"allowlist\"\nallowed_domains = %s\n", quoted(hosts))
}

func quoted(words []string) string {
	text := "["
	for _, w := range words {
		text += fmt.Sprintf("%q, ", w)
	}
	return text + "]"
}

// TestX8AKilledProxyEndsWhatRuns kills shimgen, which is the proxy, while a command has a
// connection: nothing is left of the command, and nothing reaches a server any more.
func TestX8AKilledProxyEndsWhatRuns(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, listOf("allowed.test"))
	c := n.command(w, w.judge(), "exec", "--no-check", "--sandbox", "native", "--", "./client", dialWord)
	in, err := c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	answers := bufio.NewScanner(out)
	_, err = fmt.Fprintln(in, "get http://allowed.test/")
	require.NoError(t, err)
	require.True(t, answers.Scan())
	assert.Contains(t, answers.Text(), "200 hello")
	n.asked()
	require.NoError(t, c.Process.Kill())
	_, _ = fmt.Fprintln(in, "get http://allowed.test/")
	rest, _ := io.ReadAll(out) // which ends once no process of the command is left
	assert.NotContains(t, string(rest), "200 hello")
	assert.Error(t, c.Wait())
	assert.Empty(t, n.asked(), "seen from the servers")
}
