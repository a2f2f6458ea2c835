package sql

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Commands of the clients themselves, which are not sent to the server.

// psql reads a backslash command up to the end of the line.
func (r *reader) psql(text string, _ bool) int {
	if text[0] != '\\' {
		return 0
	}
	n := lex.LineEnd(text)
	name, rest, _ := strings.Cut(strings.TrimRight(text[1:n], "\r"), " ")
	rest = strings.TrimSpace(rest)
	if cmd, ok := strings.CutPrefix(name, "!"); ok {
		r.shell(strings.TrimSpace(cmd + " " + rest))
		return n
	}
	r.backquotes(rest)
	last := rest[strings.LastIndexByte(rest, ' ')+1:]
	switch name {
	case "copy":
		r.copyFile(rest)
	case "i", "ir", "include", "include_relative", "lo_import":
		r.arg(effect.Reads, name, fileName(rest))
	case "o", "out", "g", "gx", "w", "write", "s":
		r.output(name, rest)
	case "lo_export":
		r.arg(effect.Writes, name, fileName(last))
	case "gexec":
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "gexec", Args: []effect.Arg{{}}})
	}
	if strings.HasPrefix(name, "g") {
		r.end()
	}
	return n
}

// copyFile records the file or program of \copy, which the client opens. The name may be unquoted.
func (r *reader) copyFile(rest string) {
	if stmt := r.tokens(rest); hasWord(stmt, "PROGRAM") {
		r.copy(stmt, false)
		return
	}
	fields := strings.Fields(rest)
	for i := len(fields) - 2; i >= 0; i-- {
		kind, ok := map[string]effect.Kind{"from": effect.Reads, "to": effect.Writes}[strings.ToLower(fields[i])]
		if name := strings.ToLower(fields[i+1]); ok && name != "stdin" && name != "stdout" && name != "pstdin" && name != "pstdout" {
			r.arg(kind, "copy", fileName(strings.TrimRight(fields[i+1], ";")))
			return
		}
	}
}

// tokens returns the tokens of a line.
func (r *reader) tokens(line string) []token {
	t := &reader{dialect: &dialect{backslash: r.backslash, dollar: r.dollar}, placeholders: r.placeholders, rest: strings.TrimRight(line, "; ")}
	for t.rest != "" {
		if t.next() != nil {
			return nil
		}
	}
	return t.pending
}

// fileName returns the name of a file, quoted or not.
func fileName(s string) token {
	if len(s) > 1 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		s = s[1 : len(s)-1]
	}
	return token{kind: sqlString, text: s}
}

// output records the target of results: a file or, after a bar, a command.
func (r *reader) output(call, to string) {
	switch to = fileName(to).text; {
	case to == "":
	case to[0] == '|':
		r.shell(strings.TrimSpace(to[1:]))
		if last := len(r.acts) - 1; last >= 0 && r.acts[last].Kind == effect.Shell {
			r.acts[last].Input = &effect.Input{} // the results of the queries
		}
	default:
		r.arg(effect.Writes, call, token{kind: sqlString, text: to})
	}
}

// shell records a command line. An empty one starts a shell.
func (r *reader) shell(cmd string) {
	if cmd == "" {
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "shell", Args: []effect.Arg{{}}})
		return
	}
	r.arg(effect.Shell, "shell", token{kind: sqlString, text: cmd})
}

// backquotes records the commands that psql substitutes in its arguments.
func (r *reader) backquotes(s string) {
	for {
		_, rest, ok := strings.Cut(s, "`")
		cmd, after, closed := strings.Cut(rest, "`")
		if !ok || !closed {
			return
		}
		r.shell(cmd)
		s = after
	}
}

// mysql reads \! and other backslash commands anywhere, and the same commands by name at the start of
// a line.
func (r *reader) mysql(text string, begin bool) int {
	name, at := "", 2
	switch {
	case text[0] == '\\' && len(text) > 1 && text[1] != '\n':
		if name = mysqlLetter(text[1]); name == "" {
			return 2
		}
	case begin:
		at = strings.IndexByte(text[:min(len(text), len("delimiter "))], ' ') + 1
		if name = strings.ToLower(text[:max(at-1, 0)]); !lex.Words("system source tee pager delimiter").Has(name) {
			return 0
		}
	default:
		return 0
	}
	n := max(lex.LineEnd(text), at)
	r.client(name, strings.TrimRight(text[at:n], "\r"))
	return n
}

// mysqlLetter returns the command of a letter after a backslash.
func mysqlLetter(c byte) string {
	switch c {
	case '!':
		return "system"
	case '.':
		return "source"
	case 'T':
		return "tee"
	case 'P':
		return "pager"
	case 'd':
		return "delimiter"
	}
	return ""
}

// client handles a command of mysql that takes the rest of its line.
func (r *reader) client(name, rest string) {
	rest = strings.TrimRight(strings.TrimSpace(rest), ";")
	switch name {
	case "system", "pager":
		if rest != "" {
			r.shell(rest)
		}
	case "source":
		r.arg(effect.Reads, name, fileName(rest))
	case "tee":
		r.arg(effect.Writes, name, fileName(rest))
	}
}

// sqlite reads a dot command, at the start of a line outside statements.
func (r *reader) sqlite(text string, begin bool) int {
	if !begin || text[0] != '.' {
		return 0
	}
	n := lex.LineEnd(text)
	name, rest, _ := strings.Cut(strings.TrimRight(text[1:n], "\r"), " ")
	rest = strings.TrimSpace(rest)
	for strings.HasPrefix(rest, "-") {
		_, after, _ := strings.Cut(rest, " ")
		rest = strings.TrimSpace(after)
	}
	last := rest[strings.LastIndexByte(rest, ' ')+1:]
	switch {
	case rest == "" || name == "":
	case lex.IsAbbreviation(name, "shell", 2), lex.IsAbbreviation(name, "system", 3):
		r.shell(rest)
	case lex.IsAbbreviation(name, "output", 1), lex.IsAbbreviation(name, "once", 2), lex.IsAbbreviation(name, "log", 3), lex.IsAbbreviation(name, "trace", 2):
		if rest != "stdout" && rest != "stderr" && rest != "off" {
			r.output(name, rest)
		}
	case lex.IsAbbreviation(name, "import", 1), lex.IsAbbreviation(name, "read", 3):
		r.input(name, rest)
	case lex.IsAbbreviation(name, "load", 2):
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "load", Args: []effect.Arg{{}}})
	case lex.IsAbbreviation(name, "backup", 1), lex.IsAbbreviation(name, "save", 2), lex.IsAbbreviation(name, "clone", 2):
		r.arg(effect.Writes, name, fileName(last))
	case lex.IsAbbreviation(name, "restore", 3):
		r.arg(effect.Reads, name, fileName(last))
		r.alter("replace", nil)
	case lex.IsAbbreviation(name, "open", 2):
		r.arg(effect.Reads, name, fileName(last))
	case lex.IsAbbreviation(name, "archive", 2):
		r.archive(strings.Fields(text[1:n])[1:])
	case lex.IsAbbreviation(name, "excel", 2), lex.IsAbbreviation(name, "www", 3):
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}})
	}
	return n
}

// input records the source of input: a file or, after a bar, a command's output.
func (r *reader) input(call, from string) {
	if call[0] == 'i' { // a table follows
		end := " "
		if from[0] == '\'' || from[0] == '"' {
			end = from[:1]
		}
		if n := strings.Index(from[1:], end); n >= 0 {
			from = strings.TrimRight(from[:n+2], " ")
		}
	}
	from = fileName(from).text
	if cmd, ok := strings.CutPrefix(from, "|"); ok {
		r.shell(strings.TrimSpace(cmd))
		return
	}
	r.arg(effect.Reads, call, token{kind: sqlString, text: from})
}

// archive records the files of .archive: -x unpacks into the directory of -C, and -f names the
// archive, whose use depends on the other letters.
func (r *reader) archive(argv []string) {
	writes, dir, file, operands := false, ".", "", 0
	extracts := false
	for i := 0; i < len(argv); i++ {
		w := argv[i]
		switch next := i + 1; {
		case w == "--directory" && next < len(argv):
			dir, i = argv[next], next
		case w == "--file" && next < len(argv):
			file, i = argv[next], next
		case strings.HasPrefix(w, "--"):
			extracts = extracts || w == "--extract"
			writes = writes || lex.Words("--create --insert --update --remove").Has(w)
		case w[0] == '-' || i == 0 && operands == 0:
			extracts = extracts || strings.Contains(w, "x")
			writes = writes || strings.ContainsAny(w, "ciur")
			for _, letter := range w { // each takes the next word, in their order
				if i+1 < len(argv) && letter == 'C' {
					i++
					dir = argv[i]
				} else if i+1 < len(argv) && letter == 'f' {
					i++
					file = argv[i]
				}
			}
		default:
			operands++
		}
	}
	if extracts {
		r.arg(effect.Writes, "archive", fileName(dir))
	}
	if writes && file != "" {
		r.arg(effect.Writes, "archive", fileName(file))
	}
}
