package grammar

import "strings"

// Dotfile is a file or directory in a home whose content can make a program run code, send what it
// reads elsewhere, or write where its command line does not say.
type Dotfile struct {
	// Path is relative to the home: ".config/pip/pip.conf".
	Path string

	// Keys are the settings in it that matter, separated by blanks; "*" matches any text. If it is
	// empty, the whole file matters.
	Keys string

	// With are the options that make the program read it; "" means that it always does.
	With string
}

// dotfiles are the files by the first names of the programs that read them. Programs that take the home
// from the password file, as ssh does, have no row. Sources: the FILES section of each manual, or
// else its documentation of settings.
var dotfiles = [...]struct {
	programs string
	Dotfile
}{
	{"git", Dotfile{Path: ".gitconfig"}},
	{"git", Dotfile{Path: ".config/git/config"}},
	{"curl", Dotfile{Path: ".curlrc"}},
	{"curl", Dotfile{Path: ".config/curlrc"}},
	{"wget", Dotfile{Path: ".wgetrc"}},
	{"npm npx yarn", Dotfile{Path: ".npmrc", Keys: npmKeys}},
	{"yarn", Dotfile{Path: ".yarnrc"}},
	{"yarn", Dotfile{Path: ".yarnrc.yml"}},
	{"bun bunx", Dotfile{Path: ".bunfig.toml"}},
	{"python pip pipenv", Dotfile{Path: ".local/lib"}}, // site-packages, whose usercustomize.py and *.pth each start runs
	{"pip pipenv", Dotfile{Path: ".config/pip/pip.conf"}},
	{"pip pipenv", Dotfile{Path: ".pip/pip.conf"}},
	{"uv uvx", Dotfile{Path: ".config/uv/uv.toml"}},
	{"cargo", Dotfile{Path: ".cargo/config.toml"}},
	{"cargo", Dotfile{Path: ".cargo/config"}},
	{"go", Dotfile{Path: ".config/go/env"}},
	{"gem bundle", Dotfile{Path: ".gemrc"}},
	{"bundle", Dotfile{Path: ".bundle/config"}},
	{"bash", Dotfile{Path: ".bashrc", With: "-i"}},
	{"bash", Dotfile{Path: ".bash_profile", With: loginShell}},
	{"bash", Dotfile{Path: ".bash_login", With: loginShell}},
	{"bash sh dash ksh", Dotfile{Path: ".profile", With: loginShell}},
	{"zsh", Dotfile{Path: ".zshenv"}},
	{"zsh", Dotfile{Path: ".zprofile", With: loginShell}},
	{"zsh", Dotfile{Path: ".zshrc", With: "-i"}},
	{"zsh", Dotfile{Path: ".zlogin", With: loginShell}},
	{"fish", Dotfile{Path: ".config/fish"}},
	{"csh", Dotfile{Path: ".tcshrc"}},
	{"csh", Dotfile{Path: ".cshrc"}},
	{"vim", Dotfile{Path: ".vimrc"}},
	{"vim", Dotfile{Path: ".vim"}},
	{"vim", Dotfile{Path: ".exrc"}},
	{"vim", Dotfile{Path: ".config/nvim"}},
	{"emacs", Dotfile{Path: ".emacs"}},
	{"emacs", Dotfile{Path: ".emacs.d"}},
	{"emacs", Dotfile{Path: ".config/emacs"}},
	{"psql", Dotfile{Path: ".psqlrc"}},
	{"mysql mysqldump mysqladmin", Dotfile{Path: ".my.cnf"}},
	{"sqlite3", Dotfile{Path: ".sqliterc"}},
	{"gdb", Dotfile{Path: ".gdbinit"}},
	{"gdb", Dotfile{Path: ".config/gdb"}},
	{"lldb", Dotfile{Path: ".lldbinit"}},
	{"tmux", Dotfile{Path: ".tmux.conf"}},
	{"tmux", Dotfile{Path: ".config/tmux/tmux.conf"}},
	{"screen", Dotfile{Path: ".screenrc"}},
	{"docker", Dotfile{Path: ".docker/config.json"}},
	{"docker", Dotfile{Path: ".docker/cli-plugins"}},
	{"kubectl", Dotfile{Path: ".kube/config"}},
	{"aws", Dotfile{Path: ".aws/config"}},
	{"terraform", Dotfile{Path: ".terraformrc"}},
	{"ansible ansible-playbook", Dotfile{Path: ".ansible.cfg"}},
	{"R Rscript", Dotfile{Path: ".Rprofile"}},
	{"gh", Dotfile{Path: ".config/gh/config.yml"}},
}

// loginShell are the options that make a shell a login shell.
const loginShell = "-l --login"

// npmKeys are the settings of npm that name a program, code, or other files with settings: npm's
// documentation of config. The usual .npmrc, with a registry and its token, has none of them.
const npmKeys = "script-shell shell node-options git viewer editor browser init-module init.module userconfig globalconfig prefix onload-script"

// Sets reports whether a line of the file sets a key that matters: "key = value", or "key value".
// Comments are ignored.
func (f Dotfile) Sets(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' || line[0] == ';' {
		return false
	}
	key, _, _ := strings.Cut(line, "=")
	return f.Keys == "" || listsVariable(f.Keys, strings.ToLower(strings.Trim(key, " \t\"'")))
}
