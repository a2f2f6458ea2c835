package makefile

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// interp is one reading of a makefile, by the manual of GNU make. It evaluates lines in order as
// make does, which runs some commands already; the rules that are reached come afterwards.
type interp struct {
	given  effect.CommandLine
	vars   map[string][]def    // the possible values of each variable
	local  map[string][]string // automatic variables, and words bound by call or foreach
	env    []string            // exported variables, "" for all
	sent   map[string]bool     // env as a set
	active []string            // variables being expanded
	rules  []rule
	files  []string // included files: make remakes them first
	acts   []effect.Act
	seen   map[string]bool // the acts found so far
	budget int
	depth  int
	err    error

	at       place
	fixed    bool // lines have the place of the call that evaluates them
	branches int  // conditionals around the line
	rule     int  // the rule whose recipe a line may belong to; none if negative
	define   *define
	prefix   byte // starts a recipe line
	oneShell bool
}

// place is the place of a line.
type place struct {
	file     string
	off, end int
}

// define is a multi-line variable that has not ended yet.
type define struct {
	head  string
	lines []string
	depth int
}

// The limits of reading a makefile.
const (
	maxMakeDepth = 40 // nesting of references and files
	maxTurns     = 8  // possible texts of one line
	maxIncluded  = 256
)

// Read returns the acts of a makefile for the targets and variables of a command line: commands
// that run while it is read, and those of the rules that are reached. An unknown operand may be
// any target.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	m := interp{
		given: given, vars: map[string][]def{}, budget: absval.MaxBudget, rule: -1, prefix: '\t',
	}
	m.arguments()
	m.read(code)
	m.run()
	if m.err != nil {
		return nil, m.err
	}
	return m.acts, nil
}

// stop ends the reading with an error.
func (m *interp) stop(text string) {
	if m.err == nil {
		m.err = errors.New(text)
	}
}

// spend takes steps from the budget and reports whether there were enough.
func (m *interp) spend(n int) bool {
	if m.budget -= n + 1; m.budget < 0 {
		m.stop("makefile expands to more than can be followed")
	}
	return m.err == nil
}

// enter goes one level deeper, and reports whether the limit allows it.
func (m *interp) enter() bool {
	if m.depth++; m.depth > maxMakeDepth {
		m.stop("makefile is nested too deeply")
	}
	return m.err == nil
}

// act adds an act at the current line.
func (m *interp) act(kind effect.Kind, call string, arg effect.Arg) {
	key := kind.String() + " " + arg.Text + " " + m.at.file
	if m.seen[key] {
		return
	}
	if m.seen == nil {
		m.seen = map[string]bool{}
	}
	m.seen[key] = true
	m.acts = append(m.acts, effect.Act{Kind: kind, Call: call, Args: []effect.Arg{arg}, File: m.at.file, Offset: m.at.off, End: m.at.end})
}

// read evaluates the lines of a text.
func (m *interp) read(text string) {
	if !m.fixed && hasControl(text) {
		m.stop("makefile has control characters")
	}
	m.rule = -1
	for pos := 0; pos < len(text) && m.spend(0); {
		end := logicalLine(text, pos)
		line := strings.TrimSuffix(strings.TrimRight(text[pos:end], "\n"), "\r")
		if !m.fixed {
			m.at.off, m.at.end = pos, pos+len(line)
		}
		if deepest(line) > effect.MaxDepth {
			m.stop("makefile is nested too deeply")
			return
		}
		m.line(line)
		pos = end
	}
	if m.define != nil {
		m.stop("define without endef")
	}
}

// hasControl reports whether a text has a byte that marks what is unknown, or none of a text.
func hasControl(text string) bool {
	return strings.IndexByte(text, 0) >= 0 || strings.Contains(text, markBegin) || strings.Contains(text, markEnd)
}

// deepest returns the maximal nesting of one kind of bracket.
func deepest(line string) int {
	round, curly, most := 0, 0, 0
	for i := range len(line) {
		switch line[i] {
		case '(':
			round++
			most = max(most, round)
		case '{':
			curly++
			most = max(most, curly)
		case ')':
			round = max(round-1, 0)
		case '}':
			curly = max(curly-1, 0)
		}
	}
	return most
}

// logicalLine returns the end of the line that starts at a position, including its continuations.
func logicalLine(text string, pos int) int {
	for {
		n := strings.IndexByte(text[pos:], '\n')
		if n < 0 {
			return len(text)
		}
		line := strings.TrimSuffix(text[pos:pos+n], "\r")
		pos += n + 1
		if (len(line)-len(strings.TrimRight(line, `\`)))%2 == 0 {
			return pos
		}
	}
}

// line evaluates one line.
func (m *interp) line(line string) {
	switch {
	case m.define != nil:
		m.defining(line)
	case m.rule >= 0 && line != "" && line[0] == m.prefix:
		m.command(strings.ReplaceAll(line[1:], "\n"+string(m.prefix), "\n"))
	default:
		if s := strings.TrimSpace(uncommented(joined(line))); s != "" {
			m.statement(s)
		}
	}
}

// joined replaces a line's continuations by blanks.
func joined(line string) string {
	if !strings.Contains(line, "\n") {
		return line
	}
	parts := strings.Split(line, "\n")
	for i, p := range parts {
		p = strings.TrimSuffix(p, "\r")
		if i > 0 {
			p = strings.TrimLeft(p, " \t")
		}
		if i < len(parts)-1 {
			p = strings.TrimRight(strings.TrimSuffix(p, `\`), " \t")
		}
		parts[i] = p
	}
	return strings.Join(parts, " ")
}

// uncommented strips the comment from a line.
func uncommented(line string) string {
	if strings.IndexByte(line, '#') < 0 {
		return line // nearly always
	}
	for i := 0; i < len(line); i++ {
		if line[i] == '#' && (i == 0 || line[i-1] != '\\') {
			return line[:i]
		}
		i = past(line, i)
	}
	return line
}

// statement evaluates a line that is not part of a recipe.
func (m *interp) statement(s string) {
	word, rest := cutWord(s)
	if op := strings.TrimLeft(rest, ":?+!"); strings.HasPrefix(op, "=") || strings.HasPrefix(rest, ":") {
		word = "" // a variable or target with the name of a directive
	}
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		m.branches++
		m.expand(rest)
	case "else":
		m.expand(rest)
	case "endif":
		m.branches = max(m.branches-1, 0)
	case "define":
		m.define = &define{head: rest}
	case "include", "-include", "sinclude":
		for _, name := range m.words(rest) {
			m.include(name, word == "include")
		}
	case "load", "-load":
		m.act(effect.Evaluates, "load", effect.Arg{})
	case "override", "private":
		m.statement(rest)
	case "export":
		m.export(rest)
	case "unexport", "vpath", "undefine":
		m.expand(rest)
	default:
		m.definition(s)
	}
}

// definition evaluates an assignment, a rule, or plain references, which may expand to either.
func (m *interp) definition(s string) {
	if name, op, value, ok := cutAssign(s); ok {
		m.assign(name, op, value, m.branches > 0)
		return
	}
	if n := topLevel(s, ':'); n >= 0 {
		m.addRule(s[:n], s[n+1:])
		return
	}
	m.rule = -1
	for _, text := range m.expand(s) {
		if strings.ContainsAny(text, ":=") {
			m.evaluate(text)
		}
	}
}

// evaluate reads the result of an expansion as part of the makefile.
func (m *interp) evaluate(text string) {
	if !m.enter() {
		return
	}
	fixed, rule, define, branches := m.fixed, m.rule, m.define, m.branches
	m.fixed, m.define = true, nil
	m.read(text)
	m.fixed, m.rule, m.define, m.branches = fixed, rule, define, branches
	m.depth--
}

// include reads another makefile in place. If it does not exist, make stops or makes it by a
// rule, unless needed is false.
func (m *interp) include(name string, needed bool) {
	if m.files = append(m.files, name); len(m.files) > maxIncluded {
		m.stop("makefile includes too many files")
		return
	}
	if strings.Contains(name, markBegin) || strings.ContainsAny(name, "*?[") || m.given.Open == nil {
		m.act(effect.Evaluates, "include", effect.Arg{Text: beforeMark(name)})
		return
	}
	text, err := m.given.Open(name)
	switch {
	case err != nil && (needed || !errors.Is(err, fs.ErrNotExist)):
		m.act(effect.Evaluates, "include", effect.Arg{Text: name})
	case err == nil && len(text) <= effect.MaxSource && m.spend(len(text)) && m.enter():
		at, fixed, rule, branches := m.at, m.fixed, m.rule, m.branches
		m.at, m.fixed = place{file: name}, false
		m.read(text)
		m.at, m.fixed, m.rule, m.branches = at, fixed, rule, branches
		m.depth--
	}
}

// arguments sets the variables of the command line.
func (m *interp) arguments() {
	for _, a := range m.given.Args {
		name, op, value, ok := cutAssign(a.Text)
		if !ok {
			continue
		}
		if !a.Known {
			value += unknownText
		}
		m.vars[name] = []def{{text: value, lazy: op != ":=" && op != "::=", fixed: true}}
		m.sends(name)
	}
}

// builtins are the variables that make defines (GNU make manual, Implicit Variables), as
// name=value.
var builtins = [...]string{
	"MAKE=make", "RM=rm -f", "SHELL=/bin/sh", ".SHELLFLAGS=-c", "CC=cc", "CXX=g++", "CPP=cc -E", "AR=ar", "ARFLAGS=rv", "AS=as", "LD=ld", "FC=f77", "LEX=lex",
	"YACC=yacc", "TEX=tex", "MAKEINFO=makeinfo", "MAKEFILE_LIST=Makefile", "MAKE_VERSION=4.4", ".VARIABLES=", "MAKELEVEL=0", "MAKE_COMMAND=make",
	"CFLAGS=", "CXXFLAGS=", "CPPFLAGS=", "LDFLAGS=", "LDLIBS=", "ASFLAGS=", "GOFLAGS=", "MAKEOVERRIDES=", "MFLAGS=", "MAKEFLAGS=", "Q=", "V=",
}

// isMakefile reports whether a target is a makefile that make looks for or includes.
func (m *interp) isMakefile(name string) bool {
	base := path.Base(name)
	if base == "Makefile" || base == "makefile" || base == "GNUmakefile" || strings.HasSuffix(base, ".mk") {
		return true
	}
	for _, f := range m.files {
		if meets(f, name) && f != unknownText {
			return true
		}
	}
	return false
}
