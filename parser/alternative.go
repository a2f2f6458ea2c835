package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// alternative reads ${x:-word} and the other operators with a default. If the word surely
// replaces the value, only the word counts. Otherwise the word is read for its
// substitutions, and the result is either the value or the word.
func (e *expansion) alternative(p *syntax.ParamExp, name string, part tree.Part, quoted bool) {
	w, op := e.w, p.Exp.Op
	v := w.lookup(name)
	if w.options.Origins {
		o := tree.Origin{Kind: tree.Default, Name: name, Text: part.Text, Span: w.lines.SpanOf(p)}
		if !expand.IsAlternative(op) {
			o.Kind, o.Value = tree.OperatorExpansion, v
		}
		defer e.under(o)()
	}
	if expand.IsAlternative(op) && !hasProcess(p.Exp.Word) && w.surely(name, op) {
		e.inPlace(p.Exp.Word, quoted)
		return
	}
	if !expand.IsAlternative(op) || !tree.IsName(name) && !expand.IsNumber(name) || hasProcess(p.Exp.Word) {
		if expand.IsAlternative(op) {
			word := e.operandWord(p.Exp.Word, quoted)
			if !hasProcess(p.Exp.Word) {
				part.From, part.Split = v.From(), name == "@"
				e.possibleWord(p, word, part, quoted)
				return
			}
		} else if e.operatorOnElements(p, name, part, quoted) {
			return
		}
		part.From, part.Split = v.From(), name == "@"
		e.Unknown(part, quoted)
		return
	}
	_, assigned := w.state.get(name)
	assigned = assigned || expand.IsNumber(name) && w.state.args != nil
	full := v.Known() && len(v.Parts) > 0 || v.HasText()
	empty := v.Known() && len(v.Parts) == 0 && assigned
	plus := op == syntax.AlternateUnset || op == syntax.AlternateUnsetOrNull
	switch {
	case full && !plus, len(v.Parts) == 1 && v.Parts[0].OneOf() != nil && (op == syntax.ErrorUnset || op == syntax.ErrorUnsetOrNull):
		e.operandWord(p.Exp.Word, quoted)
		e.known(v, part, quoted)
	case full && plus, empty && op == syntax.DefaultUnsetOrNull:
		e.inPlace(p.Exp.Word, quoted)
	case plus, op == syntax.ErrorUnset, op == syntax.ErrorUnsetOrNull:
		word := e.operandWord(p.Exp.Word, quoted)
		part.From = tree.Word{Parts: slices.Concat(v.Parts, word.Parts)}.From()
		part.Empty = op != syntax.ErrorUnsetOrNull
		if empty && op == syntax.AlternateUnsetOrNull {
			word = tree.Word{} // it is not taken
		}
		e.possibleWord(p, word, part, quoted)
	default:
		orNull := op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull
		if !assigned && !v.Known() {
			v = tree.UnknownWord("$"+name, !orNull)
		}
		e.eitherOr(p, v, part, quoted)
	}
}

// surely reports whether ${x+word} or ${x:+word} is the word in every run: the shell itself
// sets x to a text that is not empty.
func (w *walker) surely(name string, op syntax.ParExpOperator) bool {
	switch {
	case op != syntax.AlternateUnset && op != syntax.AlternateUnsetOrNull:
		return false
	case name == "#" || name == "?" || name == "$" || name == "0":
		return true
	case name == "-":
		return op == syntax.AlternateUnset || w.options.Lang != reader.POSIX
	}
	_, assigned := w.state.get(name)
	return !assigned && w.options.Lang != reader.POSIX && !w.state.full && neverEmpty(name)
}

// eitherOr adds a choice between a variable's value and the default. If the operator
// assigns, so does eitherOr.
func (e *expansion) eitherOr(p *syntax.ParamExp, v tree.Word, part tree.Part, quoted bool) {
	w := e.w
	word := tree.ValueOf(e.operandWord(p.Exp.Word, quoted))
	both := w.mix(p.Param.Value, v, word)
	if op := p.Exp.Op; op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull {
		w.listAssignment(p.Param.Value, word, w.lines.SpanOf(p))
		w.assign(p.Param.Value, both)
	}
	part.From, part.Empty, part.Values = both.Parts[0].From, both.Parts[0].Empty, both.Parts[0].Values
	chosen, ok := e.Choices.Pick(p, part.OneOf())
	if ok && !quoted && hasQuotes(p.Exp.Word) && tree.Contains(tree.Alternatives(word), chosen) {
		if ok = !tree.Contains(tree.Alternatives(v), chosen); ok {
			e.inPlace(p.Exp.Word, quoted)
			return
		}
		part.Values = nil // a value is split, and text in quotes is not
	}
	if ok {
		e.Value(chosen, quoted)
		return
	}
	e.Unknown(part, quoted)
}

// hasQuotes reports whether part of a word is quoted, by quotes or a backslash. Such a word is a
// word even if it is empty, and the quoted part is not split.
func hasQuotes(x *syntax.Word) bool {
	return x != nil && slices.ContainsFunc(x.Parts, func(p syntax.WordPart) bool {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		case *syntax.Lit:
			return strings.Contains(p.Value, `\`)
		}
		return false
	})
}

// inPlace reads the word of an alternative as if it stood alone: unquoted text is split
// like a value, quoted text is not.
func (e *expansion) inPlace(x *syntax.Word, quoted bool) {
	if x == nil {
		e.Open = e.Open || quoted
		return
	}
	if quoted && slices.ContainsFunc(x.Parts, isSingleQuotes) {
		e.inDoubleQuotes(x)
		return
	}
	for i, p := range x.Parts {
		lit, ok := p.(*syntax.Lit)
		switch {
		case !ok:
			e.part(p, quoted)
		case quoted:
			e.Literal(quote.Unescape(lit.Value, "$`\"\\}"), true)
		case i == 0 && strings.HasPrefix(lit.Value, "~"):
			e.tildes(lit.Value, true, false, i+1 < len(x.Parts))
		case e.w.options.Lang == reader.Zsh && e.w.effects.shopts&builtins.WordSplit == 0:
			e.escaped(lit.Value)
		default:
			e.splitText(lit.Value)
		}
	}
}

// splitText reads unquoted text that is split at blanks, except at escaped ones.
func (e *expansion) splitText(s string) {
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			i = len(s)
		}
		e.Value(tree.Text(s[:i]), false)
		if s = s[i:]; s != "" {
			e.Literal(s[1:2], true)
			s = s[2:]
		}
	}
}
