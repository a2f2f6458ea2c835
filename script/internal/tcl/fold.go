package tcl

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// maxValues bounds the tracked values of a variable.
const maxValues = 4

// scope holds the bindings of the code: constants of variables, and aliases of commands.
type scope struct {
	values  map[string][]string
	aliases map[string]string
	params  map[string][]string // of procedures
	dir     *effect.Arg         // the directory that the code changed to
	sent    strings.Builder     // text sent to started programs
}

// learn records the bindings that one command makes.
func (s *scope) learn(words []word) {
	if len(words) == 0 || !words[0].known {
		return
	}
	args := words[1:]
	for i, p := range s.params[words[0].text] {
		if i < len(args) {
			s.add(p, s.constant(args[i]))
		}
	}
	switch strings.TrimLeft(words[0].text, ":") {
	case "set", "variable":
		if len(args) == 2 && args[0].known {
			s.add(args[0].text, s.constant(args[1]))
		}
	case "proc":
		if len(args) == 3 {
			s.params[args[0].text] = strings.Fields(args[1].text)
		}
	case "foreach", "lmap":
		s.learnLoop(args)
	case "append":
		if len(args) > 1 && args[0].known {
			if values := s.values[args[0].text]; len(values) == 1 {
				s.add(args[0].text, s.constant(word{text: values[0], known: true}, args[1:]...))
			}
		}
	case "rename":
		if len(args) == 2 && args[0].known && args[1].known {
			s.aliases[args[1].text] = args[0].text
		}
	case "interp": // alias {} new {} old
		if len(args) > 4 && args[0].text == "alias" && args[2].known && args[4].known {
			s.aliases[args[2].text] = args[4].text
		}
	}
}

// add records a value of a variable; nil is an unknown one.
func (s *scope) add(name string, value *string) {
	if value == nil || len(s.values[name]) >= maxValues || len(*value) > absval.MaxText {
		return
	}
	for _, v := range s.values[name] {
		if v == *value {
			return
		}
	}
	s.values[name] = append(s.values[name], *value)
}

// constant returns the text of consecutive words, or nil.
func (s *scope) constant(first word, rest ...word) *string {
	text := ""
	for _, w := range append([]word{first}, rest...) {
		w = s.resolved(w, 0)
		if !w.known {
			return nil
		}
		text += w.text
	}
	return &text
}

// resolved substitutes the variables in a word, or the result of the command in it, if it is one
// constant.
func (s *scope) resolved(w word, depth int) word {
	switch {
	case w.known || depth > maxValues:
	case w.code:
		if text, ok := s.result(w.text, depth+1); ok {
			return word{text: text, known: true}
		}
	default:
		if all := s.substituted(w.text); len(all) == 1 {
			return word{text: all[0], known: true}
		}
	}
	return w
}

// substituted returns the possible texts of a text with variables, or nothing.
func (s *scope) substituted(text string) []string {
	out := []string{""}
	for text != "" {
		before, after, found := strings.Cut(text, "$")
		for i := range out {
			out[i] += before
		}
		if !found {
			break
		}
		name, rest := variable(after)
		values := s.values[name]
		if name == "" || len(values) == 0 || len(out)*len(values) > maxValues {
			return nil
		}
		var next []string
		for _, o := range out {
			for _, v := range values {
				next = append(next, o+v)
			}
		}
		out, text = next, rest
	}
	return out
}

// variable splits the name of a variable off a text.
func variable(text string) (name, rest string) {
	if strings.HasPrefix(text, "{") {
		name, rest, _ = strings.Cut(text[1:], "}")
		return name, rest
	}
	n := 0
	for n < len(text) && (text[n] == '_' || text[n] == ':' || text[n] >= '0' && text[n] <= '9' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z') {
		n++
	}
	return text[:n], text[n:]
}

// result returns the result of a command that only computes.
func (s *scope) result(code string, depth int) (string, bool) {
	words, _ := command(code)
	if len(words) < 2 || depth > maxValues {
		return "", false
	}
	var args []string
	for _, w := range words {
		if w = s.resolved(w, depth); !w.known {
			return "", false
		}
		args = append(args, w.text)
	}
	name, args := args[0], args[1:]
	switch name {
	case "string":
		return computed(args)
	case "glob":
		return globbed(args)
	case "file":
		return filePath(args)
	case "exec":
		return listedBy(append([]string{name}, args...))
	case "join":
		separator := " "
		if len(args) > 1 {
			separator = args[1]
		}
		return strings.Join(strings.Fields(args[0]), separator), true
	case "concat", "list":
		return strings.Join(args, " "), true
	case "set":
		values := s.values[args[0]]
		if len(args) == 1 && len(values) == 1 {
			return values[0], true
		}
	case "format":
		if strings.Count(args[0], "%") == strings.Count(args[0], "%s") && strings.Count(args[0], "%s") == len(args)-1 {
			for _, a := range args[1:] {
				args[0] = strings.Replace(args[0], "%s", a, 1)
			}
			return args[0], true
		}
	}
	return "", false
}

// computed returns the result of string(n) on constants.
func computed(args []string) (string, bool) {
	last := args[len(args)-1]
	switch args[0] {
	case "reverse":
		letters := []rune(last)
		for i, n := 0, len(letters); i < n/2; i++ {
			letters[i], letters[n-1-i] = letters[n-1-i], letters[i]
		}
		return string(letters), true
	case "cat":
		return strings.Join(args[1:], ""), true
	case "tolower":
		return strings.ToLower(last), true
	case "trim":
		return strings.TrimSpace(last), len(args) == 2
	case "map":
		if pairs := strings.Fields(args[1]); len(args) > 2 && len(pairs)%2 == 0 {
			return strings.NewReplacer(pairs...).Replace(last), true
		}
	}
	return "", false
}

// acts returns the acts of one command, under each possible name.
func (s *scope) acts(words []word) []effect.Act {
	resolved := make([]word, len(words))
	for i, w := range words {
		if resolved[i] = w; i > 0 {
			resolved[i] = s.resolved(w, 0)
		}
	}
	names := []string{words[0].text}
	if !words[0].known {
		if names = s.substituted(words[0].text); words[0].code {
			names = nil
			if text, ok := s.result(words[0].text, 0); ok {
				names = []string{text}
			}
		}
	}
	var acts []effect.Act
	for _, name := range names {
		name = strings.TrimPrefix(name, "::")
		if old, renamed := s.aliases[name]; renamed {
			name = old
		}
		resolved[0] = word{text: name, known: true}
		acts = append(acts, act(resolved)...)
	}
	if len(names) == 0 && len(words) > 1 {
		call := effect.Act{Kind: effect.Calls, Call: "?"}
		for _, w := range resolved[1:] {
			call.Args = append(call.Args, arg(w))
		}
		acts = append(acts, call)
	}
	return acts
}
