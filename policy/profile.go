package policy

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// The names of the built-in profiles, loosest first.
const (
	Open      = "open"
	Container = "container"
	Cautious  = "cautious"
	Guarded   = "guarded"
	Paranoid  = "paranoid"
)

// Default is the profile that applies if nobody chose one.
const Default = Cautious

// self is the key of the rules for this tool's own files and verbs.
const self = "self.*"

// columns are the profiles in the order of the table below, loosest first: no action in a row is
// looser than the one before.
var columns = [...]string{Open, Container, Cautious, Guarded, Paranoid}

// The actions by their initials, to keep the table narrow.
const (
	a = rules.Allow
	w = rules.Warn
	q = rules.Ask
	b = rules.Block
)

// table has the action of each profile for each class, and for the pack of rules that protect the
// tool itself.
var table = [...]struct {
	key     string
	actions [len(columns)]rules.Action
}{
	//                             open container cautious guarded paranoid
	{string(rules.Catastrophic), [...]rules.Action{a, b, b, b, b}},
	{string(rules.Destructive), [...]rules.Action{a, q, q, b, b}},
	{string(rules.Secrets), [...]rules.Action{a, b, b, b, b}},
	{string(rules.RemoteCode), [...]rules.Action{a, b, b, b, b}},
	{string(rules.SystemWrite), [...]rules.Action{a, b, b, b, b}},
	{string(rules.SharedWrite), [...]rules.Action{a, q, q, b, b}},
	{string(rules.Persistence), [...]rules.Action{a, q, q, b, b}},
	{string(rules.Escape), [...]rules.Action{a, q, q, b, b}},
	{self, [...]rules.Action{a, b, b, b, b}},
	{string(rules.Privilege), [...]rules.Action{a, w, w, b, b}},
	{string(rules.Exposure), [...]rules.Action{a, q, q, b, b}},
	{string(rules.Network), [...]rules.Action{a, a, a, q, b}},
	{string(rules.OutsideWrite), [...]rules.Action{a, w, w, q, b}},
	{string(rules.Opaque), [...]rules.Action{a, a, a, q, b}},
	{string(rules.Device), [...]rules.Action{a, q, q, b, b}},
	{string(rules.Covert), [...]rules.Action{a, a, a, b, b}},
	{string(rules.Hygiene), [...]rules.Action{a, w, w, w, b}},
}

// inside has the actions of the profile container for rules that act on this machine only, see
// [Policy.LocalAction]: the content of a container may change, since it vanishes with the
// container.
var inside = [...]struct {
	class  rules.Class
	action rules.Action
}{
	{rules.Destructive, w},
	{rules.SystemWrite, w},
	{rules.SharedWrite, a},
	{rules.Persistence, w},
	{rules.Privilege, a},
	{rules.Exposure, w},
	{rules.OutsideWrite, a},
}

// ForContainer returns a hint for a person who works in a container of a manager ("docker",
// "podman" …) under the default profile; "" if there is no manager. The profile is never switched
// automatically: only a person knows whether the container is thrown away, and which of the
// host's directories are mounted in it.
func ForContainer(manager string) string {
	if manager == "" {
		return ""
	}
	return fmt.Sprintf("this seems to be a container (%s); if it is thrown away after use, profile = %q in the policy allows what changes the container alone", manager, Container)
}

// settings are a profile's settings outside the table.
type settings struct {
	description string
	safeOnly    bool
	byName      bool // Policy.ScriptsByName
	parseError  rules.Action
	network     Mode
	sandbox     Sandbox
	caches      Caches
	reads       Reads
	reduced     bool // Access.Reduced
	audit       gate.Level
	limits      Limits
	read, write int64 // bytes

	// The settings for an agent loop that runs tools of its own.
	confirmTools  bool
	detectAnomaly bool
	allowedPaths  []string
}

// profiles are the settings in the order of columns.
var profiles = [...]settings{
	{
		description: "no restrictions, for trusted manual use",
		parseError:  a, network: Full, sandbox: Unconfined, caches: CachesShared, reads: ReadsAll, audit: gate.Off, byName: true,
	},
	{
		description: "for a throwaway container or virtual machine: what is in it may change, what leaves it may not",
		parseError:  q, network: Full, sandbox: Auto, caches: CachesShared, reads: ReadsAll, audit: gate.Basic, byName: true,
		confirmTools: true,
	},
	{
		description: "basic safety for well-behaved agents",
		parseError:  q, network: Full, sandbox: Auto, caches: CachesShared, reads: ReadsAll, audit: gate.Basic, byName: true,
		confirmTools: true,
	},
	{
		description: "actively protected and monitored, for semi-autonomous agents",
		parseError:  b, network: Localhost, sandbox: Required, caches: CachesPrivate, reads: ReadsAll, reduced: true, audit: gate.Detailed, limits: Limits{LimitTime: usualTime},
		allowedPaths: []string{"./"},
	},
	{
		description: "maximum security for chaotic or untrusted agents",
		safeOnly:    true, parseError: b, network: Offline, sandbox: Required, caches: CachesPrivate, reduced: true, audit: gate.Forensic, limits: Limits{LimitTime: usualTime},
		read: 1 << 20, write: 10 << 20,
		confirmTools: true, detectAnomaly: true,
	},
}

// Builtin returns the policy of a built-in profile without layers. For any other name the error
// lists the profiles.
func Builtin(profile string) (*Policy, error) {
	i := rank(profile)
	if i < 0 {
		return nil, fmt.Errorf("unknown profile %q%s: the profiles are %s", profile, didYouMean(profile, columns[:]), strings.Join(columns[:], ", "))
	}
	s := &profiles[i]
	p := &Policy{
		Profile: profile, Actions: make(map[string]rules.Action, len(table)), Rules: builtin.Rules(),
		Network: Network{Mode: s.network}, Audit: Audit{Level: s.audit, KeepDays: DefaultKeepDays, KeepMiB: DefaultKeepMiB}, Sandbox: s.sandbox, Limits: s.limits,
		Access:   Access{Caches: s.caches, Reads: s.reads, Reduced: s.reduced},
		SafeOnly: s.safeOnly, ScriptsByName: s.byName, ParseError: s.parseError, MaxRead: s.read, MaxWrite: s.write, Judging: MaxJudging, AskTimeout: DefaultAskTimeout,
	}
	for _, row := range table {
		p.Actions[row.key] = row.actions[i]
	}
	if profile == Container {
		p.Inside = insideContainer()
	}
	return p, nil
}

// insideContainer returns the actions by class of the profile container for the machine itself.
func insideContainer() map[rules.Class]rules.Action {
	actions := make(map[rules.Class]rules.Action, len(inside))
	for _, row := range inside {
		actions[row.class] = row.action
	}
	return actions
}

// OnThrowaway returns the policy for commands on a machine that is thrown away afterwards, in any
// profile: changes to that machine are allowed as in the profile container. Effects outside it
// are judged as usual, and settings of a layer still apply.
func (p *Policy) OnThrowaway() *Policy {
	there := *p
	there.Inside = insideContainer()
	return &there
}

// rank returns a profile's position, loosest first, or -1 if there is none with that name.
func rank(profile string) int {
	for i, name := range columns {
		if name == profile {
			return i
		}
	}
	return -1
}
