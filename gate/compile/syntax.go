package compile

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/policy"
)

// clearSyntax extracts the clear part of a grammar's syntax.
type clearSyntax struct {
	*compiler
	*spec.Syntax
	constraints
	program string
	sub     string // names separated by blanks
	wanted  string // options, each by one of its names
	all     bool   // all options are wanted
	closed  string // options with which no operands are clear
}

// program returns the clear part of a program, and whether there is any.
func (c *compiler) program(p *grammar.Program) (gate.Syntax, bool) {
	return c.syntax(p.Name(), "", p.Syntax)
}

// syntax returns the clear part of a program's or subcommand's syntax. sub is in the form of
// rules: "stash/drop".
func (c *compiler) syntax(program, sub string, x spec.Syntax) (gate.Syntax, bool) {
	wanted, some, all := listed(program, sub)
	if !some {
		return gate.Syntax{}, false
	}
	flat := program == "git" && sub == "config"
	if flat {
		x = asFlat(x)
	}
	s := clearSyntax{compiler: c, Syntax: &x, program: program, sub: strings.ReplaceAll(sub, "/", " "), constraints: c.about(program, sub, x.HasSubs()), wanted: wanted, all: all}
	if s.reads() {
		return s.interpreter(), true
	}
	if opaque(&x) && !s.wraps() && !flat || s.picks(&x.Operands) {
		return s.alone()
	}
	cases := s.cases()
	out := gate.Syntax{
		Bundle: x.Style&spec.Bundle != 0, Permute: x.Style&spec.Permute != 0, Lenient: x.Style&spec.Lenient != 0,
		Networked: connects(&x.Operands), Options: s.options(), Feeds: x.Feeds, Hooked: program == "git" && policy.Hooks(strings.ReplaceAll(sub, "/", " ")) != "",
	}
	if !x.HasSubs() {
		operands, ok := s.operands(&x.Operands)
		out.Operands, out.Cases = operands, cases
		return out, ok && !s.found
	}
	for inner := range x.Subcommands() {
		path := strings.TrimPrefix(sub+"/"+inner.Name(), "/")
		if clear, ok := c.syntax(program, path, *x.Of(inner)); ok {
			out.Subcommands = append(out.Subcommands, gate.Subcommand{Names: strings.Fields(inner.Names), Syntax: clear})
		}
	}
	if s.found || x.Operands.Dot {
		out.Operands.Min = 1 // it needs a subcommand
	}
	return out, len(out.Subcommands) > 0
}

// asFlat returns the syntax of git config with options only, as before it had subcommands: the
// name of a setting contains a dot, and that of a subcommand does not.
func asFlat(x spec.Syntax) spec.Syntax {
	x.Subs, x.Lists = nil, nil
	return x
}

// cases returns the meaning of the operands with some options, and records the options with which
// no operand that the gate supports is clear.
func (s *clearSyntax) cases() []gate.Case {
	var out []gate.Case
	for i := range s.Cases {
		k := &s.Cases[i]
		if len(out) == gate.MaxCases {
			s.closed += " " + k.With
			continue
		}
		operands, ok := s.operands(&k.Operands)
		if s.Operands.First != nil && s.Operands.First[0] == spec.Setting {
			operands.First = []gate.Kind{gate.Key} // a word without a dot may be a subcommand
		}
		if !ok || k.Values != "" || k.Lang != "" || k.With == "*" || k.And == "*" || s.HasSubs() || s.picks(&k.Operands) || connects(&k.Operands) {
			s.closed += " " + k.With
			continue
		}
		out = append(out, gate.Case{With: s.allNames(k.With), And: s.allNames(k.And), Operands: operands})
	}
	return out
}

// allNames returns every name of the options that some names belong to.
func (s *clearSyntax) allNames(names string) (all []string) {
	for i := range s.Options {
		if shares(names, s.Options[i].Names) {
			all = append(all, strings.Fields(s.Options[i].Names)...)
		}
	}
	return all
}

// picks reports whether the program deletes or changes a selection of the files below its operands.
func (s *clearSyntax) picks(o *spec.Operands) bool {
	return s.Narrow+s.Naming != "" && slices.ContainsFunc(rolesOf(o), func(r spec.Role) bool { return r == spec.Delete || r == spec.Change })
}

// telling are options with which a program only prints information about itself.
const telling = "--version --help -version -help"

// alone returns the clear part of a syntax without any other: options that make the program print
// information about itself, with no other words.
func (s *clearSyntax) alone() (gate.Syntax, bool) {
	out := gate.Syntax{Alone: true}
	if s.found || s.Style&spec.Service != 0 || s.Privilege || s.Away || s.Operands.Dot || s.Lands != nil && s.Lands.With == "*" {
		return out, false
	}
	for i := range s.Options {
		o := &s.Options[i]
		if o.Arg != spec.None || o.Role != spec.Plain || !shares(telling, o.Names) || s.mentions(o.Names) || s.Stdin && !s.quiet(o.Names) {
			continue
		}
		for name := range strings.FieldsSeq(o.Names) {
			if name[0] == '-' && len(name) > 1 {
				out.Options = append(out.Options, gate.Option{Name: name, Forms: gate.Bare})
			}
		}
	}
	return out, len(out.Options) > 0
}

// quiet reports whether an option prevents standard input from being run.
func (s *clearSyntax) quiet(names string) bool {
	return slices.ContainsFunc(s.Syntax.Cases, func(k spec.Case) bool { return k.NoStdin && k.And == "" && shares(k.With, names) })
}

// styles are those that the gate reads as the grammar does, or more strictly.
const styles = spec.Permute | spec.Bundle | spec.Abbrev | spec.Negate | spec.Lenient | spec.Single

// opaque reports whether no part of a syntax is clear: the program runs other programs or code,
// connects to its operands, acts on the results of a search or on a service, or has a unique
// option syntax. Single options that run something are excluded one by one.
func opaque(x *spec.Syntax) bool {
	if x.Style&spec.Service != 0 || x.Lang != "" && codeKind(x.Lang) == gate.None || x.Stdin || x.StdinWith != "" || x.Feeds || x.Own != "" || x.Lands != nil && x.Lands.With == "*" || x.Away || x.Privilege {
		return true
	}
	if x.Style&^styles != 0 || x.Levels > 0 || slices.ContainsFunc(x.Options, undashed) {
		return true
	}
	return slices.ContainsFunc(rolesOf(&x.Operands), func(r spec.Role) bool {
		return !slices.Contains(harmless[:], r) && (r != spec.Code || x.Lang == "")
	})
}

// reads reports whether a program without operands, or with "-", runs its standard input, and
// unknown code has no consequences.
func (s *clearSyntax) reads() bool {
	x := *s.Syntax
	if !x.Stdin || x.Lang == "" || x.StdinWith != "" || x.HasSubs() || !slices.Equal(x.Operands.First, []spec.Role{spec.Script}) || s.kind(x.Operands.Rest) != gate.Plain {
		return false
	}
	x.Stdin, x.Lang, x.Operands = false, "", spec.Operands{}
	return s.lenient() && !s.found && !s.unread && !s.dash && !opaque(&x)
}

// interpreter returns the clear part of a program that runs standard input. No script operand is
// clear, since it would be run.
func (s *clearSyntax) interpreter() gate.Syntax {
	operands := gate.Operands{First: []gate.Kind{gate.Dash}, Rest: gate.Plain, Max: s.most}
	if s.words {
		operands.Rest = gate.None
	}
	return gate.Syntax{
		Bundle: s.Style&spec.Bundle != 0, Permute: s.Style&spec.Permute != 0, Lenient: s.Style&spec.Lenient != 0,
		Options: s.options(), Operands: operands,
	}
}

// wraps reports whether a program runs the command in its operands unchanged, in the same place
// and as the same user, so that the command is judged by itself. The gate does not read a lone
// dash as one of its options, but as the name of a program that does not exist.
func (s *clearSyntax) wraps() bool {
	x, plain := *s.Syntax, s.Operands.First
	if x.Operands.Rest != spec.Argv || x.Feeds && !s.lenient() || x.Style&spec.Permute != 0 || x.HasSubs() || len(x.Cases) > 0 || x.Operands.HasLast {
		return false
	}
	if len(plain) > 0 && plain[0] == spec.Assign {
		plain = plain[1:]
	}
	x.Operands, x.Feeds = spec.Operands{First: plain}, false
	x.Options = slices.DeleteFunc(slices.Clone(x.Options), func(o spec.Option) bool { return o.Arg == spec.None && wordlist.Among("-", o.Names) })
	return !opaque(&x)
}

// undashed reports whether an option may have a form that the gate reads as an operand, or as
// another option: dd's of=, sh's +x, env's "-", java's -Xlog:. A whole word such as find's "("
// does not count.
func undashed(o spec.Option) bool {
	return slices.ContainsFunc(strings.Fields(o.Names), func(n string) bool {
		isGlued := o.Arg != spec.None && strings.HasSuffix(n, ":")
		return n == "-" || n[0] == '+' || isGlued || n[0] != '-' && (strings.HasSuffix(n, "=") || o.Arg != spec.None)
	})
}

// codeKind returns the gate's kind for code in a language; None if the gate cannot read it.
func codeKind(lang string) gate.Kind {
	switch lang {
	case "sed":
		return gate.Sed
	case "awk":
		return gate.Awk
	}
	return gate.None
}

// harmless are the roles of operands whose effects, if there are any, the gate can check.
var harmless = [...]spec.Role{
	spec.Plain, spec.Mode, spec.Owner, spec.Refspec, spec.File, spec.Write, spec.Delete, spec.Change,
	spec.URL, spec.Repo, spec.Object, spec.Pathspec,
}

// rolesOf returns every role that an operand may have.
func rolesOf(o *spec.Operands) []spec.Role {
	all := append(slices.Clone(o.First), o.Rest)
	if o.HasLast {
		all = append(all, o.Last)
	}
	return all
}

// connects reports whether a syntax connects to another repository even if no operand names one.
func connects(o *spec.Operands) bool { return slices.Contains(rolesOf(o), spec.Repo) }

// operands returns the kinds of the operands, and whether a command without operands can be clear.
func (s *clearSyntax) operands(o *spec.Operands) (gate.Operands, bool) {
	out := gate.Operands{Rest: s.kind(o.Rest)}
	if out.Rest == gate.Argv && len(o.First) > 0 && o.First[0] == spec.Assign {
		return gate.Operands{Rest: out.Rest, After: gate.Same}, true // the gate does not take an assignment as a program
	}
	if o.Dot && o.Rest != spec.Plain {
		if out.Dot = out.Rest == gate.Read && len(o.First) == 0; !out.Dot {
			out.Min = len(o.First) + 1 // without them it acts on the current directory
		}
	}
	if s.words || len(o.First) > gate.MaxFirst || s.program+" "+s.sub != "git config" && !s.HasSubs() && grammar.Confides(s.program, s.sub, "") {
		return gate.Operands{}, out.Min == 0
	}
	for i, role := range o.First {
		kind := s.kind(role)
		if kind == gate.None {
			return gate.Operands{First: out.First[:i]}, out.Min == 0
		}
		out.First = append(out.First, kind)
	}
	if o.HasLast {
		out.Last, out.Min = s.kind(o.Last), max(2, len(o.First)+1)
		// A last operand that is changed itself (mount's directory) has no kind in the gate.
		if out.Last == gate.None || out.Last == gate.Change || out.Rest == gate.None {
			return gate.Operands{}, true
		}
	}
	if !s.fills() {
		out.Rest = itself(out.Rest)
		for i, kind := range out.First {
			out.First[i] = itself(kind)
		}
	}
	if !s.dashes && (out.Rest != gate.None || len(out.First) > 0) {
		out.After = gate.Same
	}
	if out.Max = s.most; out.Max > 0 && out.Max < out.Min {
		return gate.Operands{}, !o.Dot
	}
	return out, out.Min == 0 || out.Rest != gate.None
}

// fills reports whether a program writes files into a given directory: named by the last operand
// or by an option, or because it unpacks. Other programs write the named file or, like mkdir,
// leave an existing directory alone.
func (s *clearSyntax) fills() bool {
	return s.Lands != nil || s.Operands.HasLast || slices.ContainsFunc(s.Syntax.Options, func(o spec.Option) bool { return o.Role == spec.Write }) ||
		slices.ContainsFunc(s.Syntax.Cases, func(k spec.Case) bool { return k.Operands.HasLast || k.As == spec.Write })
}

// itself returns the kind for writing a path when an existing directory is left alone.
func itself(k gate.Kind) gate.Kind {
	if k == gate.Target {
		return gate.Change
	}
	return k
}

// kind returns the gate's kind for a word in a role; None leaves the word to the judge.
func (s *clearSyntax) kind(role spec.Role) gate.Kind {
	switch role {
	case spec.Argv:
		return gate.Argv
	case spec.Setting:
		if s.program != "git" || !s.nameable() {
			return gate.None
		}
		return gate.Setting
	case spec.Plain, spec.Refspec:
		return gate.Plain
	case spec.Mode, spec.Owner:
		if s.words {
			return gate.None // it may be in an option: mkdir -m
		}
		if s.modes && role == spec.Mode {
			return gate.Mode
		}
		return gate.Plain
	case spec.Code:
		return s.unless(grammar.Evaluates, codeKind(s.Lang))
	case spec.Data:
		return s.unless(grammar.Uploads, gate.Sent)
	case spec.URL, spec.Repo:
		return s.unless(grammar.Connects, gate.URL)
	}
	if s.pathless {
		return gate.None
	}
	switch role {
	case spec.File:
		return s.unless(grammar.Reads, gate.Read)
	case spec.Object, spec.Pathspec:
		return s.unless(grammar.Reads, gate.Object)
	case spec.Write:
		return s.unless(grammar.Writes, gate.Target)
	case spec.Delete:
		return s.unless(grammar.Deletes, s.tree(gate.Delete))
	case spec.Change:
		return s.unless(grammar.Changes, s.tree(gate.Change))
	}
	return gate.None
}

// unless returns a kind, or None if a rule matches its effect in places that the gate calls harmless.
func (s *clearSyntax) unless(effect grammar.Kind, k gate.Kind) gate.Kind {
	if s.effects&effect != 0 {
		return gate.None
	}
	return k
}

// tree returns the recursive form of a kind if the program is always recursive.
func (s *clearSyntax) tree(k gate.Kind) gate.Kind {
	if s.Recursive == "*" {
		return gate.DeleteTree
	}
	return k
}

// shares reports whether two blank-separated lists have a name in common.
func shares(one, other string) bool {
	for name := range strings.FieldsSeq(one) {
		if wordlist.Among(name, other) {
			return true
		}
	}
	return false
}
