package runner

import (
	"os"

	"github.com/agent-loop/shimgen/userterminal"
)

// terminalFinder knows who may be asked here.
func (s *Session) terminalFinder() userterminal.Finder {
	return userterminal.Finder{Root: s.Root, Installed: s.Installed, Env: s.env}
}

// Person opens the terminal of the person who started this process. Where a program that
// shimgen runs may be the one who answers, there is nobody.
func (s *Session) Person() (*os.File, error) { return s.terminalFinder().Open() }
