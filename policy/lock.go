package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/rules"
)

// locks are the settings that the system's files lock, each with the file that locks it.
type locks map[string]string

// lockable returns the lockable settings, and whether the file sets each. A lock without a value
// would protect nothing: the profile could still change it. Lists of exceptions are complete even
// when they are empty.
func lockable(d *document) map[string]bool {
	keys := map[string]bool{
		"profile":                  d.profile != nil,
		"observe.as":               d.observed != nil,
		"paths.allowed":            true,
		"commands.allowed":         true,
		"network.mode":             d.mode != nil,
		"network.allowed_domains":  d.domains != nil,
		"network.allowed_requests": d.requests != nil,
		"network.max_upload_kib":   d.upload != nil,
		"audit.level":              d.level != nil,
		"audit.required":           d.required != nil,
		"audit.keep_days":          d.days != nil,
		"audit.keep_mib":           d.mib != nil,
		"sandbox.mode":             d.sandbox != nil,
		"sandbox.caches":           d.access.caches != nil,
		"sandbox.reads":            d.access.reads != nil,
		"sandbox.write":            true,
		"sandbox.read":             true,
		"sandbox.env":              true,
		"sandbox.sockets":          true,
		"credentials":              true,
		"judge.cpu_ms":             d.judging != nil,
		"ask.timeout":              d.asking != nil,
	}
	for _, l := range AllLimits() {
		keys["limits."+l.Key()] = d.limits[l] != nil
	}
	for _, c := range rules.Classes() {
		keys["actions."+string(c)] = false
	}
	for _, a := range d.actions {
		keys["actions."+a.key] = true
	}
	return keys
}

// add takes the locks of a document.
func (l locks) add(d *document) error {
	keys := lockable(d)
	for _, v := range d.locks {
		key := v.data.(string)
		if id, action := strings.CutPrefix(key, "actions."); action {
			key = "actions." + currentKey(id)
		}
		set, known := keys[key]
		switch {
		case !known && !strings.HasPrefix(key, "actions."):
			return v.errorf("unknown setting %q%s", key, didYouMean(key, slices.Sorted(maps.Keys(keys))))
		case !set:
			return v.errorf("lock: %q is not set in this file", key)
		}
		l[key] = d.source.Name
	}
	return nil
}

// first returns one of the locks, and whether there is any.
func (l locks) first() (key, file string, any bool) {
	for _, key := range slices.Sorted(maps.Keys(l)) {
		return key, l[key], true
	}
	return "", "", false
}

// unlocked reports whether a setting is not locked. Otherwise it records a notice about the layer
// that sets it.
func (m *merger) unlocked(key string, v value, what string) bool {
	file, locked := m.locks[key]
	if locked {
		m.policy.Notices = append(m.policy.Notices,
			fmt.Sprintf("%s: ignored: %s: %s: locked by %s", v.where(), v.key, strings.ReplaceAll(what, "\n", " "), file))
	}
	return !locked
}

// lockedAction is unlocked for a key of [actions], which is also locked by its rule's pack and class.
func (m *merger) lockedAction(a said[rules.Action]) bool {
	keys := []string{a.key}
	if r := m.policy.Rules.Find(a.key); r != nil {
		k := keysOf(r)
		keys = k[:]
	}
	for _, key := range keys {
		if !m.unlocked("actions."+key, a.value, a.it.String()) {
			return true
		}
	}
	return false
}

// fixed returns the present actions of every locked class, pack and rule.
func (m *merger) fixed() map[string]rules.Action {
	held := map[string]rules.Action{}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(m.locks)), func(key string) bool { return strings.HasPrefix(key, "actions.") }) {
		return held // and the rules may be many
	}
	for r := range m.policy.Rules.All() {
		for _, key := range keysOf(r) {
			if _, locked := m.locks["actions."+key]; locked {
				held[r.ID] = m.policy.lookup(r)
				if action, set := m.policy.Actions[key]; set {
					held[key] = action
				}
			}
		}
	}
	return held
}
