package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// LiteralText returns a literal of the code: a template if it contains placeholders.
func (r *Interp) LiteralText(s string) Value {
	if !r.placeholders || !strings.Contains(s, effect.Placeholder) {
		return Text(s)
	}
	return TemplateOf(effect.CodeTemplate(s))
}

// Temporary returns the path of a temporary file or directory that code makes, with the end of its name. Its
// name is unknown, but the same wherever the code uses it.
func Temporary(end Value) Value {
	out := TemplateOf("/tmp/tmp" + effect.Placeholder)
	if len(end) == 1 && end[0].Kind == Constant && !strings.Contains(end[0].Text, "/") {
		return TemplateOf(out[0].Text + effect.EscapeTemplate(end[0].Text))
	}
	return out
}

// IsName reports whether an atom is just one unknown name or number, as from a list of a
// directory.
func (a Atom) IsName() bool { return a.Kind == Template && a.Text == effect.Placeholder }

// prefix returns the certain beginning of a text.
func (a Atom) prefix() string {
	if a.Kind != Template {
		return a.Text
	}
	known, _, _ := strings.Cut(a.Text, effect.Placeholder)
	return effect.UnescapeTemplate(known)
}

// asTemplate returns an atom's text, escaped for a template.
func (a Atom) asTemplate() string {
	if a.Kind == Template {
		return a.Text
	}
	return effect.EscapeTemplate(a.Text)
}

// concatTemplates concatenates two atoms, one of which is a template.
func (r *Interp) concatTemplates(x, y Atom) Value {
	fits := len(x.Text)+len(y.Text) <= MaxText && r.Spend(len(x.Text)+len(y.Text))
	if !fits {
		return Prefix(x.prefix())
	}
	return TemplateOf(x.asTemplate() + y.asTemplate())
}
