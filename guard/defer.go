package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// isDeferrable reports whether a shim will see the words that a finding is about. It needs a
// known program whose name nothing earlier in the text has redefined. Either PATH leads to the
// shim: a bare name that has a shim, and every command around keeps PATH. Or the shim is
// mounted over the program itself, which also covers absolute paths and another PATH. No shim
// sees redirections or assignments.
func (j *judge) isDeferrable(f rules.Finding) bool {
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
	if byName && j.req.Shims(name) && allOuter(v.Command, keepsPath) {
		return true
	}
	return j.req.Covered != nil && (!byName || !allOuter(v.Command, keepsPath)) && allOuter(v.Command, staysHere) && j.req.Covered(name)
}

// allOuter reports whether such holds for all commands around c.
func allOuter(c *parser.Command, such func(*parser.Command) bool) bool {
	for c = c.Outer; c != nil; c = c.Outer {
		if !such(c) {
			return false
		}
	}
	return true
}

// staysHere reports whether a command starts another on this machine, in the same file system
// and as the same user, with its own PATH or the system's: "command -p", "env -i".
func staysHere(c *parser.Command) bool {
	name, known := c.Program().Text()
	switch {
	case !known || c.Shadowed:
		return false
	case name == "command":
		return len(c.Args) > 2 && c.Args[1].Is("-p") == parser.Yes && c.Args[2].Prefix() != "" && c.Args[2].Prefix()[0] != '-' || keepsPath(c)
	case name == "env":
		return clearsEnvironment(c.Args) || keepsPath(c)
	}
	return keepsPath(c)
}

// clearsEnvironment reports whether the words are those of env(1) with -i, assignments, none of which
// changes where programs are found or what a shell reads at its start, and a program.
func clearsEnvironment(words []parser.Word) bool {
	if len(words) < 3 || words[1].Is("-i") != parser.Yes && words[1].Is("-") != parser.Yes && words[1].Is("--ignore-environment") != parser.Yes {
		return false
	}
	for _, w := range words[2:] {
		name, _, assigns := strings.Cut(w.Prefix(), "=")
		if !assigns {
			return name != "" && name[0] != '-' // w is the program
		}
		if name == "PATH" || name == "BASH_ENV" || name == "ENV" {
			return false
		}
	}
	return false
}

// builtin reports whether the request's shell has a builtin of that name.
func (j *judge) builtin(name string) bool {
	return family.Builtins.Has(name) || j.req.Lang != parser.Bash && family.OtherBuiltins.Has(name)
}

// keepsPath reports whether a command passes its own PATH on to what it runs. Of shells only
// those with -c do: a login shell, or one that reads a startup file, may change it. sudo, su,
// ssh and containers set another PATH.
func keepsPath(c *parser.Command) bool {
	name, known := c.Program().Text()
	switch {
	case !known || c.Shadowed:
		return false
	case family.PathKeepers.Has(name):
		return true
	case name == "command":
		return len(c.Args) > 1 && !strings.HasPrefix(c.Args[1].Prefix(), "-")
	case name == "env":
		return len(c.Args) > 1 && c.Args[1].Prefix() != "" && !strings.HasPrefix(c.Args[1].Prefix(), "-")
	}
	return isShell(c) && len(c.Assigns) == 0 && commandString(c.Args)
}

// commandString reports whether the words of a shell are exactly -c and a command string. With
// more options between them one could ask for a login shell.
func commandString(words []parser.Word) bool {
	if len(words) < 3 || words[1].Is("-c") != parser.Yes {
		return false
	}
	text := words[2].Prefix()
	return text != "" && text[0] != '-' && text[0] != '+'
}

// isShell reports whether a command is eval, or a shell that reads no startup file before a
// command string.
func isShell(c *parser.Command) bool {
	name, _ := c.Program().Text()
	return family.Shells.Has(name) || name == "eval"
}
