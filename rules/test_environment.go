package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// environments are the variables and options that say for which environment a framework works.
// Sources: the guides of Rails, Phoenix, Laravel, Symfony, Django, Sequelize, Knex and Prisma.
const environments = "RAILS_ENV RACK_ENV MIX_ENV APP_ENV NODE_ENV FLASK_ENV DJANGO_ENV SYMFONY_ENV ENV --env --environment -e"

// tests are the values for tests.
const tests = "test testing ci e2e"

// isForTests reports whether a command certainly works in the environment for tests, whose
// database is made anew by each run: RAILS_ENV=test rails db:drop, php artisan migrate:fresh
// --env=testing.
func isForTests(v *grammar.Invocation) bool {
	if isDatabaseClient(v) {
		return isOfTestDatabase(v) // it reads no such variable
	}
	found, database := false, false
	for c := v.Command; c != nil; c = c.Outer {
		for _, a := range c.Assigns {
			switch {
			case strings.HasSuffix(a.Name, "DATABASE_URL"):
				if database = isTestDatabase(a.Value); !database {
					return false // whatever the environment says
				}
			case wordlist.Among(a.Name, environments) && !found:
				if found = isTest(a.Value); !found {
					return false
				}
			}
		}
	}
	return found || database || runsTests(v) || isToldTests(v.Command.Args)
}

// isToldTests reports whether the words of a command name the environment, the settings or the database
// for tests.
func isToldTests(args []parser.Word) bool {
	for i, w := range args {
		name, _, attached := strings.Cut(w.Prefix(), "=")
		var value parser.Word
		switch {
		case i == 0:
			continue
		case attached:
			value = w.Tail(len(name) + 1)
		case strings.HasPrefix(name, "-") && i+1 < len(args):
			value = args[i+1]
		default:
			continue
		}
		if wordlist.Among(name, environments) {
			return isTest(value)
		}
		if wordlist.Among(name, "--settings --database") && isTestDatabase(value) { // Django's
			return true
		}
	}
	return false
}

// isTest reports whether a word certainly is the name of the environment for tests.
func isTest(w parser.Word) bool {
	text, known := w.Text()
	return known && wordlist.Among(text, tests)
}
