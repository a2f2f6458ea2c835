package runner

import (
	"errors"
	"fmt"

	"github.com/agent-loop/shimgen/guard"
)

// ErrNoCheck says that the text of this command must be judged.
var ErrNoCheck = errors.New("--no-check")

// Unchecked permits a request whose text a person wants not to be judged. It needs a strong
// sandbox, because then only sandbox and shims restrict the command. It refuses below another
// shimgen: only a person may want this.
func (s *Session) Unchecked(req guard.Request, in Sandbox) (guard.Decision, error) {
	switch {
	case !in.holds():
		return guard.Decision{}, MissingBackendError{
			fmt.Errorf("%w: what is not judged runs only in a sandbox that holds %s", ErrNoCheck, "writes, reads and the network"),
			s.confinementHint(),
		}
	case s.terminalFinder().IsBelow():
		return guard.Decision{}, MissingBackendError{fmt.Errorf("%w: it is for whoever starts the first shimgen", ErrNoCheck), "run it without that flag"}
	}
	s.warn("the text was not judged (--no-check): shims and sandbox alone hold what it does")
	return guard.Unchecked(s.withDefaults(req)), nil
}
