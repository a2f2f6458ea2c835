package grammar

import "slices"

// gitHistory are the subcommands of git that show and make commits.
var gitHistory = []Sub{
	{Names: "branch", Syntax: Syntax{
		Options: []Option{
			{Names: "-v --verbose"}, {Names: "-q --quiet"}, {Names: "-t --track", Arg: Optional},
			{Names: "-u --set-upstream-to", Arg: Required}, {Names: "--unset-upstream"},
			{Names: "--color", Arg: Optional}, {Names: "-r --remotes"}, {Names: "--contains", Arg: Required},
			{Names: "--no-contains", Arg: Required}, {Names: "--abbrev", Arg: Optional}, {Names: "-a --all"},
			{Names: "-d --delete"}, {Names: "-D"}, {Names: "-m --move"}, {Names: "-M"}, {Names: "-c --copy"},
			{Names: "-C"}, {Names: "-l --list"}, {Names: "--show-current"}, {Names: "--create-reflog"},
			{Names: "--edit-description"}, {Names: "-f --force"}, {Names: "--merged", Arg: Required},
			{Names: "--no-merged", Arg: Required}, {Names: "--column", Arg: Optional},
			{Names: "--sort", Arg: Required}, {Names: "--points-at", Arg: Required}, {Names: "-i --ignore-case"},
			{Names: "--recurse-submodules"}, {Names: "--format", Arg: Required},
		},
	}},
	{Names: "merge", Syntax: Syntax{
		Options: []Option{
			{Names: "-n"}, {Names: "--stat"}, {Names: "--summary"}, {Names: "--log", Arg: Optional},
			{Names: "--squash"}, {Names: "--commit"}, {Names: "-e --edit"}, {Names: "--cleanup", Arg: Required},
			{Names: "--ff"}, {Names: "--ff-only"}, {Names: "--rerere-autoupdate"}, {Names: "--verify-signatures"},
			{Names: "-s --strategy", Arg: Required}, {Names: "-X --strategy-option", Arg: Required},
			{Names: "-m --message", Arg: Required},
			{Names: "-F --file", Arg: Required, Role: File},
			{Names: "--into-name", Arg: Required}, {Names: "-v --verbose"}, {Names: "-q --quiet"},
			{Names: "--abort"}, {Names: "--quit"}, {Names: "--continue"}, {Names: "--allow-unrelated-histories"},
			{Names: "--progress"}, {Names: "-S --gpg-sign", Arg: Optional}, {Names: "--autostash"},
			{Names: "--overwrite-ignore"}, {Names: "--signoff"}, {Names: "--no-verify"}, {Names: "--verify"},
		},
	}},
	{Names: "rebase", Syntax: Syntax{
		Options: []Option{
			{Names: "--onto", Arg: Required}, {Names: "--keep-base"}, {Names: "--no-verify"}, {Names: "--verify"},
			{Names: "-q --quiet"}, {Names: "-v --verbose"}, {Names: "-n --no-stat"}, {Names: "--stat"},
			{Names: "--signoff"}, {Names: "--committer-date-is-author-date"}, {Names: "--reset-author-date"},
			{Names: "-C", Arg: Required}, {Names: "--ignore-whitespace"}, {Names: "--whitespace", Arg: Required},
			{Names: "-f --force-rebase"}, {Names: "--no-ff"}, {Names: "--ff"}, {Names: "--continue"},
			{Names: "--skip"}, {Names: "--abort"}, {Names: "--quit"}, {Names: "--edit-todo"},
			{Names: "--show-current-patch"}, {Names: "--apply"}, {Names: "-m --merge"}, {Names: "-i --interactive"},
			{Names: "--rerere-autoupdate"}, {Names: "--empty", Arg: Required}, {Names: "--autosquash"},
			{Names: "--update-refs"}, {Names: "-S --gpg-sign", Arg: Optional}, {Names: "--autostash"},
			{Names: "-x --exec", Arg: Required, Role: Shell},
			{Names: "-r --rebase-merges", Arg: Optional}, {Names: "--fork-point"},
			{Names: "-s --strategy", Arg: Required}, {Names: "-X --strategy-option", Arg: Required},
			{Names: "--root"}, {Names: "--reschedule-failed-exec"}, {Names: "--reapply-cherry-picks"},
		},
	}},
	{Names: "tag", Syntax: Syntax{
		Options: []Option{
			{Names: "-l --list"}, {Names: "-n", Arg: Optional}, {Names: "-d --delete"}, {Names: "-v --verify"},
			{Names: "-a --annotate"}, {Names: "-m --message", Arg: Required},
			{Names: "-F --file", Arg: Required, Role: File},
			{Names: "-e --edit"}, {Names: "-s --sign"}, {Names: "--cleanup", Arg: Required},
			{Names: "-u --local-user", Arg: Required}, {Names: "-f --force"}, {Names: "--create-reflog"},
			{Names: "--column", Arg: Optional}, {Names: "--contains", Arg: Required},
			{Names: "--no-contains", Arg: Required}, {Names: "--merged", Arg: Required},
			{Names: "--no-merged", Arg: Required}, {Names: "--sort", Arg: Required},
			{Names: "--points-at", Arg: Required}, {Names: "--format", Arg: Required},
			{Names: "--color", Arg: Optional}, {Names: "-i --ignore-case"},
		},
	}},
	{Names: "cherry-pick", Syntax: Syntax{
		Options: []Option{
			{Names: "--quit"}, {Names: "--continue"}, {Names: "--abort"}, {Names: "--skip"},
			{Names: "--cleanup", Arg: Required}, {Names: "-n --no-commit"}, {Names: "--commit"},
			{Names: "-e --edit"}, {Names: "-s --signoff"}, {Names: "-m --mainline", Arg: Required},
			{Names: "--rerere-autoupdate"}, {Names: "--strategy", Arg: Required},
			{Names: "-X --strategy-option", Arg: Required}, {Names: "-S --gpg-sign", Arg: Optional}, {Names: "-x"},
			{Names: "--ff"}, {Names: "--allow-empty"}, {Names: "--allow-empty-message"},
			{Names: "--keep-redundant-commits"},
		},
	}},
	{Names: "revert", Syntax: Syntax{
		Options: []Option{
			{Names: "--quit"}, {Names: "--continue"}, {Names: "--abort"}, {Names: "--skip"},
			{Names: "--cleanup", Arg: Required}, {Names: "-n --no-commit"}, {Names: "--commit"},
			{Names: "-e --edit"}, {Names: "-s --signoff"}, {Names: "-m --mainline", Arg: Required},
			{Names: "--rerere-autoupdate"}, {Names: "--strategy", Arg: Required},
			{Names: "-X --strategy-option", Arg: Required}, {Names: "-S --gpg-sign", Arg: Optional},
			{Names: "--reference", Role: File},
		},
	}},
	{Names: "whatchanged log", Syntax: Syntax{Options: slices.Concat(diffOptions, logOptions)}},
	{Names: "show", Syntax: Syntax{Options: slices.Concat(diffOptions, logOptions)}},
	{Names: "shortlog", Syntax: Syntax{Options: slices.Concat(diffOptions, logOptions, []Option{{Names: "-e --email"}, {Names: "--group", Arg: Required}})}},
	{Names: "diff", Syntax: Syntax{
		Options: slices.Concat(diffOptions, []Option{
			{Names: "--cached --staged"}, {Names: "--merge-base"}, {Names: "--no-index"}, {Names: "-1 --base"},
			{Names: "-2 --ours"}, {Names: "-3 --theirs"}, {Names: "-0"},
		}),
		Cases: []Case{{With: "--no-index", Operands: Operands{Rest: File}}},
	}},
	{Names: "reflog", Syntax: Syntax{
		Options: slices.Concat(diffOptions, logOptions),
		Subs: []Sub{
			{Names: "show", Syntax: Syntax{Options: slices.Concat(diffOptions, logOptions)}},
			{Names: "expire", Syntax: Syntax{
				Options: []Option{
					{Names: "-n --dry-run"}, {Names: "--rewrite"}, {Names: "--updateref"}, {Names: "--verbose"},
					{Names: "--expire", Arg: Required}, {Names: "--expire-unreachable", Arg: Required},
					{Names: "--stale-fix"}, {Names: "--all"}, {Names: "--single-worktree"},
				},
				DryRun: "-n --dry-run",
			}},
			{Names: "delete", Syntax: Syntax{
				Options: []Option{{Names: "-n --dry-run"}, {Names: "--rewrite"}, {Names: "--updateref"}, {Names: "--verbose"}},
				DryRun:  "-n --dry-run",
			}},
			{Names: "exists"},
		},
	}},
	{Names: "blame", Syntax: Syntax{
		Options: []Option{
			{Names: "--incremental"}, {Names: "-b"}, {Names: "--root"}, {Names: "--show-stats"},
			{Names: "--progress"}, {Names: "--score-debug"}, {Names: "-f --show-name"}, {Names: "-n --show-number"},
			{Names: "-p --porcelain"}, {Names: "--line-porcelain"}, {Names: "-c"}, {Names: "-t"}, {Names: "-l"},
			{Names: "-s"}, {Names: "-e --show-email"}, {Names: "-w"}, {Names: "--ignore-rev", Arg: Required},
			{Names: "--ignore-revs-file", Arg: Required, Role: File},
			{Names: "--color-lines"}, {Names: "--color-by-age"}, {Names: "--minimal"}, {Names: "-S", Arg: Required},
			{Names: "--contents", Arg: Required, Role: File},
			{Names: "-C", Arg: Optional}, {Names: "-M", Arg: Optional}, {Names: "-L", Arg: Required},
			{Names: "--abbrev", Arg: Optional},
		},
	}},
	{Names: "describe", Syntax: Syntax{
		Options: []Option{
			{Names: "--contains"}, {Names: "--debug"}, {Names: "--all"}, {Names: "--tags"}, {Names: "--long"},
			{Names: "--first-parent"}, {Names: "--abbrev", Arg: Optional}, {Names: "--exact-match"},
			{Names: "--candidates", Arg: Required}, {Names: "--match", Arg: Required},
			{Names: "--exclude", Arg: Required}, {Names: "--always"}, {Names: "--dirty", Arg: Optional},
			{Names: "--broken", Arg: Optional},
		},
	}},
}
