package script

import "strings"

// variable reads a variable, or what sigils take: a block or a function.
func (r *perl) variable(t *token) value {
	r.next()
	if r.at("{") && len(strings.Trim(t.text, "$@%&*#")) == 0 {
		r.next()
		v := r.statements("}")
		r.close("}")
		if t.text == "&" {
			return r.symbolic(v, t)
		}
		if len(v) == 1 && v[0].kind == ref && v[0].text == `\` {
			return v[0].of
		}
		return v
	}
	if t.text[0] == '&' {
		return r.ampersand(t)
	}
	if strings.HasPrefix(t.text, "$#") {
		return anything
	}
	if len(t.text) > 2 && strings.HasPrefix(t.text[1:], "$") { // @$x
		v := r.lookup(t.text[1:])
		if len(v) == 1 && v[0].kind == ref && v[0].text == `\` {
			return v[0].of
		}
		return anything
	}
	r.lvals = []string{t.text}
	return r.lookup(t.text)
}

// ampersand reads &name, with or without arguments.
func (r *perl) ampersand(t *token) value {
	name := strings.TrimLeft(t.text, "&")
	var args []value
	if strings.HasPrefix(t.text, "&CORE::") {
		r.emit(Act{Kind: Evaluates, Call: t.text, Args: []Arg{{}}}, span{t.off, t.end})
	}
	if r.accept("(") {
		args = r.list()
		r.close(")")
	}
	r.lvals = nil
	if strings.HasPrefix(name, "$") || r.subs[name] {
		r.called(args)
		return anything
	}
	return r.apply(name[strings.LastIndexByte(name, ':')+1:], name, nil, args, span{t.off, r.toks[r.pos-1].end})
}

// symbolic calls a function whose name is a value.
func (r *perl) symbolic(v value, t *token) value {
	var args []value
	if r.accept("(") {
		args = r.list()
		r.close(")")
	}
	at := span{t.off, r.toks[r.pos-1].end}
	for _, a := range v {
		if a.kind == constant && !r.subs[a.text] {
			r.apply(a.text[strings.LastIndexByte(a.text, ':')+1:], a.text, nil, args, at)
		}
	}
	r.called(args)
	return anything
}
