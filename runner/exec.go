package runner

import (
	"cmp"
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
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandboxnet"
	"github.com/agent-loop/shimgen/shellscript"
	"github.com/agent-loop/shimgen/terminal"
	"github.com/agent-loop/shimgen/trail"
)

// Sandbox names what confines a command.
type Sandbox string

// The backends there are.
const (
	NoSandbox Sandbox = "none"
	Proot     Sandbox = "proot"
	Bwrap     Sandbox = "bwrap"
	Native    Sandbox = "native"
	Seatbelt  Sandbox = "seatbelt" // of macOS
	Landlock  Sandbox = "landlock"

	// Supervisor holds as much, and is taken only where it is named: nothing but our own code
	// stands behind it.
	Supervisor Sandbox = "supervisor"
)

// holding are the sandboxes that hold what a policy asks for when it requires one, in the
// order in which they are tried.
var holding = [...]Sandbox{Native, Bwrap, Landlock}

// holds reports whether a sandbox holds as much as one of those.
func (x Sandbox) holds() bool { return x == Supervisor || slices.Contains(holding[:], x) }

// binds reports whether a sandbox can put a directory in the place of another, for reading and
// writing alike.
func (x Sandbox) binds() bool { return x == Native || x == Bwrap }

// boxes reports whether a sandbox is made from a box of package sandbox.
func (x Sandbox) boxes() bool { return x.holds() || x == Seatbelt }

// Job says how a permitted command is run.
type Job struct {
	Text          string        // how it was asked for, for the record
	Timeout       time.Duration // 0 is none
	Sandbox       Sandbox
	Named         bool               // no other is to be tried where Sandbox cannot be set up
	Held          bool               // the sandbox must hold all that it can, as where the policy requires one
	Mask          bool               // proot: hide secrets on the live tree instead of an empty root
	FakeRoot      bool               // proot: the command believes that it is root
	Unaccelerated bool               // proot: without seccomp's help, with which some kernels hang
	Show          []string           // directories to show inside the sandbox
	Home          string             // a directory that takes the place of home in the sandbox; "" is none
	Copy          string             // a copy of the work directory that takes its place in the sandbox; "" is none
	Net           bool               // its network is narrower than the policy's: see Session.Narrow
	ReadOnly      []string           // what cannot be written in the sandbox although it lies where that can
	Stdin         *os.File           // for Capture; nil is nothing
	Signals       bool               // Capture hands on the signals that Run does
	Temp          string             // the directory that a sandbox has for /tmp; "" for one that goes with the command
	Deferred      []guard.Finding    // that the decision left to shims
	Reads         bool               // the decision found that it does nothing but read
	Grant         grant.Commands     // what a person has said yes to
	Script        shellscript.Script // opened, and named in the argument vector by ChildFD
	Terminal      bool               // Run gives it a terminal of its own, if it is started from one
	Fresh         bool               // it starts in an empty directory that goes with it, and which is its home

	Stdout, Stderr io.Writer // for Capture: get what is printed as it comes, too; nil is none
}

// Plan is exactly what would be executed.
type Plan struct {
	Path string   `json:"path"` // the program
	Argv []string `json:"argv"`
	Env  []string `json:"env"`
	Dir  string   `json:"working_dir"`

	Sandbox Sandbox `json:"sandbox"`

	// Inside is what a sandbox that reads it from a descriptor starts.
	Inside []string `json:"inside,omitempty"`

	names *protect.Record   // what was below where a command in a sandbox may write
	box   *sandbox.Box      // what a command in a sandbox may touch; nil without one
	out   *sandboxnet.Proxy // serves its network, where there is a list of hosts

	// Transport is how system calls come to a supervisor, "" where there is none.
	Transport string

	inside sandbox.Plan         // where a backend of that package starts it
	other  func() (Plan, error) // the plan to try where this one cannot be set up; nil is none
	fresh  bool                 // of the job
	own    int                  // with proot: how many words at the end of Argv are the command's
}

// grace is how long a group has between SIGTERM and SIGKILL.
const grace = 300 * time.Millisecond

// Plan returns what Run would execute. It starts nothing but, for proot, that
// program's own --help.
func (s *Session) Plan(p permit.Permit, j Job) (Plan, error) {
	_, release := s.runs().HoldCaches() // of a run that ends meanwhile
	defer release()
	argv := p.Argv()
	if len(argv) == 0 {
		return Plan{}, launch.ErrNoPermit
	}
	if err := cmp.Or(s.confined(j), j.needsSandbox(), s.standInErr); err != nil {
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
		argv[0] = plan.Path // by a bare name it would find its shim
	}
	if j.Sandbox.boxes() {
		return s.boxPlan(p, plan, j)
	}
	if j.Fresh {
		plan.startIn(filepath.Join(s.runDir(p), "tmp"))
	}
	return plan, nil
}

// errAndroid is why no sandbox that counts is tried on a phone: trying ends the process.
var errAndroid = errors.New("apps on Android cannot make one")

// ErrUnconfined says that the policy wants a command confined and nothing does.
var ErrUnconfined = errors.New("the policy requires a sandbox for what exec runs")

// lacks are the properties that a sandbox does not even try to hold.
func (x Sandbox) lacks() []sandbox.Property {
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

// confined refuses a job without a sandbox where the policy requires one, and one with a
// sandbox that cannot be there. Proot is none
// that counts: what it starts may write to all that it shows, reach every network and
// outlive the command. Nor is Seatbelt, which does not end what a command leaves.
func (s *Session) confined(j Job) error {
	if s.phone && j.Sandbox.holds() && j.Sandbox != Supervisor {
		return MissingBackendError{sandbox.Unavailable{Backend: string(j.Sandbox), Err: errAndroid}, "exec --sandbox supervisor holds as much by tracing what runs, which nobody has tried on a phone; exec --sandbox proot hides files and holds nothing else"}
	}
	if s.Policy.Sandbox != policy.Required || j.Sandbox.holds() {
		return nil
	}
	if !sandbox.HasProot {
		return MissingBackendError{ErrUnconfined, "none is built for this system: a policy for it must not require one"}
	}
	if lacks := j.Sandbox.lacks(); len(lacks) > 0 {
		return MissingBackendError{fmt.Errorf("%w: %s does not hold %s", ErrUnconfined, j.Sandbox, sandbox.Names(lacks)), "leave --sandbox out: native is taken, bwrap or landlock"}
	}
	return MissingBackendError{ErrUnconfined, "leave --sandbox out: native is taken, bwrap or landlock"}
}

// Confine returns the backend for a job: the one that was asked for, and else the one
// that the policy wants.
func (s *Session) Confine(asked Sandbox) Sandbox {
	switch {
	case asked != "":
		return asked
	case s.Policy.Sandbox == policy.Unconfined, s.Policy.Sandbox == policy.Auto && !s.mayConfine():
		return NoSandbox
	}
	return holding[0]
}

// mayConfine reports whether a sandbox is worth trying: there is one for this system, and
// the directory that all systems have for temporary files.
func (s *Session) mayConfine() bool {
	return CanConfine() && !s.phone && host.CheckDirectory(s.Machine.Temp[0]) == nil
}

// find returns the file of a program: of a path, the path; of a name, the
// first on PATH that is no shim.
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

// ShellPath is the bash that runs shell source, or sh where there is none.
func (s *Session) ShellPath() string {
	for _, name := range []string{"bash", "sh"} {
		if path, err := s.find(name); err == nil {
			return path
		}
	}
	return "sh"
}

// childEnv is the environment with the shims first on PATH.
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

// Run executes what was permitted and returns its exit status, 128 plus the
// signal's number if a signal ended it. Standard streams are the caller's, and
// signals are passed on. When the time is up the command is ended with all processes
// below it that it has not cut loose, and the error is ErrTimeout.
//
// On a terminal the command stays in the caller's process group: the keys that
// interrupt and stop reach it as they do any program, and the shell's job control
// holds both. Elsewhere it gets a group of its own, which ends as a whole. With the job's
// Terminal set it has a session and a terminal of its own there, and ends when the caller's
// terminal is gone.
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
	c.hand(signals)
	defer signal.Stop(signals)
	started := time.Now()
	if err = c.start(); err == nil {
		err = c.connect()
	}
	if err != nil {
		heard.end()
		return 0, err
	}
	err = c.wait(j.Timeout, signals)
	c.detach()
	isLate := errors.Is(err, limit.ErrTimeout)
	if _, over := limit.Of(err); over {
		restore() // it had no time to do so itself
	}
	status, said := exitStatus(c.ProcessState), heard.end()
	if c.sandbox == Proot {
		status, said = proot.Status(status, said), ""
	}
	s.checkChild(c)
	if began := c.began(); began != nil && err == nil && status < 128 { // who killed it may have done so later
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

// untaken are the signals that a command is to get in our place. Those that are ignored
// stay so, for the command too.
func untaken() []os.Signal {
	var signals []os.Signal
	for _, sig := range forwardedSignals {
		if !signal.Ignored(sig) {
			signals = append(signals, sig)
		}
	}
	return signals
}

// A child is a program that is about to be started, and what was made for it.
type child struct {
	*exec.Cmd
	run     uint64 // the id of the decision
	sandbox Sandbox
	inside  sandbox.Plan
	box     *sandbox.Box
	names   *protect.Record      // of Plan
	other   func() (Plan, error) // of Plan
	signals chan<- os.Signal     // where those go that the command is to get in our place; nil is nowhere
	taken   []os.Signal          // which
	refused error                // what was said of sandboxes that could not be set up
	files   *sandbox.Descriptors
	out     *sandboxnet.Proxy
	limits  policy.Limits
	own     *terminal.Terminal // that it has; nil is none
	gone    <-chan struct{}    // is closed when the caller's terminal is gone
	ended   chan struct{}      // is closed by remove
	remove  func()
	words   int    // of Plan.own
	sh      string // a shell that is there inside proot
}

// command returns what runs a permit, without its standard streams. Its remove takes
// away what was made for it.
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
	c := &child{words: plan.own, sh: s.shellInside(), run: trail.ParseID(p.Decision()), sandbox: plan.Sandbox, inside: plan.inside, box: plan.box, names: plan.names, other: plan.other, out: plan.out, limits: s.Policy.Limits, ended: make(chan struct{})}
	letGo := func() {}
	if plan.Sandbox == NoSandbox || plan.other != nil {
		letGo = grant.Hold(j.Grant.Below(p.Argv(), s.in(p.Dir())))
	}
	c.remove = func() { close(c.ended); letGo(); remove() }
	c.Cmd = &exec.Cmd{Path: plan.Path, Args: plan.Argv, Env: plan.Env, Dir: plan.Dir}
	if plan.Dir == permit.Nowhere {
		c.Dir = "" // where this process is
	}
	if c.names != nil {
		if err := keepRecord(s.runDir(p), c.names, j.Timeout); err != nil {
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

// hand has the signals that the command is to get in our place come to a channel.
func (c *child) hand(signals chan<- os.Signal) {
	c.signals, c.taken = signals, untaken()
	if len(c.taken) == 0 {
		c.signals = nil // to take none is to take all
	}
	c.take()
}

// take has the command's signals come to us.
func (c *child) take() {
	if c.signals != nil {
		signal.Notify(c.signals, c.taken...)
	}
}

// start starts the child, with what its sandbox needs.
func (c *child) start() error {
	switch {
	case c.sandbox == Proot:
		if err := closeOnExec(); err != nil { // an open directory leads out of it
			return err
		}
		c.endProot()
		return c.inside.Start(c.launch, c.ended)
	case c.sandbox.boxes():
		return c.startConfined()
	}
	return c.launch()
}

// startConfined starts the child in its sandbox, or in the next one where that cannot be
// set up. Nothing has run then, and what is tried instead holds no less.
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
		before := c.Cmd
		c.Cmd = &exec.Cmd{Path: next.Path, Args: next.Argv, Env: next.Env, Dir: before.Dir, Stdin: before.Stdin, Stdout: before.Stdout, Stderr: before.Stderr, SysProcAttr: before.SysProcAttr}
		c.refused = err
		if err = c.startIn(files); err != nil {
			err = fmt.Errorf("%w; %w", c.refused, err)
		}
	}
	return err
}

// startBare starts the child without a sandbox, where the policy is content with that.
func (c *child) startBare(next Plan, files []*os.File) error {
	before := c.Cmd
	c.Cmd = &exec.Cmd{Path: next.Path, Args: next.Argv, Env: next.Env, Dir: before.Dir, Stdin: before.Stdin, Stdout: before.Stdout, Stderr: before.Stderr, SysProcAttr: before.SysProcAttr}
	c.sandbox, c.box, c.files, c.refused, c.ExtraFiles = NoSandbox, nil, nil, nil, files
	return c.launch()
}

// startIn hands a sandbox its descriptors, and nothing that this process has inherited: an
// open directory leads out of every sandbox. It returns when the command is about to start,
// where the sandbox says so.
func (c *child) startIn(files []*os.File) (err error) {
	if c.files, err = c.inside.Open(); err != nil {
		return err
	}
	c.ExtraFiles = append(files[:len(files):len(files)], c.files.Child...)
	if err = closeOnExec(); err == nil {
		if c.signals != nil && c.sandbox != Native { // which ignores them itself, so that none is lost
			signal.Ignore(c.taken...) // what it starts gets them, and it outlives that
		}
		if err = c.launch(); err != nil {
			err = fmt.Errorf("%w: %w", sandbox.ErrDidNotStart, err)
		}
		c.take()
	}
	if err != nil {
		c.files.CloseChildEnds()
		return err
	}
	if err = c.files.Ready(); err != nil {
		_ = c.Process.Kill() // it has ended, or hangs
		_ = c.Wait()         // its status says no more than that
	}
	return err
}

// began reports, once the child has ended, why its sandbox did not start the command.
func (c *child) began() error {
	if c.files == nil {
		return nil
	}
	err := c.files.Began()
	if err != nil && c.refused != nil {
		return fmt.Errorf("%w; %w", c.refused, err)
	}
	return err
}

// wait waits for the child, passes signals on, and ends it with all below it when the
// time is up.
func (c *child) wait(within time.Duration, signals <-chan os.Signal) error {
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
	over := c.over(stop)
	for {
		select {
		case sig := <-signals:
			c.pass(sig.(syscall.Signal))
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

// pass hands a signal on to the child: to its group, if it has one of its own. In our
// group the terminal's keys have signalled it already. What confines a command ignores
// signals, so that all below it gets them.
func (c *child) pass(sig syscall.Signal) {
	switch {
	case isGroup(c.Cmd):
		_ = syscall.Kill(-c.Process.Pid, sig)
	case sig == syscall.SIGINT || sig == syscall.SIGQUIT:
	case c.sandbox.boxes():
		process.SignalAll(process.Descendants(c.Process.Pid), sig)
	default:
		_ = syscall.Kill(c.Process.Pid, sig)
	}
}

// exitStatus says how a process ended, as shells do.
func exitStatus(st *os.ProcessState) int {
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return st.ExitCode()
}
