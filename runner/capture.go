package runner

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/headtail"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/proot"
)

// Capture is what a command printed and how it ended.
type Capture struct {
	Exit           int    // as for Run
	Stdout, Stderr string // the very bytes
	Left           int64  // bytes of both streams that were left out
	Sandbox        Sandbox
	Violations     []Violation
}

// drain is how long to wait for output that is still in the pipes after a command has ended.
const drain = 2 * time.Second

// Capture runs what was permitted, as Run does, without a terminal and with the job's standard
// input, and returns its output: of each stream at most keep bytes, from its beginning and its
// end.
//
// When the command ends, Capture kills what is left in its process group. When its time is up,
// or the context is done, it also kills all descendants; the error is then ErrTimeout or the
// context's, and the output until then is returned. Calls may run at the same time, each on a
// session of its own.
func (s *Session) Capture(ctx context.Context, p permit.Permit, j Job, keep int) (Capture, error) {
	if err := ctx.Err(); err != nil {
		return Capture{}, err
	}
	cmd, err := s.command(p, j)
	if err != nil {
		return Capture{}, err
	}
	defer cmd.remove()
	var out, errs stream
	if most := cmd.limits[policy.LimitOutput] << 10; most > 0 {
		keep = int(min(int64(keep), most))
	}
	if err := errors.Join(out.open(keep), errs.open(keep)); err != nil {
		return Capture{}, errors.Join(err, out.close(), errs.close())
	}
	cmd.Stdout, cmd.Stderr = out.writer, errs.writer
	if j.Stdin != nil {
		cmd.Stdin = j.Stdin
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // a process group of its own, and no terminal
	signals := make(chan os.Signal, 8)
	if j.Signals {
		cmd.forwardTo(signals)
		signal.Notify(signals, syscall.SIGTSTP)
		defer signal.Stop(signals)
	}
	started := time.Now()
	if err := cmd.start(); err != nil {
		return Capture{}, errors.Join(err, out.close(), errs.close())
	}
	out.begin(j.Stdout)
	errs.begin(j.Stderr)
	err = cmd.wait(ctx, j.Timeout, signals)
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what is left of its process group
	status := exitStatus(cmd.ProcessState)
	s.checkChild(cmd)
	if began := cmd.startError(); began != nil && err == nil && status < 128 {
		err = began
	}
	took := time.Since(started)
	until := time.Now().Add(drain)
	c := Capture{Exit: status, Sandbox: cmd.sandbox}
	var left int64
	c.Stdout, c.Left = out.end(until)
	c.Stderr, left = errs.end(until)
	c.Left += left
	if cmd.sandbox == Proot {
		status = proot.Status(status, c.Stderr)
		c.Exit = status
	}
	c.Violations = s.reportDenials(cmd, c.Stderr)
	if err == nil {
		err = limit.Reached(cmd.limits, status, c.Stderr)
	}
	s.recordOutcome(p, cmd, audit.Outcome{
		Exit: status, TimedOut: errors.Is(err, limit.ErrTimeout), Duration: took, Output: c.Stdout + c.Stderr,
		Stdout: out.kept.Size(), Stderr: errs.kept.Size(),
	})
	return c, err
}

// stop suspends the child with all its descendants, then this process, and continues them when
// this process is continued. The child has a session of its own, so the terminal's keys do not
// reach it.
func (c *child) stop() {
	below := append([]process.ID{}, process.Descendants(c.Process.Pid)...)
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGSTOP)
	process.SignalAll(below, syscall.SIGSTOP)
	host.StopHere()
	process.SignalAll(append(below, process.Descendants(c.Process.Pid)...), syscall.SIGCONT)
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGCONT)
}

// endTree ends a child with all its descendants, and with its process group if it has one:
// first by SIGTERM, so that they can clean up, then by SIGKILL.
func endTree(cmd *exec.Cmd, done <-chan error) {
	below := process.Descendants(cmd.Process.Pid)
	signalTree(cmd, below, syscall.SIGTERM)
	ended := false
	select {
	case <-done:
		ended = true
	case <-time.After(grace):
		below = append(below, process.Descendants(cmd.Process.Pid)...)
	}
	signalTree(cmd, below, syscall.SIGKILL)
	if !ended {
		<-done
	}
	process.AwaitEnd(below)
}

// isGroup reports whether a child has a process group of its own.
func isGroup(cmd *exec.Cmd) bool { return cmd.SysProcAttr.Setpgid || cmd.SysProcAttr.Setsid }

// signalTree signals a child, its process group if it has one, and its descendants.
func signalTree(cmd *exec.Cmd, below []process.ID, sig syscall.Signal) {
	if isGroup(cmd) {
		_ = syscall.Kill(-cmd.Process.Pid, sig)
	} else {
		_ = cmd.Process.Signal(sig) // it may have ended already
	}
	process.SignalAll(below, sig)
}

// stream copies one output stream of a child into a buffer.
type stream struct {
	reader, writer *os.File
	kept           *headtail.Buffer
	copied         sync.WaitGroup
}

func (st *stream) open(keep int) (err error) {
	st.kept = headtail.New(keep)
	st.reader, st.writer, err = os.Pipe()
	return err
}

func (st *stream) close() error {
	if st.reader == nil {
		return nil
	}
	return errors.Join(st.reader.Close(), st.writer.Close())
}

// begin starts copying in the background, after the child got its end of the pipe. If writing
// to also fails, the copy goes on.
func (st *stream) begin(also io.Writer) {
	st.writer.Close()
	var to io.Writer = st.kept
	if also != nil {
		to = io.MultiWriter(st.kept, lossyWriter{also})
	}
	st.copied.Go(func() { _, _ = io.Copy(to, st.reader) }) // ends with the pipe, or at the deadline that end sets
}

// lossyWriter writes to another writer and ignores its errors.
type lossyWriter struct{ to io.Writer }

func (u lossyWriter) Write(p []byte) (int, error) {
	_, _ = u.to.Write(p)
	return len(p), nil
}

// end returns what was read. A process that left the group may keep the pipe open; end does not
// wait for it after the deadline.
func (st *stream) end(until time.Time) (text string, left int64) {
	_ = st.reader.SetReadDeadline(until)
	st.copied.Wait()
	st.reader.Close()
	return st.kept.Text()
}
