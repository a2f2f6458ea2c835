package makefile

import (
	"slices"
	"strings"
)

// def is one possible definition of a variable.
type def struct {
	text  string
	lazy  bool // expanded at each use
	fixed bool // set by the command line, which overrides the makefile
}

// assign evaluates an assignment. If maybe is set, it adds a possible definition and keeps the
// old ones.
func (m *interp) assign(name, op, value string, maybe bool) {
	m.rule = -1
	for _, n := range m.expand(name) {
		n = strings.TrimSpace(n)
		if old := m.vars[n]; len(old) > 0 && old[0].fixed {
			continue
		}
		m.vars[n] = m.definitions(n, op, value, maybe)
		m.setting(n)
	}
}

// definitions returns the possible definitions after an assignment.
func (m *interp) definitions(name, op, value string, maybe bool) []def {
	old := m.vars[name]
	_, inherited := m.given.Vars[name]
	var defs []def
	switch {
	case op == "?=" && (len(old) > 0 && !maybe || len(old) == 0 && inherited):
		return old
	case op == "+=" && len(old) > 0:
		defs = m.appended(old, value)
	case op == "!=":
		for _, s := range m.shell(value) {
			defs = append(defs, def{text: s})
		}
	case op == ":=" || op == "::=" || op == ":::=":
		for _, s := range m.expand(value) {
			defs = append(defs, def{text: s})
		}
	default:
		defs = []def{{text: value, lazy: true}}
	}
	if maybe {
		defs = append(slices.Clone(old), defs...)
	}
	if len(defs) > maxTurns {
		defs = append(defs[:maxTurns-1:maxTurns-1], def{text: unknownText})
	}
	return defs
}

// appended returns definitions with text appended to each.
func (m *interp) appended(old []def, value string) []def {
	var defs []def
	for _, d := range old {
		texts := []string{value}
		if !d.lazy {
			texts = m.expand(value)
		}
		for _, t := range texts {
			if m.spend(len(d.text) + len(t)) {
				d := d
				d.text = strings.TrimLeft(d.text+" "+t, " ")
				defs = append(defs, d)
			}
		}
	}
	return defs
}

// setting follows the variables that change how makefiles are read.
func (m *interp) setting(name string) {
	if name != ".RECIPEPREFIX" {
		return
	}
	m.prefix = '\t'
	if v := m.value(name)[0]; v != "" && !strings.HasPrefix(v, markBegin) {
		m.prefix = v[0]
	}
}

// export evaluates the operands of the directive: an assignment, names, or nothing for all
// variables.
func (m *interp) export(rest string) {
	name, op, value, ok := cutAssign(rest)
	switch {
	case ok:
		m.assign(name, op, value, m.branches > 0)
		rest = name
	case rest == "":
		m.sends("")
	}
	m.sends(m.words(rest)...)
}

// sends marks variables as exported.
func (m *interp) sends(names ...string) {
	for _, n := range names {
		if !m.sent[n] {
			if m.sent == nil {
				m.sent = map[string]bool{}
			}
			m.sent[n] = true
			m.env = append(m.env, n)
		}
	}
}

// defining adds a line to a multi-line variable.
func (m *interp) defining(line string) {
	d := m.define
	switch word, _ := cutWord(strings.TrimSpace(line)); word {
	case "define":
		d.depth++
	case "endef":
		if d.depth--; d.depth < 0 {
			m.define = nil
			name, op, _, ok := cutAssign(d.head)
			if !ok {
				name, op = d.head, "="
			}
			m.assign(strings.TrimSpace(name), op, strings.Join(d.lines, "\n"), m.branches > 0)
			return
		}
	}
	d.lines = append(d.lines, line)
}

// cutWord cuts a line after its first word.
func cutWord(s string) (word, rest string) {
	n := 0
	for n < len(s) && s[n] != ' ' && s[n] != '\t' {
		n++
	}
	return s[:n], strings.TrimSpace(s[n:])
}

// cutAssign cuts an assignment at its operator.
func cutAssign(s string) (name, op, value string, ok bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ':', '?', '+', '!', '=':
			n := strings.IndexByte(s[i:min(i+4, len(s))], '=')
			if n < 0 || n > 1 && s[i:i+n] != strings.Repeat(":", n) || n == 1 && s[i] == '=' {
				if s[i] == ':' {
					return "", "", "", false
				}
				continue
			}
			name = strings.TrimSpace(s[:i])
			return name, s[i : i+n+1], strings.TrimLeft(s[i+n+1:], " \t"), name != "" && !strings.ContainsAny(outsideReferences(name), " \t")
		}
		i = past(s, i)
	}
	return "", "", "", false
}

// outsideReferences returns a text without its references.
func outsideReferences(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if n := past(s, i); n > i {
			i = n
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// topLevel returns the first offset of a byte outside references, or -1.
func topLevel(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
		i = past(s, i)
	}
	return -1
}

// past returns the last byte of the reference that starts at i, or i.
func past(s string, i int) int {
	if s[i] == '$' && i+1 < len(s) {
		if s[i+1] == '(' || s[i+1] == '{' {
			if n := bracketEnd(s, i+1); n > 0 {
				return n
			}
		}
		return i + 1
	}
	if s[i] == markBegin[0] {
		return markClose(s, i)
	}
	return i
}

// bracketEnd returns the offset of the bracket that closes the one at i, or -1.
func bracketEnd(s string, i int) int {
	begin, end, depth := s[i], byte(')'), 0
	if begin == '{' {
		end = '}'
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case begin:
			depth++
		case end:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
