package rules_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

func TestNearMisses(t *testing.T) {
	for _, c := range []struct{ name, command, rule, why string }{
		{"an option that is not given", "git reset HEAD", "git.reset-hard", "no --hard or --merge"},
		{"one of several", "git clean -d", "git.clean-force", "no -f or --force"},
		{"another subcommand", "git status", "git.reset-hard", "the subcommand is not reset"},
		{"an option that spares it", "git clean -nf", "git.clean-force", "-n or --dry-run is given"},
		{"an operand", "git push origin main", "git.push-plus", "no operand like +*"},
		{"the number of operands", "git checkout main", "git.checkout-from", "fewer than 2 operands"},
		{"a mode", "chmod 755 x", "fs.world-writable", "the mode does not grant that"},
		{"a zone", "rm -rf build", "fs.rm-root", "build is not the root"},
		{"one file alone", "rm build", "fs.rm-root", "not with all that is below"},
		{"a name that is set", "git -c user.name=x commit", "git.alias", "it does not set alias.*"},
		{"an unknown word in another subcommand", `docker logs "$c"`, "container.grant", "no word that is not known means that after logs"},
		{"the id of a process", "kill $!", "process.kill-all", "the operand is the id of one process"},
		{"the environment for tests", "RAILS_ENV=test rails db:drop", "migrate.rails", "it works in the environment for tests"},
		{"what reaches it", "rm x", "git.remove-listed", "nothing from git/clean or git/ls-files/-o or git/ls-files/-m or git/status reaches it"},
		{"where code comes from", "bash x.sh", "run.remote", "the code does not come from the network"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := parser.Parse(c.command, parser.Options{})
			require.NoError(t, err)
			invs := grammar.Read(s, parser.Options{})
			near := rules.NewNearness(builtin.Rules(), invs, rules.View{}).Of(invs[0])
			i := slices.IndexFunc(near, func(m rules.Miss) bool { return m.Rule.ID == c.rule })
			require.GreaterOrEqual(t, i, 0)
			assert.Equal(t, c.why, near[i].Why)
		})
	}
}

// A rule that matches is no miss, and what a program does not do is not near.
func TestNearLeavesOut(t *testing.T) {
	s, err := parser.Parse("git reset --hard", parser.Options{})
	require.NoError(t, err)
	invs := grammar.Read(s, parser.Options{})
	for _, m := range rules.NewNearness(builtin.Rules(), invs, rules.View{}).Of(invs[0]) {
		assert.NotEqual(t, "git.reset-hard", m.Rule.ID)
		assert.NotEqual(t, "fs.rm-root", m.Rule.ID)
		assert.NotEmpty(t, m.Why)
	}
}

func TestNearestFirst(t *testing.T) {
	s, err := parser.Parse("git reset HEAD", parser.Options{})
	require.NoError(t, err)
	invs := grammar.Read(s, parser.Options{})
	near := rules.NewNearness(builtin.Rules(), invs, rules.View{}).Of(invs[0])
	require.NotEmpty(t, near)
	assert.Equal(t, "git.reset-hard", near[0].Rule.ID)
}

func TestZoneNames(t *testing.T) {
	assert.Equal(t, []string{"the root", "a blocked path"}, (rules.Root | rules.Blocked).Names())
	assert.Empty(t, rules.Zone(0).Names())
}

// Each condition of a rule has a row in conditions or conditionsOn, so that explain does not stay silent,
// or name another condition as the reason.
func TestEveryConditionHasAReason(t *testing.T) {
	const none = "ID Former Class Reason Hint Role First NotOperand Says Mode Certain Floored Least Undone Mild Local Hits Misses Effect" // no conditions, or parts of one
	text, err := os.ReadFile("near_miss.go")
	require.NoError(t, err)
	for field := range reflect.TypeFor[rules.Rule]().Fields() {
		if field.IsExported() && !wordlist.Among(field.Name, none) {
			assert.True(t, strings.Contains(string(text), "r."+field.Name), field.Name)
		}
	}
}
