package runner

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/agent-loop/shimgen/confinement"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grant"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/sandbox"
)

// ErrStart says that a program may not be started as it was.
var ErrStart = errors.New("the policy does not let it run")

// refusedStart is ErrStart for what a rule says.
type refusedStart struct{ rule string }

func (r refusedStart) Error() string { return ErrStart.Error() + ": " + r.rule }
func (refusedStart) Unwrap() error   { return ErrStart }

// starts decides on a program that is about to be started in a sandbox which can put no shim
// over it: as its shim would, by the policy alone and no flag, but for what is piped to it or
// stands in its script. It is nil where there is nothing to decide.
//
// What shims and the judge start has been decided about, and so has what self starts: the
// command itself.
func (s *Session) starts(over sandbox.Overlay, self string, yes grant.Commands) func(sandbox.Start) error {
	root, err := host.Canonical(s.Root)
	if len(over.Programs) == 0 || err != nil {
		return nil
	}
	var one sync.Mutex // a session decides about one thing at a time
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

// withoutMounts is a box for a sandbox that puts nothing in the place of anything: only what
// is written to alone has another place. A cache of the run's own is then one that cannot be
// written; the directories of other runs are kept as they are.
func withoutMounts(b sandbox.Box) (sandbox.Box, error) {
	binds := b.Binds
	b.Binds, b.Over = nil, sandbox.Overlay{}
	for _, bind := range binds {
		switch filepath.Base(bind.From) {
		case "spool":
			b.Binds = append(b.Binds, bind)
		case "runs":
			b.Keep = append(b.Keep[:len(b.Keep):len(b.Keep)], bind.At)
		default:
			if !strings.HasPrefix(filepath.Base(bind.From), confinement.CachePrefix) {
				return b, MissingBackendError{fmt.Errorf("a sandbox without mounts puts nothing in the place of %s", bind.At), "leave the flag out, or use a machine that lets users make namespaces"}
			}
		}
	}
	return b, nil
}
