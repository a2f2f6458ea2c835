package spelling

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Line is a command line, with the facts that respelling needs.
type Line struct {
	Text string

	has       need
	name      string // the plain name at its start, if there is one
	rest      string // the text after the name
	words     []word // of a line that is a single command, including the name
	redirects []string
	command   *parser.Command
}

// word is one word of a command.
type word struct {
	source string // as written in the line
	value  string // without quotes, if it is known
	known  bool
}

// Read reads a command line.
func Read(text string) *Line {
	l := &Line{Text: text}
	if standsInside(text) {
		l.has |= flat
	}
	if name, rest := firstName(text); name != "" {
		l.name, l.rest = name, rest
		l.has |= named
		if !wordlist.Among(name, builtins) && !setsVariable(name, rest) {
			l.has |= external
		}
	}
	l.readWords()
	return l
}

// standsInside reports whether a text can be put inside another line unchanged.
func standsInside(text string) bool {
	return !strings.Contains(text, "<<") && !strings.HasSuffix(text, "&") && !strings.HasSuffix(text, ";") &&
		!strings.ContainsAny(text, "#\n")
}

// firstName splits a text after a plain name at its start. The shell's reserved words are not
// names: quotes would change their meaning.
func firstName(text string) (name, rest string) {
	text = strings.TrimLeft(text, " ")
	name = text
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		name, rest = text[:i], text[i:]
	}
	plain := strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") == ""
	if name == "" || name == "." || !plain || wordlist.Among(name, reserved) {
		return "", ""
	}
	return name, rest
}

// reserved are bash's reserved words, as bash(1) lists them, and words that take a command
// without being reserved.
const reserved = " if then elif else fi time for in until while do done case esac coproc select function "

// builtins are the builtins of bash(1) that no program of the same name could replace.
const builtins = " . : alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown enable " +
	"eval exec exit export fc fg getopts hash help history jobs let local logout mapfile popd pushd read " +
	"readarray readonly return set shift shopt source suspend times trap type typeset ulimit umask unalias unset wait "

// setsVariable reports whether a command sets a shell variable, which the program of the same
// name cannot: printf -v.
func setsVariable(name, rest string) bool {
	return name == "printf" && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "-v")
}

// readWords reads the words of a line that is a single command.
func (l *Line) readWords() {
	s, err := parser.Parse(l.Text, parser.Options{})
	if err != nil || len(s.Commands) != 1 || l.has&flat == 0 || l.has&named == 0 {
		return
	}
	c := s.Commands[0]
	if c.Outer != nil || c.Func != "" || c.Background || len(c.Assigns) > 0 || c.Span.Offset != 0 || c.Span.End != len(l.Text) {
		return
	}
	var words []word
	var redirects []string
	for _, r := range c.Redirects {
		if r.Span.Offset == r.Span.End {
			return
		}
		redirects = append(redirects, l.Text[r.Span.Offset:r.Span.End])
	}
	for i, w := range c.Args {
		if w.Span.Offset >= w.Span.End || i > 0 && w.Span.Offset < c.Args[i-1].Span.End {
			return // one word of the text became several
		}
		v, known := w.Text()
		words = append(words, word{l.Text[w.Span.Offset:w.Span.End], v, known})
	}
	l.command, l.words, l.redirects = c, words, redirects
	l.has |= simple
	if l.known() {
		l.has |= literal
	}
}

// known reports whether the line consists of literal words only.
func (l *Line) known() bool {
	for _, w := range l.words {
		if !w.known || strings.ContainsRune(w.value, 0) {
			return false
		}
	}
	return len(l.redirects) == 0
}

// quoted quotes every known word with quote, and leaves the others unchanged.
func (l *Line) quoted(quote func(string) string) string {
	out := make([]string, 0, len(l.words)+len(l.redirects))
	for _, w := range l.words {
		t := w.source
		if w.known && w.value != "" {
			t = quote(w.value)
		}
		if t == "" {
			return ""
		}
		out = append(out, t)
	}
	return strings.Join(append(out, l.redirects...), " ")
}

// invocation reads the line through its program's grammar; nil if that is impossible.
func (l *Line) invocation() *grammar.Invocation {
	v := grammar.ReadCommand(l.command, parser.Options{})
	if v.Program == nil || v.Open || v.Err != nil || v.Truth != parser.Yes {
		return nil
	}
	return v
}
