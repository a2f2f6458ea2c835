package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Words behind a program that nobody knows may be a command that it starts. What would be a
// grave one is asked about; anything less is let pass, as most such words are none.
func TestCommandsBehindUnknownPrograms(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct {
		why, command string
		action       rules.Action
	}{
		{"a directory of the home", `frobnicate rm -rf ~/Pictures`, rules.Ask},
		{"options of its own before", `frobnicate -m 9 --limit 3 rm -r ../other`, rules.Ask},
		{"by a path", `frobnicate /bin/rm -r ~/Pictures`, rules.Ask},
		{"uncommitted work", `frobnicate git reset --hard`, rules.Ask},
		{"a branch of others", `frobnicate git push --force origin main`, rules.Ask},
		{"files of the system", `frobnicate tee /etc/hosts`, rules.Ask},
		{"what all share", `frobnicate rm -rf /srv/www`, rules.Ask},
		{"a secret", `frobnicate cat ~/.ssh/id_ed25519`, rules.Ask},
		{"one that starts another", `frobnicate nice find ~/Pictures -delete`, rules.Ask},
		{"a table", `frobnicate dropdb shop`, rules.Ask},
		{"a directory of the project", `frobnicate rm -rf build`, rules.Allow},
		{"a single file elsewhere", `frobnicate rm ~/notes.txt`, rules.Allow},
		{"a verb", `frobnicate install --no-dev`, rules.Allow},
		{"verbs that no program has", `frobnicate volume ls`, rules.Allow},
		{"a file that it reads", `frobnicate -f /etc/hosts`, rules.Allow},
		{"prose", `frobnicate say "git reset --hard lost my work"`, rules.Allow},
		{"words that say at", `frobnicate look at the rm manual`, rules.Allow},
		{"a command that only reads", `frobnicate git log --oneline`, rules.Allow},
		{"what is not known", `frobnicate rm -rf "$X"`, rules.Allow},
	} {
		d := check(p, c.command)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.action.String(), d.Action.String(), "%s: %s: %v", c.why, c.command, ids(d.Findings))
	}
}
