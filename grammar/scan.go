package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// scanner sorts the words after the program word into options, operands and subcommands, in one pass
// from left to right.
type scanner struct {
	inv    *Invocation
	syntax *spec.Syntax
	words  []parser.Word // not yet read

	// ends says that only operands follow.
	ends bool
	// truth is the certainty that a word with the form of an option is one.
	truth parser.Truth

	// operands are those of the innermost subcommand. loose has the indexes of those that may be
	// options, or vanish, so that the next ones move up.
	operands []parser.Word
	loose    []int
	// behind is how many words stand behind the last operand, or apart if the operands are no part of the words.
	behind int
	// own is the index of the innermost subcommand's first option.
	own int
	// swallowed are the values of options that the grammar does not have, of which each may be the
	// subcommand instead: how many words there were from it to the end.
	swallowed []int

	cases caseAnswers
}

// scan sorts the words of an invocation of a known program. The scanner is new.
func (s *scanner) scan(inv *Invocation, syntax *spec.Syntax, words []parser.Word) {
	s.inv, s.syntax, s.words, s.truth = inv, syntax, words, parser.Yes
	if len(words) > 0 && strings.HasPrefix(words[0].Prefix(), "+") && wordlist.Among(inv.Name, "cargo rustc rustdoc rustfmt") {
		s.take() // the toolchain: rustup's book, Toolchain override shorthand
	}
	if syntax.Style&spec.Old != 0 && len(words) > 0 {
		s.old()
	}
	s.sort()
}

// apart is the value of behind for operands that do not stand side by side.
const apart = -1

// old reads a first word without a dash as a bundle. The values of its options are separate words, in
// order.
func (s *scanner) old() {
	text, known := s.words[0].Text()
	if !known || text == "" || text[0] == '-' {
		return
	}
	s.take()
	for i := range len(text) {
		switch opt, _ := s.syntax.Short(text[i:i+1], '-'); {
		case opt == nil:
			s.stray(parser.Text(text), "-"+text[i:i+1], false)
		case opt.Arg == spec.Required:
			s.give(opt, opt.Name(), s.value(opt))
		default:
			s.give(opt, opt.Name(), parser.Word{})
		}
	}
}

// sort reads the remaining words.
func (s *scanner) sort() {
	for len(s.words) > 0 {
		if s.ends || !s.option() {
			s.operand()
		}
	}
	s.operands = slices.Clip(s.operands)
}

// take returns the next word. Past the last it returns the empty word, as for an option without
// its value.
func (s *scanner) take() parser.Word {
	if len(s.words) == 0 {
		return parser.Word{}
	}
	w := s.words[0]
	s.words = s.words[1:]
	s.inv.Open = s.inv.Open || w.Splits() && s.syntax.Style&spec.Lenient == 0
	return w
}

// operand takes the next word as a subcommand or an operand.
func (s *scanner) operand() {
	left := s.words
	w := s.take()
	loose, displaced := s.isLoose(w), len(s.operands) > 0
	mayEnter := !loose && (s.syntax.HasSubs() || s.syntax.Levels > 0)
	first := mayEnter && s.isFirst()
	if mayEnter && s.enter(w) {
		s.inv.SubSure, s.inv.Displaced = first, s.inv.Displaced || displaced
		return
	}
	s.addOperand(left)
	if loose {
		s.loose = append(s.loose, len(s.operands)-1)
		s.inv.Open = true
		if s.syntax.Style&spec.Permute == 0 {
			s.truth = parser.Maybe // the program stops here if this is an operand
		}
		return
	}
	s.ends = s.ends || s.syntax.Style&spec.Permute == 0 || s.takesAll()
}

// addOperand adds the first of the words that were left to the operands. As long as these stand side by side, they are a
// part of the command's words.
func (s *scanner) addOperand(left []parser.Word) {
	n := len(s.operands)
	switch {
	case n == 0:
		s.operands, s.behind = left[:1], len(left)-1
	case s.behind == len(left):
		s.operands, s.behind = s.operands[:n+1], len(left)-1
	default:
		if s.behind != apart {
			s.operands, s.behind = append(make([]parser.Word, 0, n+len(left)), s.operands...), apart
		}
		s.operands = append(s.operands, left[0])
	}
}

// takesAll reports whether the last operand starts a command that takes all later words.
func (s *scanner) takesAll() bool {
	takes := func(o *spec.Operands) bool { return o.Has(spec.Argv) || o.Has(spec.Words) }
	if !takes(&s.syntax.Operands) && !slices.ContainsFunc(s.syntax.Cases, func(c spec.Case) bool { return takes(&c.Operands) }) {
		return false // nearly every program
	}
	layout := s.layout()
	if !takes(layout) {
		return false
	}
	operands, _ := s.firm()
	roles := layout.AppendRoles(nil, operands)
	last := roles[len(roles)-1]
	return last == spec.Argv || last == spec.Words
}

// isLoose reports whether a word in the place of an operand may be an option, or may vanish.
func (s *scanner) isLoose(w parser.Word) bool {
	if s.syntax.Style&spec.Lenient != 0 || len(w.Parts) == 0 || w.Parts[0].Kind != parser.Unknown || w.Parts[0].File {
		return false
	}
	return !s.ends || vanishes(w)
}

// vanishes reports whether a word may expand to no word at all.
func vanishes(w parser.Word) bool {
	for _, p := range w.Parts {
		if p.Kind != parser.Unknown || !p.Empty || !p.Split {
			return false
		}
	}
	return len(w.Parts) > 0
}

// enter continues with the syntax of the subcommand that a word names. The first operand of a
// program with subcommands names one even if this grammar does not have it; the following words
// are unknown then.
func (s *scanner) enter(w parser.Word) bool {
	if !s.syntax.HasSubs() && s.syntax.Levels == 0 || s.settled() {
		return false
	}
	name, known := w.Text()
	sub := s.syntax.Subcommand(name)
	switch {
	case known && sub != nil:
		s.become(sub.Name(), s.syntax.Of(sub))
	case known && s.syntax.Levels > 0:
		next := *s.syntax
		next.Levels--
		next.Options = nil // except inherited ones
		if next.Levels == 0 {
			next.Subs, next.Lists = nil, nil
		}
		s.become(name, &next)
	case s.inv.Sub != "":
		return false // a subcommand that has operands as well: git stash
	case known && s.layout().AppendRoles(nil, []parser.Word{w})[0] == spec.Argv:
		return false // setarch -R COMMAND: no architecture is named
	case known:
		s.inv.Open = true
		s.become(name, &spec.Syntax{Style: spec.GNU})
	default:
		s.inv.Open = true
		return false
	}
	return true
}

// isFirst reports whether the next operand is certainly the first one after the subcommand so far:
// no unknown word, and no value of an option that the grammar does not have, stands before it.
func (s *scanner) isFirst() bool {
	return !s.inv.Open && (s.inv.Sub == "" || s.inv.SubSure) && !slices.ContainsFunc(s.inv.Options, func(g OptionUse) bool { return g.Option == nil })
}

// settled reports whether a word before was an operand for certain.
func (s *scanner) settled() bool { return len(s.loose) < len(s.operands) }

func (s *scanner) become(name string, syntax *spec.Syntax) {
	if s.inv.Sub != "" {
		name = s.inv.Sub + " " + name
	}
	s.inv.Sub = name
	for _, w := range s.operands { // loose ones before the subcommand
		s.inv.Operands = append(s.inv.Operands, Operand{Word: w})
	}
	s.operands, s.loose, s.own = nil, nil, len(s.inv.Options)
	if s.syntax.Style&spec.Inherit != 0 && len(s.syntax.Options) > 0 {
		syntax = syntax.Inheriting(s.syntax)
	}
	s.syntax = syntax
}

// option consumes the next word if it is an option, with its value.
func (s *scanner) option() bool {
	w := s.words[0]
	prefix := w.Prefix()
	text, known := w.Text()
	switch {
	case prefix == "":
		return false
	case known && text == "--" && s.syntax.Style&spec.Lenient == 0:
		s.ends = true
		s.take()
		return true
	case known && s.whole(text):
		return true
	}
	if opt, n := s.syntax.Assigned(prefix); opt != nil {
		s.take()
		s.give(opt, opt.Name(), w.Tail(n))
		return true
	}
	switch {
	case len(prefix) == 1 && known:
		return false
	case prefix[0] == '-', prefix[0] == '+' && s.syntax.Plus():
	default:
		return false
	}
	if s.syntax.Style&spec.Lenient != 0 && !s.bundled(text) {
		return false
	}
	s.dashed(w, prefix)
	return true
}

// bundled reports whether a word is a bundle of options without values.
func (s *scanner) bundled(text string) bool {
	if s.syntax.Style&spec.Bundle == 0 || text == "" {
		return false
	}
	for i := 1; i < len(text); i++ {
		if opt, n := s.syntax.Short(text[i:], text[0]); opt == nil || n != 1 {
			return false
		}
	}
	return true
}

// whole consumes an option that is a whole word, with its value if that is the next word.
func (s *scanner) whole(text string) bool {
	opt, full, ok := s.syntax.Long(text)
	if !ok || text[0] == '$' || s.syntax.Style&spec.Leading != 0 && len(text) > 2 && text[1] != '-' && s.lettered() {
		return false
	}
	s.take()
	var value parser.Word
	if opt != nil && (opt.Arg == spec.Required || opt.Arg == spec.Next) {
		value = s.value(opt)
	}
	s.give(opt, full, value)
	return true
}

// lettered reports whether an option of one letter was given.
func (s *scanner) lettered() bool {
	return slices.ContainsFunc(s.inv.Options[s.own:], func(g OptionUse) bool { return len(g.Name) == 2 })
}

// dashed consumes a word that begins with a dash or a plus and is not a whole option: one with
// its value, a bundle, or an unknown option.
func (s *scanner) dashed(w parser.Word, prefix string) {
	s.take()
	name, _, found := strings.Cut(prefix, "=")
	if found && (strings.HasPrefix(name, "--") || s.syntax.Style&spec.Bundle == 0) {
		if opt, full, ok := s.syntax.Long(name); ok && opt != nil {
			s.give(opt, full, w.Tail(len(name)+1))
			return
		}
	}
	if s.syntax.Style&spec.Bundle != 0 && !strings.HasPrefix(prefix, "--") {
		s.bundle(w, prefix)
		return
	}
	s.stray(w, name, found)
}

// stray records an option that the grammar does not have, or that is partly unknown.
func (s *scanner) stray(w parser.Word, name string, valued bool) {
	free := s.syntax.Style&spec.Free != 0
	s.inv.Open = s.inv.Open || !free
	g := OptionUse{Name: name, Truth: s.truth}
	switch {
	case valued:
		g.Value = w.Tail(len(name) + 1)
	case !w.Known():
		g.Value, g.Truth, s.inv.Open = w, parser.Maybe, true
	case s.isStrayValue(free):
		g.Value = s.take()
		s.swallow(g.Value)
	}
	s.inv.add(g)
}

// isStrayValue reports whether the next word is read as the value of an option that the grammar
// does not have. If most options of the program take a value (free), it is, unless it names a
// subcommand; otherwise it is only if it does not name a subcommand and the word after it does.
func (s *scanner) isStrayValue(free bool) bool {
	if len(s.words) == 0 || strings.HasPrefix(s.words[0].Prefix(), "-") {
		return false
	}
	if !s.syntax.HasSubs() || s.settled() {
		return free
	}
	first, second := s.subcommand(0), s.subcommand(1)
	if first == nil {
		return free || second != nil
	}
	if !free || second == nil {
		return false
	}
	inner, next := s.syntax.Of(first), s.words[1].Prefix()
	return inner.Subcommand(next) == nil // otherwise both are subcommands: docker --x volume rm
}

// subcommand returns the subcommand that the word i ahead names, or nil.
func (s *scanner) subcommand(i int) *spec.Sub {
	if i >= len(s.words) {
		return nil
	}
	name, known := s.words[i].Text()
	if !known {
		return nil
	}
	return s.syntax.Subcommand(name)
}

// bundle consumes a word of one-letter options. The value of the last may be the rest of the
// word, or the next word.
func (s *scanner) bundle(w parser.Word, prefix string) {
	sigil := prefix[0]
	for i := 1; i < len(prefix); {
		opt, n := s.syntax.Short(prefix[i:], sigil)
		if opt == nil {
			s.stray(w.Tail(i), string(sigil)+prefix[i:], false)
			return
		}
		i += n
		if opt.Arg == spec.None { // most
			s.give(opt, opt.Name(), parser.Word{})
			continue
		}
		value := w.Tail(i)
		if opt.Arg == spec.Number {
			digits := len(prefix) - i - len(strings.TrimLeft(prefix[i:], "0123456789"))
			s.give(opt, opt.Name(), parser.Text(prefix[i:i+digits]))
			i += digits
			continue
		}
		switch {
		case opt.Arg == spec.Optional && len(value.Parts) == 0:
			s.give(opt, opt.Name(), parser.Word{})
			continue
		case opt.Arg == spec.Next:
			s.give(opt, opt.Name(), s.value(opt))
			continue
		}
		if len(value.Parts) == 0 {
			value = s.value(opt)
		} else if s.syntax.Style&spec.Free != 0 && strings.HasPrefix(value.Prefix(), "=") {
			value = value.Tail(1) // pflag and argparse read -v=x as -v x
		}
		s.give(opt, opt.Name(), value)
		return
	}
	if !w.Known() {
		s.stray(w, prefix, false)
	}
}

// value consumes the next word as the value of an option. It leaves the words of a command to give.
func (s *scanner) value(opt *spec.Option) parser.Word {
	if opt.Role == spec.Argv {
		return parser.Word{}
	}
	return s.take()
}

// give records an option, with the later words that belong to it.
func (s *scanner) give(opt *spec.Option, name string, value parser.Word) {
	g := OptionUse{Option: opt, Name: name, Value: value, Truth: s.truth}
	if opt != nil {
		switch opt.Role {
		case spec.Argv:
			g.Words = s.command()
		case spec.Words, spec.Split, spec.Applet:
			g.Words, s.words = s.words, nil
		}
		s.ends = s.ends || opt.Last
	}
	s.inv.add(g)
}

// command consumes the words of a command up to ";" or "{} +", or all words.
func (s *scanner) command() []parser.Word {
	all := s.words
	for i, w := range all {
		semicolon := w.Is(";") == parser.Yes
		if semicolon || i > 0 && w.Is("+") == parser.Yes && all[i-1].Is("{}") == parser.Yes {
			s.words = all[i+1:]
			return all[:i]
		}
	}
	s.words = nil
	return all
}
