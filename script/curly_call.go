package script

import (
	"slices"
	"strconv"
	"strings"
)

// arguments reads those of a call.
func (r *curly) arguments() arguments {
	args := arguments{star: -1}
	end := r.closing()
	for r.pos < end && r.err == nil {
		start := r.pos
		t := r.tok()
		spread := r.accept("...")
		switch {
		case spread:
			v := r.expr()
			if len(v) == 1 && v[0].kind == sequence && args.star < 0 && len(args.pos)+len(v[0].items) <= maxItems && r.spend(len(v[0].items)) {
				args.pos = append(args.pos, v[0].items...)
				break
			}
			if args.star < 0 {
				args.star = len(args.pos)
			}
			args.pos = append(args.pos, anything)
		case r.name == "php" && t.kind == tokName && r.ahead(1) == ":" && t.text[0] != '$':
			r.next()
			r.next()
			args.keys = append(args.keys, keyword{t.text, r.expr()})
		default:
			if v := r.expr(); r.pos > start {
				args.pos = append(args.pos, v)
			}
		}
		if !r.accept(",") && r.pos == start {
			r.next()
		}
	}
	if r.err == nil && end >= 0 {
		r.pos = end
		r.next()
	}
	return args
}

// call is what calling a value does and returns.
func (r *curly) call(v value, args arguments, at span) value {
	var out choice
	for _, a := range v {
		if !r.spend(len(args.pos)) {
			return anything
		}
		out.add(r.callOne(a, args, at))
	}
	return orAnything(out.value)
}

func (r *curly) callOne(a atom, args arguments, at span) value {
	switch {
	case a.kind == closure:
		return r.enter(r.functions[a.num], args)
	case a.kind == constant && r.callee != nil && r.callee(a.text) != "":
		return r.callNamed(r.callee(a.text), args, at)
	case a.kind == sequence && r.callee != nil:
		return r.callPair(a, args, at)
	}
	if a.kind != ref {
		r.callbacks("", nil, args, at)
		return anything
	}
	return r.apply(a, args, at)
}

// callNamed calls the function that a text names.
func (r *curly) callNamed(name string, args arguments, at span) value {
	for _, a := range r.lookup(name) {
		if a.kind == closure {
			return r.enter(r.functions[a.num], args)
		}
	}
	return r.apply(named(name)[0], args, at)
}

// callPair calls [object, "method"].
func (r *curly) callPair(a atom, args arguments, at span) value {
	if len(a.items) != 2 {
		return anything
	}
	return r.call(r.attributes(a.items[0], a.items[1], at), args, at)
}

// apply calls a function by name.
func (r *curly) apply(a atom, args arguments, at span) value {
	for _, e := range r.rows(a.text) {
		r.effect(e, a.text, a.of, args, at)
	}
	r.sends(a.text, args, at)
	if args.handsOn() && isSink(a.text, r.rows(a.text)) {
		r.emit(Act{Kind: Runs, Call: a.text, Args: []Arg{{Text: "env", Known: true}}}, at)
	}
	if v, ok := r.follows(a, args, at); ok {
		return v
	}
	if v, ok := r.fold(r, a.text, a.of, args); ok {
		return v
	}
	r.callbacks(a.text, a.of, args, at)
	if strings.HasPrefix(a.text, "?") {
		return anything
	}
	of := a.of
	if of == nil && len(args.pos) > 0 {
		of = args.pos[0]
	}
	return instance(clip(a.text+"()"), of)
}

// iterates tells whether a method of arrays calls a function with each element.
func iterates(word string) bool {
	switch word {
	case "map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap":
		return true
	}
	return false
}

// follows calls the function that a method gets with what the method passes it.
func (r *curly) follows(a atom, args arguments, at span) (value, bool) {
	method := a.text[strings.LastIndexByte(a.text, '.')+1:]
	if a.of == nil || len(args.pos) == 0 || !iterates(method) && method != "then" {
		return nil, false
	}
	given := arguments{star: -1, pos: []value{a.of}}
	if iterates(method) {
		given.pos = []value{a.of.items(), anything, a.of}
	}
	for _, f := range args.pos[0] {
		if f.kind == closure || f.kind == ref {
			r.callOne(f, given, at)
		}
	}
	switch method {
	case "filter":
		return a.of, true
	case "find", "findLast":
		return a.of.items(), true
	case "map", "flatMap":
		return list(anything), true
	}
	return anything, true
}

// callbacks follows functions that are handed to another one.
func (r *curly) callbacks(callee string, of value, args arguments, at span) {
	for i, v := range args.pos {
		for _, a := range v {
			switch {
			case a.kind == ref && !r.inspects(callee) && r.dangerous(a.text):
				r.handed(a, args.pos[i+1:], at)
			case a.kind == closure || a.kind == sequence:
				r.escape(value{a}, 3)
			}
		}
	}
	r.escape(of, 3)
}

// handed calls a function as someone else would, with the arguments that go
// along or any.
func (r *curly) handed(a atom, rest []value, at span) {
	given := arguments{pos: rest, star: -1}
	if len(rest) == 0 {
		given = unseen
	}
	if r.spend(len(given.pos)) {
		r.apply(a, given, at)
	}
}

// dangerous tells whether a function does harm wherever it is called from.
func (r *curly) dangerous(name string) bool {
	if name == "outside()" {
		return false
	}
	for _, e := range r.rows(name) {
		if e.form != receiver && (e.kind == Shell || e.kind == Runs || e.kind == Evaluates || e.kind == Deletes) {
			return true
		}
	}
	return false
}

// use notes that functions go where the reader cannot see who calls them.
func (r *curly) use(vs ...value) {
	for _, v := range vs {
		for _, a := range v {
			if a.kind == ref && r.err == nil && !strings.HasPrefix(a.text, "?") && r.dangerous(a.text) && !modulePath(a.text) {
				t := r.toks[max(r.pos-1, 0)]
				r.apply(a, unseen, span{t.off, t.end})
			}
		}
	}
}

// modulePath tells whether a name may be of a module as well.
func modulePath(name string) bool { return !strings.Contains(name, ".") }

// tagged calls the function before a template.
func (r *curly) tagged(v value, args arguments, at span) value {
	for _, a := range v {
		if a.kind == ref && (a.text == "$" || strings.HasSuffix(a.text, ".$") || a.text == "execa" || a.text == "execa.execa") {
			r.emitEach(Act{Kind: Shell, Call: a.text}, args.pos[0].args(), at)
		}
		if a.kind == ref && a.text == "String.raw" {
			return args.pos[0]
		}
		if a.kind == closure {
			r.escape(value{a}, 0)
		}
	}
	return anything
}

// attribute is what v.name is.
func (r *curly) attribute(v value, name string, _ span) value {
	var out choice
	for _, a := range v {
		switch {
		case !r.spend(1):
			return anything
		case a.kind == sequence && a.keys != nil && slices.Contains(a.keys, name):
			out.add(r.pick(value{a}, text(name)))
		case a.kind == sequence:
			out.add(instance(clip("list."+name), value{a}))
		case a.kind == constant || a.kind == stranger && !a.isUnknown() || a.kind == number:
			out.add(instance(clip("str."+name), value{a}.str()))
		case a.kind == closure:
			out.add(instance(clip("function."+name), value{a}))
		case a.kind == ref:
			out.add(r.member(r, a, name))
		default:
			out.add(named(clip("?." + name)))
		}
	}
	return orAnything(out.value)
}

// attributes is what v[key] is.
func (r *curly) attributes(v, key value, at span) value {
	var out choice
	for _, k := range key {
		switch {
		case k.kind == constant:
			out.add(r.attribute(v, k.text, at))
		case k.kind == number:
			out.add(r.attribute(v, strconv.Itoa(k.num), at))
		default:
			if !strings.HasPrefix(k.text, "Symbol") {
				r.hidden(v, at)
			}
			out.add(anything)
		}
	}
	return orAnything(out.value)
}

// hidden reports a member with an unknown name of a module that can run things.
func (r *curly) hidden(v value, at span) {
	for _, a := range v {
		if a.kind == ref && r.rows(a.text+".[]") != nil {
			r.emit(Act{Kind: Evaluates, Call: a.text + "[]", Args: []Arg{{}}}, at)
		}
	}
}

// grows follows name.push(x) and name.unshift(x), the name at from.
func (r *curly) grows(from int, args arguments) {
	if from+2 >= len(r.toks) || r.toks[from].kind != tokName || r.toks[from+1].text != "." {
		return
	}
	if m := r.toks[from+2].text; m != "push" && m != "unshift" || len(args.pos) == 0 {
		return
	}
	name := r.toks[from].text
	for _, v := range args.pos {
		r.grow(name, r.grown(r.lookup(name), v))
	}
}

// variable reads "$x" or "{…}" behind a dollar: a variable whose name is
// computed.
func (r *curly) variable() value {
	var name value
	if r.at("{") {
		end := r.closing()
		name = r.expressionsTo(end)
		r.next()
	} else {
		name = r.term()
	}
	var out choice
	for _, a := range name {
		if a.kind == constant {
			out.add(r.lookup("$" + a.text))
		} else {
			out.add(anything)
		}
	}
	return orAnything(out.value)
}
