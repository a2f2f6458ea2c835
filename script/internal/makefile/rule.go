package makefile

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// rule is a rule: its targets, prerequisites and recipe.
type rule struct {
	targets  []string
	needs    []string
	commands []command
	maybe    bool // in a conditional
	reached  bool
	names    []string // the requested targets, if they are known
}

// command is an unexpanded recipe line.
type command struct {
	text string
	at   place
}

// addRule evaluates a rule, or a target-specific variable.
func (m *interp) addRule(left, right string) {
	right = strings.TrimLeft(right, ":")
	if n := topLevel(right, ';'); n >= 0 {
		defer m.command(right[n+1:])
		right = right[:n]
	}
	own := right
	for {
		word, rest := cutWord(strings.TrimSpace(own))
		if word != "export" && word != "override" && word != "private" {
			break
		}
		own = rest
	}
	if name, op, value, ok := cutAssign(own); ok {
		m.assign(name, op, value, true)
		return
	}
	r := rule{targets: m.words(strings.TrimSuffix(strings.TrimSpace(left), "&")), maybe: m.branches > 0}
	needs := m.needed(right)
	if n := slices.IndexFunc(needs, func(w string) bool { return strings.HasSuffix(w, ":") && strings.Contains(w, "%") || w == ":" }); n >= 0 {
		needs = needs[n+1:] // of a static pattern
	}
	r.needs = append(r.needs, needs...)
	switch {
	case slices.Contains(r.targets, ".ONESHELL"):
		m.oneShell = true
	case slices.Contains(r.targets, ".EXPORT_ALL_VARIABLES"):
		m.sends("")
	}
	m.rules = append(m.rules, r)
	m.rule = len(m.rules) - 1
}

// needed returns the prerequisites in a text. If references remain, it expands the text again as a
// whole, as .SECONDEXPANSION does.
func (m *interp) needed(s string) []string {
	var out []string
	for _, text := range m.expand(unordered(s)) {
		if strings.Contains(text, "$") && deepest(text) <= effect.MaxDepth {
			out = append(out, m.words(unordered(text))...)
		} else {
			out = append(out, fieldsOf(text)...)
		}
	}
	return out
}

// unordered removes the | before order-only prerequisites, unless it is inside a reference.
func unordered(s string) string {
	if n := topLevel(s, '|'); n >= 0 {
		return s[:n] + " " + s[n+1:] // make knows one
	}
	return s
}

// command adds a recipe line to the rule before it.
func (m *interp) command(text string) {
	if m.rule >= 0 {
		r := &m.rules[m.rule]
		r.commands = append(r.commands, command{text, m.at})
	}
}

// run adds the recipes of the rules that are reached.
func (m *interp) run() {
	for _, name := range m.env {
		if len(m.vars[name]) > 0 {
			for _, v := range m.value(name) {
				m.act(effect.Shell, "export", effect.Arg{Text: m.shellText(exporting(name, v)), Known: true})
			}
		}
	}
	m.reach(m.wanted())
	for i := range m.rules {
		if m.rules[i].reached {
			m.recipe(&m.rules[i])
		}
	}
}

// exporting returns the shell assignment for a variable that make exports.
func exporting(name, value string) string {
	return "export " + name + "=" + shellquote.Single(value)
}

// wanted returns the requested targets: those of the command line, or the first one. An unknown
// target may be any.
func (m *interp) wanted() []string {
	var names []string
	for _, a := range m.given.Args {
		switch _, _, _, set := cutAssign(a.Text); {
		case set:
		case !a.Known:
			names = append(names, "*")
		case a.Text != "" && strings.Trim(a.Text, "0123456789") != "":
			names = append(names, a.Text)
		}
	}
	if len(names) == 0 && len(m.vars[".DEFAULT_GOAL"]) > 0 {
		names = m.words("$(.DEFAULT_GOAL)")
	}
	if len(names) == 0 {
		names = m.first()
	}
	return names
}

// first returns the possible first targets: those in conditionals, up to an unconditional one.
func (m *interp) first() []string {
	var names []string
	for _, r := range m.rules {
		for _, t := range r.targets {
			if t[0] == '.' && !strings.Contains(t, "/") || strings.Contains(t, "%") {
				continue
			}
			names = append(names, t)
			if !r.maybe {
				return names
			}
			break
		}
	}
	return names
}

// reach marks the rules that some targets need.
func (m *interp) reach(names []string) {
	for i := range m.rules {
		for _, t := range m.rules[i].targets {
			if m.always(t) {
				names = append(names, m.get(&m.rules[i], t, "*")...)
			}
		}
	}
	seen := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		if names = names[1:]; seen[name] {
			continue
		}
		seen[name] = true
		for i := range m.rules {
			for _, t := range m.rules[i].targets {
				if m.spend(len(t)+len(name)) && meets(t, name) {
					names = append(names, m.get(&m.rules[i], t, name)...)
				}
			}
		}
	}
}

// always reports whether a rule may be reached whatever is requested: a rule with an unknown name,
// a pattern or suffix rule, which make may need internally, or the makefiles themselves.
func (m *interp) always(target string) bool {
	pattern := strings.Contains(target, "%") && strings.Contains(target, ".")
	suffixes := target[0] == '.' && strings.Count(target, ".") == 2 && !strings.Contains(target, "/")
	return target == unknownText || pattern || suffixes || target == ".DEFAULT" || m.isMakefile(target)
}

// get marks a rule as reached under a name, and returns its prerequisites.
func (m *interp) get(r *rule, target, name string) []string {
	r.reached = true
	if len(r.names) < maxTurns && !slices.Contains(r.names, name) {
		r.names = append(r.names, name)
	}
	var out []string
	stem := "*"
	if before, after, ok := strings.Cut(target, "%"); ok && !strings.Contains(name, "*") && len(name) >= len(before)+len(after) {
		stem = name[len(before) : len(name)-len(after)]
	}
	for _, n := range r.needs {
		if !m.spend(len(n) + len(stem)) {
			break
		}
		if n = strings.Replace(n, "%", stem, 1); strings.Trim(wild(n), "*") != "" {
			out = append(out, n)
		} else {
			m.at = place{}
			m.act(effect.Evaluates, "prerequisites", effect.Arg{})
		}
	}
	return out
}

// wild returns a name with a star for each unknown part and each pattern.
func wild(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case markBegin[0]:
			i = markClose(s, i)
			b.WriteByte('*')
		case '%', '?', '[':
			b.WriteByte('*')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// meets reports whether two names may be the same.
func meets(a, b string) bool {
	a, b = path.Clean(wild(a)), path.Clean(wild(b))
	if a == b {
		return true
	}
	x, y := strings.IndexByte(a, '*'), strings.IndexByte(b, '*')
	switch {
	case x < 0 && y < 0:
		return false
	case x < 0:
		return meets(b, a)
	}
	head, tail := a[:x], a[strings.LastIndexByte(a, '*')+1:]
	if y < 0 {
		return len(b) >= len(head)+len(tail) && strings.HasPrefix(b, head) && strings.HasSuffix(b, tail)
	}
	end := b[strings.LastIndexByte(b, '*')+1:]
	return (strings.HasPrefix(head, b[:y]) || strings.HasPrefix(b[:y], head)) && (strings.HasSuffix(tail, end) || strings.HasSuffix(end, tail))
}
