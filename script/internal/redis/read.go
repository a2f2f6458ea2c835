package redis

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordsplit"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Lua reads a script that the server runs; call returns the acts of a Redis command.
type Lua func(call func(argv []effect.Arg) []effect.Act, code string) ([]effect.Act, error)

// Reader returns a reader of Redis commands, one per line, as redis-cli reads them.
func Reader(lua Lua) func(code string) ([]effect.Act, error) {
	return func(code string) ([]effect.Act, error) { return read(lua, code) }
}

// Script returns the acts of a Lua script that the server runs.
func Script(lua Lua, code string) ([]effect.Act, error) { return script(lua, code), nil }

func read(lua Lua, code string) ([]effect.Act, error) {
	var acts []effect.Act
	for line := range strings.SplitSeq(code, "\n") {
		words, err := words(line)
		if err != nil {
			return nil, err
		}
		if len(words) > 1 && strings.Trim(words[0], "0123456789") == "" {
			words = words[1:] // how often
		}
		acts = append(acts, command(lua, words)...)
	}
	return acts, nil
}

// words splits a line at blanks outside quotes: redis-cli(1), Quoting.
func words(line string) ([]string, error) {
	words, closed := quoting.Split(line)
	if !closed {
		return nil, errors.New("an unterminated string in a command of Redis")
	}
	return words, nil
}

var quoting = wordsplit.Quoting{Quotes: `"'`, Separators: " \t\r", Escaped: escaped}

func escaped(quote, next byte) (string, bool) { return string(next), quote == '"' }

// verbs are the commands that change the whole database, with the words that may follow; "*" matches
// anything.
var verbs = []struct{ verb, next, call string }{
	{"FLUSHALL", "", "flush"},
	{"FLUSHDB", "", "flush"},
	{"FLUSH_ALL", "", "flush"}, // of memcached
	{"FUNCTION", "FLUSH DELETE", "flush"},
	{"CLUSTER", "RESET FORGET FLUSHSLOTS DELSLOTS", "reset"},
	{"SWAPDB", "", "reset"},
	{"SENTINEL", "FAILOVER REMOVE RESET", "reset"},
	{"FAILOVER", "", "replace"},
	{"MIGRATE", "", "replace"},
	{"SHUTDOWN", "", "shutdown"},
	{"CLIENT", "PAUSE", "shutdown"},
	{"DEBUG", "SEGFAULT PANIC RESTART CRASH-AND-RECOVER SLEEP OOM FLUSHALL CHANGE-REPL-ID LOADAOF RELOAD", "shutdown"},
	{"CONFIG", "SET REWRITE", "config"},
	{"MODULE", "LOAD LOADEX UNLOAD", "config"},
	{"ACL", "SETUSER DELUSER LOAD", "account"},
	{"REPLICAOF", "", "replace"},
	{"SLAVEOF", "", "replace"},
}

// command returns the acts of one command, and those of a script that it evaluates.
func command(lua Lua, argv []string) []effect.Act {
	if len(argv) == 0 {
		return nil
	}
	verb, next := strings.ToUpper(argv[0]), ""
	if len(argv) > 1 {
		next = strings.ToUpper(argv[1])
	}
	if lex.Words("EVAL EVAL_RO").Has(verb) && len(argv) > 1 {
		return script(lua, argv[1])
	}
	if verb == "FUNCTION" && next == "LOAD" && lua != nil {
		return script(lua, argv[len(argv)-1])
	}
	if strings.HasSuffix(verb, "OF") && next == "NO" {
		return nil // stops replication, and keeps what there is
	}
	if verb == "XTRIM" && len(argv) > 3 && strings.EqualFold(argv[2], "MAXLEN") && argv[len(argv)-1] == "0" {
		return []effect.Act{{Kind: effect.Alters, Call: "delete-all", Args: []effect.Arg{{Text: strings.ToLower(next), Known: true}}}}
	}
	for _, v := range verbs {
		if v.verb == verb && (v.next == "" || lex.Words(v.next).Has(next)) {
			return []effect.Act{{Kind: effect.Alters, Call: v.call, Args: []effect.Arg{{Text: strings.ToLower(next), Known: true}}}}
		}
	}
	return nil
}

// script returns the acts of a Lua script. A script that lists the keys and deletes some is assumed to
// empty the database.
func script(lua Lua, code string) []effect.Act {
	lists, deletes := false, false
	acts, err := lua(func(argv []effect.Arg) []effect.Act {
		words := make([]string, len(argv))
		for i, a := range argv {
			words[i] = a.Text
		}
		if len(argv) == 0 || !argv[0].Known {
			return []effect.Act{{Kind: effect.Evaluates, Call: "eval", Args: []effect.Arg{{}}}}
		}
		verb := strings.ToUpper(words[0])
		lists = lists || verb == "KEYS" || verb == "SCAN"
		deletes = deletes || verb == "DEL" || verb == "UNLINK"
		if verb == "EVAL" {
			return []effect.Act{{Kind: effect.Evaluates, Call: "eval", Args: []effect.Arg{{}}}} // a store refuses it
		}
		return command(nil, words)
	}, code)
	if err != nil {
		acts = []effect.Act{{Kind: effect.Evaluates, Call: "eval", Args: []effect.Arg{{}}}}
	}
	if lists && deletes {
		acts = append(acts, effect.Act{Kind: effect.Alters, Call: "flush", Args: []effect.Arg{{Text: "keys", Known: true}}})
	}
	return acts
}
