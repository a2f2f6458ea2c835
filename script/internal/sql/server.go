package sql

import "strings"

// Statements about a whole server or database, by what follows ALTER, SET and EXEC.

// closings are settings of a server of MySQL after which others cannot use it as before. Source: MySQL
// manual, Server System Variables.
const closings = "READ_ONLY SUPER_READ_ONLY OFFLINE_MODE INIT_CONNECT REQUIRE_SECURE_TRANSPORT"

// settings are the words that follow ALTER and a kind of object, the words of which one comes later, and
// what that does. Sources: Transact-SQL reference, ALTER DATABASE SET options and ALTER SERVER ROLE;
// PostgreSQL manual, ALTER DATABASE and ALTER TABLE.
var settings = [...]struct{ object, words, call string }{
	{"DATABASE", "OFFLINE SINGLE_USER RESTRICTED_USER EMERGENCY", "shutdown"},
	{"DATABASE", "READ_ONLY ALLOW_CONNECTIONS", "config"},
	{"SERVER", "MEMBER", "grant"},
	{"TABLE", "SECURITY", "grant"},
}

// setting returns what such a statement does, or "". Row level security that is enabled or forced
// restricts access.
func setting(rest []token) string {
	for _, s := range settings {
		if len(rest) < 2 || !rest[0].is(s.object) {
			continue
		}
		at := wordAt(rest[1:], s.words) + 1
		switch {
		case at < 2:
		case s.words == "SECURITY" && (at < 4 || !rest[at-1].is("LEVEL") || !hasWord(rest[:at], "DISABLE NO")):
		case s.object == "SERVER" && !hasWord(rest, "ADD"):
		case at+1 < len(rest) && rest[at].is("ALLOW_CONNECTIONS") && rest[at+1].is("TRUE"):
		default:
			return s.call
		}
	}
	return ""
}

// procedures are the stored procedures that change accounts or the server. Source: Transact-SQL
// reference, System stored procedures.
var procedures = [...]struct{ names, call string }{
	{"SP_ADDSRVROLEMEMBER SP_ADDROLEMEMBER SP_GRANTDBACCESS SP_GRANTLOGIN SP_CHANGEDBOWNER", "grant"},
	{"SP_ADDLOGIN SP_ADDUSER SP_PASSWORD SP_DROPLOGIN SP_DROPUSER SP_REVOKELOGIN SP_DROPSRVROLEMEMBER SP_DROPROLEMEMBER", "account"},
	{"SP_DETACH_DB SP_DBREMOVE SP_DELETE_JOB SP_DELETE_BACKUPHISTORY", "drop-database"},
	{"SP_CONFIGURE", "config"},
	{"SP_DROPSERVER", "config"},
	{"SP_RENAMEDB", "replace"},
	{"RDS_DROP_DATABASE", "drop-database"},
	{"XP_CMDSHELL", "program"},
}

// procedure records the call of a stored procedure, and reports whether it is a known one, whose strings
// are no statements. The name may have a database and an owner before it, and be in brackets.
func (r *reader) procedure(rest []token) (known bool) {
	for _, t := range rest[:min(len(rest), 8)] {
		called := strings.Trim(strings.ToUpper(t.text[strings.LastIndexByte(t.text, '.')+1:]), "[]")
		for _, p := range procedures {
			if t.kind <= name && (token{text: called}).is(p.names) {
				r.alter(p.call, nil)
				return true
			}
		}
	}
	return false
}
