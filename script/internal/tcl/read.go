package tcl

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Read returns the acts of Tcl as expect(1) and tclsh(1) run it, by the commands that start programs,
// wherever they occur: spawn, exec and system, open on a pipe, and file delete.
func Read(code string) ([]effect.Act, error) {
	code = strings.ReplaceAll(code, hole, "")
	s := &scope{values: map[string][]string{}, aliases: map[string]string{}, params: map[string][]string{}}
	s.walk(code, 0, s.learn)
	s.walk(code, 0, s.learn) // procedures get their arguments from calls behind them
	var acts []effect.Act
	s.walk(code, 0, func(words []word) {
		if words == nil {
			acts = append(acts, effect.Act{Kind: effect.Evaluates, Call: "eval", Args: []effect.Arg{{}}})
			return
		}
		for _, a := range s.acts(words) {
			a.Dir = s.dir
			acts = append(acts, a)
		}
		s.chdir(words)
		sends(words, &s.sent)
	})
	for i, a := range acts {
		acts[i].Empties = a.Kind == effect.Writes && a.Args[0].Template && empties(code)
		if s.sent.Len() > 0 && (a.Call == "open" && a.Kind == effect.Shell || a.Call == "spawn" && a.Kind == effect.Runs) {
			acts[i].Input = &effect.Input{Arg: effect.Arg{Text: s.sent.String(), Known: true}}
		}
	}
	return acts, nil
}

// word is a word of Tcl.
type word struct {
	text  string
	known bool
	body  bool // it was in braces, and may be code
	code  bool // a command whose result is substituted
}

// bodies are the commands that run the braced words after them.
const bodies lex.Words = "if elseif while for foreach lmap proc switch catch try time after namespace when " +
	"expect expect_before expect_after interact trap eval uplevel"

// walk calls each with the words of each command of the code, before those in its braces and brackets.
// It ignores code deeper than MaxDepth.
func (s *scope) walk(code string, depth int, each func(words []word)) {
	if depth > effect.MaxDepth {
		each(nil)
		return
	}
	code = strings.ReplaceAll(code, "\\\n", " ")
	for code != "" {
		var words []word
		words, code = command(code)
		if len(words) == 0 {
			continue
		}
		each(words)
		for _, w := range words {
			if w.code || w.body && bodies.Has(words[0].text) {
				s.walk(w.text, depth+1, each)
			}
		}
	}
}

// command splits the words of the first command off the code (Tcl(n)).
func command(code string) (words []word, rest string) {
	for code != "" {
		code = strings.TrimLeft(code, " \t\r")
		if code == "" || code[0] == '\n' || code[0] == ';' {
			return words, strings.TrimPrefix(strings.TrimPrefix(code, "\n"), ";")
		}
		if code[0] == '#' && len(words) == 0 {
			_, code, _ = strings.Cut(code, "\n")
			return nil, code
		}
		var w word
		w, code = take(code)
		words = append(words, w)
	}
	return words, ""
}

// take splits one word off the code.
func take(code string) (word, string) {
	if rest, spread := strings.CutPrefix(code, "{*}"); spread && rest != "" && !strings.ContainsAny(rest[:1], " \t\r\n;") {
		w, rest := take(rest) // Tcl(n): its elements are words of their own
		if !w.body {
			w.known = false
		}
		w.body = false
		return w, rest
	}
	switch code[0] {
	case '{', '[':
		n := tclClose(code)
		text := strings.TrimSuffix(strings.TrimSuffix(code[1:n], "}"), "]")
		return word{text: text, known: code[0] == '{', body: code[0] == '{', code: code[0] == '['}, code[n:]
	case '"':
		n := 1
		for n < len(code) && code[n] != '"' {
			if code[n] == '\\' {
				n++
			}
			n++
		}
		n = min(n, len(code))
		return text(code[1:n]), code[min(n+1, len(code)):]
	}
	n := strings.IndexAny(code, " \t\r\n;")
	if n < 0 {
		n = len(code)
	}
	return text(code[:n]), code[n:]
}

// withHome replaces the variable of the home directory by ~ (env(n)).
func withHome(text string) string {
	for _, variable := range [...]string{"${::env(HOME)}", "${env(HOME)}", "$::env(HOME)", "$env(HOME)"} {
		text = strings.ReplaceAll(text, variable, "~")
	}
	return text
}

// text returns a word in which variables and commands are substituted.
func text(text string) word {
	if i := strings.IndexByte(text, '['); i >= 0 {
		return word{text: strings.Trim(text[i:], "[]"), code: true}
	}
	text = withHome(text)
	return word{text: strings.ReplaceAll(text, `\"`, `"`), known: !strings.Contains(text, "$")}
}

// tclClose returns the offset after the bracket that closes the first one.
func tclClose(code string) int {
	depth := 0
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '\\':
			i++
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(code)
}

// act returns the acts of one command, without aliases.
func act(words []word) []effect.Act {
	name, args := words[0].text, words[1:]
	switch name {
	case "spawn", "exec", "system", "overlay":
		for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
			args = args[1:]
		}
		if len(args) == 0 || !args[0].known {
			return []effect.Act{{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}}}
		}
		a := effect.Act{Kind: effect.Runs, Call: name}
		for _, w := range args {
			a.Args = append(a.Args, arg(w))
		}
		return []effect.Act{a}
	case "open":
		return open(args)
	case "socket":
		return socket(args)
	case "file":
		if len(args) > 0 && args[0].text == "delete" {
			return tclDelete(args[1:])
		}
	case "set":
		if len(args) == 2 && strings.HasSuffix(args[0].text, ")") {
			if array, name, _ := strings.Cut(strings.TrimSuffix(args[0].text, ")"), "("); strings.TrimLeft(array, ":") == "env" {
				return []effect.Act{{Kind: effect.Sets, Call: "environment", Args: []effect.Arg{{Text: name, Known: true}, arg(args[1])}}}
			}
		}
	case "uplevel", "eval", "source":
		if len(args) == 0 || !args[0].body {
			return []effect.Act{{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}}}
		}
	}
	return nil
}

// sends records text that a command sends to a program started by spawn(1) or open(n). It leaves out
// unknown parts.
func sends(words []word, sent *strings.Builder) {
	last := words[len(words)-1]
	switch {
	case len(words) < 2 || !last.known || sent.Len()+len(last.text) > absval.MaxText:
	case words[0].text == "puts" && words[len(words)-2].text != "stdout" && words[len(words)-2].text != "stderr" && len(words) > 2:
		sent.WriteString(last.text + "\n")
	case words[0].text == "send" || words[0].text == "exp_send":
		sent.WriteString(strings.NewReplacer(`\r`, "\n", `\n`, "\n", `\t`, "\t").Replace(last.text))
	}
}

// open returns the act of open(n): a pipe, or a file, which is read unless its mode says otherwise.
func open(args []word) []effect.Act {
	switch {
	case len(args) == 0:
		return nil
	case strings.HasPrefix(args[0].text, "|"):
		if args[0].known {
			return effect.ShellLine("open", args[0].text[1:])
		}
		return []effect.Act{{Kind: effect.Evaluates, Call: "open", Args: []effect.Arg{{}}}}
	case len(args) > 1 && args[1].text != "r" && args[1].text != "rb" && args[1].text != "RDONLY":
		return []effect.Act{{Kind: effect.Writes, Call: "open", Args: []effect.Arg{arg(args[0])}}}
	}
	return []effect.Act{{Kind: effect.Reads, Call: "open", Args: []effect.Arg{arg(args[0])}}}
}

// socket returns the act of socket(n): it listens, or connects to the host, the last but one word.
func socket(args []word) []effect.Act {
	if len(args) > 0 && args[0].text == "-server" {
		return []effect.Act{{Kind: effect.Listens, Call: "socket", Args: []effect.Arg{{Known: true}}}}
	}
	if len(args) < 2 {
		return nil
	}
	return []effect.Act{{Kind: effect.Connects, Call: "socket", Args: []effect.Arg{arg(args[len(args)-2])}}}
}

// arg converts a word to an argument.
func arg(w word) effect.Arg {
	if !w.known {
		return effect.Arg{}
	}
	if strings.Contains(w.text, hole) {
		return found(w.text)
	}
	return effect.Arg{Text: w.text, Known: true}
}

// tclDelete returns the acts of file delete on its operands.
func tclDelete(words []word) []effect.Act {
	var acts []effect.Act
	for _, w := range words {
		if !strings.HasPrefix(w.text, "-") {
			acts = append(acts, effect.Act{Kind: effect.Deletes, Call: "file delete", Tree: true, Args: []effect.Arg{arg(w)}})
		}
	}
	return acts
}
