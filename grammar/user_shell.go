package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// userShell reads the program that su and runuser start instead of the user's shell: -s names any
// program, which gets -c and the words after the user as its own (su(1), -s).
func (r *reader) userShell() {
	if r.inv.Name != "su" && r.inv.Name != "runuser" {
		return
	}
	program, given := r.inv.Value("-s --shell")
	if given == parser.No || len(program.Parts) == 0 {
		return
	}
	words := []parser.Word{program}
	if line, given := r.inv.Value("-c --command --session-command"); given != parser.No && !isShell(program) {
		words = append(words, parser.Text("-c"), line)
	}
	if len(r.operands) > 1 {
		words = append(words, r.operands[1:]...)
	}
	if len(words) > 1 {
		r.inner(words, given)
	}
}

// isShell reports whether a word names a shell, or a program that refuses a login.
func isShell(program parser.Word) bool {
	name, known := program.Text()
	name = base(name)
	return known && (strings.HasSuffix(name, "csh") || wordlist.Among(name, "fish elvish nu xonsh pwsh nologin false") ||
		slices.ContainsFunc(dialects, func(d dialect) bool { return wordlist.Among(name, d.names) }))
}
