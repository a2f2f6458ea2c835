package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/rules"
)

// Call is a command from a program that cannot ask anybody, and that wants the output as a
// value.
type Call struct {
	Source  string        // for bash
	Timeout time.Duration // 0 is none
	Sandbox Sandbox
	Named   bool // as in Job
	Limit   int  // how much of each stream is kept, in bytes
}

// Answer is the result of a call.
type Answer struct {
	// Decision says why nothing ran, if nothing did.
	Decision guard.Decision

	// Ran says that the command was started. TimedOut, Over and Capture apply only then.
	Ran      bool
	Approve  string // if nothing ran: the code with which a person can approve it
	TimedOut bool
	Over     error // the limit that the command exceeded
	Capture
}

// Result returns the answer as one object.
func (a Answer) Result() Result {
	if !a.Ran {
		r := RefusedResult(a.Decision)
		if r.Approve = a.Approve; r.Approve != "" {
			r.Hint = Later(a.Approve)
		}
		return r
	}
	return ResultOf(a.Decision, a.Capture, a.Over)
}

// AtExec adds to a request what is known because it will run here, in a sandbox or none: which
// shims its programs meet, and which variables have changed since install. First it removes
// from the environment the variables that the policy withholds, so that the decision does not
// see them either.
func (s *Session) AtExec(req guard.Request, in Sandbox) guard.Request {
	s.filterEnvironment()
	s.warnOfUnused(in)
	req.Shims = s.shimsMet(in)
	if req.Shims != nil && in.holds() {
		req.Covered = func(word string) bool { return s.overlayPrograms().Meets(word) }
	}
	if s.Installed { // else there are no recorded values to compare with
		req.Changed = s.Changed()
	}
	return req
}

// Do decides about a call, records the decision, and runs the command if it is permitted. Ask
// counts as a refusal, unless a person has approved exactly that before. An error means that
// the command was not started or that waiting for it failed; if the context is done, it is the
// context's error.
func (s *Session) Do(ctx context.Context, c Call) (Answer, error) {
	a := Answer{Decision: s.Decide(s.AtExec(guard.Request{Source: c.Source}, c.Sandbox))}
	var by Approval
	a.Decision, by, _ = s.Approved(a.Decision)
	allowed, ok := a.Decision.Shell(s.ShellPath()).Permit()
	if !ok {
		a.Approve = s.AskLater(a.Decision)
	}
	if err := s.RecordExec(c.Source, a.Decision, ok); err != nil || !ok {
		return a, err
	}
	out, err := s.Capture(ctx, allowed, Job{Text: c.Source, Deferred: a.Decision.Deferred, Grant: by.Below, Reads: a.Decision.ReadOnly, Timeout: c.Timeout, Sandbox: c.Sandbox, Named: c.Named}, c.Limit)
	a.Capture, a.TimedOut = out, errors.Is(err, limit.ErrTimeout)
	if _, over := limit.Of(err); over {
		a.Over, err = err, nil
	}
	a.Ran = err == nil
	return a, err
}

// Enter changes the directory that commands start in: absolute, relative to the present one, or
// below ~. It must exist, and the policy must allow reading it.
//
// The work directory stays the same: the caller chooses where a command starts, not what counts
// as inside. The policy's exceptions for commands are dropped, because the same words mean
// something else in another directory.
func (s *Session) Enter(dir string) error {
	req := guard.Request{Dir: s.Dir, Work: s.Work}
	real, d, err := guard.JudgePath(s.Policy, s.Machine, req, dir, grammar.Reads)
	if err != nil {
		return fmt.Errorf("directory %q: %w", dir, err)
	}
	if d.Action != rules.Allow && d.Action != rules.Warn {
		reason := "the policy does not let it be read"
		if f, ok := d.Worst(); ok {
			reason = f.Rule.Reason + " [" + f.Rule.ID + "]"
		}
		return fmt.Errorf("directory %q: %s", dir, reason)
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return fmt.Errorf("directory %q: %w", dir, errors.Unwrap(err))
	case !info.IsDir():
		return fmt.Errorf("directory %q: not a directory", dir)
	}
	if real != s.Dir {
		s.Dir = real
		s.Policy.ForgetAllowedCommands()
	}
	return nil
}

// Judge decides about shell source as Do would, records that as a check, and runs nothing.
func (s *Session) Judge(source string, in Sandbox) (guard.Decision, error) {
	d := s.Decide(s.AtExec(guard.Request{Source: source}, in))
	return d, s.RecordCheck(source, d)
}
