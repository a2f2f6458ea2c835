package policy

import (
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// Policy is a profile with all layers merged into it. The zero Policy blocks everything that a
// rule finds, but has no rules; make one with [Load] or [Builtin].
type Policy struct {
	Profile string // the initial profile

	// Base is the built-in profile behind a user-defined one, and Description the text in its
	// file; otherwise both are empty.
	Base, Description string

	// Observe says that nothing is refused except to protect shimgen itself: refusals are only
	// recorded. Strict mode overrides it. See [Policy.Observing].
	Observe bool

	// Actions holds actions by class ("destructive"), by pack ("git.*") and by rule ("git.push").
	// Use [Policy.Action], which knows their order.
	Actions map[string]rules.Action

	// Inside holds the profile's actions by class for rules that act on this machine only. Use
	// [Policy.LocalAction], which knows when they apply.
	Inside map[rules.Class]rules.Action

	Rules       rules.Set // the built-in catalogue and the layers' own
	Paths       Paths
	Commands    Commands
	Network     Network
	Audit       Audit
	Sandbox     Sandbox
	Access      Access
	Credentials []Credential // by name, each once

	// Requests are lists of allowed requests to the hosts that they mention, in a sandbox with a
	// list of hosts. If several lists mention a host, all must allow the request.
	Requests [][]Request

	// MaxUpload is the maximal size of a request body in KiB; 0 means no limit.
	MaxUpload int64
	Limits    Limits

	// SafeOnly says that commands that are not known to be read-only are blocked.
	SafeOnly bool

	// ScriptsByName says that a shell opens its script by name, so that $0 is that name; the file
	// is compared with the judged text just before. Otherwise the shell gets the judged text as
	// an open file, and $0 is that file's name.
	ScriptsByName bool

	// ParseError is the action for source that cannot be parsed.
	ParseError rules.Action

	// Strict is strict mode. No layer sets it; the caller does.
	Strict bool

	// MaxRead and MaxWrite limit the size of a file that a path check allows to read or write, in
	// bytes; 0 means no limit.
	MaxRead, MaxWrite int64

	// Judging is the processor time for one decision; a command that takes more is blocked. It is
	// MaxJudging if no layer sets less.
	Judging time.Duration

	// AskTimeout is how long a question at a terminal waits before it counts as answered with no.
	AskTimeout time.Duration

	// Notices are one line for each setting that was ignored.
	Notices []string

	// Sources are the layers that were merged, weakest first.
	Sources []Source

	// Data for Cause.
	chosen  string // how the profile was
	setters map[string]setter
	origins map[string]origin // of what is no action
	locks   locks
	trashed map[string]bool // keys of Actions that say trash: their action is ask

	long longLists // of the layers; what is in them is in none of the lists above
}

// The default of Policy.AskTimeout, and its bounds. It is never unlimited: somebody who returns
// after a while would find a command waiting for any key.
const (
	DefaultAskTimeout = 5 * time.Minute
	MinAskTimeout     = time.Second
	MaxAskTimeout     = 24 * time.Hour
)

// Bounds of Policy.Judging: below the minimum, ordinary work would be blocked.
const (
	MinJudging = 50 * time.Millisecond
	MaxJudging = 2 * time.Second
)

// Paths are the user's own path entries, without long lists: see [Policy.BlockedPaths]. Allowed
// ones are exceptions and are checked first; blocked ones are added to the built-in places.
type Paths struct{ Blocked, Allowed []PathEntry }

// Commands are the user's own command entries, in the same order, without long lists: see
// [Policy.BlockedCommands].
type Commands struct{ Blocked, Allowed []CommandEntry }

// Audit says how much the audit trail holds.
type Audit struct {
	Level    gate.Level
	Required bool // a command that cannot be recorded must not run

	// KeepDays and KeepMiB bound the trail: older files are deleted, and the oldest files as long
	// as the total is larger. 0 means no bound.
	KeepDays, KeepMiB int
}

// The defaults for how much of the trail is kept.
const (
	DefaultKeepDays = 30
	DefaultKeepMiB  = 512
)

// Sandbox says whether commands are confined. The zero Sandbox is Required. It applies to
// commands that exec starts; a plain shim only mentions it in doctor.
type Sandbox uint8

// The settings.
const (
	// Required confines, or refuses.
	Required Sandbox = iota
	// Auto confines if this machine can, in a way that ordinary work does not notice: clients can
	// read their own keys. Otherwise commands run unconfined, with a notice.
	Auto
	// Unconfined does not confine.
	Unconfined
)

// sandboxWords are the names in policies, by setting.
var sandboxWords = [...]string{Required: "required", Auto: "auto", Unconfined: "none"}

// String returns the word that policies use: "required", "auto" or "none".
func (s Sandbox) String() string {
	if int(s) < len(sandboxWords) {
		return sandboxWords[s]
	}
	return sandboxWords[Required]
}

// Source is a layer that was merged into a policy.
type Source struct {
	Name    string
	Kind    LayerKind
	Trusted bool // a project's file that the user trusts
}

// Action returns the action for a rule's findings: that of its id, else of its pack, else of its
// class. The rule's own floor applies in every profile but open. The floor of strict mode applies
// in open too, since the user of that mode asks for more than the policy. A rule's mildness
// applies only if nobody chose an action for it.
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

// LocalAction returns the action for a rule's finding if everything it touches is certainly on
// this machine and outside the work directory. It is looser than Action only in a profile for
// throwaway machines, only if the rule acts on this machine alone, and only if no layer chose an
// action for the rule.
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

// EarlierAction returns the action for a rule's finding about data from an earlier request. It is
// that of Action, except that a profile's block becomes ask, since a person had time to look at
// the data.
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

// lookup is Action without the floor. A class without an action is blocked.
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

// keysOf returns the keys of Actions for a rule, the most specific first. A policy may still name
// the rule's former pack, which takes precedence: it was written before the rule moved. A former
// id is already replaced by the present one, see currentKey.
func keysOf(r *rules.Rule) [4]string {
	pack := packOf(r.ID)
	former := pack
	if r.Former != "" {
		former = packOf(r.Former)
	}
	return [4]string{r.ID, former, pack, string(r.Class)}
}

// currentKey converts a key of a file to a key of Actions: a former id of a built-in rule to its
// present one.
func currentKey(key string) string {
	if !strings.Contains(key, ".") || strings.HasSuffix(key, ".*") {
		return key
	}
	if r := builtin.Rules().Find(key); r != nil {
		return r.ID
	}
	return key
}

// packOf returns the key of a rule's pack: "git.*" for "git.push".
func packOf(id string) string {
	pack, _, _ := strings.Cut(id, ".")
	return pack + ".*"
}
