package export

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
)

// gemini writes a policy of Gemini CLI with the refusals only. It has no exceptions: Gemini's
// prefixes may end inside a word.
func gemini(w *writer) string {
	var b strings.Builder
	b.WriteString("# Written by \"shimgen policy export --to gemini\".\n")
	for _, c := range w.refused {
		text := c.text()
		if !c.isPlain() {
			w.omit("[commands] blocked %q: words that its patterns do not have", text)
			continue
		}
		if !c.more {
			w.omit("[commands] blocked %q: whatever follows these words is refused, too", text)
		}
		geminiRule(&b, []string{"run_shell_command"}, "commandPrefix", text)
	}
	files := []string{"read_file", "read_many_files", "write_file", "replace", "list_directory", "search_file_content", "grep_search", "glob"}
	for _, pattern := range w.closed {
		geminiRule(&b, files, "argsPattern", w.geminiPattern(pattern))
	}
	if hosts, listed := w.hosts(); listed {
		geminiRule(&b, []string{"web_fetch"}, "", "")
		if len(hosts) > 0 {
			w.omit("[network] allowed_domains: web_fetch is refused for all hosts, as rules know none")
		}
	}
	if w.policy.Sandbox != policy.Unconfined {
		w.omit("[sandbox]: no rule confines a command (tools.sandbox in settings.json switches a sandbox on)")
	}
	return b.String()
}

// geminiRule writes a rule that refuses.
func geminiRule(b *strings.Builder, tools []string, key, value string) {
	quoted := make([]string, len(tools))
	for i, t := range tools {
		quoted[i] = policy.Quote(t)
	}
	fmt.Fprintf(b, "\n[[rule]]\ntoolName = [%s]\n", strings.Join(quoted, ", "))
	if key != "" {
		fmt.Fprintf(b, "%s = %s\n", key, policy.Quote(value))
	}
	b.WriteString("decision = 'deny'\npriority = 900\ndenyMessage = 'blocked by the policy of shimgen'\n")
}

// geminiPattern returns an expression that matches a tool's JSON arguments with a path at the
// place. A name that is closed in any directory may follow any path.
func (w *writer) geminiPattern(pattern place.Pattern) string {
	path := w.absolute(strings.TrimPrefix(pattern.Path, "./"))
	before := "\""
	if !strings.HasPrefix(path, "/") {
		before = `["/]`
	}
	var b strings.Builder
	for _, r := range path {
		switch r {
		case '*':
			b.WriteString(`[^/"]*`)
		case '?':
			b.WriteString(`[^/"]`)
		default:
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	if pattern.Tree {
		return before + b.String() + `["/]`
	}
	return before + b.String() + `"`
}
