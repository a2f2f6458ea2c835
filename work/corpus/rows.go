package corpus

// rows are the scripts of our own. Those with Sample are run before each merge.
var rows = []Row{
	{"git-day", "git", "", true},
	{"git-rebase", "git", "", true},
	{"git-hooks", "git", "", true},
	{"git-bisect", "git", "", true},
	{"git-submodule", "git", "", true},
	{"git-worktree", "git", "", true},
	{"git-filters", "git", "", true},
	{"git-settings", "git", "", true},
	{"homes", "git python3", "", true},
	{"meant", "git", "", true},
	{"self-location", "bash python3 perl", "", true},
	{"environment", "git less", "", true},
	{"corners", "git python3", "", true},
	{"text", "sed awk", "", true},
	{"loops", "sed", "", false},
	{"files", "tar rsync", "", true},
	{"venv", "python3", "", false},
	{"gcc", "gcc g++ make", "", true},
	{"make", "make gcc", "", true},
	{"go", "go git gcc", "", false},
	{"npm", "npm node", "", true},
	{"ssh", "sshd ssh git rsync", "", true},
	{"tmux", "tmux", "", true},
}
