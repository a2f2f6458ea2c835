package policy

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// renamed are the built-in rules that had another id.
func renamed(t *testing.T) (list []*rules.Rule) {
	for r := range builtin.Rules().All() {
		if r.Former != "" {
			list = append(list, r)
		}
	}
	require.NotEmpty(t, list)
	return list
}

func TestActionsNameRulesByFormerIDs(t *testing.T) {
	for _, r := range renamed(t) {
		p := load(t, Flags{}, user(fmt.Sprintf("[actions]\n%q = \"allow\"", r.Former)))
		assert.Equal(t, rules.Allow, p.lookup(r), r.Former)
		assert.Equal(t, r.ID, p.Cause(r).Key, r.Former)

		p = load(t, Flags{}, user(fmt.Sprintf("[actions]\n%q = \"allow\"", r.ID)), project(fmt.Sprintf("[actions]\n%q = \"block\"", r.Former)))
		assert.Equal(t, rules.Block, p.Action(r), "a project tightens by %s", r.Former)

		p = load(t, Flags{}, user(fmt.Sprintf("[actions]\n%q = \"allow\"", packOf(r.Former))))
		assert.Equal(t, rules.Allow, p.lookup(r), "the former pack of %s", r.ID)
	}
}

func TestFormerIDsInPolicies(t *testing.T) {
	locked := system("lock = [\"actions.told.token\", \"actions.watch.*\"]\n[actions]\n\"told.token\" = \"block\"\n\"watch.*\" = \"block\"")
	for _, c := range []struct {
		name, rule, want string
		layers           []Layer
	}{
		{"a lock under the former id holds the rule", "secrets.print-token", "block", []Layer{locked, user("[actions]\n\"secrets.print-token\" = \"allow\"")}},
		{"and under the id of today against the former one", "secrets.print-token", "block", []Layer{locked, user("[actions]\n\"told.token\" = \"allow\"")}},
		{"a lock of the former pack holds what was in it", "monitoring.audit-rules", "block", []Layer{locked, user("[actions]\n\"monitoring.*\" = \"allow\"")}},
		{"what is said of the former pack was said of these rules", "secrets.print-token", "block", []Layer{user("[actions]\n\"told.*\" = \"block\"\n\"secrets.*\" = \"warn\"")}},
		{"the others of the new pack were not in it", "secrets.read", "warn", []Layer{user("[actions]\n\"told.*\" = \"block\"\n\"secrets.*\" = \"warn\"")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, action(t, load(t, Flags{}, c.layers...), c.rule))
		})
	}
}

func TestFormerIDsThatAreWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{
			"both ids in one file", "[actions]\n\"secrets.print-token\" = \"allow\"\n\"told.token\" = \"block\"",
			`policy.toml:3: "told.token": secrets.print-token is the same rule, and has an action already`,
		},
		{
			"an own rule by a former id", "[[rule]]\nid = \"told.token\"\nprogram = \"x\"\nclass = \"destructive\"\nreason = \"x\"\nhits = [\"x\"]\nmisses = [\"y\"]",
			`policy.toml:2: rule id "told.token": the built-in rule secrets.print-token had that name, and policies may still use it`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load([]Layer{user(c.text)}, Flags{})
			assert.EqualError(t, err, c.want)
		})
	}
}
