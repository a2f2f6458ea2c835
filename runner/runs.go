package runner

import (
	"errors"
	"path/filepath"

	"github.com/agent-loop/shimgen/rundir"
)

// runs is the directory in which the runs of this user have theirs.
func (s *Session) runs() rundir.Runs {
	return rundir.Runs{Dir: rundir.In(s.Machine.Temp[0]), Root: s.Root}
}

// makeRuns makes it.
func (s *Session) makeRuns() error {
	err := s.runs().Make()
	var cannot rundir.MakeError
	if errors.As(err, &cannot) {
		return MissingBackendError{cannot.Err, "a run in a sandbox keeps its files below " + filepath.Dir(s.runs().Dir) + ": make that a directory in which you may write"}
	}
	return err
}

// SessionTemp returns the directory for temporary files of an agent's session, for Job.Temp:
// what one command leaves there, the next one finds. It is held until release is called.
// Where there can be none, it is "": each command has its own then.
func (s *Session) SessionTemp(session string) (dir string, release func()) {
	return s.runs().SessionTemp(session)
}

// takeOver takes over what runs have left that were killed: the records of the shims that
// their commands met, which nobody has put into the audit trail, and the protected names
// that they made, which nobody has looked for.
func (s *Session) takeOver() {
	s.runs().TakeOver(func(own string) {
		s.takeOverNames(own)
		s.collect(own, nil)
	})
}
