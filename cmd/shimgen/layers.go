package main

import (
	"fmt"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
)

// A layer is one of those that hold the commands of an agent, and what it holds now.
type layer struct {
	Name     string    `json:"name"`
	Enforced bool      `json:"enforced"`
	Reason   string    `json:"reason"`
	Fix      string    `json:"fix,omitempty"`
	state    condition // sound is as the policy wants it
}

// layers are those of a session. meets says that what is started from here meets the shims,
// and install how it would.
func layers(s *runner.Session, meets bool, install string) []layer {
	confined := s.Confine("") != runner.NoSandbox
	return []layer{
		{"rules", true, fmt.Sprintf("%d rules, by check, exec, hooks and shims", s.Policy.Rules.Len()), "", sound},
		shimLayer(meets, install),
		pathLayer(confined),
		sandboxLayer(s, confined),
		networkLayer(s.Policy.Network.Mode, confined),
	}
}

// confining is how a command gets a sandbox.
const confining = "shimgen exec --sandbox native"

func shimLayer(meets bool, install string) layer {
	if meets {
		return layer{"path shims", true, "for programs that are looked up on PATH", "", sound}
	}
	return layer{"path shims", false, "what is started from here meets none, what exec starts does", install, doubtful}
}

func pathLayer(confined bool) layer {
	if confined {
		return layer{"paths", true, "in what commands say, and below exec and mcp in what programs open", "", sound}
	}
	return layer{"paths", true, "in what commands say; what a program opens by itself only a sandbox holds", confining, sound}
}

func sandboxLayer(s *runner.Session, confined bool) layer {
	switch {
	case !runner.CanConfine() && s.Policy.Sandbox == policy.Required:
		return layer{"sandbox", false, "the policy requires one, and none is built for this system: exec refuses", "a policy for this system must not require one", broken}
	case s.Machine.Mac:
		return layer{"sandbox", false, "exec uses Seatbelt where it is asked for, which nobody has tried on a Mac yet", "shimgen exec --sandbox seatbelt", sound}
	case !runner.CanConfine():
		return layer{"sandbox", false, "none is built for this system", "", sound}
	case s.Policy.Sandbox == policy.Required:
		return layer{"sandbox", true, "the policy requires one, and exec and mcp use it; what a shim starts outside exec has none", "shimgen exec", doubtful}
	case confined && s.Policy.Sandbox == policy.Auto:
		return layer{"sandbox", true, "exec and mcp use one where it can be set up, for writes and some secrets, and run without it elsewhere; what a shim starts outside exec has none", "", sound}
	case confined:
		return layer{"sandbox", true, "exec and mcp use one; what a shim starts outside exec has none", "", sound}
	}
	return layer{"sandbox", false, "none is used unless exec is asked for one", confining, sound}
}

func networkLayer(mode policy.Mode, confined bool) layer {
	const name = "network"
	switch {
	case mode == policy.Full:
		return layer{name, true, "mode full: every host may be talked to", "", sound}
	case confined && mode == policy.AllowList:
		return layer{name, true, "mode allowlist: judged in URLs and arguments; below exec and mcp no host is reached at all, elsewhere all are", "", doubtful}
	case confined:
		return layer{name, true, fmt.Sprintf("mode %s: judged in URLs and arguments, and held by the sandbox below exec and mcp, nowhere else", mode), "", doubtful}
	}
	return layer{name, false, fmt.Sprintf("mode %s: judged in URLs and arguments, not enforced on connections, which only a sandbox does", mode), confining, doubtful}
}

// said is a layer as one line.
func (l layer) said() string {
	if l.Enforced {
		return "enforced: " + l.Reason
	}
	return "not enforced: " + l.Reason
}

// checkLayers says which of the layers are enforced.
func (x *examination) checkLayers() []diagnosis {
	if x.session == nil {
		return one("rules", broken, "mend the policy", "not enforced: without a policy everything is refused")
	}
	var found []diagnosis
	for _, l := range layers(x.session, len(x.status.Generated) > 0 && x.status.OnPath, x.install(" --shell-init")) {
		found = append(found, diagnosis{l.Name, l.state, l.said(), l.Fix})
	}
	return found
}
