package parser

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// The bounds on text that a source evaluates.
const (
	maxEvals     = 8         // of one inside another
	maxEvaluated = 256 << 10 // bytes, in all: a tree may take 190 times that
	evalCost     = 256       // bytes that an evaluation takes besides its text
)

// evaluation is what the walker knows of text that the shell itself evaluates.
// That is read here and not where other nested source is, in package grammar,
// because it shares the shell's state: eval changes variables, the directory
// and functions, and an alias is found by its name. What grammar knows to be
// source, the words of an eval, is left for it to ask for.
type evaluation struct {
	doing     *tree.Command        // the command that is read or applied
	changed   []string             // what the last one changes
	evals     int                  // evaluations that the walker is inside of
	evaluated int                  // bytes
	aliases   map[string]string    // values by name, as far as they are known
	expanding map[string]bool      // aliases that are being read
	hashed    map[string]tree.Word // paths that hash -p gave to names
	kinds     map[string]kind      // variables that are not what is assigned to them
	bound     map[string]string    // the variable that a nameref was bound to last
	targets   map[string][]string  // the variables that a nameref may name; nil for any
}

// evaluate reads text that a command runs in the shell itself. It reports
// false if that is no shell source, or too much.
func (w *walker) evaluate(c *tree.Command, text string) bool {
	return w.evaluateAs(c, text, nil, false)
}

// evaluateLater reads text that a command leaves to be run at any point of the
// script, in whatever state the shell then is.
func (w *walker) evaluateLater(c *tree.Command, text string) bool {
	return w.evaluateAs(c, text, nil, true)
}

// evaluateAs reads a text in which some bytes may stand for what is not known.
func (w *walker) evaluateAs(c *tree.Command, text string, s *tree.Placeholders, later bool) bool {
	if !w.mayEvaluate(text) {
		return false
	}
	file, returns, err := reader.File(text, w.options.Lang)
	if err != nil {
		return false
	}
	w.inUnit(c, text, s, file, returns, func() {
		if later {
			w.anytime(func() { w.topLevel(file.Stmts) })
			return
		}
		w.topLevel(file.Stmts)
	})
	return true
}

// mayEvaluate counts an evaluation. Past a limit the reading ends with an error: the
// shell goes on, and nobody would see what it comes to.
func (w *walker) mayEvaluate(text string) bool {
	w.evaluated += len(text) + evalCost
	w.step((len(text) + evalCost) / bytesInStep)
	switch {
	case w.err != nil:
	case w.evals >= maxEvals:
		w.tooDeep()
	case w.evaluated > maxEvaluated:
		w.err = &tree.LimitError{What: "bytes evaluated", Max: maxEvaluated, Span: w.here(), Spent: true}
	}
	return w.err == nil
}

func (w *walker) tooDeep() {
	w.err = &tree.LimitError{What: "texts evaluated inside one another", Max: maxEvals, Span: w.here(), Spent: true}
}

// inUnit reads a tree as a unit of its own, inside the present one.
func (w *walker) inUnit(c *tree.Command, text string, s *tree.Placeholders, root syntax.Node, returns reader.Rewrite, read func()) {
	outer, doing, choosing := w.unit, w.doing, w.choices
	if c == nil { // a compound evaluates it, before there is any command
		c = &tree.Command{Span: w.lines.SpanRead(0, 0), Source: w.source, Outer: w.source.Outer}
	}
	around := outer
	if s != nil { // it is not certain which functions it defines
		effects := *outer.effects
		effects.functions, effects.defined = maps.Clone(effects.functions), maps.Clone(effects.defined)
		around = &unit{effects: &effects}
	}
	w.unit = newUnit(&tree.Source{Text: s.Show(text), Outer: c}, root, returns, w.options.Lang, outer.effects.wary, around)
	w.placeholders = s
	w.choices = expand.Choices{}
	w.evals++
	read()
	w.evals--
	w.changed = names(w.effects.changes, func(change) bool { return true })
	if s == nil {
		outer.effects.adopt(w.effects)
	}
	w.unit, w.doing, w.choices = outer, doing, choosing
}

// anytime reads what may run at any point of the script, as the body of a
// function or of a trap: every variable the source assigns is unknown, and so
// is the directory if the source leaves it.
func (w *walker) anytime(read func()) {
	w.inSubshell(func() {
		for _, name := range w.effects.all {
			w.touch(name)
		}
		w.state.ended, w.state.args = false, nil
		if s := w.state.stdin.Shared; s != nil {
			s.Closed, s.Touched = true, true
		}
		read()
	})
}

// eval follows an eval, if its words are known.
func (w *walker) eval(c *tree.Command, words []tree.Word) bool {
	text, known := evalText(words)
	if !known {
		w.evalPartly(c, words)
	}
	return known && w.evalIn(c, text, nil)
}

// evalIn reads text that a command runs in the shell itself, as commands that
// are kept for whoever asks for them.
func (w *walker) evalIn(c *tree.Command, text string, s *tree.Placeholders) bool {
	outer, stdin := w.scope, w.state.stdin
	defer w.openDescriptors(w.ownRedirects(c))()
	w.scope.redirects, w.state.stdin = c.Redirects, c.Stdin.Share()
	for _, a := range c.Assigns {
		w.assign(a.Name, tree.ValueOf(a.Value))
	}
	start := len(w.commands)
	known := w.evaluateAs(c, text, s, false)
	for _, a := range c.Assigns {
		w.state.forget(a.Name)
	}
	w.scope, w.state.stdin = outer, stdin
	if known {
		read := &tree.Script{Source: &tree.Source{Text: s.Show(text), Outer: c}, Commands: tree.WithoutEvaluated(w.commands[start:])}
		if s == nil {
			c.Evaluated = read
		} else {
			c.MaybeEvaluated = read
		}
		for _, inner := range w.commands[start:] {
			inner.InEval = true
		}
	}
	return known
}

// evaluateOne follows one of several values that an evaluated text may have.
func (w *walker) evaluateOne(c *tree.Command) {
	words := builtins.Words(c.Args)
	if len(words) == 0 {
		return
	}
	w.inSubshell(func() {
		switch name, _ := words[0].Text(); name {
		case "eval":
			w.eval(c, words[1:])
		case "trap":
			w.trap(c, words[1:])
		case "alias":
			w.alias(c, words[1:])
		}
	})
}

// evalText is what eval runs: its words, with blanks between them.
func evalText(words []tree.Word) (string, bool) {
	if len(words) > 0 && words[0].Is("--") == tree.Yes {
		words = words[1:]
	}
	var b strings.Builder
	known := true
	for i, x := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(x.String())
		known = known && x.Known()
	}
	return b.String(), known
}

// trap follows the text that a trap runs. What it changes may change between
// any two commands, save where it runs at the end only.
func (w *walker) trap(c *tree.Command, words []tree.Word) {
	if len(words) > 0 && words[0].Is("--") == tree.Yes {
		words = words[1:]
	}
	if len(words) == 0 || isTrapOption(words[0]) {
		return // lists or resets
	}
	text, known := words[0].Text()
	if known && (text == "" || strings.Trim(text, "0123456789") == "" || len(words) == 1) {
		return // a signal alone resets it
	}
	if !known || !w.evaluateLater(c, text) {
		w.listUnreadable(c, words[0])
		return
	}
	for _, signal := range words[1:] {
		if s, _ := signal.Text(); s == "EXIT" || s == "0" {
			continue
		}
		names := w.changed
		if slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, changesCalls) }) {
			names = w.effects.bodies
		}
		for _, name := range names {
			w.kinds = marked(w.kinds, name, volatile)
			w.touch(name)
		}
	}
}

// isTrapOption reports whether a word lists or resets traps. What is no option by its
// letters, '-r x' for one, zsh runs; bash takes it for a wrong option and sets no trap.
func isTrapOption(w tree.Word) bool {
	text, known := w.Text()
	return known && strings.HasPrefix(text, "-") && strings.Trim(text, "-lpP") == ""
}

// listUnreadable lists text that the shell evaluates and that is not read, as what it
// comes to: an eval of it.
func (w *walker) listUnreadable(c *tree.Command, text tree.Word) {
	if w.choices.IsRepeated() {
		return
	}
	u := &tree.Command{Args: []tree.Word{tree.Text("eval"), tree.Unsplit(text)}, Span: w.lines.SpanRead(0, 0), Source: w.source, Outer: c}
	if c != nil && c.Source == w.source {
		u.Span = c.Span
	}
	u.Args[0].Span, u.Args[1].Span = u.Span, u.Span
	w.add(u, w.state.path)
}

// prompt reads text that is expanded as a prompt is: with the escapes of
// prompts, and then as if in double quotes (bash(1), PROMPTING).
func (w *walker) prompt(v tree.Word) {
	text, known := v.Text()
	if !known {
		w.listIfSubstitutes(v)
		return
	}
	if substitutes(text) {
		w.reexpand(text, w.anytime)
	}
	decoded, unescaped := quote.ANSIC(text), quote.Prompt(text)
	if decoded != text && substitutes(decoded) {
		w.reexpand(decoded, w.anytime)
	}
	if unescaped != text && unescaped != decoded && substitutes(unescaped) {
		w.reexpand(unescaped, w.anytime)
	}
}

// listIfSubstitutes lists a value that is evaluated and known in part, if a command
// substitution stands in that part.
func (w *walker) listIfSubstitutes(v tree.Word) {
	for _, p := range v.Parts {
		if p.Kind == tree.Literal && substitutes(p.Text) {
			w.listUnreadable(w.doing, v)
			return
		}
	}
}

// substitutes tells whether text may hold a command substitution.
func substitutes(text string) bool {
	return strings.Contains(text, "$(") || strings.Contains(text, "${") || strings.IndexByte(text, '`') >= 0
}

// reexpand reads text whose substitutions run: a value that is evaluated as
// arithmetic, or as a prompt.
func (w *walker) reexpand(text string, read func(func())) {
	if !w.mayEvaluate(text) {
		w.listUnreadable(w.doing, tree.Text(text))
		return
	}
	word, returns, err := reader.Document(text, w.options.Lang)
	if err != nil {
		w.listUnreadable(w.doing, tree.Text(text))
		return
	}
	w.inUnit(w.doing, text, nil, word, returns, func() {
		read(func() { w.document(word, false) })
	})
}
