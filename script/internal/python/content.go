package python

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// opened are the results that are an open file.
const opened lex.Words = "open() codecs.open() " + sink.PathClass + ".open()"

// writes records what a call writes to a file that the code names.
func (r *interp) writes(name string, of absval.Value, args absval.Arguments, at lex.Span) {
	i := strings.LastIndexByte(name, '.')
	owner, method := name[:max(i, 0)], name[i+1:]
	first, given := args.Get(0, "data")
	switch {
	case owner == sink.PathClass && (method == "write_text" || method == "write_bytes"):
		r.NoteContent(of, first, at)
	case method == "write" && given && opened.Has(owner):
		r.NoteContent(of, first, at)
	case method == "writelines" && given && opened.Has(owner):
		r.NoteContent(of, r.Join(absval.Text(""), first), at)
	case name == "print":
		if file, ok := args.Get(-1, "file"); ok {
			r.NoteContent(openedFile(file), r.Operate("+", r.Join(absval.Text(" "), absval.List(args.Pos...)), absval.Text("\n")), at)
		}
	case name == "json.dump" || name == "yaml.dump" || name == "yaml.safe_dump":
		if file, ok := args.Get(1, "fp"); ok {
			r.NoteContent(openedFile(file), absval.Top, at)
		}
	case name == "os.write" && len(first) == 1 && first[0].Kind == absval.Ref && first[0].Text == "os.open()":
		if text, ok := args.Get(1, ""); ok {
			r.NoteContent(first[0].Of, text, at)
		}
	}
}

// openedFile returns the path of an open file, or an unknown value.
func openedFile(v absval.Value) absval.Value {
	if len(v) == 1 && v[0].Kind == absval.Ref && opened.Has(v[0].Text) && v[0].Of != nil {
		return v[0].Of
	}
	return absval.Top
}
