package runner

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grant"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
)

// ErrStart says that the policy does not let a program start in this way.
var ErrStart = errors.New("the policy does not let it run")

// refusedStart is ErrStart with the rule that refused.
type refusedStart struct{ rule string }

// Error names the rule.
func (r refusedStart) Error() string { return ErrStart.Error() + ": " + r.rule }

// Unwrap returns ErrStart.
func (refusedStart) Unwrap() error { return ErrStart }

// startDecider returns a function that decides about each program about to start, in a sandbox that
// cannot mount shims over programs. It decides as the shim would, by the policy without flags,
// but does not see what is piped to the program or what its script says. It is nil if there is
// nothing to decide.
//
// It lets pass what shims and the judge start, since that was decided already, and what self
// starts: the command itself.
func (s *Session) startDecider(over sandbox.Overlay, self string, yes grant.Commands) func(sandbox.Start) error {
	root, err := host.Canonical(s.Root)
	if len(over.Programs) == 0 || err != nil {
		return nil
	}
	var one sync.Mutex // a session makes one decision at a time
	shims := sync.OnceValues(func() (*Session, error) { return Open(Options{Env: s.env, Work: s.Work}) })
	return func(p sandbox.Start) error {
		if p.By == self || strings.HasPrefix(p.By, root+"/libexec/") {
			return nil
		}
		one.Lock()
		defer one.Unlock()
		s, err := shims()
		if err != nil {
			return errors.Join(ErrStart, err)
		}
		argv := []string{s.startedAs(p.Path, p.Argv)}
		if argv[0] == "" {
			return nil
		}
		if len(p.Argv) > 1 {
			argv = append(argv, p.Argv[1:]...)
		}
		if s.Gate(argv, p.Dir) == gate.Clear {
			return nil
		}
		d := s.Decide(guard.Request{Argv: argv, Dir: p.Dir, Changed: s.Changed()})
		d = yes.Answers(d, p.Dir, argv).WithoutAsking()
		if _, ok := d.Permit(); ok {
			return nil
		}
		if err := s.RecordShim(argv[0], argv[1:], d, p.Path); err != nil {
			return errors.Join(ErrStart, err)
		}
		if f, is := d.Worst(); is {
			return refusedStart{f.Rule.ID}
		}
		return ErrStart
	}
}

// withoutMounts converts a box for a sandbox that cannot mount anything over a path. Only the
// shims' spool, which is written and never read, moves elsewhere. A private cache becomes one
// that cannot be written, and the directories of other runs are protected in place.
func withoutMounts(b sandbox.Box) (sandbox.Box, error) {
	binds := b.Binds
	b.Binds, b.Over = nil, sandbox.Overlay{}
	for _, bind := range binds {
		switch filepath.Base(bind.From) {
		case rundir.Spool:
			b.Binds = append(b.Binds, bind)
		case rundir.Covers:
			b.Keep = append(b.Keep[:len(b.Keep):len(b.Keep)], bind.At)
		default:
			if !rundir.IsCache(bind.From) {
				return b, MissingBackendError{fmt.Errorf("a sandbox without mounts puts nothing in the place of %s", bind.At), "leave the flag out, or use a machine that lets users make namespaces"}
			}
		}
	}
	return b, nil
}
