package execution

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
)

// printRemedy tells a person at a terminal which lines of their policy would let a blocked
// command run. Without a terminal whoever reads may be an agent, which is told nothing.
func (c *Command) printRemedy(s *runner.Session, req guard.Request, d guard.Decision) {
	if d.Action != rules.Block || d.Err != nil || c.Print.JSON || c.Print.plan() || !s.Installed {
		return
	}
	tty, err := Terminal(c.Env)
	if err != nil {
		return
	}
	tty.Close()
	lines := remedy(s, req, d)
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(c.Err, "shimgen: to allow it from now on, put into your policy (shimgen policy edit):")
	for _, text := range lines {
		fmt.Fprintf(c.Err, "shimgen:     %s\n", printable.Line(text))
	}
}

// remedy returns lines of a policy with which a request would be let pass, the narrowest that
// do: an exception for the command, else the rules' own actions. There are none for what no
// policy of the user's lets pass.
func remedy(s *runner.Session, req guard.Request, d guard.Decision) []string {
	text := req.Source
	if req.Argv != nil {
		text = shellquote.Command(req.Argv)
	}
	if p, err := s.Policy.WithAllowed(text); err == nil && passes(s.DecideUnder(p, req)) {
		return []string{"[commands]", "allowed = [" + policy.Quote(text) + "]"}
	}
	var ids, lines []string
	for _, f := range d.Findings {
		line := policy.Quote(f.Rule.ID) + ` = "warn"`
		switch {
		case f.Action >= rules.Warn || slices.Contains(ids, f.Rule.ID):
			continue
		case f.Rule.Class == rules.Catastrophic, strings.HasPrefix(f.Rule.ID, "self."), s.Policy.Cause(f.Rule).Lock != "":
			return nil
		}
		ids, lines = append(ids, f.Rule.ID), append(lines, line)
	}
	if !passes(s.DecideUnder(s.Policy.WithWarnings(ids), req)) {
		return nil
	}
	return append([]string{"[actions]"}, lines...)
}

func passes(d guard.Decision) bool { return d.Action >= rules.Warn }
