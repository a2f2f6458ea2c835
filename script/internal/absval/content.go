package absval

import (
	"slices"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// content is a text that a call writes to a file, or, with keeps, the opening of a file that
// keeps what it held.
type content struct {
	at    int // the call
	file  string
	keeps bool
	text  Value
}

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
