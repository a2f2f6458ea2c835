package sql

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// statement records the effects of one statement on the database, on files and through programs.
// Names and strings in it are data.
func (r *reader) statement(stmt []token) {
	for len(stmt) > 0 && stmt[0].is("( } ANALYZE VERBOSE") {
		stmt = stmt[1:]
	}
	if len(stmt) == 0 {
		return
	}
	if r.depth > effect.MaxDepth {
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "sql", Args: []effect.Arg{{}}})
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	r.inner(stmt)
	r.audits(stmt)
	r.expires(stmt)
	switch head, rest := stmt[0], stmt[1:]; head.text {
	case "DROP", "REMOVE": // SurrealQL's word for it
		r.writesAttached()
		r.drop(rest)
	case "TRUNCATE":
		r.writesAttached()
		r.alter("truncate", rest)
	case "DELETE":
		r.writesAttached()
		if r.backups {
			r.alter("drop-backup", rest)
			return
		}
		r.unless(rest, "delete-all", "WHERE FILTER") // EdgeQL's word for it
	case "UPDATE":
		if hasWord(rest, "SET") {
			r.writesAttached()
			r.unless(rest, "update-all", "WHERE")
		}
	case "CHANGE":
		if r.backups && hasWord(rest, "DELETE UNCATALOG") {
			r.alter("drop-backup", rest)
		}
	case "ALTER":
		r.alterTable(rest)
	case "CREATE", "GRANT", "SET":
		r.writesAttached()
		r.keep(head, rest)
		r.accounts(head, rest)
		r.replaces(stmt)
	case "SYSTEM", "DETACH", "RESTORE", "DBCC":
		r.administer(head, rest)
	case "RESET", "PURGE", "SHUTDOWN":
		r.server(head, rest)
	case "COPY":
		r.copy(rest, true)
	case "EXECUTE", "EXEC", "PREPARE", "DO":
		if !r.procedure(rest) {
			r.dynamic(rest)
		}
	case "KILL":
		if len(rest) > 0 && (isNumber(rest[0]) || rest[0].is("CONNECTION HARD SOFT")) {
			r.alter("shutdown", rest)
		}
	case "INSERT", "REPLACE", "MERGE":
		r.writesAttached()
		r.replaces(stmt)
		r.files(stmt)
	case "SELECT", "CALL", "PERFORM", "VALUES", "WITH":
		r.calls(stmt)
		r.ends(stmt)
	default:
		r.ends(stmt)
	}
}

// administer records statements of one vendor's about a whole table, replica or database: SYSTEM and
// DETACH of ClickHouse, RESTORE and DBCC of SQL Server.
func (r *reader) administer(head token, rest []token) {
	switch head.text {
	case "SYSTEM":
		if hasWord(rest, "SHUTDOWN KILL") || hasWord(rest, "DROP") && hasWord(rest, "REPLICA") {
			r.alter("shutdown", rest)
		}
	case "DETACH":
		if hasWord(rest, "PERMANENTLY") {
			r.drop(rest)
		}
	case "RESTORE":
		if len(rest) > 0 && rest[0].is("DATABASE LOG") {
			r.alter("replace", rest)
		}
	case "DBCC":
		if slices.ContainsFunc(rest, func(t token) bool { return t.is("REPAIR_ALLOW_DATA_LOSS") }) {
			r.alter("reset", rest)
		}
	}
}

// ends records calls that end other sessions, and the files that a query names.
func (r *reader) ends(stmt []token) {
	switch {
	case slices.ContainsFunc(stmt, func(t token) bool { return t.is("PG_DROP_REPLICATION_SLOT PG_PROMOTE") }):
		r.alter("shutdown", nil)
	case hasWord(stmt, "FROM") && slices.ContainsFunc(stmt, func(t token) bool { return t.is("PG_TERMINATE_BACKEND PG_CANCEL_BACKEND") }):
		r.alter("end-sessions", sessionsOf(stmt))
	}
	r.files(stmt)
}

// sessionsOf returns the name of the database of which a query ends all sessions, if its condition requires
// one: datname = 'app'.
func sessionsOf(stmt []token) []token {
	at := wordAt(stmt, "WHERE")
	if at < 0 || slices.ContainsFunc(stmt[at:], func(t token) bool { return t.is("OR UNION SELECT NOT") }) {
		return nil
	}
	for i := at; i+2 < len(stmt); i++ {
		if stmt[i].is("DATNAME") && stmt[i+1].is("=") && stmt[i+2].kind == sqlString {
			return stmt[i+2 : i+3]
		}
	}
	return nil
}

// calls records the functions by which a query changes data, runs other statements or starts a
// program.
func (r *reader) calls(stmt []token) {
	for i := 0; i+2 < len(stmt); i++ {
		if stmt[i].kind != word || !stmt[i+1].is("(") {
			continue
		}
		args := stmt[i+2 : i+2+closing(stmt[i+2:])]
		switch t := stmt[i]; {
		case t.is("LO_UNLINK") && hasWord(stmt, "FROM"):
			r.unless(stmt[i+3+len(args):], "delete-all", "WHERE")
		case t.is("DROP_CHUNKS"): // of TimescaleDB
			r.alter("drop-chunks", args)
		case t.is("ADD_RETENTION_POLICY") && shortInterval(args):
			r.alter("expire", args)
		case t.is("DBLINK DBLINK_EXEC DBLINK_SEND_QUERY POSTGRES_EXECUTE MYSQL_EXECUTE QUERY_TO_XML QUERY_TO_XML_AND_XMLSCHEMA"):
			for _, text := range r.joined(args) {
				r.executed(text)
			}
		case t.is("EDIT") && r.bracket: // sqlite3's: the second argument is the editor
			if comma := wordAt(args, ","); comma >= 0 {
				r.arg(effect.Shell, "edit", r.text(args[comma+1:]))
			}
		}
	}
}

// text returns the string that an expression is, or an unknown token.
func (r *reader) text(expression []token) token {
	if joined := r.joined(expression); len(joined) == 1 && joined[0].kind == sqlString && (r.placeholders || !strings.Contains(joined[0].text, effect.Placeholder)) {
		return joined[0]
	}
	return token{}
}

// inner reads nested statements: data-modifying queries of WITH, the statement of EXPLAIN ANALYZE,
// and the bodies of blocks.
func (r *reader) inner(stmt []token) {
	if stmt[0].is("CREATE") || stmt[0].is("EXPLAIN") && after(stmt, "ANALYZE").text == "" {
		return
	}
	for i := 1; i < len(stmt); i++ {
		if !stmt[i].is("DROP TRUNCATE DELETE UPDATE ALTER EXECUTE GRANT COPY") {
			continue
		}
		switch prev := stmt[i-1]; {
		case prev.is("(") && !stmt[0].is("GRANT REVOKE"):
			end := i + closing(stmt[i:])
			r.statement(stmt[i:end])
			i = end
		case prev.is("BEGIN THEN ELSE LOOP ANALYZE VERBOSE {"),
			prev.is("AS") && stmt[0].is("PREPARE"),
			prev.is(")") && stmt[0].is("WITH EXPLAIN"):
			r.statement(stmt[i:])
			return
		}
	}
}

// closing returns the index of the parenthesis that closes the one before the tokens.
func closing(stmt []token) int {
	open := 1
	for i, t := range stmt {
		switch {
		case t.is("("):
			open++
		case t.is(")"):
			open--
		}
		if open == 0 {
			return i
		}
	}
	return len(stmt)
}

// hasWord reports whether a keyword occurs outside parentheses.
func hasWord(stmt []token, words string) bool {
	return wordAt(stmt, words) >= 0
}

// wordAt returns the index of the first of some keywords outside parentheses.
func wordAt(stmt []token, words string) int {
	open := 0
	for i, t := range stmt {
		switch {
		case t.is("("):
			open++
		case t.is(")"):
			open--
		case open == 0 && t.is(words):
			return i
		}
	}
	return -1
}

// alter records a change of data. Its object is the first name of the statement that is not one of
// its initial keywords.
func (r *reader) alter(call string, rest []token) {
	object := effect.Arg{}
	for _, t := range rest {
		if t.is("TABLE FROM ONLY IF EXISTS DATABASE SCHEMA LOW_PRIORITY QUICK IGNORE") {
			continue
		}
		if t.kind != punct {
			object = effect.Arg{Text: strings.ToLower(t.text), Known: !r.holed(t.text)}
			if !object.Known {
				object.Text = ""
			}
		}
		break
	}
	r.acts = append(r.acts, effect.Act{Kind: effect.Alters, Call: call, Args: []effect.Arg{object}})
}

// drop records a dropped object. Temporary tables are exempt: they end with the session.
func (r *reader) drop(rest []token) {
	if len(rest) > 0 && rest[0].is("TEMPORARY TEMP PREPARE") || r.isDerived(rest) || r.isTemporary(rest) {
		return
	}
	kind := "drop"
	if len(rest) > 0 && rest[0].kind == word {
		kind += "-" + strings.ToLower(rest[0].text)
		rest = rest[1:]
	}
	r.alter(kind, rest)
}

// unless records a statement without a condition, or with one that always holds.
func (r *reader) unless(rest []token, call, word string) {
	i := wordAt(rest, word)
	if i < 0 || always(rest[i+1:]) || ofItself(rest[:i], rest[i+1:]) {
		r.alter(call, rest)
	}
}

// ofItself reports whether a condition requires a column to be among the same table's values: "id in
// (select id from t)".
func ofItself(object, cond []token) bool {
	if len(cond) != 8 || !cond[1].is("IN") || !cond[2].is("(") || !cond[3].is("SELECT") || cond[4] != cond[0] || !cond[5].is("FROM") || !cond[7].is(")") {
		return false
	}
	return slices.Contains(object[:min(len(object), 3)], cond[6])
}

// alterTable records dropped columns, partitions and so on, and changes of accounts and of the server.
func (r *reader) alterTable(rest []token) {
	if len(rest) > 0 && rest[0].is("USER ROLE LOGIN GROUP") {
		r.alter("account", rest[1:])
		return
	}
	if len(rest) > 0 && rest[0].is("SYSTEM") {
		r.alter("config", rest[1:])
		return
	}
	if call := setting(rest); call != "" {
		r.alter(call, rest[1:])
		return
	}
	for i, t := range rest {
		if i > 1 && rest[0].is("TABLE") && t.is("DELETE UPDATE") && !rest[i-1].is("ON ADD COLUMN RENAME TO , (") { // of ClickHouse
			if w := wordAt(rest[i:], "WHERE"); w < 0 || always(rest[i+w+1:]) {
				r.alter(strings.ToLower(t.text)+"-all", rest[1:])
			}
			return
		}
		if i > 1 && t.is("TRUNCATE") && i+1 < len(rest) && rest[i+1].is("PARTITION SUBPARTITION") {
			r.alter("truncate", rest[1:])
			return
		}
		if !t.is("DROP") || i == 0 || i+1 == len(rest) {
			continue
		}
		if !rest[i+1].is("CONSTRAINT INDEX KEY PRIMARY FOREIGN CHECK DEFAULT NOT EXPRESSION IDENTITY") {
			r.alter("drop-column", rest[1:])
			return
		}
	}
}

// accounts records changes of who may use the database.
func (r *reader) accounts(head token, rest []token) {
	switch {
	case head.is("SET") && hasWord(rest, "GLOBAL PERSIST PERSIST_ONLY") && hasWord(rest, closings):
		r.alter("config", rest)
	case head.is("GRANT"):
		r.alter("grant", rest)
	case len(rest) > 0 && rest[0].is("PASSWORD"), head.is("CREATE") && len(rest) > 0 && rest[0].is("USER ROLE LOGIN"):
		r.alter("account", rest[1:])
	}
}

// server records statements about the whole server.
func (r *reader) server(head token, rest []token) {
	switch {
	case head.is("SHUTDOWN"):
		r.alter("shutdown", rest)
	case head.is("PURGE") || len(rest) > 0 && rest[0].is("MASTER SLAVE REPLICA BINARY"):
		r.alter("reset", rest)
	}
}

// copy records the files and programs of COPY, which the server opens, or of \copy, which the client opens.
func (r *reader) copy(rest []token, server bool) {
	i := wordAt(rest, "FROM TO")
	if i < 0 || i+1 >= len(rest) {
		return
	}
	from := rest[i].is("FROM")
	target := rest[i+1]
	if target.is("PROGRAM") && i+2 < len(rest) {
		r.arg(effect.Shell, "copy program", rest[i+2])
		if server {
			r.alter("program", nil)
		}
		return
	}
	if target.kind != sqlString && target.kind != name {
		return
	}
	if from {
		r.arg(effect.Reads, "copy", target)
	} else {
		r.arg(effect.Writes, "copy", target)
	}
}

// arg adds an act with a string argument.
func (r *reader) arg(kind effect.Kind, call string, t token) {
	r.acts = append(r.acts, effect.Act{Kind: kind, Call: call, Args: []effect.Arg{r.argOf(t)}})
}

// argOf converts a token to an argument: only a string or a name is known.
func (r *reader) argOf(t token) effect.Arg {
	if t.kind != sqlString && t.kind != name {
		return effect.Arg{}
	}
	if !r.holed(t.text) {
		return effect.Arg{Text: t.text, Known: true}
	}
	begins, _, _ := strings.Cut(t.text, effect.Placeholder)
	return effect.Arg{Text: begins}
}

// holed reports whether a text of the code contains a placeholder.
func (r *reader) holed(text string) bool {
	return r.placeholders && strings.Contains(text, effect.Placeholder)
}

// fileFunctions are the functions whose string arguments are files or commands.
var fileFunctions = lazy.Value[map[string]effect.Kind]{Make: func() map[string]effect.Kind {
	return map[string]effect.Kind{
		"PG_READ_FILE": effect.Reads, "PG_READ_BINARY_FILE": effect.Reads, "PG_LS_DIR": effect.Reads, "LO_IMPORT": effect.Reads, "LOAD_FILE": effect.Reads, "READFILE": effect.Reads,
		"SQLITE_SCAN": effect.Reads, "SQLITE_ATTACH": effect.Reads, "SQLITE_QUERY": effect.Reads,
		"READ_CSV": effect.Reads, "READ_CSV_AUTO": effect.Reads, "READ_PARQUET": effect.Reads, "READ_TEXT": effect.Reads, "READ_BLOB": effect.Reads, "READ_JSON": effect.Reads, "READ_JSON_AUTO": effect.Reads,
		"FILE": effect.Reads, "EXECUTABLE": effect.Shell, // of ClickHouse
		"LO_EXPORT": effect.Writes, "WRITEFILE": effect.Writes, "PG_FILE_WRITE": effect.Writes, "PG_FILE_UNLINK": effect.Deletes, "PG_FILE_RENAME": effect.Deletes, "FSDIR": effect.Reads, "LOAD_EXTENSION": effect.Evaluates,
		"SYS_EXEC": effect.Shell, "SYS_EVAL": effect.Shell, "XP_CMDSHELL": effect.Shell,
	}
}}

// functions records calls that act outside the database, each with the first string among its
// arguments. Without a string the argument is unknown.
func (r *reader) functions(stmt []token) {
	var open, bare []int // the acts of calls whose string has not been read yet
	var depths []int     // of the brackets of the open ones
	depth := 0
	for i, t := range stmt {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			if n := len(open) - 1; n >= 0 && depths[n] == depth {
				open, depths = open[:n], depths[:n]
			}
			depth--
		case t.kind == sqlString:
			for _, at := range append(bare, open...) {
				r.acts[at].Args = []effect.Arg{r.argOf(t)}
			}
			open, bare, depths = nil, nil, nil
		case t.kind == word && i+1 < len(stmt):
			kind, bracket := fileFunctions.Get()[t.text], stmt[i+1].is("(")
			switch {
			case kind == 0 || !bracket && kind != effect.Shell:
				continue
			case bracket:
				open, depths = append(open, len(r.acts)), append(depths, depth+1)
			default: // the rest of the statement is its arguments
				bare = append(bare, len(r.acts))
			}
			if kind == effect.Reads && i > 0 && stmt[i-1].is("FUNCTION") && stmt[0].is("INSERT") {
				kind = effect.Writes
			}
			r.arg(kind, strings.ToLower(t.text), token{})
		}
	}
}

// files records the files that other statements name.
func (r *reader) files(stmt []token) {
	for i := 0; i+1 < len(stmt); i++ {
		next := stmt[i+1]
		switch t := stmt[i]; {
		case next.kind != sqlString && next.kind != name:
		case t.is("OUTFILE DUMPFILE"), t.is("INTO") && stmt[0].is("VACUUM"):
			r.arg(effect.Writes, "into file", next)
		case t.is("INFILE"):
			r.arg(effect.Reads, "file", next)
		case t.is("ATTACH"), t.is("DATABASE") && stmt[0].is("ATTACH"):
			r.arg(effect.Reads, "file", next)
			r.attached = append(r.attached, next)
		}
	}
}
