package script

import "strings"

// readEx returns the acts of commands of ex, vim and ed, one a line: those
// that run a program, and those that read or write a file. What names no file is
// about those that the command line does.
func readEx(code string, given Given) ([]Act, error) {
	var acts []Act
	input := false
	for line := range strings.SplitSeq(code, "\n") {
		line = strings.TrimRight(line, "\r")
		if input {
			input = line != "."
			continue
		}
		line, global := exGlobal(exRange(line))
		input = !global && words("a i c append insert change").has(line)
		if line != "" {
			acts = append(acts, exSystem(line)...)
			acts = append(acts, exCommand(line, given.Args)...)
		}
	}
	return acts, nil
}

// exRange takes the range and the colons off a command.
func exRange(s string) string {
	s = strings.TrimLeft(s, ": \t")
	for s != "" {
		switch c := s[0]; {
		case strings.IndexByte("0123456789.$%+-,; \t", c) >= 0:
			s = s[1:]
		case c == '\'' && len(s) > 1:
			s = s[2:]
		case c == '/' || c == '?':
			n := strings.IndexByte(s[1:], c)
			if n < 0 {
				return ""
			}
			s = s[n+2:]
		default:
			return s
		}
	}
	return ""
}

// exGlobal takes g/pattern/ and v/pattern/ off a command.
func exGlobal(s string) (string, bool) {
	for _, name := range []string{"global", "vglobal", "g", "v"} {
		rest, ok := strings.CutPrefix(s, name)
		rest = strings.TrimPrefix(rest, "!")
		if !ok || rest == "" || strings.IndexByte("/#@,", rest[0]) < 0 {
			continue
		}
		if n := strings.IndexByte(rest[1:], rest[0]); n >= 0 {
			return exRange(rest[n+2:]), true
		}
	}
	return s, false
}

// exNames are the commands of consequence, with how much of their name is
// needed.
var exNames = []struct {
	name  string
	least int
	kind  Kind
}{
	{"write", 1, Writes},
	{"wq", 2, Writes},
	{"wall", 2, Writes},
	{"wqall", 3, Writes},
	{"xall", 2, Writes},
	{"wnext", 2, Writes},
	{"xit", 1, Writes},
	{"saveas", 3, Writes},
	{"update", 2, Writes},
	{"W", 1, Writes},
	{"read", 1, Reads},
	{"edit", 1, Reads},
	{"E", 1, Reads},
	{"split", 2, Reads},
	{"tabedit", 4, Reads},
	{"redir", 4, Writes},
	{"mksession", 3, Writes},
	{"mkvimrc", 3, Writes},
	{"mkexrc", 2, Writes},
	{"mkview", 5, Writes},
	{"wviminfo", 2, Writes},
	{"wshada", 3, Writes},
	{"wundo", 2, Writes},
	{"luafile", 4, Reads},
	{"pyfile", 3, Reads},
	{"py3file", 4, Reads},
	{"rubyfile", 5, Reads},
	{"source", 2, Reads},
	{"runtime", 2, Reads},
	{"terminal", 3, Shell},
	{"make", 3, Evaluates},
	{"execute", 3, Evaluates},
	{"shell", 2, Evaluates},
	{"python", 2, Evaluates},
	{"py3", 3, Evaluates},
	{"python3", 7, Evaluates},
	{"perl", 2, Evaluates},
	{"ruby", 3, Evaluates},
	{"lua", 3, Evaluates},
}

// exCommand returns the acts of one command and of those that follow it after
// a bar. A command for the shell takes the bars with it.
func exCommand(s string, own []Arg) []Act {
	var acts []Act
	for {
		if cmd, ok := strings.CutPrefix(s, "!"); ok {
			return append(acts, exShell(cmd)...)
		}
		name, after := exName(s)
		if words("silent sil noautocmd noa keepalt autocmd au").has(name) {
			s = exRange(strings.TrimPrefix(after, "!"))
			continue
		}
		kind, known := exKind(name)
		if known && kind == Evaluates {
			return append(acts, Act{Kind: Evaluates, Call: name, Args: []Arg{{}}})
		}
		if cmd, ok := exBang(kind, after); known && ok {
			return append(acts, exShell(cmd)...)
		}
		cmd, more, bar := strings.Cut(after, "|")
		if known {
			acts = append(acts, exFile(kind, name, cmd, own)...)
		}
		if !bar {
			return acts
		}
		s = exRange(more)
	}
}

// exName splits the name off a command.
func exName(s string) (name, after string) {
	n := 0
	for n < len(s) && (isLetter(s[n]) || s[n] == '3' && s[0] == 'p') {
		n++
	}
	return s[:n], s[n:]
}

// exKind is what a command of consequence does.
func exKind(name string) (kind Kind, known bool) {
	for _, e := range exNames {
		if begins(name, e.name, e.least) {
			return e.kind, true
		}
	}
	return 0, false
}

// exBang is the command line that a command runs: ":w !cmd" and ":r !cmd" run
// one, where ":w! file" does not.
func exBang(kind Kind, after string) (cmd string, ok bool) {
	after = strings.TrimPrefix(after, "!")
	if kind == Shell {
		return after, true
	}
	return strings.CutPrefix(strings.TrimLeft(after, " \t"), "!")
}

// exFile is the file that a command reads or writes; one that names none writes
// those of the command line.
func exFile(kind Kind, name, after string, own []Arg) []Act {
	file := strings.TrimSpace(strings.TrimPrefix(after, "!"))
	file = strings.TrimSpace(strings.TrimLeft(file, ">"))
	if strings.HasPrefix(name, "redi") && (file == "" || strings.IndexByte("@END", file[0]) >= 0) {
		return nil // to a variable, or no longer
	}
	switch {
	case file == "" && kind == Writes:
		var acts []Act
		for _, a := range own {
			acts = append(acts, Act{Kind: Writes, Call: name, Args: []Arg{a}})
		}
		return acts
	case file != "" && file != "q":
		return []Act{{Kind: kind, Call: name, Args: []Arg{{Text: file, Known: !strings.ContainsAny(file, "%#")}}}}
	}
	return nil
}

// exShell is a command line for the shell; without one it is a shell.
func exShell(cmd string) []Act {
	cmd = strings.TrimSpace(cmd)
	if cmd == "" {
		return []Act{{Kind: Evaluates, Call: "!", Args: []Arg{{}}}}
	}
	return []Act{{Kind: Shell, Call: "!", Args: []Arg{{Text: cmd, Known: true}}}}
}

// exSystem finds the calls of functions that run a command.
func exSystem(s string) []Act {
	var acts []Act
	for _, name := range []string{"system(", "systemlist(", "jobstart(", "termopen("} {
		_, arg, ok := strings.Cut(s, name)
		if !ok || arg == "" {
			continue
		}
		text, _, closed := strings.Cut(arg[1:], arg[:1])
		known := closed && (arg[0] == '\'' || arg[0] == '"') && !strings.Contains(text, "\\")
		if !known {
			text = ""
		}
		acts = append(acts, Act{Kind: Shell, Call: strings.TrimSuffix(name, "("), Args: []Arg{{Text: text, Known: known}}})
	}
	return append(acts, exFiles(s)...)
}

// exFiles finds the calls of functions that change files: writefile(LIST, FILE), delete(FILE),
// rename(FROM, TO).
func exFiles(s string) []Act {
	var acts []Act
	for _, f := range [...]struct {
		name string
		kind Kind
	}{{"writefile(", Writes}, {"delete(", Deletes}, {"rename(", Writes}, {"mkdir(", Writes}} {
		_, args, ok := strings.Cut(s, f.name)
		if !ok {
			continue
		}
		if f.name == "writefile(" {
			_, args, _ = strings.Cut(args, "],")
		}
		for i, text := range exStrings(args) {
			if f.kind == Deletes && i > 0 {
				continue
			}
			acts = append(acts, Act{Kind: f.kind, Call: strings.TrimSuffix(f.name, "("), Tree: strings.Contains(args, "rf"), Args: []Arg{{Text: text, Known: true}}})
		}
	}
	return acts
}

// exStrings are the strings of some arguments, up to the bracket that ends them.
func exStrings(args string) []string {
	var out []string
	for args != "" && args[0] != ')' {
		if c := args[0]; c == '\'' || c == '"' {
			text, rest, closed := strings.Cut(args[1:], args[:1])
			if !closed {
				return out
			}
			out, args = append(out, text), rest
			continue
		}
		args = args[1:]
	}
	return out
}
