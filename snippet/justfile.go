package snippet

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
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
// the commands in backquotes whose output its variables have.
func readJustfile(f file) ([]Snippet, error) {
	r := &recipes{text: f.text, shell: "sh", known: map[string]string{}}
	pos := 0
	for pos < len(f.text) {
		end := r.lineEnd(pos)
		line := strings.TrimRight(f.text[pos:end], " \t\r")
		switch {
		case line == "" || strings.ContainsAny(line[:1], " \t#["):
		case r.isSetting(pos, line):
		default:
			r.backquotes(pos, line)
			if head, _, ok := strings.Cut(line, ":"); ok {
				pos = r.recipe(strings.TrimLeft(head, "@"), end+1)
				continue
			}
		}
		pos = end + 1
	}
	return r.found, nil
}

func (r *recipes) lineEnd(at int) int {
	if n := strings.IndexByte(r.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(r.text)
}

// isSetting reads a line that sets something, and reports whether it is one.
func (r *recipes) isSetting(at int, line string) bool {
	name, value, ok := strings.Cut(line, ":=")
	if !ok || strings.ContainsAny(name, "('\"`{") {
		return false
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	name = strings.TrimSpace(strings.TrimPrefix(name, "export "))
	if n, err := yaml.Parse(value); err == nil && name == "set shell" && len(n.List()) > 0 {
		r.shell = stepLanguage(n.List()[0].Value())
	}
	if len(value) > 1 && (value[0] == '\'' || value[0] == '"') && strings.IndexByte(value[1:], value[0]) == len(value)-2 && !strings.Contains(value, `\`) {
		r.known[name] = value[1 : len(value)-1]
	}
	r.backquotes(at, line)
	return true
}

// backquotes adds the commands in backquotes of a line that is no recipe's.
func (r *recipes) backquotes(at int, line string) {
	whole := excerpt.Whole(r.text)
	for i := 0; ; {
		from := strings.IndexByte(line[i:], '`')
		if from < 0 {
			return
		}
		from += i + 1
		size := strings.IndexByte(line[from:], '`')
		if size <= 0 {
			return
		}
		r.found = append(r.found, Snippet{Name: "`", Text: whole.Slice(at+from, at+from+size), Lang: r.shell, Base: AtFile})
		i = from + size + 1
	}
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
