package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// databaseClient says how the words of a client name the database that it works on.
type databaseClient struct {
	programs  string
	options   string // whose value is its name
	operands  bool   // the operands may be its name
	all       bool   // each operand is one, as for dropdb
	hosts     string // options whose value is the server
	others    string // options that may name another server or database
	variables string // those of the environment that may do so
	drops     bool   // what drops a database drops that one
	spans     bool   // a statement can name a table of another database of the server: b.t
}

// databaseClients are the clients of databases that name one by their words. Sources: psql(1), dropdb(1),
// pg_restore(1), mysql(1), clickhouse-client --help, mongosh --help, mongorestore --help.
var databaseClients = [...]databaseClient{
	{programs: "psql pgcli", options: "-d --dbname", operands: true, hosts: "-h --host", variables: "PGHOST PGHOSTADDR PGSERVICE PGPORT PGDATABASE"},
	{programs: "dropdb", operands: true, all: true, hosts: "-h --host", variables: "PGHOST PGHOSTADDR PGSERVICE PGPORT"},
	{programs: "pg_restore", options: "-d --dbname", hosts: "-h --host", others: "-C --create", variables: "PGHOST PGHOSTADDR PGSERVICE PGPORT PGDATABASE"},
	{programs: "mysql mycli", options: "-D --database", operands: true, hosts: "-h --host", others: "--defaults-file --defaults-extra-file -S --socket", variables: "MYSQL_HOST MYSQL_TCP_PORT MYSQL_UNIX_PORT", spans: true},
	{programs: "clickhouse-client", options: "-d --database", hosts: "-h --host", others: "--config-file -C --connection", spans: true},
	{programs: "mongosh", operands: true, hosts: "--host", drops: true},
	{programs: "mongodump", options: "-d --db", hosts: "-h --host", others: "--uri --nsInclude --nsFrom --nsTo --config --archive --dir"},
}

// contents are the changes of what one database holds. Accounts and settings are the server's.
const contents = "drop drop-table drop-schema drop-view drop-index drop-column drop-materialized drop-type drop-sequence drop-function drop-procedure drop-trigger drop-collection " +
	"drop-extension drop-domain drop-policy truncate delete-all update-all expire"

// otherDatabase are words of statements that reach another database or server, and otherDatabaseCalls calls that do.
const (
	otherDatabase      = "use connect attach cluster load"
	otherDatabaseCalls = "dblink postgres_fdw remote( getsiblingdb getmongo mongo( connect( load( url( mysql( postgresql("
)

// isDatabaseClient reports whether the words of a command's program can name a database.
func isDatabaseClient(v *grammar.Invocation) bool {
	return slices.ContainsFunc(databaseClients[:], func(c databaseClient) bool { return wordlist.Among(v.Name, c.programs) })
}

// isOfTestDatabase reports whether an invocation certainly changes nothing but databases of this machine
// whose names say that they are for tests: psql -d app_test, dropdb tmp_x.
func isOfTestDatabase(v *grammar.Invocation) bool {
	if v.Truth != parser.Yes || v.Open || v.Away && !grammar.InContainer(v.Command) {
		return false
	}
	for i := range databaseClients {
		if c := &databaseClients[i]; wordlist.Among(v.Name, c.programs) {
			return c.isLocal(v) && c.changesTests(v)
		}
	}
	return false
}

// isLocal reports whether a client certainly works on a server of this machine.
func (c *databaseClient) isLocal(v *grammar.Invocation) bool {
	if c.others != "" && v.Has(c.others) != parser.No {
		return false
	}
	env := v.Command.Environment()
	if slices.ContainsFunc(env.Names(), func(name string) bool { return wordlist.Among(name, c.variables) }) {
		return false
	}
	for w, t := range v.Values(c.hosts) {
		text, known := w.Text()
		if t != parser.Yes || !known || !strings.HasPrefix(text, "/") && !isLocalAddress(text) {
			return false
		}
	}
	return true
}

// changesTests reports whether all that a client changes is a database for tests or in one.
func (c *databaseClient) changesTests(v *grammar.Invocation) bool {
	inside, some := c.namesTests(v), false
	for i := range v.Effects {
		switch e := &v.Effects[i]; {
		case e.Kind == grammar.Evaluates:
			if !c.stays(e.Word) {
				return false
			}
		case e.Kind != grammar.Alters:
		case e.Name == "end-sessions":
			some = true
			if name, known := e.Word.Text(); !known || !grammar.NamesThrowaway(name) {
				return false
			}
		case e.Name == "drop-database":
			some = true
			if name, known := e.Word.Text(); known && grammar.NamesOneTrial(name) || c.drops && inside && namesOwn(v) {
				continue
			}
			return false
		case !inside || !wordlist.Among(e.Name, contents):
			return false
		default:
			some = true
		}
	}
	return some || inside
}

// namesOwn reports whether the database that a client opens has a name that somebody chose for it: test alone
// is MongoDB's default. Behind an address of this machine, any other one is chosen, too.
func namesOwn(v *grammar.Invocation) bool {
	name, _ := v.Operands[0].Word.Text()
	base, _, _ := strings.Cut(path.Base(name), "?")
	return strings.Contains(name, "/") && base != "test" || grammar.NamesOneTrial(path.Base(name))
}

// namesTests reports whether the words name databases, and all of these are for tests.
func (c *databaseClient) namesTests(v *grammar.Invocation) bool {
	some := false
	if c.options != "" {
		for w, t := range v.Values(c.options) {
			if t != parser.Yes || !isTestDatabase(w) {
				return false
			}
			some = true
		}
	}
	if !c.operands || len(v.Operands) == 0 {
		return some
	}
	if c.all {
		return !slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool {
			return !grammar.NamesOneTrial(o.Word.Prefix()) || !isTestDatabase(o.Word)
		})
	}
	return isTestDatabase(v.Operands[0].Word)
}

// stays reports whether statements are known and reach no other database.
func (c *databaseClient) stays(w parser.Word) bool {
	code, known := w.Text()
	if code = strings.ToLower(code); !known || strings.Contains(code, "://") {
		return false
	}
	for word := range strings.FieldsFuncSeq(code, func(r rune) bool { return strings.ContainsRune(" \t\r\n;(),'\"", r) }) {
		if wordlist.Among(word, otherDatabase) || strings.HasPrefix(word, "\\c") && !strings.HasPrefix(word, "\\copy") {
			return false
		}
	}
	for call := range wordlist.Each(otherDatabaseCalls) {
		if strings.Contains(code, call) {
			return false
		}
	}
	return !c.spans || !strings.Contains(code, ".")
}

// widely are words of statements that let more people in, or one of them do more, than a project of this
// machine needs.
const widely = "superuser bypassrls replication public *.* alter security sysadmin server member"

// isOfOwnServer reports whether a client certainly works on a server of this machine, as its words say, and
// gives nobody more than a project needs.
func isOfOwnServer(v *grammar.Invocation) bool {
	if v.Truth != parser.Yes || v.Open || v.Away && !grammar.InContainer(v.Command) {
		return false
	}
	for i := range databaseClients {
		c := &databaseClients[i]
		if !wordlist.Among(v.Name, c.programs) {
			continue
		}
		named := v.Away
		for range v.Values(c.hosts) {
			named = true
		}
		return named && c.isLocal(v) && c.hasNoServer(v) && !slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool { return e.Kind == grammar.Evaluates && grantsWidely(e.Word) })
	}
	return false
}

// hasNoServer reports whether no word that names a database may name a server, too.
func (c *databaseClient) hasNoServer(v *grammar.Invocation) bool {
	return !slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool {
		return strings.Contains(w.Prefix(), "://") || strings.Contains(w.Prefix(), "host=")
	})
}

// grantsWidely reports whether statements are not known, or have one of those words.
func grantsWidely(w parser.Word) bool {
	code, known := w.Text()
	for word := range strings.FieldsFuncSeq(strings.ToLower(code), func(r rune) bool { return strings.ContainsRune(" \t\r\n;(),'\"`", r) }) {
		if wordlist.Among(word, widely) {
			return true
		}
	}
	return !known
}
