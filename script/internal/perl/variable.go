package perl

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// variable reads a variable, or the block or function after a sigil.
func (r *interp) variable(t *lex.Token) absval.Value {
	r.Next()
	if r.At("{") && len(strings.Trim(t.Text, "$@%&*#")) == 0 {
		r.Next()
		v := r.statements("}")
		r.close("}")
		if t.Text == "&" {
			return r.symbolic(v, t)
		}
		if len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == `\` {
			return v[0].Of
		}
		return v
	}
	if t.Text[0] == '&' {
		return r.ampersand(t)
	}
	if strings.HasPrefix(t.Text, "$#") {
		return absval.Top
	}
	if len(t.Text) > 2 && strings.HasPrefix(t.Text[1:], "$") { // @$x
		v := r.lookup(t.Text[1:])
		if len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == `\` {
			return v[0].Of
		}
		return absval.Top
	}
	r.lvals = []string{t.Text}
	return r.lookup(t.Text)
}

// ampersand reads &name, with or without arguments.
func (r *interp) ampersand(t *lex.Token) absval.Value {
	name := strings.TrimLeft(t.Text, "&")
	var args []absval.Value
	if strings.HasPrefix(t.Text, "&CORE::") {
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: t.Text, Args: []effect.Arg{{}}}, lex.Span{Off: t.Off, End: t.End})
	}
	if r.Accept("(") {
		args = r.list()
		r.close(")")
	}
	r.lvals = nil
	if strings.HasPrefix(name, "$") || r.subs[name] {
		r.called(args)
		return absval.Top
	}
	return r.apply(name[strings.LastIndexByte(name, ':')+1:], name, nil, args, lex.Span{Off: t.Off, End: r.Toks[r.Pos-1].End})
}

// symbolic calls a function whose name is a value.
func (r *interp) symbolic(v absval.Value, t *lex.Token) absval.Value {
	var args []absval.Value
	if r.Accept("(") {
		args = r.list()
		r.close(")")
	}
	at := lex.Span{Off: t.Off, End: r.Toks[r.Pos-1].End}
	for _, a := range v {
		if a.Kind == absval.Constant && !r.subs[a.Text] {
			r.apply(a.Text[strings.LastIndexByte(a.Text, ':')+1:], a.Text, nil, args, at)
		}
	}
	r.called(args)
	return absval.Top
}
