package makefile

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// expand returns the possible texts of a text with references. The result is never empty.
func (m *interp) expand(s string) []string {
	hole := byte('$')
	if m.given.Placeholders {
		hole = effect.Placeholder[0]
	}
	if !strings.Contains(s, "$") && strings.IndexByte(s, hole) < 0 {
		return []string{s}
	}
	if !m.enter() {
		return []string{""}
	}
	defer func() { m.depth-- }()
	out, from := []string{""}, 0
	for i := 0; i < len(s) && m.spend(0); i++ {
		if s[i] != '$' && s[i] != hole {
			continue
		}
		out = m.cat(out, []string{s[from:i]})
		end := i
		var next []string
		switch {
		case s[i] != '$':
			next = []string{unknownText}
		case i+1 == len(s):
			next = []string{""}
		case s[i+1] == '$':
			end, next = i+1, []string{"$"}
		case (s[i+1] == '(' || s[i+1] == '{') && bracketEnd(s, i+1) > 0:
			end = bracketEnd(s, i+1)
			next = m.reference(s[i+2:end], s[i+1])
		default:
			end, next = i+1, m.value(s[i+1:i+2])
		}
		out = m.cat(out, next)
		i, from = end, end+1
	}
	return m.cat(out, []string{s[min(from, len(s)):]})
}

// words returns the words of all possible expansions of a text.
func (m *interp) words(s string) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range m.expand(s) {
		for _, w := range fieldsOf(t) {
			if !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	return out
}

// cat concatenates each text of a with each of b. If there are too many, the second half is
// unknown.
func (m *interp) cat(a, b []string) []string {
	if len(a)*len(b) > maxTurns {
		b = []string{unknownText}
	}
	out := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			if len(x)+len(y) > absval.MaxText || !m.spend(len(x)/16+len(y)) {
				y = ""
			}
			if z := x + y; !slices.Contains(out, z) {
				out = append(out, z)
			}
		}
	}
	return out
}

// reference expands the inside of $(…): a function, a variable with a substitution, or a variable.
func (m *interp) reference(body string, bracket byte) []string {
	if name, rest := cutWord(strings.TrimLeft(body, " \t")); rest != "" || strings.HasSuffix(body, " ") {
		if out, ok := m.function(name, splitArgs(rest, bracket)); ok {
			return out
		}
	}
	var out []string
	for _, name := range m.expand(body) {
		if from, to, ok := strings.Cut(name, "="); ok && strings.Contains(from, ":") {
			n := strings.IndexByte(from, ':')
			pattern := from[n+1:]
			if !strings.Contains(pattern, "%") {
				pattern, to = "%"+pattern, "%"+to
			}
			for _, v := range m.value(from[:n]) {
				out = append(out, m.mapWords(v, func(w string) string { return patsubst(pattern, to, w) }))
			}
			continue
		}
		out = append(out, m.value(name)...)
	}
	return m.cat([]string{""}, out)
}

// value returns the possible values of a variable: from the makefile, then the environment, then
// make's own. If none has it, it is left to the environment of the shell.
func (m *interp) value(name string) []string {
	if v, ok := m.local[name]; ok {
		return v
	}
	if defs := m.vars[name]; len(defs) > 0 {
		return m.defined(name, defs)
	}
	if args, ok := m.given.Vars[name]; ok {
		var out []string
		for _, a := range args {
			if !a.Known {
				a.Text += unknownText
			}
			out = append(out, a.Text)
		}
		return m.cat([]string{""}, out)
	}
	for _, b := range builtins {
		if v, ok := strings.CutPrefix(b, name+"="); ok {
			return []string{v}
		}
	}
	return []string{fromEnvironment(name)}
}

// defined returns the values of a variable's definitions. A recursive definition is an error in
// make.
func (m *interp) defined(name string, defs []def) []string {
	out := []string{}
	for _, d := range defs {
		switch {
		case !d.lazy:
			out = append(out, d.text)
		case !slices.Contains(m.active, name):
			m.active = append(m.active, name)
			out = append(out, m.expand(d.text)...)
			m.active = m.active[:len(m.active)-1]
		}
	}
	if len(out) == 0 {
		return []string{""}
	}
	return m.cat([]string{""}, out)
}

// splitArgs splits the arguments of a function at the commas.
func splitArgs(s string, bracket byte) []string {
	var out []string
	end := byte(')')
	if bracket == '{' {
		end = '}'
	}
	from, depth := 0, 0
	for i := range len(s) {
		switch {
		case s[i] == bracket:
			depth++
		case s[i] == end:
			depth--
		case s[i] == ',' && depth == 0:
			out, from = append(out, s[from:i]), i+1
		}
	}
	return append(out, s[from:])
}

// arity returns the number of a text function's arguments, or 0 if there is no such function.
// Further commas belong to the last argument.
func arity(name string) int {
	switch name {
	case "strip", "sort", "firstword", "lastword", "words", "dir", "notdir", "suffix", "basename", "wildcard", "realpath", "abspath", "error", "warning",
		"info", "origin", "flavor":
		return 1
	case "filter", "filter-out", "word", "addsuffix", "addprefix", "join", "findstring":
		return 2
	case "subst", "patsubst", "wordlist":
		return 3
	case "intcmp":
		return 5
	}
	return 0
}

// function calls a function; ok is false if there is none with that name.
func (m *interp) function(name string, args []string) (out []string, ok bool) {
	if n := arity(name); n > 0 {
		if len(args) > n {
			args = append(args[:n-1:n-1], strings.Join(args[n-1:], ","))
		}
		return m.plain(name, args), true
	}
	all := strings.Join(args, ",")
	switch name {
	case "shell":
		return m.shell(all), true
	case "eval":
		for _, t := range m.expand(all) {
			m.evaluate(t)
		}
		return []string{""}, true
	case "if":
		return m.choose(args), true
	case "or", "and":
		var out []string
		for _, a := range args {
			out = append(out, m.expand(strings.TrimSpace(a))...)
		}
		if name == "and" {
			out = append(out, "")
		}
		return m.cat([]string{""}, out), true
	case "foreach":
		return m.foreach(args), true
	case "call":
		return m.call(args), true
	case "value":
		return m.unexpanded(all), true
	case "file":
		return m.file(all), true
	case "let", "guile":
		m.expand(all)
		m.act(effect.Evaluates, name, effect.Arg{})
		return []string{unknownText}, true
	}
	return nil, false
}

// plain calls a text function for each combination of its arguments' values.
func (m *interp) plain(name string, args []string) []string {
	turns := [][]string{nil}
	for _, a := range args {
		var next [][]string
		for _, t := range turns {
			for _, s := range m.expand(a) {
				if len(next) < maxTurns {
					next = append(next, append(t[:len(t):len(t)], s))
				}
			}
		}
		turns = next
	}
	var out []string
	for _, t := range turns {
		for len(t) < 3 {
			t = append(t, "")
		}
		out = append(out, m.textFunction(name, t)...)
	}
	return m.cat([]string{""}, out)
}

// shell records a command that runs while the makefile is read. Its output is represented by the
// shell's own command substitution.
func (m *interp) shell(s string) []string {
	var out []string
	for _, cmd := range m.expand(s) {
		m.act(effect.Shell, "shell", effect.Arg{Text: m.shellText(cmd), Known: true})
		words := fieldsOf(cmd)
		switch {
		case len(words) > 1 && words[0] == "echo" && !strings.ContainsAny(cmd, "\\'\"`$;&|<>()*?[#~\n"+markBegin):
			out = append(out, strings.Join(words[1:], " "))
		case len(cmd) > 512:
			out = append(out, unknownText)
		default:
			out = append(out, markBegin+"$("+cmd+")"+markEnd)
		}
	}
	return m.cat([]string{""}, out)
}

// choose evaluates the function if.
func (m *interp) choose(args []string) []string {
	yes, no := false, false
	for _, c := range m.expand(strings.TrimSpace(args[0])) {
		yes = yes || c != ""
		no = no || c == "" || strings.Contains(c, markBegin)
	}
	var out []string
	if yes && len(args) > 1 {
		out = m.expand(args[1])
	}
	if no && len(args) > 2 {
		out = append(out, m.expand(strings.Join(args[2:], ","))...)
	} else if no {
		out = append(out, "")
	}
	return m.cat([]string{""}, append(out, out...))
}

// foreach expands a text for each word.
func (m *interp) foreach(args []string) []string {
	if len(args) < 3 {
		return []string{""}
	}
	name, body, out := strings.TrimSpace(m.expand(args[0])[0]), strings.Join(args[2:], ","), []string{""}
	for i, w := range m.words(args[1]) {
		if m.err != nil {
			break
		}
		if i > 0 {
			out = m.cat(out, []string{" "})
		}
		out = m.cat(out, m.with(map[string][]string{name: {w}}, func() []string { return m.expand(body) }))
	}
	return out
}

// call expands a variable with arguments.
func (m *interp) call(args []string) []string {
	name := strings.TrimSpace(m.expand(args[0])[0])
	bound := map[string][]string{"0": {name}}
	for i := 1; i < 10; i++ {
		bound[string(rune('0'+i))] = []string{""}
	}
	var given []string
	for i, a := range args[1:] {
		v := m.expand(a)
		if i < 9 {
			bound[string(rune('1'+i))] = v
		}
		given = append(given, v[0])
	}
	if out, ok := m.function(name, given); ok {
		return out
	}
	return m.with(bound, func() []string { return m.value(name) })
}

// with binds names during an expansion.
func (m *interp) with(bound map[string][]string, f func() []string) []string {
	before := m.local
	m.local = make(map[string][]string, len(before)+len(bound))
	for _, from := range []map[string][]string{before, bound} {
		for k, v := range from {
			m.local[k] = v
		}
	}
	out := f()
	m.local = before
	return out
}

// unexpanded returns the text of a variable as it was written.
func (m *interp) unexpanded(name string) []string {
	var out []string
	for _, n := range m.expand(name) {
		for _, d := range m.vars[strings.TrimSpace(n)] {
			out = append(out, d.text)
		}
	}
	return m.cat([]string{""}, append(out, ""))
}

// file evaluates the function file, which writes or reads a file while the makefile is read.
func (m *interp) file(s string) []string {
	for _, t := range m.expand(s) {
		t = strings.TrimSpace(t)
		name, _, _ := strings.Cut(strings.TrimLeft(t, "<> "), ",")
		kind := effect.Writes
		if strings.HasPrefix(t, "<") {
			kind = effect.Reads
		}
		name = strings.TrimSpace(name)
		m.act(kind, "file", effect.Arg{Text: beforeMark(name), Known: !strings.Contains(name, markBegin)})
	}
	return []string{unknownText}
}
