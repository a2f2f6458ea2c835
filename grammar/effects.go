package grammar

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// kinds are the effects of the roles with one effect on a path or host.
var kinds = [...]Kind{
	spec.File:     Reads,
	spec.Write:    Writes,
	spec.Delete:   Deletes,
	spec.Change:   Changes,
	spec.Host:     Connects,
	spec.Upload:   Reads | Uploads,
	spec.Listen:   Listens,
	spec.Helper:   Runs,
	spec.HardLink: Reads | Changes,
}

// options records the effects of the given options.
func (r *reader) options() {
	if r.syntax.Privilege {
		r.effect(Effect{Kind: Elevates}, parser.Yes)
	}
	if r.inv.Program.Style&spec.Service != 0 {
		r.effect(Effect{Kind: Manages}, parser.Yes)
	}
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		if g.Option == nil {
			r.unlisted(g)
			continue
		}
		role := r.valueRole(g)
		if role == spec.Plain {
			continue // most options
		}
		word := r.landed(g)
		if g.Option.Lines {
			if r.earlier(i) {
				continue // in the text of the first
			}
			word = r.lines(i)
		}
		if g.Option.Arg == spec.None && g.Option.Role == spec.List {
			word = parser.Text("-")
		} else if g.Option.Arg == spec.None && g.Option.Role != spec.Argv && g.Option.Role != spec.Listen {
			word = parser.Text(".")
		}
		from := len(r.inv.Effects)
		r.act(use{
			role: role, word: word, rest: g.Words, lang: r.optionLang(g.Option), here: g.Option.Here, value: g.Option.Arg != spec.None, truth: g.Truth,
		})
		if g.Variable != "" {
			r.cause(ByAssign, from)
		}
	}
}

// earlier reports whether an option before i gives the same text.
func (r *reader) earlier(i int) bool {
	return slices.ContainsFunc(r.inv.Options[:i], func(g OptionUse) bool { return g.Option == r.inv.Options[i].Option })
}

// lines joins all values of an option as the lines of one text.
func (r *reader) lines(i int) parser.Word {
	text := r.inv.Options[i].Value
	for _, g := range r.inv.Options[i+1:] {
		if g.Option == r.inv.Options[i].Option {
			text = concat(text.Span, text, parser.Text("\n"), g.Value)
		}
	}
	return text
}

// optionLang returns the language of an option's value, given the other options.
func (r *reader) optionLang(o *spec.Option) string {
	if o.Role == spec.Code || o.Role == spec.Script {
		return cmp.Or(r.lang(), o.Lang, r.syntax.Lang)
	}
	return o.Lang
}

// valueRole returns the role of an option's value, given the other options.
func (r *reader) valueRole(g *OptionUse) spec.Role {
	if len(r.syntax.Cases) == 0 {
		return g.Option.Role // nearly always
	}
	for l := range r.layouts() {
		if l.values != "" && g.Is(l.values) != parser.No {
			return l.as
		}
	}
	return g.Option.Role
}

// defaults applies the role of the operands to the current directory if there are none.
func (r *reader) defaults() {
	if len(r.operands) == 0 && r.syntax.Feeds && r.syntax.Lang != "" {
		if file, given := r.inv.Value("-a"); given == parser.Yes {
			r.script(use{word: file, lang: r.syntax.Lang, truth: parser.Yes}) // the file's lines are commands: parallel(1)
		}
	}
	if len(r.syntax.Cases) == 0 && !r.syntax.Operands.Dot {
		return // nearly always
	}
	for l := range r.layouts() {
		if l.operands.Dot && len(r.operands) <= len(l.operands.First) && !r.searchesPipe() {
			r.act(use{role: l.operands.Rest, word: parser.Text("."), lang: r.syntax.Lang, truth: l.truth})
		}
	}
}

// searchesPipe reports whether a search without a starting point reads its input, as rg and ag do if that is a
// pipe or a file.
func (r *reader) searchesPipe() bool {
	return wordlist.Among(r.inv.Name, "rg ag") && r.cmd.Stdin.Kind != parser.Inherited
}

// act records the effects of a word in its role.
func (r *reader) act(u use) {
	switch u.role {
	case spec.Plain, spec.Mode, spec.Owner, spec.Refspec, spec.Dir, spec.RemoteDir, spec.Credential, spec.Entry:
	case spec.File, spec.Write, spec.Delete, spec.Change, spec.HardLink, spec.Helper, spec.Host, spec.Listen, spec.Upload:
		r.touch(kinds[u.role], u)
	case spec.GitServer:
		if !isGitServer(u.word) {
			r.touch(Runs, u)
		}
	case spec.URL:
		r.url(u)
	case spec.Remote:
		r.remote(u)
	case spec.Cookie:
		if !isCookie(u.word) {
			r.touch(Reads, u)
		}
	case spec.Repo:
		r.repo(u)
	case spec.Detour:
		r.detour(u)
	case spec.Output:
		r.output(u)
	case spec.Input:
		r.inputFile(u)
	case spec.Object:
		r.object(u)
	case spec.Pathspec:
		r.pathspec(u)
	case spec.Data:
		r.data(u)
	case spec.Template:
		if strings.HasPrefix(u.word.Prefix(), "@") {
			u.word = u.word.Tail(1)
			r.touch(Reads, u)
		}
	case spec.Manifest:
		r.manifest(u)
	case spec.ManifestFile:
		r.manifestFile(u)
	case spec.Fields:
		r.fields(u)
	case spec.List:
		r.list(u)
	case spec.Names:
		r.searchedFiles(u)
	case spec.URI:
		u.word = PathOfURL(u.word)
		r.touch(Reads, u)
	case spec.ContainerPath:
		r.containerPath(u)
	case spec.Form:
		r.form(u)
	case spec.Bind:
		r.bind(u)
	case spec.Mount:
		r.mount(u)
	case spec.Setting:
		r.setting(u)
	case spec.Variable:
		r.settingFromVariable(u)
	case spec.Assign:
		name, _, _ := strings.Cut(u.word.Prefix(), "=")
		r.sets(Effect{Name: name, Word: tail(u.word, len(name)+1)}, u.truth)
	default:
		r.run(u)
	}
}

// inputFile records the read of a file, or with ! a command whose output is read.
func (r *reader) inputFile(u use) {
	if strings.HasPrefix(u.word.Prefix(), "!") {
		u.word = u.word.Tail(1)
		r.shell(u)
		return
	}
	r.touch(Reads, u)
}

// settingFromVariable records a setting whose value is in a variable: git --config-env.
func (r *reader) settingFromVariable(u use) {
	key, name, _ := strings.Cut(u.word.Prefix(), "=")
	if key == "" && u.word.Known() {
		return // an error of the program's
	}
	value := parser.Text("$" + name)
	if text, known := r.inherited(name); known {
		value = parser.Text(text)
	}
	r.sets(Effect{Name: strings.ToLower(key), Word: value}, u.truth)
}

// tail is Tail for a word that may be shorter than n.
func tail(w parser.Word, n int) parser.Word {
	return w.Tail(min(n, len(w.Prefix())))
}

// touch records an effect on a path, host or port.
func (r *reader) touch(kind Kind, u use) {
	e := Effect{Kind: kind, Word: u.word}
	if kind == Reads && !u.value && wordlist.Among(r.inv.Name, matchers) {
		e.Recursive = r.has(r.syntax.Recursive)
	}
	if r.inv.Name == "tee" {
		e.Appends = r.has("-a") == parser.Yes
	}
	if kind&(Writes|Deletes|Changes) != 0 {
		switch r.dry() {
		case parser.Yes:
			return
		case parser.Maybe:
			u.truth = parser.Maybe
		}
	}
	if kind&(Reads|Writes|Deletes|Changes) != 0 {
		if isPipe(u.word) {
			if wordlist.Among(r.inv.Name, pipeReaders) {
				r.effect(Effect{Kind: kind, Word: parser.Text(pipeName)}, u.truth)
			}
			return
		}
		if kind&(Deletes|Changes) == 0 && u.word.Is("-") == parser.Yes {
			r.dash(kind, u)
			return
		}
		if !u.here {
			e.Word = join(r.dir, u.word)
		}
	}
	if kind&(Deletes|Changes) != 0 {
		e.Recursive = r.has(r.syntax.Recursive)
		if r.has(r.syntax.Follows) == parser.Yes {
			e.Word = concat(e.Word.Span, e.Word, parser.Text("/"))
		}
		if some := picks(r.inv, r.syntax); r.syntax.Narrow != "" && some != Whatever {
			e.Word, e.Recursive = below(e.Word, some), parser.No
			if name, named := sought(r.inv); named {
				e.Word = concat(e.Word.Span, e.Word, parser.Text("/"), name)
			}
		}
	}
	r.effect(e, u.truth)
}

// pipeReaders are programs for which what they read is a configuration that may run commands.
const pipeReaders = "ssh scp sftp autossh"

// pipeName represents the names that bash gives to pipes.
const pipeName = "/dev/fd/63"

// dash records the use of "-" as a file: standard input or output. Only uploading it matters.
func (r *reader) dash(kind Kind, u use) {
	if kind&Uploads != 0 {
		r.effect(Effect{Kind: Uploads, Word: r.input()}, u.truth)
	}
}

// isPipe reports whether a word is the name of a pipe, as <( ) and >( ) give.
func isPipe(w parser.Word) bool {
	for _, p := range w.Parts {
		if !p.File {
			return false
		}
	}
	return len(w.Parts) > 0
}

// below returns a word for some paths below a path.
func below(w parser.Word, some string) parser.Word {
	return concat(w.Span, w, parser.Text("/"), parser.Word{Parts: []parser.Part{{Text: some}}})
}

// output records a file that is written, or a command that reads the output.
func (r *reader) output(u use) {
	if strings.HasPrefix(u.word.Prefix(), pipeDevice) {
		u.word = u.word.Tail(len(pipeDevice))
		r.shell(u)
		return
	}
	if to := u.word.Prefix(); strings.HasPrefix(to, "|") || strings.HasPrefix(to, "!") {
		r.code("sh", u.word.Tail(1), u.truth, parser.Stdin{Kind: parser.FromPipe, From: []*parser.Command{r.cmd}})
		return
	}
	r.touch(Writes, u)
}

// detour records where connections lead instead of to the named host: the part after HOST:PORT: in
// curl(1)'s --resolve (addresses) and --connect-to (HOST:PORT, where an empty host means the same
// one).
func (r *reader) detour(u use) {
	var text string
	for _, p := range u.word.Parts {
		if p.Kind != parser.Literal && p.Kind != parser.Glob { // a pattern stays as it is if no file matches
			r.effect(Effect{Kind: Connects, Word: u.word.Tail(len(u.word.Prefix()))}, u.truth)
			return
		}
		text += p.Text
	}
	for range 2 {
		_, text = cutField(text, ':')
	}
	for text != "" {
		var address string
		address, text = cutField(text, ',')
		if strings.Count(address, ":") > 1 && address[0] != '[' {
			address = "[" + address + "]" // IPv6
		}
		if host, _ := cutField(address, ':'); host != "" {
			r.effect(Effect{Kind: Connects, Word: parser.Text(address)}, u.truth)
		}
	}
}

// cutField cuts text at the first separator outside brackets, which may enclose an IPv6 address.
func cutField(text string, separator byte) (field, rest string) {
	inside := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == separator && !inside:
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

// isCookie reports whether a word is a cookie and not the name of a file of them: curl(1).
func isCookie(w parser.Word) bool { return strings.Contains(w.Prefix(), "=") }

// repo records a git repository: a URL, host:path or a local path. The name of a remote does not say
// where the repository is.
func (r *reader) repo(u use) {
	prefix := u.word.Prefix()
	switch {
	case strings.Contains(prefix, ":"):
		r.url(u)
	case strings.ContainsAny(prefix, "/~") || strings.HasPrefix(prefix, "."):
		r.touch(Reads, u)
	}
}

// object records the read of an object in a git repository, by the path after the revision:
// gitrevisions(7).
func (r *reader) object(u use) {
	if i := strings.IndexByte(u.word.Prefix(), ':'); i >= 0 {
		u.word = u.word.Tail(i + 1)
	} else if _, name, of := strings.Cut(u.word.Suffix(), ":"); of && !u.word.Known() {
		u.word = parser.Text(name) // of an unknown revision
	}
	if stage := u.word.Prefix(); len(stage) > 2 && stage[1] == ':' && stage[0] >= '0' && stage[0] <= '3' {
		u.word = u.word.Tail(len("0:")) // ":0:path", in the index
	}
	if u.word.Is("") != parser.Yes {
		r.touch(Reads, u)
	}
}

// pathspec records the read of a path in a repository's history, by a pattern with or without magic
// (gitglossary(7)), or by an Object. A revision reads no path, and an unknown word is taken for one
// unless it ends like a path.
func (r *reader) pathspec(u use) {
	prefix := u.word.Prefix()
	if prefix == "" && !u.word.Known() && !strings.ContainsAny(u.word.Suffix(), ":/") {
		return
	}
	if isMagic := strings.HasPrefix(prefix, ":"); !isMagic {
		r.object(u)
		return
	}
	signs := prefix[1:]
	if end := strings.IndexByte(signs, ')'); strings.HasPrefix(signs, "(") && end > 0 {
		if strings.Contains(signs[:end], "exclude") {
			return
		}
		u.word = u.word.Tail(len("(:)") + end - 1)
		r.touch(Reads, u)
		return
	}
	if strings.HasPrefix(signs, "!") || strings.HasPrefix(signs, "^") {
		return
	}
	if second := strings.IndexByte(signs, ':'); second >= 0 { // of the index, ":2:path", or a function's lines, ":name:path"
		u.word = u.word.Tail(len(":") + second)
	}
	if text, known := u.word.Text(); known {
		u.word = parser.Text(strings.TrimPrefix(strings.TrimPrefix(text, ":"), "/"))
	}
	r.touch(Reads, u)
}

// data records text that is uploaded, or with @ the file that is.
func (r *reader) data(u use) {
	if strings.HasPrefix(u.word.Prefix(), "@") {
		u.word = u.word.Tail(1)
		r.touch(Reads|Uploads, u)
		return
	}
	r.effect(Effect{Kind: Uploads, Word: u.word}, u.truth)
}

// form records name=text, name=@file and name@file; files are separated by
// commas and end at a semicolon.
func (r *reader) form(u use) {
	prefix := u.word.Prefix()
	i := strings.IndexAny(prefix, "=@")
	if i < 0 {
		r.effect(Effect{Kind: Uploads, Word: u.word}, u.truth)
		return
	}
	if prefix[i] == '=' && i+1 < len(prefix) && strings.IndexByte("@<", prefix[i+1]) >= 0 {
		i++
	}
	value := u.word.Tail(i + 1)
	if prefix[i] == '=' {
		r.effect(Effect{Kind: Uploads, Word: value}, u.truth)
		return
	}
	text, known := value.Text()
	if !known {
		u.word = value
		r.touch(Reads|Uploads, u)
		return
	}
	text, _, _ = strings.Cut(text, ";")
	for file := range strings.SplitSeq(text, ",") {
		u.word = parser.Text(file)
		r.touch(Reads|Uploads, u)
	}
}

// setting records key=value, or a key whose value follows after blanks or in the next word. Keys are
// converted to lower case.
func (r *reader) setting(u use) {
	prefix := u.word.Prefix()
	key := prefix
	var value parser.Word
	if i := strings.IndexAny(prefix, "= \t"); i >= 0 {
		key = prefix[:i]
		rest := strings.TrimLeft(prefix[i:], " \t")
		rest = strings.TrimLeft(strings.TrimPrefix(rest, "="), " \t")
		value = u.word.Tail(len(prefix) - len(rest))
	} else if len(u.rest) > 0 {
		value = u.rest[0]
	}
	switch {
	case !u.word.Known() && len(key) == len(prefix):
		key = "" // the key is unknown
		value = u.word
	case key == "":
		return // an error of the program's
	}
	if r.isTransientUnit() {
		r.unitSetting(strings.ToLower(key), value, u.truth)
		return
	}
	r.sets(Effect{Name: strings.ToLower(key), Word: value}, u.truth)
}
