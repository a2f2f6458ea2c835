package rules

import (
	"slices"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// words matches the conditions on the program and its words.
func (m *matcher) words(r *Rule, v *grammar.Invocation) parser.Truth {
	switch {
	case r.Unwatched && isWatched(v.Command):
		return parser.No
	case r.Strict && !m.view.Strict, r.ForkBomb && !v.Command.Forks, r.Background && !v.Command.Background, r.GlobProgram && !globbed(v.Command),
		r.NoGrammar && (v.Program != nil || v.Name == ""), r.NotBuiltHere && isBuiltHere(v.Command.Program()), r.LoggedIn && !isLoggedIn(v), r.Except != "" && wordlist.Among(v.Name, r.Except):
		return parser.No
	}
	t := v.Truth
	if r.Sub != "" {
		t = t.And(sub(r.Sub, v))
	}
	if r.ExceptSub != "" && (v.Sub == "" || spec.MatchSub(r.ExceptSub, v.Sub)) {
		t = t.And(open(v))
	}
	if r.Verbs != "" {
		t = t.And(parser.Of(!KnownVerb(r.Verbs, verb(v))))
	}
	if t == parser.No || r.StdinFrom != "" && !m.flow.StdinFrom(r.StdinFrom, v) || r.asksWords() && m.explains(v) {
		return parser.No
	}
	if r.Any != "" {
		t = t.And(r.certainElsewhere(v, mayHaveOption(v, r.Any)))
	}
	if r.None != "" {
		t = t.And(exempts(v, r.None).Not())
	}
	if r.Operand != "" || r.Mode != AnyMode {
		o := r.certainElsewhere(v, operand(r, v))
		if o == parser.Maybe && r.ExceptPicked && m.flow.NamesPickedProcesses(v) {
			return parser.No
		}
		t = t.And(o)
	}
	if r.Beside != "" && !hasBeside(r.Beside, v) || r.NotBeside != "" && hasBeside(r.NotBeside, v) || r.EveryRow && !deletesEveryRow(v) {
		return parser.No
	}
	if r.Count > len(v.Operands) {
		t = t.And(r.certainElsewhere(v, parser.Maybe.And(parser.Of(hidesAnything(v) || v.Open && r.Count <= len(arguments(v))))))
	}
	if r.Unnamed && slices.ContainsFunc(v.Operands, isText) {
		return parser.No
	}
	if r.Dashes {
		t = t.And(r.certainElsewhere(v, dashes(v)))
	}
	if t == parser.No || !m.getsData(r, v) || m.isExempted(r, v) {
		return parser.No
	}
	return t
}

// getsData matches the conditions on what reaches an invocation from other commands.
func (m *matcher) getsData(r *Rule, v *grammar.Invocation) bool {
	switch {
	case r.Effect == 0 && r.From == flow.Download && !m.flow.NamesDownload(v), r.Effect == 0 && r.From == flow.Loaded && !m.flow.LoadsDownload(v), r.Effect == 0 && r.From == flow.Built && !m.flow.BuildsBrought(v):
		return false
	case r.NotLeftovers && m.flow.PicksLeftovers(v):
		return false
	case r.Restores && !m.flow.RestoresCommitted(v):
		return false
	case r.OutputSent && !m.flow.IsSent(v), r.OutputPosted && !m.isPosted(v):
		return false
	case r.EveryProcess && !m.flow.GetsEveryProcess(v), r.EndlessInput && !m.flow.GetsEndless(v):
		return false
	}
	return !r.OutputUnkept || m.flow.IsShown(r.StdinFrom, v)
}

// isExempted matches the exceptions for what other commands have made or take, and for places.
func (m *matcher) isExempted(r *Rule, v *grammar.Invocation) bool {
	switch {
	case r.OutputSeen && m.flow.OnlyLoginsRead(v), r.NotMade && m.flow.DestroysOwn(v), r.NotStashed && m.flow.IsStashed(v), r.Effect == 0 && r.isForTests(v), r.NotLocal && m.isOnLocalService(v):
		return true
	case r.Local && v.Throwaway && len(v.Mounts) == 0, r.NotContained && v.Away && grammar.HasOwnProcesses(v.Command):
		return true
	case r.InRepository && (m.flow.WorksInOwn(v) || m.flow.WorksInTemporary(v) || m.flow.WorksInOwnWorktree(v) || m.flow.IsApplied(v)):
		return true
	}
	return r.Exempt != NoExemption && m.exempt(r.Exempt, v)
}

// isForTests reports whether the exception for tests is the rule's, and an invocation's. It reads code, so
// that a rule about an effect asks it last.
func (r *Rule) isForTests(v *grammar.Invocation) bool {
	return r.NotForTests && (!r.NoGrammar || migrates(v)) && isForTests(v)
}

// effect matches the conditions on one effect: number i of the invocation, or -1 for one that is not
// among its own, which only rules without a zone are asked about.
func (m *matcher) effect(r *Rule, v *grammar.Invocation, e *grammar.Effect, i int) parser.Truth {
	if e.Kind&r.Effect == 0 || r.Lang != "" && !wordlist.Among(e.Lang, r.Lang) || (r.Program != "" || r.Except != "") && v.Starts(e) || r.Incomplete && e.Followed {
		return parser.No
	}
	t := e.Truth
	if r.NoGrammar || r.From == flow.Network && m.flow.IsRemoteShell(v, e) || (r.From == flow.Network || r.From == flow.Download || r.StdinFrom != "") && isProgram(v, e) {
		t = v.Truth
	}
	if r.Tree {
		t = t.And(e.Recursive)
	}
	if r.Name != "" {
		t = t.And(r.named(e))
	}
	if r.Value != "" {
		t = t.And(r.fits(valueList, r.Value, e.Word))
	}
	if r.Variable != "" && t != parser.No {
		t = t.And(parser.Of(m.sendsVariable(r.Variable, v, e)))
	}
	if r.StripStrings && t != parser.No { // a value that does not match with its strings does not match without them
		t = t.And(r.fits(valueList, r.Value, r.withoutStrings(e.Word)))
	}
	if r.Not != "" && t != parser.No {
		t = t.And(r.fits(notList, r.Not, e.Word).Not())
	}
	if t != parser.No && r.Zone != 0 {
		t = t.And(m.zone(r.Zone, v, i))
	}
	if t != parser.No && r.NotMadeHere && (m.isMadeHere(v, e) || e.Kind&grammar.Deletes != 0 && m.zone(IfEmpty, v, i) != parser.No) {
		return parser.No // deleting a possibly empty word is for another rule
	}
	if t != parser.No && r.From != flow.Anywhere {
		t = t.And(m.flow.From(r.From, v, e))
	}
	if t != parser.No && (r.From == flow.Archive || r.From == flow.Clone) && e.Word.Known() && m.exists(v, e) && !m.flow.CameBefore(r.From, v, e) {
		return parser.No // it was there before
	}
	return t
}

// withoutStrings returns a word in the form that the conditions on values match.
func (r *Rule) withoutStrings(w parser.Word) parser.Word {
	if code, known := w.Text(); r.StripStrings && known {
		return parser.Text(stripStrings(code))
	}
	return w
}

// isProgram reports whether an effect is the start of a program whose name is a command's output,
// such as $(curl u).
func isProgram(v *grammar.Invocation, e *grammar.Effect) bool {
	return e.Kind == grammar.Runs && v.Name == "" && len(e.Word.From()) > 0
}

// named returns whether a setting has one of the rule's names. An unknown key may be any of them.
func (r *Rule) named(e *grammar.Effect) parser.Truth {
	if e.Name == "" && e.Kind&grammar.Sets != 0 {
		return parser.Maybe
	}
	return parser.Of(r.fitsText(nameList, r.Name, e.Name))
}

// zone returns whether an effect's word is in one of the wanted zones. It asks the view once for
// all rules.
func (m *matcher) zone(want Zone, v *grammar.Invocation, i int) parser.Truth {
	if m.view.Zoner == nil {
		return parser.No
	}
	p := &m.zones[i]
	if !p.asked {
		p.asked = true
		p.is, p.may = m.view.Zoner.Zones(v, &v.Effects[i])
	}
	switch {
	case p.is&want != 0:
		return parser.Yes
	case p.may&want != 0:
		return parser.Maybe
	}
	return parser.No
}

// reaches reports whether an effect of the rule's kinds is, or may be, in its zones.
func (m *matcher) reaches(c *candidate, v *grammar.Invocation) bool {
	for i := range v.Effects {
		if v.Effects[i].Kind&c.kinds != 0 && m.zone(c.zones, v, i) != parser.No {
			return true
		}
	}
	return false
}

// explains is [explains] of the invocation at hand, which many rules ask.
func (m *matcher) explains(v *grammar.Invocation) bool {
	if !m.usage.asked {
		m.usage.asked, m.usage.printed = true, explains(v)
	}
	return m.usage.printed
}
