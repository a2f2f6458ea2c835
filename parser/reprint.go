package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"mvdan.cc/sh/v3/syntax"
)

// bashReprint reads a substitution as bash 5.2 runs it. It prints what it has
// parsed and parses that again, and in doing so loses the first semicolon after
// a here-document: in $(a <<E … E; then b; c) it runs b with c as its argument.
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
	if within := w.source.Text[from:to]; !strings.Contains(within, "<<") || !strings.Contains(within, ";") {
		return
	}
	lost := lostSemicolons(list)
	if len(lost) == 0 {
		return
	}
	text := []byte(w.source.Text[from:to])
	for _, at := range lost {
		at = w.lines.InSource(at)
		if at >= from && at < to && text[at-from] == ';' {
			text[at-from] = ' '
		}
	}
	w.evaluate(w.doing, string(text)) // where it is no source, bash refuses it too
}

// lostSemicolons are the places of the first semicolon after each
// here-document.
func lostSemicolons(list []*syntax.Stmt) []int {
	var ends, semicolons, lost []int
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Redirect:
				if n.Hdoc != nil && n.Op != syntax.WordHdoc {
					ends = append(ends, reader.Offset(n.Hdoc.End()))
				}
			case *syntax.Stmt:
				if n.Semicolon.IsValid() {
					semicolons = append(semicolons, reader.Offset(n.Semicolon))
				}
			}
			return true
		})
	}
	slices.Sort(semicolons)
	for _, end := range ends {
		if i, _ := slices.BinarySearch(semicolons, end); i < len(semicolons) {
			lost = append(lost, semicolons[i])
		}
	}
	return lost
}
