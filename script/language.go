package script

import (
	"errors"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/awk"
	"github.com/agent-loop/shimgen/script/internal/console"
	"github.com/agent-loop/shimgen/script/internal/crontab"
	"github.com/agent-loop/shimgen/script/internal/ex"
	"github.com/agent-loop/shimgen/script/internal/javascript"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/lua"
	"github.com/agent-loop/shimgen/script/internal/makefile"
	"github.com/agent-loop/shimgen/script/internal/mongo"
	"github.com/agent-loop/shimgen/script/internal/patch"
	"github.com/agent-loop/shimgen/script/internal/perl"
	"github.com/agent-loop/shimgen/script/internal/php"
	"github.com/agent-loop/shimgen/script/internal/python"
	"github.com/agent-loop/shimgen/script/internal/redis"
	"github.com/agent-loop/shimgen/script/internal/ruby"
	"github.com/agent-loop/shimgen/script/internal/sed"
	"github.com/agent-loop/shimgen/script/internal/socat"
	"github.com/agent-loop/shimgen/script/internal/sql"
	"github.com/agent-loop/shimgen/script/internal/tcl"
)

// language is the table row of a language.
type language struct {
	// read returns the acts of code; nil if the language has no reader.
	read func(code string, given CommandLine) ([]Act, error)

	// whole says that read reports everything the code can do, so that code without acts only reads its
	// input and writes its output.
	whole bool

	// partial says that read accepts all code with placeholders.
	partial bool

	// starter says that code in the language usually starts programs: recipes do, schedulers' files do,
	// and awk sorts that way. Code in other languages has no need to.
	starter bool

	// general says that the language is for programs of all kinds, so that starting another one with
	// constant arguments is not remarkable. In sed, vim or a database's client it is.
	general bool

	// starts are the calls that start programs, for a language without a reader: code that contains one
	// is assumed to start a program.
	starts []string

	// loads are the calls that evaluate other code in such a language, and inputs those that read
	// standard input.
	loads, inputs []string

	// deletes are the names of functions that delete in such a language, reflects the functions
	// that look up any function by name, and computes those that do so if the name is the result
	// of a call.
	deletes, reflects, computes []string
}

// HasReader reports whether [Read] reads a language. Names are in lower case; version digits are
// ignored: "python", "python3", "python3.11".
func HasReader(lang string) bool { return languageOf(lang).read != nil }

// Partial reports whether Read accepts all code with placeholders in a language.
func Partial(lang string) bool { return languageOf(lang).partial }

// Whole reports whether Read reports everything that code in a language can do, so that code without
// acts only reads its input and writes its output. awk and sed are such languages.
func Whole(lang string) bool { return languageOf(lang).whole }

// Starter reports whether code in a language usually starts programs, as a makefile does. In other
// languages, and in unknown ones, starting a program is remarkable.
func Starter(lang string) bool { return languageOf(lang).starter }

// General reports whether a language is for programs of all kinds.
func General(lang string) bool { return languageOf(lang).general }

// Starts returns the call by which code in a language without a reader seems to start a program, or
// "".
func Starts(lang, code string) string {
	for _, call := range languageOf(lang).starts {
		if holdsCall(code, call) {
			return call
		}
	}
	return ""
}

// LoadsInput returns the call by which code in a language without a reader seems to
// evaluate what it reads on standard input, or "".
func LoadsInput(lang, code string) string {
	l := languageOf(lang)
	for _, call := range l.loads {
		if !holdsCall(code, call) {
			continue
		}
		for _, input := range l.inputs {
			if holdsCall(code, input) {
				return call
			}
		}
	}
	return ""
}

// Deleter reports whether code in a language without a reader contains the name of a function that
// deletes files, quoted or not, or looks a function up by a computed name.
func Deleter(lang, code string) bool {
	l := languageOf(lang)
	holds := func(name string) bool { return holdsCall(code, name) }
	return slices.ContainsFunc(l.deletes, holds) || slices.ContainsFunc(l.reflects, holds) ||
		slices.ContainsFunc(l.computes, func(name string) bool { return holdsCallOfCall(code, name) })
}

// holdsCallOfCall reports whether code contains a name directly followed by a call.
func holdsCallOfCall(code, name string) bool {
	for {
		before, after, found := strings.Cut(code, name)
		if !found {
			return false
		}
		inner := strings.TrimLeft(after, " \n")
		n := 0
		for n < len(inner) && (lex.IsWordByte(inner[n]) || inner[n] == '.' || inner[n] == ':') {
			n++
		}
		if n > 0 && n < len(inner) && inner[n] == '(' && (before == "" || !lex.IsWordByte(before[len(before)-1])) {
			return true
		}
		code = after
	}
}

// holdsCall reports whether code contains a name that is not part of a longer one.
func holdsCall(code, name string) bool {
	before, after := lex.IsWordByte(name[0]), lex.IsWordByte(name[len(name)-1])
	for at := 0; ; at++ {
		i := strings.Index(code[at:], name)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(name)
		if !(before && at > 0 && lex.IsWordByte(code[at-1])) && !(after && end < len(code) && lex.IsWordByte(code[end])) {
			return true
		}
	}
}

// languageOf returns the row of a language. It is a function and not a table, because languages read
// one another.
func languageOf(lang string) language {
	switch lang {
	case "awk":
		return language{read: awk.Read, whole: true, starter: true}
	case "sed":
		return language{read: alone(sed.Read), whole: true}
	case "make":
		return language{read: makefile.Read, partial: true, starter: true}
	case patch.Lang:
		return language{read: patch.Read, partial: true}
	case "ex", "ed":
		return language{read: editor(maxEditors)}
	case "lua":
		return language{read: editorLua(maxEditors), general: true}
	case "redis-lua":
		return language{read: func(code string, _ CommandLine) ([]Act, error) { return redis.Script(redisLua, code) }, partial: true}
	case "perl":
		return language{read: perl.Read, general: true}
	case "perl-use":
		return language{read: perl.ReadUse}
	case "ruby":
		return language{read: ruby.Read, general: true}
	case "erb":
		return language{read: ruby.ReadTemplate}
	case "javascript", "typescript":
		return language{read: javascript.Read, general: true}
	case "php":
		return language{read: php.Read, general: true}
	case "phtml":
		return language{read: php.ReadPage}
	case "tcl":
		return language{read: alone(tcl.Read), general: true}
	case "redis":
		return language{read: alone(redis.Reader(redisLua)), partial: true}
	case "mongo":
		return language{read: alone(mongo.Read), partial: true}
	case "crontab":
		return language{read: alone(crontab.Read), starter: true}
	case "socat":
		return language{read: alone(socat.Read), starter: true}
	}
	if version, is := strings.CutPrefix(lang, "python"); is && strings.Trim(version, "0123456789.") == "" {
		return language{read: python.Read, general: true}
	}
	if act := console.Commands(lang, python.Read); act != nil {
		return language{read: func(code string, _ CommandLine) ([]Act, error) { return console.Read(act, code), nil }, starter: true}
	}
	if read := sql.Client(lang); read != nil {
		return language{read: read, partial: true}
	}
	return unread(lang)
}

// unread returns the row of a language without a reader.
func unread(lang string) language {
	switch lang {
	case "r":
		return language{
			starts:   []string{"system(", "system2(", "shell(", "pipe(", "processx::run", "sys::exec_wait"},
			loads:    []string{"source", "eval", "sys.source", "parse"},
			inputs:   []string{"stdin", "fd/0", "readLines", "readline", "scan"},
			deletes:  []string{"unlink", "file.remove", "dir_delete", "file_delete"},
			computes: []string{"do.call(", "match.fun(", "get(", "getFunction(", "as.name(", "as.symbol(", "parse(text=", "parse(text ="},
		}
	case "julia":
		return language{
			starts:   []string{"run(", "`", "pipeline(", "ccall(:system"},
			loads:    []string{"include", "include_string", "eval", "Meta.parse"},
			inputs:   []string{"stdin", "fd/0", "readline"},
			deletes:  []string{"rm"},
			reflects: []string{"getfield(Base", "getfield(Main", "getproperty(Base", "getproperty(Main", "getglobal(Base", "getglobal(Main", "Base.eval(", "@eval"},
		}
	case "elixir":
		return language{
			starts:  []string{"System.cmd", "System.shell", ":os.cmd", "Port.open", ":erlang.open_port"},
			loads:   []string{"Code.eval_string", "Code.eval_file", "Code.compile_string", "Code.compile_file", "Code.require_file"},
			inputs:  []string{"stdin", "fd/0", ":stdio", "IO.read", "IO.gets", "IO.stream"},
			deletes: []string{"File.rm", "File.rm!", "File.rm_rf", "File.rm_rf!", "File.rmdir", ":file.delete", ":file.del_dir_r"},
		}
	case "erlang":
		return language{
			starts:  []string{"os:cmd", "open_port"},
			loads:   []string{"file:eval", "file:script", "erl_eval:exprs", "erl_eval:expr"},
			inputs:  []string{"stdin", "fd/0", "standard_io", "io:get_line", "io:read"},
			deletes: []string{"file:delete", "file:del_dir", "file:del_dir_r", "prim_file:delete"},
		}
	case "elisp":
		return language{
			starts: []string{"shell-command", "shell-command-to-string", "call-process", "call-process-region", "call-process-shell-command", "process-file", "process-lines", "start-process", "make-process", "async-shell-command"},
			loads:  []string{"load", "load-file", "eval", "eval-buffer"},
			inputs: []string{"stdin", "fd/0", "read-from-minibuffer", "read-string"},
		}
	case "lisp":
		return language{
			starts: []string{"run-program", "launch-program", "run-shell-command", "ext:shell"},
			loads:  []string{"load", "eval"},
			inputs: []string{"stdin", "fd/0", "*standard-input*", "read", "read-line"},
		}
	case "scheme":
		return language{
			starts: []string{"system", "system*", "open-pipe", "open-input-pipe", "open-output-pipe", "process", "run-process", "execl", "execlp"},
			loads:  []string{"load", "eval", "primitive-load"},
			inputs: []string{"stdin", "fd/0", "current-input-port", "read", "read-line"},
		}
	case "clojure":
		return language{
			starts: []string{"clojure.java.shell", "babashka.process", "sh", "shell", "ProcessBuilder", ".exec", "process"},
			loads:  []string{"load-file", "load-string", "load-reader", "eval"},
			inputs: []string{"stdin", "fd/0", "*in*", "read-line", "read"},
		}
	case "java":
		return language{starts: []string{"ProcessBuilder", "exec", "startPipeline"}}
	case "go":
		return language{starts: []string{"exec.Command", "exec.CommandContext", "os.StartProcess", "syscall.Exec", "syscall.ForkExec"}}
	case "applescript":
		return language{starts: []string{"do shell"}}
	}
	return language{}
}

// alone returns the reader of a language whose code takes nothing from a command line.
func alone(read func(code string) ([]Act, error)) func(string, CommandLine) ([]Act, error) {
	return func(code string, _ CommandLine) ([]Act, error) { return read(code) }
}

// maxEditors bounds the nesting of editor commands and the Lua that they run.
const maxEditors = 3

// editor returns the reader of an editor's commands, which may run Lua.
func editor(depth int) func(string, CommandLine) ([]Act, error) {
	if depth == 0 {
		return func(string, CommandLine) ([]Act, error) { return nil, errors.New("commands nested too deep") }
	}
	return func(code string, given CommandLine) ([]Act, error) {
		return ex.Read(code, given, editorLua(depth-1))
	}
}

// editorLua returns the reader of Lua that may run inside an editor and give it commands.
func editorLua(depth int) func(string, CommandLine) ([]Act, error) {
	return func(code string, given CommandLine) ([]Act, error) {
		commands := func(code string) ([]Act, error) {
			return editor(depth)(code, CommandLine{Placeholders: given.Placeholders})
		}
		return lua.ReadFor(lua.Host{Commands: commands}, code, given)
	}
}

// redisLua reads a script that Redis runs; call returns the acts of its commands.
func redisLua(call func(argv []Arg) []Act, code string) ([]Act, error) {
	return lua.ReadFor(lua.Host{Call: call}, code, CommandLine{})
}
