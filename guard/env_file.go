package guard

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// zonesOf returns the zones of an effect. A .env file is no secret for a command that reads only what the
// request itself has written into it, or that only loads it into the shell.
func (j *judge) zonesOf(v *grammar.Invocation, e *grammar.Effect) (is, may rules.Zone) {
	is, may = j.zones.Zones(v, e)
	if (is|may)&rules.Secret == 0 || e.Kind&grammar.Reads == 0 || e.Kind&^(grammar.Reads|grammar.Uploads|grammar.Runs) != 0 || e.Away {
		return is, may
	}
	at, known := j.locate(v, e.Word)
	if name := path.Base(at); !known || name != ".env" && !strings.HasPrefix(name, ".env.") {
		return is, may
	}
	if j.holdsOwnText(v, at) || j.onlyLoads(v, at) {
		return is &^ rules.Secret, may &^ rules.Secret
	}
	return is, may
}

// holdsOwnText reports whether a file did not exist before the request, and holds only what stands in the
// request's text or in a project's template when an invocation reads it.
func (j *judge) holdsOwnText(v *grammar.Invocation, at string) bool {
	if _, err := j.machine.Files.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
		return false // a write to it may fail
	}
	x, written := j.writtenContent(v.Command, at)
	if !written {
		return j.isTemplateCopy(v, at)
	}
	whole := !x.Other && !x.Before && !x.After && len(x.Texts) > 0 && !slices.ContainsFunc(x.Texts, func(t parser.Word) bool { return !t.Known() })
	return whole && x.By != nil && !j.isChangedBetween(x.By, v, func(u *grammar.Invocation) bool { return j.mayChange(u, at) })
}

// mayChange reports whether an invocation may change a file, in a way that its words need not show.
func (j *judge) mayChange(u *grammar.Invocation, at string) bool {
	return u.HasTrait(spec.GitConfig) || j.mayWrite(u, at) || slices.ContainsFunc(u.Effects, func(e grammar.Effect) bool { return e.Amends })
}

// isTemplateCopy reports whether an invocation reads a file to which nothing in the request writes but
// commands that copy a template there, which is no secret: cp .env.example .env.
func (j *judge) isTemplateCopy(v *grammar.Invocation, at string) bool {
	copied := false
	for u := range grammar.All(j.Invocations) {
		switch {
		case u == v:
			return copied
		case j.copiesTemplate(u, at):
			copied = true
		case j.mayChange(u, at):
			return false
		}
	}
	return false
}

// copiesTemplate reports whether an invocation copies one template over a file.
func (j *judge) copiesTemplate(u *grammar.Invocation, at string) bool {
	if u.Name != "cp" || u.Open || len(u.Operands) != 2 || u.Command.Shadowed {
		return false
	}
	read := grammar.Effect{Kind: grammar.Reads, Word: u.Operands[0].Word}
	from, known := j.locate(u, read.Word)
	to, placed := j.locate(u, u.Operands[1].Word)
	is, may := j.zones.Zones(u, &read)
	return known && placed && to == at && strings.HasPrefix(path.Base(from), ".env.") && (is|may)&rules.Secret == 0
}

// onlyLoads reports whether an invocation reads a file in the work directory into the shell, and the request
// neither writes to the file nor prints a variable: it has no unknown words, and no code in its words.
func (j *judge) onlyLoads(v *grammar.Invocation, at string) bool {
	if v.Name != "source" || v.Command.Outer != nil || !j.zones.IsInside(at) {
		return false
	}
	if _, written := j.writtenContent(v.Command, at); written {
		return false // its own commands may print
	}
	before := true
	for u := range grammar.All(j.Invocations) {
		switch {
		case u == v:
			before = false
		case before && j.mayChange(u, at), mayPrintVariables(u):
			return false
		}
	}
	return true
}

// traces reports whether set(1) makes the shell print what it reads or runs.
func traces(u *grammar.Invocation) bool {
	for _, w := range u.Command.Args[1:] {
		text, known := w.Text()
		if !known || wordlist.Among(text, "xtrace verbose") || strings.HasPrefix(text, "-") && strings.ContainsAny(text, "xv") {
			return true
		}
	}
	return false
}

// Commands that print variables: always, unless they get a command, and unless they get a name.
const (
	printers    = "printenv compgen history fc envsubst trap alias"
	environment = "env sudo"
	declarers   = "export declare typeset local readonly"
)

// mayPrintVariables reports whether a command may print the value of a variable, or make the shell print
// what it runs.
func mayPrintVariables(u *grammar.Invocation) bool {
	c := u.Command
	unknown := func(w parser.Word) bool { return !w.Known() }
	switch {
	case u.Name == "set" && (len(c.Args) == 1 || traces(u)), wordlist.Among(u.Name, printers), wordlist.Among(u.Name, environment) && len(u.Nested) == 0:
		return true
	case wordlist.Among(u.Name, declarers) && len(c.Assigns) == 0 && !declares(c.Args[1:]):
		return true
	case slices.ContainsFunc(c.Args, unknown), c.Stdin.Kind == parser.FromText && !c.Stdin.Word.Known():
		return true
	case slices.ContainsFunc(c.Assigns, func(a parser.Assign) bool { return !a.Value.Known() }), slices.ContainsFunc(c.Redirects, func(r parser.Redirect) bool { return !r.Target.Known() }):
		return true
	}
	return slices.ContainsFunc(u.Effects, func(e grammar.Effect) bool {
		return e.Kind&grammar.Evaluates != 0 && !e.IsOpaque(grammar.UnreadFile)
	})
}

// declares reports whether the words of a declaration name a variable and do not ask for its value.
func declares(args []parser.Word) bool {
	named := false
	for _, w := range args {
		text := w.Prefix()
		if strings.HasPrefix(text, "-") && strings.Contains(text, "p") {
			return false
		}
		named = named || !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "+")
	}
	return named
}
