package corpus

// rows are our own scripts. Those with Sample run before each merge, the most telling
// first: if time is short, the last are left out.
var rows = []Row{
	{"git-hooks", "git", "", true},
	{"environment", "git less", "", true},
	{"self-location", "bash python3 perl", "", true},
	{"homes", "git python3", "", true},
	{"meant", "git", "", true},
	{"git-filters", "git", "", true},
	{"git-settings", "git", "", true},
	{"corners", "git python3", "", true},
	{"git-day", "git", "", true},
	{"make", "make gcc", "", true},
	{"npm", "npm node", "", true},
	{"ssh", "sshd ssh git rsync", "", true},
	{"text", "sed awk", "", true},
	{"files", "tar rsync", "", true},
	{"git-submodule", "git", "", true},
	{"git-worktree", "git", "", true},
	{"git-bisect", "git", "", true},
	{"gcc", "gcc g++ make", "", true},
	{"tmux", "tmux", "", true},
	{"git-rebase", "git", "", true},
	{"loops", "sed", "", false},
	{"venv", "python3", "", false},
	{"go", "go git gcc", "", false},
}
