package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// gitPlumbing are the other subcommands of git.
var gitPlumbing = []spec.Sub{
	{Names: "grep", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "--cached"},
				{Names: "--no-index"},
				{Names: "--index"},
				{Names: "--untracked"},
				{Names: "--exclude-standard"},
				{Names: "--recurse-submodules"},
				{Names: "-v --invert-match"},
				{Names: "-i --ignore-case"},
				{Names: "-w --word-regexp"},
				{Names: "-a --text"},
				{Names: "-I"},
				{Names: "--textconv"},
				{Names: "-r --recursive"},
				{Names: "--max-depth", Arg: spec.Required},
				{Names: "-E --extended-regexp"},
				{Names: "-G --basic-regexp"},
				{Names: "-F --fixed-strings"},
				{Names: "-P --perl-regexp"},
				{Names: "-n --line-number"},
				{Names: "--column"},
				{Names: "-h"},
				{Names: "-H"},
				{Names: "--full-name"},
				{Names: "-l --files-with-matches"},
				{Names: "--name-only"},
				{Names: "-L --files-without-match"},
				{Names: "-z --null"},
				{Names: "-o --only-matching"},
				{Names: "-c --count"},
				{Names: "--color", Arg: spec.Optional},
				{Names: "--break"},
				{Names: "--heading"},
				{Names: "-C --context", Arg: spec.Required},
				{Names: "-B --before-context", Arg: spec.Required},
				{Names: "-A --after-context", Arg: spec.Required},
				{Names: "--threads", Arg: spec.Required},
				{Names: "-p --show-function"},
				{Names: "-W --function-context"},
				{Names: "-f", Arg: spec.Required},
				{Names: "-e", Arg: spec.Required},
				{Names: "--and"},
				{Names: "--or"},
				{Names: "--not"},
				{Names: "-q --quiet"},
				{Names: "--all-match"},
				{Names: "-O --open-files-in-pager", Arg: spec.Optional, Role: spec.Shell},
				{Names: "--ext-grep"},
				{Names: "-m --max-count", Arg: spec.Required},
				{Names: "-NUM"},
			},
			Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Names},
			Cases: []spec.Case{
				{With: "--no-index", And: "-e -f", Operands: reads},
				{With: "--no-index", Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.File}},
				{With: "-l --files-with-matches --name-only -L --files-without-match -c --count -q --quiet"}, // it prints names and numbers
				{With: "-e -f", Operands: spec.Operands{Rest: spec.Names}},
			},
		}
	}},
	{Names: "archive", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "--format", Arg: spec.Required},
				{Names: "--prefix", Arg: spec.Required},
				{Names: "--add-file", Arg: spec.Required},
				{Names: "--add-virtual-file", Arg: spec.Required},
				{Names: "-o --output", Arg: spec.Required, Role: spec.Write},
				{Names: "--worktree-attributes"},
				{Names: "-v --verbose"},
				{Names: "-l --list"},
				{Names: "--remote", Arg: spec.Required, Role: spec.Repo},
				{Names: "--exec", Arg: spec.Required, Role: spec.GitServer},
				{Names: "-NUM"},
			},
			Operands: histories,
		}
	}},
	{Names: "update-ref", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "-m", Arg: spec.Required},
				{Names: "-d"},
				{Names: "--no-deref"},
				{Names: "--deref"},
				{Names: "-z"},
				{Names: "--stdin"},
				{Names: "--create-reflog"},
			},
		}
	}},
	{Names: "gc", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "-q --quiet"},
				{Names: "--prune", Arg: spec.Optional},
				{Names: "--cruft"},
				{Names: "--aggressive"},
				{Names: "--auto"},
				{Names: "--force"},
				{Names: "--keep-largest-pack"},
			},
		}
	}},
	{Names: "rev-parse", Build: func() spec.Syntax {
		return spec.Syntax{Style: spec.Permute, Options: []spec.Option{
			{Names: "--parseopt"},
			{Names: "--sq-quote"},
			{Names: "--keep-dashdash"},
			{Names: "--stop-at-non-option"},
			{Names: "--stuck-long"},
			{Names: "--revs-only"},
			{Names: "--no-revs"},
			{Names: "--flags"},
			{Names: "--no-flags"},
			{Names: "-q"},
			{Names: "--verify"},
			{Names: "--sq"},
			{Names: "--short"},
			{Names: "--not"},
			{Names: "--symbolic"},
			{Names: "--symbolic-full-name"},
			{Names: "--all"},
			{Names: "--branches"},
			{Names: "--tags"},
			{Names: "--remotes"},
			{Names: "--local-env-vars"},
			{Names: "--show-toplevel"},
			{Names: "--git-common-dir"},
			{Names: "--show-prefix"},
			{Names: "--show-cdup"},
			{Names: "--git-dir"},
			{Names: "--absolute-git-dir"},
			{Names: "--is-inside-git-dir"},
			{Names: "--is-inside-work-tree"},
			{Names: "--is-bare-repository"},
			{Names: "--is-shallow-repository"},
			{Names: "--show-superproject-working-tree"},
			{Names: "--shared-index-path"},
			{Names: "--show-object-format"},
			{Names: "--default", Arg: spec.Required},
			{Names: "--prefix", Arg: spec.Required},
			{Names: "--git-path", Arg: spec.Required},
			{Names: "--resolve-git-dir", Arg: spec.Required},
			{Names: "--path-format", Arg: spec.Required},
			{Names: "--abbrev-ref", Arg: spec.Optional},
			{Names: "--glob", Arg: spec.Required},
			{Names: "--exclude", Arg: spec.Required},
			{Names: "--disambiguate", Arg: spec.Required},
			{Names: "--since --after", Arg: spec.Required},
			{Names: "--until --before", Arg: spec.Required},
		}}
	}},
	{Names: "cat-file", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "-e"},
				{Names: "-p"},
				{Names: "-t"},
				{Names: "-s"},
				{Names: "--allow-unknown-type"},
				{Names: "--use-mailmap"},
				{Names: "--mailmap"},
				{Names: "--batch", Arg: spec.Optional},
				{Names: "--batch-check", Arg: spec.Optional},
				{Names: "-z"},
				{Names: "--batch-command", Arg: spec.Optional},
				{Names: "--batch-all-objects"},
				{Names: "--buffer"},
				{Names: "--follow-symlinks"},
				{Names: "--unordered"},
				{Names: "--textconv"},
				{Names: "--filters"},
				{Names: "--path", Arg: spec.Required},
			},
			Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Object},
			Cases:    []spec.Case{{With: "-p --textconv --filters", Operands: spec.Operands{Rest: spec.Object}}, {With: "-e -t -s"}},
		}
	}},
	{Names: "read-tree", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{
			{Names: "-m"},
			{Names: "-i"},
			{Names: "-u"},
			{Names: "-n --dry-run"},
			{Names: "-v"},
			{Names: "-q --quiet"},
			{Names: "--reset"},
			{Names: "--trivial"},
			{Names: "--aggressive"},
			{Names: "--empty"},
			{Names: "--prefix", Arg: spec.Required},
			{Names: "--index-output", Arg: spec.Required, Role: spec.Write},
		}}
	}},
	{Names: "prune", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{
			{Names: "-n --dry-run"}, {Names: "-v --verbose"}, {Names: "--progress"}, {Names: "--expire", Arg: spec.Required},
		}}
	}},
	{Names: "hash-object", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "-t", Arg: spec.Required},
				{Names: "-w"},
				{Names: "--stdin"},
				{Names: "--stdin-paths"},
				{Names: "--path", Arg: spec.Required},
				{Names: "--no-filters"},
				{Names: "--literally"},
			},
			Operands: spec.Operands{Rest: spec.File},
		}
	}},
	{Names: "difftool", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "-g --gui"},
				{Names: "-d --dir-diff"},
				{Names: "-y --no-prompt"},
				{Names: "--prompt"},
				{Names: "--symlinks"},
				{Names: "-t --tool", Arg: spec.Required},
				{Names: "--tool-help"},
				{Names: "--trust-exit-code"},
				{Names: "-x --extcmd", Arg: spec.Required, Role: spec.Shell},
				{Names: "--no-index"},
				{Names: "--index"},
			},
			Operands: histories,
		}
	}},
	{Names: "filter-repo", Build: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU, Options: slices.Concat(
			bools("-f --force", "--analyze", "--dry-run", "--invert-paths", "--use-base-name", "--partial", "--debug", "--quiet", "-h --help", "--strip-blobs-with-ids", "--no-gc"),
			values("--path", "--path-match", "--path-glob", "--path-regex", "--path-rename", "--subdirectory-filter", "--to-subdirectory-filter", "--tag-rename", "--refs", "--replace-refs", "--strip-blobs-bigger-than"),
			[]spec.Option{
				{Names: "--filename-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--message-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--name-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--email-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--refname-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--blob-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--commit-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--tag-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--reset-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--file-info-callback", Arg: spec.Required, Role: spec.Code, Lang: "python"},
				{Names: "--replace-text", Arg: spec.Required, Role: spec.File},
				{Names: "--replace-message", Arg: spec.Required, Role: spec.File},
				{Names: "--paths-from-file", Arg: spec.Required, Role: spec.File},
				{Names: "--mailmap", Arg: spec.Required, Role: spec.File},
				{Names: "--source", Arg: spec.Required, Role: spec.Dir},
				{Names: "--target", Arg: spec.Required, Role: spec.Write},
			},
		)}
	}},
	{Names: "filter-branch", Build: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX,
			Options: []spec.Option{
				{Names: "--setup", Arg: spec.Required, Role: spec.Shell},
				{Names: "--env-filter", Arg: spec.Required, Role: spec.Shell},
				{Names: "--tree-filter", Arg: spec.Required, Role: spec.Shell},
				{Names: "--index-filter", Arg: spec.Required, Role: spec.Shell},
				{Names: "--parent-filter", Arg: spec.Required, Role: spec.Shell},
				{Names: "--msg-filter", Arg: spec.Required, Role: spec.Shell},
				{Names: "--commit-filter", Arg: spec.Required, Role: spec.Shell},
				{Names: "--tag-name-filter", Arg: spec.Required, Role: spec.Shell},
				{Names: "--subdirectory-filter", Arg: spec.Required},
				{Names: "--prune-empty"},
				{Names: "--original", Arg: spec.Required},
				{Names: "-d", Arg: spec.Required, Role: spec.Write},
				{Names: "-f --force"},
				{Names: "--state-branch", Arg: spec.Required},
				{Names: "--remap-to-ancestor"},
			},
		}
	}},
	{Names: "config", Build: func() spec.Syntax {
		return spec.Syntax{
			Options:  configOptions,
			Operands: spec.Operands{First: []spec.Role{spec.Setting}},
			Cases: []spec.Case{
				{With: "--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list"},
				{With: "--unset --unset-all --remove-section --rename-section -e --edit", Values: "-f --file", As: spec.Write},
				{With: "-f --file", Operands: spec.Operands{First: []spec.Role{spec.Setting}}, Values: "-f --file", As: spec.Write},
			},
			Subs: []spec.Sub{
				{Names: "set", Syntax: spec.Syntax{Options: configOptions, Operands: spec.Operands{First: []spec.Role{spec.Setting}}}},
				{Names: "get", Syntax: spec.Syntax{Options: configOptions}},
				{Names: "list", Syntax: spec.Syntax{Options: configOptions}},
				{Names: "unset", Syntax: spec.Syntax{Options: configOptions}},
				{Names: "rename-section", Syntax: spec.Syntax{Options: configOptions}},
				{Names: "remove-section", Syntax: spec.Syntax{Options: configOptions}},
				{Names: "edit", Syntax: spec.Syntax{Options: configOptions}},
			},
		}
	}},
	{Names: "worktree", Build: func() spec.Syntax {
		return spec.Syntax{Subs: []spec.Sub{
			{Names: "add", Syntax: spec.Syntax{
				Options: []spec.Option{
					{Names: "-f --force"},
					{Names: "-b", Arg: spec.Required},
					{Names: "-B", Arg: spec.Required},
					{Names: "-d --detach"},
					{Names: "--orphan"},
					{Names: "--checkout"},
					{Names: "--lock"},
					{Names: "--reason", Arg: spec.Required},
					{Names: "-q --quiet"},
					{Names: "--track"},
					{Names: "--guess-remote"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Write}},
			}},
			{Names: "list", Syntax: spec.Syntax{Options: []spec.Option{
				{Names: "--porcelain"}, {Names: "-v --verbose"}, {Names: "-z"}, {Names: "--expire", Arg: spec.Required},
			}}},
			{Names: "lock", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--reason", Arg: spec.Required}}}},
			{Names: "unlock"},
			{Names: "move", Syntax: spec.Syntax{
				Options: []spec.Option{{Names: "-f --force"}}, Operands: spec.Operands{First: []spec.Role{spec.Delete, spec.Write}}, Recursive: "*",
			}},
			{Names: "prune", Syntax: spec.Syntax{Options: []spec.Option{
				{Names: "-n --dry-run"}, {Names: "-v --verbose"}, {Names: "--expire", Arg: spec.Required},
			}}},
			{Names: "remove", Syntax: spec.Syntax{
				Options: []spec.Option{{Names: "-f --force"}}, Recursive: "*",
				Cases: []spec.Case{{With: "-f", Operands: spec.Operands{Rest: spec.Delete}}}, // else git refuses what has changes or new files
			}},
			{Names: "repair"},
		}}
	}},
	{Names: "submodule", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{{Names: "-q --quiet"}, {Names: "--cached"}},
			Subs: []spec.Sub{
				{Names: "add", Syntax: spec.Syntax{
					Options: []spec.Option{
						{Names: "-b --branch", Arg: spec.Required},
						{Names: "-f --force"},
						{Names: "--name", Arg: spec.Required},
						{Names: "-q --quiet"},
						{Names: "--reference", Arg: spec.Required, Role: spec.File},
						{Names: "--depth", Arg: spec.Required},
						{Names: "--progress"},
					},
					Operands: spec.Operands{First: []spec.Role{spec.Repo, spec.Write}},
				}},
				{Names: "status", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--cached"}, {Names: "--recursive"}}}},
				{Names: "init"},
				{Names: "deinit", Syntax: spec.Syntax{
					Options: []spec.Option{{Names: "-f --force"}, {Names: "--all"}}, Operands: spec.Operands{Rest: spec.Delete}, Recursive: "*",
				}},
				{Names: "update", Syntax: spec.Syntax{Options: []spec.Option{
					{Names: "--init"},
					{Names: "--remote"},
					{Names: "-N --no-fetch"},
					{Names: "-f --force"},
					{Names: "--checkout"},
					{Names: "--merge"},
					{Names: "--rebase"},
					{Names: "--recommend-shallow"},
					{Names: "--reference", Arg: spec.Required, Role: spec.File},
					{Names: "--recursive"},
					{Names: "--single-branch"},
					{Names: "--filter", Arg: spec.Required},
					{Names: "--depth", Arg: spec.Required},
					{Names: "-j --jobs", Arg: spec.Required},
					{Names: "--progress"},
					{Names: "-q --quiet"},
				}}},
				{Names: "set-branch", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-d --default"}, {Names: "-b --branch", Arg: spec.Required}}}},
				{Names: "set-url", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Plain, spec.Repo}}}},
				{Names: "summary", Syntax: spec.Syntax{Options: []spec.Option{
					{Names: "--cached"}, {Names: "--files"}, {Names: "-n --summary-limit", Arg: spec.Required}, {Names: "--for-status"},
				}}},
				{Names: "foreach", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "--recursive"}, {Names: "-q --quiet"}}, Operands: spec.Operands{Rest: spec.Words}}},
				{Names: "sync", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--recursive"}}}},
				{Names: "absorbgitdirs"},
			},
		}
	}},
	{Names: "bisect", Build: func() spec.Syntax {
		return spec.Syntax{Subs: []spec.Sub{
			{Names: "start", Syntax: spec.Syntax{Options: []spec.Option{
				{Names: "--term-new --term-bad", Arg: spec.Required},
				{Names: "--term-old --term-good", Arg: spec.Required},
				{Names: "--no-checkout"},
				{Names: "--first-parent"},
			}}},
			{Names: "bad new"},
			{Names: "good old"},
			{Names: "skip"},
			{Names: "next"},
			{Names: "reset"},
			{Names: "log"},
			{Names: "terms", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--term-good --term-old"}, {Names: "--term-bad --term-new"}}}},
			{Names: "view visualize"},
			{Names: "replay", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.File}}},
			{Names: "help"},
			{Names: "run", Syntax: spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{Rest: spec.Argv}}},
		}}
	}},
}
