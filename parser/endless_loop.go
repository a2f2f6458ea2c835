package parser

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/agent-loop/shimgen/parser/internal/expand"
)

// isEndless reports whether a loop's condition is constant: while true, until false.
func isEndless(c *syntax.WhileClause) bool {
	if len(c.Cond) != 1 {
		return false
	}
	call, ok := c.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	name := expand.PlainName(call.Args[0])
	if c.Cond[0].Negated != c.Until {
		return name == "false"
	}
	return name == "true" || name == ":"
}

// markEndless marks the background commands of an endless loop whose body starts everything
// in the background and never waits. The body's commands are listed from start.
func (w *walker) markEndless(body []*syntax.Stmt, start int) {
	if len(body) == 0 || slices.ContainsFunc(body, func(s *syntax.Stmt) bool { return !s.Background }) {
		return
	}
	for _, c := range w.commands[start:] {
		c.Forks = c.Forks || c.Background
	}
}
