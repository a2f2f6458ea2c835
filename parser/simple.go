package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// simple reads a simple command. It may consist of words, assignments or redirections only.
func (w *walker) simple(s *syntax.Stmt, call *syntax.CallExpr) {
	c := w.command(s)
	outer := w.state
	if len(call.Args) > 0 && len(call.Assigns) > 0 {
		w.state = outer.clone() // assignments before a command are its own
	}
	w.doing = c
	if s == w.lastSimple {
		w.last = c
	}
	for _, a := range call.Assigns {
		if w.err != nil {
			return
		}
		c.Assigns = append(c.Assigns, w.assignment(a))
	}
	path := w.state.path
	if w.state != outer && len(call.Args) > 0 {
		c.Env = w.envOfPrefix(c.Assigns)
	}
	w.state = outer
	var before *state
	if len(w.aliases) > 0 {
		before = w.state.clone()
	}
	w.enlist(c, path, func(c *tree.Command) {
		c.Args = w.newWords(len(call.Args))
		w.weigh(len(call.Args), c.Span)
		for _, a := range call.Args {
			if w.err != nil {
				return
			}
			if s, ok := w.simpleText(a); ok && w.effects.shopts&builtins.Keyword == 0 {
				c.Args = append(c.Args, tree.Word{Parts: w.literal(s), Span: w.lines.SpanOfWord(a)})
				continue
			}
			before := len(c.Args)
			if c.Args = w.fieldsFor(c.Args, a, c); len(c.Args) != before+1 {
				w.weigh(len(c.Args)-before-1, c.Span)
			}
		}
		if w.options.Lang == reader.Zsh && len(c.Args) > 1 && c.Args[0].Is("-") == tree.Yes {
			c.Args = c.Args[1:] // a precommand modifier
		}
		w.connect(c, s.Redirs)
	})
	if len(w.aliases) > 0 && len(call.Args) > 0 {
		w.aliased(c, call, before)
	}
	if w.asksLast && !w.scope.background {
		last := tree.Text("")
		if n := len(c.Args); n > 0 {
			last = tree.ValueOf(c.Args[n-1])
		}
		w.state.set(lastArgument, last)
	}
}

// declaration reads export and similar builtins, which mvdan.cc/sh parses separately. Options and
// bare names become Args, assignments Assigns.
func (w *walker) declaration(s *syntax.Stmt, d *syntax.DeclClause) {
	c := w.command(s)
	name := tree.Text(d.Variant.Value)
	name.Span = w.lines.SpanOf(d.Variant)
	c.Args = []tree.Word{name}
	path := w.state.path
	options, signed := "", ""
	w.doing = c
	plainly := w.effects.shopts&builtins.Keyword == 0 // no option changes what a value means
	for _, a := range d.Args {
		if w.err != nil {
			return
		}
		switch {
		case a.Naked && a.Name == nil:
			args := w.fields(a.Value)
			for _, arg := range args {
				if strings.HasPrefix(arg.Prefix(), "-") {
					options += arg.Prefix()
				}
				signed += arg.Prefix()
				w.declares(d.Variant.Value, options, arg)
			}
			c.Args = append(c.Args, args...)
			plainly = plainly && len(args) == 1 && slices.Contains([]string{"-x", "-g", "-r", "-gx", "-rx", "-xr", "-gr", "-a", "-ga", "-ar"}, args[0].String())
		case a.Naked:
			w.localize(d.Variant.Value, a.Name.Value)
			w.arithm(a.Index)
			w.attribute(d.Variant.Value, options, a.Name.Value, w.lookup(a.Name.Value))
			w.exports(d.Variant.Value, signed, a.Name.Value)
			arg := tree.Text(a.Name.Value)
			arg.Span = w.lines.SpanOf(a)
			c.Args = append(c.Args, arg)
		default:
			w.localize(d.Variant.Value, a.Name.Value)
			before := w.lookup(a.Name.Value)
			named := a.Array != nil && strings.Contains(options, "A") && d.Variant.Value != "export"
			if named {
				w.kinds = marked(w.kinds, a.Name.Value, keyed)
			}
			if strings.Contains(options, "n") && w.locals[a.Name.Value] && w.kinds != nil {
				w.kinds[a.Name.Value] &^= refers // it binds a new local variable and does not assign through a nameref
			}
			declared := w.assignment(a)
			plainly = plainly && !w.manyBraces(a.Value)
			if d.Variant.Value == "local" && !w.inFunction() {
				// It is an error and assigns nothing.
				w.assign(a.Name.Value, w.mix(a.Name.Value, before, w.lookup(a.Name.Value)))
			}
			c.Assigns = append(c.Assigns, declared)
			if !plainly && !named {
				w.assign(a.Name.Value, tree.UnknownWord("$"+a.Name.Value, true))
			}
			w.attribute(d.Variant.Value, options, a.Name.Value, declared.Value)
			w.exports(d.Variant.Value, signed, a.Name.Value)
		}
	}
	w.finish(c, s, path)
}

// declares makes the assignment in a word of a declaration that becomes one only by expansion:
// declare "$1=x".
func (w *walker) declares(builtin, options string, arg tree.Word) {
	name, _, found := strings.Cut(arg.Prefix(), "=")
	if !found || !tree.IsName(name) {
		return
	}
	if !strings.Contains(options, "g") {
		w.localize(builtin, name)
	}
	v := tree.ValueOf(arg.Tail(len(name) + 1))
	w.assign(name, w.mix(name, w.lookup(name), v))
	w.attribute(builtin, options, name, v)
}

// let reads a let command, whose words are arithmetic expressions.
func (w *walker) let(s *syntax.Stmt, l *syntax.LetClause) {
	c := w.command(s)
	c.Args = []tree.Word{{Parts: tree.Text("let").Parts, Span: w.lines.SpanRead(reader.Offset(l.Let), reader.Offset(l.Let)+len("let"))}}
	w.doing = c
	for _, x := range l.Exprs {
		w.arithm(x)
	}
	rest := tree.UnknownWord("let", false)
	rest.Span = w.lines.Span(c.Args[0].Span.End, c.Span.End)
	c.Args = append(c.Args, rest)
	w.finish(c, s, w.state.path)
}

// command creates the command of a statement, with its place.
func (w *walker) command(s *syntax.Stmt) *tree.Command {
	c := w.newCommand()
	c.Span, c.Source = w.lines.SpanRead(extent(s)), w.source
	if w.evals > 0 {
		c.Outer = w.source.Outer
	}
	return c
}

// extent returns where a statement's command begins and ends, with its redirections.
func extent(s *syntax.Stmt) (from, to int) {
	from = -1
	if s.Cmd != nil {
		from, to = reader.Offset(s.Cmd.Pos()), reader.Offset(s.Cmd.End())
	}
	for _, r := range s.Redirs {
		if at := reader.Offset(r.Pos()); from < 0 || at < from {
			from = at
		}
		to = max(to, reader.Offset(r.Word.End()))
	}
	return from, to
}

// newCommand allocates a command, in batches as room does.
func (w *walker) newCommand() *tree.Command {
	if len(w.made) == 0 {
		w.made = make([]tree.Command, min(few(w.source.Text), 8))
	}
	c := &w.made[0]
	w.made = w.made[1:]
	return c
}

// newWords allocates n words.
func (w *walker) newWords(n int) []tree.Word {
	if n == 0 {
		return nil
	}
	if n = min(n, maxElems); len(w.argv) < n {
		w.argv = make([]tree.Word, max(n, min(2*few(w.source.Text), 32)))
	}
	words := w.argv[:0:n]
	w.argv = w.argv[n:]
	return words
}

// finish lists a command whose words have been read.
func (w *walker) finish(c *tree.Command, s *syntax.Stmt, path bool) {
	w.enlist(c, path, func(c *tree.Command) { w.connect(c, s.Redirs) })
}

// enlist reads the words of a command and lists the command, once for each combination of its
// choices. Then it applies the command's effects.
func (w *walker) enlist(c *tree.Command, path bool, read func(*tree.Command)) {
	blank := *c
	w.choices = expand.Choices{Reading: true}
	read(c)
	doubts := w.choices.Found
	w.choices = expand.Choices{}
	if len(doubts) == 0 {
		w.add(c, path)
		w.followWrites(c)
		w.apply(c)
		w.assignsAlone(c)
		return
	}
	picks, all := expand.Combinations(doubts)
	if !all {
		w.exceed("values of one command's words", tree.MaxChoices)
		w.add(c, path)
	}
	entry, after, first := w.state, (*state)(nil), len(picks)
	words := builtins.Words(c.Args)
	which := len(words) > 0 && !words[0].Known() || w.effects.shopts&builtins.Keyword != 0 // it may be a builtin, or a function
	for i := 0; i < len(picks); i++ {
		one := blank
		w.choices = expand.Choices{Reading: true, Picked: picks[i]}
		read(&one)
		late := w.choices.LateChoices
		w.choices = expand.Choices{}
		if more := expand.Further(picks[i], late); all && i < first && len(more) > 0 && len(picks)+len(more) <= 2*tree.MaxChoices {
			picks = append(picks, more...)
			continue
		}
		w.add(&one, path)
		if !which {
			w.evaluateOne(&one)
			continue
		}
		w.state = entry.clone()
		w.apply(&one)
		w.assignsAlone(&one)
		after = w.join(after, w.state)
	}
	w.state = entry
	w.followWrites(c)
	w.apply(c)
	w.assignsAlone(c)
	if after != nil {
		w.state = w.join(w.state.clone(), after)
	}
}

// connect reads a command's redirections.
func (w *walker) connect(c *tree.Command, own []*syntax.Redirect) {
	if c.Stdin = w.state.stdin; len(own) > 0 {
		c.Redirects, c.Stdin = w.redirects(own, c)
	}
	c.OutputFiles = w.outputFilesOf(c.Redirects)
	w.nameOpened(c)
	if around := w.scope.redirects; len(around) > 0 {
		w.weigh(len(around), c.Span)
		c.Redirects = append(c.Redirects, around...)
	}
}

// add sets the context of a command, and lists it.
func (w *walker) add(c *tree.Command, path bool) {
	if vars := w.state.vars; w.state.full && vars != nil && vars.Count >= maxVars {
		w.exceed("variables", maxVars)
	}
	w.writePipes(c)
	c.Dir, c.Files, c.Limit = w.state.at.dir, w.state.files, w.limit
	if c.Env == nil {
		c.Env = w.state.env
	}
	c.Background, c.Under = w.scope.background, w.scope.under
	if n := len(w.scope.functions); n > 0 {
		c.Func = w.scope.functions[n-1]
	}
	c.Forks = c.Background && w.callsItself(c)
	name, known := c.Program().Text()
	defined := w.effects.named[name]
	c.Shadowed = len(c.Args) > 0 && (known && defined || path && !strings.Contains(name, "/"))
	c.Depth = w.scope.level
	w.weigh(commandWords, c.Span)
	w.step(stepsOfCommand)
	w.commands = append(w.commands, c)
	if w.options.Lang == reader.Zsh && len(c.Args) == 0 {
		w.nullCommand(c)
	}
	w.elsewhere(c)
	w.otherTargets(c)
	w.ofCopies(c, path)
	if path, ok := w.hashed[name]; ok && known && !defined {
		other := *c
		other.Args, other.Shadowed = append([]tree.Word{path}, c.Args[1:]...), false
		w.commands = append(w.commands, &other)
	}
}

// elsewhere lists a command again for each directory in which it may run. It leaves out the start
// directory: a source like mkdir x && cd x; rm * intends only the other one, and the first
// listing is judged with an unknown directory.
func (w *walker) elsewhere(c *tree.Command) {
	if len(c.Dir.Parts) != 1 || len(c.Dir.Parts[0].OneOf()) < 2 || len(c.Args) == 0 && len(c.Redirects) == 0 {
		return
	}
	for _, dir := range c.Dir.Parts[0].OneOf() {
		if dir.Prefix() == "" || !w.spend(commandWords*expand.WordCost) {
			continue
		}
		w.weigh(commandWords, c.Span)
		other := *c
		other.Dir = dir
		w.commands = append(w.commands, &other)
	}
}

// otherTargets lists a command again for each value that the target of a redirection around it
// may have. The alternatives of its own redirections are listed with those of its words.
func (w *walker) otherTargets(c *tree.Command) {
	around := len(c.Redirects) - len(w.scope.redirects)
	for i := max(around, 0); i < len(c.Redirects); i++ {
		if strings.HasPrefix(c.Redirects[i].Op, "<<") {
			continue // its target is text
		}
		for _, target := range alternatives(c.Redirects[i].Target) {
			if !w.spend(commandWords * expand.WordCost) {
				return
			}
			w.weigh(commandWords, c.Span)
			other := *c
			other.Redirects = slices.Clone(c.Redirects)
			other.Redirects[i].Target = target
			if tree.Same(c.Stdin.Word, c.Redirects[i].Target) {
				other.Stdin.Word = target
			}
			w.commands = append(w.commands, &other)
		}
	}
}

// alternatives returns the words that a word may be, by the first of its parts that has several
// values; nil if none has.
func alternatives(word tree.Word) []tree.Word {
	for i, part := range word.Parts {
		if len(part.OneOf()) < 2 {
			continue
		}
		var all []tree.Word
		for _, value := range part.OneOf() {
			all = append(all, tree.Word{Parts: slices.Concat(word.Parts[:i], value.Parts, word.Parts[i+1:]), Span: word.Span})
		}
		return all
	}
	return nil
}

// nullCommand lists the command that zsh runs for redirections without a command (zshmisc(1),
// REDIRECTIONS WITH NO COMMAND).
func (w *walker) nullCommand(c *tree.Command) {
	own := w.ownRedirects(c)
	if len(own) == 0 || len(c.Assigns) > 0 {
		return
	}
	name, program := "NULLCMD", "cat"
	if len(own) == 1 && own[0].Op == "<" {
		name, program = "READNULLCMD", "more"
	}
	other := *c
	other.Args = []tree.Word{tree.Text(program)}
	if v, assigned := w.state.get(name); assigned || w.state.full {
		other.Args = []tree.Word{v}
	}
	w.commands = append(w.commands, &other)
}

// callsItself reports whether a command calls a function whose body contains it.
func (w *walker) callsItself(c *tree.Command) bool {
	name, known := c.Program().Text()
	return known && len(c.Args) > 0 && slices.Contains(w.scope.functions, name)
}

// text returns the source text of a node.
func (w *walker) text(n syntax.Node) string {
	s := w.lines.SpanOf(n)
	return w.source.Text[s.Offset:s.End]
}
