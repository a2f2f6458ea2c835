package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// Deleting the destination of a move deletes what was moved: mv ~/Documents /tmp/d && rm -rf
// /tmp/d loses what rm -rf ~/Documents would.

// move is one thing that a command of the request moves.
type move struct {
	from parser.Word // absolute; it may be a pattern
	to   string      // its path afterwards, or the directory of what a pattern matched
	many bool        // from is a pattern
}

// deletesMoved adds to each command that deletes the destination of an earlier move the
// deletion of what was moved.
func (j *judge) deletesMoved(invs []*grammar.Invocation) {
	var moves []move
	var seen map[moveKey]bool // made when first needed
	for v := range grammar.All(invs) {
		isMove := v.HasTrait(spec.Moves)
		if v.Away || !isMove && len(moves) == 0 {
			continue
		}
		if budget := j.budget(v.Command); !budget.Spend(len(moves) * len(v.Effects)) {
			v.Err = budget.Spent(v.Command.Span)
			return
		}
		if !isMove {
			j.deletesOrigins(v, moves)
			continue
		}
		for _, m := range chainMoves(moves, j.moves(v)) {
			if key := (moveKey{m.from.String(), m.to, m.from.Span}); !seen[key] {
				if seen == nil {
					seen = map[moveKey]bool{}
				}
				seen[key] = true
				moves = append(moves, m)
			}
		}
	}
}

// moveKey tells moves apart: things that are moved to and fro would be as many as all ways there.
type moveKey struct {
	from, to string
	span     parser.Span
}

// deletesOrigins adds to a command the deletions of what the moves have brought to what it deletes.
func (j *judge) deletesOrigins(v *grammar.Invocation, moves []move) {
	for _, e := range v.Effects[:len(v.Effects):len(v.Effects)] {
		if e.Kind&grammar.Deletes == 0 {
			continue
		}
		at, placed := j.absoluteWord(v, e.Word)
		for i := range moves {
			if was, is := moves[i].origin(at, e.Recursive); placed && is {
				e.Word = was
				v.Effects = append(v.Effects, e)
			}
		}
	}
}

// chainMoves returns the moves of now, and for those that move on what an earlier move brought, a
// move from the first origin.
func chainMoves(earlier, now []move) []move {
	for _, m := range now[:len(now):len(now)] {
		for i := range earlier {
			if was, is := earlier[i].origin(m.from, parser.Yes); is {
				now = append(now, move{was, m.to, m.many || earlier[i].many})
			}
		}
	}
	return now
}

// moves returns what a command moves, and where to.
func (j *judge) moves(v *grammar.Invocation) (all []move) {
	var to parser.Word
	into := false
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind&grammar.Writes != 0 && e.Cause == grammar.ByArgs {
			to = e.Word
		}
	}
	if w, given := v.Value("-t --target-directory"); given != parser.No {
		to, into = w, true
	}
	to, placed := j.absoluteWord(v, to)
	at, known := to.Text()
	if !placed || !known {
		return nil
	}
	into = into || strings.HasSuffix(at, "/")
	at = path.Clean(at)
	if mode, err := j.machine.Files.Lstat(at); err == nil && mode.IsDir() {
		into = true
	}
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&grammar.Deletes == 0 {
			continue
		}
		from, placed := j.absoluteWord(v, e.Word)
		name, known := from.Text()
		switch {
		case !placed:
		case !known:
			all = append(all, move{from, at, true})
		case into:
			all = append(all, move{from, path.Join(at, path.Base(name)), false})
		default:
			all = append(all, move{from, at, false})
		}
	}
	return all
}

// origin returns the path before the move of what at names, and whether a deletion of at deletes
// something that was moved. tree says whether that deletion is recursive.
func (m *move) origin(at parser.Word, tree parser.Truth) (parser.Word, bool) {
	prefix := at.Prefix()
	if text, known := at.Text(); known {
		prefix = path.Clean(text)
	}
	switch rest, below := strings.CutPrefix(prefix, m.to+"/"); {
	case m.many && (below || prefix == m.to):
		return m.from, true
	case prefix == m.to && at.Known():
		return m.from, true
	case below && at.Known():
		return concatWords(m.from, parser.Text("/"+rest)), true
	case below:
		return concatWords(m.from, at.Tail(len(m.to))), true
	}
	inside := strings.HasPrefix(m.to, strings.TrimSuffix(prefix, "/")+"/") && prefix != "/"
	return m.from, inside && tree == parser.Yes && (at.Known() || strings.HasSuffix(prefix, "/"))
}

// concatWords joins two words to one.
func concatWords(a, b parser.Word) parser.Word {
	return parser.Word{Parts: append(a.Parts[:len(a.Parts):len(a.Parts)], b.Parts...), Span: a.Span}
}

// absoluteWord makes a path absolute. It returns false if nobody knows where the path begins.
func (j *judge) absoluteWord(v *grammar.Invocation, w parser.Word) (parser.Word, bool) {
	if len(w.Parts) == 0 || w.Parts[0].Kind == parser.Unknown {
		return w, false
	}
	if strings.HasPrefix(w.Prefix(), "/") {
		return w, true
	}
	dir, placed := j.zones.Start(v.Command)
	return concatWords(parser.Text(dir+"/"), w), placed
}
