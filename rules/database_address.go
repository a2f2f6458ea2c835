package rules

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Schemes of URLs of databases on a server, and of those in one file. jdbc: may stand before both.
const (
	serverSchemes = "postgres postgresql pgx pgx4 pgx5 mysql mysql2 mariadb mongodb mongodb+srv sqlserver mssql oracle cockroachdb cockroach clickhouse cassandra ecto redshift"
	fileSchemes   = "sqlite sqlite3 file duckdb h2"
)

// settled are the parameters of such a URL that do not say which database or server it is. Sources:
// libpq, Connection Strings; go-sql-driver/mysql README; golang-migrate and Prisma documentation; SQLite, URI filenames.
const settled = "sslmode connect_timeout connection_limit pool pool_timeout pgbouncer charset encoding parseTime loc collation multiStatements timezone useSSL allowPublicKeyRetrieval serverTimezone " +
	"x-migrations-table x-multi-statement application_name retryWrites directConnection schema search_path currentSchema mode cache MODE DB_CLOSE_DELAY"

// isDatabaseAddress reports whether a word has the shape of the URL of a database, or of a list of settings
// of a connection: host=localhost dbname=app.
func isDatabaseAddress(w parser.Word) bool {
	begins := strings.TrimPrefix(w.Prefix(), "jdbc:")
	scheme, _, found := strings.Cut(begins, ":")
	scheme, _, _ = strings.Cut(scheme, "+") // SQLAlchemy's driver: postgresql+psycopg2
	switch {
	case found && (wordlist.Among(scheme, serverSchemes) || wordlist.Among(scheme, fileSchemes)), begins == "mongodb+srv":
		return true
	case strings.HasPrefix(begins, "dbname=") || strings.Contains(begins, " dbname=") || strings.HasPrefix(begins, "host=") || strings.Contains(begins, " host="):
		return true
	}
	return strings.Contains(begins, "@tcp(") || strings.HasPrefix(begins, "tcp(") || strings.Contains(begins, "@unix(")
}

// isTestDatabase reports whether a word certainly is the name or the URL of a database of this machine that
// is for tests, or of one in memory.
func isTestDatabase(w parser.Word) bool {
	text, known := w.Text()
	if !known && strings.Contains(w.Prefix(), "://") { // the ? of a URL is no pattern for names of files that there are
		text, known = "", true
		for _, p := range w.Parts {
			text, known = text+p.Text, known && (p.Kind == parser.Literal || p.Kind == parser.Glob)
		}
	}
	return known && isTestAddress(text)
}

// isTestAddress is isTestDatabase for a text.
func isTestAddress(text string) bool {
	text = strings.TrimPrefix(text, "jdbc:")
	address, parameters, _ := strings.Cut(text, "?")
	address, more, _ := strings.Cut(address, ";") // H2's
	if !areSettled(parameters, "&") || !areSettled(more, ";") || strings.ContainsAny(address, "#%") {
		return false
	}
	scheme, rest, found := strings.Cut(address, ":")
	driver, _, _ := strings.Cut(scheme, "+")
	switch {
	case strings.Contains(address, "="):
		return areTestSettings(address)
	case strings.Contains(address, "tcp("):
		return isTestDSN(address)
	case strings.ContainsAny(address, " \t\n"):
		return false
	case address == ":memory:", scheme == "h2" && strings.HasPrefix(rest, "mem:"), scheme == "hsqldb" && strings.HasPrefix(rest, "mem:"), wordlist.Among(driver, "sqlite sqlite3") && strings.HasSuffix(rest, ":memory:"), driver == "sqlite" && rest == "//":
		return true
	case found && wordlist.Among(driver, fileSchemes):
		return isTestFile(strings.TrimPrefix(rest, "//"), strings.HasPrefix(rest, "///") && driver != "file")
	case !strings.Contains(address, "://"):
		host, name, found := strings.Cut(text, "/") // mongosh localhost/app_test
		return (!found && grammar.NamesThrowaway(text)) || found && isLocalAddress(host) && !strings.Contains(name, "/") && grammar.NamesThrowaway(name)
	}
	server, name, found := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
	local := server == "" && strings.HasPrefix(scheme, "postgres") || server != "" && areLocalAddresses(server)
	return found && local && !strings.Contains(name, "/") && grammar.NamesThrowaway(name)
}

// areSettled reports whether the parameters of a URL are known not to say which database it is.
func areSettled(parameters, between string) bool {
	for one := range strings.SplitSeq(parameters, between) {
		if name, _, _ := strings.Cut(one, "="); name != "" && !wordlist.Among(name, settled) {
			return false
		}
	}
	return true
}

// isTestFile reports whether a path, relative to the work directory or below one for temporary files, is
// that of a database for tests: test.db, db/test.sqlite3. In a URL a third slash may stand before the
// name of a file.
func isTestFile(name string, url bool) bool {
	if url && strings.Count(name, "/") == 1 {
		name = strings.TrimPrefix(name, "/")
	}
	if name = path.Clean(name); strings.HasPrefix(name, "..") || strings.HasPrefix(name, "~") || strings.ContainsAny(name, "*?[:\\") || grammar.NamesInUse(name) {
		return false
	}
	if strings.HasPrefix(name, "/") {
		return strings.HasPrefix(name, "/tmp/")
	}
	return grammar.NamesThrowaway(strings.TrimSuffix(path.Base(name), path.Ext(name)))
}

// areTestSettings reports whether settings of a connection, as libpq reads them, are of a database of this
// machine that is for tests: host=localhost dbname=app_test user=app.
func areTestSettings(text string) bool {
	tests := false
	for field := range strings.FieldsSeq(text) {
		name, value, found := strings.Cut(field, "=")
		switch {
		case !found || strings.ContainsAny(value, `'"\`):
			return false
		case name == "dbname" || name == "database":
			tests = grammar.NamesThrowaway(value)
			if !tests {
				return false
			}
		case name == "host" || name == "hostaddr":
			if !areLocalAddresses(value) && !strings.HasPrefix(value, "/") {
				return false
			}
		case !wordlist.Among(name, settled) && !wordlist.Among(name, "user password port"):
			return false
		}
	}
	return tests
}

// isTestDSN reports whether a data source name of Go's driver for MySQL is that of a database of this
// machine for tests: app:secret@tcp(localhost:3306)/app_test.
func isTestDSN(text string) bool {
	login, rest, found := strings.Cut(text, "tcp(")
	host, name, closed := strings.Cut(rest, ")/")
	return found && closed && (login == "" || strings.HasSuffix(login, "@")) && isLocalAddress(host) && !strings.Contains(name, "/") && grammar.NamesThrowaway(name)
}

// isTrial reports whether a word is the name of a file or a project that says by itself that it is for tests.
func isTrial(w parser.Word) bool {
	text, known := w.Text()
	base := path.Base(text)
	return known && grammar.NamesThrowaway(strings.TrimSuffix(base, path.Ext(base))) && !grammar.NamesInUse(text)
}
