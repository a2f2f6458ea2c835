package console

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordsplit"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Commands returns the reader for one line of a program's command language, or nil. Each line is
// a command, and some commands run others. python reads the Python code in debugger commands.
func Commands(lang string, python func(code string, given effect.CommandLine) ([]effect.Act, error)) func(line string) []effect.Act {
	switch lang {
	case "checkpoint": // tar --checkpoint-action
		return checkpointAct
	case "less": // less +COMMAND
		return lessAct
	case "gdb": // gdb and lldb
		return func(line string) []effect.Act { return debuggerAct(line, python) }
	case "sftp": // sftp, ftp and lftp
		return new(transfer).line
	case "screen": // screen -X
		return screenAct
	case "ip", "bridge", "tc": // ip -batch
		return func(line string) []effect.Act { return batchAct(lang, line) }
	case "keys": // tmux send-keys
		return keysAct
	}
	return nil
}

// Read returns the acts of each line.
func Read(act func(line string) []effect.Act, code string) []effect.Act {
	var acts []effect.Act
	offset := 0
	for line := range strings.Lines(code) {
		begin := offset
		offset += len(line)
		for _, a := range act(strings.TrimSpace(line)) {
			a.Offset, a.End = begin, offset
			acts = append(acts, a)
		}
	}
	return acts
}

// checkpointAct reads an action of tar(1): exec=COMMAND runs one.
func checkpointAct(line string) []effect.Act {
	if cmd, ok := strings.CutPrefix(line, "exec="); ok {
		return effect.ShellLine("exec", cmd)
	}
	return nil
}

// lessAct reads an initial command of less(1): ! and # run a command, and | with a mark pipes to
// one.
func lessAct(line string) []effect.Act {
	line = strings.TrimPrefix(line, "+")
	switch {
	case line == "":
		return nil
	case line[0] == '!' || line[0] == '#':
		return effect.ShellLine("!", line[1:])
	case line[0] == '|' && len(line) > 1:
		return effect.ShellLine("|", line[2:])
	case line[0] == 's' && strings.Contains(line, " "):
		return []effect.Act{{Kind: effect.Writes, Call: "s", Args: []effect.Arg{{Text: strings.TrimSpace(line[1:]), Known: true}}}}
	}
	return nil
}

// debuggerAct reads a command of gdb or lldb.
func debuggerAct(line string, python func(code string, given effect.CommandLine) ([]effect.Act, error)) []effect.Act {
	if cmd, ok := strings.CutPrefix(line, "!"); ok {
		return effect.ShellLine("!", cmd)
	}
	name, rest := firstWord(line)
	switch name {
	case "shell", "make":
		return effect.ShellLine(name, strings.TrimSpace(strings.TrimPrefix(line, "shell")))
	case "platform":
		if sub, cmd := firstWord(rest); sub == "shell" {
			return effect.ShellLine("platform shell", cmd)
		}
	case "pipe", "|":
		_, cmd, _ := strings.Cut(rest, "|")
		return effect.ShellLine(name, cmd)
	case "python", "py", "pi", "python-interactive", "script":
		acts, err := python(rest, effect.CommandLine{})
		if err != nil || rest == "" {
			return []effect.Act{{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{Text: rest}}}}
		}
		return acts
	case "guile", "gu", "compile", "call", "print", "p", "expr", "expression":
		if strings.Contains(rest, "system(") || strings.Contains(rest, "exec") || strings.Contains(rest, "popen(") {
			return []effect.Act{{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{Text: rest}}}}
		}
	case "source":
		return sourced(name, rest)
	case "command": // of lldb
		for _, verb := range []string{"source", "script import"} {
			if file, is := strings.CutPrefix(rest, verb+" "); is {
				return sourced(name+" "+verb, strings.TrimSpace(file))
			}
		}
	}
	return nil
}

// sourced returns the run of a file of commands: a debugger reads it as one that -x names.
func sourced(call, words string) []effect.Act {
	file := words
	for strings.HasPrefix(file, "-") {
		_, file = firstWord(file)
	}
	if file == "" {
		return nil
	}
	return []effect.Act{{Kind: effect.Runs, Call: call, Content: true, Args: []effect.Arg{{Text: "gdb", Known: true}, {Text: "-x", Known: true}, {Text: file, Known: true}}}}
}

// screenAct reads the words of a command for a running screen(1).
func screenAct(line string) []effect.Act {
	words := words(line)
	if len(words) < 2 {
		return nil
	}
	rest := words[1:]
	switch words[0] {
	case "stuff":
		return typedLines(strings.Join(rest, " "))
	case "exec", "screen", "backtick":
		for len(rest) > 0 && strings.Trim(rest[0], ".!|:-0123456789") == "" {
			rest = rest[1:]
		}
		return vectorAct(words[0], rest)
	case "eval":
		var acts []effect.Act
		for _, w := range rest {
			acts = append(acts, screenAct(w)...)
		}
		return acts
	case "source", "readbuf":
		return []effect.Act{{Kind: effect.Reads, Call: words[0], Args: []effect.Arg{{Text: rest[0], Known: true}}}}
	case "hardcopy", "writebuf", "logfile":
		return []effect.Act{{Kind: effect.Writes, Call: words[0], Args: []effect.Arg{{Text: rest[len(rest)-1], Known: true}}}}
	}
	return nil
}

// vectorAct returns the run of an argument vector.
func vectorAct(call string, argv []string) []effect.Act {
	if len(argv) == 0 {
		return nil
	}
	a := effect.Act{Kind: effect.Runs, Call: call}
	for _, w := range argv {
		a.Args = append(a.Args, effect.Arg{Text: w, Known: true})
	}
	return []effect.Act{a}
}

// keysAct reads the operands of tmux's send-keys: names of keys, and text, which is typed
// without blanks between the operands.
func keysAct(line string) []effect.Act {
	var text strings.Builder
	for _, w := range words(line) {
		switch w {
		case "Enter", "KPEnter", "C-m", "C-j", "^M", "^J":
			text.WriteByte('\n')
		case "Space":
			text.WriteByte(' ')
		case "C-c", "^C", "C-u", "^U":
			text.Reset()
		default:
			text.WriteString(w)
		}
	}
	return typedLines(text.String())
}

// typedLines returns the acts of text typed into a terminal, where a shell may read it line by
// line.
func typedLines(text string) []effect.Act {
	var acts []effect.Act
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			acts = append(acts, effect.ShellLine("typed", line)...)
		}
	}
	return acts
}

// firstWord splits the first word off a line.
func firstWord(line string) (first, rest string) {
	first, rest, _ = strings.Cut(line, " ")
	return first, strings.TrimSpace(rest)
}

// words splits a line at blanks outside double quotes. A backslash escapes the next byte, with \n,
// \r and \t as in C.
func words(line string) []string {
	words, _ := quotedWords.Split(line)
	return words
}

var quotedWords = wordsplit.Quoting{Quotes: `"`, Separators: " ", Escaped: escapedByte}

func escapedByte(_, next byte) (string, bool) { return unescaped(next), true }

// unescaped returns the text of an escaped byte.
func unescaped(c byte) string {
	switch c {
	case 'n', 'r':
		return "\n"
	case 't':
		return "\t"
	}
	return string(c)
}

// batchAct reads a line of a batch file: a command line without the program's name (ip(8), -batch).
func batchAct(program, line string) []effect.Act {
	argv := words(line)
	if len(argv) == 0 || strings.HasPrefix(argv[0], "#") {
		return nil
	}
	return vectorAct(program, append([]string{program}, argv...))
}
