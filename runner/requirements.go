package runner

import (
	"errors"
	"fmt"

	"github.com/agent-loop/shimgen/confinement"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/proot"
)

// network is the flag that narrows the network of one command.
const network = "--net"

// cutOff is the text of a violation if somebody other than the policy has taken the network
// away.
type cutOff struct{ policy, fix string }

// Narrow narrows the network of the session's commands. A wider mode than the policy's is an
// error. Jobs of the session must set Net.
func (s *Session) Narrow(to policy.Mode) error {
	if is := s.Policy.Network.Mode; to > is {
		return fmt.Errorf("%s %s: the policy has network.mode = %q, and a flag cannot loosen that", network, to, is)
	}
	s.Policy.NarrowNetwork(to)
	s.cutOff = cutOff{network + " " + to.String(), "let the user start it without " + network}
	return nil
}

// needsSandbox refuses a job whose options need a sandbox that it does not have.
func (j Job) needsSandbox() error {
	flag := ""
	switch {
	case (j.FakeRoot || j.Unaccelerated) && j.Sandbox != Proot:
		return errors.New("--proot-fake-root and --proot-no-seccomp are for --sandbox proot")
	case j.Copy != "":
		flag = confinement.Review
	case j.Home != "":
		flag = confinement.RedirectHome
	case len(j.ReadOnly) > 0:
		flag = confinement.ReadOnly
	case j.Net:
		flag = network
	default:
		return nil
	}
	switch {
	case j.Sandbox == NoSandbox || j.Sandbox == "":
		return fmt.Errorf("%s: only a sandbox can do that, and the command would run without one", flag)
	case j.Copy != "" && !j.Sandbox.canBind():
		return fmt.Errorf("%s: %s cannot put a copy in the place of the work directory; native and bwrap can", confinement.Review, j.Sandbox)
	case j.Sandbox == Proot && len(j.ReadOnly) > 0:
		return fmt.Errorf("%s: %w", confinement.ReadOnly, proot.ErrReadOnly)
	case j.Sandbox == Proot && j.Net:
		return fmt.Errorf("%s: proot holds nobody off the network", network)
	case j.Sandbox == Seatbelt && j.Home != "":
		return fmt.Errorf("%s: seatbelt puts nothing in the place of another", confinement.RedirectHome)
	}
	return nil
}
