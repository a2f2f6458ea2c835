package grammar

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// console is a subcommand of a program without a grammar that reads code: from its next
// operand, or from standard input.
type console struct {
	programs, subs string // subs are of one word or two, joined by "/"
	lang           string
	operand        bool
}

// consoles are the consoles of frameworks and sites, which open a prompt on a database or a whole
// application. Sources: each one's own help.
var consoles = [...]console{
	{"rails rake", "console c", "ruby", false},
	{"rails rake", "dbconsole db db:console", "sql", false},
	{"rails", "runner r", "ruby", true},
	{"hanami jets racksh", "console c", "ruby", false},
	{"wp", "shell", "php", false},
	{"wp", "eval", "php", true},
	{"wp", "db/cli db/query", "mysql", false},
	{"wp", "db/query", "mysql", true},
	{"drush", "php:cli core:cli php", "php", false},
	{"drush", "php:eval eval ev", "php", true},
	{"drush", "sql:cli sqlc sql-cli sql:query sqlq", "mysql", false},
	{"drush", "sql:query sqlq", "mysql", true},
	{"manage.py django-admin", "shell shell_plus", "python", false},
	{"manage.py django-admin", "shell shell_plus", "python", true}, // behind -c
	{"manage.py django-admin", "dbshell", "sql", false},
	{"flask odoo", "shell", "python", false},
	{"artisan sail", "tinker", "php", false},
	{"artisan sail", "tinker", "php", true}, // behind --execute
	{"artisan sail", "db", "sql", false},
	{"console bin/console symfony", "dbal:run-sql doctrine:query:sql", "sql", true},
	{"magerun2 n98-magerun2 magerun", "db:console db:query dev:console", "mysql", false},
	{"pyspark", "", "python", false},
	{"spark-shell flink lein sbt kotlin mill gradle", "", spec.AnyCode, false},
	{"mix iex", "run eval", spec.AnyCode, true},
	{"supabase", "db/query", "sql", true},
	{"d1 wrangler", "d1/execute", "sql", false},
	// Those that start a shell in an environment or a container with the files of this machine.
	{"pixi devbox devenv flox guix apptainer singularity rye pew uenv spack lando ddev", "shell workon enter", "sh", false},
	{"nix", "shell develop", "sh", false},
	{"toolbox distrobox", "enter", "sh", false},
	{"mise rtx", "en", "sh", false},
}

// prompts are those that read code from standard input if no operand names a file.
var prompts = [...]console{
	{"dotnet", "fsi", spec.AnyCode, false},
	{"swift jbang", "", spec.AnyCode, false},
	{"distrobox-enter flatpak-spawn", "", "sh", false},
}

// console reads the code that a program without a grammar gets at its prompt.
func (r *reader) console(words []parser.Word) {
	var names []string
	for _, w := range words {
		if text, known := w.Text(); known && text != "" && text[0] != '-' {
			names = append(names, text)
		}
	}
	for _, c := range consoles {
		n, ok := c.opened(r.inv.Name, names)
		switch {
		case !ok, c.lang == "sh" && slices.ContainsFunc(words, beginsCommand):
		case c.operand && len(names) > n:
			r.code(c.lang, parser.Text(names[n]), parser.Yes, r.cmd.Stdin)
		case !c.operand && r.cmd.Stdin.Kind != parser.Inherited:
			r.stdinCode(c.lang, parser.Yes)
		}
	}
	for _, c := range prompts {
		if n, ok := c.opened(r.inv.Name, names); ok && n == len(names) && r.cmd.Stdin.Kind != parser.Inherited {
			r.stdinCode(c.lang, parser.Yes)
		}
	}
}

// beginsCommand reports whether a word is one after which these programs take a command, instead of
// starting a shell.
func beginsCommand(w parser.Word) bool {
	text, known := w.Text()
	return known && wordlist.Among(text, "-- -c --command --run -e --exec")
}

// opened reports whether a program's first operands open the prompt, and how many of them do so.
func (c *console) opened(program string, names []string) (int, bool) {
	switch {
	case !wordlist.Among(program, c.programs):
		return 0, false
	case c.subs == "":
		return 0, len(names) == 0
	case len(names) > 0 && wordlist.Among(names[0], c.subs):
		return 1, true
	case len(names) > 1 && wordlist.Among(names[0]+"/"+names[1], c.subs):
		return 2, true
	}
	return 0, false
}

// frameworks are project scripts that have a grammar of their own, whichever interpreter runs them.
const frameworks = "manage.py artisan console rails"

// framework reads the run of such a script as a run of that program.
func (r *reader) framework(u use) {
	if name, known := u.word.Text(); known && wordlist.Among(base(name), frameworks) && len(u.rest) > 0 {
		r.inner(append([]parser.Word{parser.Text(base(name))}, u.rest...), u.truth)
	}
}
