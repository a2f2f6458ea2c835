package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/grant"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandboxnet"
	"github.com/agent-loop/shimgen/terminal"
	"github.com/agent-loop/shimgen/trail"
)

// grace is the time between SIGTERM and SIGKILL.
const grace = 300 * time.Millisecond

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
	c := &child{words: plan.commandWords, sh: s.shellInside(), run: trail.ParseID(p.Decision()), limits: s.Policy.Limits, ended: make(chan struct{})}
	c.follow(plan)
	releaseGrant := func() {}
	if plan.Sandbox == NoSandbox || plan.other != nil {
		releaseGrant = grant.Hold(j.Grant.Below(p.Argv(), s.realDir(p.Dir())))
	}
	c.remove = func() { close(c.ended); releaseGrant(); remove() }
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

// follow makes the child start what a plan says. Its streams and attributes stay.
func (c *child) follow(p Plan) {
	c.sandbox, c.inside, c.other, c.box, c.names, c.out = p.Sandbox, p.inside, p.other, p.box, p.names, p.out
	before := c.Cmd
	c.Cmd = &exec.Cmd{Path: p.Path, Args: p.Argv, Env: p.Env, Dir: p.Dir}
	if p.Dir == permit.Nowhere {
		c.Dir = "" // the directory of this process
	}
	if before != nil {
		c.Stdin, c.Stdout, c.Stderr, c.SysProcAttr = before.Stdin, before.Stdout, before.Stderr, before.SysProcAttr
	}
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
		c.follow(next)
		if next.Sandbox == NoSandbox {
			return c.startBare(files)
		}
		c.refused = err
		if err = c.startIn(files); err != nil {
			err = fmt.Errorf("%w; %w", c.refused, err)
		}
	}
	return err
}

// startBare starts the child without a sandbox, if the policy accepts that. As for any unconfined
// command, protected names that it makes are its user's business: nothing kept it from making them.
func (c *child) startBare(files []*os.File) error {
	c.files, c.refused, c.ExtraFiles = nil, nil, files
	if c.record != "" {
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
