package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// An option before the subcommand that no grammar has: what names a subcommand is one, and what
// stands before one is the option's value.
func TestStrayOptions(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a flag of a program whose options have values", "docker --frobnicate volume prune -f", rules.Ask, "docker.prune"},
		{"an option with a value of that", "docker --frobnicate x volume prune -f", rules.Ask, "docker.prune"},
		{"a value that is called like a subcommand", "docker --frobnicate container volume prune -f", rules.Ask, "docker.prune"},
		{"a flag and a resource", "helm --frobnicate uninstall app", rules.Ask, "helm.uninstall"},
		{"a flag of a program whose options are flags", "git --frobnicate reset --hard", rules.Ask, "git.reset-hard"},
		{"an option with a value of that", "git --frobnicate x reset --hard", rules.Ask, "git.reset-hard"},
		{"a value behind an equals sign", "git --frobnicate=x push --force", rules.Ask, "git.push-force"},
		{"what only looks", "git --frobnicate x status", rules.Allow, ""},
		{"a name behind the subcommand", "git log --frobnicate reset push", rules.Allow, ""},
	})
}
