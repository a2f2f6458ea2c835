package snippet

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
)

// recipes is a justfile that is being read (just manual).
type recipes struct {
	text  string
	shell string // the language of its shell
	known map[string]string
	found []Snippet
}

// readJustfile reads the recipes of a justfile, each line as a shell of its own gets it, and
// the commands in its expressions: in backquotes, and what shell() is called with.
func readJustfile(f file) ([]Snippet, error) {
	r := &recipes{text: f.text, shell: "sh", known: map[string]string{}}
	pos := 0
	for pos < len(f.text) {
		end := r.lineEnd(pos)
		line := strings.TrimRight(f.text[pos:end], " \t\r")
		if line == "" || strings.ContainsAny(line[:1], " \t#[") {
			pos = end + 1
			continue
		}
		if value, ok := settingOf(line); ok {
			pos = r.setting(pos, pos+value) + 1
			continue
		}
		r.expression(pos, end, false)
		if pos = end + 1; strings.Contains(line, ":") {
			head, _, _ := strings.Cut(line, ":")
			pos = r.recipe(strings.TrimLeft(head, "@"), pos)
		}
	}
	return r.found, nil
}

func (r *recipes) lineEnd(at int) int {
	if n := strings.IndexByte(r.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(r.text)
}

// settingOf reports whether a line sets something (NAME := VALUE, with export, alias or set before
// the name), and where the value begins. A recipe may have the same sign in a comment.
func settingOf(line string) (value int, ok bool) {
	name, _, ok := strings.Cut(line, ":=")
	words := strings.Fields(name)
	if len(words) == 2 && wordlist.Among(words[0], "export alias set unexport mod") {
		words = words[1:]
	}
	isName := func(c rune) bool {
		return c == '_' || c == '-' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	return len(name) + len(":="), ok && len(words) == 1 && strings.TrimFunc(words[0], isName) == ""
}

// setting reads a line that sets something, whose value may go on in the next ones, and returns
// where the value ends.
func (r *recipes) setting(at, from int) (end int) {
	end = r.expression(from, len(r.text), false)
	fields := strings.Fields(r.text[at : from-len(":=")])
	name, value := fields[len(fields)-1], strings.TrimSpace(r.text[from:end])
	if fields[0] == "set" && name == "shell" {
		r.setShell(value, from+strings.Index(r.text[from:end], value))
	}
	if len(value) > 1 && (value[0] == '\'' || value[0] == '"') && strings.IndexByte(value[1:], value[0]) == len(value)-2 && !strings.Contains(value, `\`) {
		r.known[name] = value[1 : len(value)-1]
	}
	return end
}

// setShell reads the shell of a justfile: a program with its arguments, which run code of their own
// if they are more than options.
func (r *recipes) setShell(value string, at int) {
	n, err := yaml.Parse(value)
	if err != nil || len(n.List()) == 0 {
		return
	}
	var words []string
	for _, item := range n.List() {
		item.At += at
		words = append(words, item.Value())
	}
	r.shell = stepLanguage(words[0])
	if !isPlainShell(words) {
		r.found = append(r.found, Snippet{Name: "set shell", Text: argv(n.List()...), Lang: "sh", Base: AtFile})
	}
}

// expression reads an expression, adds the commands in it, and returns where it ends: at to, at the
// end of a line that it does not go on behind, or before the braces that end it within a recipe.
func (r *recipes) expression(from, to int, isInLine bool) (end int) {
	depth := 0
	for i := from; i < to; {
		rest := r.text[i:to]
		if mark := quoteOf(rest); mark != "" {
			inner := rest[len(mark):]
			size := strings.Index(inner, mark)
			for mark == `"` && size > 0 && inner[size-1] == '\\' {
				more := strings.Index(inner[size+1:], mark)
				if more < 0 {
					break
				}
				size += 1 + more
			}
			if size < 0 {
				return r.lineEnd(i) // no quote, to just an error
			}
			begin := i + len(mark)
			if mark[0] == '`' || strings.HasSuffix(strings.TrimRight(r.text[from:i], " \t\n"), "shell(") {
				r.found = append(r.found, Snippet{Name: "`", Text: excerpt.Whole(r.text).Slice(begin, begin+size), Lang: r.shell, Base: AtFile})
			}
			i = begin + size + len(mark)
			continue
		}
		switch {
		case rest[0] == '(' || rest[0] == '[':
			depth++
		case rest[0] == ')' || rest[0] == ']':
			depth--
		case rest[0] == '\n' && depth <= 0, isInLine && strings.HasPrefix(rest, "}}"):
			return i
		case rest[0] == '#' && !isInLine:
			i += strings.IndexByte(rest+"\n", '\n')
			continue
		}
		i++
	}
	return to
}

// quoteOf is the quote that a text begins with, or "".
func quoteOf(text string) string {
	for _, mark := range []string{`"""`, `'''`, "```", `"`, `'`, "`"} {
		if strings.HasPrefix(text, mark) {
			return mark
		}
	}
	return ""
}

// recipe reads the lines of a recipe, and returns where the next line begins.
func (r *recipes) recipe(head string, pos int) int {
	name, _, _ := strings.Cut(strings.TrimSpace(head), " ")
	var lines []excerpt.Text
	for pos < len(r.text) {
		end := r.lineEnd(pos)
		line := r.text[pos:end]
		if strings.TrimSpace(line) != "" && line[0] != ' ' && line[0] != '\t' {
			break
		}
		for i := strings.Index(line, "{{"); i >= 0; {
			from := pos + i + len("{{")
			next := r.expression(from, end, true)
			if i = strings.Index(r.text[next:end], "{{"); i >= 0 {
				i += next - pos
			}
		}
		lines = append(lines, excerpt.Whole(r.text).Slice(min(pos+len(line)-len(strings.TrimLeft(line, " \t")), end), min(end+1, len(r.text))))
		pos = end + 1
	}
	if len(lines) > 0 && strings.HasPrefix(lines[0].String, "#!") {
		r.script(name, lines)
		return pos
	}
	r.lines(name, lines)
	return pos
}

// script adds a recipe that is a script in the language that its first line names.
func (r *recipes) script(name string, lines []excerpt.Text) {
	var b excerpt.Builder
	for _, l := range lines {
		b.Add(l, 0, len(l.String))
	}
	lang := interpreterLanguage(strings.Fields(lines[0].String[len("#!"):]))
	r.add(name, b.Text(), lang)
}

// lines adds the lines of a recipe, each with those that it goes on in.
func (r *recipes) lines(name string, lines []excerpt.Text) {
	var b excerpt.Builder
	for _, l := range lines {
		from := 0
		if b.Len() == 0 {
			from = len(l.String) - len(strings.TrimLeft(l.String, "@-"))
		}
		b.Add(l, from, len(l.String))
		if strings.HasSuffix(strings.TrimRight(l.String, "\r\n"), `\`) {
			continue
		}
		if t := b.Text(); strings.TrimSpace(t.String) != "" {
			r.add(name, t, r.shell)
		}
		b = excerpt.Builder{}
	}
	if b.Len() > 0 {
		r.add(name, b.Text(), r.shell)
	}
}

func (r *recipes) add(name string, t excerpt.Text, lang string) {
	known := func(inside string) (string, bool) {
		value, ok := r.known[inside]
		return value, ok
	}
	r.found = append(r.found, Snippet{Name: name, Text: templated(t, lang, template{"{{", "}}"}, known), Lang: lang, Base: AtFile})
}
