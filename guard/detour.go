package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// Code may do by a detour what its reader follows only on the straight way: by a function
// that it keeps in a dictionary or hands to another, by a name that it looks up, by an
// object that was packed. Which arguments such a function gets is not known; the strings in
// the code are, and where one of them is a path or a command that is guarded, somebody is asked.

// functionNames are the names by which code in a language reaches files and programs.
func functionNames(lang string) string {
	switch strings.TrimRight(lang, "0123456789.") {
	case "python":
		return "rmtree system popen unlink remove rmdir removedirs run call check_call check_output getoutput Popen execv execve execvp execl execlp spawnl spawnlp spawnv spawnvp posix_spawn " +
			"rename replace chown chmod copyfile copy move write_text write_bytes"
	case "javascript", "typescript":
		return "rmSync rm rmdirSync rmdir unlinkSync unlink execSync exec execFileSync execFile spawnSync spawn fork writeFileSync writeFile appendFileSync renameSync chmodSync chownSync removeSync remove"
	case "ruby":
		return "system exec spawn popen rm_rf rm_r rm remove_entry remove_dir rmtree unlink delete rmdir chmod chown mv write"
	case "perl":
		return "system exec unlink rmtree remove_tree rmdir rename chmod chown qx readpipe"
	case "lua":
		return "execute popen remove rename spawn system"
	case "php":
		return "system exec passthru shell_exec popen proc_open unlink rmdir rename chmod chown file_put_contents"
	}
	return ""
}

// detours are calls by which code in any language gets at functions that it does not name, or
// runs what was packed.
var detours = [...]string{
	"pickle.load", "marshal.load", "dill.load", "shelve.open", "cloudpickle", "methodcaller", "attrgetter", "__reduce__", "__getattribute__", "Fiddle", "FFI", "Marshal.load", "YAML.unsafe_load",
	"yaml.unsafe_load", "yaml.Loader", "ctypes", "cffi", "ffi.", "Reflect.", "unserialize(", "DynaLoader", "Inline::C", "syscall(", "syscall ", "dlopen", "process.binding", "process.dlopen",
}

// takesDetour reports whether known code reaches files or programs otherwise than by a plain
// call, and holds a string that is guarded.
func (j *judge) takesDetour(v *grammar.Invocation, by grammar.Effect, code string) bool {
	names := functionNames(by.Lang)
	if names == "" || !inlined(by) || !passesFunctions(by.Lang, code, names) && !mentions(code, detours[:]) {
		return false
	}
	texts := literalsOf(code)
	for _, text := range texts { // what is packed is a text in a text
		texts = append(texts, literalsOf(text)...)
	}
	for _, text := range texts[:min(len(texts), maxLiterals)] {
		if j.guards(strings.TrimLeft(text, "<>+|& "), code) || grammar.Lookup(program(text)) != nil && j.objects(v, text) {
			return true
		}
	}
	return false
}

// harms reports whether a function that nobody knows could do with what it is given what the
// policy stops: delete a tree by its name, run a line for the shell or an argument vector.
func (j *judge) harms(v *grammar.Invocation, args []script.Arg) bool {
	var texts []string
	for _, a := range args {
		if a.Known {
			texts = append(texts, a.Text)
		}
	}
	for i, text := range texts[:min(len(texts), maxWords)] {
		if j.mayNotGo(v, text) || grammar.Lookup(program(text)) != nil && (j.objects(v, text) || j.objectsTo(v, texts[i:])) {
			return true
		}
	}
	return false
}

// mayNotGo reports whether a text is a path below which the policy lets nothing be deleted.
func (j *judge) mayNotGo(v *grammar.Invocation, text string) bool {
	if strings.ContainsAny(text, "\n\t *") || len(text) < 2 || text[0] != '/' && text[0] != '~' && !strings.HasPrefix(text, "..") {
		return false
	}
	return j.objectsTo(v, []string{"rm", "-rf", "--", j.machine.Expand(text)})
}

// deletesByName reports whether code in a language that nobody here reads has the name of a function
// that deletes, or makes one up, and a path of something that may not go.
func (j *judge) deletesByName(v *grammar.Invocation, lang, code string) bool {
	if !script.Deleter(lang, code) {
		return false
	}
	if mentions(code, homes) {
		return true
	}
	for _, text := range literalsOf(code) {
		if j.mayNotGo(v, text) {
			return true
		}
	}
	return false
}

// passesFunctions reports whether code mentions a function of some names without calling it
// on the spot: as a value, as a name in quotes, as a symbol.
func passesFunctions(lang, code, names string) bool {
	symbols := lang == "ruby" || lang == "perl"
	for name := range wordlist.Each(names) {
		for from := 0; ; {
			at := strings.Index(code[from:], name)
			if at < 0 {
				break
			}
			at += from
			from = at + len(name)
			if isPassedOn(code, at, from, symbols) {
				return true
			}
		}
	}
	return false
}

// isPassedOn reports whether the name between two places of code is not called there.
func isPassedOn(code string, at, end int, symbols bool) bool {
	before, after := byteAt(code, at-1), byteAt(code, end)
	if isNameByte(before) || isNameByte(after) {
		return false // a part of a longer name
	}
	if before == after && (before == '"' || before == '\'') {
		return true
	}
	if symbols {
		return before == ':' || before == '&'
	}
	line := code[strings.LastIndexByte(code[:at], '\n')+1 : at]
	line = line[strings.LastIndexByte(line, ';')+1:]
	if strings.Contains(line, "import ") {
		return false
	}
	return strings.IndexByte(")]},|", byteAt(strings.TrimLeft(code[end:], " "), 0)) >= 0 && (before == '.' || before == ' ' || before == '(' || before == ',' || before == '{' || before == '[' || before == ':')
}

// byteAt is a byte of a text, or a blank behind its ends.
func byteAt(text string, i int) byte {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isPlainName reports whether a word may be the name of a program, and is no pattern of one
// that edits text.
func isPlainName(word string) bool {
	for i := range len(word) {
		if !isNameByte(word[i]) && strings.IndexByte("./-+", word[i]) < 0 {
			return false
		}
	}
	return word != ""
}

// maxProducers bounds how far back along a pipe the text that feeds a shell is looked for.
const maxProducers = 4

// prints reports whether what feeds a shell may be a command that the policy stops: it is
// not known what a program prints, but a string among its words, or in what it reads, that
// spells such a command is most likely that.
func (j *judge) prints(v *grammar.Invocation, from []*parser.Command) bool {
	for range maxProducers {
		var next []*parser.Command
		for _, c := range from {
			if j.spells(v, c) {
				return true
			}
			next = append(next, c.Stdin.From...)
		}
		if from = next; len(from) == 0 {
			break
		}
	}
	return false
}

// spells reports whether a command's words or its input hold a command that the policy stops.
func (j *judge) spells(v *grammar.Invocation, c *parser.Command) bool {
	var texts []string
	paths := pathWords(c)
	for _, w := range append(c.Args[min(1, len(c.Args)):len(c.Args):len(c.Args)], c.Stdin.Word) {
		if text, known := w.Text(); known && text != "" {
			texts = append(texts, formats(text, paths)...)
			texts = append(texts, literalsOf(text)...)
		}
	}
	return j.stopsOne(v, texts)
}

// stopsOne reports whether the policy would stop a line of one of some texts.
func (j *judge) stopsOne(v *grammar.Invocation, texts []string) bool {
	for _, text := range texts[:min(len(texts), maxLiterals)] {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); strings.Contains(line, " ") && isPlainName(program(line)) && grammar.Lookup(program(line)) != nil && j.objects(v, line) {
				return true
			}
		}
	}
	return false
}

// pathWords are the words of a command that are paths to something that may be guarded.
func pathWords(c *parser.Command) []string {
	var paths []string
	for _, w := range c.Args[min(1, len(c.Args)):] {
		if text, known := w.Text(); known && text != "" && (text[0] == '/' || text[0] == '~' || strings.HasPrefix(text, "..")) {
			paths = append(paths, text)
		}
	}
	return paths[:min(len(paths), maxProducers)]
}

// formats returns what a word prints as it stands, and if it is a format: date's begins with
// a plus sign, others stand behind an option or a name of their own, and escapes and directives
// in one stand for lines and for the files that are asked about.
func formats(text string, paths []string) []string {
	all := []string{text}
	format := strings.TrimPrefix(text, "+")
	if i := strings.IndexByte(format, '='); i >= 0 && !strings.Contains(format[:i], " ") {
		format = format[i+1:]
	}
	format = strings.TrimPrefix(strings.TrimPrefix(format, "t"), "format:")
	if i := strings.IndexByte(format, '='); i >= 0 && !strings.Contains(format[:i], " ") {
		format = format[i+1:]
	}
	format = strings.NewReplacer(`\n`, "\n", `\0`, "\n", `\t`, " ", "%n", "%p").Replace(format)
	if format != text {
		all = append(all, format)
	}
	if strings.Contains(format, "%p") {
		for _, p := range paths {
			all = append(all, strings.ReplaceAll(format, "%p", p))
		}
	}
	return all
}

// writtenTexts are the texts of a request that a shell may come to run in a way that nobody
// follows: those that are assigned, and those that are put where a descriptor leads.
func (j *judge) writtenTexts() []string {
	var all []string
	add := func(w parser.Word) {
		if text, known := w.Text(); known && strings.Contains(text, " ") {
			all = append(all, text)
		}
	}
	for v := range grammar.All(j.Invocations) {
		c := v.Command
		for _, a := range c.Assigns {
			add(a.Value)
		}
		add(c.Stdin.Word)
		for _, r := range c.Redirects {
			switch {
			case strings.HasPrefix(r.Op, "<<"):
				add(r.Target)
			case r.Op == ">&" && !r.Target.Known():
				for _, w := range c.Args[min(1, len(c.Args)):] {
					add(w)
				}
			}
		}
		for _, o := range v.Operands {
			if name, value, is := strings.Cut(o.Word.Prefix(), "="); is && o.Role == spec.Assign && name != "" {
				add(parser.Text(value))
			}
		}
	}
	return all
}

// mayRunWritten reports whether a command that is not known, or text that a shell reads from
// where nobody follows it, may be a text of the request that the policy stops.
func (j *judge) mayRunWritten(v *grammar.Invocation) bool {
	if !j.askedWritten {
		j.askedWritten = true
		j.stopsWritten = j.stopsOne(v, j.writtenTexts())
	}
	return j.stopsWritten
}
