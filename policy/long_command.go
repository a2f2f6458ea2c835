package policy

import (
	"strings"
	"sync"

	"github.com/agent-loop/shimgen/grammar"
)

// keyOperands is keyWords for the operands of an invocation, as comparison.operands compares them.
func keyOperands(v *grammar.Invocation) (words []string, known bool) {
	for i := range min(len(v.Operands), maxKeyed) {
		text, known := v.Operands[i].Word.Text()
		if !known {
			return nil, false
		}
		words = append(words, tidy(text))
	}
	return words, !v.Open
}

// BlockedCommands returns the blocked entries that may match an invocation, possibly with others.
func (p *Policy) BlockedCommands(v *grammar.Invocation) []CommandEntry {
	return entriesAbout(p.Commands.Blocked, p.long.refused, keyRefused, v)
}

// BlockedPrograms returns the programs of the blocked entries, including the long lists. ok is
// false if an entry may match any program.
func (p *Policy) BlockedPrograms() (programs map[string]bool, ok bool) {
	programs = map[string]bool{}
	for _, e := range p.Commands.Blocked {
		switch {
		case e.pattern != nil, e.like != nil && e.like.Name == "":
			return nil, false
		case e.like != nil:
			programs[e.like.Name] = true
		}
	}
	for _, ix := range p.long.refused {
		for _, name := range ix.programs(keyRefused) {
			programs[name] = true
		}
	}
	return programs, true
}

// AllowedCommands is BlockedCommands for the allowed ones.
func (p *Policy) AllowedCommands(v *grammar.Invocation) []CommandEntry {
	return entriesAbout(p.Commands.Allowed, p.long.admitted, keyAdmitted, v)
}

func entriesAbout(short []CommandEntry, long []*Index, kind byte, v *grammar.Invocation) []CommandEntry {
	if len(long) == 0 {
		return short
	}
	all := short[:len(short):len(short)]
	for _, ix := range long {
		all = append(all, ix.commands(kind, v)...)
	}
	return all
}

// commands returns the entries of one kind that may match an invocation: those for its program
// with words that it may have. For an unknown program it returns all.
func (ix *Index) commands(kind byte, v *grammar.Invocation) []CommandEntry {
	if len(v.Command.Args) == 0 {
		return nil
	}
	program, known := v.Command.Program().Text()
	if v.Name == "" || !known {
		return ix.allCommands(kind)
	}
	var found []CommandEntry
	take := func(value []byte) bool {
		found = append(found, ix.entry(kind, string(value)))
		return true
	}
	for i, name := range [...]string{v.Name, program} {
		if i > 0 && name == v.Name {
			continue
		}
		if !ix.rows.has(kind, name) {
			continue
		}
		args, plain := keyWords(v.Command.Args[1:])
		operands, read := keyOperands(v)
		if !plain || !read {
			ix.rows.each(lookup{kind: kind, a: name}, take)
			continue
		}
		for n := range len(args) + 1 {
			ix.rows.each(lookup{kind + withWords, name + ofArguments, strings.Join(args[:n], betweenWords)}, take)
		}
		for n := range len(operands) + 1 {
			ix.rows.each(lookup{kind + withWords, name + ofOperands, strings.Join(operands[:n], betweenWords)}, take)
		}
	}
	return found
}

// allCommands returns all entries of one kind, in their order.
func (ix *Index) allCommands(kind byte) []CommandEntry {
	var all []CommandEntry
	last := 0
	for _, r := range ix.rows.all(kind) {
		if n := number(r.value); n != last { // one entry may stand under two names
			last, all = n, append(all, ix.entry(kind, r.value))
		}
	}
	return all
}

// entry returns an entry, and caches it.
func (ix *Index) entry(kind byte, value string) CommandEntry {
	if known, ok := ix.kept.commands.Load(string(kind) + value); ok {
		return known.(CommandEntry)
	}
	if len(value) < len("0000-") {
		ix.rows.damaged.Store(true)
		return CommandEntry{}
	}
	e, err := newEntry(value[5:], kind == keyAdmitted, value[4] == '!')
	if err != nil {
		ix.rows.damaged.Store(true)
	}
	ix.kept.commands.Store(string(kind)+value, e)
	return e
}

// cache holds the parts of an index that this process has read.
type cache struct {
	commands, rules sync.Map
}

// programs returns the programs that have entries of one kind.
func (ix *Index) programs(kind byte) []string {
	var names []string
	for _, r := range ix.rows.all(kind) {
		names = append(names, r.key)
	}
	return names
}
