package runner

import (
	"errors"
	"os"

	"github.com/agent-loop/shimgen/host"
)

// The reasons why nobody can be asked here.
var (
	errNoTerminal = errors.New("this needs a person at a terminal, and here is none")
	errBelow      = errors.New("this runs below another shimgen, so what answers may be an agent")
)

// Person opens the terminal of the person who started this process. Where a program that
// shimgen runs may be the one who answers, there is nobody.
func (s *Session) Person() (*os.File, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil || !host.IsTerminal(0) {
		if err == nil {
			tty.Close()
		}
		return nil, errNoTerminal
	}
	if s.isBelow() || OnOwnTerminal(s.env) {
		tty.Close()
		return nil, errBelow
	}
	return tty, nil
}
