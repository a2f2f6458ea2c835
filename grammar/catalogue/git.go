package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// git is the grammar of git itself; the subcommands are in files of their own.
var git = []spec.Row{{
	Names: "git", Source: "git(1), git SUBCOMMAND -h, git-diff(1), git-log(1)",
	Env: "GIT_* " + pagerEnv + " EDITOR VISUAL BROWSER SSH_ASKPASS HOME XDG_CONFIG_HOME PATH LD_* *_proxy *_PROXY",
	Syntax: func() spec.Syntax {
		return spec.Syntax{
			Traits: spec.HelpAlone | spec.GitConfig,
			Options: []spec.Option{
				{Names: "-v --version"},
				{Names: "-h --help"},
				{Names: "-p --paginate"},
				{Names: "-P --no-pager"},
				{Names: "-C", Arg: spec.Required, Role: spec.Dir},
				{Names: "-c", Arg: spec.Required, Role: spec.Setting},
				{Names: "--config-env", Arg: spec.Required, Role: spec.Variable},
				{Names: "--exec-path", Arg: spec.Optional, Role: spec.Helper},
				{Names: "--html-path"},
				{Names: "--man-path"},
				{Names: "--info-path"},
				{Names: "--no-replace-objects"},
				{Names: "--bare"},
				{Names: "--git-dir", Arg: spec.Required, Role: spec.File},
				{Names: "--work-tree", Arg: spec.Required, Role: spec.Dir},
				{Names: "--namespace", Arg: spec.Required},
				{Names: "--super-prefix", Arg: spec.Required},
				{Names: "--attr-source", Arg: spec.Required},
				{Names: "--literal-pathspecs"},
				{Names: "--glob-pathspecs"},
				{Names: "--noglob-pathspecs"},
				{Names: "--icase-pathspecs"},
				{Names: "--no-optional-locks"},
				{Names: "--no-lazy-fetch"},
				{Names: "--no-advice"},
				{Names: "--list-cmds", Arg: spec.Required},
			},
			// Each subcommand accepts options anywhere, as git's own option parser does, unless its row
			// says otherwise. The lists with the most frequent ones come first.
			Lists: [][]spec.Sub{gitWork, gitHistory, gitShows, gitRemotes, gitPlumbing, gitLow, gitListing}, SubStyle: spec.GNU | spec.Negate,
		}
	},
}}

var configOptions = []spec.Option{
	{Names: "--global"},
	{Names: "--system"},
	{Names: "--local"},
	{Names: "--worktree"},
	{Names: "-f --file", Arg: spec.Required, Role: spec.File},
	{Names: "--blob", Arg: spec.Required},
	{Names: "--get"},
	{Names: "--get-all"},
	{Names: "--get-regexp"},
	{Names: "--get-urlmatch"},
	{Names: "--replace-all"},
	{Names: "--add"},
	{Names: "--unset"},
	{Names: "--unset-all"},
	{Names: "--rename-section"},
	{Names: "--remove-section"},
	{Names: "-l --list"},
	{Names: "--fixed-value"},
	{Names: "-e --edit"},
	{Names: "--get-color"},
	{Names: "--get-colorbool"},
	{Names: "-t --type", Arg: spec.Required},
	{Names: "--bool"},
	{Names: "--int"},
	{Names: "--bool-or-int"},
	{Names: "--bool-or-str"},
	{Names: "--path"},
	{Names: "--expiry-date"},
	{Names: "-z --null"},
	{Names: "--name-only"},
	{Names: "--includes"},
	{Names: "--show-origin"},
	{Names: "--show-scope"},
	{Names: "--default", Arg: spec.Required},
}
