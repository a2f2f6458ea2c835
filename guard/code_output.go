package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// printer returns a function for what programs print.
func (j *judge) printer(opt parser.Options) parser.Printer {
	return func(c *parser.Command) []parser.Word { return j.prints(c, opt) }
}

// prints returns what a program prints: names of files, or what its inline code prints.
func (j *judge) prints(c *parser.Command, opt parser.Options) []parser.Word {
	if w, is := j.codePrints(c, opt); is {
		return w
	}
	if w := shellPrints(c, opt); w != nil {
		return w
	}
	return grammar.PrintedNames(c, opt)
}

// codePrints returns what the inline code of a command prints, and whether the command is one
// of those programs.
func (j *judge) codePrints(c *parser.Command, opt parser.Options) (words []parser.Word, is bool) {
	if len(c.Args) < 2 || !family.Interpreters.Has(path.Base(c.Args[0].Prefix())) {
		return nil, false
	}
	v := grammar.ReadCommand(c, opt)
	for i := range v.Effects {
		e := &v.Effects[i]
		is = is || e.Kind == grammar.Evaluates || e.Kind&grammar.Runs != 0
		code, known := e.Word.Text()
		if e.Kind != grammar.Evaluates || !known || !script.HasReader(e.Lang) {
			continue
		}
		if printsValue(v) {
			code = "console.log(" + code + ")"
		}
		given := codeInput(v)
		given.WantsPrints = true
		given.Env = withHomeVariable(given.Env, opt)
		if acts, err := script.ReadWith(e.Lang, code, given); err == nil {
			if w := printedText(acts); len(w.Parts) > 0 { // else it prints nothing by itself: awk '1' prints its input
				words = append(words, w)
			}
		}
	}
	return words, is // python -m site runs no code of the text
}

// printsValue reports whether a program prints the value of its inline code.
func printsValue(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, "node bun") && v.Has("-p --print") == parser.Yes
}

// maxPrinted bounds the known and unknown parts of such a text.
const maxPrinted = 16

// printedText joins the texts that code prints, without the end of the last line. Of a text that
// may be one of several, all are in it.
func printedText(acts []script.Act) parser.Word {
	var w parser.Word
	for _, a := range acts {
		if a.Kind != script.Prints || len(w.Parts) >= maxPrinted {
			continue
		}
		for _, p := range heldText(a.Args[0]).Parts {
			if n := len(w.Parts); n > 0 && p.Kind == parser.Literal && w.Parts[n-1].Kind == parser.Literal {
				w.Parts[n-1].Text += p.Text
			} else {
				w.Parts = append(w.Parts, p)
			}
		}
	}
	if n := len(w.Parts); n > 0 && w.Parts[n-1].Kind == parser.Literal {
		w.Parts[n-1].Text = strings.TrimSuffix(w.Parts[n-1].Text, "\n")
	}
	return w
}

// withHomeVariable adds the home that code finds in its environment to the variables that the source has set.
func withHomeVariable(env map[string]script.Arg, opt parser.Options) map[string]script.Arg {
	if _, set := env["HOME"]; set || opt.Vars == nil {
		return env
	}
	home, known := opt.Vars("HOME")
	if !known {
		return env
	}
	if env == nil {
		env = map[string]script.Arg{}
	}
	env["HOME"] = script.Arg{Text: home, Known: true}
	return env
}

// shellPrints returns what a shell prints whose only command is echo or printf of known words: sh -c 'echo $HOME'.
func shellPrints(c *parser.Command, opt parser.Options) []parser.Word {
	if len(c.Args) < 3 || !family.Shells.Has(path.Base(c.Args[0].Prefix())) {
		return nil
	}
	v := grammar.ReadCommand(c, opt)
	if len(v.Nested) != 1 || v.Nested[0].Truth != parser.Yes || len(v.Nested[0].Command.Redirects) > 0 {
		return nil
	}
	args := v.Nested[0].Command.Args
	if name := v.Nested[0].Name; name == "printf" && len(args) == 3 && (args[1].Is("%s") == parser.Yes || args[1].Is(`%s\n`) == parser.Yes) {
		args = args[1:]
	} else if name != "echo" || len(args) != 2 || strings.HasPrefix(args[1].Prefix(), "-") {
		return nil
	}
	return args[1:2]
}
