package lua

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// The functions of Neovim that compute paths and texts, by its manual: lua.txt, luvref.txt and
// builtin.txt.

// standardPaths are the directories that stdpath() names, with the settings of a new account.
var standardPaths = [...]struct{ name, path string }{
	{"config", "~/.config/nvim"},
	{"data", "~/.local/share/nvim"},
	{"state", "~/.local/state/nvim"},
	{"log", "~/.local/state/nvim"},
	{"cache", "~/.cache/nvim"},
}

// foldEditor returns the value of such a function, and reports whether it is one.
func (r *interp) foldEditor(name string, args []absval.Value) (absval.Value, bool) {
	first := at(args, 0)
	switch name {
	case "vim.fn.expand", "vim.fs.normalize", "vim.fn.expandcmd":
		return r.expanded(first), true
	case "vim.fs.joinpath":
		return r.Paths(args...), true
	case "vim.fn.fnamemodify":
		return modified(first, at(args, 1)), true
	case "vim.fs.dirname":
		return first.Str().Each(absval.Parent), true
	case "vim.fn.resolve", "vim.fn.simplify", "vim.fn.fnameescape", "vim.uv.fs_realpath", "vim.fs.abspath", "vim.fn.escape", "vim.trim", "vim.fn.trim", "vim.fn.string", "vim.inspect", "vim.json.encode", "vim.fn.json_encode":
		return first, len(args) > 0
	case "vim.uv.os_homedir":
		return absval.Text("~"), true
	case "vim.fn.getcwd", "vim.uv.cwd":
		return absval.Text("."), true
	case "vim.uv.os_getenv", "vim.fn.getenv":
		return r.EnvironmentVariable(first, absval.Arguments{Star: -1}), true
	case "vim.fn.stdpath":
		for _, p := range standardPaths {
			if len(first) == 1 && first[0].Kind == absval.Constant && first[0].Text == p.name {
				return absval.Text(p.path), true
			}
		}
		return absval.Top, true
	case "vim.fn.join":
		by := absval.Text(" ")
		if len(args) > 1 {
			by = args[1]
		}
		return r.Join(by, first), true
	case "vim.fn.split", "vim.split":
		return r.split(first, args)
	}
	return r.foundNames(name, args)
}

// split returns the parts of a text. Names that a pattern finds stay one each.
func (r *interp) split(first absval.Value, args []absval.Value) (absval.Value, bool) {
	if first.All(absval.Template) {
		return absval.List(first), true
	}
	if len(args) > 1 {
		return r.SplitBy(first, args[1]), true
	}
	return r.Words(first, false), true
}

// foundNames returns what a listing finds: a list of names, or for glob() a text of them, unless a list
// is asked for.
func (r *interp) foundNames(name string, args []absval.Value) (absval.Value, bool) {
	first, entry := at(args, 0), absval.TemplateOf(effect.Placeholder)
	switch name {
	case "vim.fn.glob":
		if names := r.expanded(first); len(args) < 3 {
			return names, true
		} else {
			return absval.List(names), true
		}
	case "vim.fn.globpath":
		names := r.Paths(r.expanded(first), at(args, 1).Turn(absval.Glob))
		if len(args) < 4 {
			return names, true
		}
		return absval.List(names), true
	case "vim.fn.readdir":
		return absval.List(entry), true
	case "vim.uv.fs_scandir_next":
		return entry, true
	case "vim.fs.find":
		dir := absval.Text(".")
		for _, a := range at(args, 1) {
			if a.Kind == absval.Sequence && a.Keys != nil {
				dir = r.expanded(keyed(a, "path"))
			}
		}
		return absval.List(r.Operate("+", dir.Str(), absval.TemplateOf("/"+effect.Placeholder))), true
	}
	return nil, false
}

// expanded returns paths with the variables that they begin with replaced, and patterns as templates of the
// names that they find. A name such as % is the editor's.
func (r *interp) expanded(v absval.Value) absval.Value {
	var out absval.Union
	for _, a := range v {
		if a.Kind != absval.Constant {
			out.Add(absval.Value{a})
			continue
		}
		text := a.Text
		if strings.HasPrefix(text, "%") || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "<") {
			out.Add(absval.Top)
			continue
		}
		if after, ok := strings.CutPrefix(text, "$"); ok {
			name, rest := splitVariable(after)
			value, known := r.Variable(name)
			if !known {
				out.Add(absval.Top)
				continue
			}
			out.Add(r.Operate("+", value.Str(), absval.Text(rest).Turn(absval.Glob)))
			continue
		}
		out.Add(absval.Glob(text))
	}
	return absval.OrTop(out.Value)
}

// splitVariable cuts the name of a variable off, with or without braces.
func splitVariable(s string) (name, rest string) {
	if inner, ok := strings.CutPrefix(s, "{"); ok {
		name, rest, _ = strings.Cut(inner, "}")
		return name, rest
	}
	n := 0
	for n < len(s) && lex.IsWordByte(s[n]) {
		n++
	}
	return s[:n], s[n:]
}

// modified returns a path as the modifiers of fnamemodify() make it: ":h" its directory, any number of
// times; ":p" and ":~" are the same path, and other modifiers make it unknown.
func modified(v, by absval.Value) absval.Value {
	if len(by) != 1 || by[0].Kind != absval.Constant {
		return absval.Top
	}
	for m := range strings.SplitSeq(strings.TrimPrefix(by[0].Text, ":"), ":") {
		switch m {
		case "h":
			v = v.Str().Each(absval.Parent)
		case "p", "~":
		default:
			return absval.Top
		}
	}
	return v
}

// calledByName returns the function of the editor that a call names by a text: vim.call("delete", …), and
// its arguments. nvim_call_function takes them in a list.
func calledByName(name string, args []absval.Value) (f absval.Value, rest []absval.Value, is bool) {
	first := at(args, 0)
	if name != "vim.call" && name != "vim.api.nvim_call_function" || len(first) != 1 || first[0].Kind != absval.Constant {
		return nil, nil, false
	}
	rest = args[1:]
	if list := at(rest, 0); name != "vim.call" && len(list) == 1 && list[0].Kind == absval.Sequence {
		rest = list[0].Items
	}
	return absval.Named(lex.ClipName("vim.fn." + first[0].Text)), rest, true
}

// noteEdits records the texts that the editor's functions write to files, and to the programs that they
// start.
func (r *interp) noteEdits(name string, args []absval.Value, span lex.Span) {
	switch name {
	case "vim.uv.fs_write":
		if first := at(args, 0); len(first) == 1 && first[0].Kind == absval.Ref && first[0].Text == "vim.uv.fs_open()" {
			r.NoteContent(first[0].Of, at(args, 1), span)
		}
	case "vim.fn.writefile":
		if len(args) > 2 && mayHold(args[2], "a") {
			r.NoteKept(at(args, 1), span)
		}
		r.NoteContent(at(args, 1), r.Operate("+", r.Join(absval.Text("\n"), at(args, 0)), absval.Text("\n")), span)
	case "vim.fn.chansend", "vim.api.nvim_chan_send", "vim.uv.write":
		r.NoteWritten(r.Join(absval.Text("\n"), listOf(at(args, 1))), span)
	case "vim.fn.system", "vim.fn.systemlist":
		if len(args) > 1 {
			r.NoteWritten(r.Join(absval.Text("\n"), listOf(args[1])), span)
		}
	case "vim.system":
		for _, a := range at(args, 1) {
			if a.Kind == absval.Sequence && slices.Contains(a.Keys, "stdin") {
				r.NoteWritten(r.Join(absval.Text("\n"), listOf(keyed(a, "stdin"))), span)
			}
		}
	case "vim.system().write":
		r.NoteWritten(r.Join(absval.Text("\n"), listOf(at(args, 0))), span)
	}
}

// listOf returns a list, or a list of a single text.
func listOf(v absval.Value) absval.Value {
	if v.All(absval.Sequence) {
		return v
	}
	return absval.List(v)
}

// mayHold reports whether a text may contain a flag.
func mayHold(v absval.Value, flag string) bool {
	for _, a := range v {
		if a.Kind != absval.Constant || strings.Contains(a.Text, flag) {
			return true
		}
	}
	return false
}
