package compile

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// options returns the clear options, each under every name it has.
func (s *clearSyntax) options() []gate.Option {
	var out []gate.Option
	used := map[string]bool{}
	add := func(o gate.Option) {
		if !used[o.Name] && s.spelt(o.Name) {
			used[o.Name] = true
			out = append(out, o)
		}
	}
	for i := range s.Options {
		o := &s.Options[i]
		clear, ok := s.option(o)
		ok = ok && (s.all || shares(s.wanted, o.Names))
		for name := range strings.FieldsSeq(o.Names) {
			if !ok {
				if !used[name] && (name[0] != '-' || s.Style&spec.Lenient != 0) {
					out = append(out, gate.Option{Name: name, Forms: gate.Refused}) // without an entry it would be an operand
				}
				used[name] = true // the grammar uses the first option with this name
				continue
			}
			for clear.Name = range spellings(name) {
				add(s.shaped(clear))
			}
		}
	}
	for name := range strings.FieldsSeq(s.wanted) {
		if s.negation(name) {
			add(gate.Option{Name: name, Forms: gate.Bare})
		}
	}
	return out
}

// negation reports whether a name switches an option off. That cannot add effects unless the
// option is a dry run.
func (s *clearSyntax) negation(name string) bool {
	positive, ok := strings.CutPrefix(name, "--no-")
	return ok && s.Style&spec.Negate != 0 && !wordlist.Among("--"+positive, s.DryRun) &&
		slices.ContainsFunc(s.Options, func(o spec.Option) bool { return wordlist.Among("--"+positive, o.Names) })
}

// spellings yields a name, or for "-NUM" the ten digits, each an option.
func spellings(name string) func(func(string) bool) {
	return func(yield func(string) bool) {
		if name != "-NUM" {
			yield(name)
			return
		}
		for digit := '0'; digit <= '9' && yield("-"+string(digit)); digit++ {
		}
	}
}

// spelt reports whether the gate reads an option's name as the grammar does. If letters are
// bundled, the gate reads a longer word with one dash as a bundle, while the grammar may read it
// as a long option.
func (s *clearSyntax) spelt(name string) bool {
	if name[0] != '-' {
		return !s.mentions(name)
	}
	if len(name) < 2 || name == "--" || strings.Contains(name, "=") || s.mentions(name) {
		return false
	}
	if name[1] == '-' || s.Style&spec.Bundle == 0 {
		return true
	}
	return len(name) == 2 && !slices.ContainsFunc(s.Options, func(o spec.Option) bool {
		for other := range strings.FieldsSeq(o.Names) {
			if len(other) > 2 && other[:2] == name && other != "-NUM" {
				return true
			}
		}
		return false
	})
}

// option returns an option without its name, and whether it is clear. It is not if a rule
// mentions any of its names, if it changes the meaning of the operands, or if it has an effect of
// its own on the current directory.
func (s *clearSyntax) option(o *spec.Option) (gate.Option, bool) {
	out := gate.Option{Tree: shares(s.Recursive, o.Names)}
	if o.Arg != spec.None && s.confides(o.Names) {
		return out, false // the gate itself writes to places that it calls clear
	}
	if s.mentions(o.Names) || o.Last || o.Arg == spec.Next || o.Arg == spec.Number || shares(s.closed, o.Names) ||
		s.Lands != nil && shares(s.Lands.With+" "+s.Lands.Into, o.Names) {
		return out, false
	}
	if shares(s.Replace, o.Names) && o.Arg != spec.Required {
		return out, false
	}
	switch o.Arg {
	case spec.None:
		out.Forms = gate.Bare
		return out, o.Role == spec.Plain
	case spec.Optional:
		out.Forms, out.Value = gate.Bare|gate.Attached, gate.Plain
		return out, o.Role == spec.Plain
	}
	out.Forms, out.Value = gate.Next|gate.Attached, s.kind(o.Role)
	switch {
	case o.Role == spec.Argv:
		if out.Value = gate.None; s.Narrow != "" && wordlist.Among(o.Name(), "-exec -ok") {
			out.Forms, out.Value = gate.Next, gate.Exec
		}
	case shares(s.Replace, o.Names):
		out.Value = gate.Marker
	case s.Narrow != "" && shares("-name -iname", o.Names):
		out.Value = gate.Found
	case o.Role == spec.Code:
		out.Value = s.unless(grammar.Evaluates, codeKind(o.Lang))
	case o.Role == spec.Dir && o.Name() == "-C" && !s.pathless:
		out.Value = gate.Enter
	case s.HasSubs() && o.Role != spec.Plain && o.Role != spec.Setting:
		out.Value = gate.None // it affects more than one path: git --git-dir
	}
	return out, out.Value != gate.None
}

// confides reports whether the value of an option may be a credential.
func (s *clearSyntax) confides(names string) bool {
	for name := range strings.FieldsSeq(names) {
		if gate.TakesCredential(name) || grammar.Confides(s.program, s.sub, name) {
			return true
		}
	}
	return false
}

// shaped drops the forms that a name cannot have: -oVALUE is only for syntaxes that bundle,
// -longVALUE for none.
func (s *clearSyntax) shaped(o gate.Option) gate.Option {
	if len(o.Name) < 2 {
		return o
	}
	if o.Name[1] != '-' && (len(o.Name) > 2 || s.Style&spec.Bundle == 0) && o.Forms != gate.Bare {
		o.Forms &^= gate.Attached
		if o.Forms == gate.Bare {
			o.Value = gate.None
		}
	}
	return o
}
