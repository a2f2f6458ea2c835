package absval

import "github.com/agent-loop/shimgen/script/internal/lex"

// Fixpoint is an Interp that repeats rounds until it reaches a fixed point. In each round a name
// has the value that it was bound to in the round before.
type Fixpoint struct {
	Interp
	Rounds  int              // completed rounds
	Changed bool             // this round has learnt something new
	Bound   map[string]Value // the bindings of this round
}

// Bounds of a Fixpoint's rounds.
const (
	maxRounds     = 7
	wideningRound = 4 // values that still change after this round are widened to Top
)

// Learn reads the tokens until nothing changes, and once more to collect acts. pass reads all
// tokens once. settle ends a round for the language's other state, and reports whether that
// changed; if widen is true it widens changed state to unknown. Learn returns the error that
// Stop was given, or nil.
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

// settleNames compares the bindings of this round with those of the last.
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
