package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/broker"
)

// root is the root of the machine's installation.
func (m *machine) root() string { return filepath.Join(m.home, ".agent-loop") }

// store returns the machine's store of requests and grants.
func (m *machine) store(t *testing.T) approval.Store {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(m.root(), "state"), 0o700))
	return approval.In(m.root(), os.Getuid())
}

// waits leaves a command that waits for a person, as a hook does.
func (m *machine) waits(t *testing.T, text string) (code string) {
	t.Helper()
	code, err := m.store(t).Ask(approval.Request{
		What: approval.What{Source: text, Dir: "/w"}, Asks: []approval.Ask{{Rule: "git.reset-hard", Command: text}}, Decision: "00000000000000ff", From: "hook", Agent: "claude",
		Shown: approval.Shown{Text: text, Asked: []string{text + " throws away uncommitted work [git.reset-hard]"}},
	}, nil)
	require.NoError(t, err)
	return code
}

// grants returns the machine's grants.
func (m *machine) grants(t *testing.T) []approval.Grant {
	t.Helper()
	all, err := m.store(t).Granted()
	require.NoError(t, err)
	return all
}

// recorded returns the machine's trail of today.
func (m *machine) recorded(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(m.root(), "audit", time.Now().UTC().Format("20060102")+".jsonl"))
	require.NoError(t, err)
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		all.Write(text)
	}
	return all.String()
}

// approvers sets the keys that the machine trusts.
func (m *machine) approvers(t *testing.T, from *machine, key string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(from.home, key+".pub"))
	require.NoError(t, err)
	m.file(t, "etc/"+ask.KeysName, string(text))
}

// asked is an ask as a list prints it.
func asked(t *testing.T, boss *machine, url string) (all []ask.Pending) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(boss.does(t, "approvals", "--to", url, "--json")), &all))
	return all
}

// The programs carry a machine's ask to another machine, where it is answered.
func TestAnswersFromElsewhere(t *testing.T) {
	server := broker.Start(t, broker.Config{})
	boss, m := newMachine(t, "boss"), newMachine(t, "a")
	initialized(t, boss, server.URL())
	to := []string{"--to", server.URL(), "--machine"}
	askOnce := append([]string{"ask", "--root", m.root(), "--send", "commands", "--once"}, append(to, "a")...)
	with := func(args ...string) []string { return append(args, append(to, "boss")...) }
	boss.does(t, "key", "bob.key", "--name", "bob")
	boss.does(t, "key", "company.key")

	m.waits(t, "git reset --hard")
	out, status := m.ran(t, append([]string{"ask", "--root", m.root(), "--once"}, append(to, "a")...)...)
	assert.Equal(t, 1, status, out)
	assert.Contains(t, out, "send = decisions: an ask has the text of a command")
	out, status = m.ran(t, askOnce...)
	assert.Equal(t, 125, status, out)
	assert.Contains(t, out, "hint: root puts the public keys of who may answer there, as fleet-approvers.pub")
	m.trusts(t, boss, "company.key")
	_, status = m.ran(t, askOnce...)
	assert.Equal(t, 125, status, "a key of policies is none of approvers")
	m.approvers(t, boss, "bob.key")
	m.does(t, askOnce...)
	assert.Contains(t, m.recorded(t), `"step":"sent"`)

	out = boss.does(t, with("approvals")...)
	require.Regexp(t, `^[a-z2-7]{16}  default\.a, \d+s ago, in /w: git reset --hard \[git\.reset-hard\]\n$`, out)
	id := out[:16]
	out, status = boss.ran(t, with("approve", id[:4], "--key", "bob.key")...)
	assert.Equal(t, 1, status, "nobody says yes")
	assert.Contains(t, out, "\n    git reset --hard\n\nask 1 of 1: git reset --hard throws away uncommitted work [git.reset-hard]\n")
	assert.Contains(t, out, "not approved: nobody said yes")
	out, status = boss.ran(t, with("approve", "zzzz", "--key", "bob.key", "--yes")...)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "no ask that waits has that id")

	for name, mode := range map[string]os.FileMode{"others.key": 0o604, "group.key": 0o640} {
		boss.does(t, "key", name, "--name", "bob")
		require.NoError(t, os.Chmod(filepath.Join(boss.home, name), mode))
		for _, verb := range []string{"approve", "deny"} {
			out, status = boss.ran(t, with(verb, id, "--key", name)...)
			assert.Equal(t, 125, status)
			assert.Contains(t, out, name+" can be read by others")
		}
	}
	out, status = boss.ran(t, with("approve", "--key", "bob.key", "--yes")...)
	assert.Equal(t, 2, status, "nobody says yes to what they have not seen")
	assert.Contains(t, out, "it needs the id of what somebody has seen")
	out, status = boss.ran(t, with("approve", "--key", "bob.key")...)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "not approved: nobody said yes", "the only one is shown")

	boss.does(t, with("approve", id, "--key", "company.key", "--yes")...)
	m.does(t, askOnce...)
	assert.Empty(t, m.grants(t), "forged: the company's key signs policies")
	assert.Contains(t, m.recorded(t), `"event":"consent","step":"refused"`)
	assert.Contains(t, m.recorded(t), "is not signed by a key that this machine trusts")
	out, status = boss.ran(t, with("approve", id, "--key", "bob.key", "--yes")...)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "somebody has answered it already")

	c := boss.program(with("approve", id, "--key", "bob.key", "--again")...)
	c.Stdin = strings.NewReader("y\n")
	text, err := c.CombinedOutput()
	require.NoError(t, err, string(text))
	m.does(t, askOnce...)
	got := m.grants(t)
	require.Len(t, got, 1)
	assert.Equal(t, "bob", got[0].By)
	assert.True(t, got[0].Once)
	assert.Contains(t, m.recorded(t), `"step":"approved"`)
	assert.Contains(t, m.recorded(t), `"by":"bob"`)
	assert.Empty(t, asked(t, boss, server.URL()))
	out, status = boss.ran(t, with("approve", "--key", "bob.key")...)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "nothing waits for an answer")

	m.waits(t, "git clean -fd /h\u043eme") // the letter is not a Latin o
	m.does(t, askOnce...)
	assert.Contains(t, boss.does(t, with("approvals")...), `git clean -fd /h\u043eme`)
	out, _ = boss.ran(t, with("approve", "--key", "bob.key")...)
	assert.Contains(t, out, "    git clean -fd /h\\u043eme\n")
	boss.does(t, with("deny", asked(t, boss, server.URL())[0].ID, "--key", "bob.key")...)
	m.does(t, askOnce...)
	assert.Len(t, m.grants(t), 1)
	assert.Contains(t, m.recorded(t), `"step":"declined"`)
	out, status = boss.ran(t, with("approve", id, "--key", "bob.key", "--for", "2h")...)
	assert.Equal(t, 2, status, out)
}

// A running "shimgen-fleet ask" takes an answer by itself, also after the server was killed.
func TestAsksGoOn(t *testing.T) {
	server := broker.Start(t, broker.Config{})
	boss, m := newMachine(t, "boss"), newMachine(t, "a")
	initialized(t, boss, server.URL())
	boss.does(t, "key", "bob.key", "--name", "bob")
	m.approvers(t, boss, "bob.key")
	c := m.program("ask", "--root", m.root(), "--send", "commands", "--to", server.URL(), "--machine", "a", "--every", "50ms")
	require.NoError(t, c.Start())
	defer func() { _, _ = c.Process.Kill(), c.Wait() }()
	for n, text := range []string{"git reset --hard", "git clean -fd"} {
		m.waits(t, text)
		var id string
		require.Eventually(t, func() bool {
			all := asked(t, boss, server.URL())
			if len(all) == 1 {
				id = all[0].ID
			}
			return id != ""
		}, time.Minute, 50*time.Millisecond)
		server.Kill(t)
		server.Again(t)
		boss.does(t, "approve", id, "--yes", "--key", "bob.key", "--to", server.URL(), "--machine", "boss")
		require.Eventually(t, func() bool { return len(m.grants(t)) == n+1 }, time.Minute, 50*time.Millisecond)
	}
}

// get requests a page from the server as its proxy does.
func get(t *testing.T, url, person string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	r.Header.Set("X-Forwarded-User", person)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(body)
}

// page starts the page on a machine, and returns its address.
func (m *machine) page(t *testing.T, args ...string) string {
	t.Helper()
	c := m.program(append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	said, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
	line := make([]byte, 200)
	n, err := said.Read(line)
	require.NoError(t, err)
	found := regexp.MustCompile(`the page is at (http://127\.0\.0\.1:\d+)\n`).FindStringSubmatch(string(line[:n]))
	require.Len(t, found, 2, string(line[:n]))
	return found[1]
}

func TestServe(t *testing.T) {
	server := broker.Start(t, broker.Config{})
	boss, m := newMachine(t, "boss"), newMachine(t, "a")
	initialized(t, boss, server.URL())
	boss.does(t, "key", "page.key", "--name", "page")
	m.approvers(t, boss, "page.key")
	m.waits(t, "git reset --hard")
	m.does(t, "ask", "--root", m.root(), "--send", "commands", "--once", "--to", server.URL(), "--machine", "a")
	url := boss.page(t, "--to", server.URL(), "--key", "page.key", "--user-header", "X-Forwarded-User", "--approver", "ann")
	status, text := get(t, url, "ann")
	assert.Equal(t, 200, status)
	assert.Contains(t, text, "git reset --hard")
	status, _ = get(t, url, "")
	assert.Equal(t, 403, status)

	boss.file(t, "short", "x\n")
	require.NoError(t, os.Chmod(filepath.Join(boss.home, "short"), 0o600))
	boss.does(t, "key", "open.key")
	require.NoError(t, os.Chmod(filepath.Join(boss.home, "open.key"), 0o644))
	boss.file(t, "fleet.toml", "approvers = [\"ann\"]\n")
	for _, tt := range []struct {
		why, want string
		status    int
		args      []string
	}{
		{"everybody would see all", "everybody who reaches 0.0.0.0:0 would see all commands", 1, []string{"--listen", "0.0.0.0:0"}},
		{"a key, and nobody is known", "--key needs --user-header", 2, []string{"--listen", "127.0.0.1:0", "--key", "page.key"}},
		{"a key, and nobody may answer", "--key needs --user-header", 2, []string{"--listen", "127.0.0.1:0", "--key", "page.key", "--user-header", "X"}},
		{"no address", "write an address and a port", 2, []string{"--listen", "8420"}},
		{"no origin", "write https://HOST", 2, []string{"--url", "approvals.example.com"}},
		{"everybody on the way could answer", "whoever is on the way could read commands", 1, []string{"--url", "http://approvals.example.com"}},
		{"likewise, by a number", "whoever is on the way could read commands", 1, []string{"--url", "http://192.0.2.1:8420"}},
		{"a name that begins as this machine's", "whoever is on the way could read commands", 1, []string{"--url", "http://localhost.example.com"}},
		{"a key that all can read", "open.key can be read by others", 125, []string{"--key", "open.key", "--user-header", "X", "--approver", "ann"}},
		{"a short secret", "is too short", 125, []string{"--proxy-secret", "short"}},
		{"somebody whom the configuration does not name", "--approver eve: is none of the configuration's", 2, []string{"--config", "fleet.toml", "--approver", "eve"}},
	} {
		out, status := boss.ran(t, append([]string{"serve", "--to", server.URL()}, tt.args...)...)
		assert.Equal(t, tt.status, status, tt.why)
		assert.Contains(t, out, tt.want, tt.why)
	}
}

// shell runs a script in the machine's directory p, with that machine's programs before the
// system's.
func (m *machine) shell(t *testing.T, script string) (out string, status int) {
	t.Helper()
	m.file(t, "p/agent.sh", script)
	c := exec.Command("/bin/sh", "agent.sh")
	c.Dir = filepath.Join(m.home, "p")
	c.Env = []string{"HOME=" + m.home, "PATH=" + filepath.Join(m.home, "fake") + ":/usr/bin:/bin"}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to ask on
	text, err := c.CombinedOutput()
	if c.ProcessState == nil {
		require.NoError(t, err)
	}
	return string(text), c.ProcessState.ExitCode()
}

// Somebody elsewhere answers a question of the installed shimgen: the command runs when it
// is repeated, exactly once.
func TestAnAskOfTheInstalledProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds shimgen and installs it")
	}
	programs := t.TempDir()
	build := exec.Command("go", "build", "-o", programs, "../shimgen", "../shim")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	server := broker.Start(t, broker.Config{})
	boss, m := newMachine(t, "boss"), newMachine(t, "a")
	initialized(t, boss, server.URL())
	boss.does(t, "key", "bob.key", "--name", "bob")
	m.approvers(t, boss, "bob.key")
	for _, dir := range []string{"p", "fake"} {
		require.NoError(t, os.Mkdir(filepath.Join(m.home, dir), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(m.home, "fake", "git"), []byte("#!/bin/sh\necho \"git was run: $*\"\n"), 0o755))
	text, status := m.shell(t, filepath.Join(programs, "shimgen")+" install\n")
	require.Zero(t, status, text)
	agent := filepath.Join(m.root(), "libexec", "shimgen") + " exec --sandbox none -c 'git reset --hard && echo done' </dev/null\n"
	text, status = m.shell(t, agent)
	require.Equal(t, 126, status, text)
	require.NotContains(t, text, "git was run")

	askOnce := []string{"ask", "--root", m.root(), "--send", "commands", "--once", "--to", server.URL(), "--machine", "a"}
	m.does(t, askOnce...)
	all := asked(t, boss, server.URL())
	require.Len(t, all, 1)
	assert.Equal(t, "git reset --hard && echo done", all[0].Text)
	assert.Equal(t, []string{"git reset --hard throws away uncommitted work [git.reset-hard]"}, all[0].Asked)
	assert.Equal(t, filepath.Join(m.home, "p"), all[0].Dir)
	boss.does(t, "approve", all[0].ID, "--yes", "--key", "bob.key", "--to", server.URL(), "--machine", "boss")
	m.does(t, askOnce...)
	text, status = m.shell(t, strings.Replace(agent, "echo done", "echo else", 1))
	assert.Equal(t, 126, status, text)
	text, status = m.shell(t, agent)
	assert.Zero(t, status)
	assert.Contains(t, text, "git was run: reset --hard\ndone\n")
	text, status = m.shell(t, agent)
	assert.Equal(t, 126, status, text)
	for _, step := range []string{"approved", "used"} {
		assert.Contains(t, m.recorded(t), `"event":"consent","step":"`+step+`"`)
	}
}
