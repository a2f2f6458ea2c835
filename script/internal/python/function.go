package python

import (
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// local is a top-level function of the code that is only called visibly. Its parameters have the
// values that those calls pass.
//
// The arguments are learnt in passes, each a whole reading: in the first the parameters are
// unknown, in the next they have the arguments of the calls in the pass before. Each pass
// over-approximates the values of names, so that any pass may be the last.
type local struct {
	calls  []absval.Arguments // of the last pass
	next   []absval.Arguments // of this one
	at     map[int]bool
	sites  []int // where the calls stand
	params map[string]absval.Value
	name   string // of a function that is followed by its name alone
}

const (
	passes   = 3
	maxCalls = 64 // of one function; with more, anything may be passed
)

// reflects are the names by which code may call its functions invisibly.
const reflects lex.Words = `globals locals vars eval exec execfile compile getattr attrgetter methodcaller modules
	__dict__ __main__ __builtins__ import_module __import__ inspect runpy timeit Timer code InteractiveInterpreter`

// findLocals finds these functions by name.
func findLocals(toks []lex.Token) map[string]*local {
	var found map[string]*local
	for i := range toks {
		if name, ok := defines(toks, i); ok {
			put(&found, name, &local{at: map[int]bool{}})
		}
	}
	if len(found) > 0 && !callsOnly(toks, found, true) {
		return nil
	}
	return found
}

// defines returns the name of the function whose definition starts at a token, if it is at the top
// level and has no decorator.
func defines(toks []lex.Token, i int) (string, bool) {
	if i > 0 && toks[i-1].Kind != lex.Newline || toks[i].Indented || toks[i].Kind != lex.Name {
		return "", false
	}
	at := i
	if toks[at].Text == "async" {
		at++
	}
	if at+2 >= len(toks) || toks[at].Text != "def" || toks[at+1].Kind != lex.Name {
		return "", false
	}
	for j := i - 2; j >= 0; j-- { // the line before
		if toks[j].Kind == lex.Newline {
			return toks[at+1].Text, toks[j+1].Text != "@"
		}
	}
	return toks[at+1].Text, i < 2 || toks[0].Text != "@"
}

// callsOnly records where functions are called, and drops functions whose names are used in any
// other way. It returns false for code that may call functions invisibly.
func callsOnly(toks []lex.Token, found map[string]*local, outer bool) bool {
	defined := map[string]bool{}
	for i := range toks {
		t := &toks[i]
		for _, p := range t.Pieces {
			if !callsOnly(p.Code, found, false) {
				return false
			}
		}
		if t.Kind != lex.Name || i > 0 && toks[i-1].Text == "." && toks[i-1].Kind == lex.Op && !reflects.Has(t.Text) {
			continue
		}
		if reflects.Has(t.Text) {
			return false
		}
		f := found[t.Text]
		switch {
		case f == nil:
		case i > 0 && toks[i-1].Text == "def" && !defined[t.Text]:
			defined[t.Text] = true
		case i+1 < len(toks) && toks[i+1].Text == "(" && toks[i+1].Kind == lex.Op && (i == 0 || !definers.Has(toks[i-1].Text)):
			if outer {
				f.sites = append(f.sites, t.Off)
			}
		default:
			delete(found, t.Text)
		}
	}
	return true
}

const definers lex.Words = "def class"

// begin starts a pass: names are learnt again, with the arguments from the pass before.
func (r *interp) begin() {
	r.Forget()
	r.names, r.stars = map[string]*name{}, nil
	for _, f := range r.locals {
		f.calls, f.next = f.next, nil
		for _, off := range f.sites {
			if !f.at[off] {
				f.calls = append(f.calls, absval.UnseenArguments) // the reader did not reach the call
			}
		}
		f.params, f.at = map[string]absval.Value{}, map[int]bool{}
	}
	for _, f := range r.lambdas {
		f.calls, f.next = f.next, nil
	}
}

// enter records the arguments of a call.
func (f *local) enter(args absval.Arguments, off int) {
	f.at[off] = true
	if len(f.next) >= maxCalls {
		args = absval.UnseenArguments
		f.next = f.next[:maxCalls-1]
	}
	f.next = append(f.next, args)
}

// passed returns the values that calls pass to a parameter: at a position, or -1, or by its name.
func (f *local) passed(pos int, name string, other absval.Value) absval.Value {
	if len(f.calls) == 0 {
		return absval.Join(other, absval.Top)
	}
	var v absval.Value
	for i := range f.calls {
		c := &f.calls[i]
		switch w, ok := c.Get(pos, name); {
		case ok:
			v = absval.Join(v, w)
		case c.Open || other == nil:
			v = absval.Join(v, absval.Top)
		default:
			v = absval.Join(v, other)
		}
	}
	return absval.OrTop(v)
}

// others returns the values that calls pass from a position on.
func (f *local) others(pos int) absval.Value {
	var v absval.Value
	for _, c := range f.calls {
		if c.Star >= 0 {
			return absval.Top
		}
		v = absval.Join(v, absval.List(c.Pos[min(pos, len(c.Pos)):]...))
	}
	return absval.OrTop(v)
}

// formals reads the parameters of a function, up to the closing parenthesis.
func (r *interp) formals(f *local) {
	pos := 0
	for r.Tok().Kind != lex.EOF && !r.Accept(")") {
		star, double := r.Accept("*"), r.Accept("**")
		t := r.Tok()
		r.Next()
		if t.Kind != lex.Name {
			if star {
				pos = -1 // the next ones have no position
			}
			continue
		}
		if r.Accept(":") {
			r.Accept("*")
			r.expr()
		}
		var other absval.Value
		if r.Accept("=") {
			other = r.expr()
		}
		v := absval.Top
		switch {
		case star:
			v, pos = f.others(max(pos, 0)), -1
		case !double:
			v = f.passed(pos, t.Text, other)
			if pos >= 0 {
				pos++
			}
		}
		if !r.Collecting() {
			r.bindParameter(f, t.Text, v)
		}
	}
}
