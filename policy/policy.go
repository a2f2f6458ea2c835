package policy

import (
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/catalogue"
)

// Policy is a profile with every layer merged into it. The zero Policy blocks
// everything that a rule finds, but has no rules; make one with [Load] or
// [Builtin].
type Policy struct {
	Profile string // the profile it began with

	// Base is the built-in profile that one of the user's own began with, and
	// Description what its file says of it; else both are empty.
	Base, Description string

	// Observe says that nothing is refused but what protects shimgen itself: what would have
	// been is recorded. Strict mode is stronger. See [Policy.Observing].
	Observe bool

	// Actions holds actions by class ("destructive"), by pack ("git.*") and
	// by rule ("git.push"). Ask [Policy.Action], which knows their order.
	Actions map[string]rules.Action

	// Inside holds the profile's actions by class for rules that act on this machine
	// alone. Ask [Policy.LocalAction], which knows when they hold.
	Inside map[rules.Class]rules.Action

	Rules       rules.Set // the built-in catalogue and the layers' own
	Paths       Paths
	Commands    Commands
	Network     Network
	Audit       Audit
	Sandbox     Sandbox
	Reach       Reach
	Credentials []Credential // by name, each once

	// Requests are lists of the requests that may be made to the hosts that they speak of, in
	// a sandbox with a list of hosts. Where several speak of a host, all must allow it.
	Requests [][]Request

	// MaxUpload is how many KiB the body of a request may have; 0 is any number.
	MaxUpload int64
	Limits    Limits

	// SafeOnly says that what is not known to be read-only is blocked.
	SafeOnly bool

	// ScriptsByName says that a shell opens the script it was given by its name,
	// so that $0 is that name; what was judged is compared right before. Else
	// the shell gets what was judged as an open file, and $0 is that file's.
	ScriptsByName bool

	// ParseError is the action for source that cannot be parsed.
	ParseError rules.Action

	// Strict is strict mode. No layer sets it; the caller does.
	Strict bool

	// MaxRead and MaxWrite limit one file that a path check allows to be read
	// or written, in bytes; 0 is no limit.
	MaxRead, MaxWrite int64

	// Judging is how much processor time one decision may take; what takes more is
	// blocked. It is MaxJudging where no layer says less.
	Judging time.Duration

	// AskTimeout is how long a question at a terminal waits before it counts as answered with no.
	AskTimeout time.Duration

	// Notices are one line for each setting that was ignored.
	Notices []string

	// Sources are the layers that took part, weakest first.
	Sources []Source

	// What Cause tells.
	chosen  string // how the profile was
	setters map[string]setter
	origins map[string]origin // of what is no action
	locks   locks
	trashed map[string]bool // keys of Actions that say trash: their action is ask

	long longLists // of the layers; what is in them is in none of the lists above
}

// Policy.AskTimeout where no layer says anything, and its bounds. It never is without end: who
// went away would find a command waiting for any key.
const (
	DefaultAskTimeout = 5 * time.Minute
	MinAskTimeout     = time.Second
	MaxAskTimeout     = 24 * time.Hour
)

// The bounds of Policy.Judging: less than the least would block ordinary work.
const (
	MinJudging = 50 * time.Millisecond
	MaxJudging = 2 * time.Second
)

// Paths are the user's own words about paths, as far as they are on no long list: see
// [Policy.BlockedPaths]. Allowed ones are exceptions and
// are looked at first; blocked ones are added to the built-in places.
type Paths struct{ Blocked, Allowed []PathEntry }

// Commands are the user's own words about commands, in the same order, as far as they
// are on no long list: see [Policy.BlockedCommands].
type Commands struct{ Blocked, Allowed []CommandEntry }

// Audit says how much the audit trail holds.
type Audit struct {
	Level    gate.Level
	Required bool // what cannot be recorded must not run

	// KeepDays and KeepMiB bound the trail: files of older days go, and the oldest
	// while all are larger together. 0 is no bound.
	KeepDays, KeepMiB int
}

// What is kept of the trail unless a policy says otherwise.
const (
	DefaultKeepDays = 30
	DefaultKeepMiB  = 512
)

// Sandbox says whether commands are to be confined. The zero Sandbox is
// Required. It holds for what exec starts; a bare shim only says so in doctor.
type Sandbox uint8

// The settings.
const (
	// Required confines, or refuses.
	Required Sandbox = iota
	// Auto confines where this machine can, in a way that ordinary work does not notice:
	// the keys that clients have for themselves stay readable. Where it cannot, what is
	// started is not confined, and that is said.
	Auto
	// Unconfined does not confine.
	Unconfined
)

// sandboxWords are the words that policies use, by setting.
var sandboxWords = [...]string{Required: "required", Auto: "auto", Unconfined: "none"}

// String returns the word that policies use: "required", "auto" or "none".
func (s Sandbox) String() string {
	if int(s) < len(sandboxWords) {
		return sandboxWords[s]
	}
	return sandboxWords[Required]
}

// Source is a layer that took part in a policy.
type Source struct {
	Name    string
	Kind    LayerKind
	Trusted bool // a project's file that the user trusts
}

// Action returns what is to be done about a finding of a rule: the action of
// its id, else of its pack, else of its class. The rule's own floor holds in
// every profile but open, and that of strict mode in open too, for who sets the mode
// asks for more than the policy; that it is mild holds as long as nobody chose an
// action for it.
func (p *Policy) Action(r *rules.Rule) rules.Action {
	action := p.lookup(r)
	if r.Floored && (p.Profile != Open || r.Strict) {
		action = min(action, r.Least)
	}
	if r.Mild && action == rules.Ask && !p.chose(r) {
		return rules.Warn
	}
	return action
}

// LocalAction returns what is to be done about a finding of a rule, as Action does, where
// all that it touches is surely on this machine and outside the work directory. It
// is looser only in a profile for throwaway machines, only if the rule acts on this
// machine alone, and only as long as no layer chose an action for the rule.
func (p *Policy) LocalAction(r *rules.Rule) rules.Action {
	action := p.Action(r)
	looser, ok := p.Inside[r.Class]
	if !ok || !r.Local || p.chose(r) {
		return action
	}
	if r.Floored {
		looser = min(looser, r.Least)
	}
	return max(action, looser)
}

// EarlierAction returns what is to be done about a finding of a rule where what it is about
// came by an earlier request: as Action says, but a profile's block is asked, for a person
// had time to look at it.
func (p *Policy) EarlierAction(r *rules.Rule) rules.Action {
	action := p.Action(r)
	if p.chose(r) || r.Floored {
		return action
	}
	return max(action, rules.Ask)
}

// chose reports whether a layer above the profile gave a rule its action.
func (p *Policy) chose(r *rules.Rule) bool {
	for _, key := range keysOf(r) {
		if _, said := p.setters[key]; said {
			return true
		}
	}
	return false
}

// lookup is Action without the floor. A class that nobody named is blocked.
func (p *Policy) lookup(r *rules.Rule) rules.Action {
	if action, ok := p.Actions[r.ID]; ok {
		return action
	}
	var room [64]byte
	for _, id := range [...]string{r.Former, r.ID} { // as keysOf has them, which makes the texts
		pack, _, _ := strings.Cut(id, ".")
		if id == "" {
			continue
		}
		if action, ok := p.Actions[string(append(append(room[:0], pack...), ".*"...))]; ok {
			return action
		}
	}
	if action, ok := p.Actions[string(r.Class)]; ok {
		return action
	}
	return rules.Block
}

// keysOf returns the keys of Actions that speak of a rule, the most specific
// first. A policy may still name the pack that the rule was in before, and what it
// says of that comes first: it was written before the rule was in this one. The
// former id is the id once the policy is read, see currentKey.
func keysOf(r *rules.Rule) [4]string {
	pack := packOf(r.ID)
	former := pack
	if r.Former != "" {
		former = packOf(r.Former)
	}
	return [4]string{r.ID, former, pack, string(r.Class)}
}

// currentKey returns the key of Actions that a key of a file means: the id that
// a built-in rule has now for one that it had before.
func currentKey(key string) string {
	if !strings.Contains(key, ".") || strings.HasSuffix(key, ".*") {
		return key
	}
	if r := catalogue.Builtin().Find(key); r != nil {
		return r.ID
	}
	return key
}

// packOf returns the key of a rule's pack: "git.*" for "git.push".
func packOf(id string) string {
	pack, _, _ := strings.Cut(id, ".")
	return pack + ".*"
}
