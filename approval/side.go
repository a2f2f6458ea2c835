package approval

import (
	"slices"

	"github.com/agent-loop/shimgen/host"
)

// AskingSide returns the processes that belong to what asks, of a process and those above
// it. That is all up to the outermost that has the terminal of a window, since whoever
// opened the window opens other ones, too: a terminal emulator, a multiplexer, a remote
// login. Without such a terminal any will do; without any it is all but what starts
// everybody's programs.
func AskingSide(chain []host.Relative) (side []host.Process) {
	end := outermost(chain, host.Relative.IsWindow)
	if end == 0 {
		end = outermost(chain, func(r host.Relative) bool { return r.Terminal != 0 })
	}
	if end == 0 {
		end = outermost(chain, func(r host.Relative) bool { return !r.IsManager() })
	}
	for _, r := range chain[:end] {
		side = append(side, r.Process)
		if leader := host.Ancestors(r.Leader); len(leader) > 0 && leader[0].Terminal == r.Terminal && r.Terminal != 0 {
			side = append(side, leader[0].Process) // which need not be above
		}
	}
	slices.SortFunc(side, func(a, b host.Process) int { return a.PID - b.PID })
	return slices.Compact(side)
}

// outermost returns how many of a chain there are up to the last that is so.
func outermost(chain []host.Relative, is func(host.Relative) bool) int {
	for i := len(chain); i > 0; i-- {
		if is(chain[i-1]) {
			return i
		}
	}
	return 0
}

// Below reports whether a process, with those above it, belongs to a side: it is one of it,
// was started by one, or is in the session of one.
func Below(chain []host.Relative, side []host.Process) bool {
	for _, r := range chain {
		if slices.Contains(side, r.Process) {
			return true
		}
	}
	if len(chain) == 0 {
		return true // nobody knows
	}
	leader := host.Ancestors(chain[0].Leader)
	return len(leader) > 0 && slices.Contains(side, leader[0].Process)
}

// ErrUnknown says that nothing tells a person's terminal from one of what asked.
const ErrUnknown = Error("this system does not say which process asked, so that a terminal of yours cannot be told from one of the agent's")

// ErrOwn says that the person's terminal is one of what asked.
const ErrOwn = Error("this terminal belongs to what asked: the agent, or the window that it runs in")

// Error is a constant error text.
type Error string

// Error returns the text.
func (e Error) Error() string { return string(e) }

// MayAnswer returns nil if the process, with those above it, belongs to nobody who asked.
func (r Request) MayAnswer(chain []host.Relative) error {
	for _, side := range r.Sides {
		if len(side) == 0 || len(chain) == 0 {
			return ErrUnknown
		}
		if Below(chain, side) {
			return ErrOwn
		}
	}
	if len(r.Sides) == 0 {
		return ErrUnknown
	}
	return nil
}
