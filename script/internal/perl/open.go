package perl

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// open reads the arguments of open: a handle, a mode, a file or command.
func (r *interp) open(args []absval.Value, at lex.Span) {
	switch {
	case len(args) == 2:
		r.openTwo("open", args[1], r.handle(at), at)
	case len(args) > 2:
		for _, m := range args[1].Args() {
			r.openMode(m, args[2:], r.handle(at), at)
		}
	}
}

// handle returns the name of the handle that a call of open creates: the word or variable after
// the parenthesis and my.
func (r *interp) handle(at lex.Span) string {
	seen := false
	for i := max(r.Pos-absval.MaxItems, 0); i < r.Pos; i++ {
		t := r.Toks[i]
		switch {
		case t.Off == at.Off:
			seen = true
		case !seen || t.Text == "(" || t.Text == "my" || t.Text == "local" || t.Text == "our":
		default:
			return t.Text
		}
	}
	return ""
}

// openTwo follows open with two arguments, where the text contains the mode.
func (r *interp) openTwo(call string, v absval.Value, handle string, at lex.Span) {
	for _, a := range v.Args() {
		t := strings.TrimSpace(a.Text)
		switch {
		case strings.HasPrefix(t, "|"):
			r.pipe(call, effect.Arg{Text: strings.TrimSpace(t[1:]), Known: a.Known, Template: a.Template}, handle, at)
		case a.Known && strings.HasSuffix(t, "|"):
			r.Emit(effect.Act{Kind: effect.Shell, Call: call, Args: []effect.Arg{{Text: strings.TrimSuffix(t, "|"), Known: true}}}, at)
		case strings.HasPrefix(t, ">&") || strings.HasPrefix(t, "<&") || a.Known && (t == "-" || t == ">-"):
		case t != "" && strings.IndexByte("<>+", t[0]) >= 0:
			mode := t[:len(t)-len(strings.TrimLeft(t, "<>+"))]
			file := effect.Arg{Text: strings.TrimLeft(t[len(mode):], " "), Known: a.Known, Template: a.Template}
			r.openFile(call, mode, file, handle, at)
		case a.Known:
			r.Emit(effect.Act{Kind: effect.Reads, Call: call, Args: []effect.Arg{{Text: t, Known: true}}}, at)
		default:
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: call, Args: []effect.Arg{{}}}, at) // it may end in a bar
		}
	}
}

// pipe records the command that a handle writes to.
func (r *interp) pipe(call string, cmd effect.Arg, handle string, at lex.Span) {
	v := absval.AnyOf([]effect.Arg{cmd})
	if handle != "" && !r.Collecting() {
		r.pipes[handle] = absval.Join(r.pipes[handle], v)
	}
	r.EmitPiped(call, absval.Top, v, at)
}

// openMode follows open with a separate mode.
func (r *interp) openMode(m effect.Arg, args []absval.Value, handle string, at lex.Span) {
	if len(args[0]) == 1 && args[0][0].Kind == absval.Ref && args[0][0].Text == `\` {
		return // a variable in place of a file
	}
	mode, _, _ := strings.Cut(strings.TrimSpace(m.Text), ":")
	mode = strings.TrimSpace(mode)
	switch {
	case !m.Known && mode == "":
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: "open", Args: []effect.Arg{{}}}, at)
	case mode == "|-" && len(args) == 1:
		for _, a := range args[0].Args() {
			r.pipe("open", a, handle, at)
		}
	case mode == "|-" || mode == "-|":
		r.EmitList(effect.Act{Kind: effect.Shell, Call: "open"}, args, at)
	case strings.HasSuffix(mode, "&") || strings.HasSuffix(mode, "="):
	default:
		for _, a := range args[0].Args() {
			r.openFile("open", mode, a, handle, at)
		}
	}
}

// openFile emits the acts of opening a file in a mode, and records the file behind a handle.
func (r *interp) openFile(call, mode string, file effect.Arg, handle string, at lex.Span) {
	act := effect.Act{Kind: effect.Reads, Call: call, Args: []effect.Arg{file}}
	if strings.Contains(mode, "<") {
		r.Emit(act, at)
	}
	if strings.Contains(mode, ">") || strings.Contains(mode, "+") {
		act.Kind = effect.Writes
		r.Emit(act, at)
		v := absval.AnyOf([]effect.Arg{file})
		if handle != "" && !r.Collecting() {
			r.files[handle] = absval.Join(r.files[handle], v)
		}
		if strings.Contains(mode, ">>") || strings.Contains(mode, "+") {
			r.NoteKept(v, at)
		}
	}
}
