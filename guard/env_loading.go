package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// onlyLoads reports whether an invocation reads a file in the work directory only into the environment,
// and the request neither writes to the file nor prints a variable: no code in its words may, and of
// unknown words it has only those that nothing prints.
func (j *judge) onlyLoads(v *grammar.Invocation, at string) bool {
	if !j.zones.IsInside(at) || !j.isLoaded(v) {
		return false
	}
	if _, written := j.writtenContent(v.Command, at); written {
		return false // its own commands may print
	}
	before := true
	for u := range grammar.All(j.Invocations) {
		switch {
		case u == v:
			before = false
		case j.variable(u) != nil: // a function that the user's shell exports, such as Lmod's
		case before && j.mayRewrite(u, at), j.mayPrintVariables(u):
			return false
		}
	}
	return true
}

// mayRewrite reports whether an invocation may change a file that its words name, or that a repository has.
// Code that it runs could do by itself what it could write into the file: it is judged where it runs.
func (j *judge) mayRewrite(u *grammar.Invocation, at string) bool {
	return u.HasTrait(spec.GitConfig) || j.writesNamed(u, at)
}

// isLoaded reports whether what an invocation reads becomes variables of the shell, or of the command that
// it starts, or that export(1) and env(1) get.
func (j *judge) isLoaded(v *grammar.Invocation) bool {
	switch {
	case v.Name == "source":
		return v.Command.Outer == nil
	case v.HasTrait(spec.LoadsVariables):
		return len(v.Nested) > 0 && v.Has("-p --debug --verbose") == parser.No
	case v.Program == nil:
		return v.Name != "" && isEnvFileOption(v.Command.Args)
	}
	return isPlainFilter(v) && j.isExported(v.Command, maxFilters)
}

// isEnvFileOption reports whether a .env file in the words of a command is only the value of --env-file, as
// flask, uvicorn and act have it. Otherwise the program reads the file itself, perhaps as its input.
func isEnvFileOption(args []parser.Word) bool {
	given := false
	for i, w := range args {
		text, known := w.Text()
		switch {
		case !known:
			return false
		case strings.HasPrefix(text, "--env-file="):
			given = true
		case !strings.Contains(text, ".env"):
		case i == 0 || args[i-1].Is("--env-file") != parser.Yes:
			return false
		default:
			given = true
		}
	}
	return given
}

// maxFilters bounds the filters through which an output is followed.
const maxFilters = 8

// isPlainFilter reports whether an invocation is a filter, and prints nothing elsewhere.
func isPlainFilter(v *grammar.Invocation) bool {
	redirected := slices.ContainsFunc(v.Command.Redirects, func(r parser.Redirect) bool { return strings.Contains(r.Op, ">") && r.FD != "2" })
	return family.Filters.Has(v.Name) && !v.Open && !redirected && len(v.Nested) == 0 && (v.Name != "xargs" || v.Has("-t --verbose -p --interactive") == parser.No)
}

// isExported reports whether all that a command prints goes, possibly through filters, into words of
// export(1) or env(1): export $(grep -v '^#' .env | xargs).
func (j *judge) isExported(c *parser.Command, filtersLeft int) bool {
	exported := false
	for u := range grammar.All(j.Invocations) {
		switch {
		case slices.Contains(u.Command.Stdin.From, c):
			if filtersLeft == 0 || !isPlainFilter(u) || !j.isExported(u.Command, filtersLeft-1) {
				return false
			}
			exported = true
		case slices.ContainsFunc(u.Command.Args, func(w parser.Word) bool { return slices.Contains(w.From(), c) }):
			if !exports(u) {
				return false
			}
			exported = true
		}
	}
	return exported
}

// exports reports whether an invocation is export(1) or env(1), or what env would run if it took none of
// its unknown words as a variable.
func exports(u *grammar.Invocation) bool {
	c := u.Command
	if c.Outer != nil {
		return c.Outer.Outer == nil && c.Outer.Program().Is("env") == parser.Yes && !c.Program().Known()
	}
	return wordlist.Among(u.Name, "export env")
}

// traces reports whether set(1) makes the shell print what it reads or runs.
func traces(u *grammar.Invocation) bool {
	for _, w := range u.Command.Args[1:] {
		text, known := w.Text()
		if !known || wordlist.Among(text, "xtrace verbose") || strings.HasPrefix(text, "-") && strings.ContainsAny(text, "xv") {
			return true
		}
	}
	return false
}

// mayPrintVariables reports whether a command may print the value of a variable, or make the shell print
// what it runs.
func (j *judge) mayPrintVariables(u *grammar.Invocation) bool {
	c := u.Command
	tells := func(w parser.Word) bool { return !w.Known() && !j.isKept(u, w) }
	switch {
	case c.Outer != nil && exports(u) && len(c.Args) == 1: // without a command env(1) prints
		return true
	case family.Queries.Has(u.Name) && slices.ContainsFunc(c.Args[1:], func(w parser.Word) bool { return strings.Contains(strings.ToLower(w.String()), "env") }):
		return true
	case u.Name == "set" && (len(c.Args) == 1 || traces(u)), family.VariablePrinters.Has(u.Name), family.Environments.Has(u.Name) && len(u.Nested) == 0:
		return true
	case family.Declarers.Has(u.Name) && len(c.Assigns) == 0 && !declares(c.Args[1:]) && !slices.ContainsFunc(c.Args, func(w parser.Word) bool { return len(w.From()) > 0 }):
		return true
	case slices.ContainsFunc(c.Args, tells), c.Stdin.Kind == parser.FromText && !c.Stdin.Word.Known():
		return true
	case slices.ContainsFunc(c.Assigns, func(a parser.Assign) bool { return !a.Value.Known() }), slices.ContainsFunc(c.Redirects, func(r parser.Redirect) bool { return !r.Target.Known() }):
		return true
	}
	return slices.ContainsFunc(u.Effects, func(e grammar.Effect) bool {
		return e.Kind&grammar.Evaluates != 0 && !e.IsOpaque(grammar.UnreadFile) && !onlyAsks(e)
	})
}

// declares reports whether the words of a declaration name a variable and do not ask for its value.
func declares(args []parser.Word) bool {
	named := false
	for _, w := range args {
		text := w.Prefix()
		if strings.HasPrefix(text, "-") && strings.Contains(text, "p") {
			return false
		}
		named = named || !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "+")
	}
	return named
}

// Variables that say where something is, which may be printed, and those with the address of a database,
// which its clients do not print.
const (
	places    = "PORT HOST HOSTNAME *_PORT *_HOST *_HOSTNAME"
	addresses = "DATABASE_URL *_DATABASE_URL DB_URL POSTGRES_URL POSTGRESQL_URL PG_URL MYSQL_URL REDIS_URL MONGODB_URI MONGO_URI MONGODB_URL MONGO_URL"
)

// isKept reports whether nothing prints an unknown word of a command, or only what may be printed.
func (j *judge) isKept(u *grammar.Invocation, w parser.Word) bool {
	if exports(u) && len(w.Parts) == 1 && len(w.From()) > 0 {
		return !slices.ContainsFunc(w.From(), func(c *parser.Command) bool { return !j.isExported(c, maxFilters) })
	}
	for _, p := range w.Parts {
		name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(p.Text, "$"), "{"), "}")
		switch {
		case p.Kind == parser.Literal:
		case p.Kind != parser.Unknown || p.Text != "$"+name && p.Text != "${"+name+"}" || len(p.From) > 0:
			return false
		case isNamed(places, name):
		case !isNamed(addresses, name) || !family.DatabaseClients.Has(u.Name) || u.Command.Outer != nil:
			return false
		}
	}
	return true
}

// isNamed reports whether a variable's name fits one of some patterns.
func isNamed(patterns, name string) bool {
	for pattern := range wordlist.Each(patterns) {
		if spec.Glob(pattern, name) {
			return true
		}
	}
	return false
}

// onlyAsks reports whether code is statements of SQL, and of psql(1) only those commands that describe
// the database.
func onlyAsks(e grammar.Effect) bool {
	text, known := e.Word.Text()
	if !known || e.Lang != "psql" || strings.Contains(text, "`") {
		return false
	}
	for i := strings.IndexByte(text, '\\'); i >= 0; i = strings.IndexByte(text, '\\') {
		text = text[i+1:]
		if text == "" || !strings.Contains("dlx", text[:1]) {
			return false
		}
	}
	return true
}
