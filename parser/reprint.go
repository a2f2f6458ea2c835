package parser

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"mvdan.cc/sh/v3/syntax"
)

// bashReprint reads a substitution as bash 5.2 runs it. bash prints the commands it has parsed
// and parses them again. Doing so it drops the first separator between two commands after a
// here-document: in $(a <<E … E; then b; c) it runs b with c as its argument. Words that end a
// list in a compound command are always printed. It does so twice with an element of an array,
// x=($(a <<E …)), and drops the second separator, too.
func (w *walker) bashReprint(n syntax.Node, list []*syntax.Stmt) {
	if w.options.Lang != reader.Bash || len(list) == 0 {
		return
	}
	if c, ok := n.(*syntax.CmdSubst); ok && c.Backquotes {
		return
	}
	from, to := w.lines.InSource(reader.Offset(list[0].Pos())), w.lines.InSource(reader.Offset(n.End()))-1
	if to = min(to, len(w.source.Text)); to <= from {
		return
	}
	within := w.source.Text[from:to]
	if !strings.Contains(within, "<<") || len(list) == 1 && separatesNothing(list[0]) {
		return
	}
	semicolons, separators, twice := lost(list)
	blanked := func(gaps []gap) {
		text := []byte(within)
		for _, g := range gaps {
			lo, hi := w.lines.InSource(g.from)-from, w.lines.InSource(g.to)-from
			if lo < 0 || hi > len(text) || lo > hi || !g.assigns && strings.Trim(within[lo:hi], "; \t\n") != "" {
				continue // a comment, or & that separates them
			}
			copy(text[lo:hi], strings.Repeat(" ", hi-lo))
		}
		if string(text) != within {
			w.evaluate(w.doing, string(text)) // if it is not valid source, bash rejects it too
		}
	}
	blanked(semicolons)
	if !slices.Equal(semicolons, separators) {
		blanked(separators)
	}
	if len(twice) > len(separators) {
		blanked(twice)
	}
}

// separatesNothing reports whether a statement is a simple command of text only, with nothing after it.
func separatesNothing(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Semicolon.IsValid() || len(call.Assigns) > 0 {
		return false
	}
	return !slices.ContainsFunc(call.Args, func(a *syntax.Word) bool { return !isText(a.Parts) }) &&
		!slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool { return !isText(r.Word.Parts) || r.Hdoc != nil && !isText(r.Hdoc.Parts) })
}

// gap is the text between two commands. It matches here-documents that end before begin, the
// start of the first command, or before from if begin does not matter.
type gap struct {
	begin, from, to int
	assigns         bool // the first command is in it, too: one that only assigns arrays, which mvdan.cc/sh does not read before a program
}

// assignsArrays reports whether a statement does nothing but assign, and arrays among others.
func assignsArrays(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) == 0 && slices.ContainsFunc(call.Assigns, func(a *syntax.Assign) bool { return a.Array != nil })
}

// lost returns three lists: for each here-document the first semicolon after it, the first
// separator between two commands of one list after it, and the first two. bash drops the separator, or the
// semicolon if the here-document's own command ends the list.
func lost(list []*syntax.Stmt) (semicolons, separators, twice []gap) {
	var ends []int
	var all, between []gap
	pairs := func(list []*syntax.Stmt) {
		for i, s := range list[:max(0, len(list)-1)] {
			g := gap{begin: reader.Offset(s.Pos()), from: reader.Offset(s.End()), to: reader.Offset(list[i+1].Pos()), assigns: assignsArrays(s)}
			switch {
			case g.assigns:
				g.from = g.begin
			case s.Semicolon.IsValid():
				g.from = reader.Offset(s.Semicolon)
			}
			between = append(between, g)
		}
	}
	pairs(list)
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Redirect:
				if n.Hdoc != nil && n.Op != syntax.WordHdoc {
					ends = append(ends, reader.Offset(n.Hdoc.End()))
				}
			case *syntax.Stmt:
				if n.Semicolon.IsValid() {
					at := reader.Offset(n.Semicolon)
					all = append(all, gap{begin: at, from: at, to: at + 1})
				}
			case *syntax.IfClause:
				pairs(n.Cond)
				pairs(n.Then)
			case *syntax.WhileClause:
				pairs(n.Cond)
				pairs(n.Do)
			case *syntax.ForClause:
				pairs(n.Do)
			case *syntax.Block:
				pairs(n.Stmts)
			case *syntax.Subshell:
				pairs(n.Stmts)
			case *syntax.CaseItem:
				pairs(n.Stmts)
			}
			return true
		})
	}
	semicolons, separators = firsts(all, ends), firsts(between, ends)
	var starts []int
	for _, g := range separators {
		starts = append(starts, g.to)
	}
	return semicolons, separators, slices.Concat(separators, firsts(between, starts))
}

// firsts returns the first gap after each place.
func firsts(gaps []gap, places []int) []gap {
	slices.SortFunc(gaps, func(a, b gap) int { return cmp.Compare(a.begin, b.begin) })
	first := slices.Clone(gaps) // of each gap and those that count for more
	for i := len(first) - 2; i >= 0; i-- {
		if first[i+1].from < first[i].from {
			first[i] = first[i+1]
		}
	}
	var found []gap
	for _, at := range places {
		if i, _ := slices.BinarySearchFunc(gaps, at, func(g gap, at int) int { return cmp.Compare(g.begin, at) }); i < len(gaps) {
			found = append(found, first[i])
		}
	}
	return found
}
