package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// Whatever is the text of an unknown part that stands for all that a search
// finds, where it picks nothing.
const Whatever = "{}"

// narrows tells whether a search picks some of what lies below its starting
// points. A pattern that everything matches picks nothing.
func narrows(v *Invocation, x *Syntax) bool {
	if x.Narrow == "" || v.given(x.Widen) != parser.No {
		return false
	}
	for i := range v.Options {
		g := &v.Options[i]
		pattern, known := g.Value.Text()
		if g.is(x.Narrow) == parser.Yes && !(known && strings.Trim(pattern, "*./") == "") {
			return true
		}
	}
	return false
}

// found returns a word for the paths below each starting point of a search.
// What is found may be the starting point itself: the unknown part may be
// empty. Where the search is for one name, that name ends each of them.
func found(v *Invocation) []parser.Word {
	var words []parser.Word
	last := unknown()
	name, named := sought(v)
	if !narrows(v, &v.Program.Syntax) {
		last.Parts[0].Text = Whatever
	}
	for _, o := range v.Operands {
		switch {
		case o.Role == Plain || o.Role == Code:
		case named:
			words = append(words, concat(o.Word.Span, o.Word, parser.Text("/"), last, parser.Text("/"), name))
		default:
			words = append(words, concat(o.Word.Span, o.Word, parser.Text("/"), last))
		}
	}
	if words == nil {
		here := *v
		here.Operands = []Operand{{Word: parser.Text("."), Role: File}}
		return found(&here)
	}
	return words
}

// sought returns the name that a search is for, if it is for a single one.
func sought(v *Invocation) (parser.Word, bool) {
	if v.given(v.Program.Widen) != parser.No {
		return parser.Word{}, false
	}
	for w := range v.Values("-name") {
		if text, known := w.Text(); known && text != "" && !strings.ContainsAny(text, `*?[\/`) {
			return w, true
		}
	}
	return parser.Word{}, false
}

// passing are the filters that hand on lines as they came, and picking those
// that hand on some of them.
const (
	passing = "cat gcat sort gsort uniq tac tee gtee"
	picking = "grep head tail"
)

// searched returns the paths that a search before a pipe prints, or nil if
// standard input is nothing of the kind.
func (r *reader) searched() []parser.Word {
	in, picked := r.cmd.Stdin, false
	for range MaxNesting {
		if len(in.From) != 1 || len(in.From[0].Args) == 0 {
			return nil
		}
		v := read(in.From[0], r.opt, parser.Yes, r.inv.Away)
		for len(v.Nested) == 1 && v.Name != "find" && v.Name != "fd" {
			v = v.Nested[0] // behind env, sudo and the like
		}
		switch {
		case v.Program == nil:
			return nil
		case v.Name == "find" || v.Name == "fd":
			words := found(v)
			for i := range words {
				if w := words[i].Parts; picked && w[len(w)-1].Text == Whatever {
					w[len(w)-1].Text = "?"
				}
			}
			return words
		case among(v.Name, picking):
			picked = true
		case !among(v.Name, passing):
			return nil
		}
		in = v.Command.Stdin
	}
	return nil
}
