package runner

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/guard"
)

// maxExceptions bounds how many allowed entries are tried: judging a hundred thousand would
// take seconds.
const maxExceptions = 1000

// IdleExceptions returns a line for each allowed command that the policy refuses nevertheless.
func (s *Session) IdleExceptions() (lines []string) {
	for i, e := range s.Policy.AllAllowedCommands() {
		if i == maxExceptions {
			break
		}
		f, idle := guard.Idle(s.Policy, s.Machine, s.withDefaults(guard.Request{}), e)
		if !idle {
			continue
		}
		where, what := e.From, "what is catastrophic needs { command = …, override = true }"
		if where != "" {
			where += ": "
		}
		if strings.HasPrefix(f.Rule.ID, "self.") {
			what = "what protects shimgen itself has no exceptions"
		}
		lines = append(lines, fmt.Sprintf("%scommands.allowed %q does nothing: it %s [%s], and %s", where, e.Text, f.Rule.Reason, f.Rule.ID, what))
	}
	return lines
}
