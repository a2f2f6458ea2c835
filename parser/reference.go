package parser

import "mvdan.cc/sh/v3/syntax"

// referred adds the value of the variable that ${!x} names (bash(1), Parameter
// Expansion). It reports false where x does not hold a plain name for certain,
// and for a nameref, of which ${!x} is the name.
func (e *expansion) referred(p *syntax.ParamExp, part Part, quoted bool) bool {
	bare := *p
	bare.Excl = false
	if n, ok := e.w.counted(); ok && p.Excl && p.Param.Value == "#" && plainly(&bare) && p.Exp == nil && n != "0" && e.w.options.Lang == Bash {
		e.known(value(e.w.argument(n)), part, quoted)
		return true
	}
	if !p.Excl || !plainly(&bare) || p.Exp != nil || !isName(p.Param.Value) || e.w.options.Lang != Bash {
		return false
	}
	name, known := e.w.lookup(p.Param.Value).Text()
	if !known || !isName(name) {
		return false
	}
	v := e.w.lookup(name)
	if len(v.Parts) == 1 && v.Parts[0].elems() != nil {
		return false
	}
	e.known(v, part, quoted)
	return true
}
