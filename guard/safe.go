package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// notListed is the rule behind profiles that allow nothing but reading.
func notListed() *rules.Rule {
	return &rules.Rule{
		ID: "safe.unlisted", Class: rules.Hygiene, Floored: true, Least: rules.Block,
		Reason: "is not known to be read-only, and this profile allows nothing else",
		Hint:   "use a read-only command, or ask the user",
	}
}

// toConfirm is the rule for commands that such profiles allow if a person confirms them.
func toConfirm() *rules.Rule {
	return &rules.Rule{
		ID: "safe.confirm", Class: rules.Hygiene, Floored: true, Least: rules.Ask,
		Reason: "is allowed by this profile only once a person has confirmed it",
		Hint:   "ask the user",
	}
}

// unlisted adds a finding for each command that is not known to be read-only.
func (j *judge) unlisted(invs []*grammar.Invocation) {
	block, ask := notListed(), toConfirm()
	for v := range grammar.All(invs) {
		f := rules.Finding{Rule: block, Truth: parser.Yes, Invocation: v}
		switch {
		case isConfirmable(v):
			f.Rule = ask
		case isPlainRead(v) && !needsConfirmation(v.Name): // what find runs is a nested invocation, judged by itself
			continue
		}
		if !j.isLifted(f) {
			j.put(f, f.Rule.Least)
		}
	}
}

// readOnly reports whether all invocations do nothing but read.
func readOnly(invs []*grammar.Invocation) bool {
	for v := range grammar.All(invs) {
		if !isPlainRead(v) {
			return false
		}
	}
	return true
}

// isPlainRead reports whether an invocation is read completely, is the program of its name, and only
// reads.
func isPlainRead(v *grammar.Invocation) bool {
	if !isFullyRead(v) {
		return false
	}
	for i := range v.Effects {
		if !isHarmless(&v.Effects[i]) {
			return false
		}
	}
	return isReader(v)
}

// isFullyRead reports whether an invocation is read completely and is the program of its name.
func isFullyRead(v *grammar.Invocation) bool {
	name, known := v.Command.Program().Text()
	return known && !strings.Contains(name, "/") && v.Program != nil && v.Truth == parser.Yes &&
		!v.Open && !v.Away && v.Err == nil && !v.Command.Shadowed
}

// isReader reports whether an invocation is one of a program that only reads.
func isReader(v *grammar.Invocation) bool {
	name := v.Name
	if v.Sub != "" {
		name += "/" + strings.ReplaceAll(v.Sub, " ", "/")
	}
	switch {
	case !family.Readers.Has(name):
		return family.Listers.Has(name) && len(v.Operands) == 0 && onlyLists(v)
	case family.Launchers.Has(name): // they are among the Readers
		return len(v.Nested) > 0
	}
	return name != "printf" || v.Command.Args[min(1, len(v.Command.Args)-1)].Is("-v") == parser.No // a subscript in the variable's name is evaluated
}

// onlyLists reports whether all options of an invocation only select what it prints.
func onlyLists(v *grammar.Invocation) bool {
	for i := range v.Options {
		if !wordlist.Among(v.Options[i].Name, "-a --all -r --remotes -v --verbose -l --list --show-current -u --utc --universal") {
			return false
		}
	}
	return true
}

// isHarmless reports whether an effect changes nothing: it reads, is code whose own effects are
// judged, or writes where anything may be written and nothing stays.
func isHarmless(e *grammar.Effect) bool {
	if e.Kind&^grammar.Reads == 0 || e.Kind == grammar.Evaluates && e.Followed {
		return true
	}
	text, known := e.Word.Text()
	return e.Kind == grammar.Writes && known && place.IsHarmless(text) && !strings.Contains(text, "/shm")
}

// confirmation is a program that a person may confirm where the profile allows only reading:
// without a suffix if it only reads, with one if it runs a file of that suffix.
type confirmation struct{ name, suffix string }

var confirmables = [...]confirmation{{"find", ""}, {"python", ".py"}, {"node", ".js"}}

// isConfirmable reports whether a person may confirm an invocation where the profile allows only
// reading.
func isConfirmable(v *grammar.Invocation) bool {
	for _, row := range confirmables {
		switch {
		case row.name != v.Name:
		case row.suffix == "":
			return isPlainRead(v) && len(v.Nested) == 0
		default:
			return runsFile(v, row.suffix)
		}
	}
	return false
}

// needsConfirmation reports whether a program needs a person's yes although it only reads.
func needsConfirmation(name string) bool {
	return slices.ContainsFunc(confirmables[:], func(row confirmation) bool { return row.name == name && row.suffix == "" })
}

// runsFile reports whether an invocation does no more than run a file with that suffix.
func runsFile(v *grammar.Invocation, suffix string) bool {
	if !isFullyRead(v) || len(v.Options) > 0 || len(v.Operands) == 0 {
		return false
	}
	for i := range v.Effects {
		text, known := v.Effects[i].Word.Text()
		if v.Effects[i].At != nil || v.Effects[i].IsOpaque(grammar.UnreadFile) {
			continue // a consequence of running that file, which the rules judge
		}
		if v.Effects[i].Kind != grammar.Runs|grammar.Reads || !known || !strings.HasSuffix(text, suffix) {
			return false
		}
	}
	return true
}
