package runner

import (
	"errors"
	"fmt"
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// Sandbox names what confines a command.
type Sandbox string

// The backends.
const (
	NoSandbox Sandbox = "none"
	Proot     Sandbox = "proot"
	Bwrap     Sandbox = "bwrap"
	Native    Sandbox = "native"
	Seatbelt  Sandbox = "seatbelt" // of macOS
	Landlock  Sandbox = "landlock"

	// Supervisor enforces as much, but is used only if somebody names it: it relies on our own
	// code where others rely on the kernel.
	Supervisor Sandbox = "supervisor"
)

// strongSandboxes are the sandboxes that satisfy a policy which requires one, in the order in which
// they are tried.
var strongSandboxes = [...]Sandbox{Native, Bwrap, Landlock}

// holds reports whether a sandbox enforces as much as those in strongSandboxes.
func (x Sandbox) holds() bool { return x == Supervisor || slices.Contains(strongSandboxes[:], x) }

// canBind reports whether a sandbox can mount a directory in place of another, writable too.
func (x Sandbox) canBind() bool { return x == Native || x == Bwrap }

// usesBox reports whether a sandbox is set up from a sandbox.Box.
func (x Sandbox) usesBox() bool { return x.holds() || x == Seatbelt }

// errAndroid says why no strong sandbox is even tried on a phone: trying kills the process.
var errAndroid = errors.New("apps on Android cannot make one")

// ErrUnconfined says that the policy requires a sandbox and the command would have none.
var ErrUnconfined = errors.New("the policy requires a sandbox for what exec runs")

// missingProperties returns the properties that a sandbox does not enforce.
func (x Sandbox) missingProperties() []sandbox.Property {
	var holds []sandbox.Property
	switch x {
	case Proot:
		holds = sandbox.Proot{}.Holds()
	case Seatbelt:
		holds = sandbox.Seatbelt{}.Holds()
	default:
		return nil
	}
	return slices.DeleteFunc(sandbox.All(), func(p sandbox.Property) bool { return slices.Contains(holds, p) })
}

// checkConfined refuses a job without a sandbox if the policy requires one, and a job with a sandbox
// that this system cannot have. Proot and Seatbelt do not satisfy such a policy: under proot a
// command can write to all that it sees, reach every network and outlive the run; Seatbelt does
// not end processes that the command leaves.
func (s *Session) checkConfined(j Job) error {
	if s.phone && j.Sandbox.holds() && j.Sandbox != Supervisor {
		return MissingBackendError{sandbox.Unavailable{Backend: string(j.Sandbox), Err: errAndroid}, "exec --sandbox supervisor holds as much by tracing what runs, which nobody has tried on a phone; exec --sandbox proot hides files and holds nothing else"}
	}
	if s.byLinker && (j.Sandbox == Supervisor || j.Sandbox == Proot) {
		return cannotStart(j.Sandbox)
	}
	if s.Policy.Sandbox != policy.Required || j.Sandbox.holds() {
		return nil
	}
	if !sandbox.HasProot {
		return MissingBackendError{ErrUnconfined, "none is built for this system: a policy for it must not require one"}
	}
	if lacks := j.Sandbox.missingProperties(); len(lacks) > 0 {
		return MissingBackendError{fmt.Errorf("%w: %s does not hold %s", ErrUnconfined, j.Sandbox, sandbox.Names(lacks)), s.confinementHint()}
	}
	return MissingBackendError{ErrUnconfined, s.confinementHint()}
}

// confinementHint says how to run the command in a sandbox that is strong enough here.
func (s *Session) confinementHint() string {
	if s.phone {
		return "exec --sandbox supervisor"
	}
	return "leave --sandbox out: native is taken, bwrap or landlock"
}

// errNotExecuted is why no sandbox works in Termux from Google Play: Android executes the app's
// own files there only by its linker, and no sandbox starts programs that way.
var errNotExecuted = errors.New("this build of Termux cannot execute its own files")

func cannotStart(kind Sandbox) error {
	return MissingBackendError{sandbox.Unavailable{Backend: string(kind), Err: errNotExecuted}, "install Termux from its releases at github.com/termux or from F-Droid"}
}

// Confine returns the sandbox for a job: the one that was asked for, else the policy's.
func (s *Session) Confine(asked Sandbox) Sandbox {
	switch {
	case asked != "":
		return asked
	case s.Policy.Sandbox == policy.Unconfined, s.Policy.Sandbox == policy.Auto && !s.mayConfine():
		return NoSandbox
	}
	return strongSandboxes[0]
}

// mayConfine reports whether trying a sandbox makes sense: this system has backends, and the
// usual directory for temporary files.
func (s *Session) mayConfine() bool {
	return CanConfine() && !s.phone && host.CheckDirectory(s.Machine.Temp[0]) == nil
}
