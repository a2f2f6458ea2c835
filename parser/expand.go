package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// fields expands a word of a command. The result may be several words, or none.
func (w *walker) fields(x *syntax.Word) []tree.Word { return w.fieldsFor(nil, x, nil) }

// fieldsFor appends the fields of a word whose >( ) substitutions read from c.
func (w *walker) fieldsFor(out []tree.Word, x *syntax.Word, c *tree.Command) []tree.Word {
	if w.effects.shopts&builtins.Keyword != 0 && c != nil {
		return append(out, w.orAssigned(x, c)...)
	}
	return w.wordsOf(out, x, c)
}

func (w *walker) wordsOf(out []tree.Word, x *syntax.Word, c *tree.Command) []tree.Word {
	span := w.lines.SpanOfWord(x)
	if s, ok := w.simpleText(x); ok {
		return append(out, tree.Word{Parts: w.literal(s), Span: span})
	}
	if !expand.HasBraces(x) {
		return w.expand(out, x, absence{word: x}, c, span)
	}
	alternatives, bounded := w.braces(x)
	if !bounded {
		w.single(x)
		u := tree.UnknownWord(tree.Shorten(w.text(x)), false)
		u.Parts[0].Split, u.Span = true, span
		return append(out, u)
	}
	before := len(out)
	for i, alt := range alternatives {
		out = w.expand(out, alt, absence{word: x, brace: i}, c, span)
	}
	w.traceBraces(out[before:], x, span)
	return out
}

// braces expands braces. It reports false if there would be too many words.
func (w *walker) braces(x *syntax.Word) ([]*syntax.Word, bool) {
	if !expand.HasBraces(x) {
		return []*syntax.Word{x}, true
	}
	out, bounded := expand.Braces(x, w.spend)
	if w.options.Lang == reader.POSIX && len(out) > 1 {
		return nil, false // a shell called sh may be bash
	}
	return out, bounded
}

// manyBraces reports whether brace expansion makes several words of one.
func (w *walker) manyBraces(x *syntax.Word) bool {
	if x == nil {
		return false
	}
	all, bounded := w.braces(x)
	return len(all) > 1 || !bounded
}

// expand appends the words that a word without braces expands to. first says whether the first
// of them may be missing.
func (w *walker) expand(out []tree.Word, x *syntax.Word, first absence, c *tree.Command, span tree.Span) []tree.Word {
	e := w.expansion(c, true)
	e.alone, e.HasText = isAlone(x), holdsText(x)
	e.word(x)
	e.End()
	doubt := first
	for pieces := range e.Words {
		word := w.orEscaped(e, tree.Word{Parts: w.joinPieces(pieces, true), Span: span}, pieces, wordKey{x, doubt.n})
		word = w.orInDirectory(e, word, directoryKey{x, doubt.n})
		sought := w.effects.shopts&(builtins.NullGlob|builtins.FailGlob) != 0 && expand.LooksExtended(pieces)
		w.mayAbortAtGlob(word, sought)
		switch {
		case sought && w.effects.shopts&builtins.NullGlob != 0:
			out = w.orGone(out, word, doubt)
		case w.effects.shopts&builtins.NullGlob == 0 && w.options.Lang != reader.Zsh:
			out = append(out, word)
		default:
			out = w.keep(out, word, doubt)
		}
		doubt.n++
	}
	e.done()
	return out
}

// holdsText reports whether a word has text of its own, or a quoted part.
func holdsText(x *syntax.Word) bool {
	return slices.ContainsFunc(x.Parts, func(p syntax.WordPart) bool {
		switch p := p.(type) {
		case *syntax.Lit:
			return p.Value != ""
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
		return false
	})
}

// isAlone reports whether a word is a single expansion, quoted or not.
func isAlone(x *syntax.Word) bool {
	if len(x.Parts) != 1 {
		return false
	}
	switch p := x.Parts[0].(type) {
	case *syntax.ParamExp:
		return true
	case *syntax.DblQuoted:
		return len(p.Parts) == 1
	}
	return false
}

// literal returns the parts of a literal word.
func (w *walker) literal(s string) []tree.Part {
	p := w.room(1)
	p[0].Kind, p[0].Text = tree.Literal, s
	return p
}

// unknown is tree.UnknownWord for a word that is never empty.
func (w *walker) unknown(text string) tree.Word {
	p := w.room(1)
	p[0].Kind, p[0].Text = tree.Unknown, text
	return tree.Word{Parts: p}
}

// room allocates n parts of a word. It allocates them in batches.
func (w *walker) room(n int) []tree.Part {
	if len(w.parts) < n {
		w.parts = make([]tree.Part, max(n, min(4*few(w.source.Text), 32)))
	}
	p := w.parts[:n:n]
	w.parts = w.parts[n:]
	return p
}

// spend counts the bytes that expansions write into words.
func (w *walker) spend(n int) bool {
	w.expanded += n
	w.step(n / movesInStep)
	if w.expanded > maxExpansion {
		w.exceed("bytes of values", maxExpansion)
	}
	return w.expanded <= maxExpansion && w.err == nil
}

// single expands a word that stays one word and is not a pattern, such as the value of an
// assignment.
func (w *walker) single(x *syntax.Word) tree.Word {
	if x == nil {
		return tree.Word{}
	}
	if s, ok := w.simpleText(x); ok {
		return tree.Word{Parts: w.literal(s), Span: w.lines.SpanOf(x)}
	}
	e := w.expansion(nil, false)
	e.assigned = true
	e.word(x)
	return tree.Word{Parts: e.one(), Span: w.lines.SpanOf(x)}
}

// quoted expands a word in which only expansions are special.
func (w *walker) quoted(x *syntax.Word) tree.Word {
	e := w.expansion(nil, false)
	for _, p := range x.Parts {
		e.part(p, false)
	}
	return tree.Word{Parts: e.one()}
}

// inArithmetic expands a word of an arithmetic expression, which is read as if in double quotes.
func (w *walker) inArithmetic(x *syntax.Word) tree.Word {
	e := w.expansion(nil, false)
	if slices.ContainsFunc(x.Parts, isSingleQuotes) {
		e.inDoubleQuotes(x)
		return tree.Word{Parts: e.one()}
	}
	for _, p := range x.Parts {
		e.part(p, true)
	}
	return tree.Word{Parts: e.one()}
}

// document expands the body of a here-document. If tabs is set, leading tabs of its lines are
// removed.
func (w *walker) document(x *syntax.Word, tabs bool) tree.Word {
	e := w.expansion(nil, false)
	for i, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			e.Literal(quote.Unescape(untab(lit.Value, tabs, i == 0), "$`\\"), true)
			continue
		}
		e.part(p, true)
	}
	return tree.Word{Parts: e.one(), Span: w.lines.SpanOf(x)}
}

// expansion expands one word of the source into fields.
type expansion struct {
	expand.Fields
	w        *walker
	command  *tree.Command // what >( ) reads from, or nil
	assigned bool          // a tilde may also follow a colon
	alone    bool          // the word consists of this expansion only
	operand  tree.Word     // of the parameter that is being read: see paramWords
}

func (w *walker) expansion(c *tree.Command, split bool) *expansion {
	e := w.idleExpansion()
	ifs, known := w.ifs()
	*e = expansion{w: w, command: c, Fields: expand.Fields{
		Pieces: e.Pieces[:0], Ends: e.Ends[:0], Split: split, Ifs: ifs, AnyIFS: !known, Stands: w.placeholders, Choices: &w.choices,
		Extended: w.effects.shopts&(builtins.ExtGlob|builtins.NullGlob|builtins.FailGlob) != 0,
		Escapes:  w.options.Lang == reader.Bash || w.options.Lang == reader.POSIX,
	}}
	return e
}

// idleExpansion returns an expansion that is not in use.
func (w *walker) idleExpansion() *expansion {
	if n := len(w.idle); n > 0 {
		e := w.idle[n-1]
		w.idle = w.idle[:n-1]
		return e
	}
	if w.idle != nil {
		return &expansion{} // inside another one
	}
	first := new(struct { // one allocation for what most words need
		expansion expansion
		pieces    [4]expand.Piece
		ends      [4]int
		idle      [2]*expansion
		joining   [4]tree.Part
	})
	first.expansion.Pieces, first.expansion.Ends = first.pieces[:], first.ends[:]
	w.idle, w.joining = first.idle[:0], first.joining[:0]
	return &first.expansion
}

// one ends an expansion that does not split, and returns the parts of its one word.
func (e *expansion) one() []tree.Part {
	parts := e.w.joinPieces(e.Pieces, false)
	e.done()
	return parts
}

// done releases the expansion for reuse. It refuses a word with too many parts.
func (e *expansion) done() {
	if e.TooMany {
		e.w.overfull()
	}
	e.w.idle = append(e.w.idle, e)
}

// ifs returns the bytes at which values are split.
func (w *walker) ifs() (string, bool) {
	v, assigned := w.state.get("IFS")
	if !assigned {
		return tree.BlankIFS, !w.state.full
	}
	text, known := v.Text()
	return text, known && filter.IsASCII(text)
}

// word expands a whole word, including its tilde.
func (e *expansion) word(x *syntax.Word) {
	if e.w.options.Lang == reader.Zsh {
		e.zsh(x)
		return
	}
	e.parts(x)
}

func (e *expansion) parts(x *syntax.Word) {
	for i := 0; i < len(x.Parts); i++ {
		p := x.Parts[i]
		if e.w.options.Lang == reader.POSIX && dollarQuote(x.Parts[i:]) {
			e.Unknown(tree.Part{Text: "$", Empty: true}, true)
			if _, single := x.Parts[i+1].(*syntax.SglQuoted); single {
				i++
			}
			continue
		}
		if e.longParameter(x.Parts[i:]) {
			i++
			continue
		}
		if lit, ok := p.(*syntax.Lit); ok {
			if e.w.options.Lang == reader.Zsh && e.grouped(lit.Value, i == 0, i+1 < len(x.Parts)) {
				continue
			}
			if i > 0 && lit.Value != "" && lit.Value[0] == '~' {
				e.lateTilde(lit.Value, i+1 < len(x.Parts))
				continue
			}
			e.text(lit.Value, i == 0, i+1 < len(x.Parts))
			continue
		}
		e.part(p, false)
	}
}

// dollarQuote reports whether parts start with $'…' or $"…". Some shells called sh read these as
// bash does.
func dollarQuote(parts []syntax.WordPart) bool {
	lit, ok := parts[0].(*syntax.Lit)
	if !ok || lit.Value != "$" || len(parts) < 2 {
		return false
	}
	switch parts[1].(type) {
	case *syntax.SglQuoted, *syntax.DblQuoted:
		return true
	}
	return false
}

// escaped adds unquoted text with its backslashes.
func (e *expansion) escaped(s string) {
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			e.Literal(s, false)
			return
		}
		if i > 0 {
			e.Literal(s[:i], false)
		}
		if s[i+1] != '\n' {
			e.Literal(s[i+1:i+2], true)
		}
		s = s[i+2:]
	}
}

// part expands any other part of a word.
func (e *expansion) part(p syntax.WordPart, quoted bool) {
	if e.w.enter() {
		e.inside(p, quoted)
	} else {
		e.w.refuseNested(p)
	}
	e.w.leave()
}

func (e *expansion) inside(p syntax.WordPart, quoted bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		if quoted {
			e.Literal(quote.Unescape(p.Value, "$`\"\\"), true)
			return
		}
		e.escaped(p.Value)
	case *syntax.SglQuoted:
		if p.Dollar {
			e.Literal(quote.ANSIC(p.Value), true)
			return
		}
		e.Literal(p.Value, true)
	case *syntax.DblQuoted:
		e.Open = e.Open || !allArguments(p)
		for i := 0; i < len(p.Parts); i++ {
			if e.longParameter(p.Parts[i:]) {
				i++
				continue
			}
			e.part(p.Parts[i], true)
		}
	case *syntax.ParamExp:
		e.param(p, quoted)
	case *syntax.CmdSubst:
		e.substitution(p, quoted)
	case *syntax.ProcSubst:
		e.process(p)
	case *syntax.ArithmExp:
		e.w.number(p.X)
		e.arithmetic(p.X, tree.Part{Text: tree.Shorten(e.w.text(p))}, quoted)
	case *syntax.ExtGlob:
		e.parenthesized(p)
	default:
		e.w.unsupported(p)
	}
}

// joinPieces returns the parts of one word. If patterns is set, unquoted pattern characters
// become Glob parts.
func (w *walker) joinPieces(pieces []expand.Piece, patterns bool) []tree.Part {
	parts := w.joining[:0]
	extended := patterns && w.effects.shopts&builtins.ExtGlob != 0
	if extended {
		pieces = expand.JoinUnquoted(pieces)
	}
	for i, p := range pieces {
		if p.Part.Kind == tree.Literal && !p.Quoted && patterns {
			var open bool
			if parts, open = expand.AppendPatterns(parts, p.Part, pieces[i+1:], extended); open {
				break
			}
			continue
		}
		parts = tree.AppendPart(parts, p.Part)
	}
	if patterns && w.effects.shopts&builtins.NoCaseGlob != 0 {
		parts = expand.EitherCase(parts)
	}
	if len(parts) > expand.MaxPieces {
		w.overfull()
	}
	if parts = tree.MergeRuns(parts); len(parts) > 0 {
		w.joining = parts
	} else {
		return nil
	}
	if w.words += len(parts) / partsOfWord; w.words > MaxWords {
		w.weigh(0, w.here())
	}
	kept := w.room(len(parts))
	copy(kept, parts)
	return kept
}
