package ex

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// functions are the functions of Vim script with acts, by builtin.txt and channel.txt of Vim and of Neovim: the
// kind, and the position of the argument.
var functions = [...]struct {
	name string
	kind effect.Kind
	pos  int
}{
	{"system", effect.Shell, 0},
	{"systemlist", effect.Shell, 0},
	{"jobstart", effect.Shell, 0},
	{"job_start", effect.Shell, 0},
	{"termopen", effect.Shell, 0},
	{"term_start", effect.Shell, 0},
	{"readfile", effect.Reads, 0},
	{"readblob", effect.Reads, 0},
	{"writefile", effect.Writes, 1},
	{"filecopy", effect.Reads, 0},
	{"filecopy", effect.Writes, 1},
	{"delete", effect.Deletes, 0},
	{"rename", effect.Deletes, 0},
	{"rename", effect.Writes, 1},
	{"mkdir", effect.Writes, 0},
	{"setfperm", effect.Changes, 0},
	{"mkspell", effect.Writes, 0},
}

// calls finds the calls of such functions on a line, wherever they are.
func calls(line string, known variables) []effect.Act {
	var acts []effect.Act
	for _, f := range functions {
		for rest := line; ; {
			before, after, found := strings.Cut(rest, f.name+"(")
			if !found {
				break
			}
			rest = after
			if isPart(before) {
				continue
			}
			args := arguments(after, known)
			if f.pos >= len(args) {
				continue
			}
			acts = append(acts, act(f.name, f.kind, args[f.pos], args))
		}
	}
	return acts
}

// isPart reports whether a name behind a text is the end of a longer one: s:delete, my#delete, d.delete. A
// text is joined by "..", too.
func isPart(before string) bool {
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	return lex.IsWordByte(last) || last == '#' || last == ':' || last == '.' && !strings.HasSuffix(before, "..")
}

// act returns the act of a call.
func act(name string, kind effect.Kind, on value, args []value) effect.Act {
	a := effect.Act{Kind: kind, Call: name, Args: []effect.Arg{on.text}}
	switch {
	case kind == effect.Shell && on.list != nil:
		a.Kind, a.Args = effect.Runs, on.list
	case name == "delete":
		a.Tree = len(args) > 1 && (!args[1].text.Known || strings.Contains(args[1].text.Text, "r"))
	case name == "rename":
		a.Tree = kind == effect.Deletes
	case name == "writefile":
		a.Keeps = len(args) > 2 && (!args[2].text.Known || strings.Contains(args[2].text.Text, "a"))
		a.Holds = lines(args[0].list)
	}
	return a
}

// lines joins a list of known texts as the lines of a file.
func lines(list []effect.Arg) []effect.Arg {
	text := ""
	for _, l := range list {
		if !l.Known {
			return nil
		}
		text += l.Text + "\n"
	}
	if len(list) == 0 {
		return nil
	}
	return []effect.Arg{{Text: text, Known: true}}
}
