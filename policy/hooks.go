package policy

import "github.com/agent-loop/shimgen/internal/lazy"

// hooks are the hooks that git's commands run (githooks(5)).
var hooks = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"commit":       "pre-commit prepare-commit-msg commit-msg post-commit post-rewrite reference-transaction",
		"merge":        "pre-merge-commit prepare-commit-msg commit-msg post-merge reference-transaction",
		"pull":         "pre-merge-commit prepare-commit-msg commit-msg post-merge pre-rebase post-rewrite post-checkout reference-transaction",
		"push":         "pre-push reference-transaction",
		"checkout":     "post-checkout reference-transaction",
		"switch":       "post-checkout reference-transaction",
		"worktree add": "post-checkout reference-transaction",
		"rebase":       "pre-rebase pre-commit prepare-commit-msg commit-msg post-commit post-rewrite post-checkout reference-transaction",
		"cherry-pick":  "pre-commit prepare-commit-msg commit-msg post-commit reference-transaction",
		"revert":       "pre-commit prepare-commit-msg commit-msg post-commit reference-transaction",
		"am":           "applypatch-msg pre-applypatch post-applypatch reference-transaction",
		"gc":           "pre-auto-gc",
	}
}}

// Hooks returns the repository's hooks that a subcommand of git runs, separated by blanks. The
// gate leaves such a command to the judge if any hook exists.
func Hooks(sub string) string { return hooks.Get()[sub] }
