package absval

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// EmitRows emits the acts that the rows of a table give for a call.
func (r *Interp) EmitRows(rows []sink.Row, name string, of Value, args []Value, at lex.Span) {
	for _, e := range rows {
		act := effect.Act{Kind: e.Kind, Call: name, Tree: e.Tree}
		var some []Value
		if e.Pos >= 0 && e.Pos < len(args) {
			some = args[e.Pos:]
		}
		switch e.Form {
		case sink.Receiver:
			r.EmitEach(act, ArgsOrUnknown(of), at)
		case sink.Opaque:
			act.Args = []effect.Arg{{}}
			r.Emit(act, at)
		case sink.Rest:
			for _, v := range some {
				r.EmitEach(act, v.Args(), at)
			}
		case sink.Linked:
			if len(some) > 1 {
				r.EmitLink(act, some[0], some[1], at)
			}
		case sink.ReceiverLinked:
			if len(some) > 0 {
				r.EmitLink(act, some[0], of, at)
			}
		case sink.Command:
			r.EmitList(act, some, at)
		case sink.Signal:
			r.EmitSignal(act, some, at)
		case sink.Directory:
			if len(some) > 0 {
				r.Chdir(some[0])
			}
		default:
			if len(some) > 0 {
				r.EmitEach(act, some[0].Args(), at)
			}
		}
	}
}

// EmitLink emits the possible symbolic links. A link that is not fully known is emitted as a
// write to a file.
func (r *Interp) EmitLink(act effect.Act, target, name Value, at lex.Span) {
	for _, n := range ArgsOrUnknown(name) {
		for _, t := range ArgsOrUnknown(target) {
			if t.Known && n.Known && r.Spend(1) {
				r.Emit(effect.Act{Kind: act.Kind, Call: act.Call, Args: []effect.Arg{t, n}}, at)
			} else {
				r.Emit(effect.Act{Kind: effect.Writes, Call: act.Call, Args: []effect.Arg{n}}, at)
			}
		}
	}
}

// EmitList emits the run of a list. A single item is a command line for the shell, unless
// the act says otherwise.
func (r *Interp) EmitList(act effect.Act, args []Value, at lex.Span) {
	var items []Value
	for _, a := range args {
		if len(a) == 1 && a[0].Kind == Ref && a[0].Text == "{}" {
			continue // the environment, or options
		}
		if len(a) == 1 && a[0].Kind == Sequence && r.Spend(len(a[0].Items)) {
			items = append(items, a[0].Items...)
		} else {
			items = append(items, a)
		}
	}
	switch {
	case len(items) == 0 || len(items) > MaxItems:
		act.Args = []effect.Arg{{}}
		r.Emit(act, at)
	case len(items) == 1 && act.Kind == effect.Shell:
		r.EmitEach(act, items[0].Args(), at)
	default:
		act.Kind = effect.Runs
		r.EmitArgv(act, items, at)
	}
}

// EmitSignal emits a signal to constant arguments as a run of the program kill.
func (r *Interp) EmitSignal(act effect.Act, args []Value, at lex.Span) {
	argv := []Value{Text("kill")}
	for i, a := range args {
		s := a.Str()
		if len(s) != 1 || s[0].Kind != Constant {
			return
		}
		if i == 0 {
			s = Text("-" + strings.TrimPrefix(s[0].Text, "-"))
		}
		argv = append(argv, s)
	}
	r.EmitArgv(act, argv, at)
}

// EmitPiped emits a command that reads a text as a shell pipeline.
func (r *Interp) EmitPiped(call string, printed, cmd Value, at lex.Span) {
	for _, c := range cmd.Str() {
		if c.Kind != Constant {
			r.Emit(effect.Act{Kind: effect.Shell, Call: call, Args: []effect.Arg{{Text: c.Text}}}, at)
			continue
		}
		for _, p := range printed {
			if r.Spend(len(p.Text) + len(c.Text)) {
				r.Emit(effect.Act{Kind: effect.Shell, Call: call, Args: []effect.Arg{{Text: pipeline(p, c.Text), Known: true}}}, at)
			}
		}
	}
}

// pipeline returns shell source for a command whose input is a text.
func pipeline(input Atom, cmd string) string {
	words := ""
	if input.Kind == Template {
		words = namesInShell(input.Text)
	} else {
		words, _ = ShellQuote(input.Text)
	}
	if input.Kind != Constant && input.Kind != Template {
		words += `"$0"`
	}
	line, _ := ShellQuote(cmd)
	return "printf %s " + words + " | sh -c " + line
}

// namesInShell returns a template as a shell word: a pattern for any name, and a variable for a chosen one.
func namesInShell(template string) string {
	var b strings.Builder
	for i, some := range strings.Split(template, effect.Placeholder+effect.Placeholder) {
		if i > 0 {
			b.WriteString(`"$0"`)
		}
		text, _ := ShellQuote(strings.Join(effect.Arg{Text: some}.Pieces(), "*"))
		b.WriteString(text)
	}
	return b.String()
}

// IsSink reports whether a function passes its arguments out of the program: it prints them or,
// by its row or its name, sends them to another host.
func IsSink(name string, rows []sink.Row) bool {
	if sink.Prints(name) {
		return true
	}
	for _, method := range [...]string{".sendall", ".send", ".end", ".write"} {
		if strings.HasSuffix(name, method) {
			return true
		}
	}
	return slices.ContainsFunc(rows, func(e sink.Row) bool { return e.Kind == effect.Connects })
}
