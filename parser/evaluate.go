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
	maxEvals     = 8         // nesting of evaluations
	maxEvaluated = 256 << 10 // bytes in total: a syntax tree may take 190 times as much
	evalCost     = 256       // bytes that an evaluation costs in addition to its text
)

// evaluation is the walker's state for text that the shell itself evaluates. The walker
// reads such text, and package grammar reads other nested sources, because evaluated text
// shares the shell's state: eval changes variables, the directory and functions, and
// aliases are found by name. The result of an eval is kept until grammar asks for it.
type evaluation struct {
	doing     *tree.Command        // the command that is being read or applied
	changed   []string             // what the last evaluation changes
	evals     int                  // depth of evaluations
	evaluated int                  // bytes
	aliases   map[string]string    // known values by name
	expanding map[string]bool      // aliases whose text is being read
	hashed    map[string]tree.Word // paths that hash -p gave to names
	kinds     map[string]kind      // attributes of variables whose value differs from what is assigned
	bound     map[string]string    // the variable that a nameref was bound to last
	targets   map[string][]string  // the variables that a nameref may name; nil for any
}

// evaluate reads text that a command runs in the shell itself. It returns false if the text is
// not shell source or is too long.
func (w *walker) evaluate(c *tree.Command, text string) bool {
	return w.evaluateAs(c, text, nil, false)
}

// evaluateLater reads text that may run at any later point of the script, in an unknown
// state.
func (w *walker) evaluateLater(c *tree.Command, text string) bool {
	return w.evaluateAs(c, text, nil, true)
}

// evaluateAs reads a text in which some bytes are placeholders for unknown parts.
func (w *walker) evaluateAs(c *tree.Command, text string, s *tree.Placeholders, later bool) bool {
	if !w.mayEvaluate(text) {
		return false
	}
	file, returns, err := reader.File(text, w.options.Lang)
	if err != nil {
		return false
	}
	var settled []string
	if later {
		settled = w.settledBefore(c)
	}
	w.inUnit(c, text, s, file, returns, func() {
		if later {
			w.anytimeAfter(settled, func() { w.topLevel(file.Stmts) })
			return
		}
		w.topLevel(file.Stmts)
	})
	return true
}

// mayEvaluate counts an evaluation against the bounds. Past a bound the reading ends with an
// error, because the shell would run text that nobody has read.
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

// inUnit reads a tree as a unit of its own inside the present one.
func (w *walker) inUnit(c *tree.Command, text string, s *tree.Placeholders, root syntax.Node, returns reader.Rewrite, read func()) {
	outer, doing, choosing := w.unit, w.doing, w.choices
	if c == nil { // a compound evaluates it before there is a command
		c = &tree.Command{Span: w.lines.SpanRead(0, 0), Source: w.source, Outer: w.source.Outer}
	}
	around := outer
	if s != nil { // the functions that it defines are uncertain
		uncertain := *outer
		uncertain.effects.functions = &functions{maps.Clone(outer.effects.named), maps.Clone(outer.effects.defined)}
		around = &uncertain
	}
	w.unit = &unit{placeholders: s}
	w.unit.fill(&tree.Source{Text: s.Show(text), Outer: c}, root, &returns, w.options.Lang, outer.effects.wary, around)
	w.choices = expand.Choices{}
	w.evals++
	if w.effects.misread == nil {
		read()
	} else {
		w.listUnreadable(c, tree.Text(text))
	}
	w.evals--
	w.changed = names(w.effects.changes, func(change) bool { return true })
	if s == nil {
		outer.effects.adopt(&w.effects)
	}
	w.unit, w.doing, w.choices = outer, doing, choosing
}

// settledBefore returns the variables whose only assignment in the source stands before a command:
// nothing changes them afterwards. It returns none inside loops, functions and evaluated text.
func (w *walker) settledBefore(c *tree.Command) []string {
	if c == nil || w.exits != nil || w.inFunction() || w.evals > 0 {
		return nil
	}
	count, settled := map[string]int{}, []string(nil)
	for _, x := range w.effects.changes {
		count[x.name]++
	}
	for _, x := range w.effects.changes {
		if tree.IsName(x.name) && count[x.name] == 1 && !x.inBody && int(x.offset) < w.lines.AsRead(c.Span.Offset) {
			settled = append(settled, x.name)
		}
	}
	return settled
}

// anytime reads text that may run at any point of the script, as the body of a function does. Every
// variable that the source assigns is unknown, and so is the directory if the source changes it.
func (w *walker) anytime(read func()) { w.anytimeAfter(nil, read) }

// anytimeAfter is anytime for text that runs after some variables are settled, such as a trap's
// handler. A variable that the text itself assigns is unknown.
func (w *walker) anytimeAfter(settled []string, read func()) {
	own := names(w.effects.changes, func(change) bool { return true })
	w.inSubshell(func() {
		for _, name := range w.effects.all {
			if !slices.Contains(settled, name) || slices.Contains(own, name) {
				w.touch(name)
			}
		}
		w.state.ended, w.state.args = false, nil
		if s := w.state.stdin.Shared; s != nil {
			s.Closed, s.Touched = true, true
		}
		read()
	})
}

// eval follows an eval whose words are known.
func (w *walker) eval(c *tree.Command, words []tree.Word) bool {
	text, known := evalText(words)
	if !known {
		w.evalPartly(c, words)
	}
	return known && w.evalIn(c, text, nil)
}

// evalIn reads text that a command runs in the shell itself, and keeps its commands for the
// caller that asks for them later.
func (w *walker) evalIn(c *tree.Command, text string, s *tree.Placeholders) bool {
	outer, stdin := w.scope, w.state.stdin
	own, in := w.ownRedirects(c), c.Stdin.Share()
	defer w.openDescriptors(own)()
	w.scope.redirects, w.state.stdin = c.Redirects, in
	for _, a := range c.Assigns {
		w.assign(a.Name, tree.ValueOf(a.Value))
	}
	start := len(w.commands)
	known := w.evaluateAs(c, text, s, false)
	for _, a := range c.Assigns {
		w.state.forget(a.Name)
	}
	w.scope, w.state.stdin = outer, w.inputAfter(stdin, in, own)
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

// evaluateOne follows an evaluated text that has one of several values.
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

// evalText returns what eval runs: its words joined by blanks.
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

// trap follows the text that a trap runs. Its changes may happen between any two commands,
// unless the trap runs only at the end.
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
	outer := w.jobs.handler
	w.jobs.handler = ofSignal
	if slices.ContainsFunc(words[1:], isExit) {
		w.jobs.handler = ofExit
	}
	read := known && w.evaluateLater(c, text)
	w.jobs.handler = outer
	if !read {
		w.listUnreadable(c, words[0])
		return
	}
	w.readHandlerLater(c, text)
	for _, signal := range words[1:] {
		if isExit(signal) {
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

// isExit reports whether a trap's signal is the end of the shell.
func isExit(signal tree.Word) bool {
	text, _ := signal.Text()
	return text == "EXIT" || text == "0"
}

// isTrapOption reports whether a word makes trap list or reset traps. A word with other
// letters, such as '-r x', runs in zsh; bash reports a wrong option and sets no trap.
func isTrapOption(w tree.Word) bool {
	text, known := w.Text()
	return known && strings.HasPrefix(text, "-") && strings.Trim(text, "-lpP") == ""
}

// listUnreadable lists evaluated text that could not be read, as an eval of it.
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

// prompt reads text that the shell expands as a prompt: first the prompt escapes, then as if
// in double quotes (bash(1), PROMPTING).
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

// listIfSubstitutes lists a partly known value that the shell evaluates, if the known part
// contains a command substitution.
func (w *walker) listIfSubstitutes(v tree.Word) {
	for _, p := range v.Parts {
		if p.Kind == tree.Literal && substitutes(p.Text) {
			w.listUnreadable(w.doing, v)
			return
		}
	}
}

// substitutes reports whether text may contain a command substitution.
func substitutes(text string) bool {
	return strings.Contains(text, "$(") || strings.Contains(text, "${") || strings.IndexByte(text, '`') >= 0
}

// reexpand expands text that the shell expands again, as in double quotes: a value used as arithmetic, a prompt,
// or the operand of an expansion. It returns false for text that cannot be read, and lists it.
func (w *walker) reexpand(text string, read func(func())) (value tree.Word, ok bool) {
	if w.mayEvaluate(text) {
		if word, returns, err := reader.Document(text, w.options.Lang); err == nil {
			w.inUnit(w.doing, text, nil, word, returns, func() {
				read(func() { value = w.document(word, false) })
			})
			return value, true
		}
	}
	w.listUnreadable(w.doing, tree.UnknownWord(tree.Shorten(text), true)) // as source, its quotes would hide what it runs
	return tree.Word{}, false
}

// atOnce reads text where it stands.
func atOnce(read func()) { read() }
