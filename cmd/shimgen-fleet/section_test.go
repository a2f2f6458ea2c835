package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
)

// section runs the commands of a section of docs/fleet.md, each on the machines that it
// names.
type section struct {
	machines map[string]*machine
	replace  []string // pairs: the text on the page, and its replacement here
	printed  map[string]string
	user     string // the user of this test
}

// shell returns a command as a person types it on a machine. All machines of a test have the
// same host, so each gets its name by a flag.
func (s *section) shell(m *machine, command string) *exec.Cmd {
	whose := "--user " + s.user + " --root " + m.root()
	command = strings.NewReplacer(append([]string{"--user dev", whose}, s.replace...)...).Replace(command)
	named := regexp.MustCompile(`shimgen-fleet (new|run|publish|approve|replay|serve) `).ReplaceAllString(command, "${0}--machine "+m.name+" ")
	c := exec.Command("/bin/sh", "-c", "exec "+named)
	c.Dir = m.home
	c.Env = []string{"HOME=" + m.home, "PATH=" + filepath.Join(m.home, "bin") + ":/usr/bin:/bin", asProgram + "=" + filepath.Join(m.home, "etc")}
	c.Stdin = strings.NewReader("y\n") // the answer of a person who has read the ask
	return c
}

// stays reports whether a command runs until somebody ends it.
func stays(command string) bool { return strings.HasSuffix(command, " &") }

// hasJoined reports whether the machine belongs to a fleet.
func (m *machine) hasJoined() bool {
	_, err := os.Lstat(filepath.Join(m.home, "etc", "fleet.toml"))
	return err == nil
}

// run runs a line. Data from another machine takes a moment, so run tries again.
func (s *section) run(t *testing.T, m *machine, command string) {
	t.Helper()
	if stays(command) {
		c := s.shell(m, strings.TrimSuffix(command, " &"))
		c.Stderr = os.Stderr
		require.NoError(t, c.Start())
		t.Cleanup(func() {
			_ = c.Process.Signal(syscall.SIGTERM)
			_ = c.Wait()
		})
		if strings.Contains(command, " --join ") {
			require.Eventually(t, m.hasJoined, time.Minute, 50*time.Millisecond) // its output says so, and so does the file
		}
		return
	}
	comes := map[string]func() bool{
		"publish": func() bool { return s.machines["A"].inForce() == cautious && s.machines["B"].inForce() == cautious },
		"replay":  func() bool { return strings.Contains(s.printed["replay"], "commands of 2,") },
	}
	verb := strings.Fields(command)[1]
	done := false
	require.Eventually(t, func() bool {
		if !done {
			out, err := s.shell(m, command).CombinedOutput()
			s.printed[verb] = string(out)
			if verb == "approve" && err != nil {
				return assert.Contains(t, string(out), "nothing waits for an answer") && false
			}
			require.NoError(t, err, "%s: %s", command, out)
		}
		done = verb != "replay"
		return comes[verb] == nil || comes[verb]()
	}, time.Minute, 100*time.Millisecond, "%s: %s", command, s.printed[verb])
}

// free returns an address where nobody listens.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// This test runs the first section of docs/fleet.md as written, except for the places of the
// server and of the shared directory, the machines' names, the users of their agents, and
// the page's address.
func TestFirstSection(t *testing.T) {
	page, err := os.ReadFile("../../docs/fleet.md")
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(page), "## Two machines")
	text, _, found := strings.Cut(text, "\n## ")
	require.True(t, found)
	who, err := user.Current()
	require.NoError(t, err)
	server, address := broker.Start(t, broker.Config{}), free(t)
	a, b := newMachine(t, "A"), newMachine(t, "B")
	s := &section{
		machines: map[string]*machine{"A": a, "B": b}, printed: map[string]string{}, user: who.Username,
		replace: []string{"nats://a.example.com", server.URL(), "/mnt/shared", t.TempDir(), "127.0.0.1:8420", address},
	}
	a.file(t, "company.toml", cautious)
	a.file(t, "stricter.toml", guarded)
	for _, m := range s.machines {
		m.file(t, "etc/policy.toml", guarded)
		m.file(t, ".agent-loop/audit/20261126.jsonl", fmt.Sprintf(`{"ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"git reset --hard %s","action":"allow","allowed":true,"rules":[]}`+"\n", m.name))
		require.NoError(t, os.Mkdir(filepath.Join(m.home, "bin"), 0o755))
		require.NoError(t, os.Symlink(os.Args[0], filepath.Join(m.home, "bin", "shimgen-fleet")))
	}
	b.waits(t, "git clean -fd")
	commands := 0
	for line := range strings.Lines(text) {
		who, command, is := strings.Cut(strings.TrimSpace(line), "# ")
		if !is || s.machines[strings.Split(who, ",")[0]] == nil {
			continue
		}
		assert.NotRegexp(t, `&&|;|\|`, command, "one command a line")
		for _, name := range strings.Split(who, ",") {
			commands++
			if !strings.HasPrefix(command, "nats-server ") {
				s.run(t, s.machines[name], command)
			}
		}
	}
	assert.Less(t, commands, 10, "with those of both machines")
	assert.Contains(t, s.printed["approve"], "B, user "+who.Username)
	assert.Contains(t, s.printed["replay"], "would have been stricter about 2 commands of 2,")
	require.Eventually(t, func() bool { return len(b.grants(t)) == 1 }, time.Minute, 50*time.Millisecond)
	assert.Equal(t, "git clean -fd", b.grants(t)[0].Source)
	assert.Equal(t, "ann", b.grants(t)[0].By)
	assert.Contains(t, b.recorded(t), `"step":"approved"`)
	listens(t, address)
	for _, want := range []string{"git reset --hard A", "git reset --hard B", "<td>default.A<td>all<td>", "<td>default.B<td>all<td>", ">yes</span> by"} {
		assert.Eventually(t, func() bool {
			_, shown := get(t, "http://"+address, "")
			return strings.Contains(shown, want)
		}, time.Minute, 200*time.Millisecond, want)
	}
}
