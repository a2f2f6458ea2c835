package policy

import (
	"fmt"
	"slices"
	"strings"
)

// Observe is a profile for a roll-out: it judges as another profile would, lets everything run,
// and records what would have been refused. As with open, only a flag and the user's and the
// system's files can choose it.
const Observe = "observe"

// readObserve reads [observe], which names the profile to judge by.
func readObserve(d *document, v value) error {
	if d.source.Kind == Project {
		return v.errorf("observe is for the user's and the system's files")
	}
	return fill(d, v, observeFields())
}

// observeFields are the keys of [observe].
func observeFields() []field[document] {
	return []field[document]{{"as", func(d *document, v value) error { return read(&d.observed, v, value.text) }}}
}

// beginObserving returns the policy of the observed profile without its enforcement apart from
// decisions. The files' settings of sandbox and limits are applied to it as usual.
func (m *merger) beginObserving() (*Policy, error) {
	as := Default
	for _, d := range m.documents {
		if d.observed == nil {
			continue
		}
		if file, locked := m.locks["observe.as"]; locked && d.source.Kind != System {
			return nil, d.observed.errorf("observe.as: locked by %s", file)
		}
		as = d.observed.it
		if c, _ := m.own(as); c == nil && rank(as) < 0 && as != Recoverable {
			names := slices.DeleteFunc(m.names(), func(name string) bool { return name == Observe })
			return nil, d.observed.errorf("observe.as: unknown profile %q%s: use %s", as, didYouMean(as, names), strings.Join(names, ", "))
		}
	}
	if c, _ := m.own(as); c != nil {
		c.sandbox = nil
	}
	p, err := m.begin(as)
	if err != nil {
		return nil, fmt.Errorf("observe.as: %w", err)
	}
	free := &profiles[rank(Open)]
	p.Profile, p.Base, p.Observe = Observe, as, true
	p.Sandbox, p.Limits, p.ScriptsByName = free.sandbox, free.limits, free.byName
	p.MaxRead, p.MaxWrite = free.read, free.write
	p.Access.Caches, p.Access.Reads, p.Access.Reduced = free.caches, free.reads, free.reduced
	return p, nil
}

// Observing reports whether decisions are recorded and not enforced.
func (p *Policy) Observing() bool { return p.Observe && !p.Strict }
