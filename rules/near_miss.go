package rules

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Miss is a rule that was tried on an invocation and does not match it.
type Miss struct {
	Rule *Rule
	Why  string // the first condition that does not hold, in words
	Held int    // how many conditions hold before that
}

// Nearness finds, for some invocations, the rules that nearly match each of them.
type Nearness struct {
	set     Set
	matcher matcher
}

// NewNearness takes the same arguments as Check.
func NewNearness(set Set, invs []*grammar.Invocation, view View) *Nearness {
	return &Nearness{set, newMatcher(invs, view)}
}

// Of returns the rules that nearly match one of the invocations, nearest first: those for its
// program, and those for its effects.
func (n *Nearness) Of(v *grammar.Invocation) []Miss {
	m := &n.matcher
	m.begin(v)
	var near []Miss
	for r := range n.set.nearTo(v) {
		if !r.conditional() || !m.concerns(r, v) {
			continue
		}
		if _, found := m.match(r, v); found {
			continue
		}
		if miss, ok := m.miss(r, v); ok {
			near = append(near, miss)
		}
	}
	slices.SortStableFunc(near, func(a, b Miss) int { return cmp.Compare(b.Held, a.Held) })
	return near
}

// nearTo yields the rules of all packs, and those on shelves for the program of an invocation.
func (s Set) nearTo(v *grammar.Invocation) iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for r := range s.Listed() {
			if !yield(r) {
				return
			}
		}
		for _, shelf := range s.shelves {
			for _, r := range shelf.About(v) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// concerns reports whether a rule is for an invocation's program, or for its effects.
func (m *matcher) concerns(r *Rule, v *grammar.Invocation) bool {
	if r.Program != "" {
		return wordlist.Among(v.Name, r.Program)
	}
	return r.Effect&m.kinds != 0
}

// condition is one condition of a rule, if the rule sets it: whether it holds, and a text for
// when it does not.
type condition struct {
	asked, holds bool
	why          string
}

// first returns the first condition that does not hold, if there is one, and the number of
// conditions that hold before it.
func first(all []condition) (held int, failed *condition) {
	for i := range all {
		switch c := &all[i]; {
		case !c.asked:
		case c.holds:
			held++
		default:
			return held, c
		}
	}
	return held, nil
}

// miss finds the first condition that does not hold. It returns false if there is no single such
// condition.
func (m *matcher) miss(r *Rule, v *grammar.Invocation) (Miss, bool) {
	held, failed := first(m.conditions(r, v))
	if failed != nil || r.Effect == 0 {
		return missed(r, failed, held)
	}
	best := Miss{r, "nothing that it " + anyOf(r.Effect.Verbs()), held}
	for i := range v.Effects {
		if v.Effects[i].Kind&r.Effect == 0 {
			continue
		}
		if more, failed := first(m.conditionsOn(r, v, i)); failed != nil && held+1+more > best.Held {
			best, _ = missed(r, failed, held+1+more)
		}
	}
	return best, true
}

func missed(r *Rule, failed *condition, held int) (Miss, bool) {
	if failed == nil {
		return Miss{}, false
	}
	return Miss{r, failed.why, held}, true
}

// conditions returns the conditions on the program and its words, as words matches them. The
// subcommand comes first: a rule for another one is not near.
func (m *matcher) conditions(r *Rule, v *grammar.Invocation) []condition {
	of := func(format, list string) string { return fmt.Sprintf(format, anyOf(strings.Fields(list))) }
	return []condition{
		{r.Sub != "", sub(r.Sub, v) != parser.No, of("the subcommand is not %s", r.Sub)},
		{r.Program != "", true, ""},
		{r.Strict, m.view.Strict, "only in strict mode"},
		{wordlist.Among(v.Name, r.Except), false, "not about " + v.Name},
		{r.NoGrammar, v.Program == nil && v.Name != "", "only about programs without a grammar"},
		{r.ForkBomb, v.Command.Forks, "it does not call itself"},
		{r.Unwatched, !isWatched(v.Command), "the text waits for it or ends it, or its output goes into a file"},
		{r.Background, v.Command.Background, "it does not run in the background"},
		{r.LoggedIn, isLoggedIn(v), "no command logs in to where it runs"},
		{r.NotBuiltHere, !isBuiltHere(v.Command.Program()), "the program is built or written here"},
		{r.GlobProgram, globbed(v.Command), "its name is no pattern"},
		{r.asksWords(), !explains(v), "--help only explains"},
		{r.ExceptSub != "" && (v.Sub == "" || spec.MatchSub(r.ExceptSub, v.Sub)) && !v.Open, false, "not about " + strings.TrimSpace(v.Name+" "+v.Sub)},
		{r.Verbs != "", !KnownVerb(r.Verbs, verb(v)), "the subcommand is known"},
		{r.PossibleIn != "" && r.needsUnknown(v), r.certainElsewhere(v, parser.Maybe) != parser.No, "no word that is not known means that after " + v.Sub},
		{r.Any != "", mayHaveOption(v, r.Any) != parser.No, of("no %s", r.Any)},
		{r.None != "", exempts(v, r.None) != parser.Yes, of("%s is given", r.None)},
		{r.Operand != "" || r.Mode != AnyMode, operand(r, v) != parser.No, operandWhy(r)},
		{r.NotForTests, !r.isForTests(v), "it works in the environment for tests"},
		{r.NotLocal, !m.isOnLocalService(v), "its words name a service of this machine"},
		{r.EveryRow, deletesEveryRow(v), "a condition picks the rows"},
		{r.NotBeside != "", !hasBeside(r.NotBeside, v), of("a word like %s", r.NotBeside)},
		{r.Beside != "", hasBeside(r.Beside, v), of("no word like %s", r.Beside)},
		{r.ExceptPicked && operand(r, v) == parser.Maybe, !m.flow.NamesPickedProcesses(v), "the operand is the id of one process"},
		{r.Unnamed, !slices.ContainsFunc(v.Operands, isText), "an operand says which"},
		{r.Count > 0, r.Count <= len(v.Operands) || v.Open, fmt.Sprintf("fewer than %d operands", r.Count)},
		{r.OutputSent && !m.flow.IsSent(v), false, "no command sends what it prints or writes"},
		{r.OutputPosted && !m.isPosted(v), false, "no command sends what it prints or writes to any address"},
		{r.OutputSeen && m.flow.OnlyLoginsRead(v), false, "a login takes what it prints"},
		{r.StdinFrom != "", m.flow.StdinFrom(r.StdinFrom, v), of("nothing from %s reaches it", r.StdinFrom)},
		{r.OutputUnkept, m.flow.IsShown(r.StdinFrom, v), "what it prints goes to a command that keeps it"},
		{r.NotLeftovers, !m.flow.PicksLeftovers(v), "grep picks files that tools leave behind"},
		{r.Restores, m.flow.RestoresCommitted(v), "it writes nothing that git has of the same file"},
		{r.Effect == 0 && r.From == flow.Download, m.flow.NamesDownload(v), "no word names a file from the network"},
		{r.Effect == 0 && r.From == flow.Loaded, m.flow.LoadsDownload(v), "it finds no file from the network"},
		{r.Effect == 0 && r.From == flow.Built, m.flow.BuildsBrought(v), "no earlier command got what it builds from the network"},
		{r.EndlessInput, m.flow.GetsEndless(v), "its input ends"},
		{r.EveryProcess, m.flow.GetsEveryProcess(v), "it gets no list of all processes"},
		{r.Dashes, dashes(v) != parser.No, "nothing after --"},
		{r.NotMade && m.flow.DestroysOwn(v), false, "commands before it made what it destroys"},
		{r.Local && v.Throwaway && len(v.Mounts) == 0, false, "it works in a container that is removed when it ends"},
		{r.NotContained && v.Away && grammar.HasOwnProcesses(v.Command), false, "it works in a container"},
		{r.NotStashed && m.flow.IsStashed(v), false, "git stash before it put the work away"},
		{r.InRepository && m.flow.WorksInOwn(v), false, "commands before it made the repository"},
		{r.InRepository && m.flow.WorksInOwnWorktree(v), false, "commands before it made the worktree"},
		{r.InRepository && m.flow.IsApplied(v), false, "git stash apply before it put the work into the work tree"},
		{r.InRepository && m.flow.WorksInTemporary(v), false, "the repository is for temporary files"},
		{r.Exempt != NoExemption && m.exempt(r.Exempt, v), false, "all that it touches is a place where that is allowed"},
	}
}

// needsUnknown reports whether a rule can match only by what an unknown word is.
func (r *Rule) needsUnknown(v *grammar.Invocation) bool {
	return r.Any != "" && mayHaveOption(v, r.Any) == parser.Maybe ||
		(r.Operand != "" || r.Mode != AnyMode) && operand(r, v) == parser.Maybe ||
		r.Dashes && dashes(v) == parser.Maybe
}

func operandWhy(r *Rule) string {
	if r.Operand == "" {
		return "the mode does not grant that"
	}
	if r.First {
		return "the first operand is not like " + anyOf(strings.Fields(r.Operand))
	}
	return "no operand like " + anyOf(strings.Fields(r.Operand))
}

// conditionsOn returns the conditions on one effect of the rule's kinds, as effect matches them.
func (m *matcher) conditionsOn(r *Rule, v *grammar.Invocation, i int) []condition {
	e := &v.Effects[i]
	is := e.Word.String()
	of := func(said, list string) string { return said + anyOf(strings.Fields(list)) }
	return []condition{
		{r.Program != "" || r.Except != "" && v.Starts(e), !v.Starts(e), "that is the program itself"},
		{r.Lang != "", wordlist.Among(e.Lang, r.Lang), of("the code is not in ", r.Lang)},
		{r.Tree, e.Recursive != parser.No, "not with all that is below"},
		{r.Name != "", r.named(e) != parser.No, of("it does not set ", r.Name)},
		{r.Incomplete, !e.Followed, "the commands in " + is + " are all that it does"},
		{r.Value != "", r.fits(valueList, r.Value, e.Word) != parser.No, of(is+" is not like ", r.Value)},
		{r.Variable != "", m.sendsVariable(r.Variable, v, e), of("no value of ", r.Variable)},
		{r.StripStrings && r.Value != "", r.fits(valueList, r.Value, r.withoutStrings(e.Word)) != parser.No, "only strings of the code are like that"},
		{r.Not != "", r.fits(notList, r.Not, e.Word) != parser.Yes, is + " is an exception"},
		{r.Zone != 0, r.Zone == 0 || m.zone(r.Zone, v, i) != parser.No, is + " is not " + anyOf(r.Zone.Names())},
		{r.NotMadeHere && m.isMadeHere(v, e), false, "a command before it made " + is},
		{r.From != flow.Anywhere, r.From == flow.Anywhere || m.flow.From(r.From, v, e) != parser.No, "the code does not come from " + r.From.String()},
	}
}

// maxNamed bounds the words of a list that a reason names.
const maxNamed = 4

// anyOf prints a list of words as an alternative.
func anyOf(list []string) string {
	if len(list) > maxNamed {
		list = append(slices.Clone(list[:maxNamed]), "…")
	}
	return strings.Join(list, " or ")
}
