package sql

import (
	"slices"
	"strings"
)

// guards are parts of the names of settings and plugins of a server that record or limit what is done there.
// Sources: MySQL manual, Server System Variables and Audit Plugin; MariaDB Audit Plugin; CockroachDB, cluster
// settings; pgaudit.
const guards = "audit validate_password password_policy password.policy firewall require_secure network_policy masking row_access session_policy general_log"

// isGuard reports whether a name is of such a setting.
func isGuard(text string) bool {
	text = strings.ToLower(text)
	for _, part := range strings.Fields(guards) {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// audits records statements that end what records or limits what is done in the database. Sources: Transact-SQL
// reference, ALTER SERVER AUDIT; Oracle SQL reference, NOAUDIT; MySQL manual, UNINSTALL PLUGIN; Snowflake
// reference, ALTER ACCOUNT; SAP HANA SQL reference, ALTER AUDIT POLICY; CockroachDB, EXPERIMENTAL_AUDIT.
func (r *reader) audits(stmt []token) {
	head, rest := stmt[0], stmt[1:]
	switch {
	case len(rest) == 0:
	case head.is("NOAUDIT"), head.is("AUDIT") && hasWord(rest, "REMOVE"):
		r.alter("unaudit", rest)
	case head.is("UNINSTALL"):
		r.alter("unaudit", rest[1:])
	case head.is("ALTER") && rest[0].is("ACCOUNT USER DATABASE TABLE VIEW") && hasWord(rest, "UNSET") && hasGuard(rest):
		r.alter("unaudit", rest[1:])
	case head.is("ALTER") && (auditsOff(rest) || alterGuards(rest)):
		r.alter("unaudit", rest[1:])
	case head.is("SET") && rest[0].is("GLOBAL PERSIST PERSIST_ONLY CLUSTER @@GLOBAL @@PERSIST") && hasGuard(rest) && setsOff(rest),
		head.is("SET") && strings.HasPrefix(rest[0].text, "@@") && hasGuard(rest) && setsOff(rest):
		r.alter("unaudit", rest[1:])
	}
}

// auditsOff reports whether the words after ALTER turn an audit off: of a server or a database, in parentheses, of
// a table, or a policy.
func auditsOff(rest []token) bool {
	audit := -1
	for i, t := range rest[:min(len(rest), 6)] {
		if t.is("AUDIT EXPERIMENTAL_AUDIT") {
			audit = i
		}
	}
	if audit < 0 {
		return false
	}
	for i, t := range rest[audit:] {
		switch {
		case t.is("DISABLE"), t.is("OFF") && i > 0 && rest[audit+i-1].is("= SET STATE"):
			return true
		}
	}
	return false
}

// alterGuards reports whether the words after ALTER set a guard of a database or a role to nothing, end the encryption
// of a database, or admit every address.
func alterGuards(rest []token) bool {
	if i := wordAt(rest, "ENCRYPTION"); rest[0].is("DATABASE") && i > 0 && i+1 < len(rest) {
		return rest[i+1].is("OFF")
	}
	if rest[0].is("NETWORK") {
		return slices.ContainsFunc(rest, func(t token) bool { return t.text == "0.0.0.0/0" })
	}
	return rest[0].is("DATABASE ROLE USER") && hasWord(rest, "SET") && hasGuard(rest) && setsOff(rest)
}

// hasGuard reports whether a token is the name of a guard.
func hasGuard(tokens []token) bool {
	var joined strings.Builder
	for _, t := range tokens[:min(len(tokens), 16)] {
		if t.kind <= name || t.is(".") {
			joined.WriteString(t.text)
			joined.WriteString(map[bool]string{true: "", false: "_"}[t.is(".")])
		}
	}
	return isGuard(strings.ReplaceAll(joined.String(), "_.", "."))
}

// setsOff reports whether a setting's value, the last token, means that it does nothing, or that a password may have
// fewer than ten letters.
func setsOff(tokens []token) bool {
	last := tokens[len(tokens)-1]
	if n := len(tokens); n > 2 && strings.HasSuffix(strings.ToLower(tokens[n-3].text), "_disable") {
		return last.is("ON 1 TRUE")
	}
	if isNumber(last) && len(last.text) == 1 {
		return last.is("0") || slices.ContainsFunc(tokens, func(t token) bool { return strings.HasSuffix(strings.ToLower(t.text), "length") })
	}
	switch strings.ToLower(strings.Trim(last.text, `'"`)) {
	case "off", "false", "none", "low", "":
		return true
	}
	return false
}
