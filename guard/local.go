package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// action is the policy's action for a finding: that for what is done to this machine
// alone, if it surely is.
func (j *judge) action(f rules.Finding) rules.Action {
	if f.Rule.Local && len(j.policy.Inside) > 0 && j.places.isLocal(f) {
		return j.policy.LocalAction(f.Rule)
	}
	return j.policy.Action(f.Rule)
}

// isLocal reports whether all that a finding is about is surely on this machine: the
// command runs here and talks to nobody, and none of the paths that the rule asks about
// is, or may be, in the work directory, where somebody's files can be mounted.
func (pl *places) isLocal(f rules.Finding) bool {
	v := f.Invocation
	if v.Away || v.Truth != parser.Yes {
		return false
	}
	for i := range v.Effects {
		e := &v.Effects[i]
		switch {
		case e.Away || e.Kind&(grammar.Connects|grammar.Uploads) != 0:
			return false
		case (f.Rule.Effect == 0 || e.Kind&f.Rule.Effect != 0) && e.Kind&(grammar.Writes|grammar.Deletes|grammar.Changes) != 0 && !pl.isOfMachine(v, e):
			return false
		}
	}
	return true
}

// mounted are the directories that other machines' files are mounted below as a matter
// of course (hier(7)), and the names under which containers get those of their host.
var mounted = [...]string{"/mnt", "/media", "/Volumes", "/host", "/hostfs", "/rootfs", "/net", "/afs"}

// isOfMachine reports whether what an effect is on is surely the machine's own: not in
// the work directory nor above it, not the kernel's and no mounted one. Temporary
// files are. Of a pattern in the last name, the directory before it is asked about.
func (pl *places) isOfMachine(v *grammar.Invocation, e *grammar.Effect) bool {
	at := *e
	if n := len(e.Word.Parts); n > 1 && e.Word.Parts[n-1].Kind == parser.Glob && strings.HasSuffix(e.Word.Parts[n-2].Text, "/") {
		at.Word = parser.Word{Parts: e.Word.Parts[: n-1 : n-1], Span: e.Word.Span}
	}
	file, known := pl.file(v, &at)
	if !known || pl.top == "" || file == "/" || below(file, pl.top) || above(file, pl.top) || policy.IsKernel(file) || policy.IsDisk(file) {
		return false
	}
	for _, dir := range mounted {
		if file = path.Clean(file); below(file, dir) {
			return false
		}
	}
	return true
}
