package guard

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// zonesOf returns the zones of an effect. A .env file is no secret for a command that reads only what the
// request itself has written into it, that only loads it into the environment, or that prints only the
// names in it.
func (j *judge) zonesOf(v *grammar.Invocation, e *grammar.Effect) (is, may rules.Zone) {
	is, may = j.zones.Zones(v, e)
	if (is|may)&rules.Secret == 0 || e.Kind&grammar.Reads == 0 || e.Kind&^(grammar.Reads|grammar.Uploads|grammar.Runs) != 0 || e.Away {
		return is, may
	}
	at, known := j.locate(v, e.Word)
	if name := path.Base(at); !known || name != ".env" && !strings.HasPrefix(name, ".env.") {
		return is, may
	}
	if j.showsNames(v, maxFilters) || j.holdsOwnText(v, at) || j.onlyLoads(v, at) {
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
