package doctor

import (
	"cmp"
	"context"
	"slices"

	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
)

// DiagnoseSandboxes starts each backend twice: in a sandbox of its own that asks for
// every property, and in the one that exec would make in this directory, with this
// environment and no terminal. In both it runs try, the command line that attempts what a
// sandbox must forbid. It calls tell after each backend.
func (x *Examination) DiagnoseSandboxes(try []string, tell func(string)) ([]Diagnosis, error) {
	if x.session == nil {
		return x.checkPolicy(), nil
	}
	found := x.checkLayers()
	sound := false
	for _, kind := range x.session.Provable() {
		status, err := proveBackend(x.session, kind, try)
		if err != nil {
			return nil, exit.From(err)
		}
		lines, holds := x.diagnoseSandbox(kind, status, try)
		found, sound = append(found, lines...), sound || holds
		tell(string(kind))
	}
	if !sound {
		found = append(found, single("sandboxes", Fail, "shimgen exec refuses what must be confined; on Linux let users make namespaces, or install bubblewrap", "no backend holds all its properties here")...)
	}
	return found, nil
}

// Backends is how many backends DiagnoseSandboxes tries.
func (x *Examination) Backends() int {
	if x.session == nil {
		return 0
	}
	return len(x.session.Provable())
}

// letNamespaces lets users make namespaces where a kernel setting forbids it.
const letNamespaces = "as root: sysctl kernel.unprivileged_userns_clone=1, and on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0; a container has to be started so that it may"

// diagnoseSandbox says of each property of a backend whether it held; holds reports
// whether all did.
func (x *Examination) diagnoseSandbox(kind runner.Sandbox, own Backend, self []string) (found []Diagnosis, holds bool) {
	name := string(kind)
	if why, same := own.refusal(); same {
		return single(name, Warn, cmp.Or(own.Hint, letNamespaces), "holds nothing here: %s", why), false
	}
	if kind == runner.Proot {
		return x.diagnoseProot(own), false
	}
	ctx, cancel := context.WithTimeout(context.Background(), proofLimit)
	defer cancel()
	here, err := x.session.ProveHere(ctx, kind, self)
	if err != nil {
		return single(name, Fail, "", "%s", err), false
	}
	holds = len(own.Missing) == 0
	for _, p := range sandbox.All() {
		why, asked := here[p]
		i := slices.IndexFunc(own.Missing, func(m MissingProperty) bool { return m.Property == p })
		check := name + " " + string(p)
		switch {
		case i >= 0:
			found = append(found, single(check, Fail, "shimgen sandbox status", "not held: %s", own.Missing[i].Reason)...)
		case asked && why != nil:
			holds = false
			found = append(found, single(check, Fail, "report this: it holds in a sandbox that asks for every property", "not held in this directory: %s", why)...)
		case asked:
			found = append(found, single(check, OK, "", "held: refused what it forbids, in a sandbox of its own and in the one for this directory")...)
		default:
			found = append(found, single(check, OK, "", "held in a sandbox of its own; this policy does not ask for it here")...)
		}
	}
	return found, holds
}

// diagnoseProot checks each property against what proot declares.
func (x *Examination) diagnoseProot(own Backend) (found []Diagnosis) {
	declared := runner.Declared(runner.Proot)
	for _, p := range own.Held {
		found = append(found, single("proot "+string(p), OK, "", "held in a sandbox of its own")...)
	}
	for _, m := range own.Missing {
		state, hint := Warn, "" // proot says so itself, and no policy counts it as a sandbox
		if slices.Contains(declared, m.Property) {
			state, hint = Fail, "shimgen sandbox status"
		}
		found = append(found, single("proot "+string(m.Property), state, hint, "not held: %s", m.Reason)...)
	}
	return found
}

// refusal returns why a backend could not start, if all its properties fail for the same
// reason.
func (s Backend) refusal() (why string, refused bool) {
	if s.Error != "" {
		return s.Error, true
	}
	if len(s.Held) > 0 || len(s.Missing) == 0 {
		return "", false
	}
	first := s.Missing[0].Reason
	return first, !slices.ContainsFunc(s.Missing, func(m MissingProperty) bool { return m.Reason != first })
}
