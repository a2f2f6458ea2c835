package clients

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/clients/model"
)

// failed is what the registered line says when shimgen gave no answer.
const failed = "shimgen: the hook failed, so it refuses"

// failures are the ways in which shimgen may give no answer, as shell source that
// stands for it; each is met by one step of a script, whose other steps are judged
// by shimgen itself. What the step does is harmless and would be allowed, so that
// the registered line alone stops it, unless it says what comes behind it.
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

// testFailures lets shimgen fail for some of the steps.
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
		t.Logf("%s: the model is told %q", f.name, p.heard[i+1])
	}
}

// called returns how many of the payloads that the guard of testFailures noted hold
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

// testMissing takes shimgen away: then nothing runs, what is harmless neither.
func testMissing(t *testing.T, c Client) {
	for name, take := range map[string]func(s *scene, path string) error{
		"missing":       func(_ *scene, path string) error { return os.Remove(path) },
		"no program":    func(_ *scene, path string) error { return os.Chmod(path, 0o644) },
		"an empty file": func(_ *scene, path string) error { return os.Truncate(path, 0) },
		"a half file":   func(_ *scene, path string) error { return os.Truncate(path, 1<<20) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stage(t, c)
			s.install()
			s.trust()
			require.NoError(t, take(s, s.outside(libexec+"/shimgen")))
			p := s.play(model.Step{Command: "touch first"}, model.Step{Command: "touch second"})
			assert.False(t, s.left("first"))
			assert.False(t, s.left("second"))
			t.Logf("the model is told %q", p.heard)
		})
	}
}
