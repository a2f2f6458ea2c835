package policy

import "sync"

// lasting are places whose content runs, or is trusted, later. Sources:
// bash(1), zsh(1), fish(1), environment.d(5), systemd.unit(5), crontab(5),
// sshd(8), git-config(1), githooks(5), launchd.plist(5).
var lasting = [...]Place{
	// shells
	{"~/.bashrc", false}, {"~/.bash_profile", false}, {"~/.bash_login", false}, {"~/.bash_logout", false}, {"~/.bash_aliases", false},
	{"~/.bashrc.d", true}, {"~/.profile", false}, {"~/.zshrc", false}, {"~/.zshenv", false}, {"~/.zprofile", false}, {"~/.zlogin", false},
	{"~/.zlogout", false}, {"~/.oh-my-zsh", true}, {"~/.config/fish", true}, {"~/.config/zsh", true}, {"~/.config/bash", true},
	{"~/.kshrc", false}, {"~/.mkshrc", false}, {"~/.cshrc", false}, {"~/.tcshrc", false}, {"~/.login", false}, {"~/.logout", false},
	{"~/.inputrc", false}, {"~/.config/nushell", true}, {"~/.config/powershell", true}, {"~/.pam_environment", false},
	{"~/.config/environment.d", true}, {"~/.termux", true},
	// sessions and timers
	{"~/.config/autostart", true}, {"~/.config/systemd", true}, {"~/.local/share/systemd", true}, {"~/.xinitrc", false},
	{"~/.xsession", false}, {"~/.xsessionrc", false}, {"~/.xprofile", false}, {"~/.config/plasma-workspace", true},
	{"~/Library/LaunchAgents", true}, {"/Library/LaunchAgents", true}, {"/Library/LaunchDaemons", true},
	{"/etc/cron*", true}, {"/etc/anacrontab", false}, {"/var/spool/cron", true}, {"/var/spool/at", true}, {"/var/at", true},
	{"/etc/profile", false}, {"/etc/profile.d", true}, {"/etc/bash*", true}, {"/etc/zsh*", true}, {"/etc/environment", false},
	{"/etc/rc.local", false}, {"/etc/init.d", true}, {"/etc/systemd", true}, {"/etc/ld.so.preload", false}, {"/etc/ld.so.conf*", true},
	{"/etc/xdg/autostart", true}, {"/etc/udev", true}, {"/etc/pam.d", true}, {"/etc/sudoers", false}, {"/etc/sudoers.d", true},
	// who may come in, and where one goes
	{"~/.ssh", true}, {"~/.rhosts", false}, {"~/.k5login", false}, {"/root/.ssh", true},
	// programs that run what their configuration says
	{"~/.gitconfig", false}, {"~/.config/git", true}, {"~/.gitattributes", false}, {"~/.vimrc", false}, {"~/.vim", true}, {"~/.config/nvim", true}, {"~/.exrc", false},
	{"~/.emacs", false}, {"~/.emacs.d", true}, {"~/.config/emacs", true}, {"~/.nanorc", false}, {"~/.tmux.conf", false}, {"~/.config/tmux", true},
	{"~/.screenrc", false}, {"~/.gdbinit", false}, {"~/.lldbinit", false}, {"~/.pythonrc", false}, {"~/.pythonrc.py", false},
	{"~/.config/pip", true}, {"~/.pip", true}, {"~/.npmrc", false}, {"~/.yarnrc", false}, {"~/.yarnrc.yml", false}, {"~/.curlrc", false}, {"~/.config/curlrc", false},
	{"~/.wgetrc", false}, {"~/.cargo/config.toml", false}, {"~/.cargo/config", false}, {"~/.gnupg/gpg.conf", false}, {"~/.gnupg/gpg-agent.conf", false},
	{"~/.local/bin", true}, {"~/bin", true}, {"~/.config/direnv", true}, {"~/.mailcap", false}, {"~/.forward", false}, {"~/.procmailrc", false},
	{"~/.docker/config.json", false}, {"~/.kube/config", false}, {"~/.aws/config", false}, {"~/.my.cnf", false}, {"~/.psqlrc", false}, {"~/.sqliterc", false},
	// agents, at home and in projects
	{"~/.claude/settings*.json", false}, {"~/.claude.json", false}, {"~/.claude/hooks", true}, {"~/.claude/commands", true}, {"~/.claude/agents", true},
	{"~/.claude/skills", true}, {"~/.claude/plugins", true}, {"~/.claude/CLAUDE.md", false},
	{"~/.codex", true}, {"~/.gemini", true}, {"~/.qwen", true}, {"~/.cursor", true}, {"~/.config/opencode", true}, {"~/.config/goose", true},
	{"~/.config/amp", true}, {"~/.copilot", true}, {"~/.continue", true}, {"~/.aider.conf.yml", false}, {"~/.config/Code/User", true},
	{".claude/settings*.json", false}, {".claude/hooks", true}, {".mcp.json", false}, {".codex", true}, {".gemini/settings.json", false}, {".cursor/mcp.json", false},
	{".cursor/hooks.json", false}, {".qwen/settings.json", false}, {".opencode", true}, {"opencode.json", false}, {".agent-loop.toml", false},
	// in any repository or project
	{".git/hooks", true}, {".git/config", false}, {".git/config.worktree", false}, {".git/info/attributes", false}, {".git/modules/*/hooks", true},
	{".git/modules/*/config", false}, {".git/worktrees/*/config.worktree", false}, {".husky", true}, {".githooks", true},
	{".envrc", false}, {".vscode/tasks.json", false},
}

// lastingAtlas is made when it is first asked for.
var lastingAtlas = sync.OnceValue(func() *atlas { return newAtlas(lasting[:]) })

// IsPersistent reports whether writing to a path changes what runs or is
// trusted later. The path is absolute and clean, and so are the homes.
func IsPersistent(name string, homes []string) bool { return lastingAtlas().covers(name, homes) }

// Persistent returns the places of IsPersistent.
func Persistent() []Place { return lasting[:] }
