package rules

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// isWatched reports whether a command that may outlive the others stays in sight: the text waits
// for its job or ends it, or its output goes into a file that somebody can read.
func isWatched(c *parser.Command) bool {
	return c.Awaited || changesShell(c) || writesFile(c)
}

// changesShell reports whether a command starts nothing, as the cd in (cd x && ./serve) & does.
func changesShell(c *parser.Command) bool {
	if len(c.Args) == 0 {
		return true
	}
	name, _ := c.Program().Text()
	return wordlist.Among(name, "cd export set true :")
}

// writesFile reports whether the output of a command, or of the one that runs it, goes into a
// file. A device keeps nothing.
func writesFile(c *parser.Command) bool {
	for ; c != nil; c = c.Outer {
		for _, r := range c.Redirects {
			if output := r.FD == "" || r.FD == "1"; !output || !wordlist.Among(r.Op, "> >> >| &> &>>") {
				continue
			}
			if text, known := r.Target.Text(); known {
				return text != "" && !strings.HasPrefix(path.Clean(text), "/dev/")
			}
			last := r.Target.Parts[len(r.Target.Parts)-1]
			return last.Kind == parser.Literal && strings.Contains(last.Text, ".") // no device has such a name
		}
	}
	return false
}
