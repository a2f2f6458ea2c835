package script

import (
	"slices"
	"strings"
)

// arguments reads those of a call, after its opening bracket.
func (r *python) arguments() arguments {
	args := arguments{star: -1}
	for r.tok().kind != tokEnd && !r.accept(")") {
		start, t := r.pos, r.tok()
		switch {
		case r.accept("**"):
			r.use(r.expr())
			args.open = true
		case r.accept("*"):
			v := r.expr()
			if len(v) == 1 && v[0].kind == sequence && len(args.pos)+len(v[0].items) <= maxItems && r.spend(len(v[0].items)) {
				args.pos = append(args.pos, v[0].items...)
			} else {
				if args.star < 0 {
					args.star = len(args.pos)
				}
				args.pos = append(args.pos, anything)
			}
		case t.kind == tokName && r.ahead(1) == "=" && r.toks[r.pos+1].kind == tokOp:
			r.next()
			r.next()
			args.keys = append(args.keys, keyword{t.text, r.expr()})
		default:
			v, _ := r.element()
			if r.pos > start {
				args.pos = append(args.pos, v)
			}
		}
		if !r.accept(",") && r.pos == start {
			r.next()
		}
	}
	return args
}

// call is what calling a value does and returns.
func (r *python) call(v value, args arguments, at span) value {
	var out choice
	for _, a := range v {
		if !r.spend(len(args.pos)) {
			return anything
		}
		next := anything
		if f := r.locals[a.text]; a.kind == closure && f != nil && r.collecting() {
			f.enter(args, at.off)
		}
		if a.kind == ref {
			r.callbacks(a.text, args, at)
			next = r.apply(a, args, at)
		} else {
			r.callbacks("", args, at)
		}
		out.add(next)
	}
	return orAnything(out.value)
}

func (r *python) apply(a atom, args arguments, at span) value {
	name := canonical(a.text)
	for _, e := range rows(name) {
		r.effect(e, name, a.of, args, at)
	}
	r.sends(name, args, at)
	if args.handsOn() && isSink(name, rows(name)) {
		r.emit(Act{Kind: Runs, Call: name, Args: []Arg{{Text: "env", Known: true}}}, at)
	}
	if v, ok := r.fold(name, a.of, args); ok {
		return v
	}
	if strings.HasPrefix(name, "?") {
		return anything
	}
	if whole, ok := r.partly(name, a.of, args); ok {
		return whole
	}
	of := a.of
	if of == nil && len(args.pos) > 0 {
		of = args.pos[0]
	}
	return instance(clip(name+"()"), of)
}

// partly is what a method gives of a file's text, if it is some of it: for who
// evaluates it, it is the file. What a replacement puts in is evaluated too.
func (r *python) partly(name string, of value, args arguments) (value, bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 || !readsFile.has(name[:i]) {
		return nil, false
	}
	second, given := args.get(1, "")
	whole := instance(name[:i], of)[0]
	switch {
	case parts.has(name[i+1:]):
		return whole.some(), true
	case name[i+1:] == "replace" && given:
		return join(whole.some(), second), true
	}
	return nil, false
}

// callbacks follows functions that are handed to another function, which may
// call them with the arguments after them (submit, partial, map) or with those
// in args= (Thread).
func (r *python) callbacks(callee string, args arguments, at span) {
	for i, v := range args.pos {
		if len(v) == 1 && v[0].kind != ref {
			continue
		}
		r.callback(callee, v, args.pos[i+1:], args, at)
	}
	for _, k := range args.keys {
		r.callback(callee, k.value, nil, args, at)
	}
}

func (r *python) callback(callee string, v value, rest []value, args arguments, at span) {
	for _, a := range v {
		if a.kind != ref || inspects.has(callee) || !dangerous(a.text) {
			continue
		}
		given := arguments{pos: rest, star: -1}
		if more, ok := args.get(-1, "args"); ok && len(more) == 1 && more[0].kind == sequence {
			given.pos = more[0].items
		}
		if len(given.pos) == 0 {
			given = unseen
		}
		if r.spend(len(given.pos)) {
			r.apply(a, given, at)
		}
	}
}

// inspects are the functions that look at another without calling it.
const inspects words = `
	print type repr str id help dir callable getattr hasattr isinstance inspect.getsource inspect.signature inspect.getdoc
	inspect.getfile inspect.getsourcefile vars`

// use notes that functions go where the reader cannot see who calls them.
func (r *python) use(vs ...value) {
	for _, v := range vs {
		for _, a := range v {
			if a.kind == ref && dangerous(a.text) && r.err == nil {
				t := r.toks[max(r.pos-1, 0)]
				r.apply(a, unseen, span{t.off, t.end})
			}
		}
	}
}

// attribute is what v.name is.
func (r *python) attribute(v value, name string, at span) value {
	var out choice
	for _, a := range v {
		switch {
		case reveals.has(name) && (a.kind != ref || name != "__builtins__"):
			r.emit(Act{Kind: Evaluates, Call: "?." + name, Args: []Arg{{}}}, at)
			out.add(anything)
		case modules.has(name) && a.kind == stranger:
			out.add(named(name))
		case a.kind == ref:
			out.add(r.member(a, name))
		case a.kind == constant || a.kind == sketch || a.kind == stranger && !a.isUnknown():
			out.add(instance("str."+name, value{a}))
		case a.kind == sequence:
			out.add(instance("list."+name, value{a}))
		default:
			out.add(named("?." + name))
		}
	}
	return orAnything(out.value)
}

// reveals are the attributes that lead from any object to every function.
const reveals words = "__subclasses__ __globals__ __builtins__ f_globals f_builtins"

func (r *python) member(a atom, name string) value {
	full := canonical(clip(a.text + "." + name))
	if c, ok := constants.Get()[full]; ok {
		return c
	}
	if full == "sys.argv" && len(r.operands) > 0 {
		return r.argv(1)
	}
	if a.text == pathClass && name == "parent" {
		return pathOf(a.of.each(parent))
	}
	if a.text == pathClass && (name == "name" || name == "stem") && len(a.of) == 1 && a.of[0].kind == sketch {
		return sketched(Hole)
	}
	if strings.HasPrefix(full, "?") {
		full = "?." + name
	}
	return instance(full, a.of)
}

// subscript reads v[…] after its opening bracket.
func (r *python) subscript(v value, off int) value {
	from := r.pos
	items, _, _ := r.elements("]")
	if r.err != nil {
		return anything
	}
	to := r.pos - 1
	reverse := to-from == 4 && r.toks[from].text == ":" && r.toks[from+1].text == ":" && r.toks[from+3].text == "1" && r.toks[from+2].text == "-"
	slice := slices.ContainsFunc(r.toks[from:to], func(t token) bool { return t.kind == tokOp && t.text == ":" })
	var out choice
	for _, a := range v {
		switch {
		case reverse:
			out.add(value{a}.each(reversed))
		case slice && a.isFile():
			out.add(a.some())
		case slice && a.isName():
			out.add(value{a})
		case slice && a.kind == sequence:
			out.add(a.slice(r.bounds(from, to)))
		case slice || len(items) != 1:
			out.add(anything)
		default:
			for _, i := range items[0] {
				out.add(r.index(a, i, span{off, r.toks[to].end}))
			}
		}
	}
	return orAnything(out.value)
}

// bounds are the numbers before and behind the colon of a slice: no number is the
// beginning or the end.
func (r *python) bounds(from, to int) (lo, hi value) {
	colon := slices.IndexFunc(r.toks[from:to], func(t token) bool { return t.kind == tokOp && t.text == ":" })
	end := func(toks []token) value {
		switch {
		case len(toks) == 0:
			return nil
		case len(toks) == 1 && toks[0].kind == tokNumber:
			return numeral(toks[0].text)
		case len(toks) == 2 && toks[0].text == "-" && toks[1].kind == tokNumber:
			if v := numeral(toks[1].text); v.all(number) {
				return integer(-v[0].num)
			}
		}
		return anything
	}
	return end(r.toks[from : from+colon]), end(r.toks[from+colon+1 : to])
}

func (r *python) index(a, i atom, at span) value {
	if !r.spend(1) {
		return anything
	}
	holds, of := namespace(a)
	switch {
	case holds && i.kind == constant && of == "":
		return r.lookup(i.text, MaxSource)
	case holds && i.kind == constant:
		return r.member(named(of)[0], i.text)
	case holds:
		r.emit(Act{Kind: Evaluates, Call: a.text + "[]", Args: []Arg{{}}}, at)
	case a.kind == ref && a.text == "os.environ" && i.text == "HOME":
		return text("~")
	case a.kind == ref && a.text == "sys.modules" && i.kind == constant:
		return named(clip(i.text))
	case a.kind == sequence && i.kind == number:
		n := i.num
		if n < 0 {
			n += len(a.items)
		}
		if n >= 0 && n < len(a.items) {
			return a.items[n]
		}
	case a.kind == sequence:
		return value{a}.items()
	case a.isFile():
		return a.ofFile()
	case a.kind == constant && i.kind == number && i.num >= 0 && i.num < len(a.text):
		return text(a.text[i.num : i.num+1])
	}
	return anything
}

// namespace tells whether subscripts of an atom are names, and of what module;
// "" is the code itself.
func namespace(a atom) (bool, string) {
	switch {
	case a.kind != ref:
		return false, ""
	case a.text == "globals()" || a.text == "locals()":
		return true, ""
	case a.text == "builtins" || a.text == "__dict__":
		return true, "builtins"
	}
	of, ok := strings.CutSuffix(a.text, ".__dict__")
	if ok && !modules.has(of) && of != "builtins" {
		return false, ""
	}
	return ok, of
}

// parts are the methods that give some of a text.
const parts words = "split splitlines rsplit partition rpartition strip lstrip rstrip decode encode expandtabs removeprefix removesuffix"
