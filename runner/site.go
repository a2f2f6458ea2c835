package runner

import (
	"github.com/agent-loop/shimgen/confinement"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
)

// site returns what package confinement must know about this session.
func (s *Session) site() *confinement.Site {
	return &confinement.Site{
		Policy: s.Policy, Machine: s.Machine, Flags: s.Flags, Root: s.Root, Dir: s.Dir, Work: s.Work, Env: s.env, Needed: s.needed,
		Notices: &s.notices, First: s.FirstTime,
		Judge: func(dir string) (guard.Decision, error) {
			_, d, err := s.DecidePath(dir, grammar.Writes, 0)
			return d, err
		},
	}
}
