package buildfile

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser/tree"
)

// unknownValue stands for a value that is not known, in shell source.
const unknownValue = "${_unknown}"

// The limits of a value of a justfile: how deep it may be made of others, and how long it may get.
const (
	maxJustDepth = 8
	maxJustText  = 4096
)

// justNames are the variables of a justfile, and the parameters of a recipe, each with its expression.
type justNames map[string]string

// justVariables returns the variables that the lines of a justfile assign, and by the number of its line each that
// recipes get in their environment (just manual, Settings, Variables).
func justVariables(lines []string) (names justNames, exported map[int]string) {
	names, exported = justNames{}, map[int]string{}
	all := false
	for i, line := range lines {
		left, value, assigns := strings.Cut(strings.TrimRight(line, "\r\n"), ":=")
		words := strings.Fields(left)
		all = all || strings.HasPrefix(line, "set export")
		if !assigns || len(words) == 0 || strings.IndexByte(" \t#", line[0]) >= 0 || words[0] == "set" || words[0] == "alias" {
			continue
		}
		name := words[len(words)-1]
		names[name] = value
		if all || words[0] == "export" {
			exported[i] = name
		}
	}
	return names, exported
}

// withParameters returns the variables with the parameters of a recipe: the words of its head behind its
// name. args are the expressions of its arguments.
func (n justNames) withParameters(parameters, args []string) justNames {
	if len(parameters) == 0 {
		return n
	}
	out := justNames{}
	for name, value := range n {
		out[name] = value
	}
	for i, p := range parameters {
		name, value, _ := strings.Cut(strings.TrimLeft(p, "$+*"), "=")
		if i < len(args) {
			value = args[i]
		}
		out[name] = value
	}
	return out
}

// text returns what an expression of a justfile is in shell source.
func (n justNames) text(expression string) string { return n.at(expression, maxJustDepth) }

func (n justNames) at(expression string, depth int) string {
	e := justExpression{rest: strings.TrimSpace(expression), names: n, depth: depth}
	text, ok := e.sum()
	if !ok || e.rest != "" || len(text) > maxJustText {
		return unknownValue
	}
	return text
}

// justExpression reads one expression.
type justExpression struct {
	rest  string
	names justNames
	depth int
}

// sum reads terms that are joined by + and /.
func (e *justExpression) sum() (string, bool) {
	text, ok := e.term()
	for ok && e.rest != "" && (e.rest[0] == '+' || e.rest[0] == '/') && len(text) <= maxJustText {
		sign := e.rest[:1]
		e.rest = strings.TrimLeft(e.rest[1:], " \t")
		var more string
		if more, ok = e.term(); sign == "/" {
			text += "/"
		}
		text += more
	}
	return text, ok
}

// term reads a string, a variable, a call, or an expression in parentheses.
func (e *justExpression) term() (text string, ok bool) {
	defer func() { e.rest = strings.TrimLeft(e.rest, " \t") }()
	if strings.HasPrefix(e.rest, "x'") || strings.HasPrefix(e.rest, `x"`) {
		e.rest = e.rest[1:] // the shell expands what is in it
	}
	for _, quote := range [...]string{"'''", `"""`, "'", `"`, "`"} {
		if after, is := strings.CutPrefix(e.rest, quote); is {
			text, e.rest, ok = strings.Cut(after, quote)
			if quote == "`" {
				text = "$(" + text + ")"
			}
			return text, ok
		}
	}
	if after, is := strings.CutPrefix(e.rest, "("); is {
		e.rest = strings.TrimLeft(after, " \t")
		text, ok = e.sum()
		return text, e.close() && ok
	}
	var name string
	if name, e.rest = cutName(e.rest); strings.HasPrefix(e.rest, "(") {
		return e.call(name)
	}
	value, known := e.names[name]
	if !known || e.depth == 0 {
		return unknownValue, name != ""
	}
	return e.names.at(value, e.depth-1), true
}

// cutName splits the name of a variable of a justfile, or of a build file of ninja, from the beginning of a text.
func cutName(text string) (name, rest string) {
	end := strings.IndexFunc(text, func(c rune) bool {
		return c != '_' && c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

// close reads a closing parenthesis.
func (e *justExpression) close() (ok bool) {
	e.rest, ok = strings.CutPrefix(e.rest, ")")
	return ok
}

// call reads the arguments of a function and returns its value.
func (e *justExpression) call(name string) (string, bool) {
	var args []string
	e.rest = strings.TrimLeft(e.rest[1:], " \t")
	for e.rest != "" && e.rest[0] != ')' {
		text, ok := e.sum()
		if !ok {
			return "", false
		}
		args = append(args, text)
		e.rest = strings.TrimLeft(strings.TrimPrefix(e.rest, ","), " \t")
	}
	if !e.close() {
		return "", false
	}
	switch {
	case wordlist.Among(name, "home_directory home_dir"):
		return "${HOME}", true
	case wordlist.Among(name, "env env_var env_var_or_default") && len(args) > 0 && tree.IsName(args[0]):
		return "${" + args[0] + "}", true
	case wordlist.Among(name, "join") && len(args) > 0:
		return strings.Join(args, "/"), true
	case wordlist.Among(name, "parent_directory parent_dir") && len(args) == 1:
		return args[0] + "/..", true
	case wordlist.Among(name, "absolute_path canonicalize clean quote trim") && len(args) == 1:
		return args[0], true
	case wordlist.Among(name, "justfile_directory justfile_dir invocation_directory source_directory source_dir"):
		return "${PWD}", true
	}
	return unknownValue, true
}

// justExport returns the line of shell source that gives a variable its value.
func justExport(name string, names justNames) string {
	return "export " + name + "=\"" + strings.ReplaceAll(names.text(name), `"`, `\"`) + "\"\n"
}

// givenArguments returns the expressions that recipes get as arguments: on the command line, which names one
// recipe, or from recipes that need them: all: (wipe 'x').
func givenArguments(rules []recipe, seen map[string]bool, names []string) map[string][]string {
	given := map[string][]string{}
	for _, r := range rules {
		for rest := r.calls; r.mayBeIn(seen); {
			_, after, found := strings.Cut(rest, "(")
			call, after, closed := strings.Cut(after, ")")
			words := strings.Fields(call)
			if !found || !closed {
				break
			}
			if len(words) > 1 {
				given[words[0]] = words[1:]
			}
			rest = after
		}
	}
	if len(names) > 1 {
		var literals []string
		for _, n := range names[1:] {
			literals = append(literals, "'"+n+"'")
		}
		given[names[0]] = literals
	}
	return given
}

// codeOption returns the option of an interpreter that gets code, or "".
func codeOption(program string) string {
	switch program {
	case "python", "python3":
		return "-c"
	case "node", "ruby", "perl":
		return "-e"
	}
	return ""
}

// asArgument makes one command of a recipe whose first line names the interpreter of another language: its
// lines are the text of an argument, and stay on their own lines.
func asArgument(lines, out []string, names justNames) {
	first, is := strings.CutPrefix(strings.TrimSpace(lines[0]), "#!")
	words := strings.Fields(first)
	if !is || len(words) == 0 || len(lines) < 2 {
		return
	}
	program := words[len(words)-1]
	program = program[strings.LastIndexByte(program, '/')+1:]
	option := codeOption(program)
	if option == "" {
		return
	}
	indent := lines[1][:len(lines[1])-len(strings.TrimLeft(lines[1], " \t"))]
	out[0] = program + " " + option + " '\n"
	for i, line := range lines[1:] {
		out[i+1] = strings.ReplaceAll(interpolated(strings.TrimPrefix(line, indent), names), "'", `'\''`)
	}
	last := len(out) - 1
	out[last] = strings.TrimSuffix(out[last], "\n") + "'\n"
}
