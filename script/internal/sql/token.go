package sql

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// dialect holds the differences in how database clients read text.
type dialect struct {
	backslash bool // a backslash escapes in any string, and double quotes are strings (MySQL)
	dollar    bool // $tag$ … $tag$ is a string, comments nest (PostgreSQL)
	bracket   bool // [x] is a name (SQLite)

	// command reads a command of the client itself at the start of text, and returns its length; 0 if
	// there is none. begin says that no statement has begun.
	command func(r *reader, text string, begin bool) int

	clientLines []lineCommand // for lines
	backups     bool          // DELETE deletes backups (RMAN)
}

// Client returns the reader of a client's language by its name, or nil.
func Client(lang string) func(code string, given effect.CommandLine) ([]effect.Act, error) {
	d := dialects.Get()[lang]
	if lines := clientLines(lang); d == nil && lines != nil {
		d = &dialect{command: (*reader).lines, clientLines: lines, backups: lang == "rman"}
	}
	if d == nil {
		return nil
	}
	return func(code string, given effect.CommandLine) ([]effect.Act, error) { return read(d, code, given) }
}

// dialects are the dialects by the name of the client's language.
var dialects = lazy.Value[map[string]*dialect]{Make: func() map[string]*dialect {
	return map[string]*dialect{
		"sql":    {},
		"psql":   {dollar: true, command: (*reader).psql},
		"mysql":  {backslash: true, command: (*reader).mysql},
		"sqlite": {bracket: true, command: (*reader).sqlite},
	}
}}

// kind is what a token is.
type kind uint8

const (
	word      kind = iota // a keyword or plain name, in upper case; a number
	name                  // a quoted name
	sqlString             // a string, without its quotes
	punct                 // any other character
)

type token struct {
	kind kind
	text string
}

// is reports whether the token is one of some keywords or characters.
func (t token) is(words string) bool {
	if t.kind != word && t.kind != punct {
		return false
	}
	for w := range strings.FieldsSeq(words) {
		if w == t.text {
			return true
		}
	}
	return false
}

// reader reads one statement after the other.
type reader struct {
	*dialect
	rest         string  // not yet read
	placeholders bool    // Placeholder bytes in it are placeholders
	pending      []token // of the unfinished statement
	acts         []effect.Act
	depth        int // nesting of statements in strings

	variables map[string]string // session variables, in upper case, with their text
	attached  []token           // the files of attached databases that are not written yet
	version   int               // open /*! comments, whose text is code

	transaction transaction
	temporary   []string // tables that the text has made, in lower case
}

var errSQL = errors.New("an unterminated string, name or comment in SQL")

// read returns the acts of statements in a dialect.
func read(d *dialect, code string, given effect.CommandLine) ([]effect.Act, error) {
	r := &reader{dialect: d, rest: code, placeholders: given.Placeholders}
	if err := r.all(); err != nil {
		return nil, err
	}
	return r.acts, nil
}

func (r *reader) all() error {
	whole, from, placed := len(r.rest), 0, 0
	for fresh := true; r.rest != ""; {
		if len(r.pending) == 0 {
			from = whole - len(r.rest)
		}
		if n := r.clientCommand(fresh); n > 0 {
			r.rest = r.rest[n:]
		} else {
			fresh = r.rest[0] == '\n' || r.rest[0] == ';' || fresh && strings.IndexByte(" \t\r", r.rest[0]) >= 0
			if err := r.next(); err != nil {
				return err
			}
		}
		placed = r.place(placed, from, whole-len(r.rest))
	}
	r.end()
	r.place(placed, from, whole)
	return nil
}

// clientCommand reads a command of the client, and returns its length.
func (r *reader) clientCommand(fresh bool) int {
	if r.command == nil {
		return 0
	}
	n := r.command(r, r.rest, len(r.pending) == 0 && fresh)
	r.transaction.leaves = r.transaction.leaves || n > 0 && r.transaction.open // it may run a file or connect anew
	return n
}

// place sets the place of one statement's acts, and returns the number of acts.
func (r *reader) place(first, from, to int) int {
	for i := first; i < len(r.acts); i++ {
		r.acts[i].Offset, r.acts[i].End = from, to
	}
	return len(r.acts)
}

// end handles a completed statement.
func (r *reader) end() {
	stmt := r.pending
	r.pending = nil
	r.functions(stmt)
	r.makes(stmt)
	r.statement(stmt)
	r.follow(stmt)
	if r.dollar && len(stmt) > 0 && stmt[0].is("COPY") && after(stmt, "FROM").is("STDIN") {
		r.skipRows()
	}
}

// skipRows skips the rows after COPY … FROM STDIN, up to a line "\.".
func (r *reader) skipRows() {
	if i := strings.Index(r.rest, "\n\\."); i >= 0 {
		r.rest = r.rest[i+3:]
		return
	}
	r.rest = ""
}

// next reads one token, comment or space.
func (r *reader) next() error {
	s := r.rest
	switch c := s[0]; {
	case c == ';':
		r.rest = s[1:]
		r.end()
	case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
		r.rest = s[1:]
	case strings.HasPrefix(s, "--"), c == '#' && r.backslash:
		r.rest = s[lex.LineEnd(s):]
	case strings.HasPrefix(s, "/*"):
		return r.comment()
	case r.version > 0 && strings.HasPrefix(s, "*/"):
		r.version--
		r.rest = s[2:]
	case c == '\'':
		return r.quoted(sqlString, '\'', r.backslash)
	case c == '"' && r.backslash:
		return r.quoted(sqlString, '"', true)
	case c == '"', c == '`':
		return r.quoted(name, c, false)
	case c == '[' && r.bracket:
		return r.quoted(name, ']', false)
	case c == '$' && r.dollar:
		return r.dollars()
	case lex.IsWordByte(c):
		return r.word()
	default:
		r.push(punct, s[:1], 1)
	}
	return nil
}

// push adds a token that takes n bytes.
func (r *reader) push(kind kind, text string, n int) {
	r.pending = append(r.pending, token{kind, text})
	r.rest = r.rest[n:]
}

// comment skips a comment. MySQL executes comments with an exclamation mark.
func (r *reader) comment() error {
	s := r.rest
	if r.backslash && (strings.HasPrefix(s, "/*!") || strings.HasPrefix(s, "/*M!")) {
		r.rest = strings.TrimLeft(s[strings.IndexByte(s, '!')+1:], "0123456789")
		r.version++
		return nil
	}
	for i, open := 2, 1; i+1 < len(s); i++ {
		switch {
		case s[i:i+2] == "*/":
			open--
			i++
		case s[i:i+2] == "/*" && r.dollar:
			open++
			i++
		}
		if open == 0 {
			r.rest = s[i+1:]
			return nil
		}
	}
	return errSQL
}

// quoted reads a string or a quoted name. A doubled quote is a quote.
func (r *reader) quoted(kind kind, quote byte, escapes bool) error {
	var b strings.Builder
	s := r.rest
	for i := 1; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] != quote:
			b.WriteByte(s[i])
		case i+1 < len(s) && s[i+1] == quote && quote != ']':
			b.WriteByte(quote)
			i++
		default:
			r.push(kind, b.String(), i+1)
			return nil
		}
	}
	return errSQL
}

// dollars reads a string between two equal $tag$, or $1.
func (r *reader) dollars() error {
	s := r.rest
	n := 1
	for n < len(s) && lex.IsWordByte(s[n]) {
		n++
	}
	if n == len(s) || s[n] != '$' || n > 1 && s[1] >= '0' && s[1] <= '9' {
		r.push(punct, "$", 1)
		return nil
	}
	tag := s[:n+1]
	end := strings.Index(s[n+1:], tag)
	if end < 0 {
		return errSQL
	}
	r.push(sqlString, s[n+1:n+1+end], end+2*len(tag))
	return nil
}

// word reads a keyword, a plain name or a number. E'…' is a string with escapes; B, N, X and U&
// before a quote have no effect.
func (r *reader) word() error {
	s := r.rest
	n := 0
	for n < len(s) && (lex.IsWordByte(s[n]) || s[n] == '$' && n > 0) {
		n++
	}
	if n == 1 && n < len(s) && s[n] == '\'' && (s[0] == 'e' || s[0] == 'E') && r.dollar {
		r.rest = s[1:]
		return r.quoted(sqlString, '\'', true)
	}
	r.push(word, strings.ToUpper(s[:n]), n)
	return nil
}

// after returns the token after the first of some keywords, or an empty one.
func after(stmt []token, words string) token {
	for i, t := range stmt {
		if t.is(words) && i+1 < len(stmt) {
			return stmt[i+1]
		}
	}
	return token{kind: name}
}
