package sed

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Read returns the acts of a script of GNU sed: those of e, w, r and the flags of s. All other
// commands only change text.
func Read(code string) ([]effect.Act, error) {
	r := reader{rest: code}
	for r.rest != "" {
		r.rest = strings.TrimLeft(r.rest, blankSed)
		from, before := len(code)-len(r.rest), len(r.acts)
		if err := r.command(); err != nil {
			return nil, err
		}
		for i := before; i < len(r.acts); i++ {
			r.acts[i].Offset, r.acts[i].End = from, len(code)-len(r.rest)
		}
	}
	return r.acts, nil
}

// blankSed are the bytes that may precede a command.
const blankSed = " \t\r\n;{}"

type reader struct {
	rest  string
	acts  []effect.Act
	added []string // the texts that commands add
}

// Added returns the texts that a script adds to what it reads: what s puts in place of a match, and
// the texts of a, i and c. It returns what it has found up to a command that it cannot read.
func Added(code string) []string {
	r := reader{rest: code}
	for r.rest != "" && r.command() == nil {
		r.rest = strings.TrimLeft(r.rest, blankSed)
	}
	return r.added
}

// Substitutions returns what the operators s/// of Perl in a text put in place of a match.
func Substitutions(code string) []string {
	var added []string
	for i := 0; i+1 < len(code) && len(added) < maxSubstitutions; i++ {
		if code[i] != 's' || i > 0 && lex.IsWordByte(code[i-1]) || strings.IndexByte("/|#,!@%:~", code[i+1]) < 0 {
			continue
		}
		r := reader{rest: code[i+1:]}
		if r.substitute() == nil {
			added = append(added, r.added...)
			i = len(code) - len(r.rest) - 1
		}
	}
	return added
}

// Replacements returns the pairs of a text to look for and what stands in its place afterwards, of the
// operators s/// in a text. A pattern is taken as the text that it spells.
func Replacements(code string) (pairs [][2]string) {
	for i := 0; i+1 < len(code) && len(pairs) < maxSubstitutions; i++ {
		if code[i] != 's' || i > 0 && lex.IsWordByte(code[i-1]) || strings.IndexByte("/|#,!@%:~", code[i+1]) < 0 {
			continue
		}
		pattern, r := reader{rest: code[i+1:]}, reader{rest: code[i+1:]}
		from, err := pattern.delimited(1)
		if err == nil && r.substitute() == nil {
			pairs = append(pairs, [2]string{unescaped(from), r.added[0]})
			i = len(code) - len(r.rest) - 1
		}
	}
	return pairs
}

// maxSubstitutions bounds the substitutions that are looked at.
const maxSubstitutions = 64

// unescaped returns a replacement without the marks for a match and for groups.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '&':
		case s[i] != '\\' || i+1 == len(s):
			b.WriteByte(s[i])
		default:
			i++
			switch c := s[i]; {
			case c == 'n':
				b.WriteByte('\n')
			case c == 't':
				b.WriteByte('\t')
			case c < '0' || c > '9':
				b.WriteByte(c)
			}
		}
	}
	return b.String()
}

var errSed = errors.New("a script of sed that cannot be read")

// act adds an act with a constant argument.
func (r *reader) act(kind effect.Kind, call, text string) {
	a := effect.Act{Kind: kind, Call: call, Args: []effect.Arg{{Text: text, Known: text != ""}}}
	if text == "" {
		a.Kind = effect.Evaluates
	}
	r.acts = append(r.acts, a)
}

// command reads addresses and one command.
func (r *reader) command() error {
	r.rest = strings.TrimLeft(r.rest, blankSed)
	if err := r.addresses(); err != nil {
		return err
	}
	r.rest = strings.TrimLeft(r.rest, " \t!")
	if r.rest == "" {
		return nil
	}
	c := r.rest[0]
	r.rest = r.rest[1:]
	switch c {
	case '#', ':', 'b', 't', 'T', '}':
		r.line(c == '#')
	case 'a', 'i', 'c':
		r.text()
	case 'e':
		r.act(effect.Shell, "e", strings.TrimSpace(r.line(true)))
	case 'w', 'W':
		r.file(effect.Writes, c)
	case 'r', 'R':
		r.file(effect.Reads, c)
	case 's':
		return r.substitute()
	case 'y':
		_, err := r.delimited(2)
		return err
	case '{', '=', 'd', 'D', 'g', 'G', 'h', 'H', 'l', 'L', 'n', 'N', 'p', 'P', 'q', 'Q', 'x', 'z', 'F', 'v':
		r.rest = strings.TrimLeft(r.rest, " \t0123456789.")
	default:
		return errSed
	}
	return nil
}

// line consumes the rest of the line or, unless whole is set, up to a semicolon.
func (r *reader) line(whole bool) string {
	n := lex.LineEnd(r.rest)
	if i := strings.IndexAny(r.rest[:n], ";}"); i >= 0 && !whole {
		n = i
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// text consumes the text of a, i or c, whose lines may end in a backslash.
func (r *reader) text() {
	text := ""
	for {
		s := r.line(true)
		if text += s; !strings.HasSuffix(s, "\\") || r.rest == "" {
			break
		}
		text = strings.TrimSuffix(text, "\\") + "\n"
		r.rest = r.rest[1:]
	}
	r.added = append(r.added, unescaped(strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(text, " \t"), "\\"), " \t\n")))
}

// file records a file that is read or written. It consumes the rest of the line.
func (r *reader) file(kind effect.Kind, c byte) {
	name := strings.TrimSpace(r.line(true))
	if name != "" && name != "/dev/stdout" && name != "/dev/stderr" && name != "/dev/stdin" {
		r.act(kind, string(c), name)
	}
}

// addresses skips one address, or two.
func (r *reader) addresses() error {
	for {
		s := r.rest
		switch {
		case s == "":
			return nil
		case s[0] == '/' || s[0] == '\\' && len(s) > 1:
			if s[0] == '\\' {
				r.rest = s[1:]
			}
			if _, err := r.delimited(1); err != nil {
				return err
			}
			r.rest = strings.TrimLeft(r.rest, "IM")
		case strings.IndexByte("0123456789$~+,", s[0]) >= 0:
			r.rest = s[1:]
		case s[0] == ' ' || s[0] == '\t':
			r.rest = s[1:]
		default:
			return nil
		}
	}
}

// delimited reads n parts with a custom delimiter, and returns the last part.
func (r *reader) delimited(n int) (string, error) {
	s := r.rest
	if s == "" || s[0] == '\n' {
		return "", errSed
	}
	end, class, none, begin := s[0], false, false, 1
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '[' && !class && !none && end != '[':
			class = closes(s[i+1:])
			none = !class
			if class && i+1 < len(s) && s[i+1] == ']' {
				i++
			}
		case s[i] == ']':
			class = false
		case s[i] == end && !class:
			if n--; n == 0 {
				r.rest = s[i+1:]
				return s[begin:i], nil
			}
			begin = i + 1
		}
	}
	return "", errSed
}

// closes reports whether a bracket is closed on the line.
func closes(s string) bool {
	n := strings.IndexByte(s, ']')
	return n > 0 && strings.IndexByte(s[:n], '\n') < 0
}

// substitute reads s and its flags: e runs the result, w writes it.
func (r *reader) substitute() error {
	text, err := r.delimited(2)
	if err != nil {
		return err
	}
	r.added = append(r.added, unescaped(text))
	for r.rest != "" {
		c := r.rest[0]
		switch {
		case c == 'e':
			r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "s///e", Args: []effect.Arg{{}}})
		case c == 'w':
			r.rest = r.rest[1:]
			r.file(effect.Writes, c)
			return nil
		case strings.IndexByte("gpiImM0123456789", c) < 0:
			return nil
		}
		r.rest = r.rest[1:]
	}
	return nil
}
