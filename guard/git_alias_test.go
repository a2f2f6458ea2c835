package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What an alias runs that the request itself has set.
func TestGitAliasesSetBefore(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a forced push", `git config alias.p 'push -f'; git p origin main`, rules.Ask, "git.push-force"},
		{"in quotes", `git config alias.p 'push "--force"'; git p`, rules.Ask, "git.push-force"},
		{"by the subcommand of git config", `git config set --global alias.undo 'reset --hard'; git undo`, rules.Ask, "git.reset-hard"},
		{"the option behind the alias", `git config alias.p push; git p --force`, rules.Ask, "git.push-force"},
		{"elsewhere", `git config --global alias.p 'checkout -f'; git -C x p`, rules.Ask, "git.checkout-discard"},
		{"an alias of an alias", `git config alias.p q; git config alias.q 'push -f'; git p`, rules.Ask, "git.push-force"},
		{"an alias of itself", `git config alias.p p; git p`, rules.Allow, ""},
		{"an ordinary alias", `git config alias.st 'status -sb'; git st`, rules.Allow, ""},
		{"an ordinary alias with a format", `git config alias.lg "log --graph --format='%h %s'"; git lg -5`, rules.Allow, ""},
		{"one that is not used", `git config alias.p 'push -f'; git status`, rules.Allow, ""},
		{"one that is set afterwards", `git p; git config alias.p 'push -f'`, rules.Allow, ""},
	})
}
