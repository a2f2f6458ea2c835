package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// LiteralText is a text that stands in the code. Where the code has holes, so may it.
func (r *Interp) LiteralText(s string) Value {
	if !r.placeholders || !strings.Contains(s, effect.Placeholder) {
		return Text(s)
	}
	return TemplateOf(effect.CodeTemplate(s))
}

// IsName reports whether an atom is nothing but such a name or number.
func (a Atom) IsName() bool { return a.Kind == Template && a.Text == effect.Placeholder }

// prefix is what an atom of text begins with for certain.
func (a Atom) prefix() string {
	if a.Kind != Template {
		return a.Text
	}
	known, _, _ := strings.Cut(a.Text, effect.Placeholder)
	return effect.UnescapeTemplate(known)
}

// asTemplate is the text of an atom as a sketch has it.
func (a Atom) asTemplate() string {
	if a.Kind == Template {
		return a.Text
	}
	return effect.EscapeTemplate(a.Text)
}

// concatTemplates is concat where one of the two is a sketch.
func (r *Interp) concatTemplates(x, y Atom) Value {
	fits := len(x.Text)+len(y.Text) <= MaxText && r.Spend(len(x.Text)+len(y.Text))
	if !fits {
		return Prefix(x.prefix())
	}
	return TemplateOf(x.asTemplate() + y.asTemplate())
}
