package grammar

import "slices"

// git is the grammar of git itself; the subcommands are in files of their own.
var git = []Program{{
	Names: "git", Source: "git(1), git SUBCOMMAND -h, git-diff(1), git-log(1)",
	Env: "GIT_* PAGER LESS LESSOPEN EDITOR VISUAL SSH_ASKPASS HOME XDG_CONFIG_HOME PATH LD_*",
	Build: func() Syntax {
		return Syntax{
			Options: []Option{
				{Names: "-v --version"},
				{Names: "-h --help"},
				{Names: "-p --paginate"},
				{Names: "-P --no-pager"},
				{Names: "-C", Arg: Required, Role: Dir},
				{Names: "-c", Arg: Required, Role: Setting},
				{Names: "--config-env", Arg: Required, Role: Variable},
				{Names: "--exec-path", Arg: Optional, Role: Helper},
				{Names: "--html-path"},
				{Names: "--man-path"},
				{Names: "--info-path"},
				{Names: "--no-replace-objects"},
				{Names: "--bare"},
				{Names: "--git-dir", Arg: Required, Role: File},
				{Names: "--work-tree", Arg: Required, Role: Dir},
				{Names: "--namespace", Arg: Required},
				{Names: "--super-prefix", Arg: Required},
				{Names: "--attr-source", Arg: Required},
				{Names: "--literal-pathspecs"},
				{Names: "--glob-pathspecs"},
				{Names: "--noglob-pathspecs"},
				{Names: "--icase-pathspecs"},
				{Names: "--no-optional-locks"},
				{Names: "--no-lazy-fetch"},
				{Names: "--no-advice"},
				{Names: "--list-cmds", Arg: Required},
			},
			Subs: gitSubs(),
		}
	},
}}

// gitSubs are all the subcommands. Each takes its options anywhere, in the
// style of git's own option parser, unless it says otherwise.
func gitSubs() []Sub {
	return styled(GNU|Negate, slices.Concat(gitRemotes, gitWork, gitHistory, gitShows, gitPlumbing))
}

// styled gives a style to the subcommands that have none.
func styled(style Style, subs []Sub) []Sub {
	for i := range subs {
		if subs[i].Style == 0 {
			subs[i].Style = style
		}
	}
	return subs
}

var configOptions = []Option{
	{Names: "--global"},
	{Names: "--system"},
	{Names: "--local"},
	{Names: "--worktree"},
	{Names: "-f --file", Arg: Required, Role: File},
	{Names: "--blob", Arg: Required},
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
	{Names: "-t --type", Arg: Required},
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
	{Names: "--default", Arg: Required},
}
