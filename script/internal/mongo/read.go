package mongo

import (
	"errors"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// token is a name, a string or a character of JavaScript.
type token struct {
	text string
	str  bool
}

// Read returns the acts of JavaScript in the MongoDB shell: calls that drop or empty data, and
// calls that act outside the database.
func Read(code string) ([]effect.Act, error) {
	toks, err := tokens(code)
	if err != nil {
		return nil, err
	}
	toks = folded(toks)
	var acts []effect.Act
	for i, t := range toks {
		if t.text == "[" && !t.str && isCalledByUnknown(toks, i) {
			acts = append(acts, effect.Act{Kind: effect.Evaluates, Call: "[]()", Args: []effect.Arg{{}}})
		}
		if call := call(toks, i); call != "" {
			acts = append(acts, effect.Act{Kind: effect.Alters, Call: call, Args: []effect.Arg{{Text: t.text, Known: true}}})
		}
		acts = append(acts, leaves(toks, i)...)
	}
	return acts, nil
}

// tokens splits JavaScript into names, strings and characters, without comments.
func tokens(s string) ([]token, error) {
	var toks []token
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case strings.HasPrefix(s[i:], "//"):
			i += lex.LineEnd(s[i:])
		case strings.HasPrefix(s[i:], "/*"):
			n := strings.Index(s[i+2:], "*/")
			if n < 0 {
				return nil, errors.New("an unterminated comment")
			}
			i += n + 4
		case c == '\'' || c == '"' || c == '`':
			n := mongoString(s[i:])
			if n < 0 {
				return nil, errors.New("an unterminated string")
			}
			toks = append(toks, token{s[i+1 : i+n-1], true})
			i += n
		case lex.IsWordByte(c) || c == '$':
			n := i
			for i < len(s) && (lex.IsWordByte(s[i]) || s[i] == '$') {
				i++
			}
			toks = append(toks, token{text: s[n:i]})
		default:
			if strings.IndexByte(" \t\r\n", c) < 0 {
				toks = append(toks, token{text: s[i : i+1]})
			}
			i++
		}
	}
	return toks, nil
}

// folded merges strings joined by plus signs, and replaces the names of constants by their values.
func folded(toks []token) []token {
	constants := map[string]string{}
	for i := 0; i+3 < len(toks); i++ {
		if lex.Words("const let var").Has(toks[i].text) && toks[i+2].text == "=" && toks[i+3].str {
			constants[toks[i+1].text] = joined(toks, i+3)
		}
	}
	var out []token
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if text, known := constants[t.text]; known && !t.str && i > 0 && strings.Contains("[(+,", toks[i-1].text) {
			t = token{text, true}
		}
		if n := len(out); t.str && n > 1 && out[n-1].text == "+" && !out[n-1].str && out[n-2].str {
			out[n-2].text += t.text
			out = out[:n-1]
			continue
		}
		out = append(out, t)
	}
	return out
}

// joined returns the string at a token with the strings that plus signs join to it.
func joined(toks []token, i int) string {
	text := toks[i].text
	for i+2 < len(toks) && toks[i+1].text == "+" && toks[i+2].str {
		i += 2
		text += toks[i].text
	}
	return text
}

// isCalledByUnknown reports whether the bracket at token i calls a method with an unknown name.
func isCalledByUnknown(toks []token, i int) bool {
	if i == 0 || !(lex.IsWordByte(lastByte(toks[i-1])) || toks[i-1].text == ")" || toks[i-1].text == "]") {
		return false // an array
	}
	depth := 0
	for n := i; n+1 < len(toks); n++ {
		switch toks[n].text {
		case "[":
			depth++
		case "]":
			depth--
		}
		if depth == 0 {
			index := toks[i+1 : n]
			known := len(index) == 1 && (index[0].str || strings.Trim(index[0].text, "0123456789") == "")
			return !known && toks[n+1].text == "(" && !toks[n+1].str
		}
	}
	return false
}

// lastByte returns the last byte of a name, or a blank.
func lastByte(t token) byte {
	if t.str || t.text == "" {
		return ' '
	}
	return t.text[len(t.text)-1]
}

// mongoString returns the length of a string with its quotes, or -1.
func mongoString(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return -1
}

// call returns the effect on the database of the method call at token i, or of a command's key.
func call(toks []token, i int) string {
	at := func(n int) string {
		if n < 0 || n >= len(toks) {
			return ""
		}
		return toks[n].text
	}
	if at(i-1) == "{" && at(i+1) == ":" && lex.Words("runCommand adminCommand").Has(at(i-3)) {
		if call := key(toks, i); call != "" {
			return call
		}
		if at(i) == "collMod" && setsExpiry(toks, i) {
			return "expire"
		}
		return map[string]string{
			"drop": "drop", "dropDatabase": "drop-database", "dropUser": "account", "createUser": "account", "shutdown": "shutdown",
			"dropAllUsersFromDatabase": "account",
		}[at(i)]
	}
	if at(i+1) == ":" {
		return key(toks, i)
	}
	open := i + 1
	switch {
	case at(i-1) == "." && !toks[i].str:
	case at(i-1) == "[" && toks[i].str && at(i+1) == "]":
		open++
	default:
		return ""
	}
	if at(open) != "(" {
		return ""
	}
	switch at(i) {
	case "dropDatabase":
		return "drop-database"
	case "drop", "dropCollection":
		return "drop-collection"
	case "dropUser", "dropAllUsers", "dropRole", "dropAllRoles", "createUser", "grantRolesToUser", "updateUser":
		return "account"
	case "dropIndex", "dropIndexes", "dropSearchIndex":
		return "drop-index"
	case "shutdownServer", "stepDown":
		return "shutdown"
	case "removeShard", "reconfig":
		return "reset"
	case "deleteMany", "remove":
		if at(i-2) == "rs" {
			return "reset" // a member of a replica set
		}
		if at(open+1) == ")" || everyDocument(toks, open+1) {
			return "delete-all"
		}
	case "updateMany":
		if everyDocument(toks, open+1) {
			return "update-all"
		}
	case "renameCollection":
		if at(open+2) == "," && lex.Words("true 1").Has(at(open+3)) {
			return "drop-collection"
		}
	}
	return ""
}

// key returns the effect of an object's key: an operation of bulkWrite, or a stage of aggregate
// that replaces a collection.
func key(toks []token, i int) string {
	call := map[string]string{"deleteMany": "delete-all", "delete": "delete-all", "updateMany": "update-all", "$out": "replace"}[toks[i].text]
	if call == "" || call == "replace" {
		return call
	}
	for n := i + 2; n+1 < len(toks) && n < i+20; n++ {
		if lex.Words("filter q").Has(toks[n].text) && toks[n+1].text == ":" {
			if everyDocument(toks, n+2) {
				return call
			}
			return ""
		}
	}
	return ""
}

// setsExpiry reports whether the command at token i sets a time of at most a day after which documents are deleted.
func setsExpiry(toks []token, i int) bool {
	for n := i; n+2 < min(len(toks), i+40); n++ {
		if toks[n].text == "expireAfterSeconds" && toks[n+1].text == ":" {
			seconds, err := strconv.Atoi(toks[n+2].text)
			return err == nil && seconds <= 86400
		}
	}
	return false
}

// everyDocument reports whether the filter at token i matches every document: it is empty, or only
// requires that _id exists.
func everyDocument(toks []token, i int) bool {
	text := ""
	for n := i; n < min(len(toks), i+9); n++ {
		text += toks[n].text + " "
	}
	for _, filter := range [...]string{"{ }", "{ _id : { $exists : true }", "{ _id : { $exists : 1 }", "{ _id : { $ne : null }", "{ $expr : true }", "{ _id : { $ne : undefined }"} {
		if strings.HasPrefix(text, filter) {
			return true
		}
	}
	return false
}

// leaves returns the acts of the functions at token i that act outside the database.
func leaves(toks []token, i int) []effect.Act {
	if i+1 >= len(toks) || toks[i].str || toks[i+1].text != "(" || i > 0 && toks[i-1].text == "." {
		return nil
	}
	switch name := toks[i].text; name {
	case "load":
		if i+2 < len(toks) && toks[i+2].str {
			return []effect.Act{{Kind: effect.Reads, Call: name, Args: []effect.Arg{{Text: toks[i+2].text, Known: true}}}}
		}
		return []effect.Act{{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}}}
	case "run", "runProgram", "runNonMongoProgram":
		var args []effect.Arg
		for j := i + 2; j < min(len(toks), i+100) && toks[j].text != ")"; j++ {
			if toks[j].str {
				args = append(args, effect.Arg{Text: toks[j].text, Known: true})
			} else if toks[j].text != "," {
				args = append(args, effect.Arg{})
			}
		}
		return []effect.Act{{Kind: effect.Runs, Call: name, Args: args}}
	case "require", "eval", "Function":
		return []effect.Act{{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}}}
	}
	return nil
}
