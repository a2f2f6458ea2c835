package grammar

// gitLow are subcommands of git that scripts use: gitrevisions(7), git-stripspace(1) and
// their own pages. They read and write the repository alone.
var gitLow = []Sub{
	{Names: "bundle", Build: func() Syntax {
		return Syntax{
			Style: Permute,
			Subs: []Sub{
				{Names: "create", Syntax: Syntax{
					Style: GNU, Options: []Option{{Names: "-q --quiet"}, {Names: "--progress"}, {Names: "--all-progress"}, {Names: "--version", Arg: Required}, {Names: "--all"}, {Names: "--branches", Arg: Optional}, {Names: "--tags", Arg: Optional}},
					Operands: Operands{First: firstWrite, Rest: Refspec},
				}},
				{Names: "verify", Syntax: Syntax{Style: GNU, Options: []Option{{Names: "-q --quiet"}}, Operands: reads}},
				{Names: "list-heads", Syntax: Syntax{Style: GNU, Operands: Operands{First: firstFile}}},
				{Names: "unbundle", Syntax: Syntax{Style: GNU, Options: []Option{{Names: "--progress"}}, Operands: Operands{First: firstFile}}},
			},
		}
	}},
	{Names: "notes", Build: func() Syntax {
		messages := []Option{
			{Names: "-f --force"},
			{Names: "--allow-empty"},
			{Names: "-m --message", Arg: Required},
			{Names: "-F --file", Arg: Required, Role: File},
			{Names: "-C --reuse-message", Arg: Required},
			{Names: "-c --reedit-message", Arg: Required},
			{Names: "--separator", Arg: Optional},
			{Names: "--stripspace"},
			{Names: "-e --edit"},
		}
		return Syntax{
			Style: Permute, Options: []Option{{Names: "--ref", Arg: Required}},
			Subs: append(leaves("list copy show merge remove prune get-ref"),
				Sub{Names: "add", Syntax: Syntax{Style: GNU, Options: messages}}, Sub{Names: "append", Syntax: Syntax{Style: GNU, Options: messages}}, Sub{Names: "edit", Syntax: Syntax{Style: GNU}}),
		}
	}},
	{Names: "maintenance", Build: func() Syntax {
		return Syntax{Style: Permute, Subs: []Sub{
			{Names: "run", Syntax: Syntax{Style: GNU, Options: []Option{{Names: "--auto"}, {Names: "--detach"}, {Names: "--no-detach"}, {Names: "--quiet"}, {Names: "--schedule", Arg: Optional}, {Names: "--task", Arg: Required}}}},
			{Names: "start", Syntax: Syntax{Style: GNU, Options: []Option{{Names: "--scheduler", Arg: Required}}}},
			{Names: "stop"},
			{Names: "register", Syntax: Syntax{Style: GNU, Options: []Option{{Names: "--config-file", Arg: Required, Role: Write}}}},
			{Names: "unregister", Syntax: Syntax{Style: GNU, Options: []Option{{Names: "--config-file", Arg: Required, Role: Write}, {Names: "-f --force"}}}},
		}}
	}},
	{Names: "stripspace", Build: func() Syntax {
		return Syntax{Options: []Option{{Names: "-s --strip-comments"}, {Names: "-c --comment-lines"}}}
	}},
	{Names: "symbolic-ref", Build: func() Syntax {
		return Syntax{
			Options: []Option{{Names: "-d --delete"}, {Names: "-q --quiet"}, {Names: "--short"}, {Names: "--recurse"}, {Names: "-m", Arg: Required}},
		}
	}},
	{Names: "write-tree", Build: func() Syntax {
		return Syntax{Options: []Option{{Names: "--missing-ok"}, {Names: "--prefix", Arg: Required}}}
	}},
	{Names: "mktree", Build: func() Syntax {
		return Syntax{Options: []Option{{Names: "-z"}, {Names: "--missing"}, {Names: "--batch"}}}
	}},
	{Names: "commit-tree", Build: func() Syntax {
		return Syntax{
			Options: []Option{{Names: "-p", Arg: Required}, {Names: "-m", Arg: Required}, {Names: "-F", Arg: Required, Role: File}, {Names: "-S --gpg-sign", Arg: Optional}},
		}
	}},
	{Names: "var", Build: func() Syntax { return Syntax{Options: []Option{{Names: "-l"}}} }},
	{Names: "version", Build: func() Syntax { return Syntax{Options: []Option{{Names: "--build-options"}}} }},
	{Names: "check-ref-format", Build: func() Syntax {
		return Syntax{
			Options: []Option{{Names: "--branch"}, {Names: "--normalize"}, {Names: "--print"}, {Names: "--allow-onelevel"}, {Names: "--refspec-pattern"}},
		}
	}},
	{Names: "patch-id", Build: func() Syntax {
		return Syntax{Options: []Option{{Names: "--stable"}, {Names: "--unstable"}, {Names: "--verbatim"}}}
	}},
	{Names: "diff-index diff-files diff-tree", Build: func() Syntax {
		return Syntax{
			Options: []Option{
				{Names: "-p -u --patch"},
				{Names: "-s --no-patch"},
				{Names: "-q --quiet"},
				{Names: "--exit-code"},
				{Names: "--cached"},
				{Names: "-r"},
				{Names: "-t"},
				{Names: "-m"},
				{Names: "-c"},
				{Names: "--cc"},
				{Names: "-z"},
				{Names: "-v"},
				{Names: "--root"},
				{Names: "--stdin"},
				{Names: "--no-commit-id"},
				{Names: "--raw"},
				{Names: "--numstat"},
				{Names: "--shortstat"},
				{Names: "--summary"},
				{Names: "--name-only"},
				{Names: "--name-status"},
				{Names: "--full-index"},
				{Names: "--binary"},
				{Names: "--no-renames"},
				{Names: "--ext-diff"},
				{Names: "--no-ext-diff"},
				{Names: "--textconv"},
				{Names: "--stat", Arg: Optional},
				{Names: "--abbrev", Arg: Optional},
				{Names: "--ignore-submodules", Arg: Optional},
				{Names: "-M --find-renames", Arg: Optional},
				{Names: "-C --find-copies", Arg: Optional},
				{Names: "--pretty --format", Arg: Optional},
				{Names: "--diff-filter", Arg: Required},
				{Names: "--output", Arg: Required, Role: Write},
			},
		}
	}},
}
