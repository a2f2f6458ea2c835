package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// prompts reads the commands in the prompts that a shell is started with: it
// expands them as it does text in double quotes (bash(1), PROMPTING).
func (r *reader) prompts() {
	for _, a := range r.cmd.Assigns {
		if !among(a.Name, "PS0 PS1 PS2 PS4") {
			continue
		}
		text, known := a.Value.Text()
		switch {
		case !known:
			r.effect(Effect{Kind: Evaluates, Word: a.Value, Lang: "sh"}, parser.Maybe)
		case strings.ContainsAny(text, "$`"):
			quoted := ": \"" + strings.ReplaceAll(text, `"`, `\"`) + `"`
			r.code("sh", parser.Text(quoted), parser.Yes, parser.Stdin{})
		}
	}
}

// isProxy reports whether a variable names a host through which programs
// connect to others: curl(1), wget(1).
func isProxy(name string) bool {
	kind, ok := strings.CutSuffix(strings.ToLower(name), "_proxy")
	return ok && among(kind, "http https ftp all socks")
}
