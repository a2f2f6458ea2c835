package othershell

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// unreadable are shells whose code nobody reads, and which set variables in a way of their own.
const unreadable = "nu ysh osh rc es elvish xonsh murex ion"

// maxConstants bounds the constants of one text that are followed.
const maxConstants = 32

// WithConstants returns code of such a shell with the constants that it sets in the place of its
// variables: let x = "a"; b $x.
func WithConstants(program, code string) string {
	if !wordlist.Among(program, unreadable) || !strings.Contains(code, "=") {
		return code
	}
	var out strings.Builder
	var pairs []string
	for _, line := range strings.SplitAfter(strings.ReplaceAll(code, ";", ";\n"), "\n") {
		if len(pairs) > 0 {
			line = strings.NewReplacer(pairs...).Replace(line)
		}
		out.WriteString(line)
		if name, value := constant(line); name != "" && len(pairs) < maxConstants*5*2 {
			for _, use := range [...]string{"${" + name + "}", "$" + name, "@(" + name + ")", "@" + name, "{" + name + "}"} {
				pairs = append([]string{use, value}, pairs...) // the last value counts
			}
		}
	}
	return out.String()
}

// constant returns the name and the value of a constant that a line sets, or "".
func constant(line string) (name, value string) {
	name, value, ok := strings.Cut(strings.Trim(line, " \t\n;"), "=")
	words := strings.Fields(name)
	if len(words) > 1 && wordlist.Among(words[0], "let mut const var setvar set export") {
		words = words[1:]
	}
	value = strings.TrimSpace(value)
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	if !ok || len(words) != 1 || value == "" || strings.ContainsAny(value, "\"'`()[]{}|\n") {
		return "", ""
	}
	name = strings.TrimLeft(words[0], "$")
	if !isVariable(name) {
		return "", ""
	}
	return name, value
}
