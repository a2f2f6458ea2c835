package compile

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/rules"
)

// constraints are the restrictions that the rules impose on one syntax.
type constraints struct {
	found   bool            // a rule matches it with any options
	names   map[string]bool // options that a rule mentions
	words   bool            // a rule looks at the text of operands
	dash    bool            // a rule matches the operand "-"
	modes   bool            // a rule looks at file modes
	dashes  bool            // a rule matches operands after "--"
	unread  bool            // a rule matches unknown code
	most    int             // the number of operands that no rule counts; 0 means any number
	effects grammar.Kind    // effects that a rule matches even in harmless places
}

// about consults every rule that may apply to a subcommand. Options before the subcommand's name
// matter for the rules about all subcommands.
func (c *compiler) about(program, sub string, outer bool) constraints {
	o := constraints{names: map[string]bool{}}
	if wordlist.Among(program, spec.Askers) {
		for name := range wordlist.Each(spec.Asking) {
			o.names[name] = true
		}
	}
	for _, r := range slices.Concat(c.rules, c.layers[program]) {
		if r.Program != "" && !wordlist.Among(program, r.Program) || r.NoGrammar {
			continue // a program without a grammar is never clear
		}
		if outer {
			o.ask(r)
		}
		if r.Verbs != "" && sub != "" && rules.KnownVerb(r.Verbs, strings.ReplaceAll(sub, " ", "/")) {
			continue
		}
		if r.Sub == "" || spec.MatchSub(r.Sub, sub) {
			o.add(r)
		}
	}
	return o
}

// add takes one rule into account.
func (o *constraints) add(r live) {
	if r.OutputSent || r.OutputPosted {
		return // nobody is known to read what an argument vector alone prints or writes
	}
	o.ask(r)
	o.dash = o.dash || r.Count == 1 || slices.ContainsFunc(strings.Fields(r.Operand), func(pattern string) bool { return strings.Trim(pattern, "*?-") == "" })
	o.unread = o.unread || r.Class == rules.Opaque && r.Effect&grammar.Evaluates != 0 && r.Name == ""
	switch {
	case r.own:
		o.found = true
	case r.Any != "": // without these options it does not match
	case r.Effect != 0:
		o.effects |= beyond(r.Rule)
	case r.Mode != rules.AnyMode && r.Operand == "":
		o.modes = true
	case r.Operand != "":
		o.words = true
	case r.Dashes:
		o.dashes = true
	case r.Count == 1:
		o.words = true
	case r.Count > 1 && (o.most == 0 || o.most >= r.Count):
		o.most = r.Count - 1
	case r.Count > 1:
	default:
		o.found = true
	}
}

// ask records the options without which a rule does not match.
func (o *constraints) ask(r live) {
	for _, name := range rules.Options(r.Any) {
		o.names[name] = true
	}
}

// mentions reports whether a rule mentions one of an option's names.
func (o *constraints) mentions(names string) bool {
	for name := range strings.FieldsSeq(names) {
		if o.names[name] {
			return true
		}
	}
	return false
}

// Zones that exclude everything the gate calls harmless, by effect: see zones. All words of an
// argument vector are known, so that IfEmpty, UnknownDir, the zones of searches and Climbs cannot occur;
// and commands that run elsewhere are never clear.
const (
	farFromReads  = rules.Secret | rules.Blocked | rules.Own | rules.Disk | rules.IfEmpty | rules.Swept | rules.SweptOutside | rules.SweptHome | rules.SweptHere | rules.UnknownDir | rules.Climbs | rules.Remote | rules.RemoteSystem | rules.Personal
	farFromWrites = farFromReads | rules.Root | rules.Home | rules.Above | rules.SystemDir | rules.System | rules.Shared | rules.Persist | rules.Git | rules.History | rules.Outside | rules.HoldsPersist
)

// beyond returns the effects that a rule may match although the gate has checked the place.
func beyond(r *rules.Rule) grammar.Kind {
	var found grammar.Kind
	for _, e := range []struct {
		effect grammar.Kind
		far    rules.Zone
	}{
		{grammar.Reads, farFromReads},
		{grammar.Uploads, ^rules.Zone(0)}, // the gate clears no upload of a file, and text is in no zone
		{grammar.Writes, farFromWrites},
		{grammar.Changes, farFromWrites},
		{grammar.Deletes, farFromWrites | rules.Here},
		{grammar.Connects, rules.Foreign | rules.Metadata}, // the gate does not check host names and addresses
	} {
		if r.Tree && e.effect == grammar.Reads {
			e.far |= rules.Root | rules.Home // the gate clears no read of a tree that holds secrets
		}
		if r.Effect&e.effect != 0 && (r.Zone == 0 || r.Zone&^e.far != 0) {
			found |= e.effect
		}
	}
	if r.Effect&grammar.Evaluates != 0 && looksAtCode(r) {
		found |= grammar.Evaluates
	}
	if r.Value != "" && ofGit(r.Value) {
		found &^= grammar.Writes | grammar.Changes | grammar.Deletes // the gate calls nothing there harmless: see zones
	}
	if wordlist.Among("*://*", r.Not) {
		found &^= grammar.Connects // the gate's URLs all begin so
	}
	return found
}

// looksAtCode reports whether a rule about code may match a word that the gate reads: known text,
// in a language that the gate reads. Effects of the code itself do not count; they have names.
func looksAtCode(r *rules.Rule) bool {
	known := r.From == flow.Anywhere || r.From == flow.Text
	return known && r.Name == "" && (r.Lang == "" || wordlist.Among("sed", r.Lang) || wordlist.Among("awk", r.Lang))
}

// ofGit reports whether some patterns all match paths in a .git directory.
func ofGit(patterns string) bool {
	for p := range strings.FieldsSeq(patterns) {
		if !strings.Contains("/"+p, "/.git/") {
			return false
		}
	}
	return true
}
