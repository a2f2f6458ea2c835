package runner

import (
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/grant"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/trust"
	"github.com/agent-loop/shimgen/verdict"
)

// approvals returns the store of requests that wait for a person's yes, and of the grants.
func (s *Session) approvals() approval.Store { return approval.In(s.Root, s.owner) }

// questionOf returns the command that a decision asks about, and every question. It returns
// false if a yes to it could not be stored.
func (s *Session) questionOf(d guard.Decision) (w approval.What, asks []approval.Ask, ok bool) {
	source, argv, dir := d.Asked()
	if d.Action != rules.Ask || d.Err != nil || !s.Installed || s.owner != s.uid || dir == guard.Nowhere || source == "" && len(argv) == 0 {
		return w, nil, false
	}
	w = approval.What{Source: source, Argv: argv, Dir: s.realDir(dir)}
	asks, ok = asksOf(d, w.Dir)
	return w, asks, ok
}

// asksOf returns all questions of a decision, the worst first. It returns false if a question
// is about a file that can no longer be read.
func asksOf(d guard.Decision, dir string) (asks []approval.Ask, ok bool) {
	hashes := map[string]string{} // by path, each file read once
	for _, f := range d.WorstFirst() {
		if f.Action != rules.Ask {
			continue
		}
		a := approval.Ask{Rule: f.Rule.ID, Command: f.Command.String(), Word: f.Word.String(), File: f.File}
		if f.File != "" {
			at := f.File
			if !filepath.IsAbs(at) {
				at = filepath.Join(dir, at)
			}
			if hashes[at] == "" {
				text, err := host.ReadUntrusted(at)
				if err != nil {
					return nil, false
				}
				hashes[at] = trust.Hash(text)
			}
			a.Hash = hashes[at]
		}
		if !slices.Contains(asks, a) {
			asks = append(asks, a)
		}
	}
	return asks, len(asks) > 0
}

// Approval is a yes that was used.
type Approval struct {
	Code  string
	Below grant.Commands // for shims that the command starts
}

// Approved looks for a person's stored yes to exactly what a decision asks (see
// [approval.Grant]), uses it up, and returns the decision as answered.
func (s *Session) Approved(d guard.Decision) (after guard.Decision, by Approval, ok bool) {
	w, asks, ok := s.questionOf(d)
	if !ok {
		return d, by, false
	}
	g, ok := s.approvals().Take(w, asks)
	if !ok {
		return d, by, false
	}
	s.recordUse(d, g)
	return d.WithAnswers(func(guard.Finding) bool { return true }), Approval{g.Code, s.Granting(d)}, true
}

// AskLater stores a question that nobody can answer now, for a person to answer later, and
// returns its code, or "" if it cannot wait. Below a sandbox it stores nothing: a confined
// process leaves nothing outside. The decision's own record in the trail stands for the
// request.
func (s *Session) AskLater(d guard.Decision) (code string) {
	w, asks, ok := s.questionOf(d)
	if !ok || rundir.Inside() {
		return ""
	}
	text := w.Source
	if text == "" {
		text = shellquote.Command(w.Argv)
	}
	if !utf8.ValidString(text) { // the record would not distinguish it from another text
		return ""
	}
	code, err := s.approvals().Ask(approval.Request{
		What: w, Asks: asks, Decision: d.ID(), Shown: approval.Shown{Text: redact.Text(text, d), Asked: verdict.Asked(d)}, From: s.recordContext.Source, Agent: s.recordContext.Agent, Session: s.recordContext.Session,
	}, approval.AskingSide(host.Ancestors(os.Getpid())))
	if err != nil {
		return ""
	}
	return code
}

// Later tells how a person can answer the question with a code. An agent reads it too: the
// command that it names refuses to run on the agent's own terminal.
func Later(code string) string {
	if code == "" {
		return ""
	}
	return "a person can look at it and let it run: shimgen approve " + code + ", in a terminal of their own"
}

// LetBelow stores the grants of a yes for the shims of a text that somebody else runs: an agent
// whose hook let it pass. Each grant is for one run and expires soon.
func (s *Session) LetBelow(by Approval) error {
	var all []approval.Grant
	for _, c := range by.Below {
		w, a := approval.What{Argv: c.Argv, Dir: c.Dir}, approval.Ask{Rule: c.Rule}
		i := slices.IndexFunc(all, func(g approval.Grant) bool {
			return g.Dir == w.Dir && slices.Equal(g.Argv, w.Argv) && !slices.Contains(g.Asks, a)
		})
		if i >= 0 {
			all[i].Asks = append(all[i].Asks, a)
			continue
		}
		now := time.Now().UTC()
		all = append(all, approval.Grant{Code: by.Code, What: w, Asks: []approval.Ask{a}, Once: true, At: now, Until: now.Add(approval.BelowFor)})
	}
	for _, one := range all {
		if err := s.approvals().Add(one); err != nil {
			return err
		}
	}
	return nil
}

// recordUse records that a decision used up a yes.
func (s *Session) recordUse(d guard.Decision, g approval.Grant) {
	source, argv, dir := d.Asked()
	if source == "" {
		source = shellquote.Command(argv)
	}
	err := s.Record(audit.Consent{
		Step: "used", Code: g.Code, ID: trail.ParseID(d.ID()), Command: redact.Text(source, d), Dir: s.realDir(dir), Rules: trail.RuleIDs(d),
		Until: g.Until.UTC().Format(time.RFC3339), By: g.By,
	})
	if err != nil {
		s.warn("%s", err)
	}
}

// Granting returns the grant that a yes to d means for the shims of its commands.
func (s *Session) Granting(d guard.Decision) grant.Commands { return grant.Of(d, s.realDir) }

// realDir returns a directory as the text of a command means it: absolute and, if possible,
// canonical.
func (s *Session) realDir(dir string) string {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Dir, dir)
	}
	if real, err := host.Canonical(dir); err == nil {
		return real
	}
	return dir
}

// lendGrant makes the grant of a run visible to the shims in its sandbox.
func (s *Session) lendGrant(b *sandbox.Box, own string) {
	if shown, ok := grant.Bind(s.Root, own); ok && s.Installed {
		b.ReadOnlyBinds = append(b.ReadOnlyBinds, shown)
	}
}

// Granted applies the grant of the run around a shim to its decision: what it would ask about
// may run, if a person has said yes to exactly that.
func (s *Session) Granted(d guard.Decision, name string, args []string) guard.Decision {
	if d.Action != rules.Ask || !s.Installed {
		return d
	}
	return grant.Apply(s.Root, s.Dir, d, append([]string{name}, args...))
}
