package runner

import (
	"os"

	"github.com/agent-loop/shimgen/person"
)

// asker knows who may be asked here.
func (s *Session) asker() person.Asker {
	return person.Asker{Root: s.Root, Installed: s.Installed, Env: s.env}
}

// Person opens the terminal of the person who started this process. Where a program that
// shimgen runs may be the one who answers, there is nobody.
func (s *Session) Person() (*os.File, error) { return s.asker().Terminal() }
