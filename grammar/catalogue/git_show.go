package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// gitShows are the subcommands of git with the options of log or diff, and related ones.
var gitShows = []spec.Sub{
	{Names: "whatchanged log", Build: logged},
	{Names: "show", Build: func() spec.Syntax {
		return spec.Syntax{Options: bothOptions(), Cases: []spec.Case{{With: logPatching, Operands: objects}, {With: summing}}, Operands: objects}
	}},
	{Names: "shortlog", Build: func() spec.Syntax {
		return spec.Syntax{Options: slices.Concat(bothOptions(), []spec.Option{{Names: "-e --email"}, {Names: "--group", Arg: spec.Required}})}
	}},
	{Names: "diff", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: slices.Concat(diffOptions, []spec.Option{
				{Names: "--cached --staged"},
				{Names: "--merge-base"},
				{Names: "--no-index"},
				{Names: "-1 --base"},
				{Names: "-2 --ours"},
				{Names: "-3 --theirs"},
				{Names: "-0"},
			}),
			Cases: []spec.Case{
				{With: "--no-index", Operands: spec.Operands{Rest: spec.File}},
				{With: patching, Operands: histories},
				{With: summing},
			},
			Operands: histories,
		}
	}},
	{Names: "reflog", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: bothOptions(),
			Subs: []spec.Sub{
				{Names: "show", Build: logged},
				{Names: "expire", Syntax: spec.Syntax{
					Options: []spec.Option{
						{Names: "-n --dry-run"},
						{Names: "--rewrite"},
						{Names: "--updateref"},
						{Names: "--verbose"},
						{Names: "--expire", Arg: spec.Required},
						{Names: "--expire-unreachable", Arg: spec.Required},
						{Names: "--stale-fix"},
						{Names: "--all"},
						{Names: "--single-worktree"},
					},
					DryRun: "-n --dry-run",
				}},
				{Names: "delete", Syntax: spec.Syntax{
					Options: []spec.Option{{Names: "-n --dry-run"}, {Names: "--rewrite"}, {Names: "--updateref"}, {Names: "--verbose"}},
					DryRun:  "-n --dry-run",
				}},
				{Names: "exists"},
			},
		}
	}},
	{Names: "stash", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: stashOptions,
			Subs: []spec.Sub{
				{Names: "push", Syntax: spec.Syntax{Options: stashOptions}},
				{Names: "save", Syntax: spec.Syntax{Options: stashOptions}},
				{Names: "list", Build: logged},
				{Names: "show", Build: func() spec.Syntax {
					return spec.Syntax{
						Options: slices.Concat(diffOptions, []spec.Option{{Names: "--include-untracked"}, {Names: "--only-untracked"}}),
						Cases:   []spec.Case{{With: patching, Operands: histories}},
					}
				}},
				{Names: "pop", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--index"}, {Names: "-q --quiet"}}, Lands: &amending}},
				{Names: "apply", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--index"}, {Names: "-q --quiet"}}, Lands: &amending}},
				{Names: "branch"},
				{Names: "create"},
				{Names: "clear"},
				{Names: "drop", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-q --quiet"}}}},
				{Names: "store", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-m --message", Arg: spec.Required}, {Names: "-q --quiet"}}}},
			},
		}
	}},
}

// bothOptions returns the options of git log, including those for diffs.
func bothOptions() []spec.Option { return slices.Concat(diffOptions, logOptions) }

// logged returns the syntax of subcommands with the options of git log.
func logged() spec.Syntax {
	return spec.Syntax{Options: bothOptions(), Cases: []spec.Case{{With: logPatching, Operands: histories}}}
}

// patching are the options with which diffs are printed, logPatching those of git log, and summing those that print something else
// instead if none of them is given.
const (
	patching    = "-p --patch -U --unified --patch-with-raw --patch-with-stat --binary --word-diff --color-words -W --function-context -c --cc"
	logPatching = patching + " -L --remerge-diff --diff-merges"
	summing     = "-s --no-patch --stat --compact-summary --numstat --shortstat --dirstat --summary --raw --name-only --name-status --check --quiet"
)

// histories are the operands of which earlier versions are printed, and objects those of git show.
var (
	histories = spec.Operands{Rest: spec.Pathspec}
	objects   = spec.Operands{Rest: spec.Object}
)

var stashOptions = []spec.Option{
	{Names: "-k --keep-index"},
	{Names: "-S --staged"},
	{Names: "-p --patch"},
	{Names: "-q --quiet"},
	{Names: "-u --include-untracked"},
	{Names: "-a --all"},
	{Names: "-m --message", Arg: spec.Required},
	{Names: "--pathspec-from-file", Arg: spec.Required, Role: spec.List},
	{Names: "--pathspec-file-nul"},
}

// amending is the destination of a commit's files.
var amending = spec.Destination{With: "*", Tree: true, Amends: true}
