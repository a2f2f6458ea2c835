package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// LiteralText is a text that stands in the code: a template, where the code has placeholders in it.
func (r *Interp) LiteralText(s string) Value {
	if !r.placeholders || !strings.Contains(s, effect.Placeholder) {
		return Text(s)
	}
	return TemplateOf(effect.CodeTemplate(s))
}

// IsName tells whether an atom is nothing but a name or number that is not known, as one that a
// directory holds.
func (a Atom) IsName() bool { return a.Kind == Template && a.Text == effect.Placeholder }

// prefix is what an atom of text begins with for certain.
func (a Atom) prefix() string {
	if a.Kind != Template {
		return a.Text
	}
	known, _, _ := strings.Cut(a.Text, effect.Placeholder)
	return effect.UnescapeTemplate(known)
}

// asTemplate is the text of an atom, escaped as in a template.
func (a Atom) asTemplate() string {
	if a.Kind == Template {
		return a.Text
	}
	return effect.EscapeTemplate(a.Text)
}

// concatTemplates concatenates two atoms of which one is a template.
func (r *Interp) concatTemplates(x, y Atom) Value {
	fits := len(x.Text)+len(y.Text) <= MaxText && r.Spend(len(x.Text)+len(y.Text))
	if !fits {
		return Prefix(x.prefix())
	}
	return TemplateOf(x.asTemplate() + y.asTemplate())
}
