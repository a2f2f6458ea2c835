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
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/trust"
	"github.com/agent-loop/shimgen/verdict"
)

// approvals is where this installation keeps what waits for a person's yes.
func (s *Session) approvals() approval.Store { return approval.In(s.Root, s.owner) }

// questionOf is the command that a decision asks about, and all that it asks; false if no yes can
// be kept for it.
func (s *Session) questionOf(d guard.Decision) (w approval.What, asks []approval.Ask, ok bool) {
	source, argv, dir := d.Asked()
	if d.Action != rules.Ask || d.Err != nil || !s.Installed || s.owner != s.uid || dir == guard.Nowhere || source == "" && len(argv) == 0 {
		return w, nil, false
	}
	w = approval.What{Source: source, Argv: argv, Dir: s.in(dir)}
	asks, ok = asksOf(d, w.Dir)
	return w, asks, ok
}

// asksOf is all that a decision asks about, the worst first. It is false where what is
// asked about stands in a file that cannot be read any more.
func asksOf(d guard.Decision, dir string) (asks []approval.Ask, ok bool) {
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
			text, err := host.ReadUntrusted(at)
			if err != nil {
				return nil, false
			}
			a.Hash = trust.Hash(text)
		}
		if !slices.Contains(asks, a) {
			asks = append(asks, a)
		}
	}
	return asks, len(asks) > 0
}

// Approval is a yes that was spent.
type Approval struct {
	Code  string
	Below grant.Commands // for the shims below
}

// Approved is a decision that asks, once a person has said yes to exactly that: see
// [approval.Grant]. It spends the yes.
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

// AskLater keeps a decision that asks for a person to answer it later, where nobody can now,
// and returns the code that it waits under; "" if it cannot wait. What is in a sandbox
// leaves nothing outside. The decision's own record is that of the request.
func (s *Session) AskLater(d guard.Decision) (code string) {
	w, asks, ok := s.questionOf(d)
	if !ok || rundir.Inside() {
		return ""
	}
	text := w.Source
	if text == "" {
		text = shellquote.Command(w.Argv)
	}
	if !utf8.ValidString(text) { // the record could not tell it from another text
		return ""
	}
	code, err := s.approvals().Ask(approval.Request{
		What: w, Asks: asks, Decision: d.ID(), Shown: approval.Shown{Text: verdict.Text(text, d), Asked: verdict.Asked(d)}, From: s.written.Source, Agent: s.written.Agent, Session: s.written.Session,
	}, approval.AskingSide(host.Ancestors(os.Getpid())))
	if err != nil {
		return ""
	}
	return code
}

// Later says how a person can answer what waits under a code. An agent reads it too: what it
// names refuses at the agent's terminals.
func Later(code string) string {
	if code == "" {
		return ""
	}
	return "a person can look at it and let it run: shimgen approve " + code + ", in a terminal of their own"
}

// LetBelow leaves the grants of a yes for the shims that a text meets which something else runs: an
// agent whose hook has let it pass. Each command is for one run, soon.
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

// recordUse records that a decision spent a yes.
func (s *Session) recordUse(d guard.Decision, g approval.Grant) {
	source, argv, dir := d.Asked()
	if source == "" {
		source = shellquote.Command(argv)
	}
	err := s.Record(audit.Consent{
		Step: "used", Code: g.Code, ID: trail.ParseID(d.ID()), Command: verdict.Text(source, d), Dir: s.in(dir), Rules: trail.RuleIDs(d),
		Until: g.Until.UTC().Format(time.RFC3339), By: g.By,
	})
	if err != nil {
		s.warn("%s", err)
	}
}

// Granting is the grant of a yes to a decision, for the shims that its commands meet.
func (s *Session) Granting(d guard.Decision) grant.Commands { return grant.Of(d, s.in) }

// in is a directory as the text of a command means it.
func (s *Session) in(dir string) string {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Dir, dir)
	}
	if real, err := host.Canonical(dir); err == nil {
		return real
	}
	return dir
}

// lendGrant shows the grant of a run to the shims in its box.
func (s *Session) lendGrant(b *sandbox.Box, own string) {
	if shown, ok := grant.Bind(s.Root, own); ok && s.Installed {
		b.Lent = append(b.Lent, shown)
	}
}

// Granted applies the grant of the run in which a shim was met to its decision on a
// command: what it would ask about may run, if a person has said yes to exactly that.
func (s *Session) Granted(d guard.Decision, name string, args []string) guard.Decision {
	if d.Action != rules.Ask || !s.Installed {
		return d
	}
	return grant.Apply(s.Root, s.Dir, d, append([]string{name}, args...))
}
