package sql

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lineCommand is a command of a client that takes the rest of its line.
type lineCommand struct {
	begins string // the start of the line, in lower case: signs, or a word
	does   lineUse
}

// lineUse is the meaning of the rest of such a line.
type lineUse uint8

const (
	says   lineUse = iota // of no consequence outside the client
	starts                // a command line for the shell
	takes                 // a file that is read
	makes                 // a file that is written
	drops                 // harmless despite its name: it drops tables
)

// clientLines returns the commands of a client, by the name of the dialect; the first match counts.
// Sources: SQL*Plus reference; RMAN reference; sqlcmd and isql references; isql of Firebird, Isql
// Command Reference; Hive CLI; beeline !help; impala-shell help; SnowSQL reference; Db2 CLP.
func clientLines(dialect string) []lineCommand {
	switch dialect {
	case "oracle":
		return []lineCommand{
			{"host", starts},
			{"hos", starts},
			{"ho", starts},
			{"!", starts},
			{"$", starts},
			{"spool", makes},
			{"spo", makes},
			{"save", makes},
			{"sav", makes},
			{"store set", makes},
			{"@", takes},
			{"start", takes},
			{"sta", takes},
			{"get", takes},
			{"edit", says},
			{"ed", says},
		}
	case "rman":
		return []lineCommand{{"host", starts}, {"@", takes}, {"spool log to", makes}}
	case "sqlcmd":
		return []lineCommand{
			{":!!", starts},
			{"!!", starts},
			{":out", makes},
			{":error", makes},
			{":perftrace", makes},
			{":r", takes},
			{":", says},
			{"shell", starts},
			{"input", takes},
			{"in", takes},
			{"output", makes},
			{"out", makes},
		}
	case "hive":
		return []lineCommand{{"!", starts}, {"source", takes}, {"dfs", says}, {"add", says}}
	case "beeline":
		return []lineCommand{{"!sh", starts}, {"!shell", starts}, {"!run", takes}, {"!addlocaldriverjar", takes}, {"!record", makes}, {"!script", makes}, {"!dropall", drops}, {"!", says}}
	case "impala":
		return []lineCommand{{"shell", starts}, {"!", starts}, {"source", takes}, {"src", takes}}
	case "snowsql":
		return []lineCommand{{"!system", starts}, {"!spool", makes}, {"!source", takes}, {"!load", takes}, {"!", says}}
	case "clp": // of Db2
		return []lineCommand{{"!", starts}}
	case "cql":
		return []lineCommand{{"source", takes}, {"capture", makes}}
	}
	return nil
}

// lines reads a line that starts with a command of the client.
func (r *reader) lines(text string, begin bool) int {
	if !begin {
		return 0
	}
	n := lex.LineEnd(text)
	line := strings.TrimRight(text[:n], "\r")
	for _, c := range r.clientLines {
		if len(line) < len(c.begins) || !strings.EqualFold(line[:len(c.begins)], c.begins) {
			continue
		}
		rest := line[len(c.begins):]
		if lex.IsWordByte(c.begins[len(c.begins)-1]) && rest != "" && lex.IsWordByte(rest[0]) {
			continue
		}
		r.line(c, strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), ";")))
		return n
	}
	return 0
}

// line records the effect of a client's command with the rest of its line.
func (r *reader) line(c lineCommand, rest string) {
	call := strings.TrimLeft(c.begins, ":!@$")
	if call == "" {
		call = "include"
	}
	switch c.does {
	case starts:
		r.shell(fileName(rest).text)
	case drops:
		r.alter("drop", nil)
	case takes:
		if rest = strings.TrimLeft(rest, "@"); rest != "" {
			r.arg(effect.Reads, call, fileName(rest))
		}
	case makes:
		if name, _, _ := strings.Cut(fileName(rest).text, " "); name != "" && !lex.Words("OFF OUT STDOUT STDERR").Has(strings.ToUpper(name)) {
			r.arg(effect.Writes, call, token{kind: sqlString, text: name})
		}
	}
}
