// Package spelling rewrites a command line in other ways with the same meaning.
//
// A rule that finds "rm -rf /" but not "r\m -rf /" protects nobody. The families here are the
// ways in which people, programs and attackers spell one command: quotes and escapes, variables,
// braces, paths, wrappers, the grammar of options, and the contexts that a shell has for
// commands. Each is a row of data that states what it requires of a line, so that a line is only
// rewritten if bash would run the same program with the same arguments.
//
// Nothing here runs anything.
package spelling

import "slices"

// Family is one way of writing a command line differently.
type Family struct {
	Name string

	// Hides says that the line's output is not shown. To a rule about shown output that is
	// another command.
	Hides bool

	needs         need
	before, after string                  // texts around the line
	write         func(l *Line) string    // the line rewritten; "" if it cannot be
	name          func(n string) string   // otherwise rewrites the name and leaves the rest
	quote         func(w string) string   // otherwise rewrites the words
	text          func(t string) string   // otherwise rewrites the whole text
	option        func(o *options) string // otherwise rewrites the options
}

// need is a set of requirements on a line. All must hold.
type need uint8

// The needs.
const (
	flat     need = 1 << iota // it can stand inside another line
	named                     // it begins with a plain name
	external                  // and that is a program, not a part of the shell
	simple                    // it is one command and nothing else
	literal                   // and all its words are known
)

// Families returns all families, in a fixed order. They are constant data that
// callers must not change.
func Families() []Family {
	return slices.Concat(contexts, evaluations, names, wrappers, words, redirections, optionForms)
}

// Spell rewrites the line in the family's way. It returns "" if that is impossible, or would give
// the same text.
func (f *Family) Spell(l *Line) string {
	if l.has&f.needs != f.needs {
		return ""
	}
	t := f.inner(l)
	if t == "" {
		return ""
	}
	if t = f.before + t + f.after; t == l.Text {
		return ""
	}
	return t
}

// inner returns the text between before and after.
func (f *Family) inner(l *Line) string {
	switch {
	case f.write != nil:
		return f.write(l)
	case f.name != nil:
		if n := f.name(l.name); n != "" {
			return n + l.rest
		}
		return ""
	case f.quote != nil:
		return l.quoted(f.quote)
	case f.text != nil:
		return f.text(l.Text)
	case f.option != nil:
		if o := readOptions(l); o != nil {
			return f.option(o)
		}
		return ""
	}
	return l.Text
}
