package doctor

import (
	"fmt"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
)

// Layer is a mechanism that restricts an agent's commands, and whether it is enforced
// now.
type Layer struct {
	Name     string    `json:"name"`
	Enforced bool      `json:"enforced"`
	Reason   string    `json:"reason"`
	Fix      string    `json:"fix,omitempty"`
	state    Condition // OK if the policy wants it so
}

// Layers are the layers of a session. shimmed says that programs started from here meet
// the shims; install is the command line that would install the shims.
func Layers(s *runner.Session, shimmed bool, install string) []Layer {
	confined := s.Confine("") != runner.NoSandbox
	return []Layer{
		{"rules", true, fmt.Sprintf("%d rules, by check, exec, hooks and shims", s.Policy.Rules.Len()), "", OK},
		shimLayer(shimmed, install),
		pathLayer(s, confined),
		sandboxLayer(s, confined),
		networkLayer(s, confined),
	}
}

// confining returns the command line that runs a command in a sandbox.
func confining(s *runner.Session) string {
	if s.Phone() {
		return "shimgen exec --sandbox supervisor"
	}
	return "shimgen exec --sandbox native"
}

func shimLayer(shimmed bool, install string) Layer {
	if shimmed {
		return Layer{"path shims", true, "for programs that are looked up on PATH", "", OK}
	}
	return Layer{"path shims", false, "programs started from here are not shimmed; those that exec starts are", install, Warn}
}

func pathLayer(s *runner.Session, confined bool) Layer {
	if confined {
		return Layer{"paths", true, "in command texts, and below exec and mcp in what programs open", "", OK}
	}
	return Layer{"paths", true, "in command texts; only a sandbox restricts what a program opens by itself", confining(s), OK}
}

func sandboxLayer(s *runner.Session, confined bool) Layer {
	switch {
	case !runner.CanConfine() && s.Policy.Sandbox == policy.Required:
		return Layer{"sandbox", false, "the policy requires one, but none exists for this system: exec refuses", "a policy for this system must not require one", Fail}
	case s.Machine.Mac:
		return Layer{"sandbox", false, "exec uses Seatbelt on request; nobody has tried it on a Mac yet", "shimgen exec --sandbox seatbelt", OK}
	case !runner.CanConfine():
		return Layer{"sandbox", false, "none exists for this system", "", OK}
	case s.Policy.Sandbox == policy.Required:
		return Layer{"sandbox", true, "the policy requires one, and exec and mcp use it; programs that a shim starts outside exec have none", "shimgen exec", Warn}
	case confined && s.Policy.Sandbox == policy.Auto:
		return Layer{"sandbox", true, "exec and mcp use one where it can be set up, for writes and some secrets, and run without it elsewhere; programs that a shim starts outside exec have none", "", OK}
	case confined:
		return Layer{"sandbox", true, "exec and mcp use one; programs that a shim starts outside exec have none", "", OK}
	}
	return Layer{"sandbox", false, "none, unless exec is asked for one", confining(s), OK}
}

func networkLayer(s *runner.Session, confined bool) Layer {
	const name = "network"
	mode, fix := s.Policy.Network.Mode, confining(s)
	switch {
	case mode == policy.Full:
		return Layer{name, true, "mode full: all hosts allowed", "", OK}
	case confined && mode == policy.AllowList:
		return Layer{name, true, "mode allowlist: judged in URLs and arguments, and enforced on connections below exec and mcp only, by the sandboxes native, landlock and supervisor", "", Warn}
	case confined:
		return Layer{name, true, fmt.Sprintf("mode %s: judged in URLs and arguments; enforced on connections by the sandbox below exec and mcp only", mode), "", Warn}
	}
	return Layer{name, false, fmt.Sprintf("mode %s: judged in URLs and arguments; only a sandbox would enforce it on connections", mode), fix, Warn}
}

// String formats a layer as one line.
func (l Layer) String() string {
	if l.Enforced {
		return "enforced: " + l.Reason
	}
	return "not enforced: " + l.Reason
}

// checkLayers says which layers are enforced.
func (x *Examination) checkLayers() []Diagnosis {
	if x.session == nil {
		return single("rules", Fail, "fix the policy", "not enforced: without a policy everything is refused")
	}
	var found []Diagnosis
	for _, l := range Layers(x.session, len(x.status.Generated) > 0 && x.status.OnPath, x.install(" --shell-init")) {
		found = append(found, Diagnosis{l.Name, l.state, l.String(), l.Fix})
	}
	return found
}
