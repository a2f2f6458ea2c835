package policy

// lasting are places whose content runs, or is trusted, later. Sources:
// bash(1), zsh(1), fish(1), environment.d(5), systemd.unit(5), crontab(5),
// sshd(8), git-config(1), githooks(5), launchd.plist(5).
var lasting = region{lines: []string{
	// shells
	"~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.bash_aliases",
	"~/.bashrc.d/ ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ~/.zlogin",
	"~/.zlogout ~/.oh-my-zsh/ ~/.config/fish/ ~/.config/zsh/ ~/.config/bash/",
	"~/.kshrc ~/.mkshrc ~/.cshrc ~/.tcshrc ~/.login ~/.logout",
	"~/.inputrc ~/.config/nushell/ ~/.config/powershell/ ~/.pam_environment",
	"~/.config/environment.d/ ~/.termux/",
	// sessions and timers
	"~/.config/autostart/ ~/.config/systemd/ ~/.local/share/systemd/ ~/.xinitrc",
	"~/.xsession ~/.xsessionrc ~/.xprofile ~/.config/plasma-workspace/",
	"~/Library/LaunchAgents/ /Library/LaunchAgents/ /Library/LaunchDaemons/",
	"/etc/cron*/ /etc/anacrontab /var/spool/cron/ /var/spool/at/ /var/at/",
	"/etc/profile /etc/profile.d/ /etc/bash*/ /etc/zsh*/ /etc/environment",
	"/etc/rc.local /etc/init.d/ /etc/systemd/ /etc/ld.so.preload /etc/ld.so.conf*/",
	"/etc/xdg/autostart/ /etc/udev/ /etc/pam.d/ /etc/sudoers /etc/sudoers.d/",
	// who may come in, and where one goes
	"~/.ssh/ ~/.rhosts ~/.k5login /root/.ssh/",
	// programs that run what their configuration says
	"~/.gitconfig ~/.config/git/ ~/.gitattributes ~/.vimrc ~/.vim/ ~/.config/nvim/ ~/.exrc",
	"~/.emacs ~/.emacs.d/ ~/.config/emacs/ ~/.nanorc ~/.tmux.conf ~/.config/tmux/",
	"~/.screenrc ~/.gdbinit ~/.lldbinit ~/.pythonrc ~/.pythonrc.py",
	"~/.config/pip/ ~/.pip/ ~/.npmrc ~/.yarnrc ~/.yarnrc.yml ~/.curlrc ~/.config/curlrc",
	"~/.wgetrc ~/.cargo/config.toml ~/.cargo/config ~/.gnupg/gpg.conf ~/.gnupg/gpg-agent.conf",
	"~/.config/direnv/ ~/.mailcap ~/.forward ~/.procmailrc",
	"~/.docker/config.json ~/.kube/config ~/.aws/config ~/.my.cnf ~/.psqlrc ~/.sqliterc",
	// agents, at home and in projects
	"~/.claude/settings*.json ~/.claude.json ~/.claude/hooks/ ~/.claude/commands/ ~/.claude/agents/",
	"~/.claude/skills/ ~/.claude/plugins/ ~/.claude/CLAUDE.md",
	"~/.codex/ ~/.gemini/ ~/.qwen/ ~/.cursor/ ~/.config/opencode/ ~/.config/goose/",
	"~/.config/amp/ ~/.copilot/ ~/.continue/ ~/.aider.conf.yml ~/.config/Code/User/",
	".claude/settings*.json .claude/hooks/ .mcp.json .codex/ .gemini/settings.json .cursor/mcp.json",
	".cursor/hooks.json .qwen/settings.json .opencode/ opencode.json .agent-loop.toml",
	"~/.codeium/windsurf/ ~/.kiro/ ~/.grok/ ~/.config/crush/ .github/hooks/ .windsurf/hooks.json",
	".kiro/agents/ .kiro/hooks/ .grok/hooks/ crush.json .crush.json",
	// in any repository or project
	".git/hooks/ .git/config .git/config.worktree .git/info/attributes .git/modules/*/hooks/",
	".git/modules/*/config .git/worktrees/*/config.worktree .husky/ .githooks/",
	".envrc .vscode/tasks.json",
}}

// IsPersistent reports whether writing to a path changes what runs or is
// trusted later. The path is absolute and clean, and so are the homes.
func IsPersistent(name string, homes []string) bool { return lasting.covers(name, homes) }

// Persistent returns the places of IsPersistent.
func Persistent() []Place { return lasting.places() }
