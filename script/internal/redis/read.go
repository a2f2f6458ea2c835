package redis

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Read returns the acts of commands of Redis, one a line, as redis-cli
// reads them.
func Read(code string) ([]effect.Act, error) {
	var acts []effect.Act
	for line := range strings.SplitSeq(code, "\n") {
		words, err := words(line)
		if err != nil {
			return nil, err
		}
		if len(words) > 1 && strings.Trim(words[0], "0123456789") == "" {
			words = words[1:] // how often
		}
		acts = append(acts, command(words)...)
	}
	return acts, nil
}

// words splits a line at blanks outside quotes.
func words(line string) ([]string, error) {
	var words []string
	var b strings.Builder
	quote, open := byte(0), false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == '"' && c == '\\' && i+1 < len(line):
			i++
			b.WriteByte(line[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteByte(c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == ' ' || c == '\t' || c == '\r':
			if open {
				words = append(words, b.String())
			}
			b.Reset()
			open = false
		default:
			b.WriteByte(c)
			open = true
		}
	}
	if quote != 0 {
		return nil, errors.New("an unterminated string in a command of Redis")
	}
	if open {
		words = append(words, b.String())
	}
	return words, nil
}

// verbs are the commands that change the store as a whole, with what may
// follow; "*" stands for anything.
var verbs = []struct{ verb, next, call string }{
	{"FLUSHALL", "", "flush"},
	{"FLUSHDB", "", "flush"},
	{"FUNCTION", "FLUSH DELETE", "flush"},
	{"CLUSTER", "RESET FORGET FLUSHSLOTS DELSLOTS", "reset"},
	{"SWAPDB", "", "reset"},
	{"SENTINEL", "FAILOVER REMOVE RESET", "reset"},
	{"FAILOVER", "", "replace"},
	{"MIGRATE", "", "replace"},
	{"SHUTDOWN", "", "shutdown"},
	{"DEBUG", "SEGFAULT PANIC RESTART CRASH-AND-RECOVER SLEEP OOM FLUSHALL CHANGE-REPL-ID LOADAOF RELOAD", "shutdown"},
	{"CONFIG", "SET REWRITE", "config"},
	{"MODULE", "LOAD LOADEX UNLOAD", "config"},
	{"ACL", "SETUSER DELUSER LOAD", "account"},
	{"REPLICAOF", "", "replace"},
	{"SLAVEOF", "", "replace"},
}

// command returns the acts of one command. The strings in a script that
// it evaluates are looked at as commands.
func command(argv []string) []effect.Act {
	if len(argv) == 0 {
		return nil
	}
	verb, next := strings.ToUpper(argv[0]), ""
	if len(argv) > 1 {
		next = strings.ToUpper(argv[1])
	}
	if verb == "EVAL" && len(argv) > 1 {
		return script(argv[1])
	}
	if strings.HasSuffix(verb, "OF") && next == "NO" {
		return nil // stops replication, and keeps what there is
	}
	for _, v := range verbs {
		if v.verb == verb && (v.next == "" || lex.Words(v.next).Has(next)) {
			return []effect.Act{{Kind: effect.Alters, Call: v.call, Args: []effect.Arg{{Text: strings.ToLower(next), Known: true}}}}
		}
	}
	return nil
}

// script looks at the calls of a Lua script whose first string is a
// command.
func script(code string) []effect.Act {
	var acts []effect.Act
	code = luaJoined(code)
	if quoted := strings.ToLower(strings.ReplaceAll(code, `"`, "'")); mentionsOne(quoted, "'keys'", "'scan'") && mentionsOne(quoted, "'del'", "'unlink'") {
		acts = append(acts, effect.Act{Kind: effect.Alters, Call: "flush", Args: []effect.Arg{{Text: "keys", Known: true}}})
	}
	for {
		_, rest, ok := strings.Cut(code, "call(")
		if !ok {
			return acts
		}
		code = rest
		rest = strings.TrimLeft(rest, " \t\n")
		if rest == "" || rest[0] != '\'' && rest[0] != '"' {
			acts = append(acts, effect.Act{Kind: effect.Evaluates, Call: "eval", Args: []effect.Arg{{}}})
			continue
		}
		var words []string
		parts := strings.SplitN(rest, ",", 3)
		for _, part := range parts[:min(2, len(parts))] {
			part = strings.TrimLeft(part, " \t\n")
			part, _, _ = strings.Cut(strings.TrimLeft(part, `'"`), "\"")
			part, _, _ = strings.Cut(part, "'")
			words = append(words, part)
		}
		acts = append(acts, command(words)...)
	}
}

// mentionsOne tells whether a text holds one of some others.
func mentionsOne(text string, others ...string) bool {
	for _, other := range others {
		if strings.Contains(text, other) {
			return true
		}
	}
	return false
}

// luaJoined is code of Lua in which strings that are joined by .. are one string.
func luaJoined(code string) string {
	for _, quotes := range [...]string{`''`, `""`, `'"`, `"'`} {
		for from := 0; ; {
			at := strings.Index(code[from:], "..")
			if at < 0 {
				break
			}
			at += from
			from = at + 2
			before, after := strings.TrimRight(code[:at], " \t\n"), strings.TrimLeft(code[at+2:], " \t\n")
			if strings.HasSuffix(before, quotes[:1]) && strings.HasPrefix(after, quotes[1:]) {
				if quotes[0] != quotes[1] { // the text behind keeps the quote of the one before
					end := strings.IndexByte(after[1:], quotes[1])
					if end < 0 {
						break
					}
					after = after[:end+1] + quotes[:1] + after[end+2:]
				}
				code = before[:len(before)-1] + after[1:]
				from = len(before) - 1
			}
		}
	}
	return code
}
