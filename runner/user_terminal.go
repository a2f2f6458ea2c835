package runner

import (
	"os"

	"github.com/agent-loop/shimgen/userterminal"
)

// terminalFinder returns the finder of the person's terminal.
func (s *Session) terminalFinder() userterminal.Finder {
	return userterminal.Finder{Root: s.Root, Installed: s.Installed, Env: s.env}
}

// Person opens the terminal of the person who started this process. It fails if a program that
// shimgen runs might be the one who answers.
func (s *Session) Person() (*os.File, error) { return s.terminalFinder().Open() }
