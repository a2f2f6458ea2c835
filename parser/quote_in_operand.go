package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// Within double quotes, single quotes in the operand of an expansion are no quotes: the shell
// expands what is between them, "${x:-'$(cmd)'}" (bash(1), Parameter Expansion; POSIX 2.6.2).
// mvdan.cc/sh reads them as quotes. bash decodes $'...' there first, and then expands what that
// gives as well.

// operandWord reads the operand of an expansion as one word.
func (e *expansion) operandWord(x *syntax.Word, quoted bool) tree.Word {
	if !quoted || !hasSingleQuotes(x) {
		return e.w.single(x)
	}
	inner := e.w.expansion(nil, false)
	inner.inPlace(x, true)
	return tree.Word{Parts: inner.one(), Span: e.w.lines.SpanOf(x)}
}

// hasSingleQuotes reports whether a part of a word is in single quotes, or a part of an operand in it.
func hasSingleQuotes(x *syntax.Word) bool {
	return x != nil && slices.ContainsFunc(x.Parts, func(p syntax.WordPart) bool {
		inner, is := p.(*syntax.ParamExp)
		return isSingleQuotes(p) || is && (inner.Exp != nil && hasSingleQuotes(inner.Exp.Word) ||
			inner.Repl != nil && (hasSingleQuotes(inner.Repl.Orig) || hasSingleQuotes(inner.Repl.With)))
	})
}

// isSingleQuotes reports whether a part of a word is in single quotes.
func isSingleQuotes(p syntax.WordPart) bool {
	_, is := p.(*syntax.SglQuoted)
	return is
}

// inDoubleQuotes adds an operand with single quotes: all of its text is expanded as in double quotes. In bash a quote
// in what $'...' gives has no end, which aborts the line. In a here-document bash does not decode it.
func (e *expansion) inDoubleQuotes(x *syntax.Word) {
	w, plain := e.w, e.w.text(x)
	var text strings.Builder
	for _, p := range x.Parts {
		q, is := p.(*syntax.SglQuoted)
		switch {
		case is && q.Dollar && w.options.Lang == reader.Mksh: // which does not expand what it decodes
			text.WriteString(quote.Escape(quote.ANSIC(q.Value)))
		case is && q.Dollar && w.options.Lang == reader.Bash:
			decoded := quote.ANSIC(q.Value)
			if strings.ContainsAny(decoded, "'\"`") {
				w.mayAbortLine()
			}
			text.WriteString(decoded)
		default:
			text.WriteString(w.text(p))
		}
	}
	if text.String() != plain && substitutes(plain) {
		w.reexpand(plain, atOnce)
	}
	e.expanded(text.String())
}

// expanded adds what a text in double quotes gives. That is not known if the text has a double quote or a brace,
// which shells read differently there.
func (e *expansion) expanded(text string) {
	if !strings.ContainsAny(text, "$`\\\"}") {
		e.Literal(text, true)
		return
	}
	value, ok := e.w.reexpand(text, atOnce)
	if ok && value.Known() && !strings.ContainsAny(text, "\"}") {
		e.Value(value, true)
		return
	}
	e.Unknown(tree.Part{Kind: tree.Unknown, Text: tree.Shorten(text), Empty: true, From: value.From()}, true)
}

// readQuotedOperands reads the substitutions between single quotes in operands that [expansion.alternative]
// does not read: of elements, and of operators on case. Outside of zsh patterns are quoted there.
func (w *walker) readQuotedOperands(p *syntax.ParamExp) {
	read := func(x *syntax.Word) {
		if hasSingleQuotes(x) {
			e := w.expansion(nil, false)
			e.inPlace(x, true)
			e.one()
		}
	}
	if p.Repl != nil && w.options.Lang == reader.Zsh {
		read(p.Repl.Orig)
		read(p.Repl.With)
	}
	if p.Exp != nil && !isTrim(p.Exp.Op) && (!expand.IsAlternative(p.Exp.Op) || !expand.IsPlain(p)) { // alternative reads the others
		read(p.Exp.Word)
	}
}

// isTrim reports whether an operator removes a pattern from the ends of a value.
func isTrim(op syntax.ParExpOperator) bool {
	switch op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return true
	}
	return false
}
