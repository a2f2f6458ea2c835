package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grant"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/proot"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandboxnet"
	"github.com/agent-loop/shimgen/shellscript"
	"github.com/agent-loop/shimgen/terminal"
	"github.com/agent-loop/shimgen/trail"
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

// Job says how to run a permitted command.
type Job struct {
	Text          string        // the command as it was asked for, for the record
	Timeout       time.Duration // 0 means none
	Sandbox       Sandbox
	Named         bool               // use no other sandbox if Sandbox cannot be set up
	Held          bool               // enforce all that the sandbox can, as if the policy required one
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

// grace is the time between SIGTERM and SIGKILL.
const grace = 300 * time.Millisecond

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

// Run runs what was permitted and returns its exit status, or 128 plus the signal's number if a
// signal ended it. The command gets the caller's standard streams, and Run forwards signals.
// When the time is up, Run ends the command with all descendants that have not detached
// themselves, and the error is ErrTimeout.
//
// On a terminal the command stays in the caller's process group, so that the terminal's keys
// and the shell's job control work as for any program. Elsewhere it gets a process group of its
// own, which ends as a whole. With the job's Terminal set, it gets a session and a terminal of
// its own, and ends when the caller's terminal is gone.
func (s *Session) Run(p permit.Permit, j Job) (int, error) {
	c, err := s.command(p, j)
	if err != nil {
		return 0, err
	}
	defer c.remove()
	if err := c.attach(j.Terminal); err != nil {
		return 0, err
	}
	defer c.detach()
	heard, err := c.listen()
	if err != nil {
		return 0, err
	}
	restore := host.Modes(0)
	signals := make(chan os.Signal, 8)
	c.forwardTo(signals)
	defer signal.Stop(signals)
	started := time.Now()
	if err = c.start(); err == nil {
		err = c.connect()
	}
	if err != nil {
		heard.end()
		return 0, err
	}
	err = c.wait(context.Background(), j.Timeout, signals)
	c.detach()
	isLate := errors.Is(err, limit.ErrTimeout)
	if _, over := limit.Of(err); over {
		restore() // the command was killed before it could restore the terminal's modes
	}
	status, said := exitStatus(c.ProcessState), heard.end()
	if c.sandbox == Proot {
		status, said = proot.Status(status, said), ""
	}
	s.checkChild(c)
	if began := c.startError(); began != nil && err == nil && status < 128 { // a later kill may have a status of 128 or more
		return 0, began
	}
	took := time.Since(started)
	if err == nil {
		err = limit.Reached(c.limits, status, said)
	}
	s.reportDenials(c, said)
	s.recordOutcome(p, c, audit.Outcome{Exit: status, TimedOut: isLate, Duration: took})
	return status, err
}

// onTerminal reports whether one of the standard streams is a terminal.
func onTerminal() bool {
	return host.IsTerminal(0) || host.IsTerminal(1) || host.IsTerminal(2)
}

// signalsToForward returns the signals to forward. Ignored signals stay ignored, by the command too.
func signalsToForward() []os.Signal {
	var signals []os.Signal
	for _, sig := range forwardedSignals {
		if !signal.Ignored(sig) {
			signals = append(signals, sig)
		}
	}
	return signals
}

// A child is a program to start, and what was prepared for it.
type child struct {
	*exec.Cmd
	run      uint64 // the decision's id
	sandbox  Sandbox
	inside   sandbox.Plan
	box      *sandbox.Box
	names    *protect.Record      // Plan.names
	record   string               // the file that holds names, if there are any
	other    func() (Plan, error) // Plan.other
	signals  chan<- os.Signal     // where to receive the signals to forward; nil means nowhere
	taken    []os.Signal          // the signals to forward
	refused  error                // errors of sandboxes that could not be set up
	files    *sandbox.Descriptors
	out      *sandboxnet.Proxy
	limits   policy.Limits
	terminal *terminal.Terminal // the command's own terminal; nil means none
	gone     <-chan struct{}    // closed when the caller's terminal is gone
	ended    chan struct{}      // closed by remove
	remove   func()
	words    int    // Plan.commandWords
	sh       string // a shell that exists inside proot
}

// command returns the child for a permit, without its standard streams. Its remove function
// removes what was prepared for it.
func (s *Session) command(p permit.Permit, j Job) (*child, error) {
	if err := s.mayStart(); err != nil {
		return nil, err
	}
	remove, err := s.prepare(s.runDir(p), j)
	if err != nil {
		return nil, err
	}
	plan, err := s.Plan(p, j)
	if err == nil && plan.Sandbox == Seatbelt && !s.Machine.Mac {
		err = MissingBackendError{sandbox.Unavailable{Backend: string(Seatbelt), Err: sandbox.ErrNotMac}, "with --dry-run its profile is printed here, too"}
	}
	if err != nil {
		remove()
		return nil, err
	}
	if plan.Sandbox == Proot {
		if err := s.tryProot(plan, s.runDir(p), j.Unaccelerated); err != nil {
			remove()
			return nil, err
		}
	}
	c := &child{words: plan.commandWords, sh: s.shellInside(), run: trail.ParseID(p.Decision()), sandbox: plan.Sandbox, inside: plan.inside, box: plan.box, names: plan.names, other: plan.other, out: plan.out, limits: s.Policy.Limits, ended: make(chan struct{})}
	releaseGrant := func() {}
	if plan.Sandbox == NoSandbox || plan.other != nil {
		releaseGrant = grant.Hold(j.Grant.Below(p.Argv(), s.realDir(p.Dir())))
	}
	c.remove = func() { close(c.ended); releaseGrant(); remove() }
	c.Cmd = &exec.Cmd{Path: plan.Path, Args: plan.Argv, Env: plan.Env, Dir: plan.Dir}
	if plan.Dir == permit.Nowhere {
		c.Dir = "" // the directory of this process
	}
	if c.names != nil {
		c.record = filepath.Join(s.runDir(p), recordName)
		if err := keepRecord(c.record, c.names, j.Timeout); err != nil {
			c.remove()
			return nil, err
		}
	}
	if j.Script.Opened() {
		c.ExtraFiles = []*os.File{j.Script.File()}
	}
	if err := launch.CheckUnchanged(j.Script.Held()); err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// forwardTo sends the signals to forward to a channel.
func (c *child) forwardTo(signals chan<- os.Signal) {
	c.signals, c.taken = signals, signalsToForward()
	if len(c.taken) == 0 {
		c.signals = nil // an empty list would mean all signals
	}
	c.resumeSignals()
}

// resumeSignals makes this process receive the signals to forward.
func (c *child) resumeSignals() {
	if c.signals != nil {
		signal.Notify(c.signals, c.taken...)
	}
}

// start starts the child in its sandbox.
func (c *child) start() error {
	switch {
	case c.sandbox == Proot:
		if err := closeOnExec(); err != nil { // an open directory would lead out of the sandbox
			return err
		}
		c.endProot()
		return c.inside.Start(c.launch, c.ended)
	case c.sandbox.usesBox():
		return c.startConfined()
	}
	return c.launch()
}

// startConfined starts the child in its sandbox, or in the next one if that cannot be set up.
// Until then nothing has run, and the next one is as strong.
func (c *child) startConfined() error {
	if len(c.ExtraFiles) == 0 {
		c.ExtraFiles = []*os.File{nil}
	}
	files := c.ExtraFiles
	err := c.startIn(files)
	for err != nil && errors.Is(err, sandbox.ErrDidNotStart) && c.other != nil {
		next, cannot := c.other()
		if cannot != nil {
			var absent MissingBackendError
			if errors.As(cannot, &absent) {
				return MissingBackendError{fmt.Errorf("%w; %w", err, cannot), absent.Hint}
			}
			return fmt.Errorf("%w; %w", err, cannot)
		}
		c.inside, c.other, c.sandbox = next.inside, next.other, next.Sandbox
		if next.Sandbox == NoSandbox {
			return c.startBare(next, files)
		}
		c.box, c.names, c.out = next.box, next.names, next.out
		before := c.Cmd
		c.Cmd = &exec.Cmd{Path: next.Path, Args: next.Argv, Env: next.Env, Dir: before.Dir, Stdin: before.Stdin, Stdout: before.Stdout, Stderr: before.Stderr, SysProcAttr: before.SysProcAttr}
		c.refused = err
		if err = c.startIn(files); err != nil {
			err = fmt.Errorf("%w; %w", c.refused, err)
		}
	}
	return err
}

// startBare starts the child without a sandbox, if the policy accepts that. As for any unconfined
// command, protected names that it makes are its user's business: nothing kept it from making them.
func (c *child) startBare(next Plan, files []*os.File) error {
	before := c.Cmd
	c.Cmd = &exec.Cmd{Path: next.Path, Args: next.Argv, Env: next.Env, Dir: before.Dir, Stdin: before.Stdin, Stdout: before.Stdout, Stderr: before.Stderr, SysProcAttr: before.SysProcAttr}
	c.sandbox, c.box, c.out, c.files, c.refused, c.ExtraFiles = NoSandbox, nil, nil, nil, nil, files
	if c.names = nil; c.record != "" {
		_ = os.Remove(c.record) // the next run would check against it, if this one is killed
	}
	return c.launch()
}

// startIn starts a sandbox with its own descriptors and nothing that this process has
// inherited: an open directory would lead out of it. If the sandbox can tell, startIn returns
// only when the command is about to start.
func (c *child) startIn(files []*os.File) (err error) {
	if c.files, err = c.inside.Open(); err != nil {
		return err
	}
	c.ExtraFiles = append(files[:len(files):len(files)], c.files.Child...)
	if err = closeOnExec(); err == nil {
		if c.signals != nil && c.sandbox != Native { // Native ignores them itself, so that none is lost in between
			signal.Ignore(c.taken...) // the command gets the signals; the sandbox's own processes must outlive it
		}
		if err = c.launch(); err != nil {
			err = fmt.Errorf("%w: %w", sandbox.ErrDidNotStart, err)
		}
		c.resumeSignals()
	}
	if err != nil {
		c.files.CloseChildEnds()
		return err
	}
	if err = c.files.Ready(); err != nil {
		_ = c.Process.Kill() // it has ended, or hangs
		_ = c.Wait()         // its exit status says no more than err
	}
	return err
}

// startError returns, after the child has ended, why its sandbox did not start the command.
func (c *child) startError() error {
	if c.files == nil {
		return nil
	}
	err := c.files.Began()
	if err != nil && c.refused != nil {
		return fmt.Errorf("%w; %w", c.refused, err)
	}
	return err
}

// wait waits for the child, forwards signals, and ends it with all its descendants when the
// time is up, the context is done or the caller's terminal is gone.
func (c *child) wait(ctx context.Context, within time.Duration, signals <-chan os.Signal) error {
	var late <-chan time.Time
	if within > 0 {
		timer := time.NewTimer(within)
		defer timer.Stop()
		late = timer.C
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	stop := make(chan struct{})
	defer close(stop)
	over := c.watchLimits(stop)
	for {
		select {
		case sig := <-signals:
			if sig == syscall.SIGTSTP { // only Capture asks for it
				c.stop()
				continue
			}
			c.sendSignal(sig.(syscall.Signal))
		case <-ctx.Done():
			endTree(c.Cmd, done)
			return ctx.Err()
		case <-c.gone:
			endTree(c.Cmd, done)
			return nil
		case <-late:
			endTree(c.Cmd, done)
			return limit.TimedOut(within)
		case err := <-over:
			kill(c.Cmd, done)
			return err
		case err := <-done:
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				return nil
			}
			return err
		}
	}
}

// sendSignal sends a signal to the child: to its process group, if it has one. Otherwise the child is
// in our group, and the terminal has sent SIGINT and SIGQUIT to it already. A sandbox's own
// processes ignore signals, so all descendants get the others.
func (c *child) sendSignal(sig syscall.Signal) {
	switch {
	case isGroup(c.Cmd):
		_ = syscall.Kill(-c.Process.Pid, sig)
	case sig == syscall.SIGINT || sig == syscall.SIGQUIT:
	case c.sandbox.usesBox():
		process.SignalAll(process.Descendants(c.Process.Pid), sig)
	default:
		_ = syscall.Kill(c.Process.Pid, sig)
	}
}

// exitStatus returns the exit status as shells report it.
func exitStatus(st *os.ProcessState) int {
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return st.ExitCode()
}
