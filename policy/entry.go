package policy

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// PathEntry is a path that a policy blocks or allows, with everything below it. The path is
// absolute, "~" or below "~/", or relative to the work directory; it is clean, without a trailing
// slash.
type PathEntry struct {
	Path     string
	Override bool // an exception even from catastrophic findings

	// From is the origin for messages: a file and a line, or a flag; "" for an entry on a long list.
	From string
}

// CommandEntry is a command that a policy blocks or allows.
//
// It matches one whole simple command as its program reads it: the same program, subcommand,
// options and operands, however they are spelt and in whatever order the options are. Paths are
// compared without "./", doubled and trailing slashes. A last word of * allows further options
// and operands.
//
// With "re:" before it, it is a regular expression (RE2) instead, matched against the words of
// the command, joined by blanks and quoted where a shell requires it. It is case-sensitive unless
// it contains (?i).
//
// Blocked entries match as widely as possible, and allowed ones as narrowly: an allowed
// expression must match the whole command; an allowed program must have the same spelling, so
// that rm does not allow ./rm; and an exception holds only in the directory where the script
// started, not after a cd.
type CommandEntry struct {
	Text     string
	Override bool // an exception even from catastrophic findings
	OnlyAsks bool // an exception from findings that ask or warn, never from those that block

	// Dir is the only directory in which the command may start for an exception to hold, absolute
	// or below "~"; "" means any.
	Dir string

	// From is the file and line of the entry; "" for one on a long list.
	From string

	exception bool // the entry is in an allowed list
	more      bool // the entry ended in *
	like      *grammar.Invocation
	pattern   *regexp.Regexp
}

// String returns the entry as lists show it.
func (e CommandEntry) String() string {
	if e.Dir == "" {
		return e.Text
	}
	return e.Text + " in " + e.Dir
}

// newEntry reads a command entry. The error says why it is invalid.
func newEntry(text string, exception, override bool) (CommandEntry, error) {
	e := CommandEntry{Text: text, Override: override, exception: exception}
	if expr, ok := strings.CutPrefix(text, "re:"); ok {
		if exception {
			expr = `\A(?:` + expr + `)\z`
		}
		var err error
		e.pattern, err = compile(expr)
		return e, err
	}
	script, err := parser.Parse(text, parser.Options{})
	if err != nil {
		return e, err
	}
	c, err := single(script)
	if err != nil {
		return e, err
	}
	if last := len(c.Args) - 1; last > 0 && star(c.Args[last]) {
		c.Args, e.more = c.Args[:last], true
	}
	for _, word := range c.Args {
		if !word.Known() {
			return e, fmt.Errorf("%q is not known before the command runs: write it out, quote it, or use an expression (re:)", word)
		}
	}
	e.like = grammar.ReadCommand(c, parser.Options{})
	return e, e.like.Err
}

// compile compiles an expression. Its error has only the reason.
func compile(expr string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "error parsing regexp", "bad expression"))
	}
	return re, nil
}

// single returns the only simple command of a script.
func single(s *parser.Script) (*parser.Command, error) {
	if len(s.Commands) != 1 {
		return nil, errors.New("not one simple command")
	}
	c := s.Commands[0]
	switch {
	case len(c.Args) == 0:
		return nil, errors.New("no program")
	case len(c.Assigns) > 0 || len(c.Redirects) > 0 || c.Background || c.Func != "" || len(c.Dir.Parts) > 0:
		return nil, errors.New("an entry is a program with its arguments alone: no assignments, redirections, & or functions")
	}
	return c, nil
}

// star reports whether a word is just an unquoted *.
func star(w parser.Word) bool {
	return len(w.Parts) == 1 && w.Parts[0].Kind == parser.Glob && w.Parts[0].Text == "*"
}

// Match returns whether the entry matches an invocation. Maybe means that it depends on an
// unknown word. The zero entry matches nothing.
func (e CommandEntry) Match(v *grammar.Invocation) parser.Truth {
	switch {
	case len(v.Command.Args) == 0 || e.exception && v.Away:
		return parser.No
	case e.pattern != nil:
		return e.expression(v.Command).And(e.certain(v))
	case e.like != nil:
		m := comparison{entry: &e, want: e.like, got: v}
		if v.Name == "" {
			m.got = supposed(v.Command, e.like.Command.Program())
		}
		return m.program(v).And(m.words()).And(e.certain(v))
	}
	return parser.No
}

// supposed reads a command with an unknown program as if it had another.
func supposed(c *parser.Command, program parser.Word) *grammar.Invocation {
	as := *c
	as.Args = append([]parser.Word{program}, c.Args[1:]...)
	v := grammar.ReadCommand(&as, parser.Options{})
	v.Open = v.Open || c.Args[0].Splits() // which may bring options with it
	return v
}

// certain returns how certain it is that the invocation is what runs, and for an exception, that
// it runs in the directory where the script started: the same words mean something else after a
// cd.
func (e CommandEntry) certain(v *grammar.Invocation) parser.Truth {
	if !e.exception {
		return v.Truth
	}
	switch dir := v.Command.Dir; {
	case dir.Known() && len(dir.Parts) > 0:
		return parser.No
	case !dir.Known() || v.Command.Shadowed:
		return parser.Maybe
	}
	return v.Truth
}

// expression matches the entry's expression. An unknown word may be anything.
func (e CommandEntry) expression(c *parser.Command) parser.Truth {
	quoted, plain, known := written(c)
	switch {
	case !known:
		return parser.Maybe
	case e.pattern.MatchString(quoted):
		return parser.Yes
	default:
		return parser.Of(!e.exception && e.pattern.MatchString(plain))
	}
}

// written returns the words of a command, joined by blanks, once quoted where a shell requires it
// and once unquoted, and whether all of them are known.
func written(c *parser.Command) (quoted, plain string, known bool) {
	words := make([]string, len(c.Args))
	for i, w := range c.Args {
		text, known := w.Text()
		if !known {
			return "", "", false
		}
		words[i] = text
	}
	plain = strings.Join(words, " ")
	return shellquote.Command(words), plain, true
}

// WithAllowed returns a policy that also allows a command, as an entry in [commands] allowed
// without override does. The error says why the command cannot be an entry: if it ended in * or
// began with "re:", the entry would match more than that command.
func (p *Policy) WithAllowed(command string) (*Policy, error) {
	e, err := newEntry(command, true, false)
	switch {
	case err != nil:
		return nil, err
	case e.more || e.pattern != nil:
		return nil, errors.New("as an entry it means more than this command")
	}
	q := *p
	q.Commands.Allowed = append(slices.Clip(q.Commands.Allowed), e)
	return &q, nil
}

// WithWarnings returns a policy that only warns for some rules that ask or block, as if their ids
// were set to warn in [actions]. A rule's own minimum still holds.
func (p *Policy) WithWarnings(ids []string) *Policy {
	q := *p
	q.Actions = maps.Clone(p.Actions)
	for _, id := range ids {
		q.Actions[id] = rules.Warn
	}
	return &q
}
