package parser

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxCalls bounds how many functions are followed inside one another.
const maxCalls = 8

// function reads a body once, for any call.
func (w *walker) function(f *syntax.FuncDecl) {
	names := functionNames(f)
	if len(names) == 0 {
		w.stmt(f.Body) // zsh runs a function without a name at once
		return
	}
	outer := w.scope
	w.scope.background = false
	w.inside(names...)
	w.anytime(func() { w.stmt(f.Body) })
	w.scope = outer
}

// inside adds functions to those whose body is read.
func (w *walker) inside(names ...string) {
	w.scope.functions = append(slices.Clip(w.scope.functions), names...)
}

// inFunction tells whether what is read may run in a function.
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

// call reads a function's body again for one call, with its arguments, its
// standard input and the state it finds; its commands are listed after the
// call. It reports false if the call is not followed: the function has several
// definitions, calls itself, or too much was read again already.
func (w *walker) call(c *Command, name string) bool {
	f := w.effects.defined[name]
	if f == nil || f.decl.Body == nil || slices.Contains(w.scope.functions, name) || len(w.scope.functions) >= maxCalls || w.repeats > maxRepeats {
		return false
	}
	outer, before := w.scope, *w.state
	defer w.opens(w.own(c))()
	returned, locals := w.returned, w.locals
	w.inside(name)
	w.scope.redirects, w.scope.repeated = c.Redirects, true
	w.returned, w.locals = nil, map[string]bool{}
	w.state.stdin, w.state.args = c.Stdin.shared(), w.traceArguments(arguments(c), c)
	values := w.state.clone()
	unit, broken := w.unit, w.broken
	w.unit, w.broken = f.unit, nil
	w.stmt(f.decl.Body)
	w.unit = unit
	if w.broken != nil { // by then the call is over
		w.broken.forgetAll()
		w.broken.stdin, w.broken.args = before.stdin, before.args
	}
	w.broken = w.join(broken, w.broken)
	w.state = w.join(w.returned, w.state).clone()
	for _, v := range slices.Sorted(maps.Keys(w.locals)) {
		if old, ok := values.get(v); ok {
			w.assign(v, old)
		} else {
			w.assign(v, w.unassigned(v))
		}
		if x, ok := values.env.get(v); ok {
			w.state.env = w.state.env.put(v, exported{x, values.env.vars[v].mark})
		} else if _, ok := w.state.env.get(v); ok {
			w.state.env = w.state.env.Without(v)
		}
	}
	w.state.stdin, w.state.args, w.state.ended = before.stdin, before.args, before.ended
	w.scope, w.returned, w.locals = outer, returned, locals
	return true
}

// arguments are the words after a command's name, if each is one word.
func arguments(c *Command) []Word {
	args := []Word{}
	for _, a := range c.Args[1:] {
		if a.Splits() || a.hasPattern() {
			return nil
		}
		args = append(args, value(a))
	}
	if len(args) > maxElems {
		return nil
	}
	return args
}

// localize notes a variable that a declaration makes local to its function.
func (w *walker) localize(builtin, name string) {
	switch builtin {
	case "local", "declare", "typeset", "nameref", "integer", "float":
		if w.locals != nil {
			w.locals[name] = true
		}
	}
}

// positional follows set and shift.
func (w *walker) positional(builtin string, words []Word) {
	switch {
	case builtin == "set" && len(words) > 0 && words[0].Is("--") == Yes:
		w.state.args = w.traceArguments(arguments(&Command{Args: words}), w.doing)
	case builtin == "set":
		for _, a := range words {
			if !strings.HasPrefix(a.Prefix(), "-") && !strings.HasPrefix(a.Prefix(), "+") {
				w.state.args = nil
			}
		}
	case len(words) == 0 && len(w.state.args) > 0:
		w.state.args = w.state.args[1:]
	default:
		w.state.args = nil
	}
}

// argument is a positional parameter; one past the last is empty.
func (w *walker) argument(name string) Word {
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(w.state.args) {
		return w.state.args[n-1]
	}
	return Word{}
}

// each adds the words of $@ or ${x[@]}, each a word of its own, or those of
// "$*" or "${x[*]}" as one.
func (e *expansion) each(list []Word, name string, part Part, quoted bool) {
	joined := name == "*" && quoted || !e.split
	if joined && e.anyIFS && len(list) > 1 {
		e.unknown(part, quoted)
		return
	}
	between := e.ifs[:min(len(e.ifs), 1)]
	if name == "@" {
		between = " "
	}
	for i, a := range list {
		if i > 0 && joined {
			e.literal(between, true)
		} else if i > 0 {
			e.end()
		}
		e.known(a, part, quoted)
	}
}

// allArguments tells whether a quoted word is "$@" or "${x[@]}" alone, which
// is no word where there are none.
func allArguments(q *syntax.DblQuoted) bool {
	if len(q.Parts) != 1 {
		return false
	}
	p, ok := q.Parts[0].(*syntax.ParamExp)
	if !ok || p.Param == nil {
		return false
	}
	index, ok := p.Index.(*syntax.Word)
	return p.Param.Value == "@" && (plainly(p) || p.Slice != nil) || ok && plain(index).Is("@") == Yes
}
