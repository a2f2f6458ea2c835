package lua

import (
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// function is a function of the code. Its parameters have the values that calls pass, as long as
// all calls are visible.
type function struct {
	outer    *function
	params   map[string]absval.Value // their values so far in this round
	assigned map[string]absval.Value // values that the code assigns to them, in any round

	args    []absval.Value // passed in the last round
	next    []absval.Value // passed in this round
	called  bool           // in the last round
	open    bool           // unseen code may call it, or a call passes unknown arguments
	result  absval.Value   // of the last round
	results absval.Value   // of this round
}

// settle ends a round and reports whether it changed the function.
func (f *function) settle(wide bool) bool {
	changed := len(f.args) != len(f.next)
	for i := 0; !changed && i < len(f.next); i++ {
		changed = !absval.Equal(f.args[i], f.next[i])
	}
	changed = changed && !f.open
	f.args, f.next = f.next, nil
	f.open = f.open || changed && wide
	if !absval.Equal(f.result, f.results) {
		changed = true
		if wide {
			f.results = absval.Join(f.results, absval.Top)
		}
	}
	f.result, f.results = f.results, nil
	return changed
}

// argument returns the possible values of a parameter.
func (f *function) argument(i int) absval.Value {
	var v absval.Value
	if i < len(f.args) {
		v = f.args[i]
	}
	if f.open || !f.called || i >= len(f.args) {
		v = absval.Join(v, absval.Top)
	}
	return v
}

// definition reads "function a.b:c(…) … end" after its first word.
func (r *interp) definition() {
	path, method := r.Tok().Text, false
	if r.Tok().Kind != lex.Name {
		r.fail()
		return
	}
	r.Next()
	for !method && (r.At(".") || r.At(":")) {
		method = r.At(":")
		r.Next()
		path = lex.ClipName(path + "." + r.Tok().Text)
		r.Next()
	}
	r.bind(path, r.function(method))
}

// function reads the parameters and the body of a function.
func (r *interp) function(method bool) absval.Value {
	start := r.Tok()
	n, seen := r.known[start]
	if !seen {
		n = len(r.functions)
		r.functions = append(r.functions, &function{assigned: map[string]absval.Value{}})
		r.known[start] = n
	}
	f := r.functions[n]
	r.deeper()
	outer := r.inside
	r.inside, f.outer, f.params = f, outer, map[string]absval.Value{}
	r.blocks++
	r.parameters(f, method)
	r.block()
	r.expect("end")
	r.blocks--
	r.inside = outer
	r.Depth--
	return absval.ClosureOf("", n)
}

func (r *interp) parameters(f *function, method bool) {
	i := 0
	if method {
		f.params["self"] = absval.Top
		i++
	}
	r.expect("(")
	for !r.Accept(")") && r.Err == nil {
		switch t := r.Tok(); {
		case r.Accept("..."):
			if r.Tok().Kind == lex.Name {
				f.params[r.Tok().Text] = absval.Top
				r.Next()
			}
		case t.Kind == lex.Name:
			f.params[t.Text] = absval.Join(f.argument(i), f.assigned[t.Text])
			i++
			r.Next()
		default:
			r.fail()
		}
		r.Accept(",")
	}
}

// returns reads the values that a function or the chunk returns.
func (r *interp) returns() {
	if r.done() || r.At(";") || r.Tok().Kind == lex.Name && ends.Has(r.Tok().Text) {
		r.Accept(";")
		return
	}
	values := r.list()
	r.Accept(";")
	for i, v := range values {
		switch {
		case r.inside == nil || i > 0:
			r.escape(v, 3)
		default:
			r.inside.results = absval.Join(r.inside.results, v)
		}
	}
}

// enter calls a function of the code.
func (r *interp) enter(f *function, args []absval.Value) absval.Value {
	if !r.Spend(len(args)) {
		return absval.Top
	}
	f.called = true
	for i, v := range args {
		if i >= len(f.next) {
			f.next = append(f.next, nil)
		}
		f.next[i] = absval.Join(f.next[i], v)
	}
	return absval.OrTop(f.result)
}

// escape records that functions escape to callers the reader cannot see.
func (r *interp) escape(v absval.Value, depth int) {
	for _, a := range v {
		switch {
		case a.Kind == absval.Closure && !r.functions[a.Num].open:
			r.functions[a.Num].open, r.Changed = true, true
		case a.Kind == absval.Ref && dangerous(a.Text) && r.Err == nil:
			t := r.Toks[max(r.Pos-1, 0)]
			r.apply(a, []absval.Value{absval.Top}, lex.Span{Off: t.Off, End: t.End})
		case depth > 0 && r.Spend(len(a.Items)):
			for _, it := range a.Items {
				r.escape(it, depth-1)
			}
		}
	}
}

// dangerous reports whether calling a function with unknown arguments may run a program or code.
func dangerous(name string) bool {
	for _, row := range sink.Lua(name) {
		switch row.Kind {
		case effect.Shell, effect.Runs, effect.Evaluates, effect.Deletes, effect.Writes:
			return true
		}
	}
	return false
}
