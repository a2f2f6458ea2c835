package policy

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/rules"
)

// lift merges the settings of a trusted project's file that loosen: it allows what the policy
// asks or warns about. Blocked stays blocked and locked stays locked, whoever did it, so that the
// file itself shows all it can do.
func (m *merger) lift(d *document) {
	for _, e := range d.admitted {
		if m.unlocked("commands.allowed", e.value, e.it.Text) {
			e.it.OnlyAsks = true
			m.policy.Commands.Allowed = append(m.policy.Commands.Allowed, e.it)
		}
	}
}

// liftAction applies a trusted project's looser action to the rules of a key, and reports whether
// some of them stay stricter.
func (m *merger) liftAction(d *document, a said[rules.Action]) (stays bool) {
	p := m.policy
	if m.lockedAction(a) {
		return false // and a notice says why
	}
	if now, own := p.Actions[a.key]; own && mayLift(now) && a.it > now && !m.locksActions() {
		p.set(a.key, a.it, by(d, a.value)) // for rules that are not in the catalogue
	}
	for r := range p.Rules.All() {
		if keys := keysOf(r); !slices.Contains(keys[:], a.key) {
			continue
		}
		now := p.Action(r)
		switch {
		case a.it <= now:
		case mayLift(now) && !m.locks.hold(r):
			p.set(r.ID, a.it, by(d, a.value))
		default:
			stays = true
		}
	}
	return stays
}

// mayLift reports whether a trusted project's file may loosen an action.
func mayLift(a rules.Action) bool { return a == rules.Ask || a == rules.Warn }

// hold reports whether a lock covers a rule, its pack or its class.
func (l locks) hold(r *rules.Rule) bool {
	for _, key := range keysOf(r) {
		if _, locked := l["actions."+key]; locked {
			return true
		}
	}
	return false
}

// locksActions reports whether any action is locked.
func (m *merger) locksActions() bool {
	for key := range m.locks {
		if strings.HasPrefix(key, "actions.") {
			return true
		}
	}
	return false
}
