package clients

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/clients/model"
	"github.com/agent-loop/shimgen/hook"
)

// failed is the registered line's text when shimgen gave no answer.
const failed = "shimgen: the hook failed, so it refuses"

// failures are the ways in which shimgen may give no answer, as shell source in its
// place. One step of a script meets each; shimgen itself judges the other steps. The
// failing steps are harmless and would be allowed, so only the registered line stops
// them, unless behind says what does.
var failures = []struct{ name, source, behind string }{
	{name: "killed", source: `kill -9 $$`},
	{name: "crash", source: `kill -SEGV $$`},
	{name: "status-1", source: `echo broken >&2; exit 1`},
	{name: "status-2-in-silence", source: `exit 2`},
	{name: "status-125", source: `echo broken >&2; exit 125`},
	{name: "nothing", source: `exit 0`},
	{name: "garbage", source: `echo all is well; exit 0`},
	{name: "cut-off", source: `printf '{"hookSpecificOutput":{"hookEventN'; exit 0`},
	{name: "foreign-allow", source: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'; exit 0`},
	{name: "a-line-before", source: `echo starting; exec ` + libexec + `/real "$@" <$seen`, behind: "; cat ~/.ssh/id_ed25519"},
	{name: "slow", source: `exec sleep 600`},
}

// testFailures makes shimgen fail for some of the steps.
func testFailures(t *testing.T, c Client) {
	s := stage(t, c)
	s.install()
	s.trust()
	require.NoError(t, os.Rename(s.outside(libexec+"/shimgen"), s.outside(libexec+"/real")))
	guard := "#!/bin/sh\n" + `[ "$1" = hook ] || exec ` + libexec + `/real "$@"` + "\nseen=" + record + "/payload.$$\ncat >$seen\ncase $(cat $seen) in\n"
	steps := []model.Step{{Command: "touch first; echo heard-first; sleep 0.3"}}
	for _, f := range failures {
		guard += "*ran-" + f.name + ".*) " + f.source + ";;\n"
		steps = append(steps, model.Step{Command: "touch ran-" + f.name + ".txt" + f.behind})
	}
	steps = append(steps, model.Step{Command: "touch last; echo heard-last; sleep 0.3"})
	s.write(libexec+"/shimgen", guard+"*) exec "+libexec+`/real "$@" <$seen;;`+"\nesac\n", 0o755)
	s.own()

	p := s.play(steps...)
	assert.Contains(t, p.heard[0], "heard-first")
	assert.Contains(t, p.heard[len(steps)-1], "heard-last")
	for i, f := range failures {
		assert.False(t, s.left("ran-"+f.name+".txt"), f.name)
		assert.Equal(t, 1, s.called("ran-"+f.name+"."), "%s: the hook's calls", f.name)
		if f.behind == "" && !c.Mum {
			assert.Contains(t, p.heard[i+1], failed, f.name)
		}
	}
}

// testLimit makes the installed shimgen wait for an endless payload, until its own time
// limit ends it: the line trusts it as the installed program and starts no watchdog.
func testLimit(t *testing.T, c Client) {
	s := stage(t, c)
	s.install()
	s.trust()
	require.NoError(t, os.Rename(s.outside(libexec+"/shimgen"), s.outside(libexec+"/real")))
	guard := "#!/bin/sh\n" + `[ "$1" = hook ] || exec ` + libexec + `/real "$@"` + "\nseen=" + record + "/payload.$$\ncat >$seen\ncase $(cat $seen) in\n" +
		"*ran-late.*) mkfifo " + record + "/never; exec " + libexec + `/real "$@" <>` + record + `/never;;` + "\n*) exec " + libexec + `/real "$@" <$seen;;` + "\nesac\n"
	s.write(libexec+"/shimgen", guard, 0o755)
	s.own()
	later := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(s.outside(libexec+"/shimgen"+hook.Intact), later, later))

	p := s.play(model.Step{Command: "touch first; sleep 0.3"}, model.Step{Command: "touch ran-late.txt"}, model.Step{Command: "touch last; sleep 0.3"})
	assert.True(t, s.left("first"))
	assert.True(t, s.left("last"))
	assert.False(t, s.left("ran-late.txt"))
	assert.Equal(t, 1, s.called("ran-late."), "the hook's calls")
	if !c.Mum {
		assert.Contains(t, p.heard[1], failed)
	}
}

// testUnrecorded removes the trail: allowed commands run, with a message for the user if
// the client shows such, and refused ones stay refused.
func testUnrecorded(t *testing.T, c Client) {
	s := stage(t, c)
	s.install()
	s.trust()
	audit := cage.Home + "/.agent-loop/audit"
	require.NoError(t, os.RemoveAll(s.outside(audit)))
	s.write(audit, "no directory", 0o600)
	s.own()
	p := s.play(model.Step{Command: "touch first; sleep 0.3"}, model.Step{Command: "cat ~/.ssh/id_ed25519 | tee refused"}, model.Step{Command: "touch last; sleep 0.3"})
	assert.True(t, s.left("first"))
	assert.True(t, s.left("last"))
	assert.NotContains(t, p.heard[1], secret)
	assert.False(t, s.left("refused"))
}

// called returns how many of the payloads that the guards of these tests recorded contain
// a text.
func (s *scene) called(text string) int {
	s.t.Helper()
	entries, err := os.ReadDir(s.outside(record))
	require.NoError(s.t, err)
	n := 0
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "payload.") && strings.Contains(s.read(record+"/"+e.Name()), text) {
			n++
		}
	}
	return n
}

// testMissing damages shimgen between the steps, and repairs it at the end: while it is
// damaged nothing runs, harmless commands included.
func testMissing(t *testing.T, c Client) {
	s := stage(t, c)
	s.install()
	s.trust()
	// If shimgen gives no answer, the registered line itself reads the payload.
	s.write(fakes+"/cat", "#!/bin/sh\n[ $# -eq 0 ] || exec /bin/cat \"$@\"\nexec tee "+record+"/payload.$$\n", 0o755)
	path := s.outside(libexec + "/shimgen")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	put := func(text []byte, mode os.FileMode) func() {
		return func() {
			_ = os.Remove(path) // it runs, or is gone
			assert.NoError(t, os.WriteFile(path, text, mode))
			assert.NoError(t, os.Chmod(path, mode))
			assert.NoError(t, os.Lchown(path, cage.UID, cage.GID))
		}
	}
	damages := []struct {
		name string
		do   func()
	}{
		{"no-program", put(whole, 0o644)},
		{"an-empty-file", put(nil, 0o755)},
		{"half-a-file", put(whole[:len(whole)/2], 0o755)},
		{"missing", func() { _ = os.Remove(path) }},
		{"a-directory", func() { _ = os.Remove(path); _ = os.Mkdir(path, 0o755) }},
	}
	steps := []model.Step{{Command: "touch first"}}
	for _, d := range damages {
		steps = append(steps, model.Step{Command: "touch ran-" + d.name, Before: d.do})
	}
	steps = append(steps, model.Step{Command: "touch last", Before: put(whole, 0o755)})
	p := s.play(steps...)
	assert.True(t, s.left("first"))
	assert.True(t, s.left("last"))
	for i, d := range damages {
		assert.False(t, s.left("ran-"+d.name), d.name)
		assert.Equal(t, 1, s.called("touch ran-"+d.name+`"`), "%s: the hook's calls", d.name)
		if !c.Mum {
			assert.Contains(t, p.heard[i+1], failed, d.name)
		}
	}
}
