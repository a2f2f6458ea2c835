package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// DestroysOwn reports whether an invocation destroys only objects that earlier commands of the request
// have made: docker run --name t x; docker rm -f t.
func (g *Graph) DestroysOwn(v *grammar.Invocation) bool {
	objects := grammar.Objects()
	for i := range objects {
		o := &objects[i]
		for j := range o.Destroys {
			if isCall(&o.Destroys[j], v) && g.areMade(o, &o.Destroys[j], v) {
				return true
			}
		}
	}
	return false
}

// isCall reports whether an invocation certainly is a call.
func isCall(c *spec.Call, v *grammar.Invocation) bool {
	if !wordlist.Among(v.Name, c.Program) || v.Away || v.Truth != parser.Yes || c.Sub != "" && !spec.MatchSub(c.Sub, v.Sub) {
		return false
	}
	if c.Called != "" && path.Base(v.Command.Program().Prefix()) != c.Called {
		return false
	}
	return (c.With == "" || given(v, c.With) == parser.Yes) && (c.None == "" || isClosed(v) && given(v, c.None) == parser.No)
}

// given returns whether an invocation has one of the options names.
func given(v *grammar.Invocation, names string) parser.Truth {
	t := parser.No
	for _, one := range v.Values(names) {
		t = t.Or(one)
	}
	return t
}

// isClosed reports whether every unknown word of an invocation is certainly an operand.
func isClosed(v *grammar.Invocation) bool {
	if !v.Open {
		return true
	}
	open := 0
	for _, w := range v.Command.Args {
		if !w.Known() {
			open++
		}
	}
	for _, o := range v.Operands {
		if !o.Word.Known() && len(o.Word.Parts) == 1 && len(o.Word.From()) == 1 {
			open--
		}
	}
	return open == 0 && !slices.ContainsFunc(v.Options, func(g grammar.OptionUse) bool { return g.Option == nil })
}

// mayBeCall reports whether an invocation may be a call.
func mayBeCall(c *spec.Call, v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, c.Program) && (c.Sub == "" || spec.MatchSub(c.Sub, v.Sub)) && (c.With == "" || v.Has(c.With) != parser.No)
}

// namesOf returns the names of the objects of a call; nil if one of them may be unknown.
func namesOf(c *spec.Call, v *grammar.Invocation) []parser.Word {
	var all []parser.Word
	if c.Name != "" {
		for w, t := range v.Values(c.Name) {
			if t != parser.Yes {
				return nil
			}
			all = append(all, w)
		}
		if len(all) > 1 {
			return nil
		}
		return all
	}
	for i, o := range v.Operands {
		if c.First == 0 || i < c.First {
			all = append(all, o.Word)
		}
	}
	if len(all) < c.First || c.First == 0 && !isClosed(v) {
		return nil
	}
	return all
}

// areMade reports whether earlier commands have made all objects that a call destroys.
func (g *Graph) areMade(o *spec.ObjectKind, c *spec.Call, v *grammar.Invocation) bool {
	all := namesOf(c, v)
	for _, w := range all {
		if !g.isMade(o, w, v) {
			return false
		}
	}
	return len(all) > 0
}

// isMade reports whether an earlier command has certainly made the object and no command since may have
// changed what the name means. If an earlier one may have, the name may have been taken.
func (g *Graph) isMade(o *spec.ObjectKind, w parser.Word, v *grammar.Invocation) bool {
	made, taken := false, o.Taken
	for earlier := range grammar.All(g.invs) {
		if earlier == v {
			return made
		}
		switch {
		case slices.ContainsFunc(o.Rebinds, func(c spec.Call) bool { return mayBeCall(&c, earlier) }):
			made, taken = false, true
		case made:
		default:
			made = g.makes(o, w, earlier, v, taken) && !g.isOneOf(earlier, v)
		}
	}
	return false
}

// isOneOf reports whether the parser listed a command several times, once for each value of a variable,
// so that only one of them runs.
func (g *Graph) isOneOf(earlier, v *grammar.Invocation) bool {
	a := written(earlier.Command)
	for other := range grammar.All(g.invs) {
		b := written(other.Command)
		if b != a && b.Source == a.Source && b.Span == a.Span && other.Name == earlier.Name && ranBefore(other, v) && b.String() != a.String() {
			return true
		}
	}
	return false
}

// written returns the command of the text that a command is part of.
func written(c *parser.Command) *parser.Command {
	for c.Source == nil && c.Outer != nil {
		c = c.Outer
	}
	return c
}

// makes reports whether one invocation has certainly made the object that another one destroys.
func (g *Graph) makes(o *spec.ObjectKind, w parser.Word, maker, v *grammar.Invocation, taken bool) bool {
	return slices.ContainsFunc(o.Makes, func(c spec.Call) bool {
		if !isCall(&c, maker) || maker.Command.Shadowed || !samePlace(o, maker, v) || !ranBefore(maker, v) {
			return false
		}
		if c.Prints {
			return (!c.Bare || len(maker.Operands) == 0) && printsOnly(maker, w)
		}
		name, said := w.Text()
		made := namesOf(&c, maker)
		if !said || name == "" || len(made) != 1 {
			return false
		}
		same, said := made[0].Text()
		if o.Path {
			taken, name, same = taken || g.git().IsTaken == nil || g.git().IsTaken(v, name), path.Clean(name), path.Clean(same)
		}
		if wordlist.Among(name, o.NotNames) || o.Again && taken || o.Trial && !grammar.NamesOneTrial(withoutExtension(name)) {
			return false
		}
		taken = taken || o.Branch && (g.git().HasBranch == nil || g.git().HasBranch(v, name))
		return said && same == name && (!taken || onlyAfter(maker, v))
	})
}

// withoutExtension returns a name without the extension of a file of settings.
func withoutExtension(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".yml"), ".yaml")
}

// printsOnly reports whether a word is the whole output of an invocation.
func printsOnly(v *grammar.Invocation, w parser.Word) bool {
	from := w.From()
	return len(w.Parts) == 1 && w.Parts[0].Kind == parser.Unknown && len(from) == 1 && from[0] == v.Command
}

// samePlace reports whether a name means the same object in two invocations.
func samePlace(o *spec.ObjectKind, a, b *grammar.Invocation) bool {
	here, known := a.Command.Dir.Text()
	there, same := b.Command.Dir.Text()
	if o.Here && (!known || !same || path.Clean(here) != path.Clean(there)) {
		return false
	}
	return sameValues(o.Where, a, b) && sameEnvironment(a.Command, b.Command) && sameStart(a.Command, b.Command)
}

// sameValues reports whether two invocations have the same known values of some options.
func sameValues(options string, a, b *grammar.Invocation) bool {
	for name := range wordlist.Each(options) {
		var texts [2][]string
		for i, v := range [...]*grammar.Invocation{a, b} {
			for w, t := range v.Values(name) {
				text, known := w.Text()
				if !known || t != parser.Yes {
					return false
				}
				texts[i] = append(texts[i], text)
			}
		}
		if !slices.Equal(texts[0], texts[1]) {
			return false
		}
	}
	return true
}

// sameEnvironment reports whether two commands inherit the same variables.
func sameEnvironment(a, b *parser.Command) bool {
	x, y := a.Environment(), b.Environment()
	if x == y {
		return true
	}
	if !slices.Equal(x.Names(), y.Names()) {
		return false
	}
	for _, name := range x.Names() {
		left, _ := x.Value(name)
		right, _ := y.Value(name)
		text, known := left.Text()
		if !known || right.Is(text) != parser.Yes {
			return false
		}
	}
	return true
}

// sameStart reports whether the same words start two commands: none, or those of sudo.
func sameStart(a, b *parser.Command) bool {
	for a.Source == nil && b.Source == nil && a.Outer != nil && b.Outer != nil {
		x, y := len(a.Outer.Args)-len(a.Args), len(b.Outer.Args)-len(b.Args)
		if x != y || x < 1 {
			return false
		}
		for i := range x {
			if text, known := a.Outer.Args[i].Text(); !known || b.Outer.Args[i].Is(text) != parser.Yes {
				return false
			}
		}
		a, b = a.Outer, b.Outer
	}
	return a.Source != nil && a.Source == b.Source
}

// ranBefore reports whether one command runs whenever another one does, as far as no command fails in
// between: it is in no other branch, and the text does not expect it to fail.
func ranBefore(earlier, v *grammar.Invocation) bool {
	here := v.Command.Condition()
	for c := earlier.Command.Condition(); c != nil && !here.Within(c); c = c.Outer {
		if c.Kind != parser.ListHead && c.Kind != parser.Succeeded {
			return false
		}
	}
	return true
}

// onlyAfter reports whether a command runs only after another one has succeeded: behind &&.
func onlyAfter(earlier, v *grammar.Invocation) bool {
	at := written(earlier.Command)
	for c := v.Command.Condition(); c != nil; c = c.Outer {
		if c.Kind == parser.Succeeded && c.Outer == at.Under && c.After.End > 0 && c.After.Offset == at.Span.Offset {
			return true
		}
	}
	return false
}
