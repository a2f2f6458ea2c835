package runner

import (
	"errors"
	"path/filepath"

	"github.com/agent-loop/shimgen/rundir"
)

// runs returns the directory that holds the directories of this user's runs.
func (s *Session) runs() rundir.Runs {
	return rundir.Runs{Dir: rundir.In(s.Machine.Temp[0]), Root: s.Root}
}

// makeRuns creates the directory of runs.
func (s *Session) makeRuns() error {
	err := s.runs().Make()
	var cannot rundir.MakeError
	if errors.As(err, &cannot) {
		return MissingBackendError{cannot.Err, "a run in a sandbox keeps its files below " + filepath.Dir(s.runs().Dir) + ": make that a directory in which you may write"}
	}
	return err
}

// SessionTemp returns the temporary directory of an agent's session, for Job.Temp: a command
// finds there what earlier ones left. The caller holds it until it calls release. It is "" if
// there can be none; then each command has its own.
func (s *Session) SessionTemp(session string) (dir string, release func()) {
	return s.runs().SessionTemp(session)
}

// takeOver finishes runs whose shimgen was killed: it collects the records of their shims, and
// checks the protected names.
func (s *Session) takeOver() {
	s.runs().TakeOver(func(own string) {
		s.takeOverNames(own)
		s.collect(own, nil)
	})
}
