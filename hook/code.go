package hook

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/script"
)

// The words of a key that names an argument vector, and of one that names code as well
// as much else: what stands there is code if it looks like it.
var (
	argvWords = []string{"argv", "args", "arguments", "cmd", "command", "commands", "cmdline", "commandline", "exec", "execute", "run", "spawn", "call", "invocation", "process", "program", "entrypoint", "entry"}
	formWords = []string{"src", "script", "run", "step", "steps", "call", "spawn", "invocation", "process", "entrypoint"}
)

// listWords are the words of a key under which a program's arguments stand in a list.
var listWords = []string{"args", "arguments", "argv", "params", "parameters", "options", "flags"}

// programKeys are those of a program that stands apart from its arguments.
var programKeys = []string{"program", "executable", "exe", "binary", "bin", "exec", "process", "name", "tool", "file", "path", "run", "entrypoint"}

// isProgram reports whether a text is the name of a program that has a grammar, or the
// path of one in a directory for programs.
func isProgram(name string) bool {
	if name == "" || len(name) > maxPath || strings.ContainsAny(name, " \t\n") {
		return false
	}
	return strings.HasPrefix(name, "/") && strings.Contains(name, "bin/") || grammar.Lookup(name) != nil
}

// isCommand reports whether a text begins with the name of a program, and has more words.
func isCommand(text string) bool {
	name, rest, more := strings.Cut(strings.TrimSpace(text), " ")
	return more && strings.TrimSpace(rest) != "" && isProgram(name)
}

// vectors notes the argument vectors in a list: the list itself if it holds texts alone,
// or the lists in it. Of "commands" each text is a command of its own.
func (c *Call) vectors(key string, v *value) {
	texts := v.texts()
	switch {
	case key == "commands" && !(len(texts) > 1 && isProgram(texts[0]) && strings.HasPrefix(texts[1], "-")):
		c.Sources = append(c.Sources, texts...)
	case len(texts) == 0:
	case isCommand(texts[0]):
		c.Sources = append(c.Sources, texts...) // lines
	case len(texts) == len(v.items):
		c.Argvs = append(c.Argvs, texts)
	case !slices.Contains(shells, strings.ToLower(c.Tool)):
		c.Unread = true // a number among the words
	}
	for _, item := range v.items {
		if item.kind == list && c.uses() <= maxUses {
			c.vectors("", item)
		}
	}
}

// programs notes the lists of texts in a value that begin with the name of a program, as
// argument vectors, and returns the rest of the value.
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

// arguments notes a command with what stands beside it as its arguments: each list as
// words, and each text as more of the source.
func (c *Call) arguments(in *value, program string) {
	known := in.known()
	for _, args := range known.arguments {
		if c.words += len(args); c.words > maxValues {
			c.Argvs = make([][]string, maxUses+1) // more than may be asked for
			return
		}
		c.Argvs = append(c.Argvs, append([]string{program}, args...))
	}
	if text := in.text(argKeys); text != "" {
		c.Sources = append(c.Sources, program+" "+text)
	}
}

// program is the program that an object names apart from its arguments, under a key that
// is none of a command's, or "".
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

// maxTried is how many bytes of texts are tried for code in one call.
const maxTried = 1 << 20

// starters are the words that begin code.
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

// isCode reports whether a text is code by its form: it begins as code does, can be read
// in a language, and does something there.
func (c *Call) isCode(text string) bool {
	if strings.HasPrefix(text, "#!/") {
		return true
	}
	if !strings.ContainsAny(text, "(`") || !beginsCode(text) {
		return false // no call
	}
	if c.tried += len(text); c.tried > maxTried {
		c.Unread = true
		return false
	}
	return doesSomething("python", text) || doesSomething("javascript", text)
}

// unfenced is code without the fence of Markdown around it.
func unfenced(text string) string {
	inner, fenced := strings.CutPrefix(strings.TrimSpace(text), "```")
	if _, rest, found := strings.Cut(inner, "\n"); fenced && found {
		return strings.TrimSuffix(rest, "```")
	}
	return text
}

// isDiff reports whether a text is a diff, and nothing else before it.
func isDiff(text string) bool {
	return (strings.HasPrefix(text, "--- ") || strings.HasPrefix(text, script.GitHead+" ")) && strings.Contains(text, "\n")
}

// doesSomething reports whether a text can be read in a language, and does something.
func doesSomething(lang, text string) bool {
	acts, err := script.Read(lang, text)
	return err == nil && len(acts) > 0
}

// Argvs are the argument vectors that would run the code: one where its language is said,
// else one for each language that it can be read in, but the shell's, whose source it may
// be too. Readers are lenient; code that does something in the first two is in no other.
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
