package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
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

// toConfirm is the rule behind what such profiles leave to a person.
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
		case confirmable(v):
			f.Rule = ask
		case plain(v) && !onceConfirmed(v.Name): // what find runs makes it no more than find
			continue
		}
		if !j.lifted(f) {
			j.put(f, f.Rule.Least)
		}
	}
}

// readOnly reports whether all invocations do nothing but read.
func readOnly(invs []*grammar.Invocation) bool {
	for v := range grammar.All(invs) {
		if !plain(v) {
			return false
		}
	}
	return true
}

// readers are the programs that change nothing as long as their effects are
// reads, by canonical name, with the subcommand after a slash. Programs that
// only run others are among them: what they run is looked at by itself.
const readers = "awk ls cat head tail grep echo printf pwd cd pushd wc sort uniq cut tr tac rev nl od paste join comm fold cmp diff md5sum base64 " +
	"du df stat readlink realpath seq uname whoami basename dirname test true false sleep type which find " +
	"nice ionice time timeout nohup stdbuf xargs bash sh dash mksh " +
	"git/status git/log git/diff git/show git/rev-parse git/ls-files git/ls-tree git/blame git/describe git/shortlog git/grep " +
	"git/cat-file git/merge-base git/rev-list git/stash/list git/stash/show git/reflog/show"

// runners are those among the readers that do nothing of their own.
const runners = "nice ionice time timeout nohup stdbuf xargs bash sh dash mksh"

// plain reports whether one invocation is read completely, is what its name
// says, and does nothing but read.
func plain(v *grammar.Invocation) bool {
	if !whole(v) || !reads(v) {
		return false
	}
	for i := range v.Effects {
		if !harmless(&v.Effects[i]) {
			return false
		}
	}
	return true
}

// whole reports whether an invocation is read completely and is what its name
// says.
func whole(v *grammar.Invocation) bool {
	name, known := v.Command.Program().Text()
	return known && !strings.Contains(name, "/") && v.Program != nil && v.Truth == parser.Yes &&
		!v.Open && !v.Away && v.Err == nil && !v.Command.Shadowed
}

// reads reports whether an invocation is of a program that only reads.
func reads(v *grammar.Invocation) bool {
	name := v.Name
	if v.Sub != "" {
		name += "/" + strings.ReplaceAll(v.Sub, " ", "/")
	}
	switch {
	case wordlist.Among(name, runners):
		return len(v.Nested) > 0
	case name == "printf" && v.Command.Args[min(1, len(v.Command.Args)-1)].Is("-v") != parser.No:
		return false // a subscript in the variable's name is evaluated
	case name == "git/branch" || name == "git/tag" || name == "git/remote" || name == "date":
		return len(v.Operands) == 0 && onlyLists(v)
	}
	return wordlist.Among(name, readers)
}

// onlyLists reports whether all options of an invocation only say what is
// shown.
func onlyLists(v *grammar.Invocation) bool {
	for i := range v.Options {
		if !wordlist.Among(v.Options[i].Name, "-a --all -r --remotes -v --verbose -l --list --show-current -u --utc --universal") {
			return false
		}
	}
	return true
}

// harmless reports whether an effect changes nothing: it reads, is code whose
// own effects are looked at, or writes to where everything may be written and
// nothing stays.
func harmless(e *grammar.Effect) bool {
	if e.Kind&^grammar.Reads == 0 || e.Kind == grammar.Evaluates && e.Followed {
		return true
	}
	text, known := e.Word.Text()
	return e.Kind == grammar.Writes && known && place.IsHarmless(text) && !strings.Contains(text, "/shm")
}

// confirmation is a program that a person may confirm where nothing but reading is allowed:
// without a suffix as long as it only reads, with one for a file of that name.
type confirmation struct{ name, suffix string }

var confirmables = [...]confirmation{{"find", ""}, {"python", ".py"}, {"node", ".js"}}

// confirmable reports whether an invocation is one that a person may confirm where
// nothing but reading is allowed.
func confirmable(v *grammar.Invocation) bool {
	for _, row := range confirmables {
		switch {
		case row.name != v.Name:
		case row.suffix == "":
			return plain(v) && len(v.Nested) == 0
		default:
			return runsFile(v, row.suffix)
		}
	}
	return false
}

// onceConfirmed reports whether a program that only reads is still left to a person.
func onceConfirmed(name string) bool {
	return slices.ContainsFunc(confirmables[:], func(row confirmation) bool { return row.name == name && row.suffix == "" })
}

// runsFile reports whether an invocation does no more than run a file whose name ends so.
func runsFile(v *grammar.Invocation, suffix string) bool {
	if !whole(v) || len(v.Options) > 0 || len(v.Operands) == 0 {
		return false
	}
	for i := range v.Effects {
		text, known := v.Effects[i].Word.Text()
		if v.Effects[i].At != nil || strings.HasPrefix(v.Effects[i].Name, "file:") {
			continue // it says what that file does, which the rules are about
		}
		if v.Effects[i].Kind != grammar.Runs|grammar.Reads || !known || !strings.HasSuffix(text, suffix) {
			return false
		}
	}
	return true
}
