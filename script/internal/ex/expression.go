package ex

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// value is the value of an expression of Vim script: a text, which may be unknown, or a list of texts.
type value struct {
	text effect.Arg
	list []effect.Arg
}

// variables are the values of the variables that the code has set so far, by their names with their scopes.
type variables map[string]value

// maxVariables bounds the variables that are followed.
const maxVariables = 256

// learn records the variable that a line sets: "let x = …", or "for x in LIST", each of whose items it may be.
func (vs variables) learn(line string) {
	command, after := name(line)
	name := word(strings.TrimLeft(after, " \t"))
	after = strings.TrimLeft(strings.TrimLeft(after, " \t")[len(name):], " \t")
	if name == "" || len(vs) == maxVariables {
		return
	}
	switch command {
	case "let", "const", "var", "final", "unlet":
		text, set := strings.CutPrefix(after, "=")
		if appended, is := strings.CutPrefix(after, ".="); is {
			e := &expression{s: strings.TrimLeft(appended, " \t"), known: vs}
			vs[name] = value{text: concat(vs[name].text, e.joined().text)}
		} else if set {
			e := &expression{s: strings.TrimLeft(text, " \t"), known: vs}
			vs[name] = e.joined()
		} else {
			delete(vs, name)
		}
	case "for":
		list, is := strings.CutPrefix(after, "in ")
		if e := (&expression{s: list, known: vs}); is {
			vs[name] = item(e.joined().list)
		}
	}
}

// item returns what each item of a list is, if there is only one, such as the names that a pattern finds.
func item(list []effect.Arg) value {
	if len(list) == 1 {
		return value{text: list[0]}
	}
	return value{}
}

// expression reads an expression from left to right.
type expression struct {
	s     string
	depth int
	known variables
}

// arguments returns the values of a call's arguments, up to the closing bracket.
func arguments(s string, known variables) []value {
	e := &expression{s: s, known: known}
	return e.values(')')
}

// values reads expressions between commas, up to a closing bracket.
func (e *expression) values(end byte) (all []value) {
	if e.depth++; e.depth > effect.MaxDepth {
		e.s = ""
	}
	defer func() { e.depth-- }()
	for e.blank(); e.s != ""; e.blank() {
		if e.s[0] == end {
			e.s = e.s[1:]
			return all
		}
		before := len(e.s)
		all = append(all, e.joined())
		if e.blank(); strings.HasPrefix(e.s, ",") {
			e.s = e.s[1:]
		}
		if len(e.s) == before {
			e.s = e.s[1:]
		}
	}
	return all
}

func (e *expression) blank() { e.s = strings.TrimLeft(e.s, " \t") }

// joined reads texts that "." or ".." joins. Other operators, and what follows them, make the value unknown.
func (e *expression) joined() value {
	v := e.term()
	for e.blank(); e.s != ""; e.blank() {
		switch c := e.s[0]; {
		case c == '.':
			e.s = strings.TrimLeft(e.s, ".")
			e.blank()
			v = value{text: concat(v.text, e.term().text)}
		case c == ',' || c == ')' || c == ']' || c == '}':
			return v
		case c == '+' && v.list != nil:
			e.s = e.s[1:]
			e.blank()
			v = value{list: append(v.list, e.term().list...)}
		default:
			e.s = e.s[1:]
			e.blank()
			e.term()
			v = value{}
		}
	}
	return v
}

// concat joins two texts. Behind an unknown text, only the beginning is certain.
func concat(a, b effect.Arg) effect.Arg {
	switch {
	case a.Template && b.Known:
		return effect.Arg{Text: a.Text + effect.EscapeTemplate(b.Text), Template: true}
	case a.Known && b.Template:
		return effect.Arg{Text: effect.EscapeTemplate(a.Text) + b.Text, Template: true}
	case a.Template && b.Template:
		return effect.Arg{Text: a.Text + b.Text, Template: true}
	case !a.Known || b.Template:
		return effect.Arg{Text: a.Text}
	}
	return effect.Arg{Text: a.Text + b.Text, Known: b.Known}
}

// term reads a string, a variable, a list, a call or a bracket. Anything else is unknown.
func (e *expression) term() value {
	if e.s == "" {
		return value{}
	}
	switch c := e.s[0]; {
	case c == '\'' || c == '"':
		return value{text: e.quoted(c)}
	case c == '$':
		name := word(e.s[1:])
		e.s = e.s[1+len(name):]
		if name == "HOME" {
			return value{text: effect.Arg{Text: "~", Known: true}}
		}
		return value{}
	case c == '[':
		e.s = e.s[1:]
		list := []effect.Arg{}
		for _, v := range e.values(']') {
			list = append(list, v.text)
		}
		return value{list: list}
	case c == '(':
		e.s = e.s[1:]
		if all := e.values(')'); len(all) == 1 {
			return all[0]
		}
		return value{}
	case c == '{':
		e.s = e.s[1:]
		e.values('}')
		return value{}
	}
	name := word(e.s)
	if name == "" {
		return value{}
	}
	e.s = e.s[len(name):]
	if strings.HasPrefix(e.s, "(") {
		e.s = e.s[1:]
		return called(name, e.values(')'))
	}
	return e.known[name]
}

// word returns the name at the start of a text, with its scope: g:x.
func word(s string) string {
	n := 0
	for n < len(s) && (lex.IsWordByte(s[n]) || s[n] == ':' && n == 1 || s[n] == '#') {
		n++
	}
	return s[:n]
}

// quoted reads a string. A single quote is doubled inside single quotes, and a backslash escapes inside double
// ones; an escape that is not known makes the string unknown.
func (e *expression) quoted(quote byte) effect.Arg {
	text, s, known := []byte{}, e.s[1:], true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote && quote == '\'' && i+1 < len(s) && s[i+1] == quote:
			text = append(text, quote)
			i++
		case c == quote:
			e.s = s[i+1:]
			return effect.Arg{Text: string(text), Known: known}
		case c == '\\' && quote == '"' && i+1 < len(s):
			i++
			plain := strings.IndexByte(`nt"\`, s[i])
			if known = known && plain >= 0; plain >= 0 && known {
				text = append(text, "\n\t\"\\"[plain])
			}
		case known:
			text = append(text, c)
		}
	}
	e.s = ""
	return effect.Arg{Text: string(text)}
}

// called returns the value of a function that computes a text.
func called(name string, args []value) value {
	if len(args) == 0 {
		return value{}
	}
	first := args[0].text
	switch name {
	case "expand", "glob":
		v := value{text: expanded(first)}
		if len(args) > 2 {
			v = value{list: []effect.Arg{v.text}}
		}
		return v
	case "readdir":
		return value{list: []effect.Arg{{Text: effect.Placeholder, Template: true}}}
	case "globpath":
		if len(args) > 1 && first.Known && args[1].text.Known {
			return value{list: []effect.Arg{expanded(concat(first, effect.Arg{Text: "/" + args[1].text.Text, Known: true}))}}
		}
	case "split":
		if first.Template {
			return value{list: []effect.Arg{first}}
		}
	case "resolve", "simplify", "shellescape", "fnameescape", "trim", "string", "escape", "tolower":
		return value{text: first}
	case "fnamemodify":
		for m := range strings.SplitSeq(strings.TrimPrefix(args[min(1, len(args)-1)].text.Text, ":"), ":") {
			switch {
			case m == "h" && first.Known:
				first.Text = path.Dir(first.Text)
			case m != "p" && m != "~":
				return value{}
			}
		}
		return value{text: first}
	case "join":
		by := effect.Arg{Text: " ", Known: true}
		if len(args) > 1 {
			by = args[1].text
		}
		out := effect.Arg{Known: true}
		for i, item := range args[0].list {
			if i > 0 {
				out = concat(out, by)
			}
			out = concat(out, item)
		}
		if args[0].list != nil {
			return value{text: out}
		}
	}
	return value{}
}

// expanded returns a path as the function expand() does: $HOME replaced, and a pattern as the names that it
// finds. Other variables, and names such as % that the editor replaces, are unknown.
func expanded(a effect.Arg) effect.Arg {
	if !a.Known {
		return a
	}
	if rest, ok := strings.CutPrefix(a.Text, "$HOME"); ok && word(rest) == "" {
		a.Text = "~" + rest
	}
	if a.Text == "" || strings.IndexByte("$%#<", a.Text[0]) >= 0 {
		return effect.Arg{}
	}
	return absval.Glob(a.Text).Args()[0]
}
