package expand

import (
	"mvdan.cc/sh/v3/syntax"
)

// IsPlain reports whether an expansion gives the whole value of one variable, possibly with an
// alternative.
func IsPlain(p *syntax.ParamExp) bool {
	return p.Flags == nil && !p.Excl && !p.Length && !p.Width && !p.IsSet &&
		p.Split == syntax.OptUnset && p.GlobSubst == syntax.OptUnset && p.RcExpand == syntax.OptUnset &&
		p.NestedParam == nil && p.Index == nil && len(p.Modifiers) == 0 && p.Slice == nil && p.Repl == nil && p.Names == 0
}

// IsAlternative reports whether an operator may replace the value by its word.
func IsAlternative(op syntax.ParExpOperator) bool {
	return op >= syntax.AlternateUnset && op <= syntax.AssignUnsetOrNull
}

// IsNumber reports whether a parameter is positional.
func IsNumber(name string) bool {
	for i := range len(name) {
		if name[i] < '0' || name[i] > '9' {
			return false
		}
	}
	return name != "0"
}
