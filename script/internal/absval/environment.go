package absval

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Code that prints or sends the whole environment acts like env, and gets an act that runs env. Code that
// sends the value of one variable gets a connection whose argument has the variable's name.

// variableName begins the name of the reference that marks an unknown text as the value of a variable.
const variableName = "environment."

// An enclosed is what a value contains of the environment: all of it, or variables by their names.
type enclosed struct {
	all   bool
	names []string
	seen  int // atoms that were looked at
}

// maxEnclosed bounds the variables in a value that are followed, and maxEnclosing the atoms that are looked
// at for them.
const (
	maxEnclosed  = 16
	maxEnclosing = 256
)

// add adds what a value contains, in any form. What is meant for credentials, such as a header, is left out.
func (e *enclosed) add(v Value, depth int) {
	for i := range v {
		if e.seen++; depth == 0 || e.seen > maxEnclosing {
			return
		}
		switch a := &v[i]; a.Kind {
		case Unknown:
			if a.Of != nil {
				e.add(a.Of, depth-1)
			}
		case Sequence:
			for n, it := range a.Items {
				if a.Keys == nil || !ForCredentials(a.Keys[n]) {
					e.add(it, depth-1)
				}
			}
		case Ref:
			e.addNamed(a, depth)
		}
	}
}

// addNamed adds what the value of a module or a function contains.
func (e *enclosed) addNamed(a *Atom, depth int) {
	name, is := strings.CutPrefix(a.Text, variableName)
	if is && len(e.names) < maxEnclosed && !slices.Contains(e.names, name) {
		e.names = append(e.names, name)
		return
	}
	switch name = textOf(a.Text); {
	case sink.IsEnvironment(name):
		e.all = true
	case a.Of != nil && sink.IsEncoded(name):
		e.add(a.Of, depth-1)
	}
}

// textOf returns the name of a value without the methods that give its text.
func textOf(name string) string {
	if !strings.HasSuffix(name, ")") {
		return name
	}
	for _, method := range [...]string{".encode()", ".decode()", ".toString()", ".strip()", ".trim()", ".hex()"} {
		name = strings.TrimSuffix(name, method)
	}
	return name
}

// ForCredentials reports whether the value of an option or a key is sent as a header or proves who asks.
func ForCredentials(key string) bool {
	key = strings.ToLower(strings.TrimSuffix(key, ":"))
	switch key {
	case "headers", "header", "auth", "cookies", "cookie", "cert", "proxies", "proxy", "agent", "env":
		return true
	}
	for _, end := range [...]string{"authorization", "-token", "-key", "-auth"} {
		if strings.HasSuffix(key, end) {
			return true
		}
	}
	return false
}

// ContainsEnvironment reports whether a value contains the whole environment, in any form.
func ContainsEnvironment(v Value) bool {
	var e enclosed
	e.add(v, MaxNesting)
	return e.all
}

// containsUnnamed reports whether a value contains the environment, or a variable whose name is computed.
func containsUnnamed(v Value) bool {
	var e enclosed
	e.add(v, MaxNesting)
	return e.all || slices.Contains(e.names, "?")
}

// ContainsVariables reports whether a value contains the environment or a variable of it.
func ContainsVariables(v Value) bool {
	var e enclosed
	e.add(v, MaxNesting)
	return e.all || len(e.names) > 0
}

// IsEnvironment reports whether a value is the whole environment, in any form.
func IsEnvironment(v Value) bool {
	return len(v) == 1 && v[0].Kind != Sequence && ContainsEnvironment(v)
}

// namesOnly reports whether a loop over a mapping gives its names, and no values.
func namesOnly(mapping string) bool {
	switch mapping {
	case "os.environ", "process.env", "%ENV":
		return true
	}
	return false
}

// Marks returns an atom as a value if it contains the environment or a variable of it, and nil otherwise.
func Marks(a Atom) Value {
	if v := (Value{a}); a.Of != nil && ContainsVariables(v) {
		return v
	}
	return nil
}

// askers are the methods that tell something about a text, and return none of it.
const askers lex.Words = "startswith endswith isdigit isalnum count find index includes startsWith endsWith indexOf test match search get has keys"

// OfUnknown returns the value of a method of an unknown value, by its full name: it contains what the value
// does, unless the method only tells something about it.
func OfUnknown(method string, of Value) Value {
	if askers.Has(method[strings.LastIndexByte(method, '.')+1:]) {
		return Top
	}
	return WithEnvironment(of)
}

// WithEnvironment returns an unknown value that is made from some, and contains what they contain of the
// environment.
func WithEnvironment(parts Value) Value { return withEnvironment(Top, parts...) }

// EnvironmentIn is [WithEnvironment] if they contain something of it, and nil otherwise.
func EnvironmentIn(parts Value) Value {
	if v := WithEnvironment(parts); len(v) == 1 && v[0].Of != nil {
		return v
	}
	return nil
}

// withEnvironment marks a joined text of which parts are the whole environment or one variable of it.
func withEnvironment(text Value, parts ...Atom) Value {
	if len(text) != 1 || text[0].Kind != Unknown {
		return text
	}
	var marks Value
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Kind == Unknown && p.Of != nil:
			marks = Join(marks, p.Of)
		case p.Kind == Ref && ContainsVariables(Value{*p}):
			marks = Join(marks, Value{*p})
		}
	}
	if marks == nil {
		return text // nearly always
	}
	marked := text[0]
	marked.Of = marks
	return marked.made()
}

// variablesIn returns the names of the variables that an unknown text contains.
func variablesIn(a *Atom) []string {
	if a.Of == nil {
		return nil // nearly always
	}
	var e enclosed
	e.add(a.Of, MaxNesting)
	if e.all {
		return append(e.names, "*")
	}
	return e.names
}

// anyVariable marks the value of a variable whose name is computed.
const anyVariable = variableName + "?"

// EnvironmentVariable returns the value of a variable that the source has set, or of HOME, and
// unknown for other variables.
func (r *Interp) EnvironmentVariable(name Value, a Arguments) Value {
	v := Atom{Of: Named(anyVariable)}.made()
	if text, known := name.OnlyText(); known {
		if v, known = r.Variable(text); known {
			return v
		}
	}
	if other, ok := a.Get(1, "default"); ok {
		return Join(other, v)
	}
	return v
}

// Variable returns the value of a variable of the environment, and whether it may be known.
func (r *Interp) Variable(name string) (v Value, known bool) {
	if given, ok := r.env[name]; ok {
		return AnyOf([]effect.Arg{given}), true
	}
	if name == "HOME" {
		return Text("~"), true
	}
	return Atom{Of: Named(variableName + lex.ClipName(name))}.made(), false
}

// EmitSent emits the environment, or the variables of it, in what a call sends besides its address: a
// connection to the address with each variable in it.
func (r *Interp) EmitSent(call string, address Value, sent []Value, at lex.Span) {
	var e enclosed
	for _, v := range sent {
		e.add(v, MaxNesting)
	}
	if e.all {
		r.EmitAll(call, at)
	}
	to := ""
	if args := ArgsOrUnknown(address); len(args) == 1 {
		to = args[0].Text + "?"
	}
	for _, name := range e.names {
		r.Emit(effect.Act{Kind: effect.Connects, Call: call, Args: []effect.Arg{{Text: to, Variables: []string{name}}}}, at)
	}
}

// EmitAll emits that a call prints or sends the whole environment.
func (r *Interp) EmitAll(call string, at lex.Span) {
	r.Emit(effect.Act{Kind: effect.Runs, Call: call, Args: []effect.Arg{{Text: "env", Known: true}}}, at)
}

// EmitSentBy emits what the arguments of a call contain of the environment, if it sends them to an address by
// its rows.
func (r *Interp) EmitSentBy(call string, rows []sink.Row, args Arguments, at lex.Span) {
	if sink.MakesRequest(call) {
		sent := args.Pos[:min(len(args.Pos), 3):min(len(args.Pos), 3)] // a header is the fourth
		for _, k := range args.Keys {
			if !ForCredentials(k.Name) {
				sent = append(sent, k.Value)
			}
		}
		r.EmitSent(call, Top, sent, at)
	}
	for _, row := range rows {
		if row.Kind != effect.Connects || row.Form != sink.Endpoint && row.Key != "url" {
			continue
		}
		address, _ := args.Get(row.Pos, row.Key)
		var sent []Value
		for i, v := range args.Pos {
			if i != row.Pos || v.All(Sequence) {
				sent = append(sent, v)
			}
		}
		for _, k := range args.Keys {
			if k.Name != row.Key && !ForCredentials(k.Name) {
				sent = append(sent, k.Value)
			}
		}
		r.EmitSent(call, address, sent, at)
	}
}
