package guard_test

import (
	"cmp"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// builtin returns a fresh policy of a built-in profile.
func builtin(t testing.TB, profile string) *policy.Policy {
	t.Helper()
	p, err := policy.Builtin(profile)
	require.NoError(t, err)
	return p
}

// layered returns the cautious policy under a user's layer.
func layered(t testing.TB, user string) *policy.Policy {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(cmp.Or(user, "[paths]\nblocked = []"))}}, policy.Flags{})
	require.NoError(t, err)
	return p
}

// check judges shell source on the model machine.
func check(p *policy.Policy, source string) guard.Decision {
	m, req := guard.Model()
	req.Source = source
	return guard.Judge(p, m, req)
}

// inheriting judges an argument vector on the model machine with some files more, where
// variables are other than install recorded.
func inheriting(p *policy.Policy, files map[string]string, command string, variables ...string) guard.Decision {
	m, req := guard.Model()
	all := maps.Clone(m.Files.(zone.Tree))
	maps.Copy(all, files)
	m.Files = all
	req.Argv, req.Changed = strings.Fields(command), variables
	return guard.Judge(p, m, req)
}

// worst returns the rule that decided, or "".
func worst(d guard.Decision) string {
	if f, ok := d.Worst(); ok {
		return f.Rule.ID
	}
	return ""
}

// ids returns the rules of some findings, in order.
func ids(findings []guard.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, f.Rule.ID)
	}
	return out
}

// row is a command with the action and the rule that decides.
type row struct {
	reason  string
	command string
	action  rules.Action
	rule    string
}

func runRows(t *testing.T, p *policy.Policy, table []row) {
	t.Helper()
	for _, r := range table {
		t.Run(r.reason+"/"+r.command, func(t *testing.T) {
			d := check(p, r.command)
			require.Equal(t, r.action.String(), d.Action.String(), "%v", ids(d.Findings))
			require.Equal(t, r.rule, worst(d))
		})
	}
}
