package sql

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// expiry is a setting by which a database deletes rows, or what it keeps of former ones, on its own.
type expiry struct {
	name     string // in upper case; of a quoted name the end: delta.deletedFileRetentionDuration
	from, to int    // the numbers that are too small
}

// day is one in seconds.
const day = 86400

// expiries are those settings. Sources: Snowflake reference, DATA_RETENTION_TIME_IN_DAYS; CQL reference,
// default_time_to_live; BigQuery, Data definition language; MySQL manual, Binary Logging Options; Delta Lake, Table
// properties; CockroachDB, Row-Level TTL; SQL Server, CHANGE_RETENTION.
var expiries = [...]expiry{
	{"DATA_RETENTION_TIME_IN_DAYS", 0, 0},
	{"DEFAULT_TIME_TO_LIVE", 1, day},
	{"DEFAULT_TABLE_EXPIRATION_DAYS", 0, 1},
	{"PARTITION_EXPIRATION_DAYS", 0, 1},
	{"DEFAULT_PARTITION_EXPIRATION_DAYS", 0, 1},
	{"MAX_TIME_TRAVEL_HOURS", 0, 48},
	{"BINLOG_EXPIRE_LOGS_SECONDS", 1, day},
	{"EXPIRE_LOGS_DAYS", 1, 1},
	{"FILERETENTIONDURATION", 0, 1},
	{"LOGRETENTIONDURATION", 0, 1},
}

// expires records statements that make a database delete rows on its own, or let go of what it keeps of former ones.
func (r *reader) expires(stmt []token) {
	head, rest := stmt[0], stmt[1:]
	switch {
	case len(rest) == 0:
	case head.is("VACUUM"):
		if i := wordAt(rest, "RETAIN"); i >= 0 && i+1 < len(rest) && below(rest[i+1], expiry{to: 167}) {
			r.alter("expire", rest)
		}
	case head.is("ALTER") && rest[0].is("TABLE") && (endsRows(rest) || hasWord(rest, "DISCARD") && hasWord(rest, "TABLESPACE")),
		head.is("ALTER") && rest[0].is("RETENTION") && shortDuration(rest),
		head.is("ALTER") && setsExpiry(rest):
		r.alter("expire", rest)
	case head.is("SET") && hasWord(rest, "GLOBAL PERSIST @@GLOBAL") && setsExpiry(rest):
		r.alter("reset", rest)
	}
}

// endsRows reports whether the words after ALTER set a time after which rows are deleted. Sources: ClickHouse and
// QuestDB, ALTER TABLE … TTL; CockroachDB, ttl_expire_after.
func endsRows(rest []token) bool {
	for i, t := range rest {
		switch {
		case t.is("TTL") && i > 0 && rest[i-1].is("MODIFY SET"):
			return true
		case t.is("TTL_EXPIRE_AFTER TTL_EXPIRATION_EXPRESSION EXPIRATION_TIMESTAMP") && i+2 < len(rest) && rest[i+1].is("=") && !rest[i+2].is("NULL"):
			return true
		}
	}
	return false
}

// setsExpiry reports whether tokens set one of the expiries to a number that is too small.
func setsExpiry(rest []token) bool {
	for i := 0; i+1 < len(rest); i++ {
		name := strings.ToUpper(rest[i].text)
		for _, e := range expiries {
			if !strings.HasSuffix(name, e.name) || len(name) > 4*len(e.name) {
				continue
			}
			value := rest[i+1]
			if value.is("=") && i+2 < len(rest) {
				value = rest[i+2]
			}
			if below(value, e) {
				return true
			}
		}
	}
	return false
}

// below reports whether a token is a number, alone or in the text of an interval, that is too small.
func below(t token, e expiry) bool {
	for field := range strings.FieldsSeq(strings.Trim(t.text, `'"`)) {
		if n, err := strconv.ParseFloat(field, 64); err == nil {
			return n >= float64(e.from) && n <= float64(e.to)
		}
	}
	return false
}

// shortDuration reports whether DURATION is followed by hours or less: InfluxQL, ALTER RETENTION POLICY.
func shortDuration(rest []token) bool {
	i := wordAt(rest, "DURATION")
	if i < 0 || i+1 >= len(rest) {
		return false
	}
	text := strings.ToLower(rest[i+1].text)
	return text != "0s" && text != "inf" && strings.TrimRight(text, "usmh0123456789") == ""
}

// shortInterval reports whether the arguments of a function name a time of at most a day: add_retention_policy of
// TimescaleDB.
func shortInterval(args []token) bool {
	for i, t := range args {
		if t.kind != sqlString && !t.is("INTERVAL") {
			continue
		}
		text := t.text
		if t.is("INTERVAL") && i+1 < len(args) {
			text = args[i+1].text
		}
		fields := strings.Fields(strings.ToLower(text))
		if len(fields) == 2 && lex.Words("second seconds minute minutes min mins hour hours").Has(fields[1]) || len(fields) == 2 && fields[0] == "1" && strings.TrimSuffix(fields[1], "s") == "day" {
			return true
		}
	}
	return false
}
