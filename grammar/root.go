package grammar

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// Mount is a path of this machine that another root has as well: docker run -v.
type Mount struct {
	Here  string // absolute, or relative to the directory in which the request starts
	There string // absolute and clean
}

// root is the place where a command runs: this machine, or elsewhere.
type root struct {
	away      bool
	mounts    []Mount
	throwaway bool
	launcher  *parser.Command // the command of this machine that starts it elsewhere
}

// inputPlace is where code on a launcher's standard input runs: ssh(1).
type inputPlace struct {
	root
	dir parser.Word
}

// root returns where the invocation runs.
func (v *Invocation) root() root { return root{v.Away, v.Mounts, v.Throwaway, v.Launcher} }

// nestedRoot returns where the program runs its nested commands.
func (r *reader) nestedRoot() root {
	switch {
	case !r.syntax.Away:
		return r.inv.root()
	case r.inv.Away || r.inv.given("--host --context --connection --url") != parser.No: // the paths are those of another machine
		return root{away: true, launcher: r.launcher()}
	}
	mounts := r.mounts()
	return root{true, mounts, r.isThrowaway(mounts), r.cmd}
}

// launcher returns the command of this machine that starts the program's nested commands elsewhere.
func (r *reader) launcher() *parser.Command {
	if r.inv.Away {
		return r.inv.Launcher
	}
	return r.cmd
}

// InputFromHere reports whether the invocation runs elsewhere and its standard input is a file of this machine:
// that of the command which starts it there, as ssh(1), docker-exec(1) and kubectl pass theirs on.
func (v *Invocation) InputFromHere() bool {
	if !v.Away || v.Launcher == nil {
		return false
	}
	here, there := v.Launcher.Stdin, v.Command.Stdin
	return here.Kind == parser.FromFile && there.Kind == parser.FromFile && len(here.Word.Parts) > 0 && len(there.Word.Parts) > 0 &&
		&here.Word.Parts[0] == &there.Word.Parts[0] // the same redirection, and not one of the same name there
}

// staysHere reads the program as one that runs its commands on this machine, if the options that
// lead elsewhere are missing.
func (r *reader) staysHere() {
	if with := r.syntax.AwayWith; with != "" && r.inv.given(with) == parser.No {
		here := *r.syntax
		here.Away = false
		r.syntax = &here
	}
}

// mounts returns the paths of this machine that the options share with another root, as far as both
// names are known. A name without a slash is the name of a volume.
func (r *reader) mounts() []Mount {
	var out []Mount
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		if g.Option == nil {
			continue
		}
		var here, there parser.Word
		switch g.Option.Role {
		case spec.Bind:
			here, there, _ = cut(g.Value, ':')
			there, _, _ = cut(there, ':')
		case spec.Mount:
			here, there, _ = mountFields(g.Value)
		default:
			continue
		}
		inside, known := there.Text()
		if !known || !strings.HasPrefix(inside, "/") {
			continue
		}
		m := Mount{There: path.Clean(inside)}
		host, known := join(r.cmd.Dir, here).Text()
		if name, _ := here.Text(); known && g.Truth == parser.Yes && (strings.Contains(name, "/") || strings.HasPrefix(name, ".")) {
			m.Here = host
		}
		out = append(out, m)
	}
	return out
}
