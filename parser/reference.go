package parser

import (
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// referred adds the value of the variable that ${!x} names (bash(1), Parameter Expansion). It
// returns false if x does not surely hold a plain name, and for a nameref, for which ${!x} is
// the name itself.
func (e *expansion) referred(p *syntax.ParamExp, part tree.Part, quoted bool) bool {
	bare := *p
	bare.Excl = false
	if n, ok := e.w.argumentCount(); ok && p.Excl && p.Param.Value == "#" && expand.IsPlain(&bare) && p.Exp == nil && n != "0" && e.w.options.Lang == reader.Bash {
		e.known(tree.ValueOf(e.w.argument(n)), part, quoted)
		return true
	}
	if !p.Excl || !expand.IsPlain(&bare) || p.Exp != nil || !tree.IsName(p.Param.Value) && !expand.IsNumber(p.Param.Value) || e.w.options.Lang != reader.Bash {
		return false
	}
	holder := e.w.lookup(p.Param.Value)
	if len(holder.Parts) == 1 && len(holder.Parts[0].Elements()) > 0 {
		holder = e.w.element(holder.Parts[0].Elements(), 0)
	}
	name, known := holder.Text()
	if !known {
		return e.possiblyReferred(p, holder, part, quoted)
	}
	if !tree.IsName(name) {
		return false
	}
	v := e.w.lookup(name)
	if len(v.Parts) == 1 && v.Parts[0].Elements() != nil {
		return false
	}
	e.known(v, part, quoted)
	return true
}

// possiblyReferred adds the value of one of the variables that ${!x} may name, or anything else. It returns false
// if none is known.
func (e *expansion) possiblyReferred(p *syntax.ParamExp, holder tree.Word, part tree.Part, quoted bool) bool {
	var texts []tree.Word
	for _, or := range tree.Alternatives(holder) {
		name, known := or.Text()
		if v := e.w.lookup(name); known && tree.IsName(name) && v.Known() && v.HasText() && !tree.Contains(texts, v) {
			texts = append(texts, v)
		}
	}
	if len(texts) == 0 {
		return false
	}
	e.possible(p, texts, part, quoted, func(v tree.Word) { e.Value(v, quoted) })
	return true
}
