package snippet

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/script"
)

// language is the language of a script: as its first line says, where it says one that is
// read here, else as its name says.
func language(f file) string {
	named := ""
	if line, _, _ := strings.Cut(f.text, "\n"); strings.HasPrefix(line, "#!") {
		if named = interpreterLanguage(strings.Fields(line[len("#!"):])); IsRead(named) || isRecipes(named) {
			return named
		}
	}
	if lang := byExtension(path.Ext(f.base())); lang != "" {
		return lang
	}
	switch name := f.base(); {
	case wordlist.Among(name, ".envrc .bashrc .bash_profile .bash_aliases .bash_login .bash_logout"):
		return "bash"
	case wordlist.Among(name, ".zshrc .zprofile .zshenv .zlogin"):
		return "zsh"
	case wordlist.Among(name, ".profile .xinitrc .xprofile .xsession"):
		return "sh"
	case path.Ext(name) == "" && named == "" && matches(".husky/*", f.path):
		return "sh" // husky gives it to sh
	}
	return named
}

// isRecipes reports whether a language is one of recipes.
func isRecipes(lang string) bool { return wordlist.Among(lang, "make just") }

// interpreterLanguage is the language of the interpreter that a first line names, behind
// programs that start another one, their options and assignments. It is the interpreter's own
// name where nothing here reads its language.
func interpreterLanguage(words []string) string {
	if len(words) == 0 {
		return ""
	}
	name := path.Base(words[0])
	if lang := programLanguage(name); lang != "" {
		return lang
	}
	if !wordlist.Among(name, "env sudo doas nice ionice nohup time timeout stdbuf setsid setarch chroot runuser su exec command script unshare xvfb-run") {
		return name
	}
	other := name
	for _, w := range words[1:] {
		w = path.Base(strings.Trim(strings.TrimPrefix(w, "-S"), `"'`))
		if lang := programLanguage(w); lang != "" {
			return lang
		}
		if other == name && !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") && w != "" {
			other = w
		}
	}
	return other
}

// programLanguage is the language that a program runs scripts of, or "" where nothing
// here reads it.
func programLanguage(name string) string {
	name = strings.TrimRight(name, "0123456789.")
	switch name {
	case "sh", "dash", "ash", "busybox":
		return "sh"
	case "bash", "zsh", "mksh", "make", "just":
		return name
	case "ksh":
		return "mksh"
	case "node", "nodejs", "bun", "deno":
		return "javascript"
	case "pypy", "uv":
		return "python"
	case "ts-node", "tsx":
		return "typescript"
	case "tclsh", "wish", "expect":
		return "tcl"
	case "luajit":
		return "lua"
	case "gawk", "mawk", "nawk":
		return "awk"
	}
	if script.HasReader(name) {
		return name
	}
	return ""
}

// byExtension is the language of scripts with an extension.
func byExtension(ext string) string {
	switch ext {
	case ".sh":
		return "sh"
	case ".bash", ".zsh", ".mksh":
		return ext[1:]
	case ".ksh":
		return "mksh"
	case ".py":
		return "python"
	case ".js", ".mjs", ".cjs":
		return "javascript"
	case ".ts", ".mts":
		return "typescript"
	case ".pl":
		return "perl"
	case ".rb":
		return "ruby"
	case ".lua", ".php", ".awk", ".tcl":
		return ext[1:]
	}
	return ""
}

// IsShell reports whether a language is a shell's.
func IsShell(lang string) bool { return wordlist.Among(lang, "sh bash zsh mksh") }

// IsRead reports whether anything here reads a language.
func IsRead(lang string) bool { return IsShell(lang) || script.HasReader(lang) }
