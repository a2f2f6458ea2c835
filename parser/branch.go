package parser

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// ifClause reads an if with its elifs. It loops over the elifs, since they nest in the tree.
func (w *walker) ifClause(c *syntax.IfClause) {
	outer := w.scope.under
	defer func() { w.scope.under = outer }()
	var after *state
	for ; c != nil; c = c.Else {
		w.scope.under = branchIn(outer)
		w.stmts(c.Cond)
		if len(c.Cond) == 0 { // else
			w.stmts(c.Then)
			w.state = w.join(after, w.state)
			return
		}
		otherwise := w.state.clone()
		w.scope.under = branchIn(outer)
		w.stmts(c.Then)
		after = w.join(after, w.state)
		w.state = otherwise
	}
	w.state = w.join(after, w.state)
}

// branchIn returns the condition of a branch.
func branchIn(outer *tree.Condition) *tree.Condition {
	return &tree.Condition{Outer: outer, Kind: tree.Branch}
}

// inBranch starts a branch, and returns what ends it.
func (w *walker) inBranch() func() {
	outer := w.scope.under
	w.scope.under = branchIn(outer)
	return func() { w.scope.under = outer }
}

// caseClause reads every item as if the shell had chosen it. After ;& the next item runs,
// too.
func (w *walker) caseClause(c *syntax.CaseClause) {
	w.single(c.Word)
	entry, after := w.state, w.state.clone()
	outer := w.scope.under
	defer func() { w.scope.under = outer }()
	var through *state
	for _, item := range c.Items {
		w.scope.under = branchIn(outer)
		w.state = entry.clone()
		for _, p := range item.Patterns {
			w.single(p)
		}
		w.state = w.join(w.state, through)
		w.stmts(item.Stmts)
		after, through = w.join(after, w.state), nil
		if item.Op != syntax.Break {
			through = w.state
		}
	}
	w.state = after
}

// whileClause reads a loop once. All variables that the loop changes are unknown from its
// start.
func (w *walker) whileClause(c *syntax.WhileClause) {
	defer w.inBranch()()
	if w.whileRead(c) {
		return
	}
	defer w.shareInputInLoop()()
	lo, hi := reader.Offset(c.WhilePos), reader.Offset(c.DonePos)
	entry, exits := w.state.clone(), w.enterLoop()
	w.forgetBetween(lo, hi)
	before := w.state.files
	start := len(w.commands)
	w.stmts(c.Cond)
	w.endOfHead(exits, lo, reader.Offset(c.DoPos), start)
	start = len(w.commands)
	w.stmts(c.Do)
	if isEndless(c) {
		w.markEndless(c.Do, start)
	}
	w.endOfBody(exits)
	w.forgetAfter(lo, hi)
	w.leaveLoop(exits, entry, false, lo, reader.Offset(c.DoPos), hi)
	w.state.ended, w.state.files = false, w.state.files.Doubted(before)
}

func (w *walker) forClause(c *syntax.ForClause) {
	defer w.inBranch()()
	lo, hi := reader.Offset(c.DoPos), reader.Offset(c.DonePos)
	entry := w.state.ended
	defer w.shareInputInLoop()()
	before, exits, surely := w.state, (*loopExits)(nil), false
	head, variable, followed := lo, []string(nil), false
	switch loop := c.Loop.(type) {
	case *syntax.WordIter:
		items := w.items(loop)
		surely, variable = items.last >= 0, []string{loop.Name.Value}
		before, exits = w.state.clone(), w.enterLoop()
		w.forgetBetween(lo, hi)
		followed = w.eachItem(loop.Name, items, before, c.Do)
	case *syntax.CStyleLoop:
		head, before = reader.Offset(c.ForPos), w.state.clone()
		w.forgetBetween(head, hi)
		w.arithm(loop.Init)
		w.arithm(loop.Cond)
		w.arithm(loop.Post)
		files := w.state.files
		exits = w.enterLoop()
		start := len(w.commands)
		w.stmts(c.Do)
		if loop.Cond == nil {
			w.markEndless(c.Do, start)
		}
		w.endOfBody(exits)
		w.state.files = w.state.files.Doubted(files)
	default:
		w.unsupported(c)
	}
	if followed {
		w.exits, w.state.ended = exits.outer, entry
		return
	}
	w.forgetAfter(lo, hi)
	if exits != nil {
		w.leaveLoop(exits, before, surely, head, lo, hi, variable...)
	}
	w.state.ended = entry
}

// loopItems are the values that a for loop's variable takes.
type loopItems struct {
	words []tree.Word // nil if they are not known one by one
	last  int         // the last one that the loop surely reaches, or -1: an unknown item, and one of several possible words, may expand to no pass at all
	exact bool        // the loop has a turn for each of them, and no other
}

// items returns the values that a for loop's variable takes.
func (w *walker) items(loop *syntax.WordIter) loopItems {
	words := w.state.args
	if loop.InPos.IsValid() {
		words = []tree.Word{}
		for _, x := range loop.Items {
			words = w.fieldsFor(words, x, nil)
		}
	}
	if words == nil || w.tooManyItems(words) {
		return loopItems{last: -1}
	}
	items := loopItems{words: []tree.Word{}, last: -1, exact: w.options.Lang != reader.Zsh}
	for _, x := range words {
		if items.words = appendItems(items.words, x); x.Known() {
			items.last = len(items.words) - 1
		} else {
			items.exact = false
		}
	}
	if w.tooManyItems(items.words) {
		return loopItems{last: -1}
	}
	return items
}

// appendItems adds what a loop's variable holds for a word of its list. A word that
// represents any number of words may be any of its alternatives, or anything if one is split, or quotes
// a part of itself as a pattern.
func appendItems(items []tree.Word, word tree.Word) []tree.Word {
	if len(word.Parts) != 1 || !word.Parts[0].Split || word.Parts[0].OneOf() == nil {
		return append(items, item(word))
	}
	all, others := word.Parts[0].OneOf(), false
	for _, o := range all {
		text := o.String()
		if strings.ContainsAny(text, tree.BlankIFS) {
			others = true
			continue
		}
		items = append(items, tree.OneName(o))
		unquoted := strings.ReplaceAll(text, `\`, "")
		others = others || !slices.ContainsFunc(all, func(x tree.Word) bool { return x.String() == unquoted })
	}
	if others {
		items = append(items, tree.UnknownWord(tree.Shorten(word.String()), false))
	}
	return items
}

// item returns what a loop's variable holds for a word of its list: for a pattern, the name
// of a file that matches it.
func item(word tree.Word) tree.Word {
	v := tree.ValueOf(word)
	if len(v.Parts) != len(word.Parts) {
		return v // too long to be followed
	}
	for i, p := range word.Parts {
		if p.Kind == tree.Glob {
			v.Parts[i].Kind, v.Parts[i].SingleName = tree.Glob, true
		}
	}
	return v
}

// eachItem reads a loop's body once per item, within a bound, and once with an unknown item
// past it. before is the state before the loop; in the present one, what the body changes is unknown.
// If every item is known, each turn starts in the state that the turn before it left. eachItem then
// returns true, and the state is the one after the loop.
func (w *walker) eachItem(variable *syntax.Lit, items loopItems, before *state, body []*syntax.Stmt) bool {
	name := variable.Value
	most := maxRepeats
	if len(items.words) > maxItems {
		most = min(w.repeats+maxLong, maxRepeats)
	}
	if len(items.words) == 0 || w.repeats > maxRepeats {
		// Nested loops would multiply the number of readings.
		w.exceedRepeats(len(items.words))
		items = loopItems{words: []tree.Word{tree.UnknownWord("$"+name, true)}, last: -1}
	}
	outer, entry := w.scope, w.state.clone()
	written, once := entry.files, items.last >= 0
	turn := before
	if !items.exact {
		turn = nil
	}
	for i, item := range items.words {
		tooMany := i > 0 && w.repeats > most
		if tooMany { // this item stands for all that are left
			w.exceedRepeats(len(items.words))
			item, turn = tree.UnknownWord("$"+name, false), nil
		}
		if w.state = cmp.Or(turn, entry).clone(); turn == nil {
			w.state.files = written
		}
		start := len(w.commands)
		w.setCause(tree.Item, w.lines.SpanOf(variable))
		w.assignUnwritten(name, item, w.lines.SpanOf(variable))
		w.stmts(body)
		turn = w.nextTurn(turn, start)
		written, once = w.state.files, once && !w.state.ended && !tooMany
		if tooMany || i >= items.last {
			w.endOfBody(w.exits)
		}
		if tooMany {
			break
		}
		w.scope.repeated = true
	}
	w.scope = outer
	if turn != nil && !w.exits.broken {
		w.state = turn
		return true
	}
	if !once {
		w.state.files = w.state.files.Doubted(entry.files)
	}
	w.setCause(tree.Item, w.lines.SpanOf(variable))
	w.assign(name, tree.FormerValue(name, items.words...))
	return false
}

func (w *walker) forgetBetween(lo, hi int) { w.effects.between(lo, hi, w.touch) }

func (w *walker) forgetWithin(s *syntax.Stmt) {
	at := reader.Offset(s.Position)
	w.effects.between(at, reader.Offset(s.End()), w.touch)
}
