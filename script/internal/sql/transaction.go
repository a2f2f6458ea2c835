package sql

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// What is no loss: changes that the same text takes back, and objects that hold no data of their own.

// transaction is the state of the transaction that the statements are in.
type transaction struct {
	open  bool
	begun int // the number of acts before it

	// leaves says that something in the text acts outside it, or that a part of the text is unknown: then
	// nothing is known to be taken back.
	leaves bool
}

// takenBack are the changes that ROLLBACK takes back in PostgreSQL and SQLite. MySQL and others commit
// before they drop something.
const takenBack = "drop-table drop-column drop-view drop-index drop-schema drop-materialized drop-type drop-sequence drop-function drop-trigger delete-all update-all truncate"

// follow notes whether a statement, whose acts are already recorded, begins or ends a transaction. With
// ROLLBACK the changes since its beginning are none.
func (r *reader) follow(stmt []token) {
	if len(stmt) == 0 || !r.dollar && !r.bracket {
		return
	}
	t := &r.transaction
	if interpolates(stmt) || slices.ContainsFunc(stmt, func(x token) bool { return r.holed(x.text) || x.kind == word && strings.HasPrefix(x.text, "DBLINK") }) {
		t.leaves = true
	}
	switch {
	case r.begins(stmt):
		if !t.open {
			t.open, t.begun = true, len(r.acts)
		}
	case stmt[0].is("COMMIT END PREPARE"):
		t.open = false
	case stmt[0].is("ROLLBACK") && isAlone(stmt, "TRANSACTION"):
		if t.open && !t.leaves {
			kept := slices.DeleteFunc(slices.Clone(r.acts[t.begun:]), isTakenBack)
			r.acts = append(r.acts[:t.begun], kept...)
		}
		t.open = false
	}
}

// begins reports whether a statement begins a transaction, in one of the forms that each database
// accepts: after one with a mistake, the next statements are committed one by one.
func (r *reader) begins(stmt []token) bool {
	switch {
	case stmt[0].is("START"):
		return !r.bracket && len(stmt) == 2 && stmt[1].is("TRANSACTION")
	case r.bracket:
		return stmt[0].is("BEGIN") && isAlone(stmt, "TRANSACTION DEFERRED IMMEDIATE EXCLUSIVE")
	}
	return stmt[0].is("BEGIN") && isAlone(stmt, "TRANSACTION WORK")
}

// isAlone reports whether a statement is one word, perhaps with one of some others behind it.
func isAlone(stmt []token, others string) bool {
	return len(stmt) == 1 || len(stmt) == 2 && stmt[1].is(others)
}

// interpolates reports whether a statement may hold the value of a variable of psql's, which may be
// anything: ":x", but not the cast "::int".
func interpolates(stmt []token) bool {
	for i, t := range stmt {
		if t.is(":") && i+1 < len(stmt) && !stmt[i+1].is(": =") && (i == 0 || !stmt[i-1].is(":")) {
			return true
		}
	}
	return false
}

// isTakenBack reports whether an act is a change that ROLLBACK takes back.
func isTakenBack(a effect.Act) bool {
	return a.Kind == effect.Alters && slices.Contains(strings.Fields(takenBack), a.Call)
}

// defined are the kinds of objects that are definitions alone, which can be made again.
const defined = "INDEX VIEW FUNCTION PROCEDURE AGGREGATE TRIGGER RULE POLICY EVENT PUBLICATION"

// isDerived reports whether what a DROP names holds no data: an index, a view, a function. With CASCADE other objects go with it. In other databases than these a view may hold its own data.
func (r *reader) isDerived(rest []token) bool {
	known := r.dollar || r.backslash || r.bracket
	return known && len(rest) > 1 && (rest[0].is(defined) || rest[0].is("MATERIALIZED") && rest[1].is("VIEW")) && !hasWord(rest, "CASCADE")
}

// makes notes the temporary table that a statement makes, as long as it surely lasts: a DROP of its name drops
// it, and no other one of that name. What ends a session or takes back a transaction ends all of them.
func (r *reader) makes(stmt []token) {
	switch {
	case len(stmt) == 0:
	case stmt[0].is("ROLLBACK ABORT DISCARD USE RESET"):
		r.temporary = nil
	case stmt[0].is("CREATE") && len(stmt) > 3 && stmt[1].is("TEMP TEMPORARY") && stmt[2].is("TABLE"):
		rest := stmt[3:]
		for len(rest) > 1 && rest[0].is("IF NOT EXISTS") {
			rest = rest[1:]
		}
		if (r.dollar || r.backslash || r.bracket) && rest[0].kind <= name && !hasWord(rest, "ON") && !mayReconnect(r.rest) {
			r.temporary = append(r.temporary, strings.ToLower(rest[0].text))
		}
	}
}

// mayReconnect reports whether a text may hold a command of a client that opens another database or session.
func mayReconnect(text string) bool {
	return strings.Contains(text, "\\") || strings.Contains(text, "\n.") || strings.HasPrefix(strings.TrimSpace(text), ".")
}

// isTemporary reports whether a DROP names only temporary tables that the same text has made, and forgets
// these.
func (r *reader) isTemporary(rest []token) bool {
	if len(rest) < 2 || !rest[0].is("TABLE") {
		return false
	}
	for rest = rest[1:]; len(rest) > 1 && rest[0].is("IF EXISTS"); {
		rest = rest[1:]
	}
	for i, t := range rest {
		at := slices.Index(r.temporary, strings.ToLower(t.text))
		switch {
		case i%2 == 1 && t.is(","):
		case i%2 == 1 || t.kind > name || at < 0:
			return false
		default:
			r.temporary = slices.Delete(r.temporary, at, at+1)
		}
	}
	return len(rest)%2 == 1
}
