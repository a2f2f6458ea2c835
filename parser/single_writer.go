package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// isOnlyWriter reports whether only the last of a substitution's commands writes to its output.
// The commands before it may write into its pipe, or call a function whose whole body it is.
func (w *walker) isOnlyWriter(from []*tree.Command) bool {
	for i := len(from) - 1; i > 0; {
		switch c := from[i]; {
		case c.Stdin.Kind == tree.FromPipe && len(c.Stdin.From) > 0 && len(c.Stdin.From) <= i && slices.Equal(from[i-len(c.Stdin.From):i], c.Stdin.From):
			if i == len(c.Stdin.From) {
				return true
			}
			i--
		case w.bodyIsOnly(from[i-1], c), w.isSilent(from[i-1]), w.evaluatesOnly(from[i-1], c):
			i--
		default:
			return false
		}
	}
	return true
}

// isSilent reports whether a command prints nothing on its standard output. A cd prints if its
// operand is "-" or if it finds the directory in CDPATH.
func (w *walker) isSilent(c *tree.Command) bool {
	if len(c.Args) == 0 {
		return true // assignments
	}
	name, known := c.Program().Text()
	if !known || w.effects.named[name] || c.Shadowed {
		return false
	}
	switch name {
	case ":", "true", "mkdir", "export", "umask":
		return len(c.Args) > 1 || name != "umask" && name != "export"
	case "cd":
		return !slices.ContainsFunc(c.Args[1:], func(a tree.Word) bool {
			return !a.Known() || a.Is("-") == tree.Yes || !strings.HasPrefix(a.Prefix(), "/") && !strings.HasPrefix(a.Prefix(), ".") && !strings.HasPrefix(a.Prefix(), "-")
		})
	}
	return false
}

// evaluatesOnly reports whether a command is an eval of one simple command.
func (w *walker) evaluatesOnly(eval, c *tree.Command) bool {
	if eval.Program().Is("eval") != tree.Yes || w.effects.named["eval"] || eval.Shadowed || len(eval.Redirects) > 0 || c.Outer != eval {
		return false
	}
	return !slices.ContainsFunc(eval.Args[1:], func(a tree.Word) bool {
		text, known := a.Text()
		return !known || strings.ContainsAny(text, ";&|\n(){}<>`!#")
	})
}

// bodyIsOnly reports whether a command calls a function whose body is one simple command, or one
// pipeline, that surely runs.
func (w *walker) bodyIsOnly(call, body *tree.Command) bool {
	name, known := call.Program().Text()
	f := w.effects.defined[name]
	if !known || f == nil || f.decl.Body == nil || body.Func != name {
		return false
	}
	block, ok := f.decl.Body.Cmd.(*syntax.Block)
	return ok && isCall(block.Stmts) && !f.decl.Body.Negated
}
