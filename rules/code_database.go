package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// ownCode are the languages whose inline code opens a database by itself.
const ownCode = "python javascript ruby perl php"

// databaseOpeners are the functions and constructors of libraries that open a database. Sources: the documentation
// of psycopg, sqlite3, SQLAlchemy, pymongo, node-postgres, mysql2, better-sqlite3, Sequelize, pg, PDO and DBI.
const databaseOpeners = "connect Connect create_engine create_async_engine createConnection createPool createClient Client Pool ConnectionPool Connection MongoClient AsyncIOMotorClient PDO Sequelize Knex knex Database DataSource " +
	"PrismaClient mysqli mysqli_connect pg_connect establish_connection from_url Redis StrictRedis open_database attach"

// Names under which such a call gets the database, its address, and its host; what has other names is a
// login or a setting.
const (
	databaseArguments = "database dbname db path filename storage"
	addressArguments  = "connectionString dsn url uri"
	hostArguments     = "host hostname"
	loginArguments    = "user username password passwd port autocommit timeout"
)

// runsOwnCode reports whether an invocation runs inline code of a language, and no framework's command, which
// gets its database from settings.
func runsOwnCode(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, "python node ruby perl php bun deno") && !slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool { return o.Role == spec.Script && o.Word.Is("-") != parser.Yes }) &&
		slices.ContainsFunc(v.Effects, isOwnCode)
}

// isOwnCode reports whether an effect runs code of such a language.
func isOwnCode(e grammar.Effect) bool {
	return e.Kind == grammar.Evaluates && wordlist.Among(e.Lang, ownCode)
}

// worksOnTests reports whether inline code is known, and opens only databases for tests, at least one.
func worksOnTests(v *grammar.Invocation) bool {
	some := false
	for i := range v.Effects {
		if e := &v.Effects[i]; isOwnCode(*e) {
			code, known := e.Word.Text()
			opens, tests := opened(code)
			if !known || !tests {
				return false
			}
			some = some || opens
		}
	}
	return some
}

// opensOnlyTests reports whether what a framework evaluates opens no other databases by itself.
func opensOnlyTests(v *grammar.Invocation) bool {
	return !slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool {
		code, _ := e.Word.Text()
		_, tests := opened(code)
		return e.Kind == grammar.Evaluates && !tests
	})
}

// opened reports whether code opens databases, and whether all of these are certainly for tests, and it names
// no other one in its statements.
func opened(code string) (some, tests bool) {
	for at := range calls(code, databaseOpeners) {
		inner := code[at:]
		if opensEngine(code[:at], inner) {
			continue
		}
		some = true
		end := endOfCall(inner)
		if end < 0 || !isTestCall(code[:at], inner[1:end]) {
			return true, false
		}
	}
	for at := 0; at < len(code); at++ {
		if strings.IndexByte("'\"`", code[at]) < 0 {
			continue
		}
		end := closing(code, at)
		if namesOtherDatabase(strings.ToLower(code[at:end])) {
			return some, false
		}
		at = end - 1
	}
	return some, true
}

// drivers are the modules whose function connect opens a database that variables name.
const drivers = "psycopg2 psycopg asyncpg aiopg pymysql MySQLdb connector mariadb"

// opensEngine reports whether a call without arguments connects what another call has made: engine.connect().
func opensEngine(before, call string) bool {
	owner, found := strings.CutSuffix(before, ".connect")
	begin := len(owner)
	for begin > 0 && (owner[begin-1] == '_' || isLetterOrDigit(owner[begin-1])) {
		begin--
	}
	return found && strings.HasPrefix(call, "()") && !wordlist.Among(owner[begin:], drivers)
}

// calls yields the positions of the brackets behind the names of some functions.
func calls(code, names string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for at := range len(code) {
			if code[at] != '(' {
				continue
			}
			end := at
			if end > 0 && code[end-1] == ')' { // new (require('pg').Client)({…})
				end--
			}
			begin := end
			for begin > 0 && (code[begin-1] == '_' || isLetterOrDigit(code[begin-1])) {
				begin--
			}
			if wordlist.Among(code[begin:end], names) && !yield(at) {
				return
			}
		}
	}
}

// isLetterOrDigit reports whether a byte is a letter or a digit of ASCII.
func isLetterOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// endOfCall returns the position of the bracket that closes the first one, or -1.
func endOfCall(code string) int {
	depth := 0
	for at := 0; at < len(code); at++ {
		switch code[at] {
		case '\'', '"', '`':
			at = closing(code, at) - 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return -1
}

// isTestCall reports whether the arguments of a call that opens a database are literals that name one for
// tests. Before them stands the function.
func isTestCall(before, arguments string) bool {
	file := strings.HasSuffix(before, "sqlite3.connect") || strings.HasSuffix(before, "duckdb.connect") || strings.HasSuffix(before, "Database")
	tests := false
	for _, one := range splitArguments(arguments) {
		name, value := argument(one)
		text, literal := literal(value)
		switch {
		case name == "" && literal && !tests && (isTestAddress(text) || file && isTestFile(text, false)):
			tests = true
		case wordlist.Among(name, databaseArguments) && literal && (grammar.NamesThrowaway(text) && !strings.Contains(text, "/") || file && isTestFile(text, false)):
			tests = true
		case wordlist.Among(name, addressArguments) && literal && isTestAddress(text):
			tests = true
		case wordlist.Among(name, hostArguments) && literal && (isLocalAddress(text) || strings.HasPrefix(text, "/")):
		case wordlist.Among(name, loginArguments), name == "echo" || name == "future" || name == "check_same_thread" || name == "isolation_level":
		default:
			return false
		}
	}
	return tests
}

// splitArguments splits the arguments of a call at its commas. An object, as JavaScript has, is its members.
func splitArguments(text string) []string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") && endOfCall(text) == len(text)-1 {
		text = text[1 : len(text)-1]
	}
	var out []string
	begin, depth := 0, 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '\'', '"', '`':
			at = closing(text, at) - 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				out, begin = append(out, strings.TrimSpace(text[begin:at])), at+1
			}
		}
	}
	if last := strings.TrimSpace(text[begin:]); last != "" {
		out = append(out, last)
	}
	return out
}

// argument splits an argument into its name, if it has one, and its value: dbname="x", database: 'x'.
func argument(text string) (name, value string) {
	end := 0
	for end < len(text) && (text[end] == '_' || isLetterOrDigit(text[end])) {
		end++
	}
	rest := strings.TrimSpace(text[end:])
	if end == 0 || rest == "" || rest[0] != '=' && rest[0] != ':' {
		return "", text
	}
	return text[:end], strings.TrimSpace(strings.TrimPrefix(rest[1:], ">"))
}

// literal returns the text of a string without a prefix, an escape or anything that is put into it.
func literal(text string) (string, bool) {
	if len(text) < 2 || strings.IndexByte("'\"", text[0]) < 0 || closing(text, 0) != len(text) {
		return "", false
	}
	inner := text[1 : len(text)-1]
	return inner, !strings.ContainsAny(inner, `\'"{}`) && !strings.Contains(inner, "#{")
}

// namesOtherDatabase reports whether a statement, in lower case, reaches another database than the one that
// is open, or drops one whose name does not say that it is for tests.
func namesOtherDatabase(statement string) bool {
	words := strings.FieldsFunc(statement, func(r rune) bool { return strings.ContainsRune(" \t\r\n;(),'\"`", r) })
	for i, word := range words {
		switch {
		case i > 0 && word == "database" && wordlist.Among(words[i-1], "drop alter"):
			at := i + 1
			for at < len(words) && wordlist.Among(words[at], "if exists") {
				at++
			}
			if at >= len(words) || !grammar.NamesOneTrial(words[at]) {
				return true
			}
		case i == 0 && wordlist.Among(word, "use attach \\c \\connect"):
			return true
		case wordlist.Among(word, "drop truncate delete") && i+2 < len(words) && slices.ContainsFunc(words[i:], func(w string) bool { return strings.Contains(strings.TrimPrefix(w, "public."), ".") }):
			return true
		}
	}
	return slices.ContainsFunc(strings.Fields(otherDatabaseCalls), func(call string) bool {
		return call != "connect(" && call != "mongo(" && strings.Contains(statement, call)
	}) && slices.ContainsFunc(words, func(w string) bool { return wordlist.Among(w, "select insert create drop delete update") })
}
