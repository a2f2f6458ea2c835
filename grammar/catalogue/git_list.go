package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// gitListing are the subcommands of git that print the contents of a repository for scripts. Their
// operands are revisions, names and settings.
var gitListing = []spec.Sub{
	{Names: "rev-list", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "-n --max-count", Arg: spec.Required},
				{Names: "-NUM"},
				{Names: "--count"},
				{Names: "--all"},
				{Names: "--branches", Arg: spec.Optional},
				{Names: "--tags", Arg: spec.Optional},
				{Names: "--remotes", Arg: spec.Optional},
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
				{Names: "--since --after", Arg: spec.Required},
				{Names: "--until --before", Arg: spec.Required},
				{Names: "--author", Arg: spec.Required},
				{Names: "--grep", Arg: spec.Required},
				{Names: "--skip", Arg: spec.Required},
				{Names: "--format --pretty", Arg: spec.Optional},
				{Names: "--abbrev-commit"},
				{Names: "--quiet"},
				{Names: "--stdin"},
			},
			Operands: spec.Operands{Rest: spec.Object},
		}
	}},
	{Names: "merge-base", Build: func() spec.Syntax {
		return spec.Syntax{
			Options:  []spec.Option{{Names: "-a --all"}, {Names: "--octopus"}, {Names: "--independent"}, {Names: "--is-ancestor"}, {Names: "--fork-point"}},
			Operands: spec.Operands{Rest: spec.Object},
		}
	}},
	{Names: "show-ref", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{
			{Names: "--head"}, {Names: "--heads --branches"}, {Names: "--tags"}, {Names: "-d --dereference"}, {Names: "-s --hash", Arg: spec.Optional}, {Names: "--verify"}, {Names: "--exists"}, {Names: "-q --quiet"},
		}}
	}},
	{Names: "for-each-ref", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{
			{Names: "--format", Arg: spec.Required},
			{Names: "--sort", Arg: spec.Required},
			{Names: "--count", Arg: spec.Required},
			{Names: "--points-at", Arg: spec.Required},
			{Names: "--merged", Arg: spec.Optional},
			{Names: "--no-merged", Arg: spec.Optional},
			{Names: "--contains", Arg: spec.Optional},
			{Names: "--no-contains", Arg: spec.Optional},
			{Names: "--ignore-case"},
		}}
	}},
	{Names: "ls-tree", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{
				{Names: "-d"},
				{Names: "-r"},
				{Names: "-t"},
				{Names: "-l --long"},
				{Names: "-z"},
				{Names: "--name-only --name-status"},
				{Names: "--object-only"},
				{Names: "--full-name"},
				{Names: "--full-tree"},
				{Names: "--abbrev", Arg: spec.Optional},
				{Names: "--format", Arg: spec.Required},
			},
			Operands: spec.Operands{Rest: spec.Object},
		}
	}},
	{Names: "name-rev", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{
			{Names: "--name-only"}, {Names: "--tags"}, {Names: "--refs", Arg: spec.Required}, {Names: "--all"}, {Names: "--always"}, {Names: "--no-undefined"},
		}}
	}},
	{Names: "count-objects", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{{Names: "-v --verbose"}, {Names: "-H --human-readable"}}}
	}},
	{Names: "check-ignore", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{
			{Names: "-q --quiet"}, {Names: "-v --verbose"}, {Names: "-n --non-matching"}, {Names: "-z"}, {Names: "--stdin"}, {Names: "--no-index"},
		}}
	}},
	{Names: "check-attr", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{{Names: "-a --all"}, {Names: "--cached"}, {Names: "-z"}, {Names: "--stdin"}}}
	}},
}
