package lua

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// controls handles functions that call others, look names up or belong to the program that runs
// the code. It reports whether the function is one of them.
func (r *interp) controls(name string, args []absval.Value, span lex.Span) (absval.Value, bool) {
	first := at(args, 0)
	switch name {
	case "pcall", "coroutine.resume", "vim.schedule":
		return r.call(first, nil, args[min(len(args), 1):], span), len(args) > 0
	case "coroutine.wrap", "coroutine.create", "vim.schedule_wrap":
		return first, len(args) > 0
	case "xpcall":
		return r.call(first, nil, args[min(len(args), 2):], span), len(args) > 0
	case "table.foreach", "table.foreachi":
		return r.call(at(args, 1), nil, []absval.Value{first.Keys(), first.Items()}, span), true
	case "setmetatable":
		r.escape(at(args, 1), 2)
		index := r.field(at(args, 1), place{}, absval.Text("__index"), r.Tok())
		for _, a := range index { // the table itself, or what it falls back to
			if a.Kind != absval.Unknown {
				first = absval.Join(first, absval.Value{a})
			}
		}
		return first, true
	case "rawget":
		return r.field(first, place{}, at(args, 1), r.Tok()), true
	case "rawset":
		r.escape(at(args, 2), 3)
		return first, true
	case "getfenv":
		return absval.Named("_G"), true
	case "require":
		return r.required(first, span), true
	case "redis.call", "redis.pcall", "server.call", "server.pcall":
		r.commands(name, args, span)
		return absval.Top, true
	case "vim.cmd", "vim.api.nvim_command", "vim.api.nvim_exec", "vim.api.nvim_exec2", "vim.fn.execute":
		r.edits(name, first, span)
		return absval.Top, true
	case "os.executef":
		r.EmitEach(effect.Act{Kind: effect.Shell, Call: name}, r.formatted(first, args).Args(), span)
		return absval.Top, true
	}
	if command, ok := strings.CutPrefix(name, "vim.cmd."); ok {
		if len(args) == 0 {
			r.edits("vim.cmd", absval.Text(command), span)
			return absval.Top, true
		}
		r.edits("vim.cmd", r.Operate("+", absval.Text(command+" "), first.Str()), span)
		return absval.Top, true
	}
	return nil, false
}

// required returns the module with a name. An unknown name may load any module.
func (r *interp) required(v absval.Value, span lex.Span) absval.Value {
	var out absval.Union
	for _, a := range v {
		if a.Kind != absval.Constant {
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: "require", Args: []effect.Arg{beginning(a)}}, span)
			out.Add(absval.Top)
			continue
		}
		out.Add(absval.Named(sink.LuaName(lex.ClipName(a.Text))))
	}
	return absval.OrTop(out.Value)
}

// commands emits the acts of a command of the host program, by its argument vector.
func (r *interp) commands(name string, args []absval.Value, span lex.Span) {
	if r.host.Call == nil {
		return
	}
	argv := make([]effect.Arg, 0, len(args))
	for _, a := range args {
		argv = append(argv, *absval.One(a.Str()))
	}
	for _, act := range r.host.Call(argv) {
		r.Emit(act, span)
	}
}

// maxEdits bounds the editor commands that are read, since each needs a separate reading.
const maxEdits = 64

// edits emits the acts of editor commands.
func (r *interp) edits(name string, v absval.Value, span lex.Span) {
	for _, a := range v {
		if a.Kind == absval.Constant && r.host.Commands != nil && r.nested < maxEdits && r.Spend(16*len(a.Text)) {
			if !r.Collecting() {
				continue
			}
			r.nested++
			if acts, err := r.host.Commands(a.Text); err == nil {
				for _, act := range acts {
					r.Emit(act, span)
				}
				continue
			}
		}
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{beginning(a)}}, span)
	}
}

// beginning returns the beginning of code that is unknown or cannot be read.
func beginning(a absval.Atom) effect.Arg {
	if a.Kind == absval.Constant || a.Kind == absval.Unknown {
		return effect.Arg{Text: a.Text}
	}
	return effect.Arg{}
}

// fold returns the value of a function on texts and lists, and reports whether it is one. A method
// of a text has the text as its first argument.
func (r *interp) fold(name string, of absval.Value, args []absval.Value) (absval.Value, bool) {
	if strings.HasPrefix(name, "string.") && of != nil {
		args = append([]absval.Value{of}, args...)
	}
	first, second := at(args, 0), at(args, 1)
	switch name {
	case "tostring", "assert", "vim.fn.shellescape":
		if name == "assert" {
			return first, true
		}
		return first.Str(), true
	case "string.format":
		return r.formatted(first, args), true
	case "string.rep":
		return r.Operate("*", first, second), len(args) == 2
	case "string.reverse":
		return first.Each(absval.Reverse), true
	case "string.lower":
		return first.EachPiece(func(s string) (string, bool) { return strings.ToLower(s), true }), true
	case "string.upper":
		return first.EachPiece(func(s string) (string, bool) { return strings.ToUpper(s), true }), true
	case "string.sub":
		return r.sub(first, args), true
	case "string.gsub":
		return r.substituted(first, args)
	case "string.char", "utf8.char":
		out := absval.Text("")
		for _, a := range args {
			out = r.Operate("+", out, a.Runes())
		}
		return out, true
	case "table.concat":
		by := absval.Text("")
		if len(args) > 1 {
			by = second
		}
		return r.Join(by, first), true
	case "io.read", "io.stdin.read":
		return r.InputRead()
	case "os.tmpname":
		return absval.Top, true
	case "os.getenv":
		return r.EnvironmentVariable(first, absval.Arguments{Star: -1}), true
	case "select":
		if first.All(absval.Number) && len(first) == 1 && first[0].Num >= 1 && first[0].Num < len(args) {
			return args[first[0].Num], true
		}
	}
	if strings.HasPrefix(name, "vim.") {
		return r.foldEditor(name, args)
	}
	return nil, false
}

// formatted returns the value of string.format.
func (r *interp) formatted(format absval.Value, args []absval.Value) absval.Value {
	var out absval.Union
	for _, f := range format {
		if f.Kind != absval.Constant {
			out.Add(absval.Prefix(f.Text))
			continue
		}
		out.Add(r.Percent(f.Text, args[min(1, len(args)):]))
	}
	return absval.OrTop(out.Value)
}

// sub returns a part of a text between positions, which count from one, or from the end if
// negative.
func (r *interp) sub(v absval.Value, args []absval.Value) absval.Value {
	from, to := at(args, 1), absval.Value(nil)
	if len(from) != 1 || from[0].Kind != absval.Number {
		return absval.Top
	}
	if from[0].Num > 0 {
		from = absval.Integer(from[0].Num - 1)
	}
	if len(args) > 2 {
		if to = args[2]; len(to) != 1 || to[0].Kind != absval.Number {
			return absval.Top
		}
		if to[0].Num == -1 {
			to = nil
		} else if to[0].Num < 0 {
			to = absval.Integer(to[0].Num + 1)
		}
	}
	return v.Each(func(s string) (string, bool) { return absval.Substring(s, from, to, false) })
}

// substituted returns the value of gsub with a plain pattern.
func (r *interp) substituted(v absval.Value, args []absval.Value) (absval.Value, bool) {
	pattern, by := at(args, 1), at(args, 2)
	if len(pattern) != 1 || pattern[0].Kind != absval.Constant || strings.ContainsAny(pattern[0].Text, "^$()%.[]*+-?") {
		return nil, false
	}
	if len(by) != 1 || by[0].Kind != absval.Constant || strings.Contains(by[0].Text, "%") {
		return nil, false
	}
	return r.Replace(v, pattern, by), true
}
