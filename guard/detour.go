package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// The readers of other languages follow plain calls. Code can also call a function that it
// keeps in a dictionary, passes to another function, looks up by name, or unpacks from a
// serialized object. Then nobody knows the arguments, but the string literals of the code are
// known: if one of them is a guarded path or a command that the policy would stop, the policy
// asks.

// functionNames returns the names of functions that reach files and programs in a language.
func functionNames(lang string) string {
	if n := len(lang); n > 0 && lang[n-1] <= '9' { // python3.11
		lang = strings.TrimRight(lang, "0123456789.")
	}
	switch lang {
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

// indirectCalls are calls, in any language, that reach functions without naming them, or run
// deserialized code.
var indirectCalls = [...]string{
	"pickle.load", "marshal.load", "dill.load", "shelve.open", "cloudpickle", "methodcaller", "attrgetter", "__reduce__", "__getattribute__", "Fiddle", "FFI", "Marshal.load", "YAML.unsafe_load",
	"yaml.unsafe_load", "yaml.Loader", "ctypes", "cffi", "ffi.", "Reflect.", "unserialize(", "DynaLoader", "Inline::C", "syscall(", "syscall ", "dlopen", "process.binding", "process.dlopen",
}

// callsIndirectly reports whether inline code reaches files or programs other than by a plain call,
// and has a string literal that is guarded.
func (j *judge) callsIndirectly(v *grammar.Invocation, by grammar.Effect, code string) bool {
	names := functionNames(by.Lang)
	if names == "" || !isInline(by) || !passesFunctions(by.Lang, code, names) && !mentions(code, indirectCalls[:]) {
		return false
	}
	texts := literalsOf(code)
	for _, text := range texts { // serialized code is a literal inside a literal
		texts = append(texts, literalsOf(text)...)
	}
	for _, text := range texts[:min(len(texts), maxLiterals)] {
		if j.isGuardedPath(strings.TrimLeft(text, "<>+|& "), code) || grammar.Lookup(program(text)) != nil && j.stopsSource(v, text) {
			return true
		}
	}
	return len(texts) > maxLiterals // nobody looks at the others
}

// wouldHarm reports whether the policy would stop what an unknown function may do with its
// arguments: delete a path, run a command line or an argument vector.
func (j *judge) wouldHarm(v *grammar.Invocation, args []script.Arg) bool {
	var texts []string
	for _, a := range args {
		if a.Known {
			texts = append(texts, a.Text)
		}
	}
	for i, text := range texts[:min(len(texts), maxWords)] {
		if j.mayNotDelete(v, text) || grammar.Lookup(program(text)) != nil && (j.stopsSource(v, text) || j.stopsArgv(v, texts[i:])) {
			return true
		}
	}
	return false
}

// mayNotDelete reports whether text is a path that the policy does not let a command delete
// recursively.
func (j *judge) mayNotDelete(v *grammar.Invocation, text string) bool {
	if strings.ContainsAny(text, "\n\t *") || len(text) < 2 || text[0] != '/' && text[0] != '~' && !strings.HasPrefix(text, "..") {
		return false
	}
	return j.stopsArgv(v, []string{"rm", "-rf", "--", j.machine.Expand(text)})
}

// deletesByName reports whether code in a language without a reader calls a function that
// deletes, or builds its name, and names a path that must not be deleted.
func (j *judge) deletesByName(v *grammar.Invocation, lang, code string) bool {
	if !script.Deleter(lang, code) {
		return false
	}
	if mentions(code, homeNames) {
		return true
	}
	for _, text := range literalsOf(code) {
		if j.mayNotDelete(v, text) {
			return true
		}
	}
	return false
}

// passesFunctions reports whether code mentions one of these functions without calling it: as a
// value, as a string, as a symbol.
func passesFunctions(lang, code, names string) bool {
	symbols := lang == "ruby" || lang == "perl"
	for at := 0; at < len(code); at++ {
		end := at
		for end < len(code) && isNameByte(code[end]) {
			end++
		}
		if end > at && code[at] > '9' && isPassedOn(code, at, end, symbols) && wordlist.Among(code[at:end], names) {
			return true
		}
		at = end
	}
	return false
}

// isPassedOn reports whether the name at code[at:end] is used as a value, not called.
func isPassedOn(code string, at, end int, symbols bool) bool {
	before, after := byteAt(code, at-1), byteAt(code, end)
	if before == after && (before == '"' || before == '\'') {
		return true
	}
	if symbols {
		return before == ':' || before == '&'
	}
	if strings.IndexByte(". (,{[:", before) < 0 || strings.IndexByte(")]},|", byteAt(strings.TrimLeft(code[end:], " "), 0)) < 0 {
		return false
	}
	line := code[strings.LastIndexByte(code[:at], '\n')+1 : at]
	line = line[strings.LastIndexByte(line, ';')+1:]
	return !strings.Contains(line, "import ")
}

// byteAt returns a byte of text, or a blank outside it.
func byteAt(text string, i int) byte {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isPlainName reports whether word can be the name of a program. It cannot if it has characters
// of a sed or awk expression.
func isPlainName(word string) bool {
	for i := range len(word) {
		if !isNameByte(word[i]) && strings.IndexByte("./-+", word[i]) < 0 {
			return false
		}
	}
	return word != ""
}

// maxProducers bounds how far back along a pipe mayPrintStopped and mayHavePrinted look for the
// text that a shell reads, and how many paths pathWords returns.
const maxProducers = 4

// mayPrintStopped reports whether a command that feeds a shell may print a command that the policy
// stops. What a program prints is unknown; but if a string among its words or in its input
// spells such a command, that is probably what it prints.
func (j *judge) mayPrintStopped(v *grammar.Invocation, from []*parser.Command) bool {
	for range maxProducers {
		var next []*parser.Command
		for _, c := range from {
			if j.spellsStopped(v, c) {
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

// spellsStopped reports whether a command's words or its input contain a command that the policy
// stops.
func (j *judge) spellsStopped(v *grammar.Invocation, c *parser.Command) bool {
	var texts []string
	paths := pathWords(c)
	for _, w := range append(c.Args[min(1, len(c.Args)):len(c.Args):len(c.Args)], c.Stdin.Word) {
		if text, known := w.Text(); known && text != "" {
			texts = append(texts, formats(text, paths)...)
			texts = append(texts, literalsOf(text)...)
			if len(c.Args) > 0 && family.Queries.Has(path.Base(c.Args[0].Prefix())) {
				texts = append(texts, literalsOf(queryText(text))...)
			}
		}
	}
	return j.stopsAny(v, texts)
}

// queryText returns the program of a query with some name in the place of each interpolation, \(…), and with
// the home directory in the place of its variable.
func queryText(program string) string {
	var b strings.Builder
	for range maxLiterals {
		before, rest, found := strings.Cut(program, `\(`)
		b.WriteString(before)
		if !found {
			break
		}
		depth, end := 1, 0
		for ; end < len(rest) && depth > 0; end++ {
			switch rest[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		name := "name"
		if inner := strings.TrimSpace(rest[:max(end-1, 0)]); inner == "env.HOME" || inner == "$ENV.HOME" {
			name = "~"
		}
		b.WriteString(name)
		program = rest[end:]
	}
	return b.String()
}

// stopsAny reports whether the policy would stop a line of one of the texts.
func (j *judge) stopsAny(v *grammar.Invocation, texts []string) bool {
	for _, text := range texts[:min(len(texts), maxLiterals)] {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); strings.Contains(line, " ") && isPlainName(program(line)) && grammar.Lookup(program(line)) != nil && j.stopsSource(v, line) {
				return true
			}
		}
	}
	return false
}

// pathWords returns the words of a command that are absolute paths, paths below a home, or
// paths that begin with "..": those may be guarded.
func pathWords(c *parser.Command) []string {
	var paths []string
	for _, w := range c.Args[min(1, len(c.Args)):] {
		if text, known := w.Text(); known && text != "" && (text[0] == '/' || text[0] == '~' || strings.HasPrefix(text, "..")) {
			paths = append(paths, text)
		}
	}
	return paths[:min(len(paths), maxProducers)]
}

// formats returns what a word may print: the text itself, and if it is a format, that format
// with its escapes and directives replaced. date's format begins with a plus sign; others
// follow an option or a key. For %p each of the paths is tried.
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

// writtenTexts returns the texts of a request that a shell may run in a way that the parser
// does not follow: values of assignments, here-documents, and words written to an unknown
// descriptor.
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

// mayRunWritten reports whether the policy stops one of these texts, so that an unknown
// command, or a shell that reads from an unknown source, may run it. A file that was read since the last
// question may have more of them.
func (j *judge) mayRunWritten(v *grammar.Invocation) bool {
	read := j.opened + len(j.sources) + 1
	if j.stopsWritten || read == j.judgedUpTo {
		return j.stopsWritten
	}
	var texts []string
	for _, text := range j.writtenTexts() {
		if !j.judged[text] {
			texts = append(texts, text)
		}
	}
	if j.judged == nil {
		j.judged = map[string]bool{}
	}
	for _, text := range texts {
		j.judged[text] = true
	}
	j.judgedUpTo, j.stopsWritten = read, j.stopsAny(v, texts)
	return j.stopsWritten
}
