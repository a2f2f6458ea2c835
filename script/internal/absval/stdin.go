package absval

import (
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// maxWritten bounds the texts written to a command's possible input that are followed.
const maxWritten = 64

// NoteWritten records a text that the code writes to the possible input of a command. It is
// not followed which of several commands reads it.
func (r *Interp) NoteWritten(v Value, at lex.Span) {
	if !r.emits() || len(r.sent) >= maxWritten {
		return
	}
	text := v.Str()
	if r.isNew(appendArgs(appendNumber([]byte("written"), at.Off), text.Args())) {
		r.sent = append(r.sent, text)
	}
}

// NotePrinted records a text that the code prints, if the caller wants to know.
func (r *Interp) NotePrinted(call string, v Value, at lex.Span) {
	if r.printed {
		r.EmitEach(effect.Act{Kind: effect.Prints, Call: call}, v.Str().Args(), at)
	}
}

// WantsPrints reports whether the caller wants to know what the code prints.
func (r *Interp) WantsPrints() bool { return r.printed }

// JoinPrinted joins the arguments of a function that prints them, as lines do.
func (r *Interp) JoinPrinted(args []Value, by, end string) Value {
	return r.Operate("+", r.Join(Text(by), List(args...)), Text(end))
}

// Result returns the acts that were found. A command that the code can write to gets all that
// the code writes as its input: in one piece and, since each text may be for another command,
// also on separate lines.
func (r *Interp) Result() []effect.Act {
	if len(r.contents) > 0 {
		r.addContents()
	}
	r.markEmptied()
	if len(r.sent) == 0 {
		return r.Acts
	}
	var acts []effect.Act
	for _, a := range r.Acts {
		if a.Kind != effect.Runs && a.Kind != effect.Shell || a.Input != nil || !sink.Listeners.Has(a.Call) {
			acts = append(acts, a)
			continue
		}
		a.Input = r.together("")
		acts = append(acts, a)
		if len(r.sent) > 1 {
			a.Input = r.together("\n")
			acts = append(acts, a)
		}
	}
	return acts
}

// together joins all texts that the code writes, with a separator.
func (r *Interp) together(between string) *effect.Input {
	all := r.sent[0]
	for _, v := range r.sent[1:] {
		all = r.Operate("+", r.Operate("+", all, Text(between)), v)
	}
	return &effect.Input{Arg: *One(all)}
}

// InputFrom returns a value as the input of a command; nil means the code's own input.
func InputFrom(v Value) *effect.Input {
	if len(v) == 1 && v[0].Kind == Ref {
		switch {
		case v[0].Text == "None" || v[0].Text == "sys.stdin" || v[0].Text == "subprocess.PIPE":
			return nil
		case v[0].Text == "subprocess.DEVNULL":
			return &effect.Input{Arg: effect.Arg{Text: "/dev/null", Known: true}, File: true}
		case (v[0].Text == "open()" || v[0].Text == sink.PathClass+".open()") && v[0].Of != nil:
			return &effect.Input{Arg: *One(v[0].Of), File: true}
		}
	}
	return &effect.Input{}
}

// InputText returns a text as a command's input, or the file that the text was read from.
func InputText(v Value) *effect.Input {
	if len(v) == 1 && v[0].Kind == Ref && v[0].Of != nil && (sink.IsFileText(v[0].Text) || FilesRead(v[0].Text)) {
		return &effect.Input{Arg: *One(v[0].Of), File: true}
	}
	return &effect.Input{Arg: *One(v.Str())}
}

// FilesRead reports whether a named result is the content of a file.
func FilesRead(word string) bool {
	switch word {
	case "fs.readFile()", "fs.readFile().toString()", "file_get_contents()", "Deno.readTextFile()":
		return true
	}
	return false
}

// maxLines bounds how many lines of standard input are followed.
const maxLines = 8

// InputLine returns what a line of the code's standard input may be, if that is known.
func (r *Interp) InputLine() (v Value, known bool) {
	if len(r.lines) == 0 {
		return nil, false
	}
	v = AnyOf(r.lines[:min(len(r.lines), maxLines)])
	if len(r.lines) > maxLines {
		v = Join(v, Top)
	}
	return v, true
}

// InputRead returns what the code may read from its standard input, if that is known: a line, or
// all of it.
func (r *Interp) InputRead() (v Value, known bool) {
	v, known = r.InputLine()
	if n := len(r.lines); n > 1 && n <= maxLines {
		all := make([]Value, n)
		for i, l := range r.lines {
			all[i] = AnyOf([]effect.Arg{l})
		}
		v = Join(v, r.Join(Text("\n"), List(all...)))
	}
	return v, known
}
