package policy

import (
	"github.com/agent-loop/shimgen/rules"
)

// tighten merges a project's file. Each setting counts only if it is stricter than the present
// one, or if lift allows it; otherwise it becomes a notice.
func (m *merger) tighten(d *document) {
	p := m.policy
	for _, e := range d.allowed {
		m.loosening(e.value, "paths.allowed %q", e.it.Path)
	}
	if d.source.Trusted {
		m.lift(d)
	} else {
		for _, e := range d.admitted {
			m.loosening(e.value, "commands.allowed %q", e.it.Text)
		}
	}
	for _, a := range d.actions {
		m.limit(d, a)
	}
	m.narrowed = m.narrowed || d.mode != nil || d.domains != nil
	if d.domains != nil {
		m.narrow(d.domains.it)
		p.came("network.allowed_domains", Project, d.domains.value)
	}
	lower(m, &p.Network.Mode, d.mode, "network.mode")
	lower(m, &p.Audit.Level, d.level, "audit.level")
	lower(m, &p.Sandbox, d.sandbox, "sandbox.mode")
	m.tightenReach(d)
	m.tightenCredentials(d)
	m.tightenRequests(d)
	lower(m, &p.Judging, d.judging, "judge.cpu_ms")
	lower(m, &p.AskTimeout, d.asking, "ask.timeout")
	m.tightenLimits(d)
	if d.required != nil {
		if p.Audit.Required && !d.required.it {
			m.loosening(d.required.value, "audit.required = false")
		}
		if d.required.it && !p.Audit.Required {
			p.Audit.Required = true
			p.came("audit.required", Project, d.required.value)
		}
	}
	// The trail belongs to all projects, so no project may change how long it is kept: less would
	// lose lines, and more would fill the disk.
	if d.days != nil {
		m.loosening(d.days.value, "audit.keep_days = %d", d.days.it)
	}
	if d.mib != nil {
		m.loosening(d.mib.value, "audit.keep_mib = %d", d.mib.it)
	}
}

// loosening records a notice about an ignored setting.
func (m *merger) loosening(v value, format string, args ...any) {
	m.policy.Notices = append(m.policy.Notices, loosens(m.trusted, v, format, args...))
}

// lower takes a setting if it is stricter, that is, smaller.
func lower[T ~uint8 | ~int64](m *merger, into *T, s *said[T], key string) {
	if s == nil {
		return
	}
	if s.it > *into {
		m.loosening(s.value, "%s = %v", key, s.data)
	}
	if s.it < *into {
		*into = s.it
		m.policy.came(key, Project, s.value)
	}
}

// narrow keeps only the domains that the project also lists.
func (m *merger) narrow(domains []string) {
	n := &m.policy.Network
	switch n.Mode {
	case Full:
		n.Mode, n.Domains = AllowList, domains
	case AllowList:
		n.Domains = intersect(m.policy.AllowedDomains(), domains)
		m.policy.long.hosts = nil
	}
}

// limit lowers the actions of all rules of a key. It lowers a class or pack that has an action of
// its own, and then the rules with a looser action by name.
func (m *merger) limit(d *document, a said[rules.Action]) {
	p := m.policy
	now, own := p.Actions[a.key]
	looser := own && a.it > now
	asks := !saysTrash(a) // a project's trash means ask: not looser, and not stricter
	if own && (a.it < now || asks && a.it == now && p.trashed[a.key]) {
		p.set(a.key, a.it, by(d, a.value))
	}
	for r := range p.Rules.All() {
		for _, key := range keysOf(r) {
			if key != a.key {
				continue
			}
			now := p.lookup(r)
			looser = looser || !own && a.it > now
			if a.it < now || a.it < p.LocalAction(r) || asks && a.it == now && p.Trashes(r) {
				p.set(r.ID, min(a.it, now), by(d, a.value))
			}
		}
	}
	if looser && d.source.Trusted {
		looser = m.liftAction(d, a)
	}
	if looser {
		m.loosening(a.value, "%q = %q", a.key, a.it)
	}
}
