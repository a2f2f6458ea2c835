package ex

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Read returns the acts of commands of ex, vim and ed, one per line: those that run a program, or
// read or write a file. A command without a file name applies to the files of the command line.
// lua reads Lua code.
func Read(code string, given effect.CommandLine, lua func(string, effect.CommandLine) ([]effect.Act, error)) ([]effect.Act, error) {
	var acts []effect.Act
	input, known := false, variables{}
	for line := range strings.SplitSeq(code, "\n") {
		line = strings.TrimRight(line, "\r")
		if chunk, ok := luaChunk(exRange(line)); ok && !input {
			more, err := lua(chunk, effect.CommandLine{Placeholders: given.Placeholders})
			if err != nil {
				more = []effect.Act{{Kind: effect.Evaluates, Call: "lua", Args: []effect.Arg{{}}}}
			}
			acts = append(acts, more...)
			continue
		}
		if input {
			input = line != "."
			continue
		}
		line, global := global(exRange(line))
		input = !global && lex.Words("a i c append insert change").Has(line)
		if line != "" {
			for _, part := range bars(line) {
				acts = append(acts, calls(part, known)...)
				known.learn(strings.TrimLeft(part, " \t:"))
			}
			acts = append(acts, command(line, given.Args)...)
		}
	}
	return acts, nil
}

// bars splits a line at the bars between its commands, which are in no string and are no operator.
func bars(line string) (parts []string) {
	quote, from := byte(0), 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == '\\' && quote == '"':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '|' && i+1 < len(line) && line[i+1] == '|':
			i++
		case c == '|':
			parts, from = append(parts, line[from:i]), i+1
		}
	}
	return append(parts, line[from:])
}

// luaChunk returns the Lua code on the line of a command. Blocks up to an end marker are not
// supported.
func luaChunk(command string) (string, bool) {
	name, after := name(command)
	if !lex.IsAbbreviation(name, "lua", 3) || strings.HasPrefix(strings.TrimSpace(after), "<<") {
		return "", false
	}
	after = strings.TrimSpace(after)
	if expr, ok := strings.CutPrefix(after, "="); ok {
		after = "return " + expr
	}
	return after, after != ""
}

// exRange strips the range and the colons from a command.
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

// global strips g/pattern/ and v/pattern/ from a command.
func global(s string) (string, bool) {
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

// names are the commands with acts, and the shortest abbreviation of each.
var names = []struct {
	name  string
	least int
	kind  effect.Kind
}{
	{"write", 1, effect.Writes},
	{"wq", 2, effect.Writes},
	{"wall", 2, effect.Writes},
	{"wqall", 3, effect.Writes},
	{"xall", 2, effect.Writes},
	{"wnext", 2, effect.Writes},
	{"xit", 1, effect.Writes},
	{"saveas", 3, effect.Writes},
	{"update", 2, effect.Writes},
	{"W", 1, effect.Writes},
	{"read", 1, effect.Reads},
	{"edit", 1, effect.Reads},
	{"E", 1, effect.Reads},
	{"split", 2, effect.Reads},
	{"tabedit", 4, effect.Reads},
	{"redir", 4, effect.Writes},
	{"mksession", 3, effect.Writes},
	{"mkvimrc", 3, effect.Writes},
	{"mkexrc", 2, effect.Writes},
	{"mkview", 5, effect.Writes},
	{"wviminfo", 2, effect.Writes},
	{"wshada", 3, effect.Writes},
	{"wundo", 2, effect.Writes},
	{"luafile", 4, effect.Reads},
	{"pyfile", 3, effect.Reads},
	{"py3file", 4, effect.Reads},
	{"rubyfile", 5, effect.Reads},
	{"source", 2, effect.Reads},
	{"runtime", 2, effect.Reads},
	{"terminal", 3, effect.Shell},
	{"make", 3, effect.Evaluates},
	{"execute", 3, effect.Evaluates},
	{"shell", 2, effect.Evaluates},
	{"python", 2, effect.Evaluates},
	{"py3", 3, effect.Evaluates},
	{"python3", 7, effect.Evaluates},
	{"perl", 2, effect.Evaluates},
	{"ruby", 3, effect.Evaluates},
	{"lua", 3, effect.Evaluates},
}

// command returns the acts of one command and of those after bars. In a shell command the bars
// belong to the command line.
func command(s string, own []effect.Arg) []effect.Act {
	var acts []effect.Act
	for {
		if cmd, ok := strings.CutPrefix(s, "!"); ok {
			return append(acts, shell(cmd)...)
		}
		name, after := name(s)
		if lex.Words("silent sil noautocmd noa keepalt autocmd au").Has(name) {
			s = exRange(strings.TrimPrefix(after, "!"))
			continue
		}
		kind, known := kind(name)
		if known && kind == effect.Evaluates {
			return append(acts, effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}})
		}
		if cmd, ok := bang(kind, after); known && ok {
			return append(acts, shell(cmd)...)
		}
		cmd, more, bar := strings.Cut(after, "|")
		if known {
			acts = append(acts, file(kind, name, cmd, own)...)
		}
		if !bar {
			return acts
		}
		s = exRange(more)
	}
}

// name splits the name off a command.
func name(s string) (name, after string) {
	n := 0
	for n < len(s) && (lex.IsLetter(s[n]) || s[n] == '3' && s[0] == 'p') {
		n++
	}
	return s[:n], s[n:]
}

// kind returns the kind of act of a command.
func kind(name string) (kind effect.Kind, known bool) {
	for _, e := range names {
		if lex.IsAbbreviation(name, e.name, e.least) {
			return e.kind, true
		}
	}
	return 0, false
}

// bang returns the command line in a command: ":w !cmd" and ":r !cmd" have one, ":w! file" does
// not.
func bang(kind effect.Kind, after string) (cmd string, ok bool) {
	after = strings.TrimPrefix(after, "!")
	if kind == effect.Shell {
		return after, true
	}
	return strings.CutPrefix(strings.TrimLeft(after, " \t"), "!")
}

// file returns the act of a command on its file. Without a name, a write applies to the files of
// the command line.
func file(kind effect.Kind, name, after string, own []effect.Arg) []effect.Act {
	file := strings.TrimSpace(strings.TrimPrefix(after, "!"))
	file = strings.TrimSpace(strings.TrimLeft(file, ">"))
	if strings.HasPrefix(name, "redi") && (file == "" || strings.IndexByte("@END", file[0]) >= 0) {
		return nil // to a variable, or no longer
	}
	switch {
	case file == "" && kind == effect.Writes:
		var acts []effect.Act
		for _, a := range own {
			acts = append(acts, effect.Act{Kind: effect.Writes, Call: name, Args: []effect.Arg{a}})
		}
		return acts
	case lex.IsAbbreviation(name, "luafile", 4) && file != "" && !strings.ContainsAny(file, "%#$*"), lex.IsAbbreviation(name, "source", 2) && strings.HasSuffix(file, ".lua"):
		return []effect.Act{{Kind: effect.Runs, Call: name, Content: true, Args: []effect.Arg{{Text: "lua", Known: true}, {Text: file, Known: true}}}}
	case lex.IsAbbreviation(name, "source", 2) && file != "" && !strings.ContainsAny(file, "%#$*"):
		return []effect.Act{{Kind: effect.Runs, Call: name, Content: true, Args: []effect.Arg{{Text: "vim", Known: true}, {Text: "-S", Known: true}, {Text: file, Known: true}}}}
	case file != "" && file != "q":
		return []effect.Act{{Kind: kind, Call: name, Args: []effect.Arg{{Text: file, Known: !strings.ContainsAny(file, "%#")}}}}
	}
	return nil
}

// shell returns the run of a command line; an empty one starts a shell.
func shell(cmd string) []effect.Act {
	cmd = strings.TrimSpace(cmd)
	if cmd == "" {
		return []effect.Act{{Kind: effect.Evaluates, Call: "!", Args: []effect.Arg{{}}}}
	}
	return []effect.Act{{Kind: effect.Shell, Call: "!", Args: []effect.Arg{{Text: cmd, Known: true}}}}
}
