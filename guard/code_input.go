package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// codeInput returns what the command line of v passes to the code that v runs: its operands,
// and the variables that awk's -v and operands like name=value set.
func codeInput(v *grammar.Invocation) script.CommandLine {
	var g script.CommandLine
	sets := v.HasTrait(spec.SetsVariables)
	for i := range v.Options {
		if o := &v.Options[i]; sets && o.Name == "--assign" {
			setVariable(&g, o.Value)
		}
	}
	g.Env, g.Input, g.Listed = environmentOf(v.Command), inputLines(v), listed(v)
	for _, o := range v.Operands {
		if o.Role == spec.Code || o.Role == spec.Script {
			continue
		}
		g.Args = append(g.Args, argument(o.Word))
		if sets {
			setVariable(&g, o.Word)
		}
	}
	return g
}

// environmentOf returns the variables that the source has set for a command; nil if there are none.
func environmentOf(c *parser.Command) map[string]script.Arg {
	env := c.Environment()
	if env == nil {
		return nil // nearly always
	}
	vars := map[string]script.Arg{}
	for _, name := range env.Names() {
		if value, set := env.Value(name); set {
			vars[name] = argument(value)
		}
	}
	return vars
}

// maxInput bounds the standard input whose lines code may read.
const maxInput = 4 << 10

// inputLines returns the lines of standard input, if it is known and is not the code itself.
func inputLines(v *grammar.Invocation) []script.Arg {
	text, known := v.Command.Stdin.Word.Text()
	if kind := v.Command.Stdin.Kind; !known || text == "" || len(text) > maxInput || kind != parser.FromText && kind != parser.FromPipe {
		return nil
	}
	for i := range v.Effects {
		if v.Effects[i].Cause == grammar.ByStdin {
			return nil
		}
	}
	var lines []script.Arg
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		lines = append(lines, script.Arg{Text: line, Known: true})
	}
	return lines
}

// foundLines returns the lines that a search before a pipe prints: each is one name below its starting
// point.
func (j *judge) foundLines(v *grammar.Invocation) (lines []script.Arg) {
	if v.Command.Stdin.Kind != parser.FromPipe || slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool { return e.Cause == grammar.ByStdin }) {
		return nil
	}
	return templates(j.printer(j.options(v.Command)).Names(v.Command.Stdin))
}

// foundBy returns what a command line that code starts prints, as foundLines does.
func (j *judge) foundBy(v *grammar.Invocation) func(command string) []script.Arg {
	return func(command string) []script.Arg {
		opt := j.options(v.Command)
		s, err := parser.Parse(command, opt)
		if err != nil || len(s.Commands) == 0 {
			return nil
		}
		last := s.Commands[len(s.Commands)-1]
		return templates(j.printer(opt).Names(parser.Stdin{Kind: parser.FromPipe, From: []*parser.Command{last}}))
	}
}

// templates returns the names that a search finds, as templates.
func templates(names []parser.Word) (lines []script.Arg) {
	for _, w := range names {
		if t, is := template(w); is {
			lines = append(lines, t)
		} else if t, is := someNames(w); is {
			lines = append(lines, t)
		}
	}
	return lines
}

// template returns a word that is everything in a directory, or what an unlimited search finds there, as
// a template.
func template(w parser.Word) (t script.Arg, is bool) {
	parts := w.Parts
	if last := len(parts) - 1; last > 0 && parts[last].Kind == parser.Literal && parts[last].Text == "/" {
		parts = parts[:last] // each directory
	}
	last := len(parts) - 1
	if last < 1 {
		return t, false
	}
	under, known := parser.Word{Parts: parts[:last]}.Text()
	all := parts[last].Kind == parser.Glob && strings.TrimSuffix(parts[last].Text, "/") == "*" && strings.HasSuffix(under, "/")
	if !known || strings.Contains(under, script.Placeholder) || !all && parts[last].Text != grammar.Whatever {
		return t, false
	}
	return script.Arg{Text: under + script.Placeholder, Template: true}, true
}

// someNames returns a word for some names in or below a directory that is known, as a template: two
// placeholders stand for a name that was chosen.
func someNames(w parser.Word) (t script.Arg, is bool) {
	var under strings.Builder
	for _, p := range w.Parts {
		if p.Kind != parser.Literal {
			break
		}
		under.WriteString(p.Text)
	}
	text := under.String()
	slash := strings.LastIndexByte(text, '/')
	if w.Known() || slash < 0 || strings.Contains(text, script.Placeholder) {
		return t, false
	}
	return script.Arg{Text: text[:slash+1] + script.Placeholder + script.Placeholder, Template: true}, true
}

// listed returns the operands of a command that are everything in a directory, or what an unlimited search
// finds, as templates.
func listed(v *grammar.Invocation) (args []script.Arg) {
	for _, o := range v.Operands {
		if t, is := template(o.Word); is && o.Role != spec.Code && o.Role != spec.Script {
			args = append(args, t)
		}
	}
	return args
}

// codeReading is code with what a command line passes to it.
type codeReading struct{ lang, code, args string }

// A codeResult is what script.ReadWith returned for it.
type codeResult struct {
	acts []script.Act
	err  error
}

// readCode is script.ReadWith. The result is kept if keep is set: code whose writes a later command
// may read is read for these first, and then to be judged.
func (j *judge) readCode(lang, code string, in script.CommandLine, keep bool) ([]script.Act, error) {
	if !keep && j.codes == nil || len(in.Vars) > 0 || in.Placeholders || in.Open != nil || in.Env != nil || in.Input != nil || in.Listed != nil {
		return script.ReadWith(lang, code, in)
	}
	var args strings.Builder
	args.WriteString(in.File + " ")
	for _, a := range in.Args {
		fmt.Fprintf(&args, "%q %t ", a.Text, a.Known)
	}
	key := codeReading{lang, code, args.String()}
	r, ok := j.codes[key]
	if !ok {
		r.acts, r.err = script.ReadWith(lang, code, in)
	}
	if !ok && keep {
		if j.codes == nil {
			j.codes = map[codeReading]codeResult{}
		}
		j.codes[key] = r
	}
	return r.acts, r.err
}

// setVariable records the variable if w has the form name=value.
func setVariable(g *script.CommandLine, w parser.Word) {
	name, _, ok := strings.Cut(w.Prefix(), "=")
	if ok && name != "" && strings.Trim(name, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		addVariable(g, name, argument(w.Tail(len(name)+1)))
	}
}

// addVariable adds a value that a variable may have.
func addVariable(g *script.CommandLine, name string, value script.Arg) {
	if g.Vars == nil {
		g.Vars = map[string][]script.Arg{}
	}
	g.Vars[name] = append(g.Vars[name], value)
}

// argument converts a word for the reader of the code.
func argument(w parser.Word) script.Arg {
	return script.Arg{Text: w.Prefix(), Known: w.Known()}
}
