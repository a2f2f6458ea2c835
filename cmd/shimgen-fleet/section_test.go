package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
)

// section runs the commands of a section of docs/fleet.md, each on the machines that it names.
type section struct {
	machines map[string]*machine
	replace  []string // pairs: what stands there, and what it is here
	printed  map[string]string
}

// shell is a command as a person types it on a machine. All machines of a test have the same host,
// so each is told its name.
func (s *section) shell(m *machine, command string) *exec.Cmd {
	command = strings.NewReplacer(append([]string{"/etc/agent-loop", filepath.Join(m.home, "etc")}, s.replace...)...).Replace(command)
	named := regexp.MustCompile(`shimgen-fleet (init|publish|pull|forward|ask|approvals|approve|replay|serve) `).ReplaceAllString(command, "${0}--machine "+m.name+" ")
	c := exec.Command("/bin/sh", "-c", "exec "+named)
	if strings.Contains(named, "&&") {
		c = exec.Command("/bin/sh", "-c", named)
	}
	c.Dir = m.home
	c.Env = []string{"HOME=" + m.home, "PATH=" + filepath.Join(m.home, "bin") + ":/usr/bin:/bin", asProgram + "=" + filepath.Join(m.home, "etc")}
	return c
}

// stays reports whether a command goes on until somebody ends it.
func stays(command string) bool {
	return strings.HasSuffix(command, "&") || strings.HasPrefix(command, "shimgen-fleet serve ")
}

// run runs a line.
func (s *section) run(t *testing.T, m *machine, command string) {
	t.Helper()
	if stays(command) {
		c := s.shell(m, strings.TrimSuffix(command, " &"))
		require.NoError(t, c.Start())
		t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
		return
	}
	verb := strings.Fields(command)[1]
	require.Eventually(t, func() bool {
		out, err := s.shell(m, command).CombinedOutput()
		require.NoError(t, err, "%s: %s", command, out)
		s.printed[verb] = string(out)
		return len(out) > 0 || verb != "approvals" // or one looks again
	}, time.Minute, 100*time.Millisecond)
	if verb == "approvals" {
		s.replace = append(s.replace, "approve ID", "approve "+strings.Fields(s.printed[verb])[0]) // as one types what one sees
	}
}

// free is an address where nobody listens.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// The first section of docs/fleet.md is run as it is written, but for where the server and the
// system's files are, what the machines are called, and the ID, which is what approvals has printed.
func TestFirstSection(t *testing.T) {
	page, err := os.ReadFile("../../docs/fleet.md")
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(page), "## Two machines")
	text, _, found := strings.Cut(text, "\n## ")
	require.True(t, found)
	server, address := broker.Start(t, broker.Config{}), free(t)
	boss, a, b := newMachine(t, "boss"), newMachine(t, "A"), newMachine(t, "B")
	s := &section{
		machines: map[string]*machine{"boss": boss, "A": a, "B": b}, printed: map[string]string{},
		replace: []string{"nats://nats.example.com", server.URL(), "/mnt/shared", t.TempDir(), "127.0.0.1:8420", address},
	}
	boss.file(t, "company.toml", cautious)
	boss.file(t, "stricter.toml", guarded)
	for _, m := range s.machines {
		m.file(t, ".agent-loop/audit/20261126.jsonl", fmt.Sprintf(`{"ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"git reset --hard %s","action":"allow","allowed":true,"rules":[]}`+"\n", m.name))
		require.NoError(t, os.Mkdir(filepath.Join(m.home, "bin"), 0o755))
		require.NoError(t, os.Symlink(os.Args[0], filepath.Join(m.home, "bin", "shimgen-fleet")))
	}
	b.waits(t, "git clean -fd")
	commands := 0
	for line := range strings.Lines(text) {
		who, command, is := strings.Cut(strings.TrimSpace(line), "$ ")
		if !is || s.machines[strings.Split(who, ",")[0]] == nil {
			continue
		}
		commands++
		if strings.HasPrefix(command, "nats-server ") {
			continue
		}
		for _, name := range strings.Split(who, ",") {
			s.run(t, s.machines[name], command)
		}
	}
	assert.LessOrEqual(t, commands, 11)
	assert.Equal(t, cautious, a.inForce())
	assert.Equal(t, cautious, b.inForce())
	assert.Contains(t, s.printed["replay"], "would have been stricter about 2 commands of 2,")
	require.Eventually(t, func() bool { return len(b.grants(t)) == 1 }, time.Minute, 50*time.Millisecond)
	assert.Equal(t, "git clean -fd", b.grants(t)[0].Source)
	assert.Equal(t, "ann", b.grants(t)[0].By)
	assert.Contains(t, b.recorded(t), `"step":"approved"`)
	var shown string
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return false
		}
		c.Close()
		_, shown = get(t, "http://"+address, "")
		return true
	}, time.Minute, 100*time.Millisecond)
	for _, want := range []string{"git reset --hard A", "git reset --hard B", "<td>default.A<td>all<td>", "<td>default.B<td>all<td>", ">yes</span> by"} {
		assert.Contains(t, shown, want)
	}
}
