package parser

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// start returns a value that the shell starts with.
func (w *walker) start(name string) (string, bool) {
	if w.options.Vars == nil {
		return "", false
	}
	return w.options.Vars(name)
}

// unassigned returns the value of a variable that the source has not assigned.
func (w *walker) unassigned(name string) tree.Word {
	switch name {
	case "IFS":
		return tree.Text(" \t\n")
	case "PWD":
		return w.trace(tree.Origin{Kind: tree.Directory, Name: name}, w.pwd())
	case "OLDPWD":
		if old := w.state.at.old; len(old.Parts) != 1 || old.Parts[0].Kind != tree.Unknown {
			return w.trace(tree.Origin{Kind: tree.Directory, Name: name}, w.absolute(old, name))
		}
	}
	if v, ok := w.startEnv.Value(name); ok && !slices.Contains(tree.Unassignable, name) {
		return w.trace(tree.Origin{Kind: tree.InitialValue, Name: name}, v)
	}
	if v, ok := w.start(name); ok {
		return w.trace(tree.Origin{Kind: tree.InitialValue, Name: name}, tree.Text(v))
	}
	if shell := w.ownName(name); shell != "" {
		return w.trace(tree.Origin{Kind: tree.InitialValue, Name: name}, tree.Text(shell))
	}
	u := tree.UnknownWord("$"+name, !neverEmpty(name) || w.options.Lang == reader.POSIX)
	return w.trace(tree.Origin{Kind: tree.Unset, Name: name}, u)
}

// ownName returns a shell for the variables in which bash keeps one if they are not set when it
// starts: its own path, and the user's login shell, which is unknown but a shell (bash(1), Shell
// Variables). "" is for any other variable.
func (w *walker) ownName(name string) string {
	switch {
	case name == "BASH" && w.options.Lang == reader.Bash:
		return "/bin/bash"
	case name == "SHELL":
		return "/bin/sh"
	}
	return ""
}

// neverEmpty reports whether bash itself sets a variable (bash(1), Shell Variables).
func neverEmpty(name string) bool {
	switch name {
	case "BASHPID", "BASH_VERSION", "EUID", "LINENO", "PPID", "RANDOM",
		"SECONDS", "SRANDOM", "UID", "EPOCHSECONDS", "EPOCHREALTIME":
		return true
	}
	return false
}

// lookup returns the value of a variable in the present state.
func (w *walker) lookup(name string) tree.Word {
	if w.kinds[name] == refers && w.refersOnly(name) {
		return w.referent(name)
	}
	if target := w.bound[name]; target != "" && w.kinds[name]&refers != 0 {
		return w.boundValue(name, target)
	}
	if v, ok := w.state.get(name); ok {
		return v
	}
	if w.state.full {
		return tree.UnknownWord("$"+name, true)
	}
	if expand.IsNumber(name) && w.state.args != nil {
		return w.argument(name)
	}
	return w.unassigned(name)
}

// referent returns the value of a nameref to one variable: that variable's value, or the
// nameref's own if the declaration may not have run.
func (w *walker) referent(name string) tree.Word {
	own, ok := w.state.get(name)
	if !ok {
		own = tree.UnknownWord("$"+name, true)
	}
	target := w.lookup(w.targets[name][0])
	if slices.ContainsFunc(tree.Alternatives(target), func(t tree.Word) bool { return !tree.Contains(tree.Alternatives(own), t) }) {
		own = w.mix(name, own, target)
		w.state.set(name, own) // cached: choices are keyed by the identity of their words
	}
	return own
}

// home returns the directory behind ~ with a user name, ~+ or ~-.
func (w *walker) home(user string) tree.Word {
	switch user {
	case "":
		if v := w.lookup("HOME"); v.Known() && len(v.Parts) > 0 {
			return w.trace(tree.Origin{Kind: tree.Tilde, Text: "~"}, v)
		}
		return tree.UnknownWord("~", false)
	case "+", "-":
		if w.options.Lang == reader.POSIX {
			return tree.UnknownWord("~"+user, false) // what is called sh may be bash
		}
	}
	switch user {
	case "+":
		return w.trace(tree.Origin{Kind: tree.Tilde, Text: "~+"}, w.lookup("PWD"))
	case "-":
		return w.trace(tree.Origin{Kind: tree.Tilde, Text: "~-"}, w.lookup("OLDPWD"))
	}
	if w.options.Lang == reader.Bash {
		if dir, ok := w.stackedDirectory(user); ok {
			return w.trace(tree.Origin{Kind: tree.Tilde, Text: "~" + user}, dir)
		}
	}
	if w.options.Lang == reader.Zsh {
		if dir, ok := w.namedDirectory(user); ok {
			return w.trace(tree.Origin{Kind: tree.Tilde, Text: "~" + user}, dir)
		}
	}
	if w.options.Home != nil {
		if dir, ok := w.options.Home(user); ok {
			return w.trace(tree.Origin{Kind: tree.Tilde, Text: "~" + user}, tree.Text(dir))
		}
	}
	if own, ok := w.start("USER"); ok && own == user {
		if dir, ok := w.start("HOME"); ok {
			return w.trace(tree.Origin{Kind: tree.Tilde, Text: "~" + user}, tree.Text(dir))
		}
	}
	return tree.UnknownWord("~"+user, false)
}

// param reads a parameter expansion.
func (e *expansion) param(p *syntax.ParamExp, quoted bool) {
	w := e.w
	part := tree.Part{Text: tree.Shorten(w.text(p)), Empty: true}
	if p.NestedParam != nil {
		inner := w.quoted(&syntax.Word{Parts: []syntax.WordPart{p.NestedParam}})
		part.From = inner.From()
	}
	e.operand = w.paramWords(p)
	if quoted {
		w.readQuotedOperands(p)
	}
	w.evaluatedParam(p)
	if p.Flags != nil {
		w.flagged(p)
	}
	if p.Param == nil {
		e.Unknown(part, quoted)
		return
	}
	name := p.Param.Value
	if v, ok := w.modified(p); ok {
		e.known(v, part, quoted)
		return
	}
	if e.operator(p, name, part, quoted) || e.referred(p, part, quoted) {
		return
	}
	switch {
	case p.Length || p.Width:
		part.Empty = false
		e.Unknown(part, quoted)
	case p.Exp != nil && expand.IsPlain(p):
		e.alternative(p, name, part, quoted)
	case (name == "@" || name == "*") && expand.IsPlain(p) && w.state.args != nil:
		e.each(w.state.args, name, part, quoted)
	case !expand.IsPlain(p) || !tree.IsName(name) && !expand.IsNumber(name):
		e.special(p, name, part, quoted)
	default:
		v := w.lookup(name)
		if len(v.Parts) == 1 && len(v.Parts[0].Elements()) > 0 {
			if w.options.Lang == reader.Zsh { // all elements, not the first
				e.each(v.Parts[0].Elements(), "@", part, quoted)
				return
			}
			v = w.element(v.Parts[0].Elements(), 0)
		}
		if len(v.Parts) == 1 && v.Parts[0].Values != nil && v.Parts[0].Values.Subscripts != nil {
			v = e.w.elementAt(v.Parts[0], "0")
		}
		e.known(v, part, quoted)
	}
}

// evaluatedParam reads an expansion that evaluates the value: ${!x} as a name, ${x@P} as a
// prompt.
func (w *walker) evaluatedParam(p *syntax.ParamExp) {
	switch {
	case p.Param == nil || w.choices.IsRepeated():
	case reader.IsError(p.Param.Value):
		w.mayAbortLine()
	case p.Excl && p.Names == 0:
		v := w.lookup(p.Param.Value)
		w.arithmeticOf(v)
		if name, known := v.Text(); !known || !tree.IsName(name) {
			w.mayAbortLine() // it is not a name
		}
	case p.Exp != nil && p.Exp.Op == syntax.OtherParamOps && p.Exp.Word != nil && p.Exp.Word.Lit() == "P":
		for _, v := range tree.Alternatives(w.lookup(p.Param.Value)) {
			w.prompt(v)
			for _, q := range v.Parts {
				for _, e := range q.Elements() {
					w.prompt(e)
				}
			}
		}
	}
}

// element adds ${x[@]}, ${x[*]} or ${x[0]} of an array whose elements are known. It returns
// false for any other expansion.
func (e *expansion) element(p *syntax.ParamExp, name string, part tree.Part, quoted bool) bool {
	v, assigned := e.w.state.get(name)
	if p.Index == nil || !assigned || len(v.Parts) != 1 || v.Parts[0].Elements() == nil || e.w.options.Lang == reader.Zsh {
		return false
	}
	whole := *p
	whole.Index = nil
	if !expand.IsPlain(&whole) || p.Exp != nil {
		return false
	}
	elems := v.Parts[0].Elements()
	if index, ok := p.Index.(*syntax.Word); ok {
		if at, _ := expand.Plain(index).Text(); at == "@" || at == "*" {
			e.each(elems, at, part, quoted)
			return true
		}
	}
	n, ok := e.w.calculate(p.Index)
	wide := slices.ContainsFunc(elems, tree.Word.MultiField)
	switch {
	case wide && !ok:
		e.known(e.w.someOf(elems), part, quoted)
	case !ok && len(elems) > 0:
		e.known(e.w.anyElement(elems, p), part, quoted)
	case !wide && (!ok || n >= len(elems) || -n > len(elems)):
		return false
	default:
		e.known(e.w.element(elems, n), part, quoted)
	}
	return true
}

// listed adds an array of names of a known kind but unknown number. It returns false for any
// other expansion.
func (e *expansion) listed(p *syntax.ParamExp, name string, part tree.Part, quoted bool) bool {
	v, assigned := e.w.state.get(name)
	whole := *p
	whole.Index, whole.Slice = nil, nil
	if !assigned || p.Index == nil || len(v.Parts) != 1 || v.Parts[0].OneOf() == nil || !expand.IsPlain(&whole) || p.Exp != nil {
		return false
	}
	if index, ok := p.Index.(*syntax.Word); ok && expand.Plain(index).Is("@") == tree.Yes {
		if !e.allInOrder(p, name, v, part, quoted) {
			e.each(e.w.loosened(v.Parts[0].OneOf()), "@", part, quoted)
		}
	} else if v.Parts[0].Values.Subscripts != nil {
		e.known(e.w.elementAt(v.Parts[0], e.w.subscript(name, p.Index)), part, quoted)
	} else {
		e.known(v, part, quoted)
	}
	return true
}

// known adds a variable's value, unless the total size of values is past its bound.
func (e *expansion) known(v tree.Word, part tree.Part, quoted bool) {
	size := expand.WordCost
	for _, p := range v.Parts {
		size += len(p.Text)
		if !quoted && e.Split && p.Kind == tree.Literal {
			size += expand.SplitCost * (strings.Count(p.Text, " ") + strings.Count(p.Text, "\n") + strings.Count(p.Text, "\t"))
			if e.Ifs != tree.BlankIFS && e.Ifs != "" {
				size += expand.SplitCost * len(p.Text)
			}
		}
	}
	if !e.w.spend(size) {
		part.From = tree.Word{Parts: append(v.Parts[:len(v.Parts):len(v.Parts)], part)}.From()
		e.Unknown(part, quoted)
		return
	}
	if e.w.options.Lang == reader.Zsh && !quoted && e.w.effects.shopts&builtins.WordSplit == 0 && len(part.From) == 0 {
		e.whole(v)
		return
	}
	e.Value(v, quoted)
}

// whole adds a variable's value as zsh does: known text is not split, and an empty value is no
// word.
func (e *expansion) whole(v tree.Word) {
	for i, p := range v.Parts {
		e.Value(tree.Word{Parts: v.Parts[i : i+1]}, p.Kind == tree.Literal)
	}
}

// paramWords reads the substitutions in the words and subscripts of an expansion, except in
// the words of alternatives. It returns the word that may become the value, or part of it.
func (w *walker) paramWords(p *syntax.ParamExp) (operand tree.Word) {
	w.number(p.Index)
	if p.Slice != nil {
		w.number(p.Slice.Offset)
		w.number(p.Slice.Length)
	}
	if p.Repl != nil {
		w.single(p.Repl.Orig)
		operand = w.single(p.Repl.With)
	}
	if p.Exp != nil && (!expand.IsPlain(p) || !expand.IsAlternative(p.Exp.Op)) {
		operand = w.single(p.Exp.Word)
	}
	if p.Repl != nil {
		w.processes(p.Repl.Orig)
		w.processes(p.Repl.With)
	}
	if p.Exp != nil {
		w.processes(p.Exp.Word)
	}
	return operand
}

// processes reads the process substitutions in a word of an expansion, which mvdan.cc/sh reads
// as text.
func (w *walker) processes(x *syntax.Word) {
	if !hasProcess(x) || w.options.Lang == reader.POSIX || w.choices.IsRepeated() {
		return
	}
	text := ": " + w.text(x)
	if !w.evaluate(w.doing, text) {
		w.listUnreadable(w.doing, tree.Text(text))
	}
}

func hasProcess(x *syntax.Word) bool {
	return x != nil && slices.ContainsFunc(x.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && (strings.Contains(lit.Value, "<(") || strings.Contains(lit.Value, ">("))
	})
}

// special adds the value of anything but a plain variable.
func (e *expansion) special(p *syntax.ParamExp, name string, part tree.Part, quoted bool) {
	switch name {
	case "#", "?", "$", "0":
		part.Empty = false
	}
	if args := e.w.options.Args; name == "0" && expand.IsPlain(p) && len(args) > 0 && !args[0].Splits() {
		e.known(tree.ValueOf(args[0]), part, quoted)
		return
	}
	if n, ok := e.w.argumentCount(); ok && name == "#" && expand.IsPlain(p) {
		e.known(tree.Text(n), part, quoted)
		return
	}
	if e.namesWithPrefix(p, part, quoted) {
		return
	}
	if e.element(p, name, part, quoted) || e.sliceOfList(p, name, part, quoted) {
		return
	}
	if e.listed(p, name, part, quoted) || e.subscripts(p, name, part, quoted) || e.operatorOnElements(p, name, part, quoted) {
		return
	}
	many := name == "@" || p.Names == syntax.NamesPrefixWords
	if index, ok := p.Index.(*syntax.Word); ok && expand.Plain(index).Is("@") == tree.Yes {
		many = true
	}
	part.Split = many
	if v, ok := e.w.state.get(name); ok {
		part.From = v.From()
	}
	switch {
	case p.Repl != nil:
		e.possibleReplacement(p, part, quoted)
	case p.Exp != nil && expand.IsAlternative(p.Exp.Op) && !hasProcess(p.Exp.Word):
		e.possibleWord(p, e.operand, part, quoted)
	default:
		e.Unknown(part, quoted)
	}
}

// argumentCount returns the number of positional parameters, if it is known.
func (w *walker) argumentCount() (string, bool) {
	args := w.state.args
	if args == nil || slices.ContainsFunc(args, tree.Word.MultiField) {
		return "", false
	}
	return strconv.Itoa(len(args)), true
}

// calculate evaluates an arithmetic expression, if its value is known.
func (w *walker) calculate(x syntax.ArithmExpr) (int, bool) {
	return expand.Arithmetic{Lookup: w.lookup, Nested: w.nested}.Calculate(x)
}

// operator returns the shell's state as operators need it.
func (w *walker) operator() expand.Operator {
	return expand.Operator{
		Arithmetic: expand.Arithmetic{Lookup: w.lookup, Nested: w.nested}, Placeholders: w.placeholders,
		AnyCase: w.effects.shopts&builtins.NoCaseMatch != 0, Grouping: w.options.Lang == reader.Zsh, Spend: w.spend,
	}
}

// arithmetic adds the value of an arithmetic expansion, if it is known.
func (e *expansion) arithmetic(x syntax.ArithmExpr, part tree.Part, quoted bool) {
	if n, ok := e.w.calculate(x); ok {
		e.known(tree.Text(strconv.Itoa(n)), part, quoted)
		return
	}
	e.Unknown(part, quoted)
}
