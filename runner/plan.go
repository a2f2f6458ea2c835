package runner

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grant"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandboxnet"
	"github.com/agent-loop/shimgen/shellscript"
)

// Job says how to run a permitted command.
type Job struct {
	Text          string        // the command as it was asked for, for the record
	Timeout       time.Duration // 0 means none
	Sandbox       Sandbox
	Named         bool               // use no other sandbox if Sandbox cannot be set up
	FullBox       bool               // enforce all that the sandbox can, as if the policy required one
	Mask          bool               // proot: hide secrets in the live tree instead of building a root from nothing
	FakeRoot      bool               // proot: the command believes that it is root
	Unaccelerated bool               // proot: without its seccomp acceleration, with which some kernels hang
	Show          []string           // directories to show inside the sandbox
	Home          string             // a directory to use as home in the sandbox; "" means none
	Copy          string             // a copy to use as the work directory in the sandbox; "" means none
	Net           bool               // the network is narrower than the policy's: see Session.Narrow
	ReadOnly      []string           // paths that must not be written, although they lie where writing is allowed
	Stdin         *os.File           // for Capture; nil means empty
	Signals       bool               // Capture forwards the signals that Run forwards
	Temp          string             // the directory to use as /tmp in a sandbox; "" means one that is removed with the run
	Deferred      []guard.Finding    // findings that the decision deferred to shims
	Reads         bool               // the decision found that the command only reads
	Grant         grant.Commands     // what a person said yes to
	Script        shellscript.Script // an opened script, which the argument vector names by its descriptor
	Terminal      bool               // Run gives the command a terminal of its own, if it is started from one
	Fresh         bool               // the command starts in a new directory, which is its home and is removed with the run

	Stdout, Stderr io.Writer // for Capture: get the output as it comes, too; nil means none
}

// Plan is exactly what would be executed.
type Plan struct {
	Path string   `json:"path"` // the program
	Argv []string `json:"argv"`
	Env  []string `json:"env"`
	Dir  string   `json:"working_dir"`

	Sandbox Sandbox `json:"sandbox"`

	// Inside is the command that the sandbox starts, if the sandbox reads it from a descriptor.
	Inside []string `json:"inside,omitempty"`

	names *protect.Record   // the protected names below writable places before the run
	box   *sandbox.Box      // what the command may touch; nil without a box
	out   *sandboxnet.Proxy // serves the network, if the policy has a list of hosts

	// Transport says how system calls reach a supervisor; "" without one.
	Transport string

	inside       sandbox.Plan         // for a backend of package sandbox
	other        func() (Plan, error) // the plan to fall back to if this one cannot be set up; nil means none
	fresh        bool                 // Job.Fresh
	commandWords int                  // with proot: how many words at the end of Argv belong to the command
}

// Plan returns what Run would execute. It starts nothing, except proot --help for a job with
// proot.
func (s *Session) Plan(p permit.Permit, j Job) (Plan, error) {
	_, release := s.runs().HoldCaches() // a run that ends meanwhile must not remove caches that this plan mounts
	defer release()
	argv := p.Argv()
	if len(argv) == 0 {
		return Plan{}, launch.ErrNoPermit
	}
	if err := cmp.Or(s.checkConfined(j), j.needsSandbox(), s.credentialErr); err != nil {
		return Plan{}, err
	}
	plan := Plan{Argv: argv, Env: s.childEnv(), Dir: p.Dir(), Sandbox: cmp.Or(j.Sandbox, NoSandbox), fresh: j.Fresh}
	if j.Sandbox == Proot {
		return s.prootPlan(p, plan, j)
	}
	var err error
	if plan.Path, err = s.find(argv[0]); err != nil {
		return Plan{}, err
	}
	if grammar.FindsItself(argv[0]) {
		argv[0] = plan.Path // a program that looks for itself by its bare name would find its shim
	}
	if j.Sandbox.usesBox() {
		return s.boxPlan(p, plan, j)
	}
	if j.Fresh {
		plan.startIn(filepath.Join(s.runDir(p), rundir.Temp))
	}
	return plan, nil
}

// find returns the file of a program: a path as it is; for a name, the first file on PATH that
// is not a shim.
func (s *Session) find(name string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	path, ok := gate.Find(name, s.env.value("PATH"), s.Root)
	if !ok {
		return "", launch.NotFoundError{Name: name}
	}
	return path, nil
}

// ShellPath returns the shell that runs shell source: bash, or sh if there is no bash.
func (s *Session) ShellPath() string {
	for _, name := range []string{"bash", "sh"} {
		if path, err := s.find(name); err == nil {
			return path
		}
	}
	return "sh"
}

// childEnv returns the environment with the shims first on PATH.
func (s *Session) childEnv() []string {
	env := make([]string, 0, len(s.env)+1)
	for _, pair := range s.env {
		if !strings.HasPrefix(pair, "PATH=") {
			env = append(env, pair)
		}
	}
	path := s.shims()
	for _, dir := range filepath.SplitList(s.env.value("PATH")) {
		if dir != "" && dir != s.shims() {
			path += ":" + dir
		}
	}
	return append(env, "PATH="+path)
}
