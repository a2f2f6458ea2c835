package runner

import (
	"os"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/lineage"
)

func (s *Session) lineage() lineage.Book { return lineage.In(s.Root, s.owner) }

// MarkSession remembers that what asks is an agent in a session, for the shims that its
// commands meet. A failure is nobody's: it is a label that is missing.
func (s *Session) MarkSession() {
	is, ok := s.agentSession()
	if !ok || s.written.Source != "hook" {
		return
	}
	_ = s.lineage().Mark(lineage.Session{Agent: is.Agent, ID: is.ID}, host.EachAncestor(os.Getppid()))
}

// FindSession finds the agent and the session that a shim's command runs for, as its hook told
// them: for records, and for nothing that is decided.
func (s *Session) FindSession() {
	if !s.Installed || s.owner != s.uid || s.written.Session != "" || !s.lineage().IsUsed() {
		return
	}
	if is, ok := s.lineage().Of(host.EachAncestor(os.Getppid())); ok {
		s.written.Agent, s.written.Session = is.Agent, is.ID
	}
}

// Asker is the agent that asks and its session, by the agent's own words; "" for none.
func (s *Session) Asker() (agent, session string) { return s.written.Agent, s.written.Session }
