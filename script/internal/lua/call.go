package lua

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// field returns the possible values of a value's field, including those assigned through the
// place's path.
func (r *interp) field(v absval.Value, p place, key absval.Value, start *lex.Token) absval.Value {
	var out absval.Union
	for _, a := range v {
		for _, k := range key {
			if !r.Spend(1) {
				return absval.Top
			}
			out.Add(r.element(a, k, start))
		}
	}
	if next := within(p, "[]"); next.path != "" && r.Err == nil {
		for _, k := range key {
			if k.Kind == absval.Constant {
				next = within(p, k.Text)
			}
			out.Add(r.held(next.path))
		}
	}
	return absval.OrTop(out.Value)
}

// held returns the value assigned to a path of fields, or nothing.
func (r *interp) held(path string) absval.Value {
	v := r.Names[path]
	if r.Rounds == 0 {
		v = r.Bound[path]
	}
	return absval.Join(v, r.growing[path])
}

// element returns the value of one key of one atom.
func (r *interp) element(a, k absval.Atom, start *lex.Token) absval.Value {
	known := k.Kind == absval.Constant && !hasPlaceholder(k.Text)
	switch {
	case a.Kind == absval.Sequence && k.Kind == absval.Number && a.Keys == nil && k.Num >= 1 && k.Num <= len(a.Items):
		return a.Items[k.Num-1]
	case a.Kind == absval.Sequence && known && a.Keys != nil:
		return keyed(a, k.Text)
	case a.Kind == absval.Sequence:
		return absval.Join(absval.Value{a}.Items(), absval.Top)
	case a.Kind == absval.Ref && known && a.Text == "vim.env":
		v, _ := r.Variable(k.Text)
		return v
	case a.Kind == absval.Ref && known:
		return absval.Instance(sink.LuaName(lex.ClipName(a.Text+"."+k.Text)), a.Of)
	case a.Kind == absval.Ref && namespaces.Has(a.Text):
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: a.Text + "[]", Args: []effect.Arg{{}}}, lex.Span{Off: start.Off, End: r.Toks[max(r.Pos-1, 0)].End})
	case (a.Kind == absval.Constant || a.Kind == absval.Template) && known:
		return absval.Instance("string."+k.Text, absval.Value{a})
	case a.Kind == absval.Unknown && known:
		return absval.Instance("?."+k.Text, absval.Value{a})
	}
	return absval.Top
}

// keyed returns the items of a mapping that have a key, or may have any.
func keyed(a absval.Atom, key string) absval.Value {
	var out absval.Union
	found := false
	for i, k := range a.Keys {
		if k == key {
			found = true
			out.Add(a.Items[i])
		}
	}
	if found {
		return out.Value
	}
	for i, k := range a.Keys {
		if k == "" {
			out.Add(a.Items[i])
		}
	}
	return absval.Join(out.Value, absval.Top)
}

// namespaces are tables that hold functions by name.
const namespaces lex.Words = "_G os io package.loaded ffi.C vim.fn vim.api vim.uv"

// call emits the acts of calling a value and returns the result. self is the first argument in a
// method call.
func (r *interp) call(f, self absval.Value, args []absval.Value, span lex.Span) absval.Value {
	var out absval.Union
	for _, a := range f {
		if !r.Spend(len(args)) {
			return absval.Top
		}
		switch a.Kind {
		case absval.Closure:
			given := args
			if self != nil {
				given = append([]absval.Value{self}, args...)
			}
			out.Add(r.enter(r.functions[a.Num], given))
		case absval.Ref:
			out.Add(r.apply(a, args, span))
		default:
			for _, v := range args {
				r.escape(v, 3)
			}
			if self == nil && a.Kind == absval.Unknown && len(f) == 1 {
				r.calls(args, span)
			}
			out.Add(absval.Top)
		}
	}
	return absval.OrTop(out.Value)
}

// calls emits the call of an unknown function.
func (r *interp) calls(args []absval.Value, span lex.Span) {
	act := effect.Act{Kind: effect.Calls, Call: "?"}
	for _, v := range args[:min(len(args), absval.MaxItems)] {
		act.Args = append(act.Args, v.Args()...)
	}
	if slices.ContainsFunc(act.Args, func(a effect.Arg) bool { return a.Known && strings.ContainsAny(a.Text, " /") }) {
		r.Emit(act, span) // with a path or a line
	}
}

// apply calls a library function.
func (r *interp) apply(a absval.Atom, args []absval.Value, span lex.Span) absval.Value {
	name := sink.LuaName(a.Text)
	r.rows(name, a.Of, args, span)
	r.note(name, a.Of, args, span)
	if f, rest, is := calledByName(name, args); is {
		return r.call(f, nil, rest, span)
	}
	if v, ok := r.controls(name, args, span); ok {
		return v
	}
	if v, ok := r.fold(name, a.Of, args); ok {
		return v
	}
	r.handed(name, a.Of, args, span)
	of := a.Of
	if of == nil && len(args) > 0 {
		of = args[0]
	}
	if strings.HasPrefix(name, "?") {
		return absval.Top
	}
	return absval.Instance(lex.ClipName(name+"()"), of)
}

// note records the texts that a call writes to a file or to a program, or prints.
func (r *interp) note(name string, of absval.Value, args []absval.Value, span lex.Span) {
	switch {
	case strings.HasPrefix(name, "vim."):
		r.noteEdits(name, args, span)
	case name == "io.open().write":
		r.NoteContent(of, r.Join(absval.Text(""), absval.List(args...)), span)
	case name == "io.popen().write" || name == "?.write":
		r.NoteWritten(r.Join(absval.Text(""), absval.List(args...)), span)
	}
	switch {
	case !r.WantsPrints(): // nearly always
	case name == "print":
		r.NotePrinted(name, r.JoinPrinted(args, "\t", "\n"), span)
	case name == "io.write" || name == "io.stdout.write":
		r.NotePrinted(name, r.JoinPrinted(args, "", ""), span)
	}
}

// rows emits the acts that the table gives for a call.
func (r *interp) rows(name string, of absval.Value, args []absval.Value, span lex.Span) {
	r.EmitSentBy(name, sink.Lua(name), absval.Arguments{Pos: args, Star: -1}, span)
	for _, row := range sink.Lua(name) {
		act := effect.Act{Kind: row.Kind, Call: name, Tree: row.Tree}
		given := row.Pos >= 0 && row.Pos < len(args)
		switch row.Form {
		case sink.Mode:
			if given {
				mode, ok := absval.Top, row.Pos+1 < len(args)
				if ok {
					mode = args[row.Pos+1]
				}
				r.EmitOpen(act, args[row.Pos].Args(), mode, ok, span)
			}
		case sink.ArgvOption, sink.Program:
			if given {
				r.starts(act, row, args, span)
			}
		case sink.TreeOption:
			if given {
				act.Tree = recursive(args, row.Pos+1)
				r.EmitEach(act, args[row.Pos].Args(), span)
			}
		case sink.Code:
			r.evaluate(name, args, span)
		case sink.ScriptFile:
			if given {
				r.files(name, args[row.Pos], span)
			} else {
				r.fromInput(name, span)
			}
		default:
			r.EmitRows([]sink.Row{row}, name, of, args, span)
		}
	}
}

// recursive reports whether an argument requests recursion.
func recursive(args []absval.Value, pos int) bool {
	if pos >= len(args) {
		return false
	}
	for _, a := range args[pos] {
		if a.Kind != absval.Constant || strings.Contains(a.Text, "r") {
			return true
		}
	}
	return false
}

// starts emits the start of a program by its argument vector, or by its name and a table of
// arguments. A string is a command line for the shell.
func (r *interp) starts(act effect.Act, row sink.Row, args []absval.Value, span lex.Span) {
	for _, v := range args[row.Pos] {
		items := []absval.Value{{v}}
		if row.Form == sink.ArgvOption && v.Kind == absval.Sequence && len(v.Items) > 0 {
			items = v.Items
		} else if row.Form == sink.ArgvOption {
			act.Kind = effect.Shell
			r.EmitEach(act, absval.Value{v}.Args(), span)
			continue
		}
		if row.Form == sink.Program {
			items = append(items, r.listed(args, row.Pos+1)...)
		}
		act.Kind = effect.Runs
		r.EmitArgv(act, items[:min(len(items), absval.MaxItems)], span)
	}
}

// listed returns the arguments of a program: from a table, its field args, or the other arguments.
func (r *interp) listed(args []absval.Value, pos int) []absval.Value {
	if pos >= len(args) {
		return nil
	}
	if v := args[pos]; len(v) == 1 && v[0].Kind == absval.Sequence {
		if inner := keyed(v[0], "args"); v[0].Keys != nil && len(inner) == 1 && inner[0].Kind == absval.Sequence {
			return inner[0].Items
		}
		return v[0].Items
	}
	return args[pos:]
}

// handed follows functions that are passed to a function: it may call them with its other
// arguments, unless it only inspects them.
func (r *interp) handed(name string, of absval.Value, args []absval.Value, span lex.Span) {
	if inspects.Has(name) {
		return
	}
	for i, v := range args {
		rest := append(args[:i:i], args[i+1:]...)
		if len(rest) == 0 {
			rest = []absval.Value{absval.Top}
		}
		for _, a := range v {
			switch {
			case a.Kind == absval.Ref && dangerous(a.Text):
				for _, given := range append(rest, of) {
					if given != nil && r.Spend(1) {
						r.apply(a, []absval.Value{absval.Join(given, given.Items())}, span)
					}
				}
			case a.Kind != absval.Ref:
				r.escape(absval.Value{a}, 3)
			}
		}
	}
}

// inspects are the functions that do not call their function arguments.
const inspects lex.Words = "print type tostring tonumber rawequal rawlen assert error ipairs pairs next debug.getinfo io.write"

// evaluate reads constant code.
func (r *interp) evaluate(name string, args []absval.Value, span lex.Span) {
	if len(args) == 0 {
		return
	}
	for _, a := range args[0] {
		switch {
		case a.IsFile() || a.Kind == absval.Ref && a.Text == "io.lines()" && a.Of != nil:
			r.files(name, a.Of, span)
		case a.Kind == absval.Ref && fromInput.Has(a.Text):
			r.fromInput(name, span)
		case a.Kind == absval.Constant && r.run(a.Text, span):
		case a.Kind == absval.Ref && a.Text == "string.dump()":
		default:
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{beginning(a)}}, span)
		}
	}
}

// files emits the run of files.
func (r *interp) files(name string, v absval.Value, span lex.Span) {
	for _, file := range v.Args() {
		if file.Known && inputs.Has(file.Text) {
			r.fromInput(name, span)
			continue
		}
		for _, run := range effect.EvaluatedFiles(name, "lua", []effect.Arg{file}) {
			r.Emit(run, span)
		}
	}
}

// fromInput are the results that hold the code's standard input, and inputs the names of files
// that are it.
const (
	fromInput lex.Words = "io.read() io.stdin.read() io.lines() io.stdin.lines()"
	inputs    lex.Words = "/dev/stdin /dev/fd/0 /proc/self/fd/0"
)

// fromInput emits the run of what the code reads on its standard input.
func (r *interp) fromInput(name string, span lex.Span) {
	r.Emit(effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}}, span)
	r.Emit(effect.Act{Kind: effect.Runs, Call: name, Content: true, Args: []effect.Arg{{Text: "lua", Known: true}, {Text: "/dev/stdin", Known: true}}}, span)
}

// run reads the code of a string with the same names, and reports whether it could be read.
func (r *interp) run(code string, span lex.Span) bool {
	if r.Nested >= absval.MaxNesting || len(code) > effect.MaxSource || !r.Spend(16*len(code)) {
		return false
	}
	toks := r.chunks[code]
	if toks == nil {
		var err error
		if toks, err = tokens(code); err != nil {
			return false
		}
		r.chunks[code] = toks
	}
	r.WithTokens(toks, func() {
		if r.Within == nil {
			r.Within = &span
			defer func() { r.Within = nil }()
		}
		r.chunk()
	})
	return r.Err == nil
}
