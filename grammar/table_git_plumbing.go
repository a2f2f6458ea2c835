package grammar

// gitPlumbing are the other subcommands of git.
var gitPlumbing = []Sub{
	{Names: "grep", Syntax: Syntax{
		Options: []Option{
			{Names: "--cached"}, {Names: "--no-index"}, {Names: "--index"}, {Names: "--untracked"},
			{Names: "--exclude-standard"}, {Names: "--recurse-submodules"}, {Names: "-v --invert-match"},
			{Names: "-i --ignore-case"}, {Names: "-w --word-regexp"}, {Names: "-a --text"}, {Names: "-I"},
			{Names: "--textconv"}, {Names: "-r --recursive"}, {Names: "--max-depth", Arg: Required},
			{Names: "-E --extended-regexp"}, {Names: "-G --basic-regexp"}, {Names: "-F --fixed-strings"},
			{Names: "-P --perl-regexp"}, {Names: "-n --line-number"}, {Names: "--column"}, {Names: "-h"},
			{Names: "-H"}, {Names: "--full-name"}, {Names: "-l --files-with-matches"}, {Names: "--name-only"},
			{Names: "-L --files-without-match"}, {Names: "-z --null"}, {Names: "-o --only-matching"},
			{Names: "-c --count"}, {Names: "--color", Arg: Optional}, {Names: "--break"}, {Names: "--heading"},
			{Names: "-C --context", Arg: Required}, {Names: "-B --before-context", Arg: Required},
			{Names: "-A --after-context", Arg: Required}, {Names: "--threads", Arg: Required},
			{Names: "-p --show-function"}, {Names: "-W --function-context"}, {Names: "-f", Arg: Required},
			{Names: "-e", Arg: Required}, {Names: "--and"}, {Names: "--or"}, {Names: "--not"}, {Names: "-q --quiet"},
			{Names: "--all-match"},
			{Names: "-O --open-files-in-pager", Arg: Optional, Role: Shell},
			{Names: "--ext-grep"}, {Names: "-m --max-count", Arg: Required}, {Names: "-NUM"},
		},
		Cases: []Case{{With: "--no-index", Operands: Operands{First: []Role{Plain}, Rest: File}}},
	}},
	{Names: "archive", Syntax: Syntax{
		Options: []Option{
			{Names: "--format", Arg: Required}, {Names: "--prefix", Arg: Required},
			{Names: "--add-file", Arg: Required}, {Names: "--add-virtual-file", Arg: Required},
			{Names: "-o --output", Arg: Required, Role: Write},
			{Names: "--worktree-attributes"}, {Names: "-v --verbose"}, {Names: "-l --list"},
			{Names: "--remote", Arg: Required, Role: Repo},
			{Names: "--exec", Arg: Required, Role: Helper},
			{Names: "-NUM"},
		},
	}},
	{Names: "update-ref", Syntax: Syntax{
		Options: []Option{
			{Names: "-m", Arg: Required}, {Names: "-d"}, {Names: "--no-deref"}, {Names: "--deref"}, {Names: "-z"},
			{Names: "--stdin"}, {Names: "--create-reflog"},
		},
	}},
	{Names: "gc", Syntax: Syntax{
		Options: []Option{
			{Names: "-q --quiet"}, {Names: "--prune", Arg: Optional}, {Names: "--cruft"}, {Names: "--aggressive"},
			{Names: "--auto"}, {Names: "--force"}, {Names: "--keep-largest-pack"},
		},
	}},
	{Names: "rev-parse", Syntax: Syntax{Style: Permute, Options: []Option{
		{Names: "--parseopt"}, {Names: "--sq-quote"}, {Names: "--keep-dashdash"},
		{Names: "--stop-at-non-option"}, {Names: "--stuck-long"}, {Names: "--revs-only"}, {Names: "--no-revs"},
		{Names: "--flags"}, {Names: "--no-flags"}, {Names: "-q"}, {Names: "--verify"}, {Names: "--sq"},
		{Names: "--short"}, {Names: "--not"}, {Names: "--symbolic"}, {Names: "--symbolic-full-name"},
		{Names: "--all"}, {Names: "--branches"}, {Names: "--tags"}, {Names: "--remotes"},
		{Names: "--local-env-vars"}, {Names: "--show-toplevel"}, {Names: "--git-common-dir"},
		{Names: "--show-prefix"}, {Names: "--show-cdup"}, {Names: "--git-dir"}, {Names: "--absolute-git-dir"},
		{Names: "--is-inside-git-dir"}, {Names: "--is-inside-work-tree"}, {Names: "--is-bare-repository"},
		{Names: "--is-shallow-repository"}, {Names: "--show-superproject-working-tree"},
		{Names: "--shared-index-path"}, {Names: "--show-object-format"}, {Names: "--default", Arg: Required},
		{Names: "--prefix", Arg: Required}, {Names: "--git-path", Arg: Required},
		{Names: "--resolve-git-dir", Arg: Required}, {Names: "--path-format", Arg: Required},
		{Names: "--abbrev-ref", Arg: Optional}, {Names: "--glob", Arg: Required},
		{Names: "--exclude", Arg: Required}, {Names: "--disambiguate", Arg: Required},
		{Names: "--since --after", Arg: Required}, {Names: "--until --before", Arg: Required},
	}}},
	{Names: "cat-file", Syntax: Syntax{
		Options: []Option{
			{Names: "-e"}, {Names: "-p"}, {Names: "-t"}, {Names: "-s"}, {Names: "--allow-unknown-type"},
			{Names: "--use-mailmap"}, {Names: "--mailmap"}, {Names: "--batch", Arg: Optional},
			{Names: "--batch-check", Arg: Optional}, {Names: "-z"}, {Names: "--batch-command", Arg: Optional},
			{Names: "--batch-all-objects"}, {Names: "--buffer"}, {Names: "--follow-symlinks"},
			{Names: "--unordered"}, {Names: "--textconv"}, {Names: "--filters"}, {Names: "--path", Arg: Required},
		},
	}},
	{Names: "difftool", Syntax: Syntax{
		Options: []Option{
			{Names: "-g --gui"}, {Names: "-d --dir-diff"}, {Names: "-y --no-prompt"}, {Names: "--prompt"},
			{Names: "--symlinks"}, {Names: "-t --tool", Arg: Required}, {Names: "--tool-help"},
			{Names: "--trust-exit-code"},
			{Names: "-x --extcmd", Arg: Required, Role: Shell},
			{Names: "--no-index"}, {Names: "--index"},
		},
	}},
	{Names: "filter-branch", Syntax: Syntax{
		Style: POSIX,
		Options: []Option{
			{Names: "--setup", Arg: Required, Role: Shell},
			{Names: "--env-filter", Arg: Required, Role: Shell},
			{Names: "--tree-filter", Arg: Required, Role: Shell},
			{Names: "--index-filter", Arg: Required, Role: Shell},
			{Names: "--parent-filter", Arg: Required, Role: Shell},
			{Names: "--msg-filter", Arg: Required, Role: Shell},
			{Names: "--commit-filter", Arg: Required, Role: Shell},
			{Names: "--tag-name-filter", Arg: Required, Role: Shell},
			{Names: "--subdirectory-filter", Arg: Required}, {Names: "--prune-empty"},
			{Names: "--original", Arg: Required},
			{Names: "-d", Arg: Required, Role: Write},
			{Names: "-f --force"}, {Names: "--state-branch", Arg: Required}, {Names: "--remap-to-ancestor"},
		},
	}},
	{Names: "config", Syntax: Syntax{
		Options: []Option{
			{Names: "--global"}, {Names: "--system"}, {Names: "--local"}, {Names: "--worktree"},
			{Names: "-f --file", Arg: Required, Role: File},
			{Names: "--blob", Arg: Required}, {Names: "--get"}, {Names: "--get-all"}, {Names: "--get-regexp"},
			{Names: "--get-urlmatch"}, {Names: "--replace-all"}, {Names: "--add"}, {Names: "--unset"},
			{Names: "--unset-all"}, {Names: "--rename-section"}, {Names: "--remove-section"}, {Names: "-l --list"},
			{Names: "--fixed-value"}, {Names: "-e --edit"}, {Names: "--get-color"}, {Names: "--get-colorbool"},
			{Names: "-t --type", Arg: Required}, {Names: "--bool"}, {Names: "--int"}, {Names: "--bool-or-int"},
			{Names: "--bool-or-str"}, {Names: "--path"}, {Names: "--expiry-date"}, {Names: "-z --null"},
			{Names: "--name-only"}, {Names: "--includes"}, {Names: "--show-origin"}, {Names: "--show-scope"},
			{Names: "--default", Arg: Required},
		},
		Operands: Operands{First: []Role{Setting}},
		Cases: []Case{
			{With: "--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list --unset --unset-all --remove-section --rename-section -e --edit"},
		},
		Subs: []Sub{
			{Names: "set", Syntax: Syntax{Options: configOptions, Operands: Operands{First: []Role{Setting}}}},
			{Names: "get", Syntax: Syntax{Options: configOptions}}, {Names: "list", Syntax: Syntax{Options: configOptions}},
			{Names: "unset", Syntax: Syntax{Options: configOptions}}, {Names: "rename-section", Syntax: Syntax{Options: configOptions}},
			{Names: "remove-section", Syntax: Syntax{Options: configOptions}}, {Names: "edit", Syntax: Syntax{Options: configOptions}},
		},
	}},
	{Names: "worktree", Syntax: Syntax{Subs: []Sub{
		{Names: "add", Syntax: Syntax{
			Options: []Option{
				{Names: "-f --force"}, {Names: "-b", Arg: Required}, {Names: "-B", Arg: Required}, {Names: "-d --detach"}, {Names: "--orphan"},
				{Names: "--checkout"}, {Names: "--lock"}, {Names: "--reason", Arg: Required}, {Names: "-q --quiet"}, {Names: "--track"},
				{Names: "--guess-remote"},
			},
			Operands: Operands{First: []Role{Write}},
		}},
		{Names: "list", Syntax: Syntax{Options: []Option{
			{Names: "--porcelain"}, {Names: "-v --verbose"}, {Names: "-z"}, {Names: "--expire", Arg: Required},
		}}},
		{Names: "lock", Syntax: Syntax{Options: []Option{{Names: "--reason", Arg: Required}}}}, {Names: "unlock"},
		{Names: "move", Syntax: Syntax{
			Options: []Option{{Names: "-f --force"}}, Operands: Operands{First: []Role{Delete, Write}}, Recursive: "*",
		}},
		{Names: "prune", Syntax: Syntax{Options: []Option{
			{Names: "-n --dry-run"}, {Names: "-v --verbose"}, {Names: "--expire", Arg: Required},
		}}},
		{Names: "remove", Syntax: Syntax{
			Options: []Option{{Names: "-f --force"}}, Operands: Operands{Rest: Delete}, Recursive: "*",
		}},
		{Names: "repair"},
	}}},
	{Names: "submodule", Syntax: Syntax{
		Options: []Option{{Names: "-q --quiet"}, {Names: "--cached"}},
		Subs: []Sub{
			{Names: "add", Syntax: Syntax{
				Options: []Option{
					{Names: "-b --branch", Arg: Required}, {Names: "-f --force"}, {Names: "--name", Arg: Required}, {Names: "-q --quiet"},
					{Names: "--reference", Arg: Required, Role: File},
					{Names: "--depth", Arg: Required}, {Names: "--progress"},
				},
				Operands: Operands{First: []Role{Repo, Write}},
			}},
			{Names: "status", Syntax: Syntax{Options: []Option{{Names: "--cached"}, {Names: "--recursive"}}}}, {Names: "init"},
			{Names: "deinit", Syntax: Syntax{
				Options: []Option{{Names: "-f --force"}, {Names: "--all"}}, Operands: Operands{Rest: Delete}, Recursive: "*",
			}},
			{Names: "update", Syntax: Syntax{Options: []Option{
				{Names: "--init"}, {Names: "--remote"}, {Names: "-N --no-fetch"}, {Names: "-f --force"}, {Names: "--checkout"}, {Names: "--merge"},
				{Names: "--rebase"}, {Names: "--recommend-shallow"}, {Names: "--reference", Arg: Required, Role: File}, {Names: "--recursive"},
				{Names: "--single-branch"}, {Names: "--filter", Arg: Required}, {Names: "--depth", Arg: Required}, {Names: "-j --jobs", Arg: Required},
				{Names: "--progress"}, {Names: "-q --quiet"},
			}}},
			{Names: "set-branch", Syntax: Syntax{Options: []Option{{Names: "-d --default"}, {Names: "-b --branch", Arg: Required}}}},
			{Names: "set-url", Syntax: Syntax{Operands: Operands{First: []Role{Plain, Repo}}}},
			{Names: "summary", Syntax: Syntax{Options: []Option{
				{Names: "--cached"}, {Names: "--files"}, {Names: "-n --summary-limit", Arg: Required}, {Names: "--for-status"},
			}}},
			{Names: "foreach", Syntax: Syntax{Style: POSIX, Options: []Option{{Names: "--recursive"}, {Names: "-q --quiet"}}, Operands: Operands{Rest: Words}}},
			{Names: "sync", Syntax: Syntax{Options: []Option{{Names: "--recursive"}}}}, {Names: "absorbgitdirs"},
		},
	}},
	{Names: "bisect", Syntax: Syntax{Subs: []Sub{
		{Names: "start", Syntax: Syntax{Options: []Option{
			{Names: "--term-new --term-bad", Arg: Required}, {Names: "--term-old --term-good", Arg: Required}, {Names: "--no-checkout"},
			{Names: "--first-parent"},
		}}},
		{Names: "bad new"}, {Names: "good old"}, {Names: "skip"}, {Names: "next"}, {Names: "reset"}, {Names: "log"},
		{Names: "terms", Syntax: Syntax{Options: []Option{{Names: "--term-good --term-old"}, {Names: "--term-bad --term-new"}}}},
		{Names: "view visualize"}, {Names: "replay", Syntax: Syntax{Operands: Operands{Rest: File}}}, {Names: "help"},
		{Names: "run", Syntax: Syntax{Style: POSIX, Operands: Operands{Rest: Argv}}},
	}}},
}
