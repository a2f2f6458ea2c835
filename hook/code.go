package hook

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/script"
)

// argvWords are in a key that names an argument vector. formWords are in a key that may
// name code or something else: its text counts as code if it looks like code.
var (
	argvWords = []string{"argv", "args", "arguments", "cmd", "command", "commands", "cmdline", "commandline", "exec", "execute", "run", "spawn", "call", "invocation", "process", "program", "entrypoint", "entry"}
	formWords = []string{"src", "script", "run", "step", "steps", "call", "spawn", "invocation", "process", "entrypoint"}
)

// listWords are in a key whose value lists a program's arguments.
var listWords = []string{"args", "arguments", "argv", "params", "parameters", "options", "flags"}

// programKeys name a program whose arguments are under another key.
var programKeys = []string{"program", "executable", "exe", "binary", "bin", "exec", "process", "name", "tool", "file", "path", "run", "entrypoint"}

// isProgram reports whether a text is the name of a program that has a grammar, or a path
// in a directory for programs.
func isProgram(name string) bool {
	if name == "" || len(name) > maxPath || strings.ContainsAny(name, " \t\n") {
		return false
	}
	return strings.HasPrefix(name, "/") && strings.Contains(name, "bin/") || grammar.Lookup(name) != nil
}

// isCommand reports whether a text begins with the name of a program and has more words.
func isCommand(text string) bool {
	name, rest, more := strings.Cut(strings.TrimSpace(text), " ")
	return more && strings.TrimSpace(rest) != "" && isProgram(name)
}

// vectors collects the argument vectors in a list: the list itself if it holds only
// texts, else the lists in it. Under "commands" each text is a command of its own.
func (c *Call) vectors(key string, v *value) {
	texts := v.texts()
	switch {
	case key == "commands" && !(len(texts) > 1 && isProgram(texts[0]) && strings.HasPrefix(texts[1], "-")):
		c.Sources = append(c.Sources, texts...)
	case len(texts) == 0:
	case isCommand(texts[0]):
		c.Sources = append(c.Sources, texts...) // each text is a line of source
	case len(texts) == len(v.items):
		c.Argvs = append(c.Argvs, texts)
	case !slices.Contains(shells, strings.ToLower(c.Tool)):
		c.Unparsed = true // a number among the words
	}
	for _, item := range v.items {
		if item.kind == list && c.uses() <= maxUses {
			c.vectors("", item)
		}
	}
}

// programs collects, as argument vectors, the lists in a value that begin with the name
// of a program, and returns the rest of the value.
func (c *Call) programs(key string, v *value) *value {
	if v.kind != list {
		return v
	}
	if texts := v.texts(); len(texts) > 0 && len(texts) == len(v.items) {
		if isProgram(texts[0]) || says(key, []string{"argv"}) && !strings.HasPrefix(texts[0], "-") {
			c.Argvs = append(c.Argvs, texts)
			return &value{}
		}
		return v
	}
	rest := &value{kind: list}
	for _, item := range v.items {
		rest.items = append(rest.items, c.programs(key, item))
	}
	return rest
}

// arguments combines a command with the arguments beside it: each list as words, and each
// text as more source.
func (c *Call) arguments(in *value, program string) {
	known := in.known()
	for _, args := range known.arguments {
		if c.words += len(args); c.words > maxValues {
			c.Argvs = make([][]string, maxUses+1) // exceeds maxUses, so Read refuses the call
			return
		}
		c.Argvs = append(c.Argvs, append([]string{program}, args...))
	}
	if text := in.text(argKeys); text != "" {
		c.Sources = append(c.Sources, program+" "+text)
	}
}

// program returns the program that an object names apart from its arguments, under a key
// that is not one of a command's, or "".
func (v *value) program() string {
	if v.has(commandKeys) || len(v.known().arguments) == 0 && v.text(argKeys) == "" {
		return ""
	}
	for _, key := range programKeys {
		if name := v.text([]string{key}); isProgram(name) {
			return name
		}
	}
	return ""
}

// maxTried limits how many bytes of text isCode tries to parse in one call.
const maxTried = 1 << 20

// starters are the words that code begins with.
var starters = []string{
	"import", "from", "def", "class", "const", "let", "var", "function", "async", "await", "for", "while", "if", "try", "with", "return", "do", "new", "throw", "switch", "@", "#", `"""`, "'''", "//", "/*", "(", "'use", `"use`, "{", "[", "!",
}

// beginsCode reports whether a text begins as code does: with a keyword, or with a name
// that is called or assigned to.
func beginsCode(text string) bool {
	text = strings.TrimSpace(text)
	name := strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$")
	if rest := strings.TrimLeft(name, " "); len(name) < len(text) && (strings.HasPrefix(name, "(") || strings.HasPrefix(name, "`") || strings.HasPrefix(name, "[") || strings.HasPrefix(rest, "=")) {
		return true
	}
	return slices.ContainsFunc(starters, func(word string) bool {
		rest, ok := strings.CutPrefix(text, word)
		return ok && (strings.ContainsAny(word[:1], "@#/('\"{[!") || rest != "" && strings.IndexByte(" \t\n(", rest[0]) >= 0)
	})
}

// isCode reports whether a text looks like code: it begins as code does, a reader can
// parse it, and it does something in that language.
func (c *Call) isCode(text string) bool {
	if strings.HasPrefix(text, "#!/") {
		return true
	}
	if !strings.ContainsAny(text, "(`") || !beginsCode(text) {
		return false // no call
	}
	if c.tried += len(text); c.tried > maxTried {
		c.Unparsed = true
		return false
	}
	return doesSomething("python", text) || doesSomething("javascript", text)
}

// unfenced removes the Markdown fence around code.
func unfenced(text string) string {
	inner, fenced := strings.CutPrefix(strings.TrimSpace(text), "```")
	if _, rest, found := strings.Cut(inner, "\n"); fenced && found {
		return strings.TrimSuffix(rest, "```")
	}
	return text
}

// isDiff reports whether a text begins as a diff does.
func isDiff(text string) bool {
	return (strings.HasPrefix(text, "--- ") || strings.HasPrefix(text, script.GitHead+" ")) && strings.Contains(text, "\n")
}

// doesSomething reports whether a reader can parse a text and finds acts in it.
func doesSomething(lang, text string) bool {
	acts, err := script.Read(lang, text)
	return err == nil && len(acts) > 0
}

// Argvs returns the argument vectors that would run the code: one if its language is
// known, else one for each language whose reader can parse it, and never the shell's: the
// caller judges the text as shell source too. Readers are lenient, so code that does
// something in Python or JavaScript is tried in no other language.
func (c Code) Argvs() [][]string {
	if c.Lang != nil {
		return [][]string{append(slices.Clone(c.Lang), c.Text)}
	}
	var all [][]string
	plain := doesSomething("python", c.Text) || doesSomething("javascript", c.Text)
	for _, l := range languages {
		_, err := script.Read(l.names[0], c.Text)
		if err == nil && (l.strict || !plain && strings.ContainsAny(c.Text, "(;") && doesSomething(l.names[0], c.Text)) {
			all = append(all, append(slices.Clone(l.argv), c.Text))
		}
	}
	return all
}
