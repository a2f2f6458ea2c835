package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What a hint holds between backquotes is a command; words in capitals stand
// for what the user would write there. Each such command is one that the
// policy itself lets run: nobody is sent from one refusal to the next.
func TestHintsAreAllowed(t *testing.T) {
	p := builtin(t, policy.Cautious)
	n := 0
	for r := range p.Rules.All() {
		for _, c := range commandsIn(r.Hint) {
			n++
			m, req := guard.Model()
			req.Source = c
			d := guard.Judge(p, m, req)
			assert.True(t, d.Err == nil && d.Action >= rules.Warn, "%s: %q: %s %v", r.ID, c, d.Action, ids(d.Findings))
		}
		assert.Zero(t, strings.Count(r.Hint, "`")%2, "%s: an open backquote: %s", r.ID, r.Hint)
	}
	assert.Greater(t, n, 150)
}

// What a refusal says is read by whoever was refused: it names no variable, flag or verb
// of ours by which less would be judged, and no way past the shims.
func TestA6HintsNameNoWayAround(t *testing.T) {
	for r := range builtin(t, policy.Cautious).Rules.All() {
		for _, way := range []string{"AGENT_LOOP", "--no-security", "--security-", "--allow-dir", "--profile", "policy.toml", "shimgen uninstall", "shimgen policy", "unset", "PATH", "/usr/bin/"} {
			assert.NotContains(t, r.Hint, way, r.ID)
		}
	}
}

// commandsIn returns what stands between backquotes.
func commandsIn(hint string) []string {
	var commands []string
	for i, part := range strings.Split(hint, "`") {
		if i%2 == 1 {
			commands = append(commands, part)
		}
	}
	return commands
}
