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
	if !p.Excl || !expand.IsPlain(&bare) || p.Exp != nil || !tree.IsName(p.Param.Value) || e.w.options.Lang != reader.Bash {
		return false
	}
	name, known := e.w.lookup(p.Param.Value).Text()
	if !known || !tree.IsName(name) {
		return false
	}
	v := e.w.lookup(name)
	if len(v.Parts) == 1 && v.Parts[0].Elements() != nil {
		return false
	}
	e.known(v, part, quoted)
	return true
}
