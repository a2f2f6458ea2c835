package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// managed reads a module of a configuration manager as the equivalent command, on this machine if the
// module works here, and otherwise on another one.
func (r *reader) managed() {
	switch r.inv.Name {
	case "ansible":
		r.ansible()
	case "salt", "salt-call":
		r.salt()
	}
}

// ansible reads the called module: ansible(1).
func (r *reader) ansible() {
	if r.given("-C --check --list-hosts --version") == parser.Yes {
		return
	}
	module, given := r.inv.Value("-m --module-name")
	name, known := module.Text()
	if given == parser.No {
		name, known = "command", true
	}
	if text, _ := r.inv.Value("-a --args"); known {
		name = name[strings.LastIndexByte(name, '.')+1:]
		r.does(name, readArguments(text), !r.worksHere())
	}
}

// worksHere reports whether ansible targets the machine that it is started on.
func (r *reader) worksHere() bool {
	if c, _ := r.inv.Value("-c --connection"); c.Is("local") != parser.No && len(c.Parts) > 0 {
		return true
	}
	hosts := slices.Clone(r.operands[:min(1, len(r.operands))])
	if len(hosts) > 0 && hosts[0].Is("all") == parser.Yes {
		inventory, _ := r.inv.Value("-i --inventory --inventory-file")
		hosts = []parser.Word{inventory}
	}
	for _, h := range hosts {
		for name := range strings.FieldsFuncSeq(h.Prefix(), func(c rune) bool { return c == ',' || c == ':' }) {
			if wordlist.Among(name, "localhost 127.0.0.1") {
				return true
			}
		}
	}
	return false
}

// salt reads the called function, and the state of state.single.
func (r *reader) salt() {
	for i, w := range r.cmd.Args[1:] {
		name, known := w.Text()
		if !known || !strings.Contains(name, ".") {
			continue
		}
		a := saltArguments(r.cmd.Args[i+2:])
		if name == "state.single" {
			state, _ := a.value("fun|1")
			name, _ = state.Text()
			if len(a.loose) > 0 && a.named["fun"].Parts == nil {
				a.loose = a.loose[1:]
			}
		}
		if t, _ := a.value("test"); t.Is("true") == parser.Yes || t.Is("True") == parser.Yes {
			return
		}
		if r.does(name, a, r.inv.Name == "salt") {
			return
		}
	}
}

// onMachine makes a copy to the host one on this machine.
func onMachine(command string) string {
	return strings.NewReplacer("scp -r ", "cp -r ", " host:", " ").Replace(command)
}

// does reads the commands that are equivalent to a module, and reports whether there is a row for it.
func (r *reader) does(name string, a arguments, away bool) (found bool) {
	own := r.syntax
	defer func() { r.syntax = own }()
	for row := range slices.Values(catalogue.Modules(strings.TrimSuffix(r.inv.Name, "-playbook"))) {
		if !wordlist.Among(name, row.Names) {
			continue
		}
		found = true
		truth := a.meets(row.With)
		if truth == parser.No {
			continue
		}
		there := *own
		there.Away = away && !row.Here
		there.Start = AwayHome
		r.syntax = &there
		if code, given := a.value(row.Code); given {
			r.code("sh", code, truth, parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")})
		}
		command := row.Command
		if !away {
			command = onMachine(command)
		}
		if words := a.words(command); len(words) > 0 {
			for i := range words {
				words[i] = r.atHome(words[i])
			}
			r.inner(words, truth)
		}
	}
	return found
}

// arguments are the arguments of a module.
type arguments struct {
	named map[string]parser.Word
	loose []parser.Word // those without a key
	text  parser.Word   // the whole text without the key=value pairs
}

// value returns the first given argument: by its key, by its position, or "*", the whole text without a
// key.
func (a *arguments) value(keys string) (parser.Word, bool) {
	for key := range strings.SplitSeq(keys, "|") {
		if w, given := a.named[key]; given {
			return w, true
		}
		if n, err := strconv.Atoi(key); err == nil && n <= len(a.loose) && n > 0 {
			return a.loose[n-1], true
		}
		if key == "*" && len(a.text.Parts) > 0 {
			return a.text, true
		}
	}
	return parser.Word{}, false
}

// meets returns whether conditions hold, see spec.ModuleRow.
func (a *arguments) meets(conditions string) parser.Truth {
	all := parser.Yes
	for c := range wordlist.Each(conditions) {
		c, not := strings.CutPrefix(c, "!")
		key, values, compared := strings.Cut(c, "=")
		w, given := a.named[key]
		t := parser.Of(given)
		if given && compared {
			t = parser.No
			for v := range strings.SplitSeq(values, "|") {
				t = t.Or(w.Is(v))
			}
		}
		if not {
			t = t.Not()
		}
		all = all.And(t)
	}
	return all
}

// words returns a command with the arguments filled in.
func (a *arguments) words(command string) []parser.Word {
	var out []parser.Word
	for field := range wordlist.Each(command) {
		if w, whole := a.filled(field); whole {
			out = append(out, w)
		}
	}
	return out
}

// filled returns one word with the arguments filled in, if all of them are given.
func (a *arguments) filled(field string) (parser.Word, bool) {
	var pieces []parser.Word
	for field != "" {
		text, rest, more := strings.Cut(field, "{")
		if text != "" {
			pieces = append(pieces, parser.Text(text))
		}
		if !more {
			break
		}
		keys, after, _ := strings.Cut(rest, "}")
		w, given := a.value(keys)
		if !given {
			return parser.Word{}, false
		}
		pieces, field = append(pieces, w), after
	}
	return concat(parser.Span{}, pieces...), true
}

// saltArguments splits words into arguments, some with a key, without salt's own options.
func saltArguments(words []parser.Word) arguments {
	a := arguments{named: map[string]parser.Word{}}
	for _, w := range words {
		prefix := w.Prefix()
		switch key, _, found := strings.Cut(prefix, "="); {
		case strings.HasPrefix(prefix, "--"):
		case found && isKey(key):
			a.named[key] = w.Tail(len(key) + 1)
		default:
			a.loose = append(a.loose, w)
		}
	}
	a.text = concat(parser.Span{}, spaced(a.loose)...)
	return a
}

// argumentReader splits the text of a module's arguments into words.
type argumentReader struct {
	arguments
	mapping bool // {"key": "value"}, and not key=value
	key     string
	word    parser.Word
	begun   bool
	quote   byte
	depth   int // nesting of open {{ }}
}

// readArguments reads key=value pairs separated by blanks and quoted as in a shell, or a mapping in
// braces, as ansible takes them: ansible(1), -a. The content of {{ }} is unknown.
func readArguments(w parser.Word) arguments {
	a := argumentReader{arguments: arguments{named: map[string]parser.Word{}}}
	lead := strings.TrimLeft(w.Prefix(), " ")
	a.mapping = strings.HasPrefix(lead, "{") && !strings.HasPrefix(lead, "{{")
	for _, p := range w.Parts {
		if p.Kind != parser.Literal {
			a.add(p)
			continue
		}
		text := p.Text
		if a.mapping {
			text = strings.NewReplacer("{", " ", "}", " ").Replace(text)
		}
		for text != "" {
			text = text[a.next(text):]
		}
	}
	a.flush()
	if !a.mapping {
		a.text = withoutKeys(w, a.named)
	}
	return a.arguments
}

// next reads the first element of a text, and returns its length.
func (a *argumentReader) next(text string) int {
	c := text[0]
	switch {
	case strings.HasPrefix(text, "{{"):
		a.depth++
		return len("{{")
	case strings.HasPrefix(text, "}}") && a.depth > 0:
		a.depth--
		a.add(unknown().Parts[0])
		return len("}}")
	case a.depth > 0:
	case a.quote != 0 && c == a.quote:
		a.quote = 0
	case a.quote == 0 && (c == '\'' || c == '"'):
		a.quote, a.begun = c, true
	case c == '\\' && a.quote != '\'' && len(text) > 1:
		a.add(parser.Part{Kind: parser.Literal, Text: text[1:2]})
		return len(`\x`)
	case a.quote == 0 && (a.mapping && c == ':' || !a.mapping && c == '=') && a.key == "" && isKey(a.word.Prefix()) && a.word.Known():
		a.key, a.word, a.begun = a.word.Prefix(), parser.Word{}, true
	case a.quote == 0 && a.mapping && c == ',':
		a.flush()
	case a.quote == 0 && strings.IndexByte(" \t\n", c) >= 0:
		if !a.mapping {
			a.flush()
		}
	default:
		a.add(parser.Part{Kind: parser.Literal, Text: text[:1]})
	}
	return 1
}

// add adds a part to the word that is read.
func (a *argumentReader) add(p parser.Part) {
	a.begun = true
	if n := len(a.word.Parts); n > 0 && p.Kind == parser.Literal && a.word.Parts[n-1].Kind == parser.Literal {
		a.word.Parts[n-1].Text += p.Text
		return
	}
	a.word.Parts = append(a.word.Parts, p)
}

// flush ends the word that is read.
func (a *argumentReader) flush() {
	switch {
	case !a.begun:
	case a.key != "":
		a.named[a.key] = a.word
	default:
		a.loose = append(a.loose, a.word)
	}
	a.key, a.word, a.begun = "", parser.Word{}, false
}

// withoutKeys returns the command line after the keys of the module that runs one, in the
// directory that chdir names: "chdir=/srv rm -rf x".
func withoutKeys(w parser.Word, named map[string]parser.Word) parser.Word {
	for {
		prefix := strings.TrimLeft(w.Prefix(), " ")
		key, _, found := strings.Cut(prefix, "=")
		if !found || !wordlist.Among(key, "chdir creates removes executable stdin warn strip_empty_ends") {
			break
		}
		at := strings.IndexAny(prefix, " \t\n")
		if at < 0 {
			return parser.Word{}
		}
		w = w.Tail(len(w.Prefix()) - len(prefix) + at)
	}
	if dir, given := named["chdir"]; given && len(w.Parts) > 0 {
		return concat(w.Span, parser.Text("cd "), dir, parser.Text(" && "), w)
	}
	return w
}

// atHome expands ~ or ~user in a path, as the module does. For an unknown user it is the caller's home.
func (r *reader) atHome(w parser.Word) parser.Word {
	rest, is := strings.CutPrefix(w.Prefix(), "~")
	if !is {
		return w
	}
	user, _, found := strings.Cut(rest, "/")
	n := len("~") + len(user)
	if !found && !w.Known() { // the name goes on
		_, below, _ := cut(w, '/')
		w, user, n = concat(w.Span, parser.Text("~/"), below), "", len("~")
	}
	home, _ := awayHomes(user)
	switch {
	case r.syntax.Away && user == "":
		home = AwayHome
	case r.syntax.Away:
	case user == "":
		own, known := r.inherited("HOME")
		if !known {
			return w
		}
		home = own
	case r.opt.Home != nil:
		if own, is := r.opt.Home(user); is {
			home = own
		}
	}
	return concat(w.Span, parser.Text(home), w.Tail(n))
}

// isKey reports whether a text may be the name of an argument.
func isKey(text string) bool {
	return text != "" && strings.IndexFunc(text, func(c rune) bool { return c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') }) < 0
}
