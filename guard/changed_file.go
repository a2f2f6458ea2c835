package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// unreadFile is the rule about running a file that cannot be read beforehand.
const unreadFile = "run.unread-file"

// UnreadFileAction returns a policy's action for running a file that cannot be read beforehand.
func UnreadFileAction(p *policy.Policy) rules.Action {
	r := p.Rules.Find(unreadFile)
	if r == nil {
		return rules.Block
	}
	return p.Action(r)
}

// mayHaveChanged reports whether a command between by, which wrote the file, and v may have written it
// too. If by is nil, it looks from the beginning.
func (j *judge) mayHaveChanged(by *parser.Command, v *grammar.Invocation, at string) bool {
	if UnreadFileAction(j.policy) == rules.Allow {
		return false // the policy allows unread files anyway
	}
	return j.isChangedBetween(by, v, func(u *grammar.Invocation) bool { return j.writesNamed(u, at) })
}

// isChangedBetween reports whether one of the commands between by and v changes a file, as changes tells.
func (j *judge) isChangedBetween(by *parser.Command, v *grammar.Invocation, changes func(*grammar.Invocation) bool) bool {
	around := map[*parser.Word]bool{} // the commands that run v, some of them copies: compared by their first word
	for c := v.Command; c != nil; c = c.Outer {
		if len(c.Args) > 0 {
			around[&c.Args[0]] = true
		}
	}
	after := by == nil
	for u := range grammar.All(j.Invocations) {
		switch {
		case u == v:
			return !after
		case !after:
			after = u.Command == by
		case len(u.Command.Args) > 0 && around[&u.Command.Args[0]]:
		case changes(u):
			return true
		}
	}
	return !after
}

// mayWrite reports whether an invocation may change a file.
func (j *judge) mayWrite(u *grammar.Invocation, at string) bool {
	if len(u.Command.Args) > 0 && (u.Program == nil || u.Command.Shadowed) {
		return true
	}
	return slices.ContainsFunc(u.Effects, func(e grammar.Effect) bool {
		return e.Kind&(grammar.Evaluates|grammar.Runs|grammar.Manages) != 0
	}) || j.writesNamed(u, at)
}

// writesNamed reports whether an invocation may change a file that its words name. Code that it runs
// here may change any file, but also do by itself what that file could do: it is judged where it
// runs, and what it is known to do is among the invocations. Code in a container or a sandbox could not:
// it may change any file.
func (j *judge) writesNamed(u *grammar.Invocation, at string) bool {
	if u.Away || family.Confiners.Has(u.Name) {
		return true
	}
	if !family.PackageManagers.Has(u.Name) && slices.ContainsFunc(u.Effects, func(e grammar.Effect) bool { return e.Kind&grammar.Manages != 0 }) {
		return true
	}
	if u.Program == nil && len(u.Command.Args) > 0 {
		return u.Command.Stdin.Kind != parser.Inherited || slices.ContainsFunc(u.Command.Args[1:], func(w parser.Word) bool {
			return j.mayContain(u, w, at)
		})
	}
	return slices.ContainsFunc(u.Effects, func(e grammar.Effect) bool {
		return e.Kind&(grammar.Writes|grammar.Deletes) != 0 && !e.Amends && !u.IsArrival(&e) && j.mayContain(u, e.Word, at) // else what is there now is read, as the best guess
	})
}

// mayContain reports whether a word may name a file or a directory around it, alone or as the value
// of an option.
func (j *judge) mayContain(u *grammar.Invocation, w parser.Word, at string) bool {
	if text, known := w.Text(); known && strings.HasPrefix(text, "-") {
		_, value, _ := strings.Cut(text, "=")
		w = parser.Text(value)
		if value == "" {
			return false
		}
	}
	p, known := j.locate(u, w)
	return !known || pathname.In(at, p)
}
