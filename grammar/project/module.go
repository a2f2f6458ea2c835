package project

import (
	"iter"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// modules says in which files a language looks for a module: % is the module's name with
// slashes, without a ./ before it. Sources: the Python reference, The import system; the Node.js
// manual, modules; Ruby's Kernel#require; perlfunc(1), require; the Lua manual, package.path.
var modules = [...]struct {
	lang, files string
	separator   string // between the parts of a name, beside the slash
	keywords    string // of statements whose next word is the name of a module
	functions   string // that get the name as a text
	options     string // of the interpreter, whose value is the name
}{
	{"python", "%.py %/__init__.py %/__main__.py", ".", "import from", "__import__ import_module runpy", "-m"},
	{"javascript", "%.js %.mjs %.cjs %.ts %/index.js", "", "", "require import from", "-r --require --import --loader --experimental-loader"},
	{"ruby", "%.rb", "", "", "require require_relative load autoload", "-r"},
	{"perl", "%.pm", "::", "use require", "require", "-M -m"},
	{"lua", "%.lua %/init.lua", ".", "", "require", "-l"},
}

// ModuleOptions returns the options of a language's interpreter whose value is the name of a
// module. It reports false for a language whose code loads files by their own names alone.
func ModuleOptions(lang string) (options string, has bool) {
	for i := range modules {
		if modules[i].lang == lang {
			return modules[i].options, true
		}
	}
	return "", false
}

// ModuleFiles yields the files in which a module with a name may be, relative to one of the
// directories where a program looks. A name that leads out of these has none.
func ModuleFiles(lang, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range modules {
			m := &modules[i]
			if m.lang != lang {
				continue
			}
			if m.separator != "" && !strings.Contains(name, "/") {
				name = strings.ReplaceAll(name, m.separator, "/")
			}
			if name = path.Clean(name); name == "." || strings.HasPrefix(name, "..") || strings.ContainsAny(name, " \n") {
				return
			}
			for pattern := range wordlist.Each(m.files) {
				if !yield(strings.TrimPrefix(strings.Replace(pattern, "%", name, 1), "/")) {
					return
				}
			}
		}
	}
}

// LoadsByText reports whether code calls a function that loads a module whose name it gets as a
// text, so that any of its string literals may be one.
func LoadsByText(lang, code string) bool {
	for i := range modules {
		if m := &modules[i]; m.lang == lang {
			for name := range wordlist.Each(m.functions) {
				if strings.Contains(code, name) {
					return true
				}
			}
		}
	}
	return false
}

// Imports yields the names of the modules that statements of a language load: import a.b, c as d.
// Names in string literals are not among them.
func Imports(lang, code string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range modules {
			if m := &modules[i]; m.lang == lang && m.keywords != "" && !importsOf(m.keywords, code, yield) {
				return
			}
		}
	}
}

// importsOf yields the names behind keywords at the start of statements: all up to the end of the
// statement, but only the first behind "from".
func importsOf(keywords, code string, yield func(string) bool) bool {
	for statement := range strings.FieldsFuncSeq(code, func(r rune) bool { return strings.ContainsRune("\n;{}", r) }) {
		words := strings.Fields(statement)
		if len(words) < 2 || !wordlist.Among(words[0], keywords) {
			continue
		}
		if words[0] == "from" {
			words = words[:2]
		}
		for _, w := range words[1:] {
			for name := range strings.SplitSeq(w, ",") {
				if name != "" && name != "as" && !yield(name) {
					return false
				}
			}
		}
	}
	return true
}
