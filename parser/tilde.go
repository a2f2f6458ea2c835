package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// text reads unquoted text. first says that it starts its word, more that something other than
// text follows.
func (e *expansion) text(s string, first, more bool) {
	if first && !e.assigned && e.w.options.Lang != reader.POSIX {
		if name, rest, ok := strings.Cut(s, "="); ok && tree.IsName(strings.TrimSuffix(name, "+")) {
			e.escaped(s[:len(s)-len(rest)])
			e.tildes(rest, true, true, more)
			return
		}
	}
	if first && e.w.options.Lang == reader.Zsh && len(s) > 1 && s[0] == '=' {
		e.Unknown(tree.Part{Text: s}, true) // =ls is the path of ls
		s, first = s[1:], false
	}
	if first || e.assigned {
		e.tildes(s, first, e.assigned, more)
		return
	}
	e.escaped(s)
}

// tildes reads text that may start with a tilde if first is set, and may have further tildes
// after colons if colons is set.
func (e *expansion) tildes(s string, first, colons, more bool) {
	for ; ; first = true {
		if first && strings.HasPrefix(s, "~") {
			s = e.tilde(s, colons, more)
		}
		i := strings.IndexByte(s, ':')
		if !colons || i < 0 {
			e.escaped(s)
			return
		}
		e.escaped(s[:i+1])
		s = s[i+1:]
	}
}

// tilde expands the tilde that s starts with, and returns the rest. In any word bash ends the name at a
// colon; for other shells the colon is a part of it, and there is no such user.
func (e *expansion) tilde(s string, colons, more bool) string {
	stop := "/"
	if colons || e.w.options.Lang == reader.Bash {
		stop = "/:"
	}
	end := strings.IndexAny(s, stop)
	if end < 0 {
		if end = len(s); more && e.w.options.Lang == reader.Zsh {
			e.Unknown(tree.Part{Text: s}, true) // ~$x may be
			return ""
		}
		if more {
			return s // the shell does not expand ~"x" and ~$x
		}
	}
	user := s[1:end]
	if strings.ContainsAny(user, "\\*?[") || strings.Contains(user, ":") && e.w.options.Lang != reader.POSIX {
		return s // quoted, a pattern, or with a colon: not a user's name
	}
	if e.w.placeholders.IndexIn(user) >= 0 {
		e.someHome(user)
		return s[end:]
	}
	e.Value(e.w.home(user), true)
	return s[end:]
}

// homeOf identifies the home of a user whose name is not known.
type homeOf struct {
	unit *unit
	user string
}

// someHome adds the home of a user whose name is not known, as in eval "~$USER": the user's own, or
// any.
func (e *expansion) someHome(user string) {
	part, own := tree.Part{Text: "~" + e.w.placeholders.Show(user)}, []tree.Word(nil)
	if v := e.w.home(""); v.Known() {
		own = []tree.Word{v}
	}
	e.possible(homeOf{e.w.unit, user}, own, part, true, func(v tree.Word) { e.Value(v, true) })
}

// lateTilde reads text with a tilde after an expansion. mksh expands the tilde if the expansion
// ended a word, and, in an assignment, after a colon of the expansion. A shell called sh may be
// mksh.
func (e *expansion) lateTilde(s string, more bool) {
	starts, doubted := !e.Open && len(e.Ends) > 0, false
	if n := len(e.Pieces); n > 0 && (e.Open || e.assigned) {
		last := e.Pieces[n-1].Part
		starts = e.assigned && last.Kind == tree.Literal && strings.HasSuffix(last.Text, ":")
		doubted = last.Kind == tree.Unknown && (e.assigned || last.Split)
	}
	switch lang := e.w.options.Lang; {
	case lang == reader.Mksh && starts:
		e.tildes(s, true, e.assigned, more)
	case (lang == reader.Mksh || lang == reader.POSIX) && (starts || doubted), lang == reader.Zsh: // zsh expands it even after an empty expansion
		end := strings.IndexAny(s, "/:")
		if end < 0 {
			end = len(s)
		}
		e.Unknown(tree.Part{Text: s[:end]}, true)
		e.text(s[end:], false, more)
	default:
		e.text(s, false, more)
	}
}
