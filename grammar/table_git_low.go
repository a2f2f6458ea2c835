package grammar

// gitLow are subcommands of git that scripts use: gitrevisions(7), git-stripspace(1) and
// their own pages. They read and write the repository alone.
var gitLow = []Sub{
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
