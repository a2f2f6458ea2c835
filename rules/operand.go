package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// globbed reports whether a program's name contains a pattern. A loop over files below its own
// directory does not count: it starts them one by one, like any other file there.
func globbed(c *parser.Command) bool {
	w := c.Program()
	if !slices.ContainsFunc(w.Parts, func(p parser.Part) bool { return p.Kind == parser.Glob }) {
		return false // nearly every one
	}
	dir := w.Prefix()
	below := strings.Contains(dir, "/") && dir[0] != '/' && !strings.Contains(dir, "..") && len(c.Dir.Parts) == 0
	return slices.ContainsFunc(w.Parts, func(p parser.Part) bool { return p.Kind == parser.Glob && !(below && p.OneName()) })
}

// exempts returns whether an option that exempts a command is given and not switched off again by
// its --no- form.
func exempts(v *grammar.Invocation, options string) parser.Truth {
	t := hasOption(v, options)
	if t == parser.No || t == parser.Maybe && !v.Open && !mayBundle(v, options) {
		return parser.No
	}
	for o := range wordlist.Each(options) {
		if strings.HasPrefix(o, "--") && v.Has("--no-"+o[2:]) == parser.Yes {
			return parser.No
		}
	}
	return t
}

// mayBundle reports whether an option may be one of some: a word with one dash is no bundle of letters if it is a
// long one of a program without a grammar, such as -snapshot.
func mayBundle(v *grammar.Invocation, options string) bool {
	const longest = len("-abcd")
	return v.Program != nil || slices.ContainsFunc(v.Options, func(g grammar.OptionUse) bool {
		return (g.Option != nil || len(g.Name) <= longest || strings.HasPrefix(g.Name, "--")) && hasOneOf(&g, options)
	})
}

// hasOneOf reports whether an option may be one of some.
func hasOneOf(g *grammar.OptionUse, options string) bool {
	for o := range wordlist.Each(options) {
		if name, _ := option(o); g.Is(name) != parser.No {
			return true
		}
	}
	return false
}

// open returns Maybe for an invocation that may have more words than are known.
func open(v *grammar.Invocation) parser.Truth {
	if v.Open {
		return parser.Maybe
	}
	return parser.No
}

// dashes returns whether an operand follows the word "--".
func dashes(v *grammar.Invocation) parser.Truth {
	best := parser.Maybe.And(parser.Of(hidesAnything(v)))
	for i, w := range v.Command.Args {
		if i+1 < len(v.Command.Args) {
			best = best.Or(w.Is("--"))
		}
	}
	return best
}

// operand returns whether an operand with the rule's role matches.
func operand(r *Rule, v *grammar.Invocation) parser.Truth {
	best, operands := r.hidesOperand(v), v.Operands
	if r.First {
		operands = operands[:countFirst(v)]
	}
	for _, o := range operands {
		if r.Role == spec.Plain || o.Role == r.Role {
			best = best.Or(r.fitsOperand(o.Word).Or(parser.Of(r.says(v, o.Word))).And(parser.Of(!r.NoGrammar || !isQuery(v, o.Word))))
		}
	}
	if r.NoGrammar && v.Away { // ssh DEVICE delete X
		best = best.Or(r.fitsOperand(v.Command.Program())).Or(parser.Of(r.says(v, v.Command.Program())))
		if name := v.Name; r.Says != "" && isLoggedIn(v) && strings.HasPrefix(v.Command.Program().Prefix(), "/") { // ssh HOST /opt/x/bin/delete-tenant
			best = best.Or(parser.Of(saysVerb(r.Says, name)))
		}
	}
	if r.Mode != AnyMode {
		best = best.Or(modeOption(r, v))
	}
	return best
}

// isLoggedIn reports whether a command runs on a machine that another command logs in to.
func isLoggedIn(v *grammar.Invocation) bool {
	for c := v.Command.Outer; v.Away && c != nil; c = c.Outer {
		if wordlist.Among(path.Base(c.Program().Prefix()), "ssh autossh plink dbclient sshpass mosh telnet") {
			return true
		}
	}
	return false
}

// says reports whether a known word says one of the rule's verbs, and is no option's value.
func (r *Rule) says(v *grammar.Invocation, w parser.Word) bool {
	text, known := w.Text()
	return r.Says != "" && known && saysVerb(r.Says, text) && !isValue(v, w)
}

// countFirst returns the number of operands that may be the first one. An unknown word may be an option or no
// word at all, and an option that the grammar does not have may take the next word as its value.
func countFirst(v *grammar.Invocation) int {
	values := 0
	for i := range v.Options {
		if v.Options[i].Option == nil && len(v.Options[i].Value.Parts) == 0 {
			values++
		}
	}
	for i := range v.Operands {
		if !v.Operands[i].Word.Known() {
			continue
		}
		if values == 0 {
			return i + 1
		}
		values--
	}
	return len(v.Operands)
}

// modeOption returns whether an option that takes a mode, such as install -m, grants what the
// rule is about.
func modeOption(r *Rule, v *grammar.Invocation) parser.Truth {
	best := parser.No
	for i := range v.Options {
		if o := &v.Options[i]; o.Option != nil && o.Option.Role == spec.Mode {
			best = best.Or(o.Truth.And(grants(r.Mode, o.Value)))
		}
	}
	return best
}

// isText reports whether an operand is text: an unknown one may be empty.
func isText(o grammar.Operand) bool {
	text, known := o.Word.Text()
	return known && text != ""
}
