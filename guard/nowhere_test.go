package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// A process may stand in a directory that was removed. What needs no directory is
// judged as anywhere; a relative path there is as unknown as a variable's, for its
// ".." may still lead somewhere.
func TestUnknownDirectory(t *testing.T) {
	p := builtin(t, policy.Cautious)
	m := zone.Machine{Files: zone.Tree{"/": "", "/home": "", "/home/u": ""}, Homes: []string{"/home/u"}, Temp: []string{"/tmp"}}
	for _, c := range []struct {
		argv  []string
		runs  bool
		where string
	}{
		{[]string{"git", "--version"}, true, "needs no directory"},
		{[]string{"ls", "/usr"}, true, "an absolute path"},
		{[]string{"rm", "-rf", "/tmp/x"}, true, "and one in temp"},
		{[]string{"rm", "-rf", "/home/u"}, false, "which are judged as ever"},
		{[]string{"rm", "-f", "build"}, true, "outside, as nothing is inside"},
		{[]string{"rm", "-rf", ".."}, false, "a parent may still be there, and be the home"},
		{[]string{"rm", "-rf", "../../"}, false, "the same, higher"},
		{[]string{"rm", "-rf", "/proc/self/cwd/../tmp/x"}, false, "the same by the kernel's link"},
		{[]string{"sh", "-c", "cd /tmp && rm -rf x"}, true, "known again from there on"},
	} {
		d := guard.Judge(p, m, guard.Request{Argv: c.argv, Dir: guard.Nowhere, Vars: func(string) (string, bool) { return "/tmp", true }})
		assert.Equal(t, c.runs, d.Action == rules.Allow || d.Action == rules.Warn, "%q: %s", c.argv, c.where)
	}
	_, d, err := guard.JudgePath(p, m, guard.Request{Dir: guard.Nowhere}, "x", grammar.Reads)
	require.ErrorIs(t, err, guard.ErrNowhere)
	assert.NotEqual(t, rules.Allow, d.Action)
	_, _, err = guard.JudgePath(p, m, guard.Request{Dir: guard.Nowhere}, "/tmp/x", grammar.Reads)
	require.NoError(t, err)
}
