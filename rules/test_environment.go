package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// environments are the variables that say for which environment a framework works, and environmentOptions the
// options. Sources: the guides of Rails, Phoenix, Laravel, Symfony, Django, Sequelize, Knex, Prisma and ASP.NET Core.
const (
	environments       = "RAILS_ENV RACK_ENV MIX_ENV APP_ENV NODE_ENV FLASK_ENV DJANGO_ENV SYMFONY_ENV ENV ASPNETCORE_ENVIRONMENT DOTNET_ENVIRONMENT"
	environmentOptions = "--env --environment -e"
)

// readers are programs of which it is known which of these variables they read. Others may read any.
var readers = [...]struct{ programs, variables string }{
	{"rails", "RAILS_ENV RACK_ENV"},
	{"rake", "RAILS_ENV RACK_ENV APP_ENV"},
	{"mix", "MIX_ENV"},
	{"dotnet dotnet-ef", "ASPNETCORE_ENVIRONMENT DOTNET_ENVIRONMENT"},
	{"neonctl neon pscale planetscale turso mongocli aiven avn snow", ""}, // what they delete is a service's
	{"prisma drizzle-kit diesel sqlx dbmate goose migrate atlas flyway liquibase mvn mvnw gradle gradlew", ""}, // they read the URL of a database
}

// settingsOf are the variables and options whose value is the module of Django's settings.
const settingsOf = "DJANGO_SETTINGS_MODULE --settings"

// Variables and options whose value is the URL of a database or its name, and those whose value is its host.
const (
	databaseVariables = "DATABASE_URL DB_URL DATABASE_URI DB_URI SQLALCHEMY_DATABASE_URI SQLALCHEMY_DATABASE_URL GOOSE_DBSTRING FLYWAY_URL LIQUIBASE_COMMAND_URL SPRING_DATASOURCE_URL DB_DATABASE DB_NAME DATABASE_NAME"
	databaseOptions   = "--database -database --db --dbname --connection"
	addressOptions    = "--database-url -D --url -url -u --dsn -dsn --uri -Dflyway.url -Dliquibase.url -Pflyway.url" // whose value is no name alone
	databaseHosts     = "DB_HOST DATABASE_HOST PGHOST POSTGRES_HOST MYSQL_HOST"
)

// tests are the values for tests.
const tests = "test testing ci e2e"

// passing are programs that start another one in the place and with the variables that they have got.
const passing = "env sh bash dash ash zsh bundle npx pnpm pnpx yarn npm bunx poetry uv pipenv pdm rye time timeout nice sudo dotenv cross-env xargs python php node"

// said is what the words of a command and its variables say about where it works: for tests, or anywhere
// else. What cannot be read may be anywhere else.
type said struct{ tests, other bool }

// isForTests reports whether a command certainly works in the environment for tests, whose database is
// made anew by each run: RAILS_ENV=test rails db:drop, php artisan migrate:fresh --env=testing; or on a
// database that its words name, whose name says that it is for tests.
func isForTests(v *grammar.Invocation) bool {
	switch {
	case isDatabaseClient(v): // it reads no such variable
		return isOfTestDatabase(v)
	case wordlist.Among(v.Name, "docker docker-compose"):
		return isTestProject(v)
	case runsOwnCode(v):
		return worksOnTests(v)
	}
	var s said
	s.byVariables(v)
	s.byWords(v, v.Command.Args)
	return !s.other && (s.tests || runsTests(v)) && opensOnlyTests(v)
}

// byVariables reads what the variables of a command say. An inner value hides an outer one.
func (s *said) byVariables(v *grammar.Invocation) {
	seen := map[string]bool{}
	read := func(name string, value parser.Word) {
		if !seen[name] {
			seen[name] = true
			s.byVariable(v, name, value)
		}
	}
	for c := v.Command; c != nil; c = c.Outer {
		for i := len(c.Assigns) - 1; i >= 0; i-- {
			read(c.Assigns[i].Name, c.Assigns[i].Value)
		}
		if c == v.Command {
			env := c.Environment()
			for _, name := range env.Names() {
				value, _ := env.Value(name)
				read(name, value)
			}
		}
		if c.Outer != nil {
			s.byLauncher(c.Outer.Args[:max(0, len(c.Outer.Args)-len(c.Args))])
			if v.Away && !wordlist.Among(path.Base(c.Outer.Program().Prefix()), passing) {
				return // it takes no variables elsewhere but those that its options name
			}
		}
	}
}

// byVariable reads what one variable says.
func (s *said) byVariable(v *grammar.Invocation, name string, value parser.Word) {
	switch {
	case wordlist.Among(name, databaseVariables):
		s.add(isTestDatabase(value))
	case strings.HasSuffix(name, "DATABASE_URL"): // of another role than the one that the command works in
		s.other = s.other || !isTestDatabase(value)
	case wordlist.Among(name, databaseHosts):
		s.other = s.other || !isNearHost(value)
	case wordlist.Among(name, settingsOf):
		s.add(isTestDatabase(value))
	case wordlist.Among(name, environmentsOf(v)):
		s.add(isTest(value))
	}
}

// byLauncher reads what the words say that start a command: an environment file.
func (s *said) byLauncher(words []parser.Word) {
	loads := len(words) > 0 && wordlist.Among(path.Base(words[0].Prefix()), "dotenv dotenvx env-cmd dotenv-cli godotenv")
	for i, w := range words {
		name, value, attached := strings.Cut(w.Prefix(), "=")
		if !(name == "--env-file" && !composes(words)) && !(loads && wordlist.Among(name, "-e -f --file --environments")) {
			continue
		}
		if !attached && i+1 < len(words) {
			value, _ = words[i+1].Text()
		}
		s.add(namesTestFile(value))
	}
}

// composes reports whether words start a container of a project of Compose, whose own environment file says
// nothing of the container's variables.
func composes(words []parser.Word) bool {
	return slices.ContainsFunc(words, func(w parser.Word) bool {
		return wordlist.Among(path.Base(w.Prefix()), "compose docker-compose podman-compose")
	})
}

// byWords reads what the words of a command say: an environment, settings, or a database.
func (s *said) byWords(v *grammar.Invocation, args []parser.Word) {
	for i, w := range args {
		begins := w.Prefix()
		name, _, attached := strings.Cut(begins, "=")
		switch {
		case i == 0:
		case !w.Known() && begins == "":
			s.other = true // it may be such an option
		case isDatabaseAddress(w) && !strings.HasPrefix(begins, "file:"): // which may be of anything
			s.add(isTestDatabase(w))
		case wordlist.Among(begins, "sqlite sqlite3") && i+1 < len(args): // goose's driver, and its file
			s.add(isTestFile(args[i+1].Prefix(), false) && args[i+1].Known())
		case attached:
			s.byOption(v, name, w.Tail(len(name)+1))
		case strings.HasPrefix(name, "-") && i+1 < len(args):
			s.byOption(v, name, args[i+1])
		}
	}
}

// byOption reads what an option and its value say, or a variable that is an operand: rake RAILS_ENV=test.
func (s *said) byOption(v *grammar.Invocation, name string, value parser.Word) {
	text, known := value.Text()
	switch {
	case wordlist.Among(name, environmentOptions):
		if name == "-e" && known && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
			return // code
		}
		s.add(isTest(value) && environmentsOf(v) != "" || strings.HasSuffix(text, "DATABASE_URL") && grammar.NamesThrowaway(text)) // dbmate's is a variable
	case wordlist.Among(name, databaseOptions), wordlist.Among(name, addressOptions) && (!known || strings.ContainsAny(text, ":/=")):
		switch {
		case isTestDatabase(value):
			s.tests = true
		case !known, grammar.NamesInUse(text), strings.Contains(text, ":"):
			s.other = true
		}
	case !strings.HasPrefix(name, "-") || name == "--settings":
		s.byVariable(v, name, value)
	case isDatabaseAddress(value) && !strings.HasPrefix(text, "file:"):
		s.add(isTestDatabase(value))
	}
}

// add adds that something says that the command works for tests, or does not.
func (s *said) add(tests bool) {
	s.tests, s.other = s.tests || tests, s.other || !tests
}

// environmentsOf returns the variables that say for which environment a program works.
func environmentsOf(v *grammar.Invocation) string {
	for i := range readers {
		if wordlist.Among(v.Name, readers[i].programs) {
			return readers[i].variables
		}
	}
	return environments
}

// migrators are programs that make and drop databases from what a project says of them, and migrating tasks
// of such programs.
const (
	migrators = "sequelize sequelize-cli typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm mikro-orm-esm knex prisma drizzle-kit dbmate goose migrate diesel sqlx dotnet dotnet-ef atlas flyway liquibase alembic phinx rake"
	migrating = "db:* database:* schema:* doctrine:* migrate:* migration:* *:db:* *:database:* *:schema:*"
)

// migrates reports whether what a command of an unknown program destroys is surely a database, and nothing
// that a service holds.
func migrates(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, migrators) || slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool { return fitsOne(migrating, o.Word) == parser.Yes })
}

// isTest reports whether a word certainly is the name of the environment for tests.
func isTest(w parser.Word) bool {
	text, known := w.Text()
	return known && wordlist.Among(strings.ToLower(text), tests)
}

// isNearHost reports whether a word is a host of this machine, or of a network of containers on it.
func isNearHost(w parser.Word) bool {
	text, known := w.Text()
	return known && (isLocalAddress(text) || !strings.ContainsAny(text, ".: "))
}

// namesTestFile reports whether the name of a file of variables says that they are for tests: .env.test.
func namesTestFile(name string) bool {
	parts := strings.Split(strings.Trim(path.Base(name), "."), ".")
	some := false
	for _, p := range parts {
		some = some || wordlist.Among(p, tests)
	}
	return some && !grammar.NamesInUse(name)
}

// isTestProject reports whether docker compose works on a project whose files, or whose name, say that it
// is for tests: docker compose -f docker-compose.test.yml down -v.
func isTestProject(v *grammar.Invocation) bool {
	if v.Open || v.Truth != parser.Yes || v.Away || v.Has("-H --host -c --context") != parser.No || grammar.NamesDaemon(v.Command) {
		return false
	}
	var s said
	if spec.MatchSub("rm container/rm container/remove volume/rm volume/remove network/rm network/remove", v.Sub) {
		return namesTrials(v)
	}
	for w := range v.Values("-f --file") {
		s.add(namesTestFile(w.Prefix()) && w.Known() || isTrial(w))
	}
	for w := range v.Values("-p --project-name") {
		s.add(isTest(w) || isTrial(w))
	}
	for name, value := range variables(v.Command) {
		switch name {
		case "COMPOSE_PROJECT_NAME":
			s.add(isTest(value) || isTrial(value))
		case "COMPOSE_FILE":
			s.add(namesTestFile(value.Prefix()) && value.Known() || isTrial(value))
		}
	}
	return s.tests && !s.other
}

// variables yields the variables that the text gives a command.
func variables(c *parser.Command) func(yield func(string, parser.Word) bool) {
	return func(yield func(string, parser.Word) bool) {
		env := c.Environment()
		for _, name := range env.Names() {
			if value, _ := env.Value(name); !yield(name, value) {
				return
			}
		}
		for _, a := range c.Assigns {
			if !yield(a.Name, a.Value) {
				return
			}
		}
	}
}

// namesTrials reports whether an invocation names what it removes, and all these names say that it is for
// tests: docker rm -f pg-test.
func namesTrials(v *grammar.Invocation) bool {
	return len(v.Operands) > 0 && v.Has("-a --all -l --latest --filter --cidfile --depend --link") == parser.No && !slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool {
		text, known := o.Word.Text()
		return !known || !grammar.NamesOneTrial(text)
	})
}
