package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// deferrable reports whether a shim will see what a finding is about: the words of a
// program that is known, where nothing earlier changed what its name means. By a bare name
// with a shim it is found on PATH, if no command around it leaves this machine's; by
// another path, or another PATH, it meets the shim where that lies over the program itself.
// Redirections and assignments no shim sees.
func (j *judge) deferrable(f rules.Finding) bool {
	v := f.Invocation
	if j.req.Shims == nil || j.req.Argv != nil || v.Truth != parser.Yes || v.Away || v.Command.Shadowed {
		return false
	}
	if f.Effect != nil && f.Effect.Cause != grammar.ByArgs {
		return false
	}
	name, known := v.Command.Program().Text()
	if !known {
		return false
	}
	byName := !strings.Contains(name, "/")
	if o := v.Command.Outer; byName && (o == nil || isShell(o)) && j.builtin(name) {
		return false
	}
	if byName && j.req.Shims(name) && around(v.Command, keepsPath) {
		return true
	}
	return j.req.Covered != nil && (!byName || !around(v.Command, keepsPath)) && around(v.Command, staysHere) && j.req.Covered(name)
}

// around reports whether all commands around another one are such.
func around(c *parser.Command, such func(*parser.Command) bool) bool {
	for c = c.Outer; c != nil; c = c.Outer {
		if !such(c) {
			return false
		}
	}
	return true
}

// staysHere reports whether a command starts what it runs on this machine, among the same
// files and as the same user, with its own PATH or the system's: "command -p", "env -i".
func staysHere(c *parser.Command) bool {
	name, known := c.Program().Text()
	switch {
	case !known || c.Shadowed:
		return false
	case name == "command":
		return len(c.Args) > 2 && c.Args[1].Is("-p") == parser.Yes && c.Args[2].Prefix() != "" && c.Args[2].Prefix()[0] != '-' || keepsPath(c)
	case name == "env":
		return clears(c.Args) || keepsPath(c)
	}
	return keepsPath(c)
}

// clears reports whether env(1) starts a program with variables that are named before it,
// none of them PATH, and nothing else.
func clears(words []parser.Word) bool {
	if len(words) < 3 || words[1].Is("-i") != parser.Yes && words[1].Is("-") != parser.Yes && words[1].Is("--ignore-environment") != parser.Yes {
		return false
	}
	for _, w := range words[2:] {
		name, _, assigns := strings.Cut(w.Prefix(), "=")
		if !assigns {
			return name != "" && name[0] != '-' // the program
		}
		if name == "PATH" || name == "BASH_ENV" || name == "ENV" {
			return false
		}
	}
	return false
}

// builtins are the commands that bash(1) runs itself: no shim sees them.
const builtins = " . : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable " +
	"eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read " +
	"readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait "

// moreBuiltins are those of mksh(1) and zsh(1).
const moreBuiltins = " cat print realpath rename sleep whence "

// builtin reports whether a shell runs a command itself.
func (j *judge) builtin(name string) bool {
	return wordlist.Among(name, builtins) ||
		j.req.Lang != parser.Bash && wordlist.Among(name, moreBuiltins)
}

// keepers are the wrappers that run their operands with the PATH they got.
const keepers = " nice ionice nohup time timeout setsid stdbuf xargs find eval "

// keepsPath reports whether a command hands its own PATH on to what it runs.
// A shell does with -c alone: a login shell, or one that reads a startup file,
// may change it. Sudo, su, ssh and containers start from another one.
func keepsPath(c *parser.Command) bool {
	name, known := c.Program().Text()
	switch {
	case !known || c.Shadowed:
		return false
	case wordlist.Among(name, keepers):
		return true
	case name == "command":
		return len(c.Args) > 1 && !strings.HasPrefix(c.Args[1].Prefix(), "-")
	case name == "env":
		return len(c.Args) > 1 && c.Args[1].Prefix() != "" && !strings.HasPrefix(c.Args[1].Prefix(), "-")
	}
	return isShell(c) && len(c.Assigns) == 0 && commandString(c.Args)
}

// commandString reports whether the words of a shell are -c and then what it is to
// run: no options come in between, of which one may be for a login shell.
func commandString(words []parser.Word) bool {
	if len(words) < 3 || words[1].Is("-c") != parser.Yes {
		return false
	}
	text := words[2].Prefix()
	return text != "" && text[0] != '-' && text[0] != '+'
}

// isShell reports whether a command is a shell that reads no startup file for
// a command string, or what evaluates a string in the shell that runs it.
func isShell(c *parser.Command) bool {
	name, _ := c.Program().Text()
	return name == "bash" || name == "sh" || name == "dash" || name == "mksh" || name == "eval"
}
