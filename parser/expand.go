package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// What words take in memory, in bytes.
const (
	wordCost  = 64  // a word besides its text
	splitCost = 192 // and one that a value is split into
)

// fields reads a word of a command: it may become several words, or none.
func (w *walker) fields(x *syntax.Word) []tree.Word { return w.fieldsFor(x, nil) }

// fieldsFor is fields for a word whose >( ) substitutions read from c.
func (w *walker) fieldsFor(x *syntax.Word, c *tree.Command) []tree.Word {
	if w.effects.shopts&keywords != 0 && c != nil {
		return w.orAssigned(x, c)
	}
	return w.wordsOf(x, c)
}

func (w *walker) wordsOf(x *syntax.Word, c *tree.Command) []tree.Word {
	span := w.lines.SpanOf(x)
	if s, ok := w.short(x); ok {
		return []tree.Word{{Parts: w.literal(s), Span: span}}
	}
	if !hasBraces(x) {
		return w.expand(nil, x, x, c, span)
	}
	alternatives, bounded := w.braces(x)
	if !bounded {
		w.single(x)
		u := tree.UnknownWord(tree.Shorten(w.text(x)), false)
		u.Parts[0].Split, u.Span = true, span
		return []tree.Word{u}
	}
	var out []tree.Word
	for _, alt := range alternatives {
		out = w.expand(out, alt, x, c, span)
	}
	w.traceBraces(out, x, span)
	return out
}

// braces expands braces. It reports false if there would be too many words.
func (w *walker) braces(x *syntax.Word) ([]*syntax.Word, bool) {
	if !hasBraces(x) {
		return []*syntax.Word{x}, true
	}
	out, bounded := bracesExpanded(x, w.spend)
	if w.options.Lang == reader.POSIX && len(out) > 1 {
		return nil, false // what is called sh may be bash
	}
	return out, bounded
}

// manyBraces tells whether braces make several words of one.
func (w *walker) manyBraces(x *syntax.Word) bool {
	if x == nil {
		return false
	}
	all, bounded := w.braces(x)
	return len(all) > 1 || !bounded
}

// expand adds the words that a word without braces becomes, which stands in the source
// as whole.
func (w *walker) expand(out []tree.Word, x, whole *syntax.Word, c *tree.Command, span tree.Span) []tree.Word {
	e := w.expansion(c, true)
	e.alone = isAlone(x)
	e.word(x)
	e.end()
	for pieces := range e.words {
		word := tree.Word{Parts: w.joinPieces(pieces, true), Span: span}
		sought := w.effects.shopts&(vanishing|failing) != 0 && seemsExtended(pieces)
		w.mayMatchNothing(word, sought)
		switch {
		case sought && w.effects.shopts&vanishing != 0:
			out = w.orGone(out, word, whole)
		case w.effects.shopts&vanishing == 0 && w.options.Lang != reader.Zsh:
			out = append(out, word)
		default:
			out = w.keep(out, word, whole)
		}
	}
	e.done()
	return out
}

// isAlone tells whether a word is one expansion, quoted or not.
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

// literal makes the parts of a literal word.
func (w *walker) literal(s string) []tree.Part {
	p := w.room(1)
	p[0] = tree.Part{Kind: tree.Literal, Text: s}
	return p
}

// room is for n parts of a word. They are made by the dozen.
func (w *walker) room(n int) []tree.Part {
	if len(w.parts) < n {
		w.parts = make([]tree.Part, max(n, min(16, len(w.source.Text)/4)))
	}
	p := w.parts[:n:n]
	w.parts = w.parts[n:]
	return p
}

// simpleLiteral is the text of a word in which nothing is special but quotes:
// the short way for most words. It is never empty.
func simpleLiteral(x *syntax.Word) (string, bool) {
	if len(x.Parts) == 0 || len(x.Parts) > 4 {
		return "", false // not short any more
	}
	text, ok := simplePart(x.Parts[0])
	for i := 1; ok && i < len(x.Parts); i++ {
		var s string
		s, ok = simplePart(x.Parts[i])
		text += s
	}
	return text, ok && text != "" && text[0] != '=' // which zsh expands
}

// special are the bytes of unquoted text that may mean something.
var special = [256]bool{'\\': true, '$': true, '~': true, '{': true, '*': true, '?': true, '[': true, '(': true}

func simplePart(p syntax.WordPart) (string, bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		for i := range len(p.Value) {
			if special[p.Value[i]] {
				return "", false
			}
		}
		return p.Value, true
	case *syntax.SglQuoted:
		return p.Value, !p.Dollar
	case *syntax.DblQuoted:
		if len(p.Parts) != 1 || p.Dollar {
			return "", false
		}
		lit, ok := p.Parts[0].(*syntax.Lit)
		if !ok || strings.IndexByte(lit.Value, '\\') >= 0 {
			return "", false
		}
		return lit.Value, true
	}
	return "", false
}

// spend counts bytes that expansions write into words.
func (w *walker) spend(n int) bool {
	w.expanded += n
	w.step(n / movesInStep)
	if w.expanded > maxExpansion {
		w.giveUp("bytes of values", maxExpansion)
	}
	return w.expanded <= maxExpansion && w.err == nil
}

// single reads a word that stays one word and is no pattern, as the value of
// an assignment does.
func (w *walker) single(x *syntax.Word) tree.Word {
	if x == nil {
		return tree.Word{}
	}
	if s, ok := w.short(x); ok {
		return tree.Word{Parts: w.literal(s), Span: w.lines.SpanOf(x)}
	}
	e := w.expansion(nil, false)
	e.assigned = true
	e.word(x)
	return tree.Word{Parts: e.one(), Span: w.lines.SpanOf(x)}
}

// quoted reads a word in which only expansions count.
func (w *walker) quoted(x *syntax.Word) tree.Word {
	e := w.expansion(nil, false)
	for _, p := range x.Parts {
		e.part(p, false)
	}
	return tree.Word{Parts: e.one()}
}

// document reads the body of a here-document, without the tabs that start its
// lines if tabs is set.
func (w *walker) document(x *syntax.Word, tabs bool) tree.Word {
	e := w.expansion(nil, false)
	for i, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			e.literal(quote.Unescape(untab(lit.Value, tabs, i == 0), "$`\\"), true)
			continue
		}
		e.part(p, true)
	}
	return tree.Word{Parts: e.one(), Span: w.lines.SpanOf(x)}
}

// expansion reads the parts of one word into fields.
type expansion struct {
	fields
	w        *walker
	command  *tree.Command // what >( ) reads from, or nil
	assigned bool          // a tilde may also follow a colon
	alone    bool          // the word is one expansion, and nothing stands beside it
}

func (w *walker) expansion(c *tree.Command, split bool) *expansion {
	var e *expansion
	if n := len(w.idle); n > 0 {
		e, w.idle = w.idle[n-1], w.idle[:n-1]
	} else {
		e = &expansion{}
	}
	ifs, known := w.ifs()
	*e = expansion{w: w, command: c, fields: fields{
		pieces: e.pieces[:0], ends: e.ends[:0], split: split, ifs: ifs, anyIFS: !known, stands: w.stands, choices: &w.choices,
		extended: w.effects.shopts&(extendedGlob|vanishing|failing) != 0,
	}}
	return e
}

// one ends an expansion that does not split: its parts are of one word.
func (e *expansion) one() []tree.Part {
	parts := e.w.joinPieces(e.pieces, false)
	e.done()
	return parts
}

// done leaves the expansion to the next word. A word with too many parts is
// refused.
func (e *expansion) done() {
	if e.over {
		e.w.overfull()
	}
	e.w.idle = append(e.w.idle, e)
}

// ifs are the bytes that values are split at.
func (w *walker) ifs() (string, bool) {
	v, assigned := w.state.get("IFS")
	if !assigned {
		return tree.BlankIFS, !w.state.full
	}
	text, known := v.Text()
	return text, known && filter.IsASCII(text)
}

// word reads a whole word, with its tilde.
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
			e.unknown(tree.Part{Text: "$", Empty: true}, true)
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

// dollarQuote tells whether parts start with $'…' or $"…", which some that are
// called sh read as bash does.
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

// escaped reads unquoted text with its backslashes.
func (e *expansion) escaped(s string) {
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			e.literal(s, false)
			return
		}
		if i > 0 {
			e.literal(s[:i], false)
		}
		if s[i+1] != '\n' {
			e.literal(s[i+1:i+2], true)
		}
		s = s[i+2:]
	}
}

// part reads any other part of a word.
func (e *expansion) part(p syntax.WordPart, quoted bool) {
	if e.w.enter(p) {
		e.inside(p, quoted)
	}
	e.w.leave()
}

func (e *expansion) inside(p syntax.WordPart, quoted bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		if quoted {
			e.literal(quote.Unescape(p.Value, "$`\"\\"), true)
			return
		}
		e.escaped(p.Value)
	case *syntax.SglQuoted:
		if p.Dollar {
			e.literal(quote.ANSIC(p.Value), true)
			return
		}
		e.literal(p.Value, true)
	case *syntax.DblQuoted:
		e.open = e.open || !allArguments(p)
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
		e.calculated(p.X, tree.Part{Text: tree.Shorten(e.w.text(p))}, quoted)
	case *syntax.ExtGlob:
		e.add(piece{tree.Part{Kind: tree.Glob, Text: e.w.text(p)}, false})
	default:
		e.w.unsupported(p)
	}
}
