package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/attempts"
	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/zone"
)

func (s *Session) attempts() attempts.Book { return attempts.In(s.Root, s.owner) }

// agentSession returns the session of the agent that asks, and false if it has none.
func (s *Session) agentSession() (attempts.Session, bool) {
	is := attempts.Session{Agent: s.recordContext.Agent, ID: s.recordContext.Session}
	return is, is.ID != "" && s.Installed && s.owner == s.uid && s.trial == nil
}

// Held reports whether shimgen no longer asks on behalf of the agent's session: the agent tried
// the same refused effect too often, and no person has looked at it yet. If the tally cannot be
// read, the session counts as held.
func (s *Session) Held() bool {
	is, ok := s.agentSession()
	if !ok {
		return false
	}
	t, err := s.attempts().Find(is)
	return err != nil || t.Held
}

// CountAttempt counts a refused decision as an attempt of the agent's session at one effect,
// however it was worded. It returns what to tell the agent, or "" below the limit.
func (s *Session) CountAttempt(d guard.Decision) string {
	is, ok := s.agentSession()
	f, found := d.Worst()
	if !ok || !found {
		return ""
	}
	source, argv, _ := d.Asked()
	if source == "" {
		source = strings.Join(argv, " ")
	}
	n, err := s.attempts().Count(is, s.effectOf(f), printable.Shorten(redact.Text(source, d)), approval.AskingSide(host.Ancestors(os.Getpid())))
	if err != nil || n < attempts.Limit {
		return ""
	}
	return fmt.Sprintf("this was tried %d times in this session: stop, and ask the user to run `shimgen attempts`; until they have looked, what needs a yes is refused", n)
}

// effectOf names the effect that a finding is about: the class of harm and the path, or the
// rule if the path is unknown.
func (s *Session) effectOf(f guard.Finding) string {
	if word, known := f.Word.Text(); !known || word == "" || strings.Contains(word, "://") {
		return f.Rule.ID
	}
	name, known := zone.Join(f.Command.Dir, f.Word).Text()
	if !known {
		return f.Rule.ID
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.Dir, name)
	}
	return string(f.Rule.Class) + " of " + gate.Redact(filepath.Clean(name))
}

// Attempts returns what agents' sessions tried and were refused.
func (s *Session) Attempts() ([]attempts.Tally, error) { return s.attempts().All() }

// Releasing opens the terminal of the person who may release a session. It refuses a terminal
// that belongs to the agent.
func (s *Session) Releasing(t attempts.Tally) (*os.File, error) {
	return s.Answering(approval.Request{Sides: t.Sides})
}

// Release lets a session be asked for again, by its code, and records that. It reports whether
// there was such a session.
func (s *Session) Release(code string) (was bool, err error) {
	was, err = s.attempts().Release(code)
	if was && err == nil {
		err = s.Record(audit.Consent{Step: "released", Code: code, Dir: s.Dir})
	}
	return was, err
}
