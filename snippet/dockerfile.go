package snippet

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
)

// image is a Dockerfile that is being read (Dockerfile reference).
type image struct {
	text   string
	pos    int
	escape byte // what goes on in the next line

	lang string // of RUN's shell
	dir  string // WORKDIR, if it is known
	vars *Vars

	found []Snippet
}

// readDockerfile reads what the instructions of a Dockerfile run, as it is built and as its
// containers start.
func readDockerfile(f file) ([]Snippet, error) {
	d := &image{text: f.text, escape: '\\'}
	d.from()
	d.directives()
	for d.pos < len(d.text) && len(d.found) <= MaxSnippets {
		d.instruction()
	}
	return d.found, nil
}

// from begins an image of which nothing is known.
func (d *image) from() { d.lang, d.dir, d.vars = "sh", "", nil }

// directives reads the comments at the top that say how the rest is written.
func (d *image) directives() {
	for pos := 0; pos < len(d.text); {
		end := d.lineEnd(pos)
		comment, ok := strings.CutPrefix(strings.TrimSpace(d.text[pos:end]), "#")
		name, value, isPair := strings.Cut(comment, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if !ok || !isPair || !wordlist.Among(name, "syntax escape check") {
			return // and what follows are comments
		}
		if name == "escape" && strings.TrimSpace(value) == "`" {
			d.escape = '`'
		}
		pos = end + 1
	}
}

func (d *image) lineEnd(at int) int {
	if at < len(d.text) {
		if n := strings.IndexByte(d.text[at:], '\n'); n >= 0 {
			return at + n
		}
	}
	return len(d.text)
}

// logical reads an instruction: its lines, without those that are comments, and without the
// ends of those that go on.
func (d *image) logical() excerpt.Text {
	var b excerpt.Builder
	for d.pos < len(d.text) {
		from, end := d.pos, d.lineEnd(d.pos)
		d.pos = end + 1
		line := strings.TrimRight(d.text[from:end], " \t\r")
		if trimmed := strings.TrimLeft(line, " \t"); trimmed == "" || trimmed[0] == '#' {
			if b.Len() == 0 {
				return excerpt.Text{}
			}
			continue
		}
		if line[len(line)-1] != d.escape {
			b.Copy(d.text, from, from+len(line))
			break
		}
		b.Copy(d.text, from, from+len(line)-1)
	}
	return b.Text()
}

// instruction reads one instruction with its here-documents.
func (d *image) instruction() {
	line := d.logical()
	name, rest := cutText(line)
	name.String = strings.ToUpper(name.String)
	for name.String == "ONBUILD" {
		name, rest = cutText(rest)
		name.String = strings.ToUpper(name.String)
	}
	var docs []document
	if wordlist.Among(name.String, "RUN COPY ADD") {
		docs = d.documents(rest.String)
	}
	switch name.String {
	case "FROM":
		d.from()
	case "SHELL":
		d.shell(rest)
	case "WORKDIR":
		d.workdir(rest.String)
	case "ENV":
		d.env(rest.String)
	case "RUN":
		d.run(name.String, withoutFlags(rest), docs)
	case "CMD", "ENTRYPOINT":
		d.run(name.String, rest, nil)
	case "HEALTHCHECK":
		if word, command := cutText(withoutFlags(rest)); strings.EqualFold(word.String, "CMD") {
			d.run("HEALTHCHECK", command, nil)
		}
	}
}

// cutText cuts the first word off a text.
func cutText(t excerpt.Text) (word, rest excerpt.Text) {
	s := t.String
	from := len(s) - len(strings.TrimLeft(s, " \t"))
	end := from
	for end < len(s) && s[end] != ' ' && s[end] != '\t' {
		end++
	}
	next := end + len(s[end:]) - len(strings.TrimLeft(s[end:], " \t"))
	return t.Slice(from, end), t.Slice(next, len(s))
}

// withoutFlags cuts an instruction's own options off.
func withoutFlags(t excerpt.Text) excerpt.Text {
	for {
		word, rest := cutText(t)
		if !strings.HasPrefix(word.String, "--") {
			return t
		}
		t = rest
	}
}

// shell notes which shell runs what follows.
func (d *image) shell(t excerpt.Text) {
	d.lang = ""
	if n, err := yaml.Parse(t.String); err == nil && n.Kind == yaml.Sequence && len(n.Items) > 0 {
		program := path.Base(strings.ReplaceAll(n.Items[0].Value(), `\`, "/"))
		if d.lang = programLanguage(program); d.lang == "" {
			d.lang = program
		}
		words := make([]string, len(n.Items))
		for i, item := range n.Items {
			words[i] = item.Value()
		}
		if !isPlainShell(words) {
			d.run("SHELL", t, nil)
		}
	}
}

func (d *image) workdir(dir string) {
	dir = strings.Trim(strings.TrimSpace(dir), `"'`)
	switch {
	case strings.Contains(dir, "$"):
		d.dir = ""
	case path.IsAbs(dir):
		d.dir = path.Clean(dir)
	case d.dir != "":
		d.dir = path.Join(d.dir, dir)
	}
}

// env notes the variables whose values are plain.
func (d *image) env(s string) {
	name, value, isOld := strings.Cut(s, " ")
	if isOld && !strings.Contains(name, "=") {
		s = name + "=" + strings.ReplaceAll(strings.TrimSpace(value), " ", `\ `)
	}
	for word := range strings.FieldsSeq(s) {
		name, value, ok := strings.Cut(word, "=")
		d.vars = d.vars.with(name, value, ok && !strings.ContainsAny(value, "$\\\"'`"))
	}
}

// document is a here-document: its name, and its lines.
type document struct {
	name string
	text excerpt.Text
	end  int // behind its last line
}

// documents reads the here-documents that an instruction begins: each is a word of its own,
// as the builder splits words, which knows nothing of a shell.
func (d *image) documents(s string) []document {
	var docs []document
	for _, word := range dockerWords(s) {
		rest, ok := strings.CutPrefix(strings.TrimLeft(word, "0123456789"), "<<")
		if !ok || strings.Contains(rest, "<") {
			continue
		}
		name, isIndented := strings.CutPrefix(rest, "-")
		if name = strings.NewReplacer(`"`, "", "'", "").Replace(name); name == "" {
			continue
		}
		docs = append(docs, d.document(name, isIndented))
	}
	return docs
}

// dockerWords are words with their quotes; blanks within quotes separate none.
func dockerWords(s string) []string {
	var words []string
	quote, from := byte(0), -1
	for i := 0; i < len(s); i++ {
		c := s[i]
		isBlank := quote == 0 && (c == ' ' || c == '\t')
		switch {
		case isBlank && from >= 0:
			words, from = append(words, s[from:i]), -1
		case !isBlank && from < 0:
			from = i
		}
		switch {
		case c == '\\' && quote != '\'':
			i++
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	if from >= 0 {
		words = append(words, s[from:])
	}
	return words
}

// document reads the lines of one here-document.
func (d *image) document(name string, isIndented bool) document {
	var b excerpt.Builder
	for d.pos < len(d.text) {
		from, end := d.pos, d.lineEnd(d.pos)
		d.pos = end + 1
		line := strings.TrimRight(d.text[from:end], "\r")
		if isIndented {
			from += len(line) - len(strings.TrimLeft(line, "\t"))
			line = strings.TrimLeft(line, "\t")
		}
		if line == name {
			break
		}
		b.Copy(d.text, from, min(end+1, len(d.text)))
	}
	return document{name: name, text: b.Text(), end: min(d.pos, len(d.text))}
}

// run adds what an instruction runs: an argument vector, a script that is a here-document, or
// a line for the shell, with the here-documents that it has.
func (d *image) run(name string, t excerpt.Text, docs []document) {
	s := Snippet{Name: name, Lang: d.lang, Dir: d.dir, Base: AtRoot, On: Image, Vars: d.vars}
	if d.dir == "" {
		s.Base = AtNobody
	}
	if n, err := yaml.Parse(t.String); err == nil && strings.HasPrefix(t.String, "[") && n.Kind == yaml.Sequence {
		s.Lang, s.Text = "sh", placedIn(t, argv(n.Items...))
		d.found = append(d.found, s)
		return
	}
	if strings.HasPrefix(strings.TrimLeft(t.String, "0123456789"), "<<") && len(docs) == 1 && len(dockerWords(t.String)) == 1 {
		s.Text = docs[0].text
		if line, _, _ := strings.Cut(s.Text.String, "\n"); strings.HasPrefix(line, "#!") {
			s.Lang = interpreterLanguage(strings.Fields(line[len("#!"):]))
		}
		d.found = append(d.found, s)
		return
	}
	var b excerpt.Builder
	b.Add(t, 0, len(t.String))
	for _, doc := range docs {
		b.Put("\n", doc.text.Place(0))
		b.Add(doc.text, 0, len(doc.text.String))
		b.Put(doc.name, doc.end)
	}
	s.Text = b.Text()
	d.found = append(d.found, s)
}

// placedIn is a text that was taken out of a text that was taken out itself.
func placedIn(outer, inner excerpt.Text) excerpt.Text {
	var b excerpt.Builder
	for i := 0; i < len(inner.String); i++ {
		b.Put(inner.String[i:i+1], outer.Place(inner.Place(i)))
	}
	return b.Text()
}
