package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// starters are functions that start a program in many languages: mlr put 'system("...")'.
var starters = [...]string{"system", "exec", "execute", "popen", "spawn", "shell", "execSync", "qx"}

// startsProgram reports whether a word contains a call of such a function with a string, or a command
// in backquotes as a value. Text for people contains neither.
func startsProgram(w parser.Word) bool {
	text := w.Prefix()
	if strings.Contains(text, "${") && strings.Count(text, "`") > 1 {
		return true
	}
	for _, name := range starters {
		for rest := text; ; {
			before, after, found := strings.Cut(rest, name)
			if !found {
				break
			}
			rest = after
			argument := strings.TrimLeft(after, " (")
			if (before == "" || before[len(before)-1] == '.' || !isNameByte(before[len(before)-1])) && argument != after && argument != "" && strings.IndexByte("\"'`", argument[0]) >= 0 {
				return true
			}
		}
	}
	return false
}

// redirecting are programs without a grammar in whose language output goes to the file or the command
// that a string after a sign names, as in awk. Source: the Miller manual, Redirected output.
const redirecting = "mlr"

// redirects reports whether a word contains such a redirection.
func redirects(w parser.Word) bool {
	text := w.Prefix()
	for i := range len(text) {
		if (text[i] == '>' || text[i] == '|') && strings.HasPrefix(strings.TrimLeft(text[i+1:], " >"), `"`) {
			return true
		}
	}
	return false
}

// rewritten records that one of catalogue.Rewriters writes the files that it is given.
func (r *reader) rewritten(words []parser.Word) {
	for i := range catalogue.Rewriters {
		f := &catalogue.Rewriters[i]
		if !wordlist.Among(r.inv.Name, f.Programs) || !slices.ContainsFunc(words, func(w parser.Word) bool { return wordlist.Among(w.Prefix(), f.Subs) }) {
			continue
		}
		for _, w := range words {
			if prefix := w.Prefix(); strings.Contains(prefix, "/") && !strings.ContainsAny(prefix, " \t\n(=") {
				r.touch(Writes, use{word: w, truth: parser.Yes})
			}
		}
	}
}

// destructive are the first words of statements in SQL that may drop or empty something, with what follows
// them.
var destructive = [...]struct{ verb, object string }{
	{"drop", "table database schema view index role user materialized column keyspace collection type sequence function"},
	{"truncate", ""},
	{"delete", "from"},
	{"alter", "table database account schema role user"},
	{"vacuum", ""},
}

// querying are parts of the names of options, and subcommands, that take SQL.
const querying = "sql query execute exec statement insert command run"

// queryLetters are short options by which clients of databases take SQL.
const queryLetters = "-e -q -Q -c"

// statements records destructive statements in SQL among the words of a program without a grammar, if an
// option or a subcommand says that it takes SQL, or another word is a database.
func (r *reader) statements(words []parser.Word) {
	for i, w := range words {
		option, _, attached := strings.Cut(w.Prefix(), "=")
		if attached = attached && strings.HasPrefix(option, "-"); attached {
			w = w.Tail(len(option) + 1)
		}
		if !isDestructive(w.Prefix()) {
			continue
		}
		takes := attached && hasPart(option)
		for j, other := range words {
			name := other.Prefix()
			takes = takes || j < i && (wordlist.Among(name, querying) || j == i-1 && (wordlist.Among(name, queryLetters) || strings.HasPrefix(name, "-") && hasPart(name))) || j != i && isDatabase(name)
		}
		if takes {
			r.effect(Effect{Kind: Evaluates, Word: w, Lang: "sql"}, parser.Yes)
		}
	}
}

// isDestructive reports whether a text begins with one of the destructive statements.
func isDestructive(text string) bool {
	words := strings.Fields(strings.ToLower(text[:min(len(text), 256)]))
	if len(words) > 3 && words[0] == "delete" && !strings.HasSuffix(words[2], ";") && !wordlist.Among(words[3], "where as using returning limit order ; --") {
		return false // prose
	}
	return slices.ContainsFunc(destructive[:], func(s struct{ verb, object string }) bool {
		return len(words) > 1 && words[0] == s.verb && (s.object == "" || wordlist.Among(words[1], s.object))
	})
}

// hasPart reports whether part of an option's name is one of the words for SQL.
func hasPart(option string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(option, func(c rune) bool { return c == '-' || c == '_' }), func(p string) bool { return wordlist.Among(p, querying) })
}

// isDatabase reports whether a text looks like the URL or the file of a database.
func isDatabase(text string) bool {
	if _, value, ok := strings.Cut(text, "="); ok {
		text = value
	}
	for _, end := range [...]string{".db", ".sqlite", ".sqlite3", ".duckdb", ".gpkg", ".mdb"} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	scheme, _, isURL := strings.Cut(text, "://")
	return isURL && !wordlist.Among(scheme, "http https file ftp") || strings.HasPrefix(text, "PG:") || strings.HasPrefix(text, "MYSQL:")
}

// shares records that a word asks a program to lend a container or a virtual machine files of this
// machine, in the forms of docker's options: HOST:PATH, a list with source=HOST, the socket of a daemon
// of containers, or all of it: --privileged. Several options may be in one word. before is the word
// before it, which may be its option.
func (r *reader) shares(before, w parser.Word) {
	if text, known := w.Text(); known && strings.HasPrefix(text, "-") && strings.Contains(text, " ") {
		for field := range strings.FieldsSeq(text) {
			r.shares(before, parser.Text(field))
			before = parser.Text(field)
		}
		return
	}
	option, _, attached := strings.Cut(w.Prefix(), "=")
	if strings.HasPrefix(option, "--") && strings.HasSuffix(option, "privileged") && !strings.HasPrefix(option, "--no") {
		r.lend(parser.Text("/"), false, parser.Yes)
		return
	}
	if attached && strings.HasPrefix(option, "-") {
		w = w.Tail(len(option) + 1)
	}
	prefix := w.Prefix()
	if host, _, _ := mountFields(w); strings.Contains(prefix, "source=") || strings.Contains(prefix, "src=") {
		r.lend(host, false, parser.Yes)
		return
	}
	for _, name := range [...]string{"docker.sock", "podman.sock", "containerd.sock", "crio.sock"} {
		if strings.HasSuffix(prefix, "/"+name) {
			r.lend(parser.Text("/run/"+name), false, parser.Yes)
			return
		}
	}
	host, inside, two := cut(w, ':')
	if start := host.Prefix(); two && (strings.HasPrefix(start, "/") || strings.HasPrefix(start, "~")) && (strings.HasPrefix(inside.Prefix(), "/") || wordlist.Among(inside.Prefix(), "w r rw ro")) {
		is := parser.Maybe // two paths with a colon may mean other things
		if host.Is("/") == parser.Yes || attached && lends(option) || lends(before.Prefix()) {
			is = parser.Yes
		}
		r.lend(host, false, is)
	}
}

// lends reports whether an option is named after what it lends.
func lends(option string) bool {
	return strings.HasPrefix(option, "--") && (strings.Contains(option, "mount") || strings.Contains(option, "volume") || strings.Contains(option, "bind"))
}
