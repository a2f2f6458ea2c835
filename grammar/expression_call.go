package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// expressionCall describes a function in a program's expression language.
type expressionCall struct {
	programs  string
	functions string
	plugin    string // the first argument, of which the last part counts; "" where the role is that of the first
	role      spec.Role
}

// expressionCalls are the functions that read files, fetch, or run commands on this machine, whatever
// the target of the program. Source: the yq manual, Load; Ansible's lookup plugins.
var expressionCalls = [...]expressionCall{
	{"yq", "load load_str load_xml load_props load_base64", "", spec.File},
	{"ansible ansible-playbook ansible-pull", "lookup query q", "pipe", spec.Shell},
	{"ansible ansible-playbook ansible-pull", "lookup query q", "file", spec.File},
	{"ansible ansible-playbook ansible-pull", "lookup query q", "unvault", spec.File},
	{"ansible ansible-playbook ansible-pull", "lookup query q", "template", spec.File},
	{"ansible ansible-playbook ansible-pull", "lookup query q", "url", spec.URL},
}

// expressions reads such calls with literal arguments in the words of the command.
func (r *reader) expressions() {
	if !r.inv.Program.mayBeIn(inExpressionCalls) {
		return
	}
	for i := range expressionCalls {
		c := &expressionCalls[i]
		if !wordlist.Among(r.inv.Name, c.programs) {
			continue
		}
		for _, w := range r.cmd.Args[1:] {
			text, known := w.Text()
			if !known || !strings.Contains(text, "(") {
				continue
			}
			for name := range wordlist.Each(c.functions) {
				r.calls(c, name, text)
			}
		}
	}
}

// calls reads the calls of one function in an expression.
func (r *reader) calls(c *expressionCall, name, text string) {
	for {
		before, after, found := strings.Cut(text, name)
		if !found || !r.mayRead() {
			return
		}
		text = after
		if before != "" && isNameByte(before[len(before)-1]) {
			continue
		}
		args, open := strings.CutPrefix(strings.TrimLeft(after, " "), "(")
		argument, rest, ok := literal(args)
		if !open || !ok {
			continue
		}
		if c.plugin != "" {
			if argument[strings.LastIndexByte(argument, '.')+1:] != c.plugin {
				continue
			}
			next, more := strings.CutPrefix(strings.TrimLeft(rest, " "), ",")
			if argument, _, ok = literal(next); !more || !ok {
				r.effect(Effect{Kind: Reads, Word: unknown()}, parser.Maybe)
				continue
			}
		}
		r.act(use{role: c.role, word: parser.Text(argument), truth: parser.Yes})
	}
}

// isNameByte reports whether a byte may be part of a function's name.
func isNameByte(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// literal splits a quoted text off the start of an expression.
func literal(s string) (text, rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", s, false
	}
	return strings.Cut(s[1:], s[:1])
}
