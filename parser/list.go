package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// stage is one statement of a list or pipeline.
type stage struct {
	*syntax.Stmt
	op syntax.BinCmdOperator // before it; for the first stage, after it
}

// shortSpine has room for the stages of most lists, on the stack of the caller of spine.
type shortSpine [4]stage

// spine flattens the left spine of a list or of one pipeline. It uses room if it is large enough.
func spine(b *syntax.BinaryCmd, room *shortSpine) []stage {
	piped := isPipe(b.Op)
	n := 2
	for left, ok := b.X.Cmd.(*syntax.BinaryCmd); ok && isPipe(left.Op) == piped; left, ok = left.X.Cmd.(*syntax.BinaryCmd) {
		n++
	}
	stages := room[:0]
	if n > len(room) {
		stages = make([]stage, 0, n)
	}
	for {
		stages = append(stages, stage{b.Y, b.Op})
		left, ok := b.X.Cmd.(*syntax.BinaryCmd)
		if !ok || isPipe(left.Op) != piped || len(b.X.Redirs) > 0 || b.X.Background || b.X.Coprocess || b.X.Disown {
			stages = append(stages, stage{b.X, b.Op})
			break
		}
		b = left
	}
	slices.Reverse(stages)
	return stages
}

func isPipe(op syntax.BinCmdOperator) bool { return op == syntax.Pipe || op == syntax.PipeAll }

func (w *walker) binary(b *syntax.BinaryCmd) {
	var room shortSpine
	if stages := spine(b, &room); isPipe(b.Op) {
		w.pipeline(stages)
	} else {
		w.list(stages)
	}
}

// pipeline reads each stage in a subshell whose input is the output of the stage before.
func (w *walker) pipeline(stages []stage) {
	start := len(w.commands)
	var from []*tree.Command
	var written tree.Word
	for i, s := range stages {
		mark, piped := len(w.commands), w.scope.piped
		w.scope.piped = piped || i+1 < len(stages)
		w.inSubshellWithFiles(func() {
			if i > 0 {
				w.state.stdin = tree.Stdin{Kind: tree.FromPipe, From: from, Word: written}.Share()
			}
			w.stmt(s.Stmt)
		})
		w.scope.piped = piped
		from, written = w.writers(mark), tree.Word{}
		if len(from) == 1 && i+1 < len(stages) && isCall([]*syntax.Stmt{s.Stmt}) {
			if text, ok := w.outputText(from[0]); ok {
				written = tree.Text(text)
			}
		}
	}
	if last := stages[len(stages)-1]; w.options.Lang == reader.Mksh || w.options.Lang == reader.Zsh || w.effects.shopts&builtins.LastPipe != 0 {
		// These shells run the last stage in the shell itself.
		w.forgetWithin(last.Stmt)
	}
	w.markForks(start)
}

// markForks marks calls of the enclosing function that occur more than once in one pipeline,
// whose commands are listed from start.
func (w *walker) markForks(start int) {
	if len(w.scope.functions) == 0 {
		return
	}
	var calls []*tree.Command
	places := map[int]bool{} // one call may be listed for several values
	for _, c := range w.commands[start:] {
		if w.callsItself(c) {
			calls = append(calls, c)
			places[c.Span.Offset] = true
		}
	}
	if len(places) < 2 {
		return
	}
	for _, c := range calls {
		c.Forks = true
	}
}

// list reads && and ||. It follows two states: after success so far, and after failure. For a
// command that is assumed to succeed, failure counts only before ||.
func (w *walker) list(stages []stage) {
	outer := w.scope.under
	defer func() { w.scope.under = outer }()
	w.scope.under = w.conditionOf(stages, 0, outer, nil)
	first := stages[0].Stmt
	before := w.state.clone()
	w.stmt(first)
	success, failure := w.state, w.failed(first, before)
	likely := !succeeds(first)
	for i, stage := range stages[1:] {
		w.scope.under = w.conditionOf(stages, i+1, outer, w.scope.under)
		s := stage.Stmt
		if stage.op == syntax.AndStmt {
			fails := !succeeds(s)
			var entry *state
			if fails || !likely {
				entry = success.clone()
			}
			w.state = success
			w.stmt(s)
			success = w.state
			if fails && !likely {
				failure = nil
			}
			if fails || !likely {
				failure = w.join(failure, w.failed(s, entry))
			}
			likely = likely || fails
			continue
		}
		entry := failure.clone()
		w.state = failure
		w.stmt(s)
		success, failure = w.join(success, w.state.clone()), w.failed(s, entry)
		likely = !succeeds(s) && !w.state.ended
	}
	w.state = success
	if likely {
		w.state = w.join(success, failure)
	}
}

// conditionOf returns the condition of one stage of a list, given that of the stage before.
func (w *walker) conditionOf(stages []stage, i int, outer, before *tree.Condition) *tree.Condition {
	c := &tree.Condition{Outer: outer, Kind: tree.ListHead}
	switch {
	case i == 0:
	case stages[i].op == syntax.OrStmt:
		c.Kind = tree.Failed
	case i > 1 && stages[i-1].op == syntax.OrStmt: // one of two has succeeded
		c.Kind = tree.Succeeded
	default:
		c.Kind, c.Outer = tree.Succeeded, before
		s := stages[i-1].Stmt
		if call, ok := s.Cmd.(*syntax.CallExpr); ok && !s.Negated && !s.Background && !s.Coprocess && !s.Disown {
			c.After = w.lines.SpanOf(call)
		}
	}
	for _, later := range stages[i+1:] {
		if later.op == syntax.OrStmt && !ends(later.Stmt) {
			return &tree.Condition{Outer: c, Kind: tree.MayFail}
		}
	}
	return c
}

// ends reports whether a statement is an exit or the like.
func ends(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 && builtins.KindOf(expand.PlainName(call.Args[0])) == builtins.Ends
}

// failed returns the state after the statement just read if it failed.
func (w *walker) failed(s *syntax.Stmt, before *state) *state {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		switch builtins.KindOf(expand.PlainName(call.Args[0])) {
		case builtins.MovesDir, builtins.Ends:
			return before
		}
	}
	if before.equals(w.state) {
		return before
	}
	return w.join(before, w.state.clone())
}

// succeeds reports whether a statement is assumed to succeed: assignments of constants, and
// commands that only prepare something. rm -f succeeds if there is nothing to remove.
func succeeds(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		_, ok := s.Cmd.(*syntax.DeclClause)
		return ok
	}
	if len(call.Args) == 0 {
		return true
	}
	switch expand.PlainName(call.Args[0]) {
	case "cd", "pushd", "mkdir", "touch", "echo", "printf", "true", ":", "set", "export", "umask", "sleep":
		return true
	case "rm":
		return slices.ContainsFunc(call.Args[1:], func(a *syntax.Word) bool {
			option := expand.PlainName(a)
			return option == "--force" || strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--") && strings.Contains(option, "f")
		})
	}
	return false
}
