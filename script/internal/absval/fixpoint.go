package absval

import "github.com/agent-loop/shimgen/script/internal/lex"

// Fixpoint is an Interp that reads code in rounds until a round teaches nothing new. In each
// round a name holds what it was bound to in the round before.
type Fixpoint struct {
	Interp
	Rounds  int              // that are over
	Changed bool             // this round has taught something
	Bound   map[string]Value // what this round binds names to
}

// Bounds of a Fixpoint's rounds.
const (
	maxRounds     = 7
	wideningRound = 4 // from this round on, what still changes is widened to Top
)

// Learn reads tokens until nothing changes, and once more to collect acts.
// pass reads all tokens once. settle ends a round for what else the language learns, and
// reports whether that has changed; what has changed it widens to unknown if widen is true.
// Learn returns the error that Stop was given, or nil.
func (r *Fixpoint) Learn(toks []lex.Token, pass func(), settle func(widen bool) bool) error {
	round := func(number int) {
		if r.Err != nil {
			return
		}
		r.Round = number
		r.Toks, r.Pos, r.Dir, r.Changed, r.Bound = toks, 0, nil, false, map[string]Value{}
		pass()
		widen := r.Rounds >= wideningRound
		r.Changed = settle(widen) || r.Changed
		r.settleNames(widen)
	}
	for r.Rounds = 0; r.Err == nil && r.Rounds < maxRounds && (r.Rounds == 0 || r.Changed); r.Rounds++ {
		round(min(r.Rounds, LearningRounds-1))
	}
	round(LearningRounds)
	return r.Err
}

// settleNames compares what names were bound to in this round with what they held.
func (r *Fixpoint) settleNames(widen bool) {
	for name, v := range r.Bound {
		if Equal(v, r.Names[name]) {
			continue
		}
		r.Changed = true
		if widen {
			r.Bound[name] = Join(v, Top)
		}
	}
	if !r.Collecting() {
		r.Names = r.Bound
	}
}
