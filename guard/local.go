package guard

import (
	"path"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// action returns the policy's action for a finding. If the rule is about harm to this machine
// alone, and the finding certainly is, that is the local action.
func (j *judge) action(f rules.Finding) rules.Action {
	if f.Rule.Local && len(j.policy.Inside) > 0 && j.isLocal(f) {
		return j.policy.LocalAction(f.Rule)
	}
	return j.policy.Action(f.Rule)
}

// isLocal reports whether everything that a finding is about is certainly on this machine: the
// command runs here and has no network connection, and none of the paths that the rule asks
// about lies, or may lie, in the work directory, which may be mounted from elsewhere. For a rule
// about changes to places a connection does not matter: what a client fetches, it writes here.
func (j *judge) isLocal(f rules.Finding) bool {
	v := f.Invocation
	if v.Away || v.Truth != parser.Yes || f.Rule.InRepository && !j.isOfMachine(v) {
		return false
	}
	placed := changesPlace(f.Rule)
	for i := range v.Effects {
		e := &v.Effects[i]
		switch {
		case placed && e.Kind&f.Rule.Effect == 0:
		case e.Away || e.Kind&(grammar.Connects|grammar.Uploads) != 0:
			return false
		case j.mayConcern(f.Rule, v, e) && !j.zones.IsOfMachine(v, e):
			return false
		}
	}
	return true
}

// changesPlace reports whether a rule is only about changes to places of this machine, but not to what
// runs later: a file from the network there is more than a local change.
func changesPlace(r *rules.Rule) bool {
	const changes, places = grammar.Writes | grammar.Deletes | grammar.Changes, rules.System | rules.SystemDir | rules.Shared | rules.Outside
	return r.Effect != 0 && r.Effect&^changes == 0 && r.Zone != 0 && r.Zone&^places == 0
}

// mayConcern reports whether a rule may be about an effect, which changes files. A rule about a place
// is not about what a move takes from the work directory to that place, unless it replaces a file of
// the system.
func (j *judge) mayConcern(r *rules.Rule, v *grammar.Invocation, e *grammar.Effect) bool {
	if e.Kind&(grammar.Writes|grammar.Deletes|grammar.Changes) == 0 || r.Effect != 0 && e.Kind&r.Effect == 0 {
		return false
	}
	if r.Effect == 0 || r.Zone == 0 {
		return true
	}
	is, may := j.zones.Zones(v, e)
	return (is|may)&r.Zone != 0 || v.HasTrait(spec.Moves) && j.replacesOfSystem(v)
}

// replacesOfSystem reports whether a move replaces a file of the system, by its own name or by that of
// what is moved into a directory.
func (j *judge) replacesOfSystem(v *grammar.Invocation) bool {
	for i := range v.Effects {
		e := &v.Effects[i]
		file, known := j.zones.File(v, e)
		if e.Kind&grammar.Writes == 0 || !known || j.zones.Zone(file)&rules.System == 0 {
			continue
		}
		names := []string{file}
		for _, o := range v.Operands {
			text, _ := o.Word.Text()
			names = append(names, path.Join(file, path.Base(text)))
		}
		for _, name := range names {
			if mode, err := j.machine.Files.Lstat(name); err == nil && !mode.IsDir() {
				return true
			}
		}
	}
	return false
}
