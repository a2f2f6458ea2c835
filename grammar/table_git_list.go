package grammar

// gitListing are the subcommands of git that print what a repository holds, for
// scripts. What they are asked about is revisions, names and settings.
var gitListing = []Sub{
	{Names: "rev-list", Build: func() Syntax {
		return Syntax{
			Options: []Option{
				{Names: "-n --max-count", Arg: Required},
				{Names: "-NUM"},
				{Names: "--count"},
				{Names: "--all"},
				{Names: "--branches", Arg: Optional},
				{Names: "--tags", Arg: Optional},
				{Names: "--remotes", Arg: Optional},
				{Names: "--not"},
				{Names: "--objects"},
				{Names: "--oneline"},
				{Names: "--parents"},
				{Names: "--reverse"},
				{Names: "--topo-order"},
				{Names: "--date-order"},
				{Names: "--left-right"},
				{Names: "--cherry-pick"},
				{Names: "--merges"},
				{Names: "--no-merges"},
				{Names: "--first-parent"},
				{Names: "--since --after", Arg: Required},
				{Names: "--until --before", Arg: Required},
				{Names: "--author", Arg: Required},
				{Names: "--grep", Arg: Required},
				{Names: "--skip", Arg: Required},
				{Names: "--format --pretty", Arg: Optional},
				{Names: "--abbrev-commit"},
				{Names: "--quiet"},
				{Names: "--stdin"},
			},
			Operands: Operands{Rest: Object},
		}
	}},
	{Names: "merge-base", Build: func() Syntax {
		return Syntax{
			Options:  []Option{{Names: "-a --all"}, {Names: "--octopus"}, {Names: "--independent"}, {Names: "--is-ancestor"}, {Names: "--fork-point"}},
			Operands: Operands{Rest: Object},
		}
	}},
	{Names: "show-ref", Build: func() Syntax {
		return Syntax{Options: []Option{
			{Names: "--head"}, {Names: "--heads --branches"}, {Names: "--tags"}, {Names: "-d --dereference"}, {Names: "-s --hash", Arg: Optional}, {Names: "--verify"}, {Names: "--exists"}, {Names: "-q --quiet"},
		}}
	}},
	{Names: "for-each-ref", Build: func() Syntax {
		return Syntax{Options: []Option{
			{Names: "--format", Arg: Required},
			{Names: "--sort", Arg: Required},
			{Names: "--count", Arg: Required},
			{Names: "--points-at", Arg: Required},
			{Names: "--merged", Arg: Optional},
			{Names: "--no-merged", Arg: Optional},
			{Names: "--contains", Arg: Optional},
			{Names: "--no-contains", Arg: Optional},
			{Names: "--ignore-case"},
		}}
	}},
	{Names: "ls-tree", Build: func() Syntax {
		return Syntax{
			Options: []Option{
				{Names: "-d"},
				{Names: "-r"},
				{Names: "-t"},
				{Names: "-l --long"},
				{Names: "-z"},
				{Names: "--name-only --name-status"},
				{Names: "--object-only"},
				{Names: "--full-name"},
				{Names: "--full-tree"},
				{Names: "--abbrev", Arg: Optional},
				{Names: "--format", Arg: Required},
			},
			Operands: Operands{Rest: Object},
		}
	}},
	{Names: "name-rev", Build: func() Syntax {
		return Syntax{Options: []Option{
			{Names: "--name-only"}, {Names: "--tags"}, {Names: "--refs", Arg: Required}, {Names: "--all"}, {Names: "--always"}, {Names: "--no-undefined"},
		}}
	}},
	{Names: "count-objects", Build: func() Syntax {
		return Syntax{Options: []Option{{Names: "-v --verbose"}, {Names: "-H --human-readable"}}}
	}},
	{Names: "check-ignore", Build: func() Syntax {
		return Syntax{Options: []Option{
			{Names: "-q --quiet"}, {Names: "-v --verbose"}, {Names: "-n --non-matching"}, {Names: "-z"}, {Names: "--stdin"}, {Names: "--no-index"},
		}}
	}},
	{Names: "check-attr", Build: func() Syntax {
		return Syntax{Options: []Option{{Names: "-a --all"}, {Names: "--cached"}, {Names: "-z"}, {Names: "--stdin"}}}
	}},
}
