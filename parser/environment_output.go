package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// usualVariables are variables that nearly every environment has, and whose values lead somewhere. A list of all
// variables has more of them; those that are set in the source come first.
var usualVariables = [...]string{"HOME", "LOGNAME", "PWD", "TMPDIR", "USER"}

// maxStages bounds the stages of a pipeline that are computed for a list of variables.
const maxStages = 8

// variableNames returns the known names of set variables that begin with a prefix.
func (w *walker) variableNames(prefix string) (names []string) {
	for _, name := range usualVariables {
		if _, set := w.start(name); strings.HasPrefix(name, prefix) && (set || name == "PWD") {
			names = append(names, name)
		}
	}
	return names
}

// namesWithPrefix adds ${!x@} or ${!x*}: the names of the set variables that begin with x, of which a few are known
// (bash(1), Parameter Expansion). It returns false for any other expansion, and if none is known.
func (e *expansion) namesWithPrefix(p *syntax.ParamExp, part tree.Part, quoted bool) bool {
	if !p.Excl || p.Names == 0 || p.Param == nil {
		return false
	}
	var texts []tree.Word
	for _, name := range e.w.variableNames(p.Param.Value) {
		texts = append(texts, tree.Text(name))
	}
	if len(texts) == 0 {
		return false
	}
	part.Split = p.Names == syntax.NamesPrefixWords
	e.possible(p, texts, part, quoted, func(name tree.Word) { e.Value(name, quoted) })
	return true
}

// environmentOutput returns a text that a substitution may print because its first command lists variables, and
// the others select from that: env | sed -n 's/^HOME=//p'.
func (w *walker) environmentOutput(from []*tree.Command) []tree.Word {
	if len(from) == 0 {
		return nil
	}
	text, known := w.environmentText(from[len(from)-1], maxStages)
	if text = strings.TrimRight(text, "\n"); !known || text == "" {
		return nil
	}
	return []tree.Word{tree.Text(text)}
}

// environmentText returns the known lines that a command prints of a list of variables, or selects from one.
func (w *walker) environmentText(c *tree.Command, stagesLeft int) (string, bool) {
	if lines, is := w.variableLines(c); is {
		return lines, lines != ""
	}
	if stagesLeft == 0 || c.Stdin.Kind != tree.FromPipe || len(c.Stdin.From) != 1 {
		return "", false
	}
	in, known := w.environmentText(c.Stdin.From[0], stagesLeft-1)
	if !known || !w.spend(len(in)+expand.WordCost) {
		return "", false
	}
	if args, plain := knownWords(c); plain && (args[0] == "grep" || args[0] == "egrep") {
		return filter.MatchingLines(filter.Call{Args: args[1:], Input: in, HasInput: true, Spend: w.spend})
	}
	plain := *c
	plain.Stdin = tree.Stdin{Kind: tree.FromText, Word: tree.Text(in)}
	return w.outputText(&plain)
}

// variableLines returns the known lines of a command that lists variables: env(1), printenv(1), and the builtins
// set, export, declare and compgen (bash(1)). It returns false for any other command.
func (w *walker) variableLines(c *tree.Command) (lines string, is bool) {
	args, plain := knownWords(c)
	if !plain {
		return "", false
	}
	options, operands := splitOptions(args[1:])
	before, after := "", ""
	switch name := args[0]; {
	case name == "printenv" && len(operands) > 0:
		return w.valueLines(c, operands, func(_, value string) string { return value }), true
	case name == "compgen":
		return w.completions(options, operands)
	case (name == "env" || name == "printenv") && len(operands) == 0, name == "set" && len(args) == 1:
	case declares(name) && (len(options) > 0 && strings.Contains(options[0], "p") || len(args) == 1 || name != "export" && len(operands) == 0):
		before, after = "declare -x ", `"`
	default:
		return "", false
	}
	if len(operands) == 0 {
		operands = usualVariables[:]
	}
	return w.valueLines(c, operands, func(name, value string) string { return before + name + "=" + after + value + after }), true
}

// declares reports whether a builtin prints declarations of variables if it is given none to make.
func declares(builtin string) bool {
	switch builtin {
	case "export", "declare", "typeset", "readonly":
		return true
	}
	return false
}

// knownWords returns the words of the program that writes a command's output, if all are known.
func knownWords(c *tree.Command) (args []string, known bool) {
	for _, a := range output.BehindCarriers(c.Args) {
		text, known := a.Text()
		if !known {
			return nil, false
		}
		args = append(args, text)
	}
	return args, len(args) > 0 && !c.Shadowed
}

// valueLines returns a line for each variable whose value is known.
func (w *walker) valueLines(c *tree.Command, names []string, line func(name, value string) string) string {
	var b strings.Builder
	for _, name := range names {
		v, set := c.Environment().Value(name)
		value, known := v.Text()
		if !set {
			value, known = w.start(name)
		}
		if known && value != "" {
			b.WriteString(line(name, value) + "\n")
		}
	}
	return b.String()
}

// completions returns the known names that compgen prints, if it lists variables.
func (w *walker) completions(options, operands []string) (lines string, is bool) {
	switch {
	case len(options) == 1 && (options[0] == "-v" || options[0] == "-e"):
	case len(options) == 1 && options[0] == "-A" && len(operands) > 0 && (operands[0] == "variable" || operands[0] == "export"):
		operands = operands[1:]
	default:
		return "", false
	}
	prefix := strings.Join(operands, "")
	for _, name := range w.variableNames(prefix) {
		lines += name + "\n"
	}
	return lines, true
}

// splitOptions separates the options from the operands of a builtin.
func splitOptions(args []string) (options, operands []string) {
	for i, a := range args {
		if a == "--" {
			return options, append(operands, args[i+1:]...)
		}
		if strings.HasPrefix(a, "-") && len(a) > 1 {
			options = append(options, a)
		} else {
			operands = append(operands, a)
		}
	}
	return options, operands
}
