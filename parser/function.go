package parser

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// maxCalls bounds the nesting of followed function calls.
const maxCalls = 8

// function reads a function's body once, for any call.
func (w *walker) function(f *syntax.FuncDecl) {
	names := functionNames(f)
	if len(names) == 0 {
		w.stmt(f.Body) // zsh runs a function without a name at once
		return
	}
	outer := w.scope
	w.scope.background = false
	w.scope.under = &tree.Condition{Kind: tree.Branch}
	w.inside(names...)
	w.anytime(func() { w.stmt(f.Body) })
	w.scope = outer
}

// inside records the functions whose body is being read.
func (w *walker) inside(names ...string) {
	w.scope.functions = append(slices.Clip(w.scope.functions), names...)
}

// inFunction reports whether the code that is being read may run in a function.
func (w *walker) inFunction() bool {
	return len(w.scope.functions) > 0 || w.options.Outer != nil
}

func functionNames(f *syntax.FuncDecl) []string {
	if f.Name != nil {
		return []string{f.Name.Value}
	}
	names := make([]string, len(f.Names))
	for i, n := range f.Names {
		names[i] = n.Value
	}
	return names
}

// call reads a function's body again for one call, with its arguments, its standard input and
// the present state; its commands are listed after the call. It returns false if it does not
// follow the call: the function has several definitions, calls itself, or too many
// statements were read again already.
func (w *walker) call(c *tree.Command, name string) bool {
	f := w.effects.defined[name]
	if f == nil || f.decl.Body == nil || slices.Contains(w.scope.functions, name) {
		return false
	}
	if len(w.scope.functions) >= maxCalls || w.repeats > maxRepeats {
		if w.repeats > maxRepeats {
			w.exceed("statements read again", maxRepeats)
		}
		w.exceed("functions called inside one another", maxCalls)
		c.Limit = w.limit
		return false
	}
	outer, before := w.scope, *w.state
	own, in := w.ownRedirects(c), c.Stdin.Share()
	defer w.openDescriptors(own)()
	returned, locals := w.returned, w.locals
	w.inside(name)
	w.scope.redirects, w.scope.repeated = c.Redirects, true
	w.returned, w.locals = nil, map[string]bool{}
	w.state.stdin, w.state.args = in, w.traceArguments(arguments(c), c)
	values := w.state.clone()
	unit, broken := w.unit, w.aborted
	w.unit, w.aborted = f.unit, nil
	w.stmt(f.decl.Body)
	w.unit = unit
	if w.aborted != nil { // the call has ended by then
		w.aborted.forgetAll()
		w.aborted.stdin, w.aborted.args = before.stdin, before.args
	}
	w.aborted = w.join(broken, w.aborted)
	w.state = w.join(w.returned, w.state).clone()
	for _, v := range slices.Sorted(maps.Keys(w.locals)) {
		if old, ok := values.get(v); w.kinds[v]&refers != 0 {
			w.state.set(v, tree.UnknownWord("$"+v, true)) // what it named keeps its value
		} else if ok {
			w.assign(v, old)
		} else {
			w.assign(v, w.unassigned(v))
		}
		w.state.env = w.state.env.Restored(v, values.env)
	}
	w.state.stdin, w.state.args, w.state.ended = w.inputAfter(before.stdin, in, own), before.args, before.ended
	w.scope, w.returned, w.locals = outer, returned, locals
	return true
}

// notFound follows the function that the shell calls, in a subshell, with the words of a
// command that it does not find. Any program may be missing.
func (w *walker) notFound(c *tree.Command, name string) {
	handler := "command_not_found_handle"
	if w.options.Lang == reader.Zsh {
		handler = "command_not_found_handler"
	}
	if w.effects.defined[handler] == nil || strings.Contains(name, "/") || slices.Contains(w.scope.functions, handler) {
		return
	}
	call, before := *c, w.state
	call.Args = append([]tree.Word{tree.Text(handler)}, c.Args...)
	w.state = before.clone()
	w.call(&call, handler)
	w.state, w.doing = before, c
}

// arguments returns the words after a command's name; nil if there are too many.
func arguments(c *tree.Command) []tree.Word {
	if len(c.Args)-1 > maxElems {
		return nil
	}
	args := make([]tree.Word, len(c.Args)-1)
	for i, a := range c.Args[1:] {
		args[i] = tree.ElementOf(a)
	}
	return args
}

// shellArguments returns the positional parameters of a shell started with some words. The
// first word is $0, and may expand to several.
func shellArguments(words []tree.Word) []tree.Word {
	args := arguments(&tree.Command{Args: words})
	if args == nil || !words[0].MultiField() {
		return args
	}
	return append([]tree.Word{tree.AnyOf([]tree.Word{tree.ElementOf(words[0])})}, args...)
}

// localize records a variable that a declaration makes local to its function.
func (w *walker) localize(builtin, name string) {
	switch builtin {
	case "local", "declare", "typeset", "nameref", "integer", "float":
		if w.locals != nil {
			w.locals[name] = true
		}
	}
}

// positional follows set and shift, which change the positional parameters.
func (w *walker) positional(builtin string, words []tree.Word) {
	if builtin == "set" && len(words) > maxElems {
		w.exceed("positional parameters", maxElems)
	}
	switch {
	case builtin == "set" && len(words) > 0 && words[0].Is("--") == tree.Yes:
		w.state.args = w.traceArguments(arguments(&tree.Command{Args: words}), w.doing)
	case builtin == "set" && len(words) > 0 && words[0].Prefix() != "" && strings.Trim(words[0].Prefix()[:1], "+-") != "":
		w.state.args = w.traceArguments(arguments(&tree.Command{Args: append([]tree.Word{{}}, words...)}), w.doing)
	case builtin == "set":
		for _, a := range words {
			if !strings.HasPrefix(a.Prefix(), "-") && !strings.HasPrefix(a.Prefix(), "+") {
				w.state.args = nil
			}
		}
	default:
		w.shift(words)
	}
}

// shift follows a shift by a known number.
func (w *walker) shift(words []tree.Word) {
	n := 1
	if len(words) > 0 {
		text, _ := words[0].Text()
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 0 {
			w.state.args = w.loosened(w.state.args)
			return
		}
	}
	args := w.from(w.state.args, n)
	if len(args) == 0 && n != len(w.state.args) {
		args = nil // an error, which leaves them as they are
	}
	w.state.args = args
}

// argument returns a positional parameter. One past the last is empty.
func (w *walker) argument(name string) tree.Word {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 {
		return tree.Word{}
	}
	return w.element(w.state.args, n-1)
}

// each adds $@ or ${x[@]}, each element as a word of its own, or "$*" or "${x[*]}" as one word.
func (e *expansion) each(list []tree.Word, name string, part tree.Part, quoted bool) {
	if e.command != nil && len(e.command.Args) == 0 {
		list = tree.CertainRow(list)
	}
	joined := name == "*" && quoted || !e.Split
	if joined && e.AnyIFS && len(list) > 1 {
		e.Unknown(part, quoted)
		return
	}
	if joined && slices.ContainsFunc(list, tree.Word.MultiField) {
		e.known(e.w.joined(list), part, quoted)
		return
	}
	if n := len(list); !joined && !e.alone && n > 0 && (list[0].MultiField() || list[n-1].MultiField()) {
		e.known(tree.AnyWords(list), part, quoted) // what stands beside it joins one of its words
		return
	}
	between := e.Ifs[:min(len(e.Ifs), 1)]
	if name == "@" {
		between = " "
	}
	for i, a := range list {
		if i > 0 && joined {
			e.Literal(between, true)
		} else if i > 0 {
			e.End()
		}
		e.known(a, part, quoted)
	}
}

// allArguments reports whether a quoted word is just "$@" or "${x[@]}", which expands to no
// word if there are no elements.
func allArguments(q *syntax.DblQuoted) bool {
	if len(q.Parts) != 1 {
		return false
	}
	p, ok := q.Parts[0].(*syntax.ParamExp)
	if !ok || p.Param == nil {
		return false
	}
	index, ok := p.Index.(*syntax.Word)
	return p.Param.Value == "@" && (expand.IsPlain(p) || p.Slice != nil) || ok && expand.Plain(index).Is("@") == tree.Yes
}
