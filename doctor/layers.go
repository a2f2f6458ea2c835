package doctor

import (
	"fmt"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
)

// Layer is one of the mechanisms that restrict an agent's commands, and whether it is
// enforced now.
type Layer struct {
	Name     string    `json:"name"`
	Enforced bool      `json:"enforced"`
	Reason   string    `json:"reason"`
	Fix      string    `json:"fix,omitempty"`
	state    Condition // OK is as the policy wants it
}

// Layers are the layers of a session. shimmed says that programs started from here meet the
// shims; install is the command line that would put the shims there.
func Layers(s *runner.Session, shimmed bool, install string) []Layer {
	confined := s.Confine("") != runner.NoSandbox
	return []Layer{
		{"rules", true, fmt.Sprintf("%d rules, by check, exec, hooks and shims", s.Policy.Rules.Len()), "", OK},
		shimLayer(shimmed, install),
		pathLayer(confined),
		sandboxLayer(s, confined),
		networkLayer(s.Policy.Network.Mode, confined),
	}
}

// confining is how a command gets a sandbox.
const confining = "shimgen exec --sandbox native"

func shimLayer(shimmed bool, install string) Layer {
	if shimmed {
		return Layer{"path shims", true, "for programs that are looked up on PATH", "", OK}
	}
	return Layer{"path shims", false, "what is started from here is not shimmed, what exec starts is", install, Warn}
}

func pathLayer(confined bool) Layer {
	if confined {
		return Layer{"paths", true, "in what commands say, and below exec and mcp in what programs open", "", OK}
	}
	return Layer{"paths", true, "in what commands say; what a program opens by itself only a sandbox holds", confining, OK}
}

func sandboxLayer(s *runner.Session, confined bool) Layer {
	switch {
	case !runner.CanConfine() && s.Policy.Sandbox == policy.Required:
		return Layer{"sandbox", false, "the policy requires one, and none is built for this system: exec refuses", "a policy for this system must not require one", Fail}
	case s.Machine.Mac:
		return Layer{"sandbox", false, "exec uses Seatbelt where it is asked for, which nobody has tried on a Mac yet", "shimgen exec --sandbox seatbelt", OK}
	case !runner.CanConfine():
		return Layer{"sandbox", false, "none is built for this system", "", OK}
	case s.Policy.Sandbox == policy.Required:
		return Layer{"sandbox", true, "the policy requires one, and exec and mcp use it; what a shim starts outside exec has none", "shimgen exec", Warn}
	case confined && s.Policy.Sandbox == policy.Auto:
		return Layer{"sandbox", true, "exec and mcp use one where it can be set up, for writes and some secrets, and run without it elsewhere; what a shim starts outside exec has none", "", OK}
	case confined:
		return Layer{"sandbox", true, "exec and mcp use one; what a shim starts outside exec has none", "", OK}
	}
	return Layer{"sandbox", false, "none is used unless exec is asked for one", confining, OK}
}

func networkLayer(mode policy.Mode, confined bool) Layer {
	const name = "network"
	switch {
	case mode == policy.Full:
		return Layer{name, true, "mode full: all hosts allowed", "", OK}
	case confined && mode == policy.AllowList:
		return Layer{name, true, "mode allowlist: judged in URLs and arguments, and held by the sandbox native below exec and mcp, nowhere else", "", Warn}
	case confined:
		return Layer{name, true, fmt.Sprintf("mode %s: judged in URLs and arguments, and held by the sandbox below exec and mcp, nowhere else", mode), "", Warn}
	}
	return Layer{name, false, fmt.Sprintf("mode %s: judged in URLs and arguments, not enforced on connections, which only a sandbox does", mode), confining, Warn}
}

// String is a layer as one line.
func (l Layer) String() string {
	if l.Enforced {
		return "enforced: " + l.Reason
	}
	return "not enforced: " + l.Reason
}

// checkLayers says which of the layers are enforced.
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
