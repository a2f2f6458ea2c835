package spelling

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
)

// optionForms are the forms that a program's own grammar allows for its options.
var optionForms = []Family{
	{Name: "options one by one", needs: literal, option: func(o *options) string { return o.write(o.apart(shortest), false) }},
	{Name: "options in a bundle", needs: literal, option: bundled},
	{Name: "options in a bundle, the other way round", needs: literal, option: bundledBackwards},
	{Name: "long options", needs: literal, option: func(o *options) string { return o.write(o.apart(longest), false) }},
	{Name: "long options abbreviated", needs: literal, option: abbreviated},
	{Name: "values after an equals sign", needs: literal, option: func(o *options) string { return o.write(o.attached(longest), false) }},
	{Name: "values in the same word", needs: literal, option: func(o *options) string { return o.write(o.attached(shortest), false) }},
	{Name: "options the other way round", needs: literal, option: backwards},
	{Name: "options last", needs: literal, option: func(o *options) string { return o.write(o.apart(shortest), true) }},
	{Name: "options twice", needs: literal, option: twice},
	{Name: "-- before the operands", needs: literal, option: dashed},
}

// options is a command whose grammar allows its options to be moved.
type options struct {
	head     []string // the program, its own options, and the subcommand
	style    spec.Style
	syntax   *spec.Syntax
	given    []grammar.OptionUse // of the subcommand, or of the program if it has none
	operands []string
	program  string
}

// movable are the styles whose options are independent of one another. A command with one dash
// before whole words, such as find, is an expression.
const movable = spec.Bundle | spec.Abbrev | spec.Permute

// readOptions reads a line's options; nil if they cannot be moved.
func readOptions(l *Line) *options {
	v := l.invocation()
	if v == nil || v.Program.Levels > 0 {
		return nil
	}
	s, n := innermost(v.Program, l.words)
	if s.HasSubs() || s.Style&movable == 0 || s.Style&(spec.Single|spec.Lenient|spec.Free) != 0 ||
		n != 1+len(strings.Fields(v.Sub)) {
		return nil
	}
	o := &options{style: s.Style, syntax: s, program: v.Name}
	for _, w := range l.words[:n] {
		o.head = append(o.head, w.source)
	}
	for _, g := range v.Options {
		if !moves(g) {
			return nil
		}
		o.given = append(o.given, g)
	}
	for _, p := range v.Operands {
		t, known := p.Word.Text()
		if !known || p.Role == spec.Argv || p.Role == spec.Words {
			return nil
		}
		o.operands = append(o.operands, plain(t))
	}
	return o
}

// innermost returns the syntax of the subcommand directly after the program's name, and the
// number of its words.
func innermost(p *grammar.Program, words []word) (*spec.Syntax, int) {
	s, n := &p.Syntax, 1
	for n < len(words) {
		sub := s.Subcommand(words[n].value)
		if sub == nil {
			break
		}
		s, n = s.Of(sub), n+1
	}
	return s, n
}

// moves reports whether an option may stand in another place.
func moves(g grammar.OptionUse) bool {
	if g.Option == nil || g.Option.Last || len(g.Words) > 0 || !g.Value.Known() {
		return false
	}
	switch g.Option.Role {
	case spec.Argv, spec.Words, spec.Split, spec.Dir:
		return false
	}
	for n := range strings.FieldsSeq(g.Option.Names) {
		if n[0] != '-' || n == "-" || n == "-NUM" {
			return false
		}
	}
	return true
}

// shortest and longest are orders that select a spelling of an option.
func shortest(a, b string) int { return len(a) - len(b) }
func longest(a, b string) int  { return len(b) - len(a) }

// spelled returns an option's first spelling in an order.
func spelled(o *spec.Option, order func(a, b string) int) string {
	return slices.MinFunc(strings.Fields(o.Names), order)
}

// apart writes each option and its value as separate words.
func (o *options) apart(order func(a, b string) int) []string {
	var out []string
	for _, g := range o.given {
		name, value := spelled(g.Option, order), text(g)
		switch {
		case g.Option.Arg == spec.None || g.Option.Arg != spec.Required && value == "":
			out = append(out, name)
		case g.Option.Arg == spec.Optional && strings.HasPrefix(name, "--"):
			out = append(out, name+"="+plain(value))
		case g.Option.Arg == spec.Optional || g.Option.Arg == spec.Number:
			out = append(out, name+plain(value))
		default:
			out = append(out, name, plain(value))
		}
	}
	return out
}

func text(g grammar.OptionUse) string {
	t, _ := g.Value.Text()
	return t
}

// attached writes each option and its value as one word. It returns nil if no option has such a value.
func (o *options) attached(order func(a, b string) int) []string {
	var out []string
	any := false
	for _, g := range o.given {
		name, value := spelled(g.Option, order), text(g)
		long := strings.HasPrefix(name, "--")
		switch {
		case g.Option.Arg != spec.Required || value == "":
			one := options{given: []grammar.OptionUse{g}}
			out = append(out, one.apart(order)...)
		case long:
			out, any = append(out, name+"="+plain(value)), true
		case o.style&spec.Bundle != 0 && len(name) == 2:
			out, any = append(out, name+plain(value)), true
		default:
			return nil
		}
	}
	if !any {
		return nil
	}
	return out
}

// write assembles the command.
func (o *options) write(given []string, last bool) string {
	if len(given) == 0 {
		return ""
	}
	if !last {
		return strings.Join(slices.Concat(o.head, given, o.operands), " ")
	}
	if o.style&spec.Permute == 0 || o.style&spec.Old != 0 || len(o.operands) == 0 {
		return "" // in the old style the first word is options, whatever it begins with
	}
	return strings.Join(slices.Concat(o.head, o.operands, given), " ")
}

// letters returns the options that can be bundled, without their dash, and the rest.
func (o *options) letters() (string, []grammar.OptionUse) {
	bundle, rest := "", []grammar.OptionUse(nil)
	for _, g := range o.given {
		if name := spelled(g.Option, shortest); g.Option.Arg == spec.None && len(name) == 2 && o.style&spec.Bundle != 0 {
			bundle += name[1:]
		} else {
			rest = append(rest, g)
		}
	}
	return bundle, rest
}

func bundled(o *options) string {
	bundle, rest := o.letters()
	if len(bundle) < 2 {
		return ""
	}
	one := options{given: rest}
	return o.write(append([]string{"-" + bundle}, one.apart(shortest)...), false)
}

func bundledBackwards(o *options) string {
	bundle, rest := o.letters()
	if len(bundle) < 2 {
		return ""
	}
	b := []byte(bundle)
	slices.Reverse(b)
	one := options{given: rest}
	return o.write(append([]string{"-" + string(b)}, one.apart(shortest)...), false)
}

func backwards(o *options) string {
	if len(o.given) < 2 {
		return ""
	}
	turned := *o
	turned.given = slices.Clone(o.given)
	slices.Reverse(turned.given)
	return turned.write(turned.apart(shortest), false)
}

// twice repeats every option that has no value.
func twice(o *options) string {
	bundle, _ := o.letters()
	if bundle == "" {
		return ""
	}
	return o.write(append(o.apart(shortest), "-"+bundle), false)
}

// abbreviated writes long options as their shortest unique prefix.
func abbreviated(o *options) string {
	if o.style&spec.Abbrev == 0 {
		return ""
	}
	out, any := []string(nil), false
	for _, g := range o.given {
		one := options{given: []grammar.OptionUse{g}}
		w := one.apart(longest)
		if name := o.beginning(g.Option); name != "" {
			w[0], any = name+strings.TrimPrefix(w[0], spelled(g.Option, longest)), true
		}
		out = append(out, w...)
	}
	if !any {
		return ""
	}
	return o.write(out, false)
}

// beginning returns the shortest unique prefix of an option's long name, or "".
func (o *options) beginning(of *spec.Option) string {
	name := spelled(of, longest)
	for n := 4; n < len(name) && strings.HasPrefix(name, "--"); n++ {
		if !slices.ContainsFunc(o.syntax.Options, func(other spec.Option) bool {
			return other.Names != of.Names && strings.Contains(" "+other.Names, " "+name[:n])
		}) {
			return name[:n]
		}
	}
	return ""
}

// dashed puts "--" before the operands. In git it has a further meaning.
func dashed(o *options) string {
	if len(o.operands) == 0 || o.program == "git" {
		return ""
	}
	return strings.Join(slices.Concat(o.head, o.apart(shortest), []string{"--"}, o.operands), " ")
}
