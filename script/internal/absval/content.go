package absval

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// content is a text that a call writes to a file, or, with keeps, the opening of a file that
// keeps what it held.
type content struct {
	at    int // the call
	file  string
	keeps bool
	text  Value
}

// blank is what calls write to files of which only the place is known, by the call. A text that is not a
// constant is there as an unknown value.
type blank map[int]Value

// maxContents bounds the writes to files that are followed.
const maxContents = 64

// NoteContent records that a call writes a text to a file. Texts for one file follow one another.
func (r *Interp) NoteContent(file, text Value, at lex.Span) {
	r.noteContent(file, content{at: at.Off, text: text.Str()})
}

// NoteKept records that a call opens a file that keeps what it held.
func (r *Interp) NoteKept(file Value, at lex.Span) {
	r.noteContent(file, content{at: at.Off, keeps: true})
}

// noteContent records a content of each file whose name is known. A call that is read again adds
// to the possible texts.
func (r *Interp) noteContent(file Value, c content) {
	if !r.emits() {
		return
	}
	for _, f := range ArgsOrUnknown(file) {
		if !f.Known {
			r.noteBlank(c)
		}
		if !f.Known || len(r.contents) >= maxContents || !r.Spend(len(f.Text)+len(c.text)) {
			return
		}
		c.file = f.Text
		again := slices.IndexFunc(r.contents, func(o content) bool { return o.at == c.at && o.file == c.file && o.keeps == c.keeps })
		if again >= 0 {
			r.contents[again].text = Join(r.contents[again].text, c.text)
		} else {
			r.contents = append(r.contents, c)
		}
	}
}

// noteBlank records a content of a file whose name is not known.
func (r *Interp) noteBlank(c content) {
	text := c.text
	if c.keeps {
		text = Top
	}
	if len(r.blank) >= maxContents || !r.Spend(len(text)) {
		return
	}
	if r.blank == nil {
		r.blank = blank{}
	}
	r.blank[c.at] = Join(r.blank[c.at], text)
}

// isConstant reports whether all possible values are constants.
func isConstant(v Value) bool {
	return len(v) > 0 && !slices.ContainsFunc(v, func(a Atom) bool { return a.Kind != Constant })
}

// textWords are what stands in the names of functions that write to an open file, or pass it on to
// something that does.
var textWords = []string{"write", "print", "puts", "putc", "fput", "dump", "say", "save", "copy", "pipe", "send", "stream", "encode", "<<", "stdout", "export", "format", "pack", "to_", "store", "append"}

// WritesText reports whether the code has a name of a function that may write to an open file.
func (r *Interp) WritesText() bool {
	return !r.Spend(len(r.Toks)) || slices.ContainsFunc(r.Toks, func(t lex.Token) bool {
		return (t.Kind == lex.Name || t.Kind == lex.Op) && slices.ContainsFunc(textWords, func(w string) bool { return strings.Contains(strings.ToLower(t.Text), w) })
	})
}

// markEmptied marks the acts that write files which a listing found, and leave nothing of them: a call
// writes a constant, or the code opens them for writing and never writes.
func (r *Interp) markEmptied() {
	for i := range r.Acts {
		a := &r.Acts[i]
		if a.Kind != effect.Writes || len(a.Args) != 1 || !a.Args[0].Template || !strings.HasSuffix(a.Args[0].Text, effect.Placeholder) {
			continue
		}
		if text, writes := r.blank[a.Offset]; writes {
			a.Empties = isConstant(text)
		} else {
			a.Empties = sink.Opens.Has(a.Call) && !r.WritesText()
		}
	}
}

// addContents adds to each act that writes a file what the code writes there.
func (r *Interp) addContents() {
	for i := range r.Acts {
		a := &r.Acts[i]
		if a.Kind != effect.Writes || len(a.Args) != 1 || !a.Args[0].Known {
			continue
		}
		var text Value
		for _, c := range r.contents {
			switch {
			case c.file != a.Args[0].Text:
			case c.keeps:
				a.Keeps = true
			case text == nil:
				text = c.text
			default:
				text = r.Operate("+", text, c.text)
			}
		}
		if r.Err == nil && text != nil {
			a.Holds = text.Args()
		}
	}
}
