package runner

import (
	"os"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/lineage"
)

func (s *Session) lineage() lineage.Book { return lineage.In(s.Root, s.owner) }

// MarkSession records which agent and session this process belongs to, for the shims of its
// commands. Its failures are ignored: only a label is missing then.
func (s *Session) MarkSession() {
	is, ok := s.agentSession()
	if !ok || s.recordContext.Source != "hook" {
		return
	}
	_ = s.lineage().Mark(lineage.Session{Agent: is.Agent, ID: is.ID}, host.EachAncestor(os.Getppid()))
}

// FindSession finds the agent and the session that a shim's command runs for, as the hook has
// recorded them. They are for records only; no decision depends on them.
func (s *Session) FindSession() {
	if !s.Installed || s.owner != s.uid || s.recordContext.Session != "" || !s.lineage().IsUsed() {
		return
	}
	if is, ok := s.lineage().Of(host.EachAncestor(os.Getppid())); ok {
		s.recordContext.Agent, s.recordContext.Session = is.Agent, is.ID
	}
}

// Asker returns the agent that asks and its session, as the agent calls them; "" for none.
func (s *Session) Asker() (agent, session string) {
	return s.recordContext.Agent, s.recordContext.Session
}
