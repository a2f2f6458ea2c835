package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// toldByVariables adds the options in variables that the source sets, before the command or by
// export, to those in its words: TAR_OPTIONS=--remove-files tar acts like tar --remove-files. It
// ignores the caller's variables.
func (r *reader) toldByVariables() {
	env := r.cmd.Environment()
	for _, name := range env.Names() {
		if value, _ := env.Value(name); !r.isAssigned(name) {
			r.toldBy(name, value)
		}
	}
	for _, a := range r.cmd.Assigns {
		if !a.Append {
			r.toldBy(a.Name, a.Value)
		}
	}
}

// isAssigned reports whether a variable is set before the command itself.
func (r *reader) isAssigned(name string) bool {
	for i := range r.cmd.Assigns {
		if r.cmd.Assigns[i].Name == name {
			return true
		}
	}
	return false
}

// toldBy adds the options that one variable gives.
func (r *reader) toldBy(name string, value parser.Word) {
	whole := &r.inv.Program.Syntax
	if value.Is("") == parser.Yes {
		return
	}
	if wordlist.Among(name, whole.Held) {
		r.heldOptions(name, value)
		return
	}
	opt, full, _ := r.syntax.Long("$" + name)
	if opt == nil { // or it sets an option before the subcommand
		opt, full, _ = whole.Long("$" + name)
	}
	for family := range wordlist.Each(whole.Named) {
		if stem := strings.TrimSuffix(family, "*"); opt == nil && len(name) > len(stem) && strings.HasPrefix(name, stem) {
			long := strings.ToLower(strings.ReplaceAll(name[len(stem):], "_", "-"))
			opt, full, _ = r.syntax.Long("--" + long)
		}
	}
	if opt == nil || opt.Arg == spec.None && isOff(value) {
		return
	}
	g := OptionUse{Option: opt, Name: full, Truth: parser.Yes, Variable: name}
	if opt.Arg != spec.None {
		g.Value = value
	}
	r.inv.add(g)
}

// heldOptions adds the options that a variable contains as words. Unknown parts are left to the
// rules about the variable.
func (r *reader) heldOptions(name string, value parser.Word) {
	text, known := value.Text()
	if !known {
		return
	}
	from, inner := len(r.inv.Options), scanner{inv: r.inv, syntax: r.syntax, words: fields(text), truth: parser.Yes}
	inner.sort()
	for i := range r.inv.Options[from:] {
		r.inv.Options[from+i].Variable = name
	}
}

// isOff reports whether a variable switches its option off: a "no" as Python's and Go's flags spell it.
func isOff(value parser.Word) bool {
	text, known := value.Text()
	return known && wordlist.Among(strings.ToLower(text), "0 false no off n f")
}
