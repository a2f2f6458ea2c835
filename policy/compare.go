package policy

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// comparison compares an entry's invocation with another one.
type comparison struct {
	entry *CommandEntry
	want  *grammar.Invocation
	got   *grammar.Invocation
}

// program compares the programs. For an exception the spelling matters.
func (m *comparison) program(v *grammar.Invocation) parser.Truth {
	text, _ := m.want.Command.Program().Text()
	switch is := v.Command.Program().Is(text); {
	case m.entry.exception || is == parser.Yes:
		return is
	case v.Name == "":
		return parser.Maybe // by whatever path
	}
	return parser.Of(v.Name == m.want.Name)
}

// words compares everything after the program. If the entry could not be read completely through a
// grammar, it compares word by word.
func (m *comparison) words() parser.Truth {
	if m.want.Program == nil || m.want.Open {
		return m.verbatim()
	}
	t := m.subcommand().And(m.options()).And(m.operands())
	if m.got.Open && !m.entry.more {
		t = t.And(parser.Maybe) // there may be more than is listed
	}
	return t
}

// verbatim compares the argument words one by one.
func (m *comparison) verbatim() parser.Truth {
	want, got := m.want.Command.Args[1:], m.got.Command.Args[1:]
	t := parser.Yes
	for i, w := range want {
		if i == len(got) {
			return parser.No
		}
		if got[i].Splits() {
			return t.And(parser.Maybe) // it may be none, or many
		}
		text, _ := w.Text()
		t = t.And(got[i].Is(text))
	}
	if m.entry.more {
		return t
	}
	for _, w := range got[len(want):] {
		if !w.Splits() {
			return parser.No
		}
		t = t.And(parser.Maybe) // it may be none
	}
	return t
}

// subcommand compares the subcommands. An entry ending in * matches any subcommand below its own.
func (m *comparison) subcommand() parser.Truth {
	want, got := m.want.Sub, m.got.Sub
	switch {
	case want == got, m.entry.more && (want == "" || strings.HasPrefix(got, want+" ")):
		return parser.Yes
	case m.got.Open && (strings.HasPrefix(want, got+" ") || !m.settled()):
		return parser.Maybe // an unknown word may be what is missing of it
	}
	return parser.No
}

// settled reports whether the whole subcommand is before the first unknown word.
func (m *comparison) settled() bool {
	names := strings.Fields(m.got.Sub)
	for _, w := range m.got.Command.Args[1:] {
		text, known := w.Text()
		switch {
		case len(names) == 0:
			return m.got.Sub != ""
		case !known:
			return false
		case text == names[0]:
			names = names[1:]
		}
	}
	return len(names) == 0
}

// options compares the options as sets.
func (m *comparison) options() parser.Truth {
	t := parser.Yes
	for i := range m.want.Options {
		t = t.And(m.holds(m.got.Options, &m.want.Options[i]).Or(m.hidden()))
	}
	if m.entry.more {
		return t
	}
	for i := range m.got.Options {
		g := &m.got.Options[i]
		extra := m.holds(m.want.Options, g)
		if g.Truth != parser.Yes || g.Option == nil {
			extra = extra.Or(m.hidden()) // it may be none, or one by another name
		}
		t = t.And(extra)
	}
	return t
}

// hidden returns Maybe if an unknown word may be the missing one.
func (m *comparison) hidden() parser.Truth {
	if m.got.Open {
		return parser.Maybe
	}
	return parser.No
}

// holds returns whether an option is in a list, with the same value.
func (m *comparison) holds(list []grammar.OptionUse, g *grammar.OptionUse) parser.Truth {
	t := parser.No
	for i := range list {
		if o := &list[i]; o.Name == g.Name && len(o.Words) == len(g.Words) {
			role := spec.Plain
			if o.Option != nil {
				role = o.Option.Role
			}
			same := o.Truth.And(g.Truth).And(m.same(role, o.Value, g.Value))
			for n := range o.Words {
				same = same.And(m.same(spec.Plain, o.Words[n], g.Words[n]))
			}
			t = t.Or(same)
		}
	}
	return t
}

// operands compares the operands in order.
func (m *comparison) operands() parser.Truth {
	want, got := m.want.Operands, m.got.Operands
	if m.got.Open {
		return m.loosely()
	}
	if len(got) < len(want) || len(got) > len(want) && !m.entry.more {
		return parser.No
	}
	t := parser.Yes
	for i, o := range want {
		t = t.And(m.same(o.Role, got[i].Word, o.Word))
	}
	return t
}

// loosely compares the operands if an unknown word may be any number of them. Each known operand must
// be in the entry, unless the entry allows more.
func (m *comparison) loosely() parser.Truth {
	t := parser.Yes
	if len(m.want.Operands) > 0 {
		t = parser.Maybe
	}
	if m.entry.more {
		return t
	}
	for _, o := range m.got.Operands {
		found := parser.No
		for _, x := range m.want.Operands {
			found = found.Or(m.same(x.Role, o.Word, x.Word))
		}
		text, known := o.Word.Text()
		if !known || m.got.Sub != m.want.Sub && m.names(text) {
			found = parser.Maybe // it may be an option, a subcommand or nothing
		}
		t = t.And(found)
	}
	return t
}

// names reports whether a word is part of the entry's subcommand.
func (m *comparison) names(text string) bool {
	return slices.Contains(strings.Fields(m.want.Sub), text)
}

// same compares two words in their role. At least one of them must be known.
func (m *comparison) same(role spec.Role, x, y parser.Word) parser.Truth {
	t, known := x.Text()
	u, both := y.Text()
	switch {
	case !known || !both:
		if isPath(role) {
			return parser.Maybe // it may take any way to the same place
		}
		if known {
			return y.Is(t)
		}
		return x.Is(u)
	case isPath(role):
		return parser.Of(tidy(t) == tidy(u))
	}
	return parser.Of(t == u)
}

// isPath reports whether a role is a path of the local file system.
func isPath(r spec.Role) bool {
	switch r {
	case spec.File, spec.List, spec.Input, spec.URI, spec.ContainerPath, spec.Write, spec.Delete, spec.Change, spec.Upload, spec.Script, spec.Dir:
		return true
	}
	return false
}

// tidy removes from a path what the kernel ignores: ".", doubled and trailing slashes. ".."
// stays, as it may follow a link.
func tidy(path string) string {
	var keep []string
	for c := range strings.SplitSeq(path, "/") {
		if c != "" && c != "." {
			keep = append(keep, c)
		}
	}
	text := strings.Join(keep, "/")
	switch {
	case strings.HasPrefix(path, "/"):
		return "/" + text
	case text == "" && path != "":
		return "."
	}
	return text
}
