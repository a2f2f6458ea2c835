package grammar

import "slices"

// gitShows are the subcommands of git that take the options of log or diff,
// and those that belong to them.
var gitShows = []Sub{
	{Names: "whatchanged log", Build: logged},
	{Names: "show", Build: func() Syntax { return Syntax{Options: bothOptions(), Operands: Operands{Rest: Object}} }},
	{Names: "shortlog", Build: func() Syntax {
		return Syntax{Options: slices.Concat(bothOptions(), []Option{{Names: "-e --email"}, {Names: "--group", Arg: Required}})}
	}},
	{Names: "diff", Build: func() Syntax {
		return Syntax{
			Options: slices.Concat(diffOptions, []Option{
				{Names: "--cached --staged"},
				{Names: "--merge-base"},
				{Names: "--no-index"},
				{Names: "-1 --base"},
				{Names: "-2 --ours"},
				{Names: "-3 --theirs"},
				{Names: "-0"},
			}),
			Cases: []Case{{With: "--no-index", Operands: Operands{Rest: File}}},
		}
	}},
	{Names: "reflog", Build: func() Syntax {
		return Syntax{
			Options: bothOptions(),
			Subs: []Sub{
				{Names: "show", Build: logged},
				{Names: "expire", Syntax: Syntax{
					Options: []Option{
						{Names: "-n --dry-run"},
						{Names: "--rewrite"},
						{Names: "--updateref"},
						{Names: "--verbose"},
						{Names: "--expire", Arg: Required},
						{Names: "--expire-unreachable", Arg: Required},
						{Names: "--stale-fix"},
						{Names: "--all"},
						{Names: "--single-worktree"},
					},
					DryRun: "-n --dry-run",
				}},
				{Names: "delete", Syntax: Syntax{
					Options: []Option{{Names: "-n --dry-run"}, {Names: "--rewrite"}, {Names: "--updateref"}, {Names: "--verbose"}},
					DryRun:  "-n --dry-run",
				}},
				{Names: "exists"},
			},
		}
	}},
	{Names: "stash", Build: func() Syntax {
		return Syntax{
			Options: stashOptions,
			Subs: []Sub{
				{Names: "push", Syntax: Syntax{Options: stashOptions}},
				{Names: "save", Syntax: Syntax{Options: stashOptions}},
				{Names: "list", Build: logged},
				{Names: "show", Build: func() Syntax {
					return Syntax{Options: slices.Concat(diffOptions, []Option{{Names: "--include-untracked"}, {Names: "--only-untracked"}})}
				}},
				{Names: "pop", Syntax: Syntax{Options: []Option{{Names: "--index"}, {Names: "-q --quiet"}}}},
				{Names: "apply", Syntax: Syntax{Options: []Option{{Names: "--index"}, {Names: "-q --quiet"}}}},
				{Names: "branch"},
				{Names: "create"},
				{Names: "clear"},
				{Names: "drop", Syntax: Syntax{Options: []Option{{Names: "-q --quiet"}}}},
				{Names: "store", Syntax: Syntax{Options: []Option{{Names: "-m --message", Arg: Required}, {Names: "-q --quiet"}}}},
			},
		}
	}},
}

// bothOptions are those of git log, which may show diffs.
func bothOptions() []Option { return slices.Concat(diffOptions, logOptions) }

// logged is the syntax of what reads its words as git log does.
func logged() Syntax { return Syntax{Options: bothOptions()} }

var stashOptions = []Option{
	{Names: "-k --keep-index"},
	{Names: "-S --staged"},
	{Names: "-p --patch"},
	{Names: "-q --quiet"},
	{Names: "-u --include-untracked"},
	{Names: "-a --all"},
	{Names: "-m --message", Arg: Required},
	{Names: "--pathspec-from-file", Arg: Required, Role: File},
	{Names: "--pathspec-file-nul"},
}
