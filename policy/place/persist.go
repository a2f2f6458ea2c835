package place

import "strings"

// lasting are places whose content runs later, or is trusted later. Sources: bash(1), zsh(1),
// fish(1), environment.d(5), systemd.unit(5), crontab(5), sshd(8), git-config(1), githooks(5),
// launchd.plist(5).
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
	"~/.config/containers/systemd/ /etc/containers/systemd/ /usr/share/containers/systemd/ ~/.config/helix/ ~/.local/share/konsole/",
	"~/.xsession ~/.xsessionrc ~/.xprofile ~/.config/plasma-workspace/",
	"~/Library/LaunchAgents/ /Library/LaunchAgents/ /Library/LaunchDaemons/",
	"~/Library/Services/ ~/Library/Workflows/ ~/Library/Scripts/ ~/Library/Application?Scripts/ ~/Library/ScriptingAdditions/",
	"~/Library/Input?Methods/ ~/Library/QuickLook/ ~/Library/Spotlight/ ~/Library/PreferencePanes/ ~/Library/Screen?Savers/",
	"~/Library/Internet?Plug-Ins/ ~/Library/Preferences/com.apple.loginitems.plist ~/Library/Preferences/com.apple.loginwindow.plist",
	"/etc/cron*/ /etc/anacrontab /var/spool/cron/ /var/spool/at/ /var/at/",
	"/etc/profile /etc/profile.d/ /etc/bash*/ /etc/zsh*/ /etc/environment",
	"/etc/rc.local /etc/init.d/ /etc/systemd/ /etc/ld.so.preload /etc/ld.so.conf*/",
	"/etc/xdg/autostart/ /etc/udev/ /etc/pam.d/ /etc/sudoers /etc/sudoers.d/",
	// who may log in, and to which hosts
	"~/.ssh/ ~/.rhosts ~/.k5login /root/.ssh/",
	// programs that run commands from their configuration
	"~/.gitconfig ~/.config/git/ ~/.gitattributes ~/.vimrc ~/.vim/ ~/.config/nvim/ ~/.local/share/nvim/site/ ~/.exrc",
	"~/.emacs ~/.emacs.d/ ~/.config/emacs/ ~/.nanorc ~/.tmux.conf ~/.config/tmux/",
	"~/.perldb ~/.pdbrc ~/.pydbrc ~/.octaverc ~/.juliarc.jl ~/.lftprc ~/.lftp/rc ~/.config/lftp/ ~/.muttrc ~/.mutt/ ~/.config/mutt/ ~/.neomuttrc ~/.mailrc ~/.tclshrc ~/.wishrc ~/.guile ~/.sbclrc",
	"~/.clisprc ~/.clisprc.lisp ~/.eclrc ~/.ocamlinit ~/.iex.exs ~/.erlang ~/.xonshrc ~/.config/xonsh/ ~/.elvish/ ~/.config/elvish/ ~/.config/lf/ ~/.config/vifm/ ~/.config/mpv/scripts/",
	"~/.config/kitty/ ~/.config/alacritty/ ~/.alacritty.* ~/.wezterm.lua ~/.config/wezterm/ ~/.config/zellij/ ~/.config/i3/ ~/.i3/ ~/.config/sway/ ~/.config/hypr/ ~/.config/awesome/ ~/.config/openbox/",
	"~/.config/sxhkd/ ~/.xbindkeysrc ~/.fzf.bash ~/.fzf.zsh ~/.config/starship.toml ~/.tigrc ~/.hgrc ~/.config/hg/ ~/.subversion/config ~/.bazelrc ~/.config/gh/config.yml ~/.ripgreprc ~/.ackrc",
	"~/.local/share/applications/ ~/.local/share/dbus-1/services/ ~/.config/dbus-1/ ~/.fetchmailrc ~/.msmtprc ~/.byobu/ ~/.tmuxinator/ ~/.conkyrc ~/.config/conky/ ~/.xmodmaprc ~/.xserverrc",
	"~/.screenrc ~/.gdbinit ~/.lldbinit ~/.pythonrc ~/.pythonrc.py",
	"~/.config/pip/ ~/.pip/ ~/.npmrc ~/.yarnrc ~/.yarnrc.yml ~/.curlrc ~/.config/curlrc",
	"~/.wgetrc ~/.cargo/config.toml ~/.cargo/config ~/.gnupg/gpg.conf ~/.gnupg/gpg-agent.conf",
	"~/.config/direnv/ ~/.mailcap ~/.forward ~/.procmailrc",
	"~/.docker/config.json ~/.kube/config ~/.aws/config ~/.my.cnf ~/.psqlrc ~/.sqliterc",
	"~/.pypirc ~/.gemrc ~/.Rprofile ~/.Renviron ~/.irbrc ~/.pryrc ~/.ghci ~/.config/ghc/ ~/.terraformrc ~/.m2/settings.xml ~/.mavenrc ~/.ansible.cfg",
	"~/.gradle/init.gradle* ~/.gradle/init.d/ ~/.gradle/gradle.properties ~/.sbt/0.*/ ~/.sbt/1.*/ ~/.sbt/2.*/ ~/.lein/profiles.clj ~/.jupyter/ ~/.ipython/profile_default/startup/ ~/.ipython/profile_default/ipython_config.py",
	"~/.julia/config/ ~/.config/mise/ ~/.asdfrc ~/.config/containers/registries.conf ~/.config/uv/uv.toml ~/.config/npm/ ~/.bunfig.toml ~/.config/yarn/ ~/.bundle/config",
	"~/.local/lib/python*/site-packages/ sitecustomize.py usercustomize.py site-packages/*.pth dist-packages/*.pth ~/.git-templates/ ~/.config/lazygit/ ~/.config/ranger/ ~/.lesskey ~/.lessfilter ~/.config/readline/",
	// names of system programs, in a home's directories of programs
	"~/.local/bin/sudo ~/.local/bin/su ~/.local/bin/ssh ~/.local/bin/git ~/.local/bin/ls",
	"~/bin/sudo ~/bin/su ~/bin/ssh ~/bin/git ~/bin/ls",
	// agents, at home and in projects
	"~/.claude/settings*.json ~/.claude.json ~/.claude/hooks/ ~/.claude/commands/ ~/.claude/agents/",
	"~/.claude/skills/ ~/.claude/plugins/ ~/.claude/CLAUDE.md",
	"~/.codex/ ~/.gemini/ ~/.qwen/ ~/.cursor/ ~/.config/opencode/ ~/.config/goose/",
	"~/.config/amp/ ~/.copilot/ ~/.continue/ ~/.aider.conf.yml ~/.config/Code/User/",
	".claude/settings*.json .claude/hooks/ .mcp.json .codex/ .gemini/settings.json .cursor/mcp.json",
	".cursor/hooks.json .qwen/settings.json .opencode/ opencode.json .agent-loop.toml",
	"~/Library/Application?Support/Code/User/ ~/.config/Cursor/User/ ~/Library/Application?Support/Cursor/User/ ~/Library/Application?Support/Claude/ ~/.config/Claude/",
	"~/.config/zed/ ~/.roo/ .roo/mcp.json .zed/settings.json",
	"~/.codeium/windsurf/ ~/.kiro/ ~/.grok/ ~/.config/crush/ .github/hooks/ .windsurf/hooks.json",
	".kiro/agents/ .kiro/hooks/ .grok/hooks/ crush.json .crush.json",
	// in any repository or project
	".git/hooks/ .git/config .git/config.worktree .git/info/attributes .git/modules/*/hooks/",
	".git/modules/*/config .git/modules/*/info/attributes .git/worktrees/*/config.worktree .husky/ .githooks/",
	".git/commondir .git/modules/*/commondir .git/worktrees/*/commondir",
	".envrc .vscode/tasks.json .vscode/mcp.json",
}}

// IsPersistent reports whether writing to a path changes what runs or is trusted later. The path
// and the homes are absolute and clean.
func IsPersistent(name string, homes []string) bool { return kindsOf(name, homes).IsPersistent() }

// programDirs are directories of a home in which shells and desktops look for programs and settings.
var programDirs = region{lines: []string{"~/.config ~/.local ~/.local/bin ~/.local/share ~/bin ~/.ssh ~/.cargo/bin"}}

// Persistent returns the places of IsPersistent.
func Persistent() []Pattern { return lasting.places() }

// HoldsPersistent reports whether places of IsPersistent may be below a path: a link there would
// replace them.
func HoldsPersistent(name string, homes []string) bool {
	name = strings.ToLower(name)
	for _, p := range Persistent() {
		want := Pattern{Path: strings.ToLower(p.Path)}.Components()
		switch p.Path[0] {
		case '/':
			if leads(want, strings.Split(strings.TrimPrefix(name, "/"), "/")) {
				return true
			}
		case '~':
			for _, home := range homes {
				rest, below := strings.CutPrefix(name, strings.ToLower(strings.TrimSuffix(home, "/"))+"/")
				if below && leads(want, strings.Split(rest, "/")) {
					return true
				}
			}
		default:
			have := strings.Split(strings.TrimPrefix(name, "/"), "/")
			for n := 1; n < len(want) && n <= len(have); n++ {
				if leads(want, have[len(have)-n:]) {
					return true
				}
			}
		}
	}
	return false
}

// leads reports whether components are a proper prefix of a pattern.
func leads(pattern, names []string) bool {
	if len(names) >= len(pattern) {
		return false
	}
	for i, name := range names {
		if !fits(pattern[i], name) {
			return false
		}
	}
	return true
}
