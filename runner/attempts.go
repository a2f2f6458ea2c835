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
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/zone"
)

func (s *Session) attempts() attempts.Book { return attempts.In(s.Root, s.owner) }

// agentSession is the session of the agent that asks; false if it has none.
func (s *Session) agentSession() (attempts.Session, bool) {
	is := attempts.Session{Agent: s.written.Agent, ID: s.written.Session}
	return is, is.ID != "" && s.Installed && s.owner == s.uid && s.trial == nil
}

// Held reports whether the agent's session may be asked nothing any more: it tried the same
// refused effect too often, and no person has looked yet. A tally that cannot be read holds.
func (s *Session) Held() bool {
	is, ok := s.agentSession()
	if !ok {
		return false
	}
	t, err := s.attempts().Find(is)
	return err != nil || t.Held
}

// CountAttempt counts a refused decision as an attempt of the agent's session at what it would
// have done, in whatever words, and returns what to tell the agent about it: "" before the
// third.
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
	n, err := s.attempts().Count(is, s.effectOf(f), verdict.Shorten(verdict.Text(source, d)), approval.AskingSide(host.Ancestors(os.Getpid())))
	if err != nil || n < attempts.Limit {
		return ""
	}
	return fmt.Sprintf("this was tried %d times in this session: stop, and ask the user to run `shimgen attempts`; until they have looked, what needs a yes is refused", n)
}

// effectOf names what a finding is about: what it would do, and to what, where that is known.
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

// Attempts are what agents' sessions tried and were refused.
func (s *Session) Attempts() ([]attempts.Tally, error) { return s.attempts().All() }

// Releasing returns the terminal of the person who may release a session, which is none of
// those that belong to what asked.
func (s *Session) Releasing(t attempts.Tally) (*os.File, error) {
	return s.Answering(approval.Request{Sides: t.Sides})
}

// Release lets a session be asked again, by its code, and records that. It reports whether
// there was such a session.
func (s *Session) Release(code string) (was bool, err error) {
	was, err = s.attempts().Release(code)
	if was && err == nil {
		err = s.Record(audit.Consent{Step: "released", Code: code, Dir: s.Dir})
	}
	return was, err
}
