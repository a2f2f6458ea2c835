package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// shopts are the options of a shell that change what words mean. They are those
// that a source may set anywhere: a pattern before the place is read as one after it.
type shopts uint16

const (
	lastpipe     shopts = 1 << iota // a pipeline may end in the shell itself
	vanishing                       // nullglob: a pattern that nothing matches is no word
	failing                         // failglob: it is an error that breaks off the line
	extendedGlob                    // extglob: @( ) and its like in a value are patterns
	anyCase                         // nocaseglob: patterns match in either case
	anyCaseMatch                    // nocasematch: those of ${x/p/s} do
	echoEscapes                     // xpg_echo: echo reads backslashes
	cdVariables                     // cdable_vars: cd takes the name of a variable
	keywords                        // set -k: assignments behind the program are no words of it
	splitting                       // zsh's: values are split, or are patterns
)

// shoptNamed is the option of a name. In zsh's, neither case nor lines between words
// count (bash(1), The Shopt Builtin; zshoptions(1)).
func shoptNamed(name string) shopts {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "lastpipe":
		return lastpipe
	case "nullglob", "cshnullglob":
		return vanishing
	case "failglob":
		return failing
	case "extglob", "kshglob", "extendedglob":
		return extendedGlob
	case "nocaseglob":
		return anyCase
	case "nocasematch":
		return anyCaseMatch
	case "xpgecho":
		return echoEscapes
	case "cdablevars":
		return cdVariables
	case "keyword":
		return keywords
	case "shwordsplit", "globsubst", "sh", "ksh", "csh":
		return splitting
	}
	return 0
}

// shoptOf is what a word says that names an option; one that is not known may be
// any of them. Several may be joined by colons, as in BASHOPTS.
func shoptOf(w tree.Word) shopts {
	text, known := w.Text()
	if !known {
		return ^splitting
	}
	var s shopts
	for name := range strings.SplitSeq(text, ":") {
		s |= shoptNamed(name)
	}
	return s
}

// shoptsOf are the options that shopt, set, or zsh's setopt and emulate may set.
func shoptsOf(builtin string, words []tree.Word) shopts {
	var s shopts
	for i, a := range words {
		text := a.Prefix()
		if builtin == "set" {
			switch {
			case text == "--" || a.Known() && !strings.HasPrefix(text, "-"):
				return s
			case has(text, "-o") && i+1 < len(words):
				s |= shoptOf(words[i+1])
			}
			if has(text, "-k") {
				s |= keywords
			}
			continue
		}
		if builtin == "shopt" && strings.HasPrefix(text, "-") && strings.Contains(text, "u") {
			return 0
		}
		s |= shoptOf(a)
	}
	return s
}

// inheritedShopts are the options that a shell starts with.
func inheritedShopts(opt Options, given *tree.Environment) shopts {
	var s shopts
	for _, w := range opt.Set {
		s |= shoptOf(w)
	}
	for _, name := range []string{"BASHOPTS", "SHELLOPTS"} {
		if v, ok := given.Value(name); ok {
			s |= shoptOf(v)
		}
	}
	return s
}

// absence is the doubt whether a word of a command is there.
type absence struct {
	word *syntax.Word
	n    int // of the command's words that the word of the source has become before
}

// keep adds a word of a command as the shell's options have it.
func (w *walker) keep(out []tree.Word, word tree.Word, x *syntax.Word) []tree.Word {
	if w.effects.shopts&vanishing != 0 || slices.ContainsFunc(word.Parts, func(p tree.Part) bool { return p.Kind == tree.Glob && p.Split }) {
		return w.orNone(out, word, x)
	}
	return append(out, word)
}

// orAssigned reads a word of a command under set -k, where one that looks like an
// assignment is none of its words.
func (w *walker) orAssigned(x *syntax.Word, c *tree.Command) []tree.Word {
	words := w.wordsOf(x, c)
	if len(x.Parts) == 0 {
		return words
	}
	lit, ok := x.Parts[0].(*syntax.Lit)
	if !ok {
		return words
	}
	name, _, found := strings.Cut(lit.Value, "=")
	if name = strings.TrimSuffix(name, "+"); !found || !tree.IsName(name) {
		return words
	}
	assigned := tree.Assign{Name: name, Value: tree.UnknownWord("$"+name, true), Span: w.lines.SpanOf(x)}
	if len(words) == 1 && strings.HasPrefix(words[0].Prefix(), name+"=") {
		assigned.Value = tree.ValueOf(words[0].Tail(len(name) + 1))
	}
	c.Assigns = append(c.Assigns, assigned)
	chosen, picked := w.choices.take(absence{x, -1}, []tree.Word{tree.Text(name), {}})
	for i := range words {
		if !picked {
			words[i] = doubtful(words[i])
		}
	}
	if picked && len(chosen.Parts) == 0 {
		return nil
	}
	return words
}

// assignsAlone follows a command under set -k of which nothing but assignments may be left.
func (w *walker) assignsAlone(c *tree.Command) {
	if w.effects.shopts&keywords == 0 || slices.ContainsFunc(c.Args, func(a tree.Word) bool { return !a.Splits() }) {
		return
	}
	for _, a := range c.Assigns {
		w.assign(a.Name, w.mix(a.Name, w.lookup(a.Name), a.Value))
	}
}

// orNone adds a word that is none if it is a pattern which nothing matches, or that
// may be split into such. The command is read with it and without; where that is too
// much, the word is marked as one that may be none.
func (w *walker) orNone(out []tree.Word, word tree.Word, x *syntax.Word) []tree.Word {
	rest := tree.Word{Span: word.Span}
	for _, p := range word.Parts {
		if p.Kind == tree.Unknown && p.Split {
			rest.Parts = append(rest.Parts, p)
		}
	}
	if len(rest.Parts) == len(word.Parts) || len(rest.Parts) == 0 && !word.HasPattern() {
		return append(out, word)
	}
	if chosen, ok := w.choices.take(absence{x, len(out)}, []tree.Word{word, rest}); ok {
		if len(chosen.Parts) == 0 {
			return out
		}
		return append(out, chosen)
	}
	if len(rest.Parts) > 0 {
		return append(out, doubtful(word)) // its text goes with a pattern that the rest may bring
	}
	word.Parts = slices.Clone(word.Parts)
	for i := range word.Parts {
		word.Parts[i].Split = word.Parts[i].Kind == tree.Glob
	}
	return append(out, word)
}

// orGone adds a word that is none if there is no file of that name.
func (w *walker) orGone(out []tree.Word, word tree.Word, x *syntax.Word) []tree.Word {
	chosen, ok := w.choices.take(absence{x, len(out)}, []tree.Word{word, {}})
	switch {
	case !ok:
		return append(out, doubtful(word))
	case len(chosen.Parts) == 0:
		return out
	}
	return append(out, chosen)
}

// doubtful is a word of which nothing is certain to be there: its text is a pattern that
// may be none.
func doubtful(word tree.Word) tree.Word {
	word.Parts = slices.Clone(word.Parts)
	for i := range word.Parts {
		if p := &word.Parts[i]; p.Kind != tree.Unknown {
			p.Kind, p.Split = tree.Glob, true
		}
	}
	return word
}

// eitherCase widens the text of names that are patterns, so that it matches in
// either case.
func eitherCase(parts []tree.Part) []tree.Part {
	var out []tree.Part
	from, pattern := 0, false // the name that is read
	name := func() {
		for i := from; i < len(out) && pattern; i++ {
			if out[i].Kind != tree.Unknown && !strings.HasSuffix(out[i].Text, "/") {
				out[i].Kind, out[i].Text = tree.Glob, "*"
			}
		}
		from, pattern = len(out), false
	}
	for _, p := range parts {
		if p.Kind != tree.Literal {
			pattern = pattern || p.Kind == tree.Glob
			out = append(out, p)
			continue
		}
		for text := p.Text; text != ""; {
			i := strings.IndexByte(text, '/')
			if i > 0 || i < 0 {
				p.Text = text[:max(i, 0)]
				if i < 0 {
					p.Text = text
				}
				out = append(out, p)
			}
			if i < 0 {
				break
			}
			name()
			p.Text, text = "/", text[i+1:]
			out = append(out, p)
			from = len(out)
		}
	}
	name()
	return out
}

// extendedPattern is the pattern of extglob that text starts with, or "". One that is
// not closed may go on in what follows.
func extendedPattern(text string) (pattern string, closed bool) {
	if len(text) < 2 || text[1] != '(' || strings.IndexByte("?*+@!", text[0]) < 0 {
		return "", false
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[:i+1], true
			}
		}
	}
	return text, false
}

// seemsExtended tells whether a word has what looks like a pattern of extglob outside quotes.
// bash looks for files of that name even where extglob is off, and takes the word away where
// there is none.
func seemsExtended(pieces []piece) bool {
	last := byte(0)
	for _, p := range pieces {
		if !plainPiece(p) {
			last = 0
			continue
		}
		for _, c := range []byte(p.part.Text) {
			if c == '(' && last != 0 && strings.IndexByte("?*+@!", last) >= 0 {
				return true
			}
			last = c
		}
	}
	return false
}

// coalesced makes one piece of each run of unquoted text: a pattern of extglob may
// start in one value and go on in the next.
func coalesced(pieces []piece) []piece {
	var out []piece
	for _, p := range pieces {
		if n := len(out); n > 0 && plainPiece(p) && plainPiece(out[n-1]) && len(out[n-1].part.Text) < tree.MaxMerged {
			out[n-1].part.Text += p.part.Text
			continue
		}
		out = append(out, p)
	}
	return out
}

func plainPiece(p piece) bool { return p.part.Kind == tree.Literal && !p.quoted }
