package grammar

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// Mount is a path of this machine that another root has as well: docker run -v.
type Mount struct {
	Here  string // absolute, or as seen from the directory that the request starts in
	There string // absolute and clean
}

// root is where a command runs: on this machine, or elsewhere.
type root struct {
	away   bool
	mounts []Mount
}

// root is where the invocation runs.
func (v *Invocation) root() root { return root{v.Away, v.Mounts} }

// nestedRoot is where the commands run that the program runs.
func (r *reader) nestedRoot() root {
	switch {
	case !r.syntax.Away:
		return r.inv.root()
	case r.inv.Away || r.inv.given("--host --context --connection --url") != parser.No: // another machine lends its own
		return root{away: true}
	}
	return root{true, r.mounts()}
}

// mounts are the paths of this machine that the options lend to another root, as far as
// both names are known. A name without a slash is that of a volume.
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
