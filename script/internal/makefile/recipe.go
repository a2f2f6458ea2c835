package makefile

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// recipe adds the recipe of a rule.
func (m *interp) recipe(r *rule) {
	m.local = m.automatic(r)
	var whole []string
	for i, c := range r.commands {
		m.at = c.at
		for _, text := range m.expand(c.text) {
			switch {
			case !m.oneShell:
				for _, line := range commandLines(text) {
					m.commandLine(line, recursive(c.text))
				}
			case i == 0:
				whole = append(whole, strings.TrimLeft(text, " \t@-+"))
			default:
				whole = append(whole, text)
			}
		}
	}
	if m.oneShell && len(whole) > 0 {
		m.at = r.commands[0].at
		m.commandLine(strings.Join(whole, "\n"), recursive(r.commands[0].text))
	}
	m.local = nil
}

// automatic returns the automatic variables for a rule's recipe.
func (m *interp) automatic(r *rule) map[string][]string {
	var targets []string
	for _, n := range r.names {
		targets = append(targets, withMarks(n))
	}
	needs, first := strings.Join(r.needs, " "), unknownName
	if len(r.needs) > 0 {
		first = withMarks(r.needs[0])
	}
	needs = strings.ReplaceAll(needs, "%", unknownName)
	if needs == "" {
		needs = unknownText
	}
	vars := map[string][]string{"@": targets, "<": {first}, "^": {needs}, "+": {needs}, "?": {needs}, "*": {unknownName}, "%": {unknownName}, "|": {unknownText}}
	for _, name := range []string{"@", "<", "^", "+", "?", "*"} {
		for _, v := range vars[name] {
			vars[name+"D"] = append(vars[name+"D"], m.mapWords(v, func(w string) string { return path.Clean(dirPart(w)) }))
			vars[name+"F"] = append(vars[name+"F"], m.mapWords(v, func(w string) string { return w[lastSlash(w)+1:] }))
		}
	}
	return vars
}

// withMarks puts marks at the open parts of a name.
func withMarks(name string) string {
	return strings.NewReplacer("*", unknownName, "%", unknownName).Replace(name)
}

// commandLines splits an expanded recipe into lines, each for a shell of its own.
func commandLines(text string) []string {
	var out []string
	for pos := 0; pos < len(text); {
		end := logicalLine(text, pos)
		out = append(out, strings.TrimRight(text[pos:end], "\n"))
		pos = end
	}
	return out
}

// commandLine adds a line for the makefile's shell.
func (m *interp) commandLine(line string, always bool) {
	bare := strings.TrimLeft(line, " \t@-+")
	call := "recipe"
	if always || strings.Contains(line[:len(line)-len(bare)], "+") {
		call = "recipe+"
	}
	line = bare
	if line == "" || line[0] == '#' && !strings.Contains(line, "\n") {
		return
	}
	line = m.exports(line) + line
	for _, sh := range m.value("SHELL") {
		for _, flags := range m.value(".SHELLFLAGS") {
			text := line
			if !isShell(sh) || !plainFlags(flags) {
				text = sh + " " + flags + " " + shellquote.Single(line)
			}
			m.act(effect.Shell, call, effect.Arg{Text: m.shellText(text), Known: true})
		}
	}
}

// recursive reports whether make runs a recipe line even with -n.
func recursive(s string) bool {
	return strings.Contains(s, "$(MAKE)") || strings.Contains(s, "${MAKE}")
}

// exports returns assignments of the exported variables that a recipe line mentions.
func (m *interp) exports(line string) string {
	if len(m.env) == 0 || !strings.Contains(line, "$") {
		return ""
	}
	var b strings.Builder
	for name := range m.mentioned(line) {
		for _, v := range m.value(name) {
			b.WriteString(exporting(name, v) + "; ")
		}
	}
	return b.String()
}

// mentioned yields the exported variables that a recipe line mentions.
func (m *interp) mentioned(line string) func(func(string) bool) {
	return func(yield func(string) bool) {
		done := map[string]bool{}
		for i := 0; i+1 < len(line); i++ {
			if line[i] != '$' {
				continue
			}
			rest := strings.TrimPrefix(line[i+1:], "{")
			n := 0
			for n < len(rest) && (rest[n] == '_' || rest[n] >= '0' && rest[n] <= '9' || rest[n] >= 'A' && rest[n] <= 'Z' || rest[n] >= 'a' && rest[n] <= 'z') {
				n++
			}
			if name := rest[:n]; name != "" && !done[name] && len(m.vars[name]) > 0 && (m.sent[name] || m.sent[""]) {
				if done[name] = true; !yield(name) {
					return
				}
			}
		}
	}
}

// isShell reports whether the makefile's shell is an ordinary shell.
func isShell(s string) bool {
	words := fieldsOf(s)
	if len(words) == 0 || strings.Contains(s, markBegin) {
		return true
	}
	name := words[len(words)-1]
	if len(words) > 2 || len(words) == 2 && words[0] != "/usr/bin/env" || strings.HasPrefix(name, ".") {
		return false
	}
	return wordlist.Among(path.Base(name), " sh bash dash ash ksh mksh zsh ")
}

// plainFlags reports whether the flags of the makefile's shell contain no code.
func plainFlags(s string) bool {
	for _, w := range fieldsOf(s) {
		if w[0] != '-' && w != "pipefail" && w != "errexit" && w != "nounset" {
			return false
		}
	}
	return true
}
